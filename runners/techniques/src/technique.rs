//! What every technique does.

use std::fmt;
use std::sync::Arc;

use killrate_model::{
    Case, DataSet, DataSetName, Interface, NameError, PropertyName, TechniqueName, Verdict,
};
use killrate_properties::PropertyError;

use crate::{Explored, Fact, Step, Transcript};

/// A way of finding out, without an oracle, that a program is wrong.
pub trait Technique: fmt::Debug + Send + Sync {
    /// Its name in studies, records and tables.
    fn name(&self) -> &TechniqueName;

    /// The cases to judge every variant by.
    ///
    /// # Errors
    /// When the technique does not fit the subject or its data; the user can mend that.
    fn plan(&self, setting: &Setting<'_>) -> Result<Plan, PlanError>;

    /// What a case asks of a variant next, or the verdict on it, from everything that was asked and
    /// seen so far.
    ///
    /// The first step sees an empty transcript. The same transcript must always give the same step:
    /// that is how a study is interrupted, divided among machines and explained.
    fn step(&self, case: &Case, transcript: &Transcript) -> Step<Verdict>;

    /// What a record should keep of what the technique found out about itself.
    fn facts(&self) -> Vec<Fact> {
        Vec::new()
    }

    /// Whether a dialogue goes on where nothing follows from some of what was asked, and is told which
    /// ([`Transcript::unanswered`]); otherwise it ends there, inconclusive.
    fn goes_on_without_answers(&self) -> bool {
        false
    }

    /// How far a dialogue that is over has tried chains of properties; `None` from techniques that try
    /// none.
    fn explored(&self, _case: &Case, _transcript: &Transcript) -> Option<Explored> {
        None
    }
}

// Whoever brings a technique of their own keeps it in an `Arc`, and it is planned like any other.
impl<T: Technique + ?Sized> Technique for Arc<T> {
    fn name(&self) -> &TechniqueName {
        T::name(self)
    }

    fn plan(&self, setting: &Setting<'_>) -> Result<Plan, PlanError> {
        T::plan(self, setting)
    }

    fn step(&self, case: &Case, transcript: &Transcript) -> Step<Verdict> {
        T::step(self, case, transcript)
    }

    fn facts(&self) -> Vec<Fact> {
        T::facts(self)
    }

    fn goes_on_without_answers(&self) -> bool {
        T::goes_on_without_answers(self)
    }

    fn explored(&self, case: &Case, transcript: &Transcript) -> Option<Explored> {
        T::explored(self, case, transcript)
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
    /// A property of a sequence cannot read what those before it make.
    #[error(
        "property `{property}` cannot follow `{before}` on data set `{data_set}`; leave one of them out"
    )]
    CannotFollow {
        /// Which property.
        property: PropertyName,
        /// Those before it, in order.
        before: String,
        /// The data set.
        data_set: DataSetName,
        /// What is in the way.
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
