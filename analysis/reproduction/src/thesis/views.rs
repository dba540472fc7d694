//! The thesis's tables by their numbers.

use killrate_analysis::{About, View};

const fn view(number: &'static str, kind: &'static str, about: About) -> View {
    View {
        number,
        kind: Some(kind),
        about,
    }
}

/// A table that nothing of ours stands beside: the papers' data sets, programs of the second study and
/// tests of programs in use are not what a record is about.
const fn as_printed(number: &'static str) -> View {
    View {
        number,
        kind: None,
        about: About::Everything,
    }
}

const ALL: About = About::AllSubjects;
const C45: About = About::Subject("c45");
const MARTIRANK: About = About::Subject("martirank");
const PAYL: About = About::Subject("payl");
const SVM: About = About::Subject("svm");

/// The tables of the thesis that a record can be set beside.
pub(super) const VIEWS: [View; 37] = [
    view("3.1", "funnel", ALL),
    as_printed("3.2"),
    as_printed("3.3"),
    view("3.4", "techniques", ALL),
    view("3.5", "overlap", ALL),
    view("3.6", "properties", ALL),
    view("3.7", "properties", C45),
    view("3.8", "data-sets", C45),
    view("3.9", "properties", MARTIRANK),
    view("3.10", "data-sets", MARTIRANK),
    view("3.11", "properties", SVM),
    view("3.12", "data-sets", SVM),
    as_printed("3.14"),
    as_printed("3.15"),
    as_printed("3.16"),
    as_printed("3.17"),
    view("payl", "techniques", PAYL),
    view("4.3", "function-properties", ALL),
    view("4.4", "levels", ALL),
    view("4.5", "level-overlap", ALL),
    view("4.6", "checked-functions", ALL),
    view("4.7", "function-kills", C45),
    view("4.8", "function-kills", MARTIRANK),
    view("4.9", "function-kills", SVM),
    view("4.10", "function-kills", PAYL),
    as_printed("4.12"),
    as_printed("4.13"),
    as_printed("4.14"),
    as_printed("4.15"),
    as_printed("5.3"),
    view("3.18", "random-programs", About::Everything),
    view("4.17", "random-programs", About::Everything),
    view("4.18", "random-programs", About::Everything),
    view("4.19", "overhead", About::Everything),
    view("4.20", "overhead", About::Everything),
    view("4.21", "overhead", About::Everything),
    view("4.22", "overhead", About::Everything),
];
