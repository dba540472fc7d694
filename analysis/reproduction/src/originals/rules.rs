//! What each rule about which mutants count does to the rates.

use killrate_analysis::{AnalysisError, Cell, Findings, Layout, Table, TableKind};

use super::kills::Kills;

pub(super) const RULES: TableKind = TableKind {
    name: "rules",
    question: "What does each rule about which mutants count do to the rates?",
    is_main: false,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let kills = Kills::of_record(findings)?;
    Ok(if kills.0.is_empty() {
        Vec::new()
    } else {
        vec![table(&kills)]
    })
}

fn table(kills: &Kills) -> Table {
    let mut table = Table::new(RULES.name, "Kills under each rule", RULES.question).with_columns([
        ("subject", "subject"),
        ("rule", "mutants that count"),
        ("orders", "orders"),
        ("metamorphic", "metamorphic"),
        ("partial_oracle", "partial oracle"),
        ("only_metamorphic", "only meta."),
        ("only_partial_oracle", "only partial"),
        ("p", "p"),
    ]);
    table.layout = Layout::Blocks;
    for ((subject, rule, orders), pair) in &kills.0 {
        table.rows.push(vec![
            Cell::text(subject),
            Cell::text(rule.name()),
            Cell::text(orders.name()),
            Cell::rate(Some(pair.metamorphic())),
            Cell::rate(Some(pair.partial_oracle())),
            Cell::Count(pair.n_only_metamorphic),
            Cell::Count(pair.n_only_partial_oracle),
            Cell::Probability(pair.p()),
        ]);
    }
    table.notes.push(
        "Whatever the policy of the report. A mutant counts when any of its outputs differs from the original's \
         on a data set of the study; when one does that the techniques compare; or when, besides, that is not \
         plainly wrong on half of the data sets. Metamorphic testing is here the thesis's properties alone; mutants \
         are those that both techniques judged. Orders: whether each property is tried with the first of its \
         random choices, such as orders of the rows, or with all. p: exact McNemar, two-sided, uncorrected."
            .to_owned(),
    );
    table
}
