//! The rows of an imported record, and its provenance.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::{
    DataSetName, Digest, MutantId, MutantStatus, OperatorName, PolicyName, PropertyName,
    SubjectName, TechniqueName,
};
use killrate_record::{
    FORMAT, LimitsPolicy, MutantRow, PropertyProvenance, Provenance, ReachRow, StudyProvenance,
    SubjectProvenance, VariantId, VerdictRow,
};

use crate::ImportError;
use crate::matrix::{ImportOptions, Mutant, NONE, Said};
use crate::operators::class_of;

/// What shows without looking at any test, such as a time-out.
const IMPLICIT: &str = "implicit";
/// The property of [`IMPLICIT`].
const ENDS: &str = "ends-normally";

/// A test with the names of a record.
pub(crate) struct Case {
    pub(crate) subject: SubjectName,
    pub(crate) technique: TechniqueName,
    pub(crate) property: PropertyName,
    pub(crate) data_set: DataSetName,
    pub(crate) seed: Option<u64>,
}

impl Case {
    /// What the tool calls the test, where the record cannot call it so.
    pub(crate) fn own_text(&self, text: &str) -> Option<PropertyProvenance> {
        (text != self.property.as_str()).then(|| PropertyProvenance {
            subject: self.subject.clone(),
            technique: self.technique.clone(),
            name: self.property.clone(),
            text: text.to_owned(),
        })
    }

    pub(crate) fn verdict(&self, variant: VariantId, said: Said) -> VerdictRow {
        VerdictRow {
            subject: self.subject.clone(),
            variant,
            technique: self.technique.clone(),
            property: self.property.clone(),
            data_set: self.data_set.clone(),
            seed: self.seed,
            verdict: said.verdict,
            basis: said.basis,
        }
    }
}

/// What shows without looking at any test; nothing when no mutant ended otherwise than by itself.
pub(crate) fn floor(
    mutants: &[(Option<String>, Mutant)],
    ids: &[(SubjectName, MutantId)],
    is_reached: &[bool],
) -> Result<Vec<VerdictRow>, ImportError> {
    if mutants.iter().all(|(_, mutant)| mutant.ended().is_none()) {
        return Ok(Vec::new());
    }
    let case = |subject: &SubjectName| {
        Ok::<Case, ImportError>(Case {
            subject: subject.clone(),
            technique: TechniqueName::new(IMPLICIT)?,
            property: PropertyName::new(ENDS)?,
            data_set: DataSetName::new(NONE)?,
            seed: None,
        })
    };
    let mut rows = Vec::new();
    let subjects: BTreeSet<&SubjectName> = ids.iter().map(|(subject, _)| subject).collect();
    for subject in subjects {
        rows.push(case(subject)?.verdict(VariantId::Original, Said::passed()));
    }
    for (((_, mutant), (subject, id)), is_reached) in mutants.iter().zip(ids).zip(is_reached) {
        // A mutant that was taken out was never run, so nothing could show.
        if mutant.withdrawn.is_some() {
            continue;
        }
        let said = Said::of_mutant(mutant.ended(), *is_reached);
        rows.push(case(subject)?.verdict(VariantId::Mutant(id.clone()), said));
    }
    Ok(rows)
}

/// Which mutants are reached; what they do to a value no other tool tells, so all of these may.
pub(crate) fn reach(rows: &[MutantRow], is_reached: &[bool]) -> Result<Vec<ReachRow>, ImportError> {
    let data_set = DataSetName::new(NONE)?;
    let woven =
        { rows.iter().zip(is_reached) }.filter(|(row, _)| row.status == MutantStatus::Woven);
    let reach = woven.map(|(row, is_reached)| ReachRow {
        subject: row.subject.clone(),
        mutant: row.mutant.clone(),
        data_set: data_set.clone(),
        reached: *is_reached,
        infected: *is_reached,
    });
    Ok(reach.collect())
}

/// The row of a mutant.
pub(crate) fn row(subject: SubjectName, number: u32, mutant: &Mutant) -> MutantRow {
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
        site_kind: None,
    }
}

/// What an imported record is about.
pub(crate) fn provenance(
    options: &ImportOptions,
    tool: &str,
    text: &[u8],
    rows: &[MutantRow],
) -> Provenance {
    let digest = Digest::of(text);
    let mut subjects: BTreeMap<SubjectName, SubjectProvenance> = BTreeMap::new();
    for row in rows {
        let entry = subjects.entry(row.subject.clone());
        let known = entry.or_insert_with(|| SubjectProvenance {
            // The sources are not at hand, so the digest of the matrix stands for what it is about.
            source: digest,
            woven: digest,
            n_made: 0,
            n_woven: 0,
            n_alone: 0,
            compares: BTreeSet::new(),
            ranks: BTreeSet::new(),
            data_sets: BTreeMap::new(),
        });
        known.n_made += 1;
        known.n_woven += u32::from(row.status == MutantStatus::Woven);
    }
    Provenance {
        format: FORMAT,
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        toolchain: format!("{}{tool}", Provenance::IMPORTED_FROM),
        study: StudyProvenance {
            name: options.study.clone(),
            digest,
            policy: Some(PolicyName::neutral()),
        },
        // Nothing is run here, so there are no random choices and no limits.
        seed: 0,
        subjects,
        limits: LimitsPolicy {
            fuel_multiple: 0,
            fuel_floor: 0,
            slow_multiple: None,
        },
        sandbox: format!("that of {tool}"),
        properties: Vec::new(),
        calibrations: Vec::new(),
        invariants: Vec::new(),
        checking: None,
        checks: Vec::new(),
    }
}
