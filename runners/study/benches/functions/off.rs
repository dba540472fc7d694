//! What checks cost that are compiled in but off.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use killrate_catalogue::Catalogue;
use killrate_model::{DataSet, Interface, MutantClass, protocol};
use killrate_mutator::{CheckOptions, weave};
use wait4::Wait4 as _;

use super::verdict;

/// How many times as long a program may take whose checks are off.
const MOST: f64 = 1.02;
/// Both programs run this often on every data set; the round with the middle ratio counts.
const N_ROUNDS: usize = 40;
/// Each of them is there so often, because where in memory a file happens to lie is worth some per cent
/// of a run of a few milliseconds.
const N_COPIES: usize = 8;
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
    let (without, with) = (copies(&without), copies(&with));
    let [mut of_without, mut of_with] = [Duration::ZERO; 2];
    let data_sets = catalogue.data_sets_of(name).unwrap();
    for data_set in &data_sets {
        let place = tempfile::tempdir().unwrap();
        for (input, blob) in &data_set.inputs {
            std::fs::write(place.path().join(input.as_str()), blob.bytes()).unwrap();
        }
        let run = |binary: &Path| cpu_of(binary, &manifest.interface, data_set, place.path());
        // The two alternate, so that a busy moment of the machine hits both.
        let rounds = without.iter().zip(&with).cycle().take(N_ROUNDS);
        let rounds = rounds.map(|(without, with)| (run(without), run(with)));
        let mut rounds: Vec<(Duration, Duration)> = rounds.collect();
        rounds.sort_by(|(a, with_a), (b, with_b)| {
            let ratio = |with: &Duration, without| with.div_duration_f64(without);
            ratio(with_a, *a).total_cmp(&ratio(with_b, *b))
        });
        let (without, with) = rounds[N_ROUNDS / 2];
        of_without += without;
        of_with += with;
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

/// Files with the same program.
fn copies(program: &Path) -> Vec<PathBuf> {
    let copy = |number| {
        let copy = program.with_extension(format!("copy-{number}"));
        std::fs::copy(program, &copy).unwrap();
        copy
    };
    (0..N_COPIES).map(copy).collect()
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
