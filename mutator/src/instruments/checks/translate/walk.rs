//! The walk through a property that finds what is to be written differently.

use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{
    BinOp, Block, Expr, ExprBinary, ExprCall, ExprForLoop, ExprLoop, ExprMacro, ExprMethodCall,
    ExprPath, ExprWhile, Token,
};

use super::Translator;
use super::syntax::{first_mark, is_equality, range, single, tolerance};
use crate::instruments::checks::words::{MARK, Word, marked_word};

/// The macros whose arguments are expressions with commas between them.
const PLAIN_MACROS: [&str; 5] = ["vec", "assert", "assert_eq", "assert_ne", "format"];

impl Translator<'_> {
    /// Has a loop of the property itself burn fuel, as those of the program do.
    fn burn_in(&mut self, body: &Block) {
        let opening = body.brace_token.span.open().byte_range();
        self.end(opening.end, " ::killrate_rt::burn();");
    }
}

impl<'ast> Visit<'ast> for Translator<'_> {
    fn visit_expr_binary(&mut self, binary: &'ast ExprBinary) {
        if is_equality(&binary.op) {
            return self.compare(binary, None);
        }
        if let (BinOp::And(_), Some(tolerance)) = (&binary.op, tolerance(&binary.right)) {
            return self.tolerate(&binary.left, tolerance);
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        let Expr::Path(path) = &*call.func else {
            return visit::visit_expr_call(self, call);
        };
        if let Some(word) = single(path).and_then(|name| marked_word(&name)) {
            return self.call_word(call, word);
        }
        if !self.is_own_name(path) {
            return visit::visit_expr_call(self, call);
        }
        if path.path.segments.len() == 1 && self.declared.is_associated {
            if self.declared.receiver.is_some() {
                self.used.insert("self".to_owned());
                self.start(range(path).start, "kr_self.");
            } else {
                self.start(range(path).start, "Self::");
            }
            return self.own_arguments(call.args.iter());
        }
        // Called by its path, a method takes `self` as its first argument.
        let n_own = usize::from(self.declared.receiver.is_some());
        for argument in call.args.iter().take(n_own) {
            self.visit_expr(argument);
        }
        self.own_arguments(call.args.iter().skip(n_own));
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.visit_expr(&call.receiver);
        if call.method == self.declared.name.as_str() && self.declared.receiver.is_some() {
            self.own_arguments(call.args.iter());
        } else {
            call.args
                .iter()
                .for_each(|argument| self.visit_expr(argument));
        }
    }

    fn visit_expr_loop(&mut self, repeated: &'ast ExprLoop) {
        self.burn_in(&repeated.body);
        visit::visit_expr_loop(self, repeated);
    }

    fn visit_expr_while(&mut self, repeated: &'ast ExprWhile) {
        self.burn_in(&repeated.body);
        visit::visit_expr_while(self, repeated);
    }

    fn visit_expr_for_loop(&mut self, repeated: &'ast ExprForLoop) {
        self.burn_in(&repeated.body);
        visit::visit_expr_for_loop(self, repeated);
    }

    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        let Some(name) = single(path) else {
            return;
        };
        match marked_word(&name) {
            Some(Word::Result) => self.replace(range(path), "(*kr_result)"),
            Some(_) => {
                let text = name.replace(MARK, "\\");
                self.refuse(
                    range(path).start,
                    format!("`{text}` stands before brackets"),
                );
            }
            None => self.parameter(&name, range(path)),
        }
    }

    fn visit_expr_macro(&mut self, call: &'ast ExprMacro) {
        let ident = call.mac.path.get_ident();
        let name = ident.map(ToString::to_string).unwrap_or_default();
        match marked_word(&name) {
            Some(Word::In) => return self.choose(call, "is_in", 2),
            Some(Word::InRange) => return self.choose(call, "is_in_range", 3),
            _ => {}
        }
        if PLAIN_MACROS.contains(&name.as_str()) {
            let arguments = Punctuated::<Expr, Token![,]>::parse_terminated;
            if let Ok(arguments) = arguments.parse2(call.mac.tokens.clone()) {
                arguments
                    .iter()
                    .for_each(|argument| self.visit_expr(argument));
                return;
            }
        }
        if let Some(word) = first_mark(call.mac.tokens.clone()) {
            let message = format!("the notation cannot be used inside `{name}!`; take it out");
            self.refuse(word, message);
        }
        // What is inside may use any parameter.
        let declared = self.declared;
        let named = declared.parameters.iter().filter_map(|p| p.name.as_ref());
        self.used.extend(named.cloned());
    }
}
