//! How a run goes on.

use killrate_model::Exit;

use crate::Cost;

/// How a run goes on; sent from the threads that do the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// It is known what there is to do.
    Started {
        /// Distinct executions that were asked for.
        n_distinct: usize,
        /// How many of them the log answers.
        n_cached: usize,
        /// How many are to be run.
        n_to_run: usize,
    },
    /// An execution was run and is in the log.
    Finished {
        /// Its first position among those asked for.
        position: usize,
        /// How it ended.
        exit: Exit,
        /// What it cost.
        cost: Cost,
        /// How many have been run, this one included.
        n_finished: usize,
    },
    /// All others are finished, and those that met the limit on wall time are run once more, alone.
    Confirming {
        /// How many they are.
        n_executions: usize,
    },
}
