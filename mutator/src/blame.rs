//! Which mutants a compiler error is about.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Diagnostic, LITERAL_OUT_OF_RANGE};
use crate::instruments::checks::CheckError;
use crate::render::{Owner, Woven};
use crate::sites::Sites;
use crate::standing::{Place, Watched};

/// Errors that are about the expression they point at and nothing else: an operator or a conversion
/// that a type does not have, types that differ, casts that there are not, and literals that do not
/// fit.
const EXACT_CODES: [&str; 9] = [
    "E0277",
    "E0308",
    "E0368",
    "E0369",
    "E0600",
    "E0604",
    "E0605",
    "E0606",
    LITERAL_OUT_OF_RANGE,
];

/// What the errors of one check are about.
#[derive(Debug, Default)]
pub(crate) struct Blame {
    /// Mutants that the compiler refused, with its words.
    pub mutants: BTreeMap<u32, String>,
    /// Functions in which something woven does not compile, but no mutant can be named.
    pub functions: BTreeMap<Place, String>,
    /// What was woven for watching and does not compile.
    pub watched: BTreeMap<Watched, String>,
    /// Functions whose clean body does not compile where it tells its exits apart.
    pub exits: BTreeSet<Place>,
    /// Errors that point at nothing woven, as the compiler prints them.
    pub elsewhere: Vec<String>,
}

impl Blame {
    /// Blames every error on what it points at.
    pub(crate) fn of(errors: &[Diagnostic], sites: &Sites, woven: &[Woven]) -> Self {
        let mut blame = Self::default();
        for error in errors {
            match owner(error, sites, woven) {
                Some((_, Owner::Arm(mutant))) if is_exact(error) => {
                    blame
                        .mutants
                        .entry(mutant)
                        .or_insert_with(|| error.summary());
                }
                Some((file, Owner::Watcher(function))) => {
                    let place = Watched::Function(file, function);
                    blame
                        .watched
                        .entry(place)
                        .or_insert_with(|| error.summary());
                }
                Some((file, Owner::Exits(function))) => {
                    blame.exits.insert((file, function));
                }
                Some((file, Owner::Type(index))) => {
                    let place = Watched::Type(file, index);
                    blame
                        .watched
                        .entry(place)
                        .or_insert_with(|| error.summary());
                }
                Some((file, owner)) => {
                    let place = (file, function_of(file, owner, sites));
                    blame
                        .functions
                        .entry(place)
                        .or_insert_with(|| error.summary());
                }
                None => blame.elsewhere.push(error.rendered.clone()),
            }
        }
        blame
    }

    /// Whether some error is about this function or a mutant in it.
    pub(crate) fn is_on(&self, (file, function): Place, sites: &Sites) -> bool {
        let scanned = sites.files[file].scan.sites.iter();
        let mut numbers = scanned
            .zip(&sites.files[file].numbers)
            .filter(|(scanned, _)| scanned.function == function)
            .flat_map(|(_, numbers)| numbers);
        self.functions.contains_key(&(file, function))
            || numbers.any(|number| self.mutants.contains_key(number))
    }
}

/// The error for what an error of the compiler is about: the check it points at, or else what is first
/// written about the function that it points at.
pub(crate) fn blamed_check(
    errors: &[Diagnostic],
    sites: &Sites,
    woven: &[Woven],
) -> Option<CheckError> {
    let found = errors.iter().filter_map(|error| {
        let (file, owner) = owner(error, sites, woven)?;
        match owner {
            Owner::Check(check) => {
                let check = &sites.files[file].checks[check];
                Some((false, check.refused(&error.rendered)))
            }
            owner => {
                let place = (file, function_of(file, owner, sites));
                Some((true, sites.refused(place, &error.rendered)?))
            }
        }
    });
    let first = found.min_by_key(|(is_inexact, _)| *is_inexact);
    first.map(|(_, error)| error)
}

fn is_exact(error: &Diagnostic) -> bool {
    let code = error.code.as_deref();
    code.is_some_and(|code| EXACT_CODES.contains(&code))
}

fn owner(error: &Diagnostic, sites: &Sites, woven: &[Woven]) -> Option<(usize, Owner)> {
    error.places.iter().find_map(|(path, range)| {
        let is_file = |file: &crate::sites::SiteFile| file.source.path == *path;
        let file = sites.files.iter().position(is_file)?;
        Some((file, woven[file].owner(range)?))
    })
}

fn function_of(file: usize, owner: Owner, sites: &Sites) -> usize {
    let file = &sites.files[file];
    match owner {
        Owner::Function(function)
        | Owner::MutatedBody(function)
        | Owner::Watcher(function)
        | Owner::Exits(function) => function,
        Owner::Check(check) => file.checks[check].place.1,
        Owner::Type(_) => unreachable!("types are blamed apart from functions"),
        Owner::Site(site) => file.scan.sites[site].function,
        Owner::Arm(mutant) => {
            let site = file
                .numbers
                .iter()
                .position(|numbers| numbers.contains(&mutant))
                .expect("an arm is written for a mutant of its own file");
            file.scan.sites[site].function
        }
    }
}
