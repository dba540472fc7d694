//! A plan that does not change any more, so that its shards fit together.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use killrate_catalogue::Design;
use killrate_model::{Digest, DigestBuilder, StudyName, SubjectName};
use serde::{Deserialize, Serialize};

use super::folder::{ShardError, ShardFolder};
use crate::error::StudyError;
use crate::session::Session;
use crate::surroundings::Surroundings;

/// The version of the layout of a plan and its shards.
const FORMAT: u32 = 2;

/// What a study asks of its mutants, by digests: shards of equal plans fit together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FrozenPlan {
    format: u32,
    /// The version of killrate.
    pub tool_version: String,
    /// The study.
    pub study: StudyName,
    /// The digest of its manifest.
    pub study_digest: Digest,
    /// The tier of the sandbox.
    pub sandbox: String,
    /// In how many parts it is run.
    pub n_shards: NonZeroU32,
    /// What is asked of the mutants of each subject.
    pub subjects: BTreeMap<SubjectName, FrozenSubject>,
}

/// What is asked of the mutants of one subject if they show what the original shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FrozenSubject {
    /// How many mutants are judged.
    pub n_mutants: u64,
    /// How many executions that takes.
    pub n_executions: u64,
    /// The digest of all their keys.
    pub executions: Digest,
}

/// Weaves, judges the originals, and keeps what is asked of the mutants as the plan of the folder.
///
/// When the folder has that plan already, nothing changes.
///
/// # Errors
/// As for [`run`](crate::run), and when the folder holds another plan.
pub fn freeze(
    design: &Design,
    n_shards: NonZeroU32,
    folder: &ShardFolder,
    surroundings: Surroundings<'_>,
) -> Result<FrozenPlan, StudyError> {
    let mut subjects = BTreeMap::new();
    for subject in &design.subjects {
        let session = Session::open(design, subject, surroundings)?;
        let frozen = FrozenSubject::of(&session);
        subjects.insert(subject.manifest.name.clone(), frozen);
    }
    let plan = FrozenPlan {
        format: FORMAT,
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        study: design.name.clone(),
        study_digest: design.digest,
        sandbox: surroundings.executor.tier().to_owned(),
        n_shards,
        subjects,
    };
    // Whether the plan is the same is known only now: it is made of what sources, data and compiler
    // gave.
    if folder.has_plan() {
        let known = folder.plan_of(n_shards)?;
        known.check(design, folder, surroundings)?;
        for (subject, frozen) in &plan.subjects {
            known.check_subject(subject, *frozen, folder)?;
        }
    } else {
        folder.keep_plan(&plan)?;
    }
    Ok(plan)
}

impl FrozenPlan {
    /// The identity of the plan by content.
    pub(crate) fn digest(&self) -> Digest {
        let text = serde_json::to_vec(self).expect("names and numbers fit into JSON");
        Digest::of(&text)
    }

    /// Checks that the plan is one of this study, for this version and this machine.
    pub(crate) fn check(
        &self,
        design: &Design,
        folder: &ShardFolder,
        surroundings: Surroundings<'_>,
    ) -> Result<(), ShardError> {
        let tier = surroundings.executor.tier();
        let version = env!("CARGO_PKG_VERSION");
        // The layout changes with the version only, so one message tells of both. The causes that
        // explain others come first.
        let difference = if self.format != FORMAT || self.tool_version != version {
            format!("killrate {} made it, this is {version}", self.tool_version)
        } else if self.study != design.name {
            format!("it is of study `{}`, not `{}`", self.study, design.name)
        } else if self.study_digest != design.digest {
            format!("the manifest of study `{}` has changed", self.study)
        } else if self.sandbox != tier {
            // The tier is part of the key of an execution, so a shard of another tier would answer
            // nothing.
            format!(
                "it is for sandbox tier `{}`, here is `{tier}`",
                self.sandbox
            )
        } else {
            return Ok(());
        };
        Err(folder.other_plan(difference))
    }

    /// Checks that the executions of a subject are those of the plan.
    pub(crate) fn check_subject(
        &self,
        subject: &SubjectName,
        executions: FrozenSubject,
        folder: &ShardFolder,
    ) -> Result<(), ShardError> {
        match self.subjects.get(subject) {
            Some(frozen) if *frozen == executions => Ok(()),
            _ => Err(folder.other_plan(format!(
                "the executions of subject `{subject}` differ; its sources, data, properties or compiler have changed"
            ))),
        }
    }
}

impl FrozenSubject {
    /// What is asked of a session's mutants.
    ///
    /// Nothing that was found out about mutants plays a part, so it is the same before and after any
    /// shard was run.
    pub(crate) fn of(session: &Session<'_>) -> Self {
        let executor = session.originals.surroundings().executor;
        let dialogues = session.of_original.iter();
        let exchanges = dialogues.flat_map(|dialogue| dialogue.transcript.exchanges());
        // Requests are put in the order of their digests, so that the order in which techniques ask
        // does not matter.
        let asked: BTreeMap<Digest, _> = exchanges
            .map(|exchange| &exchange.request)
            .filter(|request| request.program.has_variants())
            .map(|request| (request.digest(), request))
            .collect();
        let variants = session.variants();
        let mut keys = Vec::new();
        for &variant in &variants {
            for request in asked.values() {
                if session.originals.spared(variant, request).is_none() {
                    keys.push(executor.key(&session.originals.execution_of(variant, request)));
                }
            }
        }
        let mutants = variants
            .iter()
            .filter(|variant| !session.is_placebo(**variant));
        let (n_mutants, n_executions) = (mutants.count() as u64, keys.len() as u64);
        let counts = DigestBuilder::new("plan")
            .number(n_mutants)
            .number(n_executions);
        let all = keys
            .iter()
            .fold(counts, |builder, key| builder.field(key.as_bytes()));
        Self {
            n_mutants,
            n_executions,
            executions: all.finish(),
        }
    }
}
