//! Texts that are nearly right, and work that must end; for the fuzz tests of this and other packages.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use killrate_model::Rng;

/// Far longer than the work takes anywhere; only a hang reaches it.
const PATIENCE: Duration = Duration::from_secs(300);

/// Does some work, and fails when it does not end.
#[track_caller]
pub(crate) fn ends(work: impl FnOnce() + Send + 'static) {
    let (done, is_done) = mpsc::channel();
    let worker = thread::spawn(move || {
        work();
        done.send(()).unwrap();
    });
    match is_done.recv_timeout(PATIENCE) {
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("it hangs"),
        _ => worker.join().unwrap(),
    }
}

/// A text with a few changes: parts cut out, repeated or moved, pieces and bytes put in.
pub(crate) fn mangled(text: &[u8], pieces: &[&str], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..=rng.below(4) {
        let length = bytes.len() as u64;
        let start = rng.below(length + 1) as usize;
        let end = start + rng.below(length - start as u64 + 1).min(12) as usize;
        match rng.below(5) {
            0 => drop(bytes.drain(start..end)),
            1 => {
                let part = bytes[start..end].repeat(1 + rng.below(3) as usize);
                bytes.splice(end..end, part);
            }
            2 => {
                let piece = pieces[rng.below(pieces.len() as u64) as usize];
                bytes.splice(start..end, piece.bytes());
            }
            3 => bytes.insert(start, rng.below(256) as u8),
            _ => bytes[start..end].reverse(),
        }
    }
    bytes
}
