//! Evaluates expressions on many points at once, with a running account of rounding errors.
//!
//! An error is counted in units of the relative rounding of the function's kind, as in the running
//! error analysis of N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 3.3.

use crate::{Binary, CallError, Constant, Expression, Function, Returned, Unary};

/// A value per point.
#[derive(Debug, Clone)]
pub(crate) struct Column {
    /// The values; not finite where the function gave none.
    pub(crate) values: Vec<f64>,
    /// How far each may be off, in units of rounding; meaningless when nobody asked.
    pub(crate) errors: Vec<f64>,
    /// Where a function jumps, or has a pole, within the rounding of its argument.
    pub(crate) undecided: Vec<bool>,
}

/// Points, and the functions that are called on them.
pub(crate) struct Evaluation<'a, 'f> {
    /// The functions that expressions name by number.
    pub(crate) functions: &'a mut [&'f mut dyn Function],
    /// A table of rows.
    pub(crate) points: &'a [f64],
    /// How many numbers a row has.
    pub(crate) width: usize,
}

/// A call in an expression, and what its value needs.
struct Call<'e> {
    function: usize,
    arguments: &'e [Expression],
    /// How many calls must be made before it, one inside the other.
    depth: usize,
    result: Option<Column>,
}

impl Evaluation<'_, '_> {
    /// How many points there are.
    pub(crate) fn n_points(&self) -> usize {
        self.points.len().checked_div(self.width).unwrap_or(0)
    }

    /// The values of some expressions.
    pub(crate) fn values(&mut self, inputs: &[Expression]) -> Result<Vec<Vec<f64>>, CallError> {
        let columns = self.evaluated(inputs, false)?;
        Ok(columns.into_iter().map(|column| column.values).collect())
    }

    /// The values of some expressions and how far they may be off.
    pub(crate) fn columns(&mut self, inputs: &[Expression]) -> Result<Vec<Column>, CallError> {
        self.evaluated(inputs, true)
    }

    /// All calls that do not wait for another are made in one request.
    fn evaluated(
        &mut self,
        inputs: &[Expression],
        with_errors: bool,
    ) -> Result<Vec<Column>, CallError> {
        let mut calls: Vec<Call<'_>> = Vec::new();
        for input in inputs {
            collect(input, &mut calls);
        }
        let deepest = calls.iter().map(|call| call.depth).max();
        for depth in 0..=deepest.unwrap_or(0) {
            for function in 0..self.functions.len() {
                let ready: Vec<usize> = (0..calls.len())
                    .filter(|at| calls[*at].depth == depth && calls[*at].function == function)
                    .collect();
                let arguments: Vec<Vec<Column>> = (ready.iter())
                    .map(|at| {
                        let arguments = calls[*at].arguments.iter();
                        arguments.map(|one| self.local(one, &calls)).collect()
                    })
                    .collect();
                let results = results(self.functions[function], &arguments, with_errors)?;
                for (at, result) in ready.into_iter().zip(results) {
                    calls[at].result = Some(result);
                }
            }
        }
        Ok(inputs
            .iter()
            .map(|input| self.local(input, &calls))
            .collect())
    }

    /// The value of an expression whose calls have been made.
    fn local(&self, expression: &Expression, calls: &[Call<'_>]) -> Column {
        let n = self.n_points();
        let exact = |values: Vec<f64>, error: f64| Column {
            values,
            errors: vec![error; n],
            undecided: vec![false; n],
        };
        match expression {
            Expression::Argument(index) => {
                let rows = self.points.chunks_exact(self.width);
                exact(rows.map(|row| row[*index]).collect(), 0.0)
            }
            Expression::Constant(constant) => exact(vec![constant.value; n], rounding_of(constant)),
            Expression::Call { arguments, .. } => {
                let made = calls
                    .iter()
                    .find(|call| std::ptr::eq(call.arguments, &arguments[..]));
                let result = made.and_then(|call| call.result.clone());
                result.expect("calls are made from the inside out")
            }
            Expression::Unary(operation, inner) => {
                let mut column = self.local(inner, calls);
                for (value, error) in column.values.iter_mut().zip(&mut column.errors) {
                    (*value, *error) = operation.with_error(*value, *error);
                }
                column
            }
            Expression::Binary(operation, left, right) => {
                let (mut left, right) = (self.local(left, calls), self.local(right, calls));
                for row in 0..n {
                    let (value, error) = operation.with_error(
                        (left.values[row], left.errors[row]),
                        (right.values[row], right.errors[row]),
                    );
                    left.values[row] = value;
                    left.errors[row] = error;
                    left.undecided[row] |= right.undecided[row];
                }
                left
            }
        }
    }
}

/// Lists the calls of an expression, inner ones first, and gives how deep they lie in each other.
fn collect<'e>(expression: &'e Expression, calls: &mut Vec<Call<'e>>) -> usize {
    match expression {
        Expression::Argument(_) | Expression::Constant(_) => 0,
        Expression::Unary(_, inner) => collect(inner, calls),
        Expression::Binary(_, left, right) => collect(left, calls).max(collect(right, calls)),
        Expression::Call {
            function,
            arguments,
        } => {
            let depths = arguments.iter().map(|argument| collect(argument, calls));
            let depth = depths.max().unwrap_or(0);
            calls.push(Call {
                function: *function,
                arguments,
                depth,
                result: None,
            });
            depth + 1
        }
    }
}

/// The results of several calls on all points, in one request and one for their slopes.
fn results(
    function: &mut dyn Function,
    calls: &[Vec<Column>],
    with_errors: bool,
) -> Result<Vec<Column>, CallError> {
    let n = calls
        .first()
        .map_or(0, |arguments| arguments[0].values.len());
    let n_arguments = function.arity();
    // One call on all points of all of them.
    let joined: Vec<Column> = (0..n_arguments)
        .map(|at| {
            let columns = || calls.iter().map(|arguments| &arguments[at]);
            Column {
                values: columns()
                    .flat_map(|one| one.values.iter().copied())
                    .collect(),
                errors: columns()
                    .flat_map(|one| one.errors.iter().copied())
                    .collect(),
                undecided: columns()
                    .flat_map(|one| one.undecided.iter().copied())
                    .collect(),
            }
        })
        .collect();
    let all = match with_errors {
        true => call_with_errors(function, &joined, n * calls.len())?,
        false => {
            let columns: Vec<_> = joined.into_iter().map(|one| one.values).collect();
            let values = call(function, &columns, n * calls.len())?;
            Column {
                errors: vec![0.0; values.len()],
                undecided: vec![false; values.len()],
                values,
            }
        }
    };
    let parts = (0..calls.len()).map(|at| {
        let range = at * n..(at + 1) * n;
        Column {
            values: all.values[range.clone()].to_vec(),
            errors: all.errors[range.clone()].to_vec(),
            undecided: all.undecided[range].to_vec(),
        }
    });
    Ok(parts.collect())
}

/// A named constant is correct to half a unit; whole numbers, halves and quarters are exact.
fn rounding_of(constant: &Constant) -> f64 {
    match constant.is_exact() {
        true => 0.0,
        false => constant.value.abs(),
    }
}

/// Calls a function on columns of arguments; what it cannot be called with, or gave no number for, is
/// no number.
pub(crate) fn call(
    function: &mut dyn Function,
    columns: &[Vec<f64>],
    n: usize,
) -> Result<Vec<f64>, CallError> {
    let mut values = vec![f64::NAN; n];
    let mut called = Vec::with_capacity(n);
    let mut table = Vec::with_capacity(n * columns.len());
    for row in 0..n {
        let start = table.len();
        for (index, column) in columns.iter().enumerate() {
            let number = Some(column[row]).filter(|value| value.is_finite());
            match number.and_then(|value| function.argument(index).nearest(value)) {
                Some(value) => table.push(value),
                None => break,
            }
        }
        match table.len() - start == columns.len() {
            true => called.push(row),
            false => table.truncate(start),
        }
    }
    if called.is_empty() {
        return Ok(values);
    }
    for (row, returned) in called.into_iter().zip(function.call(&table)?) {
        if let Returned::Value(value) = returned {
            values[row] = value;
        }
    }
    Ok(values)
}

/// Relative steps by which slopes are measured. The smallest slope counts: a jump can then raise the
/// tolerance only where it is nearer than the smallest step.
const STEPS: [f64; 3] = [1e-6, 1e-8, 1e-10];
/// The same for floats of 32 bits.
const SINGLE_STEPS: [f64; 3] = [1e-3, 1e-4, 1e-5];
/// A slope that grows like this from a step to the next is no slope: the function jumps there.
const GROWTH: f64 = 20.0;

fn call_with_errors(
    function: &mut dyn Function,
    arguments: &[Column],
    n: usize,
) -> Result<Column, CallError> {
    let columns: Vec<_> = arguments.iter().map(|one| one.values.clone()).collect();
    let values = call(function, &columns, n)?;
    let mut errors: Vec<f64> = values.iter().map(|value| value.abs()).collect();
    let mut undecided = vec![false; n];
    for (index, argument) in arguments.iter().enumerate() {
        let slopes = slopes(function, &columns, index, &values)?;
        for row in 0..n {
            undecided[row] |= argument.undecided[row];
            match slopes[row] {
                // The function itself may treat its argument as if it were off by one unit.
                Slope::Steady(slope) => {
                    let off = argument.errors[row] + argument.values[row].abs();
                    errors[row] += slope * off;
                }
                Slope::Jump => undecided[row] |= argument.errors[row] > 0.0,
            }
        }
    }
    Ok(Column {
        values,
        errors,
        undecided,
    })
}

#[derive(Debug, Clone, Copy)]
enum Slope {
    Steady(f64),
    /// It grows as the step shrinks.
    Jump,
}

/// The slope by one argument at every point, measured on the function itself, in one request.
fn slopes(
    function: &mut dyn Function,
    columns: &[Vec<f64>],
    by: usize,
    values: &[f64],
) -> Result<Vec<Slope>, CallError> {
    let n = values.len();
    let kind = function.argument(by);
    if kind.is_discrete() {
        return Ok(vec![Slope::Steady(0.0); n]);
    }
    let steps = match kind.epsilon() > 1e-10 {
        true => SINGLE_STEPS,
        false => STEPS,
    };
    let n_sides = 2 * steps.len();
    let mut moved: Vec<Vec<f64>> = vec![Vec::with_capacity(n * n_sides); columns.len()];
    let mut widths = Vec::with_capacity(n * n_sides);
    for row in 0..n {
        let at = columns[by][row];
        let magnitude = match at.abs() < f64::MIN_POSITIVE {
            true => 1e-3,
            false => at.abs(),
        };
        for step in steps {
            for side in [-1.0, 1.0] {
                let to = at + side * step * magnitude;
                widths.push((to - at).abs());
                for (index, column) in columns.iter().enumerate() {
                    moved[index].push(if index == by { to } else { column[row] });
                }
            }
        }
    }
    let beside = call(function, &moved, n * n_sides)?;
    let mut slopes = Vec::with_capacity(n);
    for (row, value) in values.iter().enumerate() {
        let range = row * n_sides..(row + 1) * n_sides;
        let sides: Vec<f64> = (beside[range.clone()].iter().zip(&widths[range]))
            .map(|(beside, width)| (beside - value).abs() / width)
            .collect();
        let by_step: Vec<f64> = sides
            .chunks_exact(2)
            .map(|pair| pair[0].max(pair[1]))
            .filter(|slope| slope.is_finite())
            .collect();
        let least = by_step.iter().copied().fold(f64::INFINITY, f64::min);
        slopes.push(match by_step.last() {
            None => Slope::Jump,
            Some(last) if *last > GROWTH * least => Slope::Jump,
            Some(_) => Slope::Steady(least),
        });
    }
    Ok(slopes)
}

impl Unary {
    /// The result.
    pub(crate) fn of(self, value: f64) -> f64 {
        match self {
            Self::Negated => -value,
            Self::Absolute => value.abs(),
            Self::Root => value.sqrt(),
            Self::Square => value * value,
            Self::Exponential => value.exp(),
        }
    }

    fn with_error(self, value: f64, error: f64) -> (f64, f64) {
        let result = self.of(value);
        let error = match self {
            Self::Negated | Self::Absolute => error,
            // Near zero the slope is no bound, but a root is never off by more than the root of the error.
            Self::Root if error > 0.0 => {
                result + (error / (2.0 * result)).min((error / f64::EPSILON).sqrt())
            }
            Self::Root => match result * result == value {
                true => 0.0,
                false => result,
            },
            Self::Square => {
                2.0 * value.abs() * error + inexact(!product_is_exact(value, value, result), result)
            }
            Self::Exponential => result * (1.0 + error),
        };
        (result, error)
    }
}

impl Binary {
    /// The result.
    pub(crate) fn of(self, left: f64, right: f64) -> f64 {
        match self {
            Self::Plus => left + right,
            Self::Minus => left - right,
            Self::Times => left * right,
            Self::Over => left / right,
        }
    }

    fn with_error(
        self,
        (left, left_error): (f64, f64),
        (right, right_error): (f64, f64),
    ) -> (f64, f64) {
        let result = self.of(left, right);
        let error = match self {
            Self::Plus => {
                left_error + right_error + inexact(!sum_is_exact(left, right, result), result)
            }
            Self::Minus => {
                left_error + right_error + inexact(!sum_is_exact(left, -right, result), result)
            }
            Self::Times => {
                left.abs() * right_error
                    + right.abs() * left_error
                    + inexact(!product_is_exact(left, right, result), result)
            }
            Self::Over => {
                left_error / right.abs()
                    + result.abs() * right_error / right.abs()
                    + inexact(!product_is_exact(result, right, left), result)
            }
        };
        (result, error)
    }
}

/// One unit of rounding, unless the operation was exact.
fn inexact(is_inexact: bool, result: f64) -> f64 {
    match is_inexact {
        // What underflows loses up to the smallest number, which is this many units.
        true => result.abs() + f64::MIN_POSITIVE,
        false => 0.0,
    }
}

/// Below this the rounding of a product may itself be too small for a float.
const TINY: f64 = 1e-290;

/// Whether a product was rounded.
fn product_is_exact(left: f64, right: f64, product: f64) -> bool {
    let is_zero = left == 0.0 || right == 0.0;
    is_zero || (product.abs() > TINY && left.mul_add(right, -product) == 0.0)
}

/// Whether a sum was rounded (D. E. Knuth's TwoSum).
fn sum_is_exact(left: f64, right: f64, sum: f64) -> bool {
    let virtual_right = sum - left;
    let virtual_left = sum - virtual_right;
    left - virtual_left == 0.0 && right - virtual_right == 0.0
}
