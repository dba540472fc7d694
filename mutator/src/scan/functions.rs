//! Functions: what they are called, and whether their body can be emitted twice.

use std::collections::BTreeSet;
use std::ops::Range;

use syn::visit::Visit;
use syn::{AttrStyle, Attribute, Block, ReturnType, Signature, Type, Visibility};

use super::{
    Callee, Container, Function, FunctionSyntax, MutatedBody, Nesting, NodeKind, Scanner,
    requires_test, twins,
};
use crate::instruments;
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
            let index = scanner.functions.len();
            let outer = scanner.function.replace(index);
            // A function inside a constant or a `const fn` is not itself evaluated there.
            let outer_skipping = std::mem::replace(&mut scanner.skipping, reason);
            let outer_role = std::mem::replace(&mut scanner.role, Role::Plain);
            let outer_purpose = scanner.outer_purpose.take();
            let body = scanner.inside_of_block(attributes, block);
            let end = scanner.source.range(block.brace_token.span.close()).end;
            let is_inline = |attribute: &Attribute| attribute.path().is_ident("inline");
            if !attributes.iter().any(is_inline) {
                let start = match visibility {
                    Visibility::Inherited => scanner.source.range_of(signature).start,
                    written => scanner.source.range_of(written).start,
                };
                scanner.add_node(start..start, Nesting::Item, NodeKind::Declaration(index));
            }
            scanner.add_node(
                body.start..end,
                Nesting::Function,
                NodeKind::Function(index),
            );
            let mutated_body = if hides_type(&signature.output) {
                MutatedBody::Only("its result is of a hidden type")
            } else if holds_impl(block) {
                MutatedBody::Only("it holds an `impl`, of which there can be only one")
            } else {
                let twin = twins::twin(attributes, signature, block, container, scanner.source);
                twin.map_or_else(MutatedBody::Inside, MutatedBody::Beside)
            };
            scanner.functions.push(Function {
                name: scanner.names.join("::"),
                body,
                mutated_body,
                may_call_itself: true,
                callee: Callee {
                    name: signature.ident.to_string(),
                    is_associated: container != Container::Free,
                },
                mentions: BTreeSet::new(),
            });
            let function = FunctionSyntax {
                index,
                attributes,
                signature,
                block,
                container,
            };
            for instrument in instruments::ALL {
                instrument.see_function(&function, scanner);
            }
            scanner.visit_block(block);
            for instrument in instruments::ALL {
                instrument.leave_function(&function, scanner);
            }
            scanner.function = outer;
            scanner.skipping = outer_skipping;
            scanner.role = outer_role;
            scanner.outer_purpose = outer_purpose;
            scanner.container = container;
        });
    }

    /// The function of this index.
    pub(crate) fn function_at(&self, index: usize) -> &Function {
        &self.functions[index]
    }

    /// What is between the braces, after the inner attributes, which must stay first.
    pub(crate) fn inside_of_block(&self, attributes: &[Attribute], block: &Block) -> Range<usize> {
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
