//! What cannot be analysed says why.

use std::error::Error as _;
use std::fs;
use std::path::Path;

use killrate_analysis::{AnalysisError, Policy, Report, Selection, TableKind, analyse};
use killrate_model::Digest;
use killrate_record::Record;
use polars::prelude::*;

use crate::fixture::{record, written};

fn analyse_with(
    record: &Record,
    damage: impl FnOnce(&Path, &Path),
) -> (String, Result<Report, AnalysisError>) {
    let (parent, folder, published) = written(record);
    damage(&folder, &published);
    let policy = Policy::named("thesis").unwrap();
    let result = analyse(&folder, Some(&published), policy, Selection::Main);
    (parent.path().to_str().unwrap().to_owned(), result)
}

#[track_caller]
fn check_error(record: &Record, damage: impl FnOnce(&Path, &Path), expected: &str) {
    let (parent, result) = analyse_with(record, damage);
    let message = result.unwrap_err().to_string().replace(&parent, "P");
    assert_eq!(message, expected);
}

#[test]
fn an_absent_record_says_how_to_make_one() {
    check_error(
        &record(),
        |folder, _| fs::remove_dir_all(folder).unwrap(),
        "there is no record at `P/hand-made`; run `killrate run STUDY` first",
    );
}

#[test]
fn a_damaged_record_is_named() {
    check_error(
        &record(),
        |folder, _| fs::write(folder.join("mutants.parquet"), "PAR1").unwrap(),
        "`P/hand-made/mutants.parquet` is damaged; restore the file, or run `killrate run STUDY` \
         again",
    );
}

/// A record whose table of this name was changed by somebody who also wrote the digests anew.
#[track_caller]
fn check_doctored(file: &str, change: impl FnOnce(LazyFrame) -> LazyFrame, expected: &str) {
    let (parent, result) = analyse_with(&record(), |folder, _| {
        let path = folder.join(format!("{file}.parquet"));
        let scanned = PlRefPath::try_from_path(&path).unwrap();
        let rows = LazyFrame::scan_parquet(scanned, ScanArgsParquet::default()).unwrap();
        let mut rows = change(rows).collect().unwrap();
        let mut bytes = Vec::new();
        let writer = ParquetWriter::new(&mut bytes);
        let writer = writer.with_compression(ParquetCompression::Snappy);
        writer.finish(&mut rows).unwrap();
        let sums = folder.join("SHA256SUMS");
        let digest = |bytes: &[u8]| Digest::of(bytes).to_string();
        let (old, new) = (digest(&fs::read(&path).unwrap()), digest(&bytes));
        let text = fs::read_to_string(&sums).unwrap().replace(&old, &new);
        fs::write(sums, text).unwrap();
        fs::write(path, bytes).unwrap();
    });
    let error = result.unwrap_err();
    let told = format!("`P/hand-made/{file}.parquet` is damaged; ");
    let message = error.to_string().replace(&parent, "P");
    assert!(message.starts_with(&told), "{message}");
    let record = match &error {
        AnalysisError::Record(error) => error,
        other => panic!("{other:?} is not about the record"),
    };
    assert_eq!(record.source().unwrap().to_string(), expected);
}

#[test]
fn a_column_that_is_missing_or_of_another_type_is_damage() {
    check_doctored(
        "verdicts",
        |rows| rows.drop(cols(["cause"])),
        "its columns are subject, variant, technique, property, data_set, seed, verdict, detail, basis, not \
         subject, variant, technique, property, data_set, seed, verdict, cause, detail, basis",
    );
    check_doctored(
        "verdicts",
        |rows| rows.with_column(col("seed").cast(DataType::Int64)),
        "it has no column `seed` of the right type",
    );
    check_doctored(
        "reach",
        |rows| rows.with_column(col("reached").cast(DataType::String)),
        "it has no column `reached` of the right type",
    );
}

#[test]
fn a_verdict_that_nobody_knows_is_damage() {
    let is_alarm = || col("verdict").eq(lit("violated"));
    let instead = |value: Expr| when(is_alarm()).then(value);
    check_doctored(
        "verdicts",
        |rows| {
            rows.with_column(
                instead(lit("maybe"))
                    .otherwise(col("verdict"))
                    .alias("verdict"),
            )
        },
        "there is no such value as `maybe`",
    );
    check_doctored(
        "verdicts",
        |rows| rows.with_column(instead(lit("bored")).otherwise(col("cause")).alias("cause")),
        "there is no such value as `bored`",
    );
    check_doctored(
        "verdicts",
        |rows| rows.with_column(lit("hope").alias("basis")),
        "there is no such value as `hope`",
    );
    check_doctored(
        "verdicts",
        |rows| rows.with_column(lit(NULL).cast(DataType::String).alias("data_set")),
        "a row has no `data_set`",
    );
}

#[test]
fn a_verdict_on_a_mutant_that_the_record_has_not_is_damage() {
    check_doctored(
        "verdicts",
        |rows| {
            let other = rows.clone().tail(1);
            let other = other.with_column(lit("src/tree.rs::split/o9/9").alias("variant"));
            concat([rows, other], UnionArgs::default()).unwrap()
        },
        "`mutants.parquet` has no `src/tree.rs::split/o9/9` of `c45`",
    );
}

#[test]
fn two_rows_about_one_thing_are_damage() {
    let with_last_again = |rows: LazyFrame| {
        let again = rows.clone().tail(1);
        concat([rows, again], UnionArgs::default()).unwrap()
    };
    let of_c1 = "two rows are about `c45`, `src/tree.rs::split/";
    check_doctored(
        "verdicts",
        |rows| {
            let other = rows
                .clone()
                .tail(1)
                .with_column(lit("satisfied").alias("verdict"));
            let other = other.with_column(lit(NULL).cast(DataType::String).alias("cause"));
            concat([rows, other], UnionArgs::default()).unwrap()
        },
        "two rows judge `src/tree.rs::split/o5/1` of `c45` by `reference`, `same-output` on `iris`",
    );
    check_doctored("mutants", with_last_again, &format!("{of_c1}o5/1`"));
    check_doctored("reach", with_last_again, &format!("{of_c1}o5/1`, `iris`"));
}

#[test]
fn an_absent_folder_of_published_tables_is_an_error() {
    check_error(
        &record(),
        |_, published| fs::remove_dir_all(published).unwrap(),
        "there is no folder of published tables at `P/published`; leave it out or name another",
    );
}

#[test]
fn a_published_table_that_is_no_csv_is_named_with_its_line() {
    let (parent, result) = analyse_with(&record(), |_, published| {
        let path = published.join("thesis_3_07_c45.csv");
        fs::write(path, "source,value\nx,1\ny\n").unwrap();
    });
    let error = result.unwrap_err();
    assert_eq!(
        error.to_string().replace(&parent, "P"),
        "cannot read the published table `P/published/thesis_3_07_c45.csv`; compare it with its \
         source"
    );
    assert!(error.source().unwrap().to_string().contains("line: 3"));
}

#[test]
fn a_policy_says_what_it_needs() {
    let mut record = record();
    record
        .verdicts
        .retain(|row| row.technique.as_str() != "reference");
    check_error(
        &record,
        |_, _| {},
        "the policy `thesis` needs the technique `reference` on `c45`, which the record does not \
         have; add it to the study, or use the policy `strict`",
    );
}

#[test]
fn unknown_names_get_the_nearest_name() {
    assert_eq!(
        Policy::named("thesys").unwrap_err().to_string(),
        "there is no policy `thesys`; the nearest name is `thesis`"
    );
    assert_eq!(
        TableKind::named("property").unwrap_err().to_string(),
        "there is no table `property`; the nearest name is `properties`"
    );
}

#[test]
fn a_table_is_found_by_its_number_in_the_thesis() {
    assert_eq!(TableKind::named("3.8").unwrap().name, "data-sets");
}

#[track_caller]
fn check_selection(selection: Result<Selection, AnalysisError>, expected: &str) {
    assert_eq!(selection.unwrap_err().to_string(), expected);
}

#[test]
fn an_unknown_table_is_told_with_all_there_are() {
    let told = |name: &str| Selection::named(name).unwrap_err().to_string();
    let near = told("property");
    let expected = "there is no table `property`; the nearest name is `properties`; there are main, all, funnel, discarded, ";
    assert!(near.starts_with(expected), "{near}");
    let expected = ", and by their numbers in the thesis payl, 3.1, 3.2, 3.3, 3.4, 3.5, 3.6, 3.7, 3.8, 3.9, 3.10, ";
    assert!(near.contains(expected), "{near}");
    let far = told("3.4,9.9");
    assert!(
        far.starts_with("there is no table `9.9`; there are main, all, "),
        "{far}"
    );
}

#[test]
fn what_is_named_twice_or_stands_for_others_is_refused() {
    check_selection(
        Selection::named("3.4, funnel,3.4"),
        "the table `3.4` is named twice; name it once",
    );
    check_selection(
        Selection::named("funnel,all"),
        "`all` stands for several tables; name it alone, or the tables one by one",
    );
    check_selection(
        Selection::by("technique, technique"),
        "the dimension `technique` is named twice; name it once",
    );
    check_selection(
        Selection::by("technique,"),
        "there is no dimension ``; use one of `subject`, `technique`, `property`, `data-set`, `class`, \
         `operator`, `function`",
    );
}
