//! Traces as bytes: what a woven program writes while it is watched.
//!
//! A record declares a function when it is first seen; every other record is a call. A call holds
//! only what differs from the call of the same function before it, because most of what a function
//! sees does not change from call to call.

use std::collections::{BTreeMap, BTreeSet};

use crate::bytes::{
    put_number, put_scalar, put_text, take_byte, take_number, take_scalar, take_text,
};
use crate::{Column, End, Kind, Role, Row, Scalar, Shape};

/// How a trace begins.
pub const MAGIC: &[u8] = b"KRT2";

/// How many exits a function may have.
///
/// Each is a place in its source, where nobody writes thousands; but an exit is declared to Daikon in
/// lines of its own and takes not a byte in the trace, so a damaged trace might ask for any amount.
const MOST_EXITS: u32 = 4096;

const DECLARED: u8 = 1;
const RETURNED: u8 = 2;
const PANICKED: u8 = 3;

/// What a trace is made of.
#[derive(Debug, Clone, PartialEq)]
pub enum Record {
    /// A function, and the columns of its calls.
    Function {
        /// Its number in this trace.
        number: u32,
        /// Its name, with the file it is in.
        name: String,
        /// What is seen when it is entered.
        entry: Shape,
        /// What is seen when it has returned.
        exit: Shape,
        /// How many exits it has.
        n_exits: u32,
    },
    /// A call.
    Call {
        /// The function.
        number: u32,
        /// What was seen at its entry.
        entry: Row,
        /// How it ended.
        end: End<Row>,
    },
}

/// Writes or reads records; each knows the calls before, so one is needed for each direction.
#[derive(Debug, Default)]
pub struct Wire {
    last: BTreeMap<u32, [Row; 2]>,
    declared: BTreeMap<u32, Declared>,
}

/// What must be known of a function to read its calls.
#[derive(Debug)]
struct Declared {
    entry: Size,
    exit: Size,
    n_exits: u32,
}

/// How many columns and how many sequences there are.
type Size = (usize, usize);

impl Wire {
    /// Adds the bytes of a function.
    pub fn declare(
        &mut self,
        number: u32,
        name: &str,
        shapes: [&Shape; 2],
        n_exits: u32,
        out: &mut Vec<u8>,
    ) {
        out.push(DECLARED);
        put_number(number.into(), out);
        put_text(name, out);
        for shape in shapes {
            put_shape(shape, out);
        }
        put_number(n_exits.into(), out);
        self.start(number, shapes, n_exits);
    }

    /// Adds the bytes of a call of a function that was declared.
    pub fn call(&mut self, number: u32, entry: &Row, end: End<&Row>, out: &mut Vec<u8>) {
        out.push(match end {
            End::Returned { .. } => RETURNED,
            End::Panicked => PANICKED,
        });
        put_number(number.into(), out);
        let [last_entry, last_exit] = self.last.entry(number).or_default();
        put_row(entry, last_entry, out);
        if let End::Returned { exit, row } = end {
            let declared = self.declared.get(&number);
            // Of a function with one exit it is clear which one it was.
            if declared.is_some_and(|declared| declared.n_exits > 1) {
                put_number(exit.into(), out);
            }
            put_row(row, last_exit, out);
        }
    }

    /// Reads the next record and moves on; `None` at the end, and where the bytes are cut off or are
    /// none of ours.
    pub fn read(&mut self, bytes: &mut &[u8]) -> Option<Record> {
        let kind = take_byte(bytes)?;
        let number = u32::try_from(take_number(bytes)?).ok()?;
        match kind {
            // Rows of calls before a second declaration would not fit it.
            DECLARED if self.declared.contains_key(&number) => None,
            DECLARED => {
                let name = take_text(bytes)?;
                let (entry, exit) = (take_shape(bytes)?, take_shape(bytes)?);
                let n_exits = u32::try_from(take_number(bytes)?).ok();
                let n_exits = n_exits.filter(|n_exits| *n_exits <= MOST_EXITS)?;
                self.start(number, [&entry, &exit], n_exits);
                Some(Record::Function {
                    number,
                    name,
                    entry,
                    exit,
                    n_exits,
                })
            }
            RETURNED | PANICKED => {
                let declared = self.declared.get(&number)?;
                let [last_entry, last_exit] = self.last.get_mut(&number)?;
                take_row(declared.entry, last_entry, bytes)?;
                let end = match kind {
                    RETURNED => {
                        let exit = match declared.n_exits {
                            0 | 1 => 1,
                            n_exits => u32::try_from(take_number(bytes)?)
                                .ok()
                                .filter(|exit| (1..=n_exits).contains(exit))?,
                        };
                        take_row(declared.exit, last_exit, bytes)?;
                        let row = last_exit.clone();
                        End::Returned { exit, row }
                    }
                    _ => End::Panicked,
                };
                Some(Record::Call {
                    number,
                    entry: last_entry.clone(),
                    end,
                })
            }
            _ => None,
        }
    }

    fn start(&mut self, number: u32, shapes: [&Shape; 2], n_exits: u32) {
        let [entry, exit] = shapes.map(|shape| (shape.columns.len(), shape.n_sequences as usize));
        let declared = Declared {
            entry,
            exit,
            n_exits,
        };
        self.declared.insert(number, declared);
        self.last.insert(number, shapes.map(|_| Row::default()));
    }
}

fn put_shape(shape: &Shape, out: &mut Vec<u8>) {
    put_number(shape.columns.len() as u128, out);
    for column in &shape.columns {
        put_text(&column.variable, out);
        let role = Role::ALL.iter().position(|role| *role == column.role);
        out.push(role.unwrap_or_default() as u8);
        out.push(u8::from(column.kind == Kind::Float));
        put_number(column.sequence.map_or(0, |n| u128::from(n) + 1), out);
    }
    put_number(shape.n_sequences.into(), out);
    put_number(shape.unseen.len() as u128, out);
    for (variable, kind) in &shape.unseen {
        put_text(variable, out);
        put_text(kind, out);
    }
}

fn take_shape(bytes: &mut &[u8]) -> Option<Shape> {
    let mut shape = Shape::default();
    for _ in 0..take_number(bytes)? {
        let variable = take_text(bytes)?;
        let role = *Role::ALL.get(usize::from(take_byte(bytes)?))?;
        let kind = match take_byte(bytes)? {
            0 => Kind::Int,
            1 => Kind::Float,
            _ => return None,
        };
        let sequence = take_number(bytes)?.checked_sub(1);
        shape.columns.push(Column {
            variable,
            role,
            kind,
            sequence: sequence.and_then(|sequence| u32::try_from(sequence).ok()),
        });
    }
    shape.n_sequences = u32::try_from(take_number(bytes)?).ok()?;
    for _ in 0..take_number(bytes)? {
        shape.unseen.push((take_text(bytes)?, take_text(bytes)?));
    }
    is_sound(&shape).then_some(shape)
}

/// Whether every sequence has a column and every column's sequence is there.
///
/// A sequence without columns takes memory in every row and not a byte in the trace, so a damaged
/// trace might ask for any amount.
fn is_sound(shape: &Shape) -> bool {
    let in_columns = shape.columns.iter().filter_map(|column| column.sequence);
    let in_columns: BTreeSet<u32> = in_columns.collect();
    in_columns.into_iter().eq(0..shape.n_sequences)
}

/// Writes what differs from the row before, and makes this one the row before.
fn put_row(row: &Row, last: &mut Row, out: &mut Vec<u8>) {
    let is_new =
        |index: usize| last.scalars.get(index).map(bits) != Some(bits(&row.scalars[index]));
    put_changes(row.scalars.len(), is_new, out);
    for (index, scalar) in row.scalars.iter().enumerate() {
        if is_new(index) {
            put_scalar(*scalar, out);
        }
    }
    let is_new = |index: usize| match (last.sequences.get(index), &row.sequences[index]) {
        (Some(Some(last)), Some(new)) => {
            last.len() != new.len() || last.iter().zip(new).any(|(a, b)| bits(a) != bits(b))
        }
        (Some(None), None) => false,
        _ => true,
    };
    put_changes(row.sequences.len(), is_new, out);
    for (index, elements) in row.sequences.iter().enumerate() {
        if is_new(index) {
            put_number(elements.as_ref().map_or(0, |e| e.len() as u128 + 1), out);
            for element in elements.iter().flatten() {
                put_scalar(*element, out);
            }
        }
    }
    last.scalars.clone_from(&row.scalars);
    last.sequences.clone_from(&row.sequences);
}

fn take_row((n_scalars, n_sequences): Size, last: &mut Row, bytes: &mut &[u8]) -> Option<()> {
    last.scalars.resize(n_scalars, Scalar::Absent);
    for index in take_changes(n_scalars, bytes)? {
        last.scalars[index] = take_scalar(bytes)?;
    }
    last.sequences.resize(n_sequences, None);
    for index in take_changes(n_sequences, bytes)? {
        last.sequences[index] = match take_number(bytes)?.checked_sub(1) {
            None => None,
            Some(n_elements) => {
                let elements = (0..n_elements).map(|_| take_scalar(bytes));
                Some(elements.collect::<Option<_>>()?)
            }
        };
    }
    Some(())
}

/// A bit for each index: whether it changed.
fn put_changes(n: usize, is_new: impl Fn(usize) -> bool, out: &mut Vec<u8>) {
    for start in (0..n).step_by(8) {
        let bits = (start..n.min(start + 8)).filter(|&index| is_new(index));
        out.push(bits.fold(0, |byte, index| byte | 1 << (index - start)));
    }
}

fn take_changes(n: usize, bytes: &mut &[u8]) -> Option<Vec<usize>> {
    let mut changed = Vec::new();
    for start in (0..n).step_by(8) {
        let byte = take_byte(bytes)?;
        changed.extend((start..n.min(start + 8)).filter(|index| byte >> (index - start) & 1 == 1));
    }
    Some(changed)
}

/// What must be equal for a scalar to be left out: zeros of different sign are different.
fn bits(scalar: &Scalar) -> (u8, i128) {
    match *scalar {
        Scalar::Absent => (0, 0),
        Scalar::Int(number) => (1, number),
        Scalar::Float(number) => (2, number.to_bits().into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Depth, Observe};

    type Values = (Vec<f64>, i128, Option<u64>);

    fn row(values: &Values) -> Row {
        let mut row = Row::default();
        values.see(Depth::TOP, &mut row);
        row.n_seen = 0;
        row
    }

    fn hostile() -> Vec<Values> {
        vec![
            (
                vec![f64::NAN, f64::INFINITY, -0.0],
                i128::MIN,
                Some(u64::MAX),
            ),
            (
                vec![f64::NAN, f64::INFINITY, 0.0],
                i128::MIN,
                Some(u64::MAX),
            ),
            (vec![], i128::MAX, None),
            (vec![1.5; 40], -1, Some(0)),
            (vec![1.5; 40], -1, Some(0)),
        ]
    }

    fn trace() -> (Vec<u8>, Vec<Record>) {
        let (mut wire, mut out, mut records) = (Wire::default(), Vec::new(), Vec::new());
        let mut shape = Shape::default();
        Values::columns("x", Depth::TOP, &mut shape);
        shape.unseen.push(("f".to_owned(), "dyn Fn()".to_owned()));
        wire.declare(7, "src/main.rs::f", [&shape, &shape], 3, &mut out);
        records.push(Record::Function {
            number: 7,
            name: "src/main.rs::f".to_owned(),
            entry: shape.clone(),
            exit: shape,
            n_exits: 3,
        });
        for (place, values) in hostile().iter().enumerate() {
            let entry = row(values);
            let end = match place {
                2 => End::Panicked,
                _ => End::Returned {
                    exit: place as u32 % 3 + 1,
                    row: row(values),
                },
            };
            wire.call(7, &entry, end.as_ref(), &mut out);
            records.push(Record::Call {
                number: 7,
                entry,
                end,
            });
        }
        (out, records)
    }

    fn read(mut bytes: &[u8]) -> Vec<Record> {
        let mut wire = Wire::default();
        std::iter::from_fn(|| wire.read(&mut bytes)).collect()
    }

    #[test]
    fn calls_are_read_as_they_were_written() {
        let (bytes, records) = trace();
        assert_eq!(read(&bytes), records);
    }

    #[test]
    fn a_call_like_the_one_before_takes_few_bytes() {
        let (mut wire, mut out) = (Wire::default(), Vec::new());
        let row = row(&hostile()[0]);
        let end = End::Returned { exit: 1, row: &row };
        wire.call(1, &row, end, &mut out);
        let before = out.len();
        wire.call(1, &row, end, &mut out);
        // Two bytes of head; for each row, 14 columns and one sequence.
        assert_eq!(out.len() - before, 2 + 2 * (2 + 1));
    }

    #[test]
    fn an_exit_that_a_function_does_not_have_ends_a_trace() {
        let read_with = |exit: u32| {
            let (mut wire, mut out) = (Wire::default(), Vec::new());
            let (shape, row) = (Shape::default(), Row::default());
            wire.declare(1, "f", [&shape, &shape], 2, &mut out);
            wire.call(1, &row, End::Returned { exit, row: &row }, &mut out);
            read(&out).len()
        };
        assert_eq!([0, 1, 2, 3].map(read_with), [1, 2, 2, 1]);
    }

    #[test]
    fn a_function_that_is_declared_again_ends_a_trace() {
        let (mut wire, mut out) = (Wire::default(), Vec::new());
        let (none, mut one) = (Shape::default(), Shape::default());
        bool::columns("x", Depth::TOP, &mut one);
        // Calls between the two would have rows of another shape than the function.
        wire.declare(1, "f", [&none, &none], 1, &mut out);
        wire.declare(2, "g", [&none, &none], 1, &mut out);
        wire.declare(1, "f", [&one, &one], 1, &mut out);
        assert_eq!(read(&out).len(), 2);
    }

    #[test]
    fn sequences_that_no_column_is_about_end_a_trace() {
        let read_with = |n_sequences: u32| {
            let mut shape = Shape::default();
            Vec::<f64>::columns("x", Depth::TOP, &mut shape);
            assert_eq!(shape.n_sequences, 1);
            shape.n_sequences = n_sequences;
            let mut out = Vec::new();
            Wire::default().declare(1, "f", [&shape, &Shape::default()], 1, &mut out);
            read(&out).len()
        };
        // Every call would have a row of four thousand million sequences.
        assert_eq!([0, 1, 2, u32::MAX].map(read_with), [0, 1, 0, 0]);
    }

    #[test]
    fn more_exits_than_a_function_has_end_a_trace() {
        let read_with = |n_exits: u32| {
            let (none, mut out) = (Shape::default(), Vec::new());
            Wire::default().declare(1, "f", [&none, &none], n_exits, &mut out);
            read(&out).len()
        };
        // Daikon would be told of four thousand million exits.
        assert_eq!(
            [0, MOST_EXITS, MOST_EXITS + 1, u32::MAX].map(read_with),
            [1, 1, 0, 0]
        );
    }

    #[test]
    fn a_cut_trace_is_read_up_to_the_cut() {
        let (bytes, records) = trace();
        for length in 0..bytes.len() {
            let found = read(&bytes[..length]);
            assert_eq!(found, records[..found.len()]);
            assert!(found.len() < records.len());
        }
    }

    #[test]
    fn foreign_bytes_end_a_trace() {
        for bytes in [
            &[9, 1][..],
            &[RETURNED, 5],
            &[255; 40],
            &[DECLARED, 1, 255, 255, 3],
        ] {
            assert_eq!(read(bytes), []);
        }
    }
}
