//! The harness's side of a runner.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::fd::{AsRawFd as _, BorrowedFd, OwnedFd};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use killrate_model::{Limit, Limits};
use rustix::event::Timespec;

use super::cell::{Inside, SHARED};
use super::channel::{Channel, Received};
use super::message::{Answer, Order, SetUp};
use super::{VARIABLE, serve};
use crate::black_box::is_executable;
use crate::{Cost, Fault, Tier};

/// How often the harness looks whether it is to stop.
const STEP: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 40_000_000,
};
/// How often a start is tried while somebody still has the program's file open for writing, as a
/// fork of another thread may for a moment after the file was written.
const N_STARTS: u32 = 20;
/// This very program, also when its file has been replaced.
const MYSELF: &str = "/proc/self/exe";

/// What to start.
pub(crate) struct Start<'a> {
    pub(crate) binary: &'a Path,
    pub(crate) arguments: &'a [String],
    pub(crate) environment: &'a [(&'a str, &'a OsStr)],
    pub(crate) folder: &'a Path,
    /// Standard output and error.
    pub(crate) streams: [BorrowedFd<'a>; 2],
}

/// How a program ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    /// The limit because of which the runner ended it.
    pub(crate) stopped_by: Option<Limit>,
    pub(crate) cost: Cost,
}

/// A process that runs one program at a time; it and its program end when this is dropped.
pub(crate) struct Runner {
    /// The path of the folder that its programs may write to; in a cell nothing is there for the
    /// harness.
    folder: PathBuf,
    tier: Tier,
    /// What its programs can read besides what every program can.
    visible: Arc<BTreeSet<PathBuf>>,
    /// What has a path in the cell only.
    inside: Option<Inside>,
    /// `None` when it has ended.
    process: RefCell<Option<Process>>,
}

struct Process {
    child: Child,
    channel: Channel,
}

impl Runner {
    /// Starts a runner whose programs may write to this folder, which it makes.
    pub(crate) fn start(
        tier: Tier,
        folder: PathBuf,
        visible: Arc<BTreeSet<PathBuf>>,
    ) -> Result<Self, Fault> {
        fs::create_dir(&folder).map_err(Fault::file("create the folder", &folder))?;
        let set_up = SetUp {
            tier,
            folder: folder.clone(),
            visible: visible.iter().cloned().collect(),
        };
        let mut runner = Self {
            folder,
            tier,
            visible,
            inside: None,
            process: RefCell::new(Some(start().map_err(Fault::Runner)?)),
        };
        let never = AtomicBool::new(false);
        let received = runner
            .ask(&set_up.encode(), &[], &never)?
            .ok_or_else(|| lost("it is stopped by nobody"))?;
        match Answer::decode(&received.message) {
            Some(Answer::Ready) => {}
            Some(Answer::Refused(error)) => {
                return Err(Fault::Runner(io::Error::from_raw_os_error(error)));
            }
            Some(Answer::Lost(reason)) => return Err(Fault::Runner(io::Error::other(reason))),
            _ => return Err(lost("its answer makes no sense")),
        }
        let handles: Result<[OwnedFd; 3], _> = received.handles.try_into();
        runner.inside = handles.ok().map(|[folder, temporary, memory]| Inside {
            folder,
            shared: [temporary, memory],
        });
        Ok(runner)
    }

    /// The folder that programs may write to, as they see it.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The same folder for the harness, which may be in other namespaces.
    pub(crate) fn place(&self) -> PathBuf {
        match &self.inside {
            Some(inside) => path_of(&inside.folder),
            None => self.folder.clone(),
        }
    }

    /// Whether its folder has a size of its own.
    pub(crate) fn has_cell(&self) -> bool {
        self.inside.is_some()
    }

    pub(crate) fn sees(&self, visible: &BTreeSet<PathBuf>) -> bool {
        *self.visible == *visible
    }

    /// Runs a program to its end; `None` when `stop` came first, which is the end of the runner.
    pub(crate) fn run(
        &self,
        start: &Start<'_>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Option<Ended>, Fault> {
        let cannot_start = |source: io::Error| {
            let binary = start.binary.to_owned();
            let is_missing = matches!(
                source.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied
            );
            if is_missing && self.tier != Tier::ProcessGroup && is_executable(&binary) {
                Fault::Hidden { binary, source }
            } else {
                Fault::Start { binary, source }
            }
        };
        let (arguments, environment) = (start.arguments, start.environment);
        let order = Order::new(start.binary, arguments, environment, start.folder, limits)
            .map_err(cannot_start)?
            .encode();
        let mut n_starts = 0;
        loop {
            n_starts += 1;
            let Some(received) = self.ask(&order, &start.streams, stop)? else {
                return Ok(None);
            };
            match Answer::decode(&received.message) {
                Some(Answer::Ended {
                    status,
                    stopped_by,
                    cost,
                }) => {
                    return Ok(Some(Ended {
                        status: ExitStatus::from_raw(status),
                        stopped_by,
                        cost,
                    }));
                }
                Some(Answer::Refused(error)) => {
                    let source = io::Error::from_raw_os_error(error);
                    let is_busy = source.kind() == io::ErrorKind::ExecutableFileBusy;
                    if !is_busy || n_starts == N_STARTS {
                        return Err(cannot_start(source));
                    }
                    std::thread::sleep(Duration::from_millis(5));
                }
                Some(Answer::Lost(reason)) => return Err(lost(&reason)),
                Some(Answer::Ready) | None => return Err(lost("its answer makes no sense")),
            }
        }
    }

    /// The answer to a message; `None` when `stop` came first, which is the end of the runner.
    fn ask(
        &self,
        message: &[u8],
        handles: &[BorrowedFd<'_>],
        stop: &AtomicBool,
    ) -> Result<Option<Received>, Fault> {
        let mut process = self.process.borrow_mut();
        let Some(Process { channel, .. }) = &*process else {
            return Err(lost("it has ended"));
        };
        let sent = channel.send(message, handles);
        let answer = sent.and_then(|()| wait(channel, stop));
        match answer {
            Ok(Some(received)) => Ok(Some(received)),
            ended => {
                // Whatever it runs ends with it.
                drop(process.take());
                match ended {
                    Ok(_) => Ok(None),
                    Err(error) => Err(Fault::watch("see the end")(error)),
                }
            }
        }
    }

    /// Whether the next program finds everything as the last one has: removes what that has left in
    /// the shared folders.
    pub(crate) fn is_reusable(&self) -> bool {
        let is_empty =
            |place: &Path| fs::read_dir(place).is_ok_and(|mut runs| runs.next().is_none());
        let handles = self.inside.iter().flat_map(|inside| &inside.shared);
        let mut shared = handles.zip(SHARED);
        self.process.borrow().is_some()
            && is_empty(&self.place())
            && shared.all(|(handle, shared)| self.clear(handle, Path::new(shared)).is_ok())
    }

    /// Removes what a program has left in a shared folder.
    fn clear(&self, handle: &OwnedFd, shared: &Path) -> io::Result<()> {
        for entry in fs::read_dir(path_of(handle))? {
            let entry = entry?;
            let path = shared.join(entry.file_name());
            let is_needed = |needed: &PathBuf| needed.starts_with(&path);
            if self.visible.iter().chain([&self.folder]).any(is_needed) {
                continue;
            }
            if entry.file_type()?.is_dir() {
                fs::remove_dir_all(entry.path())?;
            } else {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        drop(self.process.take());
        // What is left in it is removed by the sweep.
        let _ = fs::remove_dir(&self.folder);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // At the end of the line it ends what it runs, and itself.
        let _ = rustix::net::shutdown(&self.channel, rustix::net::Shutdown::Both);
        let _ = self.child.wait();
    }
}

/// Starts this very program as a runner, in a group of its own: a Ctrl-C is for the harness.
#[expect(
    clippy::disallowed_methods,
    reason = "runners are how the executor starts programs"
)]
fn start() -> io::Result<Process> {
    // Without what makes it a runner, this program would start itself without end.
    std::hint::black_box(&serve::BEFORE_MAIN);
    let (channel, other_end) = Channel::pair()?;
    let variable = VARIABLE.to_str().expect("a plain name");
    let child = Command::new(MYSELF)
        .arg0("killrate-runner")
        .env_clear()
        .env(variable, "1")
        .stdin(other_end)
        .stdout(Stdio::null())
        .process_group(0)
        .spawn()?;
    Ok(Process { child, channel })
}

/// The next message; `None` when `stop` came first.
fn wait(channel: &Channel, stop: &AtomicBool) -> io::Result<Option<Received>> {
    loop {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if channel.is_ready(&STEP)? {
            let received = channel.receive()?;
            let gone = || io::Error::other("somebody has ended the process that runs programs");
            return received.ok_or_else(gone).map(Some);
        }
    }
}

fn lost(reason: &str) -> Fault {
    Fault::watch("see the end")(io::Error::other(reason.to_owned()))
}

/// A path to an open folder that has none here.
fn path_of(folder: &OwnedFd) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", folder.as_raw_fd()))
}
