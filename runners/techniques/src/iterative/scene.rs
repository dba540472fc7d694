//! What is known of one variant and data set, and how tests of it are derived and judged.

use std::cell::RefCell;
use std::collections::BTreeMap;

use killrate_model::{Interface, Observation, PropertyName, Request, Verdict};
use killrate_properties::{FollowUp, Functions, Property};

use super::derivations::{Derivations, Derived, TestId};
use crate::Transcript;

/// One variant and data set, as far as they were seen.
pub(super) struct Scene<'a> {
    pub(super) interface: &'a Interface,
    /// All properties; chains name them by their places.
    pub(super) properties: &'a [(PropertyName, Property)],
    /// The seed of the properties' random choices.
    pub(super) seed: u64,
    pub(super) derivations: &'a Derivations,
    pub(super) functions: &'a dyn Functions,
    seen: BTreeMap<TestId, Seen<'a>>,
    /// Chains that lead to the same tests are judged once.
    judged: RefCell<BTreeMap<Judged, Option<Verdict>>>,
}

/// A property by its place, the test that it was applied to, and what it made of that.
type Judged = (usize, TestId, TestId);

/// What came of a test that was asked for.
#[derive(Clone, Copy)]
pub(super) enum Seen<'a> {
    /// It was run.
    Shown {
        observation: &'a Observation,
        /// Its place in the transcript.
        place: usize,
    },
    /// Nothing follows from it, whatever the variant.
    Unanswered,
}

impl<'a> Scene<'a> {
    pub(super) fn new(
        interface: &'a Interface,
        properties: &'a [(PropertyName, Property)],
        seed: u64,
        derivations: &'a Derivations,
        functions: &'a dyn Functions,
        transcript: &'a Transcript,
    ) -> Self {
        let mut seen = BTreeMap::new();
        for (place, exchange) in transcript.exchanges().iter().enumerate() {
            let shown = Seen::Shown {
                observation: &exchange.observation,
                place,
            };
            seen.insert(derivations.id(&exchange.request), shown);
        }
        for request in transcript.unanswered() {
            seen.insert(derivations.id(request), Seen::Unanswered);
        }
        Self {
            interface,
            properties,
            seed,
            derivations,
            functions,
            seen,
            judged: RefCell::default(),
        }
    }

    /// What is known of a test; `None` where it was not asked for.
    pub(super) fn seen(&self, test: TestId) -> Option<Seen<'a>> {
        self.seen.get(&test).copied()
    }

    /// What a property makes of a test.
    pub(super) fn derive(&self, parent: TestId, place: usize) -> Derived {
        let (_, property) = &self.properties[place];
        let make = |request: &Request| {
            let functions = self.functions;
            match property.follow_up_with(self.interface, request, self.seed, functions) {
                Ok(FollowUp::Request(made)) => Some(made),
                Ok(FollowUp::Unchanged { .. }) => Some(request.clone()),
                // What another property made of the input may be nothing that this one can read.
                Ok(FollowUp::NotApplicable { .. }) | Err(_) => None,
            }
        };
        let applied = (place, self.seed);
        if property.transforms_by_commands() {
            // What a command makes of the input is not known until it was run.
            return self.derivations.derived_anew(parent, make);
        }
        self.derivations.derived(parent, applied, make)
    }

    /// Whether the relation of a property holds between a test and the one that it was made of; `None`
    /// where one of the two was not answered.
    pub(super) fn judge(&self, place: usize, parent: TestId, test: TestId) -> Option<Verdict> {
        let key = (place, parent, test);
        if let Some(known) = self.judged.borrow().get(&key) {
            return known.clone();
        }
        let verdict = self.judge_anew(place, parent, test);
        self.judged.borrow_mut().insert(key, verdict.clone());
        verdict
    }

    fn judge_anew(&self, place: usize, parent: TestId, test: TestId) -> Option<Verdict> {
        let (
            Some(Seen::Shown { observation, .. }),
            Some(Seen::Shown {
                observation: of_test,
                ..
            }),
        ) = (self.seen(parent), self.seen(test))
        else {
            return None;
        };
        let (_, property) = &self.properties[place];
        let requests = [parent, test].map(|id| self.derivations.request(id));
        let of_test = property.renumbered(self.interface, &requests[0], &requests[1], of_test);
        let inputs = &requests[0].inputs;
        let (interface, functions) = (self.interface, self.functions);
        Some(property.judge_with(interface, inputs, observation, &of_test, functions))
    }

    /// The names of a sequence.
    pub(super) fn names(&self, sequence: &[usize]) -> Vec<PropertyName> {
        let names = sequence
            .iter()
            .map(|&place| self.properties[place].0.clone());
        names.collect()
    }
}
