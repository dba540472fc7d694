//! Names people give to things; two names that must not be swapped are two types.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a text cannot be a name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is not a name; use the letters A to Z and a to z, the digits 0 to 9, `-`, `_`, `.` and `/`, but not `..`, and start with a letter or a digit"
)]
pub struct NameError {
    text: String,
}

fn check(text: &str) -> Result<(), NameError> {
    // A first hyphen would make an option of a name, a first slash or dot another place of a path.
    let starts_well = text.starts_with(|c: char| c.is_ascii_alphanumeric());
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
    // `..` could leave a folder when a name becomes part of a path.
    if starts_well && text.chars().all(is_plain) && !text.contains("..") {
        Ok(())
    } else {
        Err(NameError {
            text: text.to_owned(),
        })
    }
}

macro_rules! names {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// Checks a text and makes it a name.
            ///
            /// # Errors
            /// When the text is empty or holds a character that names do not have.
            pub fn new(text: impl Into<String>) -> Result<Self, NameError> {
                let text = text.into();
                check(&text)?;
                Ok(Self(text))
            }

            /// The name as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                // Tables align names by a width, which writing the text alone would ignore.
                f.pad(&self.0)
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl std::str::FromStr for $name {
            type Err = NameError;
            fn from_str(text: &str) -> Result<Self, NameError> {
                Self::new(text)
            }
        }

        impl TryFrom<String> for $name {
            type Error = NameError;
            fn try_from(text: String) -> Result<Self, NameError> {
                Self::new(text)
            }
        }

        impl From<$name> for String {
            fn from(name: $name) -> String {
                name.0
            }
        }
    )*};
}

/// The policy of studies that name none: it leaves out no mutant and belongs to no paper.
pub const NEUTRAL_POLICY: &str = "strict";

impl PolicyName {
    /// The policy of studies that name none.
    pub fn neutral() -> Self {
        Self(NEUTRAL_POLICY.to_owned())
    }
}

names! {
    /// The name of a program under study, as its folder under `subjects/`.
    SubjectName;
    /// The name of a data set, as its manifest under `datasets/`.
    DataSetName;
    /// The name of a property, unique within its technique and subject.
    PropertyName;
    /// The name of a technique.
    TechniqueName;
    /// The name of a study, as its folder under `datasets/studies/`.
    StudyName;
    /// The name of a rule of what counts as a kill.
    PolicyName;
    /// The name of a fault-free variant, unique within its subject.
    PlaceboName;
    /// The role of an input file in a subject's command line, such as `train`.
    InputName;
    /// The role of an output in a subject's command line, such as `predictions`.
    OutputName;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_hold_letters_digits_and_separators() {
        for text in [
            "iris",
            "glass9",
            "thesis-1",
            "blackbox/weka_j48",
            "libm-0.2",
        ] {
            assert_eq!(SubjectName::new(text).unwrap().as_str(), text);
        }
    }

    #[test]
    fn what_is_no_name_is_told_with_the_characters_that_names_have() {
        assert_eq!(
            SubjectName::new("größe").unwrap_err().to_string(),
            "`größe` is not a name; use the letters A to Z and a to z, the digits 0 to 9, `-`, `_`, `.` \
             and `/`, but not `..`, and start with a letter or a digit"
        );
    }

    #[test]
    fn a_name_never_holds_spaces_or_leads_out_of_its_folder() {
        for text in ["", " iris", "a b", "../etc", "a/../b", "-x", "naïve"] {
            assert_eq!(SubjectName::new(text).unwrap_err().text, text);
        }
    }
}
