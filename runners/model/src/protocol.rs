//! How the harness and a woven program talk: environment variables in, a report file out.
//!
//! The runtime woven into subjects depends on nothing, so it spells these names itself; a test of
//! the mutator keeps the two spellings equal.

use crate::{CheckTally, PropertyName, Reach};

/// Environment variable: the number of the active mutant; unset or `0` is the original.
pub const MUTANT: &str = "KILLRATE_MUTANT";
/// Environment variable: how much fuel there is; unset is no bound.
pub const FUEL: &str = "KILLRATE_FUEL";
/// Environment variable: the path of the report file; unset writes none.
pub const REPORT: &str = "KILLRATE_REPORT";
/// Environment variable: what to probe, apart by `+`: `reach` and infection, and either to `trace`
/// the calls of functions or to check `invariants` of them.
pub const PROBE: &str = "KILLRATE_PROBE";
/// Environment variable: which calls of functions that have properties are tested, in words such as
/// `all` and `every=3`; unset tests none.
pub const CHECKS: &str = "KILLRATE_CHECKS";
/// Environment variable: the path of a file that names many inputs, which the program is run on one
/// after the other; unset is the one input that its arguments name.
///
/// The file has for each input its fuel, its folder, the number of its arguments and these; numbers
/// have eight bytes, little-endian, and texts their length before them.
pub const BATCH: &str = "KILLRATE_BATCH";
/// The file that such a program writes beside that one: an [`Answer`] for each input that it has
/// finished, in their order.
pub const ANSWERS_FILE: &str = "killrate.answers";
/// The file that a program which checks reads from its working folder.
pub const INVARIANTS_FILE: &str = "killrate.invariants";
/// The file that a program which checks writes into its working folder when something does not hold:
/// a line for every invariant, its id and the values it is about, apart by tabs.
pub const ALARMS_FILE: &str = "killrate.alarms";
/// The file that a program which traces writes into its working folder.
pub const TRACE_FILE: &str = "killrate.trace";
/// The exit code of a program that ran out of fuel; the report file, not this code, is what tells.
pub const OUT_OF_FUEL_CODE: i32 = 86;

/// What a woven program wrote into its report file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Fuel burnt when the report was written.
    pub fuel: u64,
    /// Whether the fuel ran out.
    pub is_out_of_fuel: bool,
    /// What the reach probe saw.
    pub reach: Option<Reach>,
    /// What came of the properties of functions that were tested, if any were to be.
    pub checks: Option<Vec<CheckTally>>,
}

/// What has become of an input among many, each of which ended by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// The exit code.
    pub code: u8,
    /// Fuel burnt for this input.
    pub fuel: u64,
    /// How much was printed when it ended, by this input and those before.
    pub stdout: u64,
    /// The same of standard error.
    pub stderr: u64,
}

impl Answer {
    /// The answers of a file: a byte for the code, then the other numbers (8 bytes each,
    /// little-endian). One that is cut short is none.
    pub fn parse_all(bytes: &[u8]) -> Vec<Self> {
        const LENGTH: usize = 25;
        let answers = bytes.chunks_exact(LENGTH);
        answers.filter_map(Self::parse).collect()
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let (&code, mut rest) = bytes.split_first()?;
        let mut number = || chunk(&mut rest).map(|bytes| u64::from_le_bytes(*bytes));
        Some(Self {
            code,
            fuel: number()?,
            stdout: number()?,
            stderr: number()?,
        })
    }
}

const MAGIC: &[u8] = b"KRR1";

impl Report {
    /// Reads a report: the magic `KRR1`, a byte that is 1 when fuel ran out, the fuel burnt
    /// (8 bytes, little-endian), the length of a bit set (4 bytes, little-endian; 0 without the
    /// reach probe), then the reached and the infected bit set, each of that length. If properties
    /// of functions were to be tested, their number (4 bytes, little-endian) and for each its name,
    /// the calls of its function, its tests, its alarms and those of its tests that were not finished
    /// (8 bytes each, little-endian), and the first alarm; texts have their length before them
    /// (4 bytes, little-endian).
    ///
    /// `None` when the bytes are not a complete report, as after a program that was killed.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let (&is_out_of_fuel, rest) = bytes.strip_prefix(MAGIC)?.split_first()?;
        let (fuel, rest) = rest.split_first_chunk::<8>()?;
        let (length, bits) = rest.split_first_chunk::<4>()?;
        let length = u32::from_le_bytes(*length) as usize;
        // The bytes may be anything, so a length that they name is never trusted.
        let (bits, rest) = bits.split_at_checked(length.checked_mul(2)?)?;
        let (reached, infected) = bits.split_at(length);
        Some(Self {
            fuel: u64::from_le_bytes(*fuel),
            is_out_of_fuel: is_out_of_fuel == 1,
            reach: (length > 0).then(|| Reach::new(reached.to_vec(), infected.to_vec())),
            checks: match rest {
                [] => None,
                rest => Some(tallies(rest)?),
            },
        })
    }
}

/// Reads what came of the properties of functions.
fn tallies(bytes: &[u8]) -> Option<Vec<CheckTally>> {
    let mut rest = bytes;
    let mut tallies = Vec::new();
    for _ in 0..u32::from_le_bytes(*chunk(&mut rest)?) {
        let name = PropertyName::new(text(&mut rest)?).ok()?;
        let mut number = || chunk(&mut rest).map(|bytes| u64::from_le_bytes(*bytes));
        tallies.push(CheckTally {
            name,
            n_calls: number()?,
            n_tests: number()?,
            n_alarms: number()?,
            n_inconclusive: number()?,
            detail: text(&mut rest)?,
        });
    }
    // Bytes that are left over show that these were no tallies.
    rest.is_empty().then_some(tallies)
}

fn text(rest: &mut &[u8]) -> Option<String> {
    let length = u32::from_le_bytes(*chunk(rest)?) as usize;
    let (text, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some(String::from_utf8_lossy(text).into_owned())
}

fn chunk<'a, const N: usize>(rest: &mut &'a [u8]) -> Option<&'a [u8; N]> {
    let (chunk, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(chunk)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_as_far_as_they_are_complete() {
        let one = [
            &[101][..],
            &7_u64.to_le_bytes(),
            &5_u64.to_le_bytes(),
            &9_u64.to_le_bytes(),
        ];
        let one = one.concat();
        let answer = Answer {
            code: 101,
            fuel: 7,
            stdout: 5,
            stderr: 9,
        };
        let bytes = [&one[..], &one, &one[..24]].concat();
        assert_eq!(Answer::parse_all(&bytes), [answer, answer]);
        assert_eq!(Answer::parse_all(&[]), []);
    }

    const REPORT_OF_TWO_BYTES: &[u8] = b"KRR1\x01\x39\x05\0\0\0\0\0\0\x02\0\0\0\x06\x00\x02\x00";

    #[test]
    fn a_report_is_read_field_by_field() {
        let report = Report::parse(REPORT_OF_TWO_BYTES).unwrap();
        assert_eq!((report.fuel, report.is_out_of_fuel), (1337, true));
        assert_eq!(report.reach, Some(Reach::new(vec![6, 0], vec![2, 0])));
    }

    #[test]
    fn what_came_of_checks_is_read_property_by_property() {
        let one = b"\x02\0\0\0M1\x07\0\0\0\0\0\0\0\x06\0\0\0\0\0\0\0\
            \x02\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x02\0\0\0no";
        let bytes = [REPORT_OF_TWO_BYTES, b"\x01\0\0\0", one].concat();
        let tally = CheckTally {
            name: PropertyName::new("M1").unwrap(),
            n_calls: 7,
            n_tests: 6,
            n_alarms: 2,
            n_inconclusive: 1,
            detail: "no".to_owned(),
        };
        assert_eq!(Report::parse(&bytes).unwrap().checks, Some(vec![tally]));
        for length in REPORT_OF_TWO_BYTES.len() + 1..bytes.len() {
            assert_eq!(Report::parse(&bytes[..length]), None);
        }
        let none = [REPORT_OF_TWO_BYTES, b"\0\0\0\0"].concat();
        assert_eq!(Report::parse(&none).unwrap().checks, Some(Vec::new()));
    }

    #[test]
    fn a_truncated_or_extended_report_is_not_read() {
        for length in 0..REPORT_OF_TWO_BYTES.len() {
            assert_eq!(Report::parse(&REPORT_OF_TWO_BYTES[..length]), None);
        }
        assert_eq!(Report::parse(&[REPORT_OF_TWO_BYTES, b"x"].concat()), None);
    }
}
