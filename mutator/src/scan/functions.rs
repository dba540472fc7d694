//! Functions: what they are called, and whether their body can be emitted twice.

use std::collections::BTreeSet;
use std::ops::Range;

use syn::visit::Visit;
use syn::{AttrStyle, Attribute, Block, ReturnType, Signature, Type, Visibility};

use super::{Callee, Container, Function, MutatedBody, NodeKind, Scanner, requires_test, twins};
use crate::instruments::checks::Declared;
use crate::instruments::watching::{calls, exits};
use crate::operators::{self, Find};
use crate::site::Role;
use crate::skipped::SkipReason;

impl Scanner<'_> {
    pub(super) fn scan_function(
        &mut self,
        attributes: &[Attribute],
        visibility: &Visibility,
        signature: &Signature,
        block: &Block,
    ) {
        if attributes.iter().any(requires_test) {
            self.note_skipped_node(&signature.ident, SkipReason::TestCode);
            return;
        }
        self.visit_attributes(attributes);
        let reason = match signature {
            _ if signature.constness.is_some() => Some(SkipReason::ConstFunction),
            _ if signature.asyncness.is_some() => Some(SkipReason::AsyncFunction),
            _ => None,
        };
        let container = self.container;
        self.inside(signature.ident.to_string(), |scanner| {
            let index = scanner.scan.functions.len();
            let outer = scanner.function.replace(index);
            // A function inside a constant or a `const fn` is not itself evaluated there.
            let outer_skipping = std::mem::replace(&mut scanner.skipping, reason);
            let outer_role = std::mem::replace(&mut scanner.role, Role::Plain);
            let body = scanner.inside_of_block(attributes, block);
            let end = scanner.source.range(block.brace_token.span.close()).end;
            let twin = twins::twin(attributes, signature, block, container, scanner.source);
            let early_exits = exits::early_exits(block, index, scanner.source);
            let (mutated_body, watch) = match twin {
                _ if hides_type(&signature.output) => {
                    (MutatedBody::Only, Err("its result is of a hidden type"))
                }
                _ if holds_impl(block) => (
                    MutatedBody::Only,
                    Err("it holds an `impl`, of which there can be only one"),
                ),
                Err(reason) => (MutatedBody::Inside, Err(reason)),
                Ok(twin) => {
                    let n_exits = early_exits.len() as u32 + 1;
                    let watch = calls::watch(signature, n_exits, scanner.source);
                    (MutatedBody::Beside(twin), watch)
                }
            };
            let watch = match &signature.constness {
                Some(_) => Err("it may be evaluated by the compiler"),
                None => watch,
            };
            if !attributes
                .iter()
                .any(|attribute| attribute.path().is_ident("inline"))
            {
                let start = match visibility {
                    Visibility::Inherited => scanner.source.range_of(signature).start,
                    written => scanner.source.range_of(written).start,
                };
                scanner.add_node(start..start, NodeKind::Declaration(index));
            }
            scanner.add_node(body.start..end, NodeKind::Function(index));
            if watch.is_ok() {
                scanner.scan.nodes.extend(early_exits);
            }
            scanner.scan.functions.push(Function {
                name: scanner.names.join("::"),
                body,
                mutated_body,
                burns: true,
                callee: Callee {
                    name: signature.ident.to_string(),
                    is_associated: container != Container::Free,
                },
                watch,
                mentions: BTreeSet::new(),
                declared: Declared::of(attributes, signature, container, scanner.source),
            });
            scanner.visit_block(block);
            scanner.scan_whole_function(signature, block);
            scanner.function = outer;
            scanner.skipping = outer_skipping;
            scanner.role = outer_role;
            scanner.container = container;
        });
    }

    /// Adds the sites of operators that look at whole functions.
    ///
    /// After those of expressions: where two make the same change, it is theirs.
    fn scan_whole_function(&mut self, signature: &Signature, block: &Block) {
        for operator in &operators::ALL {
            if self.classes.contains(&operator.class)
                && let Find::InFunction(find) = operator.find
            {
                for site in find(signature, block, self.source) {
                    self.add_site(site, operator.class);
                }
            }
        }
    }

    /// What is between the braces, after the inner attributes, which must stay first.
    pub(super) fn inside_of_block(&self, attributes: &[Attribute], block: &Block) -> Range<usize> {
        let open = self.source.range(block.brace_token.span.open()).end;
        let close = self.source.range(block.brace_token.span.close()).start;
        let start = attributes
            .iter()
            .filter(|attribute| matches!(attribute.style, AttrStyle::Inner(_)))
            .map(|attribute| self.source.range_of(attribute).end)
            .filter(|&end| end <= close)
            .fold(open, usize::max);
        start..close
    }
}

/// The name of a type in ids: its last path segment, without generics and references.
pub(super) fn name_of_type(kind: &Type) -> String {
    match kind {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .map(|segment| segment.ident.to_string())
            .unwrap_or_default(),
        Type::Reference(reference) => name_of_type(&reference.elem),
        Type::Paren(paren) => name_of_type(&paren.elem),
        Type::Group(group) => name_of_type(&group.elem),
        Type::Slice(slice) => format!("[{}]", name_of_type(&slice.elem)),
        Type::Array(array) => format!("[{}]", name_of_type(&array.elem)),
        Type::Tuple(tuple) => {
            let names: Vec<String> = tuple.elems.iter().map(name_of_type).collect();
            format!("({})", names.join(","))
        }
        _ => "impl".to_owned(),
    }
}

/// Each copy of the body would be another hidden type.
pub(crate) fn hides_type(output: &ReturnType) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_type_impl_trait(&mut self, _: &'ast syn::TypeImplTrait) {
            self.0 = true;
        }
    }
    let mut finder = Finder(false);
    finder.visit_return_type(output);
    finder.0
}

/// Each copy of the body would implement the same thing again.
fn holds_impl(block: &Block) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_item_impl(&mut self, _: &'ast syn::ItemImpl) {
            self.0 = true;
        }
    }
    let mut finder = Finder(false);
    finder.visit_block(block);
    finder.0
}
