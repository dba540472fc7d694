//! Numbers among a program's arguments.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

/// A decimal number as it stands on a command line: `50`, `-0.5`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ArgumentNumber(String);

/// Why a text cannot be a number among arguments.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a number; write one such as `50` or `0.5`, without exponent")]
pub struct ArgumentNumberError {
    text: String,
}

impl ArgumentNumber {
    /// Checks a text and makes it a number.
    ///
    /// # Errors
    /// When it is not digits, perhaps with a minus before them and a point among them.
    pub fn new(text: impl Into<String>) -> Result<Self, ArgumentNumberError> {
        let text = text.into();
        let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let magnitude = text.strip_prefix('-').unwrap_or(&text);
        let is_number = match magnitude.split_once('.') {
            Some((whole, decimals)) => is_digits(whole) && is_digits(decimals),
            None => is_digits(magnitude),
        };
        if is_number {
            Ok(Self(text))
        } else {
            Err(ArgumentNumberError { text })
        }
    }

    /// The number as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ArgumentNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl std::str::FromStr for ArgumentNumber {
    type Err = ArgumentNumberError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::new(text)
    }
}

impl Serialize for ArgumentNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A number that a file's numbers cannot hold as it is written is written as a text.
        let as_whole = self.0.parse::<i64>().ok();
        let as_real = self.0.parse::<f64>().ok();
        match (as_whole, as_real) {
            (Some(number), _) if number.to_string() == self.0 => serializer.serialize_i64(number),
            (None, Some(number)) if number.to_string() == self.0 => {
                serializer.serialize_f64(number)
            }
            _ => serializer.serialize_str(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for ArgumentNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ReadNumber)
    }
}

struct ReadNumber;

impl Visitor<'_> for ReadNumber {
    type Value = ArgumentNumber;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number such as `50` or `0.5`")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
        ArgumentNumber::new(number.to_string()).map_err(E::custom)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        ArgumentNumber::new(number.to_string()).map_err(E::custom)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Self::Value, E> {
        ArgumentNumber::new(number.to_string()).map_err(E::custom)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        ArgumentNumber::new(text).map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_digits_with_a_sign_and_a_point_at_most() {
        for text in ["50", "-0.5", "007", "1.50"] {
            assert_eq!(ArgumentNumber::new(text).unwrap().as_str(), text);
        }
        for text in ["", "-", "+5", "1e3", ".5", "5.", "0x10", "nan", "1 "] {
            let message = format!(
                "`{text}` is not a number; write one such as `50` or `0.5`, without exponent"
            );
            assert_eq!(ArgumentNumber::new(text).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_number_is_written_so_that_it_is_read_back() {
        for (text, json) in [
            ("50", "50"),
            ("-0.5", "-0.5"),
            ("1.50", "\"1.50\""),
            ("007", "\"007\""),
        ] {
            let number = ArgumentNumber::new(text).unwrap();
            assert_eq!(serde_json::to_string(&number).unwrap(), json);
            assert_eq!(
                serde_json::from_str::<ArgumentNumber>(json).unwrap(),
                number
            );
        }
        assert!(serde_json::from_str::<ArgumentNumber>("true").is_err());
    }
}
