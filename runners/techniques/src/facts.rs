//! What techniques have to tell of themselves.

use killrate_model::{DataSetName, PropertyName};
use killrate_statistics::Calibration;

use crate::Teaching;

/// Something that a technique found out about itself, which a record should keep.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    /// When it gives an alarm, and how often that accuses the original.
    Calibrated(CalibratedCase),
    /// What it was taught of the original, and how that stood the test.
    Taught(Teaching),
}

/// What was learnt for one property and data set.
#[derive(Debug, Clone, PartialEq)]
pub struct CalibratedCase {
    /// The property.
    pub property: PropertyName,
    /// The data set.
    pub data_set: DataSetName,
    /// The seed of the transform's random choices.
    pub seed: Option<u64>,
    /// When there is an alarm.
    pub calibration: Calibration,
}
