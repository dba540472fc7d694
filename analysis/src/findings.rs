//! What a record says under a policy; what every table is made from.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use killrate_record::Provenance;
use polars::prelude::*;

use crate::agreements::agreements;
use crate::columns::{DATA_SET, IS_SOUND, MUTANT, PROPERTY, SAME_AS, SUBJECT, TECHNIQUE, USABLE};
use crate::fates::{fates, outcomes, study_data_sets};
use crate::frames::{Cells, Frames, cols, sorted};
use crate::kills::cases;
use crate::lines::lines;
use crate::numbered::Numbered;
use crate::placebos::Placebos;
use crate::roles::{IMPLICIT, PSEUDO_ORACLE, REFERENCE, takes_samples};
use crate::verdicts::Verdicts;
use crate::{AnalysisError, Papers, Policy, Published, together};

/// The frames of a record under a policy.
pub struct Findings {
    /// What the verdicts are about and what made them; of several records what they say of subjects,
    /// and what the first says of itself.
    pub provenance: Provenance,
    /// The same of each record, in the order in which they were named.
    pub(crate) provenances: Vec<Provenance>,
    /// What counts as a kill.
    pub policy: &'static Policy,
    /// The subjects of the record, by name.
    pub subjects: Vec<String>,
    /// One row per mutant.
    pub fates: LazyFrame,
    /// One row per case.
    pub cases: LazyFrame,
    /// One row per usable mutant, technique and property that had a sound case.
    pub kills: LazyFrame,
    /// One row per usable mutant, technique, property set and data set that had a sound case.
    pub kills_per_data_set: LazyFrame,
    /// One row per usable mutant and sound case of a ranked technique that kills it.
    pub(crate) killers: LazyFrame,
    /// One row per sound case.
    pub(crate) kills_per_case: LazyFrame,
    /// One row per mutant and data set on which it is slow or hangs, in records that have them.
    pub(crate) fuel: Option<LazyFrame>,
    /// One row per mutant whose code was compared, in records that have them.
    pub(crate) same_code: Option<LazyFrame>,
    /// One row per line of a subject that records lines.
    pub(crate) lines: LazyFrame,
    /// One row per second implementation and data set.
    pub agreements: LazyFrame,
    /// One row per variant, case of chains and depth, in records that have them.
    pub(crate) chains: Option<LazyFrame>,
    /// One row per property and data set that it does not apply to.
    pub(crate) skipped: LazyFrame,
    /// One row per subject and technique.
    pub(crate) costs: LazyFrame,
    /// One row per subject and data set on which functions were tested, in records that have them.
    pub check_costs: Option<LazyFrame>,
    /// The papers that the record is set beside.
    pub papers: Papers,
    /// What they print.
    pub published: Arc<Published>,
    /// Every verdict by numbers.
    pub(crate) verdicts: Arc<Verdicts>,
    /// The variants without a fault, which nothing else here counts.
    pub(crate) placebos: Arc<Placebos>,
    /// One row per mutant, whatever the policy.
    outcomes: DataFrame,
    frames: Frames,
    numbered: Numbered,
}

impl Findings {
    /// Opens a record, or several that are reported on together, and applies a policy to them.
    pub(crate) fn gather(
        records: &[impl AsRef<Path>],
        papers: &Papers,
        policy: &'static Policy,
    ) -> Result<Self, AnalysisError> {
        let Record {
            provenance,
            provenances,
            frames,
            placebos,
            verdicts,
        } = together::read(records)?;
        // These are collected here and not at the edge: every table needs them.
        let cases = cases(&verdicts)?;
        let study_data_sets = study_data_sets(cases.clone().lazy()).collect()?.lazy();
        let judged = verdicts.on_mutants_by(&[IMPLICIT, REFERENCE])?.lazy();
        let outcomes = outcomes(&provenance, &frames, &judged, &study_data_sets)?.collect()?;
        verdicts.check_mutants(&outcomes)?;
        // The papers say nothing of programs that somebody else mutated and tested.
        let mut papers = papers.clone();
        papers.folder = papers.folder.filter(|_| !provenance.is_imported());
        let mut published = papers.read()?;
        for subject in random_subjects(&cases)? {
            published.forget(&subject);
        }
        let facts = Facts {
            lines: lines(frames.lines.clone(), study_data_sets),
            cases,
            verdicts: Arc::new(verdicts),
            outcomes,
            provenance,
            provenances,
            frames,
            papers,
            published: Arc::new(published),
            placebos: Arc::new(placebos),
        };
        let findings = facts.judged_by(policy)?;
        findings.check_needs()?;
        Ok(findings)
    }

    /// The same record under another policy; `None` where a subject lacks a technique that this one needs.
    ///
    /// # Errors
    /// When the record cannot be worked with.
    pub fn under(&self, policy: &'static Policy) -> Result<Option<Self>, AnalysisError> {
        if self.lacks(policy)?.is_some() {
            return Ok(None);
        }
        let facts = Facts {
            provenance: self.provenance.clone(),
            provenances: self.provenances.clone(),
            cases: self.cases.clone().collect()?,
            verdicts: Arc::clone(&self.verdicts),
            outcomes: self.outcomes.clone(),
            lines: self.lines.clone(),
            frames: self.frames.clone(),
            papers: self.papers.clone(),
            published: Arc::clone(&self.published),
            placebos: Arc::clone(&self.placebos),
        };
        Ok(Some(facts.judged_by(policy)?))
    }

    /// The names of the studies.
    pub(crate) fn study(&self) -> String {
        let names = self.provenances.iter();
        let names: Vec<&str> = names.map(|known| known.study.name.as_str()).collect();
        names.join(" and ")
    }

    /// The seed of the studies; `None` where they have different ones.
    pub(crate) fn seed(&self) -> Option<u64> {
        let seed = self.provenance.seed;
        let is_same = |known: &Provenance| known.seed == seed;
        self.provenances.iter().all(is_same).then_some(seed)
    }

    /// What the policy would look at and the record does not tell, and what it does instead, a sentence
    /// each.
    fn fallbacks(&self) -> Result<Vec<String>, AnalysisError> {
        let mut sentences = Vec::new();
        for fallback in self.policy.falls_back {
            let is_told = col(fallback.without).is_not_null().any(true);
            let of_subjects = self.fates.clone().group_by(cols(&[SUBJECT]));
            let told = of_subjects.agg([is_told.alias(USABLE)]);
            let untold = told.filter(col(USABLE).not());
            let cells = Cells::collect(sorted(untold, &[SUBJECT]))?;
            let subjects: PolarsResult<Vec<String>> =
                cells.rows().map(|row| cells.name(row, SUBJECT)).collect();
            let subjects = subjects?;
            if subjects.is_empty() {
                continue;
            }
            sentences.push(format!(
                "The record does not tell for {} {}, so there {} under the policy `{}`.",
                subjects.join(", "),
                fallback.untold,
                fallback.then,
                self.policy.name
            ));
        }
        Ok(sentences)
    }

    /// What the policy counts, and what it does where the record does not tell; without a full stop.
    pub(crate) fn about_policy(&self) -> Result<String, AnalysisError> {
        let mut about = self.policy.about.to_owned();
        for sentence in self.fallbacks()? {
            about += ". ";
            about += sentence.trim_end_matches('.');
        }
        Ok(about)
    }

    /// Whether the record tells what outputs look like.
    pub(crate) fn tells_looks(&self) -> bool {
        self.frames.outputs.is_some()
    }

    /// Every technique, property and data set that the study asked about a subject, applicable or not.
    ///
    /// # Errors
    /// When the record cannot be worked with.
    pub fn asked(&self) -> Result<BTreeSet<(String, String)>, AnalysisError> {
        let mut asked = BTreeSet::new();
        for frame in [self.cases.clone(), self.skipped.clone()] {
            for name in [TECHNIQUE, PROPERTY, DATA_SET] {
                let pairs = frame
                    .clone()
                    .select(cols(&[SUBJECT, name]))
                    .unique(None, UniqueKeepStrategy::Any);
                let cells = Cells::collect(pairs)?;
                for row in cells.rows() {
                    asked.insert((cells.name(row, SUBJECT)?, cells.name(row, name)?));
                }
            }
        }
        Ok(asked)
    }

    /// The techniques that judged something, sound or not, as subject and technique.
    pub(crate) fn techniques(&self) -> Result<BTreeSet<(String, String)>, AnalysisError> {
        pairs(self.cases.clone())
    }

    /// The techniques that have a sound case, as subject and technique.
    pub(crate) fn sound_techniques(&self) -> Result<BTreeSet<(String, String)>, AnalysisError> {
        pairs(self.cases.clone().filter(col(IS_SOUND)))
    }

    /// One row per verdict.
    pub(crate) fn named_verdicts(&self) -> PolarsResult<LazyFrame> {
        Ok(self.verdicts.named(self.verdicts.rows())?.lazy())
    }

    /// One row per mutant and data set: whether the original's run reached and infected it.
    pub(crate) fn reach(&self) -> LazyFrame {
        self.frames.reach.clone()
    }

    /// One row per line and data set: whether the original's run ran it.
    pub(crate) fn covered_lines(&self) -> LazyFrame {
        self.frames.lines.clone()
    }

    /// One row per mutant whose code was compared; none in a record that compared none.
    pub(crate) fn compared_codes(&self) -> LazyFrame {
        let none = || {
            let columns =
                [SUBJECT, MUTANT, SAME_AS].map(|name| Field::new(name.into(), DataType::String));
            DataFrame::empty_with_schema(&Schema::from_iter(columns)).lazy()
        };
        self.same_code.clone().unwrap_or_else(none)
    }

    /// One row per usable mutant and sound case, for tables that need more than one of property,
    /// data set and seed at once.
    pub(crate) fn all_kills(&self) -> Result<LazyFrame, AnalysisError> {
        Ok(self.numbered.named()?)
    }

    /// One row per mutant that another policy uses, technique and property that had a sound case.
    pub(crate) fn kills_under(&self, policy: &Policy) -> Result<LazyFrame, AnalysisError> {
        let fates = fates(self.outcomes.clone().lazy(), policy);
        self.kills_of(fates, policy)
    }

    /// The same for the usable mutants of these fates, which need not be those of the policy.
    pub(crate) fn kills_of(
        &self,
        fates: LazyFrame,
        policy: &Policy,
    ) -> Result<LazyFrame, AnalysisError> {
        let cases = self.cases.clone().collect()?;
        let fates = fates.collect()?;
        let numbered = Numbered::gather(&self.verdicts, &cases, &fates, policy, &self.papers)?;
        Ok(numbered.condensed(PROPERTY)?.lazy())
    }

    /// One row per mutant that another policy uses and sound case.
    pub fn all_kills_under(&self, policy: &Policy) -> Result<LazyFrame, AnalysisError> {
        let fates = fates(self.outcomes.clone().lazy(), policy).collect()?;
        let cases = self.cases.clone().collect()?;
        let numbered = Numbered::gather(&self.verdicts, &cases, &fates, policy, &self.papers)?;
        Ok(numbered.named()?)
    }

    /// The first technique that a policy needs and a subject lacks.
    pub fn lacks(&self, policy: &Policy) -> Result<Option<(&String, &'static str)>, AnalysisError> {
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

/// What is read of a record, or of several.
pub(crate) struct Record {
    pub(crate) provenance: Provenance,
    pub(crate) provenances: Vec<Provenance>,
    pub(crate) frames: Frames,
    pub(crate) placebos: Placebos,
    pub(crate) verdicts: Verdicts,
}

/// What a record says whatever the policy.
struct Facts {
    provenance: Provenance,
    provenances: Vec<Provenance>,
    cases: DataFrame,
    verdicts: Arc<Verdicts>,
    outcomes: DataFrame,
    lines: LazyFrame,
    frames: Frames,
    papers: Papers,
    published: Arc<Published>,
    placebos: Arc<Placebos>,
}

impl Facts {
    fn judged_by(self, policy: &'static Policy) -> Result<Findings, AnalysisError> {
        let Self {
            provenance,
            provenances,
            cases,
            verdicts,
            outcomes,
            lines,
            frames,
            papers,
            published,
            placebos,
        } = self;
        let fates = fates(outcomes.clone().lazy(), policy).collect()?;
        let agreements = agreements(
            verdicts.on_mutants_by(&[PSEUDO_ORACLE])?.lazy(),
            cases.clone().lazy(),
            fates.clone().lazy(),
        );
        let numbered = Numbered::gather(&verdicts, &cases, &fates, policy, &papers)?;
        let kills = numbered.condensed(PROPERTY)?.lazy();
        let kills_per_data_set = numbered.condensed(DATA_SET)?.lazy();
        let killers = numbered.killers()?.lazy();
        let kills_per_case = numbered.kills_per_case()?.lazy();
        Ok(Findings {
            subjects: provenance
                .subjects
                .keys()
                .map(ToString::to_string)
                .collect(),
            provenance,
            provenances,
            policy,
            outcomes,
            fates: fates.lazy(),
            cases: cases.lazy(),
            verdicts,
            kills,
            kills_per_data_set,
            lines,
            agreements,
            killers,
            kills_per_case,
            fuel: frames.fuel.clone(),
            same_code: frames.same_code.clone(),
            chains: frames.chains.clone(),
            skipped: frames.skipped.clone(),
            costs: frames.costs.clone(),
            check_costs: frames.check_costs.clone(),
            frames,
            numbered,
            papers,
            published,
            placebos,
        })
    }
}

/// The subjects of which samples are compared, because they use randomness.
fn random_subjects(cases: &DataFrame) -> Result<BTreeSet<String>, AnalysisError> {
    let judged = pairs(cases.clone().lazy())?.into_iter();
    let random = judged.filter(|(_, technique)| takes_samples(technique));
    Ok(random.map(|(subject, _)| subject).collect())
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
