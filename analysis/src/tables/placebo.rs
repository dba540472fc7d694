//! Programs without a fault, and which properties accuse them.

use std::collections::{BTreeMap, BTreeSet};

use super::TableKind;
use crate::findings::Findings;
use crate::roles::{Role, role};
use crate::{AnalysisError, Cell, Rate, Table};

pub(super) const PLACEBO: TableKind = TableKind {
    name: "placebo",
    question: "Which properties accuse a program that has no fault?",
    is_main: true,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let found = findings.on_placebos()?;
    let mut tables = Vec::new();
    for subject in &findings.subjects {
        let n_placebos = findings
            .placebos
            .iter()
            .filter(|(of, _)| of == subject)
            .count();
        if n_placebos == 0 {
            continue;
        }
        let mut table = Table::new(
            PLACEBO.name,
            "Placebos killed, which have no fault",
            PLACEBO.question,
        )
        .about(subject)
        .with_columns([
            ("technique", "technique"),
            ("property", "property"),
            ("killed", "placebos killed"),
            ("where", "which, on which data sets"),
        ]);
        let mut n_ranked_killers = 0;
        let mut by_technique: BTreeMap<&str, ByAny<'_>> = BTreeMap::new();
        for ([of, technique, property], said) in &found {
            if of != subject {
                continue;
            }
            let rate = Rate {
                n: said.killed.len() as u64,
                of: said.judged.len() as u64,
            };
            if role(technique) == Role::Ranked {
                n_ranked_killers += usize::from(rate.n > 0);
                let by_any = by_technique.entry(technique).or_default();
                by_any.judged.extend(&said.judged);
                by_any.killed.extend(said.killed.keys());
            }
            table.rows.push(vec![
                Cell::text(technique),
                Cell::text(property),
                Cell::rate(Some(rate)),
                Cell::Text(if rate.n == 0 {
                    "none".to_owned()
                } else {
                    said.in_words()
                }),
            ]);
        }
        table.notes = notes(findings, n_placebos, n_ranked_killers);
        table.notes.extend(by_any(&by_technique));
        tables.push(table);
    }
    Ok(tables)
}

/// What all properties of a technique say of placebos together.
#[derive(Default)]
struct ByAny<'a> {
    judged: BTreeSet<&'a String>,
    killed: BTreeSet<&'a String>,
}

/// How many placebos each ranked technique kills, by whichever property; nothing where there is none.
fn by_any(by_technique: &BTreeMap<&str, ByAny<'_>>) -> Option<String> {
    let of_technique = by_technique.iter().map(|(technique, by_any)| {
        let (n, of) = (by_any.killed.len(), by_any.judged.len());
        format!("{technique} {n} of {of}")
    });
    let of_technique: Vec<String> = of_technique.collect();
    (!of_technique.is_empty()).then(|| {
        format!(
            "Placebos killed by any property of a technique: {}.",
            of_technique.join(", ")
        )
    })
}

fn notes(findings: &Findings, n_placebos: usize, n_ranked_killers: usize) -> Vec<String> {
    let about = format!(
        "A placebo is the subject in other words: what should not matter is written or decided in another \
         way. The subject has {n_placebos}, and none is counted as a mutant. For reference, which compares \
         with the original's own output, killed means that an output differs."
    );
    let told = match (n_ranked_killers, findings.policy.excludes_placebo_killers) {
        (0, _) => "None of the ranked properties kills a placebo.".to_owned(),
        (n, true) => format!(
            "{} a placebo: on those data sets it is not sound, and under this policy it kills nothing there.",
            kill(n)
        ),
        (n, false) => format!(
            "{} a placebo: on those data sets it is not sound, and under this policy it counts all the same.",
            kill(n)
        ),
    };
    vec![about, told]
}

fn kill(n: usize) -> String {
    match n {
        1 => "One of the ranked properties kills".to_owned(),
        n => format!("{n} of the ranked properties each kill"),
    }
}
