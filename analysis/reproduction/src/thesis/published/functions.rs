//! What the thesis reports on properties of functions beside those of whole programs.

use killrate_analysis::levels::Level;
use killrate_analysis::{Published, Quantity, Region, Topic};

use crate::tidy::{CLASS, DISTINCT, N_MUTANTS, Tidy, our_class};

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

/// The levels that the thesis has, with its names.
const LEVELS: [(Level, &str); 2] = [(Level::System, "system_level"), (Level::Functions, "mrc")];

fn region_name(region: Region) -> &'static str {
    match region {
        Region::Both => "both",
        Region::OnlySystem => "only_system_level",
        Region::OnlyFunctions => "only_mrc",
        Region::Neither => "not_killed",
    }
}

/// The files of these tables.
pub(super) fn files() -> impl Iterator<Item = &'static str> {
    let of_subjects = SUBJECTS.iter().map(|(_, _, file)| *file);
    [ALL_MUTANTS, OVERLAP, CHECKED_FUNCTIONS]
        .into_iter()
        .chain(of_subjects)
}

/// Adds both levels, their overlap, and the properties of functions.
pub(super) fn add(published: &mut Published, tidy: &Tidy) {
    for (subject, name, file) in SUBJECTS {
        add_levels(published, tidy, subject, name);
        add_properties(published, tidy, subject, file);
    }
    published.notes.extend([
        (Topic::Levels, tidy.notes(ALL_MUTANTS, "technique")),
        (Topic::LevelOverlap, tidy.notes(OVERLAP, "region")),
        (
            Topic::LevelsInFunctions,
            tidy.notes(CHECKED_FUNCTIONS, "technique"),
        ),
    ]);
}

fn add_levels(published: &mut Published, tidy: &Tidy, subject: &str, name: &str) {
    let key = [("subject", name)];
    let subject = || subject.to_owned();
    let mut found = Vec::new();
    for (level, technique) in LEVELS {
        let rate = |file| tidy.rate(file, &key, ("technique", technique));
        let overall = Quantity::Level {
            subject: subject(),
            level,
        };
        let inside = Quantity::LevelInFunctions {
            subject: subject(),
            level,
        };
        found.push((overall, rate(ALL_MUTANTS)));
        found.push((inside, rate(CHECKED_FUNCTIONS)));
    }
    for region in Region::ALL {
        let quantity = Quantity::Region {
            subject: subject(),
            region,
        };
        let rate = tidy.rate(OVERLAP, &key, ("region", region_name(region)));
        found.push((quantity, rate));
    }
    let known = found
        .into_iter()
        .filter_map(|(quantity, rate)| Some((quantity, rate?)));
    published.rates.extend(known);
}

fn add_properties(published: &mut Published, tidy: &Tidy, subject: &str, file: &'static str) {
    let names = tidy
        .names(file, "property")
        .into_iter()
        .filter(|name| ![N_MUTANTS, DISTINCT].contains(name));
    let properties: Vec<String> = names.map(str::to_owned).collect();
    for class in tidy.names(file, CLASS) {
        let each = properties.iter().map(|name| Some(name.as_str()));
        for property in each.chain([None]) {
            let column = ("property", property.unwrap_or(DISTINCT));
            let rate = tidy.rate(file, &[(CLASS, class)], column);
            let quantity = Quantity::FunctionProperty {
                subject: subject.to_owned(),
                property: property.map(str::to_owned),
                class: our_class(class).to_owned(),
            };
            published.rates.extend(rate.map(|rate| (quantity, rate)));
        }
    }
    published
        .function_properties
        .insert(subject.to_owned(), properties);
    let topic = Topic::FunctionProperties {
        subject: subject.to_owned(),
    };
    published.notes.insert(topic, tidy.notes(file, "property"));
}
