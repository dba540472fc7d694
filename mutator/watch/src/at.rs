//! Where claims are made.

use std::fmt;

/// Where a claim is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum At {
    /// When a function is entered.
    Enter,
    /// When it has returned, by whichever exit.
    Exit,
    /// When it has returned by one of its exits.
    OneExit {
        /// Which one, from 1, in the order of the source; the last is the end of the body.
        exit: u32,
        /// How many exits the function has.
        of: u32,
    },
}

impl At {
    /// Its name, as it is in ids: that of one exit does not change with exits after it.
    pub fn name(self) -> String {
        match self {
            Self::Enter => "enter".to_owned(),
            Self::Exit => "exit".to_owned(),
            Self::OneExit { exit, .. } => format!("exit-{exit}"),
        }
    }

    /// Reads what `Display` writes.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match text {
            "enter" => Some(Self::Enter),
            "exit" => Some(Self::Exit),
            _ => {
                let (exit, of) = text.strip_prefix("exit ")?.split_once(" of ")?;
                Some(Self::OneExit {
                    exit: exit.parse().ok()?,
                    of: of.parse().ok()?,
                })
            }
        }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Enter | Self::Exit => f.write_str(&self.name()),
            Self::OneExit { exit, of } => write!(f, "exit {exit} of {of}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_as_it_was_written() {
        let one = At::OneExit { exit: 2, of: 13 };
        for at in [At::Enter, At::Exit, one] {
            assert_eq!(At::parse(&at.to_string()), Some(at));
        }
        assert_eq!(one.to_string(), "exit 2 of 13");
        assert_eq!(one.name(), "exit-2");
        for text in ["", "exit 2", "exit two of 3", "exit 1 of", "leave"] {
            assert_eq!(At::parse(text), None, "{text}");
        }
    }
}
