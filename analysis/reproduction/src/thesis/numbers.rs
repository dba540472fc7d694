//! Numbers of the thesis that only its own tables and claims ask for.

use killrate_analysis::check_costs::CheckCost;
use killrate_analysis::{AnalysisError, Findings, Rate};

use super::published::{TEXT_FIGURES, cost, in_text, overhead_file};
use crate::tidy::{Tidy, has};

const RANDOM_EFFECTIVENESS: &str = "thesis_3_18_study3_effectiveness.csv";
const RANDOM_RUNTIME_CHECKING: &str = "thesis_4_17_study3_mrc.csv";
const RANDOM_FUNCTIONS: &str = "thesis_4_18_martirank_nondet.csv";

/// The techniques of the third study: our name, the table that has it, and its name there.
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

/// A number of the third study, by our names.
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

/// The numbers; none without the folder of printed tables.
#[derive(Debug, Default)]
pub(crate) struct ThesisNumbers(Tidy);

impl ThesisNumbers {
    /// What stands beside this record.
    pub(crate) fn of(findings: &Findings) -> Result<Self, AnalysisError> {
        // Read here and not handed over with the other numbers: the analysis has no table that would ask
        // for these.
        let Some(folder) = &findings.papers.folder else {
            return Ok(Self::default());
        };
        let of_study = [
            RANDOM_EFFECTIVENESS,
            RANDOM_RUNTIME_CHECKING,
            RANDOM_FUNCTIONS,
            TEXT_FIGURES,
        ];
        let of_subjects = super::names::MRC_1.into_iter().filter_map(overhead_file);
        Ok(Self(Tidy::read(
            folder,
            of_study.into_iter().chain(of_subjects),
        )?))
    }

    /// A number of the third study, on programs that use randomness.
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
                self.0
                    .rate(file, &[("subject", *subject)], ("technique", *name))
            }
            Random::Group { group, .. } => {
                let name = match *ours {
                    "mrc" => "mrc",
                    "heuristic" | "heuristic-thesis" => "system_level",
                    _ => return None,
                };
                let key = [("subject", *subject), ("function_group", *group)];
                self.0.rate(RANDOM_FUNCTIONS, &key, ("technique", name))
            }
        }
    }

    /// Where the numbers on random programs come from.
    pub(crate) fn notes_random(&self) -> Vec<String> {
        let files = [RANDOM_EFFECTIVENESS, RANDOM_RUNTIME_CHECKING];
        let sources: Vec<&str> = files
            .iter()
            .filter_map(|file| self.0.source(file))
            .collect();
        if sources.is_empty() {
            return Vec::new();
        }
        vec![format!("Published: {}.", sources.join("; "))]
    }

    /// A number that the thesis gives in its text, out of another.
    pub(crate) fn in_text(&self, n: &str, of: &str) -> Option<Rate> {
        in_text(&self.0, n, of)
    }

    /// What tests of functions took on each data set of the thesis.
    pub(crate) fn overheads(&self, subject: &str) -> Vec<CheckCost> {
        let lines = overhead_file(subject).map_or(&[][..], |file| self.0.lines(file));
        let cells = lines
            .iter()
            .filter(|line| !has(line, &[("dataset", "total")]));
        cells.filter_map(cost).collect()
    }

    /// Milliseconds that the text gives for a test in a language.
    pub(crate) fn overhead_in_text(&self, language: &str) -> Option<f64> {
        let quantity = format!("overhead per test, {language}");
        let mut lines = self.0.lines(TEXT_FIGURES).iter();
        let line = lines.find(|line| has(line, &[("quantity", &quantity)]))?;
        line.get("value")?.parse().ok()
    }
}
