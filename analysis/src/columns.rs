//! The columns of frames: those of the record, and those computed here.

pub(crate) use killrate_record::columns::*;

/// Whether the policy looks at a mutant at all.
pub(crate) const CONSIDERED: &str = "considered";
/// Whether a mutant is in the woven program; empty when another tool withdrew it.
pub(crate) const COMPILED: &str = "compiled";
/// Whether a mutant was made and cannot be judged.
pub(crate) const IS_WITHDRAWN: &str = "is_withdrawn";
/// Whether an output differs from the original's on some study data set.
pub(crate) const PROPAGATED: &str = "propagated";
/// Why a mutant is not used; empty when it is.
pub(crate) const DISCARDED: &str = "discarded";
/// Whether a mutant is used.
pub(crate) const USABLE: &str = "usable";
/// Whether a mutant ended abnormally on some study data set, by cause.
pub(crate) const CRASHED: &str = "crashed";
/// See [`CRASHED`].
pub(crate) const OUT_OF_FUEL: &str = "out_of_fuel";
/// See [`CRASHED`].
pub(crate) const LIMIT_EXCEEDED: &str = "limit_exceeded";
/// See [`CRASHED`].
pub(crate) const BLANK_OUTPUT: &str = "blank_output";
/// Whether a verdict, or any verdict of a group, kills.
pub(crate) const KILLED: &str = "killed";
/// The set that a property belongs to.
pub(crate) const PROPERTY_SET: &str = "property_set";
/// Mutants judged.
pub(crate) const N_JUDGED: &str = "n_judged";
/// Mutants killed.
pub(crate) const N_KILLED: &str = "n_killed";
/// Mutants, or cases.
pub(crate) const N: &str = "n";
/// Properties of one set that killed a mutant.
pub(crate) const N_IN_SET: &str = "n_in_set";
/// Mutants that one property of a technique killed alone.
pub(crate) const N_UNIQUE: &str = "n_unique";
/// Mutants that one property of a set killed alone.
pub(crate) const N_UNIQUE_IN_SET: &str = "n_unique_in_set";
/// The number of a case among those of the record.
pub(crate) const CASE_NUMBER: &str = "case_number";
/// The number of a mutant among those of the record; not the one in the woven program.
pub(crate) const MUTANT_NUMBER: &str = "mutant_number";
/// Whether the study's data sets ran a line.
pub(crate) const BY_STUDY_DATA: &str = "by_study_data";
/// Whether the known cases ran a line.
pub(crate) const BY_KNOWN_CASES: &str = "by_known_cases";
/// Lines that the study's data sets ran.
pub(crate) const N_STUDY_DATA: &str = "n_study_data";
/// Lines that the known cases ran.
pub(crate) const N_KNOWN_CASES: &str = "n_known_cases";
/// Mutants whose outputs agree with a second implementation's.
pub(crate) const N_AGREEING: &str = "n_agreeing";
/// Whether the original satisfied a case.
pub(crate) const IS_SOUND: &str = "is_sound";
/// Cases on which the original raised an alarm.
pub(crate) const N_ALARMS: &str = "n_alarms";
/// Cases on which the original could not be judged.
pub(crate) const N_INCONCLUSIVE: &str = "n_inconclusive";
/// Mutants made.
pub(crate) const N_MADE: &str = "n_made";
/// Mutants that were made and cannot be judged.
pub(crate) const N_WITHDRAWN: &str = "n_withdrawn";
/// Rows of the first of two records.
pub(crate) const N_FIRST: &str = "n_first";
/// Rows of the second of two records.
pub(crate) const N_SECOND: &str = "n_second";
/// Rows of two records that say something else in each.
pub(crate) const N_CHANGED: &str = "n_changed";
/// The other one of a pair.
pub(crate) const OTHER: &str = "other";
/// Whether the other one of a pair killed.
pub(crate) const OTHER_KILLED: &str = "other_killed";
/// Mutants that both of a pair killed.
pub(crate) const N_BOTH: &str = "n_both";
/// Mutants that only the first of a pair killed, or rows that only the first record has.
pub(crate) const N_ONLY_FIRST: &str = "n_only_first";
/// Mutants that only the second of a pair killed, or rows that only the second record has.
pub(crate) const N_ONLY_SECOND: &str = "n_only_second";
/// Mutants that neither of a pair killed.
pub(crate) const N_NEITHER: &str = "n_neither";

/// What makes two judgements of different variants comparable.
pub(crate) const CASE: [&str; 5] = [SUBJECT, TECHNIQUE, PROPERTY, DATA_SET, SEED];

/// The value of [`SUBJECT`] that stands for all subjects together; no subject can have a space.
pub(crate) const ALL_SUBJECTS: &str = "all subjects";

/// The value of [`CLASS`] that stands for all classes together.
pub(crate) const ALL_CLASSES: &str = "all";
