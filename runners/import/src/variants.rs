//! Variants of a program that another harness ran, with everything that our techniques would ask for.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::{
    Cause, DataSetName, Evidence, Looks, MutantClass, OutputName, PropertyName, Reason,
    SubjectName, TechniqueName, Verdict,
};
use killrate_record::{
    Basis, MutantRow, OutputRow, PropertyProvenance, Record, VariantId, VerdictRow,
};

use crate::ImportError;
use crate::matrix::{ImportOptions, Mutant};
use crate::rows::{provenance, row};
use crate::variants_table::{
    Change, End, FollowUp, Kind, Outputs, Shown, Transform, Variants, VariantsTable, read,
};

/// What is looked at, and what the tables do not say themselves.
#[derive(Debug, Clone, Copy)]
pub struct VariantsFiles<'a> {
    /// The original and its mutants.
    pub variants: VariantsTable<'a>,
    /// The same original and its placebos, where they stand apart.
    pub placebos: Option<VariantsTable<'a>>,
    /// The known cases on which the original does not give the known output.
    pub missed: &'a [DataSetName],
    /// Whether the output ranks the rows instead of classifying them.
    pub ranks: bool,
}

/// The names under which our techniques judge; the same as in records of studies, so that the same
/// tables and policies serve both.
struct Names {
    implicit: TechniqueName,
    ends_normally: PropertyName,
    reference: TechniqueName,
    equals_original: PropertyName,
    same_output: PropertyName,
    same_model: PropertyName,
    partial_oracle: TechniqueName,
    known_output: PropertyName,
    metamorphic: TechniqueName,
}

impl Names {
    fn new() -> Result<Self, ImportError> {
        Ok(Self {
            implicit: TechniqueName::new("implicit")?,
            ends_normally: PropertyName::new("ends-normally")?,
            reference: TechniqueName::new("reference")?,
            equals_original: PropertyName::new("equals-original")?,
            same_output: PropertyName::new("same-output")?,
            same_model: PropertyName::new("same-model")?,
            partial_oracle: TechniqueName::new("partial-oracle")?,
            known_output: PropertyName::new("known-output")?,
            metamorphic: TechniqueName::new("metamorphic")?,
        })
    }
}

/// The record of a table with a row per variant and input.
///
/// The columns `mutant` (a number; 0 is the original), `file`, `line`, `class` (one of killrate's, or
/// `placebo` for a variant without a fault), `change`, `input`, `kind` (`study` or `known-case`), `end`
/// (`ok`, `crash`, `hang`, `blank`, `nonsense`), `output_differs`, `model_differs`, `constant` and
/// `quality` must be there; every other column is a transform, with `holds`, `broken`, `crash`, `hang`,
/// or nothing where it was not run. A run that hangs was ended by a clock, so it goes over a limit.
///
/// On known cases `output_differs` is about the original's output; where the original misses the known
/// one (`missed`), the case is unsound, and nothing is known of mutants.
///
/// # Errors
/// When a column is missing, a cell has another value, rows contradict each other, the original is not
/// there or lacks an input, or the placebos are of another original.
pub fn variants(files: &VariantsFiles<'_>, options: &ImportOptions) -> Result<Record, ImportError> {
    let mut read_variants = read(&files.variants)?;
    let mut text = files.variants.text.to_owned();
    if let Some(table) = &files.placebos {
        add_placebos(&mut read_variants, table)?;
        text.push_str(table.text);
    }
    let known_cases: BTreeSet<&DataSetName> = { read_variants.original.iter() }
        .filter(|shown| shown.kind == Kind::KnownCase)
        .map(|shown| &shown.input)
        .collect();
    if let Some(name) = { files.missed.iter() }.find(|name| !known_cases.contains(name)) {
        return Err(ImportError::NoKnownCase(name.clone()));
    }
    if read_variants.others.is_empty() {
        return Err(ImportError::Empty("mutant"));
    }
    let judge = Judge {
        names: Names::new()?,
        subject: &options.subject,
        transforms: &read_variants.transforms,
        missed: files.missed,
    };
    let mut verdicts = Vec::new();
    let mut looked_at = Vec::new();
    let looks = OutputLooks {
        subject: &options.subject,
        output: OutputName::new("output")?,
        ranks: files.ranks,
    };
    for shown in &read_variants.original {
        judge.judge(&VariantId::Original, shown, &mut verdicts);
        looked_at.extend(looks.row(&VariantId::Original, shown));
    }
    let as_original: BTreeMap<DataSetName, (Looks, Option<f64>)> = { looked_at.iter() }
        .map(|row| (row.data_set.clone(), (row.looks, row.quality)))
        .collect();
    let mut rows: Vec<MutantRow> = Vec::new();
    let mut numbers = BTreeSet::new();
    for variant in &read_variants.others {
        let row = mutant_row(options, variant.number, &variant.change);
        if !numbers.insert(variant.number) {
            return Err(ImportError::SameMutant(row.mutant));
        }
        let id = VariantId::Mutant(row.mutant.clone());
        for shown in &variant.shown {
            judge.judge(&id, shown, &mut verdicts);
            // What a mutant shares with the original is not written again.
            let row = looks
                .row(&id, shown)
                .filter(|row| as_original.get(&row.data_set) != Some(&(row.looks, row.quality)));
            looked_at.extend(row);
        }
        rows.push(row);
    }
    let mut provenance = provenance(options, "a table of variants", text.as_bytes(), &rows);
    provenance.properties.extend(judge.texts());
    for subject in provenance.subjects.values_mut() {
        // The techniques look at what the output says, and not at the model.
        subject.compares.insert(looks.output.clone());
        if files.ranks {
            subject.ranks.insert(looks.output.clone());
        }
    }
    Ok(Record {
        provenance,
        mutants: rows,
        reach: Vec::new(),
        lines: Vec::new(),
        fuel: Vec::new(),
        outputs: looked_at,
        same_code: Vec::new(),
        chains: Vec::new(),
        verdicts,
        skipped: Vec::new(),
        costs: Vec::new(),
        check_costs: Vec::new(),
    })
}

/// Adds the placebos of another table of the same original.
fn add_placebos(variants: &mut Variants, table: &VariantsTable<'_>) -> Result<(), ImportError> {
    let placebos = read(table)?;
    let is_same =
        placebos.transforms == variants.transforms && placebos.original == variants.original;
    if !is_same {
        return Err(ImportError::OtherOriginal(table.name.to_owned()));
    }
    let is_mutant = |change: &Change| change.class != MutantClass::Placebo.name();
    if let Some(mutant) = { placebos.others.iter() }.find(|variant| is_mutant(&variant.change)) {
        return Err(ImportError::Cell {
            file: table.name.to_owned(),
            line: mutant.row,
            column: "class".to_owned(),
            problem: format!("a table of placebos has no `{}`", mutant.change.class),
        });
    }
    variants.others.extend(placebos.others);
    Ok(())
}

fn mutant_row(options: &ImportOptions, number: u32, change: &Change) -> MutantRow {
    let mutant = Mutant {
        key: number.to_string(),
        operator: change.change.clone(),
        class: change.class.clone(),
        file: change.file.clone(),
        line: change.line,
        ..Mutant::default()
    };
    let row = row(options.subject.clone(), number, &mutant);
    MutantRow {
        is_thesis: MutantClass::PAPERS.contains(&row.class),
        ..row
    }
}

/// What our techniques would say.
struct Judge<'a> {
    names: Names,
    subject: &'a SubjectName,
    transforms: &'a [Transform],
    missed: &'a [DataSetName],
}

impl Judge<'_> {
    fn judge(&self, variant: &VariantId, shown: &Shown, verdicts: &mut Vec<VerdictRow>) {
        let names = &self.names;
        let mut say = |technique: &TechniqueName, property: &PropertyName, seed, verdict| {
            verdicts.push(VerdictRow {
                subject: self.subject.clone(),
                variant: variant.clone(),
                technique: technique.clone(),
                property: property.clone(),
                data_set: shown.input.clone(),
                seed,
                verdict,
                basis: Basis::Run,
            });
        };
        if shown.kind == Kind::KnownCase {
            let verdict = match (self.missed.contains(&shown.input), variant) {
                (false, _) => known_output(shown),
                (true, VariantId::Original) => differs("the original misses the known output"),
                // What is known is only how the output compares with a wrong one.
                (true, VariantId::Mutant(_)) => return,
            };
            say(&names.partial_oracle, &names.known_output, None, verdict);
            return;
        }
        say(
            &names.implicit,
            &names.ends_normally,
            None,
            ends_normally(shown.end),
        );
        for (property, is_same) in [
            (
                &names.equals_original,
                &(|seen: &Outputs| !seen.output_differs && !seen.model_differs)
                    as &dyn Fn(&Outputs) -> bool,
            ),
            (&names.same_output, &|seen| !seen.output_differs),
            (&names.same_model, &|seen| !seen.model_differs),
        ] {
            let verdict = match &shown.outputs {
                Some(seen) if is_same(seen) => Verdict::Satisfied,
                Some(_) => differs("it is not the original's"),
                None => differs(shown.end.told()),
            };
            say(&names.reference, property, None, verdict);
        }
        for (transform, follow_up) in self.transforms.iter().zip(&shown.follow_ups) {
            if let Some(verdict) = relation(shown.end, *follow_up) {
                say(
                    &names.metamorphic,
                    &transform.property,
                    transform.seed,
                    verdict,
                );
            }
        }
    }

    /// What the table calls the properties, where the record calls them otherwise.
    fn texts(&self) -> Vec<PropertyProvenance> {
        let renamed = |transform: &&Transform| {
            transform.seed.is_none() && transform.column != transform.property.as_str()
        };
        let text = |transform: &Transform| PropertyProvenance {
            subject: self.subject.clone(),
            technique: self.names.metamorphic.clone(),
            name: transform.property.clone(),
            text: transform.column.clone(),
        };
        self.transforms.iter().filter(renamed).map(text).collect()
    }
}

/// What a person would see of the output.
struct OutputLooks<'a> {
    subject: &'a SubjectName,
    output: OutputName,
    ranks: bool,
}

impl OutputLooks<'_> {
    /// The row of a run on study data that ended normally.
    fn row(&self, variant: &VariantId, shown: &Shown) -> Option<OutputRow> {
        let outputs = shown
            .outputs
            .as_ref()
            .filter(|_| shown.kind == Kind::Study)?;
        Some(OutputRow {
            subject: self.subject.clone(),
            variant: variant.clone(),
            data_set: shown.input.clone(),
            output: self.output.clone(),
            looks: match (outputs.is_constant, self.ranks) {
                (false, _) => Looks::Plausible,
                // A ranking always says something else of every row; the order that nothing made is the file's.
                (true, true) => Looks::FileOrder,
                (true, false) => Looks::Constant,
            },
            quality: outputs.quality,
        })
    }
}

impl End {
    fn told(self) -> &'static str {
        match self {
            Self::Normally => "the run ends normally",
            Self::Crash => "the run crashes",
            Self::Hang => "the run hangs",
            Self::Blank => "the output is blank",
            Self::Nonsense => "the output is nonsense",
        }
    }

    /// The cause of a violation, where it is not normal.
    fn cause(self) -> Option<Cause> {
        Some(match self {
            Self::Normally => return None,
            Self::Crash => Cause::Crashed,
            // A clock ended it: other harnesses do not count fuel.
            Self::Hang => Cause::LimitExceeded,
            // Nonsense is nothing that a technique could read.
            Self::Blank | Self::Nonsense => Cause::BlankOutput,
        })
    }
}

fn violated(cause: Cause, detail: &str) -> Verdict {
    let detail = detail.to_owned();
    Verdict::Violated(Evidence { cause, detail })
}

fn differs(detail: &str) -> Verdict {
    violated(Cause::OutputDiffers, detail)
}

fn ends_normally(end: End) -> Verdict {
    let cause = end.cause();
    cause.map_or(Verdict::Satisfied, |cause| violated(cause, end.told()))
}

fn known_output(shown: &Shown) -> Verdict {
    match &shown.outputs {
        None => ends_normally(shown.end),
        Some(seen) if seen.output_differs => differs("it is not the original's"),
        Some(_) => Verdict::Satisfied,
    }
}

/// What metamorphic testing says; nothing where the follow-up could have been run and was not.
fn relation(end: End, follow_up: Option<FollowUp>) -> Option<Verdict> {
    let abnormal = |detail: &str| {
        let detail = detail.to_owned();
        Some(Verdict::Inconclusive(Reason::AbnormalEnd { detail }))
    };
    match follow_up {
        None if end == End::Normally => None,
        None => abnormal(&format!("source: {}", end.told())),
        Some(FollowUp::Holds) => Some(Verdict::Satisfied),
        Some(FollowUp::Broken) => Some(violated(
            Cause::RelationBroken,
            "the relation does not hold",
        )),
        Some(FollowUp::Crash) => abnormal("follow-up: the run crashes"),
        Some(FollowUp::Hang) => abnormal("follow-up: the run hangs"),
    }
}
