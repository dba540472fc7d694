//! Traces of watched programs.

use std::collections::BTreeMap;

use killrate_watch::{End, MAGIC, Record, Row, Shape, Wire};

/// The calls of one run, with the functions they are of.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Trace {
    /// The functions that were called, by number.
    pub functions: BTreeMap<u32, Function>,
    /// The calls that were seen, in the order in which they ended.
    pub calls: Vec<Call>,
}

/// A function that was called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// Its name, with the file it is in.
    pub name: String,
    /// What is seen at its entry.
    pub entry: Shape,
    /// What is seen at its exit.
    pub exit: Shape,
    /// How many exits it has.
    pub n_exits: u32,
}

/// One call.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The function.
    pub function: u32,
    /// What was seen at its entry.
    pub entry: Row,
    /// How it ended.
    pub end: End<Row>,
}

impl Trace {
    /// Reads the trace that a watched program wrote.
    ///
    /// A program that was stopped leaves a trace that is cut off; its calls up to there are read.
    /// `None` when the bytes are no trace at all.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let mut trace = Self::default();
        read_records(bytes, |record| trace.add(record))?;
        Some(trace)
    }

    fn add(&mut self, record: Record) {
        match record {
            Record::Function {
                number,
                name,
                entry,
                exit,
                n_exits,
            } => {
                let function = Function {
                    name,
                    entry,
                    exit,
                    n_exits,
                };
                self.functions.insert(number, function);
            }
            Record::Call { number, entry, end } => self.calls.push(Call {
                function: number,
                entry,
                end,
            }),
        }
    }

    /// The bytes that a watched program would have written.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (mut wire, mut bytes) = (Wire::default(), MAGIC.to_vec());
        for (number, function) in &self.functions {
            let shapes = [&function.entry, &function.exit];
            let n_exits = function.n_exits;
            wire.declare(*number, &function.name, shapes, n_exits, &mut bytes);
        }
        for call in &self.calls {
            wire.call(call.function, &call.entry, call.end.as_ref(), &mut bytes);
        }
        bytes
    }
}

/// Gives every record of a trace, one at a time.
pub(crate) fn read_records(bytes: &[u8], mut each: impl FnMut(Record)) -> Option<()> {
    let mut rest = bytes.strip_prefix(MAGIC)?;
    let mut wire = Wire::default();
    while let Some(record) = wire.read(&mut rest) {
        each(record);
    }
    Some(())
}

/// The columns of an exit: those of the entry as `orig(…)`, then its own.
pub(crate) fn exit_shape(entry: &Shape, exit: &Shape) -> Shape {
    let mut shape = entry.at_entry();
    shape.append(exit);
    shape
}
