//! `killrate mutants`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use killrate_model::{Mutant, MutantClass, MutantStatus, hint};
use killrate_mutator::{diff, weave};

use crate::arguments::ListFormat;
use crate::console::Console;
use crate::csv::cell;
use crate::exit::Invalid;
use crate::progress::weaving;

/// List a subject's mutants, or show one as a diff.
///
/// Lists the mutants that are made of a subject, those the compiler refuses among them.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The subject, as `killrate list subjects` names it.
    subject: String,
    /// Only mutants of this class, as `killrate list classes` names it; may be repeated.
    #[arg(long = "class", value_name = "CLASS", value_parser = parse_class)]
    classes: Vec<MutantClass>,
    /// Only mutants whose id contains this text, such as a file or a function.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Show each as a diff.
    #[arg(long)]
    diff: bool,
    /// How to print the list.
    #[arg(long, default_value = "text")]
    format: ListFormat,
}

fn parse_class(text: &str) -> Result<MutantClass, String> {
    MutantClass::ALL
        .into_iter()
        .find(|class| class.name() == text)
        .ok_or_else(|| {
            let known = MutantClass::ALL.map(MutantClass::name);
            format!("there is no such class; {}", hint(text, known))
        })
}

/// Lists a subject's mutants.
pub(crate) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    let catalogue = console.catalogue()?;
    let (manifest, folder) = catalogue.subject(&options.subject)?;
    // Numbers depend on the classes woven together; those of the papers are always among them, as in
    // most studies.
    let mut classes = BTreeSet::from(MutantClass::PAPERS);
    classes.extend(&options.classes);
    let scratch = console.scratch(&catalogue).woven();
    let weave_options = manifest.weave_options(&folder, classes, scratch);
    let woven = weave(&weave_options, &|event| console.note(&weaving(&event)))?;
    let is_wanted = |mutant: &&Mutant| {
        (options.classes.is_empty() || options.classes.contains(&mutant.class))
            && options
                .filter
                .as_ref()
                .is_none_or(|text| mutant.id.0.contains(text))
    };
    let mutants: Vec<&Mutant> = woven.mutants.iter().filter(is_wanted).collect();
    if mutants.is_empty() {
        let problem = format!(
            "no mutant of `{}` fits; without --class and --filter there are {}",
            options.subject,
            woven.mutants.len()
        );
        return Err(Invalid(problem).into());
    }
    if options.diff {
        for mutant in &mutants {
            console.print(&format!(
                "# {}\n{}\n",
                mutant.id,
                diff(&weave_options, mutant)?
            ));
        }
        return Ok(ExitCode::SUCCESS);
    }
    console.print(&match options.format {
        ListFormat::Text => text(&mutants, &woven.alone),
        ListFormat::Csv => csv(&mutants, &woven.alone),
        ListFormat::Json => serde_json::to_string_pretty(&mutants)? + "\n",
    });
    Ok(ExitCode::SUCCESS)
}

fn text(mutants: &[&Mutant], alone: &BTreeMap<u32, PathBuf>) -> String {
    let width = mutants
        .iter()
        .map(|mutant| mutant.id.0.len())
        .max()
        .unwrap_or_default();
    let mut text = String::new();
    for mutant in mutants {
        let status = match &mutant.status {
            MutantStatus::Woven if alone.contains_key(&mutant.number) => "  built alone".to_owned(),
            MutantStatus::Woven => String::new(),
            MutantStatus::Withdrawn { reason } => format!("  withdrawn: {}", one_line(reason)),
        };
        text.push_str(&format!(
            "{:>5}  {:<width$}  {}:{}  {} → {}{status}\n",
            mutant.number,
            mutant.id,
            mutant.line,
            mutant.column,
            one_line(&mutant.before),
            one_line(&mutant.after),
        ));
    }
    let n_withdrawn = mutants
        .iter()
        .filter(|mutant| mutant.status != MutantStatus::Woven)
        .count();
    let is_alone = |mutant: &&&Mutant| alone.contains_key(&mutant.number);
    let built_alone = match mutants.iter().filter(is_alone).count() {
        0 => String::new(),
        n_alone => format!(", {n_alone} built alone"),
    };
    text.push_str(&format!(
        "{} mutants, {n_withdrawn} of them withdrawn{built_alone}\n",
        mutants.len()
    ));
    text
}

fn csv(mutants: &[&Mutant], alone: &BTreeMap<u32, PathBuf>) -> String {
    let mut csv =
        "number,id,class,operator,is-thesis,file,function,line,column,before,after,status\n"
            .to_owned();
    for mutant in mutants {
        let status = match &mutant.status {
            MutantStatus::Woven if alone.contains_key(&mutant.number) => "alone".to_owned(),
            MutantStatus::Woven => "woven".to_owned(),
            MutantStatus::Withdrawn { reason } => format!("withdrawn: {reason}"),
        };
        csv.push_str(&format!(
            "{},{},{},{},{},{},{},{},{},{},{},{}\n",
            mutant.number,
            cell(&mutant.id.0),
            mutant.class,
            mutant.operator,
            mutant.is_thesis,
            cell(&mutant.file),
            cell(&mutant.function),
            mutant.line,
            mutant.column,
            cell(&mutant.before),
            cell(&mutant.after),
            cell(&status),
        ));
    }
    csv
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
