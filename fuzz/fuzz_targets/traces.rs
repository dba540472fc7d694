//! Traces of watched programs, what is learned from them, and learned sets.
#![no_main]

use killrate_invariants::{Engine, Trace, write_decls, write_dtrace};
use killrate_watch::Learned;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Some(trace) = Trace::parse(bytes) {
        let written = trace.to_bytes();
        let again = Trace::parse(&written).expect("what was written is read");
        assert_eq!(again.to_bytes(), written);
        let _ = write_decls([&trace]);
        let _ = write_dtrace(&trace);
    }
    let mut engine = Engine::default();
    if engine.read_run(bytes).is_some() {
        let _ = engine.invariants();
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = Learned::parse(text);
    }
});
