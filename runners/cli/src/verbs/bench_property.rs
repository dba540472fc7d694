//! `killrate bench-property`.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use killrate_catalogue::manifest::SubjectManifest;
use killrate_catalogue::{Catalogue, Design, SAVED};
use killrate_model::{PropertyName, Soundness, SubjectName};
use killrate_properties::Property;
use killrate_record::{Record, RecordError, Skipped, why_skipped};
use killrate_reproduction::papers;
use killrate_study::{Benched, LONGEST_CHAINS, NewProperty, bench_chains, bench_property};
use killrate_techniques::TechniqueKind;

use crate::arguments::Threads;
use crate::console::Console;
use crate::exit::{Invalid, Usage, VIOLATED};
use crate::surroundings::Workshop;
use crate::tables::{self, TableFormat};
use crate::{policies, records};

/// Tell what a new metamorphic property of a subject is worth.
///
/// Answers whether a property is sound on the original, what it kills by class and data set, what
/// only it kills, which properties make it redundant, its Shapley value, where it would rank, and
/// what it costs, beside the properties in the record of a study. With --chains it also answers what
/// chaining it with these adds: each is then applied to what another made of the data.
///
/// The mutants, data sets and seeds are those of the study, and only executions that are not known
/// yet are run. A property that the original itself breaks, on any data set, is refuted: it judges no
/// mutant, has no rank and is not saved, and the exit code is 6. The exit code is 3 when there is no
/// verdict on the original, as where the property applies to no data set.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The subject, as `killrate list subjects` names it.
    subject: SubjectName,
    /// The property, such as 'reverse: if reverse(train) then equal(predictions)'.
    property: String,
    /// The study to stand beside; when left out, that whose record has most mutants of the subject.
    #[arg(long, value_name = "NAME")]
    study: Option<String>,
    /// Chains of up to so many properties with this one among them, 2 or 3: tells what chaining it with
    /// the others adds.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=i64::from(LONGEST_CHAINS)))]
    chains: Option<u32>,
    /// Keep the property in `properties/SUBJECT.txt`, which studies use as the property set `saved`.
    #[arg(long)]
    save: bool,
    /// What counts as a kill: thesis, any-difference or strict; what the study names when left out.
    #[arg(long, value_name = "NAME")]
    policy: Option<String>,
    /// How to print.
    #[arg(long, default_value = "text")]
    format: TableFormat,
    #[command(flatten)]
    threads: Threads,
}

/// The name of a property that was given none.
const UNNAMED: &str = "new";

/// Judges a new property and tells what it is worth.
pub(crate) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    // What papers print is of no use beside a property that none of them has.
    let papers = papers(None);
    // A policy that there is not is told before anything is built.
    let asked = policies::asked(&papers, options.policy.as_deref())?;
    let catalogue = console.catalogue()?;
    let (manifest, _) = catalogue.subject(options.subject.as_str())?;
    let property = Property::parse(&options.property)
        .map_err(|error| Invalid(format!("`{}` is no property: {error}", options.property)))?;
    if options.save && property.name().is_none() {
        let problem = "a property needs a name to be saved; begin it with one, as in `NAME: if …`";
        return Err(Usage(problem.to_owned()).into());
    }
    property.check(&manifest.interface).map_err(|error| {
        let subject = &options.subject;
        Invalid(format!(
            "the property does not fit subject `{subject}`: {error}"
        ))
    })?;
    let study = match &options.study {
        Some(study) => study.clone(),
        None => best_recorded(&catalogue, &options.subject)?,
    };
    let design = Design::resolve(&catalogue, &study)?;
    let folder = catalogue.known_record(&study);
    records::tell_if_committed(console, &catalogue, &study, &folder);
    let record = killrate_record::read(&folder)?;
    let policy = match asked {
        Some(policy) => policy,
        None => policies::of_study(&papers, &record.provenance.study)?,
    };
    let new = NewProperty {
        subject: options.subject.clone(),
        name: name_of(&property)?,
        property,
    };
    refuse_taken(&catalogue, &record, &new)?;
    let twins = twins(&catalogue, &manifest, &new.property)?;

    console.note(&format!("beside the properties of study `{study}`"));
    let workshop = Workshop::open(console, &catalogue, &options.threads)?;
    let benched =
        workshop.with(|surroundings| bench_property(&design, &record, &new, surroundings))?;
    // It is removed when this variable goes, so it must outlive the report that reads the record.
    let temporary = tempfile::tempdir().context("cannot create a temporary folder")?;
    let folder = temporary.path().join("record");
    let beside = benched.beside(record);
    killrate_record::write(&folder, &beside)?;
    // One that was kept is looked at again, not another one.
    let others = twins.iter().filter(|twin| twin.name != new.name);
    let mut same_as: Vec<&str> = others.map(|twin| twin.name.as_str()).collect();
    same_as.dedup();
    let told = killrate_analysis::NewProperty {
        subject: new.subject.as_str(),
        technique: benched.provenance.technique.as_str(),
        property: new.name.as_str(),
        text: &benched.provenance.text,
        soundness: benched.soundness,
        same_as: &same_as,
        cost: &benched.cost,
    };
    let report = killrate_analysis::new_property(&folder, &papers, policy, &told)?;
    let report = match options
        .chains
        .filter(|_| benched.soundness == Soundness::Sound)
    {
        None => report,
        Some(longest) => {
            let chained =
                workshop.with(|surroundings| bench_chains(&design, &new, longest, surroundings))?;
            let folder = temporary.path().join("with-chains");
            killrate_record::write(&folder, &chained.beside(beside))?;
            let names = |sequence: &Vec<PropertyName>| -> Vec<String> {
                sequence.iter().map(ToString::to_string).collect()
            };
            let chains = { chained.chains.iter() }
                .map(|(name, sequence)| (name.to_string(), names(sequence)))
                .collect();
            let chains = killrate_analysis::NewChains {
                chains: &chains,
                cost: &chained.cost,
            };
            killrate_analysis::with_chains(report, &folder, &papers, policy, &told, &chains)?
        }
    };
    tables::print(console, &report, options.format);
    // The report comes before the error, because it lists what the original says case by case.
    let problem = match benched.soundness {
        Soundness::Sound => {
            if options.save {
                save(console, &catalogue, &benched, &twins)?;
            }
            return Ok(ExitCode::SUCCESS);
        }
        Soundness::Refuted => {
            if options.save {
                console.note("not saved: the original itself breaks the property");
            }
            return Ok(ExitCode::from(VIOLATED));
        }
        Soundness::Untested => format!(
            "applies to no data set that study `{study}` has for subject `{}`",
            new.subject
        ),
        Soundness::Undecided => format!(
            "has no verdict on the original of subject `{}` in study `{study}`",
            new.subject
        ),
    };
    let skipped: Vec<Skipped> = benched.skipped.iter().map(Skipped::from).collect();
    let why = match why_skipped(&skipped).as_str() {
        "" => String::new(),
        why => format!(", because {why}"),
    };
    let saved = if options.save { " or saved" } else { "" };
    Err(Invalid(format!(
        "property `{}` {problem}{why}, so nothing was judged{saved}; change what it transforms, or name another study with --study",
        new.name
    ))
    .into())
}

fn name_of(property: &Property) -> anyhow::Result<PropertyName> {
    Ok(match property.name() {
        Some(name) => name.clone(),
        None => PropertyName::new(UNNAMED)?,
    })
}

/// The study with a record that has most mutants of a subject, of those that judge it by
/// properties; the first by name of equal ones.
fn best_recorded(catalogue: &Catalogue, subject: &SubjectName) -> anyhow::Result<String> {
    let technique = TechniqueKind::Metamorphic.technique_name();
    let mut fitting = Vec::new();
    let mut best: Option<(u32, String)> = None;
    for study in catalogue.studies() {
        let (manifest, _) = catalogue.study(study.as_str())?;
        let has_technique = |name: &String| name == technique.as_str();
        let is_fitting = manifest
            .subjects
            .iter()
            .any(|entry| entry.name == *subject && entry.techniques.iter().any(has_technique));
        if !is_fitting {
            continue;
        }
        fitting.push(format!("`killrate run {study}`"));
        let record = match killrate_record::open(&catalogue.known_record(study.as_str())) {
            Err(RecordError::Absent { .. }) => continue,
            record => record?,
        };
        let of_subject = record.provenance().subjects.get(subject);
        let n_woven = of_subject.map_or(0, |of_subject| of_subject.n_woven);
        // Of studies with equally many mutants the first by name is taken.
        if best.as_ref().is_none_or(|(most, _)| n_woven > *most) {
            best = Some((n_woven, study.to_string()));
        }
    }
    let problem = || match fitting.as_slice() {
        [] => format!("no study judges subject `{subject}` by properties; write one that does"),
        _ => format!(
            "there is no record of subject `{subject}` to compare with; make one with {}",
            fitting.join(" or ")
        ),
    };
    Ok(best.ok_or_else(|| Invalid(problem()))?.1)
}

/// A name stands for one property.
fn refuse_taken(catalogue: &Catalogue, record: &Record, new: &NewProperty) -> anyhow::Result<()> {
    let of_record = record
        .provenance
        .properties
        .iter()
        .filter(|known| known.subject == new.subject)
        .map(|known| (known.name.clone(), known.text.clone()));
    let lines = killrate_catalogue::saved_lines(catalogue, &new.subject)?;
    let saved = lines.iter().filter_map(|line| {
        let property = Property::parse(line).ok()?;
        Some((property.name()?.clone(), property.to_string()))
    });
    // A property that was kept may be looked at again, as it was kept.
    let text = new.property.to_string();
    let mut taken = of_record.chain(saved.filter(|(_, known)| *known != text));
    match taken.find(|(name, _)| *name == new.name) {
        None => Ok(()),
        Some((name, text)) => Err(Invalid(format!(
            "there is a property `{name}` of subject `{}` already, `{text}`; begin yours with another name, as in `NAME: if …`",
            new.subject
        ))
        .into()),
    }
}

/// A property of the catalogue that says the same as the new one.
struct Twin {
    name: PropertyName,
    /// The property set that has it.
    set: String,
}

/// The properties of a subject that say the same as the new one, those of its manifest first.
fn twins(
    catalogue: &Catalogue,
    manifest: &SubjectManifest,
    property: &Property,
) -> anyhow::Result<Vec<Twin>> {
    let saved = killrate_catalogue::saved_lines(catalogue, &manifest.name)?;
    let sets = manifest
        .properties
        .iter()
        .map(|(set, lines)| (set.as_str(), lines));
    let lines = sets
        .chain([(SAVED, &saved)])
        .flat_map(|(set, lines)| lines.iter().map(move |line| (set, line)));
    let twins = lines.filter_map(|(set, line)| {
        let known = Property::parse(line).ok()?;
        let is_same = known.says_same(property, &manifest.interface);
        let name = known.name().filter(|_| is_same)?.clone();
        let set = set.to_owned();
        Some(Twin { name, set })
    });
    Ok(twins.collect())
}

/// Adds a property to those that people keep, once.
fn save(
    console: &Console,
    catalogue: &Catalogue,
    benched: &Benched,
    twins: &[Twin],
) -> anyhow::Result<()> {
    let known = &benched.provenance;
    if let Some(Twin { name, set }) = twins.first() {
        console.note(&format!(
            "not saved: the property set `{set}` of subject `{}` has it already, as `{name}`",
            known.subject
        ));
        return Ok(());
    }
    // The canonical form begins with the name, which was asked for.
    let line = &known.text;
    let path = catalogue.saved_properties(&known.subject);
    append(&path, line).with_context(|| format!("cannot write `{}`", path.display()))?;
    console.note(&format!(
        "saved in {}; a study uses it with `property-sets = [\"{SAVED}\"]`",
        path.display()
    ));
    Ok(())
}

fn append(path: &Path, line: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut file = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)?;
    writeln!(file, "{line}")
}
