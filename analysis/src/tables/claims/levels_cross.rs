//! Properties of programs against properties of functions.

use super::claim::{Claim, Decision, Figure, Outcome};
use super::duels::{ABOUT_TEST, Duel, decide};
use super::evidence::{Evidence, Group, MRC_1};
use crate::Rate;
use crate::levels::Level;
use crate::published::Published;

pub(super) const CLAIM: Claim = Claim {
    number: 21,
    short: "programs' properties win overall, functions' inside",
    text: "Over all mutants, properties of whole programs kill more than properties of functions; among \
           mutants in functions that have properties, those kill more.",
    source: "Murphy 2010 thesis, Tables 4.4 and 4.6",
    rule: "The thesis's properties on c45, martirank, payl and svm. Reproduced when metamorphic kills \
           more over all mutants and mrc kills more in the functions that have properties, both more \
           than chance; not reproduced when in one of them the other kills as many or more; otherwise \
           undecided.",
    decide: |evidence| {
        let [system, functions] = [Level::System.name(), Level::Functions.name()];
        let overall = [Duel {
            subjects: &MRC_1,
            more: system,
            fewer: functions,
        }];
        let inside = [Duel {
            subjects: &MRC_1,
            more: functions,
            fewer: system,
        }];
        let overall = decide(evidence, &evidence.levels, &overall);
        let inside = decide(evidence, &evidence.levels_in_functions, &inside);
        let outcome = match (overall.outcome, inside.outcome) {
            (Outcome::Reproduced, Outcome::Reproduced) => Outcome::Reproduced,
            (Outcome::NotReproduced, _) | (_, Outcome::NotReproduced) => Outcome::NotReproduced,
            _ => Outcome::Undecided,
        };
        Decision {
            figures: figures(evidence),
            statistics: [
                overall.statistics,
                inside.statistics,
                vec![ABOUT_TEST.to_owned()],
            ]
            .concat(),
            outcome,
            reason: format!(
                "over all mutants {}, and in functions that have properties {}",
                overall.reason, inside.reason
            ),
        }
    },
};

fn figures(evidence: &Evidence) -> Vec<Figure> {
    let figure = |name: &str, level: Level, group: &Group, published: Lookup| {
        let measured = MRC_1
            .iter()
            .filter_map(|subject| group.rate(subject, level.name()));
        let published = MRC_1
            .iter()
            .filter_map(|subject| published(evidence.published, subject, level));
        Figure {
            name: format!("{}, {name}", level.name()),
            measured: Rate::total(measured),
            published: Rate::total(published),
        }
    };
    let mut figures = Vec::new();
    for level in [Level::System, Level::Functions] {
        figures.push(figure(
            "all mutants",
            level,
            &evidence.levels,
            Published::by_level,
        ));
    }
    for level in [Level::System, Level::Functions] {
        let inside = &evidence.levels_in_functions;
        let lookup = Published::by_level_in_functions;
        figures.push(figure(
            "in functions that have properties",
            level,
            inside,
            lookup,
        ));
    }
    figures
}

type Lookup = fn(&Published, &str, Level) -> Option<Rate>;
