//! One of the parts in which a study can be run.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use killrate_model::{Digest, MutantId};

/// One of so many parts of a study's mutants, counted from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    number: u32,
    of: NonZeroU32,
}

/// The most shards of a study. No cluster has more machines, and no study mutants for more.
pub const MOST_SHARDS: u32 = 10_000;

/// Why a text is no shard.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a shard; write K/N with K from 0 to N - 1 and N up to {MOST_SHARDS}, such as 0/8"
)]
pub struct ParseShardError(String);

/// Why a text is no number of shards.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a number of shards; write one from 1 to {MOST_SHARDS}")]
pub struct ParseShardsError(String);

/// How many shards a text says.
///
/// # Errors
/// When it is no number, or one that no study can be divided by.
pub fn parse_shards(text: &str) -> Result<NonZeroU32, ParseShardsError> {
    let number = text.parse().ok();
    number
        .filter(|number: &NonZeroU32| number.get() <= MOST_SHARDS)
        .ok_or_else(|| ParseShardsError(text.to_owned()))
}

impl Shard {
    /// All shards of a plan for so many.
    pub fn all(of: NonZeroU32) -> impl Iterator<Item = Self> + Clone {
        (0..of.get()).map(move |number| Self { number, of })
    }

    /// Which one it is.
    pub fn number(self) -> u32 {
        self.number
    }

    /// How many there are.
    pub fn of(self) -> NonZeroU32 {
        self.of
    }

    /// The shard that judges each of these mutants, in their order.
    ///
    /// A shard leads all dialogues of its mutants to their end, so that nothing is left for the merge.
    /// Mutants are dealt out in the order of their digests: every shard gets as many, and not those
    /// of one function, which often take alike long.
    pub(crate) fn deal(mutants: &[&MutantId], of: NonZeroU32) -> Vec<Self> {
        let mut order: Vec<usize> = (0..mutants.len()).collect();
        order.sort_by_cached_key(|&place| Digest::of(mutants[place].0.as_bytes()));
        let mut shards: Vec<Self> = Self::all(of).cycle().take(mutants.len()).collect();
        for (place, shard) in order.into_iter().zip(shards.clone()) {
            shards[place] = shard;
        }
        shards
    }
}

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, ParseShardError> {
        let parse = || {
            let (number, of) = text.split_once('/')?;
            let (number, of) = (number.parse().ok()?, parse_shards(of).ok()?);
            (number < of.get()).then_some(Self { number, of })
        };
        parse().ok_or_else(|| ParseShardError(text.to_owned()))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_is_written_as_its_number_and_how_many_there_are() {
        for text in ["0/1", "0/8", "7/8"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for text in ["", "1", "1/1", "8/8", "-1/2", "0/0", "a/b", "1/2/3", " 0/1"] {
            assert_eq!(text.parse::<Shard>(), Err(ParseShardError(text.into())));
        }
    }

    #[test]
    fn mutants_are_dealt_out_evenly_and_neighbours_apart() {
        let of = NonZeroU32::new(3).unwrap();
        let ids: Vec<MutantId> = (0..10)
            .map(|number| MutantId(format!("src/main.rs::main/add-to-sub/{number}")))
            .collect();
        let ids: Vec<&MutantId> = ids.iter().collect();
        let shards = Shard::deal(&ids, of);
        let n_of = |number| shards.iter().filter(|shard| shard.number == number).count();
        assert_eq!([0, 1, 2].map(n_of), [4, 3, 3]);
        let numbers: Vec<u32> = shards.iter().map(|shard| shard.number).collect();
        assert_ne!(numbers, [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]);
        assert_eq!(Shard::deal(&ids, of), shards);
    }
}
