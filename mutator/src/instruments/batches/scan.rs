//! The function that a process starts with, and what calls of it would leave to each other.

use syn::spanned::Spanned as _;
use syn::{Expr, Item, StaticMutability};

use super::{Batches, Obstacle};
use crate::error::MutatorError;
use crate::instruments::Scan;
use crate::scan::{Container, FunctionSyntax, Scanner};
use crate::site::Role;
use crate::sites::Sites;

/// Types whose values can change behind a shared reference.
const CHANGING: [&str; 12] = [
    "Atomic",
    "Cell",
    "LazyCell",
    "LazyLock",
    "Mutex",
    "Once",
    "OnceCell",
    "OnceLock",
    "RefCell",
    "RwLock",
    "SyncUnsafeCell",
    "UnsafeCell",
];

/// Functions that end the process, start threads, or change what all of the process shares.
const REACHING_OUT: [[&str; 2]; 10] = [
    ["process", "exit"],
    ["process", "abort"],
    ["thread", "spawn"],
    ["thread", "scope"],
    ["thread", "Builder"],
    ["env", "set_var"],
    ["env", "remove_var"],
    ["env", "set_current_dir"],
    ["panic", "set_hook"],
    ["panic", "take_hook"],
];

impl Scan for Batches {
    fn see_item(&self, item: &Item, scanner: &mut Scanner<'_>) {
        match item {
            Item::Static(item) => {
                let kind = scanner
                    .source
                    .slice(&scanner.source.range_of(&item.ty))
                    .to_owned();
                let is_changing =
                    |word: &str| CHANGING.contains(&word) || word.strip_prefix("Atomic").is_some();
                let words = kind.split(|c: char| !c.is_alphanumeric());
                if matches!(item.mutability, StaticMutability::Mut(_))
                    || words.into_iter().any(is_changing)
                {
                    note(
                        &item.ident.span(),
                        format!("static {}", item.ident),
                        scanner,
                    );
                }
            }
            Item::Macro(item) => {
                let name = item.mac.path.segments.last();
                let keeps = |name: &syn::Ident| name == "thread_local" || name == "lazy_static";
                if let Some(segment) = name.filter(|segment| keeps(&segment.ident)) {
                    note(
                        &segment.ident.span(),
                        format!("{}!", segment.ident),
                        scanner,
                    );
                }
            }
            Item::Use(item) => {
                // What is imported is called by its last name alone.
                let range = scanner.source.range_of(&item.tree);
                let text = scanner.source.slice(&range).replace(' ', "");
                for [module, name] in REACHING_OUT {
                    if text.contains(&format!("{module}::{name}")) {
                        note(&item.span(), format!("{module}::{name}"), scanner);
                    }
                }
            }
            _ => {}
        }
    }

    fn see_function(&self, function: &FunctionSyntax<'_>, scanner: &mut Scanner<'_>) {
        let is_main = function.signature.ident == "main"
            && function.container == Container::Free
            && scanner.function_at(function.index).name == "main";
        let is_of_root =
            { scanner.settings.roots_of_batches.iter() }.any(|root| *root == scanner.source.path);
        if is_main && is_of_root {
            scanner.found.batches.main = Some(function.index);
        }
    }

    fn see_expression(&self, expression: &Expr, _: Role, scanner: &mut Scanner<'_>) {
        let Expr::Path(path) = expression else {
            return;
        };
        let names: Vec<String> = { path.path.segments.iter() }
            .map(|segment| segment.ident.to_string())
            .collect();
        for [module, name] in REACHING_OUT {
            let is_called = names
                .windows(2)
                .any(|pair| pair[0] == module && pair[1] == name);
            if is_called {
                note(&path.span(), format!("{module}::{name}"), scanner);
            }
        }
    }

    fn finish(&self, sites: &mut Sites) -> Result<(), MutatorError> {
        if sites.settings.roots_of_batches.is_empty() {
            return Ok(());
        }
        for file in &sites.files {
            if let Some(Obstacle { line, text }) = &file.found.batches.obstacle {
                return Err(MutatorError::KeepsState {
                    file: file.source.path.clone(),
                    line: *line,
                    text: text.clone(),
                });
            }
        }
        let mut files = sites.files.iter();
        if files.any(|file| file.found.batches.main.is_some()) {
            Ok(())
        } else {
            Err(MutatorError::NoMain {
                roots: sites.settings.roots_of_batches.join("`, `"),
            })
        }
    }
}

fn note(span: &proc_macro2::Span, text: String, scanner: &mut Scanner<'_>) {
    let range = scanner.source.range(*span);
    let (line, _) = scanner.source.position(range.start);
    let obstacle = &mut scanner.found.batches.obstacle;
    obstacle.get_or_insert(Obstacle { line, text });
}
