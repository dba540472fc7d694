//! How deep inside a parameter a value lies, and so how much of it is seen.

/// How many structs are looked into from a parameter on.
const DEEPEST: u8 = 2;

/// How deep a value lies inside a parameter or result.
///
/// What is seen must stay cheap: a struct that holds a whole data set would be looked through at
/// every call of its methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Depth {
    n_structs: u8,
    n_sequences: u8,
}

impl Depth {
    /// A parameter or a result.
    pub const TOP: Self = Self {
        n_structs: 0,
        n_sequences: 0,
    };

    /// The depth of a struct's fields; `None` where they are not looked at.
    pub fn inside(self) -> Option<Self> {
        let is_seen = self.n_structs < DEEPEST;
        is_seen.then_some(Self {
            n_structs: self.n_structs + 1,
            ..self
        })
    }

    /// The depth of a sequence's elements; `None` where only its length is seen.
    pub(crate) fn element(self) -> Option<Self> {
        let is_seen = self.n_sequences < 2 && self.n_structs < DEEPEST;
        is_seen.then_some(Self {
            n_sequences: self.n_sequences + 1,
            ..self
        })
    }

    /// Whether it lies inside a sequence.
    pub(crate) fn is_element(self) -> bool {
        self.n_sequences > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_structs_and_two_sequences_are_looked_into() {
        let first = Depth::TOP.inside().unwrap();
        let second = first.inside().unwrap();
        assert_eq!(second.inside(), None);
        assert_eq!(second.element(), None);
        let row = first.element().unwrap();
        assert!(row.is_element());
        assert_eq!(row.element().unwrap().element(), None);
    }
}
