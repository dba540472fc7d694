//! A property that a study does not have yet, judged as if it had.

use std::collections::BTreeSet;

use killrate_model::{PropertyName, SubjectName, Variant};
use killrate_properties::Property;
use killrate_record::{CostRow, PropertyProvenance, Record, SkippedRow, VariantId, VerdictRow};
use killrate_techniques::TechniqueKind;

use crate::assemble::{costs, skipped, verdicts};
use crate::design::{Design, SubjectDesign};
use crate::error::StudyError;
use crate::event::Event;
use crate::matrix::Matrix;
use crate::sampled::SampledDesign;
use crate::session::{Session, Surroundings};

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
    /// Its verdicts on the original in every case, and on the mutants where that is sound.
    pub verdicts: Vec<VerdictRow>,
    /// The data sets that it does not apply to.
    pub skipped: Vec<SkippedRow>,
    /// What its verdicts took.
    pub cost: CostRow,
    /// What it says.
    pub provenance: PropertyProvenance,
}

/// Judges a new property on the mutants and data sets of a study, of which there is a record.
///
/// The original is judged first. Cases in which it raises an alarm cannot kill, and no mutant is run
/// for them. Executions that are known from the study or from an earlier property are not repeated.
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
    let of_study = design.subjects.iter();
    let of_study = { of_study }.find(|subject| subject.manifest.name == new.subject);
    let of_study = of_study.ok_or_else(|| StudyError::NotInStudy {
        subject: new.subject.clone(),
        study: design.name.clone(),
    })?;
    let subject = with_property_alone(of_study, new);
    let mut session = Session::open(design, &subject, surroundings)?;
    check_same(&session, record)?;

    let of_original = Matrix::observe(
        vec![Variant::Original],
        &session.planned,
        &mut session.observer,
    )?;
    let judged = of_original.judge(&session.planned);
    let unsound: BTreeSet<usize> = judged
        .iter()
        .filter(|judged| !judged.verdict.is_satisfied())
        .map(|judged| judged.case)
        .collect();
    let (alarms, _): (Vec<_>, Vec<_>) = judged
        .into_iter()
        .partition(|judged| unsound.contains(&judged.case));
    let mut rows = verdicts(&session, &session.planned, &of_original, alarms);
    let skipped = skipped(&session, &session.planned);

    let planned = std::mem::take(&mut session.planned);
    session.planned = planned.without(&unsound);
    let variants = session.variants();
    (surroundings.on_event)(Event::Executing {
        subject: new.subject.clone(),
        n_saved: crate::preview::count_saved(&session, &variants),
    });
    let matrix = Matrix::observe(variants, &session.planned, &mut session.observer)?;
    let judged = matrix.judge(&session.planned);
    rows.extend(verdicts(&session, &session.planned, &matrix, judged));
    let cost = costs(&session, &session.planned, &matrix).pop();
    Ok(Benched {
        verdicts: rows,
        skipped,
        cost: cost.expect("the plan has the one technique that it was made for"),
        provenance: PropertyProvenance {
            subject: new.subject.clone(),
            technique: TechniqueKind::Metamorphic.technique_name(),
            name: new.name.clone(),
            text: new.property.to_string(),
        },
    })
}

impl Benched {
    /// Whether the original satisfies the property in some case.
    pub fn is_sound_somewhere(&self) -> bool {
        let mut of_original = self.verdicts.iter();
        of_original.any(|row| row.variant == VariantId::Original && row.verdict.is_satisfied())
    }

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
        record.verdicts.retain(|row| row.subject == *subject);
        record.verdicts.extend(self.verdicts.iter().cloned());
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
        known_cases: Vec::new(),
        seconds: Vec::new(),
        techniques: vec![TechniqueKind::Metamorphic],
        properties: [(new.name.clone(), new.property.clone())].into(),
        sampled: SampledDesign::default(),
        checking: None,
        n_runs: subject.n_runs,
        only: subject.only.clone(),
        sample: subject.sample,
    }
}

/// Verdicts on other mutants or other data cannot stand beside those of the record.
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
        then.woven == session.woven.digest && same_data
    });
    if is_same {
        return Ok(());
    }
    Err(StudyError::OtherRecord {
        subject: name.clone(),
        study: record.provenance.study.name.clone(),
    })
}
