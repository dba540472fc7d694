//! One copy of equal outputs.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use killrate_model::{Blob, Digest, Observation};

/// Forgetting costs only the sharing between old and new; keeping costs memory for ever.
const MOST_BYTES: usize = 128 << 20;

/// Lets equal outputs of many executions share their bytes.
#[derive(Default)]
pub(crate) struct Interner {
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    blobs: BTreeMap<Digest, Blob>,
    n_bytes: usize,
}

impl Interner {
    /// The same observation, with bytes shared where they were seen before.
    pub(crate) fn share(&self, mut observation: Observation) -> Arc<Observation> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        for blob in observation
            .outputs
            .values_mut()
            .chain([&mut observation.stdout, &mut observation.stderr])
        {
            seen.share(blob);
        }
        Arc::new(observation)
    }
}

impl Seen {
    fn share(&mut self, blob: &mut Blob) {
        if let Some(seen) = self.blobs.get(&blob.digest()) {
            *blob = seen.clone();
            return;
        }
        if self.n_bytes > MOST_BYTES {
            *self = Self::default();
        }
        self.n_bytes += blob.bytes().len();
        self.blobs.insert(blob.digest(), blob.clone());
    }
}
