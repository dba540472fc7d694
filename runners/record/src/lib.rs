//! The record of a study on disk.
//!
//! A record is a folder of Parquet files and a `provenance.json`: what was judged, by whom, on what,
//! and what came out. Facts only: whether a mutant counts as killed is an opinion, and opinions are
//! computed in the analysis. The same rows give the same bytes, whatever order they come in.

mod basis;
mod by_column;
mod chains;
mod check_costs;
mod coded;
pub mod columns;
mod compare;
mod costs;
mod files;
mod folder;
mod fuel;
#[cfg(fuzzing)]
pub mod fuzzing;
mod guard;
mod json_lines;
mod kind;
mod lines;
mod mutants;
mod nowhere;
mod outputs;
mod placebos;
mod provenance;
mod reach;
mod record;
mod same_code;
mod skipped;
mod table;
mod variant;
mod verdicts;
mod write;

pub use basis::Basis;
pub use by_column::{NamedValues, Values, columns_to_parquet, read_columns};
pub use chains::ChainRow;
pub use check_costs::CheckCostRow;
pub use coded::{Coded, Coder};
pub use compare::{Difference, Side, compare, compare_provenances};
pub use costs::CostRow;
pub use folder::{RecordError, RecordFolder, open, provenance_at, read};
pub use fuel::FuelRow;
pub use json_lines::{JsonLinesError, from_json_lines, to_json_lines};
pub use lines::LineRow;
pub use mutants::MutantRow;
pub use nowhere::{Skipped, applies_nowhere, why_skipped};
pub use outputs::OutputRow;
pub use provenance::{
    CalibrationProvenance, CheckProvenance, FORMAT, InvariantsProvenance, LimitsPolicy,
    PropertyProvenance, Provenance, StudyProvenance, SubjectProvenance,
};
pub use reach::ReachRow;
pub use record::Record;
pub use same_code::SameCodeRow;
pub use skipped::SkippedRow;
pub use variant::VariantId;
pub use verdicts::VerdictRow;
pub use write::{check_place, is_part, write};
