//! A new property beside the one of the worked example.

use crate::support::Project;

const LARGER: &str = "larger: if add(numbers, 1) then more(stdout)";

/// The worked example, run on a second data set whose column has another name.
fn with_amounts() -> Project {
    let project = Project::of_readmes();
    let text = "amount\n4\n7\n6\n";
    project.write("datasets/own/amounts.csv", text);
    let digest = killrate_model::Digest::of(text.as_bytes());
    project.write(
        "datasets/own/amounts.toml",
        &format!(
            "format = 1\nname = \"amounts\"\ntitle = \"Three amounts\"\nsource = \"made up\"\nrows = 3\n\
             attributes = 1\n\n[files]\nnumbers = {{ path = \"amounts.csv\", sha256 = \"{digest}\" }}\n"
        ),
    );
    let study = "datasets/studies/own/study.toml";
    project.replace(study, "[\"few\"]", "[\"few\", \"amounts\"]");
    project.run_well(&["run", "own", "--quiet"]);
    project
}

/// Text that was broken to fit a screen, in one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

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
        "Of 2 properties it would rank 1st to 2nd (tied with permute) by kills and by Shapley value, 2.5",
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
    assert_eq!(all.split(',').nth(3), Some("5"), "{plan}");

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
    let told =
        "same: if add(numbers, 1) then equal(stdout): refuted; the original itself breaks it";
    assert!(said.stdout.contains(told), "{}", said.stdout);
    // Its follow-up is that of `larger`.
    let screening = "Screening it took 2 executions of the original: 2 were known, 0 were run now";
    assert!(said.stdout.contains(screening), "{}", said.stdout);
    let refused = "not saved: the original itself breaks the property";
    assert!(said.stderr.contains(refused), "{}", said.stderr);
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

/// Checks of invariants are woven into the program of the study, not into the one that the property is
/// judged on.
#[test]
fn a_study_that_weaves_more_than_mutants_is_stood_beside_unless_its_subject_changed() {
    let project = Project::of_readmes();
    let techniques = "techniques = [\"metamorphic\", \"assertions\"]";
    let study = "datasets/studies/own/study.toml";
    project.replace(
        study,
        "techniques = [\"implicit\", \"metamorphic\", \"reference\"]",
        techniques,
    );
    project.run_well(&["run", "own"]);
    let bench = ["bench-property", "sum", LARGER, "--policy", "strict"];
    let said = project.run_well(&bench).stdout;
    assert!(said.contains("It killed 4 of 7 mutants"), "{said}");
    project.replace("subjects/sum/src/main.rs", "{total}", "{total} ");
    project.run_badly(&bench, 3, &["another version of subject `sum`"]);
}

#[test]
fn a_property_is_judged_on_the_data_sets_that_have_its_columns() {
    let project = with_amounts();
    let property = "some: if add(numbers, 1, columns amount) then more(stdout)";
    let bench = ["bench-property", "sum", property, "--policy", "strict"];
    let said = project.run_well(&[&bench[..], &["--save"]].concat()).stdout;
    for text in [
        "sound in all 1 cases; it does not",
        "`numbers` has no column `amount`",
        "It killed 4 of 7 mutants",
    ] {
        assert!(said.contains(text), "`{text}` is not in:\n{said}");
    }
    // What was kept can be used by the study.
    let study = "datasets/studies/own/study.toml";
    project.replace(study, "[\"own\"]", "[\"own\", \"saved\"]");
    project.run_well(&["run", "own", "--quiet"]);

    let misspelt = "if add(numbers, 1, columns amuont) then more(stdout)";
    let complaint = ["on any data set", "there is no column `amuont`"];
    project.run_badly(&["bench-property", "sum", misspelt], 3, &complaint);
}

#[test]
fn a_property_that_applies_to_no_data_set_is_neither_violated_nor_saved() {
    let project = with_amounts();
    let never = "never: if multiply(numbers, 1) then equal(stdout)";
    let bench = ["bench-property", "sum", never, "--save"];
    let said = project.run(&bench);
    assert_eq!(said.code, 3, "{}{}", said.stdout, said.stderr);
    let told = format!("  {never}: it applies to no data set, so there is");
    assert!(said.stdout.contains(&told), "{}", said.stdout);
    let why = "`multiply(numbers, 1)`: it finds no number to change (data: amounts, few)";
    let complaint = format!(
        "property `never` applies to no data set that study `own` has for subject `sum`, because {why}, so \
         nothing was judged or saved"
    );
    assert!(said.stderr.contains(&complaint), "{}", said.stderr);
    assert!(one_line(&said.stdout).contains(why), "{}", said.stdout);
    assert!(!said.stderr.contains("breaks"), "{}", said.stderr);
    assert!(!project.path("properties/sum.txt").exists());
}

#[test]
fn a_property_that_the_catalogue_has_under_another_name_is_not_saved_again() {
    let project = Project::of_readmes();
    project.run_well(&["run", "own", "--quiet"]);
    let save = |property| project.run_well(&["bench-property", "sum", property, "--save"]);
    save(LARGER);
    for (property, same, set) in [
        (
            "more: if add(input, 1) then more(output)",
            "larger",
            "saved",
        ),
        (
            "any: if permute(numbers) then equal(stdout)",
            "permute",
            "own",
        ),
    ] {
        let said = save(property);
        let told = format!("It is the same property as {same}.");
        assert!(said.stdout.contains(&told), "{}", said.stdout);
        let told = format!(
            "not saved: the property set `{set}` of subject `sum` has it already, as `{same}`"
        );
        assert!(said.stderr.contains(&told), "{}", said.stderr);
    }
    assert_eq!(project.read("properties/sum.txt"), format!("{LARGER}\n"));
    // A property is not called the same as itself.
    let again = save(LARGER).stdout;
    assert!(!again.contains("the same property"), "{again}");
}

/// Twice the numbers have the same sum where that is zero, and nowhere else.
#[test]
fn a_property_that_the_original_breaks_on_some_data_is_refuted_and_has_no_rank() {
    let project = Project::of_readmes();
    let zero = "number\n4\n-4\n";
    project.write("datasets/own/zero.csv", zero);
    let digest = killrate_model::Digest::of(zero.as_bytes());
    project.write(
        "datasets/own/zero.toml",
        &format!(
            "format = 1\nname = \"zero\"\ntitle = \"Nothing in sum\"\nsource = \"made up\"\nrows = 2\n\
             attributes = 1\n\n[files]\nnumbers = {{ path = \"zero.csv\", sha256 = \"{digest}\" }}\n"
        ),
    );
    let study = "datasets/studies/own/study.toml";
    project.replace(study, "[\"few\"]", "[\"few\", \"zero\"]");
    project.run_well(&["run", "own", "--quiet"]);
    let twice = "dup: if duplicate(numbers) then equal(stdout)";
    let bench = ["bench-property", "sum", twice, "--policy", "strict"];
    let said = project.run(&[&bench[..], &["--save"]].concat());
    assert_eq!(said.code, 6, "{}{}", said.stdout, said.stderr);
    let told = one_line(&said.stdout);
    let expected = format!(
        "{twice}: refuted; the original itself breaks it in 1 of 2 cases, on few. On few: stdout line 1: \
         `11` became `22` (1 of 1 lines differ). So it is not ranked, and it judged no mutant. Screening it took 4 executions of the original"
    );
    assert!(told.contains(&expected), "{told}");
    for claim in ["rank 1", "It killed", "redundant", "Shapley"] {
        assert!(!told.contains(claim), "`{claim}` is in {told}");
    }
    let note = "not saved: the original itself breaks the property";
    assert!(said.stderr.contains(note), "{}", said.stderr);
    assert!(!project.path("properties/sum.txt").exists());
}

#[test]
fn a_property_that_applies_nowhere_is_told_by_run_and_in_the_answer() {
    let project = Project::of_readmes();
    project.replace(
        "subjects/sum/subject.toml",
        "then equal(stdout)\"]",
        "then equal(stdout)\", \"never: if multiply(numbers, 1) then equal(stdout)\"]",
    );
    let told = "One property applies to no data set, so it judged nothing: metamorphic never on sum, because \
                `multiply(numbers, 1)`: it finds no number to change (data: few).";
    let said = project.run_well(&["run", "own", "--quiet"]).stderr;
    assert!(!said.contains("judged nothing"), "{said}");
    let said = project.run_well(&["run", "own"]).stderr;
    assert!(one_line(&said).contains(told), "{said}");
    let answer = project.run_well(&["report", "own"]).stdout;
    assert!(one_line(&answer).contains(told), "{answer}");
    // A record in which every property judges something says nothing of the kind.
    let project = Project::of_readmes();
    let said = project.run_well(&["run", "own"]).stderr;
    assert!(!said.contains("judged nothing"), "{said}");
    let answer = project.run_well(&["report", "own"]).stdout;
    assert!(!answer.contains("judged nothing"), "{answer}");
}

/// The worked example with one more line, which does nothing until somebody changes it, and then only to
/// sums from 1000 on that eight divides: 1104 is such a sum, and 11, 15 and 1100 are none.
#[test]
fn what_chaining_a_property_with_the_others_adds_is_told() {
    let project = Project::of_readmes();
    project.replace(
        "subjects/sum/src/main.rs",
        "    println!",
        "    if total >= 1000 && total % 8 == 0 {\n        total = total + 1 - 1;\n    }\n    println!",
    );
    project.replace(
        "subjects/sum/subject.toml",
        "then equal(stdout)\"]",
        "then equal(stdout)\", \"shift: if add(numbers, 1) then equal(add(stdout, 4))\"]",
    );
    let study = "datasets/studies/own/study.toml";
    project.replace(
        study,
        "name = \"sum\"",
        "name = \"sum\"\nonly = [\"main/add-to-sub/2\", \"main/sub-to-add/1\"]",
    );
    project.run_well(&["run", "own", "--quiet"]);
    let hundred = "hundred: if multiply(numbers, 100) then equal(multiply(stdout, 100))";
    let bench = ["bench-property", "sum", hundred, "--policy", "strict"];
    // By itself it makes 1100.
    let said = project.run_well(&bench);
    assert!(
        said.stdout.contains("It killed 0 of 2 mutants"),
        "{}",
        said.stdout
    );
    assert!(!said.stdout.contains("Chain"), "{}", said.stdout);

    let said = project.run_well(&[&bench[..], &["--chains", "2"]].concat());
    let told = one_line(&said.stdout);
    // Of the nine pairs of `hundred`, `permute` and `shift` five have the new one; `hundred, shift` makes
    // 1104 and `hundred, hundred` 110000.
    let sentence = "Chaining it with the others adds 2 mutants that no property alone kills, by 5 sound chains \
                    of 5; `hundred, hundred` finds most of them, 2.";
    assert!(told.contains(sentence), "{}", said.stdout);
    let csv = [&bench[..], &["--chains", "2", "--format", "csv"]].concat();
    let said = project.run_well(&csv).stdout;
    let (_, table) = said.split_once("# chains: sum").unwrap();
    let killing = table.lines().filter(|line| line.ends_with(",2"));
    let chains: Vec<String> = killing
        .map(|line| line.rsplit_once("\",").unwrap().0.to_owned())
        .collect();
    assert_eq!(chains.len(), 2, "{table}");
    for (wrong, code) in [("1", 2), ("4", 2), ("two", 2)] {
        let said = project.run(&[&bench[..], &["--chains", wrong]].concat());
        assert_eq!(said.code, code, "{wrong}");
    }
}
