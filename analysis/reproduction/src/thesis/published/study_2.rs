//! What the thesis reports on the programs of its second study.

use killrate_analysis::{Published, Topic};

use super::functions::{add_levels, add_properties as add_function_properties};
use super::{PropertyTable, StudyTables, add_properties, add_techniques};
use crate::thesis::names::THESIS_NAME;
use crate::tidy::{CLASS, N_MUTANTS, Tidy, has, number, our_class};

const TABLES: StudyTables = StudyTables {
    effectiveness: "thesis_3_14_study2_effectiveness.csv",
    levels: "thesis_4_12_study2_mrc.csv",
    level_overlap: "thesis_4_13_study2_mrc_overlap.csv",
    checked_functions: "thesis_4_15_study2_mrc_property_functions.csv",
};

/// Kills per property and class of the optimiser.
pub(super) const GAFFITTER: &str = "thesis_3_17_gaffitter.csv";
/// Kills per property of a function and class of the same.
pub(super) const GAFFITTER_FUNCTIONS: &str = "thesis_4_14_gaffitter_mrc.csv";

/// Where the thesis reports on a program.
struct Subject {
    /// Our name.
    subject: &'static str,
    /// The thesis's name.
    name: &'static str,
    /// The table of kills per property and class.
    by_property: &'static str,
    /// The properties of the program: our name, and the name in the table.
    properties: &'static [(&'static str, &'static str)],
    /// The properties of functions, by the name that both have.
    functions: Functions,
    /// The table of what properties say.
    texts: Option<&'static str>,
}

/// What the thesis has on properties of functions.
enum Functions {
    /// Their names alone.
    Named(&'static [&'static str]),
    /// The table of their kills.
    Table(&'static str),
}

const SUBJECTS: [Subject; 3] = [
    Subject {
        subject: "jsim",
        name: "JSim",
        by_property: "thesis_3_15_jsim.csv",
        properties: &[("multiply", "multiplication"), ("add", "addition")],
        functions: Functions::Named(&["JSim-compare"]),
        texts: None,
    },
    Subject {
        subject: "lucene",
        name: "Lucene",
        by_property: "thesis_3_16_lucene.csv",
        properties: &[("L1", "L1"), ("L2", "L2"), ("L3", "L3"), ("L4", "L4")],
        functions: Functions::Named(&["idf-df", "idf-nd"]),
        texts: Some("thesis_3_13_lucene_properties.csv"),
    },
    Subject {
        subject: "gaffitter",
        name: "gaffitter",
        by_property: GAFFITTER,
        properties: &[("GS1", "G1_generations"), ("GS2", "G2_scale")],
        functions: Functions::Table(GAFFITTER_FUNCTIONS),
        texts: Some("thesis_4_11_gaffitter_functions.csv"),
    },
];

/// The files of these tables.
pub(super) fn files() -> impl Iterator<Item = &'static str> {
    let of_subjects = SUBJECTS
        .iter()
        .flat_map(|known| [known.by_property].into_iter().chain(known.texts));
    TABLES
        .files()
        .into_iter()
        .chain(of_subjects)
        .chain([GAFFITTER_FUNCTIONS])
}

/// Adds the kills on these programs and the mutants that were used of them.
pub(super) fn add(published: &mut Published, tidy: &Tidy) {
    for known in &SUBJECTS {
        let Subject { subject, name, .. } = *known;
        add_usable(published, tidy, known);
        add_techniques(published, tidy, TABLES.effectiveness, subject, name);
        let table = PropertyTable {
            subject,
            set: THESIS_NAME,
            file: known.by_property,
            properties: known.properties,
        };
        add_properties(published, tidy, &table);
        add_levels(published, tidy, &TABLES, subject, name);
        match known.functions {
            Functions::Table(file) => add_function_properties(published, tidy, subject, file),
            // Without the thesis at hand none of ours is one of the thesis's.
            Functions::Named(names) if tidy.source(TABLES.levels).is_some() => {
                let names = names.iter().map(|&name| name.to_owned());
                let key = subject.to_owned();
                published.function_properties.insert(key, names.collect());
            }
            Functions::Named(_) => {}
        }
        add_texts(published, tidy, known);
    }
}

fn add_texts(published: &mut Published, tidy: &Tidy, known: &Subject) {
    let Some(file) = known.texts else {
        return;
    };
    let subject = || known.subject.to_owned();
    let texts = tidy.lines(file).iter().filter_map(|line| {
        let key = (subject(), line.get("property")?.clone());
        Some((key, line.get("says")?.clone()))
    });
    published.texts.extend(texts);
    let topic = Topic::PropertyTexts { subject: subject() };
    published.notes.insert(topic, tidy.sources(file));
}

/// The second study has no table of the mutants used, but those per property count them.
fn add_usable(published: &mut Published, tidy: &Tidy, known: &Subject) {
    let lines = tidy.lines(known.by_property).iter();
    for line in lines.filter(|line| has(line, &[("property", N_MUTANTS)])) {
        if let (Some(class), Some(n)) = (line.get(CLASS), number(line, "value")) {
            let key = (known.subject.to_owned(), our_class(class).to_owned());
            published.usable.entry(key).or_insert(n);
        }
    }
    let source = tidy.source(known.by_property).into_iter();
    let notes = source.map(|source| format!("Published: {source}, mutants used."));
    let topic = Topic::Usable {
        subject: known.subject.to_owned(),
    };
    published.notes.insert(topic, notes.collect());
}
