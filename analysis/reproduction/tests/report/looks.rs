//! Tables about what outputs look like and how good they are, and about seeds, worked out by hand.

use killrate_record::{Record, VerdictRow};

use crate::fixture::{record, verdict};
use crate::policies::with_outputs;
use crate::tables::{check_tables, tables};

#[track_caller]
fn check(record: &Record, policy: &str, kind: &str, expected: &str) {
    check_tables(&tables(record, policy, kind), expected);
}

#[test]
fn a_threshold_discards_who_is_plainly_wrong_on_so_many_data_sets() {
    // Of c1, c2, c3, a1 and o1, c1 is wrong on one of two. Metamorphic testing kills all but c3, the
    // partial oracle c1, a1 and o1.
    let expected = "Kills by the threshold of plainly wrong output:
         any_of_the_data_sets   1/5 3/4 2/4
         a_quarter_of_them      1/5 3/4 2/4
         half_of_them           1/5 3/4 2/4
         three_quarters_of_them 0/5 4/5 3/5
         all_of_them            0/5 4/5 3/5
         never                  0/5 4/5 3/5";
    check(&with_outputs(), "thesis", "plausibility", expected);
}

#[test]
fn a_policy_without_the_rule_shows_what_it_would_discard() {
    // a2 counts too: its predictions are the original's, and the partial oracle kills it.
    let expected = "Kills by the threshold of plainly wrong output:
         any_of_the_data_sets   1/6 3/5 3/5
         a_quarter_of_them      1/6 3/5 3/5
         half_of_them           1/6 3/5 3/5
         three_quarters_of_them 0/6 4/6 4/6
         all_of_them            0/6 4/6 4/6
         never                  0/6 4/6 4/6";
    check(&with_outputs(), "any-difference", "plausibility", expected);
}

#[test]
fn a_record_that_does_not_tell_has_no_table_of_looks() {
    for kind in ["plausibility", "quality", "survivors-by-cause"] {
        assert_eq!(tables(&record(), "thesis", kind), [], "{kind}");
    }
}

#[test]
fn kills_stand_beside_the_loss_of_quality() {
    // c1 loses 60 points on one of two data sets, c3 20; the others none.
    check(
        &with_outputs(),
        "thesis",
        "quality",
        "Kills by loss of quality:
         none,_or_a_gain  3 3/3 2/3
         up_to_1_point    0 –   –
         up_to_5_points   0 –   –
         up_to_10_points  1 0/1 0/1
         up_to_25_points  0 –   –
         more             1 1/1 1/1
         not_known        0 –   –",
    );
}

#[test]
fn survivors_are_told_apart_by_what_they_look_like() {
    let mut record = with_outputs();
    // c3, which both miss, loses 60 of 100 points on one of two data sets.
    record.outputs.last_mut().unwrap().quality = Some(0.2);
    // Metamorphic testing misses a2 and c3, the partial oracle c2 and c3.
    check(
        &record,
        "any-difference",
        "survivors-by-cause",
        "Survivors of each technique by what they look like:
         differs_only_in_outputs_that_are_not_compared  1/2 0/2
         plainly_wrong_on_half_of_the_data_sets_or_more 0/2 0/2
         plainly_wrong_on_fewer                         0/2 0/2
         loses_more_than_25_points_of_quality           1/2 1/2
         plausible                                      0/2 1/2",
    );
    // Under the thesis a2 does not count.
    check(
        &record,
        "thesis",
        "survivors-by-cause",
        "Survivors of each technique by what they look like:
         differs_only_in_outputs_that_are_not_compared  0/1 0/2
         plainly_wrong_on_half_of_the_data_sets_or_more 0/1 0/2
         plainly_wrong_on_fewer                         0/1 0/2
         loses_more_than_25_points_of_quality           1/1 1/2
         plausible                                      0/1 1/2",
    );
}

/// The fixture with a second seed for permuting, which misses o1 and finds c3.
pub(crate) fn with_second_seed() -> Record {
    let mut record = record();
    let permuted = { record.verdicts.iter() }.filter(|row| row.property.as_str() == "permute");
    let second: Vec<VerdictRow> = permuted
        .map(|row| {
            let is = |mutant: &str| row.variant.as_str().contains(mutant);
            let letter = if is("/o1/") {
                Some('.')
            } else if is("/c3/") && row.data_set.as_str() == "iris" {
                Some('V')
            } else {
                None
            };
            VerdictRow {
                seed: Some(8),
                verdict: letter.map_or_else(
                    || row.verdict.clone(),
                    |letter| verdict(letter, "metamorphic"),
                ),
                ..row.clone()
            }
        })
        .collect();
    record.verdicts.extend(second);
    record
}

#[test]
fn more_seeds_kill_more_on_average_over_every_choice() {
    // Permuting kills c1 with both seeds, o1 with the first and c3 with the second. c1, c2, a1 and o1
    // fall to properties without a seed as well.
    check(
        &with_second_seed(),
        "thesis",
        "seeds",
        "Kills by the number of seeds:
         permute     1 2   33.333333333333336 2 2 6
         permute     2 3   50                 3 3 6
         metamorphic 1 4.5 75                 4 5 6
         metamorphic 2 5   83.33333333333333  5 5 6",
    );
}

#[test]
fn a_single_seed_has_no_curve() {
    assert_eq!(tables(&record(), "thesis", "seeds"), []);
}
