//! `killrate mt deploy`: the user gets the program, the administrator gets what its tests find.

use std::io::{Read as _, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::mt::Bench;
use crate::support::Said;

/// Far longer than any test takes; a report that never comes fails the test instead of hanging it.
const PATIENCE: Duration = Duration::from_secs(120);

/// Ranks as text, which scaling breaks.
const MANIFEST: &str = r#"
command = "./rank {rows}"
properties = [
    "permute: if permute(rows) then equal(output)",
    "scale: if multiply(rows, 7) then equal(names)",
]

[inputs]
rows = { format = "csv" }

[outputs]
output = { from = "stdout" }
names = { parse = "before ,", format = "labels" }

[deploy]
spool = "spool"
send = "all"
command = "./send"
"#;

/// A program in daily use, whose administrator reads what is written to a named pipe.
struct Deployed {
    bench: Bench,
}

impl Deployed {
    fn new(program: &str, manifest: &str) -> Self {
        let bench = Bench::new();
        bench.program("rank", program);
        bench.write("rank.mt.toml", manifest.as_bytes());
        let pipe = bench.path("pipe");
        bench.program("send", &format!("#!/bin/sh\ncat > '{}'\n", pipe.display()));
        make_pipe(&pipe);
        Self { bench }
    }

    fn start(&self, arguments: &[&str]) -> Child {
        let deploy = ["deploy", "rank.mt.toml", "--"];
        let mut command = self.bench.command(&[&deploy[..], arguments].concat());
        for stream in [
            std::process::Command::stdin,
            std::process::Command::stdout,
            std::process::Command::stderr,
        ] {
            stream(&mut command, Stdio::piped());
        }
        command.spawn().unwrap()
    }

    fn call(&self, arguments: &[&str]) -> Output {
        self.start(arguments).wait_with_output().unwrap()
    }

    /// The next report, line by line.
    fn report(&self) -> Vec<Value> {
        let pipe = self.bench.path("pipe");
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let mut text = String::new();
            let mut pipe = std::fs::File::open(pipe).unwrap();
            pipe.read_to_string(&mut text).unwrap();
            sender.send(text).unwrap();
        });
        let text = receiver.recv_timeout(PATIENCE).expect("a report comes");
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "std makes no named pipes, the system does"
)]
pub(crate) fn make_pipe(path: &std::path::Path) {
    let made = std::process::Command::new("mkfifo").arg(path).status();
    assert!(made.unwrap().success());
}

fn outcomes(report: &[Value]) -> Vec<(&str, &str)> {
    report
        .iter()
        .map(|line| {
            (
                line["property"].as_str().unwrap_or_default(),
                line["outcome"].as_str().unwrap(),
            )
        })
        .collect()
}

const RANK: &str = "#!/bin/sh\ntail -n +2 \"$1\" | sort -t, -k2\n";

#[test]
fn the_user_gets_the_program_and_the_administrator_what_is_wrong_with_it() {
    let deployed = Deployed::new(RANK, MANIFEST);
    let said = Said::from(deployed.call(&["scores.csv"]));
    assert_eq!(
        (said.code, said.stdout.as_str(), said.stderr.as_str()),
        (0, "b,1\nc,2\na,3\n", "")
    );
    let report = deployed.report();
    assert_eq!(
        outcomes(&report),
        [("permute", "holds"), ("scale", "violated")]
    );
    assert_eq!(
        report[1]["text"],
        "scale: if multiply(rows, 7) then equal(names)"
    );
    assert_eq!(report[1]["program"], "./rank");
    let rows = deployed.bench.path("scores.csv");
    assert_eq!(report[1]["inputs"]["rows"], rows.to_str().unwrap());
    // Names only: nothing that was in a file is told or kept.
    assert_eq!(report[1]["detail"], Value::Null);
    assert_eq!(report[1]["kept"], Value::Null);
    assert!(!deployed.bench.path("spool/runs").exists());
    let spooled = deployed.bench.read("spool/results.jsonl");
    assert_eq!(spooled.lines().count(), 2);
}

#[test]
fn streams_and_the_exit_code_are_the_programs_own() {
    let program = "#!/bin/sh\ncat\necho \"$1 $2\" >&2\nexit 7\n";
    let deployed = Deployed::new(program, MANIFEST);
    let mut child = deployed.start(&["scores.csv", "a b"]);
    child.stdin.take().unwrap().write_all(b"typed\n").unwrap();
    let said = Said::from(child.wait_with_output().unwrap());
    assert_eq!(
        (said.code, said.stdout.as_str(), said.stderr.as_str()),
        (7, "typed\n", "scores.csv a b\n")
    );
    let report = deployed.report();
    assert_eq!(outcomes(&report), [("", "not applicable")]);
    assert_eq!(
        report[0]["detail"],
        "the arguments do not fit the command: there are 2 words that follow no option of the command, which has 1"
    );
}

#[test]
fn a_signal_ends_the_program_and_not_a_stand_in() {
    let deployed = Deployed::new("#!/bin/sh\nkill -TERM $$\n", MANIFEST);
    let output = deployed.call(&["scores.csv"]);
    assert_eq!(output.status.signal(), Some(15));
    let report = deployed.report();
    assert_eq!(outcomes(&report), [("", "error")]);
    assert_eq!(
        report[0]["detail"],
        "the program does not end normally on this input"
    );
}

#[test]
fn tests_that_crash_are_told_to_the_administrator_alone() {
    // Ends normally on the input as it is, and only on that.
    let program = "#!/bin/sh\nhead -n 2 \"$1\" | grep -q a,3 && echo fine,1 || kill -SEGV $$\n";
    let manifest = MANIFEST.replace("send = \"all\"", "send = \"failed\"\nattach = \"files\"");
    let deployed = Deployed::new(program, &manifest);
    let said = Said::from(deployed.call(&["scores.csv"]));
    assert_eq!(
        (said.code, said.stdout.as_str(), said.stderr.as_str()),
        (0, "fine,1\n", "")
    );
    let report = deployed.report();
    assert!(
        report.iter().all(|line| line["outcome"] == "inconclusive"),
        "{report:?}"
    );
    assert!(
        report[0]["detail"].as_str().unwrap().contains("signal 11"),
        "{report:?}"
    );
}

#[test]
fn failed_tests_come_with_their_files_where_that_is_allowed() {
    let manifest = MANIFEST.replace("send = \"all\"", "send = \"failed\"\nattach = \"files\"");
    let deployed = Deployed::new(RANK, &manifest);
    deployed.call(&["scores.csv"]);
    let report = deployed.report();
    assert_eq!(outcomes(&report), [("scale", "violated")]);
    assert_eq!(
        report[0]["detail"],
        "names line 1: `b` became `c` (3 of 3 lines differ)"
    );
    let kept = report[0]["kept"].as_str().unwrap();
    let read = |name: &str| deployed.bench.read(&format!("{kept}/{name}"));
    assert_eq!(read("source/rows.csv"), "name,score\na,3\nb,1\nc,2\n");
    assert_eq!(read("follow-up/stdout"), "c,14\na,21\nb,7\n");
}

#[test]
fn reports_wait_until_there_are_enough_tests() {
    let manifest = MANIFEST.replace("send = \"all\"", "send = \"failed\"\nevery = 3");
    let deployed = Deployed::new(RANK, &manifest);
    deployed.call(&["scores.csv"]);
    deployed.call(&["scores.csv"]);
    // Two calls with two tests each: the report comes with the second and tells of both.
    let report = deployed.report();
    assert_eq!(
        outcomes(&report),
        [("scale", "violated"), ("scale", "violated")]
    );
    assert_ne!(report[0]["call"], report[1]["call"]);
}

#[test]
fn a_report_that_fails_is_sent_with_the_next() {
    let manifest = MANIFEST.replace("./send", "./first");
    let deployed = Deployed::new(RANK, &manifest);
    // Fails the first time.
    let folder = deployed.bench.path("");
    deployed.bench.program(
        "first",
        &format!(
            "#!/bin/sh\ncd '{}'\nif mkdir tried; then ./send; exit 1; fi\nexec ./send\n",
            folder.display()
        ),
    );
    deployed.call(&["scores.csv"]);
    assert_eq!(deployed.report().len(), 2);
    deployed.call(&["scores.csv"]);
    let report = deployed.report();
    assert_eq!(
        outcomes(&report),
        [
            ("permute", "holds"),
            ("scale", "violated"),
            ("", "error"),
            ("permute", "holds"),
            ("scale", "violated")
        ]
    );
    let detail = report[2]["detail"].as_str().unwrap();
    assert!(detail.contains("`./first`"), "{detail}");
}

#[test]
fn tests_that_make_no_sense_do_not_keep_the_program_from_running() {
    let manifest = MANIFEST.replace("if permute(rows)", "if permuet(rows)");
    let deployed = Deployed::new(RANK, &manifest);
    let said = Said::from(deployed.call(&["scores.csv"]));
    assert_eq!(
        (said.code, said.stdout.as_str(), said.stderr.as_str()),
        (0, "b,1\nc,2\na,3\n", "")
    );
    let report = deployed.report();
    assert_eq!(outcomes(&report), [("", "error")]);
    let detail = report[0]["detail"].as_str().unwrap();
    assert!(detail.contains("the nearest name is `permute`"), "{detail}");
}

#[test]
fn tests_run_beside_the_program_with_the_lowest_priority_and_are_not_its_children() {
    // Niceness is the nineteenth field of proc(5)'s `stat`; the program waits for its user.
    let program = "#!/bin/sh\nread children < /proc/$$/task/$$/children\necho \"children: $children\"\n\
                   cut -d' ' -f19 /proc/self/stat\ncat \"$1\" > /dev/null\ncat > /dev/null\n";
    let manifest = MANIFEST
        .replace("equal(names)", "differ(output)")
        .replace("send = \"all\"", "send = \"failed\"\nattach = \"files\"");
    let deployed = Deployed::new(program, &manifest);
    let mut child = deployed.start(&["scores.csv"]);
    let stdin = child.stdin.take().unwrap();
    // The report is there while the program is still running.
    let report = deployed.report();
    drop(stdin);
    let said = Said::from(child.wait_with_output().unwrap());
    let lines: Vec<&str> = said.stdout.lines().collect();
    assert_eq!(
        lines[0], "children: ",
        "a program that waits for all its children must not wait"
    );
    assert_ne!(lines[1], "19");
    let kept = report[0]["kept"].as_str().unwrap();
    let tested = deployed.bench.read(&format!("{kept}/follow-up/stdout"));
    assert_eq!(tested.lines().last(), Some("19"));
}

#[test]
fn sequential_tests_come_after_the_program() {
    // Only the program itself has the user's variables; it takes its time.
    let program = "#!/bin/sh\nif [ -n \"$USERS_OWN\" ]; then\n\
                   awk 'BEGIN { for (i = 0; i < 3000000; i++) s += i }'\necho main >> LOG\n\
                   else echo test >> LOG; fi\n";
    let manifest = MANIFEST
        .replace(
            "command = \"./rank {rows}\"",
            "command = \"./rank {rows}\"\nexecution = \"sequential\"\nsandbox = false",
        )
        .replace("equal(names)", "equal(output)");
    let deployed = Deployed::new(program, &manifest);
    let log = deployed.bench.path("log");
    let program = program.replace("LOG", log.to_str().unwrap());
    deployed.bench.program("rank", &program);
    let deploy = ["deploy", "rank.mt.toml", "--", "scores.csv"];
    let mut command = deployed.bench.command(&deploy);
    assert!(command.env("USERS_OWN", "1").status().unwrap().success());
    deployed.report();
    let log = deployed.bench.read("log");
    assert_eq!(log.lines().next(), Some("main"), "{log}");
    assert!(log.lines().skip(1).all(|line| line == "test"), "{log}");
}

#[test]
fn an_input_that_is_a_pipe_is_left_to_the_program() {
    let deployed = Deployed::new(RANK, MANIFEST);
    let input = deployed.bench.path("input");
    make_pipe(&input);
    let child = deployed.start(&["input"]);
    std::fs::write(&input, "name,score\na,3\nb,1\n").unwrap();
    let said = Said::from(child.wait_with_output().unwrap());
    assert_eq!(said.stdout, "b,1\na,3\n");
    let report = deployed.report();
    assert_eq!(outcomes(&report), [("", "not applicable")]);
    assert_eq!(report[0]["detail"], "`rows`: it is not a plain file");
}

#[test]
fn without_a_program_there_is_an_error() {
    let bench = Bench::new();
    let said = bench.mt(&["deploy", "absent.mt.toml", "--", "scores.csv"]);
    bench.refuses(&said, 3, &["absent.mt.toml"]);
    bench.write("rank.mt.toml", b"properties = []\n");
    let said = bench.mt(&["deploy", "rank.mt.toml", "--", "scores.csv"]);
    bench.refuses(&said, 3, &["`command`", "name the program"]);
    bench.write("rank.mt.toml", b"command = \"./absent {rows}\"\n");
    let said = bench.mt(&["deploy", "rank.mt.toml", "--", "scores.csv"]);
    bench.refuses(&said, 3, &["there is no program `./absent`"]);
    assert!(!bench.path("rank.spool").exists());
}

/// A manifest whose program is a script, and a folder of a user's with a file of the script's name.
fn script(command: &str) -> Deployed {
    let manifest = MANIFEST
        .replace("./rank {rows}", command)
        .replace("equal(names)", "equal(output)");
    let deployed = Deployed::new(RANK, &manifest);
    deployed
        .bench
        .write("avg.sh", b"echo script; tail -n 1 \"$1\"\n");
    deployed
        .bench
        .write("data.csv", b"name,score\necho DATA RAN,1\n");
    std::fs::create_dir(deployed.bench.path("user")).unwrap();
    for name in ["data.csv", "avg.sh"] {
        deployed
            .bench
            .write(&format!("user/{name}"), b"echo DATA RAN\necho DATA RAN\n");
    }
    deployed
}

#[test]
fn a_data_file_is_never_run_as_a_program() {
    let deployed = script("sh avg.sh {rows}");
    // Whoever leaves the script out gets it all the same, and not the data as one.
    let said = Said::from(deployed.call(&["data.csv"]));
    assert_eq!(
        (said.code, said.stdout.as_str(), said.stderr.as_str()),
        (0, "script\necho DATA RAN,1\n", "")
    );
    assert_eq!(
        outcomes(&deployed.report())[0],
        ("permute", "not applicable")
    );
    let said = Said::from(deployed.call(&["avg.sh", "data.csv"]));
    assert_eq!(said.stdout, "script\necho DATA RAN,1\n");
    deployed.report();
    // In a user's folder there may be a file with the name of the script.
    let mut command = deployed
        .bench
        .command(&["deploy", "../rank.mt.toml", "--", "data.csv"]);
    command.current_dir(deployed.bench.path("user"));
    let said = Said::from(command.output().unwrap());
    assert_eq!(said.stdout, "script\necho DATA RAN\n", "{}", said.stderr);
    deployed.report();
}

#[test]
fn a_command_that_would_run_what_is_typed_is_refused() {
    for command in ["sh {rows}", "sh -e {rows}", "sh -c '. ./{rows}'"] {
        let deployed = script(command);
        let said = Said::from(deployed.call(&["user/data.csv"]));
        deployed.bench.refuses(
            &said,
            3,
            &[
                "rank.mt.toml",
                "key `command`",
                "would run what a user types as a program",
            ],
        );
    }
}

#[test]
fn a_number_that_was_typed_is_the_one_that_is_tested() {
    let program = "#!/bin/sh\nawk -F, -v top=\"$2\" 'NR > 1 && $2 <= top { print $1 }' \"$3\"\n";
    let manifest = r#"
command = "./rank --top {top} {rows}"
properties = ["if multiply(rows, 2) and multiply(top, 2) then equal(output)"]

[inputs]
rows = { format = "csv" }

[numbers]
top = 1

[deploy]
spool = "spool"
send = "all"
attach = "files"
command = "./send"
"#;
    let deployed = Deployed::new(program, manifest);
    let said = Said::from(deployed.call(&["--top", "2", "scores.csv"]));
    assert_eq!((said.code, said.stdout.as_str()), (0, "b\nc\n"));
    let report = deployed.report();
    assert_eq!(outcomes(&report), [("property-1", "holds")]);
    // A number is neither a file that goes in nor one that comes out.
    assert_eq!(report[0]["outputs"], serde_json::json!({}));
    deployed.call(&["--top", "two", "scores.csv"]);
    let report = deployed.report();
    assert_eq!(outcomes(&report), [("", "not applicable")]);
    assert_eq!(
        report[0]["detail"],
        "number `top`: `two` is not a number; write one such as `50` or `0.5`, without exponent"
    );
}
