//! The list that names all techniques.

use killrate_model::TechniqueName;

/// A technique that studies can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TechniqueKind {
    /// The floor: crashes, hangs and blank outputs.
    Implicit,
    /// The ceiling: any difference from the original.
    Reference,
    /// Small inputs with known outputs.
    PartialOracle,
    /// A second implementation.
    PseudoOracle,
    /// System-level metamorphic testing.
    Metamorphic,
    /// The tests that the program's authors wrote.
    Tests,
}

/// Every technique, with its name and what it asks and judges.
pub const TECHNIQUES: [(TechniqueKind, &str, &str); 6] = [
    (
        TechniqueKind::Implicit,
        "implicit",
        "floor: the program crashes, runs out of fuel or writes nothing",
    ),
    (
        TechniqueKind::PartialOracle,
        "partial-oracle",
        "small inputs whose right output is known; any other output is a violation",
    ),
    (
        TechniqueKind::PseudoOracle,
        "pseudo-oracle",
        "a second implementation run on the same data; any other output is a violation",
    ),
    (
        TechniqueKind::Metamorphic,
        "metamorphic",
        "system-level metamorphic testing: source and follow-up runs, compared by a relation",
    ),
    (
        TechniqueKind::Tests,
        "tests",
        "the package's own tests, whose authors knew the answers: a baseline that has an oracle",
    ),
    (
        TechniqueKind::Reference,
        "reference",
        "ceiling: any difference from the original; has an oracle, never ranked with the others",
    ),
];

impl TechniqueKind {
    /// The technique of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        TECHNIQUES
            .iter()
            .find(|(_, known, _)| *known == name)
            .map(|(kind, _, _)| *kind)
    }

    /// Its name in studies, records and tables.
    pub fn name(self) -> &'static str {
        TECHNIQUES
            .iter()
            .find(|(kind, _, _)| *kind == self)
            .map(|(_, name, _)| *name)
            .expect("every kind is in the list, as a test shows")
    }

    /// Its name, as a name.
    pub fn technique_name(self) -> TechniqueName {
        TechniqueName::new(self.name()).expect("the names in the list are names, as a test shows")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_found_by_its_name() {
        use TechniqueKind::{Implicit, Metamorphic, PartialOracle, PseudoOracle, Reference, Tests};
        for kind in [
            Implicit,
            Reference,
            PartialOracle,
            PseudoOracle,
            Metamorphic,
            Tests,
        ] {
            assert_eq!(
                TechniqueKind::from_name(kind.technique_name().as_str()),
                Some(kind)
            );
        }
        assert_eq!(TechniqueKind::from_name("oracle"), None);
    }
}
