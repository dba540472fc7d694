//! A whole record in memory.

use crate::table::Row;
use crate::{
    ChainRow, CheckCostRow, CostRow, FuelRow, LineRow, MutantRow, OutputRow, Provenance, ReachRow,
    SameCodeRow, SkippedRow, VerdictRow,
};

/// What running a study produced.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// What the rows are about.
    pub provenance: Provenance,
    /// Every mutant that was made.
    pub mutants: Vec<MutantRow>,
    /// What the source runs reached.
    pub reach: Vec<ReachRow>,
    /// Mutants that are slow or hang; empty where none is.
    pub fuel: Vec<FuelRow>,
    /// What the outputs of source runs look like; empty in imported records and before format 3.
    pub outputs: Vec<OutputRow>,
    /// Which lines the source runs ran; empty unless the study asks for it.
    pub lines: Vec<LineRow>,
    /// Mutants whose optimised code was compared; empty unless the study asks for it.
    pub same_code: Vec<SameCodeRow>,
    /// Every judgement.
    pub verdicts: Vec<VerdictRow>,
    /// How far chains of properties were tried; empty where no technique tries any.
    pub chains: Vec<ChainRow>,
    /// Every judgement that was planned and did not apply.
    pub skipped: Vec<SkippedRow>,
    /// What the judgements took.
    pub costs: Vec<CostRow>,
    /// What testing properties of functions took on the originals; empty where none were tested.
    pub check_costs: Vec<CheckCostRow>,
}

/// The rows in the order of their keys.
pub(crate) fn sorted<R: Row>(rows: &[R]) -> Vec<&R> {
    let mut rows: Vec<&R> = rows.iter().collect();
    rows.sort_by(|a, b| a.key().cmp(&b.key()));
    rows
}
