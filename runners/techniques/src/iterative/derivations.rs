//! Tests that properties make of tests, each made once.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use killrate_model::{Digest, Request};

/// A test, by its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TestId(usize);

/// What a property makes of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Derived {
    /// Another test, or the same.
    Test(TestId),
    /// Nothing: the property says nothing about it.
    Infeasible,
}

/// The property by its place among all, and the seed of its choices.
pub(super) type Applied = (usize, u64);

/// The tests that were made so far.
///
/// Variants and steps ask for the same tests again and again, and to make one takes longer than all else
/// that is done with it. Ids are given in any order, so nothing may depend on which is smaller.
#[derive(Debug, Default)]
pub(super) struct Derivations(RwLock<Made>);

#[derive(Debug, Default)]
struct Made {
    requests: Vec<Arc<Request>>,
    by_digest: BTreeMap<Digest, TestId>,
    by_address: BTreeMap<usize, TestId>,
    /// Whoever is known by address stays where it is.
    held: Vec<Arc<Request>>,
    derived: BTreeMap<(TestId, Applied), Derived>,
}

impl Derivations {
    /// The test with this content.
    pub(super) fn id(&self, request: &Arc<Request>) -> TestId {
        let address = Arc::as_ptr(request).addr();
        if let Some(&id) = self.read().by_address.get(&address) {
            return id;
        }
        let digest = request.digest();
        let mut made = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let id = made.intern(request, digest);
        made.by_address.insert(address, id);
        made.held.push(Arc::clone(request));
        id
    }

    /// The request of a test; equal tests have one.
    pub(super) fn request(&self, id: TestId) -> Arc<Request> {
        Arc::clone(&self.read().requests[id.0])
    }

    /// What a property makes of a test, which `derive` tells the first time.
    pub(super) fn derived(
        &self,
        parent: TestId,
        applied: Applied,
        derive: impl FnOnce(&Request) -> Option<Request>,
    ) -> Derived {
        if let Some(&derived) = self.read().derived.get(&(parent, applied)) {
            return derived;
        }
        // Nobody waits for this. Where two make the same test at once, they make equal ones.
        let child = derive(&self.request(parent)).map(|child| {
            let digest = child.digest();
            (Arc::new(child), digest)
        });
        let mut made = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let derived = match child {
            Some((child, digest)) => Derived::Test(made.intern(&child, digest)),
            None => Derived::Infeasible,
        };
        made.derived.insert((parent, applied), derived);
        derived
    }

    /// The same without a memory, for what may turn out otherwise later.
    pub(super) fn derived_anew(
        &self,
        parent: TestId,
        derive: impl FnOnce(&Request) -> Option<Request>,
    ) -> Derived {
        let Some(child) = derive(&self.request(parent)) else {
            return Derived::Infeasible;
        };
        let digest = child.digest();
        let mut made = self.0.write().unwrap_or_else(PoisonError::into_inner);
        Derived::Test(made.intern(&Arc::new(child), digest))
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, Made> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Made {
    fn intern(&mut self, request: &Arc<Request>, digest: Digest) -> TestId {
        let requests = &mut self.requests;
        *self.by_digest.entry(digest).or_insert_with(|| {
            requests.push(Arc::clone(request));
            TestId(requests.len() - 1)
        })
    }
}
