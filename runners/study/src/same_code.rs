//! Which mutants become the same optimised code.

use std::collections::BTreeMap;

use killrate_model::{MutantId, Variant};
use killrate_mutator::find_same_code;
use killrate_record::{SameCodeRow, VariantId};

use crate::design::Design;
use crate::error::StudyError;
use crate::event::Event;
use crate::session::{Session, Surroundings, weave_options};

/// One row per mutant of the study whose code was compared.
pub(crate) fn compare_code(
    design: &Design,
    session: &Session<'_>,
    surroundings: Surroundings<'_>,
) -> Result<Vec<SameCodeRow>, StudyError> {
    let subject = &session.subject.manifest.name;
    (surroundings.on_event)(Event::SameCode {
        subject: subject.clone(),
    });
    let options = weave_options(design, session.subject, surroundings.scratch);
    let found = find_same_code(&options, &session.mutants)?;
    let ids: BTreeMap<u32, &MutantId> = (session.mutants.iter())
        .map(|mutant| (mutant.number, &mutant.id))
        .collect();
    let rows = found.iter().map(|same| SameCodeRow {
        subject: subject.clone(),
        mutant: ids[&same.mutant].clone(),
        same_as: same.variant().map(|variant| match variant {
            Variant::Original => VariantId::Original,
            Variant::Mutant(number) => VariantId::Mutant(ids[&number].clone()),
        }),
    });
    Ok(rows.collect())
}
