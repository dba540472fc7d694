//! How many mutants are left after each step, by class.

use std::collections::BTreeMap;

use polars::prelude::*;

use super::TableKind;
use super::across::{Entry, Row, across};
use super::matrix::in_class_order;
use crate::columns::{
    ALL_CLASSES, CLASS, COMPILED, CONSIDERED, INFECTED, IS_WITHDRAWN, N_MADE, N_WITHDRAWN,
    PROPAGATED, REACHED, SUBJECT, USABLE,
};
use crate::findings::Findings;
use crate::frames::{Cells, cols, sorted, stacked};
use crate::{AnalysisError, Cell, Rate, Table, Topic};

pub(super) const FUNNEL: TableKind = TableKind {
    name: "funnel",
    question: "How many mutants are left to tell techniques apart?",
    is_main: true,
    build,
};

/// The steps after being made; a mutant is counted at a step when it passed all steps before.
const STEPS: [&str; 5] = [CONSIDERED, COMPILED, REACHED, INFECTED, PROPAGATED];

/// One row per subject and class, and for all classes: mutants left after each step, and usable.
fn frame(fates: LazyFrame) -> PolarsResult<LazyFrame> {
    let of_all = fates.clone().with_column(lit(ALL_CLASSES).alias(CLASS));
    let mut passed = lit(true);
    let withdrawn = col(IS_WITHDRAWN).sum().alias(N_WITHDRAWN);
    let mut counts = vec![len().alias(N_MADE), withdrawn];
    for step in STEPS {
        let passes_before = passed.clone();
        passed = passed.and(col(step));
        // Without a single fact about a step, the count is unknown and not zero.
        let is_known = passes_before.and(col(step).is_not_null()).any(true);
        let count = passed.clone().fill_null(lit(false)).sum();
        let unknown = lit(NULL).cast(DataType::UInt32);
        counts.push(
            when(is_known)
                .then(count.cast(DataType::UInt32))
                .otherwise(unknown)
                .alias(step),
        );
    }
    // What is usable is the policy's to say, and need not have passed every step.
    counts.push(col(USABLE).sum().alias(USABLE));
    let key = [SUBJECT, CLASS];
    Ok(sorted(
        stacked(&[fates, of_all])?.group_by(cols(&key)).agg(counts),
        &key,
    ))
}

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let cells = Cells::collect(frame(findings.fates.clone())?)?;
    let mut rows: BTreeMap<(String, String), Vec<Cell>> = BTreeMap::new();
    let mut usable: Usable = BTreeMap::new();
    for row in cells.rows() {
        let mut counts = vec![
            Cell::Count(cells.count(row, N_MADE)?),
            Cell::Count(cells.count(row, N_WITHDRAWN)?),
        ];
        for step in STEPS {
            counts.push(Cell::count(cells.optional_count(row, step)?));
        }
        counts.push(Cell::Count(cells.count(row, USABLE)?));
        let key = (cells.name(row, SUBJECT)?, cells.name(row, CLASS)?);
        usable.insert(key.clone(), cells.count(row, USABLE)?);
        rows.insert(key, counts);
    }
    let mut tables: Vec<Table> = findings.subjects.iter().map(|subject| {
        let mut table = Table::new(FUNNEL.name, "Mutants by class", FUNNEL.question)
            .about(subject)
            .with_columns([
                ("class", "class"),
                ("made", "made"),
                ("withdrawn", "withdrawn"),
                ("considered", "chosen"),
                ("compiled", "compiled"),
                ("reached", "reached"),
                ("infected", "infected"),
                ("propagated", "propagated"),
                ("usable", "usable"),
            ]);
        let of_subject = rows.range((subject.clone(), String::new())..).take_while(|(key, _)| key.0 == *subject);
        let classes = in_class_order(of_subject.map(|((_, class), _)| class.clone()));
        let published: Vec<Option<u64>> = classes
            .iter()
            .map(|class| findings.published.usable(subject, class))
            .collect();
        for (class, published) in classes.iter().zip(&published) {
            let mut row = vec![Cell::text(class)];
            row.extend(rows[&(subject.clone(), class.clone())].iter().cloned());
            row.extend(published.is_some().then(|| Cell::count(*published)));
            table.rows.push(row);
        }
        if published.iter().any(Option::is_some) {
            table = table.with_published_column("published", "published");
            for row in &mut table.rows {
                row.resize(table.columns.len(), Cell::Missing);
            }
            let subject = subject.clone();
            let notes = findings.published.notes(&Topic::Usable { subject });
            table.notes.extend(notes);
        }
        table.notes.push(format!(
            "Withdrawn: of all that were made, those {}. Chosen: by the policy `{}`. Reached, infected, propagated (an output differs): on some study data set.",
            if findings.provenance.is_imported() {
                "the tool did not judge"
            } else {
                "the compiler refused"
            },
            findings.policy.name
        ));
        table.notes.extend(built_alone(findings, subject));
        table
    }).collect();
    if findings.subjects.len() > 1 {
        tables.push(over_all(findings, &usable));
    }
    Ok(tables)
}

/// How many mutants of a subject have programs of their own, if any has.
fn built_alone(findings: &Findings, subject: &str) -> Option<String> {
    let subjects = &findings.provenance.subjects;
    let (_, of) = subjects.iter().find(|(name, _)| name.as_str() == subject)?;
    let (n_alone, n_woven) = (of.n_alone, of.n_woven);
    (n_alone > 0).then(|| {
        format!("Built alone: {n_alone} of the {n_woven} that compiled, which do so only without the others.")
    })
}

/// Usable mutants by subject and class, and for all classes.
type Usable = BTreeMap<(String, String), u64>;

/// The classes of all subjects together, each as a share of the usable mutants.
fn over_all(findings: &Findings, usable: &Usable) -> Table {
    let published = &findings.published;
    let entry = |subject: &String, class: &str| {
        let count = |class: &str| usable.get(&(subject.clone(), class.to_owned())).copied();
        // A subject without mutants of a class has none; one without mutants has no share.
        let measured = Rate {
            n: count(class).unwrap_or(0),
            of: count(ALL_CLASSES).unwrap_or(0),
        };
        let in_paper = |class: &str| published.usable(subject, class);
        let published = in_paper(class).zip(in_paper(ALL_CLASSES));
        Entry {
            measured: Some(measured).filter(|rate| rate.of > 0),
            published: published.map(|(n, of)| Rate { n, of }),
        }
    };
    let classes = in_class_order(usable.keys().map(|(_, class)| class.clone()));
    let rows: Vec<Row> = classes
        .into_iter()
        .filter(|class| class != ALL_CLASSES)
        .map(|class| {
            let entries = findings
                .subjects
                .iter()
                .map(|subject| entry(subject, &class))
                .collect();
            (class, entries)
        })
        .collect();
    let table = Table::new(
        FUNNEL.name,
        "Usable mutants by class and subject",
        "Which changes are the usable mutants made of?",
    )
    .with_columns([("class", "class")]);
    let mut table = across(table, &findings.subjects, &rows);
    table
        .notes
        .push("Each out of all usable mutants of the subject.".to_owned());
    let topic = |subject| Topic::Usable { subject };
    table
        .notes
        .extend(published.notes_over(&findings.subjects, topic));
    table
}
