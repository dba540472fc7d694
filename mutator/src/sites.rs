//! What instruments found in a package.

use std::ops::Range;

use killrate_model::Mutant;

use crate::error::MutatorError;
use crate::instruments::checks::{FunctionProperty, describe};
use crate::instruments::{self, Found, Settings};
use crate::recursion;
use crate::scan::{Function, Node, scan};
use crate::skipped::SkippedSite;
use crate::source::Source;

/// What can be mutated in a package; nothing is compiled yet, so some mutants may not compile.
#[derive(Debug)]
pub struct Sites {
    /// The candidate mutants, in the order of their numbers.
    pub mutants: Vec<Mutant>,
    /// Places that could hold a mutant and do not.
    pub skipped: Vec<SkippedSite>,
    pub(crate) files: Vec<SiteFile>,
    /// What was looked for.
    pub(crate) settings: Settings,
}

/// One file and what was found in it.
#[derive(Debug)]
pub(crate) struct SiteFile {
    pub source: Source,
    pub functions: Vec<Function>,
    /// Everything the weaver splices at, in no particular order; ranges nest or are apart.
    pub nodes: Vec<Node>,
    pub skipped: Vec<SkippedSite>,
    pub found: Found,
}

/// A function of a package: the index of its file, and its own in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FunctionId {
    pub file: usize,
    pub function: usize,
}

impl Sites {
    /// The sites of these parsed files; their order is the order of the numbers of mutants.
    ///
    /// A file that is not chosen gets all that is looked for except mutants.
    pub(crate) fn find(
        files: Vec<(Source, syn::File)>,
        settings: &Settings,
        is_chosen: impl Fn(&str) -> bool,
    ) -> Result<Self, MutatorError> {
        let without_mutants = settings.without_mutants();
        let files = files.into_iter().map(|(source, tree)| {
            let is_chosen = is_chosen(&source.path);
            let settings = if is_chosen {
                settings
            } else {
                &without_mutants
            };
            scan(source, &tree, settings)
        });
        let mut sites = Self {
            mutants: Vec::new(),
            skipped: Vec::new(),
            files: files.collect(),
            settings: settings.clone(),
        };
        recursion::let_others_run_free(&mut sites.files);
        for instrument in instruments::ALL {
            instrument.finish(&mut sites)?;
        }
        for file in &mut sites.files {
            sites.skipped.append(&mut file.skipped);
        }
        let skipped = &mut sites.skipped;
        skipped.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
        Ok(sites)
    }

    /// The properties of functions that are checked.
    pub fn function_properties(&self) -> Vec<FunctionProperty> {
        describe(&self.files)
    }

    /// All functions, in the order of files and of each file.
    pub(crate) fn function_ids(&self) -> impl Iterator<Item = FunctionId> {
        function_ids(&self.files)
    }

    /// The sites of these files, looking for mutants of these classes.
    #[cfg(test)]
    pub(crate) fn of_sources(
        sources: Vec<Source>,
        classes: &std::collections::BTreeSet<killrate_model::MutantClass>,
    ) -> Result<Self, MutatorError> {
        Self::of_sources_with(sources, &Settings::mutants(classes))
    }

    /// The sites of these files.
    #[cfg(test)]
    pub(crate) fn of_sources_with(
        sources: Vec<Source>,
        settings: &Settings,
    ) -> Result<Self, MutatorError> {
        let parsed = sources.into_iter().map(|source| {
            let tree = source.parse().map_err(crate::ModuleError::from)?;
            Ok((source, tree))
        });
        let parsed: Result<_, MutatorError> = parsed.collect();
        Self::find(parsed?, settings, |_| true)
    }
}

/// All functions of these files.
pub(crate) fn function_ids(files: &[SiteFile]) -> impl Iterator<Item = FunctionId> {
    let files = files.iter().enumerate();
    files.flat_map(|(file, of_file)| {
        let functions: Range<usize> = 0..of_file.functions.len();
        functions.map(move |function| FunctionId { file, function })
    })
}
