//! The words that the notation adds to Rust, each behind a backslash.

/// Stands in place of the backslash while a property is parsed: one character for one, so that
/// columns stay true, and one that a Rust name may start with.
pub(crate) const MARK: char = 'κ';

/// A word of the notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Word {
    /// What the call returned.
    Result,
    /// Something in terms of what the call was given.
    Old,
    /// Something in terms of what the call left behind.
    New,
    /// Whether a value is one of several.
    In,
    /// Whether a value is between two others, or equal to one of them.
    InRange,
    /// A changed copy of a value: the function of the runtime, and how many arguments it takes.
    Transform(&'static str, usize),
}

/// All words.
const WORDS: [(&str, Word); 13] = [
    ("result", Word::Result),
    ("old", Word::Old),
    ("new", Word::New),
    ("in", Word::In),
    ("inrange", Word::InRange),
    ("add", Word::Transform("add", 2)),
    ("multiply", Word::Transform("multiply", 2)),
    ("permute", Word::Transform("permute", 1)),
    ("reverse", Word::Transform("reverse", 1)),
    ("negate", Word::Transform("negate", 1)),
    ("include", Word::Transform("include", 2)),
    ("exclude", Word::Transform("exclude", 2)),
    ("concatenate", Word::Transform("concatenate", 2)),
];

/// The word of this name, without backslash.
pub(crate) fn word(name: &str) -> Option<Word> {
    let found = WORDS.iter().find(|(known, _)| *known == name);
    found.map(|(_, word)| *word)
}

/// The word that a name in a parsed property stands for.
pub(crate) fn marked_word(name: &str) -> Option<Word> {
    word(name.strip_prefix(MARK)?)
}

/// All words with their backslashes, for messages.
pub(crate) fn list() -> String {
    let names: Vec<String> = WORDS
        .iter()
        .map(|(name, _)| format!("`\\{name}`"))
        .collect();
    names.join(", ")
}
