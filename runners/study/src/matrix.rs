//! Every variant's observations of every request, and the verdicts that follow from them.

use std::collections::BTreeMap;
use std::sync::Arc;

use killrate_model::{Observation, Request, Variant, Verdict};
use killrate_record::Basis;
use rayon::prelude::*;

use crate::observer::{ObserveError, Observer, Seen};
use crate::planned::{Planned, PlannedCase};

/// The observations of one subject: a row per variant, a column per distinct request.
pub(crate) struct Matrix {
    pub(crate) variants: Vec<Variant>,
    seen: Vec<Seen>,
    n_requests: usize,
    /// The follow-up round, by variant and case, where a technique asked for one.
    rounds: BTreeMap<(usize, usize), Vec<Seen>>,
}

/// The follow-up round that one case asks for on one variant.
struct Round {
    variant: usize,
    case: usize,
    requests: Vec<Arc<Request>>,
}

/// One judgement.
pub(crate) struct Judged {
    pub(crate) variant: usize,
    pub(crate) case: usize,
    pub(crate) verdict: Verdict,
    pub(crate) basis: Basis,
}

impl Matrix {
    /// Runs what must be run, each distinct execution once.
    pub(crate) fn observe(
        variants: Vec<Variant>,
        planned: &Planned,
        observer: &mut Observer<'_>,
    ) -> Result<Self, ObserveError> {
        let pairs: Vec<(Variant, Arc<Request>)> = variants
            .iter()
            .flat_map(|variant| {
                planned
                    .requests
                    .iter()
                    .map(|request| (*variant, Arc::clone(request)))
            })
            .collect();
        let seen = observer.observe(&pairs)?;
        let n_requests = planned.requests.len();
        let mut matrix = Self {
            variants,
            seen,
            n_requests,
            rounds: BTreeMap::new(),
        };
        matrix.follow_up(planned, observer)?;
        Ok(matrix)
    }

    /// What a variant showed for a request, by their positions.
    pub(crate) fn seen(&self, variant: usize, request: usize) -> &Seen {
        &self.seen[variant * self.n_requests + request]
    }

    /// Every verdict, in the order of variants, then cases.
    pub(crate) fn judge(&self, planned: &Planned) -> Vec<Judged> {
        (0..self.variants.len())
            .into_par_iter()
            .flat_map_iter(|variant| {
                let judge = move |(case, planned_case)| {
                    self.judge_one(variant, case, planned_case, planned)
                };
                planned.cases.iter().enumerate().map(judge)
            })
            .collect()
    }

    fn judge_one(
        &self,
        variant: usize,
        case: usize,
        planned_case: &PlannedCase,
        planned: &Planned,
    ) -> Judged {
        let seen = self.seen_by(variant, case, planned_case);
        let observed: Vec<&Observation> =
            seen.iter().map(|seen| seen.observation.as_ref()).collect();
        let technique = &planned.techniques[planned_case.technique];
        let bases = || seen.iter().map(|seen| seen.basis);
        let basis = if bases().any(|basis| basis == Basis::Run) {
            Basis::Run
        } else if bases().all(|basis| basis == Basis::NotReached) {
            Basis::NotReached
        } else {
            Basis::NotInfected
        };
        Judged {
            variant,
            case,
            verdict: technique.judge(&planned_case.case, &observed),
            basis,
        }
    }

    fn seen_by(&self, variant: usize, case: usize, planned_case: &PlannedCase) -> Vec<&Seen> {
        let own = planned_case
            .requests
            .iter()
            .map(|&request| self.seen(variant, request));
        let round = self.rounds.get(&(variant, case)).into_iter().flatten();
        own.chain(round).collect()
    }

    /// Runs what techniques ask for after seeing a variant's first observations.
    fn follow_up(
        &mut self,
        planned: &Planned,
        observer: &mut Observer<'_>,
    ) -> Result<(), ObserveError> {
        let mut asked: Vec<Round> = Vec::new();
        for variant in 0..self.variants.len() {
            for (case, planned_case) in planned.cases.iter().enumerate() {
                let seen = self.seen_by(variant, case, planned_case);
                let observed: Vec<&Observation> =
                    seen.iter().map(|seen| seen.observation.as_ref()).collect();
                let technique = &planned.techniques[planned_case.technique];
                let requests = technique.follow_up(&planned_case.case, &observed);
                if !requests.is_empty() {
                    let requests = requests.into_iter().map(Arc::new).collect();
                    asked.push(Round {
                        variant,
                        case,
                        requests,
                    });
                }
            }
        }
        let requests: Vec<Arc<Request>> = asked
            .iter()
            .flat_map(|round| round.requests.iter().cloned())
            .collect();
        observer.learn(&requests)?;
        let pairs: Vec<(Variant, Arc<Request>)> = asked
            .iter()
            .flat_map(|round| {
                let variant = self.variants[round.variant];
                round
                    .requests
                    .iter()
                    .map(move |request| (variant, Arc::clone(request)))
            })
            .collect();
        let mut seen = observer.observe(&pairs)?.into_iter();
        for round in asked {
            let seen = seen.by_ref().take(round.requests.len()).collect();
            self.rounds.insert((round.variant, round.case), seen);
        }
        Ok(())
    }
}
