//! What is observed of real programs, exactly.

#![expect(clippy::unwrap_used, reason = "a test fails when its set-up does")]

mod lab;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

use killrate_executor::{Execution, Executor, Tier};
use killrate_model::{Blob, Exit, InputName, Limit, Limits, Observation, Probe, Reach, Variant};
use lab::{LIMITS, Lab, TIERS, ends, execution, observe, output, program, request};

fn exited(code: i32) -> Exit {
    Exit::Exited { code }
}

fn exceeded(limit: Limit) -> Exit {
    Exit::Exceeded { limit }
}

/// Runs a script without inputs and compares all that is observed.
#[track_caller]
fn check(commands: &str, exit: Exit, stdout: &str, stderr: &str, outputs: &[(&str, &str)]) {
    check_within(LIMITS, commands, exit, stdout, stderr, outputs);
}

#[track_caller]
fn check_within(
    limits: Limits,
    commands: &str,
    exit: Exit,
    stdout: &str,
    stderr: &str,
    outputs: &[(&str, &str)],
) {
    let expected = Observation {
        exit,
        outputs: outputs
            .iter()
            .map(|&(name, content)| (output(name), Blob::new(content.as_bytes())))
            .collect(),
        stdout: Blob::new(stdout.as_bytes()),
        stderr: Blob::new(stderr.as_bytes()),
        fuel: None,
        reach: None,
        checks: None,
    };
    for tier in TIERS {
        let lab = Lab::new();
        let Some(executor) = lab.open_in(tier) else {
            continue;
        };
        let request = request(&[], &["stdout", "model", "predictions"]);
        let execution = execution(lab.script(commands), request, limits);
        assert_eq!(*observe(&executor, execution), expected, "{tier}");
        drop(executor);
        assert_eq!(lab.leftovers(), Vec::<PathBuf>::new());
    }
}

#[test]
fn a_program_that_succeeds_shows_its_outputs() {
    check(
        "echo tree > model; echo yes > predictions; echo done; echo careful >&2",
        exited(0),
        "done\n",
        "careful\n",
        &[("model", "tree\n"), ("predictions", "yes\n")],
    );
}

#[test]
fn an_output_that_was_not_written_is_missing() {
    check(
        "echo tree > model",
        exited(0),
        "",
        "",
        &[("model", "tree\n")],
    );
    check(": > model", exited(0), "", "", &[("model", "")]);
}

#[test]
fn an_output_that_is_no_ordinary_file_is_missing() {
    check(
        "mkfifo model; ln -s /etc/passwd predictions",
        exited(0),
        "",
        "",
        &[],
    );
    check("mkdir model; ln -s / predictions", exited(0), "", "", &[]);
}

#[test]
fn exit_codes_are_seen() {
    for code in [1, 2, 86, 101, 255] {
        check(
            &format!("echo half > model; exit {code}"),
            exited(code),
            "",
            "",
            &[("model", "half\n")],
        );
    }
}

#[test]
fn signals_that_the_executor_did_not_send_are_seen() {
    for signal in [6, 9, 11, 15] {
        check(
            &format!("kill -{signal} $$"),
            Exit::Killed { signal },
            "",
            "",
            &[],
        );
    }
}

#[test]
fn the_end_of_a_long_complaint_is_kept() {
    let line = "0123456789abcde\n";
    check(
        "i=0; while [ $i -lt 1000 ]; do echo 0123456789abcde >&2; i=$((i+1)); done",
        exited(0),
        "",
        &line.repeat(4096 / line.len()),
        &[],
    );
}

#[test]
fn standard_input_is_empty() {
    check("cat; read line; echo $?", exited(0), "1\n", "", &[]);
}

#[test]
fn an_output_may_be_as_large_as_its_limit_and_no_larger() {
    let limits = Limits {
        output: 5,
        ..LIMITS
    };
    check_within(
        limits,
        "echo 1234 > model",
        exited(0),
        "",
        "",
        &[("model", "1234\n")],
    );
    let over = exceeded(Limit::Output);
    check_within(
        limits,
        "echo 12345 > model; echo 1 > predictions",
        over,
        "",
        "",
        &[("predictions", "1\n")],
    );
    check_within(limits, "echo 1234", exited(0), "1234\n", "", &[]);
    check_within(limits, "echo 12345", over, "12345", "", &[]);
    check_within(limits, "echo 12345 >&2", over, "", "12345\n", &[]);
}

#[test]
fn a_program_that_never_stops_printing_is_stopped_at_the_limit() {
    check(
        "exec yes",
        exceeded(Limit::Output),
        &"y\n".repeat(2048),
        "",
        &[],
    );
    // The shell outlives the program that was stopped, and must not hide it.
    check(
        "yes; exit 0",
        exceeded(Limit::Output),
        &"y\n".repeat(2048),
        "File size limit exceeded\n",
        &[],
    );
}

#[test]
fn a_file_that_grows_for_ever_is_stopped_at_the_limit() {
    check("exec yes > model", exceeded(Limit::Output), "", "", &[]);
    check(
        "exec yes > not-an-output",
        exceeded(Limit::Output),
        "",
        "",
        &[],
    );
}

/// How programs end that take 256 MiB at their start.
fn exits_of_hogs(tier: Tier, memory: u64) -> Option<BTreeSet<Exit>> {
    let lab = Lab::new();
    let executor = lab.open_in(tier)?;
    let arguments = ["if=/dev/zero", "of=/dev/null", "bs=256M", "count=1"];
    let limits = Limits { memory, ..LIMITS };
    let hog = execution(program("/bin/dd"), request(&arguments, &[]), limits);
    let hogs = (1..=10).map(|number| Execution {
        variant: Variant::Mutant(number),
        ..hog.clone()
    });
    let outcomes = lab::run(&executor, &hogs.collect::<Vec<_>>()).unwrap();
    Some(outcomes.iter().map(|o| o.observation.exit).collect())
}

#[test]
fn memory_is_limited_from_the_start() {
    for tier in TIERS {
        for (memory, code) in [(64 << 20, 1), (1 << 30, 0)] {
            if let Some(exits) = exits_of_hogs(tier, memory) {
                assert_eq!(exits, [exited(code)].into(), "{tier}");
            }
        }
    }
}

#[test]
fn nothing_of_the_harness_is_inherited() {
    for tier in TIERS {
        if let Some(executor) = Lab::new().open_in(tier) {
            check_inherited(&executor);
        }
    }
}

#[track_caller]
fn check_inherited(executor: &Executor) {
    let stdout = |binary: &str, arguments: &[&str]| {
        let execution = execution(program(binary), request(arguments, &[]), LIMITS);
        observe(executor, execution).stdout.to_text().into_owned()
    };
    // Sets of signals in hexadecimal; the test itself ignores SIGPIPE, as all Rust programs do. The
    // two that libc keeps to itself are left as they are.
    let status = stdout("/bin/grep", &["Sig[BI]", "/proc/self/status"]);
    let sets = status.lines().map(|line| {
        let (name, set) = line.split_once(":\t").unwrap();
        (name, u64::from_str_radix(set, 16).unwrap() & !(0b11 << 31))
    });
    assert_eq!(sets.collect::<Vec<_>>(), [("SigBlk", 0), ("SigIgn", 0)]);
    // The standard streams and the folder that is being listed.
    assert_eq!(stdout("/bin/ls", &["/proc/self/fd"]), "0\n1\n2\n3\n");
}

#[test]
fn a_program_that_computes_for_ever_meets_its_limit() {
    let cpu = Duration::from_millis(200);
    let limits = Limits { cpu, ..LIMITS };
    // How much it prints by then is chance, so none of it is kept.
    let forever = "echo tree > model; while :; do echo 1; done";
    check_within(
        Limits {
            output: 1 << 40,
            ..limits
        },
        forever,
        exceeded(Limit::Cpu),
        "",
        "",
        &[],
    );
    check_within(
        limits,
        "sh -c 'while :; do :; done'; echo done",
        exceeded(Limit::Cpu),
        "",
        "",
        &[],
    );
}

#[test]
fn a_program_that_waits_for_ever_meets_its_limit() {
    let wall = Duration::from_millis(200);
    let limits = Limits { wall, ..LIMITS };
    check_within(
        limits,
        "echo 1; echo tree > model; exec sleep 100",
        exceeded(Limit::Wall),
        "",
        "",
        &[],
    );
    check_within(
        limits,
        "trap '' TERM INT HUP; sleep 100; sleep 100",
        exceeded(Limit::Wall),
        "",
        "",
        &[],
    );
    check_within(limits, "kill -STOP $$", exceeded(Limit::Wall), "", "", &[]);
}

#[test]
fn a_process_left_behind_is_killed() {
    let lab = Lab::new();
    let script = lab.script("sleep 100 & echo $!");
    let observation = observe(&lab.open(), execution(script, request(&[], &[]), LIMITS));
    assert_eq!(observation.exit, exited(0));
    assert!(ends(&observation.stdout.to_text()));
}

#[test]
fn a_process_that_left_its_group_is_killed_at_the_end_of_the_run() {
    let lab = Lab::new();
    let script = lab.script(
        "setsid sh -c 'echo $$ > pid; while :; do sleep 1; done' & until [ -s pid ]; do :; done; cat pid",
    );
    let observation = observe(&lab.open(), execution(script, request(&[], &[]), LIMITS));
    assert_eq!(observation.exit, exited(0));
    assert!(ends(&observation.stdout.to_text()));
    assert_eq!(lab.leftovers(), Vec::<PathBuf>::new());
}

/// The environment that a program sees, without the name of its folder.
fn environment(lab: &Lab, change: impl FnOnce(&mut Execution)) -> BTreeMap<String, String> {
    let mut execution = execution(program("/usr/bin/env"), request(&[], &[]), LIMITS);
    change(&mut execution);
    let executor = lab.open();
    let runs = lab.path("scratch/runs-00").canonicalize().unwrap();
    let observation = observe(&executor, execution);
    let printed = observation.stdout.to_text().into_owned();
    let variables = printed.lines().map(|line| line.split_once('=').unwrap());
    variables
        .map(
            |(name, value)| match value.strip_prefix(runs.to_str().unwrap()) {
                Some(_) => (name.to_owned(), "(the folder)".to_owned()),
                None => (name.to_owned(), value.to_owned()),
            },
        )
        .collect()
}

const SCRUBBED: [(&str, &str); 5] = [
    ("HOME", "(the folder)"),
    ("KILLRATE_REPORT", "killrate.report"),
    ("LANG", "C"),
    ("PATH", "/usr/local/bin:/usr/bin:/bin"),
    ("TMPDIR", "(the folder)"),
];

fn scrubbed_with(more: &[(&str, &str)]) -> BTreeMap<String, String> {
    let variables = SCRUBBED.iter().chain(more);
    variables
        .map(|&(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

#[test]
fn the_environment_is_the_same_for_everybody() {
    assert_eq!(environment(&Lab::new(), |_| {}), scrubbed_with(&[]));
}

#[test]
fn mutant_fuel_and_probe_are_told_by_the_environment() {
    let seen = environment(&Lab::new(), |execution| {
        execution.variant = Variant::Mutant(17);
        execution.limits.fuel = Some(1000);
        execution.request = request(&[], &[]).with_probe(Probe::Reach).into();
    });
    let told = [
        ("KILLRATE_FUEL", "1000"),
        ("KILLRATE_MUTANT", "17"),
        ("KILLRATE_PROBE", "reach"),
    ];
    assert_eq!(seen, scrubbed_with(&told));
}

#[test]
fn inputs_are_files_and_placeholders_their_names() {
    let lab = Lab::new();
    let mut request = request(&["--in={train}", "{{{seed}}}", "{model}"], &["model"]);
    request.inputs = [("train", "1,2\n"), ("test", "3\n")]
        .map(|(name, text)| (InputName::new(name).unwrap(), Blob::new(text.as_bytes())))
        .into();
    request.seed = Some(7);
    let script = lab.script("echo \"$@\"; ls; cat train test > $3");
    let observation = observe(&lab.open(), execution(script, request, LIMITS));
    assert_eq!(
        observation.stdout.to_text(),
        "--in=train {7} model\ntest\ntrain\n"
    );
    assert_eq!(
        observation.output(&output("model")).unwrap().to_text(),
        "1,2\n3\n"
    );
}

/// What a program shows that writes a report of these bytes, given as printf writes them.
fn reporting(report: &str, then: &str) -> (Exit, Option<u64>, Option<Reach>) {
    let lab = Lab::new();
    let script = lab.script(&format!("printf '{report}' > $KILLRATE_REPORT; {then}"));
    let observation = observe(&lab.open(), execution(script, request(&[], &[]), LIMITS));
    (
        observation.exit,
        observation.fuel,
        observation.reach.clone(),
    )
}

#[test]
fn the_report_tells_fuel_and_reach() {
    let fuel_5 = r"\005\000\000\000\000\000\000\000";
    let reach = Reach::new(vec![6], vec![2]);
    assert_eq!(
        reporting(
            &format!(r"KRR1\000{fuel_5}\001\000\000\000\006\002"),
            "exit 3"
        ),
        (exited(3), Some(5), Some(reach))
    );
    assert_eq!(
        reporting(&format!(r"KRR1\001{fuel_5}\000\000\000\000"), "exit 86"),
        (Exit::OutOfFuel, Some(5), None)
    );
}

#[test]
fn a_broken_report_tells_nothing() {
    assert_eq!(
        reporting(r"KRR1\001\005", "exit 86"),
        (exited(86), None, None)
    );
    assert_eq!(reporting("", "exit 0"), (exited(0), None, None));
}

#[test]
fn the_cost_is_that_of_the_program_and_of_what_it_waited_for() {
    for tier in TIERS {
        let lab = Lab::new();
        if let Some(executor) = lab.open_in(tier) {
            check_cost(&lab, &executor);
        }
    }
}

#[track_caller]
fn check_cost(lab: &Lab, executor: &Executor) {
    let cost = |commands: &str| {
        let script = lab.script(commands);
        let execution = execution(script, request(&[], &[]), LIMITS);
        lab::run(executor, &[execution]).unwrap()[0].cost
    };
    let idle = cost("sleep 0.3");
    assert!(idle.wall >= Duration::from_millis(300), "{idle:?}");
    assert!(idle.cpu < Duration::from_millis(150), "{idle:?}");
    let busy = cost("sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'");
    assert!(busy.cpu >= Duration::from_millis(50), "{busy:?}");
    assert!(busy.wall >= busy.cpu / 2, "{busy:?}");
}
