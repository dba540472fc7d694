//! From outputs to the numbers that are compared.

use std::collections::BTreeMap;

use killrate_model::{Blob, InputName, Observation, OutputName, Reason, Request};
use killrate_properties::Extraction;
use killrate_statistics::{Context, Measure, Metric, Pairing, profile};

use crate::commands::Commands;
use crate::sampled::metric_command::{Measured, MetricCommand};

/// What makes numbers of the outputs of many runs.
#[derive(Debug, Clone)]
pub enum Reading {
    /// Each run's output is a number.
    Number {
        /// The output.
        output: OutputName,
        /// A follow-up run's number should be the source run's times this …
        times: f64,
        /// … plus this.
        plus: f64,
    },
    /// A metric of the runs' outputs.
    Profile {
        /// The output.
        output: OutputName,
        /// The metric.
        metric: ProfileMetric,
        /// Which runs it compares, where it compares two.
        pairing: Pairing,
        /// The share of the elements that the top and the bottom hold.
        share: f64,
        /// Where it says which elements are positives, for metrics that need to know.
        labels: Option<Labels>,
    },
}

/// What makes a number of an output, or of two.
#[derive(Debug, Clone)]
pub enum ProfileMetric {
    /// One of the harness.
    Known(&'static Metric),
    /// One that the subject brings.
    Command(MetricCommand),
}

impl ProfileMetric {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Known(metric) => metric.name,
            Self::Command(command) => &command.name,
        }
    }

    /// Whether it looks at two runs.
    fn is_of_pairs(&self) -> bool {
        match self {
            Self::Known(metric) => !matches!(metric.measure, Measure::OfRanking(_)),
            Self::Command(command) => command.measures == Measured::Pair,
        }
    }
}

/// A column of 0 and 1 in an input whose rows, counted from 0, are the elements of a ranking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labels {
    /// The input, which is CSV.
    pub input: InputName,
    /// The column; the last one where none is named.
    pub column: Option<String>,
}

impl Labels {
    fn positives(&self, request: &Request) -> Result<BTreeMap<String, bool>, String> {
        let blob = request
            .inputs
            .get(&self.input)
            .ok_or_else(|| format!("there is no input `{}`", self.input))?;
        let text = blob.to_text();
        let header = text.lines().next().unwrap_or_default();
        let column = match &self.column {
            Some(column) => column.as_str(),
            None => header.rsplit(',').next().unwrap_or_default(),
        };
        let labels = Extraction::parse(&format!("column {column}"))
            .and_then(|column| column.extract(text.as_bytes()))
            .map_err(|error| error.to_string())?;
        let rows = labels.lines().enumerate();
        Ok(rows
            .map(|(row, label)| (row.to_string(), label == "1"))
            .collect())
    }
}

/// Which runs are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Source,
    FollowUp,
}

impl Reading {
    /// How many values so many runs give.
    pub(super) fn n_values(&self, n_runs: u64) -> usize {
        let n_runs = usize::try_from(n_runs).expect("so many runs fit into memory");
        match self {
            Self::Profile {
                metric, pairing, ..
            } if metric.is_of_pairs() => pairing.pairs(n_runs).len(),
            _ => n_runs,
        }
    }

    /// The pairing, where it puts a run into several pairs, whose values then depend on each other.
    pub(super) fn sharing(&self) -> Option<Pairing> {
        match self {
            Self::Profile {
                metric, pairing, ..
            } if metric.is_of_pairs() && *pairing != Pairing::Disjoint => Some(*pairing),
            _ => None,
        }
    }

    /// The same reading of all pairs of runs.
    #[must_use]
    pub(super) fn of_all_pairs(&self) -> Self {
        let mut reading = self.clone();
        if let Self::Profile { pairing, .. } = &mut reading {
            *pairing = Pairing::All;
        }
        reading
    }

    /// The same reading where a sample is compared with another of the same request.
    #[must_use]
    pub(super) fn of_same(&self) -> Self {
        let mut reading = self.clone();
        if let Self::Number { times, plus, .. } = &mut reading {
            (*times, *plus) = (1.0, 0.0);
        }
        reading
    }

    /// The values of runs of one request that all ended normally, follow-up runs brought to the
    /// source's scale.
    pub(super) fn values(
        &self,
        request: &Request,
        side: Side,
        runs: &[&Observation],
        commands: &Commands<'_>,
    ) -> Result<Vec<f64>, Reason> {
        let unusable = |detail: String| Reason::UnusableOutput { detail };
        let blobs = |output: &OutputName| {
            let blob = |run: &&Observation| match run.output(output) {
                Some(blob) => Ok(blob.clone()),
                None => Err(unusable(format!("`{output}` is missing"))),
            };
            runs.iter().map(blob).collect::<Result<Vec<Blob>, _>>()
        };
        match self {
            Self::Number {
                output,
                times,
                plus,
            } => {
                // Texts such as `inf` and `NaN` are numbers to the parser and of no use to any
                // test.
                let number = |blob: &Blob| match blob.to_text().trim().parse::<f64>() {
                    Ok(number) if number.is_finite() => Ok(match side {
                        Side::Source => number,
                        Side::FollowUp => (number - plus) / times,
                    }),
                    _ => Err(unusable(format!("`{output}` is not a number"))),
                };
                blobs(output)?.iter().map(number).collect()
            }
            Self::Profile {
                output,
                metric,
                pairing,
                share,
                labels,
            } => {
                let blobs = blobs(output)?;
                let in_output = |problem: String| unusable(format!("`{output}`: {problem}"));
                let metric = match metric {
                    ProfileMetric::Known(metric) => metric,
                    ProfileMetric::Command(command) => {
                        let groups = groups(command, *pairing, &blobs);
                        return command.measure(&groups, commands).map_err(in_output);
                    }
                };
                let texts: Vec<_> = blobs.iter().map(Blob::to_text).collect();
                let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
                let positives = labels.as_ref().map(|labels| labels.positives(request));
                let context = Context {
                    positives: positives
                        .transpose()
                        .map_err(in_output)?
                        .unwrap_or_default(),
                    share: *share,
                };
                profile(metric, *pairing, &texts, &context).map_err(in_output)
            }
        }
    }
}

/// The outputs that a command measures together.
fn groups(command: &MetricCommand, pairing: Pairing, blobs: &[Blob]) -> Vec<Vec<Blob>> {
    match command.measures {
        Measured::Run => blobs.iter().map(|blob| vec![blob.clone()]).collect(),
        Measured::Pair => pairing
            .pairs(blobs.len())
            .into_iter()
            .map(|(one, other)| vec![blobs[one].clone(), blobs[other].clone()])
            .collect(),
    }
}
