//! One value is never above another.

use std::cmp::Ordering;

use killrate_watch::{Claim, Order, Role, Shape};

use super::{ENOUGH, Template};
use crate::evidence::{Evidence, Pair};

/// One value is never above another.
pub(super) const TEMPLATE: Template = Template {
    name: "ordering",
    rule: "in order in every row, with at least eight changes, although their ranges overlap; strictly only where they were never equal",
    claims,
};

fn claims(evidence: &Evidence, shape: &Shape) -> Vec<Claim> {
    let pairs = evidence.pairs.alive();
    pairs
        .filter(|pair| pair.was_less() != pair.was_greater())
        .filter(|pair| {
            let columns = [pair.left as usize, pair.right as usize];
            evidence.columns.n_changes(&columns) >= ENOUGH && u64::from(pair.n_rows()) >= ENOUGH
        })
        .filter(|pair| ranges_overlap(evidence, *pair))
        // An order between bags or contents says nothing.
        .filter(|pair| {
            !matches!(
                shape.columns[pair.left as usize].role,
                Role::Bag | Role::Content
            )
        })
        .map(|pair| {
            let order = match (pair.was_less(), pair.was_equal()) {
                (true, false) => Order::Less,
                (true, true) => Order::AtMost,
                (false, false) => Order::Greater,
                (false, true) => Order::AtLeast,
            };
            Claim::Ordered(pair.left as usize, order, pair.right as usize)
        })
        .collect()
}

/// Whether the smaller column was ever above the least of the larger one.
///
/// Where it never was, the order follows from two ranges, and these mirror the data.
fn ranges_overlap(evidence: &Evidence, pair: Pair) -> bool {
    let (left, right) = (pair.left as usize, pair.right as usize);
    let (smaller, larger) = if pair.was_less() {
        (left, right)
    } else {
        (right, left)
    };
    let most = evidence.columns.get(smaller).max;
    let least = evidence.columns.get(larger).min;
    most.zip(least)
        .is_some_and(|(most, least)| most.value.compare(least.value) == Some(Ordering::Greater))
}

#[cfg(test)]
mod tests {
    use crate::templates::testing::check;

    fn rows(difference: f64) -> Vec<Vec<f64>> {
        let mut rows: Vec<Vec<f64>> = (0..8)
            .map(|n| vec![f64::from(n), f64::from(n) + 1.0])
            .collect();
        rows.push(vec![9.0, 9.0 + difference]);
        rows
    }

    #[track_caller]
    fn check_rows(rows: &[Vec<f64>], expected: &[&str]) {
        let run: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
        check(&super::TEMPLATE, &["x", "y"], &[&run], expected);
    }

    #[test]
    fn an_order_that_held_in_enough_rows_is_claimed() {
        check_rows(&rows(0.5), &["x < y"]);
        check_rows(&rows(0.0), &["x <= y"]);
        check_rows(&rows(0.5)[..7], &[]);
    }

    #[test]
    fn an_order_of_two_ranges_is_not() {
        let apart: Vec<Vec<f64>> = rows(0.5)
            .iter()
            .map(|row| vec![row[0], row[1] + 8.0])
            .collect();
        check_rows(&apart, &[]);
    }

    #[test]
    fn an_order_that_once_was_broken_is_not() {
        check_rows(&rows(-0.5), &[]);
        check_rows(&rows(f64::NAN), &[]);
        check_rows(&rows(f64::INFINITY), &["x < y"]);
    }
}
