//! The committed data sets and special cases are those that the generator makes.

use generate_sparse_matrix::manifest::{file_names, render_manifest};
use generate_sparse_matrix::matrix::Values;
use generate_sparse_matrix::sets::{N_SPECIAL, all_sets, special};
use std::fs;
use std::path::{Path, PathBuf};

/// The year of Wu's paper.
const SEED: u64 = 2005;

fn committed(folder: &str, name: &str) -> String {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    fs::read_to_string(folder.join(name)).expect("it is committed")
}

#[test]
fn every_set_is_made_again_byte_by_byte() {
    for set in all_sets(SEED) {
        let read = |name: &str| committed("../../sparse-matrix", name);
        let manifest = read(&format!("{}.toml", set.name));
        assert_eq!(manifest, render_manifest(&set, SEED));
        let [a, b] = file_names(&set.name);
        assert_eq!([read(&a), read(&b)], [set.a.render(), set.b.render()]);
    }
}

#[test]
fn the_known_cases_of_the_subject_are_the_special_cases() {
    for number in 1..=N_SPECIAL {
        let case = special(number, Values::Positive, SEED);
        let folder = format!("../../../subjects/sparse-matrix/partial-oracle/sc{number}");
        let read = |name: &str| committed(&folder, name);
        assert_eq!(read("a.mtx"), case.a.render());
        assert_eq!(read("b.mtx"), case.b.render());
        let product = case.product.expect("that of a special case is known");
        assert_eq!(read("product.expected"), product.render());
    }
}
