//! Matrices of other tools, as records.

use std::collections::BTreeMap;

use killrate_model::Verdict;

use crate::support::{Project, repository};

const MATRIX: &str = "mutant,technique,test,killed\n\
    m1,unit,a,1\nm2,unit,a,1\nm3,unit,a,0\nm1,system,b,0\nm2,system,b,1\nm3,system,b,0\n";

#[test]
fn a_tidy_matrix_becomes_a_record_and_a_bad_one_is_told_by_line() {
    let project = Project::empty();
    project.write("matrix.csv", MATRIX);
    let import = [
        "import",
        "csv",
        "matrix.csv",
        "--out",
        "theirs",
        "--subject",
        "stack",
    ];
    assert_eq!(project.run_well(&import).stdout, "theirs\n");
    let record = killrate_record::read(&project.path("theirs")).unwrap();
    assert_eq!((record.mutants.len(), record.verdicts.len()), (3, 8));
    project.write("matrix.csv", &MATRIX.replace("m3,unit,a,0", "m3,unit,a,2"));
    project.run_badly(&import, 3, &["`matrix.csv`", "line 4", "`2`"]);
    project.run_badly(
        &["import", "major", "nowhere", "--out", "other"],
        3,
        &["nowhere/killMap.csv", "`kill.csv` or `killed.csv`"],
    );
}

const MAJOR_MUTANTS: &str = "\
    1:ROR:<(int,int):<=(int,int):stack.Stack@push(int):12:a < b |==> a <= b\n\
    2:AOR:+(int,int):-(int,int):stack.Stack@push(int):14:a + b |==> a - b\n\
    3:LVR:0:POS:stack.Stack@pop():20:0 |==> 1\n\
    4:LVR:0:NEG:stack.Stack@pop():20:0 |==> -1\n\
    5:STD:<CALL>:<NO-OP>:stack.Stack@clear():31:trim() |==> <NO-OP>\n\
    6:STD:<CALL>:<NO-OP>:stack.Stack@clear():32:log() |==> <NO-OP>\n";
const MAJOR_KILLS: &str =
    "MutantNo,[FAIL | TIME | EXC | LIVE | UNCOV]\n1,FAIL\n2,TIME\n3,EXC\n4,LIVE\n5,UNCOV\n";
const IMPORT_MAJOR: [&str; 5] = ["import", "major", "logs", "--out", "theirs"];

/// How many verdicts a record has of each technique, property, basis and verdict.
fn counts(project: &Project) -> BTreeMap<String, u32> {
    let record = killrate_record::read(&project.path("theirs")).unwrap();
    let mut counts = BTreeMap::new();
    for row in &record.verdicts {
        let verdict = match &row.verdict {
            Verdict::Violated(evidence) => evidence.cause.name(),
            verdict => verdict.name(),
        };
        let label = format!("{} {} {verdict}", row.technique, row.property);
        *counts.entry(label).or_default() += 1;
    }
    counts
}

#[test]
fn kill_details_of_major_become_a_record_of_one_test_without_a_name() {
    for name in ["kill.csv", "killed.csv"] {
        let project = Project::empty();
        project.write("logs/mutants.log", MAJOR_MUTANTS);
        project.write(&format!("logs/{name}"), MAJOR_KILLS);
        let said = project.run_well(&IMPORT_MAJOR).stderr;
        let note = format!("`{name}` names no test, so the record has one for the whole suite");
        assert!(said.contains(&note), "{said}");
        // The original and five mutants; the sixth has no line.
        let expected = [
            ("implicit ends-normally crashed", 1),
            ("implicit ends-normally limit-exceeded", 1),
            ("implicit ends-normally satisfied", 4),
            ("suite unnamed-test crashed", 1),
            ("suite unnamed-test limit-exceeded", 1),
            ("suite unnamed-test satisfied", 3),
            ("suite unnamed-test test-failed", 1),
        ];
        let expected = expected.map(|(label, n)| (label.to_owned(), n));
        assert_eq!(counts(&project), expected.into());
        // Of a kill map, which tells tests apart, they say nothing new.
        project.write("logs/killMap.csv", "TestNo,MutantNo,How\n7,4,FAIL\n");
        project.run_well(&IMPORT_MAJOR);
        let expected = [("suite 7 satisfied", 6), ("suite 7 test-failed", 1)];
        let expected = expected.map(|(label, n)| (label.to_owned(), n));
        assert_eq!(counts(&project), expected.into());
    }
}

#[test]
fn kill_details_of_major_that_do_not_fit_are_told_by_file_and_line() {
    let project = Project::empty();
    project.write("logs/mutants.log", MAJOR_MUTANTS);
    let refuse = |kills: &str, complaint: &[&str]| {
        project.write("logs/kill.csv", kills);
        project.run_badly(&IMPORT_MAJOR, 3, complaint);
        assert!(!project.path("theirs").exists());
    };
    let on_line = |line: &str| format!("cannot import `logs`: line {line} of the `kill.csv`");
    refuse("MutantNo,How\n7,FAIL\n", &[&on_line("2"), "no `7`"]);
    refuse(
        "MutantNo,How\n1,DEAD\n",
        &[&on_line("2"), "`DEAD` is none of"],
    );
    refuse("MutantNo,How\n1,FAIL\n2\n", &[&on_line("3"), "not 2"]);
    refuse(
        "MutantNo,How\n1,FAIL\n2,LIVE\n1,LIVE\n",
        &[&on_line("4"), "something else on line 2"],
    );
    refuse("", &["the `kill.csv` is empty"]);
    refuse("MutantNo,How\n", &["no judgement"]);
    project.write("logs/killed.csv", MAJOR_KILLS);
    refuse(
        "MutantNo,How\n1,LIVE\n",
        &["`kill.csv` and `killed.csv`", "keep one"],
    );
    // The same bytes under both names are one file twice.
    project.write("logs/kill.csv", MAJOR_KILLS);
    project.run_well(&IMPORT_MAJOR);
    std::fs::remove_file(project.path("logs/mutants.log")).unwrap();
    project.run_badly(&IMPORT_MAJOR, 3, &["logs/mutants.log"]);
}

#[test]
fn only_an_imported_record_of_the_same_study_is_replaced() {
    let project = Project::empty();
    project.write("matrix.csv", MATRIX);
    let import = |study: &'static str| {
        [
            "import",
            "csv",
            "matrix.csv",
            "--out",
            "theirs",
            "--study",
            study,
        ]
    };
    project.run_well(&import("one"));
    project.run_well(&import("one"));
    project.run_badly(
        &import("two"),
        3,
        &[
            "cannot replace `theirs`",
            "imported for the study `one`",
            "choose another folder",
        ],
    );
    let provenance = project.read("theirs/provenance.json");
    assert!(provenance.contains("imported from tidy CSV"));
    project.write(
        "theirs/provenance.json",
        &provenance.replace("imported from tidy CSV", "rustc 1"),
    );
    project.run_badly(&import("one"), 3, &["run for the study `one`"]);
    let own = ["import", "csv", "matrix.csv", "--out", "own"];
    project.write("own/README.md", "# Mine\n");
    project.run_badly(&own, 3, &["cannot replace `own`", "`README.md`"]);
    assert_eq!(project.read("own/README.md"), "# Mine\n");
}

/// Imports a text and checks that it is refused as something that the user can mend.
#[track_caller]
fn check_refused(format: &str, text: &str, problem: &str) {
    let project = Project::empty();
    project.write("report", text);
    let import = ["import", format, "report", "--out", "theirs"];
    project.run_badly(&import, 3, &["cannot import `report`", problem]);
    assert!(!project.path("theirs").exists());
}

#[test]
fn input_that_contradicts_itself_is_never_a_fault() {
    let mutant = r#"{"id": "0", "mutatorName": "M", "status": "Survived", "coveredBy": ["t"],
        "location": {"start": {"line": 1, "column": 1}, "end": {"line": 1, "column": 2}}}"#;
    check_refused(
        "mutation-testing-elements",
        &format!(r#"{{"files": {{"a.js": {{"mutants": [{mutant}, {mutant}]}}}}}}"#),
        "mutant `a.js 0`",
    );
    check_refused(
        "csv",
        "subject,mutant,test,killed\na,m,t,1\n,original,t,0\n",
        "line 3 of the matrix",
    );
    check_refused("pit", "<mutations>\n<mutation>", "line 2 of the report");
}

#[test]
fn the_matrix_of_the_documentation_can_be_imported() {
    let text = std::fs::read_to_string(repository().join("docs/import.md")).unwrap();
    let (_, text) = text.split_once("```csv\n").unwrap();
    let (matrix, _) = text.split_once("```").unwrap();
    let project = Project::empty();
    project.write("matrix.csv", matrix);
    project.run_well(&["import", "csv", "matrix.csv", "--out", "theirs"]);
    let record = killrate_record::read(&project.path("theirs")).unwrap();
    assert_eq!((record.mutants.len(), record.verdicts.len()), (2, 6));
}

#[cfg(feature = "analysis")]
#[test]
fn the_rate_of_a_suite_is_the_score_of_its_tool() {
    let mutation = |(index, (status, killing, succeeding)): (usize, (&str, &str, &str))| {
        format!(
            "<mutation status='{status}'><sourceFile>A.java</sourceFile><mutatedClass>A</mutatedClass>\
             <mutatedMethod>m</mutatedMethod><lineNumber>1</lineNumber><mutator>x.MathMutator</mutator>\
             <index>{index}</index><killingTests>{killing}</killingTests>\
             <succeedingTests>{succeeding}</succeedingTests><description>d</description></mutation>"
        )
    };
    let mutations: String = [
        ("KILLED", "a", "b"),
        ("SURVIVED", "", "a|b"),
        ("NO_COVERAGE", "", ""),
        ("NO_COVERAGE", "", ""),
        ("TIMED_OUT", "", ""),
        ("NON_VIABLE", "", ""),
    ]
    .into_iter()
    .enumerate()
    .map(mutation)
    .collect();
    let project = Project::empty();
    project.write("report.xml", &format!("<mutations>{mutations}</mutations>"));
    project.run_well(&["import", "pit", "report.xml", "--out", "theirs"]);
    let by = [
        "report",
        "theirs",
        "--policy",
        "strict",
        "--by",
        "technique",
        "--format",
        "csv",
    ];
    let said = project.run_well(&by).stdout;
    assert!(said.contains("\n,suite,2,5,"), "{said}");
    assert!(said.contains("\n,implicit,1,5,"), "{said}");

    // The tool withdrew a mutant; whether a compiler had a say in that is not known.
    let tables = |names: &str| {
        let command = ["report", "theirs", "--policy", "strict", "--format", "csv"];
        project.run_well(&[&command[..], &["--table", names]].concat())
    };
    let said = tables("discarded,funnel").stdout;
    assert!(
        said.contains("\nimported,withdrawn by the tool,1,1\n"),
        "{said}"
    );
    assert!(!said.contains("does not compile"), "{said}");
    assert!(said.contains("\nimported,all,6,1,6,5,"), "{said}");
}

#[cfg(feature = "analysis")]
#[test]
fn every_table_serves_an_imported_record() {
    let project = Project::empty();
    project.write("matrix.csv", MATRIX);
    project.run_well(&[
        "import",
        "csv",
        "matrix.csv",
        "--out",
        "theirs",
        "--subject",
        "stack",
    ]);
    let all = ["report", "theirs", "--policy", "strict", "--table", "all"];
    let said = project.run_well(&all).stdout;
    let told = "On stack, unit killed most: 2 of 3 mutants, 67 % (95 % interval 21–94 %).";
    assert!(said.contains(told), "{said}");
    assert!(!said.contains("Claims of the papers"), "{said}");
    let html = [
        "report",
        "theirs",
        "--policy",
        "strict",
        "--format",
        "html",
        "-o",
        "page.html",
    ];
    project.run_well(&html);
    assert!(project.read("page.html").starts_with("<!DOCTYPE html>"));
}

#[cfg(feature = "analysis")]
/// A report of Stryker and one of PIT that say the same: the first mutant falls to `a`, the second to `b`,
/// which are all that the tools name, and the third survives.
fn first_killers() -> [(&'static str, String); 2] {
    let place =
        r#""location": {"start": {"line": 1, "column": 1}, "end": {"line": 1, "column": 2}}"#;
    let mutant = |id: u32, status: &str, killer: &str| {
        let killed_by = match killer {
            "" => String::new(),
            name => format!(r#""killedBy": ["{name}"], "testsCompleted": 1, "#),
        };
        format!(
            r#"{{"id": "{id}", "mutatorName": "M", "status": "{status}", {killed_by}"coveredBy": ["a", "b"], {place}}}"#
        )
    };
    let mutants = [
        mutant(1, "Killed", "a"),
        mutant(2, "Killed", "b"),
        mutant(3, "Survived", ""),
    ];
    let stryker = format!(
        r#"{{"schemaVersion": "2.0", "files": {{"a.js": {{"source": "abc", "mutants": [{}]}}}},
           "testFiles": {{"t.js": {{"tests": [{{"id": "a", "name": "a"}}, {{"id": "b", "name": "b"}}]}}}}}}"#,
        mutants.join(",")
    );
    let mutation = |line: u32, status: &str, killer: &str| {
        format!(
            "<mutation status='{status}'><sourceFile>A.java</sourceFile><mutatedClass>A</mutatedClass>\
             <mutatedMethod>m</mutatedMethod><methodDescription>()V</methodDescription>\
             <lineNumber>{line}</lineNumber><mutator>M</mutator><killingTest>{killer}</killingTest>\
             <description>d</description></mutation>"
        )
    };
    let mutations = [
        mutation(1, "KILLED", "a"),
        mutation(2, "KILLED", "b"),
        mutation(3, "SURVIVED", ""),
    ];
    let pit = format!("<mutations>{}</mutations>", mutations.concat());
    [("mutation-testing-elements", stryker), ("pit", pit)]
}

#[cfg(feature = "analysis")]
#[test]
fn of_first_killers_nothing_is_told_that_takes_all_killers_by_either_tool() {
    let mut answers = Vec::new();
    for (tool, report) in first_killers() {
        let project = Project::empty();
        project.write("report", &report);
        let said = project.run_well(&["import", tool, "report", "--out", "theirs"]);
        let note = "the tool stopped at the first killer of a mutant";
        assert!(said.stderr.contains(note), "{}", said.stderr);
        let show = |arguments: &[&str]| {
            let said = project.run_well(&[&["report", "theirs"], arguments].concat());
            said.stdout
                .split_whitespace()
                .collect::<Vec<&str>>()
                .join(" ")
        };
        let why = "so which other tests kill it is not known";
        let answer = show(&[]);
        assert!(answer.contains(why), "{answer}");
        assert!(answer.contains("2 of 3 mutants, 67 %"), "{answer}");
        for table in [
            "contributions",
            "unique",
            "dominators",
            "curve",
            "properties",
        ] {
            let shown = show(&["--table", table]);
            assert!(shown.contains(why), "{shown}");
            assert!(!shown.contains("1/3"), "{shown}");
        }
        let all = show(&["--table", "all"]);
        for claim in [
            "Shapley value:",
            "A dominator falls",
            "Unique kills per property",
        ] {
            assert!(!all.contains(claim), "`{claim}` is in {all}");
        }
        assert!(!show(&["--format", "html"]).contains("Shapley value:"));
        answers.push((
            show(&["--by", "technique,property", "--format", "csv"]),
            answer,
        ));
    }
    assert_eq!(answers[0], answers[1]);
}

#[cfg(feature = "analysis")]
#[test]
fn an_imported_oracle_called_reference_is_compared_and_no_ceiling() {
    let project = Project::empty();
    project.write("matrix.csv", &MATRIX.replace("system", "reference"));
    project.run_well(&["import", "csv", "matrix.csv", "--out", "theirs"]);
    let answer = project.run_well(&["report", "theirs"]).stdout;
    let answer = answer.split_whitespace().collect::<Vec<&str>>().join(" ");
    // Two of three fall to `unit`, one to the other.
    assert!(answer.contains("unit killed most"), "{answer}");
    assert!(
        answer.contains("before imported-reference with 33 %"),
        "{answer}"
    );
    let all = ["report", "theirs", "--table", "all"];
    let html = ["report", "theirs", "--format", "html"];
    for arguments in [&all[..], &html, &["report", "theirs", "--by", "technique"]] {
        let shown = project.run_well(arguments).stdout.to_lowercase();
        let (shown, _) = shown.split_once("<script").unwrap_or((&shown, ""));
        let words = shown.replace("--ceiling", "");
        assert!(!words.contains("ceiling"), "{arguments:?}: {words}");
    }
}
