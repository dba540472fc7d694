//! Traces as bytes: what a woven program writes while it is watched.
//!
//! A record declares a function when it is first seen; every other record is a call. A call holds
//! only what differs from the call of the same function before it, because most of what a function
//! sees does not change from call to call.

use std::collections::BTreeMap;

use crate::{Column, Kind, Role, Row, Scalar, Shape};

/// How a trace begins.
pub const MAGIC: &[u8] = b"KRT1";

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
    },
    /// A call that returned; one that panicked has no exit.
    Call {
        /// The function.
        number: u32,
        /// What was seen at its entry.
        entry: Row,
        /// What was seen at its exit.
        exit: Option<Row>,
    },
}

/// Writes or reads records; each knows the calls before, so one is needed for each direction.
#[derive(Debug, Default)]
pub struct Wire {
    last: BTreeMap<u32, [Row; 2]>,
    shapes: BTreeMap<u32, [(usize, usize); 2]>,
}

impl Wire {
    /// Adds the bytes of a function.
    pub fn declare(&mut self, number: u32, name: &str, shapes: [&Shape; 2], out: &mut Vec<u8>) {
        out.push(DECLARED);
        put_number(number.into(), out);
        put_text(name, out);
        for shape in shapes {
            put_shape(shape, out);
        }
        self.start(number, shapes);
    }

    /// Adds the bytes of a call of a function that was declared.
    pub fn call(&mut self, number: u32, entry: &Row, exit: Option<&Row>, out: &mut Vec<u8>) {
        out.push(match exit {
            Some(_) => RETURNED,
            None => PANICKED,
        });
        put_number(number.into(), out);
        let [last_entry, last_exit] = self.last.entry(number).or_default();
        put_row(entry, last_entry, out);
        if let Some(exit) = exit {
            put_row(exit, last_exit, out);
        }
    }

    /// Reads the next record and moves on; `None` at the end, and where the bytes are cut off or are
    /// none of ours.
    pub fn read(&mut self, bytes: &mut &[u8]) -> Option<Record> {
        let kind = take_byte(bytes)?;
        let number = u32::try_from(take_number(bytes)?).ok()?;
        match kind {
            DECLARED => {
                let name = take_text(bytes)?;
                let (entry, exit) = (take_shape(bytes)?, take_shape(bytes)?);
                self.start(number, [&entry, &exit]);
                Some(Record::Function {
                    number,
                    name,
                    entry,
                    exit,
                })
            }
            RETURNED | PANICKED => {
                let [entry_size, exit_size] = *self.shapes.get(&number)?;
                let [last_entry, last_exit] = self.last.get_mut(&number)?;
                take_row(entry_size, last_entry, bytes)?;
                let exit = match kind {
                    RETURNED => {
                        take_row(exit_size, last_exit, bytes)?;
                        Some(last_exit.clone())
                    }
                    _ => None,
                };
                Some(Record::Call {
                    number,
                    entry: last_entry.clone(),
                    exit,
                })
            }
            _ => None,
        }
    }

    fn start(&mut self, number: u32, shapes: [&Shape; 2]) {
        let size = |shape: &Shape| (shape.columns.len(), shape.n_sequences as usize);
        self.shapes.insert(number, shapes.map(size));
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
    Some(shape)
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

fn take_row(
    (n_scalars, n_sequences): (usize, usize),
    last: &mut Row,
    bytes: &mut &[u8],
) -> Option<()> {
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

fn put_scalar(scalar: Scalar, out: &mut Vec<u8>) {
    match scalar {
        Scalar::Absent => out.push(0),
        Scalar::Int(number) => {
            out.push(1);
            // Zigzag: small numbers of either sign are short.
            put_number(((number << 1) ^ (number >> 127)) as u128, out);
        }
        Scalar::Float(number) => {
            out.push(2);
            out.extend(number.to_bits().to_le_bytes());
        }
    }
}

fn take_scalar(bytes: &mut &[u8]) -> Option<Scalar> {
    Some(match take_byte(bytes)? {
        0 => Scalar::Absent,
        1 => {
            let zigzag = take_number(bytes)?;
            Scalar::Int((zigzag >> 1) as i128 ^ -((zigzag & 1) as i128))
        }
        2 => {
            let mut float = [0; 8];
            for byte in &mut float {
                *byte = take_byte(bytes)?;
            }
            Scalar::Float(f64::from_bits(u64::from_le_bytes(float)))
        }
        _ => return None,
    })
}

/// Seven bits in each byte, the lowest first; the highest bit says that more follow.
fn put_number(mut number: u128, out: &mut Vec<u8>) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

fn take_number(bytes: &mut &[u8]) -> Option<u128> {
    let mut number = 0;
    for shift in (0..u128::BITS).step_by(7) {
        let byte = take_byte(bytes)?;
        number |= u128::from(byte & 127) << shift;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

fn put_text(text: &str, out: &mut Vec<u8>) {
    put_number(text.len() as u128, out);
    out.extend(text.as_bytes());
}

fn take_text(bytes: &mut &[u8]) -> Option<String> {
    let length = usize::try_from(take_number(bytes)?).ok()?;
    if length > bytes.len() {
        return None;
    }
    let (text, rest) = bytes.split_at(length);
    *bytes = rest;
    String::from_utf8(text.to_vec()).ok()
}

fn take_byte(bytes: &mut &[u8]) -> Option<u8> {
    let (&byte, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(byte)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Observe, Place};

    type Values = (Vec<f64>, i128, Option<u64>);

    fn row(values: &Values) -> Row {
        let mut row = Row::default();
        values.see(Place::TOP, &mut row);
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
        Values::columns("x", Place::TOP, &mut shape);
        shape.unseen.push(("f".to_owned(), "dyn Fn()".to_owned()));
        wire.declare(7, "src/main.rs::f", [&shape, &shape], &mut out);
        records.push(Record::Function {
            number: 7,
            name: "src/main.rs::f".to_owned(),
            entry: shape.clone(),
            exit: shape,
        });
        for (place, values) in hostile().iter().enumerate() {
            let (entry, exit) = (row(values), (place != 2).then(|| row(values)));
            wire.call(7, &entry, exit.as_ref(), &mut out);
            records.push(Record::Call {
                number: 7,
                entry,
                exit,
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
        wire.call(1, &row, Some(&row), &mut out);
        let before = out.len();
        wire.call(1, &row, Some(&row), &mut out);
        // Two bytes of head; for each row, 14 columns and one sequence.
        assert_eq!(out.len() - before, 2 + 2 * (2 + 1));
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
