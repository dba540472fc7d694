//! The columns of frames: those of the record, and those computed here.

pub use killrate_record::columns::*;

/// Whether the policy looks at a mutant at all.
pub const CONSIDERED: &str = "considered";
/// Whether a mutant is in the woven program; empty when another tool withdrew it.
pub const COMPILED: &str = "compiled";
/// Whether a mutant was made and cannot be judged.
pub const IS_WITHDRAWN: &str = "is_withdrawn";
/// Whether an output differs from the original's on some study data set.
pub const PROPAGATED: &str = "propagated";
/// Whether an output differs from the original's on some study data set on which the mutant does not
/// hang.
pub const PROPAGATED_UNHUNG: &str = "propagated_unhung";
/// Whether an output that techniques compare differs from the original's on some study data set on
/// which the mutant does not hang; empty where the record does not tell which are compared.
pub const DIFFERS_COMPARED: &str = "differs_compared";
/// Study data sets on which a mutant's run ended normally, its outputs blank or not.
pub const N_ENDED: &str = "n_ended";
/// Study data sets on which a mutant's output is plainly wrong; empty where the record does not tell
/// what outputs look like.
pub const N_PLAINLY_WRONG: &str = "n_plainly_wrong";
/// Whether what the original makes is as plainly wrong.
pub const IS_WRONG_IN_ORIGINAL: &str = "is_wrong_in_original";
/// Whether an output is plainly wrong.
pub const IS_PLAINLY_WRONG: &str = "is_plainly_wrong";
/// How good the original's output is.
pub const QUALITY_OF_ORIGINAL: &str = "quality_of_original";
/// Whether an output ranks the rows.
pub const RANKS: &str = "ranks";
/// Whether something tells how good the original's output is.
pub const RATED: &str = "rated";
/// How much quality a mutant loses, from -1 to 1, on average over the study data sets on which it ended normally.
pub const LOSS: &str = "loss";
/// Study data sets on which a mutant runs out of fuel.
pub const N_HANGS: &str = "n_hangs";
/// Why a mutant is not used; empty when it is.
pub const DISCARDED: &str = "discarded";
/// Whether a mutant is used.
pub const USABLE: &str = "usable";
/// Whether a mutant ended abnormally on some study data set, by cause.
pub const CRASHED: &str = "crashed";
/// See [`CRASHED`].
pub const OUT_OF_FUEL: &str = "out_of_fuel";
/// See [`CRASHED`].
pub const LIMIT_EXCEEDED: &str = "limit_exceeded";
/// See [`CRASHED`].
pub const BLANK_OUTPUT: &str = "blank_output";
/// Whether a verdict, or any verdict of a group, kills.
pub const KILLED: &str = "killed";
/// The set that a property belongs to.
pub const PROPERTY_SET: &str = "property_set";
/// Mutants judged.
pub const N_JUDGED: &str = "n_judged";
/// Mutants killed.
pub const N_KILLED: &str = "n_killed";
/// Mutants, or cases.
pub const N: &str = "n";
/// Properties of one set that killed a mutant.
pub const N_IN_SET: &str = "n_in_set";
/// Mutants that one property of a technique killed alone.
pub const N_UNIQUE: &str = "n_unique";
/// Mutants that one property of a set killed alone.
pub const N_UNIQUE_IN_SET: &str = "n_unique_in_set";
/// The number of a case among those of the record.
pub const CASE_NUMBER: &str = "case_number";
/// The number of a mutant among those of the record; not the one in the woven program.
pub const MUTANT_NUMBER: &str = "mutant_number";
/// Whether the study's data sets ran a line.
pub const BY_STUDY_DATA: &str = "by_study_data";
/// Whether the known cases ran a line.
pub const BY_KNOWN_CASES: &str = "by_known_cases";
/// Lines that the study's data sets ran.
pub const N_STUDY_DATA: &str = "n_study_data";
/// Lines that the known cases ran.
pub const N_KNOWN_CASES: &str = "n_known_cases";
/// Mutants whose outputs agree with a second implementation's.
pub const N_AGREEING: &str = "n_agreeing";
/// Whether the original satisfied a case.
pub const IS_SOUND: &str = "is_sound";
/// Cases on which the original raised an alarm.
pub const N_ALARMS: &str = "n_alarms";
/// Cases on which the original could not be judged.
pub const N_INCONCLUSIVE: &str = "n_inconclusive";
/// Mutants made.
pub const N_MADE: &str = "n_made";
/// Mutants that were made and cannot be judged.
pub const N_WITHDRAWN: &str = "n_withdrawn";
/// Rows of the first of two records.
pub const N_FIRST: &str = "n_first";
/// Rows of the second of two records.
pub const N_SECOND: &str = "n_second";
/// Rows of two records that say something else in each.
pub const N_CHANGED: &str = "n_changed";
/// The other one of a pair.
pub const OTHER: &str = "other";
/// Whether the other one of a pair killed.
pub const OTHER_KILLED: &str = "other_killed";
/// Mutants that both of a pair killed.
pub const N_BOTH: &str = "n_both";
/// Mutants that only the first of a pair killed, or rows that only the first record has.
pub const N_ONLY_FIRST: &str = "n_only_first";
/// Mutants that only the second of a pair killed, or rows that only the second record has.
pub const N_ONLY_SECOND: &str = "n_only_second";
/// Mutants that neither of a pair killed.
pub const N_NEITHER: &str = "n_neither";

/// What makes two verdicts on different variants comparable.
pub const CASE: [&str; 5] = [SUBJECT, TECHNIQUE, PROPERTY, DATA_SET, SEED];

/// The value of [`SUBJECT`] that stands for all subjects together; no subject can have a space.
pub const ALL_SUBJECTS: &str = "all subjects";

/// The value of [`CLASS`] that stands for all classes together.
pub const ALL_CLASSES: &str = "all";
