//! Sequences whose elements can be observed.

use crate::summary::{LONGEST, OF_INNER, OF_SEQUENCE, SUMMARY, declare, skip, sum_up};
use crate::{Depth, Kind, Observe, Role, Row, Scalar, Shape, Width};

impl<T: Observe> Observe for [T] {
    fn columns(variable: &str, depth: Depth, shape: &mut Shape) {
        shape.scalar(variable, Role::Len, Kind::Int);
        let Some(element) = depth.element() else {
            return;
        };
        let mut inner = Shape::default();
        T::columns(&format!("{variable}[]"), element, &mut inner);
        for column in &inner.columns {
            if depth.is_element() {
                OF_INNER
                    .iter()
                    .for_each(|&role| shape.scalar(&column.name(), role, column.kind));
            } else {
                declare(&column.name(), column.kind, shape);
            }
        }
        shape.unseen.append(&mut inner.unseen);
    }

    fn see(&self, depth: Depth, row: &mut Row) {
        row.push(Scalar::Int(self.len() as i128));
        let Some(element) = depth.element() else {
            return;
        };
        let width = T::width(element).n_columns;
        if self.len() > LONGEST {
            (0..width).for_each(|_| skip(depth, row));
            return;
        }
        // The elements stand at the end of the row until they are summed up.
        let start = row.scalars.len();
        row.scalars.reserve(width * (self.len() + SUMMARY.len()));
        self.iter().for_each(|item| item.see(element, row));
        let elements = start..row.scalars.len();
        for column in 0..width {
            sum_up(elements.clone(), [column, width], depth, row);
        }
        row.scalars.drain(elements);
    }

    fn width(depth: Depth) -> Width {
        let Some(element) = depth.element() else {
            return Width::SCALAR;
        };
        let of_column = if depth.is_element() {
            Width::SCALAR.times(OF_INNER.len())
        } else {
            OF_SEQUENCE
        };
        Width::SCALAR.and(of_column.times(T::width(element).n_columns))
    }
}

impl<T: Observe> Observe for Vec<T> {
    fn columns(variable: &str, depth: Depth, shape: &mut Shape) {
        <[T]>::columns(variable, depth, shape);
    }

    fn see(&self, depth: Depth, row: &mut Row) {
        self.as_slice().see(depth, row);
    }

    fn width(depth: Depth) -> Width {
        <[T]>::width(depth)
    }
}

impl<T: Observe, const N: usize> Observe for [T; N] {
    fn columns(variable: &str, depth: Depth, shape: &mut Shape) {
        <[T]>::columns(variable, depth, shape);
    }

    fn see(&self, depth: Depth, row: &mut Row) {
        self.as_slice().see(depth, row);
    }

    fn width(depth: Depth) -> Width {
        <[T]>::width(depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ragged_rows_are_seen_by_their_lengths_and_extremes() {
        let (mut shape, mut row) = (Shape::default(), Row::default());
        <Vec<Vec<f64>>>::columns("x", Depth::TOP, &mut shape);
        vec![vec![1.5, 2.5], vec![], vec![9.5]].see(Depth::TOP, &mut row);
        let value = |name: &str| {
            let place = shape
                .columns
                .iter()
                .position(|column| column.name() == name);
            row.scalars[place.unwrap()]
        };
        assert_eq!(value("x.len"), Scalar::Int(3));
        assert_eq!(value("x[].len.min"), Scalar::Int(0));
        assert_eq!(value("x[].len.sum"), Scalar::Int(3));
        assert_eq!(value("x[][].min.min"), Scalar::Float(1.5));
        assert_eq!(value("x[][].max.last"), Scalar::Float(9.5));
        assert_eq!(value("x[][].sum.sum"), Scalar::Float(13.5));
        assert_eq!(row.scalars.len(), shape.columns.len());
        assert_eq!(row.scalars.len(), 41);
    }

    #[test]
    fn an_empty_sequence_of_pairs_has_the_columns_of_a_full_one() {
        let width = |pairs: &[(u8, f64)]| {
            let mut row = Row::default();
            pairs.see(Depth::TOP, &mut row);
            row.scalars.len()
        };
        assert_eq!(width(&[]), 21);
        assert_eq!(width(&[(1, 2.0)]), 21);
        assert_eq!(width(&vec![(1, 2.0); LONGEST + 1]), 21);
    }
}
