//! `killrate explain`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use killrate_model::{
    Blob, Case, DataSetName, Observation, PropertyName, SubjectName, Verdict, protocol,
};
use killrate_record::Basis;
use killrate_study::{Cell, Design, Explanation, RunStory, explain};

use crate::arguments::Threads;
use crate::console::Console;
use crate::surroundings::Workshop;

/// Tell one verdict in full: change, runs, evidence, and how to repeat it.
///
/// Tells one verdict in full: the mutant as a diff, what was run on what, both outputs, the
/// evidence, and the command that repeats it. Without --property and --data-set it tells the first
/// violated one.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The study, as `killrate list studies` names it.
    study: String,
    /// The mutant: its id, its number, or a part of its id that no other has.
    mutant: String,
    /// The subject, where the study has several.
    #[arg(long, value_name = "NAME")]
    subject: Option<SubjectName>,
    /// The property whose verdict to tell.
    #[arg(long, value_name = "NAME")]
    property: Option<PropertyName>,
    /// The data set whose verdict to tell.
    #[arg(long, value_name = "NAME")]
    data_set: Option<DataSetName>,
    /// Keep every input and output of the runs in this folder.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

/// Tells one verdict in full.
pub(crate) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    let catalogue = console.catalogue()?;
    let design = Design::resolve(&catalogue, &options.study)?;
    let cell = Cell {
        mutant: options.mutant.clone(),
        subject: options.subject.clone(),
        property: options.property.clone(),
        data_set: options.data_set.clone(),
    };
    let workshop = Workshop::open(console, &catalogue, &options.threads)?;
    let explanation = workshop.with(|surroundings| explain(&design, &cell, surroundings))?;
    if let Some(folder) = &options.keep {
        keep(&explanation, folder)?;
    }
    console.print(&tell(&explanation, options));
    Ok(ExitCode::SUCCESS)
}

fn tell(explanation: &Explanation, options: &Options) -> String {
    let mutant = &explanation.mutant;
    let case = &explanation.case;
    let mut text = format!(
        "mutant {} of {} ({}, number {})\n\n{}\n",
        mutant.id, explanation.subject, mutant.class, mutant.number, explanation.diff
    );
    text.push_str(&format!(
        "{} by `{}` on {}{}\n",
        case.technique,
        case.property,
        case.data_set,
        case.seed
            .map_or(String::new(), |seed| format!(", seed {seed}")),
    ));
    if let Some(property) = &explanation.property_text {
        text.push_str(&format!("  {property}\n"));
    }
    text.push_str(&format!("\nverdict: {}\n", explanation.verdict));
    text.push_str(&format!("  known from: {}\n", basis(explanation.basis)));
    text.push_str(&match &explanation.verdict_on_original {
        Verdict::Satisfied => "  on the original: satisfied\n".to_owned(),
        other => format!("  on the original: {other}; so it cannot kill\n"),
    });
    for (index, run) in explanation.runs.iter().enumerate() {
        text.push_str(&tell_run(index, run, explanation, options));
    }
    text.push_str(&tell_others(explanation));
    text
}

fn basis(basis: Basis) -> &'static str {
    match basis {
        Basis::Run => "running the mutant",
        Basis::NotReached => "the reach probe: no run evaluates the changed expression",
        Basis::NotInfected => {
            "the reach probe: the changed expression always has the value it had before"
        }
    }
}

fn label(index: usize) -> String {
    match index {
        0 => "source".to_owned(),
        1 => "follow-up".to_owned(),
        n => format!("follow-up-{n}"),
    }
}

fn tell_run(index: usize, run: &RunStory, explanation: &Explanation, options: &Options) -> String {
    let mut text = format!("\n{} run\n", label(index));
    for (name, blob) in &run.request.inputs {
        let source = &explanation.runs[0].request.inputs[name];
        let change = if index > 0 && source != blob {
            format!("; first change: {}", first_change(source, blob))
        } else if index > 0 {
            "; as in the source run".to_owned()
        } else {
            String::new()
        };
        text.push_str(&format!(
            "  input {name}: {} lines{change}\n",
            n_lines(blob)
        ));
    }
    text.push_str(&format!("  mutant ends with {}\n", run.mutant.exit));
    let names = run.request.outputs.iter();
    for name in names {
        text.push_str(
            &match (run.original.output(name), run.mutant.output(name)) {
                (Some(original), Some(mutant)) if original == mutant => {
                    format!(
                        "  output {name}: as the original's, {} lines\n",
                        n_lines(mutant)
                    )
                }
                (Some(original), Some(mutant)) => format!(
                    "  output {name}: differs from the original's: {}\n",
                    first_change(original, mutant)
                ),
                (_, None) => format!("  output {name}: missing\n"),
                (None, Some(_)) => format!("  output {name}: the original has none\n"),
            },
        );
    }
    if !run.mutant.exit.is_normal() {
        let stderr = run.mutant.stderr.to_text();
        if let Some(line) = stderr.lines().find(|line| !line.trim().is_empty()) {
            text.push_str(&format!("  it says: {line}\n"));
        }
    }
    text.push_str(&format!(
        "  repeat: {}\n",
        replay(index, run, explanation, options)
    ));
    text
}

/// The command that repeats a run by hand.
fn replay(index: usize, run: &RunStory, explanation: &Explanation, options: &Options) -> String {
    let Some(folder) = &options.keep else {
        return "add --keep FOLDER to get the files and the command".to_owned();
    };
    let arguments: Vec<String> = run
        .request
        .arguments
        .iter()
        .map(|argument| {
            let mut argument = argument.clone();
            for input in run.request.inputs.keys() {
                argument = argument.replace(&format!("{{{input}}}"), input.as_str());
            }
            for output in &run.request.outputs {
                argument = argument.replace(&format!("{{{output}}}"), &format!("again-{output}"));
            }
            argument
        })
        .collect();
    format!(
        "cd {} && {}={} {} {}",
        folder.join(label(index)).display(),
        protocol::MUTANT,
        explanation.mutant.number,
        explanation.program.display(),
        arguments.join(" ")
    )
}

/// A line per property: where it is violated, and on how many data sets it is not.
fn tell_others(explanation: &Explanation) -> String {
    let mut text = "\nall verdicts on this mutant\n".to_owned();
    let mut rest = explanation.verdicts.as_slice();
    while let Some((first, _)) = rest.first() {
        let is_same = |(case, _): &(Case, Verdict)| {
            (&case.technique, &case.property) == (&first.technique, &first.property)
        };
        let n = rest.iter().take_while(|verdict| is_same(verdict)).count();
        let (group, others) = rest.split_at(n);
        rest = others;
        let names = |wanted: fn(&Verdict) -> bool| {
            let names: Vec<&str> = group
                .iter()
                .filter(|(_, verdict)| wanted(verdict))
                .map(|(case, _)| case.data_set.as_str())
                .collect();
            names.join(", ")
        };
        let parts = [
            (
                "violated",
                names(|verdict| matches!(verdict, Verdict::Violated(_))),
            ),
            (
                "inconclusive",
                names(|verdict| matches!(verdict, Verdict::Inconclusive(_))),
            ),
            ("satisfied", names(|verdict| *verdict == Verdict::Satisfied)),
        ];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(verdict, names)| format!("{verdict} on {names}"))
            .collect();
        let (technique, property) = (&first.technique, &first.property);
        text.push_str(&format!(
            "  {technique:<14} {property:<15} {}\n",
            parts.join("; ")
        ));
    }
    text
}

fn n_lines(blob: &Blob) -> usize {
    blob.to_text().lines().count()
}

fn first_change(before: &Blob, after: &Blob) -> String {
    let (before, after) = (before.to_text(), after.to_text());
    let (mut left, mut right) = (before.lines(), after.lines());
    for number in 1.. {
        match (left.next(), right.next()) {
            (None, None) => break,
            (left, right) if left == right => {}
            (left, right) => {
                let show = |line: Option<&str>| {
                    line.map_or("nothing".to_owned(), |line| format!("`{line}`"))
                };
                return format!("line {number}: {} became {}", show(left), show(right));
            }
        }
    }
    "in line endings only".to_owned()
}

/// Writes the inputs of every run, and what the original and the mutant made of them.
fn keep(explanation: &Explanation, folder: &Path) -> anyhow::Result<()> {
    let write = |path: PathBuf, blob: &Blob| {
        std::fs::write(&path, blob.bytes())
            .with_context(|| format!("cannot write `{}`", path.display()))
    };
    for (index, run) in explanation.runs.iter().enumerate() {
        let folder = folder.join(label(index));
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("cannot create `{}`", folder.display()))?;
        for (name, blob) in &run.request.inputs {
            write(folder.join(name.as_str()), blob)?;
        }
        let variants: [(&str, &Observation); 2] =
            [("original", &run.original), ("mutant", &run.mutant)];
        for (variant, observation) in variants {
            for (name, blob) in &observation.outputs {
                write(folder.join(format!("{variant}-{name}")), blob)?;
            }
            write(
                folder.join(format!("{variant}-stdout")),
                &observation.stdout,
            )?;
        }
    }
    Ok(())
}
