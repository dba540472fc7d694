//! Which mutants the runs of the original reached and infected.

use killrate_model::{Mutant, MutantStatus, Request};
use killrate_record::ReachRow;

use crate::session::Session;

/// One row per mutant and data set, the known cases among them.
pub(super) fn reach(session: &Session<'_>) -> Vec<ReachRow> {
    let subject = &session.subject.manifest;
    let known = session.subject.known_cases.iter();
    let data_sets = session.subject.data_sets.iter();
    let mut rows = Vec::new();
    for data_set in data_sets.chain(known.map(|known_case| &known_case.data_set)) {
        let request = Request::source(&subject.interface, data_set);
        let Some(reach) = session.originals.known(&request).reach() else {
            continue;
        };
        // The probe knows nothing of mutants that are programs of their own.
        let is_probed = |mutant: &&Mutant| {
            mutant.status == MutantStatus::Woven
                && !session.woven.alone.contains_key(&mutant.number)
        };
        let mutants = session.mutants.iter().filter(is_probed);
        rows.extend(mutants.map(|mutant| ReachRow {
            subject: subject.name.clone(),
            mutant: mutant.id.clone(),
            data_set: data_set.name.clone(),
            reached: reach.is_reached(mutant.number),
            infected: reach.is_infected(mutant.number),
        }));
    }
    rows
}
