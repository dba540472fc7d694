//! Relations as properties of functions, which a woven program tests while it runs.
//!
//! The text is a block of Rust in the notation of `@meta` that computes what [`check`](crate::check)
//! does: the values, and, only where those are further from the claim than they may be, how far each of
//! them may be off.

use std::fmt::Write as _;

use crate::{Binary, Claim, Expression, Relation, Term, Unary};

/// Where a second argument of a relation is taken from, when the function has but one: between the
/// first and the middle, so that it lies in the domain where the first does.
const FURTHER: [(f64, f64); 3] = [(0.625, 0.375), (-0.375, 0.25), (0.5, -0.125)];

/// The relation as a property of the function that it was inferred from, or `None` when there is no
/// way to write it: it calls another function, or needs a root or an exponential, which a crate
/// without the standard library does not have.
///
/// `function` is what the function is called in its own source, and `arguments` are its parameters,
/// which must be floating-point numbers of 64 bits.
pub fn meta(
    relation: &Relation,
    name: &str,
    function: &str,
    arguments: &[String],
) -> Option<String> {
    if relation.functions.len() != 1 {
        return None;
    }
    let mut block = Block {
        function,
        values: Vec::new(),
        lines: Vec::new(),
        errors: Vec::new(),
    };
    let names = block.bind_arguments(relation, arguments)?;
    let inputs = relation.inputs.iter();
    let inputs: Vec<usize> = inputs
        .map(|input| block.add(input))
        .collect::<Option<_>>()?;
    let guard = guard(relation, &names);
    let mut text = format!("@meta[{name}, clone] {{\n");
    for line in &block.lines {
        writeln!(text, "    {line}").expect("a text takes whatever is written to it");
    }
    let used: Vec<String> = inputs.iter().map(|value| format!("v{value}")).collect();
    let finite: Vec<String> = used
        .iter()
        .map(|value| format!("{value}.is_finite()"))
        .collect();
    let errors: Vec<String> = inputs.iter().map(|value| format!("e{value}")).collect();
    let first: Vec<String> = (relation.inputs.iter().zip(&used))
        .map(|(input, value)| match input {
            Expression::Argument(_) => "0.0_f64".to_owned(),
            _ => format!("{value}.abs()"),
        })
        .collect();
    let off = match relation.claim {
        Claim::Zero => "residual.abs()",
        Claim::NotNegative => "(-residual).max(0.0)",
    };
    let allowed = relation.tolerance.factor * relation.tolerance.epsilon;
    let undefined = match relation.checks.are_total() {
        true => "false",
        false => "true",
    };
    let residual = sum(&relation.coefficients, &used);
    let (near, far) = (
        scale(&relation.coefficients, &used, &first),
        scale(&relation.coefficients, &used, &errors),
    );
    let measured: Vec<String> = block
        .errors
        .iter()
        .map(|line| format!("        {line}\n"))
        .collect();
    write!(
        text,
        "    let residual: f64 = {residual};
    if !({guard}) {{ true }}
    else if !({finite}) {{ {undefined} }}
    else if {off} <= {allowed:?} * ({near}) {{ true }}
    else {{
{measured}        {off} <= {allowed:?} * ({far})
    }}
}}",
        finite = finite.join(" && "),
        measured = measured.concat(),
    )
    .expect("a text takes whatever is written to it");
    Some(text)
}

/// The inputs on which the relation was seen to hold.
fn guard(relation: &Relation, names: &[String]) -> String {
    let ranges = relation.domain.ranges.iter().zip(names);
    let conditions: Vec<String> = ranges
        .map(|(range, name)| {
            let whole = match range.whole {
                true => format!(" && {name} % 1.0 == 0.0"),
                false => String::new(),
            };
            format!(
                "({:?}..={:?}).contains(&{name}){whole}",
                range.least, range.greatest
            )
        })
        .collect();
    conditions.join(" && ")
}

fn sum(terms: &[Term], values: &[String]) -> String {
    let products: Vec<String> = terms
        .iter()
        .map(|term| product(term, values, None))
        .collect();
    products.join(" + ")
}

/// How large the terms are, and what errors of the values do to them.
fn scale(terms: &[Term], values: &[String], errors: &[String]) -> String {
    let mut parts = Vec::new();
    for term in terms {
        parts.push(format!("({}).abs()", product(term, values, None)));
        for (by, error) in errors.iter().enumerate() {
            if term.exponents.0[by] > 0 && error != "0.0_f64" {
                parts.push(format!(
                    "({}).abs() * {error}",
                    product(term, values, Some(by))
                ));
            }
        }
    }
    parts.join(" + ")
}

/// A term, or its derivative by one of the values.
fn product(term: &Term, values: &[String], by: Option<usize>) -> String {
    let mut coefficient = term.coefficient.value;
    let mut exponents = term.exponents.0.clone();
    if let Some(by) = by {
        coefficient *= f64::from(exponents[by]);
        exponents[by] -= 1;
    }
    let mut factors = vec![number(coefficient)];
    for (value, exponent) in values.iter().zip(exponents) {
        factors.extend((0..exponent).map(|_| value.clone()));
    }
    factors.join(" * ")
}

/// A number that stands for itself wherever it is written.
fn number(value: f64) -> String {
    match value < 0.0 {
        true => format!("({value:?}_f64)"),
        false => format!("{value:?}_f64"),
    }
}

/// The statements of a property.
struct Block<'a> {
    function: &'a str,
    /// The expressions that have a value so far, in the order of their numbers.
    values: Vec<Expression>,
    /// What gives the values.
    lines: Vec<String>,
    /// What gives how far each may be off.
    errors: Vec<String>,
}

impl Block<'_> {
    /// Makes the arguments of the relation of those of the function; gives the names of the values.
    fn bind_arguments(&mut self, relation: &Relation, arguments: &[String]) -> Option<Vec<String>> {
        let mut names = Vec::new();
        for at in 0..relation.n_arguments {
            let value = match arguments.get(at) {
                Some(name) => name.clone(),
                None => {
                    let (factor, share) = FURTHER.get(at - arguments.len())?;
                    let range = relation.domain.ranges[at];
                    let shift = share * (range.least + range.greatest) / 2.0;
                    let further = format!("{} * v0 + {}", number(*factor), number(shift));
                    match range.whole {
                        true => return None,
                        false => further,
                    }
                }
            };
            let place = self.push(Expression::Argument(at), &value, "0.0");
            names.push(format!("v{place}"));
        }
        Some(names)
    }

    /// Gives a name to a value and to its error.
    fn push(&mut self, expression: Expression, value: &str, error: &str) -> usize {
        let place = self.values.len();
        self.values.push(expression);
        self.lines.push(format!("let v{place}: f64 = {value};"));
        self.errors.push(format!("let e{place}: f64 = {error};"));
        place
    }

    /// Adds what gives the value of an expression; `None` when it cannot be written.
    fn add(&mut self, expression: &Expression) -> Option<usize> {
        if let Some(place) = self.values.iter().position(|one| one == expression) {
            return Some(place);
        }
        let here = expression.clone();
        Some(match expression {
            Expression::Argument(_) => return None,
            Expression::Constant(constant) => {
                let error = match constant.is_exact() {
                    true => "0.0".to_owned(),
                    false => number(constant.value.abs()),
                };
                self.push(here, &number(constant.value), &error)
            }
            Expression::Unary(operation, inner) => {
                let (value, error) = {
                    let inner = self.add(inner)?;
                    match operation {
                        Unary::Negated => (format!("-v{inner}"), format!("e{inner}")),
                        Unary::Absolute => (format!("v{inner}.abs()"), format!("e{inner}")),
                        Unary::Square => (
                            format!("v{inner} * v{inner}"),
                            format!("2.0 * v{inner}.abs() * e{inner} + v{inner} * v{inner}"),
                        ),
                        Unary::Root | Unary::Exponential => return None,
                    }
                };
                self.push(here, &value, &error)
            }
            Expression::Binary(operation, left, right) => {
                let (l, r) = (self.add(left)?, self.add(right)?);
                // One more than all others: the operation itself rounds.
                let place = self.values.len();
                let (sign, error) = match operation {
                    Binary::Plus => ("+", format!("e{l} + e{r}")),
                    Binary::Minus => ("-", format!("e{l} + e{r}")),
                    Binary::Times => ("*", format!("v{l}.abs() * e{r} + v{r}.abs() * e{l}")),
                    Binary::Over => ("/", format!("(e{l} + v{place}.abs() * e{r}) / v{r}.abs()")),
                };
                let error = format!("{error} + v{place}.abs()");
                self.push(here, &format!("v{l} {sign} v{r}"), &error)
            }
            Expression::Call { arguments, .. } => {
                let places = arguments.iter().map(|argument| self.add(argument));
                let places: Vec<usize> = places.collect::<Option<_>>()?;
                let names: Vec<String> = places.iter().map(|place| format!("v{place}")).collect();
                let function = self.function;
                let is_call_itself = places.iter().enumerate().all(|(at, place)| at == *place);
                let value = match is_call_itself {
                    true => "\\result".to_owned(),
                    false => format!("{function}({})", names.join(", ")),
                };
                let place = self.values.len();
                let slopes = places.iter().enumerate().map(|(at, argument)| {
                    let mut moved = names.clone();
                    "kr_t".clone_into(&mut moved[at]);
                    let call = format!("{function}({})", moved.join(", "));
                    let slope = SLOPE
                        .replace("CALL", &call)
                        .replace("AT", &names[at])
                        .replace("VALUE", &format!("v{place}"))
                        .replace("ERROR", &format!("e{argument}"));
                    format!(" + {slope}")
                });
                let error = format!("v{place}.abs(){}", slopes.collect::<String>());
                self.push(here, &value, &error)
            }
        })
    }
}

/// What an error of an argument does to a result, by the least slope at three shrinking steps to both
/// sides; where the function jumps there, anything may come out.
const SLOPE: &str = "{ \
let kr_size: f64 = if AT.abs() < f64::MIN_POSITIVE { 1e-3 } else { AT.abs() }; \
let mut kr_least = f64::INFINITY; \
let mut kr_last = f64::INFINITY; \
for kr_step in [1e-6_f64, 1e-8, 1e-10] { \
let mut kr_most: f64 = 0.0; \
for kr_side in [-1.0_f64, 1.0] { \
let kr_t: f64 = AT + kr_side * kr_step * kr_size; \
let kr_one: f64 = ((CALL) - VALUE).abs() / (kr_t - AT).abs(); \
kr_most = if kr_one.is_nan() { f64::INFINITY } else { kr_most.max(kr_one) }; \
} \
if kr_most.is_finite() { kr_last = kr_most; kr_least = kr_least.min(kr_most); } \
} \
if kr_last <= 20.0 * kr_least && kr_last.is_finite() { kr_least * (ERROR + AT.abs()) } \
else if ERROR > 0.0 { f64::INFINITY } else { 0.0 } }";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{InProcess, infer};

    /// The properties of all relations that can be written, with their relations.
    fn written(function: fn(f64) -> f64) -> (Vec<String>, usize) {
        let mut called = InProcess::new(1, |row: &[f64]| function(row[0]));
        let inference = infer(&["f"], &mut [&mut called], 1).unwrap();
        let arguments = ["x".to_owned()];
        let metas = inference.relations.iter().enumerate();
        let metas = metas
            .filter_map(|(at, one)| meta(&one.relation, &format!("f-{}", at + 1), "f", &arguments));
        (metas.collect(), inference.relations.len())
    }

    #[test]
    fn most_relations_of_the_sine_are_properties_of_it() {
        let (metas, n_relations) = written(f64::sin);
        assert!(
            metas.len() * 2 > n_relations,
            "{} of {n_relations}",
            metas.len()
        );
        for text in &metas {
            assert!(text.starts_with("@meta[f-"), "{text}");
            assert_eq!(
                text.matches('{').count(),
                text.matches('}').count(),
                "{text}"
            );
        }
    }
}
