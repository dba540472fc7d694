//! What a record says under a policy; what every table is made from.

use std::collections::BTreeSet;
use std::path::Path;

use killrate_record::{Provenance, open};
use polars::prelude::*;

use crate::AnalysisError;
use crate::columns::{DATA_SET, PROPERTY, SUBJECT, TECHNIQUE};
use crate::fates::fates;
use crate::frames::{Cells, Frames, cols};
use crate::kills::{cases, condensed, kills};
use crate::policies::Policy;
use crate::published::Published;

/// The frames of a record under a policy.
pub(crate) struct Findings {
    pub(crate) provenance: Provenance,
    pub(crate) policy: &'static Policy,
    /// The subjects of the record, by name.
    pub(crate) subjects: Vec<String>,
    /// One row per mutant.
    pub(crate) fates: LazyFrame,
    /// One row per case.
    pub(crate) cases: LazyFrame,
    /// One row per usable mutant, technique and property that had a sound case.
    pub(crate) kills: LazyFrame,
    /// One row per usable mutant, technique, property set and data set that had a sound case.
    pub(crate) kills_per_data_set: LazyFrame,
    /// One row per judgement that did not apply.
    pub(crate) skipped: LazyFrame,
    /// One row per subject and technique.
    pub(crate) costs: LazyFrame,
    pub(crate) published: Published,
}

impl Findings {
    /// Opens a record and applies a policy to it.
    pub(crate) fn gather(
        record: &Path,
        published: Option<&Path>,
        policy: &'static Policy,
    ) -> Result<Self, AnalysisError> {
        let folder = open(record)?;
        let frames = Frames::scan(&folder)?;
        // These are collected here and not at the edge: every table needs them, and each would
        // otherwise read the record and join again.
        let fates = fates(&frames, policy).collect()?.lazy();
        let cases = cases(frames.verdicts.clone()).collect()?.lazy();
        let all_kills = kills(frames.verdicts, cases.clone(), fates.clone(), policy)
            .collect()?
            .lazy();
        let kills = condensed(all_kills.clone(), PROPERTY).collect()?.lazy();
        let kills_per_data_set = condensed(all_kills, DATA_SET).collect()?.lazy();
        let provenance = folder.provenance().clone();
        let findings = Self {
            subjects: provenance
                .subjects
                .keys()
                .map(ToString::to_string)
                .collect(),
            provenance,
            policy,
            fates,
            cases,
            kills,
            kills_per_data_set,
            skipped: frames.skipped,
            costs: frames.costs,
            published: published.map_or_else(|| Ok(Published::default()), Published::read)?,
        };
        findings.check_needs()?;
        Ok(findings)
    }

    /// The techniques that judged something, sound or not, as subject and technique.
    pub(crate) fn techniques(&self) -> Result<BTreeSet<(String, String)>, AnalysisError> {
        let key = [SUBJECT, TECHNIQUE];
        let judged = self.cases.clone().select(cols(&key));
        let cells = Cells::collect(judged.unique(None, UniqueKeepStrategy::Any))?;
        let pair = |row| Ok((cells.name(row, SUBJECT)?, cells.name(row, TECHNIQUE)?));
        cells.rows().map(pair).collect()
    }

    fn check_needs(&self) -> Result<(), AnalysisError> {
        let techniques = self.techniques()?;
        for subject in &self.subjects {
            for &technique in self.policy.needs {
                if !techniques.contains(&(subject.clone(), technique.to_owned())) {
                    return Err(AnalysisError::NeedsTechnique {
                        policy: self.policy.name,
                        technique,
                        subject: subject.clone(),
                    });
                }
            }
        }
        Ok(())
    }
}
