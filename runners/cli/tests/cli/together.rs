//! Several records, reported on as one by the binary.

use killrate_model::PolicyName;

use crate::support::Project;

const STACK: &str = "mutant,technique,test,killed\n\
    m1,unit,a,1\nm2,unit,a,1\nm3,unit,a,0\nm1,system,b,0\nm2,system,b,1\nm3,system,b,0\n";
const QUEUE: &str = "mutant,technique,test,killed\n\
    m1,unit,a,0\nm2,unit,a,1\nm1,system,b,1\nm2,system,b,1\n";

/// Two records: three mutants of a stack and two of a queue.
fn two() -> Project {
    let project = Project::empty();
    for (name, matrix) in [("stack", STACK), ("queue", QUEUE)] {
        project.write(&format!("{name}.csv"), matrix);
        let file = format!("{name}.csv");
        let import = ["import", "csv", &file, "--out", name, "--subject", name];
        project.run_well(&import);
    }
    project
}

/// The records with a policy that the studies name.
fn named(project: &Project, record: &str, policy: &str) {
    let folder = project.path(record);
    let mut changed = killrate_record::read(&folder).unwrap();
    changed.provenance.study.policy = Some(PolicyName::new(policy).unwrap());
    killrate_record::write(&folder, &changed).unwrap();
}

#[test]
fn a_table_is_over_the_subjects_of_all_records() {
    let project = two();
    let rates = |records: &[&str]| {
        let options = ["--policy", "strict", "--by", "technique", "--format", "csv"];
        let said = project.run_well(&[&["report"], records, &options].concat());
        let mut lines: Vec<String> = said.stdout.lines().map(|line| line.to_owned()).collect();
        lines.retain(|line| line.starts_with(",unit,") || line.starts_with(",system,"));
        let share = |line: &String| {
            line.split(',')
                .skip(1)
                .take(3)
                .collect::<Vec<&str>>()
                .join(" ")
        };
        lines.iter().map(share).collect::<Vec<String>>()
    };
    assert_eq!(rates(&["stack"]), ["system 1 3", "unit 2 3"]);
    assert_eq!(rates(&["queue"]), ["system 2 2", "unit 1 2"]);
    assert_eq!(rates(&["stack", "queue"]), ["system 3 5", "unit 3 5"]);
    assert_eq!(rates(&["queue", "stack"]), ["system 3 5", "unit 3 5"]);
}

#[test]
fn every_format_has_both_subjects() {
    let project = two();
    for format in [
        "text", "markdown", "csv", "json", "html", "latex", "parquet",
    ] {
        let file = format!("report.{format}");
        let records = ["report", "stack", "queue", "--policy", "strict"];
        project.run_well(&[&records[..], &["--format", format, "--out", &file]].concat());
        let bytes = std::fs::read(project.path(&file)).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        for subject in ["stack", "queue"] {
            assert!(text.contains(subject), "{format}: {subject}");
        }
    }
}

#[test]
fn records_that_share_a_subject_are_refused() {
    let project = two();
    let again = [
        "import",
        "csv",
        "queue.csv",
        "--out",
        "again",
        "--subject",
        "stack",
    ];
    project.run_well(&again);
    project.run_badly(
        &["report", "stack", "again", "--policy", "strict"],
        3,
        &["both have the subject `stack`", "leave one of them out"],
    );
}

#[test]
fn records_whose_studies_name_other_policies_need_one_on_the_command_line() {
    let project = two();
    named(&project, "stack", "strict");
    named(&project, "queue", "any-difference");
    project.run_badly(
        &["report", "stack", "queue"],
        3,
        &[
            "names the policy `strict`",
            "`any-difference`",
            "`--policy`",
        ],
    );
    project.run_well(&["report", "stack", "queue", "--policy", "strict"]);
    named(&project, "queue", "strict");
    project.run_well(&["report", "stack", "queue"]);
}

#[test]
fn a_record_that_is_not_there_is_told_and_none_is_a_slip() {
    let project = two();
    project.run_badly(&["report", "stack", "nowhere"], 3, &["`nowhere`"]);
    project.run_badly(&["report"], 2, &["<RECORD>..."]);
}
