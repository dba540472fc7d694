//! The worked examples of the README are the code itself.

const README: &str = include_str!("../../README.md");

#[test]
fn the_readme_shows_the_table_of_functions_as_it_is() {
    assert!(README.contains(include_str!("../../src/tables/functions.rs")));
}

#[test]
fn the_readme_shows_the_claim_about_the_partial_oracle_as_it_is() {
    let claim = include_str!("../../src/tables/claims/partial_oracle_misses.rs");
    assert!(README.contains(claim));
}
