//! Running one shard of a plan, and making a record of all.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use killrate_catalogue::Design;
use killrate_model::{Mutant, MutantId, MutantStatus, Variant};
use killrate_record::Record;
use killrate_rounds::Dialogue;

use super::folder::{Done, ShardError, ShardFolder};
use super::frozen::{FrozenPlan, FrozenSubject};
use super::shard::Shard;
use crate::error::StudyError;
use crate::rounds::{Known, Origin, Unknown, executions};
use crate::run::run_when;
use crate::session::Session;
use crate::surroundings::Surroundings;

/// Judges the mutants of one shard and keeps what that ran; gives how many executions it took.
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
    // The originals ran when the plan was made; a shard takes from there what they showed.
    surroundings.executor.read_also(&folder.plan_executions())?;
    let mut n_executions = 0;
    for subject in &design.subjects {
        let mut session = Session::open(design, subject, surroundings)?;
        check_subject(&plan, &session, folder)?;
        let shards = shards_of(&session, &plan);
        let mut variants = session.variants();
        variants.retain(|variant| shards[variant] == shard);
        let cases = session.all_cases();
        let dialogues = session.judge(&cases, &variants)?;
        // The original's dialogues are those of the plan.
        n_executions += executions(dialogues.iter()).len() as u64;
    }
    let done = Done {
        plan: plan.digest(),
        shard: shard.to_string(),
        n_executions,
    };
    folder.keep_done(shard, &done)?;
    Ok(n_executions)
}

/// Makes the record of a study of which every shard was run; nothing is run now.
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
    // Nobody wants to learn of one missing shard at a time, so all are looked at before any is
    // told.
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
    // What is lost is told before a mutant is judged, or the merge would run it itself.
    run_when(design, surroundings, &|session| {
        check_subject(&plan, session, folder)?;
        check_answered(&plan, session, folder)
    })
}

fn check_subject(
    plan: &FrozenPlan,
    session: &Session<'_>,
    folder: &ShardFolder,
) -> Result<(), ShardError> {
    let found = FrozenSubject::of(session);
    plan.check_subject(&session.subject.manifest.name, found, folder)
}

/// Everything that is asked must have been run by a shard, and be readable.
fn check_answered(
    plan: &FrozenPlan,
    session: &mut Session<'_>,
    folder: &ShardFolder,
) -> Result<(), StudyError> {
    let (cases, variants) = (session.all_cases(), session.variants());
    // What no shard has run shows by its being assumed here.
    let dialogues = session.converse(&cases, &variants, Unknown::Assume)?;
    let shard_of = shards_of(session, plan);
    let mut lost = BTreeSet::new();
    let mut shards = BTreeSet::new();
    for dialogue in &dialogues {
        for known in first_assumed(dialogue) {
            lost.insert(known.execution);
            shards.insert(shard_of[&dialogue.variant]);
        }
    }
    if lost.is_empty() {
        return Ok(());
    }
    // The first damage is told too, because a lost execution alone does not say whether a file was
    // cut off or never copied.
    let damages = session.originals.surroundings().executor.damage();
    let first = damages.first().map(|damage| {
        let (file, offset) = (damage.file.display(), damage.offset);
        format!(" (first at byte {offset} of `{file}`)")
    });
    Err(StudyError::Shard(ShardError::Damaged {
        study: plan.study.to_string(),
        n_lost: lost.len(),
        shards: shards.into_iter().collect(),
        folder: folder.path().to_owned(),
        first: first.unwrap_or_default(),
    }))
}

/// What is assumed in the first round of a dialogue that has to assume anything.
///
/// Later rounds follow from that round, and might ask for something that was never wanted.
fn first_assumed(dialogue: &Dialogue<Known>) -> Vec<&Known> {
    let is_assumed = |known: &&Known| known.origin == Origin::Assumed;
    let mut how = dialogue.how.as_slice();
    for number in 0..dialogue.transcript.n_rounds() {
        let (round, later) = how.split_at(dialogue.transcript.round(number).len());
        let assumed: Vec<&Known> = round.iter().filter(is_assumed).collect();
        if !assumed.is_empty() {
            return assumed;
        }
        how = later;
    }
    Vec::new()
}

/// The shard of every mutant that is judged.
fn shards_of(session: &Session<'_>, plan: &FrozenPlan) -> BTreeMap<Variant, Shard> {
    let judged = |mutant: &&Mutant| mutant.status == MutantStatus::Woven;
    let changed = session.changed().filter(judged);
    let ids: Vec<&MutantId> = changed.map(|mutant| &mutant.id).collect();
    let shards = Shard::deal(&ids, plan.n_shards);
    // Variants come in the order of the mutants that were dealt out, and are the same ones.
    session.variants().into_iter().zip(shards).collect()
}
