//! What a relation computes from its arguments.

use serde::{Deserialize, Serialize};

use crate::Constant;

/// The names of the arguments of a relation.
pub const ARGUMENTS: [&str; 4] = ["x", "y", "z", "w"];

/// A value made of arguments, constants and calls.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expression {
    /// An argument of the relation, counted from zero.
    Argument(usize),
    /// A number.
    Constant(Constant),
    /// The result of a call of one of the relation's functions.
    Call {
        /// Which function.
        function: usize,
        /// What it is called with.
        arguments: Vec<Expression>,
    },
    /// An operation on one value.
    Unary(Unary, Box<Expression>),
    /// An operation on two values.
    Binary(Binary, Box<Expression>, Box<Expression>),
}

/// Operations on one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unary {
    /// The value with the other sign.
    Negated,
    /// The value without its sign.
    Absolute,
    /// The square root.
    Root,
    /// The square.
    Square,
    /// The exponential, for relations of logarithms of a function.
    Exponential,
}

/// Operations on two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Binary {
    /// The sum.
    Plus,
    /// The difference.
    Minus,
    /// The product.
    Times,
    /// The quotient.
    Over,
}

impl Expression {
    /// A constant with the name that it has.
    pub fn constant(value: f64) -> Self {
        Self::Constant(Constant::of(value))
    }

    /// A call of the function under test.
    pub fn call(arguments: Vec<Self>) -> Self {
        Self::Call {
            function: 0,
            arguments,
        }
    }

    /// `a·x + b` of an expression `x`, written as simply as it can be.
    pub fn affine(self, a: &Constant, b: &Constant) -> Self {
        let size = a.value.abs();
        let scaled = if size == 1.0 {
            self
        } else if size < 1.0 && (1.0 / size).fract() == 0.0 {
            self.over(Self::constant(1.0 / size))
        } else {
            let size = Constant {
                value: size,
                ..a.clone()
            };
            Self::Constant(size).times(self)
        };
        let scaled = match a.value < 0.0 {
            true => scaled.then(Unary::Negated),
            false => scaled,
        };
        if b.value == 0.0 {
            return scaled;
        }
        let shift = Constant {
            value: b.value.abs(),
            ..b.clone()
        };
        let shift = Self::Constant(shift);
        if b.value < 0.0 {
            scaled.minus(shift)
        } else {
            scaled.plus(shift)
        }
    }

    /// The sum with another.
    pub fn plus(self, other: Self) -> Self {
        Self::Binary(Binary::Plus, Box::new(self), Box::new(other))
    }

    /// The difference from another.
    pub fn minus(self, other: Self) -> Self {
        Self::Binary(Binary::Minus, Box::new(self), Box::new(other))
    }

    /// The product with another.
    pub fn times(self, other: Self) -> Self {
        Self::Binary(Binary::Times, Box::new(self), Box::new(other))
    }

    /// The quotient by another.
    pub fn over(self, other: Self) -> Self {
        Self::Binary(Binary::Over, Box::new(self), Box::new(other))
    }

    /// An operation on it.
    pub fn then(self, operation: Unary) -> Self {
        Self::Unary(operation, Box::new(self))
    }

    /// How many calls an evaluation makes.
    pub fn n_calls(&self) -> usize {
        match self {
            Self::Argument(_) | Self::Constant(_) => 0,
            Self::Call { arguments, .. } => 1 + arguments.iter().map(Self::n_calls).sum::<usize>(),
            Self::Unary(_, inner) => inner.n_calls(),
            Self::Binary(_, left, right) => left.n_calls() + right.n_calls(),
        }
    }

    /// Whether it calls a function.
    pub(crate) fn calls(&self, wanted: usize) -> bool {
        self.arity_of(wanted).is_some()
    }

    /// The greatest number of an argument in it; zero when it has none.
    pub(crate) fn greatest_argument(&self) -> usize {
        match self {
            Self::Argument(index) => *index,
            Self::Constant(_) => 0,
            Self::Call { arguments, .. } => {
                let inner = arguments.iter().map(Self::greatest_argument);
                inner.max().unwrap_or(0)
            }
            Self::Unary(_, inner) => inner.greatest_argument(),
            Self::Binary(_, left, right) => left.greatest_argument().max(right.greatest_argument()),
        }
    }

    /// With how many arguments it calls a function, if it does.
    pub(crate) fn arity_of(&self, wanted: usize) -> Option<usize> {
        match self {
            Self::Argument(_) | Self::Constant(_) => None,
            Self::Call {
                function,
                arguments,
            } if *function == wanted => Some(arguments.len()),
            Self::Call { arguments, .. } => {
                arguments.iter().find_map(|inner| inner.arity_of(wanted))
            }
            Self::Unary(_, inner) => inner.arity_of(wanted),
            Self::Binary(_, left, right) => {
                left.arity_of(wanted).or_else(|| right.arity_of(wanted))
            }
        }
    }

    /// How it is written, with these names of the functions.
    pub fn text(&self, functions: &[String]) -> String {
        self.written(functions).0
    }

    /// The text and how tightly its parts hold together.
    fn written(&self, functions: &[String]) -> (String, Binding) {
        let atom = |text: String| (text, Binding::Atom);
        match self {
            Self::Argument(index) => atom(ARGUMENTS[*index].to_owned()),
            Self::Constant(constant) if constant.value < 0.0 => {
                (format!("−{}", constant.name), Binding::Sum)
            }
            Self::Constant(constant) => match constant.name.contains('/') {
                true => (constant.name.clone(), Binding::Product),
                false => atom(constant.name.clone()),
            },
            Self::Call {
                function,
                arguments,
            } => {
                let arguments: Vec<_> = arguments.iter().map(|one| one.text(functions)).collect();
                atom(format!(
                    "{}({})",
                    functions[*function],
                    arguments.join(", ")
                ))
            }
            Self::Unary(operation, inner) => {
                let inner = inner.written(functions);
                match operation {
                    Unary::Negated => {
                        (format!("−{}", inner.within(Binding::Product)), Binding::Sum)
                    }
                    Unary::Absolute => atom(format!("|{}|", inner.0)),
                    Unary::Root => atom(format!("√{}", inner.within(Binding::Bracket))),
                    Unary::Square => (format!("{}²", inner.within(Binding::Atom)), Binding::Power),
                    Unary::Exponential => atom(format!("exp{}", inner.within(Binding::Bracket))),
                }
            }
            Self::Binary(operation, left, right) => {
                let number = matches!(&**left, Self::Constant(c) if !c.name.contains('/'));
                let (left, right) = (left.written(functions), right.written(functions));
                use Binding::{Power, Product, Sum};
                match operation {
                    Binary::Plus => (format!("{} + {}", left.0, right.within(Product)), Sum),
                    Binary::Minus => (format!("{} − {}", left.0, right.within(Product)), Sum),
                    Binary::Times => {
                        let (left, right) = (left.within(Product), right.within(Power));
                        let digits = right.starts_with(|one: char| one.is_ascii_digit());
                        let dot = if number && !digits { "" } else { "·" };
                        (format!("{left}{dot}{right}"), Product)
                    }
                    Binary::Over => (
                        format!("{}/{}", left.within(Product), right.within(Power)),
                        Product,
                    ),
                }
            }
        }
    }
}

/// How tightly a text holds together, loosest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Sum,
    Product,
    Power,
    Atom,
    /// Tighter than anything: always in brackets.
    Bracket,
}

trait Within {
    fn within(&self, needed: Binding) -> String;
}

impl Within for (String, Binding) {
    /// The text, in brackets where it would fall apart.
    fn within(&self, needed: Binding) -> String {
        match self.1 >= needed {
            true => self.0.clone(),
            false => format!("({})", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x() -> Expression {
        Expression::Argument(0)
    }

    fn y() -> Expression {
        Expression::Argument(1)
    }

    #[track_caller]
    fn check_text(expression: &Expression, expected: &str) {
        assert_eq!(expression.text(&["f".to_owned()]), expected);
    }

    #[test]
    fn affine_maps_are_written_as_people_write_them() {
        let check = |a: f64, b: f64, expected: &str| {
            check_text(&x().affine(&Constant::of(a), &Constant::of(b)), expected);
        };
        check(1.0, 2.0 * std::f64::consts::PI, "x + 2π");
        check(-1.0, -0.5, "−x − 1/2");
        check(2.0, 0.0, "2x");
        check(-0.5, 1.0, "−x/2 + 1");
        check(1.5, 0.0, "3/2·x");
    }

    #[test]
    fn brackets_stand_where_a_text_would_fall_apart() {
        let one = || Expression::constant(1.0);
        let law = x().plus(y()).over(one().minus(x().times(y())));
        check_text(&Expression::call(vec![law]), "f((x + y)/(1 − x·y))");
        check_text(&x().minus(y().minus(one())), "x − (y − 1)");
        let root = one().plus(x().then(Unary::Square)).then(Unary::Root);
        check_text(&root, "√(1 + x²)");
        check_text(&x().plus(y()).then(Unary::Square), "(x + y)²");
    }
}
