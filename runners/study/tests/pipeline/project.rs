//! A project of two small subjects that every kind of technique can judge.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use killrate_catalogue::{Catalogue, Design};
use killrate_executor::{Executor, Settings};
use killrate_model::{Digest, InputName, TechniqueName};
use killrate_study::{Scratch, Surroundings};

use crate::settles::Settles;

/// A file of the project.
type File = (&'static str, &'static str);

/// Rounds numbers down to a multiple of five; beside it a loop that only the tests use.
const STEPS: [File; 5] = [
    (
        "subjects/steps/Cargo.toml",
        "[package]\nname = \"steps\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n",
    ),
    (
        "subjects/steps/src/lib.rs",
        r#"/// How many steps of this length it takes to get somewhere.
pub fn count(to: u32, length: u32) -> u32 {
    let (mut at, mut n) = (0, 0);
    while at <= to {
        at += length;
        n += 1;
    }
    n
}

/// The next multiple of five that is not greater.
///
/// @meta[same, clone] floor(n) == \result
pub fn floor(n: u32) -> u32 {
    if n > 20 {
        panic!("{n} is too many");
    }
    n - n % 5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none() {
        assert_eq!(count(0, 3), 1);
    }

    #[test]
    fn seventeen() {
        assert_eq!(floor(17), 15);
    }
}
"#,
    ),
    (
        "subjects/steps/src/main.rs",
        r#"fn main() {
    let path = std::env::args().nth(1).unwrap();
    for line in std::fs::read_to_string(path).unwrap().lines() {
        println!("{}", steps::floor(line.parse().unwrap()));
    }
}
"#,
    ),
    (
        "subjects/steps/subject.toml",
        r#"format = 1
name = "steps"
title = "Rounded down"
[interface]
arguments = ["{rows}"]
[interface.inputs]
rows = { format = "lines" }
[interface.outputs]
stdout = { format = "lines" }
[properties]
all = ["permute: if permute(rows) then same-multiset(stdout)"]
[[second]]
name = "other"
package = "other"
outputs = ["stdout"]
"#,
    ),
    (
        "subjects/steps/other/Cargo.toml",
        "[package]\nname = \"other\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n",
    ),
];

/// The same by other means.
const OTHER: File = (
    "subjects/steps/other/src/main.rs",
    r#"fn main() {
    let path = std::env::args().nth(1).unwrap();
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let n: u32 = line.parse().unwrap();
        println!("{}", n / 5 * 5);
    }
}
"#,
);

/// Two draws from a range, by splitmix64.
const DRAWS: [File; 4] = [
    (
        "subjects/draws/Cargo.toml",
        "[package]\nname = \"draws\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n",
    ),
    (
        "subjects/draws/src/main.rs",
        r#"fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&arguments[1]).unwrap();
    let end: f64 = text.lines().nth(1).unwrap().parse().unwrap();
    let mut state: u64 = arguments[2].parse().unwrap();
    let mut unit = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / 9_007_199_254_740_992.0
    };
    println!("{}", total(unit(), unit(), end));
}

fn total(one: f64, other: f64, end: f64) -> f64 {
    (one + other) * end
}
"#,
    ),
    (
        "subjects/draws/metrics/spread",
        "#!/bin/sh\nawk 'NR == FNR { a = $1; next } { d = a - $1; print (d < 0 ? -d : d) / (a + $1) }' \"$1\" \"$2\"\n",
    ),
    (
        "subjects/draws/subject.toml",
        r#"format = 1
name = "draws"
title = "Two draws"
is-deterministic = false
[interface]
arguments = ["{span}", "{seed}"]
[interface.inputs]
span = { format = "csv" }
[interface.outputs]
stdout = { format = "lines" }
[[statistical]]
name = "multiply"
if = "multiply(span, 10)"
output = "stdout"
times = 10
[metrics.spread]
of = "pair"
command = "./metrics/spread"
[[heuristic]]
name = "as-far-apart"
if = "multiply(span, 10)"
output = "stdout"
metric = "spread"
"#,
    ),
];

const STUDY: &str = r#"
format = 1
title = "All of them"
question = "Do all verbs run the same?"
seed = 1
transform-seeds = [1]
classes = ["comparison", "arithmetic"]
changes = "all"
[sampling]
runs = 16
first-look = 8
tests = ["welch"]
[[subject]]
name = "steps"
data-sets = ["few", "three", "more"]
property-sets = ["all"]
techniques = ["implicit", "pseudo-oracle", "metamorphic", "iterative", "assertions", "mrc", "tests"]
[[subject]]
name = "draws"
data-sets = ["span"]
only = ["total"]
techniques = ["statistical", "heuristic"]
"#;

/// The project in a temporary folder.
pub(crate) struct Project(tempfile::TempDir);

impl Project {
    pub(crate) fn new() -> Self {
        let project = Self(tempfile::tempdir().unwrap());
        for (path, text) in STEPS.iter().chain(&DRAWS).chain([&OTHER]) {
            project.write(path, text);
        }
        let metric = project.path("subjects/draws/metrics/spread");
        std::fs::set_permissions(metric, std::fs::Permissions::from_mode(0o755)).unwrap();
        project.data_set("few", "rows", "17\n");
        project.data_set("three", "rows", "3\n");
        project.data_set("more", "rows", "3\n10\n14\n8\n1\n19\n");
        project.data_set("span", "span", "end\n7\n");
        project.write("datasets/studies/all/study.toml", STUDY);
        project
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    /// The study, with the technique of the README besides those that it names.
    pub(crate) fn design(&self) -> Design {
        let catalogue = Catalogue::at(self.0.path()).unwrap();
        let mut design = Design::resolve(&catalogue, "all").unwrap();
        let settles = Settles {
            name: TechniqueName::new("settles").unwrap(),
            input: InputName::new("rows").unwrap(),
        };
        design.subjects[0].own_techniques.push(Arc::new(settles));
        design
    }

    /// A harness whose executions are kept under this name.
    pub(crate) fn workshop(&self, name: &str) -> Workshop {
        self.workshop_at(self.path("executions").join(name))
    }

    /// A harness whose executions are kept in this folder; what is woven is shared.
    pub(crate) fn workshop_at(&self, executions: PathBuf) -> Workshop {
        let settings = Settings {
            scratch: executions,
            threads: NonZeroUsize::new(2).unwrap(),
        };
        Workshop {
            scratch: Scratch::of_project(self.0.path()),
            executor: Executor::open(settings).unwrap(),
        }
    }

    fn data_set(&self, name: &str, input: &str, content: &str) {
        let digest = Digest::of(content.as_bytes());
        let manifest = format!(
            "format = 1\nname = \"{name}\"\ntitle = \"Numbers\"\nsource = \"made up\"\nrows = 1\nattributes = 1\n[files]\n{input} = {{ path = \"{name}.txt\", sha256 = \"{digest}\" }}\n"
        );
        self.write(&format!("datasets/{name}.txt"), content);
        self.write(&format!("datasets/{name}.toml"), &manifest);
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}

/// What running a study needs.
pub(crate) struct Workshop {
    scratch: Scratch,
    executor: Executor,
}

impl Workshop {
    pub(crate) fn with<T>(&self, work: impl FnOnce(Surroundings<'_>) -> T) -> T {
        work(Surroundings {
            scratch: &self.scratch,
            executor: &self.executor,
            stop: &AtomicBool::new(false),
            on_event: &|_| {},
        })
    }

    /// How many executions were run here.
    pub(crate) fn n_run(&self) -> usize {
        self.executor.spent().n_run
    }

    /// The executions that are known here.
    pub(crate) fn known(&self) -> BTreeSet<Digest> {
        self.executor.known()
    }
}
