//! One walk over the syntax tree of a file: its functions, and what instruments find in them.

mod attributes;
mod expressions;
mod functions;
mod twins;

use std::collections::BTreeSet;
use std::ops::Range;

use killrate_model::SiteKind;
use syn::Visibility;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

pub(crate) use attributes::{of_item as attributes_of, path_attribute, requires_test};
pub(crate) use functions::hides_type;

use crate::instruments::{self, Found, Part, Settings};
use crate::site::Role;
use crate::sites::SiteFile;
use crate::skipped::{SkipReason, SkippedSite};
use crate::source::Source;

/// A function with a body.
#[derive(Debug)]
pub(crate) struct Function {
    /// Its name within the file, with modules, `impl` types and functions around it.
    pub name: String,
    /// What is between its braces, after inner attributes.
    pub body: Range<usize>,
    /// Where its mutated body goes.
    pub mutated_body: MutatedBody,
    /// Whether it may call itself, however indirectly.
    pub may_call_itself: bool,
    /// How it can be called.
    pub callee: Callee,
    /// What it may call.
    pub mentions: BTreeSet<Callee>,
}

/// A function as the walk comes to it.
pub(crate) struct FunctionSyntax<'a> {
    /// Its index among the functions of the file.
    pub index: usize,
    pub attributes: &'a [syn::Attribute],
    pub signature: &'a syn::Signature,
    pub block: &'a syn::Block,
    pub container: Container,
}

/// The last part of a function's name, and whether it belongs to a type or a trait.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Callee {
    pub name: String,
    pub is_associated: bool,
}

/// Where the mutated body of a function goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MutatedBody {
    /// Into a function of its own, so that the clean one stays small enough to be inlined.
    Beside(Twin),
    /// Into the function, in a branch; with the reason why it cannot have a twin.
    Inside(&'static str),
    /// Into the function in place of the clean one; with the reason why there cannot be two.
    Only(&'static str),
}

/// How to write a function with the same signature and how to call it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Twin {
    /// The signature up to the name.
    pub before_name: String,
    /// The signature after the name.
    pub after_name: String,
    /// `Self::` for methods.
    pub path: &'static str,
    /// Generic arguments and arguments of the call.
    pub arguments: String,
}

impl Twin {
    /// The signature of a twin of this name.
    pub(crate) fn signature(&self, name: &str) -> String {
        format!("{}{name}{}", self.before_name, self.after_name)
    }

    /// A call of it, with what the function itself was given.
    pub(crate) fn call(&self, name: &str) -> String {
        format!("{}{name}{}", self.path, self.arguments)
    }
}

/// A stretch of text at which the weaver splices.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub range: Range<usize>,
    pub nesting: Nesting,
    pub kind: NodeKind,
}

/// Which of several splices at the same stretch of text is written around the others: the earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Nesting {
    /// What belongs to a declaration or an item as a whole.
    Item,
    /// The body of a function.
    Function,
    /// What is done whenever the code is come to.
    Entry,
    /// What a `return` leaves with.
    Leaving,
    /// What decides whether a statement is run.
    Statement,
    /// What is done with the value of an expression.
    Value,
    /// What an expression evaluates.
    Expression,
    /// What only looks at an operand.
    Operand,
}

/// What the weaver does with a stretch of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NodeKind {
    /// Where the declaration of the function of this index starts, after its attributes.
    Declaration(usize),
    /// The body of the function of this index, with the closing brace.
    Function(usize),
    /// What an instrument says.
    Part(Part),
}

/// Walks over a file.
pub(crate) fn scan(source: Source, tree: &syn::File, settings: &Settings) -> SiteFile {
    let mut scanner = Scanner {
        source: &source,
        settings,
        found: Found::default(),
        functions: Vec::new(),
        nodes: Vec::new(),
        skipped: Vec::new(),
        names: Vec::new(),
        function: None,
        container: Container::Free,
        skipping: None,
        role: Role::Plain,
        purpose: None,
        outer_purpose: None,
    };
    scanner.visit_file(tree);
    let Scanner {
        functions,
        nodes,
        skipped,
        found,
        ..
    } = scanner;
    SiteFile {
        functions,
        nodes,
        skipped,
        found,
        source,
    }
}

/// What functions at the current place belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Container {
    /// A module or a function.
    Free,
    /// An `impl` of a type, to which methods can be added.
    Inherent,
    /// A trait or an `impl` of a trait, whose methods are fixed.
    Trait,
}

/// A walk over a file, and what it found so far.
pub(crate) struct Scanner<'a> {
    pub source: &'a Source,
    pub settings: &'a Settings,
    pub found: Found,
    functions: Vec<Function>,
    nodes: Vec<Node>,
    skipped: Vec<SkippedSite>,
    /// The modules, types and functions around the current place.
    names: Vec<String>,
    /// The innermost function around it.
    pub function: Option<usize>,
    container: Container,
    /// Why sites at the current place are left alone, if they are.
    pub skipping: Option<SkipReason>,
    /// What the expression visited next is to its surroundings.
    role: Role,
    /// What the value of the expression at the current place is for, where what surrounds it tells.
    pub purpose: Option<SiteKind>,
    /// The same of the expression visited next.
    outer_purpose: Option<SiteKind>,
}

impl Scanner<'_> {
    /// Walks with sites left alone for this reason, unless there is a reason already.
    fn skip(&mut self, reason: SkipReason, walk: impl FnOnce(&mut Self)) {
        let outer = self.skipping.clone();
        self.skipping.get_or_insert(reason);
        walk(self);
        self.skipping = outer;
    }

    /// Walks inside something that has a name.
    fn inside(&mut self, name: String, walk: impl FnOnce(&mut Self)) {
        self.names.push(name);
        walk(self);
        self.names.pop();
    }

    /// Notes that this piece of text is left alone as a whole.
    pub(crate) fn note_skipped(&mut self, range: &Range<usize>, reason: SkipReason) {
        let (line, column) = self.source.position(range.start);
        let text = self.source.slice(range);
        self.skipped.push(SkippedSite {
            file: self.source.path.clone(),
            line,
            column,
            text: text.lines().next().unwrap_or_default().to_owned(),
            reason,
        });
    }

    /// Walks over the attributes of something that is not walked over as a whole.
    fn visit_attributes(&mut self, attributes: &[syn::Attribute]) {
        attributes
            .iter()
            .for_each(|attribute| self.visit_attribute(attribute));
    }

    fn note_skipped_node(&mut self, node: &impl Spanned, reason: SkipReason) {
        let range = self.source.range_of(node);
        self.note_skipped(&range, reason);
    }

    /// Adds a stretch of text at which an instrument splices, where code that runs can be spliced.
    pub(crate) fn add_part(&mut self, range: Range<usize>, nesting: Nesting, part: Part) {
        self.add_node(range, nesting, NodeKind::Part(part));
    }

    /// Adds one that is no code that runs, or where such code can be spliced whatever is around it.
    pub(crate) fn add_part_anywhere(&mut self, range: Range<usize>, nesting: Nesting, part: Part) {
        let kind = NodeKind::Part(part);
        self.nodes.push(Node {
            range,
            nesting,
            kind,
        });
    }

    fn add_node(&mut self, range: Range<usize>, nesting: Nesting, kind: NodeKind) {
        if self.skipping.is_none() && self.function.is_some() {
            self.nodes.push(Node {
                range,
                nesting,
                kind,
            });
        }
    }
}

impl<'ast> Visit<'ast> for Scanner<'_> {
    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        if attributes::holds_number(attribute) {
            self.note_skipped_node(attribute, SkipReason::Attribute);
        }
    }

    fn visit_item(&mut self, item: &'ast syn::Item) {
        if attributes::of_item(item).iter().any(requires_test) {
            self.note_skipped_node(item, SkipReason::TestCode);
        } else {
            for instrument in instruments::ALL {
                instrument.see_item(item, self);
            }
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        self.visit_attributes(&module.attrs);
        if let Some((_, items)) = &module.content {
            self.inside(module.ident.to_string(), |scanner| {
                items.iter().for_each(|item| scanner.visit_item(item));
            });
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        self.visit_attributes(&item.attrs);
        self.container = match item.trait_ {
            Some(_) => Container::Trait,
            None => Container::Inherent,
        };
        self.inside(functions::name_of_type(&item.self_ty), |scanner| {
            item.items
                .iter()
                .for_each(|item| scanner.visit_impl_item(item));
        });
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.visit_attributes(&item.attrs);
        self.container = Container::Trait;
        self.inside(item.ident.to_string(), |scanner| {
            item.items
                .iter()
                .for_each(|item| scanner.visit_trait_item(item));
        });
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.container = Container::Free;
        self.scan_function(&item.attrs, &item.vis, &item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.scan_function(&item.attrs, &item.vis, &item.sig, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.scan_function(&item.attrs, &Visibility::Inherited, &item.sig, block);
        }
    }

    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        let reason = if item.mac.path.is_ident("macro_rules") {
            SkipReason::MacroDefinition
        } else {
            SkipReason::UnknownMacro
        };
        self.note_skipped_node(item, reason);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.skip(SkipReason::ConstContext, |s| {
            visit::visit_item_const(s, item)
        });
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.skip(SkipReason::ConstContext, |s| {
            visit::visit_item_static(s, item);
        });
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.skip(SkipReason::ConstContext, |s| {
            visit::visit_impl_item_const(s, item);
        });
    }

    fn visit_trait_item_const(&mut self, item: &'ast syn::TraitItemConst) {
        self.skip(SkipReason::ConstContext, |s| {
            visit::visit_trait_item_const(s, item);
        });
    }

    fn visit_variant(&mut self, variant: &'ast syn::Variant) {
        self.skip(SkipReason::ConstContext, |s| {
            visit::visit_variant(s, variant)
        });
    }

    fn visit_type(&mut self, kind: &'ast syn::Type) {
        self.skip(SkipReason::ConstContext, |s| visit::visit_type(s, kind));
    }

    fn visit_generic_argument(&mut self, argument: &'ast syn::GenericArgument) {
        self.skip(SkipReason::ConstContext, |s| {
            visit::visit_generic_argument(s, argument);
        });
    }

    fn visit_pat(&mut self, pattern: &'ast syn::Pat) {
        match pattern {
            syn::Pat::Range(_) => self.note_skipped_node(pattern, SkipReason::Pattern),
            syn::Pat::Lit(literal) if matches!(literal.lit, syn::Lit::Int(_)) => {
                self.note_skipped_node(pattern, SkipReason::Pattern);
            }
            _ => visit::visit_pat(self, pattern),
        }
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.scan_macro(call);
    }

    fn visit_expr(&mut self, expression: &'ast syn::Expr) {
        self.scan_expression(expression);
    }
}
