//! What people read first.

use crate::support::{Said, binary};

fn say(arguments: &[&str]) -> Said {
    binary().args(arguments).output().unwrap().into()
}

#[test]
fn help_fits_a_screen_and_names_every_verb() {
    let said = say(&["--help"]);
    assert_eq!(said.code, 0);
    let lines: Vec<&str> = said.stdout.lines().collect();
    assert!(lines.len() <= 35, "{} lines", lines.len());
    assert!(
        lines.iter().all(|line| line.chars().count() <= 100),
        "{}",
        said.stdout
    );
    for verb in [
        "list", "infer", "init", "export", "check", "mutants", "plan", "run", "merge", "cluster",
        "report", "explain", "verify", "mt", "import",
    ] {
        let is_verb = |line: &&str| line.trim_start().starts_with(&format!("{verb} "));
        assert_eq!(
            lines.iter().filter(|line| is_verb(line)).count(),
            1,
            "{verb}"
        );
    }
}

#[test]
fn the_long_help_of_run_explains_when_and_why() {
    let said = say(&["run", "--help"]);
    for text in [
        "Ctrl-C",
        "killrate plan STUDY",
        "same record, byte for byte",
        "--threads",
    ] {
        assert!(
            said.stdout.contains(text),
            "`{text}` is not in: {}",
            said.stdout
        );
    }
}
