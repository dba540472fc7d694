//! Any command runs under the same rules as a woven program.

#![expect(clippy::unwrap_used, reason = "a test fails when its set-up does")]

mod lab;

use std::fs;
use std::path::Path;
use std::slice;
use std::sync::Arc;

use killrate_executor::{
    BlackBox, BlackBoxError, Execution, Executor, RunError, StepError, StepKind, split_command,
};
use killrate_model::{Blob, Exit, InputName, Observation, Request};
use lab::{LIMITS, Lab, TIERS, execution, observe, output, run};

fn black_box(lab: &Lab, line: &str) -> BlackBox {
    BlackBox {
        folder: lab.path(""),
        ..BlackBox::of_line(line).unwrap()
    }
}

/// A run of it with the input `rows`, whose outputs are collected.
fn asked(black_box: &BlackBox, outputs: &[&str]) -> Execution {
    let rows = InputName::new("rows").unwrap();
    let request = Request {
        arguments: black_box.arguments(),
        inputs: [(rows, Blob::new(*b"3\n1\n2\n"))].into(),
        outputs: outputs.iter().map(|name| output(name)).collect(),
        seed: Some(7),
        ..Request::default()
    };
    execution(Arc::new(black_box.program().unwrap()), request, LIMITS)
}

fn in_every_tier(test: impl Fn(&Lab, &Executor)) {
    for tier in TIERS {
        let lab = Lab::new();
        if let Some(executor) = lab.open_in(tier) {
            test(&lab, &executor);
            drop(executor);
            assert_eq!(lab.leftovers(), Vec::<std::path::PathBuf>::new());
        }
    }
}

#[track_caller]
fn check_shown(observation: &Observation, stdout: &str) {
    assert_eq!(observation.stdout.to_text(), stdout, "{observation:?}");
    assert_eq!(observation.exit, Exit::Exited { code: 0 });
}

#[test]
fn inputs_are_copied_in_and_outputs_collected() {
    in_every_tier(|lab, executor| {
        let black_box = black_box(
            lab,
            "sh -c 'sort {rows} > {ranked}; echo {seed} $0' {{rows}}",
        );
        let observation = observe(executor, asked(&black_box, &["ranked"]));
        check_shown(&observation, "7 {rows}\n");
        let ranked = observation.output(&output("ranked")).unwrap();
        assert_eq!(ranked.to_text(), "1\n2\n3\n");
    });
}

#[test]
fn declared_files_are_in_every_run_folder_and_nothing_else_is() {
    in_every_tier(|lab, executor| {
        fs::create_dir(lab.path("lib")).unwrap();
        fs::write(lab.path("lib/words"), "one\n").unwrap();
        fs::write(lab.path("secret"), "").unwrap();
        let script = lab.script("echo helped");
        let helper = script.binary.file_name().unwrap();
        let black_box = BlackBox {
            files: vec!["./lib/words".into(), helper.into()],
            ..black_box(
                lab,
                "sh -c 'cat lib/words; ./script-*; ls | grep -v script; ls lib'",
            )
        };
        let observation = observe(executor, asked(&black_box, &[]));
        check_shown(&observation, "one\nhelped\nlib\nrows\nwords\n");
    });
}

#[test]
fn what_is_declared_as_readable_and_what_a_command_names_by_its_whole_path_can_be_read() {
    in_every_tier(|lab, executor| {
        fs::create_dir_all(lab.path("data/inner")).unwrap();
        fs::write(lab.path("data/inner/words"), "one\n").unwrap();
        fs::write(lab.path("script.sh"), "cat $1/words\n").unwrap();
        let line = "sh LAB/script.sh LAB/data/inner";
        let black_box = BlackBox {
            readable: vec!["data".into()],
            ..black_box(lab, &line.replace("LAB", lab.path("").to_str().unwrap()))
        };
        let observation = observe(executor, asked(&black_box, &[]));
        check_shown(&observation, "one\n");
    });
}

#[test]
fn a_virtual_environment_is_found_with_its_libraries() {
    in_every_tier(|lab, executor| {
        let python = Path::new("/usr/bin/python3");
        if !python.exists() {
            println!("skipped: no `{}` on this machine", python.display());
            return;
        }
        fs::create_dir_all(lab.path("env/bin")).unwrap();
        std::os::unix::fs::symlink(python, lab.path("env/bin/python")).unwrap();
        fs::write(lab.path("env/pyvenv.cfg"), "home = /usr/bin\n").unwrap();
        let find = "import sys; print(sys.prefix)";
        let script = format!("#!{}\n{find}\n", lab.path("env/bin/python").display());
        let tool = lab.script("").binary.clone();
        fs::write(&tool, script).unwrap();
        let black_box = black_box(lab, tool.to_str().unwrap());
        let observation = observe(executor, asked(&black_box, &[]));
        check_shown(&observation, &format!("{}\n", lab.path("env").display()));
    });
}

#[test]
fn the_environment_is_what_was_declared() {
    in_every_tier(|lab, executor| {
        let black_box = BlackBox {
            environment: [("SPEED".to_owned(), "8 = 2³".to_owned())].into(),
            ..black_box(
                lab,
                "sh -c 'env | grep -v -e ^PWD -e ^HOME -e ^TMPDIR | sort'",
            )
        };
        let observation = observe(executor, asked(&black_box, &[]));
        check_shown(
            &observation,
            "KILLRATE_REPORT=killrate.report\nLANG=C\nPATH=/usr/local/bin:/usr/bin:/bin\nSPEED=8 = 2³\n",
        );
    });
}

fn with_steps(lab: &Lab, line: &str, build_up: &str, tear_down: &str) -> BlackBox {
    BlackBox {
        build_up: vec![split_command(build_up).unwrap()],
        tear_down: vec![split_command(tear_down).unwrap()],
        ..black_box(lab, line)
    }
}

#[test]
fn commands_are_run_before_and_after_in_the_folder_of_the_run() {
    in_every_tier(|lab, executor| {
        // Outputs are collected before the command that cleans up, which sees how the run left things.
        let black_box = with_steps(
            lab,
            "sh -c 'cat database; echo changed > database; exit 3'",
            "sh -c 'sort {rows} > database'",
            "sh -c 'grep -q changed database && rm database'",
        );
        let observation = observe(executor, asked(&black_box, &["database"]));
        assert_eq!(observation.exit, Exit::Exited { code: 3 });
        assert_eq!(observation.stdout.to_text(), "1\n2\n3\n");
        let database = observation.output(&output("database")).unwrap();
        assert_eq!(database.to_text(), "changed\n");
    });
}

#[test]
fn a_command_that_fails_is_an_error_and_no_observation() {
    in_every_tier(|lab, executor| {
        let check = |build_up: &str, tear_down: &str, kind, expected: &str| {
            let black_box = with_steps(lab, "true", build_up, tear_down);
            let execution = asked(&black_box, &[]);
            let error = run(executor, slice::from_ref(&execution)).unwrap_err();
            assert_eq!(error.to_string(), expected);
            let is_step =
                |error| matches!(error, RunError::Step(StepError { kind: k, .. }) if k == kind);
            assert!(is_step(error));
            assert_eq!(
                executor.lookup(&execution),
                None,
                "a failure must not be kept"
            );
        };
        let (sh, ok) = ("sh -c 'echo broken >&2; exit 9' {rows}", "true");
        let path = black_box(lab, "sh").program().unwrap().binary;
        let said = |kind: StepKind| {
            format!(
                "the {kind} command `{} -c echo broken >&2; exit 9 rows` failed (exit code 9: broken); mend the command or leave it out",
                path.display()
            )
        };
        check(sh, ok, StepKind::BuildUp, &said(StepKind::BuildUp));
        check(ok, sh, StepKind::TearDown, &said(StepKind::TearDown));
    });
}

#[test]
fn a_placeholder_of_a_command_must_name_something() {
    let lab = Lab::new();
    let black_box = with_steps(&lab, "true", "echo {row}", "true");
    let error = run(&lab.open(), &[asked(&black_box, &[])]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "argument `{row}` has the placeholder `{row}`, but the request has no input or output file of that name; it has `rows`"
    );
    let mut black_box = with_steps(&lab, "true", "true", "true");
    fs::write(lab.path("rows"), "").unwrap();
    black_box.files = vec!["rows".into()];
    let error = run(&lab.open(), &[asked(&black_box, &[])]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "an input or output is called `rows`, which cannot be a file of its own in the run folder; choose another name"
    );
}

#[test]
fn an_execution_of_a_black_box_is_run_once() {
    let lab = Lab::new();
    let line = format!("sh -c 'echo x >> {}'", lab.path("runs").display());
    let execution = asked(&black_box(&lab, &line), &[]);
    let executor = lab.open();
    for _ in 0..2 {
        run(&executor, slice::from_ref(&execution)).unwrap();
    }
    assert_eq!(lab.n_lines("runs"), 1);
}

/// Programs of three languages; those whose compiler or machine is not here are left out.
#[test]
fn programs_in_java_python_and_c_run_in_every_tier() {
    const JAVA: &str = "import java.nio.file.*;\nclass Sum { public static void main(String[] a) throws Exception {\n\
        System.out.println(Files.lines(Path.of(a[0])).mapToInt(Integer::parseInt).sum()); } }\n";
    const PYTHON: &str = "import sys\nprint(sum(int(line) for line in open(sys.argv[1])))\n";
    const C: &str = "#include <stdio.h>\nint main(int n, char **a) { FILE *f = fopen(a[1], \"r\");\n\
        int x, s = 0; while (fscanf(f, \"%d\", &x) == 1) s += x; printf(\"%d\\n\", s); return 0; }\n";
    let programs = [
        ("Sum.java", JAVA, "java -Xmx64m Sum.java {rows}", None),
        ("sum.py", PYTHON, "python3 sum.py {rows}", None),
        (
            "sum.c",
            C,
            "sh -c './sum $0' {rows}",
            Some("gcc -o sum sum.c"),
        ),
    ];
    in_every_tier(|lab, executor| {
        for (name, text, line, build_up) in programs {
            fs::write(lab.path(name), text).unwrap();
            let build_up = build_up.map(|line| split_command(line).unwrap());
            let black_box = BlackBox {
                files: vec![Path::new(name).to_owned()],
                build_up: build_up.into_iter().collect(),
                ..black_box(lab, line)
            };
            match black_box.program() {
                Err(error @ BlackBoxError::NoProgram { .. }) => println!("left out: {error}"),
                _ => check_shown(&observe(executor, asked(&black_box, &[])), "6\n"),
            }
        }
    });
}
