//! Commands that properties and metrics call, answered by what was seen so far.
//!
//! This crate starts no program, and properties and metrics want their answer at once. So they are
//! evaluated on what the transcript holds; whatever command has not been run yet is noted, asked for,
//! and the evaluation is repeated when it has.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use killrate_model::{Digest, Observation, ProgramName, Request};

use crate::{Step, Transcript};

/// The commands that one evaluation calls.
pub(crate) struct Commands<'a> {
    seen: BTreeMap<Digest, &'a Observation>,
    missing: Mutex<BTreeMap<Digest, Arc<Request>>>,
}

impl<'a> Commands<'a> {
    /// Commands that are answered by this transcript.
    pub(crate) fn new(transcript: &'a Transcript) -> Self {
        let exchanges = transcript.exchanges().iter();
        let of_commands =
            exchanges.filter(|one| matches!(one.request.program, ProgramName::Command(_)));
        Self {
            seen: of_commands
                .map(|one| (one.request.digest(), one.observation.as_ref()))
                .collect(),
            missing: Mutex::default(),
        }
    }

    /// What a command showed; `None` when it is yet to be run, which is noted.
    pub(crate) fn call(&self, request: Request) -> Option<&'a Observation> {
        let digest = request.digest();
        if let Some(&seen) = self.seen.get(&digest) {
            return Some(seen);
        }
        let mut missing = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
        missing.entry(digest).or_insert_with(|| Arc::new(request));
        None
    }

    /// What follows: more is asked where a command was missing, and nothing of the result counts
    /// then.
    pub(crate) fn then<T>(self, step: Step<T>) -> Step<T> {
        let missing = self.missing.into_inner();
        match missing.unwrap_or_else(PoisonError::into_inner) {
            nothing if nothing.is_empty() => step,
            missing => Step::Ask(missing.into_values().collect()),
        }
    }
}

/// What a program that failed says of it, after a colon; nothing where it was silent.
pub fn complaint(seen: &Observation) -> String {
    let stderr = seen.stderr.to_text();
    killrate_model::complaint(&stderr).map_or_else(String::new, |line| format!(": {line}"))
}
