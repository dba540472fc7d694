//! Placebos in a record: rows like those of mutants, which no count of mutants may contain.

use std::collections::BTreeSet;

use killrate_model::{MutantClass, MutantId, SubjectName};

use crate::{MutantRow, Record, VariantId};

impl MutantRow {
    /// Whether it is the subject in other words, without a fault.
    pub fn is_placebo(&self) -> bool {
        self.class == MutantClass::Placebo
    }
}

impl Record {
    /// The same record of mutants alone, for whoever knows nothing of placebos.
    #[must_use]
    pub fn without_placebos(mut self) -> Self {
        let placebos = self.mutants.iter().filter(|row| row.is_placebo());
        let placebos: BTreeSet<(SubjectName, MutantId)> = placebos
            .map(|row| (row.subject.clone(), row.mutant.clone()))
            .collect();
        let is_placebo = |subject: &SubjectName, mutant: &MutantId| {
            !placebos.is_empty() && placebos.contains(&(subject.clone(), mutant.clone()))
        };
        self.mutants.retain(|row| !row.is_placebo());
        self.fuel
            .retain(|row| !is_placebo(&row.subject, &row.mutant));
        let stays = |subject: &SubjectName, variant: &VariantId| match variant {
            VariantId::Original => true,
            VariantId::Mutant(id) => !is_placebo(subject, id),
        };
        self.verdicts
            .retain(|row| stays(&row.subject, &row.variant));
        self.outputs.retain(|row| stays(&row.subject, &row.variant));
        self
    }

    /// What it holds, in numbers and words.
    pub fn contents(&self) -> String {
        let n_placebos = self.mutants.iter().filter(|row| row.is_placebo()).count();
        let (n_verdicts, n_mutants) = (self.verdicts.len(), self.mutants.len() - n_placebos);
        let placebos = match n_placebos {
            0 => String::new(),
            1 => " and 1 placebo".to_owned(),
            n => format!(" and {n} placebos"),
        };
        format!("{n_verdicts} verdicts on {n_mutants} mutants{placebos}")
    }
}
