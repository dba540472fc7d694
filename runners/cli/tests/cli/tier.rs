//! A study where the system allows no full sandbox.

#![expect(
    clippy::disallowed_methods,
    reason = "an end-to-end test starts the real programs"
)]

use std::process::Command;

use crate::support::{Project, Said, binary};

/// Runs killrate where nobody may make a namespace of users; `None` where nobody may forbid it.
fn run_without_namespaces(project: &Project, arguments: &[&str]) -> Option<Said> {
    let forbid = r#"echo 0 > /proc/sys/user/max_user_namespaces && exec "$0" "$@""#;
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "sh", "-c", forbid])
        .arg(binary().get_program())
        .args(arguments)
        .current_dir(project.path(""))
        .output();
    let is_possible = Command::new("unshare")
        .args(["--user", "--map-root-user", "sh", "-c", forbid, "true"])
        .output();
    is_possible.ok().filter(|output| output.status.success())?;
    Some(output.unwrap().into())
}

#[test]
fn a_lower_tier_is_warned_of_and_recorded_and_changes_no_verdict() {
    let project = Project::of_readmes();
    let Some(said) = run_without_namespaces(&project, &["run", "own", "--out", "lower"]) else {
        println!("skipped: namespaces cannot be forbidden here");
        return;
    };
    assert_eq!(said.code, 0, "{}", said.stderr);
    let provenance = project.read("lower/provenance.json");
    // What a tier cannot prevent is told with its name.
    let is_lower = |tier: &str, caveat: &str| {
        let told = format!("programs run in tier `{tier}`, which the record says: {caveat}");
        said.stderr.contains(&told) && provenance.contains(&format!("\"sandbox\": \"{tier}\""))
    };
    // The second where the kernel is older than Linux 6.7.
    assert!(
        is_lower("landlock", "folders have no size of their own")
            || is_lower(
                "process-group",
                "programs can read and write all files, connect to all sockets and use the network"
            ),
        "{}{provenance}",
        said.stderr
    );
    project.run_well(&["run", "own", "--out", "best"]);
    let verdicts =
        |record: &str| std::fs::read(project.path(&format!("{record}/verdicts.parquet")));
    assert_eq!(verdicts("lower").unwrap(), verdicts("best").unwrap());
}
