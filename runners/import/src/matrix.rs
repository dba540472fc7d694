//! A matrix on its way to a record.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::{
    Cause, DataSetName, Evidence, MutantId, PropertyName, StudyName, SubjectName, TechniqueName,
    Verdict,
};
use killrate_record::{Basis, Provenance, Record, VariantId};

use crate::ImportError;
use crate::names::Names;
use crate::rows::{Case, floor, provenance, reach, row};

/// The technique that a suite becomes.
pub const SUITE: &str = "suite";
/// Techniques of ours that have an oracle which nobody else has, or are not ranked; another tool's of
/// such a name are neither.
const OURS: [&str; 3] = ["reference", "pseudo-oracle", "tests"];
/// The property of [`SUITE`] that stands for tests which the tool does not name.
const UNNAMED: &str = "unnamed-test";
/// What [`UNNAMED`] says.
const UNNAMED_TEXT: &str = "tests that the tool does not name";
/// The data set of tests, which bring their own.
pub(crate) const NONE: &str = "none";

/// How an imported record is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportOptions {
    /// The program that was mutated.
    pub subject: SubjectName,
    /// The name of the record's study.
    pub study: StudyName,
}

/// A mutant of another tool.
#[derive(Debug, Clone, Default)]
pub(crate) struct Mutant {
    /// What tells it from the others of the matrix.
    pub(crate) key: String,
    pub(crate) operator: String,
    /// The class by its own name; from the operator when empty.
    pub(crate) class: String,
    pub(crate) file: String,
    pub(crate) function: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) before: String,
    pub(crate) after: String,
    /// Why it could not be run; empty when it could.
    pub(crate) withdrawn: Option<String>,
    /// How the suite detected it, where the tool says that it did and names no test.
    pub(crate) unattributed: Option<Cause>,
    /// Whether the tool says that no test reaches it, without naming the tests that it ran.
    pub(crate) is_uncovered: bool,
}

impl Mutant {
    /// How it ended whatever the tests said, where it did not end by itself.
    pub(crate) fn ended(&self) -> Option<Cause> {
        self.unattributed
            .filter(|cause| *cause != Cause::TestFailed)
    }
}

/// A judgement: who, by what, on what.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Test {
    pub(crate) subject: Option<String>,
    pub(crate) technique: String,
    pub(crate) name: String,
    pub(crate) data_set: String,
    pub(crate) seed: Option<u64>,
}

impl Test {
    /// A test of a suite.
    pub(crate) fn of_suite(name: &str) -> Self {
        Self {
            subject: None,
            technique: SUITE.to_owned(),
            name: name.to_owned(),
            data_set: NONE.to_owned(),
            seed: None,
        }
    }
}

/// What a test said of a mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) verdict: Verdict,
    pub(crate) basis: Basis,
}

impl Said {
    /// The test passed.
    pub(crate) fn passed() -> Self {
        Self {
            verdict: Verdict::Satisfied,
            basis: Basis::Run,
        }
    }

    /// The test does not reach the mutant.
    pub(crate) fn not_reached() -> Self {
        Self {
            verdict: Verdict::Satisfied,
            basis: Basis::NotReached,
        }
    }

    /// The test failed for this cause; of a detail that goes on below, such as with a trace of
    /// calls, the first line counts.
    pub(crate) fn failed(cause: Cause, detail: &str) -> Self {
        let detail = detail.lines().map(str::trim).find(|line| !line.is_empty());
        Self {
            verdict: Verdict::Violated(Evidence {
                cause,
                detail: detail.unwrap_or_default().to_owned(),
            }),
            basis: Basis::Run,
        }
    }

    /// What the tool says of the mutant and of no test.
    pub(crate) fn of_mutant(cause: Option<Cause>, is_reached: bool) -> Self {
        match cause {
            Some(cause) => Self::failed(cause, "the tool says so of the mutant, and of no test"),
            None if is_reached => Self::passed(),
            None => Self::not_reached(),
        }
    }
}

/// Mutants, tests and what these said, of one subject or several.
#[derive(Debug, Default)]
pub(crate) struct Matrix {
    /// The mutants by subject, in their own order; `None` is the subject of the options.
    pub(crate) mutants: Vec<(Option<String>, Mutant)>,
    /// What the tests said on the original, where the matrix has it.
    pub(crate) on_original: BTreeMap<Test, Said>,
    /// What the tests said, by mutant and test.
    pub(crate) said: BTreeMap<(usize, Test), Said>,
    /// Whether the tool says which mutants its tests reach.
    pub(crate) tells_reach: bool,
    /// Whether the tool stopped at the first killer of some mutant, so that other tests might kill it
    /// too.
    pub(crate) names_first_killers: bool,
    /// Whether the tool names no test of any mutant, so that the unnamed one judges all of them.
    pub(crate) names_no_test: bool,
}

impl Matrix {
    /// The record of the matrix; `text` is what it was read from.
    ///
    /// A mutant that the tool counts as detected, and names no test for, is violated by the suite's
    /// property [`UNNAMED`], so that the suite's rate is the tool's own score. Where it ended by a
    /// limit or a crash, it is violated by the floor too.
    pub(crate) fn record(
        mut self,
        options: &ImportOptions,
        tool: &str,
        text: &[u8],
    ) -> Result<Record, ImportError> {
        if self.mutants.is_empty() {
            return Err(ImportError::Empty("mutant"));
        }
        // Whether a mutant is reached is asked before the unnamed test is added, which says
        // something of every mutant.
        let is_reached = self.reached();
        let unnamed = self.judge_by_unnamed(&is_reached);
        if self.said.is_empty() {
            return Err(ImportError::Empty("judgement"));
        }
        // The subject of the options has this name already, and no other may become the same.
        let mut subject_names = Names::without(options.subject.as_str());
        let mut subject_of = |subject: &Option<String>| match subject {
            None => Ok(options.subject.clone()),
            Some(text) => SubjectName::new(subject_names.name(text)),
        };
        let mut ids: Vec<(SubjectName, MutantId)> = Vec::new();
        let mut numbers: BTreeMap<SubjectName, u32> = BTreeMap::new();
        let mut rows = Vec::new();
        let mut known = BTreeSet::new();
        for (subject, mutant) in &self.mutants {
            let subject = subject_of(subject)?;
            let number = numbers.entry(subject.clone()).or_default();
            *number += 1;
            let row = row(subject, *number, mutant);
            if !known.insert((row.subject.clone(), row.mutant.clone())) {
                return Err(ImportError::SameMutant(row.mutant));
            }
            ids.push((row.subject.clone(), row.mutant.clone()));
            rows.push(row);
        }
        let mut verdicts = Vec::new();
        let on_mutants = self.said.keys().map(|(_, test)| test);
        // A test may stand on the original alone, or on mutants alone.
        let tests: BTreeSet<&Test> = on_mutants.chain(self.on_original.keys()).collect();
        let mut names: BTreeMap<&str, Names> = BTreeMap::new();
        let (mut techniques, mut data_sets) = (Names::default(), Names::default());
        // A name that stands for an oracle of ours would keep theirs out of every comparison.
        let technique_of = |name: &str| match OURS.contains(&name) {
            true => format!("imported-{name}"),
            false => name.to_owned(),
        };
        let mut cases = BTreeMap::new();
        let mut properties = BTreeSet::new();
        for test in tests {
            let of_technique = names.entry(&test.technique).or_default();
            let case = Case {
                subject: subject_of(&test.subject)?,
                technique: TechniqueName::new(techniques.name(&technique_of(&test.technique)))?,
                property: PropertyName::new(of_technique.name(&test.name))?,
                data_set: DataSetName::new(data_sets.name(&test.data_set))?,
                seed: test.seed,
            };
            let text = match &unnamed {
                Some(unnamed) if test == unnamed => UNNAMED_TEXT,
                _ => &test.name,
            };
            properties.extend(case.own_text(text));
            let said = { self.on_original.get(test).cloned() }.unwrap_or_else(Said::passed);
            verdicts.push(case.verdict(VariantId::Original, said));
            cases.insert(test, case);
        }
        for ((place, test), said) in &self.said {
            let variant = VariantId::Mutant(ids[*place].1.clone());
            verdicts.push(cases[test].verdict(variant, said.clone()));
        }
        verdicts.extend(floor(&self.mutants, &ids, &is_reached)?);
        let reach = if self.tells_reach {
            reach(&rows, &is_reached)?
        } else {
            Vec::new()
        };
        let mut provenance = provenance(options, tool, text, &rows);
        if self.names_first_killers {
            provenance.toolchain += Provenance::FIRST_KILLERS;
        }
        provenance.properties.extend(properties);
        Ok(Record {
            provenance,
            mutants: rows,
            reach,
            lines: Vec::new(),
            fuel: Vec::new(),
            outputs: Vec::new(),
            same_code: Vec::new(),
            chains: Vec::new(),
            verdicts,
            skipped: Vec::new(),
            costs: Vec::new(),
            check_costs: Vec::new(),
        })
    }

    /// Whether each mutant is reached: not where the tool, or every test that speaks of it, says that it
    /// is not.
    fn reached(&self) -> Vec<bool> {
        let mut n_said = vec![0; self.mutants.len()];
        let mut n_not_reached = n_said.clone();
        for ((place, _), said) in &self.said {
            n_said[*place] += 1;
            n_not_reached[*place] += u32::from(said.basis == Basis::NotReached);
        }
        let counts = n_said.into_iter().zip(n_not_reached);
        let mutants = self.mutants.iter().zip(counts);
        mutants
            .map(|((_, mutant), (n_said, n_not_reached))| {
                let is_heard = n_said == 0 || n_not_reached < n_said;
                mutant.unattributed.is_some() || (is_heard && !mutant.is_uncovered)
            })
            .collect()
    }

    /// Adds what the tests say that the tool does not name; nothing where it names tests, and one for
    /// every mutant that it counts as detected. Gives the test that stands for them.
    fn judge_by_unnamed(&mut self, is_reached: &[bool]) -> Option<Test> {
        let mutants = || self.mutants.iter().map(|(_, mutant)| mutant);
        let is_attributed = mutants().all(|mutant| mutant.unattributed.is_none());
        if is_attributed && !self.names_no_test {
            return None;
        }
        let mut test = Test::of_suite(UNNAMED);
        // A test of the suite may be called so.
        while self.said.keys().any(|(_, known)| *known == test) {
            test.name.push('+');
        }
        let said: Vec<((usize, Test), Said)> = mutants()
            .enumerate()
            .filter(|(_, mutant)| mutant.withdrawn.is_none())
            .map(|(place, mutant)| {
                let said = Said::of_mutant(mutant.unattributed, is_reached[place]);
                ((place, test.clone()), said)
            })
            .collect();
        self.said.extend(said);
        Some(test)
    }
}
