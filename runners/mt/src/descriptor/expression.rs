//! Calls such as `@op_equal(@main.output.model, @op_flip(@test1.output.model))`.

/// Deeper nesting says nothing that a person could follow, and would cost stack.
const MAX_DEPTH: usize = 16;

/// A call, a file of a branch, or a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Expression {
    /// `@op_NAME(…)`.
    Call {
        name: String,
        arguments: Vec<Expression>,
    },
    /// `@input.NAME`.
    Input(String),
    /// `@BRANCH.output.NAME`.
    Output { branch: String, name: String },
    /// Anything else, such as `10`.
    Value(String),
}

/// The calls of a text, with white space, `;`, `and` or `&&` between them.
///
/// # Errors
/// When the text is anything else; the message says what.
pub(super) fn calls(text: &str) -> Result<Vec<Expression>, String> {
    let mut reader = Reader { rest: text };
    let mut calls = Vec::new();
    loop {
        reader.skip_between();
        if reader.rest.is_empty() {
            return Ok(calls);
        }
        match reader.expression(1)? {
            call @ Expression::Call { .. } => calls.push(call),
            _ => return Err("expected a call such as `@op_permute(@input.rows)`".to_owned()),
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn expression(&mut self, depth: usize) -> Result<Expression, String> {
        if depth > MAX_DEPTH {
            return Err(format!("calls are nested more than {MAX_DEPTH} deep"));
        }
        self.skip_spaces();
        if !self.take("@") {
            return self.value();
        }
        let word = self.word();
        if let Some(name) = word.strip_prefix("op_") {
            return self.call(name, depth);
        }
        let mut parts = word.split('.');
        match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some("input"), Some(name), None, _) => Ok(Expression::Input(name.to_owned())),
            (Some(branch), Some("output"), Some(name), None) => Ok(Expression::Output {
                branch: branch.to_owned(),
                name: name.to_owned(),
            }),
            _ => Err(format!(
                "`@{word}` is none of `@op_NAME(…)`, `@input.NAME` and `@BRANCH.output.NAME`"
            )),
        }
    }

    fn call(&mut self, name: &str, depth: usize) -> Result<Expression, String> {
        self.skip_spaces();
        if !self.take("(") {
            return Err(format!("expected `(` after `@op_{name}`"));
        }
        let mut arguments = Vec::new();
        loop {
            arguments.push(self.expression(depth + 1)?);
            self.skip_spaces();
            if self.take(")") {
                let name = name.to_owned();
                return Ok(Expression::Call { name, arguments });
            }
            if !self.take(",") {
                return Err(format!("`@op_{name}(` is never closed"));
            }
        }
    }

    /// Text up to a comma or bracket; those inside quotes do not count.
    fn value(&mut self) -> Result<Expression, String> {
        let mut is_quoted = false;
        let end = self.rest.char_indices().find_map(|(at, c)| {
            is_quoted ^= c == '"';
            (!is_quoted && matches!(c, ',' | '(' | ')')).then_some(at)
        });
        let (value, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        match value.trim() {
            "" => Err("expected a value, `@input.NAME` or `@BRANCH.output.NAME`".to_owned()),
            value => Ok(Expression::Value(value.to_owned())),
        }
    }

    fn word(&mut self) -> &'a str {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn take(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn skip_between(&mut self) {
        self.skip_spaces();
        while self.take(";") || self.take("&&") || self.take_and() {
            self.skip_spaces();
        }
    }

    fn take_and(&mut self) -> bool {
        // Without white space behind it, `and` is the beginning of something else.
        let is_word = |rest: &&str| rest.starts_with(char::is_whitespace);
        let rest = self.rest.strip_prefix("and").filter(is_word);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_refused(text: &str, problem: &str) {
        assert_eq!(calls(text).unwrap_err(), problem);
    }

    #[test]
    fn calls_nest_and_follow_each_other() {
        let output = |branch: &str| Expression::Output {
            branch: branch.to_owned(),
            name: "model".to_owned(),
        };
        let call = |name: &str, arguments: &[Expression]| Expression::Call {
            name: name.to_owned(),
            arguments: arguments.to_vec(),
        };
        let value = |text: &str| Expression::Value(text.to_owned());
        let rows = Expression::Input("rows".to_owned());
        let text = " @op_equal( @main.output.model ,@op_flip(@test1.output.model), 1 %)\n and\n\
                    @op_replace(@input.rows, \"a, (b)\", x) ";
        let equal = call(
            "equal",
            &[
                output("main"),
                call("flip", &[output("test1")]),
                value("1 %"),
            ],
        );
        let replace = call("replace", &[rows, value("\"a, (b)\""), value("x")]);
        assert_eq!(calls(text), Ok(vec![equal, replace]));
        assert_eq!(calls(" \n"), Ok(Vec::new()));
    }

    #[test]
    fn what_is_no_call_is_refused() {
        check_refused(
            "@input.rows",
            "expected a call such as `@op_permute(@input.rows)`",
        );
        check_refused("@op_equal", "expected `(` after `@op_equal`");
        check_refused("@op_equal(1", "`@op_equal(` is never closed");
        check_refused(
            "@op_equal(,)",
            "expected a value, `@input.NAME` or `@BRANCH.output.NAME`",
        );
        check_refused(
            "@op_equal(@rows)",
            "`@rows` is none of `@op_NAME(…)`, `@input.NAME` and `@BRANCH.output.NAME`",
        );
        check_refused(
            &"@op_a(".repeat(100_000),
            "calls are nested more than 16 deep",
        );
        check_refused(
            "not @op_a(1)",
            "expected a call such as `@op_permute(@input.rows)`",
        );
    }
}
