//! What the tables hold, compared with the matrix by hand.

use killrate_analysis::{Cell, Estimate, Selection, Table, analyse};
use killrate_record::Record;
use killrate_reproduction::papers;

use crate::fixture::{record, written};

/// The tables of one kind.
pub(crate) fn tables(record: &Record, policy: &str, kind: &str) -> Vec<Table> {
    let (_parent, folder, published) = written(record);
    let policy = papers(None).policy(policy).unwrap();
    let selection = Selection::One(papers(None).table(kind).unwrap());
    analyse(&[&folder], &papers(Some(&published)), policy, selection)
        .unwrap()
        .tables
}

fn show(cell: &Cell) -> String {
    match cell {
        Cell::Missing => "–".to_owned(),
        Cell::Text(text) => text.trim().replace(' ', "_"),
        Cell::Count(count) => count.to_string(),
        Cell::Number { value, .. } => value.to_string(),
        Cell::Flag(flag) => u8::from(*flag).to_string(),
        Cell::Probability(p) => format!("p{p:.4}"),
        Cell::Estimate(Estimate { percent, low, high }) => {
            format!("{percent:.2}[{low:.2},{high:.2}]")
        }
        Cell::Rate {
            measured,
            published,
        } => {
            let measured =
                measured.map_or("–".to_owned(), |rate| format!("{}/{}", rate.n, rate.of));
            let published = published.map(|rate| format!("({}/{})", rate.n, rate.of));
            measured + &published.unwrap_or_default()
        }
    }
}

/// Compares tables with lines of words; a line that ends in a colon starts a table.
#[track_caller]
pub(crate) fn check_tables(tables: &[Table], expected: &str) {
    let found: Vec<String> = tables
        .iter()
        .flat_map(|table| {
            let rows = table.rows.iter().map(|row| {
                let cells: Vec<String> = row
                    .iter()
                    .map(show)
                    .filter(|cell| !cell.is_empty())
                    .collect();
                cells.join(" ")
            });
            [format!("{}:", table.title)]
                .into_iter()
                .chain(rows)
                .collect::<Vec<String>>()
        })
        .collect();
    let expected: Vec<String> = expected
        .trim()
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<&str>>().join(" "))
        .collect();
    assert_eq!(found, expected);
}

#[track_caller]
fn check_of(record: &Record, policy: &str, kind: &str, expected: &str) {
    check_tables(&tables(record, policy, kind), expected);
}

#[track_caller]
fn check(policy: &str, kind: &str, expected: &str) {
    check_of(&record(), policy, kind, expected);
}

#[test]
fn the_funnel_of_the_thesis_narrows_step_by_step() {
    // Class, made, withdrawn, chosen, compiled, reached, infected, propagated, usable, published.
    check(
        "thesis",
        "funnel",
        "Mutants by class:
         comparison  5 1  4  3  3  3 3 3  8
         arithmetic  4 0  4  4  4  4 4 2 15
         off-by-one  5 0  5  5  4  3 2 1  5
         all        14 1 13 12 11 10 9 6 28",
    );
}

#[test]
fn strictly_every_mutant_that_compiles_is_usable() {
    check(
        "strict",
        "3.1",
        "Mutants by class:
         comparison  5 1  5  4  4  4  4  4  8
         arithmetic  4 0  4  4  4  4  4  4 15
         off-by-one  5 0  5  5  4  3  2  5  5
         all        14 1 14 13 12 11 10 13 28",
    );
}

#[test]
fn every_discarded_mutant_has_one_reason() {
    // c5, c4, o2, a3, a4, o5, o3 and o4.
    check(
        "thesis",
        "discarded",
        "Mutants discarded:
         not_a_change_that_the_papers_make 1 0 0 1
         does_not_compile 1 0 0 1
         not_reached_by_any_study_data_set 0 0 1 1
         crashes 0 1 0 1
         hangs 0 1 0 1
         blank_output 0 0 1 1
         same_output_as_the_original_on_all_study_data_sets 0 0 2 2",
    );
    check(
        "strict",
        "discarded",
        "Mutants discarded:\ndoes_not_compile 1 1",
    );
}

/// a4 hangs on golf, and here it has another output on iris as well.
fn record_of_a_mutant_that_also_differs() -> killrate_record::Record {
    let mut record = record();
    let row = { record.verdicts.iter_mut() }.find(|row| {
        let (technique, data_set) = (row.technique.as_str(), row.data_set.as_str());
        row.variant.as_str().contains("/a4/") && technique == "reference" && data_set == "iris"
    });
    row.unwrap().verdict = crate::fixture::verdict('V', "reference");
    record
}

#[test]
fn a_mutant_that_hangs_on_one_data_set_and_differs_on_another_is_not_discarded() {
    check_of(
        &record_of_a_mutant_that_also_differs(),
        "thesis",
        "discarded",
        "Mutants discarded:
         not_a_change_that_the_papers_make 1 0 0 1
         does_not_compile 1 0 0 1
         not_reached_by_any_study_data_set 0 0 1 1
         crashes 0 1 0 1
         blank_output 0 0 1 1
         same_output_as_the_original_on_all_study_data_sets 0 0 2 2",
    );
}

#[test]
fn a_hang_kills_nothing_under_the_policy_of_the_thesis() {
    // implicit sees a4 hang on golf, and would kill it.
    check_of(
        &record_of_a_mutant_that_also_differs(),
        "thesis",
        "techniques",
        "Kills per technique:
         reference ceiling 7/7 –
         metamorphic  4/7 1
         the_thesis's  4/7(26/28) –
         ISSTA'09's  2/7 –
         partial-oracle  4/7(22/28) 1
         implicit floor 0/7 –",
    );
}

#[test]
fn slow_mutants_are_told_from_those_that_hang() {
    let mut record = record();
    let row = |mutant: &str, data_set: &str, fuel, hangs| killrate_record::FuelRow {
        subject: crate::fixture::name("c45"),
        mutant: killrate_model::MutantId(format!("src/tree.rs::split/{mutant}/1")),
        data_set: crate::fixture::name(data_set),
        fuel,
        of_original: 1_000_000,
        hangs,
    };
    record.provenance.limits.fuel_multiple = 100;
    record.fuel = vec![
        row("a4", "golf", 100_000_000, true),
        row("a1", "golf", 7_000_000, false),
        row("a1", "iris", 31_500_000, false),
    ];
    // Mutant, data sets on which it hangs and is slow, the slowest run, whether it counts.
    check_of(
        &record,
        "thesis",
        "hangs",
        "Slow and hanging mutants:
         src/tree.rs::split/a1/1 0 2 31.5 1 –
         src/tree.rs::split/a4/1 1 0 – 0 hangs",
    );
    // Multiple, runs out of fuel, those that end with more, mutants, fuel in millions.
    check_of(
        &record,
        "thesis",
        "fuel",
        "Hangs, had mutants less fuel:
         5 3 2 2 15
         10 2 1 2 27
         30 2 1 2 67
         100 1 0 1 138.5",
    );
}

#[test]
fn techniques_are_ranked_between_ceiling_and_floor() {
    check(
        "thesis",
        "techniques",
        "Kills per technique:
         reference ceiling 6/6 –
         metamorphic  4/6 1
         the_thesis's  4/6(26/28) –
         ISSTA'09's  2/6 –
         partial-oracle  4/6(22/28) 1
         implicit floor 0/6 –",
    );
}

#[test]
fn strictly_a_run_that_fails_kills_by_every_technique() {
    // metamorphic: c1 c2 c5 a1 o1, a3 and a4 by their abnormal ends, o5 by its blank outputs.
    // partial-oracle: c1 c5 a1 a2 o1 o5, a4 by its abnormal end.
    check(
        "strict",
        "3.4",
        "Kills per technique:
         reference ceiling 10/13 –
         metamorphic  8/13 2
         the_thesis's  8/13(26/28) –
         ISSTA'09's  5/13 –
         partial-oracle  7/13(22/28) 1
         implicit floor 3/13 –",
    );
}

#[test]
fn properties_are_counted_on_sound_pairs_only() {
    // negate would also kill c3 on golf, where it fails on the original.
    check(
        "thesis",
        "3.7",
        "Kills per property and class, the thesis's properties:
         comparison 1/3(8/8)   0/3(0/8)  1/3(1/8)  2/3(8/8)   2/3(8/8)
         arithmetic 0/2(2/15)  1/2(3/15) 1/2(3/15) 0/2(11/15) 1/2(13/15)
         off-by-one 1/1(3/5)   0/1(0/5)  0/1(0/5)  1/1(4/5)   1/1(5/5)
         all        2/6(13/28) 1/6(3/28) 2/6(4/28) 3/6(23/28) 4/6(26/28)
         Kills per property and class, ISSTA'09's properties:
         comparison 1/3 – – – 1/3
         arithmetic 0/2 – – – 0/2
         off-by-one 1/1 – – – 1/1
         all        2/6 – – – 2/6",
    );
}

#[test]
fn properties_of_a_paper_that_were_not_judged_are_pointed_out() {
    let notes = tables(&record(), "thesis", "properties").remove(1).notes;
    assert_eq!(
        notes,
        [
            "Not judged here, or without a sound case: multiply-model, add-model, negate-model; the last column is of \
          the others."
        ]
    );
}

#[test]
fn data_sets_are_counted_by_set_of_properties() {
    // golf, iris.
    check(
        "thesis",
        "3.8",
        "Kills per data set and class, the thesis's properties:
         comparison 1/3(3/8)  2/3(8/8)
         arithmetic 0/2(0/15) 1/2(8/15)
         off-by-one 0/1(0/5)  1/1(3/5)
         all        1/6(3/28) 4/6(19/28)
         Kills per data set and class, ISSTA'09's properties:
         comparison 1/3 1/3
         arithmetic 0/2 0/2
         off-by-one 0/1 1/1
         all        1/6 2/6",
    );
}

#[test]
fn a_total_that_the_paper_misprints_is_pointed_out() {
    let notes = tables(&record(), "thesis", "data-sets").remove(0).notes;
    assert_eq!(
        notes,
        [
            "Published: Murphy 2010 thesis, Table 3.8.",
            "The published classes of `hepatitis` add up to 19; the paper prints 18, which is what \
             stands here.",
        ]
    );
}

#[test]
fn overlap_has_every_region() {
    // metamorphic, partial-oracle, mutants: c3; c2; a2; c1, a1 and o1.
    check(
        "thesis",
        "overlap",
        "Overlap of techniques:
         0 0 1
         1 0 1
         0 1 1
         1 1 3",
    );
}

#[test]
fn pairs_of_techniques_are_compared_on_the_same_mutants() {
    check(
        "thesis",
        "comparisons",
        "Techniques in pairs:
         metamorphic partial-oracle 3 1 1 1 p1.0000",
    );
}

#[test]
fn classes_and_functions_are_counted_per_technique() {
    // metamorphic, partial-oracle.
    check(
        "thesis",
        "classes",
        "Kills per class:
         comparison 2/3 1/3
         arithmetic 1/2 2/2
         off-by-one 1/1 1/1",
    );
    check("thesis", "functions", "Kills per function:\nsplit 4/6 4/6");
}

#[test]
fn survivors_are_listed_with_their_change() {
    check(
        "thesis",
        "survivors",
        "Survivors:
         src/tree.rs::split/c3/1 comparison 3 a_<_b a_>=_b",
    );
}

#[test]
fn alarms_on_the_original_are_counted_and_listed() {
    check(
        "thesis",
        "false-alarms",
        "Alarms on the original:
         implicit ends-normally 0/2 0
         metamorphic permute 0/2 0
         metamorphic multiply 0/1 0
         metamorphic add 0/2 0
         metamorphic negate 1/2 0
         metamorphic permute-model 0/2 0
         partial-oracle known-output 0/1 0",
    );
    check(
        "thesis",
        "unsound",
        "Unsound pairs, which cannot kill:
         metamorphic negate golf – violated relation-broken row_3:_`yes`,_not_`no`",
    );
}

#[test]
fn unique_kills_are_those_of_one_property_alone() {
    // c2 falls to negate alone, and a1 to multiply and add, the rest to more; partial-oracle has one
    // property only. In the set of ISSTA'09 permute-model is alone.
    check(
        "thesis",
        "unique",
        "Unique kills per property:
         metamorphic permute 2 0/6 0
         metamorphic multiply 1 0/6 0
         metamorphic add 2 0/6 0
         metamorphic negate 3 1/6 1
         metamorphic permute-model 2 0/6 2",
    );
}

#[test]
fn what_does_not_apply_is_listed() {
    check(
        "thesis",
        "skipped",
        "Not applicable:
         metamorphic multiply golf the_data_set_has_no_numeric_column",
    );
}

#[test]
fn a_technique_that_kills_nothing_has_no_price_per_kill() {
    // The price of metamorphic testing: 90 run and 2 cached for 4 kills, each 1.5 s / 90.
    check(
        "thesis",
        "costs",
        "Executions and time:
         implicit 26 26 4 0 22 0.25 0.011363636363636364 – –
         metamorphic 117 112 20 2 90 1.5 0.016666666666666666 23 0.3833333333333333
         partial-oracle 13 13 3 0 10 0.5 0.05 2.5 0.125",
    );
}

/// Leaves out the verdicts on the original by one technique.
fn without_screening(technique: &str) -> Record {
    let mut record = record();
    record
        .verdicts
        .retain(|row| row.variant.as_str() != "original" || row.technique.as_str() != technique);
    record
}

#[test]
fn a_case_that_was_not_judged_on_the_original_cannot_kill() {
    let record = without_screening("partial-oracle");
    check_of(
        &record,
        "thesis",
        "unsound",
        "Unsound pairs, which cannot kill:
         metamorphic negate golf – violated relation-broken row_3:_`yes`,_not_`no`
         partial-oracle known-output golf-1 – – – –",
    );
}

#[test]
fn a_technique_without_a_sound_case_has_no_rate() {
    let record = without_screening("partial-oracle");
    check_of(
        &record,
        "thesis",
        "techniques",
        "Kills per technique:
         reference ceiling 6/6 –
         metamorphic  4/6 –
         the_thesis's  4/6(26/28) –
         ISSTA'09's  2/6 –
         partial-oracle  –(22/28) –
         implicit floor 0/6 –",
    );
    let notes = tables(&record, "thesis", "techniques").remove(0).notes;
    assert_eq!(
        notes[0],
        "`partial-oracle` has no sound case on `c45`, so it can kill nothing; see the table \
         `unsound`."
    );
}

#[test]
fn steps_without_a_single_fact_are_unknown_and_not_zero() {
    let mut record = record();
    record.reach.clear();
    check_of(
        &record,
        "strict",
        "funnel",
        "Mutants by class:
         comparison  5 1  5  4 – – –  4  8
         arithmetic  4 0  4  4 – – –  4 15
         off-by-one  5 0  5  5 – – –  5  5
         all        14 1 14 13 – – – 13 28",
    );
}

#[test]
fn a_mutant_that_a_technique_did_not_judge_is_in_no_region() {
    let mut record = record();
    record.verdicts.retain(|row| {
        row.variant.as_str() != "src/tree.rs::split/a2/1"
            || row.technique.as_str() != "partial-oracle"
    });
    check_of(
        &record,
        "thesis",
        "overlap",
        "Overlap of techniques:
         0 0 1
         1 0 1
         0 1 0
         1 1 3",
    );
    let notes = tables(&record, "thesis", "overlap").remove(0).notes;
    assert_eq!(
        notes,
        ["1 mutants are left out, because not every technique judged them."]
    );
}

/// The record with every row also for the subject `svm`.
fn with_second_subject() -> Record {
    let mut record = record();
    let second = || crate::fixture::name("svm");
    let provenance = record.provenance.subjects.values().next().unwrap().clone();
    record.provenance.subjects.insert(second(), provenance);
    let mutants = record.mutants.clone().into_iter();
    record.mutants.extend(mutants.map(|mut row| {
        row.subject = second();
        row
    }));
    let reach = record.reach.clone().into_iter();
    record.reach.extend(reach.map(|mut row| {
        row.subject = second();
        row
    }));
    let verdicts = record.verdicts.clone().into_iter();
    record.verdicts.extend(verdicts.map(|mut row| {
        row.subject = second();
        row
    }));
    record
}

#[test]
fn subjects_do_not_mix() {
    for kind in [
        "funnel",
        "techniques",
        "properties",
        "overlap",
        "comparisons",
        "survivors",
    ] {
        let of_one = tables(&record(), "thesis", kind);
        let mut of_both = tables(&with_second_subject(), "thesis", kind);
        // Those about all subjects together are another test's.
        of_both.retain(|table| table.subject.is_some());
        let (first, second) = of_both.split_at(of_one.len());
        assert_eq!(first, of_one);
        let subjects: Vec<Option<&str>> = second
            .iter()
            .map(|table| table.subject.as_deref())
            .collect();
        assert_eq!(subjects, vec![Some("svm"); of_one.len()]);
        let n_rows = |tables: &[Table]| tables.iter().map(|table| table.rows.len()).sum::<usize>();
        assert_eq!(n_rows(second), n_rows(first));
    }
}
