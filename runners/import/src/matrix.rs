//! A matrix on its way to a record.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::{
    Cause, DataSetName, Digest, Evidence, MutantId, MutantStatus, OperatorName, PropertyName,
    StudyName, SubjectName, TechniqueName, Verdict,
};
use killrate_record::{
    Basis, FORMAT, LimitsPolicy, MutantRow, Provenance, Record, StudyProvenance, SubjectProvenance,
    VariantId, VerdictRow,
};

use crate::ImportError;
use crate::names::Names;
use crate::operators::class_of;

/// The technique that a suite becomes.
pub const SUITE: &str = "suite";
/// What shows without looking at any test, such as a time-out.
const IMPLICIT: &str = "implicit";
/// The property of [`IMPLICIT`].
const ENDS: &str = "ends-normally";
/// The data set of tests, which bring their own.
const NONE: &str = "none";

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
    /// How it ended whatever the tests said, where it did not end by itself.
    pub(crate) ended: Option<Cause>,
}

/// A judgement: who, by what, on what.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Test {
    pub(crate) subject: Option<String>,
    pub(crate) technique: String,
    pub(crate) name: String,
    pub(crate) data_set: String,
}

impl Test {
    /// A test of a suite.
    pub(crate) fn of_suite(name: &str) -> Self {
        Self {
            subject: None,
            technique: SUITE.to_owned(),
            name: name.to_owned(),
            data_set: NONE.to_owned(),
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
}

impl Matrix {
    /// The record of the matrix; `text` is what it was read from.
    pub(crate) fn record(
        self,
        options: &ImportOptions,
        tool: &str,
        text: &[u8],
    ) -> Result<Record, ImportError> {
        if self.mutants.is_empty() {
            return Err(ImportError::Empty("mutant"));
        }
        if self.said.is_empty() {
            return Err(ImportError::Empty("judgement"));
        }
        let mut subject_names = Names::default();
        let mut subject_of = |subject: &Option<String>| match subject {
            None => Ok(options.subject.clone()),
            Some(text) => SubjectName::new(subject_names.name(text)),
        };
        let mut ids: Vec<(SubjectName, MutantId)> = Vec::new();
        let mut numbers: BTreeMap<SubjectName, u32> = BTreeMap::new();
        let mut rows = Vec::new();
        for (subject, mutant) in &self.mutants {
            let subject = subject_of(subject)?;
            let number = numbers.entry(subject.clone()).or_default();
            *number += 1;
            let row = row(subject, *number, mutant);
            ids.push((row.subject.clone(), row.mutant.clone()));
            rows.push(row);
        }
        let mut verdicts = Vec::new();
        let tests: BTreeSet<&Test> = self.said.keys().map(|(_, test)| test).collect();
        let tests: BTreeSet<&Test> = tests.into_iter().chain(self.on_original.keys()).collect();
        let mut names: BTreeMap<&str, Names> = BTreeMap::new();
        let (mut techniques, mut data_sets) = (Names::default(), Names::default());
        let mut cases = BTreeMap::new();
        for test in tests {
            let of_technique = names.entry(&test.technique).or_default();
            let case = Case {
                subject: subject_of(&test.subject)?,
                technique: TechniqueName::new(techniques.name(&test.technique))?,
                property: PropertyName::new(of_technique.name(&test.name))?,
                data_set: DataSetName::new(data_sets.name(&test.data_set))?,
            };
            let said = self.on_original.get(test).cloned();
            let said = said.unwrap_or_else(Said::passed);
            verdicts.push(case.verdict(VariantId::Original, said));
            cases.insert(test, case);
        }
        for ((place, test), said) in &self.said {
            let variant = VariantId::Mutant(ids[*place].1.clone());
            verdicts.push(cases[test].verdict(variant, said.clone()));
        }
        verdicts.extend(floor(&self.mutants, &ids)?);
        Ok(Record {
            provenance: provenance(options, tool, text, &rows),
            mutants: rows,
            reach: Vec::new(),
            lines: Vec::new(),
            same_code: Vec::new(),
            verdicts,
            skipped: Vec::new(),
            costs: Vec::new(),
            check_costs: Vec::new(),
        })
    }
}

/// A test with the names of a record.
struct Case {
    subject: SubjectName,
    technique: TechniqueName,
    property: PropertyName,
    data_set: DataSetName,
}

impl Case {
    fn verdict(&self, variant: VariantId, said: Said) -> VerdictRow {
        VerdictRow {
            subject: self.subject.clone(),
            variant,
            technique: self.technique.clone(),
            property: self.property.clone(),
            data_set: self.data_set.clone(),
            seed: None,
            verdict: said.verdict,
            basis: said.basis,
        }
    }
}

/// What shows without looking at any test; nothing when no mutant ended otherwise than by itself.
fn floor(
    mutants: &[(Option<String>, Mutant)],
    ids: &[(SubjectName, MutantId)],
) -> Result<Vec<VerdictRow>, ImportError> {
    if mutants.iter().all(|(_, mutant)| mutant.ended.is_none()) {
        return Ok(Vec::new());
    }
    let case = |subject: &SubjectName| {
        Ok::<Case, ImportError>(Case {
            subject: subject.clone(),
            technique: TechniqueName::new(IMPLICIT)?,
            property: PropertyName::new(ENDS)?,
            data_set: DataSetName::new(NONE)?,
        })
    };
    let mut rows = Vec::new();
    let subjects: BTreeSet<&SubjectName> = ids.iter().map(|(subject, _)| subject).collect();
    for subject in subjects {
        rows.push(case(subject)?.verdict(VariantId::Original, Said::passed()));
    }
    for ((_, mutant), (subject, id)) in mutants.iter().zip(ids) {
        if mutant.withdrawn.is_some() {
            continue;
        }
        let said = match mutant.ended {
            Some(cause) => Said::failed(cause, "the tool says so of the mutant, and of no test"),
            None => Said::passed(),
        };
        rows.push(case(subject)?.verdict(VariantId::Mutant(id.clone()), said));
    }
    Ok(rows)
}

fn row(subject: SubjectName, number: u32, mutant: &Mutant) -> MutantRow {
    let class = match mutant.class.as_str() {
        "" => class_of(&mutant.operator),
        class => class_of(class),
    };
    // An identity holds a `/`, which tells it from the original's, and the tool's own key.
    let place = match mutant.function.as_str() {
        "" => mutant.file.clone(),
        function => format!("{}::{function}", mutant.file),
    };
    MutantRow {
        subject,
        mutant: MutantId(format!("{place}/{}/{}", mutant.operator, mutant.key)),
        number,
        class,
        operator: OperatorName(mutant.operator.clone()),
        is_thesis: false,
        file: mutant.file.clone(),
        function: mutant.function.clone(),
        line: mutant.line,
        column: mutant.column,
        before: mutant.before.clone(),
        after: mutant.after.clone(),
        status: match &mutant.withdrawn {
            None => MutantStatus::Woven,
            Some(reason) => MutantStatus::Withdrawn {
                reason: reason.clone(),
            },
        },
    }
}

fn provenance(options: &ImportOptions, tool: &str, text: &[u8], rows: &[MutantRow]) -> Provenance {
    let digest = Digest::of(text);
    let mut subjects: BTreeMap<SubjectName, SubjectProvenance> = BTreeMap::new();
    for row in rows {
        let known = subjects.entry(row.subject.clone());
        let known = known.or_insert_with(|| SubjectProvenance {
            source: digest,
            woven: digest,
            n_made: 0,
            n_woven: 0,
            n_alone: 0,
            data_sets: BTreeMap::new(),
        });
        known.n_made += 1;
        known.n_woven += u32::from(row.status == MutantStatus::Woven);
    }
    Provenance {
        format: FORMAT,
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        toolchain: format!("imported from {tool}"),
        study: StudyProvenance {
            name: options.study.clone(),
            digest,
        },
        seed: 0,
        subjects,
        limits: LimitsPolicy {
            fuel_multiple: 0,
            fuel_floor: 0,
        },
        sandbox: format!("that of {tool}"),
        properties: Vec::new(),
        calibrations: Vec::new(),
        invariants: Vec::new(),
        checking: None,
        checks: Vec::new(),
    }
}
