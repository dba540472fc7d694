//! What there is to study: the subjects, data sets and studies below one folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use killrate_model::{Blob, DataSet, DataSetName, Digest, NameError, StudyName, SubjectName, hint};
use killrate_mutator::MutatorError;
use walkdir::WalkDir;

use crate::manifest::{DataSetManifest, ManifestError, StudyManifest, SubjectManifest, load};
use crate::refuse::value_error;
use crate::shown::check_shown;

/// The subjects, data sets and studies below a project's root.
#[derive(Debug, Clone)]
pub struct Catalogue {
    root: PathBuf,
    subjects: BTreeMap<SubjectName, PathBuf>,
    data_sets: BTreeMap<DataSetName, PathBuf>,
    studies: BTreeMap<StudyName, PathBuf>,
}

/// Why something cannot be had from the catalogue.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// No project here.
    #[error("there is no killrate project at `{from}` or above it: no folder with both `subjects` and `datasets`; go to one or name it with --root", from = from.display())]
    NoRoot {
        /// Where the search began.
        from: PathBuf,
    },
    /// A folder cannot be listed.
    #[error("cannot list `{path}`", path = path.display())]
    List {
        /// Which folder.
        path: PathBuf,
        /// Why.
        #[source]
        source: walkdir::Error,
    },
    /// A name that nothing has.
    #[error("there is no {kind} `{name}`; {hint}")]
    Unknown {
        /// Subject, data set or study.
        kind: &'static str,
        /// The name that was written.
        name: String,
        /// The nearest name, or all there are.
        hint: String,
    },
    /// Two data sets of one name.
    #[error("there are two data sets `{name}`, `{first}` and `{second}`; rename one", first = first.display(), second = second.display())]
    Twice {
        /// The name.
        name: String,
        /// One manifest.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
    /// Files that are made when they are needed, and were not.
    #[error("the files of data set `{name}` are not there; make them with `{made_by}`")]
    NotMade {
        /// Which data set.
        name: String,
        /// The command.
        made_by: String,
    },
    /// A manifest that cannot be used.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// The sources of a subject cannot be read, or a placebo does not fit them.
    #[error(transparent)]
    Sources(#[from] MutatorError),
    /// A file that is not what its manifest says.
    #[error("`{path}` is not the file that `{manifest}` describes: its SHA-256 is {found}, key `files.{input}.sha256` says {expected}; restore the file or, if the change is meant, correct the key", path = path.display(), manifest = manifest.display())]
    Checksum {
        /// Which file.
        path: PathBuf,
        /// Which manifest.
        manifest: PathBuf,
        /// For which input.
        input: String,
        /// The digest it should have.
        expected: Digest,
        /// The digest it has.
        found: Digest,
    },
}

impl Catalogue {
    /// The catalogue of the project that holds `start`, or of `start` itself.
    ///
    /// # Errors
    /// When there is no project there, or its folders cannot be listed.
    pub fn find(start: &Path) -> Result<Self, CatalogueError> {
        let root = start
            .ancestors()
            .find(|path| is_root(path))
            .ok_or_else(|| CatalogueError::NoRoot {
                from: start.to_owned(),
            })?;
        Self::at(root)
    }

    /// The catalogue of the project whose root is this folder.
    ///
    /// # Errors
    /// When there is no project there, or its folders cannot be listed.
    pub fn at(root: &Path) -> Result<Self, CatalogueError> {
        if !is_root(root) {
            return Err(CatalogueError::NoRoot {
                from: root.to_owned(),
            });
        }
        let mut catalogue = Self {
            root: root.to_owned(),
            subjects: BTreeMap::new(),
            data_sets: BTreeMap::new(),
            studies: BTreeMap::new(),
        };
        let studies = root.join("datasets/studies");
        let functions = catalogue.functions_folder();
        // A folder whose name cannot be a name is no subject or study, and may be there for
        // something else.
        for path in manifests(&root.join("subjects"), "subject.toml")? {
            if let Some(name) = folder_name(&root.join("subjects"), &path) {
                catalogue.subjects.insert(name, path);
            }
        }
        for path in manifests(&studies, "study.toml")? {
            if let Some(name) = folder_name(&studies, &path) {
                catalogue.studies.insert(name, path);
            }
        }
        for path in manifests(&root.join("datasets"), ".toml")? {
            let stem = path
                .file_stem()
                .and_then(|stem| stem.to_str())
                .unwrap_or_default();
            // The manifests of studies, also of those of functions, are TOML files below `datasets`
            // too. Data sets alone are named by their files and not by their folders, so two of them
            // may meet in a name.
            let is_study = path.starts_with(&studies) || path.starts_with(&functions);
            if let (false, Ok(name)) = (is_study, DataSetName::new(stem))
                && let Some(first) = catalogue.data_sets.insert(name.clone(), path.clone())
            {
                let name = name.to_string();
                return Err(CatalogueError::Twice {
                    name,
                    first,
                    second: path,
                });
            }
        }
        Ok(catalogue)
    }

    /// The project's root.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where studies of numeric functions are, a file each.
    pub fn functions_folder(&self) -> PathBuf {
        self.root.join("datasets/functions")
    }

    /// Where the record of a study goes unless another place is named.
    pub fn record_folder(&self, study: &str) -> PathBuf {
        self.root.join("records").join(study)
    }

    /// Where the record of a study is that comes with the project, if there is one.
    pub fn committed_record(&self, study: &str) -> PathBuf {
        self.root.join("datasets/records").join(study)
    }

    /// The record of a study to read: that of a run here, and else the one that comes with the project.
    pub fn known_record(&self, study: &str) -> PathBuf {
        let (own, committed) = (self.record_folder(study), self.committed_record(study));
        if !own.is_dir() && committed.is_dir() {
            committed
        } else {
            own
        }
    }

    /// The papers' tables as data.
    pub fn published(&self) -> PathBuf {
        self.root.join("datasets/published")
    }

    /// The properties of a subject that people keep besides those of its manifest.
    pub fn saved_properties(&self, subject: &SubjectName) -> PathBuf {
        self.root.join("properties").join(format!("{subject}.txt"))
    }

    /// The names of all subjects.
    pub fn subjects(&self) -> impl Iterator<Item = &SubjectName> {
        self.subjects.keys()
    }

    /// The names of all data sets.
    pub fn data_sets(&self) -> impl Iterator<Item = &DataSetName> {
        self.data_sets.keys()
    }

    /// The names of all studies.
    pub fn studies(&self) -> impl Iterator<Item = &StudyName> {
        self.studies.keys()
    }

    /// A subject's manifest and its folder.
    ///
    /// # Errors
    /// When there is no such subject or its manifest cannot be used.
    pub fn subject(&self, name: &str) -> Result<(SubjectManifest, PathBuf), CatalogueError> {
        let path = self.path_of("subject", name, &self.subjects)?;
        let manifest: SubjectManifest = load(path)?;
        // The place is what people search by and the name is what tables show, so they must not
        // differ.
        check_name(path, manifest.name.as_str(), name)?;
        check_shown(&manifest, path)?;
        if let Some(problem) = manifest.interface.problem_of_numbers() {
            return Err(value_error(path, "interface.numbers".to_owned(), problem));
        }
        let folder = path.parent().expect("a manifest is in a folder");
        Ok((manifest, folder.to_owned()))
    }

    /// A study's manifest and its path.
    ///
    /// # Errors
    /// When there is no such study or its manifest cannot be used.
    pub fn study(&self, name: &str) -> Result<(StudyManifest, PathBuf), CatalogueError> {
        let path = self.path_of("study", name, &self.studies)?;
        Ok((load(path)?, path.clone()))
    }

    /// A data set's manifest and its path.
    ///
    /// # Errors
    /// When there is no such data set or its manifest cannot be used.
    pub fn data_set_manifest(
        &self,
        name: &str,
    ) -> Result<(DataSetManifest, PathBuf), CatalogueError> {
        let path = self.path_of("data set", name, &self.data_sets)?;
        let manifest: DataSetManifest = load(path)?;
        check_name(path, manifest.name.as_str(), name)?;
        Ok((manifest, path.clone()))
    }

    /// A data set with its files, each checked against its digest.
    ///
    /// # Errors
    /// When there is no such data set, a file is missing, or a file is not the one described.
    pub fn data_set(&self, name: &str) -> Result<DataSet, CatalogueError> {
        let (manifest, manifest_path) = self.data_set_manifest(name)?;
        let folder = manifest_path.parent().expect("a manifest is in a folder");
        let mut inputs = BTreeMap::new();
        for (input, entry) in &manifest.files {
            let path = folder.join(&entry.path);
            // A file that nobody can make again is missing by mistake, and `read_blob` tells that.
            if let (Some(made_by), false) = (&manifest.made_by, path.exists()) {
                return Err(CatalogueError::NotMade {
                    name: name.to_owned(),
                    made_by: made_by.clone(),
                });
            }
            let blob = read_blob(&path)?;
            if blob.digest() != entry.sha256 {
                return Err(CatalogueError::Checksum {
                    path,
                    manifest: manifest_path,
                    input: input.to_string(),
                    expected: entry.sha256,
                    found: blob.digest(),
                });
            }
            inputs.insert(input.clone(), blob);
        }
        Ok(DataSet {
            name: manifest.name,
            inputs,
            numbers: manifest.numbers,
        })
    }

    /// Every data set that some study runs this subject on and whose files are there, in order.
    ///
    /// # Errors
    /// When a manifest or a file of them cannot be used.
    pub fn data_sets_of(&self, subject: &str) -> Result<Vec<DataSet>, CatalogueError> {
        // Several studies may name a data set, which is one all the same; the map also puts them in
        // order.
        let mut data_sets = BTreeMap::new();
        for study in self.studies() {
            let (manifest, _) = self.study(study.as_str())?;
            let entries = manifest
                .subjects
                .iter()
                .filter(|entry| entry.name.as_str() == subject);
            for name in entries.flat_map(|entry| &entry.data_sets) {
                match self.data_set(name.as_str()) {
                    // Large data that nobody made are no reason to do without the rest.
                    Err(CatalogueError::NotMade { .. }) => {}
                    data_set => {
                        data_sets.insert(name.clone(), data_set?);
                    }
                }
            }
        }
        Ok(data_sets.into_values().collect())
    }

    fn path_of<'a, N: Ord + std::str::FromStr<Err = NameError> + AsRef<str>>(
        &self,
        kind: &'static str,
        name: &str,
        paths: &'a BTreeMap<N, PathBuf>,
    ) -> Result<&'a PathBuf, CatalogueError> {
        // Names are compared as texts, because what somebody typed may be no name at all and still
        // deserves a hint.
        paths
            .iter()
            .find(|(known, _)| known.as_ref() == name)
            .map(|(_, path)| path)
            .ok_or_else(|| CatalogueError::Unknown {
                kind,
                name: name.to_owned(),
                hint: match name.parse::<N>() {
                    Ok(_) => hint(name, paths.keys().map(AsRef::as_ref)),
                    // There may be a folder of this name, which the catalogue cannot have.
                    Err(error) => error.to_string(),
                },
            })
    }
}

fn is_root(path: &Path) -> bool {
    path.join("subjects").is_dir() && path.join("datasets").is_dir()
}

/// The content of a file that a manifest names.
pub fn read_blob(path: &Path) -> Result<Blob, ManifestError> {
    let bytes = killrate_files::read(path).map_err(|source| ManifestError::Read {
        path: path.to_owned(),
        source,
    })?;
    Ok(Blob::new(bytes))
}

/// The manifests below a folder whose file names end so, in order; none when there is no folder.
fn manifests(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, CatalogueError> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut paths = Vec::new();
    // Builds and hidden folders may hold copies of manifests.
    let is_source = |name: &str| name != "target" && !name.starts_with('.');
    // A generator of data is a package: its manifests are Cargo's.
    let is_package = |path: &Path| path != folder && path.join("Cargo.toml").is_file();
    let skips_packages = ending == ".toml";
    let entries = WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| {
            entry.file_name().to_str().is_some_and(is_source)
                && !(skips_packages && is_package(entry.path()))
        });
    for entry in entries {
        let entry = entry.map_err(|source| CatalogueError::List {
            path: folder.to_owned(),
            source,
        })?;
        if entry.file_name().to_string_lossy().ends_with(ending) {
            paths.push(entry.into_path());
        }
    }
    Ok(paths)
}

/// The name of the folder that holds a manifest, seen from the folder that holds them all.
fn folder_name<N: std::str::FromStr>(all: &Path, manifest: &Path) -> Option<N> {
    manifest
        .parent()?
        .strip_prefix(all)
        .ok()?
        .to_str()?
        .parse()
        .ok()
}

fn check_name(path: &Path, said: &str, found_as: &str) -> Result<(), ManifestError> {
    if said == found_as {
        return Ok(());
    }
    Err(ManifestError::Value {
        path: path.to_owned(),
        key: "name".to_owned(),
        problem: format!(
            "it says `{said}` where the file's place says `{found_as}`; make them equal"
        ),
    })
}
