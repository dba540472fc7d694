//! The thesis's second study: its tables and claims beside records made for them.

use killrate_analysis::{Selection, Table};
use killrate_record::Record;
use killrate_reproduction::papers;

use crate::made::{Case, Made, analysed, made, one, record_of};
use crate::tables::check_tables;

fn tables(record: &Record, number: &str) -> Vec<Table> {
    analysed(record, Selection::named(number, &papers(None)).unwrap()).tables
}

/// Compares the outcome and the reason of a claim, which is the last note.
#[track_caller]
fn check(number: u32, subjects: &[Made], expected: &str) {
    let tables = analysed(&record_of(subjects), one("claims")).tables;
    let prefix = format!("Claim {number}: ");
    let mut tables = tables.into_iter();
    let table = tables
        .find(|table| table.title.starts_with(&prefix))
        .unwrap();
    let outcome = table.title.split_once(": ").unwrap().1.to_owned();
    let last = table.notes.last().unwrap();
    let reason = last.strip_prefix(&format!("Outcome: {outcome}, because "));
    assert_eq!(format!("{outcome}: {}", reason.unwrap()), expected);
}

/// A subject with these verdicts of metamorphic properties.
fn properties(
    subject: &'static str,
    mutants: &'static str,
    verdicts: &[(&'static str, &'static str)],
) -> Made {
    let cases = { verdicts.iter() }
        .map(|(property, verdicts)| ("metamorphic", *property, "data", *verdicts));
    made(subject, mutants, cases.collect::<Vec<Case>>())
}

/// The three programs with ten mutants each: what a property of each, a partial oracle and assertions kill.
fn of_study_2(
    metamorphic: &'static str,
    partial: &'static str,
    learned: &'static str,
) -> [Made; 3] {
    [("gaffitter", "GS1"), ("jsim", "multiply"), ("lucene", "L3")].map(|(subject, property)| {
        let cases = [
            ("metamorphic", property, "data", metamorphic),
            ("metamorphic", "permute", "data", "10V"),
            ("partial-oracle", "known", "data", partial),
            ("assertions", "invariants", "data", learned),
        ];
        made(subject, "10c", cases)
    })
}

#[test]
fn its_properties_are_those_of_each_program_and_permuting_is_none() {
    let record = record_of(&of_study_2("4V 6.", "3V 7.", "2V 8."));
    check_tables(
        &tables(&record, "3.14"),
        "Kills per technique and subject:
         reference_(ceiling) 10/10 10/10 10/10 30/30 –
         metamorphic 10/10 10/10 10/10 30/30 –
         the_thesis's 4/10(22/66) 4/10(6/6) 4/10(11/15) 12/30(39/87) 40.00[21.89,62.44]
         further_ones 10/10 10/10 10/10 30/30 –
         partial-oracle 3/10(14/66) 3/10(4/6) 3/10(11/15) 9/30(29/87) 30.00[14.99,53.68]
         assertions 2/10(20/66) 2/10(6/6) 2/10(9/15) 6/30(35/87) 20.00[8.81,44.20]
         implicit_(floor) 0/10 0/10 0/10 0/30 –",
    );
    check_tables(
        &tables(&record, "3.15")[..1],
        "Kills per property and class, the thesis's properties:
         comparison 4/10 – 4/10
         all 4/10(6/6) –(3/6) 4/10(6/6)",
    );
    check_tables(
        &tables(&record, "3.16")[..1],
        "Kills per property and class, the thesis's properties:
         comparison – – 4/10 – 4/10
         all –(0/15) –(1/15) 4/10(8/15) –(2/15) 4/10(11/15)",
    );
}

#[test]
fn what_its_tables_contradict_each_other_in_is_told() {
    let record = record_of(&of_study_2("4V 6.", "3V 7.", "2V 8."));
    let table = &tables(&record, "3.17")[0];
    assert_eq!(
        table.notes[..3],
        [
            "Published: Murphy 2010 thesis, Table 3.17.",
            "Of the same mutants Table 3.17 counts 19 comparison and 15 arithmetic, Table 4.14 and the thesis's \
             text 15 and 19; with these, properties of the program killed 7/15 (46.7 %) and 8/19 (42.1 %) of \
             them. What stands here is as printed.",
            "The thesis calls GS1 and GS2 G1 and G2 in Table 3.17, which in Table 4.11 are properties of \
             functions.",
        ]
    );
}

#[test]
fn a_table_of_a_study_is_not_set_beside_programs_of_the_other() {
    let record = record_of(&of_study_2("4V 6.", "3V 7.", "2V 8."));
    assert_eq!(
        tables(&record, "3.4")[0].title,
        "Table 3.4 of the thesis, as printed"
    );
    let first = record_of(&[properties("c45", "10c", &[("permute", "4V 6.")])]);
    assert_eq!(
        tables(&first, "3.14")[0].title,
        "Table 3.14 of the thesis, as printed"
    );
}

#[test]
fn a_simulator_with_random_times_is_another_program_than_the_one_of_this_study() {
    let of_samples = |technique| {
        let cases = [
            ("partial-oracle", "known", "data", "4V 6."),
            (technique, "multiply", "data", "4V 6."),
        ];
        record_of(&[made("jsim", "10c", cases)])
    };
    let published = |technique| {
        let tables = analysed(&of_samples(technique), one("techniques")).tables;
        let rows = tables[0].rows.iter();
        let rates = rows.filter_map(|row| match row[2] {
            killrate_analysis::Cell::Rate { published, .. } => published,
            _ => None,
        });
        rates.count()
    };
    assert_eq!(published("statistical-thesis"), 0);
    assert_eq!(published("metamorphic"), 2);
}

#[test]
fn claim_1_is_about_both_studies_where_the_record_has_both() {
    // Thirty to nothing twice.
    let second = of_study_2("10V", "10.", "10.");
    let whole = "reproduced: every difference is as claimed and more than chance.";
    check(1, &second, whole);
    let first = ["c45", "martirank", "svm"].map(|subject| {
        let cases = [
            ("metamorphic", "permute", "data", "10."),
            ("partial-oracle", "known", "data", "10V"),
            ("assertions", "invariants", "data", "10."),
        ];
        made(subject, "10c", cases)
    });
    let both = [first, second].into_iter().flatten().collect::<Vec<Made>>();
    check(
        1,
        &both,
        "not reproduced: metamorphic killed as many as partial-oracle on c45, martirank, svm, gaffitter, \
         jsim, lucene.",
    );
    // Weighted: the thesis has 182 mutants of Study 1 and 87 of Study 2.
    let tables = analysed(&record_of(&both), one("claims")).tables;
    let claim = tables
        .iter()
        .filter(|table| table.title.starts_with("Claim 1:"));
    check_tables(
        &claim.cloned().collect::<Vec<Table>>(),
        "Claim 1: not reproduced:
         metamorphic 30/60(217/269) 32.34[25.33,44.00]
         partial-oracle 30/60(176/269) 67.66[56.00,74.67]
         assertions 0/60(188/269) 0.00[0.00,13.60]
         metamorphic,_Study_1 0/30(178/182) 0.00[0.00,17.23]
         partial-oracle,_Study_1 30/30(147/182) 100.00[82.77,100.00]
         assertions,_Study_1 0/30(153/182) 0.00[0.00,17.23]
         metamorphic,_Study_2 30/30(39/87) 100.00[78.32,100.00]
         partial-oracle,_Study_2 0/30(29/87) 0.00[0.00,21.68]
         assertions,_Study_2 0/30(35/87) 0.00[0.00,21.68]",
    );
}

#[test]
fn multiplying_wins_in_simulation_when_it_wins_where_the_program_calculates() {
    let on_jsim = |mutants, multiply, add| {
        [properties(
            "jsim",
            mutants,
            &[("multiply", multiply), ("add", add)],
        )]
    };
    let more = "every difference is as claimed and more than chance";
    // 8 to nothing, and all of 8 against none of 4: 1 of the 495 tables.
    check(
        12,
        &on_jsim("8o 4l", "8V 4.", "12."),
        &format!(
            "reproduced: {more}; of those in calculations it killed 8 of 8 mutants, 100 % (95 % interval 68–100 \
             %), of those in loops, ranges and indices 0 of 4 mutants, 0 % (95 % interval 0–49 %)."
        ),
    );
    check(
        12,
        &on_jsim("4o 8l", "2V 2. 6V 2.", "12."),
        "not reproduced: of those in calculations it killed 2 of 4 mutants, 50 % (95 % interval 15–85 %), of \
         those in loops, ranges and indices 6 of 8 mutants, 75 % (95 % interval 41–93 %).",
    );
    check(
        12,
        &on_jsim("8o 4l", "4V 8.", "4V 8."),
        "not reproduced: multiply killed as many as add on jsim.",
    );
    // 5 to nothing may be chance.
    check(
        12,
        &on_jsim("8o 4l", "5V 7.", "12."),
        "undecided: multiply killed more than add on jsim, but it may be chance (p = 0.062); of those in \
         calculations it killed 5 of 8 mutants, 63 % (95 % interval 31–86 %), of those in loops, ranges and \
         indices 0 of 4 mutants, 0 % (95 % interval 0–49 %).",
    );
    check(
        12,
        &on_jsim("10o", "10V", "10."),
        &format!(
            "undecided: {more}, and no usable mutant is one off in loops, ranges and indices."
        ),
    );
    check(
        12,
        &[properties(
            "c45",
            "10o",
            &[("multiply", "10V"), ("add", "10.")],
        )],
        "not in this study: `jsim` is not in the record; the studies `thesis-2`, `simulation/jsim` have it.",
    );
}

#[test]
fn a_record_that_does_not_tell_sites_leaves_the_claim_about_them_open() {
    let on_jsim = [properties(
        "jsim",
        "10o",
        &[("multiply", "10V"), ("add", "10.")],
    )];
    let mut record = record_of(&on_jsim);
    for mutant in &mut record.mutants {
        mutant.site_kind = None;
    }
    let tables = analysed(&record, one("claims")).tables;
    let claim = tables
        .iter()
        .find(|table| table.title == "Claim 12: undecided");
    assert_eq!(
        claim.unwrap().notes.last().unwrap(),
        "Outcome: undecided, because every difference is as claimed and more than chance, and the record does \
         not tell what integers are for."
    );
}

#[test]
fn an_absent_term_wins_on_the_search_engine_unless_swapping_kills() {
    let on_lucene = |verdicts: [&'static str; 4]| {
        let names = ["L1", "L2", "L3", "L4"].into_iter();
        [properties(
            "lucene",
            "10c",
            &names.zip(verdicts).collect::<Vec<_>>(),
        )]
    };
    check(
        18,
        &on_lucene(["10.", "1V 9.", "10V", "2V 8."]),
        "reproduced: every difference is as claimed and more than chance.",
    );
    check(
        18,
        &on_lucene(["1V 9.", "1V 9.", "10V", "1V 9."]),
        "not reproduced: L1 killed 1 mutants.",
    );
    check(
        18,
        &on_lucene(["10.", "10.", "4V 6.", "4V 6."]),
        "not reproduced: L3 killed as many as L4 on lucene.",
    );
    check(
        18,
        &on_lucene(["10.", "10.", "4V 6.", "10."]),
        "undecided: L3 killed more than L1 on lucene, but it may be chance (p = 0.375).",
    );
    check(
        18,
        &[],
        "not in this study: `lucene` is not in the record; the studies `thesis-2`, \
         `search/lucene-similarity` have it.",
    );
}

/// Twenty mutants of gaffitter, the first five where it selects who lives on.
fn selecting(metamorphic: &'static str, partial: &'static str, learned: &'static str) -> [Made; 1] {
    let cases = [
        ("metamorphic", "GS1", "data", metamorphic),
        ("partial-oracle", "known", "data", partial),
        ("assertions", "invariants", "data", learned),
    ];
    [made("gaffitter", "5g 15c", cases)]
}

#[test]
fn a_genetic_algorithm_masks_when_few_are_found_and_those_where_it_selects() {
    // Four of five against none of fifteen: 5 of the 4845 tables.
    check(
        19,
        &selecting("4V 16.", "2V 18.", "20."),
        "reproduced: no technique killed half of the mutants, and metamorphic 4 of 5 mutants, 80 % (95 % \
         interval 38–96 %) in the code that selects, 0 of 15 mutants, 0 % (95 % interval 0–20 %) elsewhere.",
    );
    check(
        19,
        &selecting("4V 16.", "2V 18.", "18V 2."),
        "not reproduced: assertions killed 18 of 20 mutants, 90 % (95 % interval 70–97 %).",
    );
    check(
        19,
        &selecting("5. 3V 12.", "20.", "20."),
        "not reproduced: in the code that selects metamorphic killed 0 of 5 mutants, 0 % (95 % interval 0–43 \
         %), elsewhere 3 of 15 mutants, 20 % (95 % interval 7–45 %).",
    );
    check(
        19,
        &selecting("4V 16.", "8V 12.", "20."),
        "undecided: partial-oracle killed 8 of 20 mutants, 40 % (95 % interval 22–61 %), which has one half in \
         it.",
    );
    check(
        19,
        &selecting("1V 19.", "20.", "20."),
        "undecided: no technique killed half of the mutants, and metamorphic 1 of 5 mutants, 20 % (95 % interval \
         4–62 %) in the code that selects, 0 of 15 mutants, 0 % (95 % interval 0–20 %) elsewhere, which may be \
         chance (p = 0.250).",
    );
    check(
        19,
        &[properties("gaffitter", "5g 15c", &[("GS1", "4V 16.")])],
        "not in this study: `assertions` is not asked about `gaffitter`; `partial-oracle` is not asked about \
         `gaffitter`; the study `thesis-2` has it.",
    );
}

/// Mutants of gaffitter, six one off and four of another class, and what two properties kill.
fn permuting(fitness: &'static str, generation: &'static str) -> [Made; 1] {
    let cases = [
        ("mrc", "G2", "data", fitness),
        ("mrc", "G4", "data", generation),
    ];
    [made("gaffitter", "6o 4c", cases)]
}

#[test]
fn permuting_inside_kills_off_by_ones_only_until_it_kills_another() {
    check(
        26,
        &permuting("1V 9.", "2V 8."),
        "reproduced: both kill off-by-one mutants and no others.",
    );
    check(
        26,
        &permuting("1V 9.", "9. 1V"),
        "not reproduced: G4 killed 1 mutants of other classes.",
    );
    check(
        26,
        &permuting("10.", "1V 9."),
        "undecided: G2 killed no off-by-one mutant.",
    );
    check(
        26,
        &[properties("gaffitter", "6o 4c", &[("GS1", "10.")])],
        "not in this study: `G2` is not asked about `gaffitter`; `G4` is not asked about `gaffitter`; the study \
         `thesis-2` has it.",
    );
}

#[test]
fn what_functions_find_on_gaffitter_decides_the_claims_about_them_without_study_1() {
    let second = |system, functions| {
        let programs = [
            ("gaffitter", "GS1", "G1"),
            ("jsim", "add", "JSim-compare"),
            ("lucene", "L1", "idf-df"),
        ];
        programs.map(|(subject, property, check)| {
            let cases = [
                ("metamorphic", property, "data", system),
                ("mrc", check, "data", functions),
            ];
            made(subject, "10c", cases)
        })
    };
    check(
        22,
        &second("5V 5.", "4V 5. 1V"),
        "reproduced: 3/30 mutants fell to properties of functions alone.",
    );
    check(
        22,
        &second("5V 5.", "5V 5."),
        "not reproduced: no mutant fell to properties of functions alone.",
    );
    check(
        23,
        &second("1V 9.", "10V"),
        "reproduced: every difference is as claimed and more than chance.",
    );
    check(
        23,
        &second("10V", "1V 9."),
        "not reproduced: mrc, the thesis's properties killed fewer than metamorphic, the thesis's properties on \
         gaffitter.",
    );
}
