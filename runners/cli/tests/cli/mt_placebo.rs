//! Placebos of a command: a property that only the program itself keeps is told.

use crate::support::Project;

fn project(placebo: &str) -> Project {
    let project = Project::empty();
    project.write("rows.txt", "3\n1\n2\n5\n4\n");
    project.write(
        "sorted.mt.toml",
        &format!(
            "command = \"sort -n {{rows}}\"\nproperties = [\"permute: if permute(rows) then equal(stdout)\"]\n\n\
             [inputs]\nrows = {{ format = \"lines\" }}\n\n[data.five]\nrows = \"rows.txt\"\n\n\
             [[placebo]]\nname = \"other-words\"\nabout = \"The same numbers.\"\n{placebo}\n"
        ),
    );
    project
}

#[test]
fn a_property_that_a_placebo_keeps_too_holds() {
    let project = project("command = \"sort -s -n {rows}\"");
    let said = project.run_well(&["mt", "sorted.mt.toml"]).stdout;
    assert_eq!(said, "permute  five  holds\n1 tested: 1 holds\n");
}

#[test]
fn a_property_that_a_placebo_breaks_is_unsound() {
    let project = project("command = \"cat {rows}\"");
    let said = project.run(&["mt", "sorted.mt.toml"]);
    assert_eq!(said.code, 4, "{}", said.stderr);
    let unsound = "permute  five  unsound  placebo `other-words` breaks it: stdout line 1";
    assert!(said.stdout.starts_with(unsound), "{}", said.stdout);
    assert!(
        said.stdout.ends_with("1 tested: 1 unsound\n"),
        "{}",
        said.stdout
    );
    let counted = ["mt", "sorted.mt.toml", "--counts", "--format", "csv"];
    let counts = project.run(&counted).stdout;
    let row = counts.lines().nth(1).unwrap();
    assert_eq!(row, "permute,1,1,0,0,0,0,0,,,1");
}

#[test]
fn a_placebo_that_fails_or_says_nothing_of_itself_is_refused() {
    let project = project("command = \"cat no-such-file {rows}\"");
    let complaint = ["cannot test placebo `other-words`; correct its command or leave it out"];
    project.run_badly(&["mt", "sorted.mt.toml"], 4, &complaint);
    project.replace("sorted.mt.toml", "The same numbers.", "");
    let complaint = ["key `placebo.other-words.about`: it is empty; say why"];
    project.run_badly(&["mt", "sorted.mt.toml"], 3, &complaint);
}
