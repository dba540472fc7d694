//! The documents of a corpus.

use std::fs;
use std::path::Path;

use crate::error::InputError;

/// Something to be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// What it is called in the answers.
    pub name: String,
    /// What is looked through.
    pub text: String,
}

/// The files of a folder in the order of their names; a document is called like its file, without
/// the ending.
pub fn read_folder(folder: &str) -> Result<Vec<Document>, InputError> {
    let unreadable = |path: &Path| {
        let path = path.display().to_string();
        move |cause| InputError::Read { path, cause }
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable(Path::new(folder)))? {
        let path = entry.map_err(unreadable(Path::new(folder)))?.path();
        if path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    let mut documents = Vec::new();
    for file in files {
        let bytes = fs::read(&file).map_err(unreadable(&file))?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        documents.push(Document {
            name: name.into_owned(),
            // A byte that is no text is no letter either.
            text: String::from_utf8_lossy(&bytes).into_owned(),
        });
    }
    Ok(documents)
}

/// The documents of one file, a line for each: its name, a tab, its text.
pub fn read_corpus(path: &str) -> Result<Vec<Document>, InputError> {
    let text = fs::read_to_string(path).map_err(|cause| InputError::Read {
        path: path.to_owned(),
        cause,
    })?;
    parse_corpus(path, &text)
}

fn parse_corpus(path: &str, text: &str) -> Result<Vec<Document>, InputError> {
    let mut documents = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let Some((name, text)) = line.split_once('\t') else {
            return Err(InputError::Line {
                path: path.to_owned(),
                line: index + 1,
                reason: "it has no tab between the document's name and its text".to_owned(),
            });
        };
        documents.push(Document {
            name: name.to_owned(),
            text: text.to_owned(),
        });
    }
    Ok(documents)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_a_corpus_is_a_document() {
        let documents = parse_corpus("corpus", "a\tone\nb\t\n").expect("it is a corpus");
        let read: Vec<(&str, &str)> = documents
            .iter()
            .map(|document| (document.name.as_str(), document.text.as_str()))
            .collect();
        assert_eq!(read, [("a", "one"), ("b", "")]);
    }

    #[test]
    fn a_line_without_a_tab_is_named() {
        let error = parse_corpus("corpus", "a\tone\nb\n").expect_err("it is no corpus");
        assert_eq!(
            error.to_string(),
            "cannot use `corpus`, line 2\n  because it has no tab between the document's name and its text"
        );
    }
}
