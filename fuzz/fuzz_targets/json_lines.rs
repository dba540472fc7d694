//! A record as lines of JSON, and its provenance.
#![no_main]

use killrate_fuzz::with_file;
use killrate_record::{from_json_lines, to_json_lines};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(record) = from_json_lines(text) {
        let written = to_json_lines(&record);
        let again = from_json_lines(&written).expect("what was written is read");
        assert_eq!(to_json_lines(&again), written);
    }
    with_file("provenance.json", text.as_bytes(), |folder| {
        killrate_record::fuzzing::read_provenance(folder);
    });
});
