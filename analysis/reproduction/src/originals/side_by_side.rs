//! Our programs, the originals and what the papers print, side by side.

use killrate_analysis::columns::ALL_CLASSES;
use killrate_analysis::roles::{METAMORPHIC, PARTIAL_ORACLE};
use killrate_analysis::weights::INTERVAL;
use killrate_analysis::{
    AnalysisError, Cell, Findings, Layout, Published, Rate, Table, TableKind, Topic,
};

use super::kills::{Kills, Orders, Pair, Rule};
use super::waterfall::{TECHNIQUES, pooled, rates, weighted};
use super::{PROGRAMS, both};
use crate::issta09;
use crate::thesis::names::THESIS_NAME;

pub(super) const ORIGINALS: TableKind = TableKind {
    name: "originals",
    question: "Do the papers' own programs, mutated, give the papers' rates, or ours?",
    is_main: false,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let both = both(findings)?;
    Ok(both.map_or(Vec::new(), |(ours, originals)| {
        tables(&ours, &originals, &findings.published)
    }))
}

/// The tables, under the last rule that both records tell enough for.
pub(super) fn tables(ours: &Kills, originals: &Kills, published: &Published) -> Vec<Table> {
    let is_told = |rule: &Rule| {
        PROGRAMS.iter().all(|program| {
            ours.get(program.ours, *rule, Orders::All).is_some()
                && originals
                    .get(program.original, *rule, Orders::All)
                    .is_some()
        })
    };
    let Some(rule) = Rule::ALL.into_iter().rev().find(is_told) else {
        return Vec::new();
    };
    vec![
        per_program(ours, originals, published, rule),
        in_pairs(ours, originals, published, rule),
        over_all(ours, originals, published, rule),
    ]
}

fn new_table(title: &str) -> Table {
    Table::new(ORIGINALS.name, title, ORIGINALS.question)
}

fn per_program(ours: &Kills, originals: &Kills, published: &Published, rule: Rule) -> Table {
    let mut table = new_table("Kills on our programs, on the originals, and as printed")
        .with_columns([
            ("subject", "subject"),
            ("technique", "technique"),
            ("ours", "ours"),
            ("originals", "originals"),
            ("thesis", "the thesis"),
            ("issta09", "ISSTA'09"),
        ]);
    table.layout = Layout::Blocks;
    for program in PROGRAMS {
        for (technique, rate_of) in TECHNIQUES {
            let ours = ours.get(program.ours, rule, Orders::All);
            let original = originals.get(program.original, rule, Orders::All);
            let issta09 = published
                .by_property(program.ours, issta09::SET, None, ALL_CLASSES)
                .filter(|_| technique == METAMORPHIC);
            table.rows.push(vec![
                Cell::text(program.ours),
                Cell::text(technique),
                Cell::rate(ours.map(rate_of)),
                Cell::rate(original.map(rate_of)),
                Cell::rate(published.by_technique(program.ours, technique)),
                Cell::rate(issta09),
            ]);
        }
    }
    let names: Vec<String> = { PROGRAMS.iter() }
        .map(|program| format!("`{}` of `{}`", program.original, program.ours))
        .collect();
    table.notes.push(format!(
        "Of ours and of the originals those mutants count of which {}; all orders of the rows. The originals \
         are {} (datasets/originals). The papers' mutants are others, and how they were chosen is not known.",
        match rule {
            Rule::NotPlainlyWrong => "a compared output differs and is not plainly wrong on half of the data sets",
            Rule::ComparedDiffers => "a compared output differs",
            Rule::AnyDifference => "any output differs",
        },
        names.join(", ")
    ));
    let topic = |subject| Topic::Techniques { subject };
    let subjects = PROGRAMS.map(|program| program.ours.to_owned());
    table.notes.extend(published.notes_over(&subjects, topic));
    let of_martirank = Topic::Properties {
        subject: "martirank".to_owned(),
        set: THESIS_NAME.to_owned(),
    };
    table.notes.extend(published.notes(&of_martirank));
    table
}

fn in_pairs(ours: &Kills, originals: &Kills, published: &Published, rule: Rule) -> Table {
    let mut table =
        new_table("Metamorphic testing against the partial oracle, on the same mutants")
            .with_columns([
                ("subject", "subject"),
                ("programs", "programs"),
                ("both", "both"),
                ("only_metamorphic", "only meta."),
                ("only_partial_oracle", "only partial"),
                ("neither", "neither"),
                ("p", "p"),
            ]);
    let row = |subject: &str, programs: &str, pair: &Pair| {
        vec![
            Cell::text(subject),
            Cell::text(programs),
            Cell::Count(pair.n_both),
            Cell::Count(pair.n_only_metamorphic),
            Cell::Count(pair.n_only_partial_oracle),
            Cell::Count(pair.n_neither),
            Cell::Probability(pair.p()),
        ]
    };
    for program in PROGRAMS {
        let pairs = [
            ("ours", ours.get(program.ours, rule, Orders::All)),
            (
                "originals",
                originals.get(program.original, rule, Orders::All),
            ),
        ];
        for (programs, pair) in pairs {
            table
                .rows
                .extend(pair.map(|pair| row(program.ours, programs, pair)));
        }
    }
    let region = |by_metamorphic, by_partial_oracle| {
        let killers = [
            (METAMORPHIC, by_metamorphic),
            (PARTIAL_ORACLE, by_partial_oracle),
        ];
        Some(published.overlap(&killers)?.n)
    };
    let printed = || {
        Some(Pair {
            n_both: region(true, true)?,
            n_only_metamorphic: region(true, false)?,
            n_only_partial_oracle: region(false, true)?,
            n_neither: region(false, false)?,
        })
    };
    table
        .rows
        .extend(printed().map(|pair| row("all", "the thesis", &pair)));
    table.notes.push(
        "p: exact McNemar, two-sided, uncorrected. The thesis prints which mutants fall to which techniques \
         for all programs together only. Mutants of one function are not independent, so p is too small."
            .to_owned(),
    );
    table
}

fn over_all(ours: &Kills, originals: &Kills, published: &Published, rule: Rule) -> Table {
    let mut table = new_table("Kills over the three programs, pooled and by the thesis's mix")
        .with_columns([
            ("technique", "technique"),
            ("ours", "ours"),
            ("ours_mix", "ours, its mix %"),
            ("originals", "originals"),
            ("originals_mix", "originals, its mix %"),
            ("thesis", "the thesis"),
            ("issta09", "ISSTA'09"),
        ]);
    table.layout = Layout::Blocks;
    for (technique, rate_of) in TECHNIQUES {
        let ours = rates(ours, |program| program.ours, rule, Orders::All, rate_of);
        let of_originals = rates(
            originals,
            |program| program.original,
            rule,
            Orders::All,
            rate_of,
        );
        let printed = |rate: &dyn Fn(&str) -> Option<Rate>| {
            let of_programs: Option<Vec<Rate>> =
                PROGRAMS.iter().map(|program| rate(program.ours)).collect();
            of_programs.and_then(Rate::total)
        };
        let issta09 =
            printed(&|subject| published.by_property(subject, issta09::SET, None, ALL_CLASSES));
        table.rows.push(vec![
            Cell::text(technique),
            Cell::rate(pooled(&ours)),
            Cell::estimate(weighted(&ours, published)),
            Cell::rate(pooled(&of_originals)),
            Cell::estimate(weighted(&of_originals, published)),
            Cell::rate(printed(&|subject| {
                published.by_technique(subject, technique)
            })),
            Cell::rate(issta09.filter(|_| technique == METAMORPHIC)),
        ]);
    }
    table.notes.push(format!(
        "By its mix: every program weighs as much as it has mutants in the thesis (Table 3.1). {INTERVAL}"
    ));
    table
}
