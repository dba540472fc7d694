//! `killrate check`.

use std::process::ExitCode;

use killrate_catalogue::{Catalogue, CatalogueError, inspect};

use crate::console::Console;
use crate::exit::INVALID;

/// Checks everything, prints a line for each, and fails if any line is bad.
pub(crate) fn run(console: &Console) -> anyhow::Result<ExitCode> {
    let catalogue = console.catalogue()?;
    let mut n_bad = 0;
    let mut n_good = 0;
    let mut n_absent = 0;
    for inspected in inspect(&catalogue) {
        let found = inspected.result.map_err(anyhow::Error::from);
        // The catalogue knows no policy but by name; what there is in the analysis is looked at
        // here.
        let result = found.and_then(|()| check_policy(&catalogue, inspected.kind, &inspected.name));
        match result {
            Ok(()) => {
                n_good += 1;
                console.print(&format!("ok   {} {}\n", inspected.kind, inspected.name));
            }
            // Data that are made when they are needed are as they should be when they are not there.
            Err(error) if is_not_made(&error) => {
                n_absent += 1;
                console.print(&format!(
                    "-    {} {}: {error}\n",
                    inspected.kind, inspected.name
                ));
            }
            Err(error) => {
                n_bad += 1;
                console.print(&format!("bad  {} {}\n", inspected.kind, inspected.name));
                console.fail(&error);
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

fn is_not_made(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(CatalogueError::NotMade { .. }))
}

/// Whether the policy that a study names exists, which nothing below the analysis can tell.
#[cfg(feature = "analysis")]
fn check_policy(catalogue: &Catalogue, kind: &str, name: &str) -> anyhow::Result<()> {
    if kind == "study" {
        let (study, path) = catalogue.study(name)?;
        crate::policies::refuse_unknown(&path, &study.policy)?;
    }
    Ok(())
}

#[cfg(not(feature = "analysis"))]
fn check_policy(_catalogue: &Catalogue, _kind: &str, _name: &str) -> anyhow::Result<()> {
    Ok(())
}
