//! The life of a runner, from its start to the end of the line to the harness.
//!
//! A runner is the same file as the harness, started again with a variable that says so. It becomes
//! a runner before `main` and never gets there, so every program that runs executions, a test as well
//! as the command line, can be one without a word in its `main`.

#![expect(
    unsafe_code,
    reason = "what is to happen before `main` has to be in a section of its own"
)]

use std::ffi::{CStr, c_int};
use std::fs::File;
use std::io;
use std::os::fd::{AsFd as _, FromRawFd as _, OwnedFd};
use std::path::Path;

use rustix::process::set_child_subreaper;
use rustix::thread::set_no_new_privs;

use super::cell::{self, Inside, SHARED};
use super::channel::{Channel, Received};
use super::message::{Answer, Order, SetUp};
use super::spawn::Ways;
use super::watch::{self, Hold, refused};
use super::{VARIABLE, landlock, no_sockets};
use crate::Tier;

/// Called by the system before `main`.
#[used]
#[unsafe(link_section = ".init_array")]
pub(super) static BEFORE_MAIN: extern "C" fn() = serve_if_asked;

extern "C" fn serve_if_asked() {
    let name: &CStr = VARIABLE;
    // SAFETY: Nobody else runs yet who could change the environment.
    if unsafe { libc::getenv(name.as_ptr()) }.is_null() {
        return;
    }
    let code = c_int::from(serve().is_err());
    // SAFETY: Ends this process; there is nothing to clean up.
    unsafe { libc::_exit(code) }
}

/// Does what the harness asks for until that has gone.
fn serve() -> io::Result<()> {
    // SAFETY: The harness has put it there, and nobody else uses it. When it is no such line, the
    // first message does not come.
    let channel = Channel::new(unsafe { OwnedFd::from_raw_fd(libc::STDIN_FILENO) });
    // SAFETY: System calls with valid arguments. Nothing is open yet that we need besides the
    // standard streams. When the harness ignores the ends of its children, so would we.
    unsafe {
        let _ = libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, 0);
        libc::signal(libc::SIGCHLD, libc::SIG_DFL);
    }
    let Some(set_up) = channel.receive()?.and_then(|r| SetUp::decode(&r.message)) else {
        return Ok(());
    };
    let (ways, inside) = match set_up_as(&set_up) {
        Ok(made) => made,
        Err(error) => return channel.send(&refused(&error).encode(), &[]),
    };
    let handles: Vec<_> = inside.iter().flat_map(Inside::handles).collect();
    channel.send(&Answer::Ready.encode(), &handles)?;
    drop(inside);
    while let Some(received) = channel.receive()? {
        let Some(answer) = obey(&received, &ways, set_up.tier, &channel)? else {
            break;
        };
        channel.send(&answer.encode(), &[])?;
    }
    Ok(())
}

/// Confines this process and prepares what its programs need.
fn set_up_as(set_up: &SetUp) -> io::Result<(Ways, Option<Inside>)> {
    let SetUp {
        tier,
        folder,
        visible,
    } = set_up;
    // No program gets more rights than we have, whatever the bits of its file say.
    set_no_new_privs(true)?;
    let inside = match tier {
        Tier::Full => Some(cell::enter(folder, visible)?),
        Tier::Landlock => {
            set_child_subreaper(Some(rustix::process::getpid()))?;
            no_sockets::forbid()?;
            None
        }
        Tier::ProcessGroup => None,
    };
    let ruleset = match tier {
        Tier::Full => {
            let [temporary, memory] = SHARED.map(Path::new);
            landlock::besides_namespaces(&[folder, temporary, memory])?
        }
        Tier::Landlock => Some(landlock::alone(folder, visible)?),
        Tier::ProcessGroup => None,
    };
    let ways = Ways {
        has_init: *tier == Tier::Full,
        ruleset,
        nothing: File::open("/dev/null")?.into(),
    };
    Ok((ways, inside))
}

/// Runs what is ordered; `None` when the harness has gone.
fn obey(
    received: &Received,
    ways: &Ways,
    tier: Tier,
    channel: &Channel,
) -> io::Result<Option<Answer>> {
    let (Some(order), [stdout, stderr]) = (Order::decode(&received.message), &*received.handles)
    else {
        return Ok(None);
    };
    let hold = match tier {
        Tier::Full => Hold::Init,
        Tier::Landlock => Hold::Reaper,
        Tier::ProcessGroup => Hold::Group,
    };
    watch::run(order, [stdout, stderr], ways, hold, channel)
}

impl Inside {
    fn handles(&self) -> [std::os::fd::BorrowedFd<'_>; 3] {
        let [temporary, memory] = &self.shared;
        [&self.folder, temporary, memory].map(|handle| handle.as_fd())
    }
}
