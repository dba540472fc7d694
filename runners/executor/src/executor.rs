//! All executions that somebody asks for, each run at most once.

use std::collections::BTreeSet;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use killrate_model::Digest;

use crate::batch::{self, Batch};
use crate::clock::Stopwatch;
use crate::codec::Backstops;
use crate::folder::RunFolders;
use crate::place;
use crate::slot::Slot;
use crate::store::Store;
use crate::{Damage, Event, Execution, Fault, Outcome, RunError, Tier, probe};

/// The folders in the scratch folder that keep what finished.
const LOG: &str = "log";
const BLOBS: &str = "blobs";

/// Where and how executions are run.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The folder for the log, the stored outputs and the runs themselves.
    pub scratch: PathBuf,
    /// How many executions run at a time.
    pub threads: NonZeroUsize,
}

/// What running executions has taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spent {
    /// How many were run.
    pub n_run: usize,
    /// Their own processor time.
    pub cpu: Duration,
    /// Time on the clock of the calls that ran them.
    pub wall: Duration,
}

/// Runs each distinct execution once and remembers what it showed.
pub struct Executor {
    threads: NonZeroUsize,
    folders: RunFolders,
    store: Store,
    /// Whether executions may share processes.
    shares: bool,
    /// Held while executions run: strays can be told from them only when there are none.
    running: Mutex<Spent>,
    /// Held as long as the executor lives, so that a second harness in the same folder takes another.
    _slot: Slot,
}

impl Executor {
    /// Opens a scratch folder and reads what finished before; programs run in the best tier that
    /// works here.
    ///
    /// Others may use the folder at the same time. What they finish from now on is not seen here, so
    /// an execution that two of them ask for is run by both.
    ///
    /// # Errors
    /// When the folder cannot be made or read, or a hundred others are using it.
    pub fn open(settings: Settings) -> Result<Self, Fault> {
        Self::open_within(settings, &Tier::ALL)
    }

    /// Opens a scratch folder as [`Self::open`] does; programs run in the first of these tiers that
    /// works here.
    ///
    /// # Errors
    /// As [`Self::open`], and when none of the tiers works.
    pub fn open_within(settings: Settings, tiers: &[Tier]) -> Result<Self, Fault> {
        let Settings { scratch, threads } = settings;
        let make = |path: &PathBuf| {
            fs::create_dir_all(path).map_err(Fault::file("create the folder", path))
        };
        make(&scratch)?;
        // Programs see and show this path; it should be the one that the kernel shows too.
        let scratch = scratch
            .canonicalize()
            .map_err(Fault::file("find the folder", &scratch))?;
        let [log, blobs] = [LOG, BLOBS].map(|name| scratch.join(name));
        make(&log)?;
        make(&blobs)?;
        let slot = Slot::take(&scratch)?;
        // Whoever was killed has left programs and folders; it is for the next one to end them.
        for left in slot.left(&scratch)? {
            if let Some(runs) = place::left(&scratch, &left.name()) {
                let folders = RunFolders::new(runs, Tier::ProcessGroup);
                folders.sweep()?;
                folders.remove();
            }
        }
        let runs = place::of_runs(&scratch, &slot.name())?;
        RunFolders::new(runs.clone(), Tier::ProcessGroup).sweep()?;
        let folders = probe::first_that_works(&runs, tiers)?;
        Ok(Self {
            threads,
            folders,
            shares: true,
            store: Store::open(&log, blobs, &slot.name(), threads.get())?,
            running: Mutex::default(),
            _slot: slot,
        })
    }

    /// The same, where every execution has a process of its own.
    ///
    /// What executions show is the same with and without; so are their keys.
    #[must_use]
    pub fn without_batches(mut self) -> Self {
        self.shares = false;
        self
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
        let mut spent = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let stopwatch = Stopwatch::start();
        let (jobs, job_of) = batch::distinct(executions, self.folders.tier())?;
        let Self { store, folders, .. } = self;
        let batch = Batch::new(
            store,
            folders,
            executions,
            &jobs,
            stop,
            on_event,
            self.shares,
        );
        batch.run_all(self.threads);
        batch.confirm_suspects();
        // Both also after an error: whatever finished is kept, whatever escaped is ended.
        batch.keep_error(store.sync());
        batch.keep_error(folders.sweep());
        let (n_run, cpu) = batch.spent();
        // Reading the log is no part of what running costs.
        if n_run > 0 {
            spent.n_run += n_run;
            spent.cpu += cpu;
            spent.wall += stopwatch.elapsed();
        }
        let outcomes = batch.finish()?;
        Ok(job_of
            .into_iter()
            .map(|number| outcomes[number as usize].clone())
            .collect())
    }

    /// What the executions that were run so far took; waits for those that are running.
    pub fn spent(&self) -> Spent {
        *self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many executions run at a time.
    pub fn threads(&self) -> NonZeroUsize {
        self.threads
    }

    /// What the log says about an execution; nothing is run.
    ///
    /// `None` also when the log cannot be read any more, so that running the execution tells why.
    pub fn lookup(&self, execution: &Execution) -> Option<Outcome> {
        let backstops = Backstops::from(&execution.limits);
        self.store
            .get(self.key(execution), backstops)
            .ok()
            .flatten()
    }

    /// The identities of all executions that are known here, those of other harnesses included.
    pub fn known(&self) -> BTreeSet<Digest> {
        self.store.keys()
    }

    /// Reads what another harness finished in its scratch folder, so that it need not be run here;
    /// gives what is damaged of it.
    ///
    /// Outcomes that come from there do not count as cached: somebody ran them for this very study.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn read_also(&self, scratch: &Path) -> Result<Vec<Damage>, Fault> {
        self.store
            .read_also(&scratch.join(LOG), scratch.join(BLOBS))
    }

    /// The identity of an execution here.
    pub fn key(&self, execution: &Execution) -> Digest {
        execution.key(self.folders.tier())
    }

    /// What was found damaged so far; the executions concerned are run again when asked for.
    pub fn damage(&self) -> Vec<Damage> {
        self.store.damages()
    }

    /// What the tier cannot prevent or takes away; nothing to tell of the best.
    pub fn caveat(&self) -> Option<&'static str> {
        self.folders.tier().caveat()
    }

    /// How programs are confined; part of the identity of every execution.
    pub fn tier(&self) -> &'static str {
        self.folders.tier().name()
    }
}

impl Drop for Executor {
    fn drop(&mut self) {
        // Before the slot is given back to the next harness, which makes it again.
        self.folders.remove();
    }
}
