//! Properties of programs against properties of functions.

use killrate_analysis::levels::Level;
use killrate_analysis::{Published, Rate};

use crate::claims::{ABOUT_TEST, Claim, Decided, Decision, Duel, Evidence, Figure, Group, decide};
use crate::thesis::names::{MRC_1, STUDY_2};

pub(super) const CLAIM: Claim = Claim {
    number: 21,
    short: "programs' properties win overall, functions' inside",
    text: "Over all mutants, properties of whole programs kill more than properties of functions; among \
           mutants in functions that have properties, those kill more.",
    source: "Murphy 2010 thesis, Tables 4.4, 4.6, 4.12 and 4.15",
    rule: "The thesis's properties on c45, martirank, payl and svm (Study 1) and on gaffitter, jsim and lucene \
           (Study 2) together; of one of the studies where the record lacks a program of the other. \
           Reproduced when metamorphic kills more over all mutants and mrc kills more in the functions that \
           have properties, both more than chance; not reproduced when in one of them the other kills as \
           many or more; otherwise undecided. In the thesis's own Study 2 the first half fails.",
    studies: &["thesis-mrc", "thesis-2"],
    decide: |evidence| {
        let levels = [Level::System, Level::Functions];
        let [system, functions] = levels.map(|level| evidence.level(level));
        let subjects = evidence.of_whole_studies(&[&MRC_1, &STUDY_2]);
        let overall = [Duel {
            subjects: &subjects,
            more: &system,
            fewer: &functions,
        }];
        let inside = [Duel {
            subjects: &subjects,
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
            figures: figures(evidence, &subjects),
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

fn figures(evidence: &Evidence, subjects: &[&str]) -> Vec<Figure> {
    let figure = |name: &str, level: Level, group: &Group, published: Lookup| {
        let measured = subjects
            .iter()
            .filter_map(|subject| group.rate(subject, &evidence.level(level)));
        let published = subjects
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
