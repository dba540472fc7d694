//! The worked examples of the README are the code itself, and what it says of tables holds of all.

use killrate_reproduction::papers;

const README: &str = include_str!("../../../README.md");
const OWN_README: &str = include_str!("../../README.md");

#[test]
fn the_readme_shows_the_table_of_functions_as_it_is() {
    assert!(README.contains(include_str!("../../../src/tables/functions.rs")));
}

#[test]
fn the_readme_shows_the_claim_about_the_partial_oracle_as_it_is() {
    let claim = include_str!("../../src/thesis/claims/partial_oracle_misses.rs");
    assert!(OWN_README.contains(claim));
}

/// The recount in Python is not run by tests, but it cannot forget a table.
#[test]
fn every_kind_of_table_is_in_a_list_of_the_recount() {
    let lists = include_str!("../../../recount/tables/__init__.py");
    let is_listed = |name: &str| lists.contains(&format!("\n    \"{name}\": "));
    let kinds = papers(None).table_names().into_iter();
    let missing: Vec<&str> = kinds.filter(|name| !is_listed(name)).collect();
    assert_eq!(missing, [""; 0]);
}
