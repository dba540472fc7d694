//! Testing of whole programs and testing of their functions, on the same mutants.

use killrate_record::CheckProvenance;
use polars::prelude::*;

use crate::columns::{FILE, FUNCTION, KILLED, MUTANT, PROPERTY, PROPERTY_SET, SUBJECT, TECHNIQUE};
use crate::findings::Findings;
use crate::frames::{cols, inner_join, stacked};
use crate::roles::{METAMORPHIC, PROPERTY_SETS, RUNTIME_CHECKING};

/// The column of [`levels`] that names them.
pub(crate) const LEVEL: &str = "level";

/// What properties are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    /// The thesis's properties of whole programs.
    System,
    /// The thesis's properties of functions.
    Functions,
    /// These and further properties of functions.
    FurtherFunctions,
}

impl Level {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::System, Self::Functions, Self::FurtherFunctions];

    /// Its value in the column [`LEVEL`], and how rows of tables call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::System => "metamorphic, the thesis's properties",
            Self::Functions => "mrc, the thesis's properties",
            Self::FurtherFunctions => "mrc, all properties",
        }
    }
}

/// One row per usable mutant and level: whether anything at the level killed it.
///
/// Where the thesis has no properties of a subject's functions, all of them are further ones.
pub(crate) fn levels(findings: &Findings) -> PolarsResult<LazyFrame> {
    let kills = findings.kills.clone();
    let is_checked = || col(TECHNIQUE).eq(lit(RUNTIME_CHECKING));
    let is_of_thesis_set = col(PROPERTY_SET).eq(lit(PROPERTY_SETS[0].name));
    let of_system = col(TECHNIQUE).eq(lit(METAMORPHIC)).and(is_of_thesis_set);
    let at = |level: Level, is_of: Expr| {
        kills.clone().filter(is_of).select([
            col(SUBJECT),
            col(MUTANT),
            col(KILLED),
            lit(level.name()).alias(LEVEL),
        ])
    };
    stacked(&[
        at(Level::System, of_system),
        at(Level::Functions, is_checked().and(is_of_thesis(findings))),
        at(Level::FurtherFunctions, is_checked()),
    ])
}

/// Whether a row's property of a function is one of the thesis's.
pub(crate) fn is_of_thesis(findings: &Findings) -> Expr {
    let properties = findings.subjects.iter().flat_map(|subject| {
        let names = findings.published.function_properties(subject).into_iter();
        names.map(move |name| {
            let is_subject = col(SUBJECT).eq(lit(subject.clone()));
            is_subject.and(col(PROPERTY).eq(lit(name.to_owned())))
        })
    });
    properties.fold(lit(false), Expr::or)
}

/// The rows of a frame whose mutants are in the functions that these properties are about.
pub(crate) fn in_functions<'a>(
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

/// The checks of the thesis's own properties.
pub(crate) fn checks_of_thesis(findings: &Findings) -> impl Iterator<Item = &CheckProvenance> {
    findings.provenance.checks.iter().filter(|check| {
        let known = findings
            .published
            .function_properties(check.subject.as_str());
        known.contains(&check.property.as_str())
    })
}
