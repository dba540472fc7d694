//! The real programs of `datasets/studies/blackbox` are tested by the lines of our subjects.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::path::Path;

use killrate_catalogue::manifest::{SubjectManifest, load};
use killrate_mt::read_manifest;
use killrate_properties::Property;

/// The properties of some lines, by name.
fn by_name<'a>(lines: impl IntoIterator<Item = &'a String>) -> BTreeMap<String, String> {
    let properties = lines.into_iter().map(|line| Property::parse(line).unwrap());
    properties
        .map(|property| (property.name().unwrap().to_string(), property.to_string()))
        .collect()
}

/// What a property says of the inputs.
fn condition(property: &str) -> &str {
    property.split_once(" then ").unwrap().0
}

/// The manifest has the subject's line for each of these names, `loosely` with another tolerance.
#[track_caller]
fn check(manifest: &str, subject: &str, names: &[&str], loosely: Option<&str>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join(format!("datasets/studies/blackbox/{manifest}.mt.toml"));
    let real = by_name(&read_manifest(&path).unwrap().properties);
    let path = root.join(format!("subjects/{subject}/subject.toml"));
    let subject: SubjectManifest = load(&path).unwrap();
    let ours = by_name(subject.properties.values().flatten());
    for &name in names {
        if loosely == Some(name) {
            assert_eq!(condition(&real[name]), condition(&ours[name]));
        } else {
            assert_eq!(real[name], ours[name]);
        }
    }
}

#[test]
fn lucene_is_tested_by_the_lines_of_the_subject() {
    let names = [
        "L1",
        "L2",
        "L3",
        "L4",
        "permute-queries",
        "capitals",
        "punctuation",
    ];
    check("lucene", "lucene", &names, None);
    check("subject-lucene", "lucene", &names, None);
}

#[test]
fn gaffitter_is_tested_by_the_lines_of_the_subject() {
    check("gaffitter", "gaffitter", &["GS1", "GS2"], None);
    check("subject-gaffitter", "gaffitter", &["GS1", "GS2"], None);
}

#[test]
fn wekas_naive_bayes_is_tested_by_the_lines_of_the_subject() {
    let names = ["NB1", "NB2", "NB3", "NB4", "NB5"];
    for manifest in [
        "weka-naive-bayes",
        "weka-naive-bayes-updateable",
        "subject-naive-bayes",
    ] {
        check(manifest, "naive-bayes", &names, Some("NB1"));
    }
}
