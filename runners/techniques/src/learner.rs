//! Techniques that learn from the original before they judge.

use std::sync::Arc;

use killrate_model::{Observation, Request, TechniqueName};

use crate::{Setting, Technique};

/// A technique that looks at the original first, as a separate and declared step.
pub trait Learner: Send + Sync {
    /// Its name in studies, records and tables.
    fn name(&self) -> &TechniqueName;

    /// The runs of the original it wants to see.
    fn lessons(&self, setting: &Setting<'_>) -> Vec<Arc<Request>>;

    /// What results from these lessons.
    fn learn(&self, lessons: &[Lesson]) -> Taught;
}

/// What lessons lead to.
pub enum Taught {
    /// A technique.
    Ready(Box<dyn Technique>),
    /// A learner that has to see more runs of the original.
    WantsMore(Box<dyn Learner>),
}

impl Taught {
    /// The technique, if the learner has seen enough.
    pub fn ready(self) -> Option<Box<dyn Technique>> {
        match self {
            Self::Ready(technique) => Some(technique),
            Self::WantsMore(_) => None,
        }
    }
}

/// A run of the original, shown to a learner.
#[derive(Debug, Clone)]
pub struct Lesson {
    /// What was asked.
    pub request: Arc<Request>,
    /// What the original showed.
    pub observation: Arc<Observation>,
}
