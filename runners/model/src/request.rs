//! What is asked of a subject, whichever variant answers.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{
    Blob, Checking, DataSet, Digest, DigestBuilder, InputName, Interface, OutputName, protocol,
};

/// Inputs, arguments, seed and probes of one run; it names no variant, so that whoever asks cannot
/// tell a mutant from the original.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The arguments; `{name}` stands for the path of an input or output.
    pub arguments: Vec<String>,
    /// The content of each input file.
    pub inputs: BTreeMap<InputName, Blob>,
    /// The output files to collect.
    pub outputs: BTreeSet<OutputName>,
    /// The seed, for subjects that use randomness.
    pub seed: Option<u64>,
    /// What the program reports besides its outputs.
    pub probes: BTreeSet<Probe>,
}

/// The seed of runs for which nobody chooses one.
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
}

impl Request {
    /// The request that runs a subject on a data set as it is, with the first seed where the subject
    /// takes one.
    pub fn source(interface: &Interface, data_set: &DataSet) -> Self {
        Self {
            arguments: interface.arguments.clone(),
            inputs: data_set.inputs.clone(),
            outputs: interface.outputs.keys().cloned().collect(),
            seed: interface.takes_seed().then_some(FIRST_SEED),
            probes: BTreeSet::new(),
        }
    }

    /// The same request with another seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// The same request with one more probe.
    #[must_use]
    pub fn with_probe(mut self, probe: Probe) -> Self {
        self.probes.insert(probe);
        self
    }

    /// The same request, which also checks a learned set of invariants.
    #[must_use]
    pub fn with_invariants(self, set: &Blob) -> Self {
        let (set_file, alarms) = Self::files_of_invariants();
        let mut request = self.with_probe(Probe::Invariants);
        request.inputs.insert(set_file, set.clone());
        request.outputs.insert(alarms);
        request
    }

    /// The request that checks no invariants and is otherwise this one; `None` when this one checks
    /// none.
    pub fn without_invariants(&self) -> Option<Self> {
        let (set_file, alarms) = Self::files_of_invariants();
        let mut request = self.clone();
        if !request.probes.remove(&Probe::Invariants) {
            return None;
        }
        request.inputs.remove(&set_file);
        request.outputs.remove(&alarms);
        Some(request)
    }

    fn files_of_invariants() -> (InputName, OutputName) {
        let set = InputName::new(protocol::INVARIANTS_FILE).expect("it is a name");
        let alarms = OutputName::new(protocol::ALARMS_FILE).expect("it is a name");
        (set, alarms)
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
                Probe::Checks(checking) => builder.field(checking.words().as_bytes()),
            };
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
            probes: BTreeSet::new(),
        }
    }

    #[test]
    fn what_checks_invariants_is_known_without_them() {
        let plain = request();
        assert_eq!(plain.without_invariants(), None);
        let checked = plain.clone().with_invariants(&Blob::new(*b"set"));
        assert_ne!(checked.digest(), plain.digest());
        assert_eq!((checked.inputs.len(), checked.outputs.len()), (2, 2));
        assert_eq!(checked.without_invariants(), Some(plain));
    }

    #[test]
    fn a_source_has_a_seed_exactly_where_the_subject_takes_one() {
        let source = |argument: &str| {
            let interface = Interface {
                arguments: vec![argument.to_owned()],
                inputs: [].into(),
                outputs: [].into(),
            };
            let data_set = DataSet {
                name: crate::DataSetName::new("few").unwrap(),
                inputs: [].into(),
            };
            Request::source(&interface, &data_set)
        };
        assert_eq!(source("--seed={seed}").seed, Some(1));
        assert_eq!(source("--seed={seed}").with_seed(7).seed, Some(7));
        assert_eq!(source("--seed=3").seed, None);
    }

    #[test]
    fn everything_that_can_change_an_outcome_changes_the_digest() {
        let changes: [fn(&mut Request); 8] = [
            |r| r.arguments.push("--fast".into()),
            |r| r.arguments = vec!["--train{train}".into()],
            |r| {
                r.inputs
                    .insert(InputName::new("train").unwrap(), Blob::new(*b"1,3\n"));
            },
            |r| r.outputs.clear(),
            |r| r.seed = Some(0),
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
