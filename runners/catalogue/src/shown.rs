//! What the outputs of a subject say that they show.

use std::path::Path;

use killrate_model::{DataSet, InputName, OutputName, OutputSpec, hint};
use killrate_properties::{formats, row_labels};

use crate::catalogue::CatalogueError;
use crate::manifest::SubjectManifest;
use crate::refuse::value_error;

/// Whether every output that shows something names an input with rows.
pub(crate) fn check_shown(manifest: &SubjectManifest, path: &Path) -> Result<(), CatalogueError> {
    for (name, output) in &manifest.interface.outputs {
        check_output(manifest, output).map_err(|(key, problem)| {
            value_error(path, format!("interface.outputs.{name}.{key}"), problem)
        })?;
    }
    Ok(())
}

/// The key that is wrong, and why.
fn check_output(
    manifest: &SubjectManifest,
    output: &OutputSpec,
) -> Result<(), (&'static str, String)> {
    let refuse = |key, problem: &str| Err((key, problem.to_owned()));
    let input = match (output.shows, &output.of) {
        (None, None) => return Ok(()),
        (Some(_), None) => {
            let problem = "it does not say of which rows; name the input that has them, such as `of = \"test\"`, beside it";
            return refuse("shows", problem);
        }
        (None, Some(_)) => {
            let problem = "nothing says what is shown of it; write `shows` beside it, which is `classes`, `ranks` or `alerts`, or leave it out";
            return refuse("of", problem);
        }
        (Some(_), Some(input)) => input,
    };
    let inputs = &manifest.interface.inputs;
    let Some(spec) = inputs.get(input) else {
        let hint = hint(input.as_str(), inputs.keys().map(InputName::as_str));
        return Err(("of", format!("there is no input `{input}`; {hint}")));
    };
    let mut with_rows = formats().iter().filter(|format| format.has_rows);
    if !with_rows.any(|format| format.name == spec.format.0) {
        let problem = format!(
            "input `{input}` has the format `{}`, which has no rows; name another input",
            spec.format
        );
        return Err(("of", problem));
    }
    Ok(())
}

/// Whether the rows that outputs show something of can be read in these data sets.
pub(crate) fn check_rows(
    manifest: &SubjectManifest,
    data_sets: &[DataSet],
    path: &Path,
    key: &str,
) -> Result<(), CatalogueError> {
    let interface = &manifest.interface;
    let shown = |(name, output): (&OutputName, &OutputSpec)| {
        output
            .shows
            .and(output.of.clone())
            .map(|of| (name.clone(), of))
    };
    for (output, input) in interface.outputs.iter().filter_map(shown) {
        for data_set in data_sets {
            let content = data_set.inputs[&input].bytes();
            row_labels(interface, &input, content).map_err(|error| {
                let cause = std::error::Error::source(&error)
                    .map(|cause| format!(": {cause}"))
                    .unwrap_or_default();
                let problem = format!(
                    "data set `{}` has no rows that `{output}` of subject `{}` could show something of: {error}{cause}; mend the data or leave it out",
                    data_set.name, manifest.name
                );
                value_error(path, key.to_owned(), problem)
            })?;
        }
    }
    Ok(())
}
