//! What functions may touch besides their arguments, and so which sandbox a test of them needs.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::Sandbox;

use super::Property;
use crate::scan::{Callee, Function};
use crate::sites::{FunctionId, SiteFile, function_ids};

/// Words in the body of a function that touches more than its arguments, or may end the program.
const TELLING: [&str; 18] = [
    "abort",
    "append",
    "borrow_mut",
    "create",
    "eprint",
    "eprintln",
    "exit",
    "fetch_add",
    "fetch_sub",
    "lock",
    "OnceLock",
    "print",
    "println",
    "stderr",
    "stdout",
    "store",
    "thread",
    "unsafe",
];

/// Words in the body of a function that touches what even a copy of the process shares.
const OUTSIDE: [&str; 11] = [
    "Command",
    "create_dir",
    "File",
    "fs",
    "OpenOptions",
    "spawn",
    "stdin",
    "TcpListener",
    "TcpStream",
    "UdpSocket",
    "UnixStream",
];

/// Words in the body of a function that may end the program.
const ENDING: [&str; 2] = ["abort", "exit"];

/// The functions that reach out of their arguments, by how they are called.
pub(crate) struct ReachOut {
    /// Those that touch something of the process, or may end it.
    in_process: BTreeSet<Callee>,
    /// Those that touch something outside of it.
    outside: BTreeSet<Callee>,
    /// Those that may end it by a call for that.
    ending: BTreeSet<Callee>,
}

impl ReachOut {
    /// Looks at all functions of a package and follows their calls.
    pub(crate) fn of(files: &[SiteFile]) -> Self {
        let telling: BTreeSet<&str> = (TELLING.into_iter())
            .chain(files.iter().flat_map(statics))
            .collect();
        let outside = BTreeSet::from(OUTSIDE);
        Self {
            // A call that nests for ever ends with the stack, which only a copy survives.
            in_process: callees(files, |function, body| {
                function.may_call_itself || words(body).any(|word| telling.contains(word))
            }),
            ending: callees(files, |_, body| {
                words(body).any(|word| ENDING.contains(&word))
            }),
            outside: callees(files, |_, body| {
                words(body).any(|word| outside.contains(word))
            }),
        }
    }

    /// Whether a test of this function may end the program that it runs in by a call for that.
    pub(crate) fn may_end(&self, function: &Function, property: &Property) -> bool {
        mentions(&self.ending, &ENDING, function, property)
    }

    /// The sandbox that a test of this function needs.
    pub(crate) fn sandbox(&self, function: &Function, property: &Property) -> Sandbox {
        if mentions(&self.outside, &OUTSIDE, function, property) {
            Sandbox::Pod
        } else if mentions(&self.in_process, &TELLING, function, property) {
            Sandbox::Fork
        } else {
            Sandbox::Clone
        }
    }
}

/// Whether a function or its property is among these, or calls one of them.
fn mentions(
    callees: &BTreeSet<Callee>,
    telling: &[&str],
    function: &Function,
    property: &Property,
) -> bool {
    let mut mentioned = words(&property.marked);
    callees.contains(&function.callee)
        || mentioned.any(|name| {
            let callee = |is_associated| Callee {
                name: name.to_owned(),
                is_associated,
            };
            let is_callee = callees.contains(&callee(true)) || callees.contains(&callee(false));
            telling.contains(&name) || is_callee
        })
}

/// The functions that do something themselves, and those that may call one of them.
fn callees(files: &[SiteFile], does: impl Fn(&Function, &str) -> bool) -> BTreeSet<Callee> {
    let mut calls: BTreeMap<Callee, BTreeSet<Callee>> = BTreeMap::new();
    let mut callees = BTreeSet::new();
    for file in files {
        for function in &file.functions {
            if does(function, file.source.slice(&function.body)) {
                callees.insert(function.callee.clone());
            }
            let called = calls.entry(function.callee.clone()).or_default();
            called.extend(function.mentions.iter().cloned());
        }
    }
    loop {
        let n_before = callees.len();
        for (caller, called) in &calls {
            if !called.is_disjoint(&callees) {
                callees.insert(caller.clone());
            }
        }
        if callees.len() == n_before {
            return callees;
        }
    }
}

/// The names of variables that all functions share.
fn statics(file: &SiteFile) -> impl Iterator<Item = &str> {
    let mut words = words(&file.source.text).peekable();
    std::iter::from_fn(move || {
        loop {
            if words.next()? == "static" {
                words.next_if_eq(&"ref");
                words.next_if_eq(&"mut");
                return words.peek().copied();
            }
        }
    })
}

/// The functions that are tests of others: only properties call them, and they are called so.
pub(crate) fn test_functions(files: &[SiteFile]) -> BTreeSet<FunctionId> {
    let checks = || files.iter().flat_map(|file| &file.found.checks.checks);
    let named: BTreeSet<&str> = checks()
        .flat_map(|check| words(&check.property.marked))
        .filter(|word| word.starts_with("test"))
        .collect();
    let functions = || files.iter().flat_map(|file| &file.functions);
    let is_called = |callee: &Callee| {
        let mut others = functions().filter(|other| other.callee != *callee);
        others.any(|other| other.mentions.contains(callee))
    };
    let mut tests = BTreeSet::new();
    for id in function_ids(files) {
        let callee = &files[id.file].functions[id.function].callee;
        let is_checked = checks().any(|check| check.function == id);
        let is_named = named.contains(callee.name.as_str());
        if is_named && !is_checked && !is_called(callee) {
            tests.insert(id);
        }
    }
    tests
}

/// The names and keywords in a text; what is in comments and strings may be among them, which errs
/// on the side of a fork.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let words = text.split(move |c| !is_part(c));
    words.filter(|word| !word.is_empty())
}
