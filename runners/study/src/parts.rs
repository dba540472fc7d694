//! Running one shard of a plan, and making a record of all.

use std::collections::BTreeSet;
use std::path::PathBuf;

use killrate_executor::Execution;
use killrate_record::Record;

use crate::design::Design;
use crate::error::StudyError;
use crate::event::Event;
use crate::frozen::{FrozenPlan, FrozenSubject};
use crate::preview::count_saved;
use crate::run::run_checked;
use crate::session::{Session, Surroundings};
use crate::shard::Shard;
use crate::shard_folder::{Done, ShardError, ShardFolder};

/// Runs the executions of one shard, each once; gives how many they are.
///
/// # Errors
/// As for [`run`](crate::run), and when the folder's plan is not that of the study.
pub fn run_shard(
    design: &Design,
    shard: Shard,
    folder: &ShardFolder,
    surroundings: Surroundings<'_>,
) -> Result<u64, StudyError> {
    let plan = folder.plan_of(shard.of())?;
    plan.check(design, folder, surroundings)?;
    // Told before the work that it would spoil.
    folder.is_done(shard, plan.digest())?;
    surroundings.executor.read_also(&folder.plan_executions())?;
    let mut n_executions = 0;
    for subject in &design.subjects {
        let session = Session::open(design, subject, surroundings)?;
        let mut executions = session.executions();
        check_executions(&plan, &session, &executions, folder, surroundings)?;
        executions.retain(|execution| shard_of(execution, &plan, surroundings) == shard);
        (surroundings.on_event)(Event::Executing {
            subject: subject.manifest.name.clone(),
            n_saved: count_saved(&session, &session.variants()),
        });
        let forward = |event| (surroundings.on_event)(Event::Execution(event));
        let Surroundings { executor, stop, .. } = surroundings;
        n_executions += executor.run(&executions, stop, &forward)?.len() as u64;
    }
    let done = Done {
        plan: plan.digest(),
        shard: shard.to_string(),
        n_executions,
    };
    folder.keep_done(shard, &done)?;
    Ok(n_executions)
}

/// Makes the record of a study of which every shard was run.
///
/// Only what techniques ask for after seeing a mutant's outputs is run now, and kept for the next
/// merge.
///
/// # Errors
/// When shards are missing, damaged or of another plan, and as for [`run`](crate::run).
pub fn merge(
    design: &Design,
    folder: &ShardFolder,
    surroundings: Surroundings<'_>,
) -> Result<Record, StudyError> {
    let plan = folder.plan()?;
    plan.check(design, folder, surroundings)?;
    let mut missing = Vec::new();
    for shard in Shard::all(plan.n_shards) {
        if !folder.is_done(shard, plan.digest())? {
            missing.push(shard);
        }
    }
    if !missing.is_empty() {
        return Err(StudyError::Shard(ShardError::Missing {
            study: plan.study.to_string(),
            shards: missing,
            folder: folder.path().to_owned(),
        }));
    }
    let shards = Shard::all(plan.n_shards).map(|shard| folder.shard_executions(shard));
    let parts: Vec<PathBuf> = [folder.plan_executions()]
        .into_iter()
        .chain(shards)
        .collect();
    for part in parts {
        surroundings.executor.read_also(&part)?;
    }
    run_checked(design, surroundings, &|session| {
        let executions = session.executions();
        check_executions(&plan, session, &executions, folder, surroundings)?;
        check_answered(&plan, &executions, folder, surroundings)
    })
}

fn check_executions(
    plan: &FrozenPlan,
    session: &Session<'_>,
    executions: &[Execution],
    folder: &ShardFolder,
    surroundings: Surroundings<'_>,
) -> Result<(), StudyError> {
    let found = FrozenSubject::of(executions, surroundings);
    plan.check_subject(&session.subject.manifest.name, found, folder)?;
    Ok(())
}

/// Every execution must have been run by its shard, and be readable.
fn check_answered(
    plan: &FrozenPlan,
    executions: &[Execution],
    folder: &ShardFolder,
    surroundings: Surroundings<'_>,
) -> Result<(), StudyError> {
    let executor = surroundings.executor;
    let lost = executions
        .iter()
        .filter(|execution| executor.lookup(execution).is_none());
    let lost: Vec<Shard> = lost
        .map(|execution| shard_of(execution, plan, surroundings))
        .collect();
    if lost.is_empty() {
        return Ok(());
    }
    let damages = executor.damage();
    let first = damages.first().map(|damage| {
        let (file, offset) = (damage.file.display(), damage.offset);
        format!(" (first at byte {offset} of `{file}`)")
    });
    Err(StudyError::Shard(ShardError::Damaged {
        study: plan.study.to_string(),
        n_lost: lost.len(),
        shards: lost
            .into_iter()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect(),
        folder: folder.path().to_owned(),
        first: first.unwrap_or_default(),
    }))
}

fn shard_of(execution: &Execution, plan: &FrozenPlan, surroundings: Surroundings<'_>) -> Shard {
    Shard::of_execution(surroundings.executor.key(execution), plan.n_shards)
}
