//! A program whose functions have a property in every sandbox. It prints the nanoseconds of a call, and
//! of a bare copy of the process, which does nothing.
//!
//! The calls and the copies take turns, and the middle one of each counts: a busy moment of the machine
//! hits both, and a short one neither.

use std::hint::black_box;
use std::time::Instant;

unsafe extern "C" {
    fn fork() -> i32;
    fn _exit(code: i32) -> !;
    fn waitpid(process: i32, status: *mut i32, options: i32) -> i32;
}

/// @meta[in-clone, clone] in_clone(x + 1) == \result + 1
fn in_clone(x: u64) -> u64 {
    black_box(x)
}

/// @meta[in-fork, fork] in_fork(x + 1) == \result + 1
fn in_fork(x: u64) -> u64 {
    black_box(x)
}

/// @meta[in-fork-before, fork, before] in_fork_before(x + 1) == \result + 1
fn in_fork_before(x: u64) -> u64 {
    black_box(x)
}

/// @meta[in-batch, batch] in_batch(x + 1) == \result + 1
fn in_batch(x: u64) -> u64 {
    black_box(x)
}

fn copied(x: u64) -> u64 {
    let mut status = 0;
    unsafe {
        match fork() {
            0 => _exit(0),
            child => waitpid(child, &mut status, 0),
        };
    }
    x + status as u64
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let n_calls: u64 = words[2].parse().unwrap();
    let n_megabytes: usize = words[3].parse().unwrap();
    let ballast = vec![1_u8; n_megabytes << 20];
    let call = match words[1].as_str() {
        "clone" => in_clone,
        "fork" => in_fork,
        "fork-before" => in_fork_before,
        _ => in_batch,
    };
    if words[1].starts_with("fork") {
        let turns = (0..n_calls).map(|x| (time(call, x), time(copied, x)));
        let (calls, copies): (Vec<u128>, Vec<u128>) = turns.unzip();
        println!("{} {}", middle(calls), middle(copies));
    } else {
        // Single calls are too short for the clock, or make others wait for theirs.
        let start = Instant::now();
        for x in 0..n_calls {
            black_box(call(black_box(x)));
        }
        println!("{}", start.elapsed().as_nanos() as f64 / n_calls as f64);
    }
    black_box(&ballast);
}

fn time(call: fn(u64) -> u64, x: u64) -> u128 {
    let start = Instant::now();
    black_box(call(black_box(x)));
    start.elapsed().as_nanos()
}

fn middle(mut times: Vec<u128>) -> u128 {
    times.sort_unstable();
    times[times.len() / 2]
}
