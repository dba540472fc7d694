//! A plan that does not change any more, so that its shards fit together.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use killrate_executor::Execution;
use killrate_model::{Digest, DigestBuilder, StudyName, SubjectName};
use serde::{Deserialize, Serialize};

use crate::design::Design;
use crate::error::StudyError;
use crate::session::{Session, Surroundings};
use crate::shard_folder::{ShardError, ShardFolder};

/// The version of the layout of a plan and its shards.
const FORMAT: u32 = 1;

/// What a study runs of its mutants, by digests: shards of equal plans fit together.
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
    /// The executions of each subject.
    pub subjects: BTreeMap<SubjectName, FrozenSubject>,
}

/// The executions of one subject's mutants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FrozenSubject {
    /// How many there are.
    pub n_executions: u64,
    /// The digest of all their keys.
    pub executions: Digest,
}

/// Weaves, runs the originals, and keeps what the mutants need as the plan of the folder.
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
        let frozen = FrozenSubject::of(&session.executions(), surroundings);
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
        let difference = if self.format != FORMAT || self.tool_version != version {
            format!("killrate {} made it, this is {version}", self.tool_version)
        } else if self.study != design.name {
            format!("it is of study `{}`, not `{}`", self.study, design.name)
        } else if self.study_digest != design.digest {
            format!("the manifest of study `{}` has changed", self.study)
        } else if self.sandbox != tier {
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
    /// That of these executions.
    pub(crate) fn of(executions: &[Execution], surroundings: Surroundings<'_>) -> Self {
        let n_executions = executions.len() as u64;
        let builder = DigestBuilder::new("plan").number(n_executions);
        let add = |builder: DigestBuilder, execution: &Execution| {
            builder.field(surroundings.executor.key(execution).as_bytes())
        };
        Self {
            n_executions,
            executions: executions.iter().fold(builder, add).finish(),
        }
    }
}
