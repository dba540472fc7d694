//! The runs of a case, and what is read of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use killrate_model::{
    Case, DataSet, Interface, Observation, PropertyName, Reason, Request, TechniqueName, Verdict,
};
use killrate_properties::FollowUp;

use crate::commands::Commands;
use crate::metamorphic::seeds_of;
use crate::sampled::SampledProperty;
use crate::sampled::reading::{Reading, Side};
use crate::sampled::sampling::{Purpose, Sampling};
use crate::{PlanError, Skipped, Step, TechniqueKind};

/// What all techniques of this kind are made from.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The technique.
    pub kind: TechniqueKind,
    /// How the subject is called.
    pub interface: Interface,
    /// The properties of many runs.
    pub properties: BTreeMap<PropertyName, SampledProperty>,
    /// The seeds of transforms that make random choices.
    pub transform_seeds: Vec<u64>,
    /// How samples are taken and compared.
    pub sampling: Sampling,
    /// Which runs the second sample is.
    pub compared: Compared,
}

/// Which runs a sample of source runs is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compared {
    /// Follow-up runs, as in a study.
    SourceWithFollowUp,
    /// Further source runs, which nothing but chance tells apart: every alarm is a false one.
    SourceWithSource,
}

/// A property on a data set: one request and its follow-up, to be run with many seeds.
#[derive(Debug, Clone)]
pub(super) struct Pair {
    pub(super) property: PropertyName,
    pub(super) data_set: killrate_model::DataSetName,
    pub(super) transform_seed: Option<u64>,
    pub(super) source: Request,
    pub(super) follow_up: Request,
}

/// The two samples that the runs of a case give.
pub(super) struct TwoSamples {
    pub(super) source: Vec<f64>,
    pub(super) follow_up: Vec<f64>,
}

impl Layout {
    pub(super) fn name(&self) -> TechniqueName {
        self.kind.technique_name()
    }

    /// What makes numbers of the runs of a property.
    pub(super) fn reading(&self, property: &PropertyName) -> Reading {
        let reading = &self.properties[property].reading;
        match self.compared {
            Compared::SourceWithFollowUp => reading.clone(),
            Compared::SourceWithSource => reading.of_same(),
        }
    }

    /// Every property on every data set that it applies to.
    pub(super) fn pairs(
        &self,
        data_sets: &[DataSet],
    ) -> Result<(Vec<Pair>, Vec<Skipped>), PlanError> {
        let (mut pairs, mut skipped) = (Vec::new(), Vec::new());
        for (name, property) in &self.properties {
            let seeds = seeds_of(&property.transform, &self.transform_seeds);
            for data_set in data_sets {
                for &transform_seed in &seeds {
                    let source = Request::source(&self.interface, data_set);
                    let follow_up = property
                        .transform
                        .follow_up(
                            &self.interface,
                            &source,
                            // A transform without random choices does not look at its seed.
                            transform_seed.unwrap_or_default(),
                        )
                        .map_err(|source| PlanError::Property {
                            property: name.clone(),
                            data_set: data_set.name.clone(),
                            source,
                        })?;
                    match follow_up {
                        FollowUp::Request(follow_up) => pairs.push(Pair {
                            property: name.clone(),
                            data_set: data_set.name.clone(),
                            transform_seed,
                            follow_up: match self.compared {
                                Compared::SourceWithFollowUp => follow_up,
                                // Both sides ask the same then, and differ by the seeds of their
                                // purposes alone.
                                Compared::SourceWithSource => source.clone(),
                            },
                            source,
                        }),
                        FollowUp::Unchanged { reason } | FollowUp::NotApplicable { reason } => {
                            let reason = self.skipped(name, data_set, reason);
                            // Whether a property applies does not depend on the seed.
                            if skipped.last() != Some(&reason) {
                                skipped.push(reason);
                            }
                        }
                    }
                }
            }
        }
        Ok((pairs, skipped))
    }

    fn skipped(&self, property: &PropertyName, data_set: &DataSet, reason: String) -> Skipped {
        Skipped {
            technique: self.name(),
            property: property.clone(),
            data_set: data_set.name.clone(),
            reason,
        }
    }

    /// The runs of a pair for a purpose.
    pub(super) fn runs(&self, pair: &Pair, purpose: Purpose) -> Vec<Arc<Request>> {
        let request = match purpose {
            Purpose::FollowUp | Purpose::FollowUpLesson | Purpose::SharedFollowUpLesson => {
                &pair.follow_up
            }
            Purpose::Source
            | Purpose::SourceLesson
            | Purpose::OtherSourceLesson
            | Purpose::SharedSourceLesson => &pair.source,
        };
        let seeds = self.sampling.seeds(&pair.data_set, purpose);
        seeds
            .map(|seed| Arc::new(request.clone().with_seed(seed)))
            .collect()
    }

    /// A case with the first so many runs of the source, then as many of the follow-up.
    pub(super) fn case(&self, pair: &Pair, n_runs: u64) -> Case {
        let n_runs = usize::try_from(n_runs).expect("so many runs fit into memory");
        let first = |purpose| self.runs(pair, purpose).into_iter().take(n_runs);
        Case {
            technique: self.name(),
            property: pair.property.clone(),
            data_set: pair.data_set.clone(),
            seed: pair.transform_seed,
            requests: first(Purpose::Source)
                .chain(first(Purpose::FollowUp))
                .collect(),
        }
    }
}

/// What a case asks for until its first runs were seen, the very first one alone: a source run that
/// failed can be compared with nothing, and the case needs no other run then.
pub(super) fn first_runs(case: &Case, runs: &[&Observation]) -> Option<Step<Verdict>> {
    match runs {
        [] => Some(Step::ask(&case.requests[..1])),
        [source] if source.exit.is_normal() => Some(Step::ask(&case.requests[1..])),
        _ => None,
    }
}

/// The samples of so many source runs and as many follow-up runs, in this order.
pub(super) fn two_samples(
    layout: &Layout,
    case: &Case,
    observed: &[&Observation],
    commands: &Commands<'_>,
) -> Result<TwoSamples, Reason> {
    let reading = layout.reading(&case.property);
    let abnormal = observed.iter().position(|run| !run.exit.is_normal());
    if let Some(place) = abnormal {
        // A first run that failed is the only one.
        let is_source = place < observed.len().div_ceil(2);
        let run = if is_source { "source" } else { "follow-up" };
        return Err(Reason::AbnormalEnd {
            detail: format!("{run} run: {}", observed[place].exit),
        });
    }
    let (source, follow_up) = observed.split_at(observed.len() / 2);
    Ok(TwoSamples {
        source: reading.values(&case.requests[0], Side::Source, source, commands)?,
        // The second half of a case's requests are those of the follow-up.
        follow_up: reading.values(
            &case.requests[case.requests.len() / 2],
            Side::FollowUp,
            follow_up,
            commands,
        )?,
    })
}
