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
//! - it can write to its run folder and to the likes of `/dev/null` only;
//! - it cannot connect to or listen on TCP; since Linux 6.12 it can neither reach abstract sockets of
//!   others nor signal their processes.
//!
//! In tier `full` it runs in a cell of namespaces besides:
//!
//! - everything that it has started is killed at its end, wherever it went, and also when the harness
//!   is killed;
//! - it can write to its run folder, which has a size of its own, and to a `/tmp` and a `/dev/shm` that the next program does not
//!   see; everything else is read-only, and of the devices only the likes of `/dev/null` work;
//! - there is no network, not even a loopback;
//! - it is the user 65534 without any rights, and cannot signal or inspect processes of others.
//!
//! Not confined in any tier: what a program reads, and sockets and pipes that have a path and let the
//! user of the harness in.
//! Of `/tmp` and `/dev/shm` a program sees those entries that lead to its own binary and to the run
//! folders, read-only. `/proc` shows the processes of the machine.

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
mod interner;
mod log;
mod observe;
pub mod outside;
mod place;
mod pool;
mod probe;
mod program;
mod runner;
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
