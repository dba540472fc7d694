//! What is said of several subjects, and of techniques that are not ranked.

use killrate_analysis::{Cell, Selection, Table};
use killrate_record::{Provenance, Record};

use crate::made::{analysed, made, record_of};

#[test]
fn a_win_over_all_subjects_is_told_with_how_sure_it_is() {
    let subject = |name| {
        made(
            name,
            "6c",
            [
                ("metamorphic", "permute", "iris", "6V"),
                ("partial-oracle", "known-output", "golf-1", "2V 4."),
            ],
        )
    };
    let record = record_of(&[subject("c45"), subject("svm")]);
    let headline = analysed(&record, Selection::Main).sentences();
    // Eight to nothing: twice 1 of 256.
    assert_eq!(
        headline[4..7],
        [
            "Over all 2 subjects, metamorphic killed most: 12 of 12 mutants, 100 % (95 % interval \
             76–100 %).",
            "partial-oracle killed 4 of 12 mutants, 33 % (95 % interval 14–61 %), 66.7 percentage points \
             less. 8 fell to metamorphic and not to partial-oracle, 0 the other way round, 4 to both, 0 to neither: \
             the difference is more than chance (p = 0.008).",
            "No ranked technique killed more than metamorphic on any subject.",
        ]
    );
}

#[test]
fn a_technique_that_is_not_ranked_and_killed_more_is_told_with_the_reason() {
    let record = record_of(&[made(
        "svm",
        "6c",
        [
            ("metamorphic", "permute", "iris", "2V 4."),
            ("pseudo-oracle", "libsvm", "iris", "5V 1."),
        ],
    )]);
    let headline = analysed(&record, Selection::Main).sentences();
    assert_eq!(
        headline[3..5],
        [
            "On svm, metamorphic is the only ranked technique; it killed 2 of 6 mutants, 33 % (95 % interval \
             10–70 %).",
            "pseudo-oracle killed more, 5/6, and is not ranked: it needs another program for the same task.",
        ]
    );
}

#[test]
fn a_subject_without_mutants_does_not_spoil_the_answer() {
    let metamorphic = |subject| made(subject, "2c", [("metamorphic", "permute", "iris", "2V")]);
    let record = record_of(&[metamorphic("c45"), metamorphic("svm"), made("payl", "", [])]);
    let headline = analysed(&record, Selection::Main).sentences();
    // One technique is not compared with the thesis's, nor subject by subject.
    assert_eq!(
        headline[3..5],
        [
            "Over all 2 subjects, metamorphic is the only ranked technique; it killed 4 of 4 \
             mutants, 100 % (95 % interval 51–100 %).",
            "On c45, metamorphic is the only ranked technique; it killed 2 of 2 mutants, 100 % (95 % \
             interval 34–100 %).",
        ]
    );
}

#[test]
fn without_a_technique_on_every_subject_nobody_wins_over_all() {
    let record = record_of(&[
        made("c45", "2c", [("metamorphic", "permute", "iris", "2V")]),
        made(
            "svm",
            "2c",
            [("partial-oracle", "known-output", "golf-1", "2V")],
        ),
    ]);
    let headline = analysed(&record, Selection::Main).sentences();
    assert_eq!(
        headline[3..6],
        [
            "No ranked technique judged every subject, so there is no winner over all.",
            "metamorphic judged c45 only, so it is not ranked over all.",
            "partial-oracle judged svm only, so it is not ranked over all.",
        ]
    );
}

#[test]
fn a_technique_that_is_not_ranked_is_told_over_the_subjects_it_judged() {
    let cases = [
        ("metamorphic", "permute", "iris", "1V 3."),
        ("pseudo-oracle", "other", "iris", "3V 1."),
    ];
    let alone = [("metamorphic", "permute", "iris", "1V 3.")];
    let record = record_of(&[
        made("c45", "4c", cases),
        made("svm", "4c", cases),
        made("payl", "4c", alone),
    ]);
    let told = "pseudo-oracle, on c45, svm, killed 6 of 8 mutants, 75 % (95 % interval 41–93 %), on c45, svm more than any \
                that is ranked; it is not ranked, because it needs another program for the same task.";
    let headline = analysed(&record, Selection::Main).sentences();
    assert_eq!(headline.iter().filter(|line| *line == told).count(), 1);
}

/// The first sentence of the answer to one subject with these judgements of twenty mutants.
#[track_caller]
fn check_in_short(cases: &[(&'static str, &'static str)], expected: Option<&str>) {
    let cases: Vec<(&str, &str, &str, &str)> = cases
        .iter()
        .map(|(technique, marks)| (*technique, "p", "iris", *marks))
        .collect();
    let record = record_of(&[made("own", "20c", cases)]);
    let headline = analysed(&record, Selection::Main).sentences();
    let said = Some(headline[0].as_str()).filter(|sentence| sentence.starts_with("In short: "));
    assert_eq!(said, expected);
}

#[test]
fn the_answer_in_short_says_no_more_than_all_comparisons_do() {
    check_in_short(
        &[("a", "16V 4."), ("b", "2V 18.")],
        Some(
            "In short: a killed most, 80 % of 20 mutants, before b with 10 %; its lead is more than chance.",
        ),
    );
    // 8 to nothing is more than chance, 16 to 8 of others is not.
    check_in_short(
        &[("a", "16V 4."), ("b", "8V 12."), ("c", "12. 8V")],
        Some(
            "In short: a killed most, 80 % of 20 mutants, before b with 40 % and c with 40 %; its lead over c may \
             be chance.",
        ),
    );
    check_in_short(&[("a", "3V 17."), ("b", "3V 17.")], None);
    check_in_short(&[("a", "3V 17.")], None);
    // Three mutants each, but not the same ones.
    check_in_short(&[("a", "2V 1. 17-"), ("b", "1- 2. 1V 16-")], None);
    // Where one that is not ranked killed more, nobody killed most.
    check_in_short(
        &[
            ("a", "16V 4."),
            ("b", "2V 18."),
            ("pseudo-oracle", "17V 3."),
        ],
        Some(
            "In short: a killed most of those that are ranked, 80 % of 20 mutants, before b with 10 %; its lead is \
             more than chance.",
        ),
    );
}

#[test]
fn who_is_not_ranked_and_killed_more_over_all_leaves_nobody_the_most() {
    let subject = |name, of_other| {
        let cases = [
            ("metamorphic", "permute", "iris", "1V 3."),
            ("partial-oracle", "known-output", "golf-1", "4."),
            ("pseudo-oracle", "other", "iris", of_other),
        ];
        made(name, "4c", cases)
    };
    let record = record_of(&[
        subject("c45", "3V 1."),
        subject("svm", "3V 1."),
        subject("payl", "4."),
    ]);
    let headline = analysed(&record, Selection::Main).sentences();
    for told in [
        "Over all 3 subjects, metamorphic killed most of those that are ranked: 3 of 12 mutants, 25 % (95 % \
         interval 9–53 %).",
        "pseudo-oracle, on c45, payl, svm, killed 6 of 12 mutants, 50 % (95 % interval 25–75 %), on c45, svm more \
         than any that is ranked; it is not ranked, because it needs another program for the same task.",
    ] {
        let n = headline.iter().filter(|line| *line == told).count();
        assert_eq!(n, 1, "{told}\n{headline:#?}");
    }
}

#[test]
fn who_is_not_ranked_kills_no_more_than_nobody() {
    let record = record_of(&[made(
        "own",
        "4c",
        [("pseudo-oracle", "other", "iris", "1V 3.")],
    )]);
    let headline = analysed(&record, Selection::Main).sentences();
    assert!(headline.iter().all(|line| !line.contains("killed more")));
}

#[test]
fn the_papers_do_not_stand_beside_what_somebody_else_mutated() {
    let cases = [
        ("metamorphic", "permute", "iris", "3V 1."),
        ("partial-oracle", "known-output", "golf-1", "1V 3."),
    ];
    let mut record = record_of(&[made("c45", "4c", cases), made("svm", "4c", cases)]);
    let quotes = |record: &Record| {
        let report = analysed(record, Selection::All);
        let is_quoted = |line: &&String| line.contains("The thesis (Murphy, 2010)");
        let is_claims = |table: &&Table| table.name == "claims";
        let is_published = |cell: &&Cell| {
            matches!(
                cell,
                Cell::Rate {
                    published: Some(_),
                    ..
                }
            )
        };
        let cells = report
            .tables
            .iter()
            .flat_map(|table| table.rows.iter().flatten());
        (
            report.sentences().iter().filter(is_quoted).count(),
            report.tables.iter().filter(is_claims).count() > 0,
            cells.filter(is_published).count() > 0,
        )
    };
    assert_eq!(quotes(&record), (3, true, true));
    record.provenance.toolchain = format!("{}csv", Provenance::IMPORTED_FROM);
    assert_eq!(quotes(&record), (0, false, false));
}

#[test]
fn the_thesis_is_quoted_without_properties_where_none_judged() {
    let cases = [
        ("partial-oracle", "known-output", "golf-1", "3V 1."),
        ("assertions", "invariants", "iris", "1V 3."),
    ];
    let record = record_of(&[made("c45", "4c", cases), made("svm", "4c", cases)]);
    let headline = analysed(&record, Selection::Main).sentences();
    let told = "The thesis (Murphy, 2010) has them in the same order, with other code and other mutants, on c45, svm: partial-oracle \
                100/113 (88 %), assertions 96/113 (85 %). Here, on these subjects: partial-oracle 6/8 (75 %), \
                assertions 2/8 (25 %). With each subject weighted by the number of mutants that the thesis has of \
                it: partial-oracle 75 % (95 % interval 39–91 %), assertions 25 % (95 % interval 9–61 %). The table \
                `claims` compares them claim by claim.";
    assert_eq!(
        headline[6],
        "No ranked technique killed more than partial-oracle on any subject."
    );
    assert_eq!(headline[7], told);
}
