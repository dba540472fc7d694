//! The example works, and the README shows it as it is.

use std::path::Path;

use killrate_analysis::{Papers, Report, Selection, TableKind, analyse};
use killrate_model::{
    Cause, Digest, Evidence, MutantClass, MutantId, MutantStatus, OperatorName, Verdict,
};
use killrate_record::{
    Basis, FORMAT, LimitsPolicy, MutantRow, Provenance, ReachRow, Record, StudyProvenance,
    SubjectProvenance, VariantId, VerdictRow, write,
};

use super::{CLAIMS, SUMMERS99};
use crate::claims::claim_tables;

const CLAIMS_TABLE: TableKind = TableKind {
    name: "claims",
    question: "Which claims of Summers does this record reproduce?",
    is_main: true,
    build: |findings| claim_tables(findings, &CLAIMS_TABLE, &CLAIMS),
};

fn name<N: TryFrom<String>>(text: &str) -> N {
    N::try_from(text.to_owned()).ok().unwrap()
}

fn provenance(n_mutants: u32) -> Provenance {
    let sum = SubjectProvenance {
        source: Digest::of(b"source"),
        woven: Digest::of(b"woven"),
        n_made: n_mutants,
        n_woven: n_mutants,
        n_alone: 0,
        compares: [].into(),
        ranks: [].into(),
        data_sets: [].into(),
    };
    Provenance {
        format: FORMAT,
        tool_version: "0.1.0".into(),
        toolchain: "rustc 1.95.0".into(),
        study: StudyProvenance {
            name: name("adding"),
            digest: Digest::of(b"study"),
            policy: None,
        },
        seed: 7,
        subjects: [(name("sum"), sum)].into(),
        limits: LimitsPolicy {
            fuel_multiple: 5,
            fuel_floor: 1_000_000,
            slow_multiple: Some(5),
        },
        sandbox: "full".into(),
        properties: Vec::new(),
        calibrations: Vec::new(),
        invariants: Vec::new(),
        checking: None,
        checks: Vec::new(),
    }
}

/// A record of ten mutants of `sum`, of which permuting kills the first so many and known sums one.
fn record(n_by_permuting: u32) -> Record {
    let ids: Vec<MutantId> = (1..=10)
        .map(|number| MutantId(format!("src/main.rs::main/{number}")))
        .collect();
    let mutants = (1..).zip(&ids).map(|(number, id)| MutantRow {
        subject: name("sum"),
        mutant: id.clone(),
        number,
        class: MutantClass::Arithmetic,
        operator: OperatorName("add-to-sub".into()),
        is_thesis: true,
        file: "src/main.rs".into(),
        function: "main".into(),
        line: number,
        column: 1,
        before: "a + b".into(),
        after: "a - b".into(),
        status: MutantStatus::Woven,
        site_kind: None,
    });
    let reach = ids.iter().map(|id| ReachRow {
        subject: name("sum"),
        mutant: id.clone(),
        data_set: name("numbers"),
        reached: true,
        infected: true,
    });
    let violated = || {
        Verdict::Violated(Evidence {
            cause: Cause::RelationBroken,
            detail: "line 1: `3`, not `4`".into(),
        })
    };
    let cases = [
        ("metamorphic", "permute", n_by_permuting),
        ("partial-oracle", "known-output", 1),
    ];
    let verdicts = cases.iter().flat_map(|(technique, property, n_killed)| {
        let mutants = ids.iter().cloned().map(VariantId::Mutant).zip(1..);
        let variants = [(VariantId::Original, u32::MAX)].into_iter().chain(mutants);
        variants.map(move |(variant, number)| VerdictRow {
            subject: name("sum"),
            variant,
            technique: name(technique),
            property: name(property),
            data_set: name("numbers"),
            seed: None,
            verdict: if number <= *n_killed {
                violated()
            } else {
                Verdict::Satisfied
            },
            basis: Basis::Run,
        })
    });
    Record {
        provenance: provenance(10),
        mutants: mutants.collect(),
        reach: reach.collect(),
        lines: Vec::new(),
        fuel: Vec::new(),
        outputs: Vec::new(),
        same_code: Vec::new(),
        chains: Vec::new(),
        verdicts: verdicts.collect(),
        skipped: Vec::new(),
        costs: Vec::new(),
        check_costs: Vec::new(),
    }
}

/// The answer and the claims, for a record in which permuting kills so many of ten mutants.
fn reported(n_by_permuting: u32) -> Report {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("adding");
    write(&folder, &record(n_by_permuting)).unwrap();
    let papers = Papers {
        works: vec![&SUMMERS99],
        tables: vec![&CLAIMS_TABLE],
        folder: Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/example")),
        ..Papers::default()
    };
    let policy = papers.policy("strict").unwrap();
    analyse(&[&folder], &papers, policy, Selection::Main).unwrap()
}

#[test]
fn the_papers_numbers_stand_beside_ours_and_the_answer_tells_its_order() {
    let sentences = reported(9).sentences();
    let told = "Summers (1999) has them in the same order, with other code and other mutants: \
                metamorphic 31/40 (78 %), partial-oracle 12/40 (30 %).";
    assert!(
        sentences.iter().any(|known| known == told),
        "{sentences:#?}"
    );
}

#[track_caller]
fn check_claim(n_by_permuting: u32, title: &str, because: &str) {
    let report = reported(n_by_permuting);
    let mut of_claim = report.tables.iter().filter(|table| table.name == "claims");
    let table = of_claim.next_back().unwrap();
    assert_eq!(table.title, title);
    let note = table.notes.last().unwrap();
    assert!(note.ends_with(because), "{note}");
}

#[test]
fn the_claim_has_each_of_its_outcomes() {
    check_claim(
        9,
        "Claim 101: reproduced",
        "because every difference is as claimed and more than chance.",
    );
    check_claim(
        2,
        "Claim 101: undecided",
        "but it may be chance (p = 1.000).",
    );
    check_claim(
        1,
        "Claim 101: not reproduced",
        "because metamorphic killed as many as partial-oracle on sum.",
    );
}

#[test]
fn the_readme_shows_the_example_as_it_is() {
    const README: &str = include_str!("../../README.md");
    for file in [
        include_str!("mod.rs"),
        include_str!("permuting_wins.rs"),
        include_str!("summers99_1_kills.csv"),
    ] {
        assert!(README.contains(file), "{file}");
    }
}
