//! Requests by number.

use std::collections::BTreeMap;
use std::sync::Arc;

use killrate_model::{Digest, Request};

/// Distinct requests, numbered in the order in which they were first seen.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    requests: Vec<Arc<Request>>,
    by_digest: BTreeMap<Digest, usize>,
    /// By address, because most requests are asked again and again by way of the same pointer, and
    /// making a digest takes longer than everything else that is done with a request here.
    by_address: BTreeMap<usize, usize>,
    /// Whoever is known by address stays where it is.
    held: Vec<Arc<Request>>,
}

impl Interner {
    /// The number of a request.
    pub(crate) fn number(&mut self, request: &Arc<Request>) -> usize {
        let address = Arc::as_ptr(request).addr();
        if let Some(&number) = self.by_address.get(&address) {
            return number;
        }
        let number = *self.by_digest.entry(request.digest()).or_insert_with(|| {
            self.requests.push(Arc::clone(request));
            self.requests.len() - 1
        });
        self.by_address.insert(address, number);
        // A request that was dropped could leave its address to another one.
        self.held.push(Arc::clone(request));
        number
    }

    /// The request of this number.
    pub(crate) fn request(&self, number: usize) -> &Arc<Request> {
        &self.requests[number]
    }

    /// All of them, in the order of their numbers.
    pub(crate) fn into_requests(self) -> Vec<Arc<Request>> {
        self.requests
    }
}
