//! All subjects of a record together.

use killrate_analysis::{Cell, Rate, Selection, Table};
use killrate_record::Record;
use killrate_reproduction::papers;

use crate::made::{analysed, made, one, record_of, rendered};
use crate::tables::check_tables;

/// c45 with six mutants, svm with four, payl with five; assertions on svm alone.
fn record() -> Record {
    record_of(&[
        made(
            "c45",
            "3c 2a 1o",
            [
                ("metamorphic", "permute", "iris", "3V 3."),
                ("metamorphic", "negate", "iris", "2V 2. 1V 1."),
                ("partial-oracle", "known-output", "golf-1", "1V 5."),
            ],
        ),
        made(
            "svm",
            "1c 3o",
            [
                ("metamorphic", "permute", "iris", "2V 2."),
                ("metamorphic", "permute-model", "iris", "3V 1."),
                ("partial-oracle", "known-output", "golf-1", "2. 2V"),
                ("assertions", "invariants", "iris", "4V"),
            ],
        ),
        made(
            "payl",
            "5c",
            [
                ("metamorphic", "permute", "web", "1V 4."),
                ("partial-oracle", "known-output", "ports", "3V 2."),
            ],
        ),
    ])
}

/// The tables of a kind that are about all subjects together.
#[track_caller]
fn check(kind: &str, expected: &str) {
    let mut tables = analysed(&record(), one(kind)).tables;
    tables.retain(|table| table.subject.is_none());
    check_tables(&tables, expected);
}

#[track_caller]
fn check_notes(kind: &str, place: usize, expected: &[&str]) {
    let mut tables = analysed(&record(), one(kind)).tables;
    tables.retain(|table| table.subject.is_none());
    assert_eq!(tables[place].notes, expected);
}

#[test]
fn classes_are_shares_of_the_usable_mutants() {
    // c45, payl, svm, all, where published, weighted by the thesis's 28 and 85 mutants.
    check(
        "3.1",
        "Usable mutants by class and subject:
         comparison 3/6(8/28)  5/5 1/4(30/85) 9/15 4/10(38/113) 31.19[13.98,65.87]
         arithmetic 2/6(15/28) 0/5 0/4(24/85) 2/15 2/10(39/113) 8.26[2.40,46.21]
         off-by-one 1/6(5/28)  0/5 3/4(31/85) 4/15 4/10(36/113) 60.55[26.58,78.80]",
    );
}

#[test]
fn totals_of_a_technique_are_over_the_subjects_it_judged() {
    check(
        "3.4",
        "Kills per technique and subject:
         reference_(ceiling) 6/6 5/5 4/4 15/15 – –
         metamorphic 4/6 1/5 3/4 8/15 – –
         the_thesis's 4/6(26/28) 1/5 2/4(83/85) 7/15 6/10(109/113) 54.13[26.28,81.10]
         ISSTA'09's –(27/28) – 3/4(66/85) 3/4(66/85) 3/4(66/85) –
         partial-oracle 1/6(22/28) 3/5 2/4(78/85) 6/15 3/10(100/113) 41.74[15.20,69.84]
         assertions –(28/28) – 4/4(68/85) 4/4(68/85) 4/4(68/85) –
         implicit_(floor) 0/6 0/5 0/4 0/15 – –",
    );
    check_notes(
        "3.4",
        0,
        &[
            "Judged with a sound case on svm only, and so are the totals: ISSTA'09's, assertions.",
            "Where published: over the subjects that the papers' tables have too, to compare with their total.",
            "Weighted: the mean of the subjects' percentages, each weighted by the number of mutants that the \
             papers have of the subject (c45 28, svm 85), over the subjects that they have. The interval of a weighted rate \
             adds the squares of how far the subjects' Wilson intervals reach, each by its weight (Zou, Huang and \
             Zhang 2009).",
            "The sources of the published rates of sets of properties are in the table `properties`.",
            "Published: Murphy 2010 thesis, Table 3.4.",
        ],
    );
}

#[test]
fn properties_are_counted_by_subject_and_in_total() {
    check(
        "3.6",
        "Kills per property and subject, the thesis's properties:
         permute  3/6(13/28) 1/5 2/4(76/85) 6/15 5/10(89/113) 50.00[22.56,77.44]
         multiply –(3/28) – –(23/85) – – –
         add      –(4/28) – –(25/85) – – –
         negate   3/6(23/28) – –(56/85) 3/6(23/28) 3/6(23/28) –
         any_of_them 4/6(26/28) 1/5 2/4(83/85) 7/15 6/10(109/113) 54.13[26.28,81.10]
         Kills per property and subject, ISSTA'09's properties:
         permute-model  –(12/28) – 3/4(57/85) 3/4(57/85)
         multiply-model –(3/28) – –(2/85) –
         add-model      –(2/28) – –(18/85) –
         negate-model   –(25/28) – –(25/85) –
         any_of_them    –(27/28) – 3/4(66/85) 3/4(66/85)",
    );
}

#[test]
fn the_overlap_of_all_subjects_stands_apart_from_what_the_thesis_compares() {
    // metamorphic and partial-oracle judged every subject. In the thesis 2 of 182 mutants fell to
    // neither, both to assertions; 33 to metamorphic testing alone, 2 to the partial oracle alone.
    check(
        "3.5",
        "Overlap of techniques, all subjects together:
         0 0 4/15
         1 0 5/15
         0 1 3/15
         1 1 3/15
         Overlap of what the thesis compares:
         0 0 2/10(2/182)
         1 0 5/10(33/182)
         0 1 2/10(2/182)
         1 1 1/10(145/182)",
    );
    check_notes(
        "3.5",
        1,
        &[
            "Over c45, svm.",
            "Left out, because they did not judge every subject: assertions.",
            "Published: Murphy 2010 thesis, Table 3.5, over C4.5, MartiRank and SVM; techniques that \
             are not columns here may have killed or not. \
             Metamorphic testing is here the thesis's properties alone.",
        ],
    );
}

/// What the thesis compares, and nothing else.
fn record_of_three_techniques() -> Record {
    let cases = |partial_oracle| {
        [
            ("metamorphic", "permute", "iris", "2V 1."),
            ("partial-oracle", "known-output", "golf-1", partial_oracle),
            ("assertions", "invariants", "iris", "3V"),
        ]
    };
    record_of(&[
        made("c45", "3c", cases("1V 2.")),
        made("svm", "3c", cases("2. 1V")),
    ])
}

#[test]
fn an_overlap_that_the_thesis_has_as_a_whole_is_one_table() {
    let mut tables = analysed(&record_of_three_techniques(), one("overlap")).tables;
    tables.retain(|table| table.subject.is_none());
    // assertions, metamorphic, partial-oracle.
    check_tables(
        &tables,
        "Overlap of techniques, all subjects together:
         0 0 0 0/6(0/182)
         1 0 0 1/6(2/182)
         0 1 0 0/6(9/182)
         0 0 1 0/6(1/182)
         1 1 0 3/6(24/182)
         1 0 1 1/6(1/182)
         0 1 1 0/6(19/182)
         1 1 1 1/6(126/182)",
    );
}

#[test]
fn pairs_over_all_subjects_add_up() {
    // Assertions meet the others on svm only. The smallest p-value is one half, of 2 to nothing, so
    // Holm makes all of them 1.
    check(
        "comparisons",
        "Techniques in pairs, all subjects together:
         assertions metamorphic 3 1 0 0 p1.0000
         assertions partial-oracle 2 2 0 0 p1.0000
         metamorphic partial-oracle 3 5 3 4 p1.0000",
    );
}

#[test]
fn unique_kills_add_up_over_the_subjects() {
    check(
        "unique",
        "Unique kills per property and subject:
         metamorphic_permute 1/6 – 0/4 1/10
         metamorphic_negate 1/6 – – 1/6
         metamorphic_permute-model – – 1/4 1/4",
    );
}

#[test]
fn the_answer_starts_with_all_subjects_together() {
    let headline = analysed(&record(), Selection::Main).sentences();
    assert_eq!(
        headline[..9],
        [
            "In short: metamorphic killed most, 53 % of 15 mutants, before partial-oracle with 40 %; \
             its lead may be chance.",
            "The subjects are the programs under study. A mutant is a copy of a subject with one small fault put \
             in, the original is the subject without it; a technique kills a mutant by noticing that something \
             is wrong.",
            "15 mutants were made, and all of them count (c45 6, payl 5, svm 4).",
            "Mutants that crash, write nothing, hang (run out of fuel) wherever they differ or are plainly wrong on \
             half of the data sets do not count, nor do those that never change an output which the techniques \
             compare; a run that crashes, hangs or leaves an output blank kills nothing, whatever the technique; \
             so implicit is at 0 % and reference at 100 % by design.",
            "Over all 3 subjects, metamorphic killed most: 8 of 15 mutants, 53 % (95 % interval \
             30–75 %).",
            "partial-oracle killed 6 of 15 mutants, 40 % (95 % interval 20–64 %), 13.3 percentage points \
             less. 5 fell to metamorphic and not to partial-oracle, 3 the other way round, 3 to both, 4 to \
             neither: the difference may be chance (p = 1.000).",
            "metamorphic did not kill most everywhere: on payl, partial-oracle did; on svm, assertions \
             did.",
            // On svm a property that the thesis does not have kills one more.
            "The thesis (Murphy, 2010) has them in the same order, with other code and other mutants, on c45, svm: metamorphic \
             109/113 (96 %), partial-oracle 100/113 (88 %). Here, on these subjects, metamorphic with the \
             thesis's properties alone: metamorphic 6/10 (60 %), partial-oracle 3/10 (30 %); metamorphic kills 1 \
             more with properties that the thesis lacks. With each subject weighted by the number of mutants that the \
             thesis has of it: metamorphic 54 % (95 % interval 26–81 %), partial-oracle 42 % (95 % interval 15–70 %). \
             The table `claims` compares them claim by claim.",
            "assertions judged svm only, so it is not ranked over all.",
        ]
    );
    assert!(headline[9].starts_with("On c45, metamorphic killed most"));
}

#[test]
fn what_the_thesis_says_of_payl_in_its_text_stands_beside_ours() {
    let payl = || {
        made(
            "payl",
            "5c",
            [
                ("metamorphic", "permute", "web", "1V 4."),
                ("assertions", "invariants", "web", "3V 2."),
            ],
        )
    };
    let report = analysed(
        &record_of(&[payl()]),
        Selection::named("payl", &papers(None)).unwrap(),
    );
    check_tables(
        &report.tables,
        "Kills per technique:
         reference ceiling 5/5 –
         assertions 3/5(13/40) 2
         metamorphic 1/5(2/40) 0
         implicit floor 0/5 –",
    );
    let last = report.tables[0].notes.last().unwrap();
    assert_eq!(last, "Published: Murphy 2010 thesis, text.");
    // It is no part of the totals: the thesis's table leaves it out.
    let c45 = made("c45", "5c", [("assertions", "invariants", "iris", "4V 1.")]);
    let mut tables = analysed(&record_of(&[c45, payl()]), one("techniques")).tables;
    tables.retain(|table| table.subject.is_none());
    let row = |table: &Table| {
        let assertions = Cell::Text("assertions".to_owned());
        table.rows.iter().find(|row| row[0] == assertions).cloned()
    };
    let total = row(&tables[0]).unwrap().pop().unwrap();
    let expected = Cell::Rate {
        measured: Some(Rate { n: 4, of: 5 }),
        published: Some(Rate { n: 28, of: 28 }),
    };
    assert_eq!(total, expected);
}

#[test]
fn sets_of_properties_on_a_subject_of_no_paper_have_titles_of_their_own() {
    let payl = made(
        "payl",
        "2c",
        [
            ("metamorphic", "permute", "iris", "2."),
            ("metamorphic", "permute-model", "iris", "2."),
            ("metamorphic", "reverse", "iris", "1V 1."),
        ],
    );
    let tables = analysed(&record_of(&[payl]), one("properties")).tables;
    let titles: Vec<&str> = tables.iter().map(|table| table.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "Kills per property and class, metamorphic properties",
            "Kills per property and class, ISSTA'09's properties",
            "Kills per property and class, further metamorphic properties",
        ]
    );
}

#[test]
fn the_tables_of_several_subjects_fit_a_hundred_columns() {
    for record in [record(), record_of_three_techniques()] {
        let text = rendered(&record, Selection::All);
        let widest = text.lines().max_by_key(|line| line.chars().count());
        let widest = widest.unwrap();
        assert!(widest.chars().count() <= 100, "{widest}");
    }
}

#[test]
fn the_answer_to_several_subjects_reads_as_expected() {
    let text = rendered(&record(), Selection::Main);
    let start = text.find("Kills per technique and subject").unwrap();
    assert_eq!(&text[start..], include_str!("expected/several.txt"));
}

/// PAYL has two properties in the thesis, and its tables per property have neither.
#[test]
fn the_thesis_has_a_property_of_bytes_for_payl() {
    let payl = made(
        "payl",
        "2c",
        [
            ("metamorphic", "permute", "iris", "2."),
            ("metamorphic", "permute-bytes", "iris", "1V 1."),
        ],
    );
    let tables = analysed(&record_of(&[payl]), one("techniques")).tables;
    let shown: Vec<&Cell> = tables[0].rows.iter().map(|row| &row[0]).collect();
    // All properties are the thesis's, so there is no part to set apart.
    let expected = ["reference", "metamorphic", "implicit"].map(|name| Cell::Text(name.to_owned()));
    assert_eq!(shown, expected.iter().collect::<Vec<&Cell>>());
}

#[test]
fn properties_that_kill_the_same_mutants_are_told_once() {
    let c45 = made(
        "c45",
        "3c",
        [
            ("metamorphic", "permute", "iris", "2V 1."),
            ("metamorphic", "negate", "iris", "2V 1."),
            ("metamorphic", "add", "iris", "3."),
            ("metamorphic", "multiply", "iris", "3."),
        ],
    );
    let tables = analysed(&record_of(&[c45]), one("contributions")).tables;
    assert_eq!(
        tables[0].notes.last().map(String::as_str),
        Some(
            "The same mutants fall to permute and negate: they share what each would be worth alone."
        )
    );
}
