//! Programs that bring their own panic handler.

use syn::visit::Visit;

/// Whether a function in this file is the program's panic handler, which a program that has the
/// standard library cannot have.
pub(crate) fn holds_panic_handler(tree: &syn::File) -> bool {
    let mut finder = Finder(false);
    finder.visit_file(tree);
    finder.0
}

struct Finder(bool);

impl<'ast> Visit<'ast> for Finder {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        let mut attributes = item.attrs.iter();
        self.0 |= attributes.any(|attribute| attribute.path().is_ident("panic_handler"));
    }
}
