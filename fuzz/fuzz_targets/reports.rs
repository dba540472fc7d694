//! What a woven program reports beside its output.
#![no_main]

use killrate_model::protocol::Report;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = Report::parse(bytes);
});
