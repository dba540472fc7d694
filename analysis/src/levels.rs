//! Testing of whole programs and testing of their functions, on the same mutants.

use killrate_record::CheckProvenance;
use polars::prelude::*;

use crate::Papers;
use crate::columns::{FILE, FUNCTION, KILLED, MUTANT, PROPERTY, SUBJECT, TECHNIQUE};
use crate::findings::Findings;
use crate::frames::{cols, inner_join, stacked};
use crate::roles::{METAMORPHIC, RUNTIME_CHECKING};

/// The column of [`levels`] that names them.
pub const LEVEL: &str = "level";

/// What properties are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Whole programs: the metamorphic properties that are compared.
    System,
    /// Functions: the properties that a paper has.
    Functions,
    /// Functions: these and further properties.
    FurtherFunctions,
}

impl Level {
    /// All of them, in the order of tables; without a paper it has no properties that others are
    /// further to.
    pub(crate) fn all(papers: &Papers) -> &'static [Self] {
        match papers.compared() {
            Some(_) => &[Self::System, Self::Functions, Self::FurtherFunctions],
            None => &[Self::System, Self::FurtherFunctions],
        }
    }

    /// Its value in the column [`LEVEL`], and how rows of tables call it.
    pub fn name(self, papers: &Papers) -> String {
        let title = papers.compared().map_or(ALL, |set| set.title);
        match self {
            Self::System => format!("{METAMORPHIC}, {title}"),
            Self::Functions => format!("{RUNTIME_CHECKING}, {title}"),
            Self::FurtherFunctions => format!("{RUNTIME_CHECKING}, {ALL}"),
        }
    }
}

const ALL: &str = "all properties";

/// One row per usable mutant and level: whether anything at the level killed it.
///
/// Where no paper has properties of a subject's functions, all of them are further ones.
///
/// # Errors
/// When the frames do not fit together.
pub fn levels(findings: &Findings) -> PolarsResult<LazyFrame> {
    let kills = findings.kills.clone();
    let is_checked = || col(TECHNIQUE).eq(lit(RUNTIME_CHECKING));
    let at = |level: Level, is_of: Expr| {
        kills.clone().filter(is_of).select([
            col(SUBJECT),
            col(MUTANT),
            col(KILLED),
            lit(level.name(&findings.papers)).alias(LEVEL),
        ])
    };
    stacked(&[
        at(Level::System, findings.papers.is_compared()),
        at(Level::Functions, is_checked().and(is_of_paper(findings))),
        at(Level::FurtherFunctions, is_checked()),
    ])
}

/// Whether a row's property of a function is one that a paper has.
pub(crate) fn is_of_paper(findings: &Findings) -> Expr {
    let properties = findings.subjects.iter().flat_map(|subject| {
        let names = findings.published.function_properties(subject).iter();
        names.map(move |name| {
            let is_subject = col(SUBJECT).eq(lit(subject.clone()));
            is_subject.and(col(PROPERTY).eq(lit(name.clone())))
        })
    });
    properties.fold(lit(false), Expr::or)
}

/// The rows of a frame whose mutants are in the functions that these properties are about.
///
/// # Errors
/// When the frames do not fit together.
pub fn in_functions<'a>(
    findings: &Findings,
    frame: LazyFrame,
    checks: impl Iterator<Item = &'a CheckProvenance>,
) -> PolarsResult<LazyFrame> {
    let mut places: Vec<[String; 3]> = checks
        .map(|check| {
            let subject = check.subject.to_string();
            [subject, check.file.clone(), check.function.clone()]
        })
        .collect();
    places.sort();
    places.dedup();
    let column = |name: &str, index: usize| {
        let values: Vec<&str> = places.iter().map(|place| place[index].as_str()).collect();
        Column::new(name.into(), values)
    };
    let key = [SUBJECT, FILE, FUNCTION];
    let functions = DataFrame::new_infer_height(vec![
        column(SUBJECT, 0),
        column(FILE, 1),
        column(FUNCTION, 2),
    ])?;
    let mutants = findings
        .fates
        .clone()
        .select(cols(&[SUBJECT, MUTANT, FILE, FUNCTION]));
    let mutants =
        inner_join(mutants, functions.lazy(), &key, &key).select(cols(&[SUBJECT, MUTANT]));
    let key = [SUBJECT, MUTANT];
    Ok(inner_join(frame, mutants, &key, &key))
}

/// The checks of properties that a paper has.
pub fn checks_of_paper(findings: &Findings) -> impl Iterator<Item = &CheckProvenance> {
    let published = &findings.published;
    findings.provenance.checks.iter().filter(|check| {
        let mut known = published.function_properties(check.subject.as_str()).iter();
        known.any(|name| name == check.property.as_str())
    })
}
