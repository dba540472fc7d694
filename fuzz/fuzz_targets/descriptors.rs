//! Descriptors in XML; what is made of one is written and read.
#![no_main]

use std::path::Path;

use killrate_mt::{from_xml, manifest_from_toml};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let path = Path::new("descriptor.xml");
    if let Ok(manifest) = from_xml(text, path) {
        let again = manifest_from_toml(&manifest.to_toml(), path);
        assert_eq!(again.expect("what was written is read"), manifest);
    }
});
