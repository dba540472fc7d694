//! Writes pairs of matrices with their manifests, or the special cases with what comes out.

use generate_sparse_matrix::manifest::{file_names, render_manifest};
use generate_sparse_matrix::matrix::Values;
use generate_sparse_matrix::sets::{N_SPECIAL, all_sets, special};
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str =
    "usage: generate-sparse-matrix sets --seed N --into FOLDER, or cases --seed N --into FOLDER";

/// Exit code for everything the user can fix.
const UNUSABLE_INPUT: u8 = 2;

fn main() -> ExitCode {
    let mut arguments = Vec::new();
    for argument in env::args_os().skip(1) {
        arguments.push(argument.to_string_lossy().into_owned());
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to do when even the message cannot be written.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(UNUSABLE_INPUT)
        }
    }
}

fn run(arguments: &[&str]) -> Result<(), String> {
    let &[verb, "--seed", seed, "--into", folder] = arguments else {
        return Err(USAGE.to_owned());
    };
    let seed: u64 = { seed.parse() }
        .map_err(|_| format!("the seed `{seed}` is not a whole number; {USAGE}"))?;
    let folder = Path::new(folder);
    match verb {
        "sets" => {
            for set in all_sets(seed) {
                for (name, matrix) in file_names(&set.name).iter().zip([&set.a, &set.b]) {
                    write(&folder.join(name), &matrix.render())?;
                }
                let manifest = folder.join(format!("{}.toml", set.name));
                write(&manifest, &render_manifest(&set, seed))?;
            }
            Ok(())
        }
        "cases" => {
            for number in 1..=N_SPECIAL {
                let case = special(number, Values::Positive, seed);
                let folder = folder.join(format!("sc{number}"));
                write(&folder.join("a.mtx"), &case.a.render())?;
                write(&folder.join("b.mtx"), &case.b.render())?;
                if let Some(product) = case.product {
                    write(&folder.join("product.expected"), &product.render())?;
                }
            }
            Ok(())
        }
        _ => Err(format!("there is no verb `{verb}`; {USAGE}")),
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .map_err(|cause| {
            format!(
                "cannot write `{}`\n  because {cause}; name a folder that can be written to",
                path.display()
            )
        })
}
