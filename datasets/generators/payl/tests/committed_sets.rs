//! The committed data sets are those that the generator makes.

use generate_payl::manifest::{render_manifest, test_file, train_file};
use generate_payl::sets::SETS;
use generate_payl::traffic::make_traffic;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../payl")
}

fn committed(name: &str) -> String {
    fs::read_to_string(folder().join(name)).expect("it is committed")
}

#[test]
fn every_set_is_made_again_byte_by_byte() {
    for (name, title, parameters) in &SETS {
        let traffic = make_traffic(parameters);
        // The manifest holds the digests; compared first, it keeps a failure's message short.
        let manifest = render_manifest(name, title, parameters, &traffic);
        assert_eq!(committed(&format!("{name}.toml")), manifest);
        assert!(committed(&train_file(name)) == traffic.train, "{name}");
        assert!(committed(&test_file(name)) == traffic.test, "{name}");
    }
}

#[test]
fn the_folder_holds_nothing_else() {
    let mut n_files = 0;
    for entry in fs::read_dir(folder()).expect("the folder exists") {
        let name = entry.expect("the folder is readable").file_name();
        let name = name.into_string().expect("names are text");
        if name.ends_with(".csv") || name.ends_with(".toml") {
            n_files += 1;
        }
    }
    assert_eq!(n_files, 3 * SETS.len());
}
