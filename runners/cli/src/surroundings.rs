//! What verbs that run programs need: scratch, executor, a way to stop, progress.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use killrate_catalogue::Catalogue;
use killrate_executor::{Executor, Settings, Spent};
use killrate_study::{Event, Scratch, Surroundings};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::arguments::Threads;
use crate::console::Console;
use crate::exit::INTERRUPTED;
use crate::progress::Progress;

/// Keeps what [`Surroundings`] borrows.
pub(crate) struct Workshop {
    pub(crate) scratch: Scratch,
    executor: Executor,
    stop: Arc<AtomicBool>,
    progress: Progress,
}

impl Workshop {
    /// Opens the project's scratch folder and the executor's log in it.
    pub(crate) fn open(
        console: &Console,
        catalogue: &Catalogue,
        threads: &Threads,
    ) -> anyhow::Result<Self> {
        let scratch = console.scratch(catalogue);
        let executions = scratch.executions();
        Self::open_at(console, scratch, executions, threads)
    }

    /// The same with a scratch folder of one's own, and any folder for the executor's log.
    pub(crate) fn open_at(
        console: &Console,
        scratch: Scratch,
        executions: PathBuf,
        threads: &Threads,
    ) -> anyhow::Result<Self> {
        let settings = Settings {
            scratch: executions,
            threads: threads.number(),
        };
        let mut executor = Executor::open(settings)?;
        if threads.no_batches {
            executor = executor.without_batches();
        }
        if let Some(caveat) = executor.caveat() {
            console.note(&format!(
                "warning: this system allows no full sandbox; programs run in tier `{}`, which the record says: {caveat}",
                executor.tier()
            ));
        }
        for damage in executor.damage() {
            console.note(&format!("warning: {damage}"));
        }
        Ok(Self {
            scratch,
            executor,
            stop: stop_on_signals()?,
            progress: Progress::new(console),
        })
    }

    /// Says what the executions took, and how far that is from the least that is possible.
    pub(crate) fn tell_spent(&self, console: &Console) {
        let (spent, n_threads) = (self.executor.spent(), self.executor.threads());
        if let Some(text) = spent_in_words(spent, n_threads) {
            console.note(&text);
        }
    }

    /// Calls `work` with everything it needs, then clears the progress display.
    pub(crate) fn with<T>(&self, work: impl FnOnce(Surroundings<'_>) -> T) -> T {
        let on_event = |event: Event| self.progress.show(&event);
        let result = work(Surroundings {
            scratch: &self.scratch,
            executor: &self.executor,
            stop: &self.stop,
            on_event: &on_event,
        });
        self.progress.clear();
        result
    }
}

/// `None` when nothing was run, or nothing that could be measured.
fn spent_in_words(spent: Spent, n_threads: NonZeroUsize) -> Option<String> {
    let Spent { n_run, cpu, wall } = spent;
    let ideal = cpu.as_secs_f64() / n_threads.get() as f64;
    (ideal > 0.0).then(|| {
        format!(
            "{n_run} executions: {:.1} s of processor time in {:.1} s with {n_threads} threads, {:.2} times the least possible",
            cpu.as_secs_f64(),
            wall.as_secs_f64(),
            wall.as_secs_f64() / ideal,
        )
    })
}

/// The flag that the first Ctrl-C or SIGTERM sets; the second ends the program at once.
///
/// SIGHUP stays what it was: a study that was started with `nohup` outlives its terminal.
pub(crate) fn stop_on_signals() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        let (is_second, first) = (Arc::clone(&stop), Arc::clone(&stop));
        // Whoever asks a second time does not want to wait for the programs that still run. What is
        // registered first is done first, so the first signal finds the flag unset.
        flag::register_conditional_shutdown(signal, i32::from(INTERRUPTED), is_second)
            .and_then(|_| flag::register(signal, first))
            .context("cannot listen for Ctrl-C and SIGTERM")?;
    }
    Ok(stop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn what_was_spent_is_compared_with_the_least_possible() {
        let two = NonZeroUsize::new(2).unwrap();
        let spent = Spent {
            n_run: 40,
            cpu: Duration::from_millis(6000),
            wall: Duration::from_millis(3600),
        };
        assert_eq!(
            spent_in_words(spent, two).unwrap(),
            "40 executions: 6.0 s of processor time in 3.6 s with 2 threads, 1.20 times the least possible"
        );
        assert_eq!(spent_in_words(Spent::default(), two), None);
    }
}
