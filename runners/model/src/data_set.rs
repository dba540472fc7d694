//! What subjects are run on.

use std::collections::BTreeMap;

use crate::{ArgumentNumber, Blob, DataSetName, InputName, OutputName};

/// Named input files of a subject, and numbers among its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataSet {
    /// Its name in tables.
    pub name: DataSetName,
    /// The content of each input.
    pub inputs: BTreeMap<InputName, Blob>,
    /// The numbers among arguments that are not what the interface has.
    pub numbers: BTreeMap<InputName, ArgumentNumber>,
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
