//! What is written for Daikon of a real subject keeps the rules of Daikon's format.

#[path = "../../../invariants/tests/daikon_format/declared.rs"]
mod declared;
#[path = "../../../invariants/tests/daikon_format/recorded.rs"]
mod recorded;

use crate::support::{Project, repository};

#[test]
fn the_traces_of_c45_keep_the_rules_of_the_format() {
    let project = Project::empty();
    for folder in [
        "subjects/c45",
        "datasets/uci",
        "datasets/studies/hand-checked",
    ] {
        project.copy(&repository().join(folder), folder);
    }
    project.run_well(&["invariants", "c45", "--quiet", "--daikon", "traces"]);
    let decls = project.read("traces/c45.decls");
    let points = declared::declared(&decls).unwrap();
    // How long a sequence is and how long its elements are once had one name.
    for name in [".len\n", ".each.len[..]\n"] {
        assert!(decls.contains(name), "`{name}` is not declared");
    }
    for data_set in ["golf", "iris"] {
        let trace = project.read(&format!("traces/{data_set}.dtrace"));
        recorded::check_records(&points, &trace).unwrap();
    }
}
