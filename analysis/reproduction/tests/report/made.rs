//! Records of several subjects in a few lines, beside the papers' own tables.

use std::path::{Path, PathBuf};

use killrate_analysis::{
    Format, PageContext, Report, ReportOptions, Selection, analyse, page, report,
};
use killrate_model::{MutantId, OperatorName, SiteKind};
use killrate_record::{Basis, ReachRow, Record, VariantId, VerdictRow, write};
use killrate_reproduction::papers;
use tempfile::TempDir;

use crate::fixture::{mutant, name, provenance, verdict};

/// A subject: its name, its mutants by class, and its cases with the verdicts on these mutants.
///
/// Mutants and verdicts are runs of letters: `3c 2o` is three comparison mutants and two that are one
/// off in calculations; `a` is arithmetic, `l` one off in a loop, `s` one off in a sort, `g` a comparison
/// in the file that selects who lives on. Verdicts are as in the other fixture; a mutant with
/// `-` was not judged. Every mutant is usable, and every case is sound unless its verdicts start with
/// `!`, an alarm on the original.
pub(crate) struct Made {
    pub(crate) subject: &'static str,
    pub(crate) mutants: &'static str,
    pub(crate) cases: Vec<Case>,
}

/// Technique, property, data set, verdicts.
pub(crate) type Case = (&'static str, &'static str, &'static str, &'static str);

/// A subject of these mutants and cases.
pub(crate) fn made(
    subject: &'static str,
    mutants: &'static str,
    cases: impl Into<Vec<Case>>,
) -> Made {
    Made {
        subject,
        mutants,
        cases: cases.into(),
    }
}

/// The record of these subjects.
pub(crate) fn record_of(subjects: &[Made]) -> Record {
    let mut record = Record {
        provenance: provenance(),
        mutants: Vec::new(),
        reach: Vec::new(),
        lines: Vec::new(),
        fuel: Vec::new(),
        outputs: Vec::new(),
        same_code: Vec::new(),
        chains: Vec::new(),
        verdicts: Vec::new(),
        skipped: Vec::new(),
        costs: Vec::new(),
        check_costs: Vec::new(),
    };
    let of_subject = record.provenance.subjects.pop_first().unwrap().1;
    for made in subjects {
        let known = &mut record.provenance.subjects;
        known.insert(name(made.subject), of_subject.clone());
        add(&mut record, made);
    }
    record
}

/// The data set that makes every mutant usable.
const STUDY: &str = "study";

fn add(record: &mut Record, made: &Made) {
    let classes = letters(made.mutants);
    let ids: Vec<MutantId> = (0..classes.len())
        .map(|number| MutantId(format!("src/main.rs::main/{number}")))
        .collect();
    for ((number, id), class) in (1..).zip(&ids).zip(&classes) {
        let class = match class {
            'c' | 'g' => "comparison",
            'a' => "arithmetic",
            _ => "off-by-one",
        };
        let mut row = mutant(number, id, class, "-");
        row.subject = name(made.subject);
        match classes[number as usize - 1] {
            'l' => {
                row.operator = OperatorName("range-end-minus-one".into());
                row.site_kind = Some(SiteKind::Loop);
            }
            's' => {
                row.function = "merge".into();
                row.site_kind = Some(SiteKind::Other);
            }
            'o' => row.site_kind = Some(SiteKind::Arithmetic),
            'g' => row.file = "src/generation.rs".into(),
            _ => {}
        }
        record.mutants.push(row);
        record.reach.push(ReachRow {
            subject: name(made.subject),
            mutant: id.clone(),
            data_set: name(STUDY),
            reached: true,
            infected: true,
        });
    }
    let usable = [
        ("implicit", "ends-normally", '.'),
        ("reference", "same-output", 'V'),
    ];
    for (technique, property, letter) in usable {
        let verdicts = vec![letter; ids.len()];
        let case = (technique, property, STUDY);
        judge(record, made, case, ('.', &ids, &verdicts));
    }
    for &(technique, property, data_set, verdicts) in &made.cases {
        let original = if verdicts.starts_with('!') { 'V' } else { '.' };
        let verdicts = letters(verdicts.trim_start_matches('!'));
        let case = (technique, property, data_set);
        judge(record, made, case, (original, &ids, &verdicts));
    }
}

fn judge(
    record: &mut Record,
    made: &Made,
    (technique, property, data_set): (&str, &str, &str),
    (original, ids, verdicts): (char, &[MutantId], &[char]),
) {
    assert_eq!(ids.len(), verdicts.len(), "{technique} {property}");
    let of_mutants = ids.iter().cloned().map(VariantId::Mutant).zip(verdicts);
    let judged = of_mutants.filter(|(_, letter)| **letter != '-');
    let rows = [(VariantId::Original, &original)].into_iter().chain(judged);
    record
        .verdicts
        .extend(rows.map(|(variant, letter)| VerdictRow {
            subject: name(made.subject),
            variant,
            technique: name(technique),
            property: name(property),
            data_set: name(data_set),
            seed: None,
            verdict: verdict(*letter, technique),
            basis: Basis::Run,
        }));
}

/// Runs of letters, written out.
fn letters(runs: &str) -> Vec<char> {
    let written_out = |run: &str| {
        let letter = run.chars().last().unwrap();
        let n = run.trim_end_matches(letter).parse().unwrap();
        vec![letter; n]
    };
    runs.split_whitespace().flat_map(written_out).collect()
}

/// The report of a record beside the tables that the papers print.
pub(crate) fn analysed(record: &Record, selection: Selection) -> Report {
    analysed_under(record, "thesis", selection)
}

/// The same under another policy.
pub(crate) fn analysed_under(record: &Record, policy: &str, selection: Selection) -> Report {
    let (_parent, folder) = in_folder(record);
    let policy = papers(None).policy(policy).unwrap();
    analyse(&[&folder], &papers(Some(&published())), policy, selection).unwrap()
}

/// The same as text.
pub(crate) fn rendered(record: &Record, tables: Selection) -> String {
    let (_parent, folder) = in_folder(record);
    let options = ReportOptions {
        policy: papers(None).policy("thesis").unwrap(),
        tables,
        format: Format::Text { is_coloured: false },
    };
    report(&[&folder], &papers(Some(&published())), &options).unwrap()
}

/// The same as a page.
pub(crate) fn paged(record: &Record) -> String {
    let (_parent, folder) = in_folder(record);
    let policy = papers(None).policy("thesis").unwrap();
    let papers = papers(Some(&published()));
    page(&[&folder], &papers, policy, &PageContext::default()).unwrap()
}

fn in_folder(record: &Record) -> (TempDir, PathBuf) {
    let parent = TempDir::new().unwrap();
    let folder = parent.path().join("hand-made");
    write(&folder, record).unwrap();
    (parent, folder)
}

/// One kind of table.
pub(crate) fn one(kind: &str) -> Selection {
    Selection::One(papers(None).table(kind).unwrap())
}

pub(crate) fn published() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/published")
}
