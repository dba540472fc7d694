//! Tables by their columns.

use std::error::Error as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use killrate_model::Digest;
use killrate_record::{
    Coded, NamedValues, RecordError, Values, columns_to_parquet, open, read_columns,
};
use parquet::file::reader::{FileReader, SerializedFileReader};

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
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&columns_to_parquet(&columns)).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    assert_eq!(reader.num_row_groups(), 2);
    assert_eq!(read_back(&columns), columns);
}

/// Written by pyarrow 26, with names as a dictionary, in groups of two rows; besides what is expected
/// here it has columns of a group (with an `n`), signed numbers, dates, bytes and lists.
#[test]
fn what_another_program_wrote_is_read_and_what_no_record_has_is_left_out() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/record/written-by-pyarrow.parquet");
    let expected = [
        named("name", Values::of_texts([Some("b"), None, Some("a")])),
        named("flag", Values::Bool(vec![Some(true), None, Some(false)])),
        named("n", Values::U32(vec![Some(1), Some(u32::MAX), None])),
        named("big", Values::U64(vec![None, Some(u64::MAX), Some(2)])),
        named("share", Values::F64(vec![Some(0.5), None, Some(-1.0)])),
    ];
    assert_eq!(read_columns(&path).unwrap(), expected);
}

#[test]
#[should_panic(expected = "a table has a cell in every row and column")]
fn columns_of_different_lengths_are_no_table() {
    let (one, two) = (Values::of_texts([None]), Values::of_texts([None, None]));
    columns_to_parquet(&[named("one", one), named("two", two)]);
}

/// What opening a record says whose table of reach has these columns, digests and all.
fn opened_with(columns: &[NamedValues]) -> String {
    let (_parent, folder) = written(&record());
    let path = folder.join("reach.parquet");
    let bytes = columns_to_parquet(columns);
    let sums = folder.join("SHA256SUMS");
    let digest = |bytes: &[u8]| Digest::of(bytes).to_string();
    let (old, new) = (digest(&fs::read(&path).unwrap()), digest(&bytes));
    let text = fs::read_to_string(&sums).unwrap().replace(&old, &new);
    fs::write(sums, text).unwrap();
    fs::write(&path, bytes).unwrap();
    let error = open(&folder).unwrap_err();
    assert!(matches!(&error, RecordError::Damaged { path: found, .. } if *found == path));
    error.source().unwrap().to_string()
}

#[test]
fn two_columns_of_one_name_are_damage() {
    let (_parent, folder) = written(&record());
    let mut columns = read_columns(&folder.join("reach.parquet")).unwrap();
    columns.push(columns[3].clone());
    assert_eq!(opened_with(&columns), "it has two columns `reached`");
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
    let cause = error.source().unwrap().to_string();
    assert!(cause.starts_with("EOF: Parquet file too small"), "{cause}");
    let absent = read_columns(&folder.path().join("nowhere.parquet")).unwrap_err();
    assert!(matches!(absent, RecordError::Io { action: "read", .. }));
}
