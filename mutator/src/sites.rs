//! All sites of a package, and its mutants with their numbers and ids.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::{Mutant, MutantClass, MutantId, MutantStatus, OperatorName};

use crate::instruments::checks::{
    self, Check, CheckError, Found, FunctionProperty, RandomFunction,
};
use crate::instruments::mutants::choices::{Choice, choices};
use crate::instruments::watching::points::Points;
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
    /// The side file with properties of functions, where properties were looked for.
    checked: Option<Option<(String, String)>>,
}

/// One file with its sites.
#[derive(Debug)]
pub(crate) struct SiteFile {
    pub source: Source,
    pub scan: Scan,
    /// For every site, the numbers of its changes.
    pub numbers: Vec<Vec<u32>>,
    /// For every function, how it chooses its body if it has mutants.
    pub choices: Vec<Option<Choice>>,
    /// The properties of its functions that are checked, in the order of functions.
    pub checks: Vec<Check>,
    /// Its functions that draw random numbers from outside of the process.
    pub random_functions: Vec<RandomFunction>,
    /// What the program can watch, if it can.
    pub points: Option<Points>,
}

/// Where a change is: indices of file, site and change.
type Place = (usize, usize, usize);

impl Sites {
    /// The sites of these parsed files; their order is the order of the numbers.
    ///
    /// A file that is not chosen gets fuel and no mutants.
    pub(crate) fn new(
        files: Vec<(Source, syn::File)>,
        classes: &BTreeSet<MutantClass>,
        is_chosen: impl Fn(&str) -> bool,
    ) -> Self {
        let none = BTreeSet::new();
        let mut files: Vec<SiteFile> = files
            .into_iter()
            .map(|(source, tree)| {
                let classes = if is_chosen(&source.path) {
                    classes
                } else {
                    &none
                };
                SiteFile {
                    scan: scan(&source, &tree, classes),
                    source,
                    numbers: Vec::new(),
                    choices: Vec::new(),
                    checks: Vec::new(),
                    random_functions: Vec::new(),
                    points: None,
                }
            })
            .collect();
        for file in &mut files {
            drop_repeated_changes(file);
        }
        recursion::let_others_run_free(files.iter_mut().map(|file| &mut file.scan));
        let mutants = number(&mut files);
        for (of_file, file) in choices(&files).into_iter().zip(&mut files) {
            file.choices = of_file;
        }
        let mut skipped = Vec::new();
        for file in &mut files {
            skipped.append(&mut file.scan.skipped);
        }
        skipped.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
        Self {
            mutants,
            skipped,
            files,
            checked: None,
        }
    }

    /// Finds the properties of functions that are to be checked, and those that draw random numbers.
    pub(crate) fn add_checks(&mut self, side_file: Option<(&str, &str)>) -> Result<(), CheckError> {
        let Found {
            checks,
            random_functions,
        } = checks::find(&self.files, side_file)?;
        for check in checks {
            self.files[check.place.0].checks.push(check);
        }
        for function in random_functions {
            let file = &mut self.files[function.place.0];
            file.random_functions.push(function);
        }
        let owned = side_file.map(|(path, text)| (path.to_owned(), text.to_owned()));
        self.checked = Some(owned);
        Ok(())
    }

    /// Finds the same properties as in others, where these were looked for.
    pub(crate) fn add_checks_of(&mut self, others: &Self) -> Result<(), CheckError> {
        match &others.checked {
            None => Ok(()),
            Some(side_file) => {
                let side_file = side_file.as_ref();
                self.add_checks(side_file.map(|(path, text)| (path.as_str(), text.as_str())))
            }
        }
    }

    /// Whether nothing is written about any function.
    pub(crate) fn is_unchecked(&self) -> bool {
        let is_plain = |file: &SiteFile| file.checks.is_empty() && file.random_functions.is_empty();
        self.files.iter().all(is_plain)
    }

    /// The error when the compiler refuses, in these words, what is written about a function, if
    /// something is.
    pub(crate) fn refused(&self, place: (usize, usize), message: &str) -> Option<CheckError> {
        let file = &self.files[place.0];
        if let Some(check) = file.checks.iter().find(|check| check.place == place) {
            return Some(check.refused(message));
        }
        let mut random_functions = file.random_functions.iter();
        let random_function = random_functions.find(|function| function.place == place)?;
        Some(random_function.refused(message))
    }

    /// The mutants of functions that only properties call, with the reason to leave them out.
    pub(crate) fn mutants_of_tests(&self) -> BTreeMap<u32, String> {
        let reason = "it is in a test that only properties of functions call";
        let mut mutants = BTreeMap::new();
        for (file, function) in checks::test_functions(&self.files) {
            let file = &self.files[file];
            let sites = file.scan.sites.iter().zip(&file.numbers);
            let in_test = sites.filter(|(scanned, _)| scanned.function == function);
            let numbers = in_test.flat_map(|(_, numbers)| numbers);
            mutants.extend(numbers.map(|&number| (number, reason.to_owned())));
        }
        mutants
    }

    /// The properties of functions that are checked.
    pub fn function_properties(&self) -> Vec<FunctionProperty> {
        let checks = self.files.iter().flat_map(|file| &file.checks);
        checks.map(|check| check.describe(&self.files)).collect()
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
        Ok(Self::new(parsed?, classes, |_| true))
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
    let key = (
        source.path.clone(),
        function.clone(),
        change.operator.clone(),
    );
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

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> Vec<String> {
        let source = Source::new("src/main.rs", text);
        let classes = BTreeSet::from([MutantClass::Arithmetic]);
        let sites = Sites::of_sources(vec![source], &classes).unwrap();
        sites
            .mutants
            .into_iter()
            .map(|mutant| mutant.id.0)
            .collect()
    }

    #[test]
    fn an_id_names_file_function_operator_and_ordinal() {
        assert_eq!(
            ids("mod m { impl<T> Tree<T> { fn prune(&self) { a + b; c + d; fn g() { e + f } } } }"),
            [
                "src/main.rs::m::Tree::prune/add-to-sub/1",
                "src/main.rs::m::Tree::prune/add-to-sub/2",
                "src/main.rs::m::Tree::prune::g/add-to-sub/1",
            ]
        );
    }

    #[test]
    fn ids_are_not_changed_by_edits_elsewhere() {
        let before = ids("fn f() { a + b } fn g() { c + d; e * f }");
        let after = ids("fn f() { a + b + z } /* new */ fn g() { c + d; e * f }");
        assert_eq!(before[1..], after[2..]);
    }

    #[test]
    fn functions_of_one_name_share_their_ordinals() {
        assert_eq!(
            ids(
                "impl From<A> for T { fn from() { a + b } } impl From<B> for T { fn from() { a + b } }"
            ),
            [
                "src/main.rs::T::from/add-to-sub/1",
                "src/main.rs::T::from/add-to-sub/2",
            ]
        );
    }

    #[test]
    fn the_numbers_of_a_function_are_consecutive() {
        let text = "fn f() { a + b < c; fn g() { d + e } h - i } fn j() { k * l }";
        let source = Source::new("src/main.rs", text);
        let sites = Sites::of_sources(vec![source], &MutantClass::PAPERS.into()).unwrap();
        let functions: Vec<&str> = sites
            .mutants
            .iter()
            .map(|mutant| mutant.function.as_str())
            .collect();
        assert_eq!(functions, ["f", "f", "f", "f", "f", "f", "f::g", "f", "j"]);
    }
}
