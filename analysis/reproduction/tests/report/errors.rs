//! What cannot be analysed says why.

use std::error::Error as _;
use std::fs;
use std::path::Path;

use killrate_analysis::{AnalysisError, Report, Selection, analyse};
use killrate_record::Record;
use killrate_reproduction::papers;

use crate::fixture::{record, written};

pub(crate) fn analyse_with(
    record: &Record,
    damage: impl FnOnce(&Path, &Path),
) -> (String, Result<Report, AnalysisError>) {
    let (parent, folder, published) = written(record);
    damage(&folder, &published);
    let policy = papers(None).policy("thesis").unwrap();
    let result = analyse(
        &[&folder],
        &papers(Some(&published)),
        policy,
        Selection::Main,
    );
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
        "there is no record at `P/hand-made`; run its study first",
    );
}

#[test]
fn a_damaged_record_is_named() {
    check_error(
        &record(),
        |folder, _| fs::write(folder.join("mutants.parquet"), "PAR1").unwrap(),
        "`P/hand-made/mutants.parquet` is damaged; restore the file, or run its study again",
    );
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
        papers(None).policy("thesys").unwrap_err().to_string(),
        "there is no policy `thesys`; the nearest name is `thesis`"
    );
    assert_eq!(
        papers(None).table("property").unwrap_err().to_string(),
        "there is no table `property`; the nearest name is `properties`"
    );
}

#[test]
fn a_table_is_found_by_its_number_in_the_thesis() {
    assert_eq!(papers(None).table("3.8").unwrap().name, "data-sets");
}

#[track_caller]
fn check_selection(selection: Result<Selection, AnalysisError>, expected: &str) {
    assert_eq!(selection.unwrap_err().to_string(), expected);
}

#[test]
fn an_unknown_table_is_told_with_all_there_are() {
    let told = |name: &str| {
        Selection::named(name, &papers(None))
            .unwrap_err()
            .to_string()
    };
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
        Selection::named("3.4, funnel,3.4", &papers(None)),
        "the table `3.4` is named twice; name it once",
    );
    check_selection(
        Selection::named("funnel,all", &papers(None)),
        "`all` stands for several tables; name it alone, or the tables one by one",
    );
    check_selection(
        Selection::by("technique, technique"),
        "the dimension `technique` is named twice; name it once",
    );
    check_selection(
        Selection::by("technique,"),
        "there is no dimension ``; use one of `subject`, `technique`, `property`, `data-set`, `class`, \
         `operator`, `function`, `mutant`",
    );
}
