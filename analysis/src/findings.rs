//! What a record says under a policy; what every table is made from.

use std::collections::BTreeSet;
use std::path::Path;

use killrate_record::{Provenance, open};
use polars::prelude::*;

use crate::AnalysisError;
use crate::agreements::agreements;
use crate::columns::{DATA_SET, IS_SOUND, PROPERTY, SUBJECT, TECHNIQUE};
use crate::fates::{fates, study_data_sets};
use crate::frames::{Cells, Frames, collect_in_parts, cols};
use crate::kills::cases;
use crate::lines::lines;
use crate::numbered::Numbered;
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
    /// One row per usable mutant and sound case of a ranked technique that kills it.
    pub(crate) killers: LazyFrame,
    /// One row per sound case.
    pub(crate) kills_per_case: LazyFrame,
    /// One row per mutant whose code was compared, in records that have them.
    pub(crate) same_code: Option<LazyFrame>,
    /// One row per line of a subject that records lines.
    pub(crate) lines: LazyFrame,
    /// One row per second implementation and data set.
    pub(crate) agreements: LazyFrame,
    /// One row per judgement that did not apply.
    pub(crate) skipped: LazyFrame,
    /// One row per subject and technique.
    pub(crate) costs: LazyFrame,
    /// One row per subject and data set on which functions were tested, in records that have them.
    pub(crate) check_costs: Option<LazyFrame>,
    pub(crate) published: Published,
    frames: Frames,
    numbered: Numbered,
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
        let cases = collect_in_parts(cases(frames.verdicts.clone()))?.lazy();
        let lines = lines(frames.lines.clone(), study_data_sets(&frames));
        let agreements = agreements(frames.verdicts.clone(), cases.clone(), fates.clone());
        let verdicts = frames.verdicts.clone();
        let numbered = Numbered::gather(verdicts, cases.clone(), fates.clone(), policy)?;
        let (kills, kills_per_data_set) = rayon::join(
            || numbered.condensed(PROPERTY),
            || numbered.condensed(DATA_SET),
        );
        let (kills, kills_per_data_set) = (kills?, kills_per_data_set?);
        let killers = numbered.killers()?;
        let kills_per_case = numbered.kills_per_case()?;
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
            lines,
            agreements,
            killers,
            kills_per_case,
            same_code: frames.same_code.clone(),
            skipped: frames.skipped.clone(),
            costs: frames.costs.clone(),
            check_costs: frames.check_costs.clone(),
            frames,
            numbered,
            published: published.map_or_else(|| Ok(Published::default()), Published::read)?,
        };
        findings.check_needs()?;
        Ok(findings)
    }

    /// The techniques that judged something, sound or not, as subject and technique.
    pub(crate) fn techniques(&self) -> Result<BTreeSet<(String, String)>, AnalysisError> {
        pairs(self.cases.clone())
    }

    /// The techniques that have a sound case, as subject and technique.
    pub(crate) fn sound_techniques(&self) -> Result<BTreeSet<(String, String)>, AnalysisError> {
        pairs(self.cases.clone().filter(col(IS_SOUND)))
    }

    /// One row per judgement.
    pub(crate) fn verdicts(&self) -> LazyFrame {
        self.frames.verdicts.clone()
    }

    /// One row per usable mutant and sound case, for tables that need more than one of property,
    /// data set and seed at once.
    pub(crate) fn all_kills(&self) -> LazyFrame {
        self.numbered.named()
    }

    /// One row per mutant that another policy uses, technique and property that had a sound case.
    pub(crate) fn kills_under(&self, policy: &Policy) -> Result<LazyFrame, AnalysisError> {
        let fates = fates(&self.frames, policy).collect()?.lazy();
        let verdicts = self.frames.verdicts.clone();
        let numbered = Numbered::gather(verdicts, self.cases.clone(), fates, policy)?;
        Ok(numbered.condensed(PROPERTY)?)
    }

    /// The first technique that a policy needs and a subject lacks.
    pub(crate) fn lacks(
        &self,
        policy: &Policy,
    ) -> Result<Option<(&String, &'static str)>, AnalysisError> {
        let techniques = self.techniques()?;
        let needs = |subject| {
            policy
                .needs
                .iter()
                .map(move |&technique| (subject, technique))
        };
        let mut needed = self.subjects.iter().flat_map(needs);
        Ok(needed.find(|(subject, technique)| {
            !techniques.contains(&((*subject).clone(), (*technique).to_owned()))
        }))
    }

    fn check_needs(&self) -> Result<(), AnalysisError> {
        match self.lacks(self.policy)? {
            None => Ok(()),
            Some((subject, technique)) => Err(AnalysisError::NeedsTechnique {
                policy: self.policy.name,
                technique,
                subject: subject.clone(),
            }),
        }
    }
}

/// The distinct pairs of subject and technique of some cases.
fn pairs(cases: LazyFrame) -> Result<BTreeSet<(String, String)>, AnalysisError> {
    let key = [SUBJECT, TECHNIQUE];
    let distinct = cases
        .select(cols(&key))
        .unique(None, UniqueKeepStrategy::Any);
    let cells = Cells::collect(distinct)?;
    let pair = |row| Ok((cells.name(row, SUBJECT)?, cells.name(row, TECHNIQUE)?));
    cells.rows().map(pair).collect()
}
