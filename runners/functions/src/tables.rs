//! Tables of facts, beside what the paper prints.

use std::fmt::Write as _;

use crate::facts::{Facts, FunctionFact, MutantFact, RelationFact};
use crate::published::{Detections, Published};

/// All tables, as Markdown.
pub fn tables(facts: &Facts, published: &Published) -> String {
    [
        relations(facts, published),
        mutants(facts),
        faults(facts, published),
    ]
    .join("\n")
}

/// A share with its counts; without any there is no share.
fn share(n: usize, of: usize) -> String {
    match of {
        0 => "–".to_owned(),
        // Counts of mutants are far below what a floating-point number holds.
        of => format!("{n} of {of} ({:.0} %)", 100.0 * n as f64 / of as f64),
    }
}

/// How many relations were inferred, and whether they hold elsewhere (Table 4).
fn relations(facts: &Facts, published: &Published) -> String {
    let mut text = "\
## Relations

Those that follow from others are left out; the published counts hold repetitions, and relations that are constant, approximate or the identity.
False alarms are inputs on which the original itself violates a relation; a relation with one catches nothing here.

| function | package | degree 1 | degree 2 | others | smallest set | with false alarms | violated by the other package | published, degree 1 and 2 |
|---|---|---|---|---|---|---|---|---|
"
    .to_owned();
    for function in &facts.functions {
        let own: Vec<&RelationFact> = { facts.relations.iter() }
            .filter(|one| is_of(function, &one.function, &one.package) && !one.follows)
            .collect();
        let of = |class: &str| own.iter().filter(|one| one.class == class).count();
        let (linear, quadratic) = (of("linear"), of("quadratic"));
        let count = |is: fn(&&&RelationFact) -> bool| own.iter().filter(is).count();
        let n_alarmed = count(|one| one.n_violated > 0);
        let elsewhere = match own.iter().any(|one| !one.other.is_empty()) {
            true => count(|one| one.n_violated_by_other > 0).to_string(),
            false => "–".to_owned(),
        };
        if !function.refusal.is_empty() {
            line(
                &mut text,
                &[&function.function, &function.package, &function.refusal],
            );
            continue;
        }
        line(
            &mut text,
            &[
                &function.function,
                &function.package,
                &linear.to_string(),
                &quadratic.to_string(),
                &(own.len() - linear - quadratic).to_string(),
                &count(|one| one.chosen).to_string(),
                &n_alarmed.to_string(),
                &elsewhere,
                &counts(published, &function.function),
            ],
        );
    }
    text
}

/// What the paper counts for a function, library by library.
fn counts(published: &Published, function: &str) -> String {
    let of = |library: &str, mr_type: &str| {
        let mut rows = published.relations.iter();
        let row = rows.find(|row| {
            row.function == function && row.library == library && row.mr_type == mr_type
        });
        row.and_then(|row| row.inferred_mrs)
    };
    let mut libraries: Vec<&str> = { published.relations.iter() }
        .map(|row| row.library.as_str())
        .collect();
    libraries.sort_unstable();
    libraries.dedup();
    let told = libraries.into_iter().filter_map(|library| {
        let (one, two) = (of(library, "1-MR")?, of(library, "2-MR")?);
        Some(format!("{library} {one}/{two}"))
    });
    told.collect::<Vec<_>>().join(", ")
}

/// What the mutants of each function show.
fn mutants(facts: &Facts) -> String {
    let mut text = "\
## Mutants

A mutant counts when its result differs from the original's in any bit on any probe; by more than 4 units in the last place, or in what it is, is a further column.
The published rule takes relations of degree 1 and 2 and asks for violations on 5 % of inputs from 0 to 20.

| function | package | checked | differ | caught by the smallest set | by any relation | by the published rule | differ by more than 4 units | caught of these |
|---|---|---|---|---|---|---|---|---|
"
    .to_owned();
    let rows = |function: &FunctionFact| -> Vec<&MutantFact> {
        let mutants = facts.mutants.iter();
        mutants
            .filter(|one| is_of(function, &one.function, &one.package) && one.refusal.is_empty())
            .collect()
    };
    for function in &facts.functions {
        let own = rows(function);
        if !own.is_empty() {
            mutant_line(&mut text, &function.function, &function.package, &own);
        }
    }
    let all: Vec<&MutantFact> = facts.functions.iter().flat_map(rows).collect();
    mutant_line(&mut text, "all", "", &all);
    let n_refused = { facts.mutants.iter() }
        .filter(|one| !one.refusal.is_empty())
        .count();
    if n_refused > 0 {
        writeln!(
            text,
            "\n{n_refused} mutants could not be judged and are in no column."
        )
        .expect("a text takes whatever is written to it");
    }
    text
}

fn mutant_line(text: &mut String, function: &str, package: &str, own: &[&MutantFact]) {
    let differing: Vec<&&MutantFact> = own.iter().filter(|one| one.n_different > 0).collect();
    let far: Vec<&&&MutantFact> = differing.iter().filter(|one| one.n_far > 0).collect();
    let caught = |by: fn(&MutantFact) -> usize| differing.iter().filter(|one| by(one) > 0).count();
    let n = differing.len();
    line(
        text,
        &[
            function,
            package,
            &own.len().to_string(),
            &n.to_string(),
            &share(caught(|one| one.by_chosen), n),
            &share(caught(|one| one.by_any), n),
            &share(caught(|one| one.by_published_rule), n),
            &far.len().to_string(),
            &share(far.iter().filter(|one| one.by_any > 0).count(), far.len()),
        ],
    );
}

/// Faults that are detected, beside Tables 5 and 6.
fn faults(facts: &Facts, published: &Published) -> String {
    let mut text = "\
## Faults, beside Tables 5 and 6

Published are true detections of seeded faults, of relations of degree 1 and of degree 2, after filtering and, in brackets, before it.

| function | published, degree 1 | published, degree 2 | ours by the published rule | ours |
|---|---|---|---|---|
"
    .to_owned();
    let mut names: Vec<&str> = { facts.functions.iter() }
        .map(|one| one.function.as_str())
        .collect();
    names.dedup();
    for name in names {
        let own: Vec<&MutantFact> = { facts.mutants.iter() }
            .filter(|one| one.function == name && one.refusal.is_empty() && one.n_different > 0)
            .collect();
        if own.is_empty() {
            continue;
        }
        let caught = |by: fn(&MutantFact) -> usize| own.iter().filter(|one| by(one) > 0).count();
        line(
            &mut text,
            &[
                name,
                &detections(published, name, "1-MR"),
                &detections(published, name, "2-MR"),
                &share(caught(|one| one.by_published_rule), own.len()),
                &share(caught(|one| one.by_any), own.len()),
            ],
        );
    }
    text
}

fn detections(published: &Published, function: &str, mr_type: &str) -> String {
    let find = |rows: &[Detections]| {
        let mut rows = rows.iter();
        let row = rows.find(|row| row.function == function && row.mr_type == mr_type)?;
        Some((row.true_detections, row.seeded_faults))
    };
    match (find(&published.filtered), find(&published.unfiltered)) {
        (Some((after, faults)), Some((before, _))) => {
            format!("{} [{before}]", share(after, faults))
        }
        _ => "–".to_owned(),
    }
}

fn is_of(fact: &FunctionFact, function: &str, package: &str) -> bool {
    fact.function == function && fact.package == package
}

fn line(text: &mut String, cells: &[&str]) {
    writeln!(text, "| {} |", cells.join(" | ")).expect("a text takes whatever is written to it");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::published::Relations;

    fn mutant(n_different: usize, n_far: usize, by: [usize; 3], refusal: &str) -> MutantFact {
        MutantFact {
            function: "sin".to_owned(),
            package: "libm@0.2.16".to_owned(),
            mutant: "src/math/sin.rs::sin/x/1".to_owned(),
            class: "arithmetic".to_owned(),
            n_different,
            n_far,
            n_probes: 10,
            by_chosen: by[0],
            by_any: by[1],
            by_published_rule: by[2],
            refusal: refusal.to_owned(),
        }
    }

    fn relation(class: &str, follows: bool, n_violated: usize, by_other: usize) -> RelationFact {
        RelationFact {
            function: "sin".to_owned(),
            package: "libm@0.2.16".to_owned(),
            relation: 1,
            text: "sin(-x) = -sin(x)".to_owned(),
            class: class.to_owned(),
            follows,
            chosen: class == "addition",
            n_inputs: 100,
            n_violated,
            other: "metallic@0.3.1".to_owned(),
            n_violated_by_other: by_other,
            first_violation: String::new(),
        }
    }

    fn facts() -> Facts {
        Facts {
            functions: vec![FunctionFact {
                function: "sin".to_owned(),
                package: "libm@0.2.16".to_owned(),
                n_maps: 13,
                n_generators: 2,
                n_made: 9,
                n_woven: 8,
                refusal: String::new(),
            }],
            relations: vec![
                relation("linear", false, 0, 0),
                relation("linear", true, 0, 1),
                relation("quadratic", false, 1, 0),
                relation("addition", false, 0, 1),
            ],
            mutants: vec![
                mutant(0, 0, [0, 0, 0], ""),
                mutant(1, 0, [0, 0, 0], ""),
                mutant(5, 5, [4, 4, 0], ""),
                mutant(5, 4, [0, 1, 1], ""),
                mutant(5, 5, [1, 1, 1], "it ends too often"),
            ],
        }
    }

    #[track_caller]
    fn check_line(text: &str, expected: &str) {
        assert!(text.lines().any(|line| line == expected), "{text}");
    }

    #[test]
    fn relations_are_counted_by_class_without_those_that_follow() {
        let row = |mr_type: &str, n| Relations {
            function: "sin".to_owned(),
            library: "Apache".to_owned(),
            mr_type: mr_type.to_owned(),
            inferred_mrs: Some(n),
        };
        let published = Published {
            relations: vec![row("1-MR", 219), row("2-MR", 131)],
            ..Published::default()
        };
        check_line(
            &relations(&facts(), &published),
            "| sin | libm@0.2.16 | 1 | 1 | 1 | 1 | 1 | 1 | Apache 219/131 |",
        );
    }

    #[test]
    fn only_mutants_that_differ_and_were_judged_have_a_share() {
        let text = mutants(&facts());
        check_line(
            &text,
            "| sin | libm@0.2.16 | 4 | 3 | 1 of 3 (33 %) | 2 of 3 (67 %) | 1 of 3 (33 %) | 2 | 2 of 2 (100 %) |",
        );
        check_line(&text, "1 mutants could not be judged and are in no column.");
    }

    #[test]
    fn faults_stand_beside_the_published_ones() {
        let row = |true_detections| Detections {
            function: "sin".to_owned(),
            seeded_faults: 17,
            mr_type: "1-MR".to_owned(),
            true_detections,
        };
        let published = Published {
            filtered: vec![row(9)],
            unfiltered: vec![row(10)],
            ..Published::default()
        };
        check_line(
            &faults(&facts(), &published),
            "| sin | 9 of 17 (53 %) [10] | – | 1 of 3 (33 %) | 2 of 3 (67 %) |",
        );
    }
}
