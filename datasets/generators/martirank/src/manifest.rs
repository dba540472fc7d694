//! The manifest of a data set.

use crate::parameters::{Parameters, Values};
use crate::table::Table;
use generate_common::digest::sha256;

/// The name of the file to train on.
pub fn train_file(name: &str) -> String {
    format!("{name}.train.csv")
}

/// The name of the file to rank.
pub fn test_file(name: &str) -> String {
    format!("{name}.test.csv")
}

/// The text of the manifest, which pins the bytes of the files.
///
/// `made_by` is the command that makes files which are not kept.
pub fn render_manifest(
    name: &str,
    parameters: &Parameters,
    table: &Table,
    made_by: Option<&str>,
) -> String {
    let flags = parameters.flags();
    let known_issues = known_issues(parameters);
    let made_by = made_by.map_or_else(String::new, |command| format!("made-by = \"{command}\"\n"));
    format!(
        "format = 1\n\
         name = \"{name}\"\n\
         title = \"Random rows, {:.0} % positive, {} of {} attributes informative\"\n\
         source = \"generate-martirank table {flags} --name {name}\"\n\
         {made_by}\
         known-issues = \"{known_issues}\"\n\
         rows = {}\n\
         attributes = {}\n\
         \n\
         [files]\n\
         train = {{ path = \"{}\", sha256 = \"{}\" }}\n\
         test = {{ path = \"{}\", sha256 = \"{}\" }}\n",
        parameters.positives * 100.0,
        parameters.n_informative,
        parameters.n_attributes,
        parameters.n_train,
        parameters.n_attributes,
        train_file(name),
        sha256(table.train.as_bytes()),
        test_file(name),
        sha256(table.test.as_bytes()),
    )
}

fn known_issues(parameters: &Parameters) -> &'static str {
    let repeats = parameters.values != Values::Distinct;
    let lacks = parameters.missing > 0.0;
    match (repeats, lacks) {
        (false, false) => "none",
        (true, false) => "values repeat, so the order of the rows matters",
        (false, true) => "values are missing, so a run needs a seed",
        (true, true) => {
            "values repeat, so the order of the rows matters; \
             values are missing, so a run needs a seed"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::tests::plain;

    #[test]
    fn a_manifest_tells_how_its_files_are_made() {
        let table = Table {
            train: "abc".to_owned(),
            test: String::new(),
        };
        let expected = "\
format = 1
name = \"small\"
title = \"Random rows, 20 % positive, 2 of 4 attributes informative\"
source = \"generate-martirank table --train-rows 30 --test-rows 10 --attributes 4 --informative 2 \
--correlation 0.5 --positives 0.2 --values distinct --missing 0 --lowest 0 --seed 1 --name small\"
known-issues = \"none\"
rows = 30
attributes = 4

[files]
train = { path = \"small.train.csv\", sha256 = \"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\" }
test = { path = \"small.test.csv\", sha256 = \"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\" }
";
        assert_eq!(render_manifest("small", &plain(), &table, None), expected);
        let made = render_manifest("small", &plain(), &table, Some("make it"));
        let with_command = expected.replace("known-issues", "made-by = \"make it\"\nknown-issues");
        assert_eq!(made, with_command);
    }

    #[test]
    fn what_a_reader_should_know_is_named() {
        let mut parameters = plain();
        parameters.missing = 0.1;
        let missing = "values are missing, so a run needs a seed";
        assert_eq!(known_issues(&parameters), missing);
        parameters.values = Values::Repeating(4);
        let repeating = "values repeat, so the order of the rows matters";
        assert_eq!(known_issues(&parameters), format!("{repeating}; {missing}"));
        parameters.missing = 0.0;
        assert_eq!(known_issues(&parameters), repeating);
    }
}
