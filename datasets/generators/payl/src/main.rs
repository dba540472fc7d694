//! Writes the data sets for PAYL with their manifests.

use generate_payl::manifest::{render_manifest, test_file, train_file};
use generate_payl::sets::SETS;
use generate_payl::traffic::make_traffic;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Exit code for everything the user can fix.
const UNUSABLE_INPUT: u8 = 2;

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let result = match arguments.as_slice() {
        [flag, folder] if flag == "--into" => write_sets(Path::new(folder)),
        _ => Err("cannot start\n  because usage: generate-payl --into FOLDER".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to do when even the message cannot be written.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(UNUSABLE_INPUT)
        }
    }
}

fn write_sets(folder: &Path) -> Result<(), String> {
    for (name, title, parameters) in &SETS {
        let traffic = make_traffic(parameters);
        let manifest = render_manifest(name, title, parameters, &traffic);
        write(&folder.join(train_file(name)), &traffic.train)?;
        write(&folder.join(test_file(name)), &traffic.test)?;
        write(&folder.join(format!("{name}.toml")), &manifest)?;
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|cause| {
        format!(
            "cannot write `{}`\n  because {cause}; name a folder that exists",
            path.display()
        )
    })
}
