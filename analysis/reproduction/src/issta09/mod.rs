//! ISSTA'09, the paper before the thesis.

use std::path::Path;

use killrate_analysis::{AnalysisError, Paper, PropertySet, Published};

use crate::thesis::published::{PropertyTable, add_properties};
use crate::tidy::Tidy;

/// Our names of the properties and of their set: the paper compares models, not what they say.
pub(crate) const SET: &str = "model";
const PROPERTIES: [&str; 4] = [
    "permute-model",
    "multiply-model",
    "add-model",
    "negate-model",
];
/// The same properties as its tables call them.
const NAMES: [&str; 4] = ["permute", "multiply", "add", "negate"];

/// The programs: our name, and the table of kills per property and class.
const SUBJECTS: [(&str, &str); 3] = [
    ("c45", "issta09_2_c45.csv"),
    ("martirank", "issta09_3_martirank.csv"),
    ("svm", "issta09_1_svm.csv"),
];

/// What ISSTA'09 adds to the analysis of a record.
pub(crate) const ISSTA09: Paper = Paper {
    name: "ISSTA'09",
    cited: "ISSTA'09 (Murphy, Shen and Kaiser)",
    properties: Some(PropertySet {
        name: SET,
        title: "ISSTA'09's properties",
        short_title: "ISSTA'09's",
        properties: &PROPERTIES,
        of_subjects: &[],
    }),
    policies: &[],
    tables: &[],
    views: &[],
    remarks: &[],
    read,
    as_printed: |_, _| Ok(None),
};

fn read(folder: &Path) -> Result<Published, AnalysisError> {
    let tidy = Tidy::read(folder, SUBJECTS.map(|(_, file)| file))?;
    let names: Vec<(&str, &str)> = PROPERTIES.into_iter().zip(NAMES).collect();
    let mut published = Published::default();
    for (subject, file) in SUBJECTS {
        let table = PropertyTable {
            subject,
            set: SET,
            file,
            properties: &names,
        };
        add_properties(&mut published, &tidy, &table);
    }
    Ok(published)
}
