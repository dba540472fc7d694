//! What Zhang et al. (ASE 2014) print.

use std::path::Path;

use serde::Deserialize;

use crate::error::FunctionsError;
use crate::keep::read_rows;

/// What the paper prints of inferred relations and of faults.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Published {
    pub(crate) relations: Vec<Relations>,
    pub(crate) filtered: Vec<Detections>,
    pub(crate) unfiltered: Vec<Detections>,
}

/// A row of the paper's Table 4.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Relations {
    pub(crate) function: String,
    pub(crate) library: String,
    pub(crate) mr_type: String,
    pub(crate) inferred_mrs: Option<usize>,
}

/// A row of the paper's Tables 5 and 6.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Detections {
    pub(crate) function: String,
    pub(crate) seeded_faults: usize,
    pub(crate) mr_type: String,
    pub(crate) true_detections: usize,
}

impl Published {
    /// Reads the paper's tables from a folder.
    ///
    /// # Errors
    /// When one of them is not there.
    pub fn read(folder: &Path) -> Result<Self, FunctionsError> {
        Ok(Self {
            relations: read_rows(&folder.join("ase14_4_mrs_common_functions.csv"))?,
            filtered: read_rows(&folder.join("ase14_5_fault_detection_filtered.csv"))?,
            unfiltered: read_rows(&folder.join("ase14_6_fault_detection_unfiltered.csv"))?,
        })
    }
}
