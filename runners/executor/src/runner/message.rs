//! What the harness and a runner tell each other.

use std::ffi::{CString, OsStr};
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use killrate_model::{Limit, Limits};

use crate::codec::{limit_code, limit_of};
use crate::wire::{Reader, push_bytes, push_duration};
use crate::{Cost, Tier};

/// What a runner is to be; the first thing it is told.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SetUp {
    pub(crate) tier: Tier,
    /// The folder that its programs may write to.
    pub(crate) folder: PathBuf,
    /// What its programs can read besides what every program can.
    pub(crate) visible: Vec<PathBuf>,
}

/// A program to run; its standard output and error go along as handles.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Order {
    pub(crate) binary: CString,
    pub(crate) arguments: Vec<CString>,
    /// `NAME=value` each.
    pub(crate) environment: Vec<CString>,
    /// Where it starts.
    pub(crate) folder: CString,
    pub(crate) limits: Limits,
}

/// What a runner answers.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It is what it is to be.
    Ready,
    /// The program has ended, and all that belonged to it.
    Ended {
        /// As wait(2) tells it.
        status: i32,
        /// The limit because of which the runner ended it.
        stopped_by: Option<Limit>,
        cost: Cost,
    },
    /// What was to be done cannot be, for this reason of the system.
    Refused(i32),
    /// The program was started but could not be watched.
    Lost(String),
}

impl SetUp {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut message = vec![tier_code(self.tier)];
        push_path(&mut message, &self.folder);
        push_list(&mut message, &self.visible, |message, path| {
            push_path(message, path);
        });
        message
    }

    pub(crate) fn decode(message: &[u8]) -> Option<Self> {
        let mut reader = Reader(message);
        let code = reader.u8()?;
        let set_up = Self {
            tier: Tier::ALL
                .into_iter()
                .find(|&tier| tier_code(tier) == code)?,
            folder: path(&mut reader)?,
            visible: list(&mut reader, path)?,
        };
        reader.end()?;
        Some(set_up)
    }
}

impl Order {
    /// Fails when a text holds a null character, which no program can be given.
    pub(crate) fn new(
        binary: &Path,
        arguments: &[String],
        environment: &[(&str, &OsStr)],
        folder: &Path,
        limits: &Limits,
    ) -> io::Result<Self> {
        let text = |bytes: &[u8]| CString::new(bytes);
        let variable = |(name, value): &(&str, &OsStr)| {
            text(&[name.as_bytes(), b"=", value.as_bytes()].concat())
        };
        let arguments = arguments.iter().map(|argument| text(argument.as_bytes()));
        Ok(Self {
            binary: text(binary.as_os_str().as_bytes())?,
            arguments: arguments.collect::<Result<_, _>>()?,
            environment: environment.iter().map(variable).collect::<Result<_, _>>()?,
            folder: text(folder.as_os_str().as_bytes())?,
            limits: *limits,
        })
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut message = Vec::new();
        push_text(&mut message, &self.binary);
        push_list(&mut message, &self.arguments, push_text);
        push_list(&mut message, &self.environment, push_text);
        push_text(&mut message, &self.folder);
        // The fuel is the program's own affair: it is told by a variable.
        push_duration(&mut message, self.limits.cpu);
        push_duration(&mut message, self.limits.wall);
        message.extend(self.limits.memory.to_le_bytes());
        message.extend(self.limits.output.to_le_bytes());
        message
    }

    pub(crate) fn decode(message: &[u8]) -> Option<Self> {
        let mut reader = Reader(message);
        let order = Self {
            binary: text(&mut reader)?,
            arguments: list(&mut reader, text)?,
            environment: list(&mut reader, text)?,
            folder: text(&mut reader)?,
            limits: Limits {
                fuel: None,
                cpu: reader.duration()?,
                wall: reader.duration()?,
                memory: reader.u64()?,
                output: reader.u64()?,
            },
        };
        reader.end()?;
        Some(order)
    }
}

impl Answer {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut message = Vec::new();
        match self {
            Self::Ready => message.push(0),
            Self::Ended {
                status,
                stopped_by,
                cost,
            } => {
                message.push(1);
                message.extend(status.to_le_bytes());
                message.extend(stopped_by.map_or(NO_LIMIT, limit_code).to_le_bytes());
                push_duration(&mut message, cost.cpu);
                push_duration(&mut message, cost.wall);
            }
            Self::Refused(error) => {
                message.push(2);
                message.extend(error.to_le_bytes());
            }
            Self::Lost(reason) => {
                message.push(3);
                push_bytes(&mut message, reason.as_bytes());
            }
        }
        message
    }

    pub(crate) fn decode(message: &[u8]) -> Option<Self> {
        let mut reader = Reader(message);
        let answer = match reader.u8()? {
            0 => Self::Ready,
            1 => Self::Ended {
                status: reader.i32()?,
                stopped_by: match reader.i32()? {
                    NO_LIMIT => None,
                    code => Some(limit_of(code)?),
                },
                cost: Cost {
                    cpu: reader.duration()?,
                    wall: reader.duration()?,
                },
            },
            2 => Self::Refused(reader.i32()?),
            3 => Self::Lost(String::from_utf8_lossy(reader.bytes()?).into_owned()),
            _ => return None,
        };
        reader.end()?;
        Some(answer)
    }
}

/// In the place of the code of a limit.
const NO_LIMIT: i32 = -1;

fn tier_code(tier: Tier) -> u8 {
    match tier {
        Tier::ProcessGroup => 0,
        Tier::Landlock => 1,
        Tier::Full => 2,
    }
}

fn push_path(message: &mut Vec<u8>, path: &Path) {
    push_bytes(message, path.as_os_str().as_bytes());
}

fn push_text(message: &mut Vec<u8>, text: &CString) {
    push_bytes(message, text.as_bytes());
}

fn push_list<T>(message: &mut Vec<u8>, items: &[T], push: impl Fn(&mut Vec<u8>, &T)) {
    message.extend((items.len() as u64).to_le_bytes());
    for item in items {
        push(message, item);
    }
}

fn path(reader: &mut Reader<'_>) -> Option<PathBuf> {
    Some(PathBuf::from(OsStr::from_bytes(reader.bytes()?)))
}

fn text(reader: &mut Reader<'_>) -> Option<CString> {
    CString::new(reader.bytes()?).ok()
}

fn list<T>(reader: &mut Reader<'_>, item: impl Fn(&mut Reader<'_>) -> Option<T>) -> Option<Vec<T>> {
    (0..reader.u64()?).map(|_| item(reader)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Debug;
    use std::time::Duration;

    #[track_caller]
    fn check<T: PartialEq + Debug>(
        value: T,
        encode: fn(&T) -> Vec<u8>,
        decode: fn(&[u8]) -> Option<T>,
    ) {
        let message = encode(&value);
        for length in 0..message.len() {
            assert_eq!(decode(&message[..length]), None, "{length} of {value:?}");
        }
        assert_eq!(decode(&[&message, &b"x"[..]].concat()), None);
        assert_eq!(decode(&message), Some(value));
    }

    #[test]
    fn every_message_is_understood_and_no_other_is() {
        for tier in Tier::ALL {
            let visible = vec!["/tmp/one".into(), "/dev/shm/two".into()];
            let folder = "/runs".into();
            let set_up = SetUp {
                tier,
                folder,
                visible,
            };
            check(set_up, SetUp::encode, SetUp::decode);
        }
        let limits = Limits {
            fuel: None,
            cpu: Duration::from_millis(1500),
            wall: Duration::from_secs(15),
            memory: 1 << 30,
            output: 7,
        };
        let order = Order::new(
            Path::new("/bin/echo"),
            &["one".into(), String::new()],
            &[("HOME", OsStr::from_bytes(b"/\xff"))],
            Path::new("/runs/1"),
            &limits,
        );
        check(order.unwrap(), Order::encode, Order::decode);
        let cost = Cost {
            cpu: Duration::from_micros(3),
            wall: Duration::from_micros(4),
        };
        for stopped_by in Limit::ALL.map(Some).into_iter().chain([None]) {
            let status = 9;
            let ended = Answer::Ended {
                status,
                stopped_by,
                cost,
            };
            check(ended, Answer::encode, Answer::decode);
        }
        for answer in [
            Answer::Ready,
            Answer::Refused(2),
            Answer::Lost("gone".into()),
        ] {
            check(answer, Answer::encode, Answer::decode);
        }
    }

    #[test]
    fn a_text_that_no_program_can_be_given_is_refused() {
        let limits = Limits {
            fuel: None,
            cpu: Duration::ZERO,
            wall: Duration::ZERO,
            memory: 0,
            output: 0,
        };
        let order = |argument: &str| {
            let (path, arguments) = (Path::new("/"), [argument.to_owned()]);
            Order::new(path, &arguments, &[], path, &limits)
        };
        assert!(order("fine").is_ok());
        let error = order("not\0fine").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
    }
}
