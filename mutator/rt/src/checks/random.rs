//! Random numbers of tests, the same in every run with the same seed.

use std::cell::Cell;

thread_local! {
    static STATE: Cell<u64> = const { Cell::new(0) };
}

/// Starts the stream of a test.
pub(super) fn start(seed: u64) {
    STATE.set(seed);
}

/// The next number of this thread's stream.
pub(super) fn next() -> u64 {
    let state = STATE.get().wrapping_add(0x9e37_79b9_7f4a_7c15);
    STATE.set(state);
    mixed(state)
}

/// A number that depends on all bits of another (the last step of SplitMix64).
pub(super) fn mixed(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Puts items into a random order, another than they have where there are two.
pub(super) fn shuffle<T>(items: &mut [T]) {
    let mut is_moved = false;
    for last in (1..items.len()).rev() {
        let other = (next() % (last as u64 + 1)) as usize;
        is_moved |= other != last;
        items.swap(last, other);
    }
    if !is_moved && items.len() > 1 {
        items.rotate_left(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_another_one_and_depends_on_the_seed_alone() {
        for seed in 0..100 {
            for n_items in 2..5 {
                let order = || {
                    start(seed);
                    let mut items: Vec<usize> = (0..n_items).collect();
                    shuffle(&mut items);
                    items
                };
                let (first, mut sorted) = (order(), order());
                assert_eq!(first, sorted);
                sorted.sort();
                assert_ne!(first, sorted);
                assert_eq!(sorted, (0..n_items).collect::<Vec<_>>());
            }
        }
    }
}
