//! The whole answer to a record.

use std::collections::BTreeSet;
use std::path::Path;

use killrate_model::nearest;
use rayon::prelude::*;

use crate::dimensions::rates;
use crate::findings::Findings;
use crate::first_killers::{assumes_all_killers, left_out};
use crate::headline::headline;
use crate::render::{Format, render};
use crate::{AnalysisError, Dimension, Papers, Paragraph, Policy, Table, TableKind, View};

/// What to report, and how.
#[derive(Debug, Clone)]
pub struct ReportOptions {
    /// What counts as a kill.
    pub policy: &'static Policy,
    /// Which tables are wanted.
    pub tables: Selection,
    /// How it is written.
    pub format: Format,
}

/// Which tables are wanted.
#[derive(Debug, Clone)]
pub enum Selection {
    /// The answer in words and pictures alone: what to read first.
    Answer,
    /// Those that answer the study's question, and the answer in words.
    Main,
    /// Every kind, and the answer in words.
    All,
    /// This kind alone.
    One(&'static TableKind),
    /// Several kinds and views, in this order.
    Several(Vec<Wanted>),
    /// Rates by these dimensions.
    By(Vec<Dimension>),
}

/// A table that was asked for by its name, or by its number in a paper.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// As it was asked for.
    name: &'static str,
    /// `None` for a paper's table that nothing of ours stands beside.
    kind: Option<&'static TableKind>,
    /// Which of the kind's tables are wanted; `None` for all.
    view: Option<View>,
}

/// What stands for several tables, and with the answer in words.
const WHOLE: [&str; 2] = ["main", "all"];

impl Selection {
    /// The kind of table of this name, the table of this number in a paper, `main` or `all`; several of
    /// the former with commas between them.
    ///
    /// # Errors
    /// When there is none, which tells what there is, when one is named twice, and when `main` or `all`
    /// is not alone.
    pub fn named(names: &str, papers: &Papers) -> Result<Self, AnalysisError> {
        match listed(names).as_slice() {
            ["main"] => Ok(Self::Main),
            ["all"] => Ok(Self::All),
            names => {
                let is_whole = |name: &&&str| WHOLE.contains(name) && names.len() > 1;
                if let Some(name) = names.iter().find(is_whole) {
                    let name = (*name).to_owned();
                    return Err(AnalysisError::NotAlone { name });
                }
                check_distinct("table", names)?;
                let wanted = names.iter().map(|name| Wanted::named(name, papers));
                Ok(Self::Several(wanted.collect::<Result<_, _>>()?))
            }
        }
    }

    /// Rates by the dimensions of these names, with commas between them.
    ///
    /// # Errors
    /// When there is no such dimension, or one is named twice.
    pub fn by(names: &str) -> Result<Self, AnalysisError> {
        let names = listed(names);
        check_distinct("dimension", &names)?;
        let dimensions = names.iter().map(|name| Dimension::named(name));
        Ok(Self::By(dimensions.collect::<Result<_, _>>()?))
    }

    /// The tables that were asked for one by one.
    fn wanted(&self, papers: &Papers) -> Vec<Wanted> {
        let all = || papers.tables().into_iter();
        match self {
            Self::Answer | Self::By(_) => Vec::new(),
            Self::Main => all()
                .filter(|kind| kind.is_main)
                .map(Wanted::of_kind)
                .collect(),
            Self::All => all().map(Wanted::of_kind).collect(),
            Self::One(kind) => vec![Wanted::of_kind(kind)],
            Self::Several(wanted) => wanted.clone(),
        }
    }

    /// Whether it is of single tables, so that the answer in words is left out.
    fn is_single(&self) -> bool {
        !matches!(self, Self::Answer | Self::Main | Self::All)
    }
}

impl Wanted {
    fn of_kind(kind: &'static TableKind) -> Self {
        Self {
            name: kind.name,
            kind: Some(kind),
            view: None,
        }
    }

    fn named(name: &str, papers: &Papers) -> Result<Self, AnalysisError> {
        let view = papers.view(name);
        let kind = match view {
            Some(view) => view.kind.map(|kind| papers.table(kind)).transpose()?,
            None => {
                let kind = papers.table(name);
                Some(kind.map_err(|_| AnalysisError::Unknown {
                    kind: "table",
                    name: name.to_owned(),
                    hint: hint(name, papers),
                })?)
            }
        };
        let of_kind = kind.map_or("", |kind| kind.name);
        Ok(Self {
            name: view.map_or(of_kind, |view| view.number),
            kind,
            view,
        })
    }

    fn build(&self, findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
        self.kind
            .map_or(Ok(Vec::new()), |kind| (kind.build)(findings))
    }
}

/// The nearest table, and all there are.
fn hint(name: &str, papers: &Papers) -> String {
    let names: Vec<&str> = WHOLE.into_iter().chain(papers.table_names()).collect();
    let nearest = nearest(name, names.iter().copied());
    let nearest = nearest.map_or(String::new(), |name| {
        format!("the nearest name is `{name}`; ")
    });
    let by_number: Vec<String> = papers
        .works
        .iter()
        .filter(|paper| !paper.views.is_empty())
        .map(|paper| {
            let mut numbers: Vec<&str> = paper.views.iter().map(|view| view.number).collect();
            let place =
                |number: &str| -> Vec<u32> { number.split('.').flat_map(str::parse).collect() };
            numbers.sort_by_key(|number| place(number));
            format!(
                ", and by their numbers in {} {}",
                paper.name,
                numbers.join(", ")
            )
        })
        .collect();
    format!(
        "{nearest}there are {}{}",
        names.join(", "),
        by_number.concat()
    )
}

/// Names with commas between them, whatever blanks are around these.
fn listed(names: &str) -> Vec<&str> {
    names.split(',').map(str::trim).collect()
}

fn check_distinct(kind: &'static str, names: &[&str]) -> Result<(), AnalysisError> {
    let mut known = BTreeSet::new();
    match names.iter().find(|name| !known.insert(**name)) {
        None => Ok(()),
        Some(name) => Err(AnalysisError::NamedTwice {
            kind,
            name: (*name).to_owned(),
        }),
    }
}

/// Tables of a record, and what they come to.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The name of the study, or the names of several.
    pub study: String,
    /// The seed of the study; `None` where there are several seeds.
    pub seed: Option<u64>,
    /// The name of the policy.
    pub policy: &'static str,
    /// What the policy counts, and what it does where the record does not tell; without a full stop.
    pub about_policy: String,
    /// The tables.
    pub tables: Vec<Table>,
    /// What the answer answers.
    pub question: &'static str,
    /// The answer in words; empty when one kind of table was asked for.
    pub headline: Vec<Paragraph>,
    /// The kinds of tables that were left out, and what several of them are asked for by.
    pub left_out: Vec<&'static str>,
    /// The tables that were asked for and of which the record has nothing.
    pub absent: Vec<&'static str>,
}

impl Report {
    /// The answer, sentence by sentence.
    pub fn sentences(&self) -> Vec<String> {
        let paragraphs = self.headline.iter();
        paragraphs
            .flat_map(|paragraph| paragraph.sentences.clone())
            .collect()
    }

    /// What the report is about, in a line.
    pub(crate) fn heading(&self) -> String {
        match self.seed {
            Some(seed) => format!("{}, seed {seed}", self.study),
            None => self.study.clone(),
        }
    }
}

/// The tables of a record, or of several together, beside the numbers of papers.
///
/// # Errors
/// When a record or a published table cannot be read, two records do not go together, or the policy
/// needs what a record lacks.
pub fn analyse(
    records: &[impl AsRef<Path>],
    papers: &Papers,
    policy: &'static Policy,
    selection: Selection,
) -> Result<Report, AnalysisError> {
    let findings = Findings::gather(records, papers, policy)?;
    summarise(&findings, selection)
}

/// The tables of findings, and what they come to.
pub(crate) fn summarise(
    findings: &Findings,
    selection: Selection,
) -> Result<Report, AnalysisError> {
    let (papers, policy) = (&findings.papers, findings.policy);
    let wanted = selection.wanted(papers);
    let is_wanted = |name: &&str| wanted.iter().any(|wanted| wanted.name == *name);
    let others = papers
        .table_names()
        .into_iter()
        .filter(|name| !is_wanted(name));
    // Side by side: much of a table's work is done by one thread, and in large records it shows.
    let built: Vec<Result<Vec<Table>, AnalysisError>> = wanted
        .par_iter()
        .map(|wanted| wanted.build(findings))
        .collect();
    let is_full = findings.provenance.is_full_matrix();
    let mut tables = Vec::new();
    let mut absent = Vec::new();
    for (wanted, built) in wanted.iter().zip(built) {
        let mut built = built?;
        let kind = wanted
            .kind
            .filter(|kind| !is_full && assumes_all_killers(kind.name));
        if let Some(kind) = kind {
            // The answer gives the reason once; a table that was asked for alone gives its own.
            let told = Some(left_out(kind.name, kind.question));
            tables.extend(told.filter(|_| selection.is_single()));
            continue;
        }
        if let Some(view) = wanted.view {
            built.retain(|table| view.has(table.subject.as_deref(), &findings.subjects));
        }
        if built.is_empty() && selection.is_single() {
            // What a paper has is shown all the same.
            built.extend(papers.as_printed(wanted.name)?);
        }
        if built.is_empty() && selection.is_single() {
            absent.push(wanted.name);
        }
        tables.extend(built);
    }
    if let Selection::By(dimensions) = &selection {
        tables.push(rates(findings, dimensions)?);
    }
    let is_single = selection.is_single();
    Ok(Report {
        study: findings.study(),
        seed: findings.seed(),
        policy: policy.name,
        about_policy: findings.about_policy()?,
        tables,
        question: "Which technique killed most mutants?",
        headline: if is_single {
            Vec::new()
        } else {
            headline(findings)?
        },
        left_out: match &selection {
            _ if is_single => Vec::new(),
            Selection::Answer => ["main", "all"].into_iter().chain(others).collect(),
            _ => others.collect(),
        },
        absent,
    })
}

/// The report of a record, or of several together, as text in the format asked for.
///
/// # Errors
/// As [`analyse`].
pub fn report(
    records: &[impl AsRef<Path>],
    papers: &Papers,
    options: &ReportOptions,
) -> Result<String, AnalysisError> {
    let report = analyse(records, papers, options.policy, options.tables.clone())?;
    Ok(render(&report, options.format))
}
