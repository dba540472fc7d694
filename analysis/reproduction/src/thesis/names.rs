//! What the thesis calls things, and the things of ours that it asks for.

use killrate_analysis::roles::{ASSERTIONS, METAMORPHIC, PARTIAL_ORACLE};

/// Its name in reports, of its policy and of its set of properties.
pub(crate) const THESIS_NAME: &str = "thesis";

/// The programs of its first study; PAYL it keeps aside.
pub(crate) const STUDY_1: [&str; 3] = ["c45", "martirank", "svm"];

/// The programs of its first study of properties of functions.
pub(crate) const MRC_1: [&str; 4] = ["c45", "martirank", "payl", "svm"];

/// The programs of its second study, of properties of programs and of functions alike.
pub(crate) const STUDY_2: [&str; 3] = ["gaffitter", "jsim", "lucene"];

/// The file of the genetic algorithm that says which candidates live on.
pub(crate) const SELECTION: (&str, &str) = ("gaffitter", "src/generation.rs");

/// The techniques that its first study compares.
pub(crate) const COMPARED: [&str; 3] = [METAMORPHIC, PARTIAL_ORACLE, ASSERTIONS];

/// The changes by one that move where a loop or a range starts or ends.
pub(crate) const LOOP_OPERATORS: [&str; 6] = [
    "loop-bound-minus-one",
    "loop-bound-plus-one",
    "range-end-minus-one",
    "range-end-plus-one",
    "range-start-minus-one",
    "range-start-plus-one",
];

/// The sort that places missing values at random, with the functions that are only a part of it.
pub(crate) const SORT: (&str, &[&str]) = (
    "sort_examples (non-deterministic)",
    &["sort_examples", "merge_sort", "merge", "bounded"],
);

/// The function of MartiRank that builds the list which its measure of quality only reads.
pub(crate) const BUILDER: &str = "link_examples";

/// The thesis's name of a data set: it numbers those of MartiRank without saying whose they are.
pub(crate) fn data_set_name(data_set: &str) -> String {
    let number = data_set.strip_prefix("martirank-");
    // Ours of the published size have another name than those of a tenth.
    let number = number.map(|number| number.strip_suffix("-full").unwrap_or(number));
    match number.and_then(|number| number.parse::<u32>().ok()) {
        Some(number) => format!("data{number}"),
        None => data_set.to_owned(),
    }
}

/// Our names of one of the thesis's data sets, of both sizes.
pub(crate) fn our_data_sets(data_set: &str) -> Vec<String> {
    let number = data_set.strip_prefix("data");
    // A record has one of the two sizes, and the thesis's numbers are for whichever it has.
    match number.and_then(|number| number.parse::<u32>().ok()) {
        Some(number) => ["", "-full"]
            .map(|size| format!("martirank-{number:02}{size}"))
            .into(),
        None => vec![data_set.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_data_sets_lead_back() {
        for known in ["data1", "data10", "golf"] {
            for ours in our_data_sets(known) {
                assert_eq!(data_set_name(&ours), known);
            }
        }
        assert_eq!(
            our_data_sets("data6"),
            ["martirank-06", "martirank-06-full"]
        );
        assert_eq!(data_set_name("martirank-training"), "martirank-training");
    }
}
