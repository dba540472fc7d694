//! What each cause adds to a rate, from ours to the published one, in two orders.

use killrate_analysis::columns::ALL_CLASSES;
use killrate_analysis::roles::{METAMORPHIC, PARTIAL_ORACLE};
use killrate_analysis::weights::{self, Weighed};
use killrate_analysis::{
    AnalysisError, Cell, Estimate, Findings, Published, Rate, Table, TableKind,
};

use super::kills::{Kills, Orders, Pair, Rule};
use super::{PROGRAMS, Program, both};

pub(super) const WATERFALL: TableKind = TableKind {
    name: "waterfall",
    question: "What lies between our rates and the thesis's, and how much does each part add?",
    is_main: false,
    build,
};

/// A technique, and its rate among the mutants of a pair.
pub(super) type OfPair = (&'static str, fn(&Pair) -> Rate);

pub(super) const TECHNIQUES: [OfPair; 2] = [
    (METAMORPHIC, Pair::metamorphic),
    (PARTIAL_ORACLE, Pair::partial_oracle),
];

/// Whose mutants a step is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whose {
    Ours,
    Originals,
}

/// A step: what changes, and what is looked at then.
type Step = (&'static str, Whose, Rule, Orders);

const MIX: &str = "the thesis's mix of programs";
const PROGRAMS_CHANGE: &str = "the original programs";
const COMPARED: &str = "only mutants with a compared output that differs";
const NOT_WRONG: &str = "plainly wrong ones discarded";
const ORDERS: &str = "all orders of the rows, not one";

/// The steps after the mix, in two orders: what a step adds depends on what came before it.
const ORDERS_OF_STEPS: [(&str, [Step; 5]); 2] = [
    (
        "From our rates to the thesis's: the programs first",
        [
            (MIX, Whose::Ours, Rule::AnyDifference, Orders::First),
            (
                PROGRAMS_CHANGE,
                Whose::Originals,
                Rule::AnyDifference,
                Orders::First,
            ),
            (
                COMPARED,
                Whose::Originals,
                Rule::ComparedDiffers,
                Orders::First,
            ),
            (
                NOT_WRONG,
                Whose::Originals,
                Rule::NotPlainlyWrong,
                Orders::First,
            ),
            (ORDERS, Whose::Originals, Rule::NotPlainlyWrong, Orders::All),
        ],
    ),
    (
        "From our rates to the thesis's: the rules first",
        [
            (MIX, Whose::Ours, Rule::AnyDifference, Orders::First),
            (COMPARED, Whose::Ours, Rule::ComparedDiffers, Orders::First),
            (NOT_WRONG, Whose::Ours, Rule::NotPlainlyWrong, Orders::First),
            (ORDERS, Whose::Ours, Rule::NotPlainlyWrong, Orders::All),
            (
                PROGRAMS_CHANGE,
                Whose::Originals,
                Rule::NotPlainlyWrong,
                Orders::All,
            ),
        ],
    ),
];

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let both = both(findings)?;
    Ok(both.map_or(Vec::new(), |(ours, originals)| {
        tables(&ours, &originals, &findings.published)
    }))
}

/// The tables; none where a step cannot be told.
pub(super) fn tables(ours: &Kills, originals: &Kills, published: &Published) -> Vec<Table> {
    let tables: Option<Vec<Table>> = { ORDERS_OF_STEPS.iter() }
        .map(|(title, steps)| table(title, steps, ours, originals, published))
        .collect();
    tables.unwrap_or_default()
}

fn table(
    title: &str,
    steps: &[Step],
    ours: &Kills,
    originals: &Kills,
    published: &Published,
) -> Option<Table> {
    let mut table = Table::new(WATERFALL.name, title, WATERFALL.question).with_columns([
        ("step", "step"),
        ("metamorphic", "metamorphic %"),
        ("metamorphic_gain", "gain"),
        ("partial_oracle", "partial oracle %"),
        ("partial_oracle_gain", "gain"),
    ]);
    let at = |whose, rule, orders, rate_of| match whose {
        Whose::Ours => rates(ours, |program| program.ours, rule, orders, rate_of),
        Whose::Originals => rates(originals, |program| program.original, rule, orders, rate_of),
    };
    let both = |level: &dyn Fn(OfPair) -> Option<Estimate>| -> Option<[Estimate; 2]> {
        let [metamorphic, partial_oracle] = TECHNIQUES;
        Some([level(metamorphic)?, level(partial_oracle)?])
    };
    let as_found = both(&|(_, rate_of)| {
        pooled(&at(
            Whose::Ours,
            Rule::AnyDifference,
            Orders::First,
            rate_of,
        ))?
        .estimate()
    })?;
    let mut levels = vec![("any difference counts, one order of the rows", as_found)];
    for (step, whose, rule, orders) in steps {
        let level =
            both(&|(_, rate_of)| weighted(&at(*whose, *rule, *orders, rate_of), published))?;
        levels.push((step, level));
    }
    let printed = both(&|(technique, _)| {
        let rate = |program: &Program| published.by_technique(program.ours, technique);
        let rates: Option<Vec<Rate>> = PROGRAMS.iter().map(rate).collect();
        Rate::total(rates?)?.estimate()
    })?;
    levels.push(("unexplained", printed));
    let mut before: Option<[Estimate; 2]> = None;
    for (step, level) in levels {
        let gain = |place: usize| {
            let gain = before.map(|before| level[place].percent - before[place].percent);
            Cell::number(gain, 1)
        };
        table.rows.push(vec![
            Cell::text(step),
            Cell::Estimate(level[0]),
            gain(0),
            Cell::Estimate(level[1]),
            gain(1),
        ]);
        before = Some(level);
    }
    table.notes.push(format!(
        "The first row pools the three programs; the next weigh each by its mutants in the thesis; the last is \
         what the thesis prints. The counts are in the tables `rules` of this record and of the originals \
         (datasets/originals/kills.csv). What a step adds depends on the steps before it; it has no interval, \
         because most steps are about mutants of the one before. {}",
        weights::INTERVAL
    ));
    Some(table)
}

/// The rates of the three programs; `None` for one that is not told.
pub(super) fn rates(
    kills: &Kills,
    name: fn(&Program) -> &'static str,
    rule: Rule,
    orders: Orders,
    rate_of: fn(&Pair) -> Rate,
) -> [Option<Rate>; 3] {
    PROGRAMS
        .each_ref()
        .map(|program| kills.get(name(program), rule, orders).map(rate_of))
}

/// All mutants of the three programs together.
pub(super) fn pooled(rates: &[Option<Rate>; 3]) -> Option<Rate> {
    let rates: Option<Vec<Rate>> = rates.iter().copied().collect();
    Rate::total(rates?)
}

/// The mean of the three, weighted by the mutants that the thesis used of each program.
pub(super) fn weighted(rates: &[Option<Rate>; 3], published: &Published) -> Option<Estimate> {
    let weighed = |(program, rate): (&Program, &Option<Rate>)| {
        Some(Weighed {
            subject: program.ours.to_owned(),
            rate: (*rate)?,
            weight: published.usable(program.ours, ALL_CLASSES)?,
        })
    };
    let weighed: Option<Vec<Weighed>> = PROGRAMS.iter().zip(rates).map(weighed).collect();
    weights::weighted(&weighed?)
}
