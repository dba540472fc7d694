//! A mutant's story in one sentence.

use std::collections::BTreeSet;

use killrate_model::Verdict;
use killrate_study::OneVerdict;
use killrate_techniques::TechniqueKind;

/// What became of the mutant, or of a placebo, in a sentence.
pub(crate) fn in_short(verdicts: &[OneVerdict], is_placebo: bool) -> String {
    let of = |kind: TechniqueKind| {
        let name = kind.technique_name();
        let of_kind = verdicts
            .iter()
            .filter(move |one| one.case.technique == name);
        // A technique may look at a data set by several properties.
        let data_sets = |wanted: fn(&OneVerdict) -> bool| {
            let of_kind = of_kind.clone().filter(|one| wanted(one));
            let data_sets: BTreeSet<_> = of_kind.map(|one| &one.case.data_set).collect();
            data_sets.len()
        };
        (data_sets(is_accused), data_sets(|_| true))
    };
    let (n_failed, n_runs) = of(TechniqueKind::Implicit);
    let (n_different, n_compared) = of(TechniqueKind::Reference);
    let mut accusers: Vec<&str> = Vec::new();
    for one in verdicts.iter().filter(|one| is_accused(one)) {
        let (name, property) = (one.case.technique.as_str(), one.case.property.as_str());
        let told = match TechniqueKind::from_name(name) {
            Some(TechniqueKind::Implicit | TechniqueKind::Reference) => continue,
            Some(TechniqueKind::Metamorphic) => property,
            _ => name,
        };
        if !accusers.contains(&told) {
            accusers.push(told);
        }
    }
    // A program that fails is noticed by anyone, so whatever else accuses it says little.
    if n_failed > 0 {
        return format!("it fails on {n_failed} of {n_runs} data sets, which needs no technique");
    }
    let different = match n_compared {
        0 => String::new(),
        // What differs in a placebo is no fault.
        n if is_placebo => {
            format!("its output is not the original's on {n_different} of {n} data sets; ")
        }
        n => format!("its output is wrong on {n_different} of {n} data sets; "),
    };
    match accusers.as_slice() {
        [] if n_compared > 0 && n_different == 0 => {
            format!(
                "on all {n_compared} data sets its output is the original's, so nothing can be noticed"
            )
        }
        [] if is_placebo => format!("{different}no technique accuses it{}", tolerated(verdicts)),
        [] => format!("{different}no technique notices{}", tolerated(verdicts)),
        accusers => {
            let wrongly = if is_placebo {
                ", although it has no fault"
            } else {
                ""
            };
            format!("{different}accused by {}{wrongly}", accusers.join(", "))
        }
    }
}

/// The properties that would notice if they had no tolerance, after a comma.
fn tolerated(verdicts: &[OneVerdict]) -> String {
    let mut names: Vec<&str> = verdicts
        .iter()
        .filter(|one| one.is_sound && one.verdict == Verdict::SatisfiedByTolerance)
        .map(|one| one.case.property.as_str())
        .collect();
    names.dedup();
    match names.as_slice() {
        [] => String::new(),
        [name] => format!(", and {name} holds only thanks to its tolerance"),
        names => format!(
            ", and {} hold only thanks to their tolerances",
            names.join(", ")
        ),
    }
}

/// Whether a verdict counts against the mutant.
fn is_accused(one: &OneVerdict) -> bool {
    one.is_sound && matches!(one.verdict, Verdict::Violated(_))
}

#[cfg(test)]
mod tests {
    use killrate_model::{Case, Cause, DataSetName, Evidence, PropertyName, Reason, TechniqueName};

    use super::*;

    fn one(technique: &str, property: &str, verdict: Verdict, is_sound: bool) -> OneVerdict {
        OneVerdict {
            case: Case {
                technique: TechniqueName::new(technique).unwrap(),
                property: PropertyName::new(property).unwrap(),
                data_set: DataSetName::new("golf").unwrap(),
                seed: None,
                requests: vec![],
            },
            verdict,
            is_sound,
        }
    }

    fn violated() -> Verdict {
        Verdict::Violated(Evidence {
            cause: Cause::OutputDiffers,
            detail: String::new(),
        })
    }

    fn told(metamorphic: Verdict, is_sound: bool, reference: Verdict) -> String {
        in_short(&three(metamorphic, is_sound, reference), false)
    }

    fn three(metamorphic: Verdict, is_sound: bool, reference: Verdict) -> [OneVerdict; 3] {
        [
            one("implicit", "ends-normally", Verdict::Satisfied, true),
            one("metamorphic", "permute", metamorphic, is_sound),
            one("reference", "equals-original", reference, true),
        ]
    }

    #[test]
    fn a_placebo_is_accused_without_a_fault_and_differs_without_being_wrong() {
        assert_eq!(
            in_short(&three(violated(), true, violated()), true),
            "its output is not the original's on 1 of 1 data sets; accused by permute, although it has no \
             fault"
        );
        assert_eq!(
            in_short(&three(Verdict::Satisfied, true, violated()), true),
            "its output is not the original's on 1 of 1 data sets; no technique accuses it"
        );
    }

    #[test]
    fn a_property_that_notices_is_named() {
        assert_eq!(
            told(violated(), true, violated()),
            "its output is wrong on 1 of 1 data sets; accused by permute"
        );
    }

    #[test]
    fn a_data_set_counts_once_however_many_outputs_are_looked_at() {
        let verdicts = [
            one("implicit", "ends-normally", Verdict::Satisfied, true),
            one("reference", "equals-original", violated(), true),
            one("reference", "same-model", violated(), true),
            one("reference", "same-predictions", Verdict::Satisfied, true),
        ];
        assert_eq!(
            in_short(&verdicts, false),
            "its output is wrong on 1 of 1 data sets; no technique notices"
        );
    }

    #[test]
    fn what_also_accuses_the_original_accuses_nobody() {
        assert_eq!(
            told(violated(), false, violated()),
            "its output is wrong on 1 of 1 data sets; no technique notices"
        );
    }

    #[test]
    fn a_mutant_that_changes_nothing_cannot_be_noticed() {
        assert_eq!(
            told(Verdict::Satisfied, true, Verdict::Satisfied),
            "on all 1 data sets its output is the original's, so nothing can be noticed"
        );
    }

    #[test]
    fn a_tolerance_that_hides_a_mutant_is_told() {
        assert_eq!(
            told(Verdict::SatisfiedByTolerance, true, violated()),
            "its output is wrong on 1 of 1 data sets; no technique notices, and permute holds only \
             thanks to its tolerance"
        );
    }

    #[test]
    fn a_crash_needs_no_technique() {
        let detail = String::new();
        let inconclusive = Verdict::Inconclusive(Reason::AbnormalEnd { detail });
        let mut elsewhere = one("implicit", "ends-normally", Verdict::Satisfied, true);
        elsewhere.case.data_set = DataSetName::new("iris").unwrap();
        assert_eq!(
            in_short(
                &[
                    one("implicit", "ends-normally", violated(), true),
                    elsewhere,
                    one("metamorphic", "permute", inconclusive, true),
                ],
                false
            ),
            "it fails on 1 of 2 data sets, which needs no technique"
        );
    }
}
