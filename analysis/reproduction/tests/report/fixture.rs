//! A record of fourteen mutants of `c45`, and the published tables beside it.
//!
//! The study data sets are iris and golf; the partial oracle has the small set golf-1. On the
//! original everything is satisfied except `negate` on golf, so that pair cannot kill.

use std::fs;
use std::path::PathBuf;

use killrate_model::{
    Cause, Digest, Evidence, MutantClass, MutantId, MutantStatus, OperatorName, Reason, Verdict,
};
use killrate_record::{
    Basis, CostRow, FORMAT, LimitsPolicy, MutantRow, Provenance, ReachRow, Record, SkippedRow,
    StudyProvenance, SubjectProvenance, VariantId, VerdictRow, write,
};
use tempfile::TempDir;

/// The cases, in the order of the letters in [`MATRIX`].
const CASES: [(&str, &str, &str, Option<u64>); 14] = [
    ("implicit", "ends-normally", "iris", None),
    ("implicit", "ends-normally", "golf", None),
    ("reference", "same-output", "iris", None),
    ("reference", "same-output", "golf", None),
    ("partial-oracle", "known-output", "golf-1", None),
    ("metamorphic", "permute", "iris", Some(7)),
    ("metamorphic", "permute", "golf", Some(7)),
    ("metamorphic", "multiply", "iris", None),
    ("metamorphic", "add", "iris", None),
    ("metamorphic", "add", "golf", None),
    ("metamorphic", "negate", "iris", None),
    ("metamorphic", "negate", "golf", None),
    ("metamorphic", "permute-model", "iris", Some(7)),
    ("metamorphic", "permute-model", "golf", Some(7)),
];

/// Mutant, class, what is special, how far iris and golf carry it, and its verdicts.
///
/// How far: `-` not reached, `r` reached, `i` infected. Verdicts: `.` satisfied, `V` violated, `C`
/// crashed, `F` out of fuel, `B` blank output, `a` inconclusive for an abnormal end, `u`
/// inconclusive for an unusable output.
///
/// Under the policy `thesis` six mutants are usable: c1, c2, c3, a1, a2, o1. c3 is violated only by
/// the unsound pair, so metamorphic testing misses it; a2 is found by the partial oracle alone, c2
/// by metamorphic testing alone.
const MATRIX: &str = "
    original  -           -          --  .. .. . .. . .. .V ..
    c1        comparison  -          ii  .. VV V VV . .V VV VV
    c2        comparison  -          ii  .. V. . .. . .. V. ..
    c3        comparison  -          ri  .. .V . .. . .. .V ..
    c4        comparison  withdrawn  --
    c5        comparison  further    ii  .. VV V VV . .. VV ..
    a1        arithmetic  -          ii  .. VV V .. V V. .. ..
    a2        arithmetic  -          ir  .. V. V .. . .. .. ..
    a3        arithmetic  -          ii  C. V. . a. a a. a. a.
    a4        arithmetic  -          ii  .F .V a .a . .a .a .a
    o1        off-by-one  -          ii  .. VV V V. . .. V. V.
    o2        off-by-one  -          --  .. .. . .. . .. .. ..
    o3        off-by-one  -          rr  .. .. . .. . .. .. ..
    o4        off-by-one  -          ri  .. .. . .. . .. .. ..
    o5        off-by-one  -          ii  BB VV V uu u uu uu uu
";

/// The record of [`MATRIX`].
pub(crate) fn record() -> Record {
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
        skipped: vec![SkippedRow {
            subject: name("c45"),
            technique: name("metamorphic"),
            property: name("multiply"),
            data_set: name("golf"),
            reason: "the data set has no numeric column".into(),
        }],
        costs: vec![
            cost("implicit", 26, 26, 4, 0, 22, 0.25),
            cost("metamorphic", 117, 112, 20, 2, 90, 1.5),
            cost("partial-oracle", 13, 13, 3, 0, 10, 0.5),
        ],
        check_costs: Vec::new(),
    };
    for (number, line) in MATRIX.trim().lines().enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [variant, class, special, reach, verdicts @ ..] = words.as_slice() else {
            panic!("`{line}` lacks a column");
        };
        let letters: Vec<char> = verdicts.concat().chars().collect();
        if *variant == "original" {
            let rows = verdict_rows(VariantId::Original, &letters, |_| Basis::Run);
            record.verdicts.extend(rows);
            continue;
        }
        let id = MutantId(format!("src/tree.rs::split/{variant}/1"));
        record
            .mutants
            .push(mutant(number as u32, &id, class, special));
        if *special == "withdrawn" {
            continue;
        }
        let reach: Vec<char> = reach.chars().collect();
        for (data_set, mark) in ["iris", "golf"].into_iter().zip(&reach) {
            record.reach.push(ReachRow {
                subject: name("c45"),
                mutant: id.clone(),
                data_set: name(data_set),
                reached: *mark != '-',
                infected: *mark == 'i',
            });
        }
        let basis = |data_set: &str| match reach[usize::from(data_set == "golf")] {
            '-' => Basis::NotReached,
            'r' => Basis::NotInfected,
            _ => Basis::Run,
        };
        let rows = verdict_rows(VariantId::Mutant(id), &letters, basis);
        record.verdicts.extend(rows);
    }
    record
}

/// Writes a record and the published tables into a temporary folder: where it is, the record, the
/// published tables.
pub(crate) fn written(record: &Record) -> (TempDir, PathBuf, PathBuf) {
    let parent = TempDir::new().unwrap();
    let folder = parent.path().join("hand-made");
    write(&folder, record).unwrap();
    let published = parent.path().join("published");
    fs::create_dir(&published).unwrap();
    for (file, source, column, table) in PUBLISHED {
        fs::write(published.join(file), published_csv(source, column, table)).unwrap();
    }
    (parent, folder, published)
}

/// The papers' tables for C4.5 as printed, each as its file, its source, the name of its column and
/// its lines; the classes of hepatitis do not add up, as in print.
const PUBLISHED: [(&str, &str, &str, &str); 4] = [
    (
        "thesis_3_01_mutant_types.csv",
        "Murphy 2010 thesis, Table 3.1",
        "of",
        "class      all
         comparison 8
         math       15
         off_by_one 5
         total      28",
    ),
    (
        "thesis_3_04_study1_effectiveness.csv",
        "Murphy 2010 thesis, Table 3.4",
        "technique",
        "class mutants partial_oracle metamorphic_testing assertion_checking
         -     28      22             26                  28",
    ),
    (
        "thesis_3_07_c45.csv",
        "Murphy 2010 thesis, Table 3.7",
        "property",
        "class      mutants permute multiply add negate distinct_total
         comparison 8       8       0        1   8      8
         math       15      2       3        3   11     13
         off_by_one 5       3       0        0   4      5
         total      28      13      3        4   23     26",
    ),
    (
        "thesis_3_08_c45_by_dataset.csv",
        "Murphy 2010 thesis, Table 3.8",
        "dataset",
        "class      mutants iris golf hepatitis
         comparison 8       8    3    8
         math       15      8    0    10
         off_by_one 5       3    0    1
         total      28      19   3    18",
    ),
];

fn published_csv(source: &str, column: &str, table: &str) -> String {
    let mut lines = table.lines().map(str::split_whitespace);
    let columns: Vec<&str> = lines.next().unwrap().skip(1).collect();
    let mut text = format!("source,subject,mutation_class,{column},value\n");
    for mut words in lines {
        let class = words.next().unwrap();
        for (name, value) in columns.iter().zip(words) {
            text += &format!("\"{source}\",C4.5,{class},{name},{value}\n");
        }
    }
    text
}

pub(crate) fn name<N: TryFrom<String>>(text: &str) -> N {
    N::try_from(text.to_owned()).ok().unwrap()
}

fn verdict_rows(
    variant: VariantId,
    letters: &[char],
    basis: impl Fn(&str) -> Basis,
) -> Vec<VerdictRow> {
    assert_eq!(letters.len(), CASES.len(), "{variant}");
    CASES
        .iter()
        .zip(letters)
        .map(
            |(&(technique, property, data_set, seed), letter)| VerdictRow {
                subject: name("c45"),
                variant: variant.clone(),
                technique: name(technique),
                property: name(property),
                data_set: name(data_set),
                seed,
                verdict: verdict(*letter, technique),
                basis: basis(data_set),
            },
        )
        .collect()
}

pub(crate) fn verdict(letter: char, technique: &str) -> Verdict {
    let violated = |cause, detail: &str| {
        Verdict::Violated(Evidence {
            cause,
            detail: detail.into(),
        })
    };
    match (letter, technique) {
        ('.', _) => Verdict::Satisfied,
        ('~', _) => Verdict::SatisfiedByTolerance,
        ('V', "metamorphic") => violated(Cause::RelationBroken, "row 3: `yes`, not `no`"),
        ('V', _) => violated(Cause::OutputDiffers, "line 1 differs"),
        ('C', _) => violated(Cause::Crashed, "exit code 101"),
        ('F', _) => violated(Cause::OutOfFuel, "out of fuel"),
        ('B', _) => violated(Cause::BlankOutput, "`predictions` is blank"),
        ('a', _) => Verdict::Inconclusive(Reason::AbnormalEnd {
            detail: "the follow-up run ended by exit code 101".into(),
        }),
        ('u', _) => Verdict::Inconclusive(Reason::UnusableOutput {
            detail: "`predictions` is blank".into(),
        }),
        _ => panic!("`{letter}` is no verdict"),
    }
}

pub(crate) fn mutant(number: u32, id: &MutantId, class: &str, special: &str) -> MutantRow {
    let class = MutantClass::ALL
        .into_iter()
        .find(|known| known.name() == class)
        .unwrap();
    MutantRow {
        subject: name("c45"),
        mutant: id.clone(),
        number,
        class,
        operator: OperatorName(format!("{class}-operator")),
        is_thesis: special != "further",
        file: "src/tree.rs".into(),
        function: "split".into(),
        line: number,
        column: 1,
        before: "a < b".into(),
        after: "a >= b".into(),
        status: match special {
            "withdrawn" => MutantStatus::Withdrawn {
                reason: "mismatched types".into(),
            },
            _ => MutantStatus::Woven,
        },
        site_kind: None,
    }
}

fn cost(
    technique: &str,
    n_asked: u64,
    n_distinct: u64,
    n_saved: u64,
    n_cached: u64,
    n_run: u64,
    cpu_seconds: f64,
) -> CostRow {
    CostRow {
        subject: name("c45"),
        technique: name(technique),
        n_asked,
        n_distinct,
        n_saved,
        n_cached,
        n_run,
        cpu_seconds,
    }
}

pub(crate) fn provenance() -> Provenance {
    Provenance {
        format: FORMAT,
        tool_version: "0.1.0".into(),
        toolchain: "rustc 1.95.0".into(),
        study: StudyProvenance {
            name: name("hand-made"),
            digest: Digest::of(b"study"),
            policy: None,
        },
        seed: 7,
        subjects: [(
            name("c45"),
            SubjectProvenance {
                source: Digest::of(b"source"),
                woven: Digest::of(b"woven"),
                n_made: 14,
                n_woven: 13,
                n_alone: 2,
                compares: [].into(),
                ranks: [].into(),
                data_sets: [].into(),
            },
        )]
        .into(),
        limits: LimitsPolicy {
            fuel_multiple: 10,
            fuel_floor: 1_000_000,
            slow_multiple: Some(5),
        },
        sandbox: "process-group".into(),
        properties: Vec::new(),
        calibrations: Vec::new(),
        invariants: Vec::new(),
        checking: None,
        checks: Vec::new(),
    }
}
