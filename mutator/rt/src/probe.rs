//! What one run of the original tells about every mutant.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::value::{self, Order};
use crate::{PROBE, active};

/// The mutants a woven program can hold; the mutator refuses to weave more.
const CAPACITY: usize = 1 << 20;
/// The bytes of a set of all of them.
#[cfg(feature = "checks")]
pub(crate) const N_BYTES: usize = CAPACITY / 8;

// Words and not bytes, because the compiler looks at every element of an array like these.
static REACHED: [AtomicU64; CAPACITY / 64] = [const { AtomicU64::new(0) }; CAPACITY / 64];
static INFECTED: [AtomicU64; CAPACITY / 64] = [const { AtomicU64::new(0) }; CAPACITY / 64];
static HIGHEST: AtomicU32 = AtomicU32::new(0);

/// What each site has shown so far, by the number of its first mutant.
///
/// A probed run comes to most sites again and again, and what it sees there has nearly always been seen
/// before; then one look here is all there is to do.
static SHOWN: [AtomicU64; CAPACITY / 8] = [const { AtomicU64::new(0) }; CAPACITY / 8];

/// Every mutant of the site is infected: nothing more can be learned there.
const ALL: u8 = 1 << 7;

/// Notes that these mutants were reached and may have changed a value.
#[cold]
#[inline(never)]
pub fn reach(mutants: &[u32]) {
    let Some(&first) = mutants.first() else {
        return;
    };
    if shows(first, ALL) {
        for &mutant in mutants {
            set(&REACHED, mutant);
            set(&INFECTED, mutant);
        }
    }
}

/// Notes that a comparison was reached, and which mutants of its operator would have answered
/// differently.
///
/// How two values compare tells what every operator answers, and there are few ways.
#[cold]
#[inline(never)]
pub fn compare<L: ?Sized, R: ?Sized>(left: &L, right: &R, original: &str, mutants: &[(u32, &str)]) {
    let Some(&(first, _)) = mutants.first() else {
        return;
    };
    let order = value::order(left, right);
    if shows(first, order.map_or(ALL, Order::bit)) {
        let answer = |operator: &str| order.and_then(|order| order.answer(operator));
        note(original, mutants, answer);
    }
}

/// Notes that a calculation was reached, and which mutants of its operator would have had another
/// result.
#[cold]
#[inline(never)]
pub fn calculate<L: ?Sized, R: ?Sized>(
    left: &L,
    right: &R,
    original: &str,
    mutants: &[(u32, &str)],
) {
    let Some(&(first, _)) = mutants.first() else {
        return;
    };
    if has_shown(first, ALL) {
        return;
    }
    let values = value::read(left).zip(value::read(right));
    let result = |operator: &str| {
        let (left, right) = values?;
        value::calculate(operator, left, right)
    };
    note(original, mutants, result);
    if mutants.iter().all(|&(mutant, _)| is_set(&INFECTED, mutant)) {
        shows(first, ALL);
    }
}

/// Whether the site with this first mutant has shown this.
fn has_shown(first: u32, bit: u8) -> bool {
    let (word, bit) = place_of(first, bit);
    word.load(Ordering::Relaxed) & bit != 0
}

/// Notes what the site with this first mutant shows; whether it does for the first time.
fn shows(first: u32, bit: u8) -> bool {
    let (word, bit) = place_of(first, bit);
    word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
}

/// The word with the byte of a site, and the bit in that word.
fn place_of(first: u32, bit: u8) -> (&'static AtomicU64, u64) {
    let (word, byte) = (first as usize / 8, first % 8);
    (&SHOWN[word], u64::from(bit) << (8 * byte))
}

/// Notes the mutants of an operator, by what each operator makes of the same operands.
fn note<T: PartialEq>(original: &str, mutants: &[(u32, &str)], result: impl Fn(&str) -> Option<T>) {
    // Anything but two equal results, known for sure, counts as a difference.
    let expected = result(original);
    for &(mutant, operator) in mutants {
        set(&REACHED, mutant);
        if expected.is_none() || result(operator) != expected {
            set(&INFECTED, mutant);
        }
    }
}

/// The reached and the infected bit set, of equal length; empty when nothing is probed.
pub(crate) fn bits() -> (Vec<u8>, Vec<u8>) {
    if active() != PROBE {
        return (Vec::new(), Vec::new());
    }
    let n_bytes = HIGHEST.load(Ordering::Relaxed) as usize / 8 + 1;
    let copy = |bits: &[AtomicU64]| {
        let words = bits.iter().take(n_bytes.div_ceil(8));
        let bytes = words.flat_map(|word| word.load(Ordering::Relaxed).to_le_bytes());
        bytes.take(n_bytes).collect()
    };
    (copy(&REACHED), copy(&INFECTED))
}

/// Adds what a copy of the process reached and infected.
#[cfg(feature = "checks")]
pub(crate) fn add_bits(reached: &[u8], infected: &[u8]) {
    for (own, added) in [(&REACHED, reached), (&INFECTED, infected)] {
        for (word, bytes) in own.iter().zip(added.chunks(8)) {
            let mut more = [0; 8];
            more[..bytes.len()].copy_from_slice(bytes);
            word.fetch_or(u64::from_le_bytes(more), Ordering::Relaxed);
        }
    }
    if let Some(last) = reached.len().checked_sub(1) {
        HIGHEST.fetch_max(last as u32 * 8, Ordering::Relaxed);
    }
}

fn set(bits: &[AtomicU64], mutant: u32) {
    if !is_set(bits, mutant) {
        bits[mutant as usize / 64].fetch_or(1 << (mutant % 64), Ordering::Relaxed);
        HIGHEST.fetch_max(mutant, Ordering::Relaxed);
    }
}

fn is_set(bits: &[AtomicU64], mutant: u32) -> bool {
    bits[mutant as usize / 64].load(Ordering::Relaxed) & (1 << (mutant % 64)) != 0
}
