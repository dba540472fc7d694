//! What the thesis reports on properties of functions beside those of whole programs.

use super::{CLASS, N_MUTANTS, Published, class_name};
use crate::Rate;
use crate::levels::Level;

const ALL_MUTANTS: &str = "thesis_4_04_study1_mrc.csv";
const OVERLAP: &str = "thesis_4_05_study1_mrc_overlap.csv";
const CHECKED_FUNCTIONS: &str = "thesis_4_06_study1_mrc_property_functions.csv";

/// A program of the thesis: our name, the thesis's, and the table of kills per property of a function.
const SUBJECTS: [(&str, &str, &str); 4] = [
    ("c45", "C4.5", "thesis_4_07_c45_mrc.csv"),
    ("martirank", "MartiRank", "thesis_4_08_martirank_mrc.csv"),
    ("payl", "PAYL", "thesis_4_10_payl_mrc.csv"),
    ("svm", "SVM", "thesis_4_09_svm_mrc.csv"),
];

/// Of two levels, which ones killed a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Region {
    Both,
    OnlySystem,
    OnlyFunctions,
    Neither,
}

impl Region {
    /// All of them, in the order of the thesis.
    pub(crate) const ALL: [Self; 4] = [
        Self::Both,
        Self::OnlySystem,
        Self::OnlyFunctions,
        Self::Neither,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Both => "both",
            Self::OnlySystem => "only_system_level",
            Self::OnlyFunctions => "only_mrc",
            Self::Neither => "not_killed",
        }
    }
}

/// The files of these tables.
pub(super) fn files() -> impl Iterator<Item = &'static str> {
    let of_subjects = SUBJECTS.iter().map(|(_, _, file)| *file);
    [ALL_MUTANTS, OVERLAP, CHECKED_FUNCTIONS]
        .into_iter()
        .chain(of_subjects)
}

impl Published {
    /// Kills at a level, among all mutants.
    pub(crate) fn by_level(&self, subject: &str, level: Level) -> Option<Rate> {
        self.of_level(ALL_MUTANTS, subject, level)
    }

    /// Kills at a level, among mutants in functions that have properties.
    pub(crate) fn by_level_in_functions(&self, subject: &str, level: Level) -> Option<Rate> {
        self.of_level(CHECKED_FUNCTIONS, subject, level)
    }

    /// Mutants in a region of the overlap of both levels.
    pub(crate) fn by_region(&self, subject: &str, region: Region) -> Option<Rate> {
        let key = [("subject", name_of(subject)?)];
        self.rate(OVERLAP, &key, ("region", region.name()))
    }

    /// Kills of a property of a function, or of all of them for `None`, among mutants of a class.
    pub(crate) fn by_function_property(
        &self,
        subject: &str,
        property: Option<&str>,
        class: &str,
    ) -> Option<Rate> {
        let file = file_of(subject)?;
        let property = property.unwrap_or("distinct_total");
        self.rate(file, &[(CLASS, class_name(class))], ("property", property))
    }

    /// The properties of functions that the thesis has for a program, in its order.
    pub(crate) fn function_properties(&self, subject: &str) -> Vec<&str> {
        let lines = file_of(subject).and_then(|file| self.tables.get(file));
        let mut names: Vec<&str> = Vec::new();
        for line in lines.into_iter().flatten() {
            let name = line.get("property").map_or("", String::as_str);
            if ![N_MUTANTS, "distinct_total", ""].contains(&name) && !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Where the numbers among all mutants come from.
    pub(crate) fn notes_by_level(&self) -> Vec<String> {
        self.notes(ALL_MUTANTS, "technique")
    }

    /// Where the numbers of the overlap come from.
    pub(crate) fn notes_by_region(&self) -> Vec<String> {
        self.notes(OVERLAP, "region")
    }

    /// Where the numbers among mutants in functions that have properties come from.
    pub(crate) fn notes_by_level_in_functions(&self) -> Vec<String> {
        self.notes(CHECKED_FUNCTIONS, "technique")
    }

    /// What to say of the numbers per property of a function.
    pub(crate) fn notes_by_function_property(&self, subject: &str) -> Vec<String> {
        file_of(subject).map_or_else(Vec::new, |file| self.notes(file, "property"))
    }

    fn of_level(&self, file: &str, subject: &str, level: Level) -> Option<Rate> {
        let technique = match level {
            Level::System => "system_level",
            Level::Functions => "mrc",
            Level::FurtherFunctions => return None,
        };
        let key = [("subject", name_of(subject)?)];
        self.rate(file, &key, ("technique", technique))
    }
}

fn name_of(subject: &str) -> Option<&'static str> {
    let known = SUBJECTS.iter().find(|(ours, _, _)| *ours == subject)?;
    Some(known.1)
}

fn file_of(subject: &str) -> Option<&'static str> {
    let known = SUBJECTS.iter().find(|(ours, _, _)| *ours == subject)?;
    Some(known.2)
}
