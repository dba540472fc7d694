//! Rates under every policy and weighting, and versions of one program side by side.

use killrate_analysis::Table;

use crate::made::{Case, Made, analysed, made, one, record_of};
use crate::tables::check_tables;

/// A subject with ten mutants and the verdicts of metamorphic testing and the partial oracle.
fn subject(name: &'static str, metamorphic: &'static str, partial: &'static str) -> Made {
    let cases: [Case; 2] = [
        ("metamorphic", "permute", "iris", metamorphic),
        ("partial-oracle", "known", "iris", partial),
    ];
    made(name, "10c", cases)
}

fn tables(subjects: &[Made], kind: &str) -> Vec<Table> {
    analysed(&record_of(subjects), one(kind)).tables
}

#[test]
fn versions_of_a_program_stand_side_by_side() {
    let found = tables(
        &[
            subject("c45", "5V 5.", "2V 8."),
            subject("c45-stateful", "8V 2.", "2V 8."),
            subject("martirank", "2V 8.", "10V"),
            subject("martirank-stateful", "4V 6.", "10."),
        ],
        "state",
    );
    // Over both, weighted by the thesis's 28 and 69 mutants: (28 · 50 + 69 · 20) ÷ 97 and so on.
    check_tables(
        &found,
        "Kills where a program derives its state and where it keeps it:
         metamorphic    5/10 8/10 30
         partial-oracle 2/10 2/10 0
         Kills where a program derives its state and where it keeps it:
         metamorphic    2/10 4/10 20
         partial-oracle 10/10 0/10 -100
         Kills where a program derives its state and where it keeps it:
         metamorphic    7/20 12/20 25 28.66[15.94,51.97] 51.55[32.79,72.40]
         partial-oracle 12/20 2/20 -50 76.91[56.74,85.85] 5.77[1.64,27.45]",
    );
    let subjects: Vec<Option<&str>> = found.iter().map(|table| table.subject.as_deref()).collect();
    assert_eq!(subjects, [Some("c45"), Some("martirank"), None]);
}

#[test]
fn a_version_alone_stands_beside_nothing_and_says_so() {
    let found = tables(&[subject("svm-stateful", "5V 5.", "2V 8.")], "state");
    check_tables(
        &found,
        "Kills where a program derives its state and where it keeps it:
         metamorphic – 5/10 –
         partial-oracle – 2/10 –",
    );
    assert_eq!(
        found[0].notes[1],
        "The record has no `svm`, so nothing stands beside `svm-stateful`; a study of both has it."
    );
    assert_eq!(tables(&[subject("svm", "5V 5.", "2V 8.")], "state"), []);
}

#[test]
fn the_headline_has_every_policy_pooled_and_weighted() {
    let found = tables(
        &[
            subject("c45", "5V 5.", "2V 8."),
            // A run that fails: killed by the partial oracle where techniques have the say.
            subject("martirank", "2V 1a 7.", "4V 1C 5."),
        ],
        "headline",
    );
    check_tables(
        &found,
        "The rates under every policy:
         thesis c45 5/10(26/28) 2/10(22/28)
         thesis martirank 2/10(69/69) 4/10(47/69)
         thesis all pooled 7/20(95/97) 6/20(69/97)
         thesis all weighted_% 28.66[15.94,51.97] 34.23[17.23,56.54]
         any-difference c45 5/10(26/28) 2/10(22/28)
         any-difference martirank 2/10(69/69) 5/10(47/69)
         any-difference all pooled 7/20(95/97) 7/20(69/97)
         any-difference all weighted_% 28.66[15.94,51.97] 41.34[22.15,62.10]
         strict c45 5/10(26/28) 2/10(22/28)
         strict martirank 3/10(69/69) 5/10(47/69)
         strict all pooled 8/20(95/97) 7/20(69/97)
         strict all weighted_% 35.77[20.13,58.64] 41.34[22.15,62.10]",
    );
}

#[test]
fn a_program_that_the_papers_lack_is_not_weighted_and_versions_stand_apart() {
    let found = tables(
        &[
            subject("c45", "5V 5.", "10."),
            subject("payl", "10V", "10."),
            subject("svm", "10V", "10."),
            subject("svm-stateful", "9V 1.", "10."),
        ],
        "headline",
    );
    let thesis = Table {
        rows: found[0].rows[..7].to_vec(),
        ..found[0].clone()
    };
    check_tables(
        &[thesis],
        "The rates under every policy:
         thesis c45 5/10(26/28) 0/10(22/28)
         thesis payl 10/10 0/10
         thesis svm 10/10(83/85) 0/10(78/85)
         thesis all_state-deriving pooled 25/30 0/30
         thesis c45,_svm pooled 15/20(109/113) 0/20(100/113)
         thesis c45,_svm weighted_% 87.61[65.74,94.14] 0.00[0.00,21.98]
         thesis svm-stateful 9/10(83/85) 0/10(78/85)",
    );
}
