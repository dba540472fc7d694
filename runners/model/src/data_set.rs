//! What subjects are run on.

use std::collections::BTreeMap;

use crate::{Blob, DataSetName, InputName, OutputName};

/// Named input files of a subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataSet {
    /// Its name in tables.
    pub name: DataSetName,
    /// The content of each input.
    pub inputs: BTreeMap<InputName, Blob>,
}

/// A small data set whose right outputs are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownCase {
    /// The inputs.
    pub data_set: DataSet,
    /// For each output that is known, every content that is right; usually one.
    pub allowed: BTreeMap<OutputName, Vec<Blob>>,
    /// How often a program is run on it, each time with another seed: a random program may be right
    /// once by chance.
    pub n_runs: u32,
}
