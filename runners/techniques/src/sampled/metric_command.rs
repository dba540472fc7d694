//! Metrics that people bring themselves.

use killrate_model::{Blob, InputName, Observation, ProgramName, Request};

use crate::commands::{Commands, complaint};

/// A metric that is an external command.
///
/// The same outputs must always give the same number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MetricCommand {
    /// Its name in the subject's manifest.
    pub name: String,
    /// What it measures.
    pub measures: Measured,
    /// The arguments that it is called with.
    pub arguments: Vec<String>,
}

/// How many runs a metric looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measured {
    /// The output of one run.
    Run,
    /// The outputs of two runs.
    Pair,
}

impl Measured {
    /// The files that a metric finds outputs in.
    pub fn files(self) -> &'static [&'static str] {
        match self {
            Self::Run => &["output"],
            Self::Pair => &["first", "second"],
        }
    }
}

impl MetricCommand {
    /// What it says of the output of each run, or of the outputs of each pair of runs.
    pub(super) fn measure(
        &self,
        groups: &[Vec<Blob>],
        commands: &Commands<'_>,
    ) -> Result<Vec<f64>, String> {
        // Every group is asked about before any answer is looked at, so that one round is enough.
        let seen: Vec<Option<&Observation>> = groups
            .iter()
            .map(|group| commands.call(self.on(group)))
            .collect();
        let number = |seen: Option<&Observation>| match seen {
            Some(seen) => self.number(seen),
            None => Err(format!("`{}` is yet to be run", self.name)),
        };
        seen.into_iter().map(number).collect()
    }

    /// The request that measures these outputs.
    fn on(&self, outputs: &[Blob]) -> Request {
        let input = |(file, blob): (&&str, &Blob)| {
            let name = InputName::new(*file).expect("it consists of letters");
            (name, blob.clone())
        };
        Request {
            program: ProgramName::Command(self.name.clone()),
            arguments: self.arguments.clone(),
            inputs: self
                .measures
                .files()
                .iter()
                .zip(outputs)
                .map(input)
                .collect(),
            ..Request::default()
        }
    }

    /// The one number that it wrote.
    fn number(&self, seen: &Observation) -> Result<f64, String> {
        let name = &self.name;
        if !seen.exit.is_normal() {
            return Err(format!("`{name}` fails: {}{}", seen.exit, complaint(seen)));
        }
        let text = seen.stdout.to_text();
        match text.trim().parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => {
                let line = text.trim().lines().next().unwrap_or_default();
                Err(format!(
                    "`{name}` says `{line}`, which is not one finite number"
                ))
            }
        }
    }
}
