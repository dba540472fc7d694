//! Types whose values can be observed.

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use crate::{Depth, Kind, Role, Row, Scalar, Shape, Width};

/// A type whose values can be observed.
///
/// The weaver writes one for every struct and enum of a subject.
pub trait Observe {
    /// Adds the columns that a variable of this type has at this depth.
    fn columns(variable: &str, depth: Depth, shape: &mut Shape);

    /// Fills those columns, all of them and no others.
    fn see(&self, depth: Depth, row: &mut Row);

    /// How many columns and sequences those are.
    fn width(depth: Depth) -> Width;
}

macro_rules! observe_numbers {
    ($($type:ty => $kind:ident, $role:ident, $read:expr;)*) => {$(
        impl Observe for $type {
            fn columns(variable: &str, _: Depth, shape: &mut Shape) {
                shape.scalar(variable, Role::$role, Kind::$kind);
            }

            #[inline]
            fn see(&self, _: Depth, row: &mut Row) {
                let read: fn($type) -> Scalar = $read;
                row.push(read(*self));
            }

            #[inline]
            fn width(_: Depth) -> Width {
                Width::SCALAR
            }
        }
    )*};
}

observe_numbers!(
    i8 => Int, Value, |n| Scalar::Int(n.into());
    i16 => Int, Value, |n| Scalar::Int(n.into());
    i32 => Int, Value, |n| Scalar::Int(n.into());
    i64 => Int, Value, |n| Scalar::Int(n.into());
    i128 => Int, Value, Scalar::Int;
    isize => Int, Value, |n| Scalar::Int(n as i128);
    u8 => Int, Value, |n| Scalar::Int(n.into());
    u16 => Int, Value, |n| Scalar::Int(n.into());
    u32 => Int, Value, |n| Scalar::Int(n.into());
    u64 => Int, Value, |n| Scalar::Int(n.into());
    u128 => Int, Value, |n| i128::try_from(n).map_or(Scalar::Absent, Scalar::Int);
    usize => Int, Value, |n| Scalar::Int(n as i128);
    char => Int, Value, |c| Scalar::Int(u32::from(c).into());
    bool => Int, Tag, |b| Scalar::Int(b.into());
    f32 => Float, Value, |n| Scalar::Float(n.into());
    f64 => Float, Value, Scalar::Float;
);

macro_rules! observe_through {
    ($($type:ty),*) => {$(
        impl<T: Observe + ?Sized> Observe for $type {
            fn columns(variable: &str, depth: Depth, shape: &mut Shape) {
                T::columns(variable, depth, shape);
            }

            fn see(&self, depth: Depth, row: &mut Row) {
                T::see(self, depth, row);
            }

            fn width(depth: Depth) -> Width {
                T::width(depth)
            }
        }
    )*};
}

observe_through!(&T, &mut T, Box<T>, Rc<T>, Arc<T>);

impl Observe for str {
    fn columns(variable: &str, _: Depth, shape: &mut Shape) {
        shape.scalar(variable, Role::Len, Kind::Int);
    }

    fn see(&self, _: Depth, row: &mut Row) {
        row.push(Scalar::Int(self.len() as i128));
    }

    fn width(_: Depth) -> Width {
        Width::SCALAR
    }
}

impl Observe for String {
    fn columns(variable: &str, depth: Depth, shape: &mut Shape) {
        str::columns(variable, depth, shape);
    }

    fn see(&self, depth: Depth, row: &mut Row) {
        self.as_str().see(depth, row);
    }

    fn width(depth: Depth) -> Width {
        str::width(depth)
    }
}

impl<T: Observe + ToOwned + ?Sized> Observe for Cow<'_, T> {
    fn columns(variable: &str, depth: Depth, shape: &mut Shape) {
        T::columns(variable, depth, shape);
    }

    fn see(&self, depth: Depth, row: &mut Row) {
        T::see(self, depth, row);
    }

    fn width(depth: Depth) -> Width {
        T::width(depth)
    }
}

impl Observe for () {
    fn columns(_: &str, _: Depth, _: &mut Shape) {}

    fn see(&self, _: Depth, _: &mut Row) {}

    fn width(_: Depth) -> Width {
        Width::NOTHING
    }
}

macro_rules! observe_tuples {
    ($(($($type:ident $index:tt),*))*) => {$(
        impl<$($type: Observe),*> Observe for ($($type,)*) {
            fn columns(variable: &str, depth: Depth, shape: &mut Shape) {
                $($type::columns(&format!("{variable}.{}", $index), depth, shape);)*
            }

            fn see(&self, depth: Depth, row: &mut Row) {
                $(self.$index.see(depth, row);)*
            }

            fn width(depth: Depth) -> Width {
                Width::NOTHING $(.and($type::width(depth)))*
            }
        }
    )*};
}

observe_tuples!(
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
);

impl<T: Observe> Observe for Range<T> {
    fn columns(variable: &str, depth: Depth, shape: &mut Shape) {
        T::columns(&format!("{variable}.start"), depth, shape);
        T::columns(&format!("{variable}.end"), depth, shape);
    }

    fn see(&self, depth: Depth, row: &mut Row) {
        self.start.see(depth, row);
        self.end.see(depth, row);
    }

    fn width(depth: Depth) -> Width {
        T::width(depth).times(2)
    }
}

impl<T: Observe> Observe for Option<T> {
    fn columns(variable: &str, depth: Depth, shape: &mut Shape) {
        shape.scalar(variable, Role::Tag, Kind::Int);
        T::columns(&format!("{variable}.some"), depth, shape);
    }

    fn see(&self, depth: Depth, row: &mut Row) {
        row.push(Scalar::Int(self.is_some().into()));
        see_or_skip(self.as_ref(), depth, row);
    }

    fn width(depth: Depth) -> Width {
        Width::SCALAR.and(T::width(depth))
    }
}

impl<T: Observe, E> Observe for Result<T, E> {
    fn columns(variable: &str, depth: Depth, shape: &mut Shape) {
        shape.scalar(variable, Role::Tag, Kind::Int);
        T::columns(&format!("{variable}.ok"), depth, shape);
    }

    fn see(&self, depth: Depth, row: &mut Row) {
        row.push(Scalar::Int(self.is_ok().into()));
        see_or_skip(self.as_ref().ok(), depth, row);
    }

    fn width(depth: Depth) -> Width {
        Width::SCALAR.and(T::width(depth))
    }
}

/// Fills the columns of a value that may not be there.
fn see_or_skip<T: Observe>(value: Option<&T>, depth: Depth, row: &mut Row) {
    match value {
        Some(value) => value.see(depth, row),
        None => row.leave_out(T::width(depth)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check<T: Observe>(value: &T, expected: &[(&str, Scalar)]) {
        let (mut shape, mut row) = (Shape::default(), Row::default());
        T::columns("x", Depth::TOP, &mut shape);
        value.see(Depth::TOP, &mut row);
        assert_eq!(shape.n_sequences as usize, row.sequences.len());
        assert_eq!(shape.columns.len(), row.scalars.len());
        let width = T::width(Depth::TOP);
        assert_eq!(width.n_columns, row.scalars.len());
        assert_eq!(width.n_sequences, row.sequences.len());
        let named = shape.columns.iter().zip(&row.scalars);
        // Marks of bags and contents are not worked out by hand.
        let plain = named.filter(|(column, _)| !matches!(column.role, Role::Bag | Role::Content));
        let seen: Vec<(String, Scalar)> = plain.map(|(c, s)| (c.name(), *s)).collect();
        let expected: Vec<(String, Scalar)> = expected
            .iter()
            .map(|(name, scalar)| ((*name).to_owned(), *scalar))
            .collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn numbers_are_themselves() {
        check(&-3_i8, &[("x", Scalar::Int(-3))]);
        check(&u64::MAX, &[("x", Scalar::Int(18_446_744_073_709_551_615))]);
        check(&u128::MAX, &[("x", Scalar::Absent)]);
        check(&0.5_f32, &[("x", Scalar::Float(0.5))]);
        check(&true, &[("x.tag", Scalar::Int(1))]);
    }

    #[test]
    fn what_is_not_there_fills_its_columns_all_the_same() {
        let none: Option<(u8, f64)> = None;
        let absent = Scalar::Absent;
        check(
            &none,
            &[
                ("x.tag", Scalar::Int(0)),
                ("x.some.0", absent),
                ("x.some.1", absent),
            ],
        );
        let none: Option<Vec<u8>> = None;
        let mut row = Row::default();
        none.see(Depth::TOP, &mut row);
        assert_eq!((row.scalars.len(), row.sequences.len()), (12, 1));
    }

    #[test]
    fn a_sequence_is_its_length_and_its_summary() {
        let int = Scalar::Int;
        check(
            &vec![1_u8, 5],
            &[
                ("x.len", int(2)),
                ("x[].first", int(1)),
                ("x[].last", int(5)),
                ("x[].min", int(1)),
                ("x[].max", int(5)),
                ("x[].sum", int(6)),
                ("x[].spread", int(4)),
                ("x[].rising", int(1)),
                ("x[].falling", int(0)),
            ],
        );
    }
}
