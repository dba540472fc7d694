//! Placebos, set apart from mutants before anything is counted.
//!
//! A record has them among its mutants, because they are judged like these. Here, where a record becomes
//! frames, they leave: no table, statistic or answer that counts mutants meets one.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::MutantClass;
use polars::prelude::*;

use crate::columns::{
    CLASS, DATA_SET, IS_SOUND, MUTANT, PROPERTY, SATISFIED, SUBJECT, TECHNIQUE, VARIANT, VERDICT,
    VIOLATED,
};
use crate::frames::Frames;
use crate::roles::{Role, role};
use crate::verdicts::{Row, Verdicts, ids};
use crate::{AnalysisError, Findings, Policy};

/// The placebos of a record, by subject and id.
pub(crate) type Placebos = BTreeSet<(String, String)>;

/// A property and a data set that judged placebos, by subject and technique: what cannot be a fault.
type Pair = [String; 4];

/// The frames without their placebos, and these.
///
/// What the probe says of mutants and which of them have the same code is not recorded of placebos, so
/// these frames have none.
pub(crate) fn set_apart(frames: Frames) -> Result<(Frames, Placebos), AnalysisError> {
    let is_placebo = || col(CLASS).eq(lit(MutantClass::Placebo.name()));
    let found = frames.mutants.clone().filter(is_placebo());
    let found = found.select([col(SUBJECT), col(MUTANT)]).collect()?;
    if found.height() == 0 {
        return Ok((frames, Placebos::new()));
    }
    let placebos: Placebos = ids(&found, MUTANT)?.into_iter().collect();
    let frames = Frames {
        mutants: frames.mutants.filter(is_placebo().not()),
        fuel: { frames.fuel }
            .map(|fuel| without(fuel, MUTANT, &placebos))
            .transpose()?,
        outputs: { frames.outputs }
            .map(|outputs| without(outputs, VARIANT, &placebos))
            .transpose()?,
        chains: { frames.chains }
            .map(|chains| without(chains, VARIANT, &placebos))
            .transpose()?,
        ..frames
    };
    Ok((frames, placebos))
}

/// The rows of a frame that this column says to be about no placebo.
fn without(frame: LazyFrame, column: &str, placebos: &Placebos) -> PolarsResult<LazyFrame> {
    let frame = frame.collect()?;
    let stays: BooleanChunked = ids(&frame, column)?
        .iter()
        .map(|id| Some(!placebos.contains(id)))
        .collect();
    Ok(frame.filter(&stays)?.lazy())
}

/// For every case whether it may kill under a policy: one that is sound and, where the policy leaves out
/// who kills a placebo, is of no such property and data set.
pub(crate) fn can_kill(
    verdicts: &Verdicts,
    cases: &DataFrame,
    policy: &Policy,
) -> PolarsResult<Vec<bool>> {
    let is_sound = cases.column(IS_SOUND)?.bool()?;
    let is_sound = is_sound.iter().map(|flag| flag == Some(true));
    if !policy.excludes_placebo_killers {
        return Ok(is_sound.collect());
    }
    let names = CaseNames::of(cases)?;
    let excluded: BTreeSet<Pair> = killed(verdicts, cases, policy)?
        .into_iter()
        .map(|kill| kill.pair)
        .filter(is_ranked)
        .collect();
    let flags = is_sound.enumerate();
    Ok(flags
        .map(|(case, is_sound)| is_sound && !excluded.contains(&names.pair(case)))
        .collect())
}

/// What is compared with others; floor and ceiling have their places whatever they say of a placebo.
fn is_ranked([_, technique, _, _]: &Pair) -> bool {
    role(technique) == Role::Ranked
}

/// A sound case that kills a placebo.
struct PlaceboKill {
    pair: Pair,
    variant: usize,
}

fn killed(
    verdicts: &Verdicts,
    cases: &DataFrame,
    policy: &Policy,
) -> PolarsResult<Vec<PlaceboKill>> {
    let kills = verdicts.kills(policy)?;
    let names = CaseNames::of(cases)?;
    let is_sound = cases.column(IS_SOUND)?.bool()?;
    let of_placebos = verdicts.rows_of_placebos();
    let killing =
        of_placebos.filter(|row| is_sound.get(row.case) == Some(true) && kills[row.verdict]);
    let kill = |row: Row| PlaceboKill {
        pair: names.pair(row.case),
        variant: row.variant,
    };
    Ok(killing.map(kill).collect())
}

/// The names of cases by their numbers.
struct CaseNames<'a>([&'a StringChunked; 4]);

impl<'a> CaseNames<'a> {
    fn of(cases: &'a DataFrame) -> PolarsResult<Self> {
        let column = |name: &str| cases.column(name)?.str();
        Ok(Self([
            column(SUBJECT)?,
            column(TECHNIQUE)?,
            column(PROPERTY)?,
            column(DATA_SET)?,
        ]))
    }

    fn pair(&self, case: usize) -> Pair {
        self.0
            .map(|column| column.get(case).unwrap_or_default().to_owned())
    }
}

/// What a property says of the placebos of a subject.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct OnPlacebos {
    /// Those that it came to an answer about, on any data set.
    pub(crate) judged: BTreeSet<String>,
    /// The placebos that it kills, each with the data sets on which it does.
    pub(crate) killed: BTreeMap<String, BTreeSet<String>>,
}

impl OnPlacebos {
    /// Which placebos it kills on which data sets.
    pub(crate) fn in_words(&self) -> String {
        let killed = self.killed.iter().map(|(placebo, data_sets)| {
            let data_sets: Vec<&str> = data_sets.iter().map(String::as_str).collect();
            format!("{placebo} on {}", data_sets.join(", "))
        });
        killed.collect::<Vec<String>>().join("; ")
    }
}

/// By subject, technique and property.
pub(crate) type ByProperty = BTreeMap<[String; 3], OnPlacebos>;

impl Findings {
    /// What every property with a sound case says of placebos.
    pub(crate) fn on_placebos(&self) -> PolarsResult<ByProperty> {
        if self.placebos.is_empty() {
            return Ok(ByProperty::new());
        }
        let cases = self.cases.clone().collect()?;
        let names = CaseNames::of(&cases)?;
        let is_sound = cases.column(IS_SOUND)?.bool()?;
        let said = self.verdicts.verdicts.frame.column(VERDICT)?.str()?;
        let variants = self.verdicts.variants.frame.column(VARIANT)?.str()?;
        let name = |variant: usize| short(variants.get(variant).unwrap_or_default());
        let mut found = ByProperty::new();
        for row in self.verdicts.rows_of_placebos() {
            let is_answer = matches!(said.get(row.verdict), Some(SATISFIED | VIOLATED));
            if is_sound.get(row.case) == Some(true) && is_answer {
                let [subject, technique, property, _] = names.pair(row.case);
                let of_property = found.entry([subject, technique, property]).or_default();
                of_property.judged.insert(name(row.variant));
            }
        }
        for PlaceboKill { pair, variant } in killed(&self.verdicts, &cases, self.policy)? {
            let [subject, technique, property, data_set] = pair;
            let of_property = found.entry([subject, technique, property]).or_default();
            // An end that the policy takes for a kill is an answer too.
            of_property.judged.insert(name(variant));
            let data_sets = of_property.killed.entry(name(variant)).or_default();
            data_sets.insert(data_set);
        }
        Ok(found)
    }

    /// In a sentence each, which of these properties of a subject kill a placebo, and whether that
    /// counts; for notes below rankings.
    pub(crate) fn marks_of_placebos(
        &self,
        subject: &str,
        is_shown: impl Fn(&str, &str) -> bool,
    ) -> PolarsResult<Vec<String>> {
        let found = self.on_placebos()?;
        let killers = found.iter().filter(|([of, technique, property], said)| {
            of == subject && !said.killed.is_empty() && is_shown(technique, property)
        });
        let told = killers.map(|([_, _, property], said)| {
            format!(
                "{property} kills a program without a fault ({}){}.",
                said.in_words(),
                if self.policy.excludes_placebo_killers {
                    ", and on these data sets it counts for nothing"
                } else {
                    ", and counts all the same under this policy"
                }
            )
        });
        Ok(told.collect())
    }
}

/// The name of a placebo, which its id ends in.
fn short(id: &str) -> String {
    let name = id.split_once("::placebo/").map(|(_, name)| name);
    name.unwrap_or(id).to_owned()
}
