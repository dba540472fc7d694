//! A bound, an index or an integer is one off.

use killrate_model::MutantClass;
use syn::{BinOp, Expr, ExprUnary, Lit, LitInt, UnOp};

use super::{Find, Operator};
use crate::site::{Change, Role, Shape, Site};
use crate::source::Source;

/// Plus one and minus one on ends of ranges, on indices, on what a loop's condition compares with,
/// and on every integer literal.
///
/// An expression that adds or subtracts a literal is one off when its literal is, so only the
/// literal is changed there. The papers change bounds, indices and calculations that adjust by one;
/// other literals are changed too, and said not to be theirs.
pub(crate) const OPERATOR: Operator = Operator {
    class: MutantClass::OffByOne,
    find: Find::InExpression(find),
};

fn find(expression: &Expr, role: Role, source: &Source) -> Option<Site> {
    literal_site(expression, role, source).or_else(|| offset_site(expression, role, source))
}

/// The site of an integer literal, its sign included.
fn literal_site(expression: &Expr, role: Role, source: &Source) -> Option<Site> {
    let literal = integer_literal(expression)?;
    let is_thesis = !matches!(role, Role::Plain | Role::Condition);
    let changes = [("literal-plus-one", 1), ("literal-minus-one", -1)]
        .into_iter()
        .filter_map(|(operator, step)| {
            let text = literal.stepped(step)?;
            Some(Change {
                operator: operator.to_owned(),
                is_thesis,
                token: text.clone(),
                after: text,
            })
        });
    Some(Site {
        range: source.range_of(expression),
        shape: Shape::Literal,
        changes: changes.collect(),
    })
}

/// The site of a bound or an index that is not a literal.
fn offset_site(expression: &Expr, role: Role, source: &Source) -> Option<Site> {
    let place = match role {
        Role::LoopBound => "loop-bound",
        Role::Index => "index",
        Role::RangeStart => "range-start",
        Role::RangeEnd => "range-end",
        Role::Plain | Role::Condition | Role::Term => return None,
    };
    if !may_be_an_integer(expression) || adds_a_literal(expression) {
        return None;
    }
    let range = source.range_of(expression);
    let written = source.slice(&range);
    let before = if binds_like_a_term(expression) {
        written.to_owned()
    } else {
        format!("({written})")
    };
    let changes = [("plus", " + 1"), ("minus", " - 1")].map(|(step, token)| Change {
        operator: format!("{place}-{step}-one"),
        is_thesis: true,
        token: token.to_owned(),
        after: format!("{before}{token}"),
    });
    Some(Site {
        range,
        shape: Shape::Offset,
        changes: changes.to_vec(),
    })
}

/// An integer literal with its sign.
struct SignedLiteral {
    is_negative: bool,
    value: u128,
    /// `0x`, `0o`, `0b` or nothing.
    prefix: String,
    suffix: String,
}

fn integer_literal(expression: &Expr) -> Option<SignedLiteral> {
    let (is_negative, expression) = match expression {
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => (true, &**expr),
        other => (false, other),
    };
    let Expr::Lit(literal) = expression else {
        return None;
    };
    let Lit::Int(literal) = &literal.lit else {
        return None;
    };
    signed(is_negative, literal)
}

fn signed(is_negative: bool, literal: &LitInt) -> Option<SignedLiteral> {
    let value = literal.base10_parse().ok()?;
    let text = literal.to_string();
    let prefix = ["0x", "0o", "0b"]
        .into_iter()
        .find(|prefix| text.starts_with(prefix));
    // `1f64` is an integer literal only to look at.
    let is_float = literal.suffix().starts_with('f') && prefix != Some("0x");
    (!is_float).then(|| SignedLiteral {
        is_negative,
        value,
        prefix: prefix.unwrap_or_default().to_owned(),
        suffix: literal.suffix().to_owned(),
    })
}

impl SignedLiteral {
    /// The literal one up or down, written in the same base; `None` beyond the type it names.
    fn stepped(&self, step: i8) -> Option<String> {
        let grows = (step > 0) != self.is_negative;
        let (is_negative, value) = match (self.value, grows) {
            // Zero is left on the other side of its sign.
            (0, false) => (!self.is_negative, 1),
            (value, true) => (self.is_negative, value.checked_add(1)?),
            (value, false) => (self.is_negative, value - 1),
        };
        let is_negative = is_negative && value != 0;
        let is_in_type = match self.suffix.as_str() {
            "u8" => !is_negative && value <= u8::MAX.into(),
            "u16" => !is_negative && value <= u16::MAX.into(),
            "u32" => !is_negative && value <= u32::MAX.into(),
            "u64" => !is_negative && value <= u64::MAX.into(),
            "i8" => value <= i8::MAX as u128 + u128::from(is_negative),
            "i16" => value <= i16::MAX as u128 + u128::from(is_negative),
            "i32" => value <= i32::MAX as u128 + u128::from(is_negative),
            "i64" => value <= i64::MAX as u128 + u128::from(is_negative),
            "usize" | "u128" => !is_negative,
            _ => true,
        };
        let sign = if is_negative { "-" } else { "" };
        let digits = match self.prefix.as_str() {
            "0x" => format!("{value:x}"),
            "0o" => format!("{value:o}"),
            "0b" => format!("{value:b}"),
            _ => value.to_string(),
        };
        is_in_type.then(|| format!("{sign}{}{digits}{}", self.prefix, self.suffix))
    }
}

/// Whether the syntax leaves open that this is an integer; the compiler decides the rest.
fn may_be_an_integer(expression: &Expr) -> bool {
    match expression {
        Expr::Path(_)
        | Expr::Field(_)
        | Expr::Index(_)
        | Expr::Call(_)
        | Expr::MethodCall(_)
        | Expr::Cast(_)
        | Expr::Try(_) => true,
        Expr::Unary(unary) => !matches!(unary.op, UnOp::Not(_)),
        Expr::Binary(binary) => is_arithmetic(&binary.op) || is_of_bits(&binary.op),
        _ => false,
    }
}

/// Whether one of the terms of this sum is an integer literal, behind parentheses and casts.
fn adds_a_literal(expression: &Expr) -> bool {
    match expression {
        Expr::Paren(paren) => adds_a_literal(&paren.expr),
        Expr::Cast(cast) => adds_a_literal(&cast.expr),
        Expr::Binary(binary) if matches!(binary.op, BinOp::Add(_) | BinOp::Sub(_)) => {
            adds_a_literal(&binary.left) || adds_a_literal(&binary.right)
        }
        other => integer_literal(other).is_some(),
    }
}

/// Whether `+ 1` can follow without parentheses.
fn binds_like_a_term(expression: &Expr) -> bool {
    match expression {
        Expr::Binary(binary) => is_arithmetic(&binary.op),
        _ => true,
    }
}

fn is_arithmetic(operator: &BinOp) -> bool {
    matches!(
        operator,
        BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_)
    )
}

fn is_of_bits(operator: &BinOp) -> bool {
    matches!(
        operator,
        BinOp::Shl(_) | BinOp::Shr(_) | BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::BitXor(_)
    )
}

#[cfg(test)]
mod tests {
    use killrate_model::MutantClass::OffByOne;

    use crate::operators::testing::{check, check_site_kinds, check_thesis};

    #[test]
    fn both_ends_of_a_range_are_one_off() {
        check(
            OffByOne,
            "fn f() { for i in a..n {} for j in 0..=m.len() {} }",
            &[
                "range-start-minus-one: a → a - 1",
                "range-start-plus-one: a → a + 1",
                "range-end-minus-one: n → n - 1",
                "range-end-plus-one: n → n + 1",
                "literal-minus-one: 0 → -1",
                "literal-plus-one: 0 → 1",
                "range-end-minus-one: m.len() → m.len() - 1",
                "range-end-plus-one: m.len() → m.len() + 1",
            ],
        );
    }

    #[test]
    fn an_index_is_one_off_and_its_literal_is_changed_once() {
        check(
            OffByOne,
            "fn f() { v[i]; v[n - 1]; v[(n + 2) as usize]; v[a << b]; }",
            &[
                "index-minus-one: i → i - 1",
                "index-plus-one: i → i + 1",
                "literal-minus-one: 1 → 0",
                "literal-plus-one: 1 → 2",
                "literal-minus-one: 2 → 1",
                "literal-plus-one: 2 → 3",
                "index-minus-one: a << b → (a << b) - 1",
                "index-plus-one: a << b → (a << b) + 1",
            ],
        );
    }

    #[test]
    fn a_slice_is_one_off_at_its_ends_and_not_as_an_index() {
        check(
            OffByOne,
            "fn f() { &v[a..]; &v[..b]; &v[..]; }",
            &[
                "range-start-minus-one: a → a - 1",
                "range-start-plus-one: a → a + 1",
                "range-end-minus-one: b → b - 1",
                "range-end-plus-one: b → b + 1",
            ],
        );
    }

    #[test]
    fn what_a_loop_compares_with_is_one_off() {
        check(
            OffByOne,
            "fn f() { while i < n && !(j >= m) {} if i < n {} loop { if k == o { break; } } }",
            &[
                "loop-bound-minus-one: n → n - 1",
                "loop-bound-plus-one: n → n + 1",
                "loop-bound-minus-one: m → m - 1",
                "loop-bound-plus-one: m → m + 1",
                "loop-bound-minus-one: o → o - 1",
                "loop-bound-plus-one: o → o + 1",
            ],
        );
    }

    #[test]
    fn an_integer_in_a_bound_or_an_index_is_for_that_however_it_is_calculated() {
        check_site_kinds(
            "fn f() { for i in a..n - 1 { v[i] + v[2 * (i + 3)]; &v[b..c + 4]; } \
             while j + 5 < m {} }",
            &[
                "a: loop",
                "1: loop",
                "i: index",
                "2 * (i + 3): index",
                "2: index",
                "3: index",
                "b: index",
                "4: index",
                "5: loop",
                "m: loop",
            ],
        );
    }

    #[test]
    fn an_integer_that_is_calculated_with_for_nothing_of_that_is_for_arithmetic() {
        check_site_kinds(
            "fn f() { a + 1; b -= 2; &v[g(3 - c)..]; -(4 * d); }",
            &[
                "1: arithmetic",
                "2: arithmetic",
                "g(3 - c): index",
                "3: arithmetic",
                "4: arithmetic",
            ],
        );
    }

    #[test]
    fn an_integer_that_is_passed_on_compared_or_kept_is_for_nothing_of_that() {
        check_site_kinds(
            "fn f() { g(1); let a = 2; if a < 3 {} v[if b { 4 } else { c }]; }",
            &["1: other", "2: other", "3: other", "4: other"],
        );
    }

    #[test]
    fn literals_keep_their_base_and_suffix_and_stay_in_their_type() {
        check(
            OffByOne,
            "fn f() { g(0xffu8, 0b1, 1_000i64, -1, -128i8, 0usize, 3.0, 2f64, 'a') }",
            &[
                "literal-minus-one: 0xffu8 → 0xfeu8",
                "literal-minus-one: 0b1 → 0b0",
                "literal-plus-one: 0b1 → 0b10",
                "literal-minus-one: 1_000i64 → 999i64",
                "literal-plus-one: 1_000i64 → 1001i64",
                "literal-minus-one: -1 → -2",
                "literal-plus-one: -1 → 0",
                "literal-plus-one: -128i8 → -127i8",
                "literal-plus-one: 0usize → 1usize",
            ],
        );
    }

    #[test]
    fn the_papers_adjust_sums_bounds_and_indices_but_no_other_literal() {
        check_thesis(
            OffByOne,
            "fn f() { let x = 5; y - 1; v[0]; 2 * z; while i < 9 {} i += 1; }",
            &[
                "literal-minus-one: 1 → 0",
                "literal-plus-one: 1 → 2",
                "literal-minus-one: 0 → -1",
                "literal-plus-one: 0 → 1",
                "literal-minus-one: 9 → 8",
                "literal-plus-one: 9 → 10",
                "literal-minus-one: 1 → 0",
                "literal-plus-one: 1 → 2",
            ],
        );
    }

    #[test]
    fn what_cannot_be_an_integer_is_left_alone() {
        check(
            OffByOne,
            "fn f() { m[\"key\"]; m[&k]; v['a']; while x < 0.5 {} for c in 'a'..='z' {} t.0; }",
            &[],
        );
    }
}
