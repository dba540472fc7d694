//! Several records, reported on as one.

use std::path::PathBuf;

use killrate_analysis::{
    Format, PageContext, Report, ReportOptions, Selection, analyse, page, report,
};
use killrate_record::{Record, write};
use killrate_reproduction::papers;
use tempfile::TempDir;

use crate::fixture::name;
use crate::made::{Made, made, one, published, record_of};
use crate::tables::check_tables;

fn techniques(subject: &'static str, property: &'static str, verdicts: [&'static str; 3]) -> Made {
    let [metamorphic, partial, learned] = verdicts;
    let cases = [
        ("metamorphic", property, "data", metamorphic),
        ("partial-oracle", "known", "data", partial),
        ("assertions", "invariants", "data", learned),
    ];
    made(subject, "10c", cases)
}

/// Records of the thesis's first and second study, in folders of their own.
fn two() -> [Record; 2] {
    let first = ["svm", "c45", "martirank"];
    let first = first.map(|subject| techniques(subject, "permute", ["10V", "3V 7.", "10."]));
    let second = [("lucene", "L3"), ("gaffitter", "GS1"), ("jsim", "add")];
    let second = second
        .map(|(subject, property)| techniques(subject, property, ["4V 6.", "3. 7V", "9. 1V"]));
    let mut records = [record_of(&first), record_of(&second)];
    records[0].provenance.study.name = name("first");
    records[1].provenance.study.name = name("second");
    records
}

fn written(records: &[Record]) -> (TempDir, Vec<PathBuf>) {
    let parent = TempDir::new().unwrap();
    let folders = records.iter().enumerate().map(|(place, record)| {
        let folder = parent.path().join(place.to_string());
        write(&folder, record).unwrap();
        folder
    });
    let folders = folders.collect();
    (parent, folders)
}

fn analysed(records: &[Record], selection: Selection) -> Report {
    let (_parent, folders) = written(records);
    let policy = papers(None).policy("thesis").unwrap();
    analyse(&folders, &papers(Some(&published())), policy, selection).unwrap()
}

#[test]
fn every_rate_is_the_one_of_its_own_record() {
    let records = two();
    let together = analysed(
        &records,
        Selection::named("techniques,funnel,false-alarms", &papers(None)).unwrap(),
    );
    for record in records {
        let alone = analysed(
            &[record],
            Selection::named("techniques,funnel,false-alarms", &papers(None)).unwrap(),
        );
        let of_subjects = alone.tables.iter().filter(|table| table.subject.is_some());
        let mut n_tables = 0;
        for table in of_subjects {
            assert!(together.tables.contains(table), "{table:?}");
            n_tables += 1;
        }
        assert_eq!(n_tables, 9);
    }
}

#[test]
fn totals_and_claims_are_over_the_subjects_of_all() {
    let report = analysed(&two(), one("techniques"));
    assert_eq!(report.study, "first and second");
    // By subject in the order of their names, then all and weighted.
    check_tables(
        &report.tables[6..],
        "Kills per technique and subject:
         reference_(ceiling) 10/10 10/10 10/10 10/10 10/10 10/10 60/60 –
         metamorphic 10/10(26/28) 4/10(22/66) 4/10(6/6) 4/10(11/15) 10/10(69/69) 10/10(83/85) 42/60(217/269) 80.59[67.55,87.85]
         partial-oracle 3/10(22/28) 7/10(14/66) 7/10(4/6) 7/10(11/15) 3/10(47/69) 3/10(78/85) 30/60(176/269) 42.94[31.81,56.57]
         assertions 0/10(28/28) 1/10(20/66) 1/10(6/6) 1/10(9/15) 0/10(57/69) 0/10(68/85) 3/60(188/269) 3.23[1.16,17.20]
         implicit_(floor) 0/10 0/10 0/10 0/10 0/10 0/10 0/60 –",
    );
    let claims = analysed(&two(), one("claims")).tables;
    let claim = claims
        .iter()
        .find(|table| table.title.starts_with("Claim 1:"));
    let claim = claim.unwrap();
    // On each of the first 7 to nothing, on each of the second 3 to 6, which may be chance.
    assert_eq!(claim.title, "Claim 1: undecided");
    assert!(claim.notes.iter().any(|note| note.starts_with(
        "c45, martirank, svm, gaffitter, jsim, lucene: 30 fell to metamorphic alone, 18 to partial-oracle alone"
    )), "{:?}", claim.notes);
}

/// The evidence of a verdict is found in the record that has it.
#[test]
fn a_page_has_the_evidence_of_all() {
    let mut records = two();
    for (record, text) in records
        .iter_mut()
        .zip(["line-of-the-first", "line-of-the-second"])
    {
        for row in &mut record.verdicts {
            if let killrate_model::Verdict::Violated(evidence) = &mut row.verdict {
                evidence.detail = text.to_owned();
            }
        }
    }
    let (_parent, folders) = written(&records);
    let policy = papers(None).policy("thesis").unwrap();
    let page = page(&folders, &papers(None), policy, &PageContext::default()).unwrap();
    for expected in [
        "<title>first and second",
        "line-of-the-first",
        "line-of-the-second",
        "killrate verify record first",
        "killrate verify record second",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
}

#[test]
fn the_order_of_records_changes_no_number() {
    let [first, second] = two();
    let table = |records: &[Record]| {
        let (_parent, folders) = written(records);
        let options = ReportOptions {
            policy: papers(None).policy("thesis").unwrap(),
            tables: Selection::All,
            format: Format::Csv,
        };
        report(&folders, &papers(Some(&published())), &options).unwrap()
    };
    let one_way = table(&[first.clone(), second.clone()]);
    assert_eq!(one_way, table(&[second, first]));
    assert!(one_way.contains("gaffitter") && one_way.contains("martirank"));
}

#[track_caller]
fn check_refused(records: &[Record], expected: &str) {
    let (_parent, folders) = written(records);
    let policy = papers(None).policy("strict").unwrap();
    let error = analyse(&folders, &papers(None), policy, Selection::Answer).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

#[test]
fn records_that_share_a_subject_are_refused() {
    let [first, _] = two();
    check_refused(
        &[first.clone(), first],
        "cannot report on `first` and `first` together, because both have the subject `c45`; leave one of them \
         out",
    );
}

#[test]
fn records_whose_runs_had_other_bounds_are_refused() {
    let [first, mut second] = two();
    second.provenance.limits.fuel_multiple += 1;
    check_refused(
        &[first, second],
        "cannot report on `first` and `second` together, because their runs had other bounds (`limits` in \
         `provenance.json`); run both studies with the same killrate",
    );
}

#[test]
fn a_record_of_another_tool_is_not_mixed_with_ours() {
    let [first, mut second] = two();
    second.provenance.toolchain = "imported from pit".into();
    check_refused(
        &[first, second],
        "cannot report on `first` and `second` together, because only one of them was imported; report on them \
         one by one",
    );
}

#[test]
fn nothing_is_reported_on_no_record() {
    check_refused(
        &[],
        "there is nothing to report on; name a study or the folder of a record",
    );
}
