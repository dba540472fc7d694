//! What functions may touch besides their arguments, and so which sandbox a test of them needs.

use std::collections::{BTreeMap, BTreeSet};

use super::Property;
use super::options::Sandbox;
use crate::scan::{Callee, Function};
use crate::sites::SiteFile;

/// Words in the body of a function that touches more than its arguments, or may end the program.
const TELLING: [&str; 26] = [
    "abort",
    "append",
    "borrow_mut",
    "Command",
    "create",
    "create_dir",
    "eprint",
    "eprintln",
    "exit",
    "fetch_add",
    "fetch_sub",
    "File",
    "fs",
    "lock",
    "OnceLock",
    "OpenOptions",
    "print",
    "println",
    "spawn",
    "stderr",
    "stdin",
    "stdout",
    "store",
    "TcpStream",
    "thread",
    "unsafe",
];

/// The functions that reach out of their arguments, by how they are called.
pub(crate) struct ReachOut {
    callees: BTreeSet<Callee>,
}

impl ReachOut {
    /// Looks at all functions of a package and follows their calls.
    pub(crate) fn of(files: &[SiteFile]) -> Self {
        let telling: BTreeSet<&str> = (TELLING.into_iter())
            .chain(files.iter().flat_map(statics))
            .collect();
        let mut calls: BTreeMap<Callee, BTreeSet<Callee>> = BTreeMap::new();
        let mut callees = BTreeSet::new();
        for file in files {
            for function in &file.scan.functions {
                let body = file.source.slice(&function.body);
                // A call that nests for ever ends with the stack, which only a fork survives.
                if function.burns || words(body).any(|word| telling.contains(word)) {
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
                return Self { callees };
            }
        }
    }

    /// The sandbox that a test of this function needs.
    pub(crate) fn sandbox(&self, function: &Function, property: &Property) -> Sandbox {
        let is_outside = |callee: &Callee| self.callees.contains(callee);
        let mentioned = words(&property.marked).any(|name| {
            let callee = |is_associated| Callee {
                name: name.to_owned(),
                is_associated,
            };
            TELLING.contains(&name) || is_outside(&callee(true)) || is_outside(&callee(false))
        });
        match mentioned || is_outside(&function.callee) {
            true => Sandbox::Fork,
            false => Sandbox::Clone,
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

/// The names and keywords in a text; what is in comments and strings may be among them, which errs
/// on the side of a fork.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let words = text.split(move |c| !is_part(c));
    words.filter(|word| !word.is_empty())
}
