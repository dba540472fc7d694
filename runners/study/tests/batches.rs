//! What a variant shows for an input is the same among many inputs of one process and alone.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use killrate_executor::{Execution, Executor, Program, RunError, Settings};
use killrate_model::{
    Blob, Exit, InputName, Limit, Limits, MutantClass, MutantStatus, Observation, OutputName,
    Request, Variant,
};
use killrate_mutator::{MutatorError, WeaveOptions, Woven, weave};

/// A program that loops, recurses, allocates, indexes, prints to both streams, writes a file of its
/// own and one beside it, catches a panic, and ends with a code.
const WITNESS: &str = r#"
use std::io::Write as _;

fn depth(n: usize) -> usize {
    // A call takes so much of the stack that fuel is not what ends one too many.
    let block = std::hint::black_box([n; 1024]);
    if n == 0 { 0 } else { 1 + depth(n - 1) + block[0] - n }
}

fn main() -> std::process::ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = std::fs::read_to_string(&arguments[0]).unwrap();
    let numbers: Vec<usize> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let home = std::env::var("HOME").unwrap();
    assert_eq!(std::env::current_dir().unwrap().as_path(), std::path::Path::new(&home));
    assert!(!std::path::Path::new("left").exists());
    std::fs::write("left", "something").unwrap();
    let mut sum = 0;
    let mut i = 0;
    while i < numbers.len() {
        sum += numbers[i] * 2;
        i += 1;
    }
    print!("sum {sum} of {}", arguments.len());
    eprintln!("depth {}", depth(numbers[0] % 7));
    let lost = std::panic::catch_unwind(|| numbers[numbers.len() / 2 - 1]);
    println!(" {}", lost.is_ok());
    let mut room: Vec<u64> = Vec::with_capacity(sum * 3);
    for k in 0..sum {
        room.push((k * k) as u64);
    }
    let mut file = std::fs::File::create(&arguments[1]).unwrap();
    for k in 0..room.len() - 1 {
        write!(file, "{} ", room[k + 1] - room[k]).unwrap();
    }
    std::process::ExitCode::from((sum % 5) as u8)
}
"#;

/// Some classes that make mutants of every kind of end.
const CLASSES: [MutantClass; 6] = [
    MutantClass::Comparison,
    MutantClass::Arithmetic,
    MutantClass::OffByOne,
    MutantClass::StatementDeletion,
    MutantClass::ConstantReplacement,
    MutantClass::OperandReplacement,
];

/// Weaves a program to take many inputs.
fn woven(folder: &Path, source: &str) -> Result<Woven, MutatorError> {
    let package = folder.join("package");
    fs::create_dir_all(package.join("src")).unwrap();
    let manifest =
        "[package]\nname = \"witness\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n";
    fs::write(package.join("Cargo.toml"), manifest).unwrap();
    fs::write(package.join("src/main.rs"), source).unwrap();
    let options = WeaveOptions {
        package,
        binary: None,
        mutates: None,
        features: Vec::new(),
        files: Vec::new(),
        classes: CLASSES.into(),
        checks: None,
        watches: false,
        takes_many_inputs: true,
        tests: false,
        scratch: folder.join("woven"),
    };
    weave(&options, &|_| ())
}

fn program(woven: &Woven) -> Arc<Program> {
    let program = Program::new(woven.binary.clone(), woven.digest);
    let program = program.with_alone(woven.alone.clone());
    Arc::new(program.taking_many(woven.takes_many_inputs))
}

fn request(numbers: &str) -> Arc<Request> {
    let input = InputName::new("numbers").unwrap();
    Arc::new(Request {
        arguments: vec!["{numbers}".to_owned(), "{out}".to_owned()],
        inputs: [(input, Blob::new(numbers.as_bytes()))].into(),
        outputs: [OutputName::new("out").unwrap()].into(),
        ..Request::default()
    })
}

const LIMITS: Limits = Limits {
    fuel: Some(50_000),
    cpu: Duration::from_secs(10),
    wall: Duration::from_secs(60),
    memory: 1 << 30,
    output: 4_000,
};

fn open(scratch: &Path, threads: usize) -> Executor {
    let settings = Settings {
        scratch: scratch.to_owned(),
        threads: NonZeroUsize::new(threads).unwrap(),
    };
    Executor::open(settings).unwrap()
}

fn observe(executor: &Executor, executions: &[Execution]) -> Vec<Observation> {
    let never = AtomicBool::new(false);
    let outcomes = executor.run(executions, &never, &|_| {}).unwrap();
    let observed = outcomes.iter().map(|outcome| {
        let mut observation = Observation::clone(&outcome.observation);
        // Only in a cell do all processes have the same number, which panics tell.
        if executor.tier() != "full" {
            observation.stderr = Blob::new([]);
        }
        observation
    });
    observed.collect()
}

#[test]
fn every_mutant_shows_the_same_among_many_inputs_and_alone() {
    let folder = tempfile::tempdir().unwrap();
    let woven = woven(folder.path(), WITNESS).unwrap();
    let program = program(&woven);
    let requests = [
        "3 4 5", "1 2", "7", "", "x", "9 0 0 1", "300 300", "2 2 2 2",
    ]
    .map(request);
    let live = { woven.mutants.iter() }.filter(|mutant| mutant.status == MutantStatus::Woven);
    let mut executions = Vec::new();
    for mutant in live {
        for request in &requests {
            let variant = Variant::Mutant(mutant.number);
            executions.push(Execution::new(&program, variant, request, LIMITS));
        }
    }
    let open = |name: &str, threads| open(&folder.path().join(name), threads);
    let alone = open("alone", 2).without_batches();
    let expected = observe(&alone, &executions);
    for threads in [1, 3] {
        let among_many = open(&format!("many-{threads}"), threads);
        let observed = observe(&among_many, &executions);
        let pairs = executions.iter().zip(observed.iter().zip(&expected));
        for (execution, (observed, expected)) in pairs {
            let mutant = &woven.mutants[execution.variant.number() as usize - 1];
            assert_eq!(
                observed, expected,
                "{} on {:?}",
                mutant.id, execution.request.inputs
            );
        }
        // What is kept is kept by the same keys.
        assert_eq!(among_many.known(), alone.known());
    }
    // Each kind of end is among them, or nothing was tried.
    let ends = |is_wanted: fn(Exit) -> bool| {
        expected
            .iter()
            .filter(|shown| is_wanted(shown.exit))
            .count()
    };
    let n_ends = [
        ends(|exit| exit == Exit::Exited { code: 0 }),
        ends(|exit| matches!(exit, Exit::Exited { code: 1..=4 })),
        ends(|exit| exit == Exit::Exited { code: 101 }),
        ends(|exit| exit == Exit::OutOfFuel),
        ends(|exit| matches!(exit, Exit::Killed { signal: 6 })),
        ends(|exit| {
            exit == Exit::Exceeded {
                limit: Limit::Output,
            }
        }),
    ];
    assert!(n_ends.iter().all(|&n| n > 5), "{n_ends:?}");
}

#[track_caller]
fn check_refused(source: &str, message: &str) {
    let folder = tempfile::tempdir().unwrap();
    let error = woven(folder.path(), source).unwrap_err();
    assert_eq!(error.to_string(), message);
}

#[test]
fn a_program_that_keeps_something_or_ends_the_process_is_refused() {
    let refused = |line: u32, text: &str| {
        format!(
            "`src/main.rs`, line {line}: `{text}` outlives one input or ends the process, so no process can take many inputs; leave `takes-many-inputs` out of the subject's manifest"
        )
    };
    check_refused(
        "use std::sync::atomic::{AtomicU32, Ordering};\nstatic CALLS: AtomicU32 = AtomicU32::new(0);\nfn main() { CALLS.fetch_add(1, Ordering::Relaxed); }\n",
        &refused(2, "static CALLS"),
    );
    check_refused(
        "fn main() {\n    if 1 + 1 == 3 { std::process::exit(2); }\n}\n",
        &refused(2, "process::exit"),
    );
    check_refused(
        "thread_local! { static N: u8 = const { 1 }; }\nfn main() {}\n",
        &refused(1, "thread_local!"),
    );
    check_refused(
        "use std::thread::spawn;\nfn main() { spawn(|| 1 + 1).join().unwrap(); }\n",
        &refused(1, "thread::spawn"),
    );
}

#[test]
fn a_static_that_never_changes_is_not_refused() {
    let folder = tempfile::tempdir().unwrap();
    let source = "static NAMES: [&str; 2] = [\"one\", \"two\"];\nfn main() { println!(\"{}\", NAMES[0].len() + 1); }\n";
    assert!(woven(folder.path(), source).unwrap().takes_many_inputs);
}

/// Files that are opened and never closed: the next one gets another number.
const LEAKING: &str = r#"
use std::os::fd::IntoRawFd as _;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let number = std::fs::File::open(path).unwrap().into_raw_fd();
    println!("{}", number + 0);
}
"#;

#[test]
fn what_the_source_does_not_show_is_found_when_it_runs() {
    let folder = tempfile::tempdir().unwrap();
    let woven = woven(folder.path(), LEAKING).unwrap();
    let program = program(&woven);
    // One in 256 also runs alone, which ones is decided by their keys.
    let executions: Vec<Execution> = (0..3000)
        .map(|number| {
            let request = request(&number.to_string());
            Execution::new(&program, Variant::Mutant(1), &request, LIMITS)
        })
        .collect();
    let executor = open(&folder.path().join("scratch"), 2);
    let never = AtomicBool::new(false);
    let error = executor.run(&executions, &never, &|_| {}).unwrap_err();
    let RunError::DiffersAmongMany { binary, .. } = &error else {
        panic!("{error}");
    };
    assert_eq!(*binary, woven.binary);
    let alone = executor.without_batches();
    assert!(alone.run(&executions[..5], &never, &|_| {}).is_ok());
}
