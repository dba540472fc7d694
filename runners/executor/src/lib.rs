//! Runs each distinct execution once.
//!
//! An execution is a variant of a program and a request. The executor gives each a private folder
//! and limits, confines it as well as the machine allows, turns what it showed into an observation,
//! and writes that to a log that survives the harness: whatever finished is never run again.
//!
//! One execution, from the outside in: [`Executor`] makes a `batch` of what is asked, which shares
//! it among threads (`pool`) and asks the `store` for what is known; `observe` lays out a `folder`,
//! lets a `runner`, a small process for each worker, run the program in it and reads what it left.
//!
//! A program may be woven or a [`BlackBox`]: any command, with files of its own and with commands to
//! run before and after it.
//!
//! How well programs are confined is a [`Tier`], chosen by `probe` when an executor is opened and
//! told by [`Executor::tier`]. In every tier a program has limits on processor time, wall time,
//! memory, the size of each file and the number of its processes, an empty standard input, a scrubbed
//! environment, and a process group that is killed in the end, also when the harness is killed.
//!
//! In tier `landlock` besides:
//!
//! - everything that it has started is killed at its end, wherever it went, by the runner, whose
//!   descendants cannot leave it;
//! - it can write to its run folder and to the likes of `/dev/null` only, and read what is listed below
//!   only; that other files are there it can still find out;
//! - it cannot connect to or listen on TCP, and can make no Unix socket, not even for itself, except
//!   pairs; since Linux 6.12 it cannot signal processes of others;
//! - it cannot be a 32-bit program.
//!
//! In tier `full` it runs in a cell of namespaces besides:
//!
//! - everything that it has started is killed at its end, wherever it went, and also when the harness
//!   is killed;
//! - it has a root of its own: only what is listed below is there, read-only, so that no other file can
//!   be read and no socket of others be found by its path;
//! - it can write to its run folder, which has a size of its own, and to a `/tmp` and a `/dev/shm` that
//!   the next program does not see; of the devices only the likes of `/dev/null` are there;
//! - there is no network, not even a loopback;
//! - it is the user 65534 without any rights, and cannot signal or inspect processes of others.
//!
//! What a program can read in these two tiers is a short list (`runner/readable.rs`): the programs and
//! libraries of the system, such as `/usr`, a few files of `/etc` that hold no secrets, `/proc`, and its
//! own files: the binary, the interpreter of its first line, what is installed beside a folder `bin` that
//! is not the user's own, files that a command names by absolute paths, and what is declared as
//! [`BlackBox::readable`]. No home folder, no keys, no other project.
//!
//! Not confined: `/proc` shows the names and command lines of all processes of the machine, and a socket
//! that somebody put into a listed folder, such as `/usr`, could be connected to in tier `full`. In tier
//! `process-group` a program can read, and connect to, whatever the user of the harness can.

mod arguments;
mod batch;
mod black_box;
mod blob_store;
mod capture;
mod clock;
mod codec;
mod damage;
mod event;
mod execution;
mod executor;
mod fault;
mod folder;
#[cfg(fuzzing)]
pub mod fuzzing;
mod interner;
mod log;
mod many;
mod observe;
pub mod outside;
mod place;
mod pool;
mod probe;
mod program;
mod runner;
mod slot;
mod step;
mod store;
mod stray;
mod system_call;
mod tier;
mod wire;

pub use arguments::{ArgumentError, check_arguments};
pub use black_box::{BlackBox, BlackBoxError, split_command};
pub use damage::{Damage, DamageKind};
pub use event::Event;
pub use execution::{Cost, Execution, Outcome};
pub use executor::{Executor, Settings, Spent};
pub use fault::{Fault, RunError};
pub use program::{Kit, KitFile, Program, Step};
pub use step::{StepError, StepKind};
pub use tier::Tier;
