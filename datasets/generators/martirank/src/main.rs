//! Writes data sets for MartiRank with their manifests.

use generate_martirank::manifest::{render_manifest, test_file, train_file};
use generate_martirank::options::{Job, Options, parse_options};
use generate_martirank::parameters::Parameters;
use generate_martirank::sets::{N_SETS, made_by, set_name, set_parameters};
use generate_martirank::table::make_table;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Exit code for everything the user can fix.
const UNUSABLE_INPUT: u8 = 2;

fn main() -> ExitCode {
    let mut arguments = Vec::new();
    for argument in env::args_os().skip(1) {
        arguments.push(argument.to_string_lossy().into_owned());
    }
    let result = parse_options(&arguments)
        .map_err(|reason| format!("cannot start\n  because {reason}"))
        .and_then(|options| run(&options));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to do when even the message cannot be written.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(UNUSABLE_INPUT)
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let folder = Path::new(&options.folder);
    match &options.job {
        Job::Sets(scale) => {
            for index in 0..N_SETS {
                let parameters = set_parameters(index, *scale);
                write_set(
                    folder,
                    &set_name(index, *scale),
                    &parameters,
                    made_by(*scale),
                )?;
            }
            Ok(())
        }
        Job::Table { name, parameters } => write_set(folder, name, parameters, None),
    }
}

fn write_set(
    folder: &Path,
    name: &str,
    parameters: &Parameters,
    made_by: Option<&str>,
) -> Result<(), String> {
    let table = make_table(parameters);
    let manifest = render_manifest(name, parameters, &table, made_by);
    write(&folder.join(train_file(name)), &table.train)?;
    write(&folder.join(test_file(name)), &table.test)?;
    write(&folder.join(format!("{name}.toml")), &manifest)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|cause| {
        format!(
            "cannot write `{}`\n  because {cause}; name a folder that exists",
            path.display()
        )
    })
}
