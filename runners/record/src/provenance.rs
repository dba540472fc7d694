//! `provenance.json`: what the verdicts are about and what made them.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::{
    CallOrder, Checking, DataSetName, Digest, InputName, OutputName, PolicyName, PropertyName,
    Sandbox, StudyName, SubjectName, TechniqueName,
};
use serde::{Deserialize, Serialize};

/// The version of the record's layout that this crate writes; older ones are read.
///
/// Format 2 has what mutants burnt (`fuel.parquet`, `limits.slow-multiple`); format 3 what outputs look
/// like (`outputs.parquet`, `subjects.NAME.compares`, `subjects.NAME.ranks`); format 4 how far chains of
/// properties were tried (`chains.parquet`); format 5 what integers are for that are one off (`site_kind`
/// in `mutants.parquet`).
pub const FORMAT: u32 = 5;

/// Everything that a verdict may depend on; nothing that depends on clock, path or thread count.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Provenance {
    /// The version of the record's layout, at most [`FORMAT`].
    pub format: u32,
    /// The version of killrate.
    pub tool_version: String,
    /// The compiler that built the woven programs, in its own words; in records of another tool's
    /// matrix [`Self::IMPORTED_FROM`] and that tool.
    pub toolchain: String,
    /// The study that was run.
    pub study: StudyProvenance,
    /// The seed of every random choice.
    pub seed: u64,
    /// The programs under study.
    pub subjects: BTreeMap<SubjectName, SubjectProvenance>,
    /// The bounds on every execution.
    pub limits: LimitsPolicy,
    /// The tier of the sandbox that executions ran in.
    pub sandbox: String,
    /// What each property says.
    pub properties: Vec<PropertyProvenance>,
    /// What calibrated techniques learnt of their own errors; none where none was used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calibrations: Vec<CalibrationProvenance>,
    /// What was learned of the originals; empty, and left out, where no technique learns so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invariants: Vec<InvariantsProvenance>,
    /// Which calls of functions with properties were tested; left out where no technique tests any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checking: Option<Checking>,
    /// The functions that have properties, and how often those were tested on the originals.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<CheckProvenance>,
}

impl Provenance {
    /// How the toolchain of an imported record begins.
    pub const IMPORTED_FROM: &str = "imported from ";

    /// How the toolchain of a record ends whose tool names no more than the first killer of a mutant.
    pub const FIRST_KILLERS: &str = ", which names first killers";

    /// Whether every test that could kill a mutant was heard: not where another tool stopped at the
    /// first killer, so that what else kills the mutant is not known.
    pub fn is_full_matrix(&self) -> bool {
        !(self.is_imported() && self.toolchain.ends_with(Self::FIRST_KILLERS))
    }

    /// Whether another tool's matrix was imported, and nothing was run.
    pub fn is_imported(&self) -> bool {
        self.toolchain.starts_with(Self::IMPORTED_FROM)
    }
}

/// A property of a function, and what came of it on the original.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CheckProvenance {
    /// The program.
    pub subject: SubjectName,
    /// The property.
    pub property: PropertyName,
    /// The file of the function.
    pub file: String,
    /// The function, as mutants name it.
    pub function: String,
    /// Where tests run.
    pub sandbox: Sandbox,
    /// Which state tests see.
    pub order: CallOrder,
    /// The data sets on which the function was called.
    pub n_data_sets: u64,
    /// Calls of the function, over all data sets.
    pub n_calls: u64,
    /// Tests of the property in these calls.
    pub n_tests: u64,
    /// Those of them that came to no answer.
    pub n_inconclusive: u64,
}

/// When a calibrated technique gives an alarm, and how often that accuses the original.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CalibrationProvenance {
    /// The program it was learnt from.
    pub subject: SubjectName,
    /// The technique.
    pub technique: TechniqueName,
    /// The property.
    pub property: PropertyName,
    /// The data set.
    pub data_set: DataSetName,
    /// The seed of the random choices made while planning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The rate of false alarms that this case may have.
    pub level: f64,
    /// The largest p-value that is an alarm.
    pub threshold: f64,
    /// In how many comparisons of the original with itself an alarm was looked for.
    pub n_trials: u64,
    /// In how many there was one.
    pub n_alarms: u64,
    /// The upper end of the 95 % interval (Clopper and Pearson) of the rate that these show.
    pub rate_bound: f64,
}

/// The design that was run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct StudyProvenance {
    /// Its name.
    pub name: StudyName,
    /// The digest of its manifest.
    pub digest: Digest,
    /// What counts as a kill where a report is not asked for another policy; older records name none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<PolicyName>,
}

/// A program under study and what it ran on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SubjectProvenance {
    /// The digest of its sources.
    pub source: Digest,
    /// The digest of its woven sources.
    pub woven: Digest,
    /// Mutants that were made.
    pub n_made: u32,
    /// Mutants among them that can be run.
    pub n_woven: u32,
    /// Mutants among those that compile only alone, and so have a program each.
    // Records from before these were counted do not tell.
    #[serde(default)]
    pub n_alone: u32,
    /// The outputs that the compared techniques look at; empty where nobody said, as in imported records
    /// and before format 3.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub compares: BTreeSet<OutputName>,
    /// The outputs that rank the rows, of whose quality one half is what chance gives; empty as
    /// [`Self::compares`] is.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub ranks: BTreeSet<OutputName>,
    /// The digest of every input of every data set.
    pub data_sets: BTreeMap<DataSetName, BTreeMap<InputName, Digest>>,
}

/// How the bounds on an execution follow from the original's use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LimitsPolicy {
    /// How many times the original's fuel a variant may burn; one that burns all of that hangs.
    pub fuel_multiple: u64,
    /// The least fuel a variant gets.
    pub fuel_floor: u64,
    /// Beyond how many times the original's fuel, and beyond the floor, a variant that ends is slow;
    /// records of format 1 do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slow_multiple: Option<u64>,
}

/// What a property says.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PropertyProvenance {
    /// The program it is about.
    pub subject: SubjectName,
    /// The technique that judges by it.
    pub technique: TechniqueName,
    /// Its name in the tables.
    pub name: PropertyName,
    /// Its text in canonical form.
    pub text: String,
}

/// What a technique learned of a program, and how often that was wrong about the original.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct InvariantsProvenance {
    /// The program.
    pub subject: SubjectName,
    /// The technique that learned them.
    pub technique: TechniqueName,
    /// Functions that were seen to be called.
    pub n_functions: u64,
    /// Calls that were looked at.
    pub n_calls: u64,
    /// Invariants that were inferred from the data sets of the study.
    pub n_candidates: u64,
    /// Those that survived the runs on held-out data.
    pub n_kept: u64,
    /// How many runs there were of those.
    pub n_keeping_runs: u32,
    /// Runs on data that played no part in learning.
    pub n_held_out_runs: u32,
    /// Those of them with an alarm.
    pub n_held_out_alarmed: u32,
    /// The exact upper bound on the rate of alarms on such data, at a confidence of 95 %, in parts per
    /// million; nothing without runs.
    pub held_out_bound_ppm: Option<u32>,
}
