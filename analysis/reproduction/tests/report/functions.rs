//! Properties of functions beside those of whole programs: tables, and what claims make of them.

use killrate_analysis::{Selection, Table};
use killrate_model::{CallOrder, Checking, Sandbox};
use killrate_record::{CheckProvenance, Record};
use killrate_reproduction::papers;

use crate::fixture::name;
use crate::made::{Made, analysed, made, one, record_of};
use crate::tables::check_tables;

fn check_of(subject: &str, property: &str, function: &str) -> CheckProvenance {
    CheckProvenance {
        subject: name(subject),
        property: name(property),
        file: "src/tree.rs".to_owned(),
        function: function.to_owned(),
        sandbox: Sandbox::Clone,
        order: CallOrder::Before,
        n_data_sets: 1,
        n_calls: 20,
        n_tests: 10,
        n_inconclusive: 0,
    }
}

/// The record of these subjects and properties of functions; each of `places` names a subject, how
/// many of its first mutants are passed over, how many come then, and the function that these are in.
fn record(
    subjects: &[Made],
    checks: &[(&str, &str, &str)],
    places: &[(&str, usize, usize, &str)],
) -> Record {
    let mut record = record_of(subjects);
    record.provenance.checking = Some(Checking::ALL);
    record.provenance.checks = (checks.iter())
        .map(|(subject, property, function)| check_of(subject, property, function))
        .collect();
    for &(subject, n_before, n_mutants, function) in places {
        let of_subject = record.mutants.iter_mut();
        let of_subject = of_subject.filter(|row| row.subject.as_str() == subject);
        for row in of_subject.skip(n_before).take(n_mutants) {
            row.function = function.to_owned();
        }
    }
    record
}

/// Ten mutants of c45, six of which the program's properties kill. C1, on the function of the first
/// four, kills two of those, and X, on the function of the last, that one.
fn on_c45() -> Record {
    let cases = [
        ("metamorphic", "permute", "study", "6V 4."),
        ("mrc", "C1", "study", "2. 2V 6."),
        ("mrc", "X", "study", "9. 1V"),
    ];
    record(
        &[made("c45", "10c", cases)],
        &[("c45", "C1", "form_tree"), ("c45", "X", "classify")],
        &[("c45", 0, 4, "form_tree"), ("c45", 9, 1, "classify")],
    )
}

#[track_caller]
fn check(record: &Record, table: &str, expected: &str) {
    let selection = Selection::named(table, &papers(None)).unwrap();
    check_tables(&analysed(record, selection).tables, expected);
}

#[test]
fn both_levels_stand_beside_the_thesis() {
    check(
        &on_c45(),
        "4.4",
        "Kills by properties of programs and of functions:
         metamorphic,_the_thesis's_properties 6/10(26/28) 6/10(26/28)
         mrc,_the_thesis's_properties 2/10(10/28) 2/10(10/28)
         mrc,_all_properties 3/10 3/10",
    );
    check(
        &on_c45(),
        "4.5",
        "Overlap of metamorphic, the thesis's properties with mrc, the thesis's properties:
         both 2/10(10/28) 2/10(10/28)
         properties_of_programs_only 4/10(16/28) 4/10(16/28)
         properties_of_functions_only 0/10(0/28) 0/10(0/28)
         neither 4/10(2/28) 4/10(2/28)
         Overlap of metamorphic, the thesis's properties with mrc, all properties:
         both 2/10 2/10
         properties_of_programs_only 4/10 4/10
         properties_of_functions_only 1/10 1/10
         neither 3/10 3/10",
    );
}

#[test]
fn payls_property_of_bytes_is_one_of_the_thesis() {
    let cases = [
        ("metamorphic", "permute", "study", "4."),
        ("metamorphic", "permute-bytes", "study", "1V 3."),
        ("metamorphic", "shift", "study", "4V"),
        ("mrc", "P1", "study", "2V 2."),
    ];
    check(
        &record(&[made("payl", "4c", cases)], &[("payl", "P1", "f")], &[]),
        "4.4",
        "Kills by properties of programs and of functions:
         metamorphic,_the_thesis's_properties 1/4(2/40) 1/4(2/40)
         mrc,_the_thesis's_properties 2/4(29/40) 2/4(29/40)
         mrc,_all_properties 2/4 2/4",
    );
}

#[test]
fn mutants_in_functions_that_have_properties_are_counted_apart() {
    check(
        &on_c45(),
        "4.6",
        "Kills in functions that have properties of the thesis:
         metamorphic,_the_thesis's_properties 4/4(10/11) 4/4(10/11)
         mrc,_the_thesis's_properties 2/4(10/11) 2/4(10/11)
         mrc,_all_properties 2/4 2/4
         Kills in functions that have any property:
         metamorphic,_the_thesis's_properties 4/5 4/5
         mrc,_the_thesis's_properties 2/5 2/5
         mrc,_all_properties 3/5 3/5",
    );
    check(
        &on_c45(),
        "function-funnel",
        "Mutants of functions that have properties:
         c45 classify X 10 1 1 1 1 0/1 0/1 1/1
         c45 form_tree C1 10 4 4 4 4 4/4 2/4 2/4",
    );
}

#[test]
fn a_function_of_the_same_name_in_another_file_is_another_function() {
    let mut record = on_c45();
    record.mutants[0].file = "src/other.rs".to_owned();
    check(
        &record,
        "function-funnel",
        "Mutants of functions that have properties:
         c45 classify X 10 1 1 1 1 0/1 0/1 1/1
         c45 form_tree C1 10 3 3 3 3 3/3 2/3 2/3",
    );
}

#[test]
fn properties_of_functions_are_listed_and_their_kills_counted_by_class() {
    check(
        &on_c45(),
        "4.3",
        "Properties of functions:
         c45 C1 1 form_tree clone before 1 20 10 0
         c45 X 0 classify clone before 1 20 10 0",
    );
    check(
        &on_c45(),
        "4.7",
        "Kills per property of a function and class, the thesis's properties:
         comparison 2/10(2/8) –(0/8) –(2/8) –(0/8) 2/10(2/8)
         all 2/10(7/28) –(0/28) –(10/28) –(0/28) 2/10(10/28)
         Kills per property of a function and class, further ones:
         comparison 1/10 1/10
         all 1/10 1/10",
    );
    // MartiRank is not in the record.
    let tables = analysed(&on_c45(), Selection::named("4.8", &papers(None)).unwrap()).tables;
    assert_eq!(tables[0].title, "Table 4.8 of the thesis, as printed");
}

#[test]
fn a_record_without_properties_of_functions_has_no_such_tables() {
    let record = record_of(&[made(
        "c45",
        "2c",
        [("metamorphic", "permute", "study", "2V")],
    )]);
    let names = [
        "function-properties",
        "levels",
        "level-overlap",
        "checked-functions",
        "function-kills",
        "function-funnel",
    ];
    for table in names {
        check(&record, table, "");
    }
    // By their numbers they are as the thesis prints them.
    for number in ["4.4", "4.5", "4.6", "4.7"] {
        let tables = analysed(&record, Selection::named(number, &papers(None)).unwrap()).tables;
        let names: Vec<&str> = tables.iter().map(|table| table.name).collect();
        assert_eq!(names, ["as-printed"], "{number}");
    }
}

fn claim(record: &Record, number: u32) -> Table {
    let tables = analysed(record, one("claims")).tables;
    let prefix = format!("Claim {number}: ");
    let mut tables = tables.into_iter();
    tables
        .find(|table| table.title.starts_with(&prefix))
        .unwrap()
}

#[track_caller]
fn check_claim(record: &Record, number: u32, expected: &str) {
    let table = claim(record, number);
    let outcome = table.title.split_once(": ").unwrap().1.to_owned();
    let last = table.notes.last().unwrap();
    let reason = last.strip_prefix(&format!("Outcome: {outcome}, because "));
    assert_eq!(format!("{outcome}: {}", reason.unwrap()), expected);
}

/// The four programs, ten mutants each: what the program's properties kill, what the first property
/// of a function kills, and which mutants are in its function.
fn on_four(system: &'static str, functions: &'static str, n_inside: usize) -> Record {
    let properties = [
        ("c45", "C1"),
        ("martirank", "M1"),
        ("payl", "P1"),
        ("svm", "S1"),
    ];
    let subjects = properties.map(|(subject, property)| {
        let cases = [
            ("metamorphic", "permute", "study", system),
            ("mrc", property, "study", functions),
        ];
        made(subject, "10c", cases)
    });
    let checks = properties.map(|(subject, property)| (subject, property, "f"));
    let places = properties.map(|(subject, _)| (subject, 0, n_inside, "f"));
    record(&subjects, &checks, &places)
}

#[test]
fn programs_win_overall_and_functions_inside_of_functions() {
    // In the function two of ten fall to its property alone, so 8 to nothing: twice 1 of 256. Over all
    // it is 8 to 32.
    let decided = "every difference is as claimed and more than chance";
    check_claim(
        &on_four("2. 8V", "2V 8.", 2),
        21,
        &format!(
            "reproduced: over all mutants {decided}, and in functions that have properties {decided}."
        ),
    );
    check_claim(
        &on_four("10V", "2V 8.", 2),
        21,
        &format!(
            "not reproduced: over all mutants {decided}, and in functions that have properties mrc, \
             the thesis's properties killed as many as metamorphic, the thesis's properties on c45, \
             martirank, payl, svm."
        ),
    );
}

#[test]
fn what_only_functions_find_decides_the_claim_about_it() {
    check_claim(
        &on_four("5V 5.", "4V 5. 1V", 4),
        22,
        "reproduced: 4/40 mutants fell to properties of functions alone.",
    );
    check_claim(
        &on_four("5V 5.", "4V 6.", 4),
        22,
        "not reproduced: no mutant fell to properties of functions alone.",
    );
    check_claim(
        &record(&[], &[], &[]),
        22,
        "not in this study: `c45` is not in the record; `martirank` is not in the record; `payl` is not in \
         the record; `svm` is not in the record; the studies `thesis-mrc`, `thesis-2` have it.",
    );
}

#[test]
fn functions_rescue_payl_when_they_kill_more_beyond_chance() {
    // Ten to nothing: twice 1 of 1024.
    check_claim(
        &on_four("10.", "10V", 4),
        23,
        "reproduced: every difference is as claimed and more than chance.",
    );
    check_claim(
        &on_four("10V", "10V", 4),
        23,
        "not reproduced: mrc, the thesis's properties killed as many as metamorphic, the thesis's \
         properties on payl.",
    );
}

#[test]
fn a_property_finds_the_state_that_another_function_left() {
    let on_martirank = |verdicts, function| {
        let cases = [("mrc", "M1", "study", verdicts)];
        record(
            &[made("martirank", "10c", cases)],
            &[("martirank", "M1", "pauc")],
            &[("martirank", 0, 2, function)],
        )
    };
    check_claim(
        &on_martirank("1V 9.", "link_examples"),
        24,
        "reproduced: 1/2 mutants of `link_examples` fell to M1.",
    );
    check_claim(
        &on_martirank("2. 8V", "link_examples"),
        24,
        "undecided: M1 killed none of 2 mutants of `link_examples`.",
    );
    check_claim(
        &on_martirank("10V", "pauc"),
        24,
        "undecided: M1 judged no usable mutant of `link_examples`.",
    );
}

#[test]
fn scaling_kills_nothing_where_adding_does() {
    let with = |m3, s3| {
        record(
            &[
                made(
                    "c45",
                    "10c",
                    [("mrc", "C2", "study", "10."), ("mrc", "C4", "study", "10.")],
                ),
                made("martirank", "10c", [("mrc", "M3", "study", m3)]),
                made("svm", "10c", [("mrc", "S3", "study", s3)]),
            ],
            &[("svm", "S3", "f")],
            &[],
        )
    };
    check_claim(
        &with("10.", "10V"),
        13,
        "reproduced: scaling killed nothing, and S3 10 mutants.",
    );
    check_claim(
        &with("1V 9.", "10V"),
        13,
        "not reproduced: M3 killed 1 mutants of martirank.",
    );
    // None of ten: 0–28 %. Two of ten: 6–51 %.
    check_claim(
        &with("10.", "2V 8."),
        13,
        "undecided: the interval of S3 overlaps with one of the others.",
    );
    check_claim(
        &with("10.", "10."),
        13,
        "not reproduced: S3 killed nothing either.",
    );
}
