//! Tables of a record.
#![no_main]

use killrate_fuzz::with_file;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    with_file("table.parquet", bytes, |folder| {
        let path = folder.join("table.parquet");
        killrate_record::fuzzing::read_as_every_table(&path);
        let _ = killrate_record::read_columns(&path);
    });
});
