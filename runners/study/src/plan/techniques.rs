//! The techniques of a subject: made, taught by the original, and planned.

use killrate_catalogue::{Design, SubjectDesign};
use killrate_model::{Checking, DataSetName};
use killrate_mutator::FunctionProperty;
use killrate_rounds::{Planned, teach};
use killrate_techniques::{
    Assertions, Calibrated, Compared, Implicit, Iterative, Layout, Learner, Metamorphic, OwnTests,
    PartialOracle, PseudoOracle, Reference, RuntimeChecking, Setting, Technique, TechniqueKind,
    ThesisSampled,
};

use crate::baseline::Originals;
use crate::error::StudyError;

/// A technique of a study: ready to plan, or still to be taught by the original.
enum Listed {
    Ready(Box<dyn Technique>),
    Learner(Box<dyn Learner>),
}

/// Makes the techniques of a subject, teaches those that learn, and plans their cases.
///
/// Techniques that learn come last, so that what all of them look at is planned in one order whoever
/// has to be taught.
pub(crate) fn plan(
    design: &Design,
    subject: &SubjectDesign,
    function_properties: &[FunctionProperty],
    originals: &Originals<'_>,
) -> Result<Planned, StudyError> {
    let setting = Setting {
        interface: &subject.manifest.interface,
        data_sets: &subject.data_sets,
    };
    let tests = originals.programs().tests();
    let (mut techniques, mut learners) = (Vec::new(), Vec::new());
    for &kind in &subject.techniques {
        match listed(kind, design, subject, function_properties, &tests) {
            Listed::Ready(technique) => techniques.push(technique),
            Listed::Learner(learner) => learners.push(learner),
        }
    }
    for own in &subject.own_techniques {
        techniques.push(Box::new(std::sync::Arc::clone(own)));
    }
    for learner in learners {
        // `show` runs the original without a baseline, since a learner may ask for data on which it
        // fails.
        techniques.push(teach(learner, &setting, |asked| originals.show(asked))?);
    }
    Ok(Planned::new(techniques, &setting)?)
}

fn listed(
    kind: TechniqueKind,
    design: &Design,
    subject: &SubjectDesign,
    function_properties: &[FunctionProperty],
    tests: &[DataSetName],
) -> Listed {
    let ready = |technique: Box<dyn Technique>| Listed::Ready(technique);
    match kind {
        TechniqueKind::Implicit => ready(Box::new(Implicit::new())),
        TechniqueKind::PartialOracle => {
            ready(Box::new(PartialOracle::new(subject.known_cases.clone())))
        }
        TechniqueKind::PseudoOracle => {
            let seconds = subject.seconds.iter();
            let outputs = seconds.map(|entry| (entry.name.clone(), entry.outputs.clone()));
            ready(Box::new(PseudoOracle::new(outputs.collect())))
        }
        TechniqueKind::Metamorphic => ready(Box::new(Metamorphic::new(
            subject.manifest.interface.clone(),
            subject.properties.clone(),
            design.transform_seeds.clone(),
        ))),
        TechniqueKind::Iterative => ready(Box::new(Iterative::new(
            subject.manifest.interface.clone(),
            subject.properties.clone(),
            subject.chainings.clone(),
            design.transform_seeds.clone(),
            design.seed,
        ))),
        TechniqueKind::RuntimeChecking => {
            let names = function_properties
                .iter()
                .map(FunctionProperty::property_name)
                .collect();
            // A study from a manifest always says which calls; a design that somebody puts together
            // in code may not.
            let checking = subject.checking.unwrap_or(Checking::ALL);
            ready(Box::new(RuntimeChecking::new(names, checking)))
        }
        TechniqueKind::StatisticalThesis | TechniqueKind::HeuristicThesis => {
            let layout = layout(kind, design, subject, Compared::SourceWithFollowUp);
            ready(Box::new(ThesisSampled::new(layout)))
        }
        TechniqueKind::Statistical | TechniqueKind::Heuristic => {
            let layout = layout(kind, design, subject, Compared::SourceWithFollowUp);
            Listed::Learner(Box::new(Calibrated::new(layout)))
        }
        TechniqueKind::Assertions => Listed::Learner(Box::new(Assertions::new(subject.n_runs))),
        TechniqueKind::Reference => Listed::Learner(Box::new(Reference::new())),
        TechniqueKind::Tests => Listed::Learner(Box::new(OwnTests::new(tests.to_vec()))),
    }
}

/// What a technique that takes samples is made from.
pub(crate) fn layout(
    kind: TechniqueKind,
    design: &Design,
    subject: &SubjectDesign,
    compared: Compared,
) -> Layout {
    let sampling = subject.sampled.sampling.clone();
    Layout {
        kind,
        interface: subject.manifest.interface.clone(),
        properties: subject.sampled.properties(kind).clone(),
        transform_seeds: design.transform_seeds.clone(),
        sampling: sampling.expect("a study with techniques that take samples says how"),
        compared,
    }
}
