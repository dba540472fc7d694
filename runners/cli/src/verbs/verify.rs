//! `killrate verify`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};
use killrate_catalogue::{Design, SubjectDesign};
use killrate_model::SubjectName;
use killrate_statistics::clopper_pearson;
use killrate_study::{
    AlarmTrials, Scratch, WeaveSample, verify_alarms, verify_invariants, verify_weave,
};
use killrate_techniques::Compared;

use crate::arguments::Threads;
use crate::console::Console;
use crate::exit::DIFFERS;
use crate::records;
use crate::surroundings::Workshop;

/// Run a record again and compare, check a woven program, or count false alarms.
///
/// Checks that results can be trusted.
#[derive(Debug, Args)]
pub(crate) struct Options {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Run a study again, without anything kept from before, and compare with its record
    Record(RecordOptions),
    /// Compare a woven program with plain builds of its original and of some mutants, and run a
    /// sample of what the reach probe spares
    Weave(WeaveOptions),
    /// Count alarms of learned invariants on the original: on a subject's data sets, on permutations
    /// of them, and on held-out data
    Invariants(InvariantsOptions),
    /// Count alarms of techniques for random programs: false ones on the original, kills on a mutant
    Alarms(AlarmOptions),
}

#[derive(Debug, Args)]
struct RecordOptions {
    /// The study, as `killrate list studies` names it.
    study: String,
    /// The record to compare with; `records/STUDY` in the project when left out, or else the one in
    /// `datasets/records`.
    #[arg(long, value_name = "FOLDER")]
    record: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Debug, Args)]
struct WeaveOptions {
    /// The subject, as `killrate list subjects` names it.
    subject: String,
    /// How many mutants to build the traditional way, chosen by the seed.
    #[arg(long, value_name = "N", default_value_t = 5)]
    sample: usize,
    /// The seed of the sample.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Debug, Args)]
struct InvariantsOptions {
    /// The subject, as `killrate list subjects` names it.
    subject: String,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Debug, Args)]
struct AlarmOptions {
    /// The study, as `killrate list studies` names it.
    study: String,
    /// Try only this subject of it.
    #[arg(long, value_name = "NAME")]
    subject: Option<SubjectName>,
    /// Try this mutant in place of the original: how likely it is to be killed.
    #[arg(long, value_name = "ID", requires = "subject")]
    mutant: Option<String>,
    /// How many trials there are for each technique and number of runs.
    #[arg(long, value_name = "N", default_value_t = 500)]
    trials: u64,
    /// Numbers of source runs to try, with as many follow-up runs; the study's when left out.
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(4..=100_000))]
    runs: Vec<u64>,
    /// How many times the largest number of runs is made, for trials to draw from.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=1_000))]
    pool: u64,
    #[command(flatten)]
    threads: Threads,
}

/// Verifies a record or a woven program.
pub(crate) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    match &options.what {
        What::Record(options) => record(console, options),
        What::Weave(options) => weave(console, options),
        What::Invariants(options) => invariants(console, options),
        What::Alarms(options) => alarms(console, options),
    }
}

fn record(console: &Console, options: &RecordOptions) -> anyhow::Result<ExitCode> {
    let catalogue = console.catalogue()?;
    let old = options
        .record
        .clone()
        .unwrap_or_else(|| catalogue.known_record(&options.study));
    records::tell_if_committed(console, &catalogue, &options.study, &old);
    // A record that is not there is told before the study is run to compare with it.
    killrate_record::open(&old)?;
    let design = Design::resolve(&catalogue, &options.study)?;
    // A scratch folder of its own: nothing may be taken from the run that made the record.
    let folder = tempfile::tempdir().context("cannot create a temporary folder")?;
    let scratch = Scratch::at(folder.path().join("scratch"));
    let executions = scratch.executions();
    let workshop = Workshop::open_at(console, scratch, executions, &options.threads)?;
    let record = workshop.with(|surroundings| killrate_study::run(&design, surroundings))?;
    let new = folder.path().join("record");
    killrate_record::write(&new, &record)?;
    let differences = killrate_record::compare(&old, &new)?;
    if differences.is_empty() {
        console.print(&format!(
            "the record of `{}` is reproduced\n",
            options.study
        ));
        return Ok(ExitCode::SUCCESS);
    }
    for difference in &differences {
        console.print(&format!("{difference}\n"));
    }
    console.print(&format!("{} differences\n", differences.len()));
    Ok(ExitCode::from(DIFFERS))
}

fn weave(console: &Console, options: &WeaveOptions) -> anyhow::Result<ExitCode> {
    let catalogue = console.catalogue()?;
    let sample = WeaveSample {
        subject: options.subject.clone(),
        n_mutants: options.sample,
        seed: options.seed,
    };
    let workshop = Workshop::open(console, &catalogue, &options.threads)?;
    let found = workshop.with(|surroundings| verify_weave(&catalogue, &sample, surroundings))?;
    console.print(&format!(
        "{}: {} of {} runs of the woven original equal the plain build's\n",
        options.subject, found.n_equal_originals, found.n_originals
    ));
    console.print(&format!(
        "{}: {} of {} runs of {} mutants equal their traditional builds'{}\n",
        options.subject,
        found.n_equal_mutants,
        found.n_mutant_runs,
        found.n_mutants,
        match found.n_beyond_fuel {
            0 => String::new(),
            n => format!(", {n} of them with more fuel than a study gives"),
        }
    ));
    console.print(&format!(
        "{}: {} of {} runs that a study spares equal the original's\n",
        options.subject, found.n_equal_spared, found.n_spared
    ));
    for difference in &found.differences {
        console.print(&format!("differs: {difference}\n"));
    }
    Ok(if found.differences.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(DIFFERS)
    })
}

/// The rate of false alarms on held-out data from which on learned invariants are not to be trusted.
const MOST_HELD_OUT: f64 = 0.01;

fn invariants(console: &Console, options: &InvariantsOptions) -> anyhow::Result<ExitCode> {
    let catalogue = console.catalogue()?;
    let workshop = Workshop::open(console, &catalogue, &options.threads)?;
    let subject = &options.subject;
    let found =
        workshop.with(|surroundings| verify_invariants(&catalogue, subject, surroundings))?;
    let teaching = &found.teaching;
    console.print(&format!(
        "{subject}: {} invariants kept of {} inferred, by {} runs\n",
        teaching.kept.len(),
        teaching.n_candidates,
        teaching.n_keeping_runs
    ));
    // On fresh data a few alarms are to be expected; on those that invariants were chosen by, none
    // is.
    let mut is_broken = teaching
        .false_alarms
        .rate()
        .is_some_and(|rate| rate >= MOST_HELD_OUT);
    let parts = [
        ("the data sets as they are", found.as_they_are),
        ("permutations of them", found.permuted),
    ];
    for (name, alarms) in parts {
        is_broken |= alarms.n_alarmed > 0;
        console.print(&format!(
            "{subject}: {} of {} runs on {name} give an alarm\n",
            alarms.n_alarmed, alarms.n_runs
        ));
    }
    let held_out = teaching.false_alarms;
    let bound = held_out.upper_bound().map_or(String::new(), |bound| {
        format!(", at most {:.2} % with 95 % confidence", 100.0 * bound)
    });
    console.print(&format!(
        "{subject}: {} of {} runs on held-out data give an alarm{bound}\n",
        held_out.n_alarmed, held_out.n_runs
    ));
    for contradiction in &teaching.contradictions {
        console.print(&format!("  {contradiction}\n"));
    }
    Ok(if is_broken {
        ExitCode::from(DIFFERS)
    } else {
        ExitCode::SUCCESS
    })
}

fn alarms(console: &Console, options: &AlarmOptions) -> anyhow::Result<ExitCode> {
    let catalogue = console.catalogue()?;
    let design = Design::resolve(&catalogue, &options.study)?;
    let in_study = |subject: &SubjectDesign| subject.sampled.sampling.as_ref().map(|s| s.n_runs);
    let n_runs = if options.runs.is_empty() {
        // How samples are taken is said by the study, so one subject tells it for all.
        let of_study = design.subjects.iter().find_map(in_study);
        of_study.into_iter().collect()
    } else {
        options.runs.clone()
    };
    let wanted = AlarmTrials {
        n_trials: options.trials,
        n_runs,
        pool: options.pool,
        mutant: options.mutant.clone(),
        subject: options.subject.clone(),
    };
    let workshop = Workshop::open(console, &catalogue, &options.threads)?;
    let rates = workshop.with(|surroundings| verify_alarms(&design, &wanted, surroundings))?;
    if rates.is_empty() {
        anyhow::bail!(
            "no subject of study `{}` that is asked for has a technique that takes samples; use one of `statistical`, `heuristic`",
            options.study
        );
    }
    let mut is_broken = false;
    for rate in &rates {
        let interval = clopper_pearson(rate.n_alarms, rate.n_trials);
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let around = interval.map_or(String::new(), |interval| {
            format!(" ({} to {})", percent(interval.low), percent(interval.high))
        });
        let promise = match (rate.promised, interval) {
            // What a mutant raises is no false alarm, so it breaks no promise.
            (Some(promised), Some(interval)) if options.mutant.is_none() => {
                // Fewer alarms than promised are no fault.
                is_broken |= interval.low > promised;
                let is_inside = (interval.low..=interval.high).contains(&promised);
                let told = if is_inside { "inside" } else { "not inside" };
                format!("; promised {}, {told}", percent(promised))
            }
            _ => String::new(),
        };
        let compared = match rate.compared {
            Compared::SourceWithSource => "source with source",
            Compared::SourceWithFollowUp => "source with follow-up",
        };
        console.print(&format!(
            "{} {}, {compared}: {} of {} trials with {} runs of each give an alarm, {}{around}{promise}\n",
            rate.subject,
            rate.technique,
            rate.n_alarms,
            rate.n_trials,
            rate.n_runs,
            percent(rate.n_alarms as f64 / rate.n_trials.max(1) as f64),
        ));
    }
    Ok(if is_broken {
        ExitCode::from(DIFFERS)
    } else {
        ExitCode::SUCCESS
    })
}
