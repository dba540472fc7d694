//! Seeing as much of a value as its type allows, when only the compiler knows its type.
//!
//! `(&&&Watched::of(&value)).see(…)` finds the first of three traits that has the method: the one of
//! types that can be observed, the one of types that can be counted, and the one of all others. The
//! number of references decides, so no type is named and nothing fails to compile.

use crate::{Count, Depth, Kind, Observe, Row, Scalar, Shape, Width};

/// A value, or only its type.
#[derive(Debug)]
pub struct Watched<'a, T: ?Sized>(Option<&'a T>);

impl<'a, T: ?Sized> Watched<'a, T> {
    /// A value.
    pub fn of(value: &'a T) -> Self {
        Self(Some(value))
    }

    /// The type of a value, where there is none.
    pub fn nothing() -> Self {
        Self(None)
    }
}

/// Seeing all of a value.
pub trait Seen {
    /// Adds the columns of a variable.
    fn columns(&self, variable: &str, depth: Depth, shape: &mut Shape);
    /// Fills them; where there is only a type, its values are not there.
    fn see(&self, depth: Depth, row: &mut Row);
    /// How many they are.
    fn width(&self, depth: Depth) -> Width;
}

impl<T: Observe + ?Sized> Seen for &&Watched<'_, T> {
    fn columns(&self, variable: &str, depth: Depth, shape: &mut Shape) {
        T::columns(variable, depth, shape);
    }

    fn see(&self, depth: Depth, row: &mut Row) {
        match self.0 {
            Some(value) => value.see(depth, row),
            None => row.leave_out(T::width(depth)),
        }
    }

    fn width(&self, depth: Depth) -> Width {
        T::width(depth)
    }
}

/// Seeing the size of a value.
pub trait Counted {
    /// Adds the column of a variable.
    fn columns(&self, variable: &str, depth: Depth, shape: &mut Shape);
    /// Fills it; where there is only a type, its size is not there.
    fn see(&self, depth: Depth, row: &mut Row);
    /// That it is one.
    fn width(&self, depth: Depth) -> Width;
}

impl<T: Count + ?Sized> Counted for &Watched<'_, T> {
    fn columns(&self, variable: &str, _: Depth, shape: &mut Shape) {
        shape.scalar(variable, T::ROLE, Kind::Int);
        let kind = std::any::type_name::<T>().to_owned();
        shape.unseen.push((format!("{variable}[]"), kind));
    }

    fn see(&self, _: Depth, row: &mut Row) {
        row.push(match self.0 {
            Some(value) => Scalar::Int(value.count() as i128),
            None => Scalar::Absent,
        });
    }

    fn width(&self, _: Depth) -> Width {
        Width::SCALAR
    }
}

/// Seeing nothing of a value.
pub trait Unseen {
    /// Notes that a variable cannot be seen.
    fn columns(&self, variable: &str, depth: Depth, shape: &mut Shape);
    /// Fills no column.
    fn see(&self, depth: Depth, row: &mut Row);
    /// That there is none.
    fn width(&self, depth: Depth) -> Width;
}

impl<T: ?Sized> Unseen for Watched<'_, T> {
    fn columns(&self, variable: &str, _: Depth, shape: &mut Shape) {
        let kind = std::any::type_name::<T>().to_owned();
        shape.unseen.push((variable.to_owned(), kind));
    }

    fn see(&self, _: Depth, _: &mut Row) {}

    fn width(&self, _: Depth) -> Width {
        Width::NOTHING
    }
}

#[cfg(test)]
mod tests {
    use super::{Counted as _, Seen as _, Unseen as _, *};

    struct Opaque;

    macro_rules! seen {
        ($value:expr) => {{
            let value = $value;
            let (mut shape, mut row) = (Shape::default(), Row::default());
            (&&&Watched::of(&value)).columns("x", Depth::TOP, &mut shape);
            (&&&Watched::of(&value)).see(Depth::TOP, &mut row);
            let names: Vec<String> = shape.columns.iter().map(|column| column.name()).collect();
            assert_eq!(names.len(), row.scalars.len());
            let width = (&&&Watched::of(&value)).width(Depth::TOP);
            assert_eq!(width.n_columns, row.scalars.len());
            assert_eq!(width.n_sequences, row.sequences.len());
            (names.join(" "), row.scalars, shape.unseen.len())
        }};
    }

    #[test]
    fn a_value_is_seen_as_far_as_its_type_allows() {
        let seven = vec![Scalar::Int(7)];
        assert_eq!(seen!(7_u8), ("x".to_owned(), seven, 0));
        let two = vec![Scalar::Int(2)];
        assert_eq!(seen!(vec![Opaque, Opaque]), ("x.len".to_owned(), two, 1));
        let one = vec![Scalar::Int(1)];
        assert_eq!(seen!(Some(Opaque)), ("x.tag".to_owned(), one, 1));
        assert_eq!(seen!(Opaque), (String::new(), vec![], 1));
    }

    #[test]
    fn what_is_only_a_type_fills_its_columns_all_the_same() {
        let mut row = Row::default();
        (&&&Watched::<(u8, Vec<u8>)>::nothing()).see(Depth::TOP, &mut row);
        assert_eq!((row.scalars.len(), row.sequences.len()), (12, 1));
        (&&Watched::<Vec<Opaque>>::nothing()).see(Depth::TOP, &mut row);
        Watched::<Opaque>::nothing().see(Depth::TOP, &mut row);
        assert_eq!(row.scalars, vec![Scalar::Absent; 13]);
    }

    #[test]
    fn a_generic_value_is_not_seen() {
        fn generic<T>(value: T) -> usize {
            seen!(value).2
        }
        assert_eq!(generic(7_u8), 1);
    }
}
