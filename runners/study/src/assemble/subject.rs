//! What a record tells of a subject itself.

use killrate_model::{DataSet, MutantStatus, PropertyName, Shows};
use killrate_properties::Property;
use killrate_record::{PropertyProvenance, SubjectProvenance};
use killrate_techniques::TechniqueKind;

use crate::session::Session;

/// What was studied, by digests and counts.
pub(super) fn provenance(session: &Session<'_>) -> SubjectProvenance {
    let digests = |data_set: &DataSet| {
        let inputs = data_set
            .inputs
            .iter()
            .map(|(name, blob)| (name.clone(), blob.digest()));
        (data_set.name.clone(), inputs.collect())
    };
    let known = session.subject.known_cases.iter();
    let data_sets = session
        .subject
        .data_sets
        .iter()
        .chain(known.map(|known_case| &known_case.data_set));
    let mutants = session.mutants.iter();
    let n_woven = mutants.filter(|mutant| mutant.status == MutantStatus::Woven);
    SubjectProvenance {
        source: session.source_digest,
        woven: session.woven.digest,
        n_made: count(session.mutants.len()),
        n_woven: count(n_woven.count()),
        n_alone: count(session.woven.alone.len()),
        compares: session.subject.compares.clone(),
        ranks: { session.subject.manifest.interface.outputs.iter() }
            .filter(|(_, output)| output.shows == Some(Shows::Ranks))
            .map(|(name, _)| name.clone())
            .collect(),
        data_sets: data_sets.map(digests).collect(),
    }
}

/// What every property says.
pub(super) fn properties(session: &Session<'_>) -> Vec<PropertyProvenance> {
    let subject = session.subject;
    let row = |kind: TechniqueKind, name: &PropertyName, text: String| PropertyProvenance {
        subject: subject.manifest.name.clone(),
        technique: kind.technique_name(),
        name: name.clone(),
        text,
    };
    let mut rows: Vec<PropertyProvenance> = Vec::new();
    if subject.techniques.contains(&TechniqueKind::Metamorphic) {
        let metamorphic = subject
            .properties
            .iter()
            .map(|(name, property)| row(TechniqueKind::Metamorphic, name, property.to_string()));
        rows.extend(metamorphic);
    }
    // What is chained is told with the chains, because nothing else may judge by it.
    let texts: Vec<String> = { subject.properties.values() }
        .map(Property::to_string)
        .collect();
    rows.extend(subject.chainings.iter().map(|chaining| {
        let text = format!("{chaining}: {}", texts.join("; "));
        row(TechniqueKind::Iterative, chaining.name(), text)
    }));
    let kinds = subject.techniques.iter();
    for &kind in kinds.filter(|kind| kind.takes_samples()) {
        let properties = subject.sampled.properties(kind).iter();
        rows.extend(properties.map(|(name, property)| row(kind, name, property.to_string())));
    }
    if subject.checking.is_some() {
        let checked = session.woven.function_properties.iter();
        rows.extend(checked.map(|property| {
            let name = property.property_name();
            row(TechniqueKind::RuntimeChecking, &name, property.text.clone())
        }));
    }
    rows
}

fn count(n: usize) -> u32 {
    u32::try_from(n).expect("mutants are numbered by u32")
}
