//! Which chains of properties are tried, and how their tests count.

use std::collections::BTreeSet;
use std::fmt;
use std::num::NonZeroU64;

use killrate_model::{DataSetName, NameError, PropertyName, hint};

/// The longest chain that anybody may ask for: all chains of two properties up to this length are
/// 2,046 tests, and all parts of one chain, which are tried where it fails, no more than 1,022.
pub const MAX_DEPTH: u32 = 10;

/// The most tests of one depth on one data set, unless another number is asked for.
const USUAL_CAP: NonZeroU64 = NonZeroU64::new(1000).expect("it is not zero");

/// Which chains are tried, and how their tests count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chaining {
    name: PropertyName,
    chains: Chains,
    pub(super) counting: Counting,
    pub(super) until: Until,
    pub(super) cap: NonZeroU64,
    /// The data sets to start from; all when there is none.
    pub(super) data_sets: BTreeSet<DataSetName>,
}

/// Which chains are tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Chains {
    /// All chains up to this length (IMT).
    Rounds(u32),
    /// One chain (IMT_q).
    Sequence(Vec<PropertyName>),
}

/// Which tests count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Counting {
    /// Those whose content no shorter chain has led to.
    #[default]
    Fresh,
    /// All, as in the paper's own tables: chains that lead to the same content count each.
    Repeated,
}

/// When to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Until {
    /// After the first depth at which a test fails.
    #[default]
    FirstFailure,
    /// At the end, so that failures can be counted.
    End,
}

/// Why chains cannot be tried.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChainingError {
    /// No property is applied at all.
    #[error(
        "0 rounds test nothing; write how often properties are applied to what properties made, from 1 to {MAX_DEPTH}"
    )]
    NoRounds,
    /// More than anybody can wait for.
    #[error("{rounds} rounds are too many; write at most {MAX_DEPTH}")]
    TooManyRounds {
        /// How many.
        rounds: u32,
    },
    /// A sequence has an empty place.
    #[error(
        "`{sequence}` has no property at one of its places; write a sequence as in `first, second`"
    )]
    EmptyPlace {
        /// As written.
        sequence: String,
    },
    /// A sequence is longer than anybody can wait for.
    #[error("a sequence of {length} properties is too long; write at most {MAX_DEPTH}")]
    TooLong {
        /// How many properties it has.
        length: usize,
    },
    /// A sequence names a property that there is not.
    #[error("there is no property `{name}` for `{sequence}`; {hint}")]
    Unknown {
        /// As written.
        sequence: String,
        /// The name.
        name: String,
        /// The nearest name, or all names.
        hint: String,
    },
    /// A sequence has no name that could stand in a record.
    #[error("a sequence cannot be named after its properties")]
    Name(#[from] NameError),
}

impl Chaining {
    /// The seed of the draw where nobody chooses one.
    pub const USUAL_SEED: u64 = 1;

    /// All chains up to this length.
    ///
    /// # Errors
    /// When that is none, or more than [`MAX_DEPTH`].
    pub fn rounds(rounds: u32) -> Result<Self, ChainingError> {
        match rounds {
            0 => Err(ChainingError::NoRounds),
            1..=MAX_DEPTH => Ok(Self::new(
                PropertyName::new(format!("rounds-{rounds}"))?,
                Chains::Rounds(rounds),
            )),
            _ => Err(ChainingError::TooManyRounds { rounds }),
        }
    }

    /// The one chain that is written as `first, second`, of properties that there are.
    ///
    /// # Errors
    /// When it is empty, too long, or names another property.
    pub fn sequence<'a>(
        sequence: &str,
        known: impl IntoIterator<Item = &'a PropertyName>,
    ) -> Result<Self, ChainingError> {
        let known: Vec<&PropertyName> = known.into_iter().collect();
        let names: Vec<&str> = sequence.split(',').map(str::trim).collect();
        if names.iter().any(|name| name.is_empty()) {
            return Err(ChainingError::EmptyPlace {
                sequence: sequence.to_owned(),
            });
        }
        if names.len() > MAX_DEPTH as usize {
            return Err(ChainingError::TooLong {
                length: names.len(),
            });
        }
        let find = |name: &&str| {
            let found = known.iter().find(|known| known.as_str() == *name);
            found
                .map(|&known| known.clone())
                .ok_or_else(|| ChainingError::Unknown {
                    sequence: sequence.to_owned(),
                    name: (*name).to_owned(),
                    hint: hint(name, known.iter().map(|known| known.as_str())),
                })
        };
        let found: Vec<PropertyName> = names.iter().map(find).collect::<Result<_, _>>()?;
        Ok(Self::new(
            PropertyName::new(names.join("/"))?,
            Chains::Sequence(found),
        ))
    }

    fn new(name: PropertyName, chains: Chains) -> Self {
        Self {
            name,
            chains,
            counting: Counting::default(),
            until: Until::default(),
            cap: USUAL_CAP,
            data_sets: BTreeSet::new(),
        }
    }

    /// The same under another name.
    #[must_use]
    pub fn named(self, name: PropertyName) -> Self {
        Self { name, ..self }
    }

    /// The same where other tests count.
    #[must_use]
    pub fn counting(self, counting: Counting) -> Self {
        Self { counting, ..self }
    }

    /// The same with another end.
    #[must_use]
    pub fn until(self, until: Until) -> Self {
        Self { until, ..self }
    }

    /// The same with another number of tests of one depth on one data set at most; of more candidates a
    /// seeded sample is drawn.
    #[must_use]
    pub fn capped(self, cap: NonZeroU64) -> Self {
        Self { cap, ..self }
    }

    /// The same on these data sets alone; on all where none is named.
    #[must_use]
    pub fn on(self, data_sets: impl IntoIterator<Item = DataSetName>) -> Self {
        Self {
            data_sets: data_sets.into_iter().collect(),
            ..self
        }
    }

    /// Whether chains start from a data set.
    pub(super) fn starts_from(&self, data_set: &DataSetName) -> bool {
        self.data_sets.is_empty() || self.data_sets.contains(data_set)
    }

    /// What stands for it where records and tables name properties.
    pub fn name(&self) -> &PropertyName {
        &self.name
    }

    /// Which chains are tried.
    pub fn chains(&self) -> &Chains {
        &self.chains
    }

    /// Whether a test counts that is fresh, or is not.
    pub(super) fn admits(&self, is_fresh: bool) -> bool {
        is_fresh || self.counting == Counting::Repeated
    }

    /// How long the longest chain is.
    pub(super) fn depth(&self) -> usize {
        match &self.chains {
            Chains::Rounds(rounds) => *rounds as usize,
            Chains::Sequence(sequence) => sequence.len(),
        }
    }
}

impl fmt::Display for Chaining {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.chains {
            Chains::Rounds(1) => f.write_str("every property alone")?,
            Chains::Rounds(rounds) => write!(f, "all chains of up to {rounds} properties")?,
            Chains::Sequence(sequence) => write!(f, "the chain `{}`", in_words(sequence))?,
        }
        f.write_str(match self.counting {
            Counting::Fresh => ", fresh tests only",
            Counting::Repeated => ", repeated tests too",
        })?;
        f.write_str(match self.until {
            Until::FirstFailure => ", up to the first failure",
            Until::End => ", to the end",
        })?;
        match self.chains {
            Chains::Rounds(_) => write!(f, ", at most {} tests of each length", self.cap),
            Chains::Sequence(_) => Ok(()),
        }
    }
}

/// A sequence as it is written on the command line.
pub(super) fn in_words(sequence: &[PropertyName]) -> String {
    let names: Vec<&str> = sequence.iter().map(PropertyName::as_str).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> [PropertyName; 2] {
        ["scale-a", "transpose"].map(|name| PropertyName::new(name).unwrap())
    }

    #[test]
    fn a_sequence_is_named_after_its_properties_and_may_repeat_one() {
        let chaining = Chaining::sequence(" transpose,scale-a , transpose", &known()).unwrap();
        assert_eq!(chaining.name().as_str(), "transpose/scale-a/transpose");
        let [scale, transpose] = known();
        let expected = Chains::Sequence(vec![transpose.clone(), scale, transpose]);
        assert_eq!(*chaining.chains(), expected);
        assert_eq!(
            chaining.to_string(),
            "the chain `transpose, scale-a, transpose`, fresh tests only, up to the first failure"
        );
    }

    #[test]
    fn what_cannot_be_tried_is_refused_with_what_to_write() {
        let sequence =
            |text: &str| Chaining::sequence(text, &known()).map_err(|error| error.to_string());
        assert_eq!(
            sequence("transpose, scale-b").unwrap_err(),
            "there is no property `scale-b` for `transpose, scale-b`; the nearest name is `scale-a`"
        );
        for empty in ["", "transpose,", ",transpose", "transpose,,scale-a"] {
            let problem = sequence(empty).unwrap_err();
            assert!(problem.starts_with(&format!("`{empty}` has no property")));
        }
        let long = ["transpose"; 11].join(",");
        assert_eq!(
            sequence(&long).unwrap_err(),
            "a sequence of 11 properties is too long; write at most 10"
        );
        let rounds = |rounds| Chaining::rounds(rounds).map_err(|error| error.to_string());
        assert_eq!(
            rounds(0).unwrap_err(),
            "0 rounds test nothing; write how often properties are applied to what properties made, from 1 to 10"
        );
        assert_eq!(
            rounds(11).unwrap_err(),
            "11 rounds are too many; write at most 10"
        );
        assert_eq!(
            rounds(3).unwrap().to_string(),
            "all chains of up to 3 properties, fresh tests only, up to the first failure, at most 1000 tests of each length"
        );
    }
}
