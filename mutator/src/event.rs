//! What a caller hears while a package is woven.

/// A step of weaving, for a progress display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WeaveEvent {
    /// The woven program was there already.
    Cached,
    /// Somebody else is building the same program.
    Waiting,
    /// The compiler is asked about the package as it is.
    CompilingOriginal,
    /// The compiler refused some mutants.
    Withdrew {
        /// How many.
        n_mutants: usize,
    },
    /// The mutants of one function are looked at in smaller groups.
    Confirming {
        /// The function.
        function: String,
    },
    /// The woven program is built, as far as the compiler has nothing to say against it.
    Building {
        /// The round, from 1.
        round: u32,
        /// How many mutants are left.
        n_mutants: usize,
    },
    /// A mutant that compiles alone but not woven is built as a program of its own.
    BuildingAlone {
        /// Which one of them, from 1.
        index: usize,
        /// How many there are.
        n_mutants: usize,
    },
    /// A placebo is built as a program of its own.
    BuildingPlacebo {
        /// Which one of them, from 1.
        index: usize,
        /// How many there are.
        n_placebos: usize,
    },
}
