//! The papers' own programs, mutated, through our tables.

use std::fs;
use std::path::{Path, PathBuf};

use killrate_analysis::{Cell, Rate, Table};
use killrate_import::{ImportOptions, VariantsFiles, VariantsTable, variants};
use killrate_model::DataSetName;
use killrate_record::Record;

use crate::fixture::name;
use crate::made::{analysed, made, one, paged, record_of};
use crate::tables::check_tables;

/// A table of variants as a record of the program `program`.
fn imported(
    program: &str,
    table: &str,
    placebos: Option<&str>,
    missed: &[&str],
    ranks: bool,
) -> Record {
    let missed: Vec<DataSetName> = missed.iter().map(|case| name(case)).collect();
    let named = |text| VariantsTable {
        name: "variants.csv",
        text,
    };
    let files = VariantsFiles {
        variants: named(table),
        placebos: placebos.map(named),
        missed: &missed,
        ranks,
    };
    let options = ImportOptions {
        subject: name(program),
        study: name("originals"),
    };
    variants(&files, &options).unwrap()
}

fn text(file: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/originals");
    fs::read_to_string::<PathBuf>(folder.join(file)).unwrap()
}

const MISSED: [&str; 2] = ["iris-gaps", "iris-square"];

/// What the techniques kill of the mutants that the thesis would use.
#[track_caller]
fn check_original(record: &Record, metamorphic: (u64, u64), partial_oracle: (u64, u64)) {
    let tables = analysed(record, one("techniques")).tables;
    let rate = |technique: &str| {
        let mut rows = tables[0].rows.iter();
        let row = rows.find(|row| row[0] == Cell::text(technique)).unwrap();
        match row[2] {
            Cell::Rate { measured, .. } => measured.unwrap(),
            _ => panic!("a rate is of another kind"),
        }
    };
    let expected = |(n, of)| Rate { n, of };
    assert_eq!(rate("metamorphic"), expected(metamorphic));
    assert_eq!(rate("partial-oracle"), expected(partial_oracle));
}

#[test]
fn the_originals_have_the_rates_that_were_measured_on_them() {
    let smo = imported("weka-smo", &text("weka-smo.csv"), None, &MISSED, false);
    check_original(&smo, (85, 87), (66, 87));
    let c45 = imported(
        "c45-release-8",
        &text("c45-release-8.csv"),
        None,
        &[],
        false,
    );
    check_original(&c45, (174, 320), (247, 320));
    let martirank = imported("martirank-c", &text("martirank-c.csv"), None, &[], true);
    check_original(&martirank, (102, 163), (135, 163));
}

const HEADING: &str = "mutant,file,line,class,change,input,kind,end,output_differs,model_differs,\
    constant,quality,negate,permute-1,permute-2\n";

/// Mutant 1 falls to the second order and to the known case, 2 differs in its model only, 3 says the same of
/// all rows and falls to the known case, 4 falls to the first order.
const VARIANTS: &str = "\
    0,,,,,golf,study,ok,0,0,0,1.0,holds,holds,holds\n\
    0,,,,,known,known-case,ok,0,0,,,,,\n\
    1,f,1,comparison,c,golf,study,ok,1,1,0,0.9,holds,holds,broken\n\
    1,f,1,comparison,c,known,known-case,ok,1,1,,,,,\n\
    2,f,2,comparison,c,golf,study,ok,0,1,0,1.0,holds,holds,holds\n\
    2,f,2,comparison,c,known,known-case,ok,0,0,,,,,\n\
    3,f,3,comparison,c,golf,study,ok,1,1,1,0.6,holds,holds,holds\n\
    3,f,3,comparison,c,known,known-case,ok,1,1,,,,,\n\
    4,f,4,comparison,c,golf,study,ok,1,1,0,0.9,holds,broken,broken\n\
    4,f,4,comparison,c,known,known-case,ok,0,0,,,,,\n";

#[test]
fn each_rule_leaves_out_more_mutants_and_more_orders_kill_more() {
    let record = imported("program", &format!("{HEADING}{VARIANTS}"), None, &[], false);
    let mut tables = analysed(&record, one("rules")).tables;
    for row in &mut tables[0].rows {
        // Its p-values are those of `comparisons`.
        row.pop();
    }
    // Subject, mutants that count, orders, metamorphic, partial oracle, only each of them.
    check_tables(
        &tables,
        "Kills under each rule:
         program any_difference    first 1/4 2/4 1 2
         program any_difference    all   2/4 2/4 1 1
         program compared_output   first 1/3 2/3 1 2
         program compared_output   all   2/3 2/3 1 1
         program not_plainly_wrong first 1/2 1/2 1 1
         program not_plainly_wrong all   2/2 1/2 1 0",
    );
}

/// A record of the three programs that stand beside the originals.
fn ours() -> Record {
    record_of(&[
        made(
            "c45",
            "4c",
            [
                ("metamorphic", "permute", "iris", "1V 3."),
                ("partial-oracle", "known-output", "golf-1", "2V 2."),
            ],
        ),
        made(
            "martirank",
            "2a",
            [
                ("metamorphic", "permute", "iris", "1V 1."),
                ("partial-oracle", "known-output", "golf-1", "2V"),
            ],
        ),
        made(
            "svm",
            "4o",
            [
                ("metamorphic", "permute", "iris", "3V 1."),
                ("partial-oracle", "known-output", "golf-1", "2V 2."),
            ],
        ),
    ])
}

/// The same in a record that tells which output the techniques compare.
fn ours_telling() -> Record {
    let mut record = ours();
    for subject in record.provenance.subjects.values_mut() {
        subject.compares.insert(name("output"));
    }
    record
}

fn of(table: &Table, row: usize) -> Vec<&Cell> {
    table.rows[row].iter().collect()
}

#[test]
fn ours_the_originals_and_the_papers_stand_side_by_side() {
    let tables = analysed(&ours_telling(), one("originals")).tables;
    let rate = |n, of| Cell::rate(Some(Rate { n, of }));
    let svm = [
        Cell::text("svm"),
        Cell::text("metamorphic"),
        rate(3, 4),
        rate(85, 87),
        rate(83, 85),
        rate(66, 85),
    ];
    assert_eq!(of(&tables[0], 4), svm.iter().collect::<Vec<_>>());
    let of_c45 = [
        Cell::text("c45"),
        Cell::text("partial-oracle"),
        rate(2, 4),
        rate(247, 320),
        rate(22, 28),
        Cell::rate(None),
    ];
    assert_eq!(of(&tables[0], 1), of_c45.iter().collect::<Vec<_>>());
    let misprint = "The published classes of `permute` add up to 63; the paper prints 69, which is what stands here.";
    assert!(
        tables[0].notes.iter().any(|note| note == misprint),
        "{:#?}",
        tables[0].notes
    );
    // Of the originals of svm: both, one alone, the other alone, neither.
    let pair = [66, 19, 0, 2].map(Cell::Count);
    assert_eq!(of(&tables[1], 5)[2..6], pair.iter().collect::<Vec<_>>());
    // Over all: ours, in the thesis's mix, and as printed.
    let over_all = of(&tables[2], 0);
    assert_eq!(over_all[1], &rate(5, 10));
    assert_eq!(over_all[5..], [&rate(178, 182), &rate(143, 182)]);
}

#[test]
fn the_waterfall_ends_at_the_thesis_in_both_orders() {
    let tables = analysed(&ours_telling(), one("waterfall")).tables;
    let shown = |table: &Table, column: usize| -> Vec<String> {
        let cells = table.rows.iter().map(|row| match row[column] {
            Cell::Number { value, decimals } => format!("{value:.decimals$}"),
            Cell::Estimate(estimate) => format!("{:.1}", estimate.percent),
            _ => String::new(),
        });
        cells.collect()
    };
    // Weighted by 28, 69 and 85, as the thesis has mutants.
    assert_eq!(
        shown(&tables[0], 1),
        ["50.0", "57.8", "63.3", "65.4", "73.8", "77.7", "97.8"]
    );
    assert_eq!(shown(&tables[0], 2)[..2], ["", "7.8"]);
    // Nothing of ours is plainly wrong, and there is one order of the rows.
    assert_eq!(
        shown(&tables[1], 1),
        ["50.0", "57.8", "57.8", "57.8", "57.8", "77.7", "97.8"]
    );
    assert_eq!(shown(&tables[1], 3)[..2], ["60.0", "69.0"]);
    assert_eq!(shown(&tables[1], 3)[6], "80.8");
}

#[test]
fn a_record_that_does_not_tell_how_outputs_look_is_compared_under_the_first_rule() {
    let tables = analysed(&ours(), one("originals")).tables;
    assert!(
        tables[0].notes[0].contains("any output differs"),
        "{:#?}",
        tables[0].notes
    );
    assert_eq!(analysed(&ours(), one("waterfall")).tables, []);
}

#[test]
fn a_record_without_all_three_programs_is_not_set_beside_the_originals() {
    let mut record = ours_telling();
    record.provenance.subjects.pop_last();
    record.mutants.retain(|row| row.subject.as_str() != "svm");
    record.reach.retain(|row| row.subject.as_str() != "svm");
    record.verdicts.retain(|row| row.subject.as_str() != "svm");
    for kind in ["originals", "waterfall", "ruled-out"] {
        assert_eq!(analysed(&record, one(kind)).tables, [], "{kind}");
    }
}

#[test]
fn what_was_ruled_out_is_told_with_its_counts() {
    let tables = analysed(&ours(), one("ruled-out")).tables;
    let figures: Vec<&Cell> = tables[0].rows.iter().map(|row| &row[3]).take(5).collect();
    let expected = ["472/530", "47 %", "47 %", "47 %", "34"].map(Cell::text);
    assert_eq!(figures, expected.iter().collect::<Vec<_>>());
}

#[test]
fn the_page_has_a_section_on_why_numbers_differ_where_something_tells() {
    let section = "id=\"differences\"";
    let titles = [
        "<h3>From our rates to the thesis's: the programs first</h3>",
        "<h3>From our rates to the thesis's: the rules first</h3>",
        "<h3>Kills on our programs, on the originals, and as printed</h3>",
        "<h3>Causes that were tried and hardly matter</h3>",
    ];
    let page = paged(&ours_telling());
    assert_eq!(page.matches(section).count(), 1);
    for title in titles {
        assert_eq!(page.matches(title).count(), 1, "{title}");
    }
    // Nothing was judged, so nothing is set beside anything.
    let mut record = ours_telling();
    record
        .verdicts
        .retain(|row| row.technique.as_str() != "partial-oracle");
    record.provenance.subjects.pop_last();
    record.mutants.retain(|row| row.subject.as_str() != "svm");
    record.reach.retain(|row| row.subject.as_str() != "svm");
    record.verdicts.retain(|row| row.subject.as_str() != "svm");
    assert!(!paged(&record).contains(section));
}
