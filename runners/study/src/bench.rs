//! A property that a study does not have yet, judged as if it had.

use std::collections::BTreeSet;

use killrate_catalogue::{Design, SampledDesign, SubjectDesign};
use killrate_model::{Mutant, MutantId, MutantStatus, PropertyName, Soundness, SubjectName};
use killrate_properties::Property;
use killrate_record::{CostRow, MutantRow, PropertyProvenance, Record, SkippedRow, VerdictRow};
use killrate_techniques::TechniqueKind;

use crate::assemble::costs;
use crate::error::StudyError;
use crate::judge::{skipped, verdicts};
use crate::session::Session;
use crate::surroundings::Surroundings;

/// A property to be judged beside those of a study.
#[derive(Debug, Clone)]
pub struct NewProperty {
    /// The subject it is about.
    pub subject: SubjectName,
    /// Its name in tables.
    pub name: PropertyName,
    /// What it says.
    pub property: Property,
}

/// What a new property showed.
#[derive(Debug, Clone)]
pub struct Benched {
    /// Whether it can judge mutants.
    pub soundness: Soundness,
    /// Its verdicts on the original in every case, and on the mutants where it can judge them.
    pub verdicts: Vec<VerdictRow>,
    /// The data sets that it does not apply to.
    pub skipped: Vec<SkippedRow>,
    /// What its verdicts took, on the original and on the mutants.
    pub cost: CostRow,
    /// What it says.
    pub provenance: PropertyProvenance,
}

/// Judges a new property on the mutants and data sets of a study, of which there is a record.
///
/// The original is judged first. No mutant is run for a property that it refutes, nor for a case that it
/// has no verdict on. Executions that are known from the study or from an earlier property are not repeated.
///
/// # Errors
/// When the subject cannot be woven or is no basis, it is not the one of the record, the harness
/// fails, or somebody stops it.
pub fn bench_property(
    design: &Design,
    record: &Record,
    new: &NewProperty,
    surroundings: Surroundings<'_>,
) -> Result<Benched, StudyError> {
    let of_study = of_study(design, new)?;
    let subject = with_property_alone(of_study, new);
    let mut session = Session::open(design, &subject, surroundings)?;
    check_same(&session, record)?;

    let on_original = session.of_original.iter();
    let soundness = Soundness::of(on_original.map(|dialogue| &dialogue.verdict));
    let is_sound = |case: &usize| {
        soundness == Soundness::Sound && session.of_original[*case].verdict.is_satisfied()
    };
    let sound: Vec<usize> = session.all_cases().into_iter().filter(is_sound).collect();
    let mut dialogues = session.of_original.clone();
    // Judging no case would still tell the user that mutants are being run.
    if !sound.is_empty() {
        let variants = session.variants();
        dialogues.extend(session.judge(&sound, &variants)?);
    }
    let cost = costs(&session, &dialogues).pop();
    Ok(Benched {
        soundness,
        cost: cost.expect("the plan has the one technique that it was made for"),
        // The cost was counted before, because this consumes the dialogues.
        verdicts: verdicts(&session, dialogues),
        skipped: skipped(&session),
        provenance: PropertyProvenance {
            subject: new.subject.clone(),
            technique: TechniqueKind::Metamorphic.technique_name(),
            name: new.name.clone(),
            text: new.property.to_string(),
        },
    })
}

/// The subject of a new property as the study has it.
pub(crate) fn of_study<'a>(
    design: &'a Design,
    new: &NewProperty,
) -> Result<&'a SubjectDesign, StudyError> {
    let mut subjects = design.subjects.iter();
    let of_study = subjects.find(|subject| subject.manifest.name == new.subject);
    of_study.ok_or_else(|| StudyError::NotInStudy {
        subject: new.subject.clone(),
        study: design.name.clone(),
    })
}

impl Benched {
    /// The record of one subject with the new property among the others; what it took stays apart.
    #[must_use]
    pub fn beside(&self, mut record: Record) -> Record {
        let subject = &self.provenance.subject;
        record
            .provenance
            .subjects
            .retain(|known, _| known == subject);
        record
            .provenance
            .properties
            .retain(|known| known.subject == *subject);
        record.provenance.properties.push(self.provenance.clone());
        record.mutants.retain(|row| row.subject == *subject);
        record.reach.retain(|row| row.subject == *subject);
        record.lines.retain(|row| row.subject == *subject);
        record.same_code.retain(|row| row.subject == *subject);
        record.fuel.retain(|row| row.subject == *subject);
        record.outputs.retain(|row| row.subject == *subject);
        record.verdicts.retain(|row| row.subject == *subject);
        record.verdicts.extend(self.verdicts.iter().cloned());
        record.chains.retain(|row| row.subject == *subject);
        record.skipped.retain(|row| row.subject == *subject);
        record.skipped.extend(self.skipped.iter().cloned());
        record.costs.retain(|row| row.subject == *subject);
        record.check_costs.retain(|row| row.subject == *subject);
        record
    }
}

/// The subject as the study has it, judged by the new property and nothing else.
fn with_property_alone(subject: &SubjectDesign, new: &NewProperty) -> SubjectDesign {
    SubjectDesign {
        manifest: subject.manifest.clone(),
        folder: subject.folder.clone(),
        data_sets: subject.data_sets.clone(),
        compares: subject.compares.clone(),
        // Only other techniques look at these, and what is named here would be run or built first.
        known_cases: Vec::new(),
        seconds: Vec::new(),
        techniques: vec![TechniqueKind::Metamorphic],
        own_techniques: Vec::new(),
        properties: [(new.name.clone(), new.property.clone())].into(),
        chainings: Vec::new(),
        sampled: SampledDesign::default(),
        checking: None,
        n_runs: subject.n_runs,
        only: subject.only.clone(),
        sample: subject.sample,
    }
}

/// Verdicts on other mutants or other data cannot stand beside those of the record.
///
/// What is woven besides mutants, as some techniques of the study need it, changes no verdict of a
/// property and is not compared.
fn check_same(session: &Session<'_>, record: &Record) -> Result<(), StudyError> {
    let name = &session.subject.manifest.name;
    let then = record.provenance.subjects.get(name);
    let is_same = then.is_some_and(|then| {
        let same_data = session.subject.data_sets.iter().all(|data_set| {
            let known = then.data_sets.get(&data_set.name);
            known.is_some_and(|inputs| {
                let mut inputs_now = data_set.inputs.iter();
                inputs_now.all(|(input, blob)| inputs.get(input) == Some(&blob.digest()))
            })
        });
        let recorded = record.mutants.iter().filter(|row| row.subject == *name);
        let same_mutants = are_same(recorded, session.changed());
        then.source == session.source_digest && same_mutants && same_data
    });
    if is_same {
        return Ok(());
    }
    Err(StudyError::OtherRecord {
        subject: name.clone(),
        study: record.provenance.study.name.clone(),
    })
}

/// Whether the same changes were made and the same of them can be run.
fn are_same<'a>(
    recorded: impl Iterator<Item = &'a MutantRow>,
    mutants: impl Iterator<Item = &'a Mutant>,
) -> bool {
    // Why the compiler refuses a mutant may be put in other words beside other code.
    let is_woven = |status: &MutantStatus| *status == MutantStatus::Woven;
    let then: BTreeSet<(&MutantId, &str, bool)> = recorded
        .map(|row| (&row.mutant, row.after.as_str(), is_woven(&row.status)))
        .collect();
    let now = mutants.map(|mutant| (&mutant.id, mutant.after.as_str(), is_woven(&mutant.status)));
    then == now.collect()
}

#[cfg(test)]
mod tests {
    use killrate_model::{MutantClass, OperatorName};

    use super::*;

    fn mutant(number: u32, after: &str, status: MutantStatus) -> Mutant {
        Mutant {
            id: MutantId(format!("src/main.rs::main/add-to-sub/{number}")),
            number,
            class: MutantClass::Arithmetic,
            operator: OperatorName("add-to-sub".to_owned()),
            is_thesis: true,
            site_kind: None,
            file: "src/main.rs".to_owned(),
            function: "main".to_owned(),
            line: 1,
            column: 1,
            start: 0,
            end: 5,
            before: "a + b".to_owned(),
            after: after.to_owned(),
            status,
        }
    }

    fn withdrawn(reason: &str) -> MutantStatus {
        MutantStatus::Withdrawn {
            reason: reason.to_owned(),
        }
    }

    #[track_caller]
    fn check_same_mutants(now: &[Mutant], expected: bool) {
        let then = [
            mutant(1, "a - b", MutantStatus::Woven),
            mutant(2, "a - b", withdrawn("no `Sub`")),
        ];
        let subject = SubjectName::new("sum").unwrap();
        let rows = then.map(|mutant| MutantRow::new(subject.clone(), &mutant));
        assert_eq!(are_same(rows.iter(), now.iter()), expected);
    }

    #[test]
    fn mutants_are_the_same_if_their_changes_are_and_whether_they_run() {
        let woven = |number, after| mutant(number, after, MutantStatus::Woven);
        let refused = || mutant(2, "a - b", withdrawn("cannot subtract"));
        check_same_mutants(&[woven(1, "a - b"), refused()], true);
        check_same_mutants(&[woven(1, "a - b"), woven(2, "a - b")], false);
        check_same_mutants(&[woven(1, "a * b"), refused()], false);
        check_same_mutants(&[woven(1, "a - b")], false);
        check_same_mutants(&[woven(1, "a - b"), refused(), woven(3, "a - b")], false);
    }
}
