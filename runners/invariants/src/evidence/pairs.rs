//! How pairs of columns compared.

use std::cmp::Ordering;

use killrate_watch::{Column, Kind, Role, Row, Shape};

const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;

/// Pairs of columns that may still stand in some order.
#[derive(Debug, Clone)]
pub(crate) struct Pairs {
    alive: Vec<Pair>,
}

/// Two columns, the first before the second, and how they compared.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pair {
    pub(crate) left: u32,
    pub(crate) right: u32,
    seen: u8,
    n_rows: u32,
}

impl Pair {
    /// Whether the columns were ever equal.
    pub(crate) fn was_equal(self) -> bool {
        self.seen & EQUAL != 0
    }

    /// Whether the left one was ever smaller.
    pub(crate) fn was_less(self) -> bool {
        self.seen & LESS != 0
    }

    /// Whether the left one was ever larger.
    pub(crate) fn was_greater(self) -> bool {
        self.seen & GREATER != 0
    }

    /// In how many rows both were there and something had changed.
    pub(crate) fn n_rows(self) -> u32 {
        self.n_rows
    }

    fn is_dead(self) -> bool {
        self.was_less() && self.was_greater()
    }
}

impl Pairs {
    pub(super) fn new(shape: &Shape) -> Self {
        let columns = &shape.columns;
        let mut alive = Vec::new();
        for right in 0..columns.len() {
            for left in 0..right {
                if are_comparable(&columns[left], &columns[right]) {
                    alive.push(Pair {
                        left: left as u32,
                        right: right as u32,
                        seen: 0,
                        n_rows: 0,
                    });
                }
            }
        }
        Self { alive }
    }

    pub(super) fn see(&mut self, row: &Row) {
        self.alive.retain_mut(|pair| {
            let left = row.scalars[pair.left as usize];
            let right = row.scalars[pair.right as usize];
            if left.is_absent() || right.is_absent() {
                return true;
            }
            pair.n_rows = pair.n_rows.saturating_add(1);
            pair.seen |= match left.compare(right) {
                Some(Ordering::Less) => LESS,
                Some(Ordering::Equal) => EQUAL,
                Some(Ordering::Greater) => GREATER,
                // A number that is none stands in no order.
                None => LESS | GREATER,
            };
            !pair.is_dead()
        });
    }

    pub(super) fn merge(&mut self, other: Self) {
        let mut others = other.alive.into_iter().peekable();
        let place = |pair: &Pair| (pair.right, pair.left);
        // Both lists are in the order in which they were made.
        self.alive.retain_mut(|pair| {
            while others.next_if(|other| place(other) < place(pair)).is_some() {}
            let Some(other) = others.next_if(|other| place(other) == place(pair)) else {
                return false;
            };
            pair.seen |= other.seen;
            pair.n_rows = pair.n_rows.saturating_add(other.n_rows);
            !pair.is_dead()
        });
    }

    /// All pairs in some order.
    pub(crate) fn alive(&self) -> impl Iterator<Item = Pair> {
        // Two columns that were never there in the same row stand in no order.
        self.alive.iter().copied().filter(|pair| pair.seen != 0)
    }

    /// Pairs that were always equal.
    pub(crate) fn equal(&self) -> impl Iterator<Item = (usize, usize)> {
        let equal = self.alive().filter(|pair| pair.seen == EQUAL);
        equal.map(|pair| (pair.left as usize, pair.right as usize))
    }
}

/// Whether comparing two columns can say something about the program.
fn are_comparable(left: &Column, right: &Column) -> bool {
    use Role::{
        Bag, Content, Falling, First, Last, Len, Max, Min, Rising, Spread, Sum, Tag, Value,
    };
    let is_own_summary = left.sequence.is_some() && left.sequence == right.sequence;
    if left.kind != right.kind || is_own_summary {
        return false;
    }
    // A name is no more or less than that of something else, and rarely the same.
    if (left.is_label() || right.is_label()) && before(&left.variable) != before(&right.variable) {
        return false;
    }
    match (left.role, right.role) {
        (Rising | Falling, _) | (_, Rising | Falling) => false,
        (Spread, Spread) => false,
        (a, b) if a == b => true,
        (Bag | Content | Tag | Spread, _) | (_, Bag | Content | Tag | Spread) => false,
        (Value, Len) | (Len, Value) => left.kind == Kind::Int,
        (Value, First | Last | Min | Max | Sum) | (First | Last | Min | Max | Sum, Value) => true,
        _ => false,
    }
}

/// The variable that an `orig(…)` is about.
fn before(variable: &str) -> &str {
    let inner = variable.strip_prefix("orig(");
    inner
        .and_then(|inner| inner.strip_suffix(')'))
        .unwrap_or(variable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(left: (&str, Role), right: (&str, Role), expected: bool) {
        let column = |(variable, role): (&str, Role), sequence| Column {
            variable: variable.to_owned(),
            role,
            kind: Kind::Int,
            sequence: Some(sequence),
        };
        let (left, right) = (column(left, 0), column(right, 1));
        assert_eq!(
            are_comparable(&left, &right),
            expected,
            "{left:?} {right:?}"
        );
    }

    #[test]
    fn names_are_compared_with_those_of_the_same_variable_alone() {
        check(("orig(x)", Role::Tag), ("x", Role::Tag), true);
        check(("x", Role::Tag), ("y", Role::Tag), false);
        check(("orig(x[].tag)", Role::Sum), ("x[].tag", Role::Sum), true);
        check(("x[].tag", Role::First), ("y[]", Role::First), false);
        check(("x[]", Role::First), ("y[]", Role::First), true);
    }
}
