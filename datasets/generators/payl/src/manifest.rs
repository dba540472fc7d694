//! The manifest of a data set.

use crate::traffic::{Parameters, Traffic};
use generate_common::digest::sha256;

/// The name of the file to learn from.
pub fn train_file(name: &str) -> String {
    format!("{name}.train.csv")
}

/// The name of the file to judge.
pub fn test_file(name: &str) -> String {
    format!("{name}.test.csv")
}

/// The text of the manifest, which pins the bytes of the files.
pub fn render_manifest(
    name: &str,
    title: &str,
    parameters: &Parameters,
    traffic: &Traffic,
) -> String {
    format!(
        "format = 1\n\
         name = \"{name}\"\n\
         title = \"{title}\"\n\
         source = \"datasets/generators/payl, seed {}\"\n\
         known-issues = \"generated, not recorded: bytes do not depend on their neighbours\"\n\
         rows = {}\n\
         attributes = 2\n\
         \n\
         [files]\n\
         train = {{ path = \"{}\", sha256 = \"{}\" }}\n\
         test = {{ path = \"{}\", sha256 = \"{}\" }}\n",
        parameters.seed,
        parameters.n_train,
        train_file(name),
        sha256(traffic.train.as_bytes()),
        test_file(name),
        sha256(traffic.test.as_bytes()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::SETS;

    #[test]
    fn a_manifest_tells_how_its_files_are_made() {
        let traffic = Traffic {
            train: "abc".to_owned(),
            test: String::new(),
        };
        let (name, title, parameters) = SETS[0];
        let expected = "\
format = 1
name = \"payl-web\"
title = \"Requests of three lengths to one port\"
source = \"datasets/generators/payl, seed 1\"
known-issues = \"generated, not recorded: bytes do not depend on their neighbours\"
rows = 240
attributes = 2

[files]
train = { path = \"payl-web.train.csv\", sha256 = \"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\" }
test = { path = \"payl-web.test.csv\", sha256 = \"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\" }
";
        let manifest = render_manifest(name, title, &parameters, &traffic);
        assert_eq!(manifest, expected);
    }
}
