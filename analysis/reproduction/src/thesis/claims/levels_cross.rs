//! Properties of programs against properties of functions.

use killrate_analysis::levels::Level;
use killrate_analysis::{Published, Rate};

use crate::claims::{ABOUT_TEST, Claim, Decided, Decision, Duel, Evidence, Figure, Group, decide};
use crate::thesis::names::MRC_1;

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
    studies: &["thesis-mrc"],
    decide: |evidence| {
        let levels = [Level::System, Level::Functions];
        let [system, functions] = levels.map(|level| evidence.level(level));
        let overall = [Duel {
            subjects: &MRC_1,
            more: &system,
            fewer: &functions,
        }];
        let inside = [Duel {
            subjects: &MRC_1,
            more: &functions,
            fewer: &system,
        }];
        let overall = decide(evidence, &evidence.levels, &overall);
        let inside = decide(evidence, &evidence.levels_in_functions, &inside);
        let decision = match (overall.decision, inside.decision) {
            (Decision::Reproduced, Decision::Reproduced) => Decision::Reproduced,
            (Decision::NotReproduced, _) | (_, Decision::NotReproduced) => Decision::NotReproduced,
            (Decision::NotInStudy, _) | (_, Decision::NotInStudy) => Decision::NotInStudy,
            _ => Decision::Undecided,
        };
        Decided {
            figures: figures(evidence),
            statistics: [
                overall.statistics,
                inside.statistics,
                vec![ABOUT_TEST.to_owned()],
            ]
            .concat(),
            decision,
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
            .filter_map(|subject| group.rate(subject, &evidence.level(level)));
        let published = MRC_1
            .iter()
            .filter_map(|subject| published(evidence.published, subject, level));
        Figure {
            name: format!("{}, {name}", evidence.level(level)),
            measured: Rate::total(measured),
            published: Rate::total(published),
            weighted: None,
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
