//! A new property beside the one of the worked example.

use crate::support::Project;

const LARGER: &str = "larger: if add(numbers, 1) then more(stdout)";

/// The counts of the table of costs: known, and run now.
#[track_caller]
fn known_and_run(csv: &str) -> (u64, u64) {
    let (_, table) = csv.split_once("# cost: sum").unwrap();
    let mut lines = table.lines().skip(1);
    assert_eq!(
        lines.next().unwrap(),
        "subject,asked,distinct,saved,cached,run,cpu_seconds,executions_per_kill"
    );
    let cells: Vec<&str> = lines.next().unwrap().split(',').collect();
    (cells[4].parse().unwrap(), cells[5].parse().unwrap())
}

/// Of the seven mutants three crash; `permute` shows that another skips the first number, `larger`
/// that one subtracts, and the two that start from another total show neither.
#[test]
fn a_new_property_is_told_with_what_only_it_kills_and_is_kept_for_studies() {
    let project = Project::of_readmes();
    let bench = ["bench-property", "sum", LARGER, "--policy", "strict"];
    project.run_badly(
        &bench,
        3,
        &["no record of subject `sum`", "killrate run own"],
    );
    project.run_well(&["run", "own"]);
    let csv = [&bench[..], &["--format", "csv"]].concat();
    let first = known_and_run(&project.run_well(&csv).stdout);
    // New are the follow-ups of the original and of the four mutants that do not crash.
    assert_eq!(first.1, 5, "{first:?}");
    let save = [&bench[..], &["--save"]].concat();
    let said = project.run_well(&save);
    for text in [
        "Is the property worth it?\n  larger: if add(numbers, 1) then more(stdout): sound in all 1 cases.",
        "It killed 4 of 7 mutants, 57 % (95 % interval 25–84 %).",
        "Of 2 properties it would rank 1 by kills and 1 by Shapley value, 2.5 of the 5 mutants that",
        "It adds 1 to the 4 mutants that the other properties kill; 1 of these no other technique",
        "permute comes nearest, with 3 of its 4",
        "src/main.rs::main/add-to-sub/1",
    ] {
        assert!(
            said.stdout.contains(text),
            "`{text}` is not in:\n{}",
            said.stdout
        );
    }
    // Nothing is run twice.
    assert_eq!(known_and_run(&project.run_well(&csv).stdout).1, 0);

    assert_eq!(project.read("properties/sum.txt"), format!("{LARGER}\n"));
    project.run_well(&save);
    assert_eq!(project.read("properties/sum.txt"), format!("{LARGER}\n"));
    let listed = project
        .run_well(&["list", "properties", "--format", "csv"])
        .stdout;
    assert!(listed.contains("\"sum/saved\""), "{listed}");
    let study = "datasets/studies/own/study.toml";
    project.replace(study, "[\"own\"]", "[\"own\", \"saved\"]");
    let plan = project.run_well(&["plan", "own", "--format", "csv"]).stdout;
    let all = plan
        .lines()
        .find(|line| line.starts_with("sum,all,"))
        .unwrap();
    assert_eq!(all.split(',').nth(3), Some("4"), "{plan}");

    let unsound = "same: if add(numbers, 1) then equal(stdout)";
    let unsound = [
        "bench-property",
        "sum",
        unsound,
        "--policy",
        "strict",
        "--save",
    ];
    let said = project.run(&unsound);
    assert_eq!(said.code, 6, "{}{}", said.stdout, said.stderr);
    let told = "same: if add(numbers, 1) then equal(stdout): not sound; the original itself";
    assert!(said.stdout.contains(told), "{}", said.stdout);
    assert!(said.stderr.contains("not saved"), "{}", said.stderr);
    for (property, code, complaint) in [
        (
            "permute: if reverse(numbers) then equal(stdout)",
            3,
            "property `permute` of subject `sum` already",
        ),
        ("if revers(numbers) then equal(stdout)", 3, "reverse"),
        ("if reverse(lines) then equal(stdout)", 3, "lines"),
    ] {
        project.run_badly(&["bench-property", "sum", property], code, &[complaint]);
    }
    let unnamed = [
        "bench-property",
        "sum",
        "if reverse(numbers) then equal(stdout)",
        "--save",
    ];
    project.run_badly(&unnamed, 2, &["needs a name"]);
}
