//! Who was judged.

use std::fmt;

use killrate_model::MutantId;

use crate::columns::ORIGINAL;

/// The original, or a mutant by its stable identity; the original sorts first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum VariantId {
    /// The subject as written.
    Original,
    /// The mutant of this identity.
    Mutant(MutantId),
}

impl VariantId {
    /// The value in the `variant` column.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Original => ORIGINAL,
            Self::Mutant(id) => &id.0,
        }
    }
}

impl From<String> for VariantId {
    fn from(text: String) -> Self {
        // A mutant's identity always holds a `/`, so it cannot be mistaken for the original.
        match text.as_str() {
            ORIGINAL => Self::Original,
            _ => Self::Mutant(MutantId(text)),
        }
    }
}

impl fmt::Display for VariantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
