//! Tables 1 and 2 of P. Wu, "Iterative Metamorphic Testing" (COMPSAC 2005): which chains of its nine
//! relations find two mutants of a sparse matrix product that no relation alone finds.
//!
//! The relations and special cases are reconstructed from the tables. The product is computed here, so
//! that the algorithm is tested alone.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use killrate_model::{
    Blob, Case, DataSet, DataSetName, Exit, FormatName, InputName, InputSpec, Interface,
    Observation, OutputName, OutputSpec, Request,
};
use killrate_properties::Property;

use super::*;
use crate::testing::observation;
use crate::{Exchange, Setting, Step, Technique, Transcript};

/// The relations by their numbers in the paper.
const RELATIONS: [&str; 9] = [
    "1: if transpose(a) and transpose(b) and swap(a, b) then equal(transpose(out))",
    "2: if swap-rows(a, 1, 2) then equal(swap-rows(out, 1, 2))",
    "3: if swap-columns(b, 1, 2) then equal(swap-columns(out, 1, 2))",
    "4: if multiply(a, 3, rows 1) then equal(multiply(out, 3, rows 1))",
    "5: if multiply(b, 3, columns 1) then equal(multiply(out, 3, columns 1))",
    "6: if multiply(a, 3) then equal(multiply(out, 3))",
    "7: if multiply(b, 3) then equal(multiply(out, 3))",
    "8: if add-diagonal(a, 1) then equal(plus(out, b))",
    "9: if add-diagonal(b, 1) then equal(plus(out, a))",
];

type Matrix = Vec<Vec<i64>>;

/// What the product adds to an entry that is there already.
type Accumulated = fn(i64, i64) -> i64;

const MUTANT_4: Accumulated = |a, _| a;
const MUTANT_5: Accumulated = |_, b| b;

/// The eight special cases: zero, identity and unit vectors beside matrices of positive integers.
fn special_cases() -> [(&'static str, Matrix, Matrix); 8] {
    let zero = || vec![vec![0; 3]; 3];
    let diagonal = |entries: [i64; 3]| {
        let row = |i: usize| {
            (0..3)
                .map(|j| if i == j { entries[i] } else { 0 })
                .collect()
        };
        (0..3).map(row).collect::<Matrix>()
    };
    let a = || vec![vec![2, 7, 5], vec![3, 4, 9], vec![8, 6, 2]];
    let b = || vec![vec![5, 3, 8], vec![6, 9, 4], vec![7, 2, 3]];
    let column = |entries: [i64; 3]| entries.map(|entry| vec![entry]).to_vec();
    [
        ("SC1", zero(), b()),
        ("SC2", a(), zero()),
        ("SC3", diagonal([1; 3]), b()),
        ("SC4", a(), diagonal([1; 3])),
        ("SC5", vec![vec![1, 0, 0]], b()),
        ("SC6", a(), column([1, 0, 0])),
        ("SC7", diagonal([4, 7, 2]), diagonal([3, 5, 6])),
        ("SC8", column([4, 7, 2]), vec![vec![3, 5, 6]]),
    ]
}

fn written(matrix: &Matrix) -> Blob {
    let entries: Vec<String> = { matrix.iter().enumerate() }
        .flat_map(|(i, row)| {
            let entries = row.iter().enumerate().filter(|(_, entry)| **entry != 0);
            entries.map(move |(j, entry)| format!("{} {} {entry}\n", i + 1, j + 1))
        })
        .collect();
    let header = "%%MatrixMarket matrix coordinate integer general";
    let size = format!("{} {} {}", matrix.len(), matrix[0].len(), entries.len());
    Blob::new(format!("{header}\n{size}\n{}", entries.concat()).as_bytes())
}

fn read(blob: &Blob) -> Matrix {
    let text = blob.to_text();
    let mut lines = text.lines().filter(|line| !line.starts_with('%'));
    let numbers = |line: &str| -> Vec<i64> {
        line.split_whitespace()
            .map(|word| word.parse().unwrap())
            .collect()
    };
    let size = numbers(lines.next().unwrap());
    let mut matrix = vec![vec![0; size[1] as usize]; size[0] as usize];
    for line in lines {
        let entry = numbers(line);
        matrix[entry[0] as usize - 1][entry[1] as usize - 1] = entry[2];
    }
    matrix
}

/// The product row by row, over the entries that are there: the first product of an entry is written, the
/// others are added to it.
fn multiply(request: &Request, accumulated: Accumulated) -> Observation {
    let [a, b] = ["a", "b"].map(|name| read(&request.inputs[&InputName::new(name).unwrap()]));
    let mut product = vec![vec![0; b[0].len()]; a.len()];
    for (i, row) in a.iter().enumerate() {
        let mut is_there = BTreeSet::new();
        for (k, &of_a) in row.iter().enumerate().filter(|(_, entry)| **entry != 0) {
            for (j, &of_b) in b[k].iter().enumerate().filter(|(_, entry)| **entry != 0) {
                product[i][j] += if is_there.insert(j) {
                    of_a * of_b
                } else {
                    accumulated(of_a, of_b)
                };
            }
        }
    }
    observation(Exit::Exited { code: 0 }, Some(&written(&product).to_text()))
}

fn interface() -> Interface {
    let format = || FormatName("matrix".to_owned());
    let input = |name| {
        let spec = InputSpec {
            format: format(),
            label: None,
        };
        (InputName::new(name).unwrap(), spec)
    };
    let output = OutputSpec::of_format(format());
    Interface {
        arguments: ["{a}", "{b}", "{out}"].map(str::to_owned).to_vec(),
        inputs: ["a", "b"].map(input).into(),
        numbers: [].into(),
        outputs: [(OutputName::new("out").unwrap(), output)].into(),
    }
}

fn technique(rounds: u32) -> Iterative {
    let relations = RELATIONS.map(|line| Property::parse(line).unwrap());
    let named = relations.map(|relation| (relation.name().unwrap().clone(), relation));
    let chaining = Chaining::rounds(rounds)
        .unwrap()
        .counting(Counting::Repeated)
        .until(Until::End);
    Iterative::new(interface(), named.into(), vec![chaining], vec![1], 1)
}

/// Tries all chains on one special case.
fn explore(technique: &Iterative, case: &Case, accumulated: Accumulated) -> Explored {
    let mut transcript = Transcript::default();
    loop {
        match technique.step(case, &transcript) {
            Step::Conclude(_) => return technique.explored(case, &transcript).unwrap(),
            Step::Ask(requests) => {
                let exchanges = requests.into_iter().map(|request| Exchange {
                    observation: Arc::new(multiply(&request, accumulated)),
                    request,
                });
                transcript.add_round(exchanges.collect());
            }
        }
    }
}

/// For each special case what trying all chains of up to three relations came to.
fn explored(accumulated: Accumulated) -> BTreeMap<&'static str, Explored> {
    let technique = technique(3);
    let explored = special_cases().map(|(name, a, b)| {
        let inputs = [("a", a), ("b", b)];
        let data_set = DataSet {
            name: DataSetName::new(name).unwrap(),
            numbers: [].into(),
            inputs: inputs
                .map(|(input, matrix)| (InputName::new(input).unwrap(), written(&matrix)))
                .into(),
        };
        let interface = interface();
        let setting = Setting {
            interface: &interface,
            data_sets: &[data_set],
        };
        let case = technique.plan(&setting).unwrap().cases.remove(0);
        (name, explore(&technique, &case, accumulated))
    });
    explored.into()
}

/// Feasible tests and failures of each step, over all special cases.
fn sums(explored: &BTreeMap<&str, Explored>) -> [(u64, u64); 3] {
    [0, 1, 2].map(|step| {
        let depths = explored.values().map(|explored| &explored.depths[step]);
        depths.fold((0, 0), |(n_tests, n_failures), depth| {
            (
                n_tests + depth.n_tests,
                n_failures + depth.n_violated + depth.n_failed,
            )
        })
    })
}

/// The failing chains as the published tables write them.
fn failing(explored: &BTreeMap<&str, Explored>) -> BTreeSet<(String, String)> {
    let chains = explored.iter().flat_map(|(name, explored)| {
        let failing = explored.depths.iter().flat_map(|depth| &depth.failing);
        failing.map(|chain| ((*name).to_owned(), chain.replace(", ", "-")))
    });
    chains.collect()
}

#[track_caller]
fn check(accumulated: Accumulated, published: &str) {
    let explored = explored(accumulated);
    let rows = published
        .lines()
        .filter(|line| line.contains("detecting_sequence"));
    let published: BTreeSet<(String, String)> = rows
        .map(|line| {
            let cells: Vec<&str> = line.rsplit(',').collect();
            (cells[2].to_owned(), cells[1].to_owned())
        })
        .collect();
    assert_eq!(published.len(), 25);
    assert_eq!(failing(&explored), published);
    assert_eq!(sums(&explored), [(70, 0), (614, 1), (5389, 24)]);
}

#[test]
fn the_chains_that_find_mutant_4_are_those_of_the_published_table_and_no_others() {
    check(
        MUTANT_4,
        include_str!("../../../../datasets/published/wu05_1_mutant4.csv"),
    );
}

#[test]
fn the_chains_that_find_mutant_5_are_those_of_the_published_table_and_no_others() {
    check(
        MUTANT_5,
        include_str!("../../../../datasets/published/wu05_2_mutant5.csv"),
    );
}

#[test]
fn on_the_original_no_chain_fails_and_the_third_step_has_nine_tests_more() {
    let explored = explored(|a, b| a * b);
    assert_eq!(sums(&explored), [(70, 0), (614, 0), (5398, 0)]);
    let infeasible = |step: usize| -> u64 {
        let depths = explored.values().map(|explored| &explored.depths[step]);
        depths.map(|depth| depth.n_infeasible).sum()
    };
    // The paper counts what infeasible tests would have led to as infeasible too: of 8 special cases and
    // 9 relations 2 of 72, then 2 times 9 and 16, then 34 times 9 and 128.
    assert_eq!([0, 1, 2].map(infeasible), [2, 16, 128]);
    let candidates = [8 * 9, 8 * 81, 8 * 729];
    let feasible = sums(&explored).map(|(n_tests, _)| n_tests);
    let of_paper = [0, 1, 2].map(|step| candidates[step] - feasible[step]);
    assert_eq!(of_paper, [2, 2 * 9 + 16, 34 * 9 + 128]);
}
