//! What a study of functions is about.

use std::collections::BTreeMap;
use std::path::Path;

use killrate_mutator::{Dependency, DependencyError};
use serde::Deserialize;

use crate::error::FunctionsError;

/// What a study of functions is about.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Manifest {
    /// The version of this format, 1.
    pub format: u32,
    /// What the study is about, in a line.
    pub title: String,
    /// The seed of everything random.
    pub seed: u64,
    /// How many mutants of each function are checked at most, chosen by the seed.
    pub most_mutants: usize,
    /// On how many inputs each relation is checked.
    pub n_inputs: usize,
    /// On how many inputs a mutant is compared with the original.
    pub n_probes: usize,
    /// The packages that implement the functions.
    #[serde(rename = "implementation")]
    pub implementations: Vec<Implementation>,
}

/// A package that implements functions.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Implementation {
    /// The package with its version, such as `libm@0.2.16`.
    pub package: String,
    /// What the package calls each function of the study.
    pub functions: BTreeMap<String, String>,
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// When it cannot be read or says something else.
    pub fn read(path: &Path) -> Result<Self, FunctionsError> {
        let text = killrate_files::read_to_string(path).map_err(|source| FunctionsError::File {
            action: "read",
            path: path.to_owned(),
            source,
        })?;
        toml::from_str(&text).map_err(|source| FunctionsError::Manifest {
            path: path.to_owned(),
            source: Box::new(source),
        })
    }
}

impl Implementation {
    /// The package as a dependency.
    pub(crate) fn dependency(&self) -> Result<Dependency, FunctionsError> {
        let (name, version) = self.package.split_once('@').unwrap_or((&self.package, ""));
        Dependency::published(name, version).map_err(|source: DependencyError| {
            FunctionsError::Package {
                name: self.package.clone(),
                source,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The folder of the studies of functions.
    fn folder() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/functions")
    }

    #[test]
    fn the_example_of_the_readme_is_a_study() {
        let readme = std::fs::read_to_string(folder().join("README.md")).unwrap();
        let (_, rest) = readme.split_once("```toml\n").unwrap();
        let (text, _) = rest.split_once("```").unwrap();
        let manifest: Manifest = toml::from_str(text).unwrap();
        assert_eq!(manifest.implementations.len(), 2);
        let dependency = manifest.implementations[0].dependency().unwrap();
        assert_eq!(dependency.line, "libm = \"=0.2.16\"");
    }

    #[test]
    fn every_function_of_the_papers_study_is_in_two_packages_where_two_have_it() {
        let manifest = Manifest::read(&folder().join("mri.toml")).unwrap();
        let names = |at: usize| manifest.implementations[at].functions.keys();
        let only_in_first: Vec<&String> = names(0)
            .filter(|name| !names(1).any(|n| n == *name))
            .collect();
        assert_eq!(only_in_first, ["abs_d", "abs_f"]);
    }

    #[test]
    fn a_key_that_is_not_known_is_refused_with_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.toml");
        std::fs::write(&path, "format = 1\ntilte = 'a'\n").unwrap();
        let error = Manifest::read(&path).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("cannot use `{}`; correct it", path.display())
        );
        let cause = std::error::Error::source(&error).unwrap().to_string();
        assert!(cause.contains("unknown field `tilte`"), "{cause}");
    }
}
