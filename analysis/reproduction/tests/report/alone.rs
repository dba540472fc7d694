//! A record without any paper beside it.

use killrate_analysis::{
    AnalysisError, Format, PageContext, Papers, ReportOptions, Selection, page, report,
};

use crate::fixture::{record, written};

fn rendered(selection: Selection) -> String {
    let (_parent, folder, _) = written(&record());
    let papers = Papers::default();
    let options = ReportOptions {
        policy: papers.policy("strict").unwrap(),
        tables: selection,
        format: Format::Text { is_coloured: false },
    };
    report(&[&folder], &papers, &options).unwrap()
}

#[track_caller]
fn check_names_no_paper(text: &str) {
    for word in ["thesis", "Murphy", "ISSTA", "ublished", "paper"] {
        // A note of `unique` says what a set is.
        let text = text.replace("that a paper counts together", "");
        assert!(!text.contains(word), "`{word}` is in {text}");
    }
}

#[test]
fn a_report_without_papers_names_none_and_has_all_properties_together() {
    let text = rendered(Selection::All);
    check_names_no_paper(&text.replace("mutants that the papers' changes", ""));
    let answer = rendered(Selection::Answer);
    let words: Vec<&str> = answer.split_whitespace().collect();
    let told = "The metamorphic properties, each a way to change an input: negate 6/13, permute 6/13, add 5/13, permute-model 5/13, multiply 3/13.";
    assert!(words.join(" ").contains(told), "{answer}");
    // One row for the technique, and none for sets of properties.
    let techniques = rendered(Selection::named("techniques", &Papers::default()).unwrap());
    assert!(!techniques.contains("further ones"), "{techniques}");
}

#[test]
fn a_page_without_papers_names_none() {
    let (_parent, folder, _) = written(&record());
    let papers = Papers::default();
    let policy = papers.policy("strict").unwrap();
    let page = page(&[&folder], &papers, policy, &PageContext::default()).unwrap();
    let body = page.split_once("<body>").unwrap().1;
    check_names_no_paper(body.split_once("<script").unwrap().0);
}

#[track_caller]
fn check_unknown<T: std::fmt::Debug>(result: Result<T, AnalysisError>, expected: &str) {
    assert_eq!(result.unwrap_err().to_string(), expected);
}

#[test]
fn without_papers_there_are_none_of_their_policies_tables_and_numbers() {
    let papers = Papers::default();
    check_unknown(
        papers.policy("thesis"),
        "there is no policy `thesis`; use one of `strict`",
    );
    let told = papers.table("claims").unwrap_err().to_string();
    assert!(told.starts_with("there is no table `claims`; "), "{told}");
    let told = Selection::named("3.4", &papers).unwrap_err().to_string();
    assert!(told.starts_with("there is no table `3.4`; there are main, all, "));
    assert!(!told.contains("by their numbers"), "{told}");
}
