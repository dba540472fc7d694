//! Tables 1 and 2: which chains find Mutants 4 and 5.

use std::collections::{BTreeMap, BTreeSet};

use killrate_analysis::chains::{ChainCounts, ChainKey, chain_counts};
use killrate_analysis::{AnalysisError, Cell, Findings, Rate, Table, TableKind};

use super::names::{CHAINS, MUTANTS, SUBJECT, sequence, special_case};
use crate::tidy::{Line, Tidy, has, number};

pub(super) const SEQUENCES: TableKind = TableKind {
    name: "sequences",
    question: "Which chains of relations find the mutants that no relation alone finds?",
    is_main: true,
    build,
};

/// A special case and a sequence, in the paper's words.
type Sequence = (String, String);

/// What is printed of a mutant.
struct Printed {
    sequences: BTreeSet<Sequence>,
    /// Tests that were feasible, and the share of failures in percent, by step.
    steps: BTreeMap<u64, (Option<u64>, Option<f64>)>,
    source: Option<String>,
}

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    if !findings.subjects.iter().any(|subject| subject == SUBJECT) {
        return Ok(Vec::new());
    }
    let files = MUTANTS.map(|(_, _, file)| file);
    let tidy = match &findings.papers.folder {
        Some(folder) => Tidy::read(folder, files)?,
        None => Tidy::default(),
    };
    let mut tables = Vec::new();
    for (name, mutant, file) in MUTANTS {
        let counts = chain_counts(findings, mutant)?;
        let tried = of_special_cases(&counts);
        if tried.is_empty() {
            continue;
        }
        let printed = printed(&tidy, file);
        tables.push(steps(name, mutant, &tried, &printed));
        tables.push(sequences(name, &tried, &printed));
    }
    Ok(tables)
}

/// What the chains of the paper came to on its special cases, by step.
fn of_special_cases(
    counts: &BTreeMap<ChainKey, ChainCounts>,
) -> BTreeMap<u64, Vec<(String, &ChainCounts)>> {
    let mut tried: BTreeMap<u64, Vec<(String, &ChainCounts)>> = BTreeMap::new();
    for ((subject, property, data_set, depth), counts) in counts {
        let special_case = special_case(data_set);
        if let Some(special_case) =
            special_case.filter(|_| subject == SUBJECT && property == CHAINS)
        {
            tried
                .entry(*depth)
                .or_default()
                .push((special_case, counts));
        }
    }
    tried
}

fn printed(tidy: &Tidy, file: &str) -> Printed {
    let lines = tidy.lines(file);
    let text = |line: &Line, column: &str| line.get(column).cloned().unwrap_or_default();
    let found = lines
        .iter()
        .filter(|line| has(line, &[("record", "detecting_sequence")]));
    let mut steps: BTreeMap<u64, (Option<u64>, Option<f64>)> = BTreeMap::new();
    for line in lines {
        let Some(step) = number(line, "steps") else {
            continue;
        };
        let printed = steps.entry(step).or_default();
        match text(line, "record").as_str() {
            "n_total" => printed.0 = number(line, "value"),
            "fd_percent" => printed.1 = text(line, "value").parse().ok(),
            _ => {}
        }
    }
    Printed {
        sequences: found
            .map(|line| (text(line, "initial_test_case"), text(line, "mr_sequence")))
            .collect(),
        steps,
        source: tidy.source(file).map(str::to_owned),
    }
}

/// Tests and failures of each step.
fn steps(
    name: &str,
    mutant: &str,
    tried: &BTreeMap<u64, Vec<(String, &ChainCounts)>>,
    printed: &Printed,
) -> Table {
    let title = format!("{name}: tests and failures of each step");
    let mut table = Table::new(SEQUENCES.name, title, SEQUENCES.question)
        .about(SUBJECT)
        .with_columns([("step", "step"), ("tests", "feasible tests")])
        .with_published_column("tests_published", "published")
        .with_columns([("failures", "failures"), ("fd", "FD %")])
        .with_published_column("fd_published", "published FD %");
    for (step, counts) in tried {
        let sum =
            |count: fn(&ChainCounts) -> u64| counts.iter().map(|(_, counts)| count(counts)).sum();
        let (n_tests, n_failures) = (
            sum(|counts| counts.n_tests),
            sum(|counts| counts.n_failures),
        );
        let rate = Rate {
            n: n_failures,
            of: n_tests,
        };
        let (n_printed, fd_printed) = printed.steps.get(step).copied().unwrap_or_default();
        table.rows.push(vec![
            Cell::Count(*step),
            Cell::Count(n_tests),
            Cell::count(n_printed),
            Cell::rate(Some(rate)),
            Cell::number(rate.percent(), 4),
            Cell::number(fd_printed, 4),
        ]);
    }
    table.notes.push(format!(
        "{name} is `{mutant}`: of the product that is added to an entry one operand is left. FD is the share of \
         the feasible tests of a step that fail; a test that fails is not chained further."
    ));
    table.notes.extend(
        printed
            .source
            .iter()
            .map(|source| format!("Published: {source}.")),
    );
    table
}

/// Every chain that fails, beside those that are printed.
fn sequences(
    name: &str,
    tried: &BTreeMap<u64, Vec<(String, &ChainCounts)>>,
    printed: &Printed,
) -> Table {
    let failing = tried.values().flatten().flat_map(|(special_case, counts)| {
        let failing = counts.failing.iter().filter_map(|ours| sequence(ours));
        failing.map(|sequence| (special_case.clone(), sequence))
    });
    let found: BTreeSet<Sequence> = failing.collect();
    let title = format!("{name}: the chains that find it");
    let mut table = Table::new(SEQUENCES.name, title, SEQUENCES.question)
        .about(SUBJECT)
        .with_columns([
            ("sequence", "sequence"),
            ("special_case", "special case"),
            ("found", "found"),
        ])
        .with_published_column("published", "published");
    let mut all: Vec<&Sequence> = found.union(&printed.sequences).collect();
    all.sort_by_key(|(special_case, sequence)| {
        (sequence.len(), special_case.clone(), sequence.clone())
    });
    for known in all {
        table.rows.push(vec![
            Cell::text(&known.1),
            Cell::text(&known.0),
            Cell::Flag(found.contains(known)),
            match printed.sequences.is_empty() {
                true => Cell::Missing,
                false => Cell::Flag(printed.sequences.contains(known)),
            },
        ]);
    }
    let both = found.intersection(&printed.sequences).count();
    table.notes.push(format!(
        "Relations by their numbers in the paper. Found: {}; published: {}; both: {both}.",
        found.len(),
        printed.sequences.len(),
    ));
    table
}
