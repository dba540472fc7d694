//! The files there are to choose from.

use std::fs;

use crate::error::InputError;

/// A file that may be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its size in bytes.
    pub size: u64,
    /// What it is called.
    pub name: String,
}

/// Reads a list with a file in each line: its size, a blank, its name.
pub fn read_items(path: &str) -> Result<Vec<Item>, InputError> {
    let text = fs::read_to_string(path).map_err(|cause| InputError::Read {
        path: path.to_owned(),
        cause,
    })?;
    parse_items(path, &text)
}

fn parse_items(path: &str, text: &str) -> Result<Vec<Item>, InputError> {
    let mut items = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let refused = |reason: String| InputError::Line {
            path: path.to_owned(),
            line: index + 1,
            reason,
        };
        let Some((size, name)) = line.split_once([' ', '\t']) else {
            let reason = "it has no blank between the size and the name";
            return Err(refused(reason.to_owned()));
        };
        let Ok(size) = size.parse() else {
            return Err(refused(format!("`{size}` is no whole number of bytes")));
        };
        items.push(Item {
            size,
            name: name.to_owned(),
        });
    }
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_size_and_a_name() {
        let items = parse_items("items", "118 f00\n0\tmy file\n").expect("they are items");
        let read: Vec<(u64, &str)> = items
            .iter()
            .map(|item| (item.size, item.name.as_str()))
            .collect();
        assert_eq!(read, [(118, "f00"), (0, "my file")]);
    }

    #[test]
    fn what_is_no_item_is_named_by_its_line() {
        let reason = |text| {
            let error = parse_items("items", text).expect_err("they are no items");
            error.to_string()
        };
        assert_eq!(
            reason("1 a\n-2 b\n"),
            "cannot use `items`, line 2\n  because `-2` is no whole number of bytes"
        );
        assert_eq!(
            reason("1\n"),
            "cannot use `items`, line 1\n  because it has no blank between the size and the name"
        );
    }
}
