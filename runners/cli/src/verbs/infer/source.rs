//! From what was typed to what is called.

use std::path::Path;

use anyhow::Context;
use killrate_calls::{Callable, Surroundings, of_command, of_crate, of_library};
use killrate_mutator::Dependency;

use super::Options;
use crate::exit::{Invalid, Usage};

/// Where the function is.
pub(super) enum Source {
    /// In a crate, with the text that says which function.
    Crate(Dependency, String),
    /// Behind a command.
    Command(String),
    /// In a shared library.
    Library(std::path::PathBuf, String),
}

/// What the options name.
pub(super) fn of(options: &Options) -> anyhow::Result<Source> {
    if let Some(line) = &options.command {
        return Ok(Source::Command(line.clone()));
    }
    let function = || {
        options.function.clone().ok_or_else(|| {
            Usage("it is not said which function is meant; name it with `--function`".to_owned())
        })
    };
    if let Some(library) = &options.library {
        return Ok(Source::Library(library.clone(), function()?));
    }
    match (&options.what, &options.package) {
        (Some(what), Some(package)) => Ok(Source::Crate(dependency(package)?, what.clone())),
        (None, Some(package)) => Ok(Source::Crate(dependency(package)?, function()?)),
        (Some(folder), None) if Path::new(folder).is_dir() => {
            Ok(Source::Crate(in_folder(Path::new(folder))?, function()?))
        }
        (Some(what), None) => Err(Usage(format!(
            "`{what}` is no folder of a crate; say with `--crate` which crate has it, as in `--crate libm@0.2.16`"
        ))
        .into()),
        (None, None) => Err(Usage(
            "there is nothing to infer from; name a function and its crate, or give `--command`"
                .to_owned(),
        )
        .into()),
    }
}

fn dependency(package: &str) -> anyhow::Result<Dependency> {
    if Path::new(package).is_dir() {
        return in_folder(Path::new(package));
    }
    let (name, version) = package.split_once('@').unwrap_or((package, ""));
    Dependency::published(name, version).map_err(|error| Invalid(error.to_string()).into())
}

/// The package in a folder, by its manifest.
fn in_folder(folder: &Path) -> anyhow::Result<Dependency> {
    let manifest = folder.join("Cargo.toml");
    let text = std::fs::read_to_string(&manifest)
        .with_context(|| format!("cannot read `{}`", manifest.display()))?;
    let name = package_name(&text).ok_or_else(|| {
        Invalid(format!(
            "`{}` names no package; give the folder of a library",
            manifest.display()
        ))
    })?;
    let folder = std::path::absolute(folder)
        .with_context(|| format!("cannot find `{}`", folder.display()))?;
    let folder = folder.to_str().ok_or_else(|| {
        Invalid(format!(
            "the path `{}` is not UTF-8; move the crate",
            folder.display()
        ))
    })?;
    Ok(Dependency::at(&name, folder))
}

fn package_name(manifest: &str) -> Option<String> {
    let manifest: toml::Table = manifest.parse().ok()?;
    let name = manifest.get("package")?.get("name")?;
    Some(name.as_str()?.to_owned())
}

impl Source {
    /// The function, ready to be called.
    pub(super) fn callable(
        &self,
        options: &Options,
        woven: &Path,
        surroundings: Surroundings<'_>,
    ) -> anyhow::Result<Callable> {
        let here = Path::new(".");
        Ok(match self {
            Self::Crate(dependency, text) => {
                of_crate(dependency, text, [].into(), woven, surroundings, &|_| {})?
            }
            Self::Command(line) => of_command(line, options.arguments, here, surroundings)?,
            Self::Library(path, function) => {
                of_library(path, function, options.arguments, woven, surroundings)?
            }
        })
    }
}
