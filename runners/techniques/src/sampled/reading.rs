//! From outputs to the numbers that are compared.

use std::collections::BTreeMap;

use killrate_model::{InputName, Observation, OutputName, Reason, Request};
use killrate_properties::Extraction;
use killrate_statistics::{Context, Measure, Metric, Pairing, profile};

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
        metric: &'static Metric,
        /// Which runs it compares, where it compares two.
        pairing: Pairing,
        /// The share of the elements that the top and the bottom hold.
        share: f64,
        /// Where it says which elements are positives, for metrics that need to know.
        labels: Option<Labels>,
    },
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
        let blob = request.inputs.get(&self.input);
        let blob = blob.ok_or_else(|| format!("there is no input `{}`", self.input))?;
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
            } if !matches!(metric.measure, Measure::OfRanking(_)) => pairing.pairs(n_runs).len(),
            _ => n_runs,
        }
    }

    /// The same reading with values that are independent of each other: no run is in two pairs.
    #[must_use]
    pub(super) fn independent(&self) -> Self {
        let mut reading = self.clone();
        if let Self::Profile { pairing, .. } = &mut reading {
            *pairing = Pairing::Disjoint;
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
    ) -> Result<Vec<f64>, Reason> {
        let unusable = |detail: String| Reason::UnusableOutput { detail };
        let texts = |output: &OutputName| {
            let text = |run: &&Observation| match run.output(output) {
                Some(blob) => Ok(blob.to_text().into_owned()),
                None => Err(unusable(format!("`{output}` is missing"))),
            };
            runs.iter().map(text).collect::<Result<Vec<String>, _>>()
        };
        match self {
            Self::Number {
                output,
                times,
                plus,
            } => {
                let number = |text: &String| match text.trim().parse::<f64>() {
                    Ok(number) if number.is_finite() => Ok(match side {
                        Side::Source => number,
                        Side::FollowUp => (number - plus) / times,
                    }),
                    _ => Err(unusable(format!("`{output}` is not a number"))),
                };
                texts(output)?.iter().map(number).collect()
            }
            Self::Profile {
                output,
                metric,
                pairing,
                share,
                labels,
            } => {
                let texts = texts(output)?;
                let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                let in_output = |problem: String| unusable(format!("`{output}`: {problem}"));
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
