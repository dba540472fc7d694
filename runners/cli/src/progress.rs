//! What happens, shown while it happens: a bar on a terminal, a line per step elsewhere.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use killrate_executor::Event as ExecutionEvent;
use killrate_mutator::WeaveEvent;
use killrate_study::Event;

use crate::console::Console;
use crate::shown::shown;

/// The progress display on standard error.
pub(crate) struct Progress {
    bar: ProgressBar,
    shows_bar: bool,
    is_quiet: bool,
    /// The step under way, without its numbers.
    step: Mutex<String>,
    /// The executions under way.
    pace: Mutex<Pace>,
}

/// How executions go on, for lines without a bar.
struct Pace {
    n_to_run: u64,
    start: Instant,
    last_line: Instant,
}

/// How often a line tells how executions go on: often enough to see that they do, and few enough to
/// be read in the log of a night.
const LINE_EVERY: Duration = Duration::from_secs(15);

impl Progress {
    pub(crate) fn new(console: &Console) -> Self {
        let shows_bar = console.shows_progress;
        let bar = if shows_bar {
            ProgressBar::no_length()
        } else {
            ProgressBar::hidden()
        };
        Self {
            bar,
            shows_bar,
            is_quiet: console.is_quiet,
            step: Mutex::default(),
            pace: Mutex::new(Pace::new(0)),
        }
    }

    pub(crate) fn show(&self, event: &Event) {
        match event {
            Event::Weaving { subject, event } => {
                self.step(&format!("{subject}: {}", weaving(event)));
            }
            Event::Woven { subject, n_woven, n_alone, n_withdrawn } => {
                let alone = match n_alone {
                    0 => String::new(),
                    _ => format!(" ({n_alone} of them built alone)"),
                };
                self.say(&format!("{subject}: {n_woven} mutants woven{alone}, {n_withdrawn} withdrawn"));
            }
            Event::Baseline { subject } => self.step(&format!("{subject}: running the original")),
            Event::Executing { subject, n_saved } => self.step(&format!(
                "{subject}: running mutants ({n_saved} executions need no run)"
            )),
            Event::Execution(ExecutionEvent::Started { n_to_run, n_cached, .. }) => {
                self.start(*n_to_run as u64, *n_cached);
            }
            Event::Execution(ExecutionEvent::Finished { n_finished, .. }) => {
                self.bar.inc(1);
                self.count(*n_finished);
            }
            Event::Execution(ExecutionEvent::Confirming { n_executions }) => self.say(&format!(
                "  {n_executions} executions met the limit on wall time; running them once more, alone"
            )),
            Event::Lines { subject } => {
                self.step(&format!("{subject}: seeing which lines each data set runs"));
            }
            Event::SameCode { subject } => {
                self.step(&format!("{subject}: comparing the optimised code of mutants"));
            }
            Event::Judged { subject, n_verdicts } => {
                self.step(&format!("{subject}: {n_verdicts} verdicts"));
            }
        }
    }

    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// A step that has no count yet.
    fn step(&self, text: &str) {
        let mut step = self.step.lock().unwrap_or_else(PoisonError::into_inner);
        if *step == text {
            return;
        }
        text.clone_into(&mut step);
        if self.shows_bar {
            self.bar.set_style(style(STEP));
            self.bar.set_message(shown(text).into_owned());
            self.bar.enable_steady_tick(Duration::from_millis(120));
        } else {
            self.say(text);
        }
    }

    /// The present step runs this many executions.
    fn start(&self, n_to_run: u64, n_cached: usize) {
        if n_cached > 0 && n_to_run > 0 {
            self.say(&format!(
                "  {n_cached} executions known from before, {n_to_run} to run"
            ));
        }
        *self.pace.lock().unwrap_or_else(PoisonError::into_inner) = Pace::new(n_to_run);
        if self.shows_bar && n_to_run > 0 {
            self.bar.disable_steady_tick();
            self.bar.set_style(style(COUNT));
            // The time that the step before took must not count in the estimate of this one.
            self.bar.reset();
            self.bar.set_length(n_to_run);
            self.bar.set_position(0);
        }
    }

    /// So many executions of the present step are finished.
    fn count(&self, n_finished: usize) {
        if self.shows_bar {
            return;
        }
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        let since_last_line = pace.last_line.elapsed();
        if since_last_line >= LINE_EVERY {
            pace.last_line += since_last_line;
            self.say(&progress_line(
                n_finished as u64,
                pace.n_to_run,
                pace.start.elapsed(),
            ));
        }
    }

    #[expect(
        clippy::print_stderr,
        reason = "without a bar, a step is a line on standard error"
    )]
    fn say(&self, text: &str) {
        // A line that is not written through the bar would end up in the middle of it.
        if self.shows_bar {
            self.bar.println(shown(text));
        } else if !self.is_quiet {
            eprintln!("{}", shown(text));
        }
    }
}

impl Pace {
    #[expect(
        clippy::disallowed_methods,
        reason = "progress is about time, and no result holds it"
    )]
    fn new(n_to_run: u64) -> Self {
        let now = Instant::now();
        Self {
            n_to_run,
            start: now,
            last_line: now,
        }
    }
}

/// How far executions are and, at the pace so far, how long they will take.
fn progress_line(n_finished: u64, n_to_run: u64, elapsed: Duration) -> String {
    let n_left = n_to_run.saturating_sub(n_finished);
    let left = elapsed.as_secs_f64() * n_left as f64 / n_finished.max(1) as f64;
    let left = HumanDuration(Duration::from_secs(left as u64));
    format!("  {n_finished} of {n_to_run} executions, about {left} left")
}

/// A step without a count, and a step that counts executions.
const STEP: &str = "{spinner} {msg}";
const COUNT: &str = "{msg} {wide_bar:.green/dim} {human_pos}/{human_len} eta {eta}";

/// A step of weaving, in words.
pub(crate) fn weaving(event: &WeaveEvent) -> String {
    match event {
        WeaveEvent::Cached => "woven before".to_owned(),
        WeaveEvent::Waiting => "waiting until the same program is built elsewhere".to_owned(),
        WeaveEvent::CompilingOriginal => "checking that it compiles".to_owned(),
        WeaveEvent::Withdrew { n_mutants } => format!("the compiler refuses {n_mutants} mutants"),
        WeaveEvent::Confirming { function } => {
            format!("looking closer at the mutants of `{function}`")
        }
        WeaveEvent::Building { round, n_mutants } => {
            format!("building {n_mutants} mutants as one program, round {round}")
        }
        WeaveEvent::BuildingAlone { index, n_mutants } => {
            format!("building mutant {index} of {n_mutants} that compile alone only")
        }
        WeaveEvent::BuildingPlacebo { index, n_placebos } => {
            format!("building placebo {index} of {n_placebos}")
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the templates are written here and tested")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_how_long_the_rest_takes_at_the_pace_so_far() {
        let line =
            |n_finished, seconds| progress_line(n_finished, 400, Duration::from_secs(seconds));
        assert_eq!(
            line(100, 60),
            "  100 of 400 executions, about 3 minutes left"
        );
        assert_eq!(
            line(400, 60),
            "  400 of 400 executions, about 0 seconds left"
        );
        assert_eq!(line(0, 60), "  0 of 400 executions, about 7 hours left");
    }

    #[test]
    fn the_templates_are_well_formed() {
        for template in [STEP, COUNT] {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }
}
