//! A record in the format of mutation-testing-elements, held to its published schema.
#![expect(clippy::unwrap_used, reason = "a test fails when its set-up does")]

use std::path::Path;

use boon::{Compiler, Schemas};
use killrate_export::{ElementsOptions, ExportError, Sources, mutation_testing_elements};
use killrate_model::{
    Cause, Digest, Evidence, MutantClass, MutantId, MutantStatus, OperatorName, Reason, Verdict,
};
use killrate_record::{
    Basis, FORMAT, LimitsPolicy, MutantRow, Provenance, Record, StudyProvenance, VariantId,
    VerdictRow,
};
use serde_json::Value;

const SOURCE: &str = "fn less(a: u8, b: u8) -> bool {\n    a < b\n}\n";

fn name<N: TryFrom<String>>(text: &str) -> N {
    N::try_from(text.to_owned()).ok().unwrap()
}

fn violated(cause: Cause) -> Verdict {
    Verdict::Violated(Evidence {
        cause,
        detail: cause.name().to_owned(),
    })
}

fn mutant(number: u32, status: MutantStatus) -> MutantRow {
    MutantRow {
        subject: name("tiny"),
        mutant: MutantId(format!("m/{number}")),
        number,
        class: MutantClass::Comparison,
        operator: OperatorName("lt-to-ge".into()),
        is_thesis: true,
        file: "src/main.rs".into(),
        function: "less".into(),
        line: 2,
        column: 5,
        before: "a < b".into(),
        after: "a >= b".into(),
        status,
        site_kind: None,
    }
}

fn row(
    variant: u32,
    technique: &str,
    property: &str,
    verdict: Verdict,
    basis: Basis,
) -> VerdictRow {
    VerdictRow {
        subject: name("tiny"),
        variant: match variant {
            0 => VariantId::Original,
            number => VariantId::Mutant(MutantId(format!("m/{number}"))),
        },
        technique: name(technique),
        property: name(property),
        data_set: name("golf"),
        seed: None,
        verdict,
        basis,
    }
}

/// Seven mutants, each with another fate; the test `wrong` fails on the original.
fn record() -> Record {
    let withdrawn = MutantStatus::Withdrawn {
        reason: "mismatched types".into(),
    };
    let mut mutants: Vec<MutantRow> = (1..6).map(|n| mutant(n, MutantStatus::Woven)).collect();
    mutants.push(mutant(6, withdrawn));
    mutants.push(mutant(7, MutantStatus::Woven));
    let abnormal = Verdict::Inconclusive(Reason::AbnormalEnd {
        detail: "the follow-up run crashed".into(),
    });
    let (run, failed) = (Basis::Run, || violated(Cause::TestFailed));
    let mut verdicts = vec![
        row(0, "tests", "a", Verdict::Satisfied, run),
        row(0, "tests", "wrong", failed(), run),
        row(0, "metamorphic", "permute", Verdict::Satisfied, run),
        row(0, "reference", "equals-original", Verdict::Satisfied, run),
        // Killed by two, one of which is a hang.
        row(1, "tests", "a", violated(Cause::OutOfFuel), run),
        row(1, "tests", "wrong", failed(), run),
        row(
            1,
            "metamorphic",
            "permute",
            violated(Cause::RelationBroken),
            run,
        ),
        // Revealed by hanging alone.
        row(2, "tests", "a", violated(Cause::OutOfFuel), run),
        row(2, "tests", "wrong", failed(), run),
        row(2, "metamorphic", "permute", abnormal.clone(), run),
        // Shown by nothing but a follow-up that does not end normally.
        row(7, "tests", "a", Verdict::Satisfied, run),
        row(7, "metamorphic", "permute", abnormal.clone(), run),
        // Survives, although an unsound test and the reference say otherwise.
        row(3, "tests", "a", Verdict::Satisfied, run),
        row(3, "tests", "wrong", failed(), run),
        row(
            3,
            "metamorphic",
            "permute",
            Verdict::Satisfied,
            Basis::NotInfected,
        ),
    ];
    for number in [4, 5] {
        let reached = if number == 4 {
            Basis::NotInfected
        } else {
            Basis::NotReached
        };
        verdicts.push(row(number, "tests", "a", Verdict::Satisfied, reached));
        verdicts.push(row(number, "tests", "wrong", failed(), reached));
        verdicts.push(row(
            number,
            "metamorphic",
            "permute",
            Verdict::Satisfied,
            Basis::NotReached,
        ));
    }
    for number in 1..4 {
        let differs = violated(Cause::OutputDiffers);
        verdicts.push(row(number, "reference", "equals-original", differs, run));
    }
    Record {
        provenance: Provenance {
            format: FORMAT,
            tool_version: "0.1.0".into(),
            toolchain: "rustc".into(),
            study: StudyProvenance {
                name: name("tiny-study"),
                digest: Digest::of(b"study"),
                policy: None,
            },
            seed: 1,
            subjects: [].into(),
            limits: LimitsPolicy {
                fuel_multiple: 10,
                fuel_floor: 1,
                slow_multiple: None,
            },
            sandbox: "full".into(),
            properties: vec![],
            calibrations: Vec::new(),
            invariants: Vec::new(),
            checking: None,
            checks: Vec::new(),
        },
        mutants,
        reach: vec![],
        chains: vec![],
        lines: vec![],
        fuel: vec![],
        outputs: vec![],
        same_code: vec![],
        verdicts,
        skipped: vec![],
        costs: vec![],
        check_costs: vec![],
    }
}

fn sources(text: &str) -> Sources {
    [((name("tiny"), "src/main.rs".to_owned()), text.to_owned())].into()
}

fn export(techniques: &[&str]) -> Result<Value, ExportError> {
    let options = ElementsOptions {
        techniques: techniques.iter().map(|&name| name.to_owned()).collect(),
    };
    let text = mutation_testing_elements(&record(), &sources(SOURCE), &options)?;
    Ok(serde_json::from_str(&text).unwrap())
}

/// What the published schema says of a report.
fn validate(report: &Value) -> Result<(), String> {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/schema/mutation-testing-report-schema.json");
    let mut schemas = Schemas::new();
    let index = { Compiler::new().compile(schema.to_str().unwrap(), &mut schemas) }.unwrap();
    schemas
        .validate(report, index)
        .map_err(|error| error.to_string())
}

fn statuses(report: &Value) -> Vec<(&str, usize)> {
    let mutants = report["files"]["tiny/src/main.rs"]["mutants"]
        .as_array()
        .unwrap();
    let status = |mutant: &'_ Value| mutant["killedBy"].as_array().unwrap().len();
    mutants
        .iter()
        .map(|mutant| (mutant["status"].as_str().unwrap(), status(mutant)))
        .collect()
}

#[test]
fn a_report_fits_the_published_schema_and_a_damaged_one_does_not() {
    let mut report = export(&[]).unwrap();
    validate(&report).unwrap();
    report["files"]["tiny/src/main.rs"]["mutants"][0]["status"] = "Equivalent".into();
    let error = validate(&report).unwrap_err();
    assert!(error.contains("mutants/0/status"), "{error}");
}

#[test]
fn every_fate_has_its_status_and_every_killer_is_named() {
    let report = export(&[]).unwrap();
    let expected = [
        ("Killed", 2),
        ("Timeout", 2),
        ("Survived", 0),
        ("Survived", 0),
        ("NoCoverage", 0),
        ("CompileError", 0),
        ("Killed", 1),
    ];
    assert_eq!(statuses(&report), expected);
    let first = &report["files"]["tiny/src/main.rs"]["mutants"][0];
    let expected = serde_json::json!({
        "id": "tiny m/1",
        "mutatorName": "lt-to-ge",
        "description": "comparison",
        "replacement": "a >= b",
        "location": { "start": { "line": 2, "column": 5 }, "end": { "line": 2, "column": 10 } },
        "status": "Killed",
        "statusReason": "a on golf: out-of-fuel\npermute on golf: relation-broken",
        "killedBy": ["tiny tests a on golf", "tiny metamorphic permute on golf"],
        "coveredBy": ["tiny tests a on golf", "tiny metamorphic permute on golf"],
        "testsCompleted": 2,
    });
    assert_eq!(*first, expected);
    let last = &report["files"]["tiny/src/main.rs"]["mutants"][6];
    let reason = "permute on golf: the follow-up run crashed";
    assert_eq!(last["statusReason"], reason);
    assert_eq!(last["killedBy"][0], "tiny metamorphic permute on golf");
    let files: Vec<&String> = report["testFiles"].as_object().unwrap().keys().collect();
    assert_eq!(files, ["tiny/metamorphic", "tiny/tests"]);
}

#[test]
fn only_the_chosen_techniques_count() {
    let of_tests = export(&["tests"]).unwrap();
    assert_eq!(statuses(&of_tests)[0], ("Timeout", 1));
    let of_reference = export(&["reference"]).unwrap();
    assert_eq!(statuses(&of_reference)[2], ("Killed", 1));
    let error = export(&["test"]).unwrap_err().to_string();
    assert_eq!(
        error,
        "the record has no technique `test`; the nearest name is `tests`"
    );
}

#[test]
fn a_source_that_is_missing_or_has_changed_is_refused() {
    let options = ElementsOptions::default();
    let refused = mutation_testing_elements(&record(), &Sources::new(), &options);
    let missing = refused.unwrap_err().to_string();
    assert!(
        missing.starts_with("there is no source `src/main.rs` of subject `tiny`"),
        "{missing}"
    );
    let others = sources(&SOURCE.replace("a < b", "b > a"));
    let refused = mutation_testing_elements(&record(), &others, &options);
    let changed = refused.unwrap_err().to_string();
    assert!(
        changed.contains("is not what mutant `m/1` was made from"),
        "{changed}"
    );
}
