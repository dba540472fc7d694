//! A place to run small programs: shell scripts in a temporary folder, and an executor.

#![expect(dead_code, reason = "no test file uses all of it")]

use std::fs;
use std::num::NonZeroUsize;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use killrate_executor::{Execution, Executor, Fault, Outcome, Program, RunError, Settings, Tier};
use killrate_model::{Digest, Limits, Observation, OutputName, Request, Variant};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};

pub(crate) const LIMITS: Limits = Limits {
    fuel: None,
    cpu: Duration::from_secs(20),
    wall: Duration::from_secs(60),
    memory: 1 << 30,
    output: 1 << 20,
};

pub(crate) const TIERS: [Tier; 3] = Tier::ALL;

pub(crate) struct Lab {
    folder: PathBuf,
    /// Removes the folder in the end; `None` in a lab of somebody else.
    _owner: Option<tempfile::TempDir>,
}

impl Lab {
    pub(crate) fn new() -> Self {
        let owner = tempfile::tempdir().unwrap();
        Self {
            folder: owner.path().to_owned(),
            _owner: Some(owner),
        }
    }

    /// The lab that another process has made.
    pub(crate) fn at(folder: &str) -> Self {
        Self {
            folder: folder.into(),
            _owner: None,
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// In the tier in which programs can leave notes in the lab.
    pub(crate) fn open(&self) -> Executor {
        self.open_with_threads(2).unwrap()
    }

    pub(crate) fn open_with_threads(&self, threads: usize) -> Result<Executor, Fault> {
        Executor::open_within(self.settings(threads), &[Tier::ProcessGroup])
    }

    /// In this tier, when it works on this machine.
    pub(crate) fn open_in(&self, tier: Tier) -> Option<Executor> {
        self.open_if_possible(tier, 2)
    }

    /// The same with one worker.
    pub(crate) fn open_alone_in(&self, tier: Tier) -> Option<Executor> {
        self.open_if_possible(tier, 1)
    }

    #[expect(clippy::print_stdout, reason = "a test that is skipped says so")]
    fn open_if_possible(&self, tier: Tier, threads: usize) -> Option<Executor> {
        match Executor::open_within(self.settings(threads), &[tier]) {
            Ok(executor) => Some(executor),
            Err(Fault::Tier { source }) => {
                println!("skipped: no tier `{tier}` on this machine: {source}");
                None
            }
            Err(fault) => panic!("{fault}"),
        }
    }

    fn settings(&self, threads: usize) -> Settings {
        Settings {
            scratch: self.path("scratch"),
            threads: NonZeroUsize::new(threads).unwrap(),
        }
    }

    /// A program that runs these shell commands; `LAB` stands for the folder of the lab.
    pub(crate) fn script(&self, commands: &str) -> Arc<Program> {
        let commands = commands.replace("LAB", self.folder.to_str().unwrap());
        let digest = Digest::of(commands.as_bytes());
        let binary = self.path(&format!("script-{}", digest.short()));
        if !binary.exists() {
            fs::write(&binary, format!("#!/bin/sh\n{commands}\n")).unwrap();
            fs::set_permissions(&binary, fs::Permissions::from_mode(0o755)).unwrap();
        }
        Arc::new(Program::new(binary, digest))
    }

    /// How many lines the programs have written to this file of the lab.
    pub(crate) fn n_lines(&self, name: &str) -> usize {
        fs::read_to_string(self.path(name)).map_or(0, |text| text.lines().count())
    }

    /// The logs, in order.
    pub(crate) fn logs(&self) -> Vec<PathBuf> {
        files(&self.path("scratch/log"))
    }

    /// What is left of the run folders.
    pub(crate) fn leftovers(&self) -> Vec<PathBuf> {
        let runs = self.path("scratch/runs-00");
        if runs.exists() { files(&runs) } else { vec![] }
    }
}

pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// A program of the system.
pub(crate) fn program(binary: &str) -> Arc<Program> {
    let digest = Digest::of(binary.as_bytes());
    Arc::new(Program::new(binary.into(), digest))
}

pub(crate) fn request(arguments: &[&str], outputs: &[&str]) -> Request {
    Request {
        arguments: arguments.iter().map(|&argument| argument.into()).collect(),
        inputs: [].into(),
        outputs: outputs.iter().map(|&name| output(name)).collect(),
        seed: None,
        ..Request::default()
    }
}

pub(crate) fn output(name: &str) -> OutputName {
    OutputName::new(name).unwrap()
}

pub(crate) fn execution(program: Arc<Program>, request: Request, limits: Limits) -> Execution {
    Execution {
        program,
        variant: Variant::Original,
        request: Arc::new(request),
        limits,
        repetition: 0,
    }
}

/// The mutants 1 to `n` of a program without arguments.
pub(crate) fn mutants(program: &Arc<Program>, n: u32) -> Vec<Execution> {
    let request = Arc::new(request(&[], &[]));
    (1..=n)
        .map(|number| Execution {
            program: Arc::clone(program),
            variant: Variant::Mutant(number),
            request: Arc::clone(&request),
            limits: LIMITS,
            repetition: 0,
        })
        .collect()
}

pub(crate) fn run(executor: &Executor, executions: &[Execution]) -> Result<Vec<Outcome>, RunError> {
    executor.run(executions, &AtomicBool::new(false), &|_| {})
}

/// Runs one execution that nobody has run before.
pub(crate) fn observe(executor: &Executor, execution: Execution) -> Arc<Observation> {
    let outcome = run(executor, &[execution]).unwrap().remove(0);
    assert!(!outcome.was_cached);
    outcome.observation
}

/// Whether the process of this number ends within some seconds.
pub(crate) fn ends(pid: &str) -> bool {
    let pid = Pid::from_raw(pid.trim().parse().unwrap()).unwrap();
    let Ok(handle) = pidfd_open(pid, PidfdFlags::empty()) else {
        return true;
    };
    let timeout = Timespec {
        tv_sec: 10,
        tv_nsec: 0,
    };
    poll(&mut [PollFd::new(&handle, PollFlags::IN)], Some(&timeout)).unwrap() == 1
}
