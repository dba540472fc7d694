//! Tables by their columns.

use std::error::Error as _;
use std::fs;

use killrate_record::{Coded, NamedValues, RecordError, Values, columns_to_parquet, read_columns};

use crate::fixture::{record, written};

fn named(name: &str, values: Values) -> NamedValues {
    NamedValues {
        name: name.to_owned(),
        values,
    }
}

/// What is read of a file with these columns.
fn read_back(columns: &[NamedValues]) -> Vec<NamedValues> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.parquet");
    fs::write(&path, columns_to_parquet(columns)).unwrap();
    read_columns(&path).unwrap()
}

#[test]
fn columns_of_every_kind_are_read_as_they_were_written() {
    let columns = [
        named("text", Values::of_texts([Some("b"), None, Some("")])),
        named("flag", Values::Bool(vec![Some(true), Some(false), None])),
        named("small", Values::U32(vec![None, Some(0), Some(u32::MAX)])),
        named("large", Values::U64(vec![Some(u64::MAX), None, Some(0)])),
        named("float", Values::F64(vec![Some(-0.5), Some(1e300), None])),
    ];
    assert_eq!(read_back(&columns), columns);
    let empty = [named("text", Values::of_texts([]))];
    assert_eq!(read_back(&empty), empty);
    assert_eq!(read_back(&[]), []);
}

#[test]
fn texts_are_kept_once_and_in_order() {
    let values = Values::of_texts([Some("b"), None, Some("a"), Some("b")]);
    let expected = Coded {
        values: vec![None, Some("a".to_owned()), Some("b".to_owned())],
        places: vec![2, 0, 1, 2],
    };
    assert_eq!(values, Values::Text(expected));
}

#[test]
fn rows_that_lie_in_several_groups_are_read_in_their_order() {
    let n_rows = (1 << 20) + 3;
    let columns = [named("n", Values::U32((0..n_rows).map(Some).collect()))];
    assert_eq!(read_back(&columns), columns);
}

#[test]
fn the_tables_of_a_record_have_the_columns_of_their_rows() {
    let (_parent, folder) = written(&record());
    let columns = read_columns(&folder.join("reach.parquet")).unwrap();
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(
        names,
        ["subject", "mutant", "data_set", "reached", "infected"]
    );
    let n_rows = record().reach.len();
    assert!(
        columns
            .iter()
            .all(|column| column.values.n_cells() == n_rows)
    );
}

#[test]
fn a_file_that_is_no_table_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.parquet");
    fs::write(&path, "PAR1").unwrap();
    let error = read_columns(&path).unwrap_err();
    assert!(matches!(&error, RecordError::Damaged { path: found, .. } if *found == path));
    assert!(error.source().is_some());
    let absent = read_columns(&folder.path().join("nowhere.parquet")).unwrap_err();
    assert!(matches!(absent, RecordError::Io { action: "read", .. }));
}
