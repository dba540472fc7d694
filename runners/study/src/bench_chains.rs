//! Chains of a property that a study does not have yet with those that it has.

use std::collections::BTreeMap;

use killrate_catalogue::{Design, SampledDesign, SubjectDesign};
use killrate_model::PropertyName;
use killrate_properties::Property;
use killrate_record::{ChainRow, CostRow, PropertyProvenance, Record, VerdictRow};
use killrate_techniques::{Chaining, ChainingError, Chains, Counting, TechniqueKind};

use crate::assemble::{chains, costs};
use crate::bench::{NewProperty, of_study};
use crate::error::StudyError;
use crate::judge::verdicts;
use crate::session::Session;
use crate::surroundings::Surroundings;

/// The longest chains that are all tried: those of four properties of a dozen would be tens of thousands.
pub const LONGEST_CHAINS: u32 = 3;

/// What chains with a new property showed.
#[derive(Debug, Clone)]
pub struct BenchedChains {
    /// The chains, by the names that verdicts have for them.
    pub chains: BTreeMap<PropertyName, Vec<PropertyName>>,
    /// Their verdicts on the original, and on the mutants where it satisfies them.
    pub verdicts: Vec<VerdictRow>,
    /// The tests of each depth.
    pub rows: Vec<ChainRow>,
    /// What they say.
    pub provenance: Vec<PropertyProvenance>,
    /// What their verdicts took.
    pub cost: CostRow,
}

/// Judges every chain of two properties up to so many that has the new one in it, each alone.
///
/// The original is judged first, and no mutant is run for a chain that it breaks.
///
/// # Errors
/// As for [`bench_property`](crate::bench_property).
pub fn bench_chains(
    design: &Design,
    new: &NewProperty,
    longest: u32,
    surroundings: Surroundings<'_>,
) -> Result<BenchedChains, StudyError> {
    let known = of_study(design, new)?;
    let mut properties = known.properties.clone();
    properties.insert(new.name.clone(), new.property.clone());
    let chainings = chainings(&new.name, &properties, longest)
        .expect("names of properties make names of chains, and there are few");
    let all = chainings
        .iter()
        .filter_map(|chaining| match chaining.chains() {
            Chains::Sequence(sequence) => Some((chaining.name().clone(), sequence.clone())),
            Chains::Rounds(_) => None,
        });
    let all = all.collect();
    let subject = with_chains_alone(known, properties, chainings);
    let mut session = Session::open(design, &subject, surroundings)?;
    let is_sound = |case: &usize| session.of_original[*case].verdict.is_satisfied();
    let sound: Vec<usize> = session.all_cases().into_iter().filter(is_sound).collect();
    let mut dialogues = session.of_original.clone();
    if !sound.is_empty() {
        let variants = session.variants();
        dialogues.extend(session.judge(&sound, &variants)?);
    }
    let cost = costs(&session, &dialogues).pop();
    let rows = chains(&session, &dialogues);
    let provenance = subject.chainings.iter().map(|chaining| PropertyProvenance {
        subject: new.subject.clone(),
        technique: TechniqueKind::Iterative.technique_name(),
        name: chaining.name().clone(),
        text: chaining.to_string(),
    });
    Ok(BenchedChains {
        chains: all,
        cost: cost.expect("the plan has the one technique that it was made for"),
        rows,
        provenance: provenance.collect(),
        // The rest was counted before, because this consumes the dialogues.
        verdicts: verdicts(&session, dialogues),
    })
}

impl BenchedChains {
    /// The record of one subject with the chains in place of any that it has.
    #[must_use]
    pub fn beside(&self, mut record: Record) -> Record {
        let technique = TechniqueKind::Iterative.technique_name();
        record.verdicts.retain(|row| row.technique != technique);
        record.skipped.retain(|row| row.technique != technique);
        record.costs.retain(|row| row.technique != technique);
        let properties = &mut record.provenance.properties;
        properties.retain(|known| known.technique != technique);
        properties.extend(self.provenance.iter().cloned());
        record.verdicts.extend(self.verdicts.iter().cloned());
        record.chains.clone_from(&self.rows);
        record
    }
}

/// Every sequence of two properties up to so many that has the new one in it.
fn chainings(
    new: &PropertyName,
    properties: &BTreeMap<PropertyName, Property>,
    longest: u32,
) -> Result<Vec<Chaining>, ChainingError> {
    let mut sequences: Vec<Vec<&PropertyName>> = vec![Vec::new()];
    let mut all = Vec::new();
    for length in 1..=longest {
        let mut longer = Vec::new();
        for sequence in &sequences {
            for name in properties.keys() {
                longer.push([sequence.as_slice(), &[name]].concat());
            }
        }
        sequences = longer;
        for sequence in sequences
            .iter()
            .filter(|sequence| length > 1 && sequence.contains(&new))
        {
            let words: Vec<&str> = sequence.iter().map(|name| name.as_str()).collect();
            // The chain itself and nothing else, so that its kills are those of the pair.
            let chaining = Chaining::sequence(&words.join(", "), properties.keys())?;
            all.push(chaining.counting(Counting::Repeated));
        }
    }
    Ok(all)
}

/// The subject as the study has it, judged by these chains and nothing else.
fn with_chains_alone(
    subject: &SubjectDesign,
    properties: BTreeMap<PropertyName, Property>,
    chainings: Vec<Chaining>,
) -> SubjectDesign {
    SubjectDesign {
        manifest: subject.manifest.clone(),
        folder: subject.folder.clone(),
        data_sets: subject.data_sets.clone(),
        compares: subject.compares.clone(),
        known_cases: Vec::new(),
        seconds: Vec::new(),
        techniques: vec![TechniqueKind::Iterative],
        own_techniques: Vec::new(),
        properties,
        chainings,
        sampled: SampledDesign::default(),
        checking: None,
        n_runs: subject.n_runs,
        only: subject.only.clone(),
        sample: subject.sample,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chain_has_the_new_property_in_it_and_none_comes_twice() {
        let lines = [
            "a: if reverse(rows) then equal(out)",
            "b: if permute(rows) then equal(out)",
        ];
        let properties = lines.map(|line| Property::parse(line).unwrap());
        let named = properties.map(|property| (property.name().unwrap().clone(), property));
        let new = PropertyName::new("b").unwrap();
        let names = |longest| -> Vec<String> {
            let chainings = chainings(&new, &named.clone().into(), longest).unwrap();
            chainings
                .iter()
                .map(|chaining| chaining.name().to_string())
                .collect()
        };
        assert_eq!(names(2), ["a/b", "b/a", "b/b"]);
        // Of the eight of three all but `a/a/a`.
        assert_eq!(names(3).len(), 3 + 7);
    }
}
