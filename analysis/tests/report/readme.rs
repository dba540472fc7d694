//! The worked example of the README is the code itself.

#[test]
fn the_readme_shows_the_table_of_functions_as_it_is() {
    let readme = include_str!("../../README.md");
    assert!(readme.contains(include_str!("../../src/tables/functions.rs")));
}
