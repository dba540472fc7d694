//! Elements at the same places of two sequences are in order.

use killrate_watch::{Claim, Order, Shape};

use super::{ENOUGH, Template};
use crate::evidence::Evidence;

/// Elements at the same places of two sequences are in order.
pub(super) const TEMPLATE: Template = Template {
    name: "elementwise",
    rule: "at least eight pairs of elements of short sequences that always have the same length, some of them different",
    claims,
};

fn claims(evidence: &Evidence, shape: &Shape) -> Vec<Claim> {
    let pairs = evidence.elements.elementwise().iter();
    pairs
        // Sequences that are equal everywhere have a template of their own.
        .filter(|pair| pair.n_elements >= ENOUGH && pair.was_less != pair.was_greater)
        .filter(|pair| pair.right < shape.n_sequences as usize)
        .map(|pair| {
            let order = match (pair.was_less, pair.was_equal) {
                (true, false) => Order::Less,
                (true, true) => Order::AtMost,
                (false, false) => Order::Greater,
                (false, true) => Order::AtLeast,
            };
            Claim::Elementwise(pair.left, order, pair.right)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::templates::testing::check;

    #[test]
    fn what_is_larger_everywhere_is_claimed() {
        let run: &[&[f64]] = &[&[1.0, 2.0, 3.0, 4.0], &[5.0, 6.0, 7.0, 8.0]];
        check(
            &super::TEMPLATE,
            &["a[]", "plus a[]"],
            &[run],
            &["a[] < plus a[] (at every place)"],
        );
        check(&super::TEMPLATE, &["a[]", "r[]"], &[run], &[]);
        check(&super::TEMPLATE, &["a[]", "d[]"], &[run], &[]);
        check(&super::TEMPLATE, &["a[]", "plus a[]"], &[&run[..1]], &[]);
    }
}
