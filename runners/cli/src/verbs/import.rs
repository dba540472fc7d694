//! `killrate import`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, ValueEnum};
use killrate_import::{
    ImportError, ImportOptions, MajorFiles, MajorKillDetails, VariantsFiles, VariantsTable, major,
    major_kill_details, mutation_testing_elements, pit, tidy, variants,
};
use killrate_model::{DataSetName, StudyName, SubjectName};
use killrate_record::Record;

use crate::console::Console;
use crate::exit::{Invalid, Usage};
use crate::replacing::{Made, refuse_other};

/// Make a record of another tool's kill matrix, for the same tables and statistics.
///
/// `major` is a folder with Major's `mutants.log` and `killMap.csv`, and where they are there
/// `testMap.csv` and `covMap.csv`. Where there is no `killMap.csv`, `kill.csv` (`killed.csv` in older
/// versions) is read instead: it says what became of each mutant and names no test, so the record has
/// one test, `unnamed-test`, and is no matrix: which tests kill the same mutants it does not tell.
/// `pit` is the XML report of PIT, which is a full matrix when made with `fullMutationMatrix`.
/// `mutation-testing-elements` is the JSON report of Stryker and others, of versions 1 and 2.
///
/// `csv` is a tidy table, a row per mutant and test, with the columns `mutant`, `property` (or
/// `test`), and `verdict` (satisfied, violated, inconclusive) or `killed` (1, 0, true, false). The
/// columns `subject`, `technique` (`suite` when left out), `data_set`, `seed`, `class` (as `killrate
/// list classes` names it), `operator`, `file`, `function`, `line`, `before` and `after` may be there
/// too. Rows of the mutant `original` tell what tests say without any mutant.
///
/// `variants` is a table of another harness that ran a program and its variants on inputs and under
/// transforms, a row per variant and input (docs/import.md has its columns). The record has what our
/// techniques would have said, under their names, so policies and tables take it for a study's.
///
/// Elsewhere every test becomes a property of the technique `suite`, whose rate is the tool's own score: a
/// mutant without coverage survives, and one that the tool counts as detected without naming a test,
/// such as a time-out, is killed by the property `unnamed-test`. Mutants that could not be judged are
/// withdrawn. What other tools do not record stays empty, so the policy is `strict`:
/// `killrate report RECORD --policy strict`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Who made the matrix.
    format: ImportFormat,
    /// The file, or for Major the folder.
    path: PathBuf,
    /// Where to write the record; replaces only an imported record of the same study.
    #[arg(long, short, value_name = "FOLDER")]
    out: PathBuf,
    /// The name of the program that was mutated.
    #[arg(long, value_name = "NAME", default_value = "imported")]
    subject: SubjectName,
    /// The name of the record's study.
    #[arg(long, value_name = "NAME", default_value = "imported")]
    study: StudyName,
    /// For `variants`: a table of the same original and its placebos.
    #[arg(long, value_name = "FILE")]
    placebos: Option<PathBuf>,
    /// For `variants`: known cases whose known output the original misses, with commas between them.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    original_misses: Vec<DataSetName>,
    /// For `variants`: what the output says of the rows, a class of each or their ranks.
    #[arg(long)]
    shows: Option<Shows>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Shows {
    Classes,
    Ranks,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ImportFormat {
    Major,
    Pit,
    MutationTestingElements,
    Csv,
    Variants,
}

/// Makes a record of a kill matrix.
pub(crate) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    // A place that cannot take the record is told before the files are read.
    killrate_record::check_place(&options.out)?;
    refuse_other(&options.out, Made::Imported, &options.study)?;
    if options.format != ImportFormat::Variants {
        let given = [
            ("--placebos", options.placebos.is_some()),
            ("--original-misses", !options.original_misses.is_empty()),
            ("--shows", options.shows.is_some()),
        ];
        if let Some((option, _)) = given.iter().find(|(_, is_given)| *is_given) {
            return Err(Usage(format!(
                "`{option}` is for `import variants` alone; leave it out"
            ))
            .into());
        }
    }
    let path = &options.path;
    let names = ImportOptions {
        subject: options.subject.clone(),
        study: options.study.clone(),
    };
    let record = match options.format {
        ImportFormat::Major => of_major(console, path, &names)?,
        ImportFormat::Pit => pit(&read(path)?, &names),
        ImportFormat::MutationTestingElements => mutation_testing_elements(&read(path)?, &names),
        ImportFormat::Csv => tidy(&read(path)?, &names),
        ImportFormat::Variants => of_variants(options, &names)?,
    };
    let record = record.map_err(|error| {
        let problem = Invalid(format!("cannot import `{}`: {error}", path.display()));
        match std::error::Error::source(&error) {
            Some(cause) => anyhow::anyhow!("{cause}").context(problem),
            None => problem.into(),
        }
    })?;
    killrate_record::write(&options.out, &record)?;
    console.print(&format!("{}\n", options.out.display()));
    console.note(&format!(
        "record written: {} verdicts on {} mutants; `killrate report {} --policy strict` shows the answer",
        record.verdicts.len(),
        record.mutants.len(),
        options.out.display()
    ));
    if !record.provenance.is_full_matrix() {
        console.note(
            "the tool stopped at the first killer of a mutant, so this is no full matrix: what compares tests is left out of reports; run it again without stopping (PIT: `fullMutationMatrix`, Stryker: `disableBail`) for that",
        );
    }
    Ok(ExitCode::SUCCESS)
}

/// What tables of variants become.
fn of_variants(
    options: &Options,
    names: &ImportOptions,
) -> anyhow::Result<Result<Record, ImportError>> {
    let text = read(&options.path)?;
    let placebos = options.placebos.as_deref().map(|path| {
        let text = read(path)?;
        Ok::<_, anyhow::Error>((path.display().to_string(), text))
    });
    let placebos = placebos.transpose()?;
    let files = VariantsFiles {
        variants: VariantsTable {
            name: &options.path.display().to_string(),
            text: &text,
        },
        placebos: { placebos.as_ref() }.map(|(name, text)| VariantsTable { name, text }),
        missed: &options.original_misses,
        ranks: options.shows == Some(Shows::Ranks),
    };
    Ok(variants(&files, names))
}

/// What a folder of Major's becomes: of a kill map, a matrix of all tests; else of kill details, one
/// test without a name.
fn of_major(
    console: &Console,
    folder: &Path,
    names: &ImportOptions,
) -> anyhow::Result<Result<Record, ImportError>> {
    let file = |name: &str| folder.join(name);
    let kill_map = read_if_there(&file("killMap.csv"))?;
    if let Some(kill_map) = &kill_map {
        let (tests, coverage) = (
            read_if_there(&file("testMap.csv"))?,
            read_if_there(&file("covMap.csv"))?,
        );
        let files = MajorFiles {
            kill_map,
            mutants: &read(&file("mutants.log"))?,
            tests: tests.as_deref(),
            coverage: coverage.as_deref(),
        };
        return Ok(major(&files, names));
    }
    let (newer, older) = (
        read_if_there(&file("kill.csv"))?,
        read_if_there(&file("killed.csv"))?,
    );
    let (kills, name) = match (&newer, &older) {
        (Some(kills), Some(other)) if kills != other => {
            return Err(Invalid(format!(
                "cannot import `{}`: `kill.csv` and `killed.csv` are not the same, and either may be meant; keep one of them there",
                folder.display()
            ))
            .into());
        }
        (Some(kills), _) => (kills, "`kill.csv`"),
        (None, Some(kills)) => (kills, "`killed.csv`"),
        (None, None) => {
            return Err(Invalid(format!(
                "cannot read `{}`, nor `kill.csv` or `killed.csv` beside it; name the folder that Major wrote them to",
                file("killMap.csv").display()
            ))
            .into());
        }
    };
    let files = MajorKillDetails {
        kills,
        file: name,
        mutants: &read(&file("mutants.log"))?,
    };
    let record = major_kill_details(&files, names);
    if record.is_ok() {
        console.note(&format!(
            "{name} names no test, so the record has one for the whole suite and is no matrix; run Major again with a kill map to tell tests apart"
        ));
    }
    Ok(record)
}

fn read(path: &Path) -> anyhow::Result<String> {
    let problem = || Invalid(format!("cannot read `{}`", path.display()));
    killrate_files::read_to_string(path).with_context(problem)
}

fn read_if_there(path: &Path) -> anyhow::Result<Option<String>> {
    path.exists().then(|| read(path)).transpose()
}
