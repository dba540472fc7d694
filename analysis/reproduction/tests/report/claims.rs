//! What records make of the papers' claims: each outcome of each claim on a record made for it.

use killrate_analysis::{Cell, Table};
use killrate_record::InvariantsProvenance;

use crate::fixture::name;
use crate::made::{Case, Made, analysed, made, one, record_of};
use crate::tables::check_tables;

fn claim(subjects: &[Made], number: u32) -> Table {
    let tables = analysed(&record_of(subjects), one("claims")).tables;
    let prefix = format!("Claim {number}: ");
    let mut tables = tables.into_iter();
    tables
        .find(|table| table.title.starts_with(&prefix))
        .unwrap()
}

/// Compares the outcome and the reason, which is the last note.
#[track_caller]
fn check(number: u32, subjects: &[Made], expected: &str) {
    let table = claim(subjects, number);
    let outcome = table.title.split_once(": ").unwrap().1.to_owned();
    let last = table.notes.last().unwrap();
    let reason = last.strip_prefix(&format!("Outcome: {outcome}, because "));
    assert_eq!(format!("{outcome}: {}", reason.unwrap()), expected);
}

/// A subject with ten mutants and these verdicts of techniques.
fn techniques(subject: &'static str, verdicts: &[(&'static str, &'static str)]) -> Made {
    let case = |&(technique, verdicts): &(&'static str, &'static str)| -> Case {
        match technique {
            "metamorphic" => (technique, "permute", "iris", verdicts),
            _ => (technique, "known", "iris", verdicts),
        }
    };
    made(
        subject,
        "10c",
        verdicts.iter().map(case).collect::<Vec<Case>>(),
    )
}

const ALL: &str = "10V";
const NONE: &str = "10.";

fn of_study_1(verdicts: &[(&'static str, &'static str)]) -> [Made; 3] {
    ["c45", "martirank", "svm"].map(|subject| techniques(subject, verdicts))
}

#[test]
fn metamorphic_testing_wins_when_it_beats_both_others_beyond_chance() {
    let all_three = |partial, assertions| {
        of_study_1(&[
            ("metamorphic", ALL),
            ("partial-oracle", partial),
            ("assertions", assertions),
        ])
    };
    check(
        1,
        &all_three("4V 6.", "5V 5."),
        "reproduced: every difference is as claimed and more than chance.",
    );
    check(
        1,
        &all_three("4V 6.", ALL),
        "not reproduced: metamorphic killed as many as assertions on c45, martirank, svm.",
    );
    // One mutant of each subject: 3 to nothing, p = 2/8.
    check(
        1,
        &all_three("4V 6.", "9V 1."),
        "undecided: metamorphic killed more than assertions on c45, martirank, svm, but it may be \
         chance (p = 0.250).",
    );
}

#[test]
fn metamorphic_testing_can_lose_but_not_win_without_assertions() {
    check(
        1,
        &of_study_1(&[("metamorphic", ALL), ("partial-oracle", NONE)]),
        "not in this study: `assertions` is not asked about `c45`; the studies `thesis-1-assertions`, \
         `thesis-1-full`, `thesis-2` have it.",
    );
    check(
        1,
        &of_study_1(&[("metamorphic", NONE), ("partial-oracle", "1V 9.")]),
        "not reproduced: metamorphic killed fewer than partial-oracle on c45, martirank, svm.",
    );
    check(
        1,
        &[techniques(
            "c45",
            &[
                ("metamorphic", ALL),
                ("partial-oracle", NONE),
                ("assertions", NONE),
            ],
        )],
        "not in this study: `martirank` is not in the record; the studies `thesis-1-assertions`, \
         `thesis-1-full`, `thesis-2` have it.",
    );
}

#[test]
fn figures_stand_beside_the_papers() {
    let subjects = of_study_1(&[("metamorphic", ALL), ("partial-oracle", "4V 6.")]);
    check_tables(
        &[claim(&subjects, 1)],
        "Claim 1: not in this study:
         metamorphic 30/30(178/182) 100.00[82.77,100.00]
         partial-oracle 12/30(147/182) 40.00[25.61,57.84]
         assertions –(153/182) –
         metamorphic,_Studies_1_and_2 –(217/269) –
         partial-oracle,_Studies_1_and_2 –(176/269) –
         assertions,_Studies_1_and_2 –(188/269) –",
    );
    // A total over some of the programs stands beside the thesis's over the same.
    check_tables(
        &[claim(&subjects[..2], 10)],
        "Claim 10: not in this study:
         permute_on_c45,_martirank 20/20(82/97) 100.00[78.69,100.00]
         negate –(117/182) –
         add –(30/182) –
         multiply –(27/182) –",
    );
    // 18 to nothing: twice 1 of 262144.
    assert_eq!(
        claim(&subjects, 1).notes[3],
        "c45, martirank, svm: 18 fell to metamorphic alone, 0 to partial-oracle alone, p < 0.001."
    );
}

#[test]
fn techniques_complement_each_other_when_each_kills_what_the_others_miss() {
    let three = |metamorphic, partial, assertions| {
        let mut subjects = of_study_1(&[
            ("metamorphic", ALL),
            ("partial-oracle", ALL),
            ("assertions", ALL),
        ]);
        subjects[1] = techniques(
            "martirank",
            &[
                ("metamorphic", metamorphic),
                ("partial-oracle", partial),
                ("assertions", assertions),
            ],
        );
        subjects
    };
    // Two by metamorphic testing alone, one by each other alone, two by both others, four by none.
    let each = three("2V 8.", "2. 1V 1. 2V 4.", "3. 3V 4.");
    check(
        2,
        &each,
        "reproduced: each kills a mutant that the other two miss.",
    );
    check_tables(
        &[claim(&each, 2)],
        "Claim 2: reproduced:
         metamorphic_alone 2/30(9/182)
         partial-oracle_alone 1/30(1/182)
         assertions_alone 1/30(2/182)
         metamorphic_or_assertions 25/30(181/182)
         none_of_the_three 4/30(0/182)",
    );
    check(
        2,
        &three("2V 8.", "1V 9.", "3. 3V 4."),
        "not reproduced: partial-oracle kills no mutant that the other two miss.",
    );
    check(
        2,
        &of_study_1(&[("metamorphic", ALL), ("partial-oracle", NONE)]),
        "not in this study: `assertions` is not asked about `c45`; the studies `thesis-1-assertions`, \
         `thesis-1-full` have it.",
    );
}

/// What was kept of a subject.
fn learned(subject: &str, n_kept: u64) -> InvariantsProvenance {
    InvariantsProvenance {
        subject: name(subject),
        technique: name("assertions"),
        n_functions: 1,
        n_calls: 1,
        n_candidates: n_kept,
        n_kept,
        n_keeping_runs: 1,
        n_held_out_runs: 0,
        n_held_out_alarmed: 0,
        held_out_bound_ppm: None,
    }
}

#[test]
fn randomness_costs_invariants_when_fewer_are_kept() {
    let check = |kept: &[(&str, u64)], expected: &str, figure: &str| {
        let subjects = ["martirank", "martirank-training"].map(|name| made(name, "10c", []));
        let mut record = record_of(&subjects);
        let kept = kept
            .iter()
            .map(|(subject, n_kept)| learned(subject, *n_kept));
        record.provenance.invariants = kept.collect();
        let tables = analysed(&record, one("claims")).tables.into_iter();
        let is_it = |table: &Table| table.title.starts_with("Claim 7: ");
        let table = { tables }.find(is_it).unwrap();
        let last = table.notes.last().unwrap().clone();
        assert_eq!(last, format!("Outcome: {expected}."));
        let outcome = expected.split_once(", ").unwrap().0;
        check_tables(
            &[table],
            &format!("Claim 7: {outcome}:\n{figure}(1927/5593)"),
        );
    };
    let figure = "invariants_with_randomness,_of_those_with_and_without";
    check(
        &[("martirank", 9), ("martirank-training", 8)],
        "reproduced, because 8 were kept of martirank-training, 9 of martirank",
        &format!("{figure} 8/17"),
    );
    check(
        &[("martirank", 9), ("martirank-training", 9)],
        "not reproduced, because 9 were kept of martirank-training, 9 of martirank",
        &format!("{figure} 9/18"),
    );
    check(
        &[("martirank", 9)],
        "not in this study, because `assertions` learned nothing of `martirank-training` in the record; the \
         study `reference/lost-invariants` has it",
        &format!("{figure} –"),
    );
}

#[test]
fn assertions_can_win_by_a_single_mutant() {
    let on_c45 = |assertions| {
        [techniques(
            "c45",
            &[("metamorphic", "4V 6."), ("assertions", assertions)],
        )]
    };
    check(
        3,
        &on_c45("5V 5."),
        "reproduced: assertions killed more than metamorphic on c45.",
    );
    check(
        3,
        &on_c45("3. 4V 3."),
        "not reproduced: assertions killed as many as metamorphic on c45.",
    );
    check(
        3,
        &[techniques("c45", &[("metamorphic", ALL)])],
        "not in this study: `assertions` is not asked about `c45`; the studies `thesis-1-assertions`, \
         `thesis-1-full` have it.",
    );
}

#[test]
fn the_partial_oracle_misses_mutants_of_martirank() {
    let on_martirank = |partial| {
        [techniques(
            "martirank",
            &[("metamorphic", "8V 2."), ("partial-oracle", partial)],
        )]
    };
    // 6 to nothing: p = 2/64.
    check(
        4,
        &on_martirank("2V 8."),
        "reproduced: every difference is as claimed and more than chance.",
    );
    check(
        4,
        &on_martirank("9V 1."),
        "not reproduced: metamorphic killed fewer than partial-oracle on martirank.",
    );
    // 5 to nothing: p = 2/32.
    check(
        4,
        &on_martirank("3V 7."),
        "undecided: metamorphic killed more than partial-oracle on martirank, but it may be chance \
         (p = 0.062).",
    );
}

/// A subject whose second implementation agrees with the original or not, per data set.
fn with_second(subject: &'static str, verdicts: [&'static str; 2]) -> Made {
    let cases = ["iris", "golf"].into_iter().zip(verdicts);
    let cases = cases.map(|(data_set, verdicts)| ("pseudo-oracle", "other", data_set, verdicts));
    made(subject, "10c", cases.collect::<Vec<Case>>())
}

#[test]
fn second_implementations_accuse_the_original_on_every_data_set_of_two_programs() {
    let everywhere = ["!10V", "!10V"];
    let once = ["10V", "!10."];
    check(
        5,
        &[
            with_second("c45", once),
            with_second("martirank", everywhere),
            with_second("svm", everywhere),
        ],
        "reproduced: 2 programs differ from theirs on every data set.",
    );
    check(
        5,
        &[
            with_second("c45", once),
            with_second("martirank", once),
            with_second("svm", everywhere),
        ],
        "not reproduced: 1 of the programs differ from theirs on every data set.",
    );
    check(
        5,
        &[with_second("svm", everywhere), with_second("c45", once)],
        "not in this study: `martirank` has no second implementation in the record; the study `thesis-1` \
         has it.",
    );
    check_tables(
        &[claim(&[with_second("c45", once)], 5)],
        "Claim 5: not in this study:
         data_sets_with_a_difference_on_c45 1/2(1/6)
         data_sets_with_a_difference_on_martirank –(10/10)
         data_sets_with_a_difference_on_svm –(6/6)",
    );
}

#[test]
fn more_data_and_semantic_comparison_are_told_apart() {
    let on = |subject, one: &'static str, others: &'static str, model: &'static str| {
        let first = if subject == "svm" {
            "iris"
        } else {
            "martirank-01"
        };
        let cases = [
            ("metamorphic", "permute", first, one),
            ("metamorphic", "permute", "other", others),
            ("metamorphic", "permute-model", first, model),
        ];
        made(subject, "10c", cases)
    };
    let both =
        |one, others, model| ["martirank", "svm"].map(|subject| on(subject, one, others, model));
    // 10 to nothing in every pair: twice 1 of 1024, Holm times 4.
    check(
        20,
        &both(NONE, ALL, NONE),
        "reproduced: every difference is as claimed and more than chance.",
    );
    // Whatever differs in the predictions differs in the models.
    check(
        20,
        &both(NONE, "5V 5.", "5V 5."),
        "not reproduced: permute killed as many as permute-model on martirank.",
    );
    check(
        20,
        &both(NONE, ALL, "9V 1."),
        "undecided: permute killed more than permute-model on martirank, but it may be chance \
         (p = 1.000).",
    );
    check(
        20,
        &both(NONE, ALL, "!10V"),
        "undecided: `permute-model` did not judge `martirank` with a sound case; `permute-model` did \
         not judge `svm` with a sound case.",
    );
}

/// A subject with ten mutants and the verdicts of permute, multiply, add and negate.
fn properties(subject: &'static str, verdicts: [&'static str; 4]) -> Made {
    let names = ["permute", "multiply", "add", "negate"].into_iter();
    let cases = names.zip(verdicts);
    let cases = cases.map(|(property, verdicts)| ("metamorphic", property, "iris", verdicts));
    made(subject, "10c", cases.collect::<Vec<Case>>())
}

#[test]
fn permute_and_negate_kill_more_than_add_and_multiply() {
    let all_three =
        |verdicts| ["c45", "martirank", "svm"].map(|subject| properties(subject, verdicts));
    check(
        10,
        &all_three([ALL, "1V 9.", NONE, "8V 2."]),
        "reproduced: every difference is as claimed and more than chance.",
    );
    check(
        10,
        &all_three([ALL, "1V 9.", "9V 1.", "8V 2."]),
        "not reproduced: negate killed fewer than add on c45, martirank, svm.",
    );
    // Negate and add: 3 to nothing, and no other p-value is larger.
    check(
        10,
        &all_three([ALL, "1V 9.", "7V 3.", "8V 2."]),
        "undecided: negate killed more than add on c45, martirank, svm, but it may be chance \
         (p = 0.250).",
    );
    check(
        10,
        &[properties("c45", [ALL, NONE, NONE, ALL])],
        "not in this study: `martirank` is not in the record; the study `thesis-1` has it.",
    );
}

#[test]
fn every_program_has_its_best_property() {
    let with_svm = |on_svm| {
        [
            properties("c45", [NONE, NONE, NONE, ALL]),
            properties("martirank", [ALL, NONE, NONE, NONE]),
            properties("svm", on_svm),
        ]
    };
    // Nine times 10 to nothing: 9 times 2/1024.
    check(
        11,
        &with_svm([ALL, NONE, NONE, NONE]),
        "reproduced: every difference is as claimed and more than chance.",
    );
    check(
        11,
        &with_svm(["3V 7.", NONE, NONE, ALL]),
        "not reproduced: permute killed fewer than negate on svm.",
    );
    check(
        11,
        &with_svm([ALL, NONE, NONE, "9V 1."]),
        "undecided: permute killed more than negate on svm, but it may be chance (p = 1.000).",
    );
}

/// A subject with ten mutants and verdicts of permute on these data sets.
fn data_sets(subject: &'static str, verdicts: &[(&'static str, &'static str)]) -> Made {
    let cases = verdicts
        .iter()
        .map(|&(data_set, verdicts)| ("metamorphic", "permute", data_set, verdicts));
    made(subject, "10c", cases.collect::<Vec<Case>>())
}

#[test]
fn golf_is_weak_on_c45_and_not_on_svm() {
    let golf_and_iris = |on_c45: [&'static str; 2], on_svm: [&'static str; 2]| {
        let named = |[golf, iris]: [&'static str; 2]| [("golf", golf), ("iris", iris)];
        [
            data_sets("c45", &named(on_c45)),
            data_sets("svm", &named(on_svm)),
        ]
    };
    check(
        14,
        &golf_and_iris([NONE, ALL], [ALL, "9V 1."]),
        "reproduced: golf kills fewest on c45, more than chance, and not on svm.",
    );
    check(
        14,
        &golf_and_iris([ALL, ALL], [ALL, "9V 1."]),
        "not reproduced: iris killed as many as golf on c45.",
    );
    check(
        14,
        &golf_and_iris([NONE, ALL], [NONE, ALL]),
        "not reproduced: golf kills fewest on svm too, more than chance.",
    );
    check(
        14,
        &golf_and_iris(["9V 1.", ALL], [ALL, "9V 1."]),
        "undecided: iris killed more than golf on c45, but it may be chance (p = 1.000).",
    );
    check(
        14,
        &golf_and_iris([NONE, ALL], ["9V 1.", ALL]),
        "undecided: iris killed more than golf on svm, but it may be chance (p = 1.000).",
    );
    check(
        14,
        &[data_sets("c45", &[("golf", NONE), ("iris", ALL)])],
        "not in this study: `svm` is not in the record; the study `thesis-1` has it.",
    );
    check(
        14,
        &[
            data_sets("c45", &[("golf", NONE)]),
            data_sets("svm", &[("golf", ALL), ("iris", "9V 1.")]),
        ],
        "undecided: `golf` is alone on `c45`, and there is nothing to compare it with.",
    );
}

#[test]
fn the_widest_data_set_helps_martirank_most() {
    let on_martirank = |wide, other| {
        [data_sets(
            "martirank",
            &[
                ("martirank-01", NONE),
                ("martirank-06", wide),
                ("martirank-10", other),
            ],
        )]
    };
    check(
        15,
        &on_martirank(ALL, "2V 8."),
        "reproduced: every difference is as claimed and more than chance.",
    );
    check(
        15,
        &on_martirank("8V 2.", ALL),
        "not reproduced: martirank-06 killed fewer than martirank-10 on martirank.",
    );
    check(
        15,
        &on_martirank(ALL, "9V 1."),
        "undecided: martirank-06 killed more than martirank-10 on martirank, but it may be chance \
         (p = 1.000).",
    );
    check(
        15,
        &[techniques("c45", &[("metamorphic", ALL)])],
        "not in this study: `martirank` is not in the record; the study `thesis-1` has it.",
    );
    check_tables(
        &[claim(&on_martirank(ALL, "2V 8."), 15)],
        "Claim 15: reproduced:
         martirank-06_on_martirank 10/10(68/69)
         martirank-01_on_martirank 0/10(50/69)
         martirank-10_on_martirank 2/10(49/69)",
    );
}

#[test]
fn permuting_finds_most_mutants_that_are_one_off() {
    let on_svm = |verdicts| {
        let cases = [("metamorphic", "permute", "iris", verdicts)];
        [made("svm", "2c 4l 6o", cases)]
    };
    // Ten of ten: 72–100 %. None: 0–28 %. Six: 31–83 %.
    check(
        16,
        &on_svm("2. 10V"),
        "reproduced: permute killed 10 of 10 mutants, 100 % (95 % interval 72–100 %).",
    );
    check(
        16,
        &on_svm("2V 10."),
        "not reproduced: permute killed 0 of 10 mutants, 0 % (95 % interval 0–28 %).",
    );
    check(
        16,
        &on_svm("2V 6V 4."),
        "undecided: permute killed 6 of 10 mutants, 60 % (95 % interval 31–83 %), which has one half \
         in it.",
    );
    check_tables(
        &[claim(&on_svm("2. 5V 5."), 16)],
        "Claim 16: undecided:
         permute_on_off-by-one_mutants_of_svm 5/10(30/31)
         those_in_loops_and_ranges 4/4",
    );
    check(
        16,
        &[techniques("svm", &[("metamorphic", ALL)])],
        "undecided: `svm` has no usable off-by-one mutant that `permute` judged.",
    );
}

#[test]
fn permuting_fails_on_payl_alone() {
    let with_payl = |on_payl, on_svm| {
        [
            techniques("c45", &[("metamorphic", ALL)]),
            techniques("martirank", &[("metamorphic", ALL)]),
            techniques("svm", &[("metamorphic", on_svm)]),
            techniques("payl", &[("metamorphic", on_payl)]),
        ]
    };
    // One of ten: 2–40 %; eight: 49–94 %; seven: 40–89 %.
    check(
        17,
        &with_payl("1V 9.", "8V 2."),
        "reproduced: the share on payl is below that of every other program.",
    );
    check(
        17,
        &with_payl("3V 7.", "3V 7."),
        "not reproduced: on payl 3/10 fell, on svm 3/10.",
    );
    check(
        17,
        &with_payl("1V 9.", "6V 4."),
        "undecided: the share on payl is lowest, but its interval overlaps with that of svm.",
    );
    check(
        17,
        &of_study_1(&[("metamorphic", ALL)]),
        "not in this study: `payl` is not in the record; the study `thesis-1` has it.",
    );
    check_tables(
        &[claim(&with_payl("1V 9.", "8V 2."), 17)],
        "Claim 17: reproduced:
         metamorphic_on_payl 1/10(2/40)
         permute_on_c45 10/10(13/28)
         permute_on_martirank 10/10(69/69)
         permute_on_svm 8/10(76/85)
         assertions_on_payl –(13/40)",
    );
}

#[test]
fn samples_of_runs_win_when_they_beat_both_others_on_each_random_program() {
    let random = |partial, assertions| {
        let on = |subject, sampled| {
            techniques(
                subject,
                &[
                    (sampled, ALL),
                    ("partial-oracle", partial),
                    ("assertions", assertions),
                ],
            )
        };
        [
            on("jsim", "statistical"),
            on("martirank-ranking", "heuristic"),
        ]
    };
    check(
        6,
        &random(NONE, NONE),
        "reproduced: every difference is as claimed and more than chance.",
    );
    check(
        6,
        &random(ALL, NONE),
        "not reproduced: heuristic killed as many as partial-oracle on martirank-ranking.",
    );
    check(
        6,
        &random(NONE, NONE)[..1],
        "not in this study: `martirank-ranking` is not in the record; the study `thesis-3` has it.",
    );
    check_tables(
        &[claim(&random(NONE, "5V 5."), 6)],
        "Claim 6: undecided:
         heuristic_on_martirank-ranking 10/10(40/59)
         partial-oracle_on_martirank-ranking 0/10(15/59)
         assertions_on_martirank-ranking 5/10(27/59)
         statistical_on_jsim 10/10(19/19)
         partial-oracle_on_jsim 0/10(0/19)
         assertions_on_jsim 5/10(0/19)",
    );
}

#[test]
fn random_programs_stand_beside_the_thesis_and_others_have_no_such_table() {
    let subjects = [
        techniques("c45", &[("metamorphic", ALL)]),
        techniques(
            "jsim",
            &[
                ("statistical", ALL),
                ("statistical-thesis", "8V 2."),
                ("partial-oracle", NONE),
            ],
        ),
        techniques("martirank-ranking", &[("heuristic", "4V 6.")]),
    ];
    let tables = analysed(&record_of(&subjects), one("random-programs")).tables;
    check_tables(
        &tables,
        "Kills on a random program:
         statistical 10/10(19/19)
         statistical-thesis 8/10(19/19)
         partial-oracle 0/10(0/19)
         assertions –(0/19)
         mrc –(19/19)
         Kills on a random program:
         heuristic 4/10(40/59)
         partial-oracle –(15/59)
         assertions –(27/59)
         mrc –(34/59)
         Kills on a random program, by groups of functions:
         pauc+insert_score_(deterministic) heuristic –(16/20)
         pauc+insert_score_(deterministic) mrc –(16/20)
         sort_examples_(non-deterministic) heuristic –(10/18)
         sort_examples_(non-deterministic) mrc –(18/18)
         other_(no_properties) heuristic 4/10(14/21)
         other_(no_properties) mrc –(0/21)",
    );
}

#[test]
fn replay_wins_when_it_beats_profiles_on_the_sort_by_the_permuting_property_alone() {
    // Five mutants elsewhere have no say.
    let on_sort = |heuristic, permuting, multiplying| {
        [made(
            "martirank-ranking",
            "10s 5o",
            [
                ("heuristic", "permute", "data", heuristic),
                ("mrc", "M2", "data", permuting),
                ("mrc", "M3", "data", multiplying),
            ],
        )]
    };
    check(
        25,
        &on_sort("3V 7. 5V", "10V 5.", "15."),
        "reproduced: every difference is as claimed and more than chance.",
    );
    check(
        25,
        &on_sort("8V 2. 5V", "10V 5.", "15."),
        "undecided: mrc killed more than heuristic on martirank-ranking, but it may be chance (p = 0.500).",
    );
    check(
        25,
        &on_sort("10V 5.", "10V 5.", "15."),
        "not reproduced: mrc killed as many as heuristic on martirank-ranking.",
    );
    check(
        25,
        &on_sort("1V 14.", "8V 7.", "2. 8V 5."),
        "not reproduced: M2 makes 8 of the 10 kills.",
    );
    check(
        25,
        &on_sort("1V 14.", "10V 5.", "1V 14."),
        "not reproduced: M3 kills 1.",
    );
    check_tables(
        &[claim(&on_sort("3V 7. 5V", "10V 5.", "15."), 25)],
        "Claim 25: reproduced:
         mrc 10/10(18/18)
         heuristic 3/10(10/18)
         M2 10/10
         M3 0/10",
    );
}

#[test]
fn the_list_has_every_claim_with_its_outcome() {
    let subjects = of_study_1(&[("metamorphic", ALL), ("partial-oracle", "4V 6.")]);
    let tables = analysed(&record_of(&subjects), one("claims")).tables;
    check_tables(
        &tables[..1],
        "Claims of the papers:
         1 metamorphic_testing_kills_most 178/182,_147/182 30/30,_12/30 not_in_this_study not_in_this_study not_in_this_study
         2 the_techniques_complement_each_other 9/182,_1/182 –,_– not_in_this_study not_in_this_study not_in_this_study
         3 assertions_can_win_on_one_program 28/28,_26/28 –,_10/10 not_in_this_study not_in_this_study not_in_this_study
         4 the_partial_oracle_loses_on_MartiRank 47/69,_69/69 4/10,_10/10 reproduced reproduced reproduced
         5 second_implementations_accuse_the_original 1/6,_10/10 –,_– not_in_this_study not_in_this_study not_in_this_study
         6 samples_of_runs_kill_most_on_random_programs 40/59,_15/59 –,_– not_in_this_study not_in_this_study not_in_this_study
         7 randomness_costs_invariants 1927/5593 – not_in_this_study not_in_this_study not_in_this_study
         10 permute_and_negate_beat_add_and_multiply 158/182,_117/182 30/30,_– not_in_this_study not_in_this_study not_in_this_study
         11 negate_is_best_on_C4.5,_else_permute 23/28,_13/28 –,_10/10 not_in_this_study not_in_this_study not_in_this_study
         12 multiplying_works_in_simulation 6/6,_3/6 –,_– not_in_this_study not_in_this_study not_in_this_study
         13 scaling_kills_nothing_in_functions,_adding_does 0/28,_0/28 –,_– not_in_this_study not_in_this_study not_in_this_study
         14 golf_kills_fewest_on_C4.5_and_not_on_SVM 3/28,_19/28 –,_10/10 not_in_this_study not_in_this_study not_in_this_study
         15 more_attributes_help_on_MartiRank 68/69,_– –,_10/10 not_in_this_study not_in_this_study not_in_this_study
         16 permute_finds_loops_that_are_one_off 30/31,_– –,_– undecided undecided undecided
         17 permuting_fails_on_PAYL 2/40,_13/28 –,_10/10 not_in_this_study not_in_this_study not_in_this_study
         18 L3_is_best_on_Lucene,_L1_kills_none 8/15,_0/15 –,_– not_in_this_study not_in_this_study not_in_this_study
         19 a_genetic_algorithm_masks_mutants 22/66,_20/66 –,_– not_in_this_study not_in_this_study not_in_this_study
         20 more_data_and_semantic_comparison_help –,_– 10/10,_10/10 not_reproduced not_reproduced not_reproduced
         21 programs'_properties_win_overall,_functions'_inside 180/222,_138/222 30/30,_– not_in_this_study not_in_this_study not_in_this_study
         22 functions'_properties_find_what_programs'_miss 28/222,_0/28 –,_– not_in_this_study not_in_this_study not_in_this_study
         23 functions'_properties_rescue_PAYL_and_gaffitter 29/40,_2/40 –,_– not_in_this_study not_in_this_study not_in_this_study
         24 a_function's_property_finds_broken_state_of_others – – not_in_this_study not_in_this_study not_in_this_study
         25 replayed_random_numbers_beat_profiles 18/18,_10/18 –,_– not_in_this_study not_in_this_study not_in_this_study
         26 permuting_inside_kills_off-by-ones_only 6/32,_0/34 –,_– not_in_this_study not_in_this_study not_in_this_study
         27 a_test_of_a_function_costs_the_same_everywhere 5/5,_5/10 –,_– not_in_this_study not_in_this_study not_in_this_study
         32 two_rounds_lift_the_score,_more_add_nothing not_in_this_study not_in_this_study not_in_this_study
         33 chains_find_what_no_relation_finds_alone not_in_this_study not_in_this_study not_in_this_study
         34 survivors_need_negative_values not_in_this_study not_in_this_study not_in_this_study",
    );
    assert_eq!(tables.len(), 29);
}

#[test]
fn a_claim_says_how_it_comes_out_under_every_policy() {
    // The partial oracle notices two wrong outputs and six crashes of known cases.
    let subjects = [techniques(
        "martirank",
        &[("metamorphic", "8V 2."), ("partial-oracle", "2V 6C 2.")],
    )];
    let list = analysed(&record_of(&subjects), one("claims"))
        .tables
        .remove(0);
    let columns: Vec<&str> = list
        .columns
        .iter()
        .map(|column| column.name.as_str())
        .collect();
    assert_eq!(
        columns[4..],
        ["outcome", "under_any-difference", "under_strict"]
    );
    let mut rows = list.rows.iter();
    let row = rows.find(|row| row[0] == Cell::Count(4)).unwrap();
    let outcomes = ["reproduced", "not reproduced", "not reproduced"];
    assert_eq!(row[4..], outcomes.map(Cell::text));
    let notes = claim(&subjects, 4).notes.into_iter();
    let told: Vec<String> = notes
        .filter(|note| note.starts_with("Under the policy"))
        .collect();
    assert_eq!(
        told,
        ["any-difference", "strict"].map(|policy| format!(
            "Under the policy `{policy}` instead of `thesis`: not reproduced, because metamorphic killed as \
             many as partial-oracle on martirank."
        ))
    );
}

#[test]
fn payl_has_no_say_over_the_programs_of_the_first_study() {
    // PAYL is kept aside by the thesis: metamorphic testing loses there, and the claim does not see it.
    let verdicts = [
        ("metamorphic", ALL),
        ("partial-oracle", NONE),
        ("assertions", NONE),
    ];
    let mut subjects: Vec<Made> = of_study_1(&verdicts).into();
    subjects.push(techniques(
        "payl",
        &[("metamorphic", NONE), ("partial-oracle", ALL)],
    ));
    check(
        1,
        &subjects,
        "reproduced: every difference is as claimed and more than chance.",
    );
}
