//! Whether a record still describes the project it was made in.

use killrate_record::Provenance;

use crate::catalogue::{Catalogue, read_blob};
use crate::sources::source_digest;

/// What has changed since a record was made, in words; empty when nothing has, or when the project
/// does not have the study.
pub fn changes_since(catalogue: &Catalogue, provenance: &Provenance) -> Vec<String> {
    let mut changed = Vec::new();
    let study = &provenance.study;
    let manifest = catalogue.study(study.name.as_str()).ok();
    // A record from elsewhere may be looked at in any project, and says nothing of one that does
    // not have its study.
    let Some(text) = manifest.and_then(|(_, path)| read_blob(&path).ok()) else {
        return changed;
    };
    if text.digest() != study.digest {
        changed.push(format!("study `{}`", study.name));
    }
    for (subject, then) in &provenance.subjects {
        let now = catalogue
            .subject(subject.as_str())
            .ok()
            .and_then(|(manifest, folder)| source_digest(&manifest, &folder).ok());
        // A subject that is gone or unreadable now has changed too.
        if now != Some(then.source) {
            changed.push(format!("subject `{subject}`"));
        }
        for (data_set, inputs) in &then.data_sets {
            // A known case is part of its subject and not in the catalogue by itself.
            let Ok(now) = catalogue.data_set(data_set.as_str()) else {
                continue;
            };
            let differs = |(name, digest): (&_, &_)| {
                now.inputs
                    .get(name)
                    .is_none_or(|blob| blob.digest() != *digest)
            };
            if inputs.iter().any(differs) {
                changed.push(format!("data set `{data_set}`"));
            }
        }
    }
    changed
}
