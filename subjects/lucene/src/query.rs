//! What is asked for.

/// A query with its boost.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// What matches.
    pub kind: Kind,
    /// How much it counts beside others; 1 unless told.
    pub boost: f32,
}

/// The kinds of queries.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Documents with a term.
    Term(String),
    /// Documents with these terms one right after the other.
    Phrase(Vec<String>),
    /// Documents that match clauses.
    Boolean(Vec<Clause>),
}

/// A part of a boolean query.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// Whether documents must, may or must not match.
    pub occur: Occur,
    /// What they match.
    pub query: Query,
}

/// Whether documents match a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occur {
    /// All hits do.
    Must,
    /// Hits may; they do where no clause must.
    Should,
    /// No hit does.
    MustNot,
}

impl Query {
    /// A query without a boost of its own.
    pub fn new(kind: Kind) -> Query {
        Query { kind, boost: 1.0 }
    }
}
