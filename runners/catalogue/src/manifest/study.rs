//! `datasets/studies/NAME/study.toml`.

use std::num::NonZeroU64;

use killrate_model::{DataSetName, MutantClass, OutputName, PolicyName, PropertyName, SubjectName};
use serde::Deserialize;

/// A design: subjects, mutants, techniques, data sets and seeds.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct StudyManifest {
    /// Always 1.
    pub format: u32,
    /// What it is, in a few words.
    pub title: String,
    /// The question it answers.
    pub question: String,
    /// What counts as a kill where a report is not asked for another policy.
    #[serde(default = "PolicyName::neutral")]
    pub policy: PolicyName,
    /// The seed of every random choice that has no seed of its own, such as sampling mutants.
    pub seed: u64,
    /// The seeds of transforms that make random choices: each gives one follow-up.
    pub transform_seeds: Vec<u64>,
    /// The classes of mutants to make.
    pub classes: Vec<MutantClass>,
    /// Which changes of those classes to make.
    #[serde(default)]
    pub changes: Changes,
    /// Whether to record which lines each data set runs, which takes one more build per subject.
    #[serde(default)]
    pub records_lines: bool,
    /// Whether to record which mutants become the same optimised code, which takes one more build per
    /// subject.
    #[serde(default)]
    pub records_same_code: bool,
    /// How many times the original's fuel a mutant may burn before it is said to hang; the usual many
    /// when absent.
    #[serde(default)]
    pub fuel_multiple: Option<u64>,
    /// How random programs are run and compared; for the techniques that do that.
    #[serde(default)]
    pub sampling: SamplingEntry,
    /// Which calls of functions that have properties are tested; for the technique that does that.
    #[serde(default)]
    pub checking: CheckingEntry,
    /// What is studied.
    #[serde(rename = "subject")]
    pub subjects: Vec<StudySubject>,
}

/// How random programs are run and compared.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct SamplingEntry {
    /// How many source runs there are, and as many follow-up runs.
    pub runs: u64,
    /// After how many runs of each to look first, and to stop if the verdict is clear.
    pub first_look: Option<u64>,
    /// The rate of false alarms that calibrated techniques promise over all their cases on a subject.
    pub false_alarm_rate: f64,
    /// The two-sample tests of calibrated techniques.
    pub tests: Vec<String>,
}

impl Default for SamplingEntry {
    /// The thesis's number of runs and level; tests for mean, spread and anything else.
    fn default() -> Self {
        Self {
            runs: 100,
            first_look: None,
            false_alarm_rate: 0.05,
            tests: ["welch", "brown-forsythe", "kolmogorov-smirnov"]
                .map(str::to_owned)
                .to_vec(),
        }
    }
}

/// Which calls of functions that have properties are tested, and where.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct CheckingEntry {
    /// Every how many calls of a function one is tested.
    pub every: u64,
    /// The share of these calls that is tested, chosen by the study's seed.
    pub probability: f64,
    /// How many calls of a function are tested at most.
    pub budget: Option<u64>,
    /// Whether all tests run in copies of the process, whatever their properties say.
    pub fork: bool,
}

impl Default for CheckingEntry {
    /// Every call, as in the thesis.
    fn default() -> Self {
        Self {
            every: 1,
            probability: 1.0,
            budget: None,
            fork: false,
        }
    }
}

/// Chains of properties to try: all up to a length, or one.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct IterativeEntry {
    /// What stands for it where tables name properties, unless that is told by the chains.
    #[serde(default)]
    pub name: Option<PropertyName>,
    /// The length of the longest chains, of which all are tried.
    #[serde(default)]
    pub rounds: Option<u32>,
    /// The one chain to try, such as `first, second`.
    #[serde(default)]
    pub sequence: Option<String>,
    /// The data sets that the chains start from, of those of the subject; all when left out.
    #[serde(default)]
    pub data_sets: Vec<DataSetName>,
    /// Whether tests count whose content a shorter chain has led to, as in the paper's own tables.
    #[serde(default)]
    pub repeats: bool,
    /// Whether to go on after a failure, so that failures can be counted.
    #[serde(default)]
    pub counts_all: bool,
    /// The most tests of one length on one data set; of more a seeded sample is drawn.
    #[serde(default)]
    pub cap: Option<NonZeroU64>,
}

/// Which changes of a class a study makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Changes {
    /// Every change the operators know.
    #[default]
    All,
    /// Only those that the papers' description of the class makes.
    Thesis,
}

/// One subject of a study.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct StudySubject {
    /// Which subject.
    pub name: SubjectName,
    /// The data sets to run it on.
    pub data_sets: Vec<DataSetName>,
    /// The techniques to compare, by name.
    pub techniques: Vec<String>,
    /// The outputs that techniques are compared by: known cases look at no others, and whether a mutant
    /// can be noticed is told by these; all when left out.
    #[serde(default)]
    pub compares: Option<Vec<OutputName>>,
    /// The sets of metamorphic properties to use, by the names in the subject's manifest.
    #[serde(default)]
    pub property_sets: Vec<String>,
    /// Which chains of properties are tried, for the technique that does that; all chains of up to two
    /// when left out.
    #[serde(default)]
    pub iterative: Vec<IterativeEntry>,
    /// Take only mutants whose id contains one of these texts, such as a file, a function or an id;
    /// all when empty.
    #[serde(default)]
    pub only: Vec<String>,
    /// How many of those mutants to take, chosen by the study's seed; all when absent.
    #[serde(default)]
    pub sample: Option<usize>,
}
