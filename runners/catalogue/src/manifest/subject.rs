//! `subjects/NAME/subject.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use killrate_model::{
    ArgumentNumber, DataSetName, InputName, Interface, MutantClass, OutputName, PlaceboName,
    PropertyName, SubjectName,
};
use killrate_mutator::{Placebo, WeaveOptions};
use serde::Deserialize;

/// What a subject says of itself.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SubjectManifest {
    /// Always 1.
    pub format: u32,
    /// Its name; also the name of its folder.
    pub name: SubjectName,
    /// What it is, in a few words.
    pub title: String,
    /// Whether the same request always gives the same outputs.
    #[serde(default = "yes")]
    pub is_deterministic: bool,
    /// Whether one process may run it on many inputs, one after the other, as if each were alone.
    #[serde(default)]
    pub takes_many_inputs: bool,
    /// How its program is built; from the folder's own package when left out.
    #[serde(default)]
    pub build: BuildEntry,
    /// How it is called.
    pub interface: Interface,
    /// Sets of metamorphic properties, by the name studies choose them by.
    #[serde(default)]
    pub properties: BTreeMap<String, Vec<String>>,
    /// Properties of the numbers that many runs give.
    #[serde(default)]
    pub statistical: Vec<StatisticalEntry>,
    /// Properties of how alike the outputs of many runs are.
    #[serde(default)]
    pub heuristic: Vec<HeuristicEntry>,
    /// Metrics that are external commands, by the name that properties call them by.
    #[serde(default)]
    pub metrics: BTreeMap<String, MetricEntry>,
    /// Small inputs whose right outputs are known.
    #[serde(default, rename = "known-case")]
    pub known_cases: Vec<KnownCaseEntry>,
    /// Second implementations, to compare outputs with.
    #[serde(default, rename = "second")]
    pub seconds: Vec<SecondEntry>,
    /// Variants without a fault, which nothing should accuse.
    #[serde(default, rename = "placebo")]
    pub placebos: Vec<PlaceboEntry>,
}

/// How the program of a subject is built, and what of it is mutated.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BuildEntry {
    /// The folder of the Cargo package, relative to the subject's folder, which it is by default.
    #[serde(default)]
    pub package: Option<String>,
    /// The binary target that is the program, where there are several.
    #[serde(default)]
    pub binary: Option<String>,
    /// The features to build with, besides the default ones.
    #[serde(default)]
    pub features: Vec<String>,
    /// The dependency to mutate in place of the package, which then is its driver.
    #[serde(default)]
    pub mutates: Option<String>,
    /// The source files to mutate, relative to the mutated package; all when left out.
    #[serde(default)]
    pub files: Vec<String>,
}

impl SubjectManifest {
    /// How the subject in this folder is woven.
    pub fn weave_options(
        &self,
        folder: &Path,
        classes: BTreeSet<MutantClass>,
        scratch: PathBuf,
    ) -> WeaveOptions {
        let build = self.build.clone();
        WeaveOptions {
            package: self.package_folder(folder),
            binary: build.binary,
            mutates: build.mutates,
            features: build.features,
            files: build.files,
            classes,
            checks: None,
            watches: false,
            takes_many_inputs: self.takes_many_inputs,
            tests: false,
            scratch,
        }
    }

    /// The placebos of the subject in this folder.
    pub fn placebos(&self, folder: &Path) -> Vec<Placebo> {
        let placebo = |entry: &PlaceboEntry| Placebo {
            name: entry.name.clone(),
            declared_in: folder.join("subject.toml"),
            file: entry.file.clone(),
            find: entry.find.clone(),
            replace: entry.replace.clone(),
        };
        self.placebos.iter().map(placebo).collect()
    }

    /// The folder of the package whose binary is the program.
    pub fn package_folder(&self, folder: &Path) -> PathBuf {
        match &self.build.package {
            Some(package) => folder.join(package),
            None => folder.to_owned(),
        }
    }
}

/// One small input with its known outputs; paths are relative to the subject's folder.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct KnownCaseEntry {
    /// The name in tables.
    pub name: DataSetName,
    /// The input files.
    pub inputs: BTreeMap<InputName, String>,
    /// The numbers among the arguments that are not those of the interface.
    #[serde(default)]
    pub numbers: BTreeMap<InputName, ArgumentNumber>,
    /// For each known output, the files that hold its right contents; usually one.
    pub outputs: BTreeMap<OutputName, Vec<String>>,
    /// How often to run a program on it, each time with another seed.
    #[serde(default = "once")]
    pub runs: u32,
}

/// A property of the numbers that many runs give.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct StatisticalEntry {
    /// The name in tables.
    pub name: PropertyName,
    /// How inputs are changed, such as `multiply(timings, 10)`.
    pub r#if: String,
    /// The output, which is one number.
    pub output: OutputName,
    /// The follow-up's numbers should be distributed as the source's times this …
    #[serde(default = "one")]
    pub times: f64,
    /// … plus this.
    #[serde(default)]
    pub plus: f64,
}

/// A property of how alike the outputs of many runs are.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct HeuristicEntry {
    /// The name in tables.
    pub name: PropertyName,
    /// How inputs are changed, such as `permute(test)`.
    pub r#if: String,
    /// The output that is measured.
    pub output: OutputName,
    /// By which metric.
    pub metric: String,
    /// Which runs are compared; when left out, consecutive ones in the thesis's way and disjoint
    /// pairs in the calibrated way.
    #[serde(default)]
    pub pairing: Option<String>,
    /// The share of the elements that the top and the bottom hold.
    #[serde(default = "tenth")]
    pub share: f64,
    /// The input whose label column says which rows are positives, for metrics of quality.
    #[serde(default)]
    pub labels: Option<InputName>,
}

/// A metric that is an external command.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MetricEntry {
    /// What it measures.
    pub of: Measures,
    /// The command; a program with a relative path is meant from the subject's folder.
    pub command: String,
}

/// What a metric measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measures {
    /// The output of one run.
    Run,
    /// The outputs of two runs.
    Pair,
}

/// A second implementation: another program that is called like the subject.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SecondEntry {
    /// The name in tables, where it is that of a property.
    pub name: PropertyName,
    /// The folder of its Cargo package, relative to the subject's folder.
    pub package: String,
    /// The outputs in which it should agree with the subject, to the byte.
    pub outputs: BTreeSet<OutputName>,
}

/// A variant without a fault: a change of the source that should not matter.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PlaceboEntry {
    /// The name in tables.
    pub name: PlaceboName,
    /// Why the change should not matter.
    pub about: String,
    /// The source file, relative to the mutated package.
    pub file: String,
    /// The text to replace, which the file has exactly once.
    pub find: String,
    /// What stands there instead.
    pub replace: String,
}

fn one() -> f64 {
    1.0
}

fn tenth() -> f64 {
    0.1
}

fn once() -> u32 {
    1
}

fn yes() -> bool {
    true
}
