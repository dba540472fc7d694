//! `killrate check`.

use std::process::ExitCode;

use killrate_catalogue::{CatalogueError, inspect};

use crate::console::Console;
use crate::exit::INVALID;

/// Checks everything, prints a line for each, and fails if any line is bad.
pub(crate) fn run(console: &Console) -> anyhow::Result<ExitCode> {
    let catalogue = console.catalogue()?;
    let mut n_bad = 0;
    let mut n_good = 0;
    let mut n_absent = 0;
    for inspected in inspect(&catalogue) {
        match inspected.result {
            Ok(()) => {
                n_good += 1;
                console.print(&format!("ok   {} {}\n", inspected.kind, inspected.name));
            }
            // Data that are made when they are needed are as they should be when they are not there.
            Err(error @ CatalogueError::NotMade { .. }) => {
                n_absent += 1;
                console.print(&format!(
                    "-    {} {}: {error}\n",
                    inspected.kind, inspected.name
                ));
            }
            Err(error) => {
                n_bad += 1;
                console.print(&format!("bad  {} {}\n", inspected.kind, inspected.name));
                console.fail(&error.into());
            }
        }
    }
    let absent = match n_absent {
        0 => String::new(),
        n => format!(", {n} without their data"),
    };
    console.print(&format!("{n_good} good, {n_bad} bad{absent}\n"));
    Ok(if n_bad == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(INVALID)
    })
}
