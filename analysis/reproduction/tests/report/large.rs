//! A record of many mutants and properties, made by rule and not by running anything.

use killrate_model::{
    Cause, Digest, Evidence, MutantClass, MutantId, MutantStatus, OperatorName, Rng, Verdict,
};
use killrate_record::{
    Basis, FORMAT, LimitsPolicy, MutantRow, Provenance, ReachRow, Record, StudyProvenance,
    SubjectProvenance, VariantId, VerdictRow,
};

/// One subject of these mutants, which all change an output, and of these metamorphic properties.
///
/// Every property kills its own share of the mutants, from few to about half.
pub(crate) fn large_record(n_mutants: u32, n_properties: u64) -> Record {
    let mut rng = Rng::new(1);
    let mut record = Record {
        provenance: provenance(n_mutants),
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
    let properties: Vec<String> = (1..=n_properties)
        .map(|number| format!("property-{number:02}"))
        .collect();
    let mut judge = |record: &mut Record, variant: &VariantId| {
        let is_mutant = *variant != VariantId::Original;
        let mut add = |technique: &str, property: &str, is_violated: bool| {
            record.verdicts.push(VerdictRow {
                subject: name("large"),
                variant: variant.clone(),
                technique: name(technique),
                property: name(property),
                data_set: name("study"),
                seed: None,
                verdict: verdict(is_mutant && is_violated),
                basis: Basis::Run,
            });
        };
        add("implicit", "ends-normally", false);
        add("reference", "equals-original", true);
        for (place, property) in (1..).zip(&properties) {
            let is_violated = rng.below(2 * n_properties) < place;
            add("metamorphic", property, is_violated);
        }
    };
    judge(&mut record, &VariantId::Original);
    for number in 1..=n_mutants {
        let row = mutant(number);
        record.reach.push(ReachRow {
            subject: name("large"),
            mutant: row.mutant.clone(),
            data_set: name("study"),
            reached: true,
            infected: true,
        });
        judge(&mut record, &VariantId::Mutant(row.mutant.clone()));
        record.mutants.push(row);
    }
    record
}

pub(crate) fn name<N: TryFrom<String>>(text: &str) -> N {
    N::try_from(text.to_owned()).ok().expect("it is a name")
}

fn verdict(is_violated: bool) -> Verdict {
    if !is_violated {
        return Verdict::Satisfied;
    }
    Verdict::Violated(Evidence {
        cause: Cause::RelationBroken,
        detail: "`predictions` line 1: `yes` instead of `no` (4 of 9 lines differ)".to_owned(),
    })
}

fn mutant(number: u32) -> MutantRow {
    let class = MutantClass::PAPERS[number as usize % 3];
    MutantRow {
        subject: name("large"),
        mutant: MutantId(format!(
            "src/part_{}.rs::function_{}/{class}/{number}",
            number % 20,
            number % 200
        )),
        number,
        class,
        operator: OperatorName(format!("{class}-operator")),
        is_thesis: true,
        file: format!("src/part_{}.rs", number % 20),
        function: format!("function_{}", number % 200),
        line: number % 400 + 1,
        column: 9,
        before: format!("weight[{number}] < limit"),
        after: format!("weight[{number}] >= limit"),
        status: MutantStatus::Woven,
        site_kind: None,
    }
}

fn provenance(n_mutants: u32) -> Provenance {
    Provenance {
        format: FORMAT,
        tool_version: "0.1.0".into(),
        toolchain: "none".into(),
        study: StudyProvenance {
            name: name("large"),
            digest: Digest::of(b"study"),
            policy: None,
        },
        seed: 1,
        subjects: [(
            name("large"),
            SubjectProvenance {
                source: Digest::of(b"source"),
                woven: Digest::of(b"woven"),
                n_made: n_mutants,
                n_woven: n_mutants,
                n_alone: 0,
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
        sandbox: "none".into(),
        properties: Vec::new(),
        calibrations: Vec::new(),
        invariants: Vec::new(),
        checking: None,
        checks: Vec::new(),
    }
}
