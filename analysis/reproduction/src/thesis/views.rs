//! The thesis's tables by their numbers.

use killrate_analysis::{About, View};

use super::names;

const fn view(number: &'static str, kind: &'static str, about: About) -> View {
    View {
        number,
        kind: Some(kind),
        about,
    }
}

/// A table that nothing of ours stands beside: the papers' data sets and tests of programs in use are not
/// what a record is about.
const fn as_printed(number: &'static str) -> View {
    View {
        number,
        kind: None,
        about: About::Everything,
    }
}

const STUDY_1: About = About::AllSubjects(&names::MRC_1);
const STUDY_2: About = About::AllSubjects(&names::STUDY_2);
const C45: About = About::Subject("c45");
const GAFFITTER: About = About::Subject("gaffitter");
const JSIM: About = About::Subject("jsim");
const LUCENE: About = About::Subject("lucene");
const MARTIRANK: About = About::Subject("martirank");
const PAYL: About = About::Subject("payl");
const SVM: About = About::Subject("svm");

/// The tables of the thesis that a record can be set beside.
pub(super) const VIEWS: [View; 39] = [
    view("3.1", "funnel", STUDY_1),
    as_printed("3.2"),
    as_printed("3.3"),
    view("3.4", "techniques", STUDY_1),
    view("3.5", "overlap", STUDY_1),
    view("3.6", "properties", STUDY_1),
    view("3.7", "properties", C45),
    view("3.8", "data-sets", C45),
    view("3.9", "properties", MARTIRANK),
    view("3.10", "data-sets", MARTIRANK),
    view("3.11", "properties", SVM),
    view("3.12", "data-sets", SVM),
    view("3.13", "property-texts", LUCENE),
    view("3.14", "techniques", STUDY_2),
    view("3.15", "properties", JSIM),
    view("3.16", "properties", LUCENE),
    view("3.17", "properties", GAFFITTER),
    view("payl", "techniques", PAYL),
    view("4.3", "function-properties", STUDY_1),
    view("4.4", "levels", STUDY_1),
    view("4.5", "level-overlap", STUDY_1),
    view("4.6", "checked-functions", STUDY_1),
    view("4.7", "function-kills", C45),
    view("4.8", "function-kills", MARTIRANK),
    view("4.9", "function-kills", SVM),
    view("4.10", "function-kills", PAYL),
    view("4.11", "property-texts", GAFFITTER),
    view("4.12", "levels", STUDY_2),
    view("4.13", "level-overlap", STUDY_2),
    view("4.14", "function-kills", GAFFITTER),
    view("4.15", "checked-functions", STUDY_2),
    as_printed("5.3"),
    view("3.18", "random-programs", About::Everything),
    view("4.17", "random-programs", About::Everything),
    view("4.18", "random-programs", About::Everything),
    view("4.19", "overhead", About::Everything),
    view("4.20", "overhead", About::Everything),
    view("4.21", "overhead", About::Everything),
    view("4.22", "overhead", About::Everything),
];
