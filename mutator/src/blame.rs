//! What errors of the compiler are about.

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostic;
use crate::error::MutatorError;
use crate::instruments::{self, Culprit, Part, Refused};
use crate::render::{Owner, Woven};
use crate::sites::{FunctionId, SiteFile, Sites};

/// What the errors of one build are about.
#[derive(Debug, Default)]
pub(crate) struct Blamed {
    /// Woven parts that the compiler refused, by the index of their file, with its words.
    pub parts: BTreeMap<(usize, Part), String>,
    /// Functions in which something woven does not compile, but no part can be named.
    pub functions: BTreeMap<FunctionId, String>,
    /// Errors that point at nothing woven, as the compiler prints them.
    pub elsewhere: Vec<String>,
}

impl Blamed {
    /// Blames every error on what it points at.
    pub(crate) fn of(errors: &[Diagnostic], sites: &Sites, woven: &[Woven]) -> Self {
        let mut blamed = Self::default();
        for error in errors {
            let Some((file, owner)) = owner(error, sites, woven) else {
                blamed.elsewhere.push(error.rendered.clone());
                continue;
            };
            // The first error is the one that a reader can make something of.
            match (culprit(owner, error, &sites.files[file]), owner) {
                (Culprit::Part, Owner::Part(part)) => {
                    let entry = blamed.parts.entry((file, part));
                    entry.or_insert_with(|| error.summary());
                }
                (Culprit::Function(function), _) => {
                    let entry = blamed.functions.entry(FunctionId { file, function });
                    entry.or_insert_with(|| error.summary());
                }
                _ => blamed.elsewhere.push(error.rendered.clone()),
            }
        }
        blamed
    }

    /// Whether some error is about this function or something that it cannot compile with.
    pub(crate) fn is_on(&self, id: FunctionId, sites: &Sites) -> bool {
        let mut parts = self.parts.keys().filter(|(file, _)| *file == id.file);
        let holds_up = |part: Part| {
            let file = &sites.files[id.file];
            part.instrument().holds_up(part, id.function, file)
        };
        self.functions.contains_key(&id) || parts.any(|(_, part)| holds_up(*part))
    }
}

/// The error for what may not be left out and an error of the compiler is about: the part that it
/// points at, or else what is first found in the function that it points at.
pub(crate) fn refusal(
    errors: &[Diagnostic],
    sites: &Sites,
    woven: &[Woven],
) -> Option<MutatorError> {
    let mut in_function = None;
    // A part tells the user which of several properties is wrong, so one is looked for in all errors.
    for error in errors {
        let Some((file, owner)) = owner(error, sites, woven) else {
            continue;
        };
        let exact = match owner {
            Owner::Part(part) => refusal_of(Refused::Part(file, part), &error.rendered, sites),
            Owner::Function(_) => None,
        };
        if exact.is_some() {
            return exact;
        }
        if let Culprit::Function(function) = culprit(owner, error, &sites.files[file]) {
            let refused = Refused::Function(FunctionId { file, function });
            let of_function = || refusal_of(refused, &error.rendered, sites);
            in_function = in_function.or_else(of_function);
        }
    }
    in_function
}

/// The error for this, if an instrument may not leave it out.
pub(crate) fn refusal_of(refused: Refused, message: &str, sites: &Sites) -> Option<MutatorError> {
    let mut instruments = instruments::ALL.iter();
    instruments.find_map(|instrument| instrument.refusal(refused, message, sites))
}

fn culprit(owner: Owner, error: &Diagnostic, file: &SiteFile) -> Culprit {
    match owner {
        Owner::Function(function) => Culprit::Function(function),
        Owner::Part(part) => part.instrument().culprit(part, error, file),
    }
}

fn owner(error: &Diagnostic, sites: &Sites, woven: &[Woven]) -> Option<(usize, Owner)> {
    // The first place that is in a woven file: those before it are inside macros of others.
    error.places.iter().find_map(|(path, range)| {
        let is_file = |file: &SiteFile| file.source.path == *path;
        let file = sites.files.iter().position(is_file)?;
        Some((file, woven[file].owner(range)?))
    })
}
