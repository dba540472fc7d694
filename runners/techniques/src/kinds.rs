//! The list that names all techniques.

use killrate_model::TechniqueName;

/// A technique that studies can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TechniqueKind {
    /// The floor: crashes, hangs and blank outputs.
    Implicit,
    /// The ceiling: any difference from the original, as a whole and by output.
    Reference,
    /// Small inputs with known outputs.
    PartialOracle,
    /// A second implementation.
    PseudoOracle,
    /// Runtime assertion checking by likely invariants.
    Assertions,
    /// System-level metamorphic testing.
    Metamorphic,
    /// Chains of metamorphic properties, each applied to what the one before made.
    Iterative,
    /// Many runs of a random program, whose numbers are compared as samples.
    Statistical,
    /// The same as the thesis does it.
    StatisticalThesis,
    /// Many runs of a random program, whose outputs are compared by a metric.
    Heuristic,
    /// The same as the thesis does it.
    HeuristicThesis,
    /// Properties of functions, tested inside the running program.
    RuntimeChecking,
    /// The tests that the program's authors wrote.
    Tests,
}

/// Every technique, with its name and what it asks and judges.
pub const TECHNIQUES: [(TechniqueKind, &str, &str); 13] = [
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
        TechniqueKind::Assertions,
        "assertions",
        "likely invariants of functions, learned from the original and checked while the program runs",
    ),
    (
        TechniqueKind::Metamorphic,
        "metamorphic",
        "system-level metamorphic testing: source and follow-up runs, compared by a relation",
    ),
    (
        TechniqueKind::Iterative,
        "iterative",
        "iterative metamorphic testing: chains of properties, each applied to what the one before made",
    ),
    (
        TechniqueKind::Statistical,
        "statistical",
        "random programs: numbers of many source and follow-up runs as samples, calibrated on the original",
    ),
    (
        TechniqueKind::StatisticalThesis,
        "statistical-thesis",
        "the same by one t-test at 0.05, as the thesis does it; promises no rate of false alarms",
    ),
    (
        TechniqueKind::Heuristic,
        "heuristic",
        "random programs: how alike source runs are, and follow-up runs, by a metric; calibrated",
    ),
    (
        TechniqueKind::HeuristicThesis,
        "heuristic-thesis",
        "the same by one t-test at 0.05, as the thesis does it; promises no rate of false alarms",
    ),
    (
        TechniqueKind::RuntimeChecking,
        "mrc",
        "metamorphic runtime checking: properties of functions, tested inside the running program",
    ),
    (
        TechniqueKind::Tests,
        "tests",
        "the package's own tests, whose authors knew the answers: a baseline that has an oracle",
    ),
    (
        TechniqueKind::Reference,
        "reference",
        "ceiling: any difference from the original, as a whole and by output; has an oracle, never ranked",
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

    /// Whether it compares many runs as samples.
    pub fn takes_samples(self) -> bool {
        matches!(
            self,
            Self::Statistical | Self::StatisticalThesis | Self::Heuristic | Self::HeuristicThesis
        )
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
        use TechniqueKind::*;
        for kind in [
            Implicit,
            Reference,
            PartialOracle,
            PseudoOracle,
            Assertions,
            Metamorphic,
            Iterative,
            Statistical,
            StatisticalThesis,
            Heuristic,
            HeuristicThesis,
            RuntimeChecking,
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
