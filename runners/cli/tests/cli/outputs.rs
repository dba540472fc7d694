//! Where results may go, and what may be read.

#[cfg(feature = "analysis")]
use crate::support::{Said, binary};

use crate::mt_deploy::make_pipe;
use crate::support::Project;

const MATRIX: &str = "mutant,test,killed\nm1,a,1\nm2,a,0\n";

#[cfg(feature = "analysis")]
fn with_record() -> Project {
    let project = Project::empty();
    project.write("matrix.csv", MATRIX);
    project.run_well(&["import", "csv", "matrix.csv", "--out", "theirs"]);
    project
}

fn names(project: &Project, folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(project.path(folder)).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[cfg(feature = "analysis")]
#[test]
fn a_report_is_never_written_over_a_part_of_a_record() {
    let project = with_record();
    let before = project.read("theirs/provenance.json");
    std::os::unix::fs::symlink("theirs/provenance.json", project.path("link")).unwrap();
    for out in ["theirs/provenance.json", "theirs/README.md", "link"] {
        let report = ["report", "theirs", "--policy", "strict", "-o", out];
        project.run_badly(&report, 3, &["it is a part of a record"]);
    }
    assert_eq!(project.read("theirs/provenance.json"), before);
}

#[cfg(feature = "analysis")]
#[test]
fn a_report_into_a_missing_folder_is_for_the_user_to_mend_and_leaves_nothing() {
    let project = with_record();
    let before = names(&project, "");
    let report = ["report", "theirs", "--policy", "strict", "-o", "no/page"];
    project.run_badly(
        &report,
        3,
        &["cannot write `no/page`", "a folder that is there"],
    );
    assert_eq!(names(&project, ""), before);
    project.run_well(&["report", "theirs", "--policy", "strict", "-o", "page"]);
    project.run_well(&["report", "theirs", "--policy", "strict", "-o", "/dev/null"]);
    let text = project.run_well(&["report", "theirs", "--policy", "strict"]);
    assert_eq!(project.read("page"), text.stdout);
}

/// Writes may fail in the middle: here no file may be larger than some blocks.
#[cfg(feature = "analysis")]
#[expect(
    clippy::disallowed_methods,
    reason = "a shell sets the limit on the size of files"
)]
#[test]
fn a_page_that_cannot_be_written_whole_is_not_written_at_all() {
    let project = with_record();
    let limited = |arguments: &[&str]| -> Said {
        let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";
        let mut command = std::process::Command::new("sh");
        command.args(["-c", script]).arg(binary().get_program());
        command.args(arguments).current_dir(project.path(""));
        command.output().unwrap().into()
    };
    let report = ["report", "theirs", "--policy", "strict"];
    let page = [&report[..], &["--format", "html", "-o", "page"]].concat();
    let before = names(&project, "");
    for content in [None, Some("an earlier page")] {
        if let Some(content) = content {
            project.write("page", content);
        }
        let said = limited(&page);
        assert_ne!(said.code, 0, "{}", said.stderr);
        assert!(
            said.stderr.contains("cannot write `page`"),
            "{}",
            said.stderr
        );
        let there = std::fs::read_to_string(project.path("page")).ok();
        assert_eq!(there.as_deref(), content);
    }
    std::fs::remove_file(project.path("page")).unwrap();
    assert_eq!(names(&project, ""), before);
    // The limit is what kept it from being written.
    let said = limited(&[&report[..], &["--table", "funnel", "-o", "page"]].concat());
    assert_eq!(said.code, 0, "{}", said.stderr);
}

/// A file is no folder, so nothing can be written below it.
#[test]
fn outputs_that_lead_nowhere_are_for_the_user_to_mend_by_every_verb() {
    let project = Project::of_readmes();
    project.run_well(&["run", "own", "--quiet"]);
    project.write("file", "");
    let mt = [
        "mt",
        "--command",
        "cat {rows}",
        "--input",
        "rows=datasets/own/few.csv",
        "--property",
        "if permute(rows) then equal(stdout)",
        "--keep",
        "file/kept",
    ];
    let before = names(&project, "");
    for arguments in [
        &["run", "own", "--out", "file/record"][..],
        &["explain", "own", "add-to-sub", "--keep", "file/kept"],
        &["plan", "own", "--shards", "2", "--out", "file/parts"],
        &[
            "cluster",
            "slurm",
            "own",
            "--shards",
            "2",
            "--out",
            "file/parts",
        ],
        &["invariants", "sum", "--daikon", "file/traces"],
        &mt,
    ] {
        let place = arguments.last().unwrap();
        project.run_badly(arguments, 3, &[place]);
    }
    assert_eq!(names(&project, ""), before);
}

#[test]
fn an_import_into_the_present_folder_is_refused_and_leaves_nothing() {
    let project = Project::empty();
    project.write("matrix.csv", MATRIX);
    std::fs::create_dir(project.path("empty")).unwrap();
    let before = names(&project, "");
    let mut command = project.command(&["import", "csv", "../matrix.csv", "--out", "."]);
    let said = command.current_dir(project.path("empty")).output().unwrap();
    assert_eq!(said.status.code(), Some(3));
    let told = String::from_utf8(said.stderr).unwrap();
    assert!(
        told.contains("name a folder in it, such as `./record`"),
        "{told}"
    );
    assert_eq!(names(&project, ""), before);
    assert_eq!(names(&project, "empty"), Vec::<String>::new());
    // A folder that cannot be made is the user's to mend too.
    project.run_badly(
        &["import", "csv", "matrix.csv", "--out", "matrix.csv/theirs"],
        3,
        &["matrix.csv/theirs"],
    );
    assert_eq!(names(&project, ""), before);
}

#[test]
fn data_that_are_no_files_or_too_large_are_refused_at_once() {
    let project = Project::of_readmes();
    let manifest = "datasets/own/few.toml";
    let text = project.read(manifest);
    make_pipe(&project.path("datasets/own/pipe.csv"));
    for (path, problem) in [
        ("pipe.csv", "it is a pipe and no plain file"),
        ("/dev/zero", "it is a device and no plain file"),
        ("/dev/stdin", "it is a pipe and no plain file"),
        (
            "huge.csv",
            "it has 1073741825 bytes, and files of at most 1073741824",
        ),
    ] {
        project.write(manifest, &text.replace("few.csv", path));
        let huge = std::fs::File::create(project.path("datasets/own/huge.csv")).unwrap();
        huge.set_len((1 << 30) + 1).unwrap();
        let mut command = project.command(&["run", "own"]);
        // The pipe stays open, so that reading it would never end.
        let mut child = command
            .stdin(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take();
        let said = child.wait_with_output().unwrap();
        drop(stdin);
        let told = String::from_utf8(said.stderr).unwrap();
        assert_eq!(said.status.code(), Some(3), "{told}");
        assert!(told.contains(problem), "{told}");
    }
    project.run_badly(
        &["import", "csv", "/dev/zero", "--out", "theirs"],
        3,
        &["cannot read `/dev/zero`", "it is a device"],
    );
    let mt = [
        "mt",
        "--command",
        "cat {rows}",
        "--input",
        "rows=/dev/zero",
        "--as",
        "rows=lines",
        "--property",
        "if permute(rows) then equal(stdout)",
    ];
    project.run_badly(&mt, 3, &["/dev/zero", "it is a device"]);
}

#[test]
fn an_absurd_number_of_shards_is_refused() {
    let project = Project::of_readmes();
    let plan = ["plan", "own", "--out", "parts", "--shards", "4000000000"];
    project.run_badly(&plan, 2, &["write one from 1 to 10000"]);
    let run = ["run", "own", "--out", "parts", "--shard", "0/4000000000"];
    project.run_badly(&run, 2, &["N up to 10000"]);
    assert!(!project.path("parts").exists());
}
