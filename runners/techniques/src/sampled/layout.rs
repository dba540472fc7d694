//! The runs of a case, and what is read of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use killrate_model::{
    Case, DataSet, Interface, Observation, PropertyName, Reason, Request, TechniqueName,
};
use killrate_properties::FollowUp;

use crate::sampled::reading::Side;
use crate::sampled::sampling::{Purpose, Sampling};
use crate::sampled::{MetricCommands, SampledProperty};
use crate::{PlanError, Skipped};

/// What all techniques of this kind are made from.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    pub(super) name: TechniqueName,
    pub(super) interface: Interface,
    pub(super) properties: BTreeMap<PropertyName, SampledProperty>,
    pub(super) transform_seeds: Vec<u64>,
    pub(super) sampling: Sampling,
    pub(super) commands: Arc<dyn MetricCommands>,
    /// Whether follow-up runs are further source runs, which a sound technique cannot tell apart.
    pub(super) is_control: bool,
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
    /// The same with further source runs in place of follow-up runs.
    #[must_use]
    pub(super) fn control(mut self) -> Self {
        self.is_control = true;
        for property in self.properties.values_mut() {
            property.reading = property.reading.of_same();
        }
        self
    }

    /// Every property on every data set that it applies to.
    pub(super) fn pairs(
        &self,
        data_sets: &[DataSet],
    ) -> Result<(Vec<Pair>, Vec<Skipped>), PlanError> {
        let (mut pairs, mut skipped) = (Vec::new(), Vec::new());
        for (name, property) in &self.properties {
            let seeds: Vec<Option<u64>> = match property.transform.is_seeded() {
                true => self.transform_seeds.iter().copied().map(Some).collect(),
                false => vec![None],
            };
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
                            follow_up: match self.is_control {
                                true => source.clone(),
                                false => follow_up,
                            },
                            source,
                        }),
                        FollowUp::NotApplicable { reason } => {
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
            technique: self.name.clone(),
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
            technique: self.name.clone(),
            property: pair.property.clone(),
            data_set: pair.data_set.clone(),
            seed: pair.transform_seed,
            requests: first(Purpose::Source)
                .chain(first(Purpose::FollowUp))
                .collect(),
        }
    }
}

/// The samples of so many source runs and as many follow-up runs, in this order.
pub(super) fn two_samples(
    layout: &Layout,
    case: &Case,
    observed: &[&Observation],
) -> Result<TwoSamples, Reason> {
    let reading = &layout.properties[&case.property].reading;
    let commands = layout.commands.as_ref();
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
