//! Placebos of a command: other commands that should do the same, and what they say of properties.
//!
//! That a property holds for one program, one seed and one order of the data says little: a program
//! without a fault may break it with the next seed. Whoever breaks a property that holds for the program
//! shows that it is no property of the task.

use std::collections::BTreeSet;
use std::path::Path;

use killrate_catalogue::manifest::ProgramManifest;
use killrate_model::PlaceboName;

use crate::{Finding, Found, MtError, Spec};

/// A variant of the program without a fault.
#[derive(Debug)]
pub(crate) struct Placebo {
    pub(crate) name: PlaceboName,
    /// The properties of the program, with the placebo's command.
    pub(crate) spec: Spec,
}

/// The placebos of a manifest.
///
/// # Errors
/// When two have the same name, one says nothing of itself, or a command cannot be used.
pub(crate) fn resolve(
    manifest: &ProgramManifest,
    folder: &Path,
    path: &Path,
) -> Result<Vec<Placebo>, MtError> {
    let mut names = BTreeSet::new();
    let mut placebos = Vec::new();
    for entry in &manifest.placebos {
        let refuse = |key: &str, problem: &str| MtError::Value {
            path: path.to_owned(),
            key: format!("placebo.{}.{key}", entry.name),
            problem: problem.to_owned(),
        };
        if !names.insert(&entry.name) {
            return Err(refuse("name", "another placebo is called so; rename one"));
        }
        if entry.about.trim().is_empty() {
            return Err(refuse(
                "about",
                "it is empty; say why the difference should not matter",
            ));
        }
        let of_placebo = ProgramManifest {
            command: entry.command.clone(),
            placebos: Vec::new(),
            // Another program is compared with this one and not with what stands for it.
            other: None,
            relations: Vec::new(),
            ..manifest.clone()
        };
        // A manifest that only compares two programs has nothing for a placebo to break.
        let spec = match Spec::resolve(&of_placebo, folder, path) {
            Err(MtError::NoProperty) => continue,
            spec => spec?,
        };
        placebos.push(Placebo {
            name: entry.name.clone(),
            spec,
        });
    }
    Ok(placebos)
}

/// Tells of findings that hold for the program which of them a placebo breaks.
pub(crate) fn mark(findings: &mut [Finding], placebo: &PlaceboName, of_placebo: Vec<Finding>) {
    for broken in of_placebo {
        let Found::Violated { evidence } = broken.found else {
            continue;
        };
        let same = findings.iter_mut().find(|finding| {
            finding.property == broken.property
                && finding.data_set == broken.data_set
                && finding.seed == broken.seed
        });
        // The first placebo that breaks it is told; what the program breaks itself needs none.
        if let Some(finding) = same
            && matches!(finding.found, Found::Holds | Found::HoldsByTolerance)
        {
            finding.found = Found::Unsound {
                evidence: format!("placebo `{placebo}` breaks it: {evidence}"),
            };
            finding.kept = broken.kept;
        }
    }
}

#[cfg(test)]
mod tests {
    use killrate_model::{DataSetName, PropertyName};

    use super::*;

    fn finding(seed: u64, found: Found) -> Finding {
        Finding {
            property: PropertyName::new("permute").unwrap(),
            text: "permute: if permute(rows) then equal(output)".to_owned(),
            data_set: DataSetName::new("golf").unwrap(),
            seed: Some(seed),
            found,
            explored: None,
            differing: None,
            kept: None,
        }
    }

    fn violated(evidence: &str) -> Found {
        Found::Violated {
            evidence: evidence.to_owned(),
        }
    }

    #[test]
    fn what_holds_for_the_program_alone_is_told_as_unsound() {
        let mut findings = [
            finding(1, Found::Holds),
            finding(2, Found::Holds),
            finding(3, violated("line 1")),
            finding(4, Found::HoldsByTolerance),
        ];
        let name = PlaceboName::new("seed-2").unwrap();
        let of_placebo = vec![
            finding(1, Found::Holds),
            finding(2, violated("line 2")),
            finding(3, violated("line 3")),
            finding(4, violated("line 4")),
        ];
        mark(&mut findings, &name, of_placebo);
        let told = findings.map(|finding| {
            let detail = finding.found.detail().map(str::to_owned);
            (finding.found.name(), detail.unwrap_or_default())
        });
        assert_eq!(
            told,
            [
                ("holds", String::new()),
                ("unsound", "placebo `seed-2` breaks it: line 2".to_owned()),
                ("violated", "line 1".to_owned()),
                ("unsound", "placebo `seed-2` breaks it: line 4".to_owned()),
            ]
        );
    }
}
