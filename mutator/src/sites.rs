//! All sites of a package, and its mutants with their numbers and ids.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::{Mutant, MutantClass, MutantId, MutantStatus, OperatorName};

use crate::recursion;
use crate::scan::{Scan, scan};
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
}

/// One file with its sites.
#[derive(Debug)]
pub(crate) struct SiteFile {
    pub source: Source,
    pub scan: Scan,
    /// For every site, the numbers of its changes.
    pub numbers: Vec<Vec<u32>>,
}

/// Where a change is: indices of file, site and change.
type Place = (usize, usize, usize);

impl Sites {
    /// The sites of these parsed files; their order is the order of the numbers.
    pub(crate) fn new(files: Vec<(Source, syn::File)>, classes: &BTreeSet<MutantClass>) -> Self {
        let mut files: Vec<SiteFile> = files
            .into_iter()
            .map(|(source, tree)| SiteFile {
                scan: scan(&source, &tree, classes),
                source,
                numbers: Vec::new(),
            })
            .collect();
        for file in &mut files {
            drop_repeated_changes(file);
        }
        recursion::let_others_run_free(files.iter_mut().map(|file| &mut file.scan));
        let mutants = number(&mut files);
        let mut skipped = Vec::new();
        for file in &mut files {
            skipped.append(&mut file.scan.skipped);
        }
        skipped.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
        Self {
            mutants,
            skipped,
            files,
        }
    }

    /// The sites of these files.
    #[cfg(test)]
    pub(crate) fn of_sources(
        sources: Vec<Source>,
        classes: &BTreeSet<MutantClass>,
    ) -> Result<Self, crate::ParseError> {
        let parsed: Result<_, _> = sources
            .into_iter()
            .map(|source| source.parse().map(|tree| (source, tree)))
            .collect();
        Ok(Self::new(parsed?, classes))
    }
}

/// Drops every change that leaves the same text as an earlier one.
fn drop_repeated_changes(file: &mut SiteFile) {
    let source = &file.source;
    let mut seen = BTreeSet::new();
    for scanned in &mut file.scan.sites {
        let range = scanned.site.range.clone();
        let before = source.slice(&range);
        scanned.site.changes.retain(|change| {
            let (prefix, suffix) = common_ends(before, &change.after);
            let replaced = range.start + prefix..range.end - suffix;
            let replacement = change.after[prefix..change.after.len() - suffix].to_owned();
            seen.insert((replaced.start, replaced.end, replacement))
        });
    }
}

/// How many bytes two texts share at the start, and at the end of the rest.
fn common_ends(a: &str, b: &str) -> (usize, usize) {
    let same = |(a, b): &(char, char)| a == b;
    let length = |pairs: &mut dyn Iterator<Item = (char, char)>| {
        pairs.take_while(same).map(|(a, _)| a.len_utf8()).sum()
    };
    let prefix: usize = length(&mut a.chars().zip(b.chars()));
    let (a, b) = (&a[prefix..], &b[prefix..]);
    let suffix = length(&mut a.chars().rev().zip(b.chars().rev()));
    (prefix, suffix)
}

/// Numbers all changes by file, place and operator, so that those of a function are consecutive.
fn number(files: &mut [SiteFile]) -> Vec<Mutant> {
    let mut places: Vec<Place> = Vec::new();
    for (file_index, file) in files.iter().enumerate() {
        for (site_index, scanned) in file.scan.sites.iter().enumerate() {
            let n_changes = scanned.site.changes.len();
            places.extend((0..n_changes).map(|change| (file_index, site_index, change)));
        }
    }
    places.sort_by_key(|&(file, site, change)| {
        let site = &files[file].scan.sites[site].site;
        let operator = site.changes[change].operator.clone();
        (file, site.range.start, operator, site.range.end)
    });
    for file in &mut *files {
        file.numbers = (file.scan.sites.iter())
            .map(|scanned| vec![0; scanned.site.changes.len()])
            .collect();
    }
    let mut ordinals = BTreeMap::new();
    let mut mutants = Vec::with_capacity(places.len());
    for (number, (file, site, change)) in (1..).zip(places) {
        files[file].numbers[site][change] = number;
        mutants.push(mutant(&files[file], number, site, change, &mut ordinals));
    }
    mutants
}

fn mutant(
    file: &SiteFile,
    number: u32,
    site: usize,
    change: usize,
    ordinals: &mut BTreeMap<(String, String, String), u32>,
) -> Mutant {
    let source = &file.source;
    let scanned = &file.scan.sites[site];
    let change = &scanned.site.changes[change];
    let range = &scanned.site.range;
    let function = &file.scan.functions[scanned.function].name;
    let key = (source.path.clone(), function.clone(), change.operator.clone());
    let ordinal = ordinals.entry(key).or_insert(0);
    *ordinal += 1;
    let (line, column) = source.position(range.start);
    let id = format!("{}::{function}/{}/{ordinal}", source.path, change.operator);
    Mutant {
        id: MutantId(id),
        number,
        class: scanned.class,
        operator: OperatorName(change.operator.clone()),
        is_thesis: change.is_thesis,
        file: source.path.clone(),
        function: function.clone(),
        line,
        column,
        // A source file of four gigabytes does not fit the memory of the parser.
        start: range.start as u32,
        end: range.end as u32,
        before: source.slice(range).to_owned(),
        after: change.after.clone(),
        status: MutantStatus::Woven,
    }
}
