//! Runs that also show what the same run without a probe shows.

use std::collections::BTreeMap;
use std::sync::Arc;

use killrate_model::{Digest, Request, Variant};
use killrate_rounds::{Question, Shown};

use super::known::Known;
use crate::baseline::Originals;

/// Of these questions, by their places, those that need no run of their own, each with the place of the
/// question whose run answers it too: the same one with a probe that changes nothing.
pub(super) fn stand_ins(
    originals: &Originals<'_>,
    questions: &[Question],
    to_run: &[usize],
) -> BTreeMap<usize, usize> {
    // Of a random program every run is another one.
    if !originals.is_deterministic() {
        return BTreeMap::new();
    }
    let mut probed: BTreeMap<(Variant, Digest), usize> = BTreeMap::new();
    for &place in to_run {
        let Question { variant, request } = &questions[place];
        if let Some(plain) = request.without_silent_probes() {
            probed.insert((*variant, plain.digest()), place);
        }
    }
    if probed.is_empty() {
        return BTreeMap::new();
    }
    let fuel = |request: &Request| originals.known(request).limits.fuel;
    let mut stand_ins = BTreeMap::new();
    for &place in to_run {
        let Question { variant, request } = &questions[place];
        let stand_in = probed.get(&(*variant, request.digest())).copied();
        // With other fuel a run could end elsewhere.
        let fits = |other: &usize| fuel(&questions[*other].request) == fuel(request);
        if let Some(stand_in) = stand_in.filter(fits) {
            stand_ins.insert(place, stand_in);
        }
    }
    stand_ins
}

/// What a run with silent probes shows of the same run without them, if that is known.
pub(super) fn without_probes(shown: &Shown<Known>, request: &Request) -> Option<Shown<Known>> {
    Some(Shown {
        observation: Arc::new(shown.observation.without_probe_files(request)?),
        how: shown.how,
    })
}
