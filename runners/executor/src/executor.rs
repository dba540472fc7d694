//! All executions that somebody asks for, each run at most once.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use killrate_model::{Digest, Exit, Limit};

use crate::codec::Backstops;
use crate::folder::RunFolders;
use crate::observe::observe;
use crate::process::TIER;
use crate::store::Store;
use crate::{Cost, Damage, Execution, Fault, Outcome, RunError, check_arguments, pool};

/// Where and how executions are run.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The folder for the log, the stored outputs and the runs themselves.
    pub scratch: PathBuf,
    /// How many executions run at a time.
    pub threads: NonZeroUsize,
}

/// Runs each distinct execution once and remembers what it showed.
pub struct Executor {
    threads: NonZeroUsize,
    folders: RunFolders,
    store: Store,
    /// Held while executions run: strays can be told from them only when there are none.
    running: Mutex<()>,
    /// Held as long as the executor lives, against a second harness in the same folder.
    lock: File,
}

/// How a run goes on; sent from the threads that do the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// It is known what there is to do.
    Started {
        /// Distinct executions that were asked for.
        n_distinct: usize,
        /// How many of them the log answers.
        n_cached: usize,
        /// How many are to be run.
        n_to_run: usize,
    },
    /// An execution was run and is in the log.
    Finished {
        /// Its first position among those asked for.
        position: usize,
        /// How it ended.
        exit: Exit,
        /// What it cost.
        cost: Cost,
        /// How many have been run, this one included.
        n_finished: usize,
    },
    /// All others are finished, and those that met the limit on wall time are run once more, alone.
    Confirming {
        /// How many they are.
        n_executions: usize,
    },
}

impl Executor {
    /// Opens a scratch folder and reads what finished before.
    ///
    /// # Errors
    /// When the folder cannot be made or read, or another harness is using it.
    pub fn open(settings: Settings) -> Result<Self, Fault> {
        let Settings { scratch, threads } = settings;
        let make = |path: &PathBuf| {
            fs::create_dir_all(path).map_err(Fault::file("create the folder", path))
        };
        make(&scratch)?;
        // Programs see and show this path; it should be the one that the kernel shows too.
        let scratch = scratch
            .canonicalize()
            .map_err(Fault::file("find the folder", &scratch))?;
        let [log, blobs, runs] = ["log", "blobs", "runs"].map(|name| scratch.join(name));
        for folder in [&log, &blobs, &runs] {
            make(folder)?;
        }
        let lock_path = scratch.join("lock");
        let lock = File::create(&lock_path).map_err(Fault::file("create", &lock_path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Fault::InUse { folder: scratch }),
            Err(TryLockError::Error(error)) => return Err(Fault::file("lock", &lock_path)(error)),
        }
        let folders = RunFolders::new(runs);
        folders.sweep()?;
        Ok(Self {
            threads,
            folders,
            store: Store::open(&log, blobs, threads.get())?,
            running: Mutex::new(()),
            lock,
        })
    }

    /// Runs what the log does not answer and returns all outcomes in the order asked.
    ///
    /// Equal executions are run once and share their outcome; where their backstop limits differ,
    /// the most generous hold. Outcomes do not depend on the number of threads or on timing, as
    /// long as the programs' own do not.
    ///
    /// # Errors
    /// When `stop` becomes true (within a fraction of a second; what was running is killed and will
    /// be run again), when arguments cannot be filled in (nothing is run), or when the harness
    /// fails. What finished before is kept in all cases.
    pub fn run(
        &self,
        executions: &[Execution],
        stop: &AtomicBool,
        on_event: &(dyn Fn(Event) + Sync),
    ) -> Result<Vec<Outcome>, RunError> {
        let _alone = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let (jobs, job_of) = distinct(executions)?;
        let is_cached = |job: &&Job| self.store.contains(job.key, job.backstops);
        let n_cached = jobs.iter().filter(is_cached).count();
        on_event(Event::Started {
            n_distinct: jobs.len(),
            n_cached,
            n_to_run: jobs.len() - n_cached,
        });
        let batch = Batch {
            executor: self,
            executions,
            jobs: &jobs,
            stop,
            on_event,
            outcomes: jobs.iter().map(|_| OnceLock::new()).collect(),
            n_finished: AtomicUsize::new(0),
            suspects: Mutex::default(),
            error: OnceLock::new(),
        };
        batch.run_all(self.threads);
        batch.confirm_suspects();
        // Both also after an error: whatever finished is kept, whatever escaped is ended.
        batch.keep_error(self.store.sync().map_err(RunError::from));
        batch.keep_error(self.folders.sweep().map_err(RunError::from));
        let outcomes = batch.finish()?;
        Ok(job_of
            .into_iter()
            .map(|job| outcomes[job].clone())
            .collect())
    }

    /// What the log says about an execution; nothing is run.
    ///
    /// `None` also when the log cannot be read any more, so that running the execution tells why.
    pub fn lookup(&self, execution: &Execution) -> Option<Outcome> {
        let backstops = Backstops::from(&execution.limits);
        self.store.get(execution.key(), backstops).ok().flatten()
    }

    /// What was found damaged so far; the executions concerned are run again when asked for.
    pub fn damage(&self) -> Vec<Damage> {
        self.store.damages()
    }

    /// How programs are confined; part of the identity of every execution.
    pub fn tier(&self) -> &'static str {
        TIER
    }
}

impl Drop for Executor {
    fn drop(&mut self) {
        // Closing the file is not enough while a child that is just being started has a copy of it.
        // When it fails, closing is what is left.
        let _ = self.lock.unlock();
    }
}

/// A distinct execution.
struct Job {
    key: Digest,
    /// Its first position among the executions asked for.
    position: usize,
    backstops: Backstops,
}

/// The distinct executions, and for every one asked for which of them it is.
fn distinct(executions: &[Execution]) -> Result<(Vec<Job>, Vec<usize>), RunError> {
    let mut jobs: Vec<Job> = Vec::new();
    let mut job_of = Vec::with_capacity(executions.len());
    let mut known = BTreeMap::new();
    for (position, execution) in executions.iter().enumerate() {
        let (key, backstops) = (execution.key(), Backstops::from(&execution.limits));
        let job = *known.entry(key).or_insert(jobs.len());
        match jobs.get_mut(job) {
            Some(job) => {
                job.backstops.cpu = job.backstops.cpu.max(backstops.cpu);
                job.backstops.wall = job.backstops.wall.max(backstops.wall);
            }
            None => {
                check_arguments(&execution.request)?;
                jobs.push(Job {
                    key,
                    position,
                    backstops,
                });
            }
        }
        job_of.push(job);
    }
    Ok((jobs, job_of))
}

/// One call of `run` while it is under way.
struct Batch<'a> {
    executor: &'a Executor,
    executions: &'a [Execution],
    jobs: &'a [Job],
    stop: &'a AtomicBool,
    on_event: &'a (dyn Fn(Event) + Sync),
    outcomes: Vec<OnceLock<Outcome>>,
    n_finished: AtomicUsize,
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

impl Batch<'_> {
    fn run_all(&self, threads: NonZeroUsize) {
        let store = &self.executor.store;
        pool::share(
            self.jobs.len(),
            threads,
            |worker, job| self.step(worker, job, Belief::IfConfirmed),
            || self.keep_error(store.sync().map_err(RunError::from)),
        );
    }

    fn confirm_suspects(&self) {
        let suspects = self.suspects.lock();
        let mut suspects = std::mem::take(&mut *suspects.unwrap_or_else(PoisonError::into_inner));
        if suspects.is_empty() || self.must_end() {
            return;
        }
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
                self.keep_error(Err(error));
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
        let Executor { store, folders, .. } = self.executor;
        let job = &self.jobs[number];
        if let Some(outcome) = store.get(job.key, job.backstops)? {
            return Ok(Some(outcome));
        }
        let mut execution = self.executions[job.position].clone();
        execution.limits.cpu = job.backstops.cpu;
        execution.limits.wall = job.backstops.wall;
        let Some((observation, cost)) = observe(&execution, folders, self.stop)? else {
            return Ok(None);
        };
        let exit = observation.exit;
        let is_wall = exit == Exit::Exceeded { limit: Limit::Wall };
        if is_wall && belief == Belief::IfConfirmed {
            let suspects = self.suspects.lock();
            suspects
                .unwrap_or_else(PoisonError::into_inner)
                .push(number);
            return Ok(None);
        }
        let outcome = store.put(worker, job.key, job.backstops, observation, cost)?;
        (self.on_event)(Event::Finished {
            position: job.position,
            exit,
            cost,
            n_finished: 1 + self.n_finished.fetch_add(1, Ordering::Relaxed),
        });
        Ok(Some(outcome))
    }

    fn must_end(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.error.get().is_some()
    }

    fn keep_error(&self, result: Result<(), RunError>) {
        if let Err(error) = result {
            // Later errors mostly follow from the first.
            let _ = self.error.set(error);
        }
    }

    fn finish(self) -> Result<Vec<Outcome>, RunError> {
        if let Some(error) = self.error.into_inner() {
            return Err(error);
        }
        let outcomes = self.outcomes.into_iter().map(OnceLock::into_inner);
        outcomes.collect::<Option<Vec<Outcome>>>().ok_or_else(|| {
            let is_finished = |job: &&Job| self.executor.store.contains(job.key, job.backstops);
            let n_finished = self.jobs.iter().filter(is_finished).count();
            RunError::Interrupted {
                n_finished,
                n_left: self.jobs.len() - n_finished,
            }
        })
    }
}
