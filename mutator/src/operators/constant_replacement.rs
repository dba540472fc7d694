//! A constant is replaced by another one.

use killrate_model::MutantClass;
use syn::{Block, Expr, Lit, Signature, UnOp};

use super::body::{Part, walk};
use super::{Find, Operator, replace_whole};
use crate::site::{Change, Shape, Site};
use crate::source::Source;

/// A number becomes 0, 1, -1, its negative, and every other number of the same kind in its
/// function; `true` and `false` become each other.
///
/// One more and one less are off-by-one mutants.
pub(crate) const OPERATOR: Operator = Operator {
    class: MutantClass::ConstantReplacement,
    find: Find::InFunction(find),
};

fn find(_: &Signature, body: &Block, source: &Source) -> Vec<Site> {
    let mut constants: Vec<Constant> = Vec::new();
    walk(body, |part| {
        if let Part::Expression(expression) = part
            && let Some(constant) = constant(expression, source)
            // The sign belongs to the literal.
            && constants.last().is_none_or(|last| last.site.end < constant.site.end)
        {
            constants.push(constant);
        }
    });
    let sites = constants.iter().map(|constant| Site {
        range: constant.site.clone(),
        shape: Shape::Whole,
        changes: constant.changes(&constants),
    });
    sites.collect()
}

/// A literal with its sign.
struct Constant {
    site: std::ops::Range<usize>,
    value: Value,
    suffix: String,
}

#[derive(Clone, PartialEq)]
enum Value {
    Bool(bool),
    /// Sign and size, in decimal digits.
    Integer(bool, String),
    Float(bool, String),
}

fn constant(expression: &Expr, source: &Source) -> Option<Constant> {
    let (is_negative, literal) = match expression {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => (true, &*unary.expr),
        other => (false, other),
    };
    let Expr::Lit(literal) = literal else {
        return None;
    };
    let (value, suffix) = match &literal.lit {
        Lit::Bool(literal) if !is_negative => (Value::Bool(literal.value), ""),
        // `1f64` is an integer literal only to look at.
        Lit::Int(literal) if literal.suffix().starts_with('f') => {
            let digits = format!("{}.0", literal.base10_digits());
            (Value::Float(is_negative, digits), literal.suffix())
        }
        Lit::Int(literal) => {
            let digits = literal.base10_digits().to_owned();
            (
                Value::Integer(is_negative && digits != "0", digits),
                literal.suffix(),
            )
        }
        Lit::Float(literal) => {
            let digits = literal.base10_digits();
            // `2.` followed by a suffix would be a field.
            let digits = match digits.strip_suffix('.') {
                Some(whole) => format!("{whole}.0"),
                None => digits.to_owned(),
            };
            (Value::Float(is_negative, digits), literal.suffix())
        }
        _ => return None,
    };
    Some(Constant {
        site: source.range_of(expression),
        value,
        suffix: suffix.to_owned(),
    })
}

impl Constant {
    fn changes(&self, others: &[Constant]) -> Vec<Change> {
        let mut seen = vec![self.value.clone()];
        let mut changes = Vec::new();
        let mut add = |value: Value, operator: &str| {
            let is_seen = seen.iter().any(|known| known.is_same(&value));
            if is_seen || value.is_negative() && self.suffix.starts_with('u') {
                return;
            }
            let text = format!("{}{}", value.text(), self.suffix);
            changes.push(replace_whole(&text, operator));
            seen.push(value);
        };
        for (value, operator) in self.value.required() {
            add(value, operator);
        }
        for other in others {
            if std::mem::discriminant(&other.value) == std::mem::discriminant(&self.value) {
                add(other.value.clone(), "constant-to-other");
            }
        }
        changes
    }
}

impl Value {
    /// The values that every constant is replaced by.
    fn required(&self) -> Vec<(Self, &'static str)> {
        let number =
            |of: fn(bool, String) -> Self, digits: [&str; 2], is_negative: bool, size: &str| {
                let [zero, one] = digits.map(str::to_owned);
                vec![
                    (of(false, zero), "constant-to-zero"),
                    (of(false, one.clone()), "constant-to-one"),
                    (of(true, one), "constant-to-minus-one"),
                    (of(!is_negative, size.to_owned()), "constant-to-negative"),
                ]
            };
        match self {
            Self::Bool(value) => vec![(Self::Bool(!value), "constant-to-opposite")],
            Self::Integer(is_negative, size) => {
                number(Self::Integer, ["0", "1"], *is_negative, size)
            }
            Self::Float(is_negative, size) => {
                number(Self::Float, ["0.0", "1.0"], *is_negative, size)
            }
        }
    }

    /// Whether a replacement would be the same number, however it is written.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Float(left_sign, left), Self::Float(right_sign, right)) => {
                let size = |digits: &str| digits.parse::<f64>().map(f64::to_bits);
                left_sign == right_sign && size(left) == size(right)
            }
            (Self::Integer(_, left), Self::Integer(_, right)) if left == "0" && right == "0" => {
                true
            }
            (left, right) => left == right,
        }
    }

    fn is_negative(&self) -> bool {
        match self {
            Self::Bool(_) => false,
            Self::Integer(is_negative, _) | Self::Float(is_negative, _) => *is_negative,
        }
    }

    fn text(&self) -> String {
        let sign = if self.is_negative() { "-" } else { "" };
        match self {
            Self::Bool(value) => value.to_string(),
            Self::Integer(_, size) | Self::Float(_, size) => format!("{sign}{size}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use killrate_model::MutantClass::ConstantReplacement;

    use crate::operators::testing::check;

    #[test]
    fn an_integer_becomes_what_is_required_and_the_others_of_its_function() {
        check(
            ConstantReplacement,
            "fn f() { g(7, -2) } fn h() { g(9) }",
            &[
                "constant-to-minus-one: 7 → -1",
                "constant-to-negative: 7 → -7",
                "constant-to-one: 7 → 1",
                "constant-to-other: 7 → -2",
                "constant-to-zero: 7 → 0",
                "constant-to-minus-one: -2 → -1",
                "constant-to-negative: -2 → 2",
                "constant-to-one: -2 → 1",
                "constant-to-other: -2 → 7",
                "constant-to-zero: -2 → 0",
                "constant-to-minus-one: 9 → -1",
                "constant-to-negative: 9 → -9",
                "constant-to-one: 9 → 1",
                "constant-to-zero: 9 → 0",
            ],
        );
    }

    #[test]
    fn suffixes_are_kept_and_unsigned_numbers_stay_so() {
        check(
            ConstantReplacement,
            "fn f() { g(0u8, 0x10usize) }",
            &[
                "constant-to-one: 0u8 → 1u8",
                "constant-to-other: 0u8 → 16u8",
                "constant-to-one: 0x10usize → 1usize",
                "constant-to-zero: 0x10usize → 0usize",
            ],
        );
    }

    #[test]
    fn floats_and_truth_values_are_constants_too() {
        check(
            ConstantReplacement,
            "fn f() { g(1e0, true, 2f64) }",
            &[
                "constant-to-minus-one: 1e0 → -1.0",
                "constant-to-other: 1e0 → 2.0",
                "constant-to-zero: 1e0 → 0.0",
                "constant-to-opposite: true → false",
                "constant-to-minus-one: 2f64 → -1.0f64",
                "constant-to-negative: 2f64 → -2.0f64",
                "constant-to-one: 2f64 → 1.0f64",
                "constant-to-zero: 2f64 → 0.0f64",
            ],
        );
    }

    #[test]
    fn patterns_lengths_fields_and_texts_are_left_alone() {
        check(
            ConstantReplacement,
            "fn f() { match t.0 { 5 => [u; 3], _ => v }; g(\"1\", '2', b'3') }",
            &[],
        );
    }
}
