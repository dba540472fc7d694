//! The metamorphic properties that a study takes from a subject's manifest.

use std::collections::BTreeMap;
use std::path::Path;

use killrate_model::{PropertyName, hint};
use killrate_properties::Property;

use crate::catalogue::CatalogueError;
use crate::manifest::{StudySubject, SubjectManifest};
use crate::refuse::value_error;

pub(crate) fn resolve_properties(
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
        if properties.insert(name.clone(), property).is_some() {
            return Err(in_line(format!(
                "`{name}` is already taken; choose another name"
            )));
        }
    }
    Ok(())
}
