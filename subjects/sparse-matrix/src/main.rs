//! Multiplies two matrices and writes their product.

use sparse_matrix::error::InputError;
use sparse_matrix::multiply::multiply;
use sparse_matrix::options::{Options, parse_options};
use sparse_matrix::read::read_matrix;
use sparse_matrix::write::write_matrix;
use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

/// Exit code for everything the user can fix.
const UNUSABLE_INPUT: u8 = 2;

fn main() -> ExitCode {
    let mut arguments = Vec::new();
    for argument in env::args_os().skip(1) {
        arguments.push(argument.to_string_lossy().into_owned());
    }
    match parse_options(&arguments).and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to do when even the message cannot be written.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(UNUSABLE_INPUT)
        }
    }
}

fn run(options: &Options) -> Result<(), InputError> {
    let a = read_matrix(&options.a)?;
    let b = read_matrix(&options.b)?;
    if a.n_columns != b.n_rows {
        return Err(InputError::Shapes {
            n_columns: a.n_columns,
            n_rows: b.n_rows,
        });
    }
    write_matrix(&options.product, &multiply(&a, &b))
}
