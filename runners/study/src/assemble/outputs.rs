//! What the outputs of source runs look like, for the original and for mutants that show something else.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::{
    DataSet, DataSetName, Digest, Interface, MutantId, Observation, OutputName, OutputSpec,
    Request, SubjectName, Variant,
};
use killrate_properties::row_labels;
use killrate_record::{OutputRow, VariantId};
use killrate_rounds::Dialogue;

use super::looks::{Impression, Rows, impression};
use crate::rounds::{Digests, Known};
use crate::session::Session;

/// One row per output of the original on a data set of the study, and one per output of a mutant that
/// ended normally there and makes another impression.
pub(super) fn outputs(session: &Session<'_>, dialogues: &[Dialogue<Known>]) -> Vec<OutputRow> {
    let manifest = &session.subject.manifest;
    // Two data sets may have one content, and so one request.
    let mut sources: BTreeMap<Digest, Vec<Source<'_>>> = BTreeMap::new();
    for data_set in &session.subject.data_sets {
        let request = Request::source(&manifest.interface, data_set);
        let original = &session.originals.known(&request).outcome.observation;
        let source = Source::new(&manifest.interface, data_set, original);
        sources.entry(request.digest()).or_default().push(source);
    }
    let changed = session.changed();
    let ids: BTreeMap<u32, &MutantId> = changed.map(|mutant| (mutant.number, &mutant.id)).collect();
    let of_original = sources.values().flatten();
    let mut rows: Vec<OutputRow> = of_original
        .flat_map(|source| source.of_original(&manifest.name))
        .collect();
    let mut digests = Digests::default();
    // Techniques share their source runs, so most are met several times.
    let mut seen: BTreeSet<(u32, Digest)> = BTreeSet::new();
    for dialogue in dialogues {
        let Variant::Mutant(number) = dialogue.variant else {
            continue;
        };
        for exchange in dialogue.transcript.exchanges() {
            let digest = digests.of(&exchange.request);
            let Some(of_request) = sources.get(&digest) else {
                continue;
            };
            if seen.insert((number, digest)) {
                let (mutant, observation) = (ids[&number], &exchange.observation);
                let found = of_request.iter();
                rows.extend(
                    found.flat_map(|source| source.of_mutant(&manifest.name, mutant, observation)),
                );
            }
        }
    }
    rows
}

/// A data set, and what the outputs of the original look like on it.
struct Source<'a> {
    data_set: &'a DataSetName,
    original: &'a Observation,
    /// For each output the rows that it shows something of, if it does, and the impression it makes.
    outputs: BTreeMap<&'a OutputName, (Option<Rows>, Impression)>,
}

impl<'a> Source<'a> {
    fn new(interface: &'a Interface, data_set: &'a DataSet, original: &'a Observation) -> Self {
        let of_output = |(name, spec): (&'a OutputName, &OutputSpec)| {
            let rows = rows(interface, spec, data_set);
            let impression = impression(original.output(name), rows.as_ref());
            (name, (rows, impression))
        };
        Self {
            data_set: &data_set.name,
            original,
            outputs: interface.outputs.iter().map(of_output).collect(),
        }
    }

    fn of_original(&self, subject: &SubjectName) -> impl Iterator<Item = OutputRow> {
        let row = move |(output, (_, impression)): (&&OutputName, &(_, Impression))| {
            self.row(subject, VariantId::Original, output, *impression)
        };
        self.outputs.iter().map(row)
    }

    fn of_mutant(
        &self,
        subject: &SubjectName,
        mutant: &MutantId,
        observation: &Observation,
    ) -> Vec<OutputRow> {
        // What a run left that failed is no output that anybody would look at.
        if !observation.exit.is_normal() {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (&output, (rows, of_original)) in &self.outputs {
            let content = observation.output(output);
            // Most outputs are the original's, and those need not be read.
            if content == self.original.output(output) {
                continue;
            }
            let impression = impression(content, rows.as_ref());
            if impression != *of_original {
                let variant = VariantId::Mutant(mutant.clone());
                found.push(self.row(subject, variant, output, impression));
            }
        }
        found
    }

    fn row(
        &self,
        subject: &SubjectName,
        variant: VariantId,
        output: &OutputName,
        Impression { looks, quality }: Impression,
    ) -> OutputRow {
        OutputRow {
            subject: subject.clone(),
            variant,
            data_set: self.data_set.clone(),
            output: output.clone(),
            looks,
            quality,
        }
    }
}

/// The rows that an output shows something of on a data set; none where it does not say.
fn rows(interface: &Interface, spec: &OutputSpec, data_set: &DataSet) -> Option<Rows> {
    let (shows, input) = (spec.shows?, spec.of.as_ref()?);
    let content = data_set.inputs.get(input)?.bytes();
    // A study from a manifest was refused if its rows cannot be read; a design that somebody puts
    // together in code may not have been looked at.
    let labels = row_labels(interface, input, content).ok()?;
    Some(Rows { shows, labels })
}
