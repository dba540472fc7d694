//! Manifests of subjects, data sets, studies and programs.
#![no_main]

use std::path::Path;

use killrate_catalogue::manifest::{DataSetManifest, StudyManifest, SubjectManifest, load};
use killrate_executor::split_command;
use killrate_fuzz::with_file;
use killrate_mt::manifest_from_toml;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    with_file("manifest.toml", text.as_bytes(), |folder| {
        let path = folder.join("manifest.toml");
        let _ = load::<SubjectManifest>(&path);
        let _ = load::<DataSetManifest>(&path);
        let _ = load::<StudyManifest>(&path);
    });
    let path = Path::new("manifest.toml");
    if let Ok(manifest) = manifest_from_toml(text, path) {
        let again = manifest_from_toml(&manifest.to_toml(), path);
        assert_eq!(again.expect("what was written is read"), manifest);
        let _ = split_command(&manifest.command);
    }
});
