//! What one run of the original tells about every mutant.

use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

use crate::value;
use crate::{PROBE, active};

/// The mutants a woven program can hold; the mutator refuses to weave more.
const CAPACITY: usize = 1 << 20;
/// The bytes of a set of all of them.
#[cfg(feature = "checks")]
pub(crate) const N_BYTES: usize = CAPACITY / 8;

static REACHED: [AtomicU8; CAPACITY / 8] = [const { AtomicU8::new(0) }; CAPACITY / 8];
static INFECTED: [AtomicU8; CAPACITY / 8] = [const { AtomicU8::new(0) }; CAPACITY / 8];
static HIGHEST: AtomicU32 = AtomicU32::new(0);

/// What each site has shown so far, by the number of its first mutant.
///
/// A probed run comes to most sites again and again, and what it sees there has nearly always been seen
/// before; then one look here is all there is to do.
static SHOWN: [AtomicU8; CAPACITY] = [const { AtomicU8::new(0) }; CAPACITY];

/// Every mutant of the site is infected: nothing more can be learned there.
const ALL: u8 = 1 << 7;

/// Notes that these mutants were reached and may have changed a value.
#[cold]
#[inline(never)]
pub fn reach(mutants: &[u32]) {
    let Some(shown) = mutants.first().map(|&first| &SHOWN[first as usize]) else {
        return;
    };
    if is_new(shown, ALL) {
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
    let Some(shown) = mutants.first().map(|&(first, _)| &SHOWN[first as usize]) else {
        return;
    };
    let order = value::order(left, right);
    let is_news = match order {
        Some(order) => is_new(shown, order.bit()),
        None => is_new(shown, ALL),
    };
    if is_news {
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
    let Some(shown) = mutants.first().map(|&(first, _)| &SHOWN[first as usize]) else {
        return;
    };
    if shown.load(Ordering::Relaxed) & ALL != 0 {
        return;
    }
    let values = value::read(left).zip(value::read(right));
    let result = |operator: &str| {
        let (left, right) = values?;
        value::calculate(operator, left, right)
    };
    note(original, mutants, result);
    if mutants.iter().all(|&(mutant, _)| is_set(&INFECTED, mutant)) {
        shown.fetch_or(ALL, Ordering::Relaxed);
    }
}

/// Whether a site shows something for the first time.
fn is_new(shown: &AtomicU8, bit: u8) -> bool {
    shown.load(Ordering::Relaxed) & bit == 0 && shown.fetch_or(bit, Ordering::Relaxed) & bit == 0
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
    let copy = |bits: &[AtomicU8]| {
        let bytes = bits.iter().take(n_bytes);
        bytes.map(|byte| byte.load(Ordering::Relaxed)).collect()
    };
    (copy(&REACHED), copy(&INFECTED))
}

/// Adds what a copy of the process reached and infected.
#[cfg(feature = "checks")]
pub(crate) fn add_bits(reached: &[u8], infected: &[u8]) {
    for (own, added) in [(&REACHED, reached), (&INFECTED, infected)] {
        for (byte, more) in own.iter().zip(added) {
            byte.fetch_or(*more, Ordering::Relaxed);
        }
    }
    if let Some(last) = reached.len().checked_sub(1) {
        HIGHEST.fetch_max(last as u32 * 8, Ordering::Relaxed);
    }
}

fn set(bits: &[AtomicU8], mutant: u32) {
    if !is_set(bits, mutant) {
        bits[mutant as usize / 8].fetch_or(1 << (mutant % 8), Ordering::Relaxed);
        HIGHEST.fetch_max(mutant, Ordering::Relaxed);
    }
}

fn is_set(bits: &[AtomicU8], mutant: u32) -> bool {
    bits[mutant as usize / 8].load(Ordering::Relaxed) & (1 << (mutant % 8)) != 0
}
