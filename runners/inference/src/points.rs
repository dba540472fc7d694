//! Points on which relations are checked: of several kinds, because faults hide from any one of them.

use std::f64::consts::{E, LN_2, PI, SQRT_2};

use killrate_model::Rng;

use crate::{Domain, Range};

/// Numbers near which functions change their mind; so do their negatives.
const SPECIAL: [f64; 14] = [
    0.0,
    0.25,
    0.5,
    1.0,
    2.0,
    3.0,
    10.0,
    LN_2,
    SQRT_2,
    E,
    PI / 4.0,
    PI / 2.0,
    PI,
    2.0 * PI,
];

/// How many kinds of numbers there are.
const N_KINDS: u64 = 8;

/// A table of so many rows from a domain.
///
/// Every row is of one kind for all its arguments, and every kind is as frequent as its weight: three
/// in eight are uniform, two logarithmic, one is whole numbers and halves, one of neighbours of special
/// values, and in one each argument is of a kind of its own.
pub fn points(domain: &Domain, n: usize, rng: &mut Rng) -> Vec<f64> {
    let mut table = Vec::with_capacity(n * domain.ranges.len());
    for _ in 0..n {
        let kind = rng.below(N_KINDS);
        for range in &domain.ranges {
            let kind = match kind {
                7 => rng.below(7),
                kind => kind,
            };
            table.push(number(*range, kind, rng));
        }
    }
    table
}

/// A table of uniform rows alone, as the published method uses.
pub fn uniform_points(domain: &Domain, n: usize, rng: &mut Rng) -> Vec<f64> {
    (0..n)
        .flat_map(|_| &domain.ranges)
        .map(|range| uniform(*range, rng))
        .collect()
}

fn number(range: Range, kind: u64, rng: &mut Rng) -> f64 {
    let value = match kind {
        0..=2 => uniform(range, rng),
        3 | 4 => logarithmic(range, rng),
        5 => (uniform(range, rng) * 2.0).round() / 2.0,
        _ => beside_special(range, rng),
    };
    let value = if range.whole { value.round() } else { value };
    let value = value.clamp(range.least, range.greatest);
    // A range from zero has no negative zero in it, where functions may jump.
    if range.least == 0.0 && value == 0.0 {
        0.0
    } else {
        value
    }
}

/// A number between 0 and 1.
pub(crate) fn unit(rng: &mut Rng) -> f64 {
    // 53 bits fill the fraction of a float.
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

pub(crate) fn uniform(range: Range, rng: &mut Rng) -> f64 {
    range.least + (range.greatest - range.least) * unit(rng)
}

/// A number whose magnitude is as likely in each decade, down to a millionth of the greatest.
fn logarithmic(range: Range, rng: &mut Rng) -> f64 {
    let greatest = range.least.abs().max(range.greatest.abs());
    let magnitude = greatest * (-6.0 * std::f64::consts::LN_10 * unit(rng)).exp();
    let both = range.least < 0.0 && range.greatest > 0.0;
    let negative = range.greatest <= 0.0 || (both && rng.below(2) == 0);
    if negative { -magnitude } else { magnitude }
}

/// A special value or an end of the range, or one of its neighbours a few units or a small step away.
fn beside_special(range: Range, rng: &mut Rng) -> f64 {
    let fitting: Vec<f64> = SPECIAL
        .iter()
        .flat_map(|value| [*value, -value])
        .chain([range.least, range.greatest])
        .filter(|value| range.least <= *value && *value <= range.greatest)
        .collect();
    let value = fitting[rng.below(fitting.len() as u64) as usize];
    match rng.below(4) {
        0 => value,
        1 => value.next_up(),
        2 => value.next_down(),
        _ => value + (unit(rng) - 0.5) * 1e-3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn domain(least: f64, greatest: f64) -> Domain {
        let range = Range {
            least,
            greatest,
            whole: false,
        };
        Domain {
            ranges: vec![range; 2],
        }
    }

    #[test]
    fn points_lie_in_their_domain_and_have_whole_numbers_and_neighbours_among_them() {
        let points = points(&domain(-3.0, 20.0), 4000, &mut Rng::new(1));
        assert_eq!(points.len(), 8000);
        assert!(points.iter().all(|x| (-3.0..=20.0).contains(x)));
        let n_whole = points.iter().filter(|x| x.fract() == 0.0).count();
        assert!(n_whole > 300, "{n_whole}");
        assert!(points.contains(&1.0_f64.next_down()));
        assert!(points.contains(&-3.0));
        let n_small = points.iter().filter(|x| x.abs() < 1e-3).count();
        assert!(n_small > 300, "{n_small}");
    }

    #[test]
    fn the_same_seed_gives_the_same_points() {
        let twice = [7, 7].map(|seed| points(&domain(0.0, 1.0), 50, &mut Rng::new(seed)));
        assert_eq!(twice[0], twice[1]);
    }
}
