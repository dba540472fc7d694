//! `killrate init`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use killrate_model::SubjectName;
use killrate_mutator::{Dependency, Offer, Package, lock_driver};

use crate::console::Console;
use crate::exit::Invalid;
use crate::verbs::init_files;

/// Make a Cargo package a subject.
///
/// Writes `subjects/NAME/subject.toml` for the program of a package. For a library it writes a
/// driver as well: a small package whose program you complete with calls of the library. The
/// package itself is read and never changed.
///
/// Afterwards, `killrate mutants NAME` lists its mutants; say in the manifest what goes in and what
/// comes out, add properties, and name it in a study.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The folder of a Cargo package, or a package of crates.io with its version, such as
    /// `libm@0.2.16`.
    package: String,
    /// The name of the subject; that of the package when left out.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Which program of the package, where it has several.
    #[arg(long, value_name = "NAME")]
    binary: Option<String>,
}

/// Makes a package a subject.
pub(crate) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    let catalogue = console.catalogue()?;
    let subjects = std::path::absolute(catalogue.root())?.join("subjects");
    let package = Path::new(&options.package);
    let published = options
        .package
        .split_once('@')
        // The name of a folder may have an `@` in it.
        .filter(|_| !package.exists());
    let (name, files) = match published {
        Some((name, version)) => {
            let library =
                Dependency::published(name, version).map_err(|error| Invalid(error.to_string()))?;
            let subject = subject_name(options, name)?;
            let files = init_files::of_library(&subject, &library);
            (subject, files)
        }
        None => {
            let offer = Package::offers(package).map_err(killrate_mutator::MutatorError::from)?;
            let subject = subject_name(options, &offer.name)?;
            let path = seen_from(&subjects.join(subject.as_str()), package)?;
            let files = match choose(&offer, options.binary.as_deref())? {
                Some(binary) => {
                    let binary = (offer.binaries.len() > 1).then_some(binary);
                    init_files::of_program(&subject, &path, binary)
                }
                None => init_files::of_library(&subject, &Dependency::at(&offer.name, &path)),
            };
            (subject, files)
        }
    };
    let folder = subjects.join(name.as_str());
    write(&folder, &files)?;
    console.print(&format!("{}\n", folder.display()));
    console.note(&format!(
        "`killrate mutants {name}` lists the mutants; next, describe inputs and outputs in `{}`",
        folder.join("subject.toml").display()
    ));
    Ok(ExitCode::SUCCESS)
}

fn subject_name(options: &Options, package: &str) -> Result<SubjectName, Invalid> {
    let text = options.name.as_deref().unwrap_or(package);
    SubjectName::new(text).map_err(|error| {
        Invalid(format!(
            "cannot name a subject so: {error}; choose a --name"
        ))
    })
}

/// The program to study; `None` when there is a library only.
fn choose<'a>(offer: &'a Offer, wanted: Option<&'a str>) -> Result<Option<&'a str>, Invalid> {
    let known = offer.binaries.join(", ");
    match (offer.binaries.as_slice(), wanted) {
        ([], None) => Ok(None),
        ([], Some(_)) => Err(Invalid(format!(
            "package `{}` is a library and has no programs; leave --binary out",
            offer.name
        ))),
        (binaries, Some(wanted)) => {
            if binaries.iter().any(|binary| binary == wanted) {
                Ok(Some(wanted))
            } else {
                Err(Invalid(format!(
                    "package `{}` has no program `{wanted}`; it has {known}",
                    offer.name
                )))
            }
        }
        ([only], None) => Ok(Some(only)),
        (_, None) => Err(Invalid(format!(
            "package `{}` has the programs {known}; choose one with --binary",
            offer.name
        ))),
    }
}

/// The path to a folder as a manifest in another folder names it.
fn seen_from(folder: &Path, target: &Path) -> anyhow::Result<String> {
    // Links are followed on both sides, or `..` would lead to another folder than it seems to.
    let target = target.canonicalize().context("cannot find the package")?;
    let folder = canonical(folder);
    let n_shared = folder
        .components()
        .zip(target.components())
        .take_while(|(a, b)| a == b)
        .count();
    let up = folder.components().skip(n_shared).map(|_| "..".as_ref());
    let down = target.components().skip(n_shared);
    let path: PathBuf = up.chain(down.map(|part| part.as_os_str())).collect();
    match path.to_str() {
        Some(path) => Ok(path.to_owned()),
        None => {
            let problem = format!(
                "the path `{}` is not UTF-8, and a manifest can hold no other; move the package",
                target.display()
            );
            Err(Invalid(problem).into())
        }
    }
}

/// The real path of a folder that need not be there yet.
fn canonical(folder: &Path) -> PathBuf {
    let mut ancestors = folder.ancestors();
    let found = ancestors.find_map(|path| Some((path, path.canonicalize().ok()?)));
    match found {
        Some((known, real)) => real.join(folder.strip_prefix(known).unwrap_or(Path::new(""))),
        None => folder.to_owned(),
    }
}

/// Writes all files or none: a folder beside the place is filled first and then renamed.
fn write(folder: &Path, files: &[(&str, String)]) -> anyhow::Result<()> {
    if folder.exists() {
        let problem = format!(
            "there is something at `{}` already; remove it or choose another --name",
            folder.display()
        );
        return Err(Invalid(problem).into());
    }
    let parent = folder.parent().context("a subject is in a folder")?;
    std::fs::create_dir_all(parent)?;
    // It is beside its final place, so that it can be renamed into it, and hidden, so that no
    // catalogue takes it for a subject meanwhile.
    let part = tempfile::Builder::new()
        .prefix(".init-")
        .tempdir_in(parent)?;
    for (path, text) in files {
        let path = part.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(part.path()))?;
        std::fs::write(&path, text)
            .with_context(|| format!("cannot write `{}`", path.display()))?;
    }
    // By its lock file the content of a published library is part of what the subject is made of.
    if files.iter().any(|(path, _)| *path == "Cargo.toml") {
        lock_driver(part.path())?;
    }
    std::fs::rename(part.path(), folder)?;
    // It is where it belongs, so there is nothing to clean up.
    let _ = part.keep();
    Ok(())
}
