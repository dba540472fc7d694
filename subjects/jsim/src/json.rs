//! Reads JSON values (RFC 8259), as much of them as process files need.

use std::str::Chars;

/// A JSON value; objects keep the order of their keys.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// A list of values.
    List(Vec<Json>),
    /// Keys with their values.
    Object(Vec<(String, Json)>),
}

/// How deep lists and objects may lie in each other; more would exhaust the stack.
const DEEPEST: usize = 64;

impl Json {
    /// Reads a text that holds one value and nothing else.
    pub fn parse(text: &str) -> Result<Json, String> {
        let mut reader = Reader {
            rest: text.chars(),
            depth: 0,
        };
        let value = reader.value()?;
        reader.skip_space();
        match reader.rest.next() {
            None => Ok(value),
            Some(c) => Err(format!("`{c}` follows the value; write one value per line")),
        }
    }
}

struct Reader<'a> {
    rest: Chars<'a>,
    depth: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t' | '\r' | '\n')) {
            self.rest.next();
        }
    }

    fn value(&mut self) -> Result<Json, String> {
        self.skip_space();
        match self.peek() {
            Some('{') => self.nested(Reader::object),
            Some('[') => self.nested(Reader::list),
            Some('"') => Ok(Json::Text(self.text()?)),
            Some('-' | '0'..='9') => self.number(),
            Some('a'..='z') => self.word(),
            Some(c) => Err(format!("`{c}` does not begin a JSON value")),
            None => Err("the value is cut off; complete it".to_owned()),
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Json, String>) -> Result<Json, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("values lie more than {DEEPEST} deep in each other"));
        }
        self.rest.next();
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn list(&mut self) -> Result<Json, String> {
        let mut items = Vec::new();
        self.skip_space();
        if self.take(']') {
            return Ok(Json::List(items));
        }
        loop {
            items.push(self.value()?);
            self.skip_space();
            if self.take(']') {
                return Ok(Json::List(items));
            }
            self.expect(',')?;
        }
    }

    fn object(&mut self) -> Result<Json, String> {
        let mut fields: Vec<(String, Json)> = Vec::new();
        self.skip_space();
        if self.take('}') {
            return Ok(Json::Object(fields));
        }
        loop {
            self.skip_space();
            let key = self.text()?;
            if fields.iter().any(|(known, _)| *known == key) {
                return Err(format!("the key `{key}` comes twice; leave one out"));
            }
            self.skip_space();
            self.expect(':')?;
            fields.push((key, self.value()?));
            self.skip_space();
            if self.take('}') {
                return Ok(Json::Object(fields));
            }
            self.expect(',')?;
        }
    }

    fn text(&mut self) -> Result<String, String> {
        self.expect('"')?;
        let mut text = String::new();
        loop {
            match self.rest.next() {
                Some('"') => return Ok(text),
                Some('\\') => text.push(self.escaped()?),
                Some(c) if c >= ' ' => text.push(c),
                _ => return Err("a text has no end; close it with `\"`".to_owned()),
            }
        }
    }

    fn escaped(&mut self) -> Result<char, String> {
        match self.rest.next() {
            Some('n') => Ok('\n'),
            Some('t') => Ok('\t'),
            Some('r') => Ok('\r'),
            Some(c @ ('"' | '\\' | '/')) => Ok(c),
            _ => Err("an escape is none of `\\\"`, `\\\\`, `\\/`, `\\n`, `\\r`, `\\t`".to_owned()),
        }
    }

    fn number(&mut self) -> Result<Json, String> {
        let mut digits = String::new();
        while let Some(c @ ('-' | '+' | '.' | 'e' | 'E' | '0'..='9')) = self.peek() {
            digits.push(c);
            self.rest.next();
        }
        match digits.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Json::Number(number)),
            _ => Err(format!("`{digits}` is not a number")),
        }
    }

    fn word(&mut self) -> Result<Json, String> {
        let mut word = String::new();
        while let Some(c @ 'a'..='z') = self.peek() {
            word.push(c);
            self.rest.next();
        }
        match word.as_str() {
            "null" => Ok(Json::Null),
            "true" => Ok(Json::Bool(true)),
            "false" => Ok(Json::Bool(false)),
            _ => Err(format!("`{word}` is not a JSON value; put texts in quotes")),
        }
    }

    fn take(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.rest.next();
        }
        is_next
    }

    fn expect(&mut self, wanted: char) -> Result<(), String> {
        match self.take(wanted) {
            true => Ok(()),
            false => Err(match self.peek() {
                Some(c) => format!("there is `{c}` where `{wanted}` was expected"),
                None => format!("the value ends where `{wanted}` was expected"),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_value_is_read() {
        let text = r#" {"a": [1, -2.5e1, "x\"\\\n"], "b": {"c": true}, "d": null} "#;
        let expected = Json::Object(vec![
            (
                "a".to_owned(),
                Json::List(vec![
                    Json::Number(1.0),
                    Json::Number(-25.0),
                    Json::Text("x\"\\\n".to_owned()),
                ]),
            ),
            (
                "b".to_owned(),
                Json::Object(vec![("c".to_owned(), Json::Bool(true))]),
            ),
            ("d".to_owned(), Json::Null),
        ]);
        assert_eq!(Json::parse(text), Ok(expected));
    }

    #[track_caller]
    fn check_refused(text: &str, expected: &str) {
        assert_eq!(Json::parse(text), Err(expected.to_owned()));
    }

    #[test]
    fn what_is_not_json_is_refused_with_the_reason() {
        check_refused("", "the value is cut off; complete it");
        check_refused("{\"a\":1", "the value ends where `,` was expected");
        check_refused("{\"a\" 1}", "there is `1` where `:` was expected");
        check_refused("[1,]", "`]` does not begin a JSON value");
        check_refused("\"a", "a text has no end; close it with `\"`");
        check_refused("1 2", "`2` follows the value; write one value per line");
        check_refused("1e999", "`1e999` is not a number");
        check_refused("yes", "`yes` is not a JSON value; put texts in quotes");
        check_refused(
            "{\"a\":1,\"a\":2}",
            "the key `a` comes twice; leave one out",
        );
    }

    #[test]
    fn values_may_not_lie_too_deep() {
        assert!(Json::parse(&format!("{}{}", "[".repeat(64), "]".repeat(64))).is_ok());
        let deep = "[".repeat(100_000);
        check_refused(&deep, "values lie more than 64 deep in each other");
    }
}
