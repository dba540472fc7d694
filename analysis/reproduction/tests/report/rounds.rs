//! Tables and claims about chains of properties, on a record of six mutants.

use killrate_model::MutantId;
use killrate_record::{ChainRow, Record, VariantId};

use crate::fixture::{name, verdict};
use crate::made::{analysed, analysed_under, made, one, paged, record_of, rendered};
use crate::tables::check_tables;

const MUTANT_4: &str = "src/multiply.rs::multiply/mul-to-left/2";
const MUTANT_5: &str = "src/multiply.rs::multiply/mul-to-right/2";

/// Mutants 4 and 5 of the paper fall to chains of two; the third mutant falls to a special case, the
/// fourth to one relation, the fifth to a relation where values are negative, and nothing tells the
/// sixth from the original.
fn record() -> Record {
    let cases = [
        ("partial-oracle", "known", "sc3", "2. 1V 3."),
        ("iterative", "wu", "sparse-sc3", "2V 1. 1V 2."),
        ("iterative", "signed", "sparse-sc3-signed", "4. 1V 1."),
    ];
    let mut record = record_of(&[made("sparse-matrix", "6c", cases)]);
    let id = |number: usize| match number {
        0 => MUTANT_4.to_owned(),
        1 => MUTANT_5.to_owned(),
        number => format!("src/main.rs::main/{number}"),
    };
    let renamed = |mutant: &MutantId| {
        let number = mutant.0.rsplit_once('/').unwrap().1.parse().unwrap();
        MutantId(id(number))
    };
    record
        .mutants
        .iter_mut()
        .for_each(|row| row.mutant = renamed(&row.mutant));
    record
        .reach
        .iter_mut()
        .for_each(|row| row.mutant = renamed(&row.mutant));
    for row in &mut record.verdicts {
        if let VariantId::Mutant(mutant) = &row.variant {
            row.variant = VariantId::Mutant(renamed(mutant));
        }
        if row.technique.as_str() == "reference" && row.variant.as_str() == id(5) {
            row.verdict = verdict('.', "reference");
        }
    }
    let variant = |number: usize| VariantId::Mutant(MutantId(id(number)));
    record.chains = vec![
        row(VariantId::Original, "wu", 1, [8, 0], None),
        row(VariantId::Original, "wu", 2, [64, 0], None),
        row(variant(0), "wu", 1, [8, 0], None),
        row(
            variant(0),
            "wu",
            2,
            [64, 1],
            Some("swap-rows, add-diagonal-a"),
        ),
        row(variant(1), "wu", 1, [8, 0], None),
        // Not what the paper has.
        row(
            variant(1),
            "wu",
            2,
            [64, 2],
            Some("scale-a, scale-b; swap-columns, add-diagonal-b"),
        ),
        row(variant(3), "wu", 1, [8, 2], Some("scale-a; scale-b")),
        row(VariantId::Original, "signed", 1, [8, 0], None),
        row(variant(4), "signed", 1, [8, 1], Some("scale-a")),
    ];
    record
}

fn row(
    variant: VariantId,
    property: &str,
    depth: u32,
    [n_tests, n_violated]: [u64; 2],
    failing: Option<&str>,
) -> ChainRow {
    let data_set = match property {
        "wu" => "sparse-sc3",
        _ => "sparse-sc3-signed",
    };
    ChainRow {
        subject: name("sparse-matrix"),
        variant,
        technique: name("iterative"),
        property: name(property),
        data_set: name(data_set),
        seed: None,
        depth,
        n_candidates: n_tests + 1,
        n_left_out: 0,
        n_infeasible: 1,
        n_repeated: 0,
        n_tests,
        n_unanswered: 0,
        n_violated,
        n_failed: 0,
        failing: failing.map(str::to_owned),
    }
}

#[test]
fn scores_rise_round_by_round_beside_the_published_ones() {
    // The columns are tests, infeasible, repeated and left out, then what was killed, how many of these
    // in this round, and the score without the sixth mutant. The paper has no negative values.
    let expected = "Kills of chains, signed:
         known_cases 0 – – – – 1/6 – 1/5
         1_round     1 8 1 0 0 2/6 1 2/5
         Kills of chains, wu:
         known_cases 0 – – – – 1/6 – 1/5(1176/1320)
         1_round     1 8 1 0 0 2/6 1 2/5(1180/1320)
         2_rounds    2 64 1 0 0 4/6 2 4/5(1316/1320)";
    let report = analysed_under(&record(), "strict", one("rounds"));
    check_tables(&report.tables, expected);
}

#[test]
fn every_chain_that_finds_mutants_4_and_5_stands_beside_the_printed_ones() {
    let tables = analysed(&record(), one("sequences")).tables;
    let rows = |title: &str| -> Vec<&Vec<killrate_analysis::Cell>> {
        let table = tables.iter().find(|table| table.title == title).unwrap();
        table.rows.iter().collect()
    };
    // 25 printed chains of each; of Mutant 4 the one that was found is among them.
    assert_eq!(rows("Mutant 4: the chains that find it").len(), 25);
    assert_eq!(rows("Mutant 5: the chains that find it").len(), 25 + 2);
    let notes = |title: &str| {
        let table = tables.iter().find(|table| table.title == title).unwrap();
        table.notes.join(" ")
    };
    let of_mutant_4 = notes("Mutant 4: the chains that find it");
    assert!(
        of_mutant_4.contains("Found: 1; published: 25; both: 1."),
        "{of_mutant_4}"
    );
    let of_mutant_5 = notes("Mutant 5: the chains that find it");
    assert!(
        of_mutant_5.contains("Found: 2; published: 25; both: 0."),
        "{of_mutant_5}"
    );
    let steps = tables
        .iter()
        .filter(|table| table.title.ends_with("each step"));
    let steps: Vec<_> = steps.cloned().collect();
    let expected = "Mutant 4: tests and failures of each step:
         1 8 70 0/8 0 0
         2 64 614 1/64 1.5625 0.1627
         Mutant 5: tests and failures of each step:
         1 8 70 0/8 0 0
         2 64 614 2/64 3.125 0.1627";
    check_tables(&steps, expected);
}

#[track_caller]
fn check_claims(record: &Record, expected: [&str; 3]) {
    let text = rendered(record, one("claims"));
    let text = text.split_whitespace().collect::<Vec<&str>>().join(" ");
    for (number, expected) in (32..).zip(expected) {
        assert!(
            text.contains(expected),
            "claim {number}: `{expected}` is not in {text}"
        );
    }
}

#[test]
fn claims_are_decided_by_what_each_round_adds() {
    check_claims(
        &record(),
        [
            "not reproduced, because the first round adds 1, the second 2 and all further 0 mutants",
            "reproduced, because Mutant 4 is found by chains of 2, Mutant 5 is found by chains of 2",
            "reproduced, because 1 of 1 survivors fall to negative values",
        ],
    );
    let mut early = record();
    // Had one relation found Mutant 4, chains would not have been needed.
    for row in &mut early.chains {
        if row.variant.as_str() == MUTANT_4 && row.depth == 1 {
            row.n_violated = 1;
        }
    }
    early
        .chains
        .iter_mut()
        .filter(|row| row.property.as_str() == "signed")
        .for_each(|row| {
            row.n_violated = 0;
        });
    check_claims(
        &early,
        [
            "not reproduced, because the first round adds 2, the second 1 and all further 0 mutants",
            "not reproduced, because Mutant 4 is found by one relation alone, Mutant 5 is found by chains of 2",
            "reproduced, because 1 of 1 survivors fall",
        ],
    );
}

#[test]
fn the_page_has_a_picture_of_the_scores_with_intervals_and_rings() {
    let page = paged(&record());
    let (_, section) = page.split_once("id=\"rounds\"").unwrap();
    let (section, _) = section.split_once("</section>").unwrap();
    assert_eq!(section.matches("<svg").count(), 2);
    assert_eq!(section.matches("class=\"interval\"").count(), 2 + 3);
    assert_eq!(section.matches("class=\"published\"").count(), 3);
    assert!(
        section.contains("2 rounds, published: 99.70 %"),
        "{section}"
    );
}
