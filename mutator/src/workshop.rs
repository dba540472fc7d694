//! A copy of a package in which woven and mutated versions are tried out.

use std::path::{Path, PathBuf};

use killrate_model::{Mutant, MutantClass};

use crate::cargo::{self, CargoAnswer, Step};
use crate::copy;
use crate::error::MutatorError;
use crate::instruments::Standing;
use crate::package::Package;
use crate::render::{Woven, render};
use crate::runtime::write_runtime;
use crate::sites::Sites;
use crate::source::Source;

/// A copy of a package, the runtime beside it, and a target folder.
pub(crate) struct Workshop {
    source: PathBuf,
    target: PathBuf,
    package: Package,
    builds_tests: bool,
}

impl Workshop {
    /// Copies a package into `folder`, with the runtime as a dependency.
    pub(crate) fn open(package: &Package, folder: &Path) -> Result<Self, MutatorError> {
        let runtime = folder.join("rt");
        write_runtime(&runtime)?;
        let workshop = Self {
            source: folder.join("source"),
            target: folder.join("target"),
            package: package.clone(),
            builds_tests: false,
        };
        copy::copy(package, &workshop.source, Some(&runtime))?;
        Ok(workshop)
    }

    /// Lets test programs be built beside the woven one, which takes less time than after it.
    ///
    /// Those of a package with a driver are built apart from the driver's program.
    pub(crate) fn with_tests(mut self, builds_tests: bool) -> Self {
        self.builds_tests = builds_tests && self.package.driver.is_none();
        self
    }

    /// The folder of the copy.
    pub(crate) fn source(&self) -> &Path {
        &self.source
    }

    /// The folder of build results.
    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// The name of the package.
    pub(crate) fn package_name(&self) -> &str {
        &self.package.name
    }

    /// Puts the woven text of every file in place.
    pub(crate) fn write_woven(
        &self,
        sites: &Sites,
        standing: &Standing,
    ) -> Result<Vec<Woven>, MutatorError> {
        let files = sites.files.iter().enumerate();
        files
            .map(|(index, file)| {
                let woven = render(index, file, standing);
                self.write_calling_runtime(&file.source, &woven.text)?;
                Ok(woven)
            })
            .collect()
    }

    /// Puts every file in place as written, except that one mutant is spliced in if given.
    pub(crate) fn write_plain(
        &self,
        sites: &Sites,
        mutant: Option<&Mutant>,
    ) -> Result<(), MutatorError> {
        for file in &sites.files {
            let source = &file.source;
            match mutant.filter(|mutant| mutant.file == source.path) {
                Some(mutant) => self.write(&source.path, &splice(source, mutant))?,
                None => self.write(&source.path, &source.text)?,
            }
        }
        Ok(())
    }

    /// Puts a text that calls the runtime in the place of a file.
    pub(crate) fn write_calling_runtime(
        &self,
        source: &Source,
        text: &str,
    ) -> Result<(), MutatorError> {
        let declaration = if self.needs_extern_crate(source) {
            "\nextern crate killrate_rt;\n"
        } else {
            ""
        };
        self.write(&source.path, &format!("{text}{declaration}"))
    }

    /// Asks cargo.
    pub(crate) fn run(&self, step: Step) -> Result<CargoAnswer, MutatorError> {
        let folder = copy::built_folder(&self.package, &self.source);
        if self.builds_tests && step == Step::BuildWoven {
            let step = Step::BuildWovenAndTests;
            let answer = cargo::run(&folder, &self.target, &self.package, step)?;
            // Whether the tests compile is said by those who want them.
            if answer.is_success {
                return Ok(answer);
            }
        }
        let mut answer = cargo::run(&folder, &self.target, &self.package, step)?;
        if self.package.driver.is_some() {
            answer
                .messages
                .rename_files(|file| self.seen_from_source(file));
        }
        if !answer.is_success && answer.messages.errors.is_empty() {
            return Err(MutatorError::Cargo {
                package: self.package.name.clone(),
                complaint: answer.complaint,
            });
        }
        Ok(answer)
    }

    /// The compiler names the driver's files as seen from the driver, and all others in full.
    fn seen_from_source(&self, file: &str) -> String {
        let source = [Some(self.source.clone()), self.source.canonicalize().ok()];
        let mut roots = source.iter().flatten();
        match roots.find_map(|root| Path::new(file).strip_prefix(root).ok()) {
            Some(path) => path.to_string_lossy().replace('\\', "/"),
            None => format!("driver/{file}"),
        }
    }

    fn write(&self, path: &str, text: &str) -> Result<(), MutatorError> {
        Ok(copy::write(&self.source.join(path), text)?)
    }

    /// Since 2018 dependencies are in scope by themselves.
    fn needs_extern_crate(&self, source: &Source) -> bool {
        let is_root = |root: &PathBuf| root == Path::new(&source.path);
        self.package.edition() == "2015" && self.package.crate_roots.iter().any(is_root)
    }
}

/// The text of a file with a mutant in place of its expression.
///
/// In parentheses, so that it is one node of the syntax tree whatever stands around it.
pub(crate) fn splice(source: &Source, mutant: &Mutant) -> String {
    let range = mutant.start as usize..mutant.end as usize;
    source.with(&range, &replacement(mutant))
}

/// What stands in place of a mutant's expression in a traditional build.
pub(crate) fn replacement(mutant: &Mutant) -> String {
    match mutant.class {
        // A statement need not end in a semicolon, and something in parentheses must. A placebo is any
        // text, and need not be an expression.
        MutantClass::StatementDeletion | MutantClass::Placebo => mutant.after.clone(),
        _ => format!("({})", mutant.after),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::instruments::Settings;
    use crate::weave::find_in;

    #[test]
    fn every_mutant_parses_and_no_two_are_the_same() {
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/awkward");
        let package = Package::find(&fixture).unwrap();
        let sites = find_in(&package, &Settings::mutants(&MutantClass::PAPERS.into())).unwrap();
        let mut texts = BTreeSet::new();
        for mutant in &sites.mutants {
            let files = &mut sites.files.iter().map(|file| &file.source);
            let source = files.find(|source| source.path == mutant.file).unwrap();
            let text = splice(source, mutant);
            let after: Result<syn::Expr, _> = syn::parse_str(&mutant.after);
            assert!(after.is_ok(), "{}", mutant.id);
            assert_ne!(text, source.text, "{}", mutant.id);
            assert!(texts.insert((mutant.file.clone(), text)), "{}", mutant.id);
        }
        assert_eq!(texts.len(), 554);
    }
}
