//! The tables of the papers' own programs, as they are in this repository.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use killrate_import::{VariantsFiles, VariantsTable, variants};
use killrate_model::Digest;
use killrate_record::Record;

use crate::options;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/originals")
}

fn text(name: &str) -> String {
    fs::read_to_string(folder().join(name)).unwrap()
}

fn record(name: &str) -> Record {
    let text = text(name);
    let files = VariantsFiles {
        variants: VariantsTable { name, text: &text },
        placebos: None,
        missed: &[],
        ranks: false,
    };
    variants(&files, &options()).unwrap()
}

#[test]
fn every_table_has_the_bytes_that_its_digest_says() {
    let sums = text("SHA256SUMS");
    let pinned: BTreeMap<String, String> = { sums.lines() }
        .map(|line| {
            let (digest, name) = line.split_once("  ").unwrap();
            (name.to_owned(), digest.to_owned())
        })
        .collect();
    let measured = { fs::read_dir(folder()).unwrap() }
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        // What is made from the others, and so is compared with them.
        .filter(|name| name.ends_with(".csv") && name != "kills.csv");
    let found: BTreeMap<String, String> = measured
        .map(|name| {
            let digest = Digest::of(text(&name).as_bytes()).to_string();
            (name, digest)
        })
        .collect();
    assert_eq!(found, pinned);
}

#[test]
fn every_table_of_variants_becomes_a_record_of_as_many_as_its_page_says() {
    let page = text("README.md");
    for (name, n_variants) in [
        ("c45-release-8.csv", "1,561 mutants"),
        ("weka-smo.csv", "615 mutants"),
        ("weka-smo-placebo.csv", "20 placebos"),
        ("martirank-c.csv", "674 mutants"),
    ] {
        let said = n_variants.split(' ').next().unwrap().replace(',', "");
        assert_eq!(record(name).mutants.len().to_string(), said, "{name}");
        let mut lines = page.lines();
        let is_told = |line: &str| {
            line.starts_with(&format!("| `{name}` |"))
                && line.ends_with(&format!("| {n_variants} |"))
        };
        assert!(lines.any(is_told), "{name}");
    }
}
