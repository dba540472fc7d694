//! A configured range shrinks by one at an end, or at both.

use killrate_model::MutantClass;
use syn::{Expr, ExprStruct, FieldValue, Member};

use super::{Find, Operator};
use crate::site::{Change, Role, Shape, Site};
use crate::source::Source;

/// A struct that is made with fields `min` and `max`, whatever else it has, gets a range from one
/// later, up to one earlier, or both.
///
/// That is how the thesis changes the random times of its simulator. Ranges are not widened: programs
/// that check what they draw would notice.
pub(crate) const OPERATOR: Operator = Operator {
    class: MutantClass::Range,
    find: Find::InExpression(find),
};

fn find(expression: &Expr, _: Role, source: &Source) -> Option<Site> {
    let Expr::Struct(made) = expression else {
        return None;
    };
    let (min, max) = (field(made, "min")?, field(made, "max")?);
    let moves_of_operators = [
        ("shrink-start", vec![(min, '+')]),
        ("shrink-end", vec![(max, '-')]),
        ("shrink-both", vec![(min, '+'), (max, '-')]),
    ];
    let changes = moves_of_operators.map(|(operator, moves)| {
        let after = moved(made, moves, source);
        Change {
            operator: operator.to_owned(),
            is_thesis: true,
            token: after.clone(),
            after,
        }
    });
    Some(Site {
        range: source.range_of(made),
        shape: Shape::Whole,
        changes: changes.to_vec(),
    })
}

fn field<'a>(made: &'a ExprStruct, name: &str) -> Option<&'a FieldValue> {
    let is_named = |field: &&FieldValue| match &field.member {
        Member::Named(ident) => ident == name,
        Member::Unnamed(_) => false,
    };
    made.fields.iter().find(is_named)
}

/// The text of the struct with some of its fields one further.
fn moved(made: &ExprStruct, mut moves: Vec<(&FieldValue, char)>, source: &Source) -> String {
    let whole = source.range_of(made);
    moves.sort_by_key(|(field, _)| source.range_of(*field).start);
    let mut text = String::new();
    let mut done = whole.start;
    for (field, sign) in moves {
        let (range, value) = (source.range_of(field), source.range_of(&field.expr));
        let Member::Named(name) = &field.member else {
            continue;
        };
        text.push_str(source.slice(&(done..range.start)));
        // Both are of one type, which says which kind of one it is.
        text.push_str(&format!(
            "{name}: match [{}, From::from(1_u8)] {{ [bound, one] => bound {sign} one }}",
            source.slice(&value)
        ));
        done = range.end;
    }
    text.push_str(source.slice(&(done..whole.end)));
    text
}

#[cfg(test)]
mod tests {
    use killrate_model::MutantClass::Range;

    use crate::operators::testing::{check, check_thesis};

    #[test]
    fn a_range_shrinks_at_its_start_its_end_and_both() {
        let expected = [
            "shrink-both: Span { min: a()?, max } → Span { min: match [a()?, From::from(1_u8)] { [bound, one] => bound + one }, max: match [max, From::from(1_u8)] { [bound, one] => bound - one } }",
            "shrink-end: Span { min: a()?, max } → Span { min: a()?, max: match [max, From::from(1_u8)] { [bound, one] => bound - one } }",
            "shrink-start: Span { min: a()?, max } → Span { min: match [a()?, From::from(1_u8)] { [bound, one] => bound + one }, max }",
        ];
        check(Range, "fn f() { Span { min: a()?, max } }", &expected);
        check_thesis(Range, "fn f() { Span { min: a()?, max } }", &expected);
    }

    #[test]
    fn fields_may_come_in_any_order_with_others_between() {
        check(
            Range,
            "fn f() { Span { max: 2, mode, min: 1 } }",
            &[
                "shrink-both: Span { max: 2, mode, min: 1 } → Span { max: match [2, From::from(1_u8)] { [bound, one] => bound - one }, mode, min: match [1, From::from(1_u8)] { [bound, one] => bound + one } }",
                "shrink-end: Span { max: 2, mode, min: 1 } → Span { max: match [2, From::from(1_u8)] { [bound, one] => bound - one }, mode, min: 1 }",
                "shrink-start: Span { max: 2, mode, min: 1 } → Span { max: 2, mode, min: match [1, From::from(1_u8)] { [bound, one] => bound + one } }",
            ],
        );
    }

    #[test]
    fn what_has_only_one_end_is_no_range() {
        check(
            Range,
            "fn f() { Span { min: 1, maximum: 2 }; Pair { 0: a, 1: b }; 1..2 }",
            &[],
        );
    }
}
