//! One pipeline: whoever runs a study, previews it, runs it in shards, merges it or explains a part of
//! it leads the same dialogues.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod project;
#[path = "../../../techniques/worked-example/settles.rs"]
mod settles;

use std::num::NonZeroU32;
use std::path::Path;

use killrate_catalogue::Cell;
use killrate_model::{DataSetName, Observation, ProgramName, PropertyName};
use killrate_record::{CostRow, Record, VariantId};
use killrate_study::{
    Explanation, Preview, RunStory, Shard, ShardFolder, explain, freeze, merge, preview, run,
    run_shard,
};

use crate::project::Project;

/// The counts of a cost row or a preview that must agree: technique, asked, distinct, saved.
type Counts = (String, u64, u64, u64);

fn of_record(costs: &[CostRow]) -> Vec<Counts> {
    let counts = costs.iter().map(|row| {
        let technique = format!("{} {}", row.subject, row.technique);
        (technique, row.n_asked, row.n_distinct, row.n_saved)
    });
    let mut counts: Vec<Counts> = counts.collect();
    counts.sort();
    counts
}

fn of_previews(previews: &[Preview]) -> Vec<Counts> {
    let counts = previews.iter().filter_map(|preview| {
        let technique = format!("{} {}", preview.subject, preview.technique.as_ref()?);
        let Preview {
            n_asked,
            n_distinct,
            n_saved,
            ..
        } = *preview;
        Some((technique, n_asked, n_distinct, n_saved))
    });
    let mut counts: Vec<Counts> = counts.collect();
    counts.sort();
    counts
}

/// A record without what it took.
fn repeatable(record: &Record) -> Record {
    Record {
        costs: Vec::new(),
        check_costs: Vec::new(),
        ..record.clone()
    }
}

/// The techniques of the two subjects, in order; `settles` is the one of the README.
const TECHNIQUES: [&str; 10] = [
    "draws heuristic",
    "draws statistical",
    "steps assertions",
    "steps implicit",
    "steps iterative",
    "steps metamorphic",
    "steps mrc",
    "steps pseudo-oracle",
    "steps settles",
    "steps tests",
];

#[test]
fn a_run_all_shards_and_a_plan_have_the_same_executions_and_a_merge_runs_nothing() {
    let project = Project::new();
    let design = project.design();
    let whole = project.workshop("whole");
    let record = whole
        .with(|surroundings| run(&design, surroundings))
        .unwrap();
    let names = of_record(&record.costs).into_iter();
    assert_eq!(names.map(|counts| counts.0).collect::<Vec<_>>(), TECHNIQUES);

    // Afterwards a plan knows every execution of the run and no other.
    let previews = whole
        .with(|surroundings| preview(&design, surroundings))
        .unwrap();
    assert_eq!(of_previews(&previews), of_record(&record.costs));
    let to_run = previews.iter().filter(|preview| preview.n_to_run > 0);
    assert_eq!(to_run.count(), 0, "{previews:?}");

    let n_shards = NonZeroU32::new(3).unwrap();
    let parts = ShardFolder::new(project.path("parts"));
    let planning = project.workshop_at(parts.plan_executions());
    planning
        .with(|surroundings| freeze(&design, n_shards, &parts, surroundings))
        .unwrap();
    for shard in Shard::all(n_shards) {
        let workshop = project.workshop_at(parts.shard_executions(shard));
        let done = workshop.with(|surroundings| run_shard(&design, shard, &parts, surroundings));
        assert!(done.unwrap() > 0);
    }
    let merging = project.workshop_at(parts.merge_executions());
    let merged = merging
        .with(|surroundings| merge(&design, &parts, surroundings))
        .unwrap();
    assert_eq!(merging.n_run(), 0);
    assert_eq!(merging.known(), whole.known());
    assert_eq!(repeatable(&merged), repeatable(&record));
}

fn explanation(
    project: &Project,
    mutant: &str,
    property: &str,
    data_set: Option<&str>,
) -> Explanation {
    let cell = Cell {
        mutant: mutant.to_owned(),
        subject: None,
        property: Some(PropertyName::new(property).unwrap()),
        data_set: data_set.map(|name| DataSetName::new(name).unwrap()),
    };
    let design = project.design();
    project
        .workshop("explained")
        .with(|surroundings| explain(&design, &cell, surroundings))
        .unwrap()
}

/// The programs of a case's runs.
fn programs(explanation: &Explanation) -> Vec<String> {
    let programs = explanation
        .runs
        .iter()
        .map(|run| run.request.program.to_string());
    programs.collect()
}

#[test]
fn a_cell_of_every_technique_is_explained_with_all_its_rounds() {
    let project = Project::new();
    // `n + n % 5` of 3 is 6, then 7, then 9: it has not settled after three rounds.
    let settles = explanation(&project, "floor/sub-to-add/1", "settles", Some("three"));
    assert_eq!(
        settles.verdict.to_string(),
        "violated (relation-broken): the third round differs from the second"
    );
    let lines = |shown: fn(&RunStory) -> &Observation| -> Vec<String> {
        let texts = settles.runs.iter().map(|run| shown(run).stdout.to_text());
        texts.map(|text| text.trim().to_owned()).collect()
    };
    assert_eq!(lines(|run| &run.mutant), ["6", "7", "9"]);
    // The original on 3, and on what the mutant wrote.
    assert_eq!(lines(|run| &run.original), ["0", "5", "5"]);

    // With `>=` the loop of the first test never ends, which cuts the run short; both tests are then
    // run alone.
    let hangs = explanation(&project, "count/le-to-ge/1", "tests/none", None);
    let of_tests = "test program `lib`".to_owned();
    assert_eq!(programs(&hangs), [of_tests.clone(), of_tests]);

    let own = "the program".to_owned();
    let second = "second implementation `other`".to_owned();
    for (property, expected) in [
        ("permute", vec![own.clone(), own.clone()]),
        ("invariants", vec![own.clone()]),
        ("ends-normally", vec![own.clone()]),
        ("other", vec![own.clone(), second]),
        ("same", vec![own.clone()]),
    ] {
        let told = explanation(&project, "floor/sub-to-add/1", property, None);
        assert_eq!(programs(&told), expected, "{property}");
    }
    let sampled = explanation(&project, "total/add-to-sub/1", "multiply", None);
    assert!(sampled.runs.len() > 20, "{}", sampled.runs.len());
    let is_own = |run: &RunStory| run.request.program == ProgramName::Subject;
    assert!(sampled.runs.iter().all(is_own));
}

#[test]
fn an_input_that_the_original_cannot_take_is_inconclusive_and_no_end_of_the_study() {
    let project = Project::new();
    let design = project.design();
    let record = project
        .workshop("whole")
        .with(|surroundings| run(&design, surroundings))
        .unwrap();
    // `n + n % 5` of 17 is 19, then 23: the original refuses what is greater than 20.
    let row = record.verdicts.iter().find(|row| {
        row.variant != VariantId::Original
            && row.variant.as_str().ends_with("floor/sub-to-add/1")
            && row.technique.as_str() == "settles"
    });
    assert_eq!(
        row.unwrap().verdict.to_string(),
        "inconclusive (abnormal-end): the original on this input: panicked (exit code 101)"
    );
    let of_original = record.verdicts.iter();
    let of_original = of_original.filter(|row| row.variant == VariantId::Original);
    let alarms = of_original.filter(|row| !row.verdict.is_satisfied());
    assert_eq!(
        alarms.map(|row| row.property.as_str()).collect::<Vec<_>>(),
        [""; 0]
    );
}

#[test]
fn the_example_of_the_readme_is_the_one_that_is_tested() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../techniques");
    let read = |path: &str| std::fs::read_to_string(folder.join(path)).unwrap();
    let example = format!("```rust\n{}```\n", read("worked-example/settles.rs"));
    assert!(read("README.md").contains(&example));
    assert!(read("worked-example/settles.rs").lines().count() < 60);
}
