//! Programs that keep their state beside those that derive it, by what techniques find in each.

use std::collections::{BTreeMap, BTreeSet};

use super::TableKind;
use super::techniques::scores;
use crate::columns::TECHNIQUE;
use crate::findings::Findings;
use crate::roles::is_ranked;
use crate::versions::{Version, version};
use crate::weights::{Weighed, in_words, weighted};
use crate::{AnalysisError, Cell, Layout, Rate, Table};

pub(super) const STATE: TableKind = TableKind {
    name: "state",
    question: "Does a technique find more where a program keeps its state?",
    is_main: false,
    build,
};

/// The rates of a technique on both versions of a program.
type Both = [Option<Rate>; 2];

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let is_compared = is_ranked().and(findings.papers.is_as_compared());
    let scores = scores(findings.kills.clone().filter(is_compared), TECHNIQUE)?;
    let keeping = findings.subjects.iter().filter_map(|subject| {
        let (program, kind) = version(subject);
        (kind == Version::StateKeeping).then(|| program.to_owned())
    });
    let programs: BTreeSet<String> = keeping.collect();
    let techniques: BTreeSet<&str> = scores.keys().map(|(_, name)| name.as_str()).collect();
    let rates = |program: &str, technique: &str| -> Both {
        Version::ALL.map(|kind| {
            let key = (kind.subject(program), technique.to_owned());
            scores.get(&key).copied()
        })
    };
    let mut tables = Vec::new();
    let mut of_pairs: BTreeMap<&str, Vec<(&str, [Rate; 2])>> = BTreeMap::new();
    for program in &programs {
        let mut rows = Vec::new();
        for technique in &techniques {
            let both = rates(program, technique);
            if let [Some(deriving), Some(keeping)] = both {
                let of_technique = of_pairs.entry(*technique).or_default();
                of_technique.push((program.as_str(), [deriving, keeping]));
            }
            if both != [None, None] {
                rows.push(row(technique, both));
            }
        }
        let mut table = table(&rows);
        table.subject = Some(program.clone());
        let other = Version::StateDeriving.subject(program);
        if !findings.subjects.contains(&other) {
            table.notes.push(format!(
                "The record has no `{other}`, so nothing stands beside `{}`; a study of both has it.",
                Version::StateKeeping.subject(program)
            ));
        }
        tables.push(table);
    }
    tables.extend(over_all(findings, &of_pairs));
    Ok(tables)
}

fn table(rows: &[Vec<Cell>]) -> Table {
    let title = "Kills where a program derives its state and where it keeps it";
    let mut table = Table::new(STATE.name, title, STATE.question)
        .with_columns([("technique", "technique")])
        .with_columns(Version::ALL.map(|kind| (kind.name(), kind.name())))
        .with_columns([("points", "points more")]);
    table.rows = rows.to_vec();
    table.notes.push(
        "Both write the same outputs on all data sets; their mutants are others, so rates are compared and not \
         mutants. Points more: of the state-keeping version."
            .to_owned(),
    );
    table
}

fn row(technique: &str, both: Both) -> Vec<Cell> {
    let points = match both {
        [Some(deriving), Some(keeping)] => keeping.points_above(deriving),
        _ => None,
    };
    let [deriving, keeping] = both.map(Cell::rate);
    vec![
        Cell::text(technique),
        deriving,
        keeping,
        Cell::number(points, 1),
    ]
}

/// All programs of which the record has both versions, pooled and weighted by the papers' mutants.
fn over_all(
    findings: &Findings,
    of_pairs: &BTreeMap<&str, Vec<(&str, [Rate; 2])>>,
) -> Option<Table> {
    if of_pairs.values().all(|pairs| pairs.len() < 2) {
        return None;
    }
    let (mut rows, mut weighed_rows) = (Vec::new(), Vec::new());
    for (technique, pairs) in of_pairs {
        let total = |place: usize| Rate::total(pairs.iter().map(|(_, both)| both[place]));
        let weighed = [0, 1].map(|place| weighed(findings, pairs, place));
        let mut cells = row(technique, [total(0), total(1)]);
        cells.extend(
            weighed
                .each_ref()
                .map(|rates| Cell::estimate(weighted(rates))),
        );
        rows.push(cells);
        weighed_rows.extend(weighed);
    }
    let mut table = table(&rows);
    table = table.with_columns([
        ("state-deriving_weighted", "deriving, weighted %"),
        ("state-keeping_weighted", "keeping, weighted %"),
    ]);
    table.layout = Layout::Blocks;
    table
        .notes
        .push(in_words(weighed_rows.iter().map(Vec::as_slice)));
    Some(table)
}

fn weighed(findings: &Findings, pairs: &[(&str, [Rate; 2])], place: usize) -> Vec<Weighed> {
    let known = pairs.iter().filter_map(|(program, both)| {
        Some(Weighed {
            subject: (*program).to_owned(),
            rate: both[place],
            weight: findings
                .published
                .usable(program, crate::columns::ALL_CLASSES)?,
        })
    });
    known.collect()
}
