//! Which claims follow from others about the same columns.

use std::cmp::Ordering;

use killrate_watch::{Claim, Order, Row, Scalar};

/// Whether a claim says nothing that a known one, which holds of the same rows and more, does not say.
///
/// Where both are of a kind that the data fix, such as a line or the steps of something that grows, the
/// known one was fixed by the same rows and others: it is the same line, and the same text.
pub(crate) fn is_implied(claim: &Claim, known: &Claim) -> bool {
    use Claim::{
        AtLeast, AtMost, Elementwise, Linear, Member, Monotone, Near, NonZero, OneOf, Ordered,
        Ratio, Subset,
    };
    match (known, claim) {
        (OneOf(of, values), OneOf(column, _) | AtLeast(column, _) | AtMost(column, _))
        | (OneOf(of, values), NonZero(column)) => {
            of == column && values.iter().all(|value| holds_of(claim, *column, *value))
        }
        (AtLeast(of, bound), AtLeast(column, weaker)) => {
            of == column && is_beyond(*bound, *weaker, Ordering::Greater)
        }
        (AtMost(of, bound), AtMost(column, weaker)) => {
            of == column && is_beyond(*bound, *weaker, Ordering::Less)
        }
        (AtLeast(of, bound), NonZero(column)) => {
            of == column && bound.to_float().is_some_and(|bound| bound > 0.0)
        }
        (AtMost(of, bound), NonZero(column)) => {
            of == column && bound.to_float().is_some_and(|bound| bound < 0.0)
        }
        (Ordered(left, order, right), Ordered(other_left, weaker, other_right)) => {
            [left, right] == [other_left, other_right] && is_stronger(*order, *weaker)
        }
        (Ordered(left, Order::Equal, right), Near(other_left, other_right, _)) => {
            [left, right] == [other_left, other_right]
        }
        (Elementwise(left, order, right), Elementwise(other_left, weaker, other_right)) => {
            [left, right] == [other_left, other_right] && is_stronger(*order, *weaker)
        }
        (Ratio(left, right, low, high), Ratio(other_left, other_right, lower, higher)) => {
            [left, right] == [other_left, other_right] && lower <= low && high <= higher
        }
        (Linear(..), Linear(..)) => known.columns() == claim.columns(),
        (Monotone(left, right, _), Monotone(other_left, other_right, _)) => {
            [left, right] == [other_left, other_right]
        }
        (Near(..), Near(..)) | (NonZero(_), NonZero(_)) => known == claim,
        (Member(..), Member(..)) | (Subset(..), Subset(..)) => known == claim,
        _ => false,
    }
}

/// Whether a claim about this column alone holds of this value.
fn holds_of(claim: &Claim, column: usize, value: Scalar) -> bool {
    let mut scalars = vec![Scalar::Absent; column];
    scalars.push(value);
    claim.holds(&Row {
        scalars,
        ..Row::default()
    })
}

/// Whether a bound is the other or beyond it.
fn is_beyond(bound: Scalar, other: Scalar, beyond: Ordering) -> bool {
    let ordering = bound.compare(other);
    ordering == Some(Ordering::Equal) || ordering == Some(beyond)
}

/// Whether what stands in one order stands in the other too.
fn is_stronger(order: Order, weaker: Order) -> bool {
    match order {
        Order::Less => matches!(weaker, Order::Less | Order::AtMost | Order::Unequal),
        Order::Equal => matches!(weaker, Order::Equal | Order::AtMost | Order::AtLeast),
        Order::Greater => matches!(weaker, Order::Greater | Order::AtLeast | Order::Unequal),
        Order::AtMost | Order::AtLeast | Order::Unequal => order == weaker,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(known: &Claim, claim: &Claim, expected: bool) {
        assert_eq!(is_implied(claim, known), expected, "{known:?} {claim:?}");
    }

    fn int(number: i128) -> Scalar {
        Scalar::Int(number)
    }

    fn one_of(numbers: &[i128]) -> Claim {
        Claim::OneOf(0, numbers.iter().map(|&number| int(number)).collect())
    }

    #[test]
    fn every_claim_implies_itself() {
        for claim in [
            one_of(&[1, 2]),
            Claim::AtLeast(0, int(1)),
            Claim::AtMost(0, int(1)),
            Claim::NonZero(0),
            Claim::Ordered(0, Order::Unequal, 1),
            Claim::Near(0, 1, [2, 3]),
            Claim::Linear(vec![(0, 1.0), (1, -2.0)], 0.5),
            Claim::Ratio(0, 1, 0.5, 2.0),
            Claim::Monotone(0, 1, vec![(1.0, 2.0, 3.0)]),
            Claim::Member(0, 1),
            Claim::Subset(0, 1),
            Claim::Elementwise(0, Order::AtMost, 1),
        ] {
            check(&claim, &claim, true);
            check(&claim, &Claim::AtLeast(7, int(1)), false);
        }
    }

    #[test]
    fn what_says_more_is_not_implied() {
        check(&one_of(&[1, 2]), &one_of(&[1]), false);
        check(&one_of(&[1]), &one_of(&[2, 1]), true);
        check(
            &Claim::AtLeast(0, int(1)),
            &Claim::AtLeast(0, int(2)),
            false,
        );
        check(&Claim::AtLeast(0, int(2)), &Claim::AtLeast(0, int(1)), true);
        check(&Claim::AtMost(0, int(2)), &Claim::AtMost(0, int(1)), false);
        check(&Claim::AtMost(0, int(1)), &Claim::AtMost(0, int(2)), true);
        let (wide, narrow) = (Claim::Ratio(0, 1, 0.5, 2.0), Claim::Ratio(0, 1, 0.5, 1.5));
        check(&wide, &narrow, false);
        check(&narrow, &wide, true);
    }

    #[test]
    fn an_order_implies_weaker_ones() {
        let ordered = |order| Claim::Ordered(0, order, 1);
        check(&ordered(Order::Less), &ordered(Order::Unequal), true);
        check(&ordered(Order::AtMost), &ordered(Order::Less), false);
        check(&ordered(Order::Equal), &ordered(Order::AtLeast), true);
        check(&ordered(Order::Equal), &Claim::Near(0, 1, [2, 3]), true);
        check(&ordered(Order::Greater), &ordered(Order::Less), false);
        check(
            &ordered(Order::Less),
            &Claim::Ordered(1, Order::Less, 0),
            false,
        );
    }

    #[test]
    fn values_and_bounds_imply_what_holds_of_all_that_they_allow() {
        check(&one_of(&[2, 5]), &Claim::AtLeast(0, int(2)), true);
        check(&one_of(&[2, 5]), &Claim::AtMost(0, int(4)), false);
        check(&one_of(&[2, -5]), &Claim::NonZero(0), true);
        check(&one_of(&[0, 5]), &Claim::NonZero(0), false);
        check(&Claim::AtLeast(0, int(1)), &Claim::NonZero(0), true);
        check(&Claim::AtMost(0, int(0)), &Claim::NonZero(0), false);
    }

    #[test]
    fn what_the_data_fix_is_fixed_by_more_of_them_already() {
        let line = |weight: f64| Claim::Linear(vec![(0, 1.0), (1, weight)], 0.5);
        check(&line(2.0), &line(2.000_000_001), true);
        let steps = |at: f64| Claim::Monotone(0, 1, vec![(at, 1.0, 1.0)]);
        check(&steps(1.0), &steps(2.0), true);
    }
}
