//! `killrate check`.

use std::process::ExitCode;

use killrate_study::check;

use crate::console::Console;
use crate::exit::INVALID;

/// Checks everything, prints a line for each, and fails if any line is bad.
pub(crate) fn run(console: &Console) -> anyhow::Result<ExitCode> {
    let catalogue = console.catalogue()?;
    let mut n_bad = 0;
    let mut n_good = 0;
    for checked in check(&catalogue) {
        match checked.result {
            Ok(()) => {
                n_good += 1;
                console.print(&format!("ok   {} {}\n", checked.kind, checked.name));
            }
            Err(error) => {
                n_bad += 1;
                console.print(&format!("bad  {} {}\n", checked.kind, checked.name));
                console.fail(&error.into());
            }
        }
    }
    console.print(&format!("{n_good} good, {n_bad} bad\n"));
    Ok(if n_bad == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(INVALID)
    })
}
