//! The templates of invariants: one file each, and this list.
//!
//! A template looks at the evidence of a point and gives the claims that its rule finds justified.
//! Every claim holds on every row the evidence was gathered from.

mod elementwise;
mod equality;
mod linear;
mod lower_bound;
mod member;
mod monotone;
mod near_sum;
mod non_zero;
mod one_of;
mod ordering;
mod permutation;
mod ratio;
mod sorted;
mod subset;
#[cfg(test)]
mod testing;
mod unchanged;
mod upper_bound;

use std::cmp::Ordering;

use killrate_watch::{Claim, Column, Kind, Role, Scalar, Shape};

use crate::evidence::{Evidence, Extreme, columns};

/// A kind of invariant.
#[derive(Debug)]
pub struct Template {
    /// Its name, part of the ids of its invariants.
    pub name: &'static str,
    /// What justifies a claim.
    pub rule: &'static str,
    pub(crate) claims: fn(&Evidence, &Shape) -> Vec<Claim>,
}

/// Every template.
pub static TEMPLATES: [Template; 16] = [
    elementwise::TEMPLATE,
    equality::TEMPLATE,
    linear::TEMPLATE,
    lower_bound::TEMPLATE,
    member::TEMPLATE,
    monotone::TEMPLATE,
    near_sum::TEMPLATE,
    non_zero::TEMPLATE,
    one_of::TEMPLATE,
    ordering::TEMPLATE,
    permutation::TEMPLATE,
    ratio::TEMPLATE,
    sorted::TEMPLATE,
    subset::TEMPLATE,
    unchanged::TEMPLATE,
    upper_bound::TEMPLATE,
];

/// How many rows or changes justify what could be chance in each of them.
///
/// Where each row would go either way by chance, eight in a row happen once in 256 times; Daikon asks
/// for less than one in a hundred too.
pub(crate) const ENOUGH: u64 = 8;

/// The bound of a column, where it is one of the program and not of its data.
///
/// This rule stands for the person who would strike out ranges that mirror the data: a bound that
/// most runs reach exactly, and three at least, is the program's; of any other only its sign is kept.
fn bound_of(
    seen: &columns::Column,
    extreme: Extreme,
    column: &Column,
    beyond: Ordering,
) -> Option<Scalar> {
    // What has few values has a template of its own, and nobody counts below zero.
    if seen.has_nan || !seen.varies() {
        return None;
    }
    let is_finite = extreme.value.to_float().is_some_and(f64::is_finite);
    if extreme.n_runs >= 3 && 2 * extreme.n_runs > seen.n_runs && is_finite {
        return Some(extreme.value);
    }
    let zero = zero_like(extreme.value);
    let is_counted = column.role == Role::Len || column.kind == Kind::Int;
    let is_one_sided = extreme.value.compare(zero)? != beyond;
    let is_enough = seen.n_changes >= 3;
    (is_one_sided && is_enough && !is_counted).then_some(zero)
}

/// Zero of the kind of this number.
fn zero_like(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::Float(_) => Scalar::Float(0.0),
        _ => Scalar::Int(0),
    }
}
