//! The papers' own tables.

mod levels;
mod overhead;
mod printed;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::columns::ALL_CLASSES;
use crate::roles::PROPERTY_SETS;
use crate::{AnalysisError, Rate};

pub(crate) use levels::Region;
pub(crate) use overhead::Overhead;

/// The tables of the papers that a record can be compared with; none without a folder of them.
#[derive(Debug, Default)]
pub(crate) struct Published {
    tables: BTreeMap<&'static str, Vec<Line>>,
    /// Where these and others are.
    folder: Option<PathBuf>,
}

/// A line of a published table: its cells by column.
type Line = BTreeMap<String, String>;

/// Where the papers report on a program.
struct PublishedSubject {
    /// Our name.
    subject: &'static str,
    /// The papers' name.
    name: &'static str,
    /// The table of kills per property and class, for each of [`PROPERTY_SETS`].
    by_property: [&'static str; 2],
    /// The table of kills per data set and class.
    by_data_set: &'static str,
    /// What the text says of its second implementation.
    disagreement: &'static str,
}

const SUBJECTS: [PublishedSubject; 3] = [
    PublishedSubject {
        subject: "c45",
        name: "C4.5",
        by_property: ["thesis_3_07_c45.csv", "issta09_2_c45.csv"],
        by_data_set: "thesis_3_08_c45_by_dataset.csv",
        disagreement: "pseudo-oracle C4.5 data sets differing from gold (of 6)",
    },
    PublishedSubject {
        subject: "martirank",
        name: "MartiRank",
        by_property: ["thesis_3_09_martirank.csv", "issta09_3_martirank.csv"],
        by_data_set: "thesis_3_10_martirank_by_dataset.csv",
        disagreement: "pseudo-oracle false-positive rate MartiRank (data sets differing from gold)",
    },
    PublishedSubject {
        subject: "svm",
        name: "SVM",
        by_property: ["thesis_3_11_svm.csv", "issta09_1_svm.csv"],
        by_data_set: "thesis_3_12_svm_by_dataset.csv",
        disagreement: "pseudo-oracle false-positive rate SVM",
    },
];

/// The techniques of the thesis's first study: our name, and the name in its tables.
const TECHNIQUES: [(&str, &str); 3] = [
    ("partial-oracle", "partial_oracle"),
    ("metamorphic", "metamorphic_testing"),
    ("assertions", "assertion_checking"),
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

const MUTANT_TYPES: &str = "thesis_3_01_mutant_types.csv";
const EFFECTIVENESS: &str = "thesis_3_04_study1_effectiveness.csv";
const TECHNIQUE_OVERLAP: &str = "thesis_3_05_study1_overlap.csv";
const TEXT_FIGURES: &str = "thesis_text_figures.csv";
const N_MUTANTS: &str = "mutants";
/// The columns of tables per data set that are not data sets.
const NO_DATA_SETS: [&str; 2] = [N_MUTANTS, "distinct_total"];

const RANDOM_EFFECTIVENESS: &str = "thesis_3_18_study3_effectiveness.csv";
const RANDOM_RUNTIME_CHECKING: &str = "thesis_4_17_study3_mrc.csv";
const RANDOM_FUNCTIONS: &str = "thesis_4_18_martirank_nondet.csv";

/// The files that are not of one subject.
const OF_STUDY: [&str; 7] = [
    MUTANT_TYPES,
    EFFECTIVENESS,
    TECHNIQUE_OVERLAP,
    TEXT_FIGURES,
    RANDOM_EFFECTIVENESS,
    RANDOM_RUNTIME_CHECKING,
    RANDOM_FUNCTIONS,
];

/// The techniques of the thesis's third study: our name, the table that has it, and its name there.
pub(crate) const RANDOM_TECHNIQUES: [(&str, &str, &str); 7] = [
    ("statistical", RANDOM_EFFECTIVENESS, "metamorphic_testing"),
    (
        "statistical-thesis",
        RANDOM_EFFECTIVENESS,
        "metamorphic_testing",
    ),
    ("heuristic", RANDOM_EFFECTIVENESS, "metamorphic_testing"),
    (
        "heuristic-thesis",
        RANDOM_EFFECTIVENESS,
        "metamorphic_testing",
    ),
    ("partial-oracle", RANDOM_EFFECTIVENESS, "partial_oracle"),
    ("assertions", RANDOM_EFFECTIVENESS, "assertion_checking"),
    ("mrc", RANDOM_RUNTIME_CHECKING, "mrc"),
];

/// The random programs of the thesis: our name, and the thesis's.
const RANDOM_SUBJECTS: [(&str, &str); 2] = [("jsim", "JSim"), ("martirank-ranking", "MartiRank")];

/// A number of the thesis's third study, by our names.
pub(crate) enum Random<'a> {
    /// Kills of a technique.
    Technique {
        subject: &'a str,
        technique: &'a str,
    },
    /// Kills of a technique in some functions.
    Group {
        subject: &'a str,
        technique: &'a str,
        group: &'a str,
    },
}

/// The column of a table that holds its classes.
const CLASS: &str = "mutation_class";

impl Published {
    /// Reads the tables that can be compared with; those that are not in the folder are not published.
    pub(crate) fn read(folder: &Path) -> Result<Self, AnalysisError> {
        if !folder.is_dir() {
            return Err(AnalysisError::NoPublished {
                folder: folder.to_owned(),
            });
        }
        let of_subjects = SUBJECTS.iter().flat_map(|subject| {
            let [thesis, model] = subject.by_property;
            [thesis, model, subject.by_data_set]
        });
        let mut tables = BTreeMap::new();
        for file in of_subjects
            .chain(OF_STUDY)
            .chain(levels::files())
            .chain(overhead::files())
        {
            let path = folder.join(file);
            if path.is_file() {
                tables.insert(file, read_lines(&path)?);
            }
        }
        Ok(Self {
            tables,
            folder: Some(folder.to_owned()),
        })
    }

    /// Mutants of a class that the thesis used.
    pub(crate) fn usable(&self, subject: &str, class: &str) -> Option<u64> {
        let key = [("subject", name_of(subject)?), (CLASS, class_name(class))];
        self.value(MUTANT_TYPES, &key)
    }

    /// Kills of a technique in the thesis's first study.
    pub(crate) fn by_technique(&self, subject: &str, technique: &str) -> Option<Rate> {
        self.rate(
            EFFECTIVENESS,
            &[("subject", name_of(subject)?)],
            ("technique", technique_name(technique)?),
        )
    }

    /// Mutants of the thesis's first study that exactly these techniques killed and those others
    /// did not, whatever techniques not named did; `None` when the thesis lacks one of them.
    pub(crate) fn overlap(&self, killers: &[(&str, bool)]) -> Option<Rate> {
        let lines = self.tables.get(TECHNIQUE_OVERLAP)?;
        let flags = killers.iter().map(|(technique, is_killed)| {
            let flag = if *is_killed { "1" } else { "0" };
            Some((technique_name(technique)?, flag))
        });
        let key: Vec<(&str, &str)> = flags.collect::<Option<_>>()?;
        let number = |line: &Line| line.get(N_MUTANTS)?.parse::<u64>().ok();
        // The total is the one line without flags.
        let cells = lines.iter().filter(|line| has(line, &[("kind", "cell")]));
        let total = cells.clone().filter_map(number).sum();
        Some(Rate {
            n: cells
                .filter(|line| has(line, &key))
                .filter_map(number)
                .sum(),
            of: total,
        })
    }

    /// A number of the thesis's third study, on programs that use randomness.
    pub(crate) fn random(&self, random: &Random<'_>) -> Option<Rate> {
        let (Random::Technique { subject, technique }
        | Random::Group {
            subject, technique, ..
        }) = random;
        let (_, subject) = RANDOM_SUBJECTS.iter().find(|(ours, _)| ours == subject)?;
        let mut known = RANDOM_TECHNIQUES.iter();
        let (ours, file, name) = known.find(|(ours, _, _)| ours == technique)?;
        match random {
            Random::Technique { .. } => {
                self.rate(file, &[("subject", *subject)], ("technique", *name))
            }
            Random::Group { group, .. } => {
                let name = match *ours {
                    "mrc" => "mrc",
                    "heuristic" | "heuristic-thesis" => "system_level",
                    _ => return None,
                };
                let key = [("subject", *subject), ("function_group", *group)];
                self.rate(RANDOM_FUNCTIONS, &key, ("technique", name))
            }
        }
    }

    /// Where the numbers on random programs come from.
    pub(crate) fn notes_random(&self) -> Vec<String> {
        let files = [RANDOM_EFFECTIVENESS, RANDOM_RUNTIME_CHECKING];
        let sources: Vec<&str> = files.iter().filter_map(|file| self.source(file)).collect();
        match sources.is_empty() {
            true => Vec::new(),
            false => vec![format!("Published: {}.", sources.join("; "))],
        }
    }

    /// Whether the thesis's first study has this technique.
    pub(crate) fn has_technique(technique: &str) -> bool {
        technique_name(technique).is_some()
    }

    /// A number that the thesis gives in its text, out of another.
    pub(crate) fn in_text(&self, n: &str, of: &str) -> Option<Rate> {
        Some(Rate {
            n: self.value(TEXT_FIGURES, &[("quantity", n)])?,
            of: self.value(TEXT_FIGURES, &[("quantity", of)])?,
        })
    }

    /// Kills of a technique on a program that only the text has.
    pub(crate) fn by_technique_in_text(&self, subject: &str, technique: &str) -> Option<Rate> {
        let mut known = IN_TEXT.iter();
        let (_, _, n, of) =
            known.find(|(ours, of_ours, ..)| *ours == subject && *of_ours == technique)?;
        self.in_text(n, of)
    }

    /// Where the numbers in the text come from.
    pub(crate) fn source_in_text(&self) -> Option<&str> {
        self.source(TEXT_FIGURES)
    }

    /// Data sets on which the thesis's second implementation disagreed with the original.
    pub(crate) fn disagreement(&self, subject: &str) -> Option<Rate> {
        let known = SUBJECTS.iter().find(|known| known.subject == subject)?;
        let lines = self.tables.get(known.by_data_set)?.iter();
        let data_sets = lines.filter_map(|line| line.get("dataset"));
        let is_data_set = |name: &&String| !NO_DATA_SETS.contains(&name.as_str());
        let data_sets: BTreeSet<&String> = data_sets.filter(is_data_set).collect();
        let of = data_sets.len() as u64;
        let key = [("quantity", known.disagreement)];
        let value = self.value(TEXT_FIGURES, &key)?;
        let is_percent = |line: &&Line| has(line, &[key[0], ("unit", "percent")]);
        let lines = self.tables.get(TEXT_FIGURES)?.iter();
        let n = match { lines }.find(is_percent) {
            Some(_) => of * value / 100,
            None => value,
        };
        Some(Rate { n, of })
    }

    /// Kills of a property, or of the whole set for `None`, among mutants of a class.
    pub(crate) fn by_property(
        &self,
        subject: &str,
        set: &str,
        property: Option<&str>,
        class: &str,
    ) -> Option<Rate> {
        let file = self.file_by_property(subject, set)?;
        let property = match property {
            None => "distinct_total",
            Some(property) => {
                let mut known = PROPERTY_SETS.iter().flat_map(|set| set.properties);
                known.find(|(name, _)| *name == property)?.1
            }
        };
        self.rate(file, &[(CLASS, class_name(class))], ("property", property))
    }

    /// Kills on a data set, by the thesis's properties, among mutants of a class.
    pub(crate) fn by_data_set(
        &self,
        subject: &str,
        set: &str,
        data_set: &str,
        class: &str,
    ) -> Option<Rate> {
        let file = self.file_by_data_set(subject, set)?;
        let data_set = data_set_name(data_set);
        self.rate(file, &[(CLASS, class_name(class))], ("dataset", &data_set))
    }

    /// What to say of the published numbers per property: where they come from and do not add up.
    pub(crate) fn notes_by_property(&self, subject: &str, set: &str) -> Vec<String> {
        self.file_by_property(subject, set)
            .map_or_else(Vec::new, |file| self.notes(file, "property"))
    }

    /// What to say of the published numbers per data set.
    pub(crate) fn notes_by_data_set(&self, subject: &str, set: &str) -> Vec<String> {
        self.file_by_data_set(subject, set)
            .map_or_else(Vec::new, |file| self.notes(file, "dataset"))
    }

    /// Where the numbers per technique come from.
    pub(crate) fn source_by_technique(&self) -> Option<&str> {
        self.source(EFFECTIVENESS)
    }

    /// Where the overlap comes from.
    pub(crate) fn source_overlap(&self) -> Option<&str> {
        self.source(TECHNIQUE_OVERLAP)
    }

    /// Where the numbers of used mutants come from.
    pub(crate) fn source_usable(&self) -> Option<&str> {
        self.source(MUTANT_TYPES)
    }

    fn file_by_property(&self, subject: &str, set: &str) -> Option<&'static str> {
        let place = PROPERTY_SETS.iter().position(|known| known.name == set)?;
        let subject = SUBJECTS.iter().find(|known| known.subject == subject)?;
        Some(subject.by_property[place]).filter(|file| self.tables.contains_key(file))
    }

    fn file_by_data_set(&self, subject: &str, set: &str) -> Option<&'static str> {
        // The papers have kills per data set for the thesis's properties only.
        let is_thesis = set == PROPERTY_SETS[0].name;
        let subject = SUBJECTS
            .iter()
            .find(|known| is_thesis && known.subject == subject)?;
        Some(subject.by_data_set).filter(|file| self.tables.contains_key(file))
    }

    fn rate(&self, file: &str, key: &[(&str, &str)], of: (&str, &str)) -> Option<Rate> {
        Some(Rate {
            n: self.value(file, &[key, &[of]].concat())?,
            of: self.value(file, &[key, &[(of.0, N_MUTANTS)]].concat())?,
        })
    }

    fn value(&self, file: &str, key: &[(&str, &str)]) -> Option<u64> {
        let lines = self.tables.get(file)?;
        let line = lines.iter().find(|line| has(line, key))?;
        line.get("value")?.parse().ok()
    }

    fn source(&self, file: &str) -> Option<&str> {
        Some(self.tables.get(file)?.first()?.get("source")?)
    }

    fn notes(&self, file: &str, by: &str) -> Vec<String> {
        let source = self
            .source(file)
            .map(|source| format!("Published: {source}."));
        source.into_iter().chain(self.misprints(file, by)).collect()
    }

    /// Columns whose classes do not add up to the printed total.
    fn misprints(&self, file: &str, by: &str) -> Vec<String> {
        let lines = self.tables.get(file).map_or(&[][..], Vec::as_slice);
        let total = class_name(ALL_CLASSES);
        let totals = lines.iter().filter(|line| has(line, &[(CLASS, total)]));
        let number = |line: &Line| {
            line.get("value")
                .and_then(|value| value.parse::<u64>().ok())
        };
        totals
            .filter_map(|line| {
                let column = line.get(by)?;
                let of_column = lines.iter().filter(|line| has(line, &[(by, column)]));
                let of_classes = of_column.filter(|line| !has(line, &[(CLASS, total)]));
                let sum: u64 = of_classes.filter_map(number).sum();
                let printed = number(line)?;
                (sum != printed).then(|| {
                    format!(
                        "The published classes of `{column}` add up to {sum}; \
                         the paper prints {printed}, which is what stands here."
                    )
                })
            })
            .collect()
    }
}

fn has(line: &Line, key: &[(&str, &str)]) -> bool {
    key.iter()
        .all(|(column, value)| line.get(*column).is_some_and(|found| found == value))
}

fn name_of(subject: &str) -> Option<&'static str> {
    let known = SUBJECTS.iter().find(|known| known.subject == subject)?;
    Some(known.name)
}

fn technique_name(technique: &str) -> Option<&'static str> {
    let known = TECHNIQUES.iter().find(|(ours, _)| *ours == technique)?;
    Some(known.1)
}

/// The thesis's name of a data set: it numbers those of MartiRank without saying whose they are.
pub(crate) fn data_set_name(data_set: &str) -> String {
    let number = data_set.strip_prefix("martirank-");
    // Ours of the published size have another name than those of a tenth.
    let number = number.map(|number| number.strip_suffix("-full").unwrap_or(number));
    match number.and_then(|number| number.parse::<u32>().ok()) {
        Some(number) => format!("data{number}"),
        None => data_set.to_owned(),
    }
}

fn class_name(class: &str) -> &str {
    match class {
        "arithmetic" => "math",
        "off-by-one" => "off_by_one",
        ALL_CLASSES => "total",
        other => other,
    }
}

fn read_lines(path: &Path) -> Result<Vec<Line>, AnalysisError> {
    let bad = |source| bad_published(path, source);
    let mut reader = csv::Reader::from_path(path).map_err(bad)?;
    reader.deserialize().collect::<Result<_, _>>().map_err(bad)
}

fn bad_published(path: &Path, source: csv::Error) -> AnalysisError {
    AnalysisError::BadPublished {
        path: path.to_owned(),
        source,
    }
}
