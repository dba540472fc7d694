//! What a user writes for the function that is called: `distance`, `geometry::distance`, `sin(x)`, or
//! an expression such as `sin(x) / x`.

use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, ExprPath, Path};

/// What is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Callee {
    /// A function, with the names that the user gave its arguments, if any.
    Function {
        /// Its path inside the library.
        path: Vec<String>,
        /// The arguments' names.
        arguments: Option<Vec<String>>,
    },
    /// An expression of variables, which are floating-point numbers.
    Expression {
        /// The text.
        text: String,
        /// The variables, in the order of their first mention.
        variables: Vec<String>,
    },
}

impl Callee {
    /// Reads what a user wrote; `None` when it is no Rust expression.
    pub(super) fn read(text: &str) -> Option<Self> {
        let expression: Expr = syn::parse_str(text).ok()?;
        if let Expr::Path(path) = &expression {
            return Some(Self::Function {
                path: segments(&path.path),
                arguments: None,
            });
        }
        if let Expr::Call(call) = &expression
            && let Expr::Path(path) = &*call.func
            && let Some(arguments) = distinct_variables(call)
        {
            return Some(Self::Function {
                path: segments(&path.path),
                arguments: Some(arguments),
            });
        }
        let mut variables = Variables::default();
        variables.visit_expr(&expression);
        Some(Self::Expression {
            text: text.trim().to_owned(),
            variables: variables.found,
        })
    }
}

fn segments(path: &Path) -> Vec<String> {
    let names = path.segments.iter();
    names.map(|segment| segment.ident.to_string()).collect()
}

/// The arguments of a call, when each is a variable of its own.
fn distinct_variables(call: &ExprCall) -> Option<Vec<String>> {
    let mut names = Vec::new();
    for argument in &call.args {
        let Expr::Path(path) = argument else {
            return None;
        };
        let name = path.path.get_ident()?.to_string();
        if names.contains(&name) {
            return None;
        }
        names.push(name);
    }
    Some(names)
}

/// The names in an expression that are no functions and no constants.
#[derive(Default)]
struct Variables {
    found: Vec<String>,
}

impl<'ast> Visit<'ast> for Variables {
    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if !matches!(*call.func, Expr::Path(_)) {
            self.visit_expr(&call.func);
        }
        call.args
            .iter()
            .for_each(|argument| self.visit_expr(argument));
    }

    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        if let Some(name) = path.path.get_ident().map(ToString::to_string) {
            let is_variable = name.starts_with(|c: char| c.is_lowercase());
            if is_variable && !self.found.contains(&name) {
                self.found.push(name);
            }
        }
        visit::visit_expr_path(self, path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_function(text: &str, path: &[&str], arguments: Option<&[&str]>) {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let expected = Callee::Function {
            path: owned(path),
            arguments: arguments.map(owned),
        };
        assert_eq!(Callee::read(text), Some(expected));
    }

    #[test]
    fn a_function_is_named_with_and_without_arguments() {
        check_function("distance", &["distance"], None);
        check_function("a::distance", &["a", "distance"], None);
        check_function("sin(x)", &["sin"], Some(&["x"]));
        check_function("atan2(y, x)", &["atan2"], Some(&["y", "x"]));
    }

    #[test]
    fn anything_else_is_an_expression_of_its_variables() {
        for (text, variables) in [
            ("sin(x) / x", &["x"][..]),
            ("pow(x, x)", &["x"]),
            ("hypot(b, 2.0 * a) - PI", &["b", "a"]),
            ("x.max(y)", &["x", "y"]),
        ] {
            let Some(Callee::Expression {
                variables: found, ..
            }) = Callee::read(text)
            else {
                panic!("`{text}` is an expression");
            };
            assert_eq!(found, variables, "{text}");
        }
        assert_eq!(Callee::read("sin(x"), None);
    }
}
