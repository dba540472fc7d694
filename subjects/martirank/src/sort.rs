//! Sorting examples by one attribute.

use crate::examples::is_missing;
use crate::random::Generator;
use std::hint::select_unpredictable;

/// The order in which an attribute ranks examples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Small values first.
    Ascending,
    /// Large values first.
    Descending,
}

/// An example with the value it is sorted by.
#[derive(Clone, Copy)]
struct Keyed {
    value: f64,
    example: usize,
}

/// Sorts examples by their values in a column; those with equal values keep their order.
///
/// An example whose value is missing goes to a random place among the others.
pub fn sort_examples(
    order: &mut [usize],
    column: &[f64],
    direction: Direction,
    generator: &mut Generator,
) {
    let mut known = Vec::with_capacity(order.len());
    let mut missing = Vec::new();
    for position in 0..order.len() {
        let example = order[position];
        let value = column[example];
        if is_missing(value) {
            missing.push(example);
        } else {
            known.push(Keyed { value, example });
        }
    }
    match direction {
        Direction::Ascending => merge_sort(&mut known, |value, other| value < other),
        Direction::Descending => merge_sort(&mut known, |value, other| value > other),
    }
    for position in 0..known.len() {
        order[position] = known[position].example;
    }
    for index in 0..missing.len() {
        let n_placed = known.len() + index;
        let place = generator.below(n_placed + 1);
        let mut position = n_placed;
        while position > place {
            order[position] = order[position - 1];
            position -= 1;
        }
        order[place] = missing[index];
    }
}

/// Merges sorted runs of doubling width until one run is left.
fn merge_sort(items: &mut Vec<Keyed>, precedes: impl Fn(f64, f64) -> bool) {
    let n_items = items.len();
    let mut merged = items.clone();
    let mut width = 1;
    while width < n_items {
        let mut low = 0;
        while low < n_items {
            let middle = bounded(low + width, n_items);
            let high = bounded(middle + width, n_items);
            merge(items, &mut merged, low, middle, high, &precedes);
            low = high;
        }
        std::mem::swap(items, &mut merged);
        width *= 2;
    }
}

/// Merges the run from `low` up to `middle` with the one from there up to `high`.
fn merge(
    runs: &[Keyed],
    merged: &mut [Keyed],
    low: usize,
    middle: usize,
    high: usize,
    precedes: impl Fn(f64, f64) -> bool,
) {
    let mut left = low;
    let mut right = middle;
    let mut position = low;
    while left < middle && right < high {
        // Of equal values the left one goes first, which keeps the sort stable.
        // Which one it is cannot be predicted, and a mispredicted branch costs more than the rest.
        let is_right = precedes(runs[right].value, runs[left].value);
        merged[position] = runs[select_unpredictable(is_right, right, left)];
        right += usize::from(is_right);
        left += usize::from(!is_right);
        position += 1;
    }
    while left < middle {
        merged[position] = runs[left];
        left += 1;
        position += 1;
    }
    while right < high {
        merged[position] = runs[right];
        right += 1;
        position += 1;
    }
}

fn bounded(position: usize, end: usize) -> usize {
    if position < end { position } else { end }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: f64 = f64::NAN;

    fn sorted(column: &[f64], direction: Direction, seed: u64) -> Vec<usize> {
        let mut order: Vec<usize> = (0..column.len()).collect();
        sort_examples(&mut order, column, direction, &mut Generator::new(seed));
        order
    }

    #[track_caller]
    fn check(column: &[f64], ascending: &[usize], descending: &[usize]) {
        assert_eq!(sorted(column, Direction::Ascending, 1), ascending);
        assert_eq!(sorted(column, Direction::Descending, 1), descending);
    }

    #[test]
    fn nothing_and_a_single_example_stay() {
        check(&[], &[], &[]);
        check(&[4.0], &[0], &[0]);
    }

    #[test]
    fn distinct_values_are_sorted_both_ways() {
        check(&[2.0, 9.0, -1.0], &[2, 0, 1], &[1, 0, 2]);
        // Seven values: the last run of every width is short.
        check(
            &[3.0, 1.0, 4.0, 1.5, 9.0, 2.0, 6.0],
            &[1, 3, 5, 0, 2, 6, 4],
            &[4, 6, 2, 0, 5, 3, 1],
        );
    }

    #[test]
    fn equal_values_keep_their_order_both_ways() {
        check(
            &[5.0, 7.0, 5.0, 7.0, 5.0],
            &[0, 2, 4, 1, 3],
            &[1, 3, 0, 2, 4],
        );
    }

    #[test]
    fn only_the_given_examples_are_sorted() {
        let mut order = [4, 0, 2];
        let column = [5.0, 0.0, 4.0, 0.0, 6.0];
        sort_examples(
            &mut order,
            &column,
            Direction::Ascending,
            &mut Generator::new(1),
        );
        assert_eq!(order, [2, 0, 4]);
    }

    #[test]
    fn a_missing_value_takes_every_place_and_leaves_the_others_sorted() {
        let column = [8.0, NONE, 3.0];
        let mut places = [0; 3];
        for seed in 0..60 {
            let mut order = sorted(&column, Direction::Ascending, seed);
            let place = order.iter().position(|&example| example == 1);
            let place = place.expect("no example is lost");
            places[place] += 1;
            order.remove(place);
            assert_eq!(order, [2, 0]);
        }
        assert!(places.iter().all(|&n| n > 5), "{places:?}");
    }

    #[test]
    fn several_missing_values_come_in_any_order() {
        let column = [NONE, NONE];
        let mut n_kept = 0;
        for seed in 0..60 {
            let order = sorted(&column, Direction::Descending, seed);
            if order == [0, 1] {
                n_kept += 1;
            } else {
                assert_eq!(order, [1, 0]);
            }
        }
        assert!(n_kept > 15 && n_kept < 45, "{n_kept}");
    }

    #[test]
    fn a_seed_decides_all_places() {
        let column = [NONE, 2.0, NONE, 1.0, NONE];
        let first = sorted(&column, Direction::Ascending, 7);
        assert_eq!(sorted(&column, Direction::Ascending, 7), first);
    }
}
