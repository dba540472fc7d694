//! Rates by any dimensions, and the thesis's tables by their numbers.

use killrate_analysis::{Dimension, Format, ReportOptions, Selection, parquet, report};
use killrate_record::{Values, read_columns};
use killrate_reproduction::papers;

use crate::fixture::{record, written};
use crate::made::{analysed, made, record_of};
use crate::tables::check_tables;

fn by(names: &[&str]) -> Selection {
    Selection::by(&names.join(", ")).unwrap()
}

#[test]
fn rates_can_be_split_by_property_and_data_set() {
    let report = analysed(&record(), by(&["property", "data-set"]));
    check_tables(
        &report.tables,
        "Kills by property, data-set:
         add           golf   1/6
         add           iris   1/6
         ends-normally golf   0/6
         ends-normally iris   0/6
         known-output  golf-1 4/6
         multiply      iris   1/6
         negate        iris   3/6
         permute       golf   1/6
         permute       iris   2/6
         permute-model golf   1/6
         permute-model iris   2/6
         same-output   golf   4/6
         same-output   iris   5/6",
    );
}

#[test]
fn rates_without_the_subject_are_over_all_of_them() {
    let case = |verdicts| [("metamorphic", "permute", "iris", verdicts)];
    let record = record_of(&[
        made("c45", "2c", case("1V 1.")),
        made("svm", "1c 2a", case("3V")),
    ]);
    let rates = |names: &[&str]| analysed(&record, by(names)).tables;
    check_tables(
        &rates(&["class", "technique"]),
        "Kills by class, technique:
         arithmetic implicit    0/2
         arithmetic metamorphic 2/2
         arithmetic reference   2/2
         comparison implicit    0/3
         comparison metamorphic 2/3
         comparison reference   3/3",
    );
    check_tables(
        &rates(&["subject", "property"]),
        "Kills by subject, property:
         c45 ends-normally 0/2
         c45 permute       1/2
         c45 same-output   2/2
         svm ends-normally 0/3
         svm permute       3/3
         svm same-output   3/3",
    );
}

#[test]
fn an_unknown_dimension_is_told_with_the_nearest() {
    let error = Dimension::named("propertie").unwrap_err().to_string();
    assert_eq!(
        error,
        "there is no dimension `propertie`; the nearest name is `property`"
    );
}

#[test]
fn a_number_of_the_thesis_is_one_subjects_table() {
    let case = |verdicts| [("metamorphic", "permute", "iris", verdicts)];
    let record = record_of(&[
        made("c45", "2c", case("1V 1.")),
        made("svm", "1c", case("1V")),
    ]);
    let view = |number| {
        let tables = analysed(&record, Selection::named(number, &papers(None)).unwrap()).tables;
        let shown = tables.into_iter().map(|table| (table.name, table.subject));
        shown.collect::<Vec<_>>()
    };
    let of = |subject: &str| Some(subject.to_owned());
    assert_eq!(view("3.7"), [("properties", of("c45"))]);
    assert_eq!(view("3.11"), [("properties", of("svm"))]);
    assert_eq!(view("3.6"), [("properties", None)]);
    assert_eq!(view("3.4"), [("techniques", None)]);
    // MartiRank is not in the record: the thesis's numbers stand alone.
    assert_eq!(view("3.9"), [("as-printed", None)]);
}

#[test]
fn several_tables_come_in_the_order_given() {
    let case = [("metamorphic", "permute", "iris", "1V 1.")];
    let record = record_of(&[made("c45", "2c", case)]);
    let report = analysed(
        &record,
        Selection::named("3.4, unsound,funnel,3.9", &papers(None)).unwrap(),
    );
    let names: Vec<&str> = report.tables.iter().map(|table| table.name).collect();
    assert_eq!(names, ["techniques", "funnel", "as-printed"]);
    assert_eq!(report.absent, ["unsound"]);
    assert_eq!((report.headline.len(), report.left_out.len()), (0, 0));
}

#[test]
fn latex_has_a_table_with_rules_and_no_bare_percent_sign() {
    let (_parent, folder, published) = written(&record());
    let options = ReportOptions {
        policy: papers(None).policy("thesis").unwrap(),
        tables: Selection::named("techniques", &papers(None)).unwrap(),
        format: Format::Latex,
    };
    let text = report(&[&folder], &papers(Some(&published)), &options).unwrap();
    assert_eq!(text, include_str!("expected/techniques.tex"));
}

#[test]
fn parquet_has_a_row_for_every_cell() {
    let report = analysed(&record(), by(&["technique"]));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cells.parquet");
    std::fs::write(&path, parquet(&report)).unwrap();
    let columns = read_columns(&path).unwrap();
    let values = |name: &str| {
        let column = columns.iter().find(|column| column.name == name);
        &column.unwrap().values
    };
    // Four techniques, each with its name and its rate.
    assert!(columns.iter().all(|column| column.values.n_cells() == 8));
    let text = |column: &str, row: usize| match values(column) {
        Values::Text(coded) => coded.values[coded.places[row] as usize].clone(),
        other => panic!("{other:?}"),
    };
    let count = |column: &str, row: usize| match values(column) {
        Values::U64(cells) => cells[row],
        other => panic!("{other:?}"),
    };
    let number = |column: &str, row: usize| match values(column) {
        Values::F64(cells) => cells[row],
        other => panic!("{other:?}"),
    };
    assert_eq!(text("text", 2), Some("metamorphic".to_owned()));
    assert_eq!((count("n", 2), number("value", 2)), (None, None));
    assert_eq!(
        (text("column", 3), text("text", 3)),
        (Some("killed".into()), None)
    );
    assert_eq!((count("n", 3), count("of", 3)), (Some(4), Some(6)));
    assert_eq!(number("value", 3), Some(400.0 / 6.0));
    assert_eq!(count("published_n", 3), None);
}

#[test]
fn a_table_of_the_thesis_that_the_record_has_nothing_for_is_shown_as_printed() {
    let report = analysed(&record(), Selection::named("3.14", &papers(None)).unwrap());
    assert_eq!(report.absent, [""; 0]);
    check_tables(
        &report.tables,
        "Table 3.14 of the thesis, as printed:
         JSim      6  4_(66.7_%)  6_(100.0_%) 6_(100.0_%)
         Lucene    15 11_(73.3_%) 11_(73.3_%) 9_(60.0_%)
         gaffitter 66 14_(21.2_%) 22_(33.3_%) 20_(30.3_%)",
    );
    let titles = report.tables[0].columns.iter();
    let titles: Vec<&str> = titles.map(|column| column.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "subject",
            "mutants",
            "partial_oracle",
            "metamorphic_testing",
            "assertion_checking"
        ]
    );
    assert_eq!(
        report.tables[0].notes,
        [
            "Published: Murphy 2010 thesis, Table 3.14.",
            "The record has nothing to set beside it."
        ]
    );
}

#[test]
fn every_table_of_results_in_the_thesis_has_a_number_to_ask_for() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/published");
    let mut n_tables = 0;
    for entry in folder.read_dir().unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let words: Vec<&str> = name.split('_').collect();
        let ["thesis", chapter, place, ..] = words.as_slice() else {
            continue;
        };
        let Ok(place) = place.parse::<u32>() else {
            continue;
        };
        let number = format!("{chapter}.{place}");
        let report = analysed(&record(), Selection::named(&number, &papers(None)).unwrap());
        assert!(!report.tables.is_empty(), "{number}");
        n_tables += 1;
    }
    assert_eq!(n_tables, 37);
}
