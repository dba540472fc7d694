//! What people type.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::verbs;

/// Which testing technique finds the bug when nobody knows the right output?
#[derive(Debug, Parser)]
#[command(
    name = "killrate",
    version,
    about,
    max_term_width = 100,
    disable_help_subcommand = true,
    // Clap's own, without the empty line below the question: all verbs fit a screen.
    help_template = "{about-with-newline}{usage-heading} {usage}\n\n{all-args}{after-help}",
    after_help = "Exit: 0 done, 1 fault, 2 usage, 3 invalid, 4 unsound, 5 differs, 6 violated, 130 interrupted.\nStart with: killrate run smoke && killrate report smoke"
)]
pub(crate) struct Arguments {
    /// The project's folder; found from the present folder when left out.
    #[arg(long, global = true, value_name = "FOLDER")]
    pub(crate) root: Option<PathBuf>,

    /// Where builds and executions are kept; `target/killrate` when left out.
    #[arg(long, global = true, value_name = "FOLDER")]
    pub(crate) scratch: Option<PathBuf>,

    /// Say nothing but results and errors.
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,

    /// Use colour: auto, always or never; NO_COLOR is respected.
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub(crate) color: When,

    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// The verbs; each says in its own file what it is for.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    List(verbs::list::Options),
    Init(verbs::init::Options),
    /// Check manifests, data files and studies without running anything
    Check,
    CheckFunctions(verbs::check_functions::Options),
    Mutants(verbs::mutants::Options),
    Infer(verbs::infer::Options),
    Invariants(verbs::invariants::Options),
    Plan(verbs::plan::Options),
    Run(verbs::run::Options),
    Merge(verbs::merge::Options),
    Cluster(verbs::cluster::Options),
    Report(verbs::report::Options),
    #[cfg(feature = "analysis")]
    Audit(verbs::audit::Options),
    #[cfg(feature = "analysis")]
    BenchProperty(verbs::bench_property::Options),
    #[cfg(feature = "analysis")]
    Diff(verbs::diff::Options),
    Export(verbs::export::Options),
    Import(verbs::import::Options),
    Explain(verbs::explain::Options),
    Verify(verbs::verify::Options),
    Mt(Box<verbs::mt::Options>),
}

/// Whether to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    Auto,
    Always,
    Never,
}

/// How many threads to use, for verbs that run programs.
#[derive(Debug, Args)]
pub(crate) struct Threads {
    /// How many executions run at once; as many as there are cores when left out.
    ///
    /// Results do not depend on it.
    #[arg(long, short = 'j', value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Give every input a process of its own, also where a subject takes many; shows the same, slower
    #[arg(long)]
    pub(crate) no_batches: bool,
}

impl Threads {
    pub(crate) fn number(&self) -> NonZeroUsize {
        self.threads
            .or_else(|| std::thread::available_parallelism().ok())
            .unwrap_or(NonZeroUsize::MIN)
    }
}

/// How a list is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    Text,
    Csv,
    Json,
}
