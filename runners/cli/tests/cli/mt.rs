//! `killrate mt` on small programs: shell scripts whose faults are known.

use std::os::unix::fs::PermissionsExt as _;

use crate::support::{Said, binary};

/// Sorts rows by score as text, which is wrong as soon as scores have different lengths.
const RANK: &str = "#!/bin/sh\ntail -n +2 \"$1\" | sort -t, -k2\n";
const SCORES: &str = "name,score\na,3\nb,1\nc,2\n";
const MANIFEST: &str = r#"
command = "./rank {rows}"
properties = [
    "permute: if permute(rows) then equal(output)",
    "scale: if multiply(rows, 7) then equal(names)",
    "close: if multiply(rows, 1.01) then close(output, 10%)",
    "alone: if reverse(rows, rows 1) then equal(output)",
]

[inputs]
rows = { format = "csv" }

[outputs]
output = { from = "stdout" }
names = { parse = "before ,", format = "labels" }

[data.scores]
rows = "scores.csv"
"#;

/// A folder with `rank`, `scores.csv` and `rank.mt.toml`, removed when dropped.
pub(crate) struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    pub(crate) fn new() -> Self {
        let bench = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        bench.program("rank", RANK);
        bench.write("scores.csv", SCORES.as_bytes());
        bench.write("rank.mt.toml", MANIFEST.as_bytes());
        bench
    }

    pub(crate) fn write(&self, name: &str, content: &[u8]) {
        std::fs::write(self.folder.path().join(name), content).unwrap();
    }

    pub(crate) fn program(&self, name: &str, script: &str) {
        self.program_bytes(name, script.as_bytes());
    }

    pub(crate) fn program_bytes(&self, name: &str, content: &[u8]) {
        self.write(name, content);
        let path = self.folder.path().join(name);
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap()
    }

    pub(crate) fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = binary();
        command.arg("mt").args(arguments);
        command.current_dir(self.folder.path());
        command
    }

    pub(crate) fn mt(&self, arguments: &[&str]) -> Said {
        self.command(arguments).output().unwrap().into()
    }

    /// Tests `./rank` by one property on one file.
    fn rank(&self, property: &str, file: &str) -> Said {
        let input = format!("rows={file}");
        let command = ["--command", "./rank {rows}"];
        self.mt(&[&command[..], &["--property", property, "--input", &input]].concat())
    }

    #[track_caller]
    pub(crate) fn refuses(&self, said: &Said, code: i32, complaint: &[&str]) {
        assert_eq!(said.code, code, "{}{}", said.stdout, said.stderr);
        assert_eq!(said.stdout, "", "an error is never a verdict");
        for text in complaint {
            assert!(
                said.stderr.contains(text),
                "`{text}` is not in: {}",
                said.stderr
            );
        }
    }
}

#[test]
fn every_kind_of_finding_is_told_with_its_evidence() {
    let bench = Bench::new();
    let said = bench.mt(&["rank.mt.toml"]);
    assert_eq!(said.code, 6, "{}", said.stderr);
    // Ranked as text, 14 and 21 come before 7.
    assert_eq!(
        said.stdout,
        "alone    scores  not applicable      `reverse(rows, rows 1)`: it leaves all rows as they are\n\
         close    scores  holds by tolerance  without its tolerance the property would be violated\n  \
         runs    killrate-mt/rank/close/scores\n  \
         replay  killrate mt rank.mt.toml --only close --data scores\n\
         permute  scores  holds\n\
         scale    scores  violated            names line 1: `b` became `c` (3 of 3 lines differ)\n  \
         runs    killrate-mt/rank/scale/scores\n  \
         replay  killrate mt rank.mt.toml --only scale --data scores\n\
         4 tested: 1 holds, 1 holds by tolerance, 1 violated, 1 not applicable\n"
    );
    let kept = "killrate-mt/rank/scale/scores";
    assert_eq!(
        bench.read(&format!("{kept}/source/stdout")),
        "b,1\nc,2\na,3\n"
    );
    assert_eq!(
        bench.read(&format!("{kept}/follow-up/stdout")),
        "c,14\na,21\nb,7\n"
    );
    let again = bench.mt(&["rank.mt.toml", "--only", "scale", "--data", "scores"]);
    assert_eq!(again.code, 6);
    assert!(
        again.stdout.contains("1 tested: 1 violated"),
        "{}",
        again.stdout
    );
}

#[test]
fn a_property_that_holds_is_not_flagged() {
    let bench = Bench::new();
    let said = bench.rank("if permute(rows) then equal(output)", "scores.csv");
    assert_eq!(said.code, 0, "{}", said.stderr);
    assert_eq!(
        said.stdout,
        "property-1  scores  holds\n1 tested: 1 holds\n"
    );
}

#[test]
fn lines_in_a_text_file_are_properties() {
    let bench = Bench::new();
    bench.write(
        "rank.txt",
        b"# What ranking must not care about.\n\npermute: if permute (rows) then equal (output)\n",
    );
    let command = [
        "rank.txt",
        "--command",
        "./rank {rows}",
        "--input",
        "rows=scores.csv",
    ];
    let said = bench.mt(&command);
    assert_eq!(said.stdout, "permute  scores  holds\n1 tested: 1 holds\n");
}

#[test]
fn findings_can_be_read_by_programs() {
    let bench = Bench::new();
    let said = bench.mt(&["rank.mt.toml", "--only", "scale", "--format", "json"]);
    let findings: serde_json::Value = serde_json::from_str(&said.stdout).unwrap();
    assert_eq!(findings[0]["outcome"], "violated");
    assert_eq!(
        findings[0]["text"],
        "scale: if multiply(rows, 7) then equal(names)"
    );
    let said = bench.mt(&["rank.mt.toml", "--only", "permute", "--format", "csv"]);
    assert_eq!(
        said.stdout.lines().nth(1),
        Some(
            "\"permute\",\"scores\",1,\"holds\",\"\",\"\",\"killrate mt rank.mt.toml --only permute --data scores --seed 1\",,"
        )
    );
}

#[test]
fn a_second_phase_judges_models_by_how_they_classify() {
    let bench = Bench::new();
    // The model is the mean and the number of rows, so it differs when rows come twice; what it
    // says of the test data does not.
    bench.program(
        "learn",
        "#!/bin/sh\nawk -F, 'NR>1 { s += $2; n++ } END { print s / n, n }' $1 > $2\n",
    );
    bench.program(
        "classify",
        "#!/bin/sh\nawk -F, -v m=\"$(cut -d' ' -f1 $1)\" 'NR>1 { print ($2 > m ? \"high\" : \"low\") }' $2\n",
    );
    bench.write(
        "mean.mt.toml",
        br#"
command = "./learn {train} {model}"
properties = [
    "same-model: if duplicate(train) then equal(model)",
    "same-classes: if duplicate(train) then equal(classes)",
]

[[phase]]
command = "./classify {model} {test}"

[inputs]
train = { format = "csv" }
test = { format = "csv" }

[outputs]
model = {}
classes = { from = "stdout", format = "labels" }

[data.scores]
train = "scores.csv"
test = "scores.csv"
"#,
    );
    let said = bench.mt(&["mean.mt.toml"]);
    let findings: Vec<&str> = said
        .stdout
        .lines()
        .filter(|line| !line.starts_with(' '))
        .collect();
    assert_eq!(
        findings,
        [
            "same-classes  scores  holds",
            "same-model    scores  violated  model line 1: `2 3` became `2 6` (1 of 1 lines differ)",
            "2 tested: 1 holds, 1 violated"
        ],
        "{}",
        said.stderr
    );
}

#[test]
fn commands_run_before_and_after_every_run_and_options_differ_between_runs() {
    let bench = Bench::new();
    bench.program("count", "#!/bin/sh\ncat prepared \"$1\" | head -n \"$3\"\n");
    bench.write(
        "count.mt.toml",
        br#"
command = "./count {rows} --lines 2"
build-up = ["cp rows.csv prepared"]
tear-down = ["test -e prepared"]
execution = "sequential"
sandbox = false
properties = ["more: if with lines=3 then superset(output)"]

[inputs]
rows = { format = "csv" }

[data.scores]
rows = "scores.csv"
"#,
    );
    let said = bench.mt(&["count.mt.toml"]);
    assert_eq!(
        said.stdout, "more  scores  holds\n1 tested: 1 holds\n",
        "{}",
        said.stderr
    );
}

#[test]
fn runs_are_confined_and_parallel_unless_the_user_says_otherwise() {
    let bench = Bench::new();
    let log = bench.path("log");
    // The log is outside the folder of a run.
    bench.program(
        "noisy",
        &format!(
            "#!/bin/sh\necho start >> {0}\nsort \"$1\"\necho end >> {0}\nexit 0\n",
            log.display()
        ),
    );
    let mt = |choices: &[&str]| {
        let mut arguments = vec!["--command", "./noisy {rows}", "--input", "rows=scores.csv"];
        for property in [
            "if permute(rows) then equal(output)",
            "if reverse(rows) then equal(output)",
            "if duplicate(rows) then superset(output)",
        ] {
            arguments.extend(["--property", property]);
        }
        let said = bench.mt(&[&arguments, choices].concat());
        assert_eq!(
            said.stdout.lines().last(),
            Some("3 tested: 3 holds"),
            "{}",
            said.stderr
        );
    };
    mt(&["-j", "4"]);
    assert!(
        !log.exists(),
        "a sandbox keeps programs from writing elsewhere"
    );
    mt(&["-j", "4", "--no-sandbox", "--sequential"]);
    // Two runs on the data as they are and three follow-ups, never two at a time.
    assert_eq!(bench.read("log"), "start\nend\n".repeat(5));
}

#[test]
fn what_properties_are_made_of_is_listed_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let list = |kind: &str| {
        let mut command = binary();
        command.args(["list", kind]).current_dir(folder.path());
        Said::from(command.output().unwrap())
    };
    let said = list("transforms");
    let line = |name: &str| {
        let lines = said.stdout.lines();
        let line = lines.map(str::trim_end).find(|line| line.starts_with(name));
        line.unwrap_or_else(|| panic!("{}", said.stdout)).to_owned()
    };
    assert_eq!(
        line("reverse "),
        "reverse        permutative: puts the rows into the opposite order; `reverse(input)` turns \
         `length,class / 1,a / 2,b / 3,c` into `length,class / 3,c / 2,b / 1,a`; formats: \
         arff, bytes, csv, json-lines, labels, lines, pcap, query, sparse, words, xml"
    );
    for class in [
        "additive",
        "multiplicative",
        "permutative",
        "invertive",
        "inclusive",
        "exclusive",
        "compositional",
    ] {
        let is_class = |line: &str| line.contains(&format!("  {class}: "));
        assert!(said.stdout.lines().any(is_class), "{class}");
    }
    for kind in ["relations", "formats", "extractors"] {
        assert_eq!(list(kind).code, 0, "{kind}");
    }
}

#[test]
fn a_follow_up_that_fails_gives_no_verdict() {
    let bench = Bench::new();
    bench.program(
        "picky",
        "#!/bin/sh\ngrep -q a,3 \"$1\" || { echo no a >&2; exit 9; }\n",
    );
    let said = bench.mt(&[
        "--command",
        "./picky {rows}",
        "--property",
        "if remove(rows, rows 1) then equal(output)",
        "--input",
        "rows=scores.csv",
    ]);
    assert_eq!(said.code, 4);
    let first = said.stdout.lines().next();
    assert_eq!(
        first,
        Some("property-1  scores  inconclusive  follow-up run: exit code 9: no a")
    );
}

#[test]
fn a_malformed_property_points_at_its_column_and_the_nearest_name() {
    let bench = Bench::new();
    let said = bench.rank("if permuet(rows) then equal(output)", "scores.csv");
    let complaint = [
        "column 4",
        "there is no transform `permuet`; the nearest name is `permute`",
    ];
    bench.refuses(&said, 3, &complaint);
    let said = bench.rank("if permute(rows) the equal(output)", "scores.csv");
    bench.refuses(&said, 3, &["column 18", "\n                   ^"]);
}

#[test]
fn a_property_that_cannot_apply_to_the_format_is_refused() {
    let bench = Bench::new();
    bench.write("scores.bin", b"\x01\x02");
    let said = bench.rank("if replace(rows, a, b) then equal(output)", "scores.bin");
    bench.refuses(
        &said,
        3,
        &["`replace` cannot change `rows`, whose format is `bytes`"],
    );
    bench.write("scores.dat", b"\x01\x02");
    let said = bench.rank("if multiply(rows, 2) then equal(output)", "scores.dat");
    bench.refuses(
        &said,
        3,
        &["`multiply` cannot change `rows`, whose format is not known; name it"],
    );
}

#[test]
fn inputs_that_are_not_what_their_format_demands_are_refused_with_the_line() {
    let bench = Bench::new();
    for (file, content, problem) in [
        (
            "a.csv",
            &b"name,score\na,3\nb\n"[..],
            "line 3: 1 field where the header has 2",
        ),
        (
            "a.arff",
            b"@relation r\n@attribute a colour\n@data\n",
            "line 2: attribute `a` has no type that is known",
        ),
        ("b.csv", b"name,score\na,\xff\n", "line 2: not UTF-8 text"),
        (
            "c.csv",
            b"\x00\x01\x02\"\x7f\n",
            "line 1: a quote inside a value without quotes",
        ),
        ("a.xml", b"<a><b></a>", "line 1: "),
        ("a.jsonl", b"{\"a\": 1}\n{\"a\": }\n", "line 2: "),
        ("a.svm", b"1 1:2\n1 2\n", "line 2: "),
        (
            "a.pcap",
            b"\x89PNG",
            "byte 1: it does not start as packets do",
        ),
    ] {
        bench.write(file, content);
        let said = bench.rank("if permute(rows) then equal(output)", file);
        bench.refuses(&said, 3, &["cannot read `rows`", problem]);
    }
}

#[test]
fn a_program_that_is_missing_or_fails_or_writes_nothing_gives_no_verdict() {
    let bench = Bench::new();
    let mt = |command: &str, property: &str| {
        let typed = ["--command", command, "--property", property];
        bench.mt(&[
            &typed[..],
            &["--input", "rows=scores.csv", "--output", "model"],
        ]
        .concat())
    };
    let property = "if permute(rows) then equal(model)";
    let said = mt("./absent {rows} {model}", property);
    bench.refuses(&said, 3, &["there is no program `./absent`"]);
    let said = mt("no-such-program {rows} {model}", property);
    bench.refuses(
        &said,
        3,
        &["there is no program `no-such-program`", "install it"],
    );
    let said = mt("false {rows} {model}", property);
    bench.refuses(
        &said,
        4,
        &["`false` does not end normally on data set `scores`"],
    );
    let said = mt("true {rows} {model}", property);
    bench.refuses(
        &said,
        4,
        &["there is no output `model`", "without writing the file"],
    );
    let said = mt("sh -c 'head -c 8 /dev/urandom > {model}' {rows}", property);
    bench.refuses(&said, 4, &["not deterministic", "`model`"]);
    let said = mt("./rank {row}", property);
    bench.refuses(&said, 3, &["{row}", "`rows`"]);
    let said = mt("./rank '{rows}", property);
    bench.refuses(&said, 3, &["unmatched quote"]);
}

#[test]
fn a_manifest_with_a_slip_is_refused_by_file_and_key() {
    let bench = Bench::new();
    let change = |from: &str, to: &str| {
        bench.write("rank.mt.toml", MANIFEST.replace(from, to).as_bytes());
        bench.mt(&["rank.mt.toml"])
    };
    let said = change("[inputs]", "[input]");
    bench.refuses(&said, 3, &["rank.mt.toml", "unknown field `input`"]);
    let said = change("before ,", "befor ,");
    bench.refuses(
        &said,
        3,
        &[
            "`names`",
            "there is no `befor`; the nearest name is `before`",
        ],
    );
    let said = change("scores.csv", "absent.csv");
    bench.refuses(&said, 3, &["absent.csv"]);
    let said = change("equal(names)", "equal(nmes)");
    bench.refuses(&said, 3, &["`scale`", "the nearest name is `names`"]);
    let said = change("format = \"csv\"", "format = \"csw\"");
    bench.refuses(&said, 3, &["there is no format `csw`", "`csv`"]);
    let said = change("command", "format = 2\ncommand");
    bench.refuses(&said, 3, &["`format`", "reads format 1"]);
    let said = change("from = \"stdout\"", "from = \"stdot\"");
    bench.refuses(
        &said,
        3,
        &["outputs.output.from", "there is no output `stdot`"],
    );
}

#[test]
fn names_on_the_command_line_are_checked() {
    let bench = Bench::new();
    let said = bench.mt(&["rank.mt.toml", "--only", "sclae"]);
    bench.refuses(
        &said,
        3,
        &["there is no property `sclae`; the nearest name is `scale`"],
    );
    let said = bench.mt(&["rank.mt.toml", "--data", "score"]);
    bench.refuses(
        &said,
        3,
        &["there is no data set `score`; the nearest name is `scores`"],
    );
    let said = bench.mt(&["rank.mt.toml", "--label", "row=name"]);
    bench.refuses(&said, 3, &["there is no input `row`"]);
    let said = bench.mt(&["rank.mt.toml", "--input", "rows"]);
    bench.refuses(&said, 2, &["`--input rows` has no `=`"]);
    let said = bench.mt(&["--property", "if permute(rows) then equal(output)"]);
    bench.refuses(&said, 2, &["there is no command"]);
    let said = bench.mt(&["--command", "./rank {rows}", "--input", "rows=scores.csv"]);
    bench.refuses(&said, 3, &["there is no property to test"]);
}

/// A folder with the worked example of follow-ups that depend on outputs.
fn shortest_path() -> Bench {
    let bench = Bench::new();
    let example = crate::support::repository().join("runners/mt/examples/shortest-path");
    for name in ["roads.csv", "shortest-path.mt.toml"] {
        bench.write(name, &std::fs::read(example.join(name)).unwrap());
    }
    let script = std::fs::read_to_string(example.join("shortest-path")).unwrap();
    bench.program("shortest-path", &script);
    bench
}

#[test]
fn a_way_is_as_long_as_its_parts() {
    let bench = shortest_path();
    let said = bench.mt(&["shortest-path.mt.toml"]);
    assert_eq!(
        said.stdout,
        "closed   roads  holds\npermute  roads  holds\nscale    roads  holds\ndetour   roads  holds\n\
         4 tested: 4 holds\n",
        "{}",
        said.stderr
    );
}

#[test]
fn a_way_that_is_longer_than_its_parts_is_told() {
    let bench = shortest_path();
    // Counting the places passed, a to e by c, d and b is
    // 2 + 3 + 1 + 4 + 3 = 13; a to d by c is 6, and d to e by b is 6: the place d is not counted.
    let script = bench.read("shortest-path");
    let counted = script.replace(
        "print \"length: \" length_to[goal]",
        "print \"length: \" length_to[goal] + split(path, places, \" \") - 2",
    );
    assert_ne!(script, counted);
    bench.program("shortest-path", &counted);
    let said = bench.mt(&["shortest-path.mt.toml", "--only", "detour"]);
    assert_eq!(said.code, 6, "{}", said.stderr);
    let first = said.stdout.lines().next();
    assert_eq!(
        first,
        Some("detour  roads  violated  length line 1: `13` became `12` (1 of 1 lines differ)")
    );
    let kept = "killrate-mt/shortest-path/detour/roads";
    assert_eq!(
        bench.read(&format!("{kept}/follow-up-1/length.extracted")),
        "6\n"
    );
    assert_eq!(
        bench.read(&format!("{kept}/follow-up-2/length.extracted")),
        "6\n"
    );
}

#[test]
fn a_way_without_a_middle_is_an_error() {
    let bench = shortest_path();
    // A neighbour has no third place on the way to it.
    let manifest = bench.read("shortest-path.mt.toml");
    bench.write(
        "shortest-path.mt.toml",
        manifest.replace("--to e", "--to c").as_bytes(),
    );
    let said = bench.mt(&["shortest-path.mt.toml", "--only", "detour"]);
    bench.refuses(&said, 4, &["`middle`", "no line has 3 words"]);
}

#[test]
fn functions_of_ones_own_are_external_commands() {
    let bench = Bench::new();
    // The model says by which column and direction rows are sorted.
    bench.program(
        "direction",
        "#!/bin/sh\nawk -F, 'NR==2 { f=$2 } END { print \"score,\" ($2 > f ? \"a\" : \"d\") }' \"$1\"\n",
    );
    bench.program(
        "switch",
        "#!/bin/sh\nsed 's/,a$/,x/; s/,d$/,a/; s/,x$/,d/'\n",
    );
    bench.program(
        "same-column",
        "#!/bin/sh\ntest \"$(cut -d, -f1 \"$1\")\" = \"$(cut -d, -f1 \"$2\")\" || { echo \"not $3\"; exit 1; }\n",
    );
    bench.write("up.csv", b"name,score\na,1\nb,2\nc,3\n");
    let manifest = r#"
command = "./direction {rows}"
properties = [
    "reverse: if reverse(rows) then equal(model, follow-up switch(model))",
    "column: if reverse(rows) then same-column(model, alike)",
    "wrong: if reverse(rows) then equal(model)",
]

[inputs]
rows = { format = "csv" }

[outputs]
model = { from = "stdout" }

[functions]
switch = { kind = "transform", command = "./switch" }
same-column = { kind = "compare", command = "./same-column" }

[data.up]
rows = "up.csv"
"#;
    bench.write("own.mt.toml", manifest.as_bytes());
    let said = bench.mt(&["own.mt.toml"]);
    let findings: Vec<&str> = said
        .stdout
        .lines()
        .filter(|line| !line.starts_with(' '))
        .collect();
    assert_eq!(
        findings,
        [
            "column   up  holds",
            "reverse  up  holds",
            "wrong    up  violated  model line 1: `score,a` became `score,d` (1 of 1 lines differ)",
            "3 tested: 2 holds, 1 violated"
        ],
        "{}",
        said.stderr
    );
    bench.program(
        "same-column",
        "#!/bin/sh\necho \"$1 and $2 are not $3\"; exit 1\n",
    );
    let said = bench.mt(&["own.mt.toml", "--only", "column"]);
    assert_eq!(
        said.stdout.lines().next(),
        Some("column  up  violated  model: `same-column`: source and follow-up are not alike")
    );
    bench.program("same-column", "#!/bin/sh\necho broken >&2; exit 7\n");
    let said = bench.mt(&["own.mt.toml", "--only", "column"]);
    assert_eq!(said.code, 4);
    assert_eq!(
        said.stdout.lines().next(),
        Some("column  up  inconclusive  `same-column` fails: exit code 7: broken")
    );
    bench.write(
        "own.mt.toml",
        manifest.replace("\"./switch\"", "\"./swich\"").as_bytes(),
    );
    let said = bench.mt(&["own.mt.toml"]);
    bench.refuses(&said, 3, &["there is no program `./swich`"]);
}
