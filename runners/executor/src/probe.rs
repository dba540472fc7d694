//! Which tier works here.

use std::fs::{self, File};
use std::io;
use std::os::fd::AsFd as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use killrate_model::{Digest, Limits};

use crate::folder::RunFolders;
use crate::runner::Start;
use crate::system_call::IS_PURE;
use crate::{Fault, Program, Tier};

/// Enough for a program that does not exist.
const LIMITS: Limits = Limits {
    fuel: None,
    cpu: Duration::from_secs(10),
    wall: Duration::from_secs(60),
    memory: 1 << 30,
    output: 1 << 20,
};

/// The run folders in `runs` in the first of these tiers that works.
pub(crate) fn first_that_works(runs: &Path, tiers: &[Tier]) -> Result<RunFolders, Fault> {
    let mut source = io::Error::other("no tier was asked for");
    for &tier in tiers {
        let folders = RunFolders::new(runs.to_owned(), tier);
        match try_out(&folders) {
            Ok(()) => return Ok(folders),
            Err(error) => source = error,
        }
    }
    let _ = fs::remove_dir(runs);
    Err(Fault::Tier { source })
}

/// Does all that an execution does up to the moment when its program would start.
fn try_out(folders: &RunFolders) -> io::Result<()> {
    if folders.tier() == Tier::Full && !IS_PURE {
        return Err(io::ErrorKind::Unsupported.into());
    }
    // In a folder that only root can write to, and which is there when /proc is.
    let missing = PathBuf::from("/proc/killrate-probe");
    let program = Program::new(missing, Digest::of(b"no program"));
    let folder = folders.create(&program).map_err(source)?;
    let nothing = File::open("/dev/null")?;
    let start = Start {
        binary: &program.binary,
        arguments: &[],
        environment: &[],
        folder: folder.path(),
        streams: [nothing.as_fd(); 2],
    };
    match folder.run(&start, &LIMITS, &AtomicBool::new(false)) {
        Err(Fault::Start { source, .. }) if source.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(fault) => Err(source(fault)),
        Ok(_) => Err(io::Error::other("a program that is not there was started")),
    }
}

fn source(fault: Fault) -> io::Error {
    match fault {
        Fault::File { source, .. }
        | Fault::Start { source, .. }
        | Fault::Hidden { source, .. }
        | Fault::Watch { source, .. }
        | Fault::Runner(source)
        | Fault::Tier { source } => source,
        Fault::InUse { .. } => io::ErrorKind::ResourceBusy.into(),
    }
}
