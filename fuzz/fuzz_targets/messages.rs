//! What harness and runners tell each other.
#![no_main]

use killrate_executor::fuzzing::read_message;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| read_message(bytes));
