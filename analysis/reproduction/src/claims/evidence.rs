//! The numbers that claims are decided on.

use std::collections::{BTreeMap, BTreeSet};

use killrate_analysis::check_costs::{MeasuredCost, check_costs};
use killrate_analysis::columns::{
    ALL_CLASSES, CLASS, DATA_SET, FILE, FUNCTION, IS_SOUND, MUTANT, N, N_ALARMS, OPERATOR,
    PROPERTY, SITE_KIND, SUBJECT, TECHNIQUE,
};
use killrate_analysis::comparisons::{Comparison, compare};
use killrate_analysis::frames::{Cells, cols, inner_join};
use killrate_analysis::levels::{LEVEL, Level, checks_of_paper, in_functions, levels};
use killrate_analysis::roles::{METAMORPHIC, RUNTIME_CHECKING, is_ranked};
use killrate_analysis::weights::{Weighed, weighted};
use killrate_analysis::{
    AnalysisError, Findings, Papers, Published, Rate, Regions, Scores, regions_over, scores,
};
use killrate_model::SiteKind;
use killrate_record::InvariantsProvenance;
use polars::prelude::*;

use super::claim::{Figure, Missing};
use crate::thesis::names::{BUILDER, COMPARED, LOOP_OPERATORS, SELECTION, SORT, STUDY_1};
use crate::thesis::numbers::ThesisNumbers;
use crate::thesis::variations::{ALL_DATA, ONE, ONE_DATA_SET, VARIATION, variations};
use crate::wu05::WuNumbers;

/// A record in the numbers that claims are decided on, under one policy.
pub(crate) struct Evidence<'a> {
    pub(crate) subjects: &'a [String],
    /// Every technique, property and data set that the study asked for, by subject.
    asked: BTreeSet<(String, String)>,
    pub(crate) papers: &'a Papers,
    pub(crate) published: &'a Published,
    /// What only the thesis's claims ask for.
    pub(crate) thesis: ThesisNumbers,
    /// Chains of properties, which only Wu's claims ask for.
    pub(crate) wu: WuNumbers,
    /// Metamorphic testing is here what it is in the first paper: its own properties.
    pub(crate) techniques: Group,
    /// The overlap of [`COMPARED`] over [`STUDY_1`].
    pub(crate) overlap: Regions,
    /// What was learned of the subjects.
    pub(crate) invariants: &'a [InvariantsProvenance],
    /// The properties of the first paper.
    pub(crate) properties: Group,
    /// Data sets, with these properties.
    pub(crate) data_sets: Group,
    /// What changed between two papers, one thing at a time.
    pub(crate) variations: Group,
    /// Data sets on which a second implementation's output differs from the original's, by subject.
    pub(crate) disagreements: BTreeMap<String, Rate>,
    /// Any metamorphic properties, by technique.
    pub(crate) metamorphic: Scores,
    /// These properties on mutants that are one off.
    pub(crate) off_by_one: Scores,
    /// The same on those of them that change where a loop or a range starts or ends.
    pub(crate) off_by_one_in_loops: Scores,
    /// These properties on mutants that are one off, by what their integers are for; empty of records that
    /// do not tell.
    pub(crate) off_by_one_by_site: SiteScores,
    /// Whether the record tells what integers are for that are one off; those before format 5 do not.
    pub(crate) tells_sites: bool,
    /// Techniques on mutants in these files of a subject, and on the others.
    pub(crate) in_selection: [Scores; 2],
    /// Properties of programs and of functions.
    pub(crate) levels: Group,
    /// The same on mutants in functions that have properties of the thesis.
    pub(crate) levels_in_functions: Group,
    /// Properties of functions, each.
    pub(crate) function_properties: Group,
    /// The same on mutants that are one off, and on all others.
    pub(crate) function_properties_off_by_one: [Scores; 2],
    /// The same on the mutants of the function that builds what another only reads.
    pub(crate) builder_properties: Scores,
    /// Techniques on the mutants of the sort that places missing values at random.
    pub(crate) sorting: Group,
    /// Properties of functions on the same.
    pub(crate) sorting_properties: Scores,
    /// What testing functions took on the originals.
    pub(crate) check_costs: Vec<MeasuredCost>,
}

/// Rates and paired comparisons of one kind of thing.
pub(crate) struct Group {
    pub(crate) scores: Scores,
    pub(crate) pairs: Vec<Comparison>,
}

impl<'a> Evidence<'a> {
    pub(crate) fn gather(findings: &'a Findings) -> Result<Self, AnalysisError> {
        let ranked = findings.kills.clone().filter(is_ranked());
        let papers = &findings.papers;
        let is_metamorphic = || col(TECHNIQUE).eq(lit(METAMORPHIC));
        let is_one_of = |column: &str, names: &[&str]| {
            let is = |name: &&str| col(column).eq(lit((*name).to_owned()));
            names.iter().map(is).fold(lit(false), Expr::or)
        };
        let compared = ranked.clone().filter(papers.is_compared());
        let of_techniques = ranked.clone().filter(papers.is_as_compared());
        let is_off_by_one = || col(CLASS).eq(lit("off-by-one"));
        let off_by_one = compared.clone().filter(is_off_by_one());
        let is_in_selection = || {
            let is_subject = col(SUBJECT).eq(lit(SELECTION.0));
            is_subject.and(col(FILE).eq(lit(SELECTION.1)))
        };
        let placed = with_places(findings, of_techniques.clone());
        let is_in_loop = is_one_of(OPERATOR, &LOOP_OPERATORS);
        let per_data_set = findings.kills_per_data_set.clone();
        let is_checked = col(TECHNIQUE).eq(lit(RUNTIME_CHECKING));
        let checked = ranked.clone().filter(is_checked);
        let is_in_sort = is_one_of(FUNCTION, SORT.1);
        let levels_inside = in_functions(findings, levels(findings)?, checks_of_paper(findings))?;
        Ok(Self {
            subjects: &findings.subjects,
            asked: findings.asked()?,
            papers,
            published: &findings.published,
            thesis: ThesisNumbers::of(findings)?,
            wu: WuNumbers::of(findings)?,
            overlap: regions_over(of_techniques.clone(), &STUDY_1, &COMPARED)?,
            invariants: &findings.provenance.invariants,
            techniques: Group::gather(of_techniques, TECHNIQUE)?,
            properties: Group::gather(compared, PROPERTY)?,
            data_sets: Group::gather(per_data_set.filter(papers.is_compared()), DATA_SET)?,
            variations: Group::gather(variations(findings)?, VARIATION)?,
            disagreements: disagreements(findings.agreements.clone())?,
            metamorphic: scores(ranked.clone().filter(is_metamorphic()), TECHNIQUE)?,
            off_by_one: scores(off_by_one.clone(), PROPERTY)?,
            off_by_one_by_site: by_site(&with_places(findings, off_by_one.clone()))?,
            tells_sites: tells_sites(findings)?,
            in_selection: [
                scores(placed.clone().filter(is_in_selection()), TECHNIQUE)?,
                scores(placed.filter(is_in_selection().not()), TECHNIQUE)?,
            ],
            off_by_one_in_loops: scores(off_by_one.filter(is_in_loop), PROPERTY)?,
            levels: Group::gather(levels(findings)?, LEVEL)?,
            levels_in_functions: Group::gather(levels_inside, LEVEL)?,
            check_costs: check_costs(findings)?,
            function_properties: Group::gather(checked.clone(), PROPERTY)?,
            function_properties_off_by_one: [
                scores(checked.clone().filter(is_off_by_one()), PROPERTY)?,
                scores(checked.clone().filter(is_off_by_one().not()), PROPERTY)?,
            ],
            sorting_properties: scores(checked.clone().filter(is_in_sort.clone()), PROPERTY)?,
            sorting: Group::gather(ranked.filter(is_in_sort), TECHNIQUE)?,
            builder_properties: scores(checked.filter(col(FUNCTION).eq(lit(BUILDER))), PROPERTY)?,
        })
    }

    /// A technique over these subjects, beside the thesis's.
    pub(crate) fn technique(&self, subjects: &[&str], technique: &str) -> Figure {
        let published = |subject: &str| self.published.by_technique(subject, technique);
        self.techniques.figure(subjects, technique, published)
    }

    /// One of the thesis's properties over these subjects, beside the thesis's numbers.
    pub(crate) fn property(&self, subjects: &[&str], property: &str) -> Figure {
        let published = |subject: &str| {
            let property = Some(property);
            self.published
                .by_property(subject, self.compared(), property, ALL_CLASSES)
        };
        self.properties.figure(subjects, property, published)
    }

    /// A data set of a subject, beside the thesis's numbers.
    pub(crate) fn data_set(&self, subject: &str, data_set: &str) -> Figure {
        let published = |subject: &str| {
            self.published
                .by_data_set(subject, self.compared(), data_set, ALL_CLASSES)
        };
        self.data_sets.figure(&[subject], data_set, published)
    }

    /// One of the things that changed between two papers; the papers have no such numbers.
    pub(crate) fn variation(&self, subjects: &[&str], name: &str) -> Figure {
        self.variations.figure(subjects, name, |_| None)
    }

    /// The programs of those studies of which the record has every one; of the first study where it has
    /// no study whole.
    pub(crate) fn of_whole_studies(
        &self,
        studies: &[&'static [&'static str]],
    ) -> Vec<&'static str> {
        let has = |subject: &&str| self.subjects.iter().any(|known| known == subject);
        let whole = studies.iter().filter(|study| study.iter().all(&has));
        let whole: Vec<&str> = whole.copied().flatten().copied().collect();
        match (whole.is_empty(), studies.first()) {
            (true, Some(first)) => first.to_vec(),
            _ => whole,
        }
    }

    /// The name of a level.
    pub(crate) fn level(&self, level: Level) -> String {
        level.name(self.papers)
    }

    /// The name of the set of properties that is compared.
    fn compared(&self) -> &'static str {
        self.papers.compared().map_or("", |set| set.name)
    }

    /// Why there is no rate: the subject or its judgement is missing.
    pub(crate) fn missing(&self, subject: &str, name: &str) -> Missing {
        if !self.subjects.iter().any(|known| known == subject) {
            return Missing::from_study(format!("`{subject}` is not in the record"));
        }
        if !self.has(subject, name) {
            return Missing::from_study(format!("`{name}` is not asked about `{subject}`"));
        }
        Missing {
            reason: format!("`{name}` did not judge `{subject}` with a sound case"),
            is_in_study: true,
        }
    }

    /// Whether the study asked something of this name about a subject.
    pub(crate) fn has(&self, subject: &str, name: &str) -> bool {
        let has = |name: &str| self.asked.contains(&(subject.to_owned(), name.to_owned()));
        // Levels and variations are groups of what was asked.
        let is_level = |level| name == self.level(level);
        if is_level(Level::System) || name == ALL_DATA {
            return has(METAMORPHIC);
        }
        if is_level(Level::Functions) || is_level(Level::FurtherFunctions) {
            return has(RUNTIME_CHECKING);
        }
        if name == ONE_DATA_SET {
            return ONE.iter().any(|data_set| has(data_set));
        }
        has(name)
    }
}

impl Group {
    pub(crate) fn gather(kills: LazyFrame, by: &str) -> Result<Self, AnalysisError> {
        Ok(Self {
            scores: scores(kills.clone(), by)?,
            pairs: compare(kills, by)?,
        })
    }

    pub(crate) fn rate(&self, subject: &str, name: &str) -> Option<Rate> {
        rate(&self.scores, subject, name)
    }

    /// What was judged on a subject, by name.
    pub(crate) fn names(&self, subject: &str) -> Vec<&str> {
        let of_subject = self.scores.keys().filter(|(known, _)| known == subject);
        of_subject.map(|(_, name)| name.as_str()).collect()
    }

    /// The total over those of the subjects that have it, beside the paper's over the same; the
    /// paper's over all where none has it.
    fn figure(
        &self,
        subjects: &[&str],
        name: &str,
        published: impl Fn(&str) -> Option<Rate>,
    ) -> Figure {
        let judged: Vec<&str> = subjects
            .iter()
            .copied()
            .filter(|subject| self.rate(subject, name).is_some())
            .collect();
        // A paper's total over subjects that we lack would not be of the same thing.
        let compared = if judged.is_empty() { subjects } else { &judged };
        let is_partial = subjects.len() == 1 || compared.len() < subjects.len();
        let weighed: Vec<Weighed> = judged
            .iter()
            .filter_map(|subject| {
                Some(Weighed {
                    subject: (*subject).to_owned(),
                    rate: self.rate(subject, name)?,
                    weight: published(subject)?.of,
                })
            })
            .collect();
        Figure {
            name: if is_partial {
                format!("{name} on {}", compared.join(", "))
            } else {
                name.to_owned()
            },
            measured: Rate::total(judged.iter().filter_map(|subject| self.rate(subject, name))),
            published: Rate::total(compared.iter().filter_map(|subject| published(subject))),
            weighted: weighted(&weighed),
        }
    }
}

/// Rates by subject and property, for each kind of site.
pub(crate) type SiteScores = BTreeMap<SiteKind, Scores>;

fn by_site(kills: &LazyFrame) -> Result<SiteScores, AnalysisError> {
    let of_kind = |kind: SiteKind| {
        let kills = kills.clone().filter(col(SITE_KIND).eq(lit(kind.name())));
        Ok((kind, scores(kills, PROPERTY)?))
    };
    SiteKind::ALL.into_iter().map(of_kind).collect()
}

/// Whether no mutant that is one off lacks the kind of its site.
fn tells_sites(findings: &Findings) -> Result<bool, AnalysisError> {
    let is_off_by_one = col(CLASS).eq(lit("off-by-one"));
    let untold = is_off_by_one.and(col(SITE_KIND).is_null());
    let untold = findings.fates.clone().filter(untold).limit(1);
    Ok(Cells::collect(untold)?.rows().is_empty())
}

/// Kills with where their mutants are.
fn with_places(findings: &Findings, kills: LazyFrame) -> LazyFrame {
    let key = [SUBJECT, MUTANT];
    let places = cols(&[SUBJECT, MUTANT, FILE, SITE_KIND]);
    inner_join(kills, findings.fates.clone().select(places), &key, &key)
}

/// The rate of a group on a subject.
pub(crate) fn rate(scores: &Scores, subject: &str, name: &str) -> Option<Rate> {
    scores.get(&(subject.to_owned(), name.to_owned())).copied()
}

/// For each subject, the data sets on which some second implementation differs from the original.
fn disagreements(agreements: LazyFrame) -> Result<BTreeMap<String, Rate>, AnalysisError> {
    let per_data_set = agreements
        .group_by(cols(&[SUBJECT, DATA_SET]))
        .agg([col(IS_SOUND).all(true)]);
    let per_subject = per_data_set
        .group_by(cols(&[SUBJECT]))
        .agg([col(IS_SOUND).not().sum().alias(N_ALARMS), len().alias(N)]);
    let cells = Cells::collect(per_subject)?;
    let rate = |row| {
        let rate = Rate {
            n: cells.count(row, N_ALARMS)?,
            of: cells.count(row, N)?,
        };
        Ok((cells.name(row, SUBJECT)?, rate))
    };
    cells.rows().map(rate).collect()
}
