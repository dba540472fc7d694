//! Which mutants become the same optimised code.

use std::collections::BTreeMap;

use killrate_catalogue::weave_options;
use killrate_model::{MutantId, Variant};
use killrate_mutator::find_same_code;
use killrate_record::{SameCodeRow, VariantId};

use crate::error::StudyError;
use crate::event::Event;
use crate::session::Session;

/// One row per mutant of the study whose code was compared.
pub(crate) fn compare_code(session: &Session<'_>) -> Result<Vec<SameCodeRow>, StudyError> {
    let surroundings = session.originals.surroundings();
    let subject = &session.subject.manifest.name;
    (surroundings.on_event)(Event::SameCode {
        subject: subject.clone(),
    });
    let options = weave_options(
        session.design,
        session.subject,
        surroundings.scratch.woven(),
    );
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
