//! What dialogues asked for, and what became of it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use killrate_model::{Digest, Request, Variant};
use killrate_record::Basis;
use killrate_rounds::Dialogue;

use super::known::{Known, Origin};

/// What dialogues asked for, and what became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Ledger {
    /// Requests asked, with repetitions.
    pub(crate) n_asked: u64,
    /// Those that differ in content or variant.
    pub(crate) n_distinct: u64,
    /// Those among them that the reach probe answered.
    pub(crate) n_saved: u64,
    /// Those that the log answered.
    pub(crate) n_cached: u64,
    /// Those that were run, or would be.
    pub(crate) n_run: u64,
    /// The processor time of those that were run; of those that would be, what the original took.
    pub(crate) cpu: Duration,
}

impl Ledger {
    /// The ledger of these dialogues: an execution that several of them share counts once.
    pub(crate) fn of<'d>(dialogues: impl Iterator<Item = &'d Dialogue<Known>>) -> Self {
        let mut ledger = Self::default();
        let mut digests = Digests::default();
        let mut seen: BTreeSet<(Variant, Digest)> = BTreeSet::new();
        for dialogue in dialogues {
            let exchanges = dialogue.transcript.exchanges().iter();
            for (exchange, known) in exchanges.zip(&dialogue.how) {
                ledger.n_asked += 1;
                // A program without variants answers once for all of them, so it is counted once.
                let variant = if known.basis.is_some() {
                    dialogue.variant
                } else {
                    Variant::Original
                };
                if seen.insert((variant, digests.of(&exchange.request))) {
                    ledger.add(known);
                }
            }
        }
        ledger
    }

    fn add(&mut self, known: &Known) {
        self.n_distinct += 1;
        match (known.basis, known.origin) {
            // What the probe saved is not from the log, although it has no other origin; so it is
            // asked for first.
            (Some(Basis::NotReached | Basis::NotInfected), _) => self.n_saved += 1,
            (_, Origin::Log) => self.n_cached += 1,
            (_, Origin::Run | Origin::Assumed) => {
                self.n_run += 1;
                self.cpu += known.cost.cpu;
            }
        }
    }
}

/// The distinct executions behind dialogues; one that stands in for another counts once.
pub(crate) fn executions<'d>(
    dialogues: impl Iterator<Item = &'d Dialogue<Known>>,
) -> BTreeSet<Digest> {
    let known = dialogues.flat_map(|dialogue| &dialogue.how);
    known.filter_map(|known| known.execution).collect()
}

/// Digests of requests, each made once: the same few requests are asked again and again.
#[derive(Default)]
pub(crate) struct Digests(BTreeMap<usize, Digest>);

impl Digests {
    /// The dialogues hold their requests, so an address stays that of one request.
    pub(crate) fn of(&mut self, request: &Arc<Request>) -> Digest {
        let address = Arc::as_ptr(request).addr();
        *self.0.entry(address).or_insert_with(|| request.digest())
    }
}
