//! The cases of one subject, with the distinct requests behind them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use killrate_model::{Case, Digest, Request};
use killrate_techniques::{Learner, Lesson, PlanError, Setting, Skipped, Taught, Technique};

use crate::design::Roster;
use crate::observer::{ObserveError, Observer};

/// Everything that will be judged on one subject.
#[derive(Default)]
pub(crate) struct Planned {
    pub(crate) techniques: Vec<Box<dyn Technique>>,
    pub(crate) cases: Vec<PlannedCase>,
    pub(crate) skipped: Vec<Skipped>,
    /// The distinct requests of all cases, in the order first asked for.
    pub(crate) requests: Vec<Arc<Request>>,
    index: BTreeMap<Digest, usize>,
}

/// A case, its technique and its requests, as indices into [`Planned`].
pub(crate) struct PlannedCase {
    pub(crate) technique: usize,
    pub(crate) case: Case,
    pub(crate) requests: Vec<usize>,
}

/// Why a subject cannot be planned.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PlanningError {
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error(transparent)]
    Observe(#[from] ObserveError),
}

/// Shows a learner the runs of the original that it wants to see, until it has seen enough.
pub(crate) fn teach(
    mut learner: Box<dyn Learner>,
    setting: &Setting<'_>,
    observer: &Observer<'_>,
) -> Result<Box<dyn Technique>, ObserveError> {
    loop {
        let requests = learner.lessons(setting);
        let observations = observer.show(&requests)?;
        let pairs = requests.into_iter().zip(observations);
        let lessons: Vec<Lesson> = pairs
            .map(|(request, observation)| Lesson {
                request,
                observation,
            })
            .collect();
        match learner.learn(&lessons) {
            Taught::Ready(technique) => return Ok(technique),
            Taught::WantsMore(next) => learner = next,
        }
    }
}

impl Planned {
    /// Teaches the learners, plans every technique, and runs the original on every request.
    pub(crate) fn new(
        roster: Roster,
        setting: &Setting<'_>,
        observer: &mut Observer<'_>,
    ) -> Result<Self, PlanningError> {
        let mut planned = Self::default();
        for technique in roster.techniques {
            planned.add(technique, setting)?;
        }
        for learner in roster.learners {
            planned.add(teach(learner, setting, observer)?, setting)?;
        }
        observer.learn(&planned.requests)?;
        Ok(planned)
    }

    /// The same plan without some cases, and without requests that only these ask for.
    pub(crate) fn without(self, unwanted: &BTreeSet<usize>) -> Self {
        let mut planned = Self {
            techniques: self.techniques,
            skipped: self.skipped,
            ..Self::default()
        };
        for (place, mut planned_case) in self.cases.into_iter().enumerate() {
            if !unwanted.contains(&place) {
                let requests = planned_case.case.requests.iter();
                planned_case.requests = requests.map(|request| planned.index_of(request)).collect();
                planned.cases.push(planned_case);
            }
        }
        planned
    }

    fn add(
        &mut self,
        technique: Box<dyn Technique>,
        setting: &Setting<'_>,
    ) -> Result<(), PlanError> {
        let plan = technique.plan(setting)?;
        for mut case in plan.cases {
            let requests: Vec<usize> = case
                .requests
                .iter()
                .map(|request| self.index_of(request))
                .collect();
            // Equal requests become one, so that big inputs are held once.
            case.requests = requests
                .iter()
                .map(|&i| Arc::clone(&self.requests[i]))
                .collect();
            self.cases.push(PlannedCase {
                technique: self.techniques.len(),
                case,
                requests,
            });
        }
        self.skipped.extend(plan.skipped);
        self.techniques.push(technique);
        Ok(())
    }

    fn index_of(&mut self, request: &Arc<Request>) -> usize {
        *self.index.entry(request.digest()).or_insert_with(|| {
            self.requests.push(Arc::clone(request));
            self.requests.len() - 1
        })
    }
}
