//! `killrate mt convert`.

use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use killrate_catalogue::manifest::ProgramManifest;
use killrate_model::hint;
use killrate_mt::{MtError, Spec, folder_of};

use super::Tested;
use super::setup::{manifest, pair};
use crate::console::Console;
use crate::exit::Usage;

/// Print a descriptor, or lines of properties, as a manifest
///
/// Descriptors are XML, in the dialect of the thesis or of ISSTA 2009. A `FUNCTION` becomes an
/// external command: the program that is called after its `CLASS`, with its `METHOD` as argument,
/// unless `--function` says another. Lines of properties need `--command` and `--input`, which
/// become part of the manifest.
#[derive(Debug, Args)]
pub(crate) struct Options {
    #[command(flatten)]
    tested: Tested,
    /// The command of a function, instead of the one that its element says.
    #[arg(long, value_name = "NAME=COMMAND")]
    function: Vec<String>,
}

/// Prints the manifest.
pub(super) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    let Some(path) = &options.tested.spec else {
        let what = "there is nothing to convert; name a descriptor or a file of properties";
        return Err(Usage(what.to_owned()).into());
    };
    let (mut manifest, given) = manifest(&options.tested)?;
    for text in &options.function {
        let (name, command) = pair("--function", text)?;
        let names: Vec<String> = manifest.functions.keys().cloned().collect();
        let function = manifest.functions.get_mut(name);
        let known = function.ok_or_else(|| MtError::Unknown {
            kind: "function",
            name: name.to_owned(),
            hint: hint(name, names.iter().map(String::as_str)),
        })?;
        command.clone_into(&mut known.command);
    }
    manifest.data.extend(given);
    check(&manifest, path)?;
    console.print_data(manifest.to_toml().as_bytes());
    Ok(ExitCode::SUCCESS)
}

/// Whether all fits that does not depend on the programs being there.
fn check(manifest: &ProgramManifest, path: &Path) -> Result<(), MtError> {
    match Spec::resolve(manifest, folder_of(path), path) {
        // A manifest may be converted where the program is not installed.
        Err(MtError::Command(_)) | Ok(_) => Ok(()),
        Err(error) => Err(error),
    }
}
