//! A record of two mutants, small enough to read.

use std::path::{Path, PathBuf};

use killrate_model::{
    Cause, Digest, Evidence, MutantClass, MutantId, MutantStatus, OperatorName, Reason, Verdict,
};
use killrate_record::{
    Basis, CostRow, FORMAT, LimitsPolicy, LineRow, MutantRow, PropertyProvenance, Provenance,
    ReachRow, Record, SkippedRow, StudyProvenance, SubjectProvenance, VariantId, VerdictRow, write,
};
use tempfile::TempDir;

pub(crate) const WOVEN: &str = "src/main.rs::less/lt-to-ge/1";
pub(crate) const WITHDRAWN: &str = "src/main.rs::less/add-to-sub/1";

pub(crate) fn record() -> Record {
    Record {
        provenance: provenance(),
        mutants: vec![
            mutant(1, WOVEN, MutantStatus::Woven),
            mutant(
                2,
                WITHDRAWN,
                MutantStatus::Withdrawn {
                    reason: "cannot subtract `&str` from `String`".into(),
                },
            ),
        ],
        reach: vec![ReachRow {
            subject: name("tiny"),
            mutant: MutantId(WOVEN.into()),
            data_set: name("golf"),
            reached: true,
            infected: false,
        }],
        lines: vec![LineRow {
            subject: name("tiny"),
            file: "src/main.rs".into(),
            line: 7,
            data_set: name("golf"),
            reached: true,
        }],
        fuel: Vec::new(),
        outputs: Vec::new(),
        same_code: Vec::new(),
        chains: Vec::new(),
        verdicts: vec![
            verdict(VariantId::Original, None, Verdict::Satisfied, Basis::Run),
            verdict(
                woven(),
                None,
                violated("row 3: `yes`, not `no`"),
                Basis::Run,
            ),
            verdict(woven(), Some(u64::MAX), inconclusive(), Basis::NotInfected),
        ],
        skipped: vec![SkippedRow {
            subject: name("tiny"),
            technique: name("metamorphic"),
            property: name("negate"),
            data_set: name("golf"),
            reason: "the data set has no numeric column".into(),
        }],
        costs: vec![CostRow {
            subject: name("tiny"),
            technique: name("metamorphic"),
            n_asked: 6,
            n_distinct: 4,
            n_saved: 1,
            n_cached: 1,
            n_run: 2,
            cpu_seconds: 0.125,
        }],
        check_costs: Vec::new(),
    }
}

pub(crate) fn name<N: TryFrom<String>>(text: &str) -> N {
    N::try_from(text.to_owned()).ok().unwrap()
}

pub(crate) fn woven() -> VariantId {
    VariantId::Mutant(MutantId(WOVEN.into()))
}

pub(crate) fn violated(detail: &str) -> Verdict {
    Verdict::Violated(Evidence {
        cause: Cause::RelationBroken,
        detail: detail.into(),
    })
}

pub(crate) fn inconclusive() -> Verdict {
    Verdict::Inconclusive(Reason::AbnormalEnd {
        detail: "the follow-up run was out of fuel".into(),
    })
}

pub(crate) fn verdict(
    variant: VariantId,
    seed: Option<u64>,
    verdict: Verdict,
    basis: Basis,
) -> VerdictRow {
    VerdictRow {
        subject: name("tiny"),
        variant,
        technique: name("metamorphic"),
        property: name("permute"),
        data_set: name("golf"),
        seed,
        verdict,
        basis,
    }
}

/// Writes a record into a fresh temporary folder.
pub(crate) fn written(record: &Record) -> (TempDir, PathBuf) {
    let parent = TempDir::new().unwrap();
    let folder = parent.path().join("tiny-study");
    write(&folder, record).unwrap();
    (parent, folder)
}

/// The names of everything in a folder, hidden or not.
pub(crate) fn entries(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn mutant(number: u32, id: &str, status: MutantStatus) -> MutantRow {
    MutantRow {
        subject: name("tiny"),
        mutant: MutantId(id.into()),
        number,
        class: MutantClass::Comparison,
        operator: OperatorName("lt-to-ge".into()),
        is_thesis: true,
        file: "src/main.rs".into(),
        function: "less".into(),
        line: 4,
        column: 9,
        before: "a < b".into(),
        after: "a >= b".into(),
        status,
        site_kind: None,
    }
}

fn provenance() -> Provenance {
    let digests = [(name("train"), Digest::of(b"train"))];
    Provenance {
        format: FORMAT,
        tool_version: "0.1.0".into(),
        toolchain: "rustc 1.95.0".into(),
        study: StudyProvenance {
            name: name("tiny-study"),
            digest: Digest::of(b"study"),
            policy: None,
        },
        seed: 7,
        subjects: [(
            name("tiny"),
            SubjectProvenance {
                source: Digest::of(b"source"),
                woven: Digest::of(b"woven"),
                n_made: 2,
                n_woven: 1,
                n_alone: 0,
                compares: [].into(),
                ranks: [].into(),
                data_sets: [(name("golf"), digests.into())].into(),
            },
        )]
        .into(),
        limits: LimitsPolicy {
            fuel_multiple: 10,
            fuel_floor: 1_000_000,
            slow_multiple: Some(5),
        },
        sandbox: "process-group".into(),
        properties: vec![property("permute"), property("negate")],
        calibrations: Vec::new(),
        invariants: Vec::new(),
        checking: None,
        checks: Vec::new(),
    }
}

fn property(property: &str) -> PropertyProvenance {
    PropertyProvenance {
        subject: name("tiny"),
        technique: name("metamorphic"),
        name: name(property),
        text: format!("if {property}(train) then equal(predictions)"),
    }
}
