//! Seeds as they are typed.

use std::str::FromStr;

/// More follow-ups of one property than anyone waits for.
const MOST: u64 = 10_000;

/// One seed, or a range of seeds with both ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seeds {
    first: u64,
    last: u64,
}

impl Seeds {
    pub(super) fn all(self) -> impl Iterator<Item = u64> {
        self.first..=self.last
    }
}

impl FromStr for Seeds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let number = |text: &str| {
            text.parse().map_err(|_| {
                format!("`{text}` is no seed; write a number from 0 on, or a range such as `1..20`")
            })
        };
        let (first, last): (u64, u64) = (number(first)?, number(last)?);
        match last.checked_sub(first) {
            None => Err(format!("the range is empty; write `{last}..{first}`")),
            Some(more) if more >= MOST => Err(format!(
                "these are more than {MOST} seeds; take fewer at a time"
            )),
            Some(_) => Ok(Self { first, last }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<&[u64], &str>) {
        let seeds = text.parse::<Seeds>().map(|seeds| seeds.all().collect());
        let expected = expected.map(<[u64]>::to_vec).map_err(str::to_owned);
        assert_eq!(seeds, expected);
    }

    #[test]
    fn a_range_has_both_ends() {
        check("1..4", Ok(&[1, 2, 3, 4]));
        check("7", Ok(&[7]));
        let last = u64::MAX.to_string();
        check(&format!("{last}..{last}"), Ok(&[u64::MAX]));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        check("4..1", Err("the range is empty; write `1..4`"));
        check(
            "1..10000000000",
            Err("these are more than 10000 seeds; take fewer at a time"),
        );
        let hint = "is no seed; write a number from 0 on, or a range such as `1..20`";
        for (text, part) in [("1..", ""), ("-3", "-3"), ("1..1e9", "1e9"), ("", "")] {
            check(text, Err(&format!("`{part}` {hint}")));
        }
    }
}
