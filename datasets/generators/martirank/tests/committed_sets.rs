//! The committed data sets are those that the generator makes.

use generate_martirank::manifest::{render_manifest, test_file, train_file};
use generate_martirank::sets::{N_SETS, Scale, made_by, set_name, set_parameters};
use generate_martirank::table::make_table;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../martirank")
}

fn committed(name: &str) -> String {
    fs::read_to_string(folder().join(name)).expect("it is committed")
}

#[test]
fn every_set_is_made_again_byte_by_byte() {
    for index in 0..N_SETS {
        let name = set_name(index, Scale::Tenth);
        let parameters = set_parameters(index, Scale::Tenth);
        let table = make_table(&parameters);
        // The manifest holds the digests; compared first, it keeps a failure's message short.
        let manifest = render_manifest(&name, &parameters, &table, None);
        assert_eq!(committed(&format!("{name}.toml")), manifest);
        assert!(committed(&train_file(&name)) == table.train, "{name}");
        assert!(committed(&test_file(&name)) == table.test, "{name}");
    }
}

/// The sets of up to this many published rows, which are made in a moment.
const SMALL: usize = 1_000;

#[test]
fn the_manifests_of_published_sizes_pin_what_is_made() {
    let mut n_made = 0;
    for index in 0..N_SETS {
        let name = set_name(index, Scale::Full);
        let parameters = set_parameters(index, Scale::Full);
        if parameters.n_train > SMALL {
            continue;
        }
        let table = make_table(&parameters);
        let manifest = render_manifest(&name, &parameters, &table, made_by(Scale::Full));
        assert_eq!(committed(&format!("{name}.toml")), manifest);
        n_made += 1;
    }
    assert_eq!(n_made, 5);
}

#[test]
fn the_folder_holds_nothing_else() {
    let (mut n_files, mut n_with_missing) = (0, 0);
    for entry in fs::read_dir(folder()).expect("the folder exists") {
        let name = entry.expect("the folder is readable").file_name();
        let name = name.into_string().expect("names are text");
        let is_made = name.contains("-full.") && name.ends_with(".csv");
        if is_made || !(name.ends_with(".csv") || name.ends_with(".toml")) {
            continue;
        }
        // The sets with missing values are made by `missing.sh`.
        match name.starts_with("martirank-missing-") || name.starts_with("martirank-gaps") {
            true => n_with_missing += 1,
            false => n_files += 1,
        }
    }
    assert_eq!((n_files, n_with_missing), (4 * N_SETS, 16));
}
