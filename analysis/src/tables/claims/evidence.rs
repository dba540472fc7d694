//! The numbers that claims are decided on.

use std::collections::BTreeMap;

use killrate_record::InvariantsProvenance;
use polars::prelude::*;

use super::claim::Figure;
use super::more_data_and_semantics::{ALL_DATA, OF_MODELS, ONE, ONE_DATA_SET, SEMANTIC};
use super::state_of_others;
use crate::check_costs::{MeasuredCost, check_costs};
use crate::columns::{
    ALL_CLASSES, CLASS, DATA_SET, FUNCTION, IS_SOUND, KILLED, MUTANT, N, N_ALARMS, OPERATOR,
    PROPERTY, PROPERTY_SET, SUBJECT, TECHNIQUE,
};
use crate::comparisons::{Comparison, compare};
use crate::findings::Findings;
use crate::frames::{Cells, cols, stacked};
use crate::levels::{LEVEL, checks_of_thesis, in_functions, levels};
use crate::published::Published;
pub(super) use crate::roles::{ASSERTIONS, PARTIAL_ORACLE};
use crate::roles::{METAMORPHIC, PROPERTY_SETS, RUNTIME_CHECKING, is_ranked};
use crate::tables::{Regions, SORT, Scores, regions_over, scores};
use crate::{AnalysisError, Rate};

/// The programs of the thesis's first study; PAYL it keeps aside.
pub(super) const STUDY_1: [&str; 3] = ["c45", "martirank", "svm"];

/// The programs of the thesis's first study of properties of functions.
pub(super) const MRC_1: [&str; 4] = ["c45", "martirank", "payl", "svm"];

/// The techniques that the thesis's first study compares.
pub(super) const COMPARED: [&str; 3] = [METAMORPHIC, PARTIAL_ORACLE, ASSERTIONS];

/// The set of properties that the thesis counts.
pub(super) const THESIS_SET: &str = PROPERTY_SETS[0].name;

/// A record in the numbers that claims are decided on, under one policy.
pub(super) struct Evidence<'a> {
    pub(super) subjects: &'a [String],
    pub(super) published: &'a Published,
    /// Metamorphic testing is here what it is in the thesis: its own properties.
    pub(super) techniques: Group,
    /// The overlap of [`COMPARED`] over [`STUDY_1`].
    pub(super) overlap: Regions,
    /// What was learned of the subjects.
    pub(super) invariants: &'a [InvariantsProvenance],
    /// The thesis's properties.
    pub(super) properties: Group,
    /// Data sets, with the thesis's properties.
    pub(super) data_sets: Group,
    /// What changed between two papers, one thing at a time.
    pub(super) variations: Group,
    /// Data sets on which a second implementation's output differs from the original's, by subject.
    pub(super) disagreements: BTreeMap<String, Rate>,
    /// Any metamorphic properties, by technique.
    pub(super) metamorphic: Scores,
    /// The thesis's properties on mutants that are one off.
    pub(super) off_by_one: Scores,
    /// The same on those of them that change where a loop or a range starts or ends.
    pub(super) off_by_one_in_loops: Scores,
    /// Properties of programs and of functions.
    pub(super) levels: Group,
    /// The same on mutants in functions that have properties of the thesis.
    pub(super) levels_in_functions: Group,
    /// Properties of functions, each.
    pub(super) function_properties: Group,
    /// A property of one function on the mutants of another; `None` without any.
    pub(super) state_of_others: Option<Rate>,
    /// Techniques on the mutants of the sort that places missing values at random.
    pub(super) sorting: Group,
    /// Properties of functions on the same.
    pub(super) sorting_properties: Scores,
    /// What testing functions took on the originals.
    pub(super) check_costs: Vec<MeasuredCost>,
}

/// Rates and paired comparisons of one kind of thing.
pub(super) struct Group {
    pub(super) scores: Scores,
    pub(super) pairs: Vec<Comparison>,
}

impl<'a> Evidence<'a> {
    pub(super) fn gather(findings: &'a Findings) -> Result<Self, AnalysisError> {
        let ranked = findings.kills.clone().filter(is_ranked());
        let is_metamorphic = || col(TECHNIQUE).eq(lit(METAMORPHIC));
        let is_thesis = || is_metamorphic().and(col(PROPERTY_SET).eq(lit(THESIS_SET)));
        let of_thesis = ranked.clone().filter(is_thesis());
        let off_by_one = of_thesis.clone().filter(col(CLASS).eq(lit("off-by-one")));
        let is_in_loop = LOOP_OPERATORS
            .iter()
            .map(|name| col(OPERATOR).eq(lit(*name)))
            .reduce(Expr::or)
            .expect("there are such operators");
        let as_in_thesis = ranked
            .clone()
            .filter(is_metamorphic().not().or(is_thesis()));
        let per_data_set = findings.kills_per_data_set.clone().filter(is_thesis());
        let checked = ranked
            .clone()
            .filter(col(TECHNIQUE).eq(lit(RUNTIME_CHECKING)));
        let in_sort = ranked.clone();
        let is_in_sort = SORT.1.iter().map(|name| col(FUNCTION).eq(lit(*name)));
        let is_in_sort = { is_in_sort }.reduce(Expr::or).expect("it has functions");
        let is_of_builder = col(FUNCTION).eq(lit(state_of_others::BUILDER));
        Ok(Self {
            subjects: &findings.subjects,
            published: &findings.published,
            overlap: regions_over(as_in_thesis.clone(), &STUDY_1, &COMPARED)?,
            invariants: &findings.provenance.invariants,
            techniques: Group::gather(as_in_thesis, TECHNIQUE)?,
            properties: Group::gather(of_thesis, PROPERTY)?,
            data_sets: Group::gather(per_data_set, DATA_SET)?,
            variations: Group::gather(variations(findings)?, VARIATION)?,
            disagreements: disagreements(findings.agreements.clone())?,
            metamorphic: scores(ranked.filter(is_metamorphic()), TECHNIQUE)?,
            off_by_one: scores(off_by_one.clone(), PROPERTY)?,
            off_by_one_in_loops: scores(off_by_one.filter(is_in_loop), PROPERTY)?,
            levels: Group::gather(levels(findings)?, LEVEL)?,
            levels_in_functions: Group::gather(
                in_functions(findings, levels(findings)?, checks_of_thesis(findings))?,
                LEVEL,
            )?,
            check_costs: check_costs(findings)?,
            function_properties: Group::gather(checked.clone(), PROPERTY)?,
            sorting_properties: scores(checked.clone().filter(is_in_sort.clone()), PROPERTY)?,
            sorting: Group::gather(in_sort.filter(is_in_sort), TECHNIQUE)?,
            state_of_others: rate(
                &scores(checked.filter(is_of_builder), PROPERTY)?,
                state_of_others::SUBJECT,
                state_of_others::PROPERTY,
            ),
        })
    }

    /// A technique over these subjects, beside the thesis's.
    pub(super) fn technique(&self, subjects: &[&str], technique: &str) -> Figure {
        let published = |subject: &str| self.published.by_technique(subject, technique);
        self.techniques.figure(subjects, technique, published)
    }

    /// One of the thesis's properties over these subjects, beside the thesis's numbers.
    pub(super) fn property(&self, subjects: &[&str], property: &str) -> Figure {
        let published = |subject: &str| {
            let property = Some(property);
            self.published
                .by_property(subject, THESIS_SET, property, ALL_CLASSES)
        };
        self.properties.figure(subjects, property, published)
    }

    /// A data set of a subject, beside the thesis's numbers.
    pub(super) fn data_set(&self, subject: &str, data_set: &str) -> Figure {
        let published = |subject: &str| {
            self.published
                .by_data_set(subject, THESIS_SET, data_set, ALL_CLASSES)
        };
        self.data_sets.figure(&[subject], data_set, published)
    }

    /// One of the things that changed between two papers; the papers have no such numbers.
    pub(super) fn variation(&self, subjects: &[&str], name: &str) -> Figure {
        self.variations.figure(subjects, name, |_| None)
    }

    /// Why there is no rate: the subject or its judgement is missing.
    pub(super) fn missing(&self, subject: &str, name: &str) -> String {
        if self.subjects.iter().any(|known| known == subject) {
            format!("`{name}` did not judge `{subject}` with a sound case")
        } else {
            format!("`{subject}` is not in the record")
        }
    }
}

impl Group {
    fn gather(kills: LazyFrame, by: &str) -> Result<Self, AnalysisError> {
        Ok(Self {
            scores: scores(kills.clone(), by)?,
            pairs: compare(kills, by)?,
        })
    }

    pub(super) fn rate(&self, subject: &str, name: &str) -> Option<Rate> {
        rate(&self.scores, subject, name)
    }

    /// What was judged on a subject, by name.
    pub(super) fn names(&self, subject: &str) -> Vec<&str> {
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
        let judged = subjects.iter().copied();
        let judged: Vec<&str> = judged
            .filter(|subject| self.rate(subject, name).is_some())
            .collect();
        let compared = if judged.is_empty() { subjects } else { &judged };
        let is_partial = subjects.len() == 1 || compared.len() < subjects.len();
        Figure {
            name: if is_partial {
                format!("{name} on {}", compared.join(", "))
            } else {
                name.to_owned()
            },
            measured: Rate::total(judged.iter().filter_map(|subject| self.rate(subject, name))),
            published: Rate::total(compared.iter().filter_map(|subject| published(subject))),
        }
    }
}

/// The rate of a group on a subject.
pub(super) fn rate(scores: &Scores, subject: &str, name: &str) -> Option<Rate> {
    scores.get(&(subject.to_owned(), name.to_owned())).copied()
}

/// The column of [`variations`] that names them.
const VARIATION: &str = "variation";

/// One row per usable mutant and variation: whether it killed.
fn variations(findings: &Findings) -> PolarsResult<LazyFrame> {
    let is_metamorphic = || col(TECHNIQUE).eq(lit(METAMORPHIC));
    let of_thesis = findings
        .kills_per_data_set
        .clone()
        .filter(is_metamorphic().and(col(PROPERTY_SET).eq(lit(THESIS_SET))));
    let is_one_of = |column: &'static str, names: &[&'static str]| {
        let is = |name: &&'static str| col(column).eq(lit(*name));
        names.iter().map(is).fold(lit(false), Expr::or)
    };
    let of_one = of_thesis.clone().filter(is_one_of(DATA_SET, &ONE));
    let of_property = findings
        .kills
        .clone()
        .filter(is_metamorphic().and(is_one_of(PROPERTY, &[SEMANTIC, OF_MODELS])));
    let named = |kills: LazyFrame, name: Expr| {
        kills.select([
            col(SUBJECT),
            col(MUTANT),
            name.alias(VARIATION),
            col(KILLED),
        ])
    };
    stacked(&[
        named(of_thesis, lit(ALL_DATA)),
        named(of_one, lit(ONE_DATA_SET)),
        named(of_property, col(PROPERTY)),
    ])
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

/// The changes by one that move where a loop or a range starts or ends.
const LOOP_OPERATORS: [&str; 6] = [
    "loop-bound-minus-one",
    "loop-bound-plus-one",
    "range-end-minus-one",
    "range-end-plus-one",
    "range-start-minus-one",
    "range-start-plus-one",
];
