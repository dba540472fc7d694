//! What each verb shows, on the worked example of the READMEs.

use killrate_model::Verdict;
use killrate_record::VerdictRow;

use crate::support::Project;

#[test]
fn list_names_everything_a_study_can_use() {
    let project = Project::of_readmes();
    let said = project.run_well(&["list"]).stdout;
    for line in [
        "  own                   The worked example",
        "  sum                   The sum of a column of numbers",
        "  few                   Four numbers (4 × 1)",
        "  sum/own               permute: if permute(numbers) then equal(stdout)",
    ] {
        assert!(
            said.lines()
                .any(|said| said.split_whitespace().eq(line.split_whitespace())),
            "{said}"
        );
    }
    let json = project
        .run_well(&["list", "studies", "--format", "json"])
        .stdout;
    let rows: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(rows[0]["name"], "own");
    let csv = project
        .run_well(&["list", "data-sets", "--format", "csv"])
        .stdout;
    assert_eq!(
        csv,
        "kind,name,about\ndata-sets,\"few\",\"Four numbers (4 × 1)\"\n"
    );
}

#[test]
fn a_study_of_functions_is_no_data_set() {
    let project = Project::of_readmes();
    let data_sets = ["list", "data-sets", "--format", "csv"];
    let before = project.run_well(&data_sets).stdout;
    project.write("datasets/functions/two.toml", "[[implementation]]\n");
    assert_eq!(project.run_well(&data_sets).stdout, before);
    project.run_well(&["check"]);
}

#[test]
fn mutants_are_listed_with_their_change_and_their_fate() {
    let project = Project::of_readmes();
    let all = project
        .run_well(&["mutants", "sum", "--format", "json"])
        .stdout;
    let all: Vec<killrate_model::Mutant> = serde_json::from_str(&all).unwrap();
    let sum = all
        .iter()
        .find(|mutant| mutant.id.0 == "src/main.rs::main/add-to-sub/1")
        .unwrap();
    assert_eq!(
        (sum.before.as_str(), sum.after.as_str()),
        ("total + number", "total - number")
    );
    assert_eq!((sum.line, sum.is_thesis), (7, true));
    let diff = project
        .run_well(&["mutants", "sum", "--filter", "add-to-sub", "--diff"])
        .stdout;
    assert!(
        diff.contains("\n-        total = total + number;\n+        total = total - number;\n")
    );
    project.run_badly(
        &["mutants", "sum", "--filter", "nowhere"],
        3,
        &["no mutant of `sum` fits"],
    );
    project.run_badly(
        &["mutants", "sum", "--class", "comparisn"],
        2,
        &["`comparison`"],
    );
}

#[test]
fn plan_counts_what_run_then_runs() {
    let project = Project::of_readmes();
    let plan = project.run_well(&["plan", "own", "--format", "csv"]).stdout;
    let header = "subject,technique,variants,cases,asked,distinct,saved,known,to-run,cpu-seconds";
    assert_eq!(plan.lines().next(), Some(header));
    let all = plan
        .lines()
        .find(|line| line.starts_with("sum,all,"))
        .unwrap();
    let counts: Vec<usize> = all
        .split(',')
        .skip(2)
        .take(7)
        .map(|count| count.parse().unwrap())
        .collect();
    let [variants, cases, asked, distinct, saved, known, to_run] = counts[..] else {
        panic!("{all}");
    };
    // The floor looks at the source run, the ceiling at it as a whole and at its one output, the property
    // at it and its follow-up.
    assert_eq!((cases, asked, distinct), (4, variants * 5, variants * 2));
    assert_eq!(distinct, saved + known + to_run);
    project.run_well(&["run", "own"]);
    let record = killrate_record::read(&project.path("records/own")).unwrap();
    assert_eq!(record.verdicts.len(), variants * cases);
    // A mutant that fails on the source run needs no follow-up, which no plan can know.
    let failed = |row: &&VerdictRow| {
        row.technique.as_str() == "implicit" && matches!(row.verdict, Verdict::Violated(_))
    };
    let n_failed = record.verdicts.iter().filter(failed).count();
    let n_run: u64 = record.costs.iter().map(|row| row.n_run).max().unwrap();
    assert_eq!(n_run as usize, to_run - n_failed);
}

#[test]
fn explain_tells_the_change_the_runs_and_the_evidence() {
    let project = Project::of_readmes();
    let arguments = [
        "explain",
        "own",
        "add-to-sub",
        "--property",
        "permute",
        "--keep",
        "kept",
    ];
    let said = project.run_well(&arguments).stdout;
    for text in [
        "mutant src/main.rs::main/add-to-sub/1 of sum (arithmetic",
        "-        total = total + number;",
        "+        total = total - number;",
        "metamorphic by `permute` on few, seed 1",
        "verdict: satisfied",
        "on the original: satisfied",
        "line    1  original: 11\n               mutant: -11\n",
        "KILLRATE_MUTANT=7 KILLRATE_FUEL=1000000 ",
    ] {
        assert!(said.contains(text), "`{text}` is not in:\n{said}");
    }
    assert_eq!(project.read("kept/source/numbers"), "number\n3\n1\n2\n5\n");
    assert_eq!(project.read("kept/source/mutant-stdout"), "-11\n");
    assert_eq!(project.read("kept/source/original-stdout"), "11\n");
    project.run_badly(
        &["explain", "own", "add-to-sbu"],
        3,
        &["there is no mutant `add-to-sbu`"],
    );
    let unknown = ["explain", "own", "add-to-sub", "--property", "permut"];
    project.run_badly(&unknown, 3, &["there is no property `permut`", "`permute`"]);
}

/// `difference` has a mutant `sub-to-add` where `sum` has `add-to-sub`, and one more at the end.
#[test]
fn a_mutant_that_one_subject_has_is_explained_without_naming_the_subject() {
    let project = Project::of_readmes();
    project.copy(&project.path("subjects/sum"), "subjects/difference");
    for file in ["Cargo.toml", "subject.toml"] {
        let path = format!("subjects/difference/{file}");
        project.replace(&path, "name = \"sum\"", "name = \"difference\"");
    }
    let program = "subjects/difference/src/main.rs";
    project.replace(program, "total + number", "total - number");
    project.replace(program, "{total}\"", "{}\", total * total");
    let study = "datasets/studies/own/study.toml";
    let text = project.read(study);
    let (_, entry) = text.split_once("[[subject]]").unwrap();
    let entry = entry.replace("\"sum\"", "\"difference\"");
    project.write(study, &format!("{text}\n[[subject]]{entry}"));
    for (mutant, subject) in [
        ("src/main.rs::main/add-to-sub/1", "sum"),
        ("src/main.rs::main/sub-to-add/1", "difference"),
        ("8", "difference"),
        ("sub-to", "difference"),
    ] {
        let said = project.run_well(&["explain", "own", mutant]).stdout;
        let first = said.lines().next().unwrap();
        assert!(first.contains(&format!(" of {subject} (")), "{first}");
    }
    let refused = |arguments: &[&str], complaint: &str| {
        let arguments = [&["explain", "own"], arguments].concat();
        project.run_badly(&arguments, 3, &[complaint]);
    };
    refused(
        &["7"],
        "`7` fits mutants of `sum` and `difference` in study `own`; choose with `killrate explain own 7 \
         --subject sum` or `killrate explain own 7 --subject difference`",
    );
    refused(
        &["literal", "--property", "permute", "--data-set", "few"],
        "`killrate explain own literal --subject sum --property permute --data-set few`",
    );
    refused(
        &["99"],
        "no subject of study `own` has a mutant `99`; list those there are with `killrate mutants sum` or \
         `killrate mutants difference`",
    );
    refused(
        &["7", "--subject", "summ"],
        "study `own` has no subject `summ`; the nearest name is `sum`",
    );
    project.run_well(&["explain", "own", "7", "--subject", "sum"]);
}

#[test]
fn a_record_is_reproduced_and_a_changed_one_is_told() {
    let project = Project::of_readmes();
    project.run_well(&["run", "own"]);
    let said = project.run_well(&["verify", "record", "own"]);
    assert_eq!(said.stdout, "the record of `own` is reproduced\n");
    // Another seed is another study: its provenance differs.
    project.replace(
        "datasets/studies/own/study.toml",
        "seed = 1\n",
        "seed = 2\n",
    );
    let said = project.run(&["verify", "record", "own"]);
    assert_eq!(said.code, 5, "{}{}", said.stdout, said.stderr);
    assert!(said.stdout.contains("provenance.json"), "{}", said.stdout);
}

#[cfg(feature = "analysis")]
#[test]
fn a_report_on_an_outdated_record_says_so() {
    let project = Project::of_readmes();
    project.run_well(&["run", "own"]);
    let report = ["report", "own", "--policy", "strict"];
    assert_eq!(project.run_well(&report).stderr, "");
    project.replace(
        "subjects/sum/src/main.rs",
        "total + number",
        "number + total",
    );
    let said = project.run_well(&report);
    let warning = "warning: this record was made before subject `sum` changed; `killrate run own` makes a new one\n";
    assert_eq!(said.stderr, warning);
}

#[cfg(feature = "analysis")]
#[test]
fn tables_of_which_a_record_has_nothing_are_told_beside_the_others() {
    let project = Project::of_readmes();
    project.run_well(&["run", "own"]);
    let report = |names| {
        [
            "report", "own", "--policy", "strict", "--format", "csv", "--table", names,
        ]
    };
    let said = project.run_well(&report("skipped"));
    assert_eq!(said.stdout, "");
    assert_eq!(
        said.stderr,
        "the record has nothing for the table `skipped`\n"
    );
    let said = project.run_well(&report("techniques, skipped,funnel"));
    let headings = said.stdout.lines().filter(|line| line.starts_with('#'));
    assert_eq!(
        headings.collect::<Vec<&str>>(),
        [
            "# techniques: sum: Kills per technique",
            "# funnel: sum: Mutants by class"
        ]
    );
}

#[test]
fn the_woven_program_shows_what_plain_builds_show() {
    let project = Project::of_readmes();
    let said = project
        .run_well(&["verify", "weave", "sum", "--sample", "3"])
        .stdout;
    assert_eq!(
        said,
        "sum: 1 of 1 runs of the woven original equal the plain build's\n\
         sum: 3 of 3 runs of 3 mutants equal their traditional builds'\n\
         sum: 0 of 0 runs that a study spares equal the original's\n"
    );
}
