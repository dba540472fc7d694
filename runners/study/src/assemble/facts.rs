//! What techniques have found out about themselves.

use killrate_model::TechniqueName;
use killrate_record::{CalibrationProvenance, InvariantsProvenance};
use killrate_statistics::{Calibration, clopper_pearson};
use killrate_techniques::{CalibratedCase, Fact, Teaching};

use crate::session::Session;

/// When calibrated techniques give an alarm, and how often that accuses the original.
pub(super) fn calibrations(session: &Session<'_>) -> Vec<CalibrationProvenance> {
    let calibrated = facts(session).filter_map(|(technique, fact)| match fact {
        Fact::Calibrated(case) => Some(calibration(session, technique, case)),
        Fact::Taught(_) => None,
    });
    calibrated.collect()
}

/// What techniques learned of the functions of the original.
pub(super) fn invariants(session: &Session<'_>) -> Vec<InvariantsProvenance> {
    let taught = facts(session).filter_map(|(technique, fact)| match fact {
        Fact::Taught(teaching) => Some(invariants_of(session, technique, &teaching)),
        Fact::Calibrated(_) => None,
    });
    taught.collect()
}

fn facts(session: &Session<'_>) -> impl Iterator<Item = (TechniqueName, Fact)> {
    let techniques = session.planned.techniques.iter();
    techniques.flat_map(|technique| {
        let facts = technique.facts().into_iter();
        facts.map(|fact| (technique.name().clone(), fact))
    })
}

fn calibration(
    session: &Session<'_>,
    technique: TechniqueName,
    case: CalibratedCase,
) -> CalibrationProvenance {
    let Calibration {
        level,
        threshold,
        n_trials,
        n_alarms,
    } = case.calibration;
    CalibrationProvenance {
        subject: session.subject.manifest.name.clone(),
        technique,
        property: case.property,
        data_set: case.data_set,
        seed: case.seed,
        level,
        threshold,
        n_trials,
        n_alarms,
        // Without a trial there is no interval, and 1 is the one bound that holds of any rate.
        rate_bound: clopper_pearson(n_alarms, n_trials).map_or(1.0, |interval| interval.high),
    }
}

fn invariants_of(
    session: &Session<'_>,
    technique: TechniqueName,
    teaching: &Teaching,
) -> InvariantsProvenance {
    let bound = teaching.false_alarms.upper_bound();
    InvariantsProvenance {
        subject: session.subject.manifest.name.clone(),
        technique,
        n_functions: teaching.n_functions,
        n_calls: teaching.n_calls,
        n_candidates: teaching.n_candidates,
        n_kept: teaching.kept.len() as u64,
        n_keeping_runs: teaching.n_keeping_runs,
        n_held_out_runs: teaching.false_alarms.n_runs,
        n_held_out_alarmed: teaching.false_alarms.n_alarmed,
        // A bound may be too high but never too low, so it is rounded up.
        held_out_bound_ppm: bound.map(|bound| (bound * 1e6).ceil() as u32),
    }
}
