//! Variants of programs that another harness ran: the papers' own.

use std::process::Command;

use crate::support::{Project, Said, repository};

const TABLE: &str = "\
    mutant,file,line,class,change,input,kind,end,output_differs,model_differs,constant,quality,permute-1\n\
    0,,,,,golf,study,ok,0,0,0,1.0,holds\n\
    0,,,,,known,known-case,ok,0,0,,,\n\
    1,tree,40,comparison,lt-to-ge,golf,study,ok,1,1,0,0.9,broken\n\
    1,tree,40,comparison,lt-to-ge,known,known-case,ok,1,1,,,\n";
const PLACEBO: &str = "9,,,placebo,random seed,golf,study,ok,0,1,0,1.0,holds\n";
const IMPORT: [&str; 5] = ["import", "variants", "theirs.csv", "--out", "theirs"];

fn original_and(row: &str) -> String {
    let lines: Vec<&str> = TABLE.lines().take(3).collect();
    format!("{}\n{row}", lines.join("\n"))
}

#[test]
fn a_table_of_variants_is_reported_under_our_names() {
    let project = Project::empty();
    project.write("theirs.csv", TABLE);
    project.write("placebos.csv", &original_and(PLACEBO));
    let with_placebos = [&IMPORT[..], &["--placebos", "placebos.csv"]].concat();
    project.run_well(&with_placebos);
    let record = killrate_record::read(&project.path("theirs")).unwrap();
    assert_eq!(record.mutants.len(), 2);
    project.run_well(&IMPORT);
    let table = [
        "report",
        "theirs",
        "--table",
        "techniques",
        "--format",
        "csv",
    ];
    let said = project.run_well(&table).stdout;
    for technique in ["metamorphic", "partial-oracle", "reference"] {
        let mut lines = said.lines();
        let is_it = |line: &str| line.starts_with(&format!("imported,{technique},"));
        let line = lines.find(|line| is_it(line)).unwrap_or_default();
        assert!(line.contains(",1,1,100"), "{technique}: {said}");
    }
}

#[test]
fn tables_of_variants_that_do_not_fit_are_told_by_file_line_and_column() {
    let project = Project::empty();
    let refuse = |table: &str, options: &[&str], complaint: &[&str]| {
        project.write("theirs.csv", table);
        project.run_badly(&[&IMPORT[..], options].concat(), 3, complaint);
        assert!(!project.path("theirs").exists());
    };
    refuse(
        &TABLE.replace("broken", "perhaps"),
        &[],
        &["line 4 of `theirs.csv`, column `permute-1`", "`perhaps`"],
    );
    refuse(
        TABLE,
        &["--original-misses", "golf"],
        &["no known case `golf`"],
    );
    refuse(
        TABLE,
        &["--placebos", "nowhere.csv"],
        &["cannot read `nowhere.csv`"],
    );
    project.write(
        "placebos.csv",
        &original_and(PLACEBO).replace(",1.0,holds\n0", ",0.5,holds\n0"),
    );
    refuse(
        TABLE,
        &["--placebos", "placebos.csv"],
        &["the original of `placebos.csv`"],
    );
    project.write(
        "placebos.csv",
        &original_and(&PLACEBO.replace("random", "=cmd()\u{1b}[2J")),
    );
    project.write("theirs.csv", TABLE);
    project.run_well(&[&IMPORT[..], &["--placebos", "placebos.csv"]].concat());
}

#[test]
fn options_of_tables_of_variants_are_for_nothing_else() {
    let project = Project::empty();
    project.write("theirs.csv", "mutant,test,killed\nm,t,1\n");
    for option in [
        &["--placebos", "theirs.csv"],
        &["--original-misses", "golf"],
        &["--shows", "ranks"],
    ] {
        let import = ["import", "csv", "theirs.csv", "--out", "theirs"];
        let complaint = format!("`{}` is for `import variants` alone", option[0]);
        project.run_badly(&[&import[..], option].concat(), 2, &[&complaint]);
    }
}

/// Runs a script of the repository with the binary under test.
#[expect(
    clippy::disallowed_methods,
    reason = "an end-to-end test starts the script that people start"
)]
fn script(path: &str, arguments: &[&str]) -> Said {
    let mut command = Command::new(repository().join(path));
    command.args(arguments).arg(env!("CARGO_BIN_EXE_killrate"));
    command.output().unwrap().into()
}

#[test]
fn the_kills_on_the_originals_are_what_their_tables_give() {
    let made = script("datasets/originals/kills.sh", &[]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    let kept = repository().join("datasets/originals/kills.csv");
    assert_eq!(made.stdout, std::fs::read_to_string(kept).unwrap());
}

#[test]
fn the_page_on_why_numbers_differ_has_what_the_records_of_the_originals_give() {
    let project = Project::empty();
    let records = project.path("records/originals");
    let made = script("datasets/originals/import.sh", &[records.to_str().unwrap()]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    // Thirteen programs that differ from the original by the seed of its random choices alone.
    let placebos = records.join("weka-smo-placebo");
    let placebos = ["report", placebos.to_str().unwrap(), "--table", "placebo"];
    let told = project.run_well(&placebos).stdout;
    let told: Vec<&str> = told.split_whitespace().collect();
    let any = "any property of a technique: metamorphic 13 of 20, partial-oracle 3 of 20.";
    assert!(told.join(" ").contains(any), "{told:?}");

    let page = std::fs::read_to_string(repository().join("docs/why.md")).unwrap();
    let mut n_compared = 0;
    for part in page.split("<!-- killrate ").skip(1) {
        let (command, below) = part.split_once(" -->\n").unwrap();
        let block = below.strip_prefix("```text\n");
        let block = block.and_then(|rest| rest.split_once("```\n"));
        let Some((block, _)) = block.filter(|_| command.contains(" records/originals/")) else {
            continue;
        };
        let words: Vec<&str> = command.split(' ').collect();
        assert_eq!(project.run_well(&words).stdout, block, "{command}");
        n_compared += 1;
    }
    assert!(
        n_compared >= 8,
        "the page has {n_compared} tables of the originals"
    );
}
