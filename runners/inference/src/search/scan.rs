//! Finds the affine maps `x' = a·x + b` under which a law between `f(x')` and `f(x)` exists.
//!
//! For a slope `a`, the least singular value of the matrix of monomials is a function of `b` that falls
//! to zero in a V at every map that has a law. The V is seen on a grid and followed to its tip.

use crate::null_space::{Sample, ZERO};
use crate::polynomial::{Monomial, monomials};
use crate::search::{Attempt, Map, Search, closure, generators};
use crate::{CallError, Class, Constant, Expression, Relation};

/// The slopes of the published window, and thirds for the laws of degree 3.
pub(crate) const SLOPES: [f64; 6] = [1.0, -1.0, 2.0, -2.0, 0.5, -0.5];
const WHOLE_SLOPES: [f64; 4] = [1.0, -1.0, 2.0, 3.0];
/// How far shifts are searched: the bound of the published method.
pub(crate) const REACH: f64 = 10.0;
/// How far compositions of what was found are followed, a period beyond.
const CLOSURE_REACH: f64 = 13.0;
/// Narrow enough for functions with poles, whose Vs are narrow.
const STEP: f64 = 0.025;
/// Minima above this are no tips.
const SHALLOW: f64 = 0.2;
/// Points at which the function is compared.
const N_POINTS: usize = 48;

/// What a scan found.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    pub(crate) found: Vec<(Map, Relation)>,
    /// Slopes for which there is a law of a degree whatever the shift is.
    pub(crate) families: Vec<(f64, u8)>,
}

impl Scan {
    /// The maps of the laws of degree 1.
    pub(crate) fn linear_maps(&self) -> Vec<Map> {
        let linear = self.found.iter();
        linear
            .filter(|(_, relation)| relation.class == Class::Linear)
            .map(|(map, _)| *map)
            .collect()
    }
}

/// The points of a scan and what the function gives there.
struct Base {
    points: Vec<f64>,
    values: Vec<f64>,
}

impl Search<'_, '_> {
    /// The laws of degrees 1 and 2 under affine maps of a function of one argument.
    pub(crate) fn scan(&mut self) -> Result<Scan, CallError> {
        let mut scan = Scan::default();
        if self.is_whole() {
            let shifts = WHOLE_SLOPES.map(|a| {
                // Calendars repeat after 400 years.
                let reach = if a == 1.0 { 400 } else { 12 };
                (a, (-12..=reach).map(f64::from).collect())
            });
            self.try_maps(&mut scan, shifts.to_vec())?;
            return Ok(scan);
        }
        let base = &self.base()?;
        let attempts =
            SLOPES.map(|a| -> Attempt<'_, _> { Box::new(move |search| search.tips(base, a)) });
        let mut shifts = Vec::new();
        for (a, (tips, family)) in SLOPES.into_iter().zip(self.all(attempts.into())?) {
            scan.families.extend(family.map(|degree| (a, degree)));
            shifts.push((a, tips));
        }
        self.try_maps(&mut scan, shifts)?;
        self.close(&mut scan)?;
        Ok(scan)
    }

    fn base(&mut self) -> Result<Base, CallError> {
        let ranges = self.core.clone();
        let points = self.sampling_points(&ranges, 3 * N_POINTS);
        let values = self.call(points.clone())?;
        let (points, values) = (points.into_iter().zip(values))
            .filter(|(_, value)| value.is_finite())
            .take(N_POINTS)
            .unzip();
        Ok(Base { points, values })
    }

    /// Shifts at which a law seems to exist for a slope, and the degree for which all are.
    fn tips(&mut self, base: &Base, a: f64) -> Result<(Vec<f64>, Option<u8>), CallError> {
        let n = (REACH / STEP).round() as i32;
        let grid: Vec<f64> = (-n..=n).map(|at| f64::from(at) * STEP).collect();
        let samples = self.samples(base, a, &grid)?;
        let mut tips = vec![0.0];
        for degree in [1, 2] {
            let all = monomials(2, degree);
            let profile: Vec<Option<f64>> = samples
                .iter()
                .map(|sample| sample.least_singular(&all))
                .collect();
            let seen = profile.iter().flatten();
            let n_zero = seen.clone().filter(|value| **value < ZERO).count();
            if n_zero * 10 >= seen.count().max(1) * 9 {
                if degree == 2 {
                    tips.extend(self.sparse_members(base, a, &grid, &samples)?);
                }
                // Laws of a higher degree follow from those of this one.
                return Ok((tips, Some(degree)));
            }
            // The Vs of steps have a flat bottom, on which the simplest shift is the one.
            let flat =
                (grid.iter().zip(&profile)).filter(|(_, depth)| depth.is_some_and(|d| d < ZERO));
            tips.extend(flat.map(|(b, _)| *b));
            let lows = lows(&grid, &profile);
            tips.extend(self.follow(base, a, &all, lows)?);
        }
        Ok((tips, None))
    }

    /// The pairs of values `f(a·x + b)`, `f(x)` for each shift, from one request.
    fn samples(&mut self, base: &Base, a: f64, shifts: &[f64]) -> Result<Vec<Sample>, CallError> {
        let column: Vec<f64> = (shifts.iter())
            .flat_map(|b| base.points.iter().map(move |x| a * x + b))
            .collect();
        let values = self.call(column)?;
        let samples = values.chunks_exact(base.points.len()).map(|mapped| {
            let columns = [mapped.to_vec(), base.values.clone()];
            Sample::of_columns(&columns, N_POINTS)
        });
        Ok(samples.collect())
    }

    /// Follows Vs to their tips, all of them at once; those that are none are dropped.
    fn follow(
        &mut self,
        base: &Base,
        a: f64,
        all: &[Monomial],
        lows: Vec<f64>,
    ) -> Result<Vec<f64>, CallError> {
        /// Grid points within a step of a low, for Vs that are narrower than the grid.
        const INNER: i32 = 5;
        /// By how much a round narrows; little enough for Vs with bent sides.
        const NARROWING: f64 = 8.0;
        /// Narrower than this there is only rounding.
        const NARROWEST: f64 = 1e-14;
        let inner: Vec<f64> = (lows.iter())
            .flat_map(|low| {
                (-INNER..=INNER).map(move |at| low + STEP * f64::from(at) / f64::from(INNER))
            })
            .collect();
        let depths = self.depths(base, a, all, &inner)?;
        let per_low = 2 * INNER as usize + 1;
        // A tip and how high the sides of its V stood when last seen.
        let mut tips: Vec<(f64, f64)> = (inner.chunks_exact(per_low))
            .zip(depths.chunks_exact(per_low))
            .filter_map(|(shifts, depths)| {
                let known = shifts
                    .iter()
                    .zip(depths)
                    .filter(|(_, depth)| depth.is_finite());
                let lowest = known.min_by(|left, right| left.1.total_cmp(right.1));
                lowest.map(|(shift, _)| (*shift, f64::INFINITY))
            })
            .collect();
        let mut width = STEP / f64::from(INNER);
        while width > NARROWEST && !tips.is_empty() {
            let sides: Vec<f64> = (tips.iter())
                .flat_map(|(tip, _)| [tip - width, tip + width])
                .collect();
            let depths = self.depths(base, a, all, &sides)?;
            let sides = tips.iter().zip(depths.chunks_exact(2));
            tips = sides
                .filter_map(|((tip, before), depths)| {
                    let (left, right) = (depths[0], depths[1]);
                    let height = left.max(right);
                    // The sides of a V come down as one goes nearer; a round minimum stays where it is.
                    let comes_down = height < 0.5 * before || height < ZERO;
                    let moved =
                        tip + width * (left - right) / (left + right).max(f64::MIN_POSITIVE);
                    (comes_down && moved.is_finite()).then_some((moved, height))
                })
                .collect();
            width /= NARROWING;
        }
        Ok(tips.into_iter().map(|(tip, _)| tip).collect())
    }

    fn depths(
        &mut self,
        base: &Base,
        a: f64,
        all: &[Monomial],
        shifts: &[f64],
    ) -> Result<Vec<f64>, CallError> {
        let samples = self.samples(base, a, shifts)?;
        let depth = |sample: &Sample| sample.least_singular(all).unwrap_or(f64::NAN);
        Ok(samples.iter().map(depth).collect())
    }

    /// Where a coefficient of a family's law changes its sign: a law with one term less holds there.
    fn sparse_members(
        &mut self,
        base: &Base,
        a: f64,
        grid: &[f64],
        samples: &[Sample],
    ) -> Result<Vec<f64>, CallError> {
        /// Coefficients are smooth in the shift, so that every fourth point of the grid will do.
        const STRIDE: usize = 4;
        let all = monomials(2, 2);
        let law = |sample: &Sample| match sample.null_space(&all).as_slice() {
            [one] => Some(one.clone()),
            _ => None,
        };
        let laws: Vec<(f64, Option<Vec<f64>>)> = (grid.iter().zip(samples))
            .step_by(STRIDE)
            .map(|(b, sample)| (*b, law(sample)))
            .collect();
        let mut brackets = Vec::new();
        for pair in laws.windows(2) {
            let [(left, Some(before)), (right, Some(after))] = pair else {
                continue;
            };
            let after = aligned(before, after);
            for at in 0..all.len() {
                let (from, to) = (before[at], after[at]);
                if from * to < 0.0 && from.abs().min(to.abs()) > 1e-9 && (from - to).abs() < 0.5 {
                    brackets.push((at, (*left, from), (*right, to), before.clone()));
                }
            }
        }
        for _ in 0..8 {
            let middles: Vec<f64> = (brackets.iter())
                .map(|(_, (left, from), (right, to), _)| left + (right - left) * from / (from - to))
                .collect();
            let samples = self.samples(base, a, &middles)?;
            for ((bracket, middle), sample) in brackets.iter_mut().zip(middles).zip(&samples) {
                let (at, left, right, before) = bracket;
                let Some(here) = law(sample) else { continue };
                let value = aligned(before, &here)[*at];
                let side = if value * left.1 > 0.0 { left } else { right };
                *side = (middle, value);
            }
        }
        // What did not come down to zero was a pole, or a shift at which there is a simpler law.
        Ok(brackets
            .into_iter()
            .flat_map(|(_, left, right, _)| [left, right])
            .filter(|(_, value)| value.abs() < 1e-9)
            .map(|(b, _)| b)
            .collect())
    }

    /// Proposes the laws of shifts for slopes, the simplest shifts first.
    fn try_maps(&mut self, scan: &mut Scan, shifts: Vec<(f64, Vec<f64>)>) -> Result<(), CallError> {
        let mut maps: Vec<(Map, Constant)> = Vec::new();
        for (a, shifts) in shifts {
            let mut shifts: Vec<Constant> = shifts
                .into_iter()
                .map(|b| Constant::near(b, 1e-8).unwrap_or_else(|| Constant::of(b)))
                .collect();
            shifts.sort_by(|left, right| {
                let (left, right) = (left.value, right.value);
                let is_negative = (left < 0.0).cmp(&(right < 0.0));
                left.abs().total_cmp(&right.abs()).then(is_negative)
            });
            for b in shifts {
                let map = Map { a, b: b.value };
                let known = scan.found.iter().map(|(other, _)| other);
                let mut known = known.chain(maps.iter().map(|(other, _)| other));
                if !map.is(Map::IDENTITY) && !known.any(|other| other.is(map)) {
                    maps.push((map, b));
                }
            }
        }
        let attempts = maps.iter().map(|(map, b)| -> Attempt<'_, _> {
            // Products of small distances from a limit vanish at shifts that mean nothing.
            let greatest = if b.named { 2 } else { 1 };
            Box::new(move |search| search.of_map(map.a, b, 1, greatest))
        });
        let found = self.all(attempts.collect())?;
        for ((map, _), relations) in maps.iter().zip(found) {
            scan.found
                .extend(relations.into_iter().map(|relation| (*map, relation)));
        }
        Ok(())
    }

    /// The laws between `f(a·x + b)` and `f(x)`.
    pub(crate) fn of_map(
        &mut self,
        a: f64,
        b: &Constant,
        least: u8,
        greatest: u8,
    ) -> Result<Vec<Relation>, CallError> {
        let x = Expression::Argument(0);
        let mapped = x.clone().affine(&Constant::of(a), b);
        let inputs = [Expression::call(vec![mapped]), Expression::call(vec![x])];
        let ranges = self.core.clone();
        let mut found = Vec::new();
        for degree in least..=greatest {
            let class = match degree {
                1 => Class::Linear,
                2 => Class::Quadratic,
                _ => Class::Higher,
            };
            found = self.propose(class, &inputs, &ranges, degree..=degree)?;
            if !found.is_empty() {
                break;
            }
        }
        Ok(found)
    }

    /// Tries what the maps of degree 1 compose to and the grid did not show.
    fn close(&mut self, scan: &mut Scan) -> Result<(), CallError> {
        if scan.families.iter().any(|(_, degree)| *degree == 1) {
            return Ok(());
        }
        let maps = scan.linear_maps();
        let reached = closure(&generators(&maps, REACH), CLOSURE_REACH);
        let shifts = SLOPES.map(|a| {
            let same = reached.iter().filter(|map| (map.a - a).abs() < 1e-9);
            (a, same.map(|map| map.b).collect())
        });
        self.try_maps(scan, shifts.to_vec())
    }
}

/// Grid points that are lower than their neighbours.
fn lows(grid: &[f64], profile: &[Option<f64>]) -> Vec<f64> {
    let depth = |at: Option<usize>| {
        let depth = at.and_then(|at| profile.get(at).copied().flatten());
        depth.unwrap_or(f64::INFINITY)
    };
    (0..grid.len())
        .filter(|at| {
            let here = depth(Some(*at));
            let beside = depth(at.checked_sub(1)).min(depth(Some(at + 1)));
            (ZERO..SHALLOW).contains(&here) && here <= beside
        })
        .map(|at| grid[at])
        .collect()
}

/// The vector with the sign that brings it nearer to another.
fn aligned(to: &[f64], vector: &[f64]) -> Vec<f64> {
    let along: f64 = to
        .iter()
        .zip(vector)
        .map(|(left, right)| left * right)
        .sum();
    vector.iter().map(|value| value * along.signum()).collect()
}
