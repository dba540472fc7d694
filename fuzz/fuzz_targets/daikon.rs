//! Declarations and traces of Daikon's, apart by a line of dashes.
#![no_main]

use killrate_invariants::{Declarations, Engine, read_dtrace};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (declared, traced) = text.split_once("\n----\n").unwrap_or((text, text));
    let Ok(declarations) = Declarations::parse(declared) else {
        return;
    };
    if let Ok(trace) = read_dtrace(&declarations, traced) {
        let mut engine = Engine::default();
        assert!(engine.read_run(&trace.to_bytes()).is_some());
        let _ = engine.invariants();
    }
});
