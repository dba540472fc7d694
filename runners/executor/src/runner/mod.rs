//! A small process for each worker that starts, confines, limits and ends programs.
//!
//! The harness is large and has many threads, which makes it a bad parent: entering a namespace of
//! users and being the reaper of descendants are for processes with one thread and one purpose, and a
//! child between fork and exec shares the memory or the page tables of all of it. A runner has one
//! thread and next to no memory. It enters its namespaces once, makes its rules once, and then runs
//! one program after the other, as it is asked to over a line ([`channel`], [`message`]); when the
//! line ends, because the harness wants that or was killed, so do the program and the runner.
//!
//! The harness has [`client`] and [`idle`]; all else is done in the runner: [`serve`] is its life,
//! [`cell`], [`landlock`] and [`no_sockets`] confine it and its programs to what is [`readable`], [`spawn`] starts one and [`watch`] ends it.

mod cell;
mod channel;
mod client;
mod clone;
mod cpu;
mod idle;
mod landlock;
mod message;
mod no_sockets;
mod readable;
mod rlimits;
mod serve;
mod spawn;
mod tree;
mod watch;

pub(crate) use client::{Ended, Runner, Start};
pub(crate) use idle::Runners;
#[cfg(fuzzing)]
pub(crate) use message::{Answer, Order, SetUp};

/// The variable that makes this very program a runner.
const VARIABLE: &std::ffi::CStr = c"KILLRATE_RUNNER";
