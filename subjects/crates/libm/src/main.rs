//! Writes tables of functions of libm: `libm-driver NUMBERS ODD EVEN ROOTS GROWTH`.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;

/// Functions with `f(-x) = -f(x)`.
const ODD: [fn(f64) -> f64; 9] = [
    libm::sin,
    libm::tan,
    libm::asin,
    libm::atan,
    libm::sinh,
    libm::tanh,
    libm::asinh,
    libm::erf,
    libm::cbrt,
];

/// Functions with `f(-x) = f(x)`.
const EVEN: [fn(f64) -> f64; 4] = [libm::cos, libm::cosh, libm::fabs, libm::j0];

/// Functions that a factor of four doubles.
const ROOTS: [fn(f64) -> f64; 1] = [libm::sqrt];

/// Functions that grow with their argument.
const GROWTH: [fn(f64) -> f64; 5] = [libm::exp, libm::exp2, libm::expm1, libm::cbrt, libm::atan];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [numbers, odd, even, roots, growth] = arguments.as_slice() else {
        return Err("usage: libm-driver NUMBERS ODD EVEN ROOTS GROWTH".into());
    };
    let text = fs::read_to_string(numbers)?;
    let numbers: Vec<f64> = text.lines().map(str::parse).collect::<Result<_, _>>()?;
    fs::write(odd, table(&ODD, &numbers))?;
    fs::write(even, table(&EVEN, &numbers))?;
    fs::write(roots, table(&ROOTS, &numbers))?;
    fs::write(growth, table(&GROWTH, &numbers))?;
    Ok(())
}

/// One line per function and number; a result that is no number is `-`.
fn table(functions: &[fn(f64) -> f64], numbers: &[f64]) -> String {
    let mut text = String::new();
    for function in functions {
        for &number in numbers {
            let result = function(number);
            if result.is_finite() {
                let _ = writeln!(text, "{result:?}");
            } else {
                text.push_str("-\n");
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_a_line_per_function_and_number() {
        let numbers = [4.0, -1.0];
        assert_eq!(table(&ROOTS, &numbers), "2.0\n-\n");
        assert_eq!(
            table(&[libm::fabs, libm::sqrt], &numbers),
            "4.0\n1.0\n2.0\n-\n"
        );
    }
}
