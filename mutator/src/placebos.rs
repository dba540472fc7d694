//! Placebos: variants without a fault, each a program of its own.
//!
//! A placebo is the subject with a text in one file replaced by another that should do the same. It may
//! rewrite whole functions, which no site of a woven program could hold; and where the woven program
//! stays as it is, no number and no speed of a mutant depends on which placebos a subject has. The
//! program is woven like any other, with fuel and whatever else is watched or checked.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use killrate_model::{
    Digest, DigestBuilder, Mutant, MutantClass, MutantId, MutantStatus, OperatorName, PlaceboName,
};
use serde::{Deserialize, Serialize};

use crate::cargo::{self, TestTarget};
use crate::copy::{self, CopyError};
use crate::error::MutatorError;
use crate::event::WeaveEvent;
use crate::instruments::Settings;
use crate::kept;
use crate::modules::{ModuleError, reachable_files};
use crate::package::Package;
use crate::scan::scan;
use crate::settle::{rendered, settle};
use crate::sites::Sites;
use crate::source::Source;
use crate::test_programs::TestProgram;
use crate::weave::{WeaveOptions, Woven, absolute, clear, folder_name, lock};
use crate::workshop::{Workshop, splice};

/// A change of the source that should not matter, as somebody declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placebo {
    /// Its name, unique in its subject.
    pub name: PlaceboName,
    /// Where it is declared, which errors name.
    pub declared_in: PathBuf,
    /// The source file, relative to the mutated package, with forward slashes.
    pub file: String,
    /// The text to replace, which the file has exactly once.
    pub find: String,
    /// What stands there instead.
    pub replace: String,
}

/// A placebo that was built.
#[derive(Debug, Clone)]
pub struct PlaceboProgram {
    /// The change, numbered after all mutants of the subject.
    pub mutant: Mutant,
    /// The program, whose original is the placebo.
    pub binary: PathBuf,
    /// The identity of everything that determines the program.
    pub digest: Digest,
    /// The package's own tests of it, where they were asked for.
    pub tests: Vec<TestProgram>,
}

/// Why a placebo cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PlaceboError {
    /// The program is not made of such a file.
    #[error(
        "cannot use `{}`: key `placebo.{name}.file`: the package is not made of a file `{file}`; name files as `src/lib.rs`, reached by `mod` declarations",
        declared_in.display()
    )]
    NoSuchFile {
        /// Where it is declared.
        declared_in: PathBuf,
        /// Which placebo.
        name: PlaceboName,
        /// The file that is wanted.
        file: String,
    },
    /// The text to replace is not there, or more than once.
    #[error(
        "cannot use `{}`: key `placebo.{name}.find`: the text occurs {n_found} times in `{file}`; {}",
        declared_in.display(),
        advice(*n_found)
    )]
    NotOnce {
        /// Where it is declared.
        declared_in: PathBuf,
        /// Which placebo.
        name: PlaceboName,
        /// The file that was searched.
        file: String,
        /// How often it is there.
        n_found: usize,
    },
    /// Both texts are the same.
    #[error(
        "cannot use `{}`: key `placebo.{name}.replace`: it says what `find` says; write the same code in other words",
        declared_in.display()
    )]
    NoChange {
        /// Where it is declared.
        declared_in: PathBuf,
        /// Which placebo.
        name: PlaceboName,
    },
    /// The changed source is no program.
    #[error(
        "cannot use `{}`: key `placebo.{name}.replace`: `{file}` does not compile with it; correct it\n{compiler_message}",
        declared_in.display()
    )]
    DoesNotCompile {
        /// Where it is declared.
        declared_in: PathBuf,
        /// Which placebo.
        name: PlaceboName,
        /// The changed file.
        file: String,
        /// The errors as the compiler prints them.
        compiler_message: String,
    },
}

fn advice(n_found: usize) -> &'static str {
    match n_found {
        0 => "copy it from the file, with its line breaks and spaces",
        _ => "take more lines around it until it occurs once",
    }
}

/// The changes of these placebos, numbered from `first`; nothing is compiled.
///
/// # Errors
/// When the package cannot be read, or a placebo does not fit it.
pub fn find_placebos(
    options: &WeaveOptions,
    placebos: &[Placebo],
    first: u32,
) -> Result<Vec<Mutant>, MutatorError> {
    if placebos.is_empty() {
        return Ok(Vec::new());
    }
    let files = reachable_files(&Package::of(options)?)?;
    let changes = (first..).zip(placebos).map(|(number, placebo)| {
        let mut files = files.iter();
        let found = files.find(|(source, _)| source.path == placebo.file);
        let (source, tree) = found.ok_or_else(|| PlaceboError::NoSuchFile {
            declared_in: placebo.declared_in.clone(),
            name: placebo.name.clone(),
            file: placebo.file.clone(),
        })?;
        change(placebo, number, source, tree)
    });
    Ok(changes.collect::<Result<Vec<Mutant>, PlaceboError>>()?)
}

/// Builds these placebos of a subject that was woven before, or finds the programs built before.
///
/// # Errors
/// When a placebo does not fit the source or does not compile.
pub fn weave_placebos(
    options: &WeaveOptions,
    placebos: &[Placebo],
    woven: &Woven,
    on_event: &dyn Fn(WeaveEvent),
) -> Result<Vec<PlaceboProgram>, MutatorError> {
    // Numbers of mutants fit the runtime's bit sets, which are far smaller.
    let first = woven.mutants.len() as u32 + 1;
    let mutants = find_placebos(options, placebos, first)?;
    if mutants.is_empty() {
        return Ok(Vec::new());
    }
    let package = Package::of(options)?;
    let scratch = absolute(&options.scratch)?;
    let name = folder_name(&package, woven.digest);
    let _lock = lock(&scratch, &name)?;
    let builder = Builder {
        options,
        package: &package,
        folder: scratch.join(&name).join("placebos"),
        woven: woven.digest,
    };
    let mut workshop = None;
    let mut programs = Vec::new();
    for (index, (placebo, mutant)) in placebos.iter().zip(mutants).enumerate() {
        let program = match builder.load(&mutant) {
            Some(program) => program,
            None => {
                on_event(WeaveEvent::BuildingPlacebo {
                    index: index + 1,
                    n_placebos: placebos.len(),
                });
                // One workshop for all of them, so that dependencies are built once.
                let workshop = match &mut workshop {
                    Some(workshop) => workshop,
                    none => none.insert(Workshop::open(&package, &builder.workshop())?),
                };
                builder.build(placebo, mutant, workshop)?
            }
        };
        programs.push(program);
    }
    if let Some(workshop) = workshop {
        // The sources stay: test programs look for their files there.
        clear(workshop.target())?;
    }
    Ok(programs)
}

/// The names of the test programs that are kept; a folder with this file is complete.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Stored {
    tests: Vec<String>,
}

struct Builder<'a> {
    options: &'a WeaveOptions,
    package: &'a Package,
    /// Where programs are kept.
    folder: PathBuf,
    /// The identity of the program that the placebos are variants of.
    woven: Digest,
}

impl Builder<'_> {
    fn workshop(&self) -> PathBuf {
        self.folder.join("workshop")
    }

    /// Everything that determines the program of a placebo.
    fn digest(&self, mutant: &Mutant) -> Digest {
        DigestBuilder::new("placebo")
            .field(self.woven.as_bytes())
            .field(mutant.file.as_bytes())
            .number(u64::from(mutant.start))
            .number(u64::from(mutant.end))
            .field(mutant.after.as_bytes())
            .finish()
    }

    fn load(&self, mutant: &Mutant) -> Option<PlaceboProgram> {
        let folder = self.folder_of(mutant);
        let text = fs::read(folder.join("placebo.json")).ok()?;
        let stored: Stored = serde_json::from_slice(&text).ok()?;
        // Whoever wants tests now may not have wanted them then.
        if self.options.tests && stored.tests.is_empty() {
            return None;
        }
        let program = self.program(mutant.clone(), &stored);
        kept::are_as_noted(&folder, binaries(&program)).then_some(program)
    }

    fn build(
        &self,
        placebo: &Placebo,
        mutant: Mutant,
        workshop: &Workshop,
    ) -> Result<PlaceboProgram, MutatorError> {
        let does_not_compile = |compiler_message: String| PlaceboError::DoesNotCompile {
            declared_in: placebo.declared_in.clone(),
            name: placebo.name.clone(),
            file: placebo.file.clone(),
            compiler_message,
        };
        let sites = match self.sites(&mutant) {
            Err(MutatorError::Module(ModuleError::Unparsable(error))) => {
                return Err(does_not_compile(error.to_string()).into());
            }
            sites => sites?,
        };
        let settled = match settle(&sites, workshop, &|_| {}) {
            Err(MutatorError::DoesNotCompile {
                compiler_message, ..
            }) => return Err(does_not_compile(compiler_message).into()),
            settled => settled?,
        };
        let folder = self.folder_of(&mutant);
        clear(&folder)?;
        keep(&settled.executable, &folder.join("program"))?;
        let mut stored = Stored { tests: Vec::new() };
        if self.options.tests {
            let (source, target) = (workshop.source(), workshop.target());
            let (answer, mut programs) = cargo::build_tests(source, target, self.package)?;
            if !answer.is_success {
                return Err(does_not_compile(rendered(&answer.messages.errors)).into());
            }
            programs.sort_by(|a, b| a.name.cmp(&b.name));
            for (index, TestTarget { name, executable }) in programs.into_iter().enumerate() {
                keep(&executable, &folder.join(format!("tests-{index}")))?;
                stored.tests.push(name);
            }
        }
        let program = self.program(mutant, &stored);
        kept::note(&folder, binaries(&program))?;
        let text = serde_json::to_string(&stored).expect("texts have a JSON form");
        copy::write(&folder.join("placebo.json"), &text)?;
        Ok(program)
    }

    /// What is woven into the changed source: everything but mutants.
    fn sites(&self, mutant: &Mutant) -> Result<Sites, MutatorError> {
        let mut files = Vec::new();
        for (source, tree) in reachable_files(self.package)? {
            files.push(if source.path == mutant.file {
                let changed = Source::new(source.path.clone(), splice(&source, mutant));
                let tree = changed.parse().map_err(ModuleError::from)?;
                (changed, tree)
            } else {
                (source, tree)
            });
        }
        let settings = Settings::of(self.options, self.package)?.without_mutants();
        Sites::find(files, &settings, |_| true)
    }

    fn folder_of(&self, mutant: &Mutant) -> PathBuf {
        self.folder.join(self.digest(mutant).short())
    }

    fn program(&self, mutant: Mutant, stored: &Stored) -> PlaceboProgram {
        let folder = self.folder_of(&mutant);
        let digest = self.digest(&mutant);
        let test = |(index, name): (usize, &String)| TestProgram {
            name: name.clone(),
            binary: folder.join(format!("tests-{index}")),
            digest: DigestBuilder::new("tests")
                .field(digest.as_bytes())
                .field(name.as_bytes())
                .finish(),
            source: self.workshop().join("source"),
            alone: [].into(),
        };
        PlaceboProgram {
            tests: stored.tests.iter().enumerate().map(test).collect(),
            binary: folder.join("program"),
            digest,
            mutant,
        }
    }
}

/// All programs of a placebo.
fn binaries(program: &PlaceboProgram) -> Vec<PathBuf> {
    let tests = program.tests.iter().map(|test| test.binary.clone());
    [program.binary.clone()].into_iter().chain(tests).collect()
}

fn keep(executable: &Path, place: &Path) -> Result<(), CopyError> {
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder).map_err(CopyError::on("create", folder))?;
    }
    fs::copy(executable, place).map_err(CopyError::on("copy", executable))?;
    Ok(())
}

/// The change of a placebo in its file.
fn change(
    placebo: &Placebo,
    number: u32,
    source: &Source,
    tree: &syn::File,
) -> Result<Mutant, PlaceboError> {
    let range =
        only_range(&source.text, &placebo.find).map_err(|n_found| PlaceboError::NotOnce {
            declared_in: placebo.declared_in.clone(),
            name: placebo.name.clone(),
            file: placebo.file.clone(),
            n_found,
        })?;
    if placebo.find == placebo.replace {
        return Err(PlaceboError::NoChange {
            declared_in: placebo.declared_in.clone(),
            name: placebo.name.clone(),
        });
    }
    let (line, column) = source.position(range.start);
    Ok(Mutant {
        id: MutantId(format!("{}::placebo/{}", source.path, placebo.name)),
        number,
        class: MutantClass::Placebo,
        operator: OperatorName("placebo".to_owned()),
        is_thesis: false,
        site_kind: None,
        file: source.path.clone(),
        function: function_around(source, tree, &range),
        line,
        column,
        // A source file of four gigabytes does not fit the memory of the parser.
        start: range.start as u32,
        end: range.end as u32,
        before: placebo.find.clone(),
        after: placebo.replace.clone(),
        status: MutantStatus::Woven,
    })
}

/// Where the only occurrence of a text is; how often it occurs otherwise.
fn only_range(text: &str, find: &str) -> Result<Range<usize>, usize> {
    // An empty text is everywhere, which is not once.
    let mut places = text.match_indices(find).map(|(place, _)| place);
    match (places.next(), places.next()) {
        (Some(place), None) => Ok(place..place + find.len()),
        (first, second) => Err([first, second].iter().flatten().count() + places.count()),
    }
}

/// The innermost function that a change is in; empty where it is in none.
fn function_around(source: &Source, tree: &syn::File, range: &Range<usize>) -> String {
    let scanned = scan(source.clone(), tree, &Settings::default());
    let around = scanned
        .functions
        .iter()
        .filter(|function| function.body.start <= range.start && range.end <= function.body.end);
    let innermost = around.min_by_key(|function| function.body.len());
    innermost.map_or_else(String::new, |function| function.name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placebo(find: &str, replace: &str) -> Placebo {
        Placebo {
            name: PlaceboName::new("other-words").unwrap(),
            declared_in: "subjects/sum/subject.toml".into(),
            file: "src/main.rs".to_owned(),
            find: find.to_owned(),
            replace: replace.to_owned(),
        }
    }

    fn change_of(find: &str, replace: &str) -> Result<Mutant, PlaceboError> {
        let text = "fn f() { fn g() { a + b } c + c }\nstatic X: u8 = 1;\n";
        let source = Source::new("src/main.rs", text);
        let tree = source.parse().unwrap();
        change(&placebo(find, replace), 7, &source, &tree)
    }

    #[test]
    fn a_placebo_is_a_change_in_the_place_of_its_text() {
        let mutant = change_of("a + b", "b + a").unwrap();
        assert_eq!(mutant.id.0, "src/main.rs::placebo/other-words");
        assert_eq!((mutant.number, mutant.line, mutant.column), (7, 1, 19));
        assert_eq!((mutant.start, mutant.end), (18, 23));
        assert_eq!(mutant.class, MutantClass::Placebo);
        assert_eq!(mutant.function, "f::g");
        assert!(!mutant.is_thesis);
        assert_eq!(
            change_of("static X: u8 = 1", "static X: u8 = 2 - 1")
                .unwrap()
                .function,
            ""
        );
    }

    #[track_caller]
    fn check_refused(find: &str, replace: &str, expected: &str) {
        let error = change_of(find, replace).unwrap_err().to_string();
        assert_eq!(
            error,
            format!("cannot use `subjects/sum/subject.toml`: {expected}")
        );
    }

    #[test]
    fn a_text_that_is_not_there_exactly_once_is_refused() {
        check_refused(
            "a - b",
            "b",
            "key `placebo.other-words.find`: the text occurs 0 times in `src/main.rs`; copy it from the file, with its line breaks and spaces",
        );
        check_refused(
            " c",
            "d",
            "key `placebo.other-words.find`: the text occurs 2 times in `src/main.rs`; take more lines around it until it occurs once",
        );
    }

    #[test]
    fn a_placebo_that_changes_nothing_is_refused() {
        check_refused(
            "a + b",
            "a + b",
            "key `placebo.other-words.replace`: it says what `find` says; write the same code in other words",
        );
    }
}
