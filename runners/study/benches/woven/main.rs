//! What weaving costs: run time and build time against the plain release build, and what hangs cost.
//!
//! `cargo bench --package killrate-study --bench woven [-- SUBJECT...]` measures every subject that
//! some study has data for, or those that are named.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark starts programs bare, prints, and has nobody to report to but the terminal"
)]

mod build;
mod hangs;
mod measured;
mod speed;

use std::path::Path;

use killrate_catalogue::Catalogue;
use killrate_catalogue::manifest::SubjectManifest;
use killrate_model::{DataSet, MutantClass};
use killrate_mutator::WeaveOptions;

/// What the woven program may take over the plain one: on the mean, and on any subject.
const MOST_MEAN: f64 = 1.08;
const MOST_ANY: f64 = 1.25;
/// What the woven build may take over the plain one, with so many mutants or fewer.
const MOST_BUILD: f64 = 4.0;
const MOST_MUTANTS: usize = 500;
/// How often all mutants may be checked until they compile.
const MOST_ROUNDS: u32 = 4;

/// A subject with all the data that studies run it on.
struct Subject {
    manifest: SubjectManifest,
    options: WeaveOptions,
    data_sets: Vec<DataSet>,
}

fn main() {
    let catalogue = Catalogue::find(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let named: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .collect();
    let mut ratios = Vec::new();
    let mut most_build: f64 = 0.0;
    let mut most_rounds = 0;
    for name in catalogue.subjects() {
        let is_named = named.is_empty() || named.iter().any(|word| word == name.as_str());
        let data_sets = catalogue.data_sets_of(name.as_str()).unwrap();
        if !is_named || data_sets.is_empty() {
            continue;
        }
        let (manifest, folder) = catalogue.subject(name.as_str()).unwrap();
        let folder_of_scratch = scratch.path().join(name.as_str());
        let options =
            manifest.weave_options(&folder, MutantClass::PAPERS.into(), folder_of_scratch);
        let subject = Subject {
            manifest,
            options,
            data_sets,
        };
        let built = build::measure(&subject);
        if built.n_woven <= MOST_MUTANTS {
            most_build = most_build.max(built.ratio);
        }
        most_rounds = most_rounds.max(built.woven.n_rounds);
        ratios.push(speed::measure(&subject, &built.plain, &built.woven.binary));
        hangs::measure(&subject, &built.woven, &scratch.path().join("executions"));
    }
    let logarithms: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    let mean = (logarithms / ratios.len() as f64).exp();
    let most = ratios.iter().copied().fold(0.0, f64::max);
    println!(
        "run time of {} woven programs over the plain ones: geometric mean {mean:.3} (at most {MOST_MEAN}), greatest {most:.3} (at most {MOST_ANY})",
        ratios.len()
    );
    println!(
        "builds with at most {MOST_MUTANTS} mutants over the plain ones: greatest {most_build:.2} (at most {MOST_BUILD}); rounds of asking the compiler: {most_rounds} (at most {MOST_ROUNDS})"
    );
}
