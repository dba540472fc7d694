//! Which rows two records share.

use killrate_record::{Difference, compare_provenances};
use polars::prelude::*;

use crate::columns::{
    AFTER, BASIS, BEFORE, CASE, CAUSE, CLASS, DATA_SET, FILE, FUNCTION, INFECTED, IS_SOUND,
    IS_THESIS, LINE, MUTANT, N_CHANGED, N_FIRST, N_ONLY_FIRST, N_ONLY_SECOND, N_SECOND, OPERATOR,
    PROPERTY, REACHED, REASON, SAME_AS, STATUS, SUBJECT, TECHNIQUE, VARIANT, VERDICT,
};
use crate::findings::Findings;
use crate::frames::{Cells, cols, full_join};
use crate::{AnalysisError, Cell, Table};

/// Whether the first record has a row; empty where it does not.
pub(super) const IN_FIRST: &str = "in_first";
/// Whether the second record has a row; empty where it does not.
pub(super) const IN_SECOND: &str = "in_second";

/// Rows of records that are compared: what they are called, what tells them apart, and what they say.
struct Kind {
    name: &'static str,
    rows: fn(&Findings) -> PolarsResult<LazyFrame>,
    key: &'static [&'static str],
    values: &'static [&'static str],
}

/// What tells verdicts apart.
pub(super) const VERDICT_KEY: [&str; 6] = {
    let [subject, technique, property, data_set, seed] = CASE;
    [subject, VARIANT, technique, property, data_set, seed]
};

/// What a verdict says; the text of its evidence may change with any line of an output.
pub(super) const VERDICT_VALUES: [&str; 3] = [VERDICT, CAUSE, BASIS];

/// Everything that a record states; what it took is measured and differs from run to run.
const KINDS: [Kind; 7] = [
    Kind {
        name: "mutants",
        rows: |findings| Ok(findings.fates.clone()),
        key: &[SUBJECT, MUTANT],
        // Not the place in the file, which moves with any edit above it.
        values: &[
            CLASS, OPERATOR, IS_THESIS, FILE, FUNCTION, BEFORE, AFTER, STATUS,
        ],
    },
    Kind {
        name: "reaches",
        rows: |findings| Ok(findings.reach()),
        key: &[SUBJECT, MUTANT, DATA_SET],
        values: &[REACHED, INFECTED],
    },
    Kind {
        name: "lines",
        rows: |findings| Ok(findings.covered_lines()),
        key: &[SUBJECT, FILE, LINE, DATA_SET],
        values: &[REACHED],
    },
    Kind {
        name: "same codes",
        rows: |findings| Ok(findings.compared_codes()),
        key: &[SUBJECT, MUTANT],
        values: &[SAME_AS],
    },
    Kind {
        name: "cases",
        rows: |findings| Ok(findings.cases.clone()),
        key: &CASE,
        values: &[IS_SOUND],
    },
    Kind {
        name: "verdicts",
        rows: Findings::named_verdicts,
        key: &VERDICT_KEY,
        values: &VERDICT_VALUES,
    },
    Kind {
        name: "skipped judgements",
        rows: |findings| Ok(findings.skipped.clone()),
        key: &[SUBJECT, TECHNIQUE, PROPERTY, DATA_SET],
        values: &[REASON],
    },
];

/// How many rows of a kind two records have and share.
pub(super) struct Counts {
    pub(super) name: &'static str,
    n_first: u64,
    n_second: u64,
    pub(super) n_only_first: u64,
    pub(super) n_only_second: u64,
    pub(super) n_changed: u64,
}

impl Counts {
    pub(super) fn n_differences(&self) -> u64 {
        self.n_only_first + self.n_only_second + self.n_changed
    }

    pub(super) fn n_both(&self) -> u64 {
        self.n_first - self.n_only_first
    }
}

/// The column of a value in the first record.
pub(super) fn first(value: &str) -> String {
    format!("first_{value}")
}

/// The column of a value in the second record.
pub(super) fn second(value: &str) -> String {
    format!("second_{value}")
}

/// One row per key that either record has, with the values of both and whether each has it.
pub(super) fn matched([one, other]: [LazyFrame; 2], key: &[&str], values: &[&str]) -> LazyFrame {
    let side = |frame: LazyFrame, rename: fn(&str) -> String, mark: &str| {
        let mut columns = cols(key);
        columns.extend(values.iter().map(|value| col(*value).alias(rename(value))));
        columns.push(col(mark));
        frame.with_column(lit(true).alias(mark)).select(columns)
    };
    let firsts = side(one, first, IN_FIRST);
    let seconds = side(other, second, IN_SECOND);
    full_join(firsts, seconds, key)
}

/// Whether both records have a row, and a value of it differs.
pub(super) fn is_changed(values: &[&str]) -> Expr {
    let differs = |value: &&str| col(first(value)).neq_missing(col(second(value)));
    let differ = values.iter().map(differs).reduce(Expr::or);
    let both = col(IN_FIRST)
        .is_not_null()
        .and(col(IN_SECOND).is_not_null());
    both.and(differ.expect("a row says something"))
}

/// How many rows of every kind two records have and share.
pub(super) fn counts(records: [&Findings; 2]) -> Result<Vec<Counts>, AnalysisError> {
    let mut counts = Vec::new();
    for kind in &KINDS {
        let [one, other] = records.map(kind.rows);
        let rows = matched([one?, other?], kind.key, kind.values);
        let (in_first, in_second) = (col(IN_FIRST).is_not_null(), col(IN_SECOND).is_not_null());
        let count = |holds: Expr, name: &str| holds.sum().alias(name);
        let cells = Cells::collect(rows.select([
            count(in_first.clone(), N_FIRST),
            count(in_second.clone(), N_SECOND),
            count(in_second.clone().not(), N_ONLY_FIRST),
            count(in_first.not(), N_ONLY_SECOND),
            count(is_changed(kind.values), N_CHANGED),
        ]))?;
        counts.push(Counts {
            name: kind.name,
            n_first: cells.count(0, N_FIRST)?,
            n_second: cells.count(0, N_SECOND)?,
            n_only_first: cells.count(0, N_ONLY_FIRST)?,
            n_only_second: cells.count(0, N_ONLY_SECOND)?,
            n_changed: cells.count(0, N_CHANGED)?,
        });
    }
    Ok(counts)
}

/// The counts as a table.
pub(super) fn table(counts: &[Counts]) -> Table {
    let mut table = Table::new(
        "rows",
        "What the records have",
        "What do the records share?",
    )
    .with_columns([
        ("rows", "rows"),
        ("first", "first"),
        ("second", "second"),
        ("only_first", "only first"),
        ("only_second", "only second"),
        ("changed", "changed"),
    ]);
    for known in counts {
        table.rows.push(vec![
            Cell::text(known.name),
            Cell::Count(known.n_first),
            Cell::Count(known.n_second),
            Cell::Count(known.n_only_first),
            Cell::Count(known.n_only_second),
            Cell::Count(known.n_changed),
        ]);
    }
    table.notes.push(
        "Changed: a mutant that is another change, is the papers' no longer or does not compile; whether \
         a data set reaches and infects a mutant, or runs a line; a mutant whose optimised code is \
         another's; a case that became sound or unsound; a verdict, its cause or what it rests on; the \
         reason why a judgement did not apply. Not compared: where in its file a mutant stands, the text \
         of evidence, and what anything took."
            .to_owned(),
    );
    table
}

/// What the records say of their making, where it differs; nothing when it does not.
pub(super) fn provenance(records: [&Findings; 2]) -> Option<Table> {
    let [one, other] = records.map(|findings| &findings.provenance);
    let title = "How the records were made";
    let mut table = Table::new(
        "provenance",
        title,
        "Do the records come from the same study?",
    )
    .with_columns([("field", "field"), ("first", "first"), ("second", "second")]);
    let shown = |value: Option<String>| value.map_or(Cell::Missing, Cell::Text);
    for difference in compare_provenances(one, other) {
        if let Difference::Provenance {
            field,
            first,
            second,
        } = difference
        {
            let line = vec![Cell::Text(field), shown(first), shown(second)];
            table.rows.push(line);
        }
    }
    (!table.rows.is_empty()).then_some(table)
}
