//! The log of finished executions, and its values.
#![no_main]

use killrate_executor::fuzzing::{log_of, read_log, read_value};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    read_log(bytes);
    read_value(bytes);
    if let Some(log) = log_of(bytes) {
        read_log(&log);
    }
});
