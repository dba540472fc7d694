//! What is asked of a subject, whichever variant answers.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{
    ArgumentNumber, Blob, Checking, DataSet, Digest, DigestBuilder, InputName, Interface,
    OutputName, ProgramName, protocol,
};

/// Program, inputs, arguments, seed and probes of one run; it names no variant, so that whoever asks
/// cannot tell a mutant from the original.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Request {
    /// The program that is to be run.
    pub program: ProgramName,
    /// The arguments; `{name}` stands for the path of an input or output, or for a number.
    pub arguments: Vec<String>,
    /// The content of each input file.
    pub inputs: BTreeMap<InputName, Blob>,
    /// The numbers that stand among the arguments.
    pub numbers: BTreeMap<InputName, ArgumentNumber>,
    /// The output files to collect.
    pub outputs: BTreeSet<OutputName>,
    /// The seed, for subjects that use randomness.
    pub seed: Option<u64>,
    /// What the program reports besides its outputs.
    pub probes: BTreeSet<Probe>,
}

/// The seed of runs for which nobody chooses one.
///
/// Known cases and traces that need several runs count their seeds from here, so that the first of
/// them is the source run that other techniques ask for too.
const FIRST_SEED: u64 = 1;

/// Something the woven program reports besides its output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Probe {
    /// Which mutants' sites were reached, and whose value would have differed.
    Reach,
    /// Whether properties of functions hold for the calls that are tested.
    Checks(Checking),
    /// The calls of functions, in a file that is one of the outputs.
    Trace,
    /// Which invariants of a file that is one of the inputs do not hold, in a file that is one of the
    /// outputs.
    Invariants,
}

impl Probe {
    /// Its name in the environment of a woven program; checks of functions have a variable of
    /// their own.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Reach => Some("reach"),
            Self::Trace => Some("trace"),
            Self::Invariants => Some("invariants"),
            Self::Checks(_) => None,
        }
    }

    /// The input file that it reads, if it reads one.
    pub fn input_file(self) -> Option<&'static str> {
        match self {
            Self::Invariants => Some(protocol::INVARIANTS_FILE),
            Self::Reach | Self::Checks(_) | Self::Trace => None,
        }
    }

    /// The output file that it writes, if it writes one.
    pub fn output_file(self) -> Option<&'static str> {
        match self {
            Self::Trace => Some(protocol::TRACE_FILE),
            Self::Invariants => Some(protocol::ALARMS_FILE),
            Self::Reach | Self::Checks(_) => None,
        }
    }

    /// Whether a run with it does what the same run without it does, and burns the same fuel.
    ///
    /// A test of the runtime holds that for every mutant of a fixture. Tracing writes files that
    /// take long, and tests of functions may meet a mutant that the program itself never meets.
    fn is_silent(self) -> bool {
        self == Self::Invariants
    }
}

impl Request {
    /// The request that runs a subject on a data set as it is, with the first seed where the subject
    /// takes one.
    pub fn source(interface: &Interface, data_set: &DataSet) -> Self {
        Self {
            arguments: interface.arguments.clone(),
            inputs: data_set.inputs.clone(),
            numbers: interface
                .numbers
                .iter()
                .map(|(name, value)| {
                    let given = data_set.numbers.get(name);
                    (name.clone(), given.unwrap_or(value).clone())
                })
                .collect(),
            outputs: interface.outputs.keys().cloned().collect(),
            seed: interface.takes_seed().then_some(FIRST_SEED),
            ..Self::default()
        }
    }

    /// The same request with another seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// The same request with one more probe, whose output file, if it writes one, is collected.
    #[must_use]
    pub fn with_probe(mut self, probe: Probe) -> Self {
        let file = probe.output_file().map(OutputName::new);
        self.outputs
            .extend(file.map(|name| name.expect("the protocol's files have names")));
        self.probes.insert(probe);
        self
    }

    /// The same request, put to another program.
    #[must_use]
    pub fn to_program(mut self, program: ProgramName) -> Self {
        self.program = program;
        self
    }

    /// The request without the probes that change nothing of what a program does, and without
    /// their files; `None` when it has no such probe.
    ///
    /// A run with such a probe also shows what the plain run shows: see
    /// [`Observation::without_probe_files`](crate::Observation::without_probe_files).
    pub fn without_silent_probes(&self) -> Option<Self> {
        let silent = self.probes.iter().filter(|probe| probe.is_silent());
        let silent: Vec<Probe> = silent.copied().collect();
        if silent.is_empty() {
            return None;
        }
        let mut plain = self.clone();
        for probe in silent {
            plain.probes.remove(&probe);
            plain
                .inputs
                .retain(|name, _| Some(name.as_str()) != probe.input_file());
            plain
                .outputs
                .retain(|name| Some(name.as_str()) != probe.output_file());
        }
        Some(plain)
    }

    /// Which calls of functions are tested, if any are.
    pub fn checking(&self) -> Option<Checking> {
        self.probes.iter().find_map(|probe| match probe {
            Probe::Checks(checking) => Some(*checking),
            Probe::Reach | Probe::Trace | Probe::Invariants => None,
        })
    }

    /// The identity of this request by content.
    pub fn digest(&self) -> Digest {
        // The number of elements comes before each list, so that none can move from one list into
        // the next.
        let mut builder = DigestBuilder::new("request").number(self.arguments.len() as u64);
        for argument in &self.arguments {
            builder = builder.field(argument.as_bytes());
        }
        builder = builder.number(self.inputs.len() as u64);
        for (name, blob) in &self.inputs {
            builder = builder
                .field(name.as_str().as_bytes())
                .field(blob.digest().as_bytes());
        }
        builder = builder.number(self.outputs.len() as u64);
        for name in &self.outputs {
            builder = builder.field(name.as_str().as_bytes());
        }
        builder = match self.seed {
            Some(seed) => builder.field(b"seed").number(seed),
            None => builder.field(b"no seed"),
        };
        for probe in &self.probes {
            builder = match probe {
                Probe::Reach => builder.field(b"reach"),
                Probe::Trace => builder.field(b"trace"),
                Probe::Invariants => builder.field(b"invariants"),
                // Which calls are tested changes what is reported, so every setting is a request of
                // its own.
                Probe::Checks(checking) => builder.field(checking.words().as_bytes()),
            };
        }
        // Without numbers nothing is added, so that logs of versions that knew none stay of use.
        for (name, number) in &self.numbers {
            builder = builder
                .field(b"number")
                .field(name.as_str().as_bytes())
                .field(number.as_str().as_bytes());
        }
        // The subject is left out, so that logs of versions that knew no other program stay of use.
        if self.program != ProgramName::Subject {
            let program = self.program.to_string();
            builder = builder.field(b"program").field(program.as_bytes());
        }
        builder.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> Request {
        Request {
            arguments: vec!["--train".into(), "{train}".into()],
            inputs: [(InputName::new("train").unwrap(), Blob::new(*b"1,2\n"))].into(),
            outputs: [OutputName::new("model").unwrap()].into(),
            seed: None,
            ..Request::default()
        }
    }

    fn name(text: &str) -> InputName {
        InputName::new(text).unwrap()
    }

    #[test]
    fn a_number_is_the_data_sets_or_else_the_interfaces() {
        let number = |text: &str| ArgumentNumber::new(text).unwrap();
        let interface = Interface {
            arguments: vec!["{k}".to_owned(), "{top}".to_owned()],
            inputs: [].into(),
            numbers: [(name("k"), number("5")), (name("top"), number("3"))].into(),
            outputs: [].into(),
        };
        let data_set = DataSet {
            name: crate::DataSetName::new("few").unwrap(),
            inputs: [].into(),
            numbers: [(name("k"), number("0.50"))].into(),
        };
        let request = Request::source(&interface, &data_set);
        let expected = [(name("k"), number("0.50")), (name("top"), number("3"))];
        assert_eq!(request.numbers, expected.into());
    }

    #[test]
    fn a_request_is_known_without_its_silent_probes() {
        let plain = request();
        assert_eq!(plain.without_silent_probes(), None);
        let reached = plain.clone().with_probe(Probe::Reach);
        assert_eq!(reached.without_silent_probes(), None);
        let mut checked = plain.clone().with_probe(Probe::Invariants);
        let set = InputName::new(protocol::INVARIANTS_FILE).unwrap();
        checked.inputs.insert(set, Blob::new(*b"set"));
        assert_ne!(checked.digest(), plain.digest());
        assert_eq!((checked.inputs.len(), checked.outputs.len()), (2, 2));
        assert_eq!(checked.without_silent_probes(), Some(plain));
    }

    #[test]
    fn a_source_has_a_seed_exactly_where_the_subject_takes_one() {
        let source = |argument: &str| {
            let interface = Interface {
                arguments: vec![argument.to_owned()],
                inputs: [].into(),
                numbers: [].into(),
                outputs: [].into(),
            };
            let data_set = DataSet {
                name: crate::DataSetName::new("few").unwrap(),
                inputs: [].into(),
                numbers: [].into(),
            };
            Request::source(&interface, &data_set)
        };
        assert_eq!(source("--seed={seed}").seed, Some(1));
        assert_eq!(source("--seed={seed}").with_seed(7).seed, Some(7));
        assert_eq!(source("--seed=3").seed, None);
    }

    #[test]
    fn everything_that_can_change_an_outcome_changes_the_digest() {
        let changes: [fn(&mut Request); 12] = [
            |r| r.arguments.push("--fast".into()),
            |r| r.arguments = vec!["--train{train}".into()],
            |r| {
                r.inputs
                    .insert(InputName::new("train").unwrap(), Blob::new(*b"1,3\n"));
            },
            |r| {
                drop(
                    r.numbers
                        .insert(name("k"), ArgumentNumber::new("5").unwrap()),
                )
            },
            |r| {
                drop(
                    r.numbers
                        .insert(name("k"), ArgumentNumber::new("6").unwrap()),
                )
            },
            |r| r.outputs.clear(),
            |r| r.seed = Some(0),
            |r| r.program = ProgramName::Command("sort".to_owned()),
            |r| r.program = ProgramName::Second(crate::PropertyName::new("sort").unwrap()),
            |r| {
                r.probes.insert(Probe::Reach);
            },
            |r| {
                r.probes.insert(Probe::Checks(Checking::ALL));
            },
            |r| {
                r.probes.insert(Probe::Checks(Checking {
                    seed: 1,
                    ..Checking::ALL
                }));
            },
        ];
        let digests: BTreeSet<Digest> = changes
            .iter()
            .map(|change| {
                let mut changed = request();
                change(&mut changed);
                changed.digest()
            })
            .chain([request().digest()])
            .collect();
        assert_eq!(digests.len(), changes.len() + 1);
    }
}
