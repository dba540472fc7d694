//! The thesis's numbers by our names.

mod functions;
mod odd;
mod overhead;
mod per_property;
mod study_2;

use std::collections::BTreeMap;
use std::path::Path;

use killrate_analysis::{AnalysisError, Overlap, Published, Quantity, Rate, Topic};

use super::names::{COMPARED, our_data_sets};
use crate::tidy::{CLASS, DISTINCT, N_MUTANTS, Tidy, has, number, our_class};

pub(crate) use overhead::{cost, file_of as overhead_file};
pub(crate) use per_property::{PropertyTable, add_properties};

/// The properties of whole programs, which we call as the thesis does.
pub(crate) const PROPERTIES: [&str; 4] = ["permute", "multiply", "add", "negate"];

/// Programs with properties of their own: the inputs of PAYL allow no change of numbers, and the programs
/// of the second study do something else.
pub(crate) const OWN_PROPERTIES: [(&str, &[&str]); 4] = [
    ("payl", &["permute", "permute-bytes"]),
    ("jsim", &["multiply", "add"]),
    ("lucene", &["L1", "L2", "L3", "L4"]),
    ("gaffitter", &["GS1", "GS2"]),
];

/// Where the thesis reports on a program of its first study.
struct StudySubject {
    /// Our name.
    subject: &'static str,
    /// The thesis's name.
    name: &'static str,
    /// The table of kills per property and class.
    by_property: &'static str,
    /// The table of kills per data set and class.
    by_data_set: &'static str,
    /// What the text says of its second implementation.
    disagreement: &'static str,
}

const SUBJECTS: [StudySubject; 3] = [
    StudySubject {
        subject: "c45",
        name: "C4.5",
        by_property: "thesis_3_07_c45.csv",
        by_data_set: "thesis_3_08_c45_by_dataset.csv",
        disagreement: "pseudo-oracle C4.5 data sets differing from gold (of 6)",
    },
    StudySubject {
        subject: "martirank",
        name: "MartiRank",
        by_property: "thesis_3_09_martirank.csv",
        by_data_set: "thesis_3_10_martirank_by_dataset.csv",
        disagreement: "pseudo-oracle false-positive rate MartiRank (data sets differing from gold)",
    },
    StudySubject {
        subject: "svm",
        name: "SVM",
        by_property: "thesis_3_11_svm.csv",
        by_data_set: "thesis_3_12_svm_by_dataset.csv",
        disagreement: "pseudo-oracle false-positive rate SVM",
    },
];

/// The techniques of [`COMPARED`] as the thesis's tables call them.
const TECHNIQUE_NAMES: [&str; 3] = [
    "metamorphic_testing",
    "partial_oracle",
    "assertion_checking",
];

/// Kills that the thesis gives in its text, of a program that its tables leave out: our subject and
/// technique, the text's kills, and the text's mutants.
const IN_TEXT: [(&str, &str, &str, &str); 2] = [
    (
        "payl",
        "metamorphic",
        "PAYL killed by system-level MT",
        "PAYL mutants",
    ),
    (
        "payl",
        "assertions",
        "PAYL killed by Daikon assertions",
        "PAYL mutants",
    ),
];

/// The tables of a study that are about all its programs.
struct StudyTables {
    /// Kills of techniques.
    effectiveness: &'static str,
    /// Kills of properties of programs and of functions.
    levels: &'static str,
    /// The overlap of both.
    level_overlap: &'static str,
    /// Kills of both in functions that have properties.
    checked_functions: &'static str,
}

const STUDY_1_TABLES: StudyTables = StudyTables {
    effectiveness: EFFECTIVENESS,
    levels: "thesis_4_04_study1_mrc.csv",
    level_overlap: "thesis_4_05_study1_mrc_overlap.csv",
    checked_functions: "thesis_4_06_study1_mrc_property_functions.csv",
};

impl StudyTables {
    fn files(&self) -> [&'static str; 4] {
        [
            self.effectiveness,
            self.levels,
            self.level_overlap,
            self.checked_functions,
        ]
    }
}

const MUTANT_TYPES: &str = "thesis_3_01_mutant_types.csv";
const EFFECTIVENESS: &str = "thesis_3_04_study1_effectiveness.csv";
const OVERLAP: &str = "thesis_3_05_study1_overlap.csv";
/// Figures of the running text.
pub(crate) const TEXT_FIGURES: &str = "thesis_text_figures.csv";

/// Our techniques with the thesis's names.
fn techniques() -> impl Iterator<Item = (&'static str, &'static str)> {
    COMPARED.into_iter().zip(TECHNIQUE_NAMES)
}

/// Reads what a record can be set beside.
pub(super) fn read(folder: &Path) -> Result<Published, AnalysisError> {
    let of_subjects = SUBJECTS
        .iter()
        .flat_map(|known| [known.by_property, known.by_data_set]);
    let of_study = [MUTANT_TYPES, EFFECTIVENESS, OVERLAP, TEXT_FIGURES];
    let files = of_study
        .into_iter()
        .chain(of_subjects)
        .chain(functions::files())
        .chain(study_2::files())
        .chain(overhead::files());
    let tidy = Tidy::read(folder, files)?;
    let mut published = Published::default();
    for known in &SUBJECTS {
        add_usable(&mut published, &tidy, known);
        add_techniques(
            &mut published,
            &tidy,
            EFFECTIVENESS,
            known.subject,
            known.name,
        );
        add_data_sets(&mut published, &tidy, known);
        add_disagreement(&mut published, &tidy, known);
        let names = PROPERTIES.map(|property| (property, property));
        let table = PropertyTable {
            subject: known.subject,
            set: super::names::THESIS_NAME,
            file: known.by_property,
            properties: &names,
        };
        add_properties(&mut published, &tidy, &table);
    }
    add_sources(&mut published, &tidy);
    published.overlap = overlap(&tidy);
    functions::add(&mut published, &tidy);
    study_2::add(&mut published, &tidy);
    odd::add(&mut published, &tidy);
    overhead::add(&mut published, &tidy);
    Ok(published)
}

fn add_usable(published: &mut Published, tidy: &Tidy, known: &StudySubject) {
    let lines = tidy.lines(MUTANT_TYPES).iter();
    for line in lines.filter(|line| has(line, &[("subject", known.name)])) {
        if let (Some(class), Some(n)) = (line.get(CLASS), number(line, "value")) {
            let key = (known.subject.to_owned(), our_class(class).to_owned());
            published.usable.entry(key).or_insert(n);
        }
    }
}

/// Adds the kills of techniques on a program, which the thesis calls by this name.
fn add_techniques(
    published: &mut Published,
    tidy: &Tidy,
    file: &'static str,
    subject: &str,
    name: &str,
) {
    for (technique, technique_name) in techniques() {
        let key = [("subject", name)];
        let rate = tidy.rate(file, &key, ("technique", technique_name));
        let quantity = Quantity::Technique {
            subject: subject.to_owned(),
            technique: technique.to_owned(),
        };
        published.rates.extend(rate.map(|rate| (quantity, rate)));
    }
    let subject = subject.to_owned();
    published
        .notes
        .insert(Topic::Techniques { subject }, tidy.sources(file));
}

fn add_data_sets(published: &mut Published, tidy: &Tidy, known: &StudySubject) {
    let file = known.by_data_set;
    for class in tidy.names(file, CLASS) {
        for name in tidy.names(file, "dataset") {
            let rate = tidy.rate(file, &[(CLASS, class)], ("dataset", name));
            for data_set in our_data_sets(name) {
                let quantity = Quantity::DataSet {
                    subject: known.subject.to_owned(),
                    set: super::names::THESIS_NAME.to_owned(),
                    data_set,
                    class: our_class(class).to_owned(),
                };
                published.rates.extend(rate.map(|rate| (quantity, rate)));
            }
        }
    }
    let topic = Topic::DataSets {
        subject: known.subject.to_owned(),
        set: super::names::THESIS_NAME.to_owned(),
    };
    published.notes.insert(topic, tidy.notes(file, "dataset"));
}

/// The text gives some of these as counts and some in percent of the data sets.
fn add_disagreement(published: &mut Published, tidy: &Tidy, known: &StudySubject) {
    let names = tidy.names(known.by_data_set, "dataset").into_iter();
    let data_sets = names.filter(|name| ![N_MUTANTS, DISTINCT].contains(name));
    let of = data_sets.count() as u64;
    let key = ("quantity", known.disagreement);
    let lines = tidy.lines(TEXT_FIGURES).iter();
    let is_percent = { lines }.any(|line| has(line, &[key, ("unit", "percent")]));
    let is_published = !tidy.lines(known.by_data_set).is_empty();
    let value = tidy.value(TEXT_FIGURES, &[key]).filter(|_| is_published);
    let quantity = Quantity::Disagreement {
        subject: known.subject.to_owned(),
    };
    published.rates.extend(value.map(|value| {
        let n = if is_percent { of * value / 100 } else { value };
        (quantity, Rate { n, of })
    }));
}

fn add_sources(published: &mut Published, tidy: &Tidy) {
    for (subject, technique, n, of) in IN_TEXT {
        let quantity = Quantity::TechniqueInText {
            subject: subject.to_owned(),
            technique: technique.to_owned(),
        };
        let rate = in_text(tidy, n, of);
        published.rates.extend(rate.map(|rate| (quantity, rate)));
    }
    let used = tidy.source(MUTANT_TYPES).into_iter();
    let used = used.map(|source| format!("Published: {source}, mutants used."));
    let compared = tidy.source(OVERLAP).into_iter().map(|source| {
        format!(
            "Published: {source}, over C4.5, MartiRank and SVM; techniques that are not columns here \
             may have killed or not. Metamorphic testing is here the thesis's properties alone."
        )
    });
    let used: Vec<String> = used.collect();
    for known in &SUBJECTS {
        let subject = known.subject.to_owned();
        published
            .notes
            .insert(Topic::Usable { subject }, used.clone());
    }
    published.notes.extend([
        (Topic::TechniquesInText, tidy.sources(TEXT_FIGURES)),
        (Topic::Overlap, compared.collect()),
    ]);
}

/// A number that the thesis gives in its text, out of another.
pub(crate) fn in_text(tidy: &Tidy, n: &str, of: &str) -> Option<Rate> {
    Some(Rate {
        n: tidy.value(TEXT_FIGURES, &[("quantity", n)])?,
        of: tidy.value(TEXT_FIGURES, &[("quantity", of)])?,
    })
}

/// Which mutants of the first study exactly some techniques killed.
fn overlap(tidy: &Tidy) -> Option<Overlap> {
    tidy.source(OVERLAP)?;
    let lines = tidy.lines(OVERLAP).iter();
    // The total is the one line without flags.
    let cells = lines.filter(|line| has(line, &[("kind", "cell")]));
    let regions = cells.filter_map(|line| {
        let flags: BTreeMap<String, bool> = techniques()
            .filter_map(|(technique, name)| {
                let is_killed = line
                    .get(name)
                    .filter(|flag| ["0", "1"].contains(&flag.as_str()))?;
                Some((technique.to_owned(), is_killed == "1"))
            })
            .collect();
        Some((flags, number(line, N_MUTANTS)?))
    });
    Some(Overlap {
        subjects: SUBJECTS
            .iter()
            .map(|known| known.subject.to_owned())
            .collect(),
        techniques: COMPARED.map(str::to_owned).into(),
        regions: regions.collect(),
    })
}
