//! One of the parts in which a study can be run.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use killrate_model::Digest;

/// One of so many parts of a study's executions, counted from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    number: u32,
    of: NonZeroU32,
}

/// Why a text is no shard.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a shard; write K/N with K from 0 to N - 1, such as 0/8")]
pub struct ParseShardError(String);

impl Shard {
    /// All shards of a plan for so many.
    pub fn all(of: NonZeroU32) -> impl Iterator<Item = Self> {
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

    /// The shard to which an execution belongs.
    ///
    /// By its digest, which spreads long and short executions alike over all shards; by its position
    /// every n-th may well be the same request.
    pub(crate) fn of_execution(key: Digest, of: NonZeroU32) -> Self {
        let (first, _) = key.as_bytes().split_at(8);
        let first = first.try_into().expect("eight of its bytes");
        let number = u64::from_le_bytes(first) % u64::from(of.get());
        let number = u32::try_from(number).expect("smaller than their number");
        Self { number, of }
    }
}

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, ParseShardError> {
        let parse = || {
            let (number, of) = text.split_once('/')?;
            let (number, of) = (number.parse().ok()?, of.parse::<NonZeroU32>().ok()?);
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
    fn every_execution_belongs_to_one_shard_and_no_shard_is_far_from_its_share() {
        let of = NonZeroU32::new(7).unwrap();
        let mut n_of = [0_u32; 7];
        for number in 0..7000_u32 {
            let shard = Shard::of_execution(Digest::of(&number.to_le_bytes()), of);
            n_of[shard.number() as usize] += 1;
        }
        assert_eq!(n_of.iter().sum::<u32>(), 7000);
        // A binomial share of 1000 has a standard deviation of 29.
        assert!(n_of.iter().all(|n| (850..1150).contains(n)), "{n_of:?}");
    }
}
