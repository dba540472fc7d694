//! What papers print, by our names.

use std::collections::BTreeMap;

use crate::Rate;
use crate::check_costs::CheckCost;
use crate::levels::Level;

/// The numbers of papers that tables set beside a record's; none by default.
///
/// A paper hands them over under our names of subjects, techniques, properties, data sets and
/// classes, so that nothing here knows how a paper or its file calls them.
#[derive(Debug, Default)]
pub struct Published {
    /// Mutants that were used, by subject and class.
    pub usable: BTreeMap<(String, String), u64>,
    /// Shares.
    pub rates: BTreeMap<Quantity, Rate>,
    /// The properties of functions of a subject, in the paper's order.
    pub function_properties: BTreeMap<String, Vec<String>>,
    /// What tests of functions take, by subject and data set; `None` for all together, as printed.
    pub overheads: BTreeMap<(String, Option<String>), Overhead>,
    /// Which techniques kill the same mutants.
    pub overlap: Option<Overlap>,
    /// What properties say in a paper's words, by subject and property.
    pub texts: BTreeMap<(String, String), String>,
    /// Where the numbers come from, and what is odd about them, in sentences.
    pub notes: BTreeMap<Topic, Vec<String>>,
}

/// What a published share is of.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    /// Kills of a technique.
    Technique {
        /// Our name of the program.
        subject: String,
        /// Our name of the technique.
        technique: String,
    },
    /// Kills of a technique on a program that no table has, only the text.
    TechniqueInText {
        /// Our name of the program.
        subject: String,
        /// Our name of the technique.
        technique: String,
    },
    /// Kills of a metamorphic property, among mutants of a class.
    Property {
        /// Our name of the program.
        subject: String,
        /// The set that it is of.
        set: String,
        /// Our name of the property; `None` for the whole set.
        property: Option<String>,
        /// Our name of the class.
        class: String,
    },
    /// Kills on a data set by the properties of a set, among mutants of a class.
    DataSet {
        /// Our name of the program.
        subject: String,
        /// The set of properties.
        set: String,
        /// Our name of the data set.
        data_set: String,
        /// Our name of the class.
        class: String,
    },
    /// Kills of a property of a function, among mutants of a class.
    FunctionProperty {
        /// Our name of the program.
        subject: String,
        /// The property; `None` for all of them.
        property: Option<String>,
        /// Our name of the class.
        class: String,
    },
    /// Kills at a level, among all mutants.
    Level {
        /// Our name of the program.
        subject: String,
        /// The level.
        level: Level,
    },
    /// Kills at a level, among mutants in functions that have properties.
    LevelInFunctions {
        /// Our name of the program.
        subject: String,
        /// The level.
        level: Level,
    },
    /// Mutants in a region of the overlap of both levels.
    Region {
        /// Our name of the program.
        subject: String,
        /// The region.
        region: Region,
    },
    /// Kills of known cases and of chains of up to so many properties.
    Rounds {
        /// Our name of the program.
        subject: String,
        /// Our name of the chains, which say what they start from.
        property: String,
        /// How many rounds; 0 is known cases alone.
        rounds: u64,
    },
    /// Data sets on which a second implementation disagrees with the original.
    Disagreement {
        /// Our name of the program.
        subject: String,
    },
}

impl Quantity {
    fn subject(&self) -> &str {
        match self {
            Self::Technique { subject, .. }
            | Self::TechniqueInText { subject, .. }
            | Self::Property { subject, .. }
            | Self::DataSet { subject, .. }
            | Self::FunctionProperty { subject, .. }
            | Self::Level { subject, .. }
            | Self::LevelInFunctions { subject, .. }
            | Self::Region { subject, .. }
            | Self::Rounds { subject, .. }
            | Self::Disagreement { subject } => subject,
        }
    }
}

/// Of properties of programs and properties of functions, which ones killed a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Region {
    /// Both.
    Both,
    /// Those of programs alone.
    OnlySystem,
    /// Those of functions alone.
    OnlyFunctions,
    /// None of them.
    Neither,
}

impl Region {
    /// All of them, in the order of tables.
    pub const ALL: [Self; 4] = [
        Self::Both,
        Self::OnlySystem,
        Self::OnlyFunctions,
        Self::Neither,
    ];
}

/// What sentences about published numbers are on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// Mutants that were used.
    Usable {
        /// Our name of the program.
        subject: String,
    },
    /// Kills of techniques.
    Techniques {
        /// Our name of the program.
        subject: String,
    },
    /// Kills of techniques that only the text has.
    TechniquesInText,
    /// Which techniques kill the same mutants.
    Overlap,
    /// Kills per property.
    Properties {
        /// Our name of the program.
        subject: String,
        /// The set of properties.
        set: String,
    },
    /// What properties say.
    PropertyTexts {
        /// Our name of the program.
        subject: String,
    },
    /// Kills per data set.
    DataSets {
        /// Our name of the program.
        subject: String,
        /// The set of properties.
        set: String,
    },
    /// Kills at each level, among all mutants.
    Levels {
        /// Our name of the program.
        subject: String,
    },
    /// Kills at each level, among mutants in functions that have properties.
    LevelsInFunctions {
        /// Our name of the program.
        subject: String,
    },
    /// Kills of chains of properties, round by round.
    Rounds {
        /// Our name of the program.
        subject: String,
        /// Our name of the chains.
        property: String,
    },
    /// Whether both levels kill the same mutants.
    LevelOverlap {
        /// Our name of the program.
        subject: String,
    },
    /// Kills per property of a function.
    FunctionProperties {
        /// Our name of the program.
        subject: String,
    },
    /// What tests of functions take.
    Overhead {
        /// Our name of the program.
        subject: String,
    },
}

/// What tests of functions take on a data set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Overhead {
    /// How many tests, and both times.
    pub cost: CheckCost,
    /// Milliseconds for each test, as printed.
    pub printed: Option<f64>,
}

/// Which techniques kill the same mutants, by the paper.
#[derive(Debug, Clone, PartialEq)]
pub struct Overlap {
    /// The programs that the paper has together, by our names.
    pub subjects: Vec<String>,
    /// The techniques that the paper compares, by our names.
    pub techniques: Vec<String>,
    /// How many mutants fell to exactly some of the techniques: whether each killed them, and how many.
    pub regions: Vec<(BTreeMap<String, bool>, u64)>,
}

impl Published {
    /// Takes up another paper's numbers; of two numbers for the same thing the first stays.
    pub(crate) fn add(&mut self, other: Self) {
        add(&mut self.usable, other.usable);
        add(&mut self.rates, other.rates);
        add(&mut self.function_properties, other.function_properties);
        add(&mut self.overheads, other.overheads);
        add(&mut self.notes, other.notes);
        add(&mut self.texts, other.texts);
        self.overlap = self.overlap.take().or(other.overlap);
    }

    /// Mutants of a class that a paper used.
    pub fn usable(&self, subject: &str, class: &str) -> Option<u64> {
        let key = (subject.to_owned(), class.to_owned());
        self.usable.get(&key).copied()
    }

    /// Kills of a technique.
    pub fn by_technique(&self, subject: &str, technique: &str) -> Option<Rate> {
        self.rate(&Quantity::Technique {
            subject: subject.to_owned(),
            technique: technique.to_owned(),
        })
    }

    /// Kills of a technique on a program that only the text has.
    pub fn by_technique_in_text(&self, subject: &str, technique: &str) -> Option<Rate> {
        self.rate(&Quantity::TechniqueInText {
            subject: subject.to_owned(),
            technique: technique.to_owned(),
        })
    }

    /// Kills of a property, or of the whole set for `None`, among mutants of a class.
    pub fn by_property(
        &self,
        subject: &str,
        set: &str,
        property: Option<&str>,
        class: &str,
    ) -> Option<Rate> {
        self.rate(&Quantity::Property {
            subject: subject.to_owned(),
            set: set.to_owned(),
            property: property.map(str::to_owned),
            class: class.to_owned(),
        })
    }

    /// Kills on a data set by the properties of a set, among mutants of a class.
    pub fn by_data_set(
        &self,
        subject: &str,
        set: &str,
        data_set: &str,
        class: &str,
    ) -> Option<Rate> {
        self.rate(&Quantity::DataSet {
            subject: subject.to_owned(),
            set: set.to_owned(),
            data_set: data_set.to_owned(),
            class: class.to_owned(),
        })
    }

    /// Kills of a property of a function, or of all of them for `None`, among mutants of a class.
    pub fn by_function_property(
        &self,
        subject: &str,
        property: Option<&str>,
        class: &str,
    ) -> Option<Rate> {
        self.rate(&Quantity::FunctionProperty {
            subject: subject.to_owned(),
            property: property.map(str::to_owned),
            class: class.to_owned(),
        })
    }

    /// Kills at a level, among all mutants.
    pub fn by_level(&self, subject: &str, level: Level) -> Option<Rate> {
        let subject = subject.to_owned();
        self.rate(&Quantity::Level { subject, level })
    }

    /// Kills at a level, among mutants in functions that have properties.
    pub fn by_level_in_functions(&self, subject: &str, level: Level) -> Option<Rate> {
        let subject = subject.to_owned();
        self.rate(&Quantity::LevelInFunctions { subject, level })
    }

    /// Mutants in a region of the overlap of both levels.
    pub fn by_region(&self, subject: &str, region: Region) -> Option<Rate> {
        let subject = subject.to_owned();
        self.rate(&Quantity::Region { subject, region })
    }

    /// Data sets on which a paper's second implementation disagreed with the original.
    pub fn disagreement(&self, subject: &str) -> Option<Rate> {
        self.rate(&Quantity::Disagreement {
            subject: subject.to_owned(),
        })
    }

    /// What a property of a program or of its functions says in a paper's words.
    pub(crate) fn text(&self, subject: &str, property: &str) -> Option<&str> {
        let key = (subject.to_owned(), property.to_owned());
        self.texts.get(&key).map(String::as_str)
    }

    /// The properties of functions that a paper has for a program, in its order.
    pub fn function_properties(&self, subject: &str) -> &[String] {
        let properties = self.function_properties.get(subject);
        properties.map_or(&[], Vec::as_slice)
    }

    /// What tests of functions took on a data set; all together for `None`, as printed.
    pub(crate) fn overhead(&self, subject: &str, data_set: Option<&str>) -> Option<Overhead> {
        let key = (subject.to_owned(), data_set.map(str::to_owned));
        self.overheads.get(&key).copied()
    }

    /// Mutants that exactly these techniques killed and those others did not, whatever techniques not
    /// named did; `None` when the paper lacks one of them.
    pub fn overlap(&self, killers: &[(&str, bool)]) -> Option<Rate> {
        let overlap = self.overlap.as_ref()?;
        let is_compared = |(technique, _): &(&str, bool)| {
            let mut compared = overlap.techniques.iter();
            compared.any(|known| known == technique)
        };
        if !killers.iter().all(is_compared) {
            return None;
        }
        let has = |region: &BTreeMap<String, bool>| {
            let mut killers = killers.iter();
            killers.all(|(technique, is_killed)| region.get(*technique) == Some(is_killed))
        };
        let regions = overlap.regions.iter();
        let of_region = regions.clone().filter(|(region, _)| has(region));
        Some(Rate {
            n: of_region.map(|(_, n)| n).sum(),
            of: regions.map(|(_, n)| n).sum(),
        })
    }

    /// Leaves out what papers say of a program.
    ///
    /// For programs that a paper has in two studies and under one name, once with randomness and once
    /// without: only the latter's numbers are handed over as those of the program.
    pub(crate) fn forget(&mut self, subject: &str) {
        self.usable.retain(|(known, _), _| known != subject);
        self.rates
            .retain(|quantity, _| quantity.subject() != subject);
        self.function_properties.remove(subject);
        self.overheads.retain(|(known, _), _| known != subject);
        self.texts.retain(|(known, _), _| known != subject);
    }

    /// What to say of the published numbers on something of several programs, each sentence once.
    pub fn notes_over(&self, subjects: &[String], topic: impl Fn(String) -> Topic) -> Vec<String> {
        let mut notes = Vec::new();
        for subject in subjects {
            for note in self.notes(&topic(subject.clone())) {
                if !notes.contains(&note) {
                    notes.push(note);
                }
            }
        }
        notes
    }

    /// What to say of the published numbers on something.
    pub fn notes(&self, topic: &Topic) -> Vec<String> {
        self.notes.get(topic).cloned().unwrap_or_default()
    }

    fn rate(&self, quantity: &Quantity) -> Option<Rate> {
        self.rates.get(quantity).copied()
    }
}

fn add<K: Ord, V>(all: &mut BTreeMap<K, V>, more: BTreeMap<K, V>) {
    for (key, value) in more {
        // Tables say `published` without saying by whom, and the answer names the first paper alone.
        all.entry(key).or_insert(value);
    }
}
