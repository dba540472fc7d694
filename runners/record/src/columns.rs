//! The columns of a record's tables.

/// The program under study.
pub const SUBJECT: &str = "subject";
/// The identity of a mutant.
pub const MUTANT: &str = "mutant";
/// The variant with the same optimised code.
pub const SAME_AS: &str = "same_as";
/// The number of a mutant in the woven program.
pub const NUMBER: &str = "number";
/// The class of a mutant.
pub const CLASS: &str = "class";
/// The rule that made a mutant.
pub const OPERATOR: &str = "operator";
/// Whether the papers' description of the class makes this change.
pub const IS_THESIS: &str = "is_thesis";
/// See `MutantRow::site_kind`.
pub const SITE_KIND: &str = "site_kind";
/// The source file of a mutant.
pub const FILE: &str = "file";
/// The function that holds a mutant.
pub const FUNCTION: &str = "function";
/// The line of a mutant, from 1.
pub const LINE: &str = "line";
/// The column of a mutant in characters, from 1.
pub const COLUMN: &str = "column";
/// The expression as written.
pub const BEFORE: &str = "before";
/// The expression as changed.
pub const AFTER: &str = "after";
/// Whether a mutant is in the woven program.
pub const STATUS: &str = "status";
/// Why a mutant was withdrawn, or why a planned judgement was skipped.
pub const REASON: &str = "reason";
/// The data set.
pub const DATA_SET: &str = "data_set";
/// Whether the source run reached the mutant's site.
pub const REACHED: &str = "reached";
/// Whether the mutant's value differed in the source run.
pub const INFECTED: &str = "infected";
/// The fuel that a mutant burnt.
pub const FUEL: &str = "fuel";
/// The fuel that the original burnt on the same data.
pub const OF_ORIGINAL: &str = "of_original";
/// Whether a mutant's fuel ran out.
pub const HANGS: &str = "hangs";
/// The output of a run.
pub const OUTPUT: &str = "output";
/// What a person sees of an output at once.
pub const LOOKS: &str = "looks";
/// How good an output is by the labels of its data.
pub const QUALITY: &str = "quality";
/// The original or the identity of a mutant.
pub const VARIANT: &str = "variant";
/// Who judged.
pub const TECHNIQUE: &str = "technique";
/// By which property.
pub const PROPERTY: &str = "property";
/// The seed of random choices made while planning.
pub const SEED: &str = "seed";
/// What was concluded.
pub const VERDICT: &str = "verdict";
/// The kind of a violation, why nothing could be concluded, or what satisfaction rests on.
pub const CAUSE: &str = "cause";
/// The smallest telling difference.
pub const DETAIL: &str = "detail";
/// Whether the variant was executed for this verdict.
pub const BASIS: &str = "basis";
/// How often properties were applied to what properties made.
pub const DEPTH: &str = "depth";
/// Tests of the depth before that passed, times the properties to apply to them.
pub const N_CANDIDATES: &str = "n_candidates";
/// Candidates that were not drawn.
pub const N_LEFT_OUT: &str = "n_left_out";
/// Candidates whose property says nothing about the test before.
pub const N_INFEASIBLE: &str = "n_infeasible";
/// Candidates whose content a shorter chain has led to.
pub const N_REPEATED: &str = "n_repeated";
/// Tests that chains led to.
pub const N_TESTS: &str = "n_tests";
/// Tests that nothing follows from.
pub const N_UNANSWERED: &str = "n_unanswered";
/// Tests that break the relation of the last property.
pub const N_VIOLATED: &str = "n_violated";
/// Tests that end abnormally or without an output that can be compared.
pub const N_FAILED: &str = "n_failed";
/// The sequences of properties whose tests were violated or failed.
pub const FAILING: &str = "failing";
/// Executions that cases asked for, with repetitions.
pub const N_ASKED: &str = "n_asked";
/// Executions that differ in content.
pub const N_DISTINCT: &str = "n_distinct";
/// Distinct executions that the reach probe made unnecessary.
pub const N_SAVED: &str = "n_saved";
/// Distinct executions that were known from before.
pub const N_CACHED: &str = "n_cached";
/// Distinct executions that were run.
pub const N_RUN: &str = "n_run";
/// Processor time of the executions that were run.
pub const CPU_SECONDS: &str = "cpu_seconds";
/// Tests of properties of functions that ran in the program.
pub const N_CLONE_TESTS: &str = "n_clone_tests";
/// Tests of properties of functions that ran in copies of the process.
pub const N_FORK_TESTS: &str = "n_fork_tests";
/// Tests of properties of functions that ran in copies that leave files alone.
pub const N_POD_TESTS: &str = "n_pod_tests";
/// Processor time of the original without tests of its functions.
pub const PLAIN_SECONDS: &str = "plain_seconds";
/// Processor time of the original with tests of its functions.
pub const CHECKED_SECONDS: &str = "checked_seconds";

/// The value of [`VARIANT`] that stands for the original.
pub const ORIGINAL: &str = "original";
/// The value of [`STATUS`] of a mutant that can be run.
pub const WOVEN: &str = "woven";
/// The value of [`STATUS`] of a mutant that was taken out again.
pub const WITHDRAWN: &str = "withdrawn";
/// The value of [`VERDICT`] when what was expected was seen.
pub const SATISFIED: &str = "satisfied";
/// The value of [`VERDICT`] when what was expected was not seen.
pub const VIOLATED: &str = "violated";
/// The value of [`VERDICT`] when the runs do not allow a judgement.
pub const INCONCLUSIVE: &str = "inconclusive";
/// The value of [`CAUSE`] of an inconclusive verdict for want of a normal end.
pub const ABNORMAL_END: &str = "abnormal-end";
