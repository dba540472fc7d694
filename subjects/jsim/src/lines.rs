//! The lines of a file, each one JSON object.

use crate::error::InputError;
use crate::json::Json;
use std::fs;

/// One object of a file, whose keys are taken one after the other.
#[derive(Debug)]
pub struct Line {
    path: String,
    number: usize,
    fields: Vec<(String, Json)>,
}

/// The objects of a file in their order.
pub fn read_lines(path: &str) -> Result<Vec<Line>, InputError> {
    let text = fs::read_to_string(path).map_err(|cause| InputError::Read {
        path: path.to_owned(),
        cause,
    })?;
    parse_lines(path, &text)
}

/// The objects of a text in their order; the path is for messages.
pub fn parse_lines(path: &str, text: &str) -> Result<Vec<Line>, InputError> {
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let refuse = |reason: String| InputError::Line {
            path: path.to_owned(),
            line: index + 1,
            reason,
        };
        match Json::parse(line).map_err(refuse)? {
            Json::Object(fields) => lines.push(Line {
                path: path.to_owned(),
                number: index + 1,
                fields,
            }),
            _ => return Err(refuse("it is not an object; write `{…}`".to_owned())),
        }
    }
    Ok(lines)
}

impl Line {
    /// Whether there is a value under a key.
    pub fn has(&self, key: &str) -> bool {
        self.fields.iter().any(|(known, _)| known == key)
    }

    /// The value under a key, if there is one.
    pub fn take(&mut self, key: &str) -> Option<Json> {
        let place = self.fields.iter().position(|(known, _)| known == key)?;
        Some(self.fields.remove(place).1)
    }

    /// The text under a key.
    pub fn take_text(&mut self, key: &str) -> Result<String, InputError> {
        match self.take(key) {
            Some(Json::Text(text)) if !text.is_empty() => Ok(text),
            _ => Err(self.refuse(&format!("`{key}` is not a text; write one in quotes"))),
        }
    }

    /// The number under a key.
    pub fn take_number(&mut self, key: &str) -> Result<f64, InputError> {
        match self.take(key) {
            Some(Json::Number(number)) => Ok(number),
            _ => Err(self.refuse(&format!("`{key}` is not a number; write one"))),
        }
    }

    /// The whole number under a key, at least 1.
    pub fn take_count(&mut self, key: &str) -> Result<usize, InputError> {
        match self.take_number(key)? {
            count if (1.0..=1e6).contains(&count) && count.fract() == 0.0 => Ok(count as usize),
            _ => Err(self.refuse(&format!("`{key}` is not a whole number from 1 to 1000000"))),
        }
    }

    /// The texts under a key; none when there is no such key.
    pub fn take_texts(&mut self, key: &str) -> Result<Vec<String>, InputError> {
        let mut texts = Vec::new();
        for item in self.take_list(key)? {
            match item {
                Json::Text(text) => texts.push(text),
                _ => return Err(self.refuse(&format!("`{key}` holds something else than texts"))),
            }
        }
        Ok(texts)
    }

    /// The numbers under a key; none when there is no such key.
    pub fn take_numbers(&mut self, key: &str) -> Result<Vec<f64>, InputError> {
        let mut numbers = Vec::new();
        for item in self.take_list(key)? {
            match item {
                Json::Number(number) => numbers.push(number),
                _ => return Err(self.refuse(&format!("`{key}` holds something else than numbers"))),
            }
        }
        Ok(numbers)
    }

    fn take_list(&mut self, key: &str) -> Result<Vec<Json>, InputError> {
        match self.take(key) {
            None => Ok(Vec::new()),
            Some(Json::List(items)) => Ok(items),
            Some(_) => Err(self.refuse(&format!("`{key}` is not a list; write `[…]`"))),
        }
    }

    /// Nothing may be left that nobody took.
    pub fn finish(self) -> Result<(), InputError> {
        match self.fields.first() {
            None => Ok(()),
            Some((key, _)) => Err(self.refuse(&format!("there is no key `{key}` here"))),
        }
    }

    /// The error for this line.
    pub fn refuse(&self, reason: &str) -> InputError {
        InputError::Line {
            path: self.path.clone(),
            line: self.number,
            reason: reason.to_owned(),
        }
    }
}
