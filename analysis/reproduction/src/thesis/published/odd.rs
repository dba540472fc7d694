//! Where the thesis's tables of the second study contradict each other or its text, in sentences.

use killrate_analysis::{Published, Topic};

use super::study_2::{GAFFITTER, GAFFITTER_FUNCTIONS};
use crate::thesis::names::THESIS_NAME;
use crate::tidy::{CLASS, DISTINCT, N_MUTANTS, Tidy, our_class};

const LEVELS: &str = "thesis_4_12_study2_mrc.csv";
const LEVEL_OVERLAP: &str = "thesis_4_13_study2_mrc_overlap.csv";
const CHECKED_FUNCTIONS: &str = "thesis_4_15_study2_mrc_property_functions.csv";

/// Tells what is odd beside the numbers that it is about.
///
/// What follows from numbers is told only where they are as printed.
pub(super) fn add(published: &mut Published, tidy: &Tidy) {
    let gaffitter = || "gaffitter".to_owned();
    let lucene = || "lucene".to_owned();
    let usable = Topic::Usable {
        subject: gaffitter(),
    };
    let properties = Topic::Properties {
        subject: gaffitter(),
        set: THESIS_NAME.to_owned(),
    };
    let functions = Topic::FunctionProperties {
        subject: gaffitter(),
    };
    let swapped = swapped_classes(tidy);
    add_all(published, usable, &swapped);
    add_all(published, properties.clone(), &swapped);
    add_all(published, functions.clone(), &swapped);
    if tidy.source(GAFFITTER).is_some() {
        add_all(
            published,
            properties,
            &["The thesis calls GS1 and GS2 G1 and G2 in Table 3.17, which in Table 4.11 are properties of \
               functions."
                .to_owned()],
        );
        add_all(
            published,
            functions,
            &["The thesis calls two properties of the whole program G1 and G2 as well, in Table 3.17; here \
               these are GS1 and GS2."
                .to_owned()],
        );
    }
    let impossible = more_inside_than_overall(tidy);
    for topic in [
        Topic::LevelOverlap {
            subject: gaffitter(),
        },
        Topic::LevelsInFunctions {
            subject: gaffitter(),
        },
    ] {
        add_all(published, topic, &impossible);
    }
    let topic = Topic::LevelsInFunctions { subject: lucene() };
    add_all(published, topic, &not_all_in_idf(tidy));
}

fn add_all(published: &mut Published, topic: Topic, notes: &[String]) {
    let known = published.notes.entry(topic).or_default();
    known.extend(notes.iter().cloned());
}

/// The tables of the optimiser's two kinds of properties have the same mutants, and count two of their
/// classes the other way round.
fn swapped_classes(tidy: &Tidy) -> Vec<String> {
    let count = |file, class: &str| {
        let key = [(CLASS, class), ("property", N_MUTANTS)];
        tidy.value(file, &key)
    };
    let [one, other] = ["comparison", "math"];
    let counts = |file| Some((count(file, one)?, count(file, other)?));
    let (Some(first), Some(second)) = (counts(GAFFITTER), counts(GAFFITTER_FUNCTIONS)) else {
        return Vec::new();
    };
    if first == second {
        return Vec::new();
    }
    let share = |class: &str, of: u64| {
        let key = [(CLASS, class), ("property", DISTINCT)];
        let killed = tidy.value(GAFFITTER, &key)?;
        let percent = 100.0 * killed as f64 / of as f64;
        Some(format!("{killed}/{of} ({percent:.1} %)"))
    };
    let shares = share(one, second.0).zip(share(other, second.1));
    let shares = shares.map_or(String::new(), |(one, other)| {
        format!("; with these, properties of the program killed {one} and {other} of them")
    });
    let (one, other) = (our_class(one), our_class(other));
    vec![format!(
        "Of the same mutants Table 3.17 counts {} {one} and {} {other}, Table 4.14 and the thesis's text {} \
         and {}{shares}. What stands here is as printed.",
        first.0, first.1, second.0, second.1
    )]
}

/// If properties of functions kill only in their functions, whatever both levels kill lies there, too.
fn more_inside_than_overall(tidy: &Tidy) -> Vec<String> {
    let of = |file, column, name| tidy.value(file, &[("subject", "gaffitter"), (column, name)]);
    let numbers = || {
        Some([
            of(LEVEL_OVERLAP, "region", "both")?,
            of(CHECKED_FUNCTIONS, "technique", "system_level")?,
            of(CHECKED_FUNCTIONS, "technique", "mrc")?,
            of(LEVELS, "technique", "mrc")?,
        ])
    };
    match numbers() {
        Some([both, system_inside, inside, overall])
            if inside == overall && both > system_inside =>
        {
            vec![format!(
                "gaffitter: all {overall} kills by properties of functions are in functions that have \
                 properties (Table 4.15), where properties of the program have {system_inside}; yet Table 4.13 \
                 has {both} mutants that both kill. One of the tables is wrong; both stand here as printed."
            )]
        }
        _ => Vec::new(),
    }
}

/// The text puts all usable mutants of the search engine into one function.
fn not_all_in_idf(tidy: &Tidy) -> Vec<String> {
    let n = |file| tidy.value(file, &[("subject", "Lucene"), ("technique", N_MUTANTS)]);
    match (n(CHECKED_FUNCTIONS), n(LEVELS)) {
        (Some(inside), Some(all)) if inside < all => vec![format!(
            "lucene: the thesis's text (4.5.2) has all usable mutants in `idf`, its Table 4.15 {inside} of {all}."
        )],
        _ => Vec::new(),
    }
}
