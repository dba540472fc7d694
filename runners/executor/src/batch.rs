//! One call of `run`: the distinct executions and how far they are.

use std::cmp::Reverse;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use killrate_model::{Digest, Exit, Limit, Observation};

use crate::arguments::check_with_kit;
use crate::codec::Backstops;
use crate::folder::RunFolders;
use crate::many::{are_alike, may_share, observe_many};
use crate::observe::observe;
use crate::store::Store;
use crate::{Cost, Event, Execution, Outcome, RunError, Tier, many, pool};

/// A distinct execution.
pub(crate) struct Job {
    key: Digest,
    /// Its first position among the executions asked for.
    position: usize,
    backstops: Backstops,
}

/// The number of a job, or of an execution asked for.
///
/// A study has millions of either, which is why a number has four bytes and not eight.
pub(crate) type Number = u32;

/// The distinct executions, and for every one asked for which of them it is.
pub(crate) fn distinct(
    executions: &[Execution],
    tier: Tier,
) -> Result<(Vec<Job>, Vec<Number>), RunError> {
    let firsts = first_equals(executions, tier);
    let is_first = |(position, first): (usize, &usize)| position == *first;
    let n_jobs = firsts
        .iter()
        .enumerate()
        .filter(|&pair| is_first(pair))
        .count();
    let mut jobs: Vec<Job> = Vec::with_capacity(n_jobs);
    let mut job_of: Vec<Number> = Vec::with_capacity(executions.len());
    for (position, (execution, &first)) in executions.iter().zip(&firsts).enumerate() {
        let backstops = Backstops::from(&execution.limits);
        if position == first {
            check_with_kit(&execution.request, &execution.program.kit)?;
            job_of.push(number(jobs.len()));
            jobs.push(Job {
                key: execution.key(tier),
                position,
                backstops,
            });
        } else {
            // The limits on time are no part of the key, so executions that are equal may differ in
            // them; the one that is run gets the longest.
            let number = job_of[first];
            let of_job = &mut jobs[number as usize].backstops;
            of_job.cpu = of_job.cpu.max(backstops.cpu);
            of_job.wall = of_job.wall.max(backstops.wall);
            job_of.push(number);
        }
    }
    Ok((jobs, job_of))
}

/// For every execution the position of the first that is equal to it.
///
/// By sorting: a map of a million keys takes twice the memory of the keys.
fn first_equals(executions: &[Execution], tier: Tier) -> Vec<usize> {
    let keys: Vec<Digest> = executions.iter().map(|e| e.key(tier)).collect();
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_unstable_by(|&a, &b| keys[a].cmp(&keys[b]).then(a.cmp(&b)));
    let mut firsts = vec![0; keys.len()];
    for equals in order.chunk_by(|&a, &b| keys[a] == keys[b]) {
        for &position in equals {
            firsts[position] = equals[0];
        }
    }
    firsts
}

/// One call of `run` while it is under way.
pub(crate) struct Batch<'a> {
    store: &'a Store,
    folders: &'a RunFolders,
    executions: &'a [Execution],
    jobs: &'a [Job],
    stop: &'a AtomicBool,
    on_event: &'a (dyn Fn(Event) + Sync),
    /// Whether executions may share processes.
    shares: bool,
    outcomes: Vec<OnceLock<Outcome>>,
    n_finished: AtomicUsize,
    /// The processor time of the executions that were run, in microseconds.
    cpu: AtomicU64,
    /// Jobs that met the limit on wall time, which may only mean that the machine was busy.
    suspects: Mutex<Vec<usize>>,
    /// The first error.
    error: OnceLock<RunError>,
}

/// Whether a limit on wall time is believed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Belief {
    IfConfirmed,
    AtOnce,
}

impl<'a> Batch<'a> {
    /// Tells what there is to do.
    pub(crate) fn new(
        store: &'a Store,
        folders: &'a RunFolders,
        executions: &'a [Execution],
        jobs: &'a [Job],
        stop: &'a AtomicBool,
        on_event: &'a (dyn Fn(Event) + Sync),
        shares: bool,
    ) -> Self {
        let batch = Self {
            store,
            folders,
            executions,
            jobs,
            stop,
            on_event,
            shares,
            outcomes: jobs.iter().map(|_| OnceLock::new()).collect(),
            n_finished: AtomicUsize::new(0),
            cpu: AtomicU64::new(0),
            suspects: Mutex::default(),
            error: OnceLock::new(),
        };
        let n_cached = batch.n_answered();
        on_event(Event::Started {
            n_distinct: jobs.len(),
            n_cached,
            n_to_run: jobs.len() - n_cached,
        });
        batch
    }

    /// Runs what the log does not answer, except what has to be confirmed.
    pub(crate) fn run_all(&self, threads: NonZeroUsize) {
        let (order, ends) = self.units();
        pool::share(
            ends.len(),
            threads,
            |worker, unit| {
                let start = unit
                    .checked_sub(1)
                    .map_or(0, |before| ends[before] as usize);
                self.step_all(worker, &order[start..ends[unit] as usize])
            },
            || self.keep_error(self.store.sync()),
        );
    }

    /// The jobs in the order in which they are started, and where each stretch of it ends that one
    /// process may run.
    fn units(&self) -> (Vec<Number>, Vec<Number>) {
        let order = longest_first(self.jobs);
        let execution = |number: Number| &self.executions[self.jobs[number as usize].position];
        let is_shared = |&number: &Number| {
            let job = &self.jobs[number as usize];
            self.shares
                && may_share(execution(number))
                && !self.store.contains(job.key, job.backstops)
        };
        let (mut shared, mut order): (Vec<Number>, Vec<Number>) =
            order.into_iter().partition(is_shared);
        let mut ends: Vec<Number> = (1..=number(order.len())).collect();
        // Those of one variant come together, and stay in their order.
        shared.sort_by_key(|&number| {
            let Execution {
                program, variant, ..
            } = execution(number);
            (program.digest, variant.number())
        });
        let alike = shared.chunk_by(|&one, &other| are_alike(execution(one), execution(other)));
        for unit in alike.flat_map(|alike| alike.chunks(many::MOST)) {
            order.extend(unit);
            ends.push(number(order.len()));
        }
        (order, ends)
    }

    /// Runs those again, one after the other, that met the limit on wall time.
    pub(crate) fn confirm_suspects(&self) {
        let noted = self.suspects.lock();
        let mut suspects = std::mem::take(&mut *noted.unwrap_or_else(PoisonError::into_inner));
        if suspects.is_empty() || self.must_end() {
            return;
        }
        // Workers note them as they meet them, which is another order each time.
        suspects.sort_unstable();
        (self.on_event)(Event::Confirming {
            n_executions: suspects.len(),
        });
        for job in suspects {
            if self.step(0, job, Belief::AtOnce).is_break() {
                break;
            }
        }
    }

    /// Runs jobs that may share a process; where that ends before the last, the one that it was at runs
    /// alone.
    fn step_all(&self, worker: usize, jobs: &[Number]) -> ControlFlow<()> {
        let mut rest = jobs;
        while rest.len() > 1 && !self.must_end() {
            let n_finished = match self.resolve_many(worker, rest) {
                Ok(Some(n_finished)) => n_finished,
                Ok(None) => return ControlFlow::Break(()),
                Err(error) => {
                    self.keep_error::<RunError>(Err(error));
                    return ControlFlow::Break(());
                }
            };
            rest = &rest[n_finished..];
            // Where not even one finished, sharing helps nobody.
            if n_finished == 0 {
                break;
            }
            if let Some((&job, others)) = rest.split_first() {
                self.step(worker, job as usize, Belief::IfConfirmed)?;
                rest = others;
            }
        }
        rest.iter()
            .try_for_each(|&job| self.step(worker, job as usize, Belief::IfConfirmed))
    }

    /// Runs jobs in one process; how many of them, from the first on, have an outcome then. `None` when
    /// it was stopped.
    fn resolve_many(&self, worker: usize, numbers: &[Number]) -> Result<Option<usize>, RunError> {
        let of_numbers = |&number: &Number| &self.jobs[number as usize];
        let jobs: Vec<&Job> = numbers.iter().map(of_numbers).collect();
        let executions: Vec<Execution> = jobs.iter().map(|job| self.execution(job)).collect();
        let Some(finished) = observe_many(&executions, self.folders, self.stop)? else {
            return Ok(None);
        };
        let n_finished = finished.len();
        let of_jobs = jobs.iter().zip(&executions).zip(numbers).zip(finished);
        for (((job, execution), &number), (observation, cost)) in of_jobs {
            if is_of_sample(job.key) && !self.is_as_alone(execution, &observation)? {
                return Ok(None);
            }
            let outcome = self.keep(worker, job, observation, cost)?;
            self.outcomes[number as usize]
                .set(outcome)
                .expect("each job is resolved once");
        }
        Ok(Some(n_finished))
    }

    fn step(&self, worker: usize, job: usize, belief: Belief) -> ControlFlow<()> {
        if self.must_end() {
            return ControlFlow::Break(());
        }
        match self.resolve(worker, job, belief) {
            Ok(Some(outcome)) => {
                self.outcomes[job]
                    .set(outcome)
                    .expect("each job is resolved once");
                ControlFlow::Continue(())
            }
            Ok(None) => ControlFlow::Continue(()),
            Err(error) => {
                self.keep_error::<RunError>(Err(error));
                ControlFlow::Break(())
            }
        }
    }

    /// The outcome of a job; `None` when it was stopped or has to be confirmed.
    fn resolve(
        &self,
        worker: usize,
        number: usize,
        belief: Belief,
    ) -> Result<Option<Outcome>, RunError> {
        let job = &self.jobs[number];
        if let Some(outcome) = self.store.get(job.key, job.backstops)? {
            return Ok(Some(outcome));
        }
        let execution = self.execution(job);
        let Some((observation, cost)) = observe(&execution, self.folders, self.stop)? else {
            return Ok(None);
        };
        let is_wall = observation.exit == Exit::Exceeded { limit: Limit::Wall };
        if is_wall && belief == Belief::IfConfirmed {
            let suspects = self.suspects.lock();
            suspects
                .unwrap_or_else(PoisonError::into_inner)
                .push(number);
            self.note_cost(cost);
            return Ok(None);
        }
        self.keep(worker, job, observation, cost).map(Some)
    }

    /// What is run for a job.
    fn execution(&self, job: &Job) -> Execution {
        let mut execution = self.executions[job.position].clone();
        execution.limits.cpu = job.backstops.cpu;
        execution.limits.wall = job.backstops.wall;
        execution
    }

    /// Makes what an execution showed an outcome that lasts.
    fn keep(
        &self,
        worker: usize,
        job: &Job,
        observation: Observation,
        cost: Cost,
    ) -> Result<Outcome, RunError> {
        self.note_cost(cost);
        let exit = observation.exit;
        let outcome = self
            .store
            .put(worker, job.key, job.backstops, observation, cost)?;
        (self.on_event)(Event::Finished {
            position: job.position,
            exit,
            cost,
            n_finished: 1 + self.n_finished.fetch_add(1, Ordering::Relaxed),
        });
        Ok(outcome)
    }

    fn note_cost(&self, cost: Cost) {
        let microseconds = u64::try_from(cost.cpu.as_micros()).unwrap_or(u64::MAX);
        self.cpu.fetch_add(microseconds, Ordering::Relaxed);
    }

    /// Whether an execution shows alone what it showed among many; `false` when it was stopped.
    ///
    /// # Errors
    /// When it shows something else.
    fn is_as_alone(
        &self,
        execution: &Execution,
        among_many: &Observation,
    ) -> Result<bool, RunError> {
        let Some((mut alone, _)) = observe(execution, self.folders, self.stop)? else {
            return Ok(false);
        };
        // Only in a cell do all processes have the same number, which panics tell.
        if self.folders.tier() != Tier::Full {
            alone.stderr = among_many.stderr.clone();
        }
        if alone == *among_many {
            return Ok(true);
        }
        Err(RunError::DiffersAmongMany {
            binary: execution.program.binary_of(execution.variant).to_owned(),
            difference: format!("alone {}, among many {}", alone.exit, among_many.exit),
        })
    }

    /// How many executions were run, and the processor time that they took.
    pub(crate) fn spent(&self) -> (usize, Duration) {
        let cpu = Duration::from_micros(self.cpu.load(Ordering::Relaxed));
        (self.n_finished.load(Ordering::Relaxed), cpu)
    }

    fn must_end(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.error.get().is_some()
    }

    /// Keeps the first error, of which later ones mostly are consequences.
    pub(crate) fn keep_error<E: Into<RunError>>(&self, result: Result<(), E>) {
        if let Err(error) = result {
            let _ = self.error.set(error.into());
        }
    }

    /// The outcome of every job.
    pub(crate) fn finish(self) -> Result<Vec<Outcome>, RunError> {
        let n_answered = self.n_answered();
        if let Some(error) = self.error.into_inner() {
            return Err(error);
        }
        let answers = self.outcomes.into_iter().map(OnceLock::into_inner);
        let outcomes: Option<Vec<Outcome>> = answers.collect();
        outcomes.ok_or(RunError::Interrupted {
            n_finished: n_answered,
            n_left: self.jobs.len() - n_answered,
        })
    }

    /// How many jobs the log answers.
    fn n_answered(&self) -> usize {
        let is_answered = |job: &&Job| self.store.contains(job.key, job.backstops);
        self.jobs.iter().filter(is_answered).count()
    }
}

/// Whether a job that shares a process also runs alone, to compare the two: one in 256, whichever batch it
/// is in.
fn is_of_sample(key: Digest) -> bool {
    key.as_bytes()[0] == 0
}

/// The numbers of all jobs, those first that are expected to take longest: one that is started last
/// would leave all other workers idle.
///
/// What is expected is the limit on processor time, which follows from what the original took.
fn longest_first(jobs: &[Job]) -> Vec<Number> {
    let mut order: Vec<Number> = (0..number(jobs.len())).collect();
    order.sort_by_key(|&number| Reverse(jobs[number as usize].backstops.cpu));
    order
}

fn number(position: usize) -> Number {
    position
        .try_into()
        .expect("four thousand million executions do not fit into memory")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_jobs_come_first_and_equal_ones_in_their_order() {
        let job = |seconds| Job {
            key: Digest::of(b""),
            position: 0,
            backstops: Backstops {
                cpu: Duration::from_secs(seconds),
                wall: Duration::ZERO,
            },
        };
        assert_eq!(longest_first(&[1, 3, 1, 9, 3].map(job)), [3, 1, 4, 0, 2]);
    }
}
