//! The folder that shards of one plan are run in.
//!
//! `plan.json` is the plan, `plan/` the runs of the originals, `shard-K/` the executions of a shard
//! with its `done.json`, and `merge/` the log of the merge, which stays empty.

use std::fs;
use std::io;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use killrate_model::Digest;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::frozen::FrozenPlan;
use super::shard::{MOST_SHARDS, Shard};

/// The folder that shards of one plan are run in.
#[derive(Debug, Clone)]
pub struct ShardFolder(PathBuf);

/// That a shard was run to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Done {
    /// The digest of the plan.
    pub(crate) plan: Digest,
    pub(crate) shard: String,
    /// How many executions are its own.
    pub(crate) n_executions: u64,
}

/// Why a folder of shards cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// Nobody has made a plan.
    #[error("there is no plan in `{}`; make one with `killrate plan STUDY --shards N --out {}`", folder.display(), folder.display())]
    NoPlan {
        /// Where it should be.
        folder: PathBuf,
    },
    /// A file is not what it should be.
    #[error("`{}` cannot be used: {problem}; remove it and make it again", path.display())]
    Unreadable {
        /// Which one.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// A file cannot be written.
    #[error("cannot write `{}`; check the space and the permissions of its folder", path.display())]
    Write {
        /// Which one.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The folder is taken.
    #[error("`{}` holds the plan of something else: {difference}; take another folder, or go back to what was planned", folder.display())]
    OtherPlan {
        /// Which folder.
        folder: PathBuf,
        /// What differs, in words.
        difference: String,
    },
    /// Parts do not belong together.
    #[error("shard {shard} in `{}` was run for another plan; remove `{}` and run the shard again", folder.display(), shard_folder.display())]
    Foreign {
        /// Which shard.
        shard: Shard,
        /// The folder of all.
        folder: PathBuf,
        /// Its own.
        shard_folder: PathBuf,
    },
    /// Shards were not run to their end.
    #[error(
        "{} missing or unfinished; run {}",
        are(shards),
        commands(study, shards, folder)
    )]
    Missing {
        /// Of which study.
        study: String,
        /// Which ones.
        shards: Vec<Shard>,
        /// Where.
        folder: PathBuf,
    },
    /// Shards have lost executions.
    #[error(
        "{} damaged, {n_lost} executions are lost{first}; run {}",
        are(shards),
        commands(study, shards, folder)
    )]
    Damaged {
        /// Of which study.
        study: String,
        /// Which ones.
        shards: Vec<Shard>,
        /// Where.
        folder: PathBuf,
        /// How many executions.
        n_lost: usize,
        /// The first damage that was found, in parentheses, if there is one.
        first: String,
    },
}

impl ShardFolder {
    /// The shards in this folder.
    pub fn new(folder: PathBuf) -> Self {
        Self(folder)
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Where the originals are run.
    pub fn plan_executions(&self) -> PathBuf {
        self.0.join("plan")
    }

    /// Where a shard is run.
    pub fn shard_executions(&self, shard: Shard) -> PathBuf {
        self.0.join(format!("shard-{}", shard.number()))
    }

    /// The file that whoever runs a shard locks.
    pub fn turn_of(&self, shard: Shard) -> PathBuf {
        self.shard_executions(shard).join("turn")
    }

    /// Where a merge keeps its own log.
    pub fn merge_executions(&self) -> PathBuf {
        self.0.join("merge")
    }

    /// The plan in this folder.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub fn plan(&self) -> Result<FrozenPlan, ShardError> {
        let no_plan = || ShardError::NoPlan {
            folder: self.0.clone(),
        };
        let plan: FrozenPlan = read(&self.plan_file())?.ok_or_else(no_plan)?;
        if plan.n_shards.get() > MOST_SHARDS {
            return Err(ShardError::Unreadable {
                path: self.plan_file(),
                problem: format!(
                    "it is for {} shards, and {MOST_SHARDS} are the most",
                    plan.n_shards
                ),
            });
        }
        Ok(plan)
    }

    /// The plan, which must be for so many shards.
    ///
    /// # Errors
    /// As [`Self::plan`], and when it is for another number.
    pub fn plan_of(&self, of: NonZeroU32) -> Result<FrozenPlan, ShardError> {
        let plan = self.plan()?;
        if plan.n_shards != of {
            return Err(self.other_plan(format!("it is for {} shards, not {of}", plan.n_shards)));
        }
        Ok(plan)
    }

    pub(crate) fn keep_plan(&self, plan: &FrozenPlan) -> Result<(), ShardError> {
        write(&self.plan_file(), plan)
    }

    pub(crate) fn has_plan(&self) -> bool {
        self.plan_file().exists()
    }

    /// Whether a shard was run to its end for this plan.
    pub(crate) fn is_done(&self, shard: Shard, plan: Digest) -> Result<bool, ShardError> {
        let done: Option<Done> = read(&self.done_file(shard))?;
        match done {
            None => Ok(false),
            // A folder that was copied or renamed may hold another shard of the same plan.
            Some(done) if done.plan == plan && done.shard == shard.to_string() => Ok(true),
            Some(_) => Err(self.foreign(shard)),
        }
    }

    pub(crate) fn keep_done(&self, shard: Shard, done: &Done) -> Result<(), ShardError> {
        write(&self.done_file(shard), done)
    }

    pub(crate) fn other_plan(&self, difference: String) -> ShardError {
        ShardError::OtherPlan {
            folder: self.0.clone(),
            difference,
        }
    }

    fn foreign(&self, shard: Shard) -> ShardError {
        ShardError::Foreign {
            shard,
            folder: self.0.clone(),
            shard_folder: self.shard_executions(shard),
        }
    }

    fn plan_file(&self) -> PathBuf {
        self.0.join("plan.json")
    }

    fn done_file(&self, shard: Shard) -> PathBuf {
        self.shard_executions(shard).join("done.json")
    }
}

/// What a file says; `None` when it is not there.
fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, ShardError> {
    // Only a file that is not there is missing; one that cannot be read is told, and not made again
    // over what it holds.
    let unreadable = |problem: String| ShardError::Unreadable {
        path: path.to_owned(),
        problem,
    };
    match killrate_files::read(path) {
        Ok(bytes) => serde_json::from_slice(&bytes)
            .map(Some)
            .map_err(|error| unreadable(error.to_string())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unreadable(error.to_string())),
    }
}

/// Writes a file whole or not at all.
fn write<T: Serialize>(path: &Path, content: &T) -> Result<(), ShardError> {
    let mut bytes = serde_json::to_vec_pretty(content).expect("names and numbers fit into JSON");
    bytes.push(b'\n');
    let unfinished = path.with_extension("unfinished");
    let written = fs::write(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, path));
    written.map_err(|source| ShardError::Write {
        path: path.to_owned(),
        source,
    })
}

fn are(shards: &[Shard]) -> String {
    let names: Vec<String> = shards.iter().map(Shard::to_string).collect();
    match &names[..] {
        [name] => format!("shard {name} is"),
        names => format!("shards {} are", names.join(", ")),
    }
}

fn commands(study: &str, shards: &[Shard], folder: &Path) -> String {
    let command = |shard: &Shard| {
        let folder = folder.display();
        format!("`killrate run {study} --shard {shard} --out {folder}`")
    };
    shards.iter().map(command).collect::<Vec<_>>().join(", ")
}
