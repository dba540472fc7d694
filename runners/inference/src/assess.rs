//! Whether relations of a function can be inferred at all, and where it lives.

use killrate_model::Rng;

use crate::evaluate::call;
use crate::points::uniform;
use crate::{CallError, Function, Number, Range, Returned};

/// Why relations of a function cannot be inferred.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Unsuitable {
    /// It has no arguments, or too many.
    #[error(
        "it takes {0} arguments, and relations are inferred for functions of one to three; \
         fix the others in a function that calls it"
    )]
    Arity(usize),
    /// Most calls panic.
    #[error(
        "it panicked in {n_panicked} of {n_calls} calls, first with {first}; \
         give a function that takes any number, or one that maps numbers to what it takes"
    )]
    Panics {
        /// How many calls panicked.
        n_panicked: usize,
        /// Of how many.
        n_calls: usize,
        /// The first arguments with which it did.
        first: String,
    },
    /// Most calls do not end.
    #[error(
        "it did not end in {n_stopped} of {n_calls} calls, first with {first}; \
         give a function that ends for any number"
    )]
    DoesNotEnd {
        /// How many calls were stopped.
        n_stopped: usize,
        /// Of how many.
        n_calls: usize,
        /// The first arguments with which it did not end.
        first: String,
    },
    /// The same arguments give different results.
    #[error(
        "it gave {first:e} and {second:e} for the same arguments, {arguments}; \
         relations need a function whose result depends on its arguments alone, so fix its seed"
    )]
    Random {
        /// The arguments.
        arguments: String,
        /// The result of the first call.
        first: f64,
        /// The result of the second call.
        second: f64,
    },
    /// It gives no finite number anywhere that was looked.
    #[error(
        "no result was a finite number in {n_calls} calls with arguments between -1000 and 1000; \
         scale its arguments to where it has values"
    )]
    NoValues {
        /// How many calls were made.
        n_calls: usize,
    },
    /// It gives the same number everywhere.
    #[error("it gave {0:e} for all arguments; a constant has no relation that a fault could break")]
    Constant(f64),
}

/// Where a function is sampled.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Domains {
    pub(crate) core: Vec<Range>,
    pub(crate) home: Vec<Range>,
}

const N_PROBES: usize = 240;
const LEAST_FINITE: f64 = 0.95;
const MOST_ARGUMENTS: usize = 3;

/// Finds where the function has values that vary.
pub(crate) fn assess(
    function: &mut dyn Function,
    rng: &mut Rng,
) -> Result<Result<Domains, Unsuitable>, CallError> {
    let arity = function.arity();
    if arity == 0 || arity > MOST_ARGUMENTS {
        return Ok(Err(Unsuitable::Arity(arity)));
    }
    let mut seen = Seen::default();
    let mut chosen = None;
    for ranges in choices(function) {
        let points = probes(&ranges, rng);
        let returned = function.call(&points)?;
        if let Some(unsuitable) = changes(function, &points, &returned)? {
            return Ok(Err(unsuitable));
        }
        let n_finite = returned.iter().filter(|one| one.finite().is_some()).count();
        seen.add(&points, &returned, arity);
        if n_finite as f64 >= LEAST_FINITE * N_PROBES as f64 {
            chosen = Some(ranges);
            break;
        }
    }
    let Some(ranges) = chosen else {
        return Ok(Err(seen.complaint()));
    };
    if let Some(value) = seen.constant {
        return Ok(Err(Unsuitable::Constant(value)));
    }
    if arity > 1 || ranges[0].whole {
        let home = ranges.clone();
        return Ok(Ok(Domains { core: ranges, home }));
    }
    let core = living(function, ranges[0])?;
    let home = extended(function, core, ranges[0])?;
    Ok(Ok(Domains {
        core: vec![core],
        home: vec![home],
    }))
}

/// What all calls gave.
#[derive(Default)]
struct Seen {
    n_calls: usize,
    n_panicked: usize,
    n_stopped: usize,
    first_panicked: Option<String>,
    first_stopped: Option<String>,
    /// The only value of the last table of calls.
    constant: Option<f64>,
}

impl Seen {
    fn add(&mut self, points: &[f64], returned: &[Returned], arity: usize) {
        for (row, one) in points.chunks_exact(arity).zip(returned) {
            self.n_calls += 1;
            match one {
                Returned::Value(_) => {}
                Returned::Panicked => {
                    self.n_panicked += 1;
                    self.first_panicked.get_or_insert_with(|| said(row));
                }
                Returned::OutOfFuel => {
                    self.n_stopped += 1;
                    self.first_stopped.get_or_insert_with(|| said(row));
                }
            }
        }
        let mut values = returned.iter().filter_map(|one| one.finite());
        self.constant = values
            .next()
            .filter(|first| values.all(|value| value == *first));
    }

    fn complaint(self) -> Unsuitable {
        let n_calls = self.n_calls;
        if let Some(first) = self.first_stopped.filter(|_| self.n_stopped * 2 > n_calls) {
            let n_stopped = self.n_stopped;
            return Unsuitable::DoesNotEnd {
                n_stopped,
                n_calls,
                first,
            };
        }
        if let Some(first) = self
            .first_panicked
            .filter(|_| self.n_panicked * 2 > n_calls)
        {
            let n_panicked = self.n_panicked;
            return Unsuitable::Panics {
                n_panicked,
                n_calls,
                first,
            };
        }
        Unsuitable::NoValues { n_calls }
    }
}

fn said(row: &[f64]) -> String {
    let numbers: Vec<String> = row.iter().map(|value| format!("{value}")).collect();
    numbers.join(", ")
}

/// A function that gives something else the second time.
fn changes(
    function: &mut dyn Function,
    points: &[f64],
    first: &[Returned],
) -> Result<Option<Unsuitable>, CallError> {
    let arity = function.arity();
    let second = function.call(points)?;
    let mut pairs = points.chunks_exact(arity).zip(first.iter().zip(&second));
    Ok(pairs.find_map(|(row, pair)| match pair {
        (Returned::Value(first), Returned::Value(second))
            if first.to_bits() != second.to_bits() && !(first.is_nan() && second.is_nan()) =>
        {
            Some(Unsuitable::Random {
                arguments: said(row),
                first: *first,
                second: *second,
            })
        }
        _ => None,
    }))
}

/// The boxes that are tried, the widest first.
fn choices(function: &dyn Function) -> Vec<Vec<Range>> {
    let arity = function.arity();
    let of_each: Vec<Vec<Range>> = (0..arity).map(|at| ranges(function.argument(at))).collect();
    let n = of_each.iter().map(Vec::len).max().unwrap_or(0);
    let at = |choices: &[Range], index: usize| choices[index.min(choices.len() - 1)];
    // All arguments alike first; then each argument in each of its ranges.
    let mut boxes: Vec<Vec<Range>> = (0..n)
        .map(|index| of_each.iter().map(|choices| at(choices, index)).collect())
        .collect();
    let mut products = vec![Vec::new()];
    for choices in of_each.iter().filter(|_| arity > 1) {
        products = (products.iter())
            .flat_map(|start: &Vec<Range>| {
                choices.iter().map(move |range| {
                    let mut longer = start.clone();
                    longer.push(*range);
                    longer
                })
            })
            .collect();
    }
    boxes.extend(products.into_iter().filter(|ranges| ranges.len() == arity));
    boxes
}

fn ranges(number: Number) -> Vec<Range> {
    let range = |least: f64, greatest: f64, whole: bool| Range {
        least,
        greatest,
        whole,
    };
    match number {
        Number::Double | Number::Single => vec![
            range(-20.0, 20.0, false),
            range(0.0, 20.0, false),
            range(1.0, 20.0, false),
            range(-1.0, 1.0, false),
            range(0.0, 1.0, false),
            range(20.0, 1000.0, false),
        ],
        Number::Boolean => vec![range(0.0, 1.0, true)],
        Number::Integer { least, greatest } => {
            let mut choices: Vec<Range> = Vec::new();
            for (low, high) in [
                (-1000.0, 1000.0),
                (0.0, 1000.0),
                (1.0, 1000.0),
                (-20.0, 20.0),
                (0.0, 20.0),
                (0.0, 10.0),
            ] {
                let clipped = range(least.max(low), greatest.min(high), true);
                if clipped.least < clipped.greatest && !choices.contains(&clipped) {
                    choices.push(clipped);
                }
            }
            choices
        }
    }
}

fn probes(ranges: &[Range], rng: &mut Rng) -> Vec<f64> {
    (0..N_PROBES)
        .flat_map(|_| ranges)
        .map(|range| {
            let value = uniform(*range, rng);
            if range.whole { value.round() } else { value }
        })
        .collect()
}

/// The part of a range in which the function moves: beyond it, it is saturated.
fn living(function: &mut dyn Function, range: Range) -> Result<Range, CallError> {
    const N: u32 = 400;
    let width = range.greatest - range.least;
    let grid: Vec<f64> = (0..=N)
        .map(|at| range.least + width * f64::from(at) / f64::from(N))
        .collect();
    let lives = moves(function, &grid)?;
    let n_living = lives.iter().filter(|lives| **lives).count();
    // A step function moves at few points and is saturated nowhere.
    if n_living * 5 < grid.len() {
        return Ok(range);
    }
    let first = lives.iter().position(|lives| *lives).unwrap_or(0);
    let last = lives
        .iter()
        .rposition(|lives| *lives)
        .unwrap_or(grid.len() - 1);
    let mut core = range;
    let spare = grid.len() / 20;
    if first > spare {
        core.least = grid[first];
    }
    if last + spare < grid.len() {
        core.greatest = grid[last];
    }
    Ok(core)
}

/// Whether the function moves near each of these points.
fn moves(function: &mut dyn Function, grid: &[f64]) -> Result<Vec<bool>, CallError> {
    let n = grid.len();
    let mut lives = vec![false; n];
    let here = call(function, &[grid.to_vec()], n)?;
    let steps: [fn(f64) -> f64; 3] = [|x| x + 1e-3 * x.abs().max(1e-3), |x| x + 0.5, |x| x - 0.5];
    for step in steps {
        let there = call(function, &[grid.iter().copied().map(step).collect()], n)?;
        for (lives, (here, there)) in lives.iter_mut().zip(here.iter().zip(there)) {
            *lives |= here.is_finite() && there.is_finite() && *here != there;
        }
    }
    Ok(lives)
}

/// The core, and beyond its ends as far as the function has values that vary.
fn extended(function: &mut dyn Function, core: Range, range: Range) -> Result<Range, CallError> {
    let mut home = core;
    for far in [1000.0, 100.0, 50.0] {
        for side in [-1.0, 1.0] {
            let (end, reached) = match side < 0.0 {
                true => (core.least == range.least && core.least == -20.0, home.least),
                false => (
                    core.greatest == range.greatest && core.greatest == 20.0,
                    home.greatest,
                ),
            };
            if !end || reached.abs() > 20.0 {
                continue;
            }
            let beyond: Vec<f64> = (1..=200)
                .map(|at| side * (20.0 + (far - 20.0) * f64::from(at) / 200.0))
                .collect();
            let lives = moves(function, &beyond)?;
            if lives.iter().filter(|lives| **lives).count() * 10 >= beyond.len() * 9 {
                match side < 0.0 {
                    true => home.least = -far,
                    false => home.greatest = far,
                }
            }
        }
    }
    Ok(home)
}
