//! The tables of a report: one question per file.

mod across;
mod agreement;
mod as_printed;
mod checked_functions;
mod claims;
mod classes;
mod comparisons;
mod contributions;
mod costs;
mod curve;
mod data_sets;
mod discarded;
mod dominators;
mod effects;
mod equivalents;
mod false_alarms;
mod flips;
mod function_funnel;
mod function_kills;
mod function_properties;
mod functions;
mod funnel;
mod imitation;
mod level_overlap;
mod levels;
mod lines;
mod matrix;
mod operators;
mod overhead;
mod overlap;
mod per_technique;
mod properties;
mod random_programs;
mod skipped;
mod survivors;
mod techniques;
mod uncertainty;
mod unique;
mod unsound;

pub(crate) use as_printed::AS_PRINTED;
pub(crate) use overlap::{Regions, regions_over};
pub(crate) use random_programs::SORT;
pub(crate) use techniques::{Scores, place_of_role, scores};

use crate::findings::Findings;
use crate::names::find;
use crate::{AnalysisError, Table};

/// A kind of table.
pub struct TableKind {
    /// Its name on the command line.
    pub name: &'static str,
    /// The numbers of the thesis's tables that it answers to.
    pub thesis: &'static [&'static str],
    /// The question it answers.
    pub question: &'static str,
    /// Whether a report has it without being asked.
    pub is_main: bool,
    /// Makes the tables of this kind, usually one per subject.
    pub(crate) build: fn(&Findings) -> Result<Vec<Table>, AnalysisError>,
}

/// Every kind, in the order of the report.
pub const TABLES: [&TableKind; 35] = [
    &funnel::FUNNEL,
    &discarded::DISCARDED,
    &false_alarms::FALSE_ALARMS,
    &unsound::UNSOUND,
    &agreement::AGREEMENT,
    &lines::LINES,
    &skipped::SKIPPED,
    &properties::PROPERTIES,
    &unique::UNIQUE,
    &contributions::CONTRIBUTIONS,
    &curve::CURVE,
    &effects::EFFECTS,
    &data_sets::DATA_SETS,
    &operators::OPERATORS,
    &functions::FUNCTIONS,
    &survivors::SURVIVORS,
    &costs::COSTS,
    &classes::CLASSES,
    &overlap::OVERLAP,
    &techniques::TECHNIQUES,
    &random_programs::RANDOM_PROGRAMS,
    &function_properties::FUNCTION_PROPERTIES,
    &levels::LEVELS,
    &level_overlap::LEVEL_OVERLAP,
    &checked_functions::CHECKED_FUNCTIONS,
    &function_kills::FUNCTION_KILLS,
    &function_funnel::FUNCTION_FUNNEL,
    &overhead::OVERHEAD,
    &comparisons::COMPARISONS,
    &uncertainty::UNCERTAINTY,
    &imitation::IMITATION,
    &equivalents::EQUIVALENTS,
    &dominators::DOMINATORS,
    &flips::FLIPS,
    &claims::KIND,
];

/// The names that `--table` takes, without those of the thesis.
pub fn table_names() -> Vec<&'static str> {
    TABLES.iter().map(|kind| kind.name).collect()
}

impl TableKind {
    /// The kind of this name, or of this number in the thesis.
    ///
    /// # Errors
    /// When there is none; the error names the nearest.
    pub fn named(name: &str) -> Result<&'static Self, AnalysisError> {
        let by_number = TABLES.iter().find(|kind| kind.thesis.contains(&name));
        by_number.map_or_else(
            || find("table", name, &TABLES, |kind| kind.name),
            |kind| Ok(kind),
        )
    }
}

impl std::fmt::Debug for TableKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TableKind({})", self.name)
    }
}
