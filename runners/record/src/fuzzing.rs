//! The readers of a record's single files, for the fuzz targets.

use std::path::Path;

use crate::folder::{open_provenance, read_table};
use crate::table::{Row, check_columns};
use crate::{
    ChainRow, CheckCostRow, CostRow, FuelRow, LineRow, MutantRow, OutputRow, ReachRow, SameCodeRow,
    SkippedRow, VerdictRow,
};

/// Reads a file as every table of a record.
pub fn read_as_every_table(path: &Path) {
    read::<MutantRow>(path);
    read::<ReachRow>(path);
    read::<FuelRow>(path);
    read::<OutputRow>(path);
    read::<LineRow>(path);
    read::<SameCodeRow>(path);
    read::<VerdictRow>(path);
    read::<ChainRow>(path);
    read::<SkippedRow>(path);
    read::<CostRow>(path);
    read::<CheckCostRow>(path);
}

/// Reads the `provenance.json` of a folder.
pub fn read_provenance(folder: &Path) {
    let _ = open_provenance(folder);
}

fn read<R: Row>(path: &Path) {
    if let Ok(file) = std::fs::File::open(path) {
        let _ = check_columns::<R>(file);
    }
    let _ = read_table::<R>(path);
}
