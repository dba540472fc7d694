//! The whole answer to a record.

use std::path::Path;

use rayon::prelude::*;

use crate::dimensions::rates;
use crate::findings::Findings;
use crate::headline::headline;
use crate::render::{Format, render};
use crate::{AnalysisError, Dimension, Paragraph, Policy, TABLES, Table, TableKind, View};

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
    /// What stands beside a table of the thesis.
    View(View),
    /// Rates by these dimensions.
    By(Vec<Dimension>),
}

impl Selection {
    /// The kind of table of this name, the view of this number in the thesis, `main` or `all`.
    ///
    /// # Errors
    /// When there is none; the error names the nearest.
    pub fn named(name: &str) -> Result<Self, AnalysisError> {
        match (name, View::numbered(name)) {
            ("main", _) => Ok(Self::Main),
            ("all", _) => Ok(Self::All),
            (_, Some(view)) => Ok(Self::View(view)),
            (_, None) => Ok(Self::One(TableKind::named(name)?)),
        }
    }
}

/// Tables of a record, and what they come to.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The name of the study.
    pub study: String,
    /// The seed of the study; `None` where several studies are compared.
    pub seed: Option<u64>,
    /// The name of the policy.
    pub policy: &'static str,
    /// What the policy counts.
    pub about_policy: &'static str,
    /// The tables.
    pub tables: Vec<Table>,
    /// What the answer answers.
    pub question: &'static str,
    /// The answer in words; empty when one kind of table was asked for.
    pub headline: Vec<Paragraph>,
    /// The kinds of tables that were left out, and what several of them are asked for by.
    pub left_out: Vec<&'static str>,
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

/// The tables of a record, with the papers' numbers from the folder `published`.
///
/// # Errors
/// When the record or a published table cannot be read, or the policy needs what the record lacks.
pub fn analyse(
    record: &Path,
    published: Option<&Path>,
    policy: &'static Policy,
    selection: Selection,
) -> Result<Report, AnalysisError> {
    let findings = Findings::gather(record, published, policy)?;
    summarise(&findings, selection)
}

/// The tables of findings, and what they come to.
pub(crate) fn summarise(
    findings: &Findings,
    selection: Selection,
) -> Result<Report, AnalysisError> {
    let policy = findings.policy;
    let single = match &selection {
        Selection::One(kind) => Some(*kind),
        Selection::View(view) => Some(view.kind()?),
        Selection::Answer | Selection::Main | Selection::All | Selection::By(_) => None,
    };
    let is_wanted = |kind: &TableKind| match &selection {
        Selection::Answer => false,
        Selection::Main => kind.is_main,
        Selection::All => true,
        _ => single.is_some_and(|single| kind.name == single.name),
    };
    let (kinds, others): (Vec<&TableKind>, Vec<&TableKind>) =
        TABLES.into_iter().partition(|kind| is_wanted(kind));
    let others = others.into_iter().map(|kind| kind.name);
    // Side by side: much of a table's work is done by one thread, and in large records it shows.
    let built = kinds.into_par_iter().map(|kind| (kind.build)(findings));
    let built: Vec<Result<Vec<Table>, AnalysisError>> = built.collect();
    let mut tables = Vec::new();
    for tables_of_kind in built {
        tables.extend(tables_of_kind?);
    }
    if let Selection::View(view) = &selection {
        let n_subjects = findings.subjects.len();
        tables.retain(|table| view.has(table.subject.as_deref(), n_subjects));
    }
    if let Selection::By(dimensions) = &selection {
        tables.push(rates(findings, dimensions)?);
    }
    let is_single = matches!(
        selection,
        Selection::One(_) | Selection::View(_) | Selection::By(_)
    );
    Ok(Report {
        study: findings.provenance.study.name.to_string(),
        seed: Some(findings.provenance.seed),
        policy: policy.name,
        about_policy: policy.about,
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
    })
}

/// The report of a record as text in the format asked for.
///
/// # Errors
/// As [`analyse`].
pub fn report(
    record: &Path,
    published: Option<&Path>,
    options: &ReportOptions,
) -> Result<String, AnalysisError> {
    let report = analyse(record, published, options.policy, options.tables.clone())?;
    Ok(render(&report, options.format))
}
