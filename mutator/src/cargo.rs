//! The one place that starts programs: cargo and the compiler.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::diagnostic::Messages;
use crate::package::Package;

/// What the woven, the plain and the traditionally built programs are all compiled with.
///
/// Lints must not fail a build that the user's own lints let through unmutated; allowing them all
/// would break the way cargo asks the compiler about its targets.
const RUST_FLAGS: &str = "--cap-lints warn -A unused";

/// What woven programs are compiled with besides.
///
/// Woven functions ask to be inlined, but choices and fuel made them larger than what they were
/// written as, so the largest ones may be about three times the size that is usual.
pub(crate) const WOVEN_FLAGS: &str = "-C llvm-args=-inlinehint-threshold=600";

/// How cargo builds the runtime of woven programs.
///
/// What is called in loops is inlined and compiled with the subject, as fast as that; the rest starts
/// and ends a run, and to optimise it would take longer than to compile a small subject.
pub(crate) const RUNTIME_PROFILE: [&str; 4] = [
    "--config",
    "profile.release.package.killrate-rt.opt-level=1",
    "--config",
    "profile.release.package.killrate-rt.codegen-units=1",
];

/// What cargo is asked to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// Types and borrows only.
    Types,
    /// A release build, in which integers wrap.
    Build,
    /// The same of what was woven.
    BuildWoven,
    /// The same with the package's test programs beside it.
    BuildWovenAndTests,
    /// A release build in one piece, with its assembly kept beside it.
    Assembly,
}

/// What cargo answered.
#[derive(Debug)]
pub(crate) struct CargoAnswer {
    pub is_success: bool,
    pub messages: Messages,
    /// What cargo itself complained.
    pub complaint: String,
}

impl Step {
    /// Whether what is built was woven.
    fn builds_woven(self) -> bool {
        matches!(self, Self::BuildWoven | Self::BuildWovenAndTests)
    }
}

impl CargoAnswer {
    /// For a program that was built before.
    pub(crate) fn nothing_to_do() -> Self {
        Self {
            is_success: true,
            messages: Messages::default(),
            complaint: String::new(),
        }
    }
}

/// Why cargo or the compiler could not be run.
#[derive(Debug, thiserror::Error)]
#[error("cannot start `{program}`; install the Rust toolchain and put it on the path")]
pub struct StartError {
    program: String,
    source: io::Error,
}

/// Checks or builds the binary of this package, or of a copy of it, in `folder`.
pub(crate) fn run(
    folder: &Path,
    target: &Path,
    package: &Package,
    step: Step,
) -> Result<CargoAnswer, StartError> {
    // Without the network first: most subjects need none, and the answer must not depend on it.
    let answer = run_once(folder, target, package, step, true)?;
    if answer.is_success || !answer.messages.errors.is_empty() {
        return Ok(answer);
    }
    run_once(folder, target, package, step, false)
}

/// What `cargo metadata` says of a package and all it depends on, as JSON, or what it complains.
///
/// The lock file decides, and cargo must not touch it: the folder is the user's own.
pub(crate) fn metadata(folder: &Path) -> Result<Result<String, String>, StartError> {
    answer_of(folder, &["metadata", "--format-version=1", "--locked"])
}

/// Writes the lock file of a package that has none, or says what cargo complains.
pub(crate) fn lock(folder: &Path) -> Result<Result<String, String>, StartError> {
    answer_of(folder, &["generate-lockfile"])
}

/// What cargo prints, or what it complains; the network is used only where nothing else helps.
#[expect(
    clippy::disallowed_methods,
    reason = "this module is the mutator's build step"
)]
fn answer_of(folder: &Path, arguments: &[&str]) -> Result<Result<String, String>, StartError> {
    let mut answer = Err(String::new());
    for network in [Some("--offline"), None] {
        let arguments = arguments.iter().copied();
        let output = duct::cmd("cargo", arguments.chain(network))
            .dir(folder)
            .full_env(environment())
            .stdout_capture()
            .stderr_capture()
            .unchecked()
            .run()
            .map_err(cannot_start("cargo"))?;
        if output.status.success() {
            return Ok(Ok(String::from_utf8_lossy(&output.stdout).into_owned()));
        }
        answer = Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(answer)
}

/// The version of the compiler that a package in this folder is built with, as `rustc -vV` says.
#[expect(
    clippy::disallowed_methods,
    reason = "this module is the mutator's build step"
)]
pub(crate) fn compiler_version(folder: &Path) -> Result<String, StartError> {
    let output = duct::cmd("rustc", ["-vV"])
        .dir(folder)
        .full_env(environment())
        .stdout_capture()
        .run()
        .map_err(cannot_start("rustc"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A test program that cargo built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TestTarget {
    /// `lib`, `bin/NAME`, or `tests/NAME`.
    pub name: String,
    pub executable: PathBuf,
}

/// Builds the test programs of this package, or of a copy of it, in `folder`.
pub(crate) fn build_tests(
    folder: &Path,
    target: &Path,
    package: &Package,
) -> Result<(CargoAnswer, Vec<TestTarget>), StartError> {
    let mut arguments = vec!["test", "--no-run", "--tests"];
    // The features are the driver's own where there is one.
    let features = package.features.join(",");
    if !features.is_empty() {
        arguments.extend(["--features", &features]);
    }
    let (mut answer, mut stream) = ask(folder, target, &arguments, true, Step::BuildWoven)?;
    if !answer.is_success && answer.messages.errors.is_empty() {
        (answer, stream) = ask(folder, target, &arguments, false, Step::BuildWoven)?;
    }
    let tests = stream.lines().filter_map(TestTarget::read).collect();
    Ok((answer, tests))
}

impl TestTarget {
    /// Reads one of cargo's messages; `None` when it is about something else.
    fn read(line: &str) -> Option<Self> {
        let message: Artifact = serde_json::from_str(line).ok()?;
        let target = message.target.name;
        let name = match message.target.kind.first()?.as_str() {
            "bin" => format!("bin/{target}"),
            "test" => format!("tests/{target}"),
            "example" | "bench" => return None,
            _ => "lib".to_owned(),
        };
        let executable = message.executable.filter(|_| message.profile.test)?;
        Some(Self { name, executable })
    }
}

#[derive(Deserialize)]
struct Artifact {
    target: Target,
    profile: Profile,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
    name: String,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

fn run_once(
    folder: &Path,
    target: &Path,
    package: &Package,
    step: Step,
    is_offline: bool,
) -> Result<CargoAnswer, StartError> {
    let verb = match step {
        Step::Types => "check",
        Step::Build | Step::BuildWoven | Step::BuildWovenAndTests | Step::Assembly => "build",
    };
    let mut arguments = vec![verb, "--bin", &package.binary];
    if step == Step::BuildWovenAndTests {
        arguments.push("--tests");
    }
    let features = package.built().features.join(",");
    if !features.is_empty() {
        arguments.extend(["--features", &features]);
    }
    let (answer, _) = ask(folder, target, &arguments, is_offline, step)?;
    Ok(answer)
}

/// Asks cargo for a release build, whatever of; gives its messages as read and as written.
#[expect(
    clippy::disallowed_methods,
    reason = "this module is the mutator's build step"
)]
fn ask(
    folder: &Path,
    target: &Path,
    arguments: &[&str],
    is_offline: bool,
    step: Step,
) -> Result<(CargoAnswer, String), StartError> {
    let network = is_offline.then_some("--offline");
    let common = ["--release", "--message-format=json"].into_iter();
    let profile: &[&str] = if step.builds_woven() {
        &RUNTIME_PROFILE
    } else {
        &[]
    };
    let asked = arguments.iter().chain(profile).copied();
    let arguments = asked.chain(common).chain(network);
    // Many checks in a row differ by a few functions; a build is made once.
    let is_incremental = if step == Step::Types { "1" } else { "0" };
    let mut environment = environment();
    let mut flags = RUST_FLAGS.to_owned();
    // A check does without them, but cargo asks the compiler anew for every set of flags.
    if step == Step::Types || step.builds_woven() {
        flags.push(' ');
        flags.push_str(WOVEN_FLAGS);
    }
    if step == Step::Assembly {
        flags.push_str(" --emit=asm");
        for (name, value) in [
            ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1"),
            ("CARGO_PROFILE_RELEASE_DEBUG", "0"),
            ("CARGO_PROFILE_RELEASE_LTO", "off"),
        ] {
            environment.push((name.into(), value.into()));
        }
    }
    for (name, value) in [
        ("CARGO_TARGET_DIR", target.as_os_str()),
        ("RUSTFLAGS", flags.as_ref()),
        ("CARGO_INCREMENTAL", is_incremental.as_ref()),
        ("CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS", "false".as_ref()),
        ("CARGO_TERM_COLOR", "never".as_ref()),
    ] {
        environment.push((name.into(), value.to_owned()));
    }
    let output = duct::cmd("cargo", arguments)
        .dir(folder)
        .full_env(environment)
        .stdout_capture()
        .stderr_capture()
        .unchecked()
        .run()
        .map_err(cannot_start("cargo"))?;
    let stream = String::from_utf8_lossy(&output.stdout).into_owned();
    let answer = CargoAnswer {
        is_success: output.status.success(),
        messages: Messages::read(&stream),
        complaint: String::from_utf8_lossy(&output.stderr).into_owned(),
    };
    Ok((answer, stream))
}

fn cannot_start(program: &'static str) -> impl FnOnce(io::Error) -> StartError {
    move |source| StartError {
        program: program.to_owned(),
        source,
    }
}

/// Our own environment without what would change how a subject is built.
///
/// When this program itself was started by cargo, cargo's variables about *this* package are set.
fn environment() -> Vec<(OsString, OsString)> {
    const KEPT: [&str; 3] = ["CARGO_HOME", "CARGO_HTTP_", "CARGO_NET_"];
    const DROPPED: [&str; 5] = ["CARGO_", "KILLRATE_", "RUSTC", "RUSTDOC", "RUSTFLAGS"];
    let starts_with_any =
        |name: &str, prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    std::env::vars_os()
        .filter(|(name, _)| {
            let name = name.to_string_lossy();
            starts_with_any(&name, &KEPT) || !starts_with_any(&name, &DROPPED)
        })
        .collect()
}
