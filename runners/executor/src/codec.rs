//! A finished execution as the value of a log record.

use std::collections::BTreeMap;
use std::time::Duration;

use killrate_model::{
    Blob, CheckTally, Digest, Exit, Limit, Limits, Observation, OutputName, PropertyName, Reach,
};

use crate::Cost;
use crate::wire::{Reader, push_bytes, push_duration};

/// Changes when the layout below does; records of another version are passed over.
const VERSION: u8 = 2;
/// Blobs above this size are stored by content, outside the log.
pub(crate) const LARGEST_INLINE: usize = 64 << 10;

/// The limits that a clock keeps, under which an execution ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Backstops {
    pub(crate) cpu: Duration,
    pub(crate) wall: Duration,
}

impl From<&Limits> for Backstops {
    fn from(limits: &Limits) -> Self {
        Self {
            cpu: limits.cpu,
            wall: limits.wall,
        }
    }
}

/// How an execution ended and within which backstops: whether it answers a later question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ending {
    pub(crate) exit: Exit,
    pub(crate) backstops: Backstops,
}

impl Ending {
    /// The limit of a clock that ended it; `None` when it would end the same under any.
    pub(crate) fn stopped_at(&self) -> Option<(Limit, Duration)> {
        match self.exit {
            Exit::Exceeded { limit: Limit::Cpu } => Some((Limit::Cpu, self.backstops.cpu)),
            Exit::Exceeded { limit: Limit::Wall } => Some((Limit::Wall, self.backstops.wall)),
            _ => None,
        }
    }
}

/// Why a value cannot be decoded.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum DecodeError<E> {
    /// It is not laid out as it should be.
    Malformed,
    /// A blob outside the log cannot be had.
    Blob(E),
}

/// The bytes of a finished execution; blobs above [`LARGEST_INLINE`] by digest only.
pub(crate) fn encode(ending: &Ending, observation: &Observation, cost: Cost) -> Vec<u8> {
    let mut value = vec![VERSION];
    let (kind, detail) = match ending.exit {
        Exit::Exited { code } => (0, code),
        Exit::Killed { signal } => (1, signal),
        Exit::OutOfFuel => (2, 0),
        Exit::Exceeded { limit } => (3, limit_code(limit)),
    };
    value.push(kind);
    value.extend(detail.to_le_bytes());
    for time in [
        ending.backstops.cpu,
        ending.backstops.wall,
        cost.cpu,
        cost.wall,
    ] {
        push_duration(&mut value, time);
    }
    value.push(u8::from(observation.fuel.is_some()));
    value.extend(observation.fuel.unwrap_or(0).to_le_bytes());
    value.push(u8::from(observation.reach.is_some()));
    if let Some(reach) = &observation.reach {
        let (reached, infected) = reach.as_bits();
        push_bytes(&mut value, reached);
        push_bytes(&mut value, infected);
    }
    value.push(u8::from(observation.checks.is_some()));
    if let Some(tallies) = &observation.checks {
        value.extend((tallies.len() as u64).to_le_bytes());
        for tally in tallies {
            push_bytes(&mut value, tally.name.as_str().as_bytes());
            for number in [
                tally.n_calls,
                tally.n_tests,
                tally.n_alarms,
                tally.n_inconclusive,
            ] {
                value.extend(number.to_le_bytes());
            }
            push_bytes(&mut value, tally.detail.as_bytes());
        }
    }
    push_blob(&mut value, &observation.stdout);
    push_blob(&mut value, &observation.stderr);
    value.extend((observation.outputs.len() as u64).to_le_bytes());
    for (name, blob) in &observation.outputs {
        push_bytes(&mut value, name.as_str().as_bytes());
        push_blob(&mut value, blob);
    }
    value
}

/// How the execution of this value ended; `None` when the value is of another version.
pub(crate) fn decode_ending(value: &[u8]) -> Option<Ending> {
    read_ending(&mut Reader(value))
}

/// Reads a value back; `load` fetches a blob from outside the log by digest and length.
pub(crate) fn decode<E>(
    value: &[u8],
    mut load: impl FnMut(Digest, u64) -> Result<Blob, E>,
) -> Result<(Observation, Cost), DecodeError<E>> {
    let mut reader = Reader(value);
    let ending = read_ending(&mut reader).ok_or(DecodeError::Malformed)?;
    let mut head = || {
        let cost = Cost {
            cpu: reader.duration()?,
            wall: reader.duration()?,
        };
        let has_fuel = reader.bool()?;
        let fuel = reader.u64()?;
        let reach = if reader.bool()? {
            Some(Reach::new(
                reader.bytes()?.to_vec(),
                reader.bytes()?.to_vec(),
            ))
        } else {
            None
        };
        let checks = if reader.bool()? {
            Some(reader.tallies()?)
        } else {
            None
        };
        Some((cost, has_fuel.then_some(fuel), reach, checks))
    };
    let (cost, fuel, reach, checks) = head().ok_or(DecodeError::Malformed)?;
    let stdout = reader.blob(&mut load)?;
    let stderr = reader.blob(&mut load)?;
    let mut outputs = BTreeMap::new();
    for _ in 0..reader.u64().ok_or(DecodeError::Malformed)? {
        let name = reader.output_name().ok_or(DecodeError::Malformed)?;
        outputs.insert(name, reader.blob(&mut load)?);
    }
    let observation = Observation {
        exit: ending.exit,
        outputs,
        stdout,
        stderr,
        fuel,
        reach,
        checks,
    };
    reader.end().ok_or(DecodeError::Malformed)?;
    Ok((observation, cost))
}

fn read_ending(reader: &mut Reader<'_>) -> Option<Ending> {
    if reader.u8()? != VERSION {
        return None;
    }
    let kind = reader.u8()?;
    let detail = reader.i32()?;
    let exit = match kind {
        0 => Exit::Exited { code: detail },
        1 => Exit::Killed { signal: detail },
        2 => Exit::OutOfFuel,
        3 => Exit::Exceeded {
            limit: limit_of(detail)?,
        },
        _ => return None,
    };
    let backstops = Backstops {
        cpu: reader.duration()?,
        wall: reader.duration()?,
    };
    Some(Ending { exit, backstops })
}

pub(crate) fn limit_code(limit: Limit) -> i32 {
    match limit {
        Limit::Cpu => 0,
        Limit::Wall => 1,
        Limit::Output => 2,
        Limit::Processes => 3,
        Limit::Folder => 4,
    }
}

pub(crate) fn limit_of(code: i32) -> Option<Limit> {
    Limit::ALL
        .into_iter()
        .find(|&limit| limit_code(limit) == code)
}

fn push_blob(value: &mut Vec<u8>, blob: &Blob) {
    let is_inline = blob.bytes().len() <= LARGEST_INLINE;
    value.push(u8::from(is_inline));
    if is_inline {
        push_bytes(value, blob.bytes());
    } else {
        value.extend((blob.bytes().len() as u64).to_le_bytes());
        value.extend(blob.digest().as_bytes());
    }
}

impl Reader<'_> {
    fn text(&mut self) -> Option<String> {
        Some(std::str::from_utf8(self.bytes()?).ok()?.to_owned())
    }

    fn tallies(&mut self) -> Option<Vec<CheckTally>> {
        let mut tallies = Vec::new();
        for _ in 0..self.u64()? {
            tallies.push(CheckTally {
                name: PropertyName::new(self.text()?).ok()?,
                n_calls: self.u64()?,
                n_tests: self.u64()?,
                n_alarms: self.u64()?,
                n_inconclusive: self.u64()?,
                detail: self.text()?,
            });
        }
        Some(tallies)
    }

    fn output_name(&mut self) -> Option<OutputName> {
        OutputName::new(std::str::from_utf8(self.bytes()?).ok()?).ok()
    }

    fn blob<E>(
        &mut self,
        load: &mut impl FnMut(Digest, u64) -> Result<Blob, E>,
    ) -> Result<Blob, DecodeError<E>> {
        let is_inline = self.bool().ok_or(DecodeError::Malformed)?;
        if is_inline {
            let bytes = self.bytes().ok_or(DecodeError::Malformed)?;
            return Ok(Blob::new(bytes));
        }
        let length = self.u64().ok_or(DecodeError::Malformed)?;
        let digest = self.array().ok_or(DecodeError::Malformed)?;
        load(Digest::from_bytes(digest), length).map_err(DecodeError::Blob)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BACKSTOPS: Backstops = Backstops {
        cpu: Duration::from_millis(1500),
        wall: Duration::from_secs(15),
    };
    const COST: Cost = Cost {
        cpu: Duration::from_nanos(1_234_567_890),
        wall: Duration::from_secs(3),
    };

    fn observation(exit: Exit) -> Observation {
        let big = Blob::new(vec![b'x'; LARGEST_INLINE + 1]);
        Observation {
            exit,
            outputs: [("model", big), ("predictions", Blob::new(*b"a\nb\n"))]
                .map(|(name, blob)| (OutputName::new(name).unwrap(), blob))
                .into(),
            stdout: Blob::new(*b"done\n"),
            stderr: Blob::new([]),
            fuel: Some(99),
            reach: Some(Reach::new(vec![6, 0], vec![2, 0])),
            checks: Some(vec![CheckTally {
                name: PropertyName::new("M1").unwrap(),
                n_calls: 4,
                n_tests: 3,
                n_alarms: 2,
                n_inconclusive: 1,
                detail: "call 1: does not hold".to_owned(),
            }]),
        }
    }

    fn encoded(exit: Exit) -> Vec<u8> {
        let ending = Ending {
            exit,
            backstops: BACKSTOPS,
        };
        encode(&ending, &observation(exit), COST)
    }

    fn load(digest: Digest, length: u64) -> Result<Blob, Digest> {
        let blob = Blob::new(vec![b'x'; usize::try_from(length).unwrap()]);
        if blob.digest() == digest {
            Ok(blob)
        } else {
            Err(digest)
        }
    }

    #[test]
    fn every_exit_survives_with_its_observation_and_cost() {
        let exits = [
            Exit::Exited { code: -1 },
            Exit::Killed { signal: 11 },
            Exit::OutOfFuel,
        ];
        let exceeded = Limit::ALL.map(|limit| Exit::Exceeded { limit });
        for exit in exits.into_iter().chain(exceeded) {
            let value = encoded(exit);
            assert_eq!(decode(&value, load), Ok((observation(exit), COST)));
            let ending = decode_ending(&value).unwrap();
            assert_eq!((ending.exit, ending.backstops), (exit, BACKSTOPS));
        }
    }

    #[test]
    fn an_empty_observation_survives() {
        let exit = Exit::Exited { code: 0 };
        let blank = Observation {
            outputs: BTreeMap::new(),
            stdout: Blob::new([]),
            fuel: None,
            reach: None,
            checks: None,
            ..observation(exit)
        };
        let ending = Ending {
            exit,
            backstops: BACKSTOPS,
        };
        let value = encode(&ending, &blank, Cost::default());
        assert_eq!(decode(&value, load), Ok((blank, Cost::default())));
    }

    #[test]
    fn a_value_of_another_length_or_version_is_refused() {
        let value = encoded(Exit::OutOfFuel);
        for length in 0..value.len() {
            assert_eq!(decode(&value[..length], load), Err(DecodeError::Malformed));
        }
        let longer = [value.as_slice(), b"x"].concat();
        assert_eq!(decode(&longer, load), Err(DecodeError::Malformed));
        let mut newer = value;
        newer[0] = VERSION + 1;
        assert_eq!(decode_ending(&newer), None);
    }

    #[test]
    fn only_the_clock_limits_depend_on_the_backstops() {
        let stopped_at = |exit| {
            Ending {
                exit,
                backstops: BACKSTOPS,
            }
            .stopped_at()
        };
        let exceeded = |limit| Exit::Exceeded { limit };
        let cpu = Some((Limit::Cpu, BACKSTOPS.cpu));
        let wall = Some((Limit::Wall, BACKSTOPS.wall));
        assert_eq!(stopped_at(exceeded(Limit::Cpu)), cpu);
        assert_eq!(stopped_at(exceeded(Limit::Wall)), wall);
        assert_eq!(stopped_at(exceeded(Limit::Output)), None);
        assert_eq!(stopped_at(Exit::Exited { code: 0 }), None);
        assert_eq!(stopped_at(Exit::OutOfFuel), None);
    }
}
