//! Sorting examples by one attribute.

use crate::examples::is_missing;
use crate::list::{ExampleList, Links, Way};
use crate::random::Generator;
use crate::segments::split_examples;

/// The order in which an attribute ranks examples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Small values first.
    Ascending,
    /// Large values first.
    Descending,
}

/// Sorts a list by the values in a column; examples with equal values keep their order.
///
/// An example whose value is missing goes to a random place among the others.
pub fn sort_examples(
    links: &mut Links,
    list: &mut ExampleList,
    column: &[f64],
    direction: Direction,
    generator: &mut Generator,
) {
    let missing = take_missing(links, list, column);
    match direction {
        Direction::Ascending => merge_sort(links, list, column, |value, other| value < other),
        Direction::Descending => merge_sort(links, list, column, |value, other| value > other),
    }
    for index in 0..missing.len() {
        let place = generator.below(list.n_examples() + 1);
        let after = example_at(links, list, place);
        links.insert_before(list, after, missing[index]);
    }
}

/// Takes out the examples whose value is missing, in their order.
fn take_missing(links: &mut Links, list: &mut ExampleList, column: &[f64]) -> Vec<usize> {
    let mut missing = Vec::new();
    let mut at = list.start(Way::Forwards);
    while let Some(example) = at {
        at = links.step(example, Way::Forwards);
        if is_missing(column[example]) {
            links.take(list, example);
            missing.push(example);
        }
    }
    missing
}

/// The example that has so many before it; none when all have.
fn example_at(links: &Links, list: &ExampleList, n_before: usize) -> Option<usize> {
    let mut at = list.start(Way::Forwards);
    for _ in 0..n_before {
        at = links.step(at?, Way::Forwards);
    }
    at
}

/// Merges sorted runs of doubling width until one run is left.
fn merge_sort(
    links: &mut Links,
    list: &mut ExampleList,
    column: &[f64],
    precedes: impl Fn(f64, f64) -> bool,
) {
    let n_examples = list.n_examples();
    let mut width = 1;
    while width < n_examples {
        let mut merged = ExampleList::default();
        while list.n_examples() > 0 {
            let left = split_examples(links, list, width);
            let right = split_examples(links, list, width);
            merge(links, &mut merged, left, right, column, &precedes);
        }
        *list = merged;
        width *= 2;
    }
}

/// Merges two sorted runs behind what is merged already.
fn merge(
    links: &mut Links,
    merged: &mut ExampleList,
    mut left: ExampleList,
    mut right: ExampleList,
    column: &[f64],
    precedes: impl Fn(f64, f64) -> bool,
) {
    while let (Some(first), Some(other)) = (left.start(Way::Forwards), right.start(Way::Forwards)) {
        // Of equal values the left one goes first, which keeps the sort stable.
        if precedes(column[other], column[first]) {
            links.move_first(&mut right, merged);
        } else {
            links.move_first(&mut left, merged);
        }
    }
    links.concatenate(merged, left);
    links.concatenate(merged, right);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::{Way, link_examples};

    const NONE: f64 = f64::NAN;

    /// The sorted order of some examples, read from both ends.
    fn sorted_of(order: &[usize], column: &[f64], direction: Direction, seed: u64) -> Vec<usize> {
        // Which examples are positive does not matter, but how many.
        let labels: Vec<bool> = (0..column.len()).map(|example| example % 3 == 1).collect();
        let (mut links, mut list) = link_examples(order, &labels);
        let (n_positives, n_examples) = (list.n_positives(), list.n_examples());
        sort_examples(
            &mut links,
            &mut list,
            column,
            direction,
            &mut Generator::new(seed),
        );
        assert_eq!(list.n_positives(), n_positives);
        assert_eq!(list.n_examples(), n_examples);
        let sorted = links.examples(&list, Way::Forwards);
        let mut reversed = links.examples(&list, Way::Backwards);
        reversed.reverse();
        assert_eq!(reversed, sorted);
        sorted
    }

    fn sorted(column: &[f64], direction: Direction, seed: u64) -> Vec<usize> {
        let order: Vec<usize> = (0..column.len()).collect();
        sorted_of(&order, column, direction, seed)
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
        let column = [5.0, 0.0, 4.0, 0.0, 6.0];
        let order = sorted_of(&[4, 0, 2], &column, Direction::Ascending, 1);
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
