//! Functions behind commands and in shared libraries, where their compilers and interpreters are at
//! hand.
#![expect(clippy::unwrap_used, reason = "a test fails when its set-up does")]

mod lab;

use std::path::Path;

use killrate_calls::{Caller, of_command, of_library};
use killrate_inference::{Function as _, Returned};

use crate::lab::Lab;

/// The examples of `docs/calls.md`.
fn example(name: &str) -> String {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/calls");
    std::fs::read_to_string(docs.join(name)).unwrap()
}

/// Runs a compiler in the lab; whether there is one.
#[expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a test builds its own example, and says so when it cannot"
)]
fn compile(lab: &Lab, compiler: &str, arguments: &[&str]) -> bool {
    let run = std::process::Command::new(compiler)
        .args(arguments)
        .current_dir(lab.path())
        .status();
    match run {
        Ok(status) => {
            assert!(status.success(), "{compiler} {arguments:?}");
            true
        }
        Err(error) => {
            println!("skipped: no `{compiler}` on this machine: {error}");
            false
        }
    }
}

#[track_caller]
fn check_distance(caller: &mut Caller<'_>) {
    let arguments = [
        3.0,
        4.0,
        0.1,
        0.2,
        f64::INFINITY,
        1.0,
        f64::NAN,
        1.0,
        1e200,
        1e200,
    ];
    let results = caller.call(&arguments).unwrap();
    let value = |value: f64| Returned::Value(value);
    // 0.05 and its root are rounded as IEEE 754 says, whoever does it.
    let root = (0.1_f64 * 0.1 + 0.2 * 0.2).sqrt();
    assert_eq!(
        results[..3],
        [value(5.0), value(root), value(f64::INFINITY)]
    );
    assert!(matches!(results[3], Returned::Value(value) if value.is_nan()));
    // Squares that overflow are infinite in C and Java, and Python has `inf` for them, too.
    assert_eq!(results[4], value(f64::INFINITY));
    assert_eq!(caller.n_requests(), 1);
}

#[track_caller]
fn check_command(lab: &Lab, command: &str) {
    let callable = of_command(command, 2, lab.path(), lab.surroundings()).unwrap();
    assert_eq!(callable.names, ["x", "y"]);
    check_distance(&mut Caller::original(&callable, lab.surroundings()));
}

#[test]
fn a_python_program_is_a_function() {
    let lab = Lab::new();
    lab.write("eval.py", &example("eval.py"));
    if compile(&lab, "python3", &["--version"]) {
        check_command(&lab, "python3 eval.py");
    }
}

#[test]
fn a_c_program_is_a_function() {
    let lab = Lab::new();
    lab.write("eval.c", &example("eval.c"));
    if compile(&lab, "cc", &["-O1", "-o", "eval", "eval.c", "-lm"]) {
        check_command(&lab, "./eval");
    }
}

#[test]
fn a_java_program_is_a_function() {
    let lab = Lab::new();
    lab.write("Eval.java", &example("Eval.java"));
    if compile(&lab, "java", &["--version"]) {
        check_command(&lab, "java -Xmx256m Eval.java");
    }
}

#[test]
fn a_function_of_a_shared_library_is_called_in_a_process_of_its_own() {
    let lab = Lab::new();
    let source = example("library.c");
    let deadly = "#include <stdlib.h>\ndouble deadly(const double *x, int n) { if (x[0] == 2.0) abort(); return -x[0]; }\n";
    let path = lab.write("library.c", &format!("{source}{deadly}"));
    let library = path.with_file_name("libdistance.so");
    let arguments = [
        "-shared",
        "-fPIC",
        "-o",
        "libdistance.so",
        "library.c",
        "-lm",
    ];
    if !compile(&lab, "cc", &arguments) {
        return;
    }
    let open = |function: &str, arity| {
        of_library(
            &library,
            function,
            arity,
            &lab.scratch(),
            lab.surroundings(),
        )
    };
    let callable = open("distance", 2).unwrap();
    check_distance(&mut Caller::original(&callable, lab.surroundings()));
    let callable = open("deadly", 1).unwrap();
    let mut caller = Caller::original(&callable, lab.surroundings());
    let results = caller.call(&[1.0, 2.0, 3.0]).unwrap();
    assert_eq!(
        results,
        [
            Returned::Value(-1.0),
            Returned::Panicked,
            Returned::Value(-3.0)
        ]
    );
    let absent = open("absent", 1).unwrap_err().to_string();
    assert!(absent.contains("undefined symbol: absent"), "{absent}");
    assert!(
        absent.ends_with("; check the path and the name of the function"),
        "{absent}"
    );
}

#[test]
fn a_call_that_ends_a_command_is_found_in_halves() {
    let lab = Lab::new();
    let script = "#!/bin/sh\nwhile read x; do\n  if [ \"$x\" = 3.0 ]; then kill -SEGV $$; fi\n  echo \"$x\"\ndone\n";
    let path = lab.write("eval", script);
    make_executable(&path);
    let callable = of_command("./eval", 1, lab.path(), lab.surroundings()).unwrap();
    let mut caller = Caller::original(&callable, lab.surroundings());
    let arguments: Vec<f64> = (0..8).map(f64::from).collect();
    let results = caller.call(&arguments).unwrap();
    let expected: Vec<Returned> = arguments
        .iter()
        .map(|&x| match x {
            3.0 => Returned::Panicked,
            x => Returned::Value(x),
        })
        .collect();
    assert_eq!(results, expected);
}

#[test]
fn commands_that_do_not_keep_to_the_protocol_are_told() {
    let lab = Lab::new();
    let refused = |script: &str| {
        let path = lab.write("eval", &format!("#!/bin/sh\n{script}\n"));
        make_executable(&path);
        let callable = of_command("./eval", 1, lab.path(), lab.surroundings());
        callable.unwrap_err().to_string()
    };
    assert_eq!(
        refused("echo no such file >&2; exit 3"),
        "`./eval` answers no call: it ended with exit code 3, saying `no such file`; it should read lines of arguments and print a line with the result of each"
    );
    assert_eq!(
        refused("while read x; do echo value $x; done"),
        "`./eval` answered call 1 with `value 0.0`, which is no number; print one number, or `error`, on a line for each call"
    );
    assert_eq!(
        refused("while read x; do echo 1; echo 2; done"),
        "`./eval` gave 128 results for 64 calls; print one line for each call and nothing else"
    );
    assert_eq!(
        refused("n=0; while read x; do echo $n; n=$((n + 1)); done"),
        "`./eval` is no function of its arguments: for (0.0) it gave 0.0 and then 63.0; relations need one that is neither random nor remembers earlier calls, so set its seed, or reset it for each call"
    );
    assert_eq!(
        of_command("./eval", 0, lab.path(), lab.surroundings())
            .unwrap_err()
            .to_string(),
        "a function has at least one argument; say how many with `--arguments`"
    );
}

fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(path, mode).unwrap();
}
