//! The exits of functions, from the trace to the verdict.

use crate::assertions::{project, record};
use killrate_model::Verdict;
use killrate_record::VariantId;

/// What `placed` returns does not tell whether it compared well; by which exit it returned does.
const PROGRAM: &str = "\
fn main() {
    let path = std::env::args().nth(1).expect(\"a file\");
    let text = std::fs::read_to_string(path).expect(\"it can be read\");
    let numbers = text.lines().skip(1).filter_map(|line| line.parse().ok());
    let numbers: Vec<f64> = numbers.collect();
    for (place, number) in numbers.iter().enumerate() {
        println!(\"{}\", placed(*number, numbers[(7 * place + 3) % numbers.len()]));
    }
    std::panic::set_hook(Box::new(|_| ()));
    println!(\"{}\", std::panic::catch_unwind(|| refused(3)).is_err());
}

fn placed(a: f64, b: f64) -> u8 {
    if a < b {
        return 1;
    }
    2
}

fn refused(n: u8) -> u8 {
    panic!(\"{n} is refused\")
}
";

const ORDER: &str = "src/main.rs::placed/exit-1/ordering/orig(a),orig(b)";

#[test]
fn a_mutant_is_killed_by_a_claim_at_one_exit_that_all_exits_together_do_not_have() {
    let project = project(PROGRAM);
    let record = record(&project);
    let mutant = "src/main.rs::placed/lt-to-ge/1";
    let mut n_killed = 0;
    for row in &record.verdicts {
        match (&row.variant, &row.verdict) {
            (VariantId::Original, verdict) => assert_eq!(*verdict, Verdict::Satisfied),
            (VariantId::Mutant(id), Verdict::Violated(evidence)) if id.0 == mutant => {
                let detail = &evidence.detail;
                assert!(detail.starts_with("`src/main.rs::placed/exit-"), "{detail}");
                n_killed += 1;
            }
            (VariantId::Mutant(id), verdict) => assert_ne!(id.0, mutant, "{verdict:?}"),
        }
    }
    assert_eq!(n_killed, 3);

    let said = project.run_well(&["invariants", "classic", "--quiet"]);
    for line in [
        "src/main.rs::placed (exit 1 of 2)\n",
        "  ordering      orig(a) < orig(b)\n",
        "  one-of        return == 1\n",
        "panicked: src/main.rs::refused in 3 of 3 calls\n",
    ] {
        assert!(said.stdout.contains(line), "{line}\n{}", said.stdout);
    }
    let said = project.run_well(&["invariants", "classic", "--quiet", "--format", "json"]);
    let listed: serde_json::Value = serde_json::from_str(&said.stdout).unwrap();
    let invariants = listed["invariants"].as_array().unwrap();
    let order = invariants.iter().find(|known| known["id"] == ORDER);
    assert_eq!(order.unwrap()["at"], "exit-1");
    assert_eq!(listed["panics"][0]["n-panics"], 3);

    project.run_well(&["invariants", "classic", "--quiet", "--daikon", "traces"]);
    let read = |file: &str| std::fs::read_to_string(project.path("traces").join(file)).unwrap();
    let decls = read("classic.decls");
    for point in [
        "placed():::EXIT1\n",
        "placed():::EXIT2\n",
        "refused():::THROWS\n",
    ] {
        let declared = format!("ppt src/main.rs.{point}");
        assert!(decls.contains(&declared), "{point}\n{decls}");
        assert!(read("numbers-0.dtrace").contains(&format!("\nsrc/main.rs.{point}")));
    }
}

#[test]
fn traces_for_daikon_lie_in_one_folder_whatever_the_path_of_the_subject() {
    let project = project(PROGRAM);
    let from = project.path("subjects/classic");
    project.copy(&from, "subjects/crates/classic");
    std::fs::remove_dir_all(from).unwrap();
    let (old, new) = ("name = \"classic\"", "name = \"crates/classic\"");
    project.replace("subjects/crates/classic/subject.toml", old, new);
    project.replace("datasets/studies/classic/study.toml", old, new);
    let arguments = ["invariants", "crates/classic", "--quiet", "--daikon"];
    project.run_well(&[&arguments[..], &["traces"]].concat());
    let files = std::fs::read_dir(project.path("traces")).unwrap();
    let mut files: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
    files.sort();
    assert_eq!(
        files,
        [
            "crates-classic.decls",
            "numbers-0.dtrace",
            "numbers-1.dtrace",
            "numbers-2.dtrace"
        ]
    );
}
