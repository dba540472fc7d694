//! What the thesis reports on properties of functions beside those of whole programs.

use killrate_analysis::levels::Level;
use killrate_analysis::{Published, Quantity, Region, Topic};

use super::{STUDY_1_TABLES, StudyTables};
use crate::tidy::{CLASS, DISTINCT, N_MUTANTS, Tidy, our_class};

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
    STUDY_1_TABLES.files().into_iter().chain(of_subjects)
}

/// Adds both levels, their overlap, and the properties of functions.
pub(super) fn add(published: &mut Published, tidy: &Tidy) {
    for (subject, name, file) in SUBJECTS {
        add_levels(published, tidy, &STUDY_1_TABLES, subject, name);
        add_properties(published, tidy, subject, file);
    }
}

/// Adds both levels on a program, which the thesis calls by this name.
pub(super) fn add_levels(
    published: &mut Published,
    tidy: &Tidy,
    tables: &StudyTables,
    subject: &str,
    name: &str,
) {
    let StudyTables {
        levels,
        level_overlap,
        checked_functions,
        ..
    } = *tables;
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
        found.push((overall, rate(levels)));
        found.push((inside, rate(checked_functions)));
    }
    for region in Region::ALL {
        let quantity = Quantity::Region {
            subject: subject(),
            region,
        };
        let rate = tidy.rate(level_overlap, &key, ("region", region_name(region)));
        found.push((quantity, rate));
    }
    let known = found
        .into_iter()
        .filter_map(|(quantity, rate)| Some((quantity, rate?)));
    published.rates.extend(known);
    published.notes.extend([
        (
            Topic::Levels { subject: subject() },
            tidy.notes(levels, "technique"),
        ),
        (
            Topic::LevelOverlap { subject: subject() },
            tidy.notes(level_overlap, "region"),
        ),
        (
            Topic::LevelsInFunctions { subject: subject() },
            tidy.notes(checked_functions, "technique"),
        ),
    ]);
}

/// Adds the kills of each property of a program's functions and of all together, class by class.
pub(super) fn add_properties(
    published: &mut Published,
    tidy: &Tidy,
    subject: &str,
    file: &'static str,
) {
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
