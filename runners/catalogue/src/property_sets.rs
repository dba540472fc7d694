//! The metamorphic properties that a study takes from a subject's manifest.

use std::collections::BTreeMap;
use std::path::Path;

use killrate_model::{PropertyName, SubjectName, hint};
use killrate_properties::Property;

use crate::catalogue::{Catalogue, CatalogueError, read_blob};
use crate::manifest::{StudySubject, SubjectManifest};
use crate::refuse::value_error;

/// The set of the properties that people keep for a subject in `properties/SUBJECT.txt`.
pub const SAVED: &str = "saved";

/// The lines of the properties that people keep for a subject; none when there is no such file.
///
/// # Errors
/// When the file cannot be read.
pub fn saved_lines(
    catalogue: &Catalogue,
    subject: &SubjectName,
) -> Result<Vec<String>, CatalogueError> {
    let path = catalogue.saved_properties(subject);
    if !path.is_file() {
        return Ok(Vec::new());
    }
    Ok(property_lines(&read_blob(&path)?.to_text()))
}

/// The properties of a text file: one per line, without blank lines and comments after `#`.
pub fn property_lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

pub(crate) fn resolve_properties(
    catalogue: &Catalogue,
    manifest: &SubjectManifest,
    folder: &Path,
    entry: &StudySubject,
    path: &Path,
    key: &dyn Fn(&str) -> String,
) -> Result<BTreeMap<PropertyName, Property>, CatalogueError> {
    if entry.property_sets.is_empty() {
        let problem = "it is empty, but technique `metamorphic` needs properties; name a set";
        return Err(value_error(path, key("property-sets"), problem.to_owned()));
    }
    let manifest_path = folder.join("subject.toml");
    let mut properties = BTreeMap::new();
    for set in &entry.property_sets {
        // A set of the manifest may be called so as well; what people have saved comes before it
        // where there is any.
        let saved = saved_lines(catalogue, &manifest.name)?;
        if set == SAVED && !saved.is_empty() {
            let path = catalogue.saved_properties(&manifest.name);
            read_properties(manifest, &path, set, &saved, &mut properties)?;
            continue;
        }
        let lines = manifest.properties.get(set).ok_or_else(|| {
            let known = manifest.properties.keys().map(String::as_str);
            let problem = format!(
                "subject `{}` has no property set `{set}`; {}",
                manifest.name,
                hint(set, known)
            );
            value_error(path, key("property-sets"), problem)
        })?;
        read_properties(manifest, &manifest_path, set, lines, &mut properties)?;
    }
    Ok(properties)
}

/// Adds the properties of one set, each of which must fit the subject.
pub(crate) fn read_properties(
    manifest: &SubjectManifest,
    manifest_path: &Path,
    set: &str,
    lines: &[String],
    properties: &mut BTreeMap<PropertyName, Property>,
) -> Result<(), CatalogueError> {
    for (index, line) in lines.iter().enumerate() {
        let in_line = |problem: String| {
            value_error(manifest_path, format!("properties.{set}[{index}]"), problem)
        };
        let property = Property::parse(line).map_err(|error| in_line(error.to_string()))?;
        property
            .check(&manifest.interface)
            .map_err(|error| in_line(error.to_string()))?;
        let name = property
            .name()
            .cloned()
            .ok_or_else(|| in_line("it has no name; begin the line with `name: `".to_owned()))?;
        // Verdicts are named by properties, so a second one of that name could not be told from the
        // first.
        if properties.insert(name.clone(), property).is_some() {
            return Err(in_line(format!(
                "`{name}` is already taken; choose another name"
            )));
        }
    }
    Ok(())
}
