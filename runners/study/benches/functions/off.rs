//! What checks cost that are compiled in but off.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use killrate_model::{DataSet, Interface, MutantClass, protocol};
use killrate_mutator::{CheckOptions, weave};
use killrate_study::Catalogue;
use wait4::Wait4 as _;

use super::verdict;

/// How many times as long a program may take whose checks are off.
const MOST: f64 = 1.02;
/// Both programs run this often on every data set; the shortest time counts.
const N_ROUNDS: usize = 5;
const SUBJECTS: [&str; 4] = ["c45", "martirank", "payl", "svm"];

pub(super) fn measure(folder: &Path) {
    let catalogue = Catalogue::find(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    // Alone, and beside the mutants that a study weaves, none of them active.
    for (kind, classes) in [
        ("without mutants", BTreeSet::new()),
        ("with mutants", MutantClass::PAPERS.into()),
    ] {
        let ratios = SUBJECTS.map(|name| ratio(&catalogue, name, &classes, folder));
        let mean = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64;
        let mean = mean.exp();
        println!(
            "off, {kind}: {mean:.3} times as long on the geometric mean, {} the {MOST} times it may take",
            verdict(mean, MOST)
        );
    }
}

fn ratio(catalogue: &Catalogue, name: &str, classes: &BTreeSet<MutantClass>, folder: &Path) -> f64 {
    let (manifest, package) = catalogue.subject(name).unwrap();
    let scratch = folder.join("scratch");
    let mut options = manifest.weave_options(&package, classes.clone(), scratch);
    let without = weave(&options, &|_| ()).unwrap().binary;
    options.checks = Some(CheckOptions {
        side_file: Some(package.with_file_name(format!("{name}.checks"))),
    });
    let with = weave(&options, &|_| ()).unwrap().binary;
    let [mut of_without, mut of_with] = [Duration::ZERO; 2];
    let data_sets = catalogue.data_sets_of(name).unwrap();
    for data_set in &data_sets {
        let place = tempfile::tempdir().unwrap();
        for (input, blob) in &data_set.inputs {
            std::fs::write(place.path().join(input.as_str()), blob.bytes()).unwrap();
        }
        let run = |binary: &Path| cpu_of(binary, &manifest.interface, data_set, place.path());
        let [mut least_without, mut least_with] = [Duration::MAX; 2];
        for _ in 0..N_ROUNDS {
            // The two alternate, so that a busy moment of the machine hits both.
            least_without = least_without.min(run(&without));
            least_with = least_with.min(run(&with));
        }
        of_without += least_without;
        of_with += least_with;
    }
    let ratio = of_with.div_duration_f64(of_without);
    println!(
        "{name}: {} data sets, {:.1} ms without checks, {:.1} ms with checks that are off, {ratio:.3} times",
        data_sets.len(),
        of_without.as_secs_f64() * 1e3,
        of_with.as_secs_f64() * 1e3,
    );
    ratio
}

/// The processor time of one run, which must end normally.
fn cpu_of(binary: &Path, interface: &Interface, data_set: &DataSet, folder: &Path) -> Duration {
    let arguments = interface.arguments.iter();
    let child = Command::new(binary)
        .args(arguments.map(|argument| argument.replace(['{', '}'], "")))
        .current_dir(folder)
        .env_clear()
        .env(protocol::FUEL, (u64::MAX / 2).to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let used = child.wait4().unwrap();
    assert!(
        used.status.success(),
        "{} fails on {}",
        binary.display(),
        data_set.name
    );
    used.rusage.utime + used.rusage.stime
}
