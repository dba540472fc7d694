//! The technique `assertions` on two textbook functions with nine classic mutants.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::Project;
use killrate_model::Verdict;
use killrate_record::{Record, VariantId};

const PROGRAM: &str = "\
fn main() {
    let path = std::env::args().nth(1).expect(\"a file\");
    let text = std::fs::read_to_string(path).expect(\"it can be read\");
    let numbers = text.lines().skip(1).filter_map(|line| line.parse().ok());
    let numbers: Vec<f64> = numbers.collect();
    for (place, _) in numbers.iter().enumerate() {
        for part in [&numbers[place..], &numbers[..place]] {
            if part.len() > 1 {
                println!(\"{:.6} {:?}\", deviation(part), merge_sort(part));
            }
        }
    }
}

fn deviation(numbers: &[f64]) -> f64 {
    let n = numbers.len() as f64;
    let mut sum = 0.0;
    for number in numbers {
        sum += number;
    }
    let mean = sum / n;
    let mut squares = 0.0;
    for number in numbers {
        let distance = number - mean;
        squares += distance * distance;
    }
    (squares / n).sqrt()
}

fn merge_sort(numbers: &[f64]) -> Vec<f64> {
    if numbers.len() < 2 {
        return numbers.to_vec();
    }
    let middle = numbers.len() / 2;
    merge(&merge_sort(&numbers[..middle]), &merge_sort(&numbers[middle..]))
}

fn merge(left: &[f64], right: &[f64]) -> Vec<f64> {
    let mut merged = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        if left[i] <= right[j] {
            merged.push(left[i]);
            i += 1;
        } else {
            merged.push(right[j]);
            j += 1;
        }
    }
    while i < left.len() {
        merged.push(left[i]);
        i += 1;
    }
    while j < right.len() {
        merged.push(right[j]);
        j += 1;
    }
    merged
}
";

/// What each classic mutant makes of a stretch of the program, by its function.
///
/// Of the deviation: the sum taken away, the mean added, a quotient in place of a product, and the
/// other way round. Of the sort: the wrong order, three loops that end one too early, and half an
/// array that is one too short.
const CLASSIC: [(&str, &str, &str); 9] = [
    ("deviation", "sum += number", "sum -= number"),
    ("deviation", "number - mean", "number + mean"),
    ("deviation", "distance * distance", "distance / distance"),
    ("deviation", "squares / n", "squares * n"),
    ("merge", "left[i] <= right[j]", "left[i] > right[j]"),
    ("merge", "left.len()", "left.len() - 1"),
    ("merge", "left.len()", "left.len() - 1"),
    ("merge", "right.len()", "right.len() - 1"),
    ("merge_sort", "middle", "middle - 1"),
];

/// A study of this program by `assertions`, on three files of numbers.
pub(crate) fn project(program: &str) -> Project {
    let project = Project::empty();
    project.write(
        "subjects/classic/Cargo.toml",
        "[package]\nname = \"classic\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n",
    );
    project.write("subjects/classic/src/main.rs", program);
    project.write(
        "subjects/classic/subject.toml",
        "format = 1\nname = \"classic\"\ntitle = \"Textbook functions\"\n\n[interface]\n\
         arguments = [\"{numbers}\"]\ninputs = { numbers = { format = \"csv\" } }\n\
         outputs = { stdout = { format = \"lines\" } }\n",
    );
    let mut names = Vec::new();
    for (set, (n_numbers, offset)) in [(24_u32, 10.0), (31, 40.0), (40, 3.0)]
        .into_iter()
        .enumerate()
    {
        let name = format!("numbers-{set}");
        let numbers = (0..n_numbers).map(|k| {
            let spread = f64::from((k * k * 7 + k * 13) % 61) / 4.0;
            format!("{}\n", offset + spread)
        });
        let text: String = ["x\n".to_owned()].into_iter().chain(numbers).collect();
        project.write(&format!("datasets/files/{name}.csv"), &text);
        let digest = killrate_model::Digest::of(text.as_bytes());
        project.write(
            &format!("datasets/{name}.toml"),
            &format!(
                "format = 1\nname = \"{name}\"\ntitle = \"Numbers\"\nsource = \"made up\"\n\
                 rows = {n_numbers}\nattributes = 1\n\n[files]\n\
                 numbers = {{ path = \"files/{name}.csv\", sha256 = \"{digest}\" }}\n"
            ),
        );
        names.push(format!("\"{name}\""));
    }
    project.write(
        "datasets/studies/classic/study.toml",
        &format!(
            "format = 1\ntitle = \"Classic\"\nquestion = \"Do invariants find them?\"\nseed = 1\n\
             transform-seeds = [1]\nclasses = [\"comparison\", \"arithmetic\", \"off-by-one\"]\n\n\
             [[subject]]\nname = \"classic\"\ndata-sets = [{}]\ntechniques = [\"assertions\"]\n",
            names.join(", ")
        ),
    );
    project
}

/// The record of that study.
pub(crate) fn record(project: &Project) -> Record {
    project.run_well(&["run", "classic", "--quiet"]);
    #[cfg(feature = "analysis")]
    crate::export_statuses::check_statuses(project, "classic");
    killrate_record::read(&project.path("records/classic")).unwrap()
}

/// The ids of the mutants with these changes, in the order of the program.
fn classic_ids(record: &Record) -> Vec<&str> {
    let mut taken = BTreeSet::new();
    CLASSIC
        .iter()
        .map(|(function, before, after)| {
            let row = record
                .mutants
                .iter()
                .filter(|row| row.function == *function && row.before == *before)
                .find(|row| row.after == *after && !taken.contains(&row.mutant.0));
            let row = row.unwrap_or_else(|| panic!("there is no `{after}` in `{function}`"));
            taken.insert(row.mutant.0.clone());
            row.mutant.0.as_str()
        })
        .collect()
}

#[test]
fn invariants_kill_all_nine_classic_mutants_and_never_the_original() {
    let project = project(PROGRAM);
    let record = record(&project);
    let mut violated: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &record.verdicts {
        match (&row.variant, &row.verdict) {
            (VariantId::Original, verdict) => assert_eq!(*verdict, Verdict::Satisfied),
            (VariantId::Mutant(id), Verdict::Violated(evidence)) => {
                assert_eq!(evidence.cause.name(), "invariant-broken");
                *violated.entry(id.0.as_str()).or_default() += 1;
            }
            _ => {}
        }
    }
    let survivors: Vec<&str> = classic_ids(&record)
        .into_iter()
        .filter(|id| !violated.contains_key(id))
        .collect();
    assert_eq!(survivors, [] as [&str; 0]);

    let [learned] = &record.provenance.invariants[..] else {
        panic!("one subject was learned of");
    };
    assert_eq!(learned.n_functions, 4);
    assert_eq!(
        (learned.n_held_out_runs, learned.n_held_out_alarmed),
        (300, 0)
    );
    // 1 - 0.05^(1/300)
    assert_eq!(learned.held_out_bound_ppm, Some(9_937));
    assert!(learned.n_kept <= learned.n_candidates);

    let said = project.run_well(&["invariants", "classic", "--quiet", "--filter", "merge_sort"]);
    for line in [
        "  sorted        return[] is sorted by <=\n",
        "  permutation   return[] is a permutation of orig(numbers[])\n",
        "false alarms on other held-out data: 0 of 300 runs (at most 0.99 % with 95 % confidence)\n",
    ] {
        assert!(said.stdout.contains(line), "{line}\n{}", said.stdout);
    }
    let said = project.run_well(&["verify", "invariants", "classic", "--quiet"]);
    let lines: Vec<&str> = said.stdout.lines().skip(1).collect();
    assert_eq!(
        lines,
        [
            "classic: 0 of 3 runs on the data sets as they are give an alarm",
            "classic: 0 of 60 runs on permutations of them give an alarm",
            "classic: 0 of 300 runs on held-out data give an alarm, at most 0.99 % with 95 % confidence",
        ]
    );
    project.run_badly(
        &["invariants", "classic", "--quiet", "--filter", "quick_sort"],
        3,
        &["no invariant of `classic` has `quick_sort` in its id"],
    );
}
