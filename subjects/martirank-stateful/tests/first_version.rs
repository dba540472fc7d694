//! The outputs are those of the first version, the subject `martirank`, byte for byte.

mod run;

use martirank::examples::{Examples, Labels};
use martirank::model::Model;
use martirank::random::Generator;
use martirank::rank::{rank, render_ranking};
use martirank::train::train;
use run::{ScratchFolder, run_martirank, start_martirank};
use std::fs;
use std::path::{Path, PathBuf};

/// The data sets with which a study asks for both phases, and the seeds to try.
const TO_TRAIN: [(&str, &[u64]); 14] = [
    ("martirank-01", &[]),
    ("martirank-02", &[]),
    ("martirank-03", &[]),
    ("martirank-04", &[]),
    ("martirank-05", &[]),
    ("martirank-06", &[]),
    ("martirank-07", &[]),
    ("martirank-08", &[]),
    ("martirank-09", &[]),
    ("martirank-10", &[]),
    ("martirank-gaps", &SEEDS),
    ("martirank-gaps-06", &SEEDS),
    ("martirank-gaps-07", &SEEDS),
    ("martirank-gaps-08", &SEEDS),
];

/// The data sets with which a study asks for the ranking phase alone.
const TO_RANK: [&str; 4] = [
    "martirank-missing-1",
    "martirank-missing-2",
    "martirank-missing-3",
    "martirank-missing-4",
];

const SEEDS: [u64; 5] = [1, 2, 3, 4, 5];

/// What is the same source in both; the others hold the algorithm, or the name of the program.
const SAME_SOURCES: [&str; 7] = [
    "error.rs",
    "examples.rs",
    "main.rs",
    "model.rs",
    "options.rs",
    "random.rs",
    "scores.rs",
];

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("the file is there")
}

/// The file that a data set's manifest names for an input.
fn input(name: &str, input: &str) -> PathBuf {
    let data = folder("../../datasets/martirank");
    let manifest = read(&data.join(format!("{name}.toml")));
    let start = format!("{input} = {{ path = \"");
    let rest = manifest.lines().find_map(|line| line.strip_prefix(&start));
    let (file, _) = rest
        .and_then(|rest| rest.split_once('"'))
        .expect("the manifest names the input");
    data.join(file)
}

/// Trains and ranks with both versions; a seed of `None` is none at all.
#[track_caller]
fn check_both_phases(name: &str, to_train: &Path, to_rank: &Path, seed: Option<u64>) {
    let scratch = ScratchFolder::new(&format!("first-version-{name}-{seed:?}"));
    let mut more = Vec::new();
    let seed_text = seed.map(|seed| seed.to_string());
    if let Some(seed) = &seed_text {
        more.extend(["--seed", seed]);
    }
    let finished = run_martirank(to_train, to_rank, &scratch, &more);
    assert_eq!(finished.stderr, "");
    assert_eq!(finished.stdout, "");
    assert_eq!(finished.code, Some(0));

    let examples = Examples::read(&text(to_train), Labels::Needed).expect("it can be trained on");
    let rows = Examples::read(&text(to_rank), Labels::Ignored).expect("it can be ranked");
    let seed = seed.unwrap_or(0);
    let model = train(&examples, 4, &mut Generator::new(seed));
    let ranking = rank(&rows, &model, &mut Generator::new(seed));
    assert_eq!(read(&scratch.file("model")), model.render(), "{name}");
    let written = read(&scratch.file("ranking"));
    assert_eq!(written, render_ranking(&ranking), "{name}");
}

#[test]
fn every_data_set_gives_the_outputs_of_the_first_version() {
    for (name, seeds) in TO_TRAIN {
        let (to_train, to_rank) = (input(name, "train"), input(name, "test"));
        if seeds.is_empty() {
            check_both_phases(name, &to_train, &to_rank, None);
        }
        for &seed in seeds {
            check_both_phases(name, &to_train, &to_rank, Some(seed));
        }
    }
}

#[test]
fn every_model_gives_the_rankings_of_the_first_version() {
    for name in TO_RANK {
        let (path, to_rank) = (input(name, "model"), input(name, "test"));
        let scratch = ScratchFolder::new(&format!("first-version-{name}"));
        let (model_text, test) = (text(&path), text(&to_rank));
        let ranking = text(&scratch.file("ranking"));
        let model = Model::read(&model_text).expect("it is a model");
        let rows = Examples::read(&test, Labels::Ignored).expect("it can be ranked");
        for seed in SEEDS {
            let number = seed.to_string();
            let mut arguments = vec!["rank", "--model", &model_text, "--test", &test];
            arguments.extend(["--ranking", &ranking, "--seed", &number]);
            assert_eq!(start_martirank(&arguments).code, Some(0));
            let expected = rank(&rows, &model, &mut Generator::new(seed));
            let written = read(&scratch.file("ranking"));
            assert_eq!(written, render_ranking(&expected), "{name}");
        }
    }
}

#[test]
fn every_data_set_of_the_folder_is_compared() {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder("../../datasets/martirank")).expect("the folder exists") {
        let path = entry.expect("the folder is readable").path();
        let name = text(Path::new(path.file_name().expect("it has a name")));
        // Those of the published sizes are made when they are needed.
        if let Some(name) = name.strip_suffix(".toml")
            && !name.ends_with("-full")
        {
            found.push(name.to_owned());
        }
    }
    found.sort();
    let mut compared: Vec<&str> = TO_TRAIN.map(|(name, _)| name).to_vec();
    compared.extend(TO_RANK);
    assert_eq!(found, compared);
}

#[test]
fn what_is_not_the_algorithm_is_the_source_of_the_first_version() {
    for name in SAME_SOURCES {
        let here = read(&folder("src").join(name));
        let first = read(&folder("../martirank/src").join(name));
        let here = here.replace("martirank_stateful", "martirank");
        assert_eq!(
            here.replace("martirank-stateful", "martirank"),
            first,
            "{name}"
        );
    }
}
