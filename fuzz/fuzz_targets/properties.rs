//! Properties and extractors as people write them.
#![no_main]

use killrate_catalogue::property_lines;
use killrate_properties::{Extraction, Property};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for line in property_lines(text) {
        if let Ok(property) = Property::parse(&line) {
            let canonical = property.to_string();
            assert_eq!(Property::parse(&canonical).as_ref(), Ok(&property));
        }
    }
    if let Ok(extraction) = Extraction::parse(text) {
        let _ = extraction.extract(text.as_bytes());
    }
});
