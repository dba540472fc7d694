//! The fuel of mutants that burnt far more than the original.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use killrate_model::{DataSetName, Digest, Exit, MutantId, Request, Variant};
use killrate_record::FuelRow;
use killrate_rounds::Dialogue;

use crate::baseline::is_slow;
use crate::rounds::{Digests, Known};
use crate::session::Session;

/// One row per mutant and data set on which it is slow or hangs, the known cases among them.
pub(super) fn burnt(session: &Session<'_>, dialogues: &[Dialogue<Known>]) -> Vec<FuelRow> {
    let subject = &session.subject.manifest;
    let known = session.subject.known_cases.iter();
    let data_sets = session.subject.data_sets.iter();
    let data_sets = data_sets.chain(known.map(|known_case| &known_case.data_set));
    let sources: BTreeMap<Digest, &DataSetName> = data_sets
        .map(|data_set| {
            let request = Request::source(&subject.interface, data_set);
            (request.digest(), &data_set.name)
        })
        .collect();
    let ids: BTreeMap<u32, &MutantId> = session
        .changed()
        .map(|mutant| (mutant.number, &mutant.id))
        .collect();
    let mut digests = Digests::default();
    // Techniques share their source runs, so most are met several times.
    let mut seen: BTreeSet<(u32, Digest)> = BTreeSet::new();
    let mut rows = Vec::new();
    for dialogue in dialogues {
        let Variant::Mutant(number) = dialogue.variant else {
            continue;
        };
        for exchange in dialogue.transcript.exchanges() {
            let digest = digests.of(&exchange.request);
            let Some(&data_set) = sources.get(&digest) else {
                continue;
            };
            if !seen.insert((number, digest)) {
                continue;
            }
            let row = |(fuel, of_original)| FuelRow {
                subject: subject.name.clone(),
                mutant: ids[&number].clone(),
                data_set: data_set.clone(),
                fuel,
                of_original,
                hangs: exchange.observation.exit == Exit::OutOfFuel,
            };
            let of_original = original_fuel(session, &exchange.request);
            rows.extend(
                exchange
                    .observation
                    .fuel
                    .zip(of_original)
                    .filter(|&(fuel, of_original)| is_slow(fuel, of_original))
                    .map(row),
            );
        }
    }
    rows
}

fn original_fuel(session: &Session<'_>, request: &Arc<Request>) -> Option<u64> {
    let baseline = session.originals.known(request);
    baseline.outcome.observation.fuel
}
