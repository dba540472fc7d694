//! What came of a property of a function in one run.

use crate::PropertyName;

/// What came of a property of a function in one run of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckTally {
    /// The property.
    pub name: PropertyName,
    /// How often its function was called.
    pub n_calls: u64,
    /// How often the property was tested.
    pub n_tests: u64,
    /// How many of the tests raised an alarm.
    pub n_alarms: u64,
    /// How many of the tests could not be finished.
    pub n_inconclusive: u64,
    /// The first alarm, or else why the first such test could not be finished; empty without either.
    pub detail: String,
}
