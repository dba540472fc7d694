//! A query as it was written: every part with the blanks and words around it.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

/// Clauses one after the other, as a whole query or between brackets.
///
/// `Display` gives back every byte of a query that was read and not changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Query<'a> {
    pub(super) clauses: Vec<Clause<'a>>,
    /// The blanks after the last clause.
    pub(super) tail: &'a str,
}

/// An operand and what joins it to the one before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Clause<'a> {
    /// The blanks and the word between the operands; blanks only before the first.
    pub(super) joint: Cow<'a, str>,
    /// Whether the word is `AND`; it is `OR` or left out otherwise, which means the same.
    pub(super) is_and: bool,
    pub(super) item: Item<'a>,
}

/// What changes places as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item<'a> {
    pub(super) sign: Sign,
    /// The sign as it was written, with the blanks after it.
    pub(super) sign_text: &'a str,
    pub(super) operand: Operand<'a>,
    pub(super) boost: Option<Boost<'a>>,
}

/// What a clause's sign says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// Nothing.
    None,
    /// It must match.
    Plus,
    /// It must not match.
    Minus,
}

/// What is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Operand<'a> {
    /// A word or a text in quotes, as it was written.
    Leaf(Cow<'a, str>),
    /// A query in brackets.
    Group(Query<'a>),
}

/// How much more something counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Boost<'a> {
    /// The blanks before `^`.
    pub(super) gap: &'a str,
    /// The number after it.
    pub(super) number: Cow<'a, str>,
}

impl Query<'_> {
    /// The query with blanks and words for signs as few as possible; two queries that mean the same
    /// operands in the same order have the same.
    pub(super) fn shape(&self) -> String {
        let mut shape = String::new();
        for (index, clause) in self.clauses.iter().enumerate() {
            let joint = match (index, clause.is_and) {
                (0, _) => "",
                (_, true) => " AND ",
                (_, false) => " ",
            };
            let sign = match clause.item.sign {
                Sign::None => "",
                Sign::Plus => "+",
                Sign::Minus => "-",
            };
            let _ = write!(shape, "{joint}{sign}");
            let _ = match &clause.item.operand {
                Operand::Leaf(text) => write!(shape, "{text}"),
                Operand::Group(query) => write!(shape, "({})", query.shape()),
            };
            if let Some(boost) = &clause.item.boost {
                let _ = write!(shape, "^{}", boost.number);
            }
        }
        shape
    }
}

impl fmt::Display for Query<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for clause in &self.clauses {
            write!(f, "{}{}", clause.joint, clause.item)?;
        }
        f.write_str(self.tail)
    }
}

impl fmt::Display for Item<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sign_text)?;
        match &self.operand {
            Operand::Leaf(text) => f.write_str(text)?,
            Operand::Group(query) => write!(f, "({query})")?,
        }
        match &self.boost {
            Some(boost) => write!(f, "{}^{}", boost.gap, boost.number),
            None => Ok(()),
        }
    }
}
