//! The cases of several techniques together.

use std::sync::Arc;

use killrate_model::{Case, Request};
use killrate_techniques::{PlanError, Setting, Skipped, Technique};

use crate::intern::Interner;

/// Everything that will be judged on one subject.
#[derive(Default)]
pub struct Planned {
    /// The techniques that judge.
    pub techniques: Vec<Box<dyn Technique>>,
    /// What they judge by.
    pub cases: Vec<PlannedCase>,
    /// What they cannot judge here, with reasons.
    pub skipped: Vec<Skipped>,
}

/// A case and its technique.
#[derive(Debug, Clone)]
pub struct PlannedCase {
    /// The position of the technique.
    pub technique: usize,
    /// The case.
    pub case: Case,
}

impl Planned {
    /// Plans these techniques, in their order.
    ///
    /// # Errors
    /// When one of them does not fit the subject or its data.
    pub fn new(
        techniques: Vec<Box<dyn Technique>>,
        setting: &Setting<'_>,
    ) -> Result<Self, PlanError> {
        let mut planned = Self::default();
        let mut interner = Interner::default();
        for technique in techniques {
            let plan = technique.plan(setting)?;
            for mut case in plan.cases {
                // Equal requests become one, so that big inputs are held once.
                for request in &mut case.requests {
                    let number = interner.number(request);
                    *request = Arc::clone(interner.request(number));
                }
                planned.cases.push(PlannedCase {
                    // The technique itself is pushed below, so its position is the number of those
                    // before it.
                    technique: planned.techniques.len(),
                    case,
                });
            }
            planned.skipped.extend(plan.skipped);
            planned.techniques.push(technique);
        }
        Ok(planned)
    }

    /// The distinct requests that are known before anything ran, in the order of cases.
    /// A technique may ask for others as soon as it has seen something, which no plan can tell.
    pub fn requests(&self) -> Vec<Arc<Request>> {
        let mut interner = Interner::default();
        for planned_case in &self.cases {
            for request in &planned_case.case.requests {
                interner.number(request);
            }
        }
        interner.into_requests()
    }

    /// The technique of a case, by the case's position.
    pub fn technique_of(&self, case: usize) -> &dyn Technique {
        self.techniques[self.cases[case].technique].as_ref()
    }
}
