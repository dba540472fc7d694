//! Murphy's thesis of 2010.

mod as_printed;
mod claims;
pub(crate) mod names;
pub(crate) mod numbers;
pub(crate) mod policies;
pub(crate) mod published;
mod random_programs;
pub(crate) mod variations;
mod views;

use killrate_analysis::{Paper, Placed, PropertySet};

pub(crate) use claims::CLAIMS;

/// What the thesis adds to the analysis of a record.
pub(crate) const THESIS: Paper = Paper {
    name: "the thesis",
    cited: "The thesis (Murphy, 2010)",
    properties: Some(PropertySet {
        name: names::THESIS_NAME,
        title: "the thesis's properties",
        short_title: "the thesis's",
        properties: &published::PROPERTIES,
        of_subjects: &published::OWN_PROPERTIES,
    }),
    policies: &policies::POLICIES,
    tables: &[Placed {
        after: "techniques",
        kind: &random_programs::RANDOM_PROGRAMS,
    }],
    views: &views::VIEWS,
    remarks: &[(
        "lines",
        "The thesis puts MartiRank's at about 70 % and asks for about the same from both kinds of data.",
    )],
    read: published::read,
    as_printed: as_printed::as_printed,
};
