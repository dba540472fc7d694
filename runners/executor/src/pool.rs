//! Sharing jobs among threads.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How often the calling thread does its own part.
const TICK: Duration = Duration::from_secs(1);

/// Calls `job` with a worker's number and the number of each job below `n_jobs`, in order of start,
/// until one breaks; meanwhile calls `tick` about once a second.
///
/// Jobs that run when one breaks are finished, later ones are not started.
pub(crate) fn share(
    n_jobs: usize,
    n_threads: NonZeroUsize,
    job: impl Fn(usize, usize) -> ControlFlow<()> + Sync,
    mut tick: impl FnMut(),
) {
    let next = AtomicUsize::new(0);
    let is_broken = AtomicBool::new(false);
    let work = |worker| {
        while !is_broken.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= n_jobs {
                break;
            }
            if job(worker, number).is_break() {
                is_broken.store(true, Ordering::Relaxed);
            }
        }
    };
    thread::scope(|scope| {
        let (at_work, all_done) = mpsc::channel::<()>();
        for worker in 0..n_threads.get().min(n_jobs) {
            let at_work = at_work.clone();
            let work = &work;
            scope.spawn(move || {
                // Dropped at the end, also of a panic.
                let _at_work = at_work;
                work(worker);
            });
        }
        drop(at_work);
        while let Err(RecvTimeoutError::Timeout) = all_done.recv_timeout(TICK) {
            tick();
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    fn jobs_done(n_jobs: usize, n_threads: usize, break_at: usize) -> Vec<usize> {
        let done = Mutex::new(Vec::new());
        let n_threads = NonZeroUsize::new(n_threads).unwrap();
        share(
            n_jobs,
            n_threads,
            |worker, number| {
                assert!(worker < n_threads.get());
                done.lock().unwrap().push(number);
                if number == break_at {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
            || {},
        );
        let mut done = done.into_inner().unwrap();
        done.sort_unstable();
        done
    }

    #[test]
    fn every_job_is_done_once() {
        for (n_jobs, n_threads) in [(0, 3), (1, 3), (100, 1), (100, 7)] {
            assert_eq!(
                jobs_done(n_jobs, n_threads, usize::MAX),
                (0..n_jobs).collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn no_job_is_started_after_a_break() {
        assert_eq!(jobs_done(100, 1, 3), [0, 1, 2, 3]);
    }
}
