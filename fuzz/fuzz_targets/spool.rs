//! What tests in daily use have found: the first byte chooses between the lines and how many were sent.
#![no_main]

use killrate_fuzz::with_file;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, content)) = bytes.split_first() else {
        return;
    };
    let file = if choice % 2 == 0 {
        "results.jsonl"
    } else {
        "sent"
    };
    with_file(file, content, killrate_mt::fuzzing::read_spool);
});
