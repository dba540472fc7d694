//! Tables of variants that another harness ran.

use killrate_import::{ImportError, VariantsFiles, VariantsTable, variants};
use killrate_model::{DataSetName, Looks, MutantClass};
use killrate_record::{Record, VariantId};

use crate::{check_error, check_texts, classes, ids, options};

const HEADING: &str = "mutant,file,line,class,change,input,kind,end,output_differs,model_differs,\
    constant,quality,negate,multiply-10,permute-1,permute-2\n";
const ORIGINAL: &str = "\
    0,,,,,golf,study,ok,0,0,0,1.0,holds,broken,holds,holds\n\
    0,,,,,iris,study,ok,0,0,0,0.98,holds,holds,holds,holds\n\
    0,,,,,known,known-case,ok,0,0,,,,,,\n\
    0,,,,,missed,known-case,ok,0,0,,,,,,\n";
const MUTANTS: &str = "\
    7,tree,40,off-by-one,index-plus-one,golf,study,ok,1,1,1,0.64,holds,holds,broken,crash\n\
    7,tree,40,off-by-one,index-plus-one,iris,study,ok,0,0,0,0.98,,holds,hang,holds\n\
    7,tree,40,off-by-one,index-plus-one,known,known-case,ok,1,0,0,,,,,\n\
    7,tree,40,off-by-one,index-plus-one,missed,known-case,ok,1,0,,,,,,\n\
    9,tree,41,comparison,lt-to-ge,golf,study,crash,,,,,,,,\n\
    9,tree,41,comparison,lt-to-ge,iris,study,hang,,,,,,,,\n\
    9,tree,41,comparison,lt-to-ge,known,known-case,crash,,,,,,,,\n";
const PLACEBOS: &str =
    "100,,,placebo,random seed,golf,study,ok,0,1,0,1.0,broken,holds,holds,holds\n";

fn table(rows: &str) -> String {
    format!("{HEADING}{rows}")
}

fn read_with(
    variants_text: &str,
    placebos: Option<&str>,
    missed: &[&str],
    ranks: bool,
) -> Result<Record, ImportError> {
    let missed: Vec<DataSetName> = { missed.iter() }
        .map(|name| DataSetName::new(*name).unwrap())
        .collect();
    let files = VariantsFiles {
        variants: VariantsTable {
            name: "theirs.csv",
            text: variants_text,
        },
        placebos: placebos.map(|text| VariantsTable {
            name: "placebos.csv",
            text,
        }),
        missed: &missed,
        ranks,
    };
    variants(&files, &options())
}

fn read(variants_text: &str) -> Result<Record, ImportError> {
    read_with(variants_text, None, &[], false)
}

fn good() -> String {
    table(&[ORIGINAL, MUTANTS].concat())
}

/// Every verdict of a record in a line: variant, technique, property, seed, data set, and what was
/// said.
fn lines(record: &Record, of: impl Fn(&VariantId) -> bool) -> Vec<String> {
    let rows = record.verdicts.iter().filter(|row| of(&row.variant));
    let mut lines: Vec<String> = rows
        .map(|row| {
            let seed = row.seed.map_or(String::new(), |seed| format!("/{seed}"));
            format!(
                "{} {}{seed} {}: {}",
                row.technique, row.property, row.data_set, row.verdict
            )
        })
        .collect();
    lines.sort();
    lines
}

#[track_caller]
fn check_refused(rows: &str, expected: &str) {
    check_error(read(&table(rows)), expected);
}

/// One row is another one than in the good table.
#[track_caller]
fn check_cell(row: &str, changed: &str, expected: &str) {
    let text = good();
    assert_eq!(text.matches(row).count(), 1, "{row}");
    check_error(read(&text.replace(row, changed)), expected);
}

#[test]
fn rows_become_what_our_techniques_would_have_said() {
    let record = read_with(&good(), None, &["missed"], false).unwrap();
    let folder = tempfile::tempdir().unwrap();
    killrate_record::write(&folder.path().join("record"), &record).unwrap();
    assert_eq!(ids(&record), ["tree/index-plus-one/7", "tree/lt-to-ge/9"]);
    assert_eq!(
        classes(&record),
        [MutantClass::OffByOne, MutantClass::Comparison]
    );
    assert!(record.mutants.iter().all(|row| row.is_thesis));
    let of = |id: &'static str| move |variant: &VariantId| variant.as_str() == id;
    assert_eq!(
        lines(&record, of("original")),
        [
            "implicit ends-normally golf: satisfied",
            "implicit ends-normally iris: satisfied",
            "metamorphic multiply golf: violated (relation-broken): the relation does not hold",
            "metamorphic multiply iris: satisfied",
            "metamorphic negate golf: satisfied",
            "metamorphic negate iris: satisfied",
            "metamorphic permute/1 golf: satisfied",
            "metamorphic permute/1 iris: satisfied",
            "metamorphic permute/2 golf: satisfied",
            "metamorphic permute/2 iris: satisfied",
            "partial-oracle known-output known: satisfied",
            "partial-oracle known-output missed: violated (output-differs): the original misses the known output",
            "reference equals-original golf: satisfied",
            "reference equals-original iris: satisfied",
            "reference same-model golf: satisfied",
            "reference same-model iris: satisfied",
            "reference same-output golf: satisfied",
            "reference same-output iris: satisfied",
        ]
    );
    let differs = "violated (output-differs): it is not the original's";
    assert_eq!(
        lines(&record, of("tree/index-plus-one/7")),
        [
            "implicit ends-normally golf: satisfied".to_owned(),
            "implicit ends-normally iris: satisfied".to_owned(),
            "metamorphic multiply golf: satisfied".to_owned(),
            "metamorphic multiply iris: satisfied".to_owned(),
            // On iris it was not run.
            "metamorphic negate golf: satisfied".to_owned(),
            "metamorphic permute/1 golf: violated (relation-broken): the relation does not hold"
                .to_owned(),
            "metamorphic permute/1 iris: inconclusive (abnormal-end): follow-up: the run hangs"
                .to_owned(),
            "metamorphic permute/2 golf: inconclusive (abnormal-end): follow-up: the run crashes"
                .to_owned(),
            "metamorphic permute/2 iris: satisfied".to_owned(),
            format!("partial-oracle known-output known: {differs}"),
            format!("reference equals-original golf: {differs}"),
            "reference equals-original iris: satisfied".to_owned(),
            format!("reference same-model golf: {differs}"),
            "reference same-model iris: satisfied".to_owned(),
            format!("reference same-output golf: {differs}"),
            "reference same-output iris: satisfied".to_owned(),
        ]
    );
    let of_crash = lines(&record, of("tree/lt-to-ge/9"));
    for expected in [
        "implicit ends-normally golf: violated (crashed): the run crashes",
        "implicit ends-normally iris: violated (limit-exceeded): the run hangs",
        "metamorphic negate golf: inconclusive (abnormal-end): source: the run crashes",
        "partial-oracle known-output known: violated (crashed): the run crashes",
        "reference same-output iris: violated (output-differs): the run hangs",
    ] {
        assert!(of_crash.contains(&expected.to_owned()), "{of_crash:#?}");
    }
    // What a transform does is told by its column; a number that tells columns apart is a seed.
    check_texts(&Ok(record), &[("multiply", "multiply-10")]);
}

#[test]
fn a_model_that_differs_alone_is_told_apart() {
    let text = good().replace(
        "iris,study,ok,0,0,0,0.98,,holds,hang,holds",
        "iris,study,ok,0,1,0,0.98,,holds,hang,holds",
    );
    let record = read(&text).unwrap();
    let all = lines(&record, |variant| *variant != VariantId::Original);
    let differs = "violated (output-differs): it is not the original's";
    for expected in [
        format!("reference equals-original iris: {differs}"),
        format!("reference same-model iris: {differs}"),
        "reference same-output iris: satisfied".to_owned(),
    ] {
        assert!(all.contains(&expected), "{all:#?}");
    }
}

#[test]
fn outputs_look_as_the_table_says_where_they_are_not_as_the_originals() {
    for (ranks, constant) in [(false, Looks::Constant), (true, Looks::FileOrder)] {
        let record = read_with(&good(), None, &[], ranks).unwrap();
        let rows: Vec<(&str, &str, Looks, Option<f64>)> = { record.outputs.iter() }
            .map(|row| {
                (
                    row.variant.as_str(),
                    row.data_set.as_str(),
                    row.looks,
                    row.quality,
                )
            })
            .collect();
        assert_eq!(
            rows,
            [
                ("original", "golf", Looks::Plausible, Some(1.0)),
                ("original", "iris", Looks::Plausible, Some(0.98)),
                ("tree/index-plus-one/7", "golf", constant, Some(0.64)),
            ]
        );
        let subject = record.provenance.subjects.values().next().unwrap();
        let names =
            |names: &std::collections::BTreeSet<killrate_model::OutputName>| -> Vec<String> {
                names.iter().map(ToString::to_string).collect()
            };
        assert_eq!(names(&subject.compares), ["output"]);
        let ranking: &[&str] = if ranks { &["output"] } else { &[] };
        assert_eq!(names(&subject.ranks), ranking);
    }
}

#[test]
fn placebos_of_the_same_original_come_after_its_mutants() {
    let placebos = table(&[ORIGINAL, PLACEBOS].concat());
    let record = read_with(&good(), Some(&placebos), &[], false).unwrap();
    assert_eq!(ids(&record)[2], "/random seed/100");
    assert!(!record.mutants[2].is_thesis);
    let alone = read(&placebos).unwrap();
    assert_eq!(ids(&alone), ["/random seed/100"]);
    let other = placebos.replace(
        "golf,study,ok,0,0,0,1.0,holds,broken",
        "golf,study,ok,0,0,0,1.0,holds,holds",
    );
    let of_other = "the original of `placebos.csv`, mutant 0, does not show what that of the mutants shows, \
                    or the transforms are others; import it as a record of its own";
    check_error(read_with(&good(), Some(&other), &[], false), of_other);
    let fewer = placebos.replace(",permute-2\n", ",permute-3\n");
    check_error(read_with(&good(), Some(&fewer), &[], false), of_other);
    check_error(
        read_with(&good(), Some(&good()), &[], false),
        "line 6 of `placebos.csv`, column `class`, cannot be used: a table of placebos has no `off-by-one`",
    );
    let same = placebos.replace("100,,,placebo", "7,,,placebo");
    check_error(
        read_with(&good(), Some(&same), &[], false),
        "two mutants would both be `/random seed/7`; give each a name of its own",
    );
}

#[test]
fn a_cell_that_says_nothing_is_refused_by_file_line_and_column() {
    let on = |line: u32, column: &str, problem: &str| {
        format!("line {line} of `theirs.csv`, column `{column}`, cannot be used: {problem}")
    };
    let golf =
        "7,tree,40,off-by-one,index-plus-one,golf,study,ok,1,1,1,0.64,holds,holds,broken,crash";
    let crash = "9,tree,41,comparison,lt-to-ge,golf,study,crash,,,,,,,,";
    let known = "7,tree,40,off-by-one,index-plus-one,known,known-case,ok,1,0,0,,,,,";
    let golf_with = |from: &str, to: &str| golf.replacen(from, to, 1);
    let number = "is no number that it may have";
    for (row, changed, line, column, problem) in [
        (
            golf,
            golf_with("7,", "-7,"),
            6,
            "mutant",
            format!("`-7` {number}"),
        ),
        (
            golf,
            golf_with("7,", "99999999999,"),
            6,
            "mutant",
            format!("`99999999999` {number}"),
        ),
        (
            golf,
            golf_with(",40,", ",4e1,"),
            6,
            "line",
            format!("`4e1` {number}"),
        ),
        (
            golf,
            golf_with("off-by-one", "off"),
            6,
            "class",
            "`off` is none of ".to_owned(),
        ),
        (
            golf,
            golf_with(",golf,", ",../golf,"),
            6,
            "input",
            "`../golf` is not a name; ".to_owned(),
        ),
        (
            golf,
            golf_with("study", "studies"),
            6,
            "kind",
            "`studies` is none of study, known-case".to_owned(),
        ),
        (
            golf,
            golf_with(",ok,", ",fine,"),
            6,
            "end",
            "`fine` is none of ok, crash, hang, blank, nonsense".to_owned(),
        ),
        (
            golf,
            golf_with("ok,1,", "ok,,"),
            6,
            "output_differs",
            "`` is none of 0, 1".to_owned(),
        ),
        (
            golf,
            golf_with("ok,1,1", "ok,1,2"),
            6,
            "model_differs",
            "`2` is none of 0, 1".to_owned(),
        ),
        (
            golf,
            golf_with("1,1,1,0.64", "1,1,,0.64"),
            6,
            "constant",
            "`` is none of 0, 1".to_owned(),
        ),
        (
            golf,
            golf_with("0.64", "64"),
            6,
            "quality",
            "`64` is no number from 0 to 1".to_owned(),
        ),
        (
            golf,
            golf_with("0.64", "NaN"),
            6,
            "quality",
            "`NaN` is no number from 0 to 1".to_owned(),
        ),
        (
            golf,
            golf_with("broken", "maybe"),
            6,
            "permute-1",
            "`maybe` is none of holds, broken, crash, hang".to_owned(),
        ),
        (
            crash,
            crash.replace("crash,,", "crash,1,"),
            10,
            "output_differs",
            "a run that did not end normally has none".to_owned(),
        ),
        (
            crash,
            crash.replace("crash,,,,,,", "crash,,,,,holds,"),
            10,
            "negate",
            "a run that did not end normally has no follow-up run".to_owned(),
        ),
        (
            known,
            known.replace("0,,,,,", "0,,,holds,,"),
            8,
            "multiply-10",
            "a known case has no follow-up run".to_owned(),
        ),
    ] {
        let text = good();
        assert_eq!(text.matches(row).count(), 1, "{row}");
        let error = read(&text.replace(row, &changed)).unwrap_err().to_string();
        assert!(error.starts_with(&on(line, column, &problem)), "{error}");
    }
}

#[test]
fn rows_that_contradict_each_other_are_refused() {
    let golf = "7,tree,40,off-by-one,index-plus-one,golf";
    check_cell(
        "7,tree,40,off-by-one,index-plus-one,iris",
        golf,
        "line 7 of `theirs.csv`, column `input`, cannot be used: there is a row for mutant 7 and this input already",
    );
    check_cell(
        "7,tree,40,off-by-one,index-plus-one,iris",
        "7,tree,41,off-by-one,index-plus-one,iris",
        "line 7 of `theirs.csv`, column `mutant`, cannot be used: mutant 7 is another one here than on line 6; \
         compare `file`, `line`, `class` and `change`",
    );
    check_cell(
        golf,
        "7,tree,40,off-by-one,index-plus-one,wine",
        "line 6 of `theirs.csv`, column `input`, cannot be used: the original, mutant 0, has no row for this input",
    );
    check_cell(
        "0,,,,,known,known-case,ok,0,0,,,,,,",
        "0,,,,,known,study,ok,0,0,0,1,,,,",
        "line 8 of `theirs.csv`, column `kind`, cannot be used: the original, mutant 0, has this input as the other kind",
    );
    check_refused(
        MUTANTS,
        "`theirs.csv` has no row of the original, which is mutant 0; add what it shows on every input",
    );
    check_refused(
        ORIGINAL,
        "there is no mutant in the matrix, so there is nothing to analyse",
    );
    check_error(
        read_with(&good(), None, &["golf"], false),
        "the original has no known case `golf`, so it cannot miss its output; name one that the table has",
    );
}

#[test]
fn a_heading_that_does_not_fit_is_refused() {
    let on = |column: &str, problem: &str| {
        format!("line 1 of `theirs.csv`, column `{column}`, cannot be used: {problem}")
    };
    let with = |from: &str, to: &str| read(&good().replacen(from, to, 1));
    check_error(
        with("kind", "sort"),
        &on("kind", "the heading does not have it"),
    );
    check_error(
        with("negate", "kind"),
        &on("kind", "the heading has it twice"),
    );
    check_error(
        with("permute-2", "permute-1"),
        &on("permute-1", "the heading has it twice"),
    );
    check_error(
        with("permute-2", "permute-01"),
        &on("permute-01", "another column is the same transform"),
    );
    let error = with("negate", "=negate()").unwrap_err().to_string();
    assert!(
        error.starts_with(&on("=negate()", "`=negate()` is not a name; ")),
        "{error}"
    );
    check_error(
        read(&format!("{}7,tree\n", good())),
        "`theirs.csv` is not CSV; write a line with a cell for every column for each variant and input",
    );
    check_error(read(""), &on("mutant", "the heading does not have it"));
}
