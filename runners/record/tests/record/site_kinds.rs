//! What integers are for that are one off.

use std::fs;

use killrate_model::{Digest, SiteKind};
use killrate_record::{
    NamedValues, columns_to_parquet, from_json_lines, read, read_columns, to_json_lines, write,
};
use tempfile::TempDir;

use crate::fixture::record;

#[test]
fn every_kind_and_none_come_back() {
    for kind in SiteKind::ALL.map(Some).into_iter().chain([None]) {
        let parent = TempDir::new().unwrap();
        let folder = parent.path().join("record");
        let mut record = record();
        record.mutants[0].site_kind = kind;
        write(&folder, &record).unwrap();
        let found = read(&folder).unwrap();
        assert_eq!(found.mutants, record.mutants);
        assert_eq!(from_json_lines(&to_json_lines(&record)).unwrap(), record);
    }
}

/// What the version before this one wrote: format 4, and no such column.
#[test]
fn a_record_of_format_4_is_read() {
    let parent = TempDir::new().unwrap();
    let folder = parent.path().join("record");
    let record = record();
    write(&folder, &record).unwrap();
    let mut sums = fs::read_to_string(folder.join("SHA256SUMS")).unwrap();
    let mut replace = |file: &str, change: &dyn Fn(&[u8]) -> Vec<u8>| {
        let path = folder.join(file);
        let before = fs::read(&path).unwrap();
        let after = change(&before);
        assert_ne!(before, after);
        let [before, digest] = [&before, &after].map(|bytes| Digest::of(bytes).to_string());
        sums = sums.replace(&before, &digest);
        fs::write(path, after).unwrap();
    };
    replace("provenance.json", &|bytes| {
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        text.replace("\"format\": 5", "\"format\": 4").into_bytes()
    });
    let mutants = read_columns(&folder.join("mutants.parquet")).unwrap();
    let older: Vec<NamedValues> = { mutants.into_iter() }
        .filter(|column| column.name != "site_kind")
        .collect();
    assert_eq!(older.len(), 14);
    replace("mutants.parquet", &|_| columns_to_parquet(&older));
    fs::write(folder.join("SHA256SUMS"), sums).unwrap();
    let found = read(&folder).unwrap();
    assert_eq!(
        (found.provenance.format, found.mutants),
        (4, record.mutants)
    );
}
