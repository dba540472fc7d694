//! Tables that do not add up: the papers' own, and some made here.

use std::fs;
use std::path::{Path, PathBuf};

use killrate_analysis::Cell;
use killrate_reproduction::{Audit, audit};
use tempfile::TempDir;

use crate::tables::check_tables;

/// The findings of one table of an audit, as lines of file, place, printed and computed.
fn lines(audit: &Audit, name: &str) -> Vec<String> {
    let table = audit.report.tables.iter().find(|table| table.name == name);
    let text = |cell: &Cell| match cell {
        Cell::Text(text) => text.clone(),
        other => panic!("{other:?} is no text"),
    };
    let line = |row: &Vec<Cell>| {
        let cells: Vec<String> = row.iter().map(text).collect();
        format!("{}: {}: {}, not {}", cells[0], cells[3], cells[4], cells[5])
    };
    table.map_or_else(Vec::new, |table| table.rows.iter().map(line).collect())
}

fn published() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/published")
}

/// Each was found by hand in the papers before there was an auditor.
#[test]
fn the_misprints_of_the_papers_are_found_and_no_others() {
    let found = audit(&[published()]).unwrap();
    assert_eq!(
        lines(&found, "wrong"),
        [
            "ase14_3_trig_mrs.csv: GSL cos(x)-cos(-x-3pi)=0: 0, not not 0 at 100 of 100 points",
            "ase14_3_trig_mrs.csv: GSL sin^2(x)+sin^2(-x)-2sin(x)sin(-x)=0: 0, not not 0 at 100 of 100 points",
            "ase14_text_figures.csv: asinh faults not triggered, but for those that some relation detects: 296, not at most 292",
            "ase14_text_figures.csv: functions that lose true detections of 1-MRs by filtering: 3, not 4",
            "ase14_text_figures.csv: true detections lost by filtering: 16.9, not 11.57",
            "thesis_3_06_mt_by_property.csv: MartiRank distinct_total, 69 of 69: 72, not 100",
            "thesis_3_08_c45_by_dataset.csv: C4.5 total hepatitis: 18, not 19",
            "thesis_3_09_martirank.csv: MartiRank total permute: 69, not 63",
            "thesis_3_10_martirank_by_dataset.csv: MartiRank total data5: 49, not 52",
            "thesis_4_04_study1_mrc.csv: C4.5 mrc, 10 of 28: 38, not 35.7",
            "thesis_4_05_study1_mrc_overlap.csv: total not_killed: 15, not 14",
            "thesis_4_05_study1_mrc_overlap.csv: total mutants: 222, not 223",
            "thesis_4_06_study1_mrc_property_functions.csv: PAYL system_level, 2 of 29: 5, not 6.9",
            "thesis_4_07_c45_mrc.csv: C4.5 total distinct_total, 10 of 28: 38, not 35.7",
            "thesis_4_08_martirank_mrc.csv: MartiRank total distinct_total, 39 of 69: 59, not 56.5",
            "thesis_4_09_svm_mrc.csv: SVM total distinct_total, 60 of 85: 82, not 70.6",
            "thesis_4_14_gaffitter_mrc.csv: gaffitter comparison mutants, as in thesis_3_17_gaffitter.csv: 15, not 19",
            "thesis_4_14_gaffitter_mrc.csv: gaffitter math mutants, as in thesis_3_17_gaffitter.csv: 19, not 15",
            "thesis_4_15_study2_mrc_property_functions.csv: gaffitter system_level in functions with properties that hold what both kill: 9, not at least 20",
            "thesis_4_20_martirank_overhead.csv: total instrumented: 223.1, not 204.1",
            "thesis_4_20_martirank_overhead.csv: MartiRank data9: 0.2, not 0.12",
            "thesis_4_21_svm_overhead.csv: SVM hepatitis: 3.6, not 3.49",
            "thesis_4_21_svm_overhead.csv: SVM iris: 3.4, not 3.29",
            "thesis_text_figures.csv: 3.4.2: smallest data set: 200, not 100",
            "thesis_text_figures.csv: 4.5.1: C4.5 mutants outside functions with properties killed by MRC: 1, not at most 0",
            "thesis_text_figures.csv: 4.5.1: SVM comparison mutants killed by MRC alone, as those of the class math leave it: 1, not at most 0",
            "thesis_text_figures.csv: 4.5.2: Lucene mutants in functions with properties: 15, not 9",
            "thesis_text_figures.csv: 4.5.4: of these killed by MRC in all studies: 45, not at least 53",
            "thesis_text_figures.csv: 4.5.4: mutants in property functions (as printed): 226, not 246",
            "thesis_text_figures.csv: 4.5.4: of the 226 killed by system-level MT (as printed): 157, not 173",
            "thesis_text_figures.csv: 4.5.4: of the 226 killed by MRC (as printed): 219, not 235",
            "wu05_1_mutant4.csv: 2 steps, 1 of 614: 0.1627, not 0.16287",
            "wu05_1_mutant4.csv: detection by at most three steps, of all tests of at most three: 0.4454, not 0.46391",
            "wu05_2_mutant5.csv: 2 steps, 1 of 614: 0.1627, not 0.16287",
            "wu05_2_mutant5.csv: detection by at most three steps, of all tests of at most three: 0.4454, not 0.46391",
        ]
    );
    assert_eq!(found.n_wrong, 35);
    let truncated = lines(&found, "truncated");
    for line in [
        "thesis_3_04_study1_effectiveness.csv: C4.5 metamorphic_testing, 26 of 28: 92.8, not 92.86",
        // 12.1 s / 26,634 and 28.6 s / 8,492.
        "thesis_4_20_martirank_overhead.csv: MartiRank data4: 0.4, not 0.45",
        "thesis_4_21_svm_overhead.csv: SVM glass: 3.3, not 3.37",
    ] {
        assert!(truncated.contains(&line.to_owned()), "{truncated:#?}");
    }
    assert_eq!(truncated.len(), 19, "{truncated:#?}");
    // Some tables have nothing to add up; that is said, and no reason to fail.
    let told =
        "Nothing follows from anything else, so nothing was checked, in ase14_1_subjects.csv, ";
    let sentences = found.report.sentences();
    assert!(sentences[1].starts_with(told), "{sentences:?}");
    assert_eq!((sentences.len(), found.not_recomputed.len()), (2, 0));
}

/// The audit of one table of this text.
fn audited(text: &str) -> Audit {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("table.csv");
    fs::write(&file, text).unwrap();
    audit(&[file]).unwrap()
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(lines(&audited(text), "wrong"), expected);
}

#[test]
fn a_table_that_adds_up_has_no_finding() {
    let table = "subject,technique,value,printed_percent,kind\n\
         a,mutants,4,,cell\na,x,1,25,cell\nb,mutants,6,,cell\nb,x,3,50.0,cell\n\
         total,mutants,10,,column_total\ntotal,x,4,40,column_total\n";
    let found = audited(table);
    assert_eq!((found.n_wrong, found.report.tables.len()), (0, 0));
    // Two sums, three percentages, three bounds.
    assert_eq!(found.n_recomputed, 8);
    check(
        &table.replace("total,x,4", "total,x,5"),
        &[
            "table.csv: total x: 5, not 4",
            "table.csv: total x, 5 of 10: 40, not 50",
        ],
    );
}

#[test]
fn more_kills_than_mutants_are_out_of_bounds() {
    check(
        "subject,technique,value,kind\na,mutants,4,cell\na,x,5,cell\n",
        &["table.csv: a: all together: 5, not 5 to 4"],
    );
    check(
        "subject,property,value,kind\na,mutants,9,cell\na,x,5,cell\na,y,2,cell\na,distinct_total,8,row_total\n",
        &["table.csv: a: all together: 8, not 5 to 7"],
    );
}

#[test]
fn columns_of_numbers_are_summed_unless_a_number_is_missing() {
    let table = "place,n,m,kind\na,1,2,cell\nb,2,,cell\ntotal,4,9,column_total\n";
    check(table, &["table.csv: total n: 4, not 3"]);
}

#[test]
fn a_total_is_the_sum_of_its_parts_in_every_row() {
    let table = "function,total_kills,false_kills,true_kills\nsin,9,0,9\ncos,8,1,8\n";
    check(table, &["table.csv: row 2, total_kills: 8, not 9"]);
}

#[test]
fn a_wide_table_is_checked_by_its_row_and_its_column_of_totals() {
    let table = "class,mutants,permute,negate,total\ncomparison,8,8,8,16\narithmetic,15,2,11,13\n\
         off-by-one,5,3,4,9\ntotal,28,13,25,36\n";
    check(
        table,
        &[
            "table.csv: total negate: 25, not 23",
            "table.csv: total total: 36, not 38",
            "table.csv: off-by-one total: 9, not 4 to 7",
        ],
    );
    // Where no mutants are counted there is nothing that could be counted once.
    check(
        "place,one,two,Total\na,1,2,3\nb,3,4,6\n",
        &["table.csv: b Total: 6, not 7"],
    );
}

#[test]
fn totals_that_may_mean_something_else_are_left_alone() {
    // The share of the total is no sum of shares, and a total of one group none of the other's.
    let table = "subject,class,n,percent\na,x,1,50\na,y,3,75\na,total,4,67\n\
         b,x,2,20%\nb,y,2,20%\nb,total,4,20%\n";
    let found = audited(table);
    assert_eq!((found.n_recomputed, found.n_wrong), (2, 0));
    check(
        &table.replace("b,total,4", "b,total,8"),
        &["table.csv: b total n: 8, not 4"],
    );
}

#[test]
fn rows_may_be_called_by_numbers() {
    check("id,unit,system,total\n1,2,3,5\n2,4,5,9\n", &[]);
    check(
        "id,unit,system,total\n1,2,3,5\n2,4,5,8\n",
        &["table.csv: row 2 total: 8, not 9"],
    );
    // The same numbers may be a part.
    check("one,two,three,total\n1,1,1,3\n2,1,1,4\n", &[]);
    check(
        "one,two,three,total\n1,1,1,3\n2,1,1,5\n",
        &["table.csv: row 2 total: 5, not 4"],
    );
    // One other part is not enough to tell.
    assert_eq!(audited("id,unit,total\n1,2,2\n2,4,4\n").n_recomputed, 0);
    check(
        "year,killed\n2010,5\n2011,6\ntotal,12\n",
        &["table.csv: total killed: 12, not 11"],
    );
}

#[test]
fn scores_bounds_and_spreads_are_not_summed() {
    let table = "class,killed,mutation_score,min,max,std,p_value\na,1,50.0,1,2,0.5,0.1\nb,4,80.0,1,3,0.1,0.2\n\
         total,5,65.0,1,3,0.3,0.05\n";
    let found = audited(table);
    assert_eq!((found.n_recomputed, found.n_wrong), (1, 0));
    assert_eq!(
        audited("class,a,b,kill score,total\nx,4,6,50,10\n").n_wrong,
        0
    );
}

#[test]
fn several_tables_of_a_file_are_looked_at_one_by_one() {
    let text = "# rates: c45\nclass,killed_n,killed_of,killed_percent\na,1,2,50\n\n\
         # sums: a \"total\"\nclass,n\na,1\nb,x\ntotal,2\n\n# others\nclass,n\na,1\ntotal,3\n";
    check(text, &["table.csv, others: total n: 3, not 1"]);
    assert_eq!(audited(text).n_recomputed, 2);
    let report = audited(text).report;
    let unread = report
        .tables
        .iter()
        .find(|table| table.name == "unread")
        .unwrap();
    let cell = |text: &str| Cell::Text(text.to_owned());
    assert_eq!(unread.rows.len(), 1);
    assert!(unread.rows[0].contains(&cell("table.csv, sums: a \"total\"")));
    assert!(
        unread.rows[0].contains(&cell("line 8, n")),
        "{:?}",
        unread.rows
    );
}

#[test]
fn shares_as_a_report_writes_them_are_computed_again() {
    check(
        "subject,technique,killed_n,killed_of,killed_percent\nc45,a,4,6,66.6667\nc45,b,2,6,35\nc45,c,,,\n",
        &["table.csv: c45 b killed, 2 of 6: 35, not 33.3"],
    );
}

#[test]
fn thousands_and_percent_signs_are_numbers() {
    let table = "subject,technique,value,printed_percent,kind\na,mutants,\"1,000\",,cell\na,x,500,50 %,cell\n\
         total,mutants,\"1,000\",,total\ntotal,x,501,50.1%,total\n";
    check(table, &["table.csv: total x: 501, not 500"]);
    assert_eq!(audited(table).n_recomputed, 6);
}

#[test]
fn cells_that_should_hold_a_number_are_named() {
    let found = audited(
        "source,subject,technique,value,printed_percent,kind\ns,a,mutants,abc,,cell\ns,a,x,-3,abc%,cell\n",
    );
    check_tables(
        &found.report.tables,
        "Numbers that are not what they should be:
         table.csv s bound a_x -3 at_least_0
         Cells that should hold a number:
         table.csv s line_2,_value abc
         table.csv s line_3,_printed_percent abc%",
    );
    assert_eq!(
        found.report.sentences(),
        [
            "1 table, 1 number computed again: 1 is wrong, 0 are cut off and not rounded.",
            "2 cells should hold a number and hold none.",
        ]
    );
}

#[test]
fn a_table_in_which_nothing_follows_from_anything_is_not_passed() {
    for text in [
        "",
        "value,kind\n",
        "a,b\n1,2\n",
        "subject,value,kind\na,x,cell\n",
    ] {
        let found = audited(text);
        assert_eq!(
            (found.n_recomputed, found.not_recomputed.len()),
            (0, 1),
            "{text}"
        );
        let sentences = found.report.sentences();
        let told = "Nothing follows from anything else, so nothing was checked, in table.csv.";
        assert_eq!(sentences.last().unwrap(), told);
    }
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("bare.csv"), "a,b\n1,2\n").unwrap();
    let paths = [folder.path().to_owned()];
    assert_eq!(audit(&paths).unwrap().not_recomputed.len(), 1);
    fs::write(folder.path().join("sums.csv"), "a,b\nx,1\ntotal,1\n").unwrap();
    assert_eq!(audit(&paths).unwrap().not_recomputed.len(), 0);
}

/// The audit of a folder with one table and these equations.
fn audited_with(equations: &str) -> Result<Audit, String> {
    let folder = TempDir::new().unwrap();
    let table = "subject,technique,value,kind\na,x,3,cell\na,y,2,cell\n";
    fs::write(folder.path().join("kills.csv"), table).unwrap();
    fs::write(folder.path().join("_equations.csv"), equations).unwrap();
    let place = folder.path().display().to_string();
    audit(&[folder.path().to_owned()]).map_err(|error| error.to_string().replace(&place, "F"))
}

#[test]
fn numbers_of_several_tables_are_held_to_what_was_written_down() {
    let equations = "place,printed,relation,computed\n\
         right,kills[technique=x],=,kills[technique=y] + 1\n\
         wrong,kills[technique=x],=,kills[technique=y]\n\
         too few,kills[technique=x],>=,4\n\
         too many,kills[technique=x],<=,kills[] - 3\n";
    let found = audited_with(equations).unwrap();
    assert_eq!(
        lines(&found, "wrong"),
        [
            "kills.csv: wrong: 3, not 2",
            "kills.csv: too few: 3, not at least 4",
            "kills.csv: too many: 3, not at most 2",
        ]
    );
    assert_eq!(found.n_recomputed, 4);
}

#[test]
fn an_equation_that_checks_nothing_is_refused_by_line() {
    let refused = |line: &str| {
        audited_with(&format!("place,printed,relation,computed\n{line}\n")).unwrap_err()
    };
    assert_eq!(
        refused("p,kills[technique=z],=,1"),
        "cannot use line 2 of `F/_equations.csv`: no row of `kills.csv` fits; mend the line or leave it out"
    );
    assert!(refused("p,kills[technique=x],is,1").contains("`is` is none of `=`, `<=` and `>=`"));
    assert!(refused("p,1,=,1").contains("what is printed is no number of a table"));
    assert!(refused("p,1").contains("cannot read the published table"));
}

#[test]
fn a_table_that_is_none_is_refused_by_name() {
    let folder = TempDir::new().unwrap();
    let error = audit(&[folder.path().to_owned()]).unwrap_err();
    let message = "there is no CSV file to look at; name files, or a folder that has some";
    assert_eq!(error.to_string(), message);
    let ragged = folder.path().join("ragged.csv");
    fs::write(&ragged, "a,b\n1,2,3\n").unwrap();
    let error = audit(&[ragged]).unwrap_err().to_string();
    assert!(error.contains("ragged.csv"), "{error}");
    let error = audit(&[folder.path().join("absent.csv")]).unwrap_err();
    assert!(error.to_string().contains("absent.csv"), "{error}");
}
