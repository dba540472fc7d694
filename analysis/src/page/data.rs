//! The facts of a page as the scripts read them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::code::Code;
use super::context::PageContext;
use super::embed::{to_json, to_json_lines};
use super::facts::{CaseFacts, Facts, MutantFacts};
use crate::findings::Findings;
use crate::roles::role;

/// The data of the page as JSON: names are listed once, and rows hold places in these lists.
pub(super) fn data(findings: &Findings, facts: &Facts, context: &PageContext) -> String {
    let mut texts = Texts::default();
    let mutants: Vec<Value> = facts
        .mutants
        .iter()
        .map(|mutant| self::mutant(mutant, facts, &mut texts))
        .collect();
    let columns = facts.columns.iter().map(|column| {
        json!([
            column.technique,
            column.property,
            role(&column.technique).name()
        ])
    });
    let subjects: Vec<Value> = findings
        .subjects
        .iter()
        .zip(&facts.cases)
        .map(|(subject, cases)| {
            json!({
                "name": subject,
                "cases": cases.iter().map(case).collect::<Vec<Value>>(),
            })
        })
        .collect();
    let codes: Vec<Value> = Code::ALL
        .iter()
        .map(|code| json!([code.letter(), code.label(), code.meaning()]))
        .collect();
    let fields: Vec<String> = [
        ("study", to_json(&findings.study())),
        ("codes", to_json_lines(codes)),
        ("columns", to_json_lines(columns)),
        ("subjects", to_json_lines(subjects)),
        ("mutants", to_json_lines(mutants)),
        ("texts", to_json_lines(&texts.list)),
        ("sources", to_json(&sources(findings, facts, context))),
    ]
    .iter()
    .map(|(name, value)| format!("\"{name}\": {value}"))
    .collect();
    format!("{{\n{}\n}}", fields.join(",\n"))
}

fn case(case: &CaseFacts) -> Value {
    json!([case.column, case.data_set, case.seed])
}

/// Texts that many mutants share, each once.
#[derive(Default)]
struct Texts {
    list: Vec<String>,
    places: BTreeMap<String, usize>,
}

impl Texts {
    fn place(&mut self, text: &str) -> usize {
        if let Some(&place) = self.places.get(text) {
            return place;
        }
        self.list.push(text.to_owned());
        self.places.insert(text.to_owned(), self.list.len() - 1);
        self.list.len() - 1
    }
}

fn mutant(mutant: &MutantFacts, facts: &Facts, texts: &mut Texts) -> Value {
    let letters = |codes: &[Code]| codes.iter().map(|code| code.letter()).collect::<String>();
    let optional = |text: &Option<String>, texts: &mut Texts| match text {
        Some(text) => json!(texts.place(text)),
        None => Value::Null,
    };
    let steps: String = mutant.steps.iter().map(|&step| step_letter(step)).collect();
    json!([
        mutant.subject,
        mutant.number,
        mutant.id,
        texts.place(&mutant.class),
        texts.place(&mutant.operator),
        texts.place(&mutant.file),
        texts.place(&mutant.function),
        mutant.line,
        mutant.column,
        mutant.before,
        mutant.after,
        steps,
        optional(&mutant.discarded, texts),
        optional(&mutant.refused, texts),
        letters(&mutant.cells),
        letters(&mutant.codes),
        evidence(mutant, &facts.cases[mutant.subject], texts),
    ])
}

fn step_letter(step: Option<bool>) -> char {
    match step {
        Some(true) => 'y',
        Some(false) => 'n',
        None => '?',
    }
}

/// For every column the evidence of its first case that came to what the column came to.
///
/// Evidence of any other case would contradict what stands beside it: an alarm of an unsound case is
/// no reason for a property that is blind.
fn evidence(mutant: &MutantFacts, cases: &[CaseFacts], texts: &mut Texts) -> Vec<[usize; 2]> {
    let mut seen = BTreeSet::new();
    let mut of_columns: Vec<[usize; 2]> = Vec::new();
    for (&case, detail) in &mutant.details {
        let column = cases[case].column;
        if mutant.codes[case] == mutant.cells[column] && seen.insert(column) {
            of_columns.push([case, texts.place(detail)]);
        }
    }
    of_columns
}

/// The sources that hold a mutant, by subject and file.
fn sources<'a>(
    findings: &'a Findings,
    facts: &'a Facts,
    context: &'a PageContext,
) -> BTreeMap<&'a str, BTreeMap<&'a str, &'a str>> {
    let mut sources: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
    for mutant in &facts.mutants {
        let subject = findings.subjects[mutant.subject].as_str();
        if let Some(text) = context.source(subject, &mutant.file) {
            let files = sources.entry(subject).or_default();
            files.insert(&mutant.file, text);
        }
    }
    sources
}
