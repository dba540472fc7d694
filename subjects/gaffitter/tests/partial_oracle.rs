//! Files whose sizes are powers of two: one choice fills a volume, and it is known.

mod run;

use gaffitter::evolve::{Settings, evolve};
use gaffitter::options::DEFAULTS;
use run::{ScratchFolder, run_gaffitter};
use std::fs;
use std::path::Path;

/// The known cases of `subject.toml`, run as a study runs them.
#[test]
fn known_cases_come_out_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("partial-oracle");
    let mut n_cases = 0;
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let case = entry.expect("it can be listed").path();
        let scratch = ScratchFolder::new("partial-oracle");
        let mut arguments = vec!["--generations".to_owned(), "50".to_owned()];
        arguments.extend(["--candidates".to_owned(), "50".to_owned()]);
        let outputs = ["chosen", "used", "summary"];
        let items = case.join("items.words").display().to_string();
        // A case is called after the target that `subject.toml` gives it.
        let name = case.display().to_string();
        let (_, target) = name.rsplit_once('-').expect("it is called `powers-…`");
        let (items, target) = (["--items", &items], ["--target", target]);
        arguments.extend([items, target].concat().into_iter().map(str::to_owned));
        for output in outputs {
            let path = scratch.file(output).display().to_string();
            arguments.extend([format!("--{output}"), path]);
        }
        let finished = run_gaffitter(&arguments);
        assert_eq!(
            (finished.code, finished.stdout, finished.stderr),
            (Some(0), String::new(), String::new())
        );
        let read = |path| fs::read_to_string(path).expect("it is readable");
        for output in outputs {
            let expected = read(case.join(format!("{output}.expected")));
            assert_eq!(read(scratch.file(output)), expected, "{}", case.display());
        }
        n_cases += 1;
    }
    assert_eq!(n_cases, 7);
}

#[test]
fn the_only_best_choice_is_found_from_every_seed() {
    let sizes: Vec<u64> = (0..12).map(|power| 1 << power).collect();
    let targets = [
        1, 2, 3, 7, 11, 100, 1000, 1365, 2047, 2048, 3000, 4094, 4095,
    ];
    for target in targets {
        for seed in 0..10 {
            let settings = Settings {
                n_generations: 50,
                n_candidates: 50,
                seed,
                ..DEFAULTS
            };
            let chosen = evolve(&sizes, target, &settings).chosen;
            let ones: Vec<usize> = (0..12).filter(|power| target >> power & 1 == 1).collect();
            assert_eq!(chosen, ones, "{target}, seed {seed}");
        }
    }
}
