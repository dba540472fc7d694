//! How a table of calls is asked for and answered: in bytes or in lines, as `docs/calls.md` says.

pub(crate) mod bytes;
pub(crate) mod lines;

/// One result as a program gives it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Answer {
    /// A number.
    Number(f64),
    /// The call panicked, or ended in an error.
    Panicked,
    /// The call burnt all its fuel.
    OutOfFuel,
    /// An argument is no value of its type.
    NoSuchArgument,
}

/// How a program is talked to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// Tables of bytes in files; the program can write each result before the next call.
    Bytes,
    /// Lines on standard input and output.
    Lines,
}
