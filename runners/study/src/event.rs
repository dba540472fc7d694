//! What happens while a study runs, for whoever shows it.

use killrate_model::SubjectName;
use killrate_mutator::WeaveEvent;

/// A step of a study.
#[derive(Debug, Clone)]
pub enum Event {
    /// A subject's woven program is being made.
    Weaving {
        /// Which subject.
        subject: SubjectName,
        /// How far it is.
        event: WeaveEvent,
    },
    /// A subject's woven program is ready.
    Woven {
        /// Which subject.
        subject: SubjectName,
        /// How many mutants can be run.
        n_woven: usize,
        /// How many of them are programs of their own, because they compile alone but not woven.
        n_alone: usize,
        /// How many were withdrawn.
        n_withdrawn: usize,
    },
    /// The original is being run on every request.
    Baseline {
        /// Which subject.
        subject: SubjectName,
    },
    /// Mutants are being run.
    Executing {
        /// Which subject.
        subject: SubjectName,
        /// How many executions follow from the reach probe and need no run.
        n_saved: usize,
    },
    /// The original is being built and run again, to see which lines each data set runs.
    Lines {
        /// Which subject.
        subject: SubjectName,
    },
    /// The optimised code of mutants is being compared.
    SameCode {
        /// Which subject.
        subject: SubjectName,
    },
    /// Executions of the present step are under way.
    Execution(killrate_executor::Event),
    /// All mutants were judged.
    Judged {
        /// Which subject.
        subject: SubjectName,
        /// How many verdicts there are.
        n_verdicts: usize,
    },
}
