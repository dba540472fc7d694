//! What outputs look like, how good they are, and which of them a study compares.

use killrate_model::{Digest, Verdict};
use killrate_record::Record;

use crate::shards::files;
use crate::support::Project;

/// Writes a class and a place for every row. One mutant gives all rows one class, one gives them the wrong
/// classes, and one ranks them as they stand in the file.
const PROGRAM: &str = "\
fn main() {
    let mut paths = std::env::args().skip(1);
    let text = std::fs::read_to_string(paths.next().unwrap()).unwrap();
    let sizes: Vec<i64> = text
        .lines()
        .skip(1)
        .map(|line| line.split(',').next().unwrap().parse().unwrap())
        .collect();
    let classes: Vec<&str> = sizes.iter().map(|&size| class(size)).collect();
    std::fs::write(paths.next().unwrap(), classes.join(\"\\n\")).unwrap();
    let mut rows: Vec<usize> = (0..sizes.len()).collect();
    rows.sort_by_key(|&row| place(sizes[row]));
    let ranking: Vec<String> = rows.iter().map(usize::to_string).collect();
    std::fs::write(paths.next().unwrap(), ranking.join(\"\\n\")).unwrap();
}

fn class(size: i64) -> &'static str {
    if size - 10 > 0 { \"1\" } else { \"0\" }
}

fn place(size: i64) -> i64 {
    100 - size
}
";

const SUBJECT: &str = "subjects/tiny/subject.toml";
const STUDY: &str = "datasets/studies/tiny/study.toml";

const CONSTANT: &str = "src/main.rs::class/sub-to-add/1";
const WRONG: &str = "src/main.rs::class/gt-to-le/1";
const FILE_ORDER: &str = "src/main.rs::place/sub-to-add/1";

fn project() -> Project {
    let project = Project::empty();
    project.write(
        "subjects/tiny/Cargo.toml",
        "[package]\nname = \"tiny\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n",
    );
    project.write("subjects/tiny/src/main.rs", PROGRAM);
    project.write(
        SUBJECT,
        "format = 1\nname = \"tiny\"\ntitle = \"Tiny\"\n\n[interface]\n\
         arguments = [\"{rows}\", \"{classes}\", \"{ranking}\"]\n\
         inputs = { rows = { format = \"csv\", label = \"last\" } }\n\n[interface.outputs]\n\
         classes = { format = \"labels\", shows = \"classes\", of = \"rows\" }\n\
         ranking = { format = \"labels\", shows = \"ranks\", of = \"rows\" }\n\n\
         [[known-case]]\nname = \"known\"\ninputs = { rows = \"known.csv\" }\n\
         outputs = { classes = [\"classes\"], ranking = [\"ranking\"] }\n",
    );
    project.write("subjects/tiny/known.csv", "size,label\n2,?\n30,?\n");
    project.write("subjects/tiny/classes", "0\n1");
    project.write("subjects/tiny/ranking", "1\n0");
    // The right order is the opposite of the file's.
    let rows = "size,label\n1,0\n5,0\n15,1\n20,1\n";
    project.write("datasets/few.csv", rows);
    project.write(
        "datasets/few.toml",
        &format!(
            "format = 1\nname = \"few\"\ntitle = \"Few rows\"\nsource = \"made up\"\nrows = 4\n\
             attributes = 1\n\n[files]\nrows = {{ path = \"few.csv\", sha256 = \"{}\" }}\n",
            Digest::of(rows.as_bytes())
        ),
    );
    project.write(
        STUDY,
        "format = 1\ntitle = \"Tiny\"\nquestion = \"What does it look like?\"\nseed = 1\n\
         transform-seeds = [1]\nclasses = [\"comparison\", \"arithmetic\"]\nchanges = \"thesis\"\n\n\
         [[subject]]\nname = \"tiny\"\ndata-sets = [\"few\"]\n\
         techniques = [\"implicit\", \"partial-oracle\", \"reference\"]\n",
    );
    project
}

fn run(project: &Project) -> Record {
    project.run_well(&["run", "tiny"]);
    killrate_record::read(&project.path("records/tiny")).unwrap()
}

/// What the record tells of outputs: variant, output, looks and quality.
fn shown(record: &Record) -> Vec<(&str, &str, &str, Option<f64>)> {
    let rows = record.outputs.iter();
    rows.map(|row| {
        assert_eq!(row.data_set.as_str(), "few");
        let (variant, output) = (row.variant.as_str(), row.output.as_str());
        (variant, output, row.looks.name(), row.quality)
    })
    .collect()
}

/// The properties of a technique that a mutant violates.
fn violated<'a>(record: &'a Record, technique: &str, mutant: &str) -> Vec<&'a str> {
    let rows = record.verdicts.iter().filter(|row| {
        row.technique.as_str() == technique
            && row.variant.as_str() == mutant
            && matches!(row.verdict, Verdict::Violated(_))
    });
    rows.map(|row| row.property.as_str()).collect()
}

#[test]
fn a_record_tells_what_outputs_look_like_and_which_of_them_differ() {
    let record = run(&project());
    assert_eq!(
        shown(&record),
        [
            ("original", "classes", "plausible", Some(1.0)),
            ("original", "ranking", "plausible", Some(1.0)),
            (WRONG, "classes", "plausible", Some(0.0)),
            (CONSTANT, "classes", "constant", Some(0.5)),
            (FILE_ORDER, "ranking", "file-order", Some(0.0)),
        ]
    );
    let by_reference = |mutant| violated(&record, "reference", mutant);
    let differs = ["equals-original", "same-classes"];
    assert_eq!(by_reference(WRONG), differs);
    assert_eq!(by_reference(CONSTANT), differs);
    assert_eq!(
        by_reference(FILE_ORDER),
        ["equals-original", "same-ranking"]
    );
}

#[test]
fn what_outputs_look_like_does_not_depend_on_threads_shards_or_earlier_runs() {
    let project = project();
    project.run_well(&["run", "tiny", "--threads", "1", "--out", "one"]);
    let one = files(&project.path("one"));
    assert!(one.keys().any(|name| name.ends_with("outputs.parquet")));
    // Everything is in the log now.
    project.run_well(&["run", "tiny", "--out", "again"]);
    assert_eq!(files(&project.path("again")), one);
    std::fs::remove_dir_all(project.path("target/killrate/executions")).unwrap();
    project.run_well(&["run", "tiny", "--threads", "4", "--out", "four"]);
    assert_eq!(files(&project.path("four")), one);
    project.run_well(&["plan", "tiny", "--shards", "2", "--out", "parts"]);
    for shard in ["0/2", "1/2"] {
        project.run_well(&["run", "tiny", "--shard", shard, "--out", "parts"]);
    }
    project.run_well(&["merge", "parts", "--out", "merged"]);
    assert_eq!(files(&project.path("merged")), one);
}

#[test]
fn known_cases_look_at_the_outputs_that_a_study_compares() {
    let project = project();
    let record = run(&project);
    let compares = |record: &Record| -> Vec<String> {
        let subjects = record.provenance.subjects.values();
        let outputs = subjects.flat_map(|subject| &subject.compares);
        outputs.map(ToString::to_string).collect()
    };
    let by_known_case = |record, mutant| violated(record, "partial-oracle", mutant).len();
    assert_eq!(compares(&record), ["classes", "ranking"]);
    assert_eq!(by_known_case(&record, WRONG), 1);
    assert_eq!(by_known_case(&record, FILE_ORDER), 1);

    project.replace(
        STUDY,
        "techniques =",
        "compares = [\"classes\"]\ntechniques =",
    );
    let record = run(&project);
    assert_eq!(compares(&record), ["classes"]);
    assert_eq!(by_known_case(&record, WRONG), 1);
    assert_eq!(by_known_case(&record, FILE_ORDER), 0);
    // Whoever has the original sees all the same.
    let by_reference = violated(&record, "reference", FILE_ORDER);
    assert_eq!(by_reference, ["equals-original", "same-ranking"]);
}

#[test]
fn what_a_study_compares_must_be_outputs_that_known_cases_know() {
    let check = |compares: &str, complaint: &[&str]| {
        let project = project();
        let with = format!("compares = {compares}\ntechniques =");
        project.replace(STUDY, "techniques =", &with);
        let file_and_key = ["study.toml", "key `subject[0].compares`"];
        project.run_badly(&["run", "tiny"], 3, &[&file_and_key, complaint].concat());
    };
    check("[]", &["it is empty"]);
    check(
        "[\"clases\"]",
        &["subject `tiny` has no output `clases`; the nearest name is `classes`"],
    );
    check(
        "[\"classes\", \"classes\"]",
        &["`classes` is named twice; keep one"],
    );
    let project = project();
    project.replace(SUBJECT, ", ranking = [\"ranking\"]", "");
    project.replace(
        STUDY,
        "techniques =",
        "compares = [\"ranking\"]\ntechniques =",
    );
    let told = "known case `known` knows `classes` and none of these outputs";
    project.run_badly(&["run", "tiny"], 3, &["key `subject[0].compares`", told]);
}

#[test]
fn what_an_output_shows_must_be_of_an_input_with_rows() {
    let check = |from: &str, to: &str, complaint: &[&str]| {
        let project = project();
        project.replace(SUBJECT, from, to);
        project.run_badly(&["run", "tiny"], 3, complaint);
    };
    let shows = "shows = \"ranks\", of = \"rows\"";
    let of = "key `interface.outputs.ranking.of`";
    check(
        shows,
        "shows = \"ranks\"",
        &[
            "key `interface.outputs.ranking.shows`",
            "it does not say of which rows",
        ],
    );
    check(
        shows,
        "of = \"rows\"",
        &[of, "nothing says what is shown of it"],
    );
    check(
        shows,
        "shows = \"ranks\", of = \"row\"",
        &[of, "there is no input `row`; the nearest name is `rows`"],
    );
    check(
        shows,
        "shows = \"rank\", of = \"rows\"",
        &["unknown variant `rank`"],
    );
    check(
        "rows = { format = \"csv\", label = \"last\" }",
        "rows = { format = \"any\" }",
        &["input `rows` has the format `any`, which has no rows"],
    );
    let project = project();
    project.replace(SUBJECT, "label = \"last\"", "label = \"class\"");
    let told = ["key `subject[0].data-sets`", "no label column `class`"];
    project.run_badly(&["run", "tiny"], 3, &told);
}
