//! The trace file.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;

use killrate_watch::{End, MAGIC, Row, Shape, Wire};

/// How many bytes are gathered before they are written.
const GATHERED: usize = 1 << 16;

/// Writes calls into a file.
pub(super) struct Tracer {
    wire: Wire,
    declared: BTreeSet<u32>,
    bytes: Vec<u8>,
    file: Option<File>,
}

impl Tracer {
    pub(super) fn new(path: PathBuf) -> Self {
        Self {
            wire: Wire::default(),
            declared: BTreeSet::new(),
            bytes: MAGIC.to_vec(),
            // There is nobody to tell: the harness notices that the trace is missing.
            file: File::create(path).ok(),
        }
    }

    pub(super) fn is_new(&self, point: u32) -> bool {
        !self.declared.contains(&point)
    }

    pub(super) fn declare(&mut self, point: u32, name: &str, shapes: [&Shape; 2], n_exits: u32) {
        // Another thread may have been faster, and a function may have called itself.
        if self.declared.insert(point) {
            let bytes = &mut self.bytes;
            self.wire.declare(point, name, shapes, n_exits, bytes);
        }
    }

    pub(super) fn call(&mut self, point: u32, entry: &Row, end: End<&Row>) {
        if self.declared.contains(&point) {
            self.wire.call(point, entry, end, &mut self.bytes);
        }
        if self.bytes.len() >= GATHERED {
            self.flush();
        }
    }

    pub(super) fn flush(&mut self) {
        let bytes = &self.bytes;
        let fails = |file: &mut File| file.write_all(bytes).is_err();
        if self.file.as_mut().is_some_and(fails) {
            self.file = None;
        }
        self.bytes.clear();
    }
}
