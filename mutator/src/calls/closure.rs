//! The functions of a library: where they are, what they look like, and which files a call runs through.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItemFn, Item, ItemFn, ItemImpl, ItemMod, ItemUse, UseTree, Visibility};

use super::signature::{Numeric, Refusal, read};
use crate::scan::requires_test;
use crate::source::Source;

/// A function with a body.
#[derive(Debug)]
struct Defined {
    /// The file that it is in.
    file: String,
    /// The modules that it is in, from the root of the crate.
    modules: Vec<String>,
    /// Whether it can be called with numbers.
    numeric: Result<Numeric, Refusal>,
    /// Every name that it calls.
    mentions: BTreeSet<String>,
}

/// All functions of a library.
#[derive(Debug, Default)]
pub(super) struct Functions {
    by_name: BTreeMap<String, Vec<Defined>>,
    /// The names that the root of the crate passes on from its modules.
    passed_on: BTreeSet<String>,
    /// Whether the root passes on all that some module has.
    passes_all_on: bool,
}

/// A function that can be called.
#[derive(Debug)]
pub(super) struct Callable {
    /// The path from the root of the crate.
    pub(super) path: Vec<String>,
    /// Where it is, as side files of properties name it; `None` in a module inside a file.
    pub(super) place: Option<String>,
    pub(super) numeric: Numeric,
}

impl Functions {
    /// Looks at all files of a library.
    pub(super) fn of(files: &[(Source, syn::File)], root: &str) -> Self {
        let mut functions = Self::default();
        for (source, tree) in files {
            let mut walk = Walk {
                file: &source.path,
                modules: modules_of(&source.path),
                owner: None,
                functions: &mut functions,
            };
            walk.visit_file(tree);
            if source.path == root {
                let uses = tree.items.iter().filter_map(|item| match item {
                    Item::Use(item) => Some(item),
                    _ => None,
                });
                uses.for_each(|item| functions.pass_on(item));
            }
        }
        functions
    }

    /// The function of this path, which may leave modules out; `None` when no file defines it, as
    /// where a macro does.
    pub(super) fn find(&self, path: &[String]) -> Option<Result<Callable, Refusal>> {
        let (name, modules) = path.split_last()?;
        let defined = self.by_name.get(name)?.iter();
        let fitting: Vec<&Defined> = defined
            .filter(|defined| defined.modules.ends_with(modules))
            .collect();
        let callable = fitting.iter().find_map(|defined| {
            let numeric = defined.numeric.as_ref().ok()?;
            let is_passed_on = self.passes_all_on || self.passed_on.contains(name);
            let path = if modules.is_empty() && !is_passed_on {
                [&defined.modules[..], path].concat()
            } else {
                path.to_vec()
            };
            let is_at_top = defined.modules == modules_of(&defined.file);
            Some(Callable {
                path,
                place: is_at_top.then(|| format!("{}::{name}", defined.file)),
                numeric: numeric.clone(),
            })
        });
        match callable {
            Some(callable) => Some(Ok(callable)),
            None => {
                let refusal = fitting.first()?.numeric.as_ref().err()?;
                Some(Err(refusal.clone()))
            }
        }
    }

    /// The names of all functions that can be called with numbers.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let is_callable = |defined: &Defined| defined.numeric.is_ok();
        let named = self.by_name.iter();
        named
            .filter(move |(_, defined)| defined.iter().any(is_callable))
            .map(|(name, _)| name.as_str())
    }

    /// The files that a call of these functions may run through, as far as names tell.
    pub(super) fn files(&self, names: impl IntoIterator<Item = String>) -> BTreeSet<String> {
        let mut known = BTreeSet::new();
        let mut waiting: Vec<String> = names.into_iter().collect();
        let mut files = BTreeSet::new();
        while let Some(name) = waiting.pop() {
            let Some(defined) = self.by_name.get(&name) else {
                continue;
            };
            if !known.insert(name) {
                continue;
            }
            for function in defined {
                files.insert(function.file.clone());
                waiting.extend(function.mentions.iter().cloned());
            }
        }
        files
    }

    fn pass_on(&mut self, item: &ItemUse) {
        if matches!(item.vis, Visibility::Public(_)) {
            self.pass_on_tree(&item.tree);
        }
    }

    fn pass_on_tree(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.pass_on_tree(&path.tree),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.pass_on_tree(tree)),
            UseTree::Name(name) => {
                self.passed_on.insert(name.ident.to_string());
            }
            // Whoever asks for a function by its other name is told that there is none.
            UseTree::Rename(_) => {}
            UseTree::Glob(_) => self.passes_all_on = true,
        }
    }
}

/// The modules that a file stands for.
fn modules_of(path: &str) -> Vec<String> {
    let path = path.strip_prefix("src/").unwrap_or(path);
    let path = path.strip_suffix(".rs").unwrap_or(path);
    let mut modules: Vec<String> = path.split('/').map(str::to_owned).collect();
    if modules
        .last()
        .is_some_and(|last| ["lib", "main", "mod"].contains(&last.as_str()))
    {
        modules.pop();
    }
    modules
}

struct Walk<'a> {
    file: &'a str,
    modules: Vec<String>,
    owner: Option<String>,
    functions: &'a mut Functions,
}

impl Walk<'_> {
    fn add(&mut self, name: String, numeric: Result<Numeric, Refusal>, body: TokenStream) {
        let mut mentions = BTreeSet::new();
        mention(body, &mut mentions);
        let defined = Defined {
            file: self.file.to_owned(),
            modules: self.modules.clone(),
            numeric,
            mentions,
        };
        self.functions
            .by_name
            .entry(name)
            .or_default()
            .push(defined);
    }
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        if is_test(&function.attrs) {
            return;
        }
        let numeric = read(&function.vis, &function.sig);
        let body = tokens(&function.block);
        self.add(function.sig.ident.to_string(), numeric, body);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        let owner = self.owner.clone().unwrap_or_else(|| "Self".to_owned());
        let body = tokens(&function.block);
        let refusal = Err(Refusal::Method(owner));
        self.add(function.sig.ident.to_string(), refusal, body);
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        use syn::spanned::Spanned as _;
        self.owner = item.self_ty.span().source_text();
        visit::visit_item_impl(self, item);
        self.owner = None;
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if module.content.is_none() || is_test(&module.attrs) {
            return;
        }
        self.modules.push(module.ident.to_string());
        visit::visit_item_mod(self, module);
        self.modules.pop();
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(requires_test)
}

/// The text of a body, in which only names matter.
fn tokens(block: &syn::Block) -> TokenStream {
    use syn::spanned::Spanned as _;
    let text = block.span().source_text().unwrap_or_default();
    text.parse().unwrap_or_default()
}

/// Adds the names that are called, also in macros; variables may have the names of functions.
fn mention(tokens: TokenStream, names: &mut BTreeSet<String>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(name) if tokens.peek().is_some_and(makes_call) => {
                names.insert(name.to_string());
            }
            TokenTree::Group(group) => mention(group.stream(), names),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Whether what follows a name makes it a call: arguments, or the `::` before types.
fn makes_call(next: &TokenTree) -> bool {
    match next {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Parenthesis,
        TokenTree::Punct(punct) => punct.as_char() == ':',
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn functions(files: &[(&str, &str)]) -> Functions {
        let files: Vec<(Source, syn::File)> = files
            .iter()
            .map(|(path, text)| {
                let source = Source::new(*path, *text);
                let tree = source.parse().unwrap();
                (source, tree)
            })
            .collect();
        Functions::of(&files, "src/lib.rs")
    }

    #[track_caller]
    fn check_path(functions: &Functions, asked: &[&str], expected: &str) {
        let asked: Vec<String> = asked.iter().map(|&part| part.to_owned()).collect();
        let found = functions.find(&asked).unwrap().unwrap();
        assert_eq!(found.path.join("::"), expected);
    }

    #[test]
    fn a_function_is_found_where_the_library_shows_it() {
        let files = |root| {
            [
                ("src/lib.rs", root),
                ("src/a/b.rs", "pub fn f(x: f64) -> f64 { x }"),
            ]
        };
        check_path(&functions(&files("pub mod a;")), &["f"], "a::b::f");
        check_path(&functions(&files("pub mod a;")), &["b", "f"], "b::f");
        check_path(&functions(&files("mod a; pub use a::b::f;")), &["f"], "f");
        check_path(&functions(&files("mod a; pub use a::*;")), &["f"], "f");
        check_path(
            &functions(&files("pub fn f(n: i8) -> i8 { n }")),
            &["f"],
            "f",
        );
    }

    #[test]
    fn a_method_is_told_from_a_function() {
        let functions = functions(&[(
            "src/lib.rs",
            "pub struct P; impl P { pub fn norm(&self) -> f64 { 0.0 } }",
        )]);
        let refusal = functions.find(&["norm".to_owned()]).unwrap().unwrap_err();
        assert_eq!(refusal, Refusal::Method("P".to_owned()));
        assert!(functions.find(&["absent".to_owned()]).is_none());
        assert_eq!(functions.names().count(), 0);
    }

    #[test]
    fn the_files_of_a_call_are_those_of_all_that_it_calls() {
        let functions = functions(&[
            (
                "src/lib.rs",
                "mod a; mod b; mod c; pub fn f(x: f64) -> f64 { let unused = x; double!(a::g(unused)) }",
            ),
            (
                "src/a.rs",
                "pub(crate) fn g(x: f64) -> f64 { h(x) } fn h(x: f64) -> f64 { x }",
            ),
            ("src/b.rs", "pub fn unused(x: f64) -> f64 { f(x) }"),
        ]);
        let files = functions.files(["f".to_owned()]);
        assert_eq!(files, ["src/a.rs", "src/lib.rs"].map(str::to_owned).into());
    }
}
