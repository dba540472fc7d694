//! How many mutants fall to metamorphic testing and to the partial oracle, under each rule.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use killrate_analysis::columns::{KILLED, MUTANT, PROPERTY, SEED, SUBJECT, TECHNIQUE};
use killrate_analysis::frames::{Cells, cols, inner_join};
use killrate_analysis::roles::PARTIAL_ORACLE;
use killrate_analysis::statistics::mcnemar_exact;
use killrate_analysis::{AnalysisError, Findings, Papers, Policy, Rate};
use polars::prelude::*;

use crate::thesis::policies;
use crate::tidy::{Line, bad_published, number, read_lines};

/// Which mutants count; each rule leaves out more than the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rule {
    /// Those with any output that is not the original's.
    AnyDifference,
    /// Those with an output that is not the original's, and that the techniques compare.
    ComparedDiffers,
    /// Those of them that nobody would throw away at first sight.
    NotPlainlyWrong,
}

impl Rule {
    pub(super) const ALL: [Self; 3] = [
        Self::AnyDifference,
        Self::ComparedDiffers,
        Self::NotPlainlyWrong,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::AnyDifference => "any difference",
            Self::ComparedDiffers => "compared output",
            Self::NotPlainlyWrong => "not plainly wrong",
        }
    }

    fn policy(self) -> &'static Policy {
        let [any_difference, compared_differs, as_told] = policies::STEPS;
        match self {
            Self::AnyDifference => any_difference,
            Self::ComparedDiffers => compared_differs,
            Self::NotPlainlyWrong => as_told,
        }
    }
}

/// How many orders of the rows metamorphic testing tried, and how many other random choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Orders {
    /// One each.
    First,
    /// All that there are.
    All,
}

impl Orders {
    pub(super) const BOTH: [Self; 2] = [Self::First, Self::All];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::All => "all",
        }
    }
}

/// Mutants that both techniques judged, by which of them kills them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) n_both: u64,
    pub(super) n_only_metamorphic: u64,
    pub(super) n_only_partial_oracle: u64,
    pub(super) n_neither: u64,
}

impl Pair {
    fn of(&self) -> u64 {
        self.n_both + self.n_only_metamorphic + self.n_only_partial_oracle + self.n_neither
    }

    pub(super) fn metamorphic(&self) -> Rate {
        Rate {
            n: self.n_both + self.n_only_metamorphic,
            of: self.of(),
        }
    }

    pub(super) fn partial_oracle(&self) -> Rate {
        Rate {
            n: self.n_both + self.n_only_partial_oracle,
            of: self.of(),
        }
    }

    /// The exact McNemar p-value, two-sided.
    pub(super) fn p(&self) -> f64 {
        mcnemar_exact(self.n_only_metamorphic, self.n_only_partial_oracle)
    }

    fn add(&mut self, by_metamorphic: bool, by_partial_oracle: bool) {
        let n = match (by_metamorphic, by_partial_oracle) {
            (true, true) => &mut self.n_both,
            (true, false) => &mut self.n_only_metamorphic,
            (false, true) => &mut self.n_only_partial_oracle,
            (false, false) => &mut self.n_neither,
        };
        *n += 1;
    }
}

/// Kills by subject, rule and orders; a rule that a record does not tell enough for is not there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Kills(pub(super) BTreeMap<(String, Rule, Orders), Pair>);

/// The file of the kills on the originals, beside the folder of printed tables.
const KEPT: [&str; 2] = ["originals", "kills.csv"];
/// The smallest seed of a property.
const FIRST_SEED: &str = "first_seed";

impl Kills {
    pub(super) fn get(&self, subject: &str, rule: Rule, orders: Orders) -> Option<&Pair> {
        self.0.get(&(subject.to_owned(), rule, orders))
    }

    /// The kills of a record.
    pub(super) fn of_record(findings: &Findings) -> Result<Self, AnalysisError> {
        let mut kills = Self::default();
        for rule in Rule::ALL {
            if findings.lacks(rule.policy())?.is_some() {
                continue;
            }
            let all = findings.all_kills_under(rule.policy())?;
            let partial_oracle =
                killed(all.clone().filter(col(TECHNIQUE).eq(lit(PARTIAL_ORACLE))))?;
            let metamorphic = all.filter(findings.papers.is_compared());
            let by_orders = [
                (
                    Orders::First,
                    killed(with_first_seeds(metamorphic.clone()))?,
                ),
                (Orders::All, killed(metamorphic)?),
            ];
            for (orders, metamorphic) in by_orders {
                for (key, by_metamorphic) in metamorphic {
                    let Some(by_partial_oracle) = partial_oracle.get(&key) else {
                        // Not judged is not the same as missed.
                        continue;
                    };
                    let (subject, _) = key;
                    if tells(findings, &subject, rule) {
                        let pair = kills.0.entry((subject, rule, orders)).or_default();
                        pair.add(by_metamorphic, *by_partial_oracle);
                    }
                }
            }
        }
        Ok(kills)
    }

    /// The kills on the originals, as they are kept; `None` where the papers have no folder, or none of
    /// these kills stand beside it.
    pub(super) fn kept(papers: &Papers) -> Result<Option<Self>, AnalysisError> {
        match kept_file(papers) {
            Some(path) if path.is_file() => Ok(Some(Self::read(&path)?)),
            _ => Ok(None),
        }
    }

    /// The kills of a table `rules` in CSV.
    fn read(path: &Path) -> Result<Self, AnalysisError> {
        Self::of_lines(&read_lines(path)?).map_err(|problem| {
            let error = std::io::Error::other(problem);
            bad_published(path, csv::Error::from(error))
        })
    }

    pub(super) fn of_lines(lines: &[Line]) -> Result<Self, String> {
        let mut kills = Self::default();
        for line in lines {
            let text = |column: &str| {
                let cell = line.get(column).map(String::as_str);
                cell.ok_or_else(|| format!("it has no column `{column}`"))
            };
            let count = |column: &str| {
                let number = number(line, column);
                number.ok_or_else(|| format!("a row has no count in `{column}`"))
            };
            let (rule, orders) = (text("rule")?, text("orders")?);
            let rule = Rule::ALL.into_iter().find(|known| known.name() == rule);
            let orders = Orders::BOTH
                .into_iter()
                .find(|known| known.name() == orders);
            let (Some(rule), Some(orders)) = (rule, orders) else {
                return Err("a row has a rule or orders that nobody knows".to_owned());
            };
            let n_only_metamorphic = count("only_metamorphic")?;
            let n_only_partial_oracle = count("only_partial_oracle")?;
            let left = |n: u64, less: u64| {
                let left = n.checked_sub(less);
                left.ok_or_else(|| "the counts of a row contradict each other".to_owned())
            };
            let n_both = left(count("metamorphic_n")?, n_only_metamorphic)?;
            let n_killed = n_both + n_only_metamorphic + n_only_partial_oracle;
            let pair = Pair {
                n_both,
                n_only_metamorphic,
                n_only_partial_oracle,
                n_neither: left(count("metamorphic_of")?, n_killed)?,
            };
            kills
                .0
                .insert((text("subject")?.to_owned(), rule, orders), pair);
        }
        Ok(kills)
    }
}

fn kept_file(papers: &Papers) -> Option<PathBuf> {
    let [folder, file] = KEPT;
    Some(papers.folder.as_ref()?.with_file_name(folder).join(file))
}

/// Whether a record tells enough of a subject for a rule.
fn tells(findings: &Findings, subject: &str, rule: Rule) -> bool {
    let mut subjects = findings.provenance.subjects.iter();
    let known = subjects.find(|(name, _)| name.as_str() == subject);
    rule == Rule::AnyDifference || known.is_some_and(|(_, known)| !known.compares.is_empty())
}

/// Of several seeds of a property on a subject the smallest, and whatever has no seed.
fn with_first_seeds(kills: LazyFrame) -> LazyFrame {
    let key = [SUBJECT, PROPERTY];
    let firsts = kills
        .clone()
        .group_by(cols(&key))
        .agg([col(SEED).min().alias(FIRST_SEED)]);
    inner_join(kills, firsts, &key, &key)
        .filter(col(SEED).is_null().or(col(SEED).eq(col(FIRST_SEED))))
}

/// Whether each mutant is killed, by subject and mutant.
fn killed(kills: LazyFrame) -> Result<BTreeMap<(String, String), bool>, AnalysisError> {
    let by_mutant = kills
        .group_by(cols(&[SUBJECT, MUTANT]))
        .agg([col(KILLED).any(true)]);
    let cells = Cells::collect(by_mutant)?;
    let mut killed = BTreeMap::new();
    for row in cells.rows() {
        let key = (cells.name(row, SUBJECT)?, cells.name(row, MUTANT)?);
        killed.insert(key, cells.flag(row, KILLED)?.unwrap_or(false));
    }
    Ok(killed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(cells: &[(&str, &str)]) -> Line {
        let cell = |(column, text): &(&str, &str)| ((*column).to_owned(), (*text).to_owned());
        cells.iter().map(cell).collect()
    }

    const CELLS: [(&str, &str); 7] = [
        ("subject", "c45"),
        ("rule", "any difference"),
        ("orders", "first"),
        ("metamorphic_n", "5"),
        ("metamorphic_of", "10"),
        ("only_metamorphic", "2"),
        ("only_partial_oracle", "1"),
    ];

    #[test]
    fn a_row_tells_how_many_mutants_fall_to_both_and_to_neither() {
        let kills = Kills::of_lines(&[line(&CELLS)]).unwrap();
        let pair = kills
            .get("c45", Rule::AnyDifference, Orders::First)
            .unwrap();
        assert_eq!((pair.n_both, pair.n_neither), (3, 4));
        assert_eq!(pair.metamorphic(), Rate { n: 5, of: 10 });
        assert_eq!(pair.partial_oracle(), Rate { n: 4, of: 10 });
        assert!((pair.p() - 1.0).abs() < 1e-12);
    }

    #[track_caller]
    fn check_refused(place: usize, text: &str, expected: &str) {
        let mut cells = CELLS;
        cells[place].1 = text;
        assert_eq!(Kills::of_lines(&[line(&cells)]).unwrap_err(), expected);
    }

    #[test]
    fn rows_that_say_nothing_are_refused() {
        let nobody = "a row has a rule or orders that nobody knows";
        check_refused(1, "another", nobody);
        check_refused(2, "second", nobody);
        check_refused(3, "many", "a row has no count in `metamorphic_n`");
        let contradict = "the counts of a row contradict each other";
        check_refused(3, "1", contradict);
        check_refused(4, "5", contradict);
        let without = Kills::of_lines(&[line(&CELLS[1..])]).unwrap_err();
        assert_eq!(without, "it has no column `subject`");
    }
}
