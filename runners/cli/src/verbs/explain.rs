//! `killrate explain`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use killrate_catalogue::{Cell, Design};
use killrate_model::{
    Blob, DataSetName, Exit, Mutant, MutantClass, Observation, ProgramName, PropertyName,
    SubjectName, Variant, Verdict, protocol,
};
use killrate_record::Basis;
use killrate_study::{Explanation, OneVerdict, RunStory, explain};

use crate::arguments::Threads;
use crate::console::Console;
use crate::surroundings::Workshop;
use crate::verbs::explain_short::in_short;

/// Tell one verdict in full: change, runs, evidence, and how to repeat it.
///
/// Tells one verdict in full: the mutant as a diff, what was run on what, both outputs, the
/// evidence, and the command that repeats it. Without --property and --data-set it tells the one that
/// says most: a broken property, a crash, or what else went wrong. A placebo, which has no fault, is
/// told alike.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The study, as `killrate list studies` names it.
    study: String,
    /// The mutant or placebo: its id, its number, or a part of its id that no other has.
    mutant: String,
    /// The subject, where several of the study have such a mutant.
    #[arg(long, value_name = "NAME")]
    subject: Option<SubjectName>,
    /// The property whose verdict to tell.
    #[arg(long, value_name = "NAME")]
    property: Option<PropertyName>,
    /// The data set whose verdict to tell.
    #[arg(long, value_name = "NAME")]
    data_set: Option<DataSetName>,
    /// Where to keep every input and output of the runs; a folder in the scratch folder when left
    /// out.
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
    let folder = match &options.keep {
        Some(folder) => folder.clone(),
        None => workshop
            .scratch
            .explained(&explanation.mutant.number.to_string()),
    };
    // The commands that are told must work in any folder.
    let folder = std::path::absolute(folder).context("cannot tell the present folder")?;
    keep(&explanation, &folder)?;
    console.print(&tell(&explanation, &folder));
    Ok(ExitCode::SUCCESS)
}

fn tell(explanation: &Explanation, folder: &Path) -> String {
    let mutant = &explanation.mutant;
    let case = &explanation.case;
    let who = what_it_is(mutant);
    let about = if is_placebo(mutant) {
        "without a fault".to_owned()
    } else {
        mutant.class.to_string()
    };
    let mut text = format!(
        "{who} {} of {} ({about}, number {})\n\n{}\n",
        mutant.id, explanation.subject, mutant.number, explanation.diff
    );
    text.push_str(&format!(
        "in short: {}\n\n",
        in_short(&explanation.verdicts, is_placebo(mutant))
    ));
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
    text.push_str(&match explanation.basis {
        Basis::Run => format!("  known from: running the {who}\n"),
        Basis::NotReached => "  known from: the reach probe: no run evaluates the changed expression\n".to_owned(),
        Basis::NotInfected => {
            "  known from: the reach probe: the changed expression always has the value it had before\n".to_owned()
        }
    });
    text.push_str(&match &explanation.verdict_on_original {
        satisfied if satisfied.is_satisfied() => format!("  on the original: {satisfied}\n"),
        other => format!("  on the original: {other}; so it cannot kill\n"),
    });
    for (index, run) in explanation.runs.iter().enumerate() {
        text.push_str(&tell_run(index, run, explanation, folder));
    }
    text.push_str(&tell_others(explanation));
    text
}

fn is_placebo(mutant: &Mutant) -> bool {
    mutant.class == MutantClass::Placebo
}

/// The word for a variant that is explained.
fn what_it_is(mutant: &Mutant) -> &'static str {
    if is_placebo(mutant) {
        "placebo"
    } else {
        "mutant"
    }
}

/// What a run is called in the text and where its files are kept.
fn label(index: usize, run: &RunStory) -> String {
    match (&run.request.program, index) {
        (ProgramName::Subject, 0) => "source".to_owned(),
        (ProgramName::Subject, 1) => "follow-up".to_owned(),
        (ProgramName::Subject, n) => format!("follow-up-{n}"),
        (ProgramName::Tests(_), 0) => "tests".to_owned(),
        (ProgramName::Tests(_), n) => format!("tests-{n}"),
        (ProgramName::Second(second), _) => format!("second-{}", second.as_str().replace('/', "-")),
        (ProgramName::Command(command), _) => format!("command-{command}"),
    }
}

fn tell_run(index: usize, run: &RunStory, explanation: &Explanation, folder: &Path) -> String {
    let mut text = match &run.request.program {
        ProgramName::Subject => format!("\n{} run\n", label(index, run)),
        program => format!("\nrun of {program}\n"),
    };
    for (name, blob) in &run.request.inputs {
        let of_source = explanation.runs[0].request.inputs.get(name);
        let change = match of_source.filter(|_| index > 0) {
            Some(source) if source == blob => "; as in the source run".to_owned(),
            Some(source) => format!("; first change: {}", first_change(source, blob)),
            None => String::new(),
        };
        text.push_str(&format!(
            "  input {name}: {} lines{change}\n",
            n_lines(blob)
        ));
    }
    let variant = what_it_is(&explanation.mutant);
    let who = if run.request.program.has_variants() {
        variant
    } else {
        "it"
    };
    text.push_str(&format!("  {who} ends with {}\n", run.mutant.exit));
    text.push_str(&tell_fuel(run));
    for name in &run.request.outputs {
        text.push_str(
            &match (run.original.output(name), run.mutant.output(name)) {
                (Some(_), Some(written)) if !run.request.program.has_variants() => {
                    format!("  output {name}: {} lines\n", n_lines(written))
                }
                (Some(original), Some(mutant)) if original == mutant => {
                    format!(
                        "  output {name}: as the original's, {} lines\n",
                        n_lines(mutant)
                    )
                }
                (Some(original), Some(mutant)) => {
                    format!(
                        "  output {name}: differs from the original's\n{}",
                        changes(original, mutant, variant)
                    )
                }
                (_, None) => format!("  output {name}: missing\n"),
                (None, Some(_)) => format!("  output {name}: the original has none\n"),
            },
        );
    }
    if !run.mutant.exit.is_normal()
        && let Some(line) = complaint(&run.mutant.stderr.to_text())
    {
        text.push_str(&format!("  it says: {line}\n"));
    }
    text.push_str(&format!(
        "  repeat: {}\n",
        replay(index, run, explanation, folder)
    ));
    text
}

/// What a mutant burnt, where that is far more than the original did: whether it is slow or hangs.
fn tell_fuel(run: &RunStory) -> String {
    let (Some(burnt), Some(of_original), true) = (run.mutant.fuel, run.original.fuel, run.is_slow)
    else {
        return String::new();
    };
    let hangs = run.mutant.exit == Exit::OutOfFuel;
    let what = if hangs {
        "it hangs: it burnt all the fuel it had"
    } else {
        "it is slow and no hang: it burnt more fuel"
    };
    format!("  {what}, {burnt} where the original burnt {of_original}\n")
}

/// What a program says when it fails: its first line, or a panic's message, which comes after the
/// place in the woven source, where nobody would look.
fn complaint(stderr: &str) -> Option<&str> {
    let mut lines = stderr.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next()?;
    if first.contains(" panicked at ") {
        lines.next()
    } else {
        Some(first)
    }
}

/// The command that repeats a run by hand, with the files that were kept.
fn replay(index: usize, run: &RunStory, explanation: &Explanation, folder: &Path) -> String {
    let fill_in = |argument: &String| {
        let mut argument = argument.clone();
        for input in run.request.inputs.keys() {
            argument = argument.replace(&format!("{{{input}}}"), input.as_str());
        }
        for output in &run.request.outputs {
            // A run that is repeated must not write over the outputs that are kept.
            argument = argument.replace(&format!("{{{output}}}"), &format!("again-{output}"));
        }
        let seed = run
            .request
            .seed
            .map(|seed| seed.to_string())
            .unwrap_or_default();
        quote(&argument.replace("{seed}", &seed))
    };
    let mut words = Vec::new();
    if run.request.program.has_variants() {
        // A placebo is a program of its own, in which no mutant is chosen.
        let number = match &explanation.mutant {
            placebo if is_placebo(placebo) => Variant::Original.number(),
            mutant => mutant.number,
        };
        words.push(format!("{}={number}", protocol::MUTANT));
        let fuel = run.fuel.map(|fuel| format!("{}={fuel}", protocol::FUEL));
        words.extend(fuel);
    }
    words.push(quote(&run.program.display().to_string()));
    words.extend(run.request.arguments.iter().map(fill_in));
    let folder = quote(&folder.join(label(index, run)).display().to_string());
    format!("cd {folder} && {}", words.join(" "))
}

/// A word as a shell reads it.
fn quote(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// A line per property: on which data sets it is violated, and on which it is not.
fn tell_others(explanation: &Explanation) -> String {
    let who = what_it_is(&explanation.mutant);
    let mut text = format!("\nall verdicts on this {who}\n");
    let mut rest = explanation.verdicts.as_slice();
    while let Some(OneVerdict { case: first, .. }) = rest.first() {
        let is_same = |one: &&OneVerdict| {
            (&one.case.technique, &one.case.property) == (&first.technique, &first.property)
        };
        let (group, others) = rest.split_at(rest.iter().take_while(is_same).count());
        rest = others;
        let names = |is_wanted: &dyn Fn(&OneVerdict) -> bool| {
            let wanted = group.iter().filter(|one| is_wanted(one));
            let names: Vec<&str> = wanted.map(|one| one.case.data_set.as_str()).collect();
            match names.len() {
                n if n > 2 && n == group.len() => format!("all {n} data sets"),
                _ => names.join(", "),
            }
        };
        let is =
            |name: &'static str| move |one: &OneVerdict| one.is_sound && one.verdict.name() == name;
        let parts: Vec<String> = [
            ("violated", names(&is("violated"))),
            ("inconclusive", names(&is("inconclusive"))),
            (
                "satisfied",
                names(&|one| one.is_sound && one.verdict == Verdict::Satisfied),
            ),
            (
                "satisfied only thanks to a tolerance",
                names(&|one| one.is_sound && one.verdict == Verdict::SatisfiedByTolerance),
            ),
            ("unsound", names(&|one| !one.is_sound)),
        ]
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

/// The first lines that differ, the original's and then the variant's.
fn changes(original: &Blob, changed: &Blob, variant: &str) -> String {
    const SHOWN: usize = 5;
    let differing = differing_lines(original, changed);
    let mut text = String::new();
    for (number, original, changed) in differing.iter().take(SHOWN) {
        text.push_str(&format!("    line {number:>4}  original: {original}\n"));
        text.push_str(&format!("             {variant:>8}: {changed}\n"));
    }
    match differing.len() {
        0 => "    in line endings only\n".to_owned(),
        n if n > SHOWN => format!("{text}    and {} more lines\n", n - SHOWN),
        _ => text,
    }
}

fn first_change(before: &Blob, after: &Blob) -> String {
    match differing_lines(before, after).first() {
        Some((number, before, after)) => format!("line {number}: `{before}` became `{after}`"),
        None => "in line endings only".to_owned(),
    }
}

/// Every line that differs, with its number and both texts; a missing line is `(nothing)`.
fn differing_lines(before: &Blob, after: &Blob) -> Vec<(usize, String, String)> {
    let (before, after) = (before.to_text(), after.to_text());
    let (before, after): (Vec<&str>, Vec<&str>) =
        (before.lines().collect(), after.lines().collect());
    let line =
        |lines: &[&str], index: usize| lines.get(index).copied().unwrap_or("(nothing)").to_owned();
    (0..before.len().max(after.len()))
        .filter(|&index| before.get(index) != after.get(index))
        .map(|index| (index + 1, line(&before, index), line(&after, index)))
        .collect()
}

/// Writes the inputs of every run, and what the original and the variant made of them.
fn keep(explanation: &Explanation, folder: &Path) -> anyhow::Result<()> {
    let write = |path: PathBuf, blob: &Blob| {
        std::fs::write(&path, blob.bytes())
            .with_context(|| format!("cannot write `{}`", path.display()))
    };
    for (index, run) in explanation.runs.iter().enumerate() {
        let folder = folder.join(label(index, run));
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("cannot create `{}`", folder.display()))?;
        for (name, blob) in &run.request.inputs {
            write(folder.join(name.as_str()), blob)?;
        }
        let variants: [(&str, &Observation); 2] = [
            ("original", &run.original),
            (what_it_is(&explanation.mutant), &run.mutant),
        ];
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
