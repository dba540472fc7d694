//! Fixtures that watch their functions: woven once, run, and their traces read.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use killrate_model::{MutantClass, MutantStatus, protocol};
use killrate_mutator::{WeaveOptions, Woven, weave};
use killrate_watch::{End, MAGIC, Record, Row, Scalar, Shape, Wire};
use tempfile::TempDir;

/// A fixture, woven for watching; its builds lie in cargo's folder for that.
pub(crate) fn woven(fixture: &str) -> Woven {
    let options = WeaveOptions {
        package: Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/fixtures")
            .join(fixture),
        binary: None,
        mutates: None,
        features: Vec::new(),
        files: Vec::new(),
        classes: MutantClass::PAPERS.into(),
        watches: true,
        takes_many_inputs: false,
        tests: false,
        checks: None,
        scratch: Path::new(env!("CARGO_TARGET_TMPDIR")).join("watched"),
    };
    weave(&options, &|_| ()).unwrap()
}

/// The number of a mutant.
#[track_caller]
pub(crate) fn number_of(woven: &Woven, id: &str) -> String {
    let mut mutants = woven.mutants.iter();
    let found = mutants.find(|mutant| mutant.id.0 == id);
    found
        .unwrap_or_else(|| panic!("there is no mutant `{id}`"))
        .number
        .to_string()
}

/// What a run left behind.
pub(crate) struct Left {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) trace: Vec<u8>,
    pub(crate) alarms: Option<String>,
    pub(crate) fuel: Option<u64>,
}

/// Where the report says how much fuel was burnt: after its mark and whether that was all.
const FUEL_IN_REPORT: std::ops::Range<usize> = 5..13;

#[expect(
    clippy::disallowed_methods,
    reason = "these tests are about what woven programs do when they run"
)]
pub(crate) fn run(
    woven: &Woven,
    arguments: &[&str],
    settings: &[(&str, &str)],
    invariants: Option<&str>,
) -> Left {
    let folder = TempDir::new().unwrap();
    if let Some(invariants) = invariants {
        std::fs::write(folder.path().join(protocol::INVARIANTS_FILE), invariants).unwrap();
    }
    // A mutant that compiles only alone is a program of its own.
    let mutant = settings.iter().find(|(name, _)| *name == protocol::MUTANT);
    let alone = mutant.and_then(|(_, number)| woven.alone.get(&number.parse().unwrap()));
    let output = Command::new(alone.unwrap_or(&woven.binary))
        .args(arguments)
        .current_dir(folder.path())
        .env_remove("RUST_BACKTRACE")
        .env(protocol::REPORT, "report")
        .envs(settings.iter().copied())
        .output()
        .unwrap();
    let read = |file: &str| std::fs::read(Path::new(folder.path()).join(file)).ok();
    let alarms = read(protocol::ALARMS_FILE);
    let report = read("report");
    let fuel = report.map(|report| report[FUEL_IN_REPORT].try_into().unwrap());
    Left {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        trace: read(protocol::TRACE_FILE).unwrap_or_default(),
        alarms: alarms.map(|bytes| String::from_utf8(bytes).unwrap()),
        fuel: fuel.map(u64::from_le_bytes),
    }
}

/// The functions of a trace and their calls, by name.
#[derive(Default)]
pub(crate) struct Calls {
    pub(crate) shapes: BTreeMap<String, [Shape; 2]>,
    pub(crate) rows: BTreeMap<String, Vec<(Row, End<Row>)>>,
}

impl Calls {
    pub(crate) fn of(trace: &[u8]) -> Self {
        let mut rest = trace.strip_prefix(MAGIC).unwrap();
        let (mut wire, mut calls, mut names) = (Wire::default(), Self::default(), BTreeMap::new());
        while let Some(record) = wire.read(&mut rest) {
            match record {
                Record::Function {
                    number,
                    name,
                    entry,
                    exit,
                    ..
                } => {
                    names.insert(number, name.clone());
                    calls.shapes.insert(name, [entry, exit]);
                }
                Record::Call { number, entry, end } => {
                    calls
                        .rows
                        .entry(names[&number].clone())
                        .or_default()
                        .push((entry, end));
                }
            }
        }
        assert_eq!(rest, [] as [u8; 0]);
        calls
    }

    /// The values of a column over the calls of a function.
    #[track_caller]
    pub(crate) fn column(&self, function: &str, place: usize, column: &str) -> Vec<Scalar> {
        let shape = &self.shapes[function][place];
        let names: Vec<String> = shape.columns.iter().map(|column| column.name()).collect();
        let index = names.iter().position(|name| name == column);
        let index = index.unwrap_or_else(|| panic!("`{column}` is not among {names:?}"));
        let of_call = |(entry, end): &(Row, End<Row>)| match place {
            0 => Some(entry.scalars[index]),
            _ => end.row().map(|row| row.scalars[index]),
        };
        self.rows[function].iter().filter_map(of_call).collect()
    }
}

/// The calls of a run that is traced.
pub(crate) fn traced(woven: &Woven, arguments: &[&str], settings: &[(&str, &str)]) -> Calls {
    let settings = [settings, &[(protocol::PROBE, "trace")]].concat();
    Calls::of(&run(woven, arguments, &settings, None).trace)
}

/// Expects every variant to do the same and to burn the same fuel where it is checked.
pub(crate) fn check_every_variant(woven: &Woven, checked: impl Fn(&[(&str, &str)]) -> Left) {
    let mutants = woven.mutants.iter();
    let live = mutants.filter(|mutant| mutant.status == MutantStatus::Woven);
    let numbers: Vec<String> = [0]
        .into_iter()
        .chain(live.map(|mutant| mutant.number))
        .map(|number| number.to_string())
        .collect();
    assert!(numbers.len() > 20, "{}", numbers.len());
    for number in &numbers {
        let settings = [
            (protocol::MUTANT, number.as_str()),
            (protocol::FUEL, "5000"),
        ];
        let plain = run(woven, &[], &settings, None);
        let left = checked(&settings);
        let shown = |left: Left| (left.code, left.stdout, left.fuel);
        assert!(plain.fuel.is_some(), "{number}");
        assert_eq!(shown(left), shown(plain), "{number}");
    }
}
