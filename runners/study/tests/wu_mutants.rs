//! The mutants of Wu (2005) are among those that are made of `sparse-matrix`.

use std::path::Path;

use killrate_catalogue::Catalogue;
use killrate_model::MutantClass;
use killrate_mutator::find;
use serde::Deserialize;

#[derive(Deserialize)]
struct Named {
    mutant: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    name: String,
    id: String,
    before: String,
    after: Option<String>,
}

#[test]
fn each_of_the_five_is_the_generated_one_that_its_id_names() {
    let catalogue = Catalogue::find(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    let (manifest, folder) = catalogue.subject("sparse-matrix").unwrap();
    let classes = [
        MutantClass::Arithmetic,
        MutantClass::StatementDeletion,
        MutantClass::OperandReplacement,
    ];
    let sites = find(&manifest.weave_options(&folder, classes.into(), "unused".into())).unwrap();
    let text = std::fs::read_to_string(folder.join("mutants.toml")).unwrap();
    let named: Named = toml::from_str(&text).unwrap();
    let names: Vec<&str> = named
        .mutant
        .iter()
        .map(|entry| entry.name.as_str())
        .collect();
    let expected = ["mutant-1", "mutant-2", "mutant-3", "mutant-4", "mutant-5"];
    assert_eq!(names, expected);
    for entry in &named.mutant {
        let mut mutants = sites.mutants.iter();
        let found = mutants.find(|mutant| mutant.id.0 == entry.id);
        let mutant = found.unwrap_or_else(|| panic!("there is no `{}`", entry.id));
        assert_eq!(mutant.before, entry.before, "{}", entry.name);
        let after = entry.after.as_deref().unwrap_or("{}");
        assert_eq!(mutant.after, after, "{}", entry.name);
    }
}
