//! What every technique does.

use killrate_model::{
    Case, DataSet, DataSetName, Interface, NameError, Observation, PropertyName, Request,
    TechniqueName, Verdict,
};
use killrate_properties::PropertyError;

use crate::{CalibratedCase, Teaching};

/// A way of finding out, without an oracle, that a program is wrong.
pub trait Technique: Send + Sync {
    /// Its name in studies, records and tables.
    fn name(&self) -> &TechniqueName;

    /// The cases to judge every variant by.
    ///
    /// # Errors
    /// When the technique does not fit the subject or its data; the user can mend that.
    fn plan(&self, setting: &Setting<'_>) -> Result<Plan, PlanError>;

    /// Whether what a variant shows for the later requests of a case can still matter, once it has
    /// shown this for the first one. Where it cannot, they need not be run.
    fn needs_rest(&self, _case: &Case, _first: &Observation) -> bool {
        true
    }

    /// Further runs that depend on what was observed so far, for the same case.
    ///
    /// `observed` holds the observations of the case's own requests.
    fn follow_up(&self, _case: &Case, _observed: &[&Observation]) -> Vec<Request> {
        Vec::new()
    }

    /// The verdict on one variant, from the observations of the case's requests in their order,
    /// then those of the follow-up round; of the first request alone where
    /// [`needs_rest`](Self::needs_rest) denies.
    fn judge(&self, case: &Case, observed: &[&Observation]) -> Verdict;

    /// What the original showed of the technique's own errors, where it was asked.
    fn calibrations(&self) -> Vec<CalibratedCase> {
        Vec::new()
    }

    /// What it was taught of the original, where the record should say.
    fn teaching(&self) -> Option<&Teaching> {
        None
    }
}

/// What a technique may know while planning; there is no variant in it.
#[derive(Debug, Clone, Copy)]
pub struct Setting<'a> {
    /// How the subject is called.
    pub interface: &'a Interface,
    /// The study's data sets.
    pub data_sets: &'a [DataSet],
}

/// The cases of one technique on one subject.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plan {
    /// What will be judged.
    pub cases: Vec<Case>,
    /// What cannot be judged here, with reasons.
    pub skipped: Vec<Skipped>,
}

/// A property that does not apply to a data set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// Whose property.
    pub technique: TechniqueName,
    /// Which property.
    pub property: PropertyName,
    /// On which data set.
    pub data_set: DataSetName,
    /// Why it does not apply.
    pub reason: String,
}

/// Why a technique cannot be planned.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// A property does not fit the subject or the data.
    #[error("cannot use property `{property}` on data set `{data_set}`")]
    Property {
        /// Which property.
        property: PropertyName,
        /// On which data set.
        data_set: DataSetName,
        /// What is wrong with it.
        #[source]
        source: PropertyError,
    },
    /// No data set has what a property changes.
    #[error("cannot use property `{property}` on any data set, `{data_set}` among them")]
    FitsNone {
        /// Which property.
        property: PropertyName,
        /// The first data set.
        data_set: DataSetName,
        /// What that lacks.
        #[source]
        source: PropertyError,
    },
    /// A test cannot be named in a record.
    #[error("a test has a name that a record cannot hold; rename it")]
    TestName {
        /// What is wrong with it.
        #[source]
        source: NameError,
    },
}
