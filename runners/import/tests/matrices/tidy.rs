//! Tidy tables.

use killrate_import::tidy;
use killrate_model::MutantClass;

use crate::{check, check_error, check_texts, options};

#[test]
fn a_tidy_matrix_may_have_techniques_subjects_and_the_original() {
    let text = "\
subject,mutant,technique,property,data_set,verdict,class,line
a,1,mt,permute,iris,violated,comparison,4
a,2,mt,permute,iris,satisfied,arithmetic,5
a,original,mt,permute,iris,satisfied,,
a,1,known,small,golf,inconclusive,comparison,4
a,original,known,small,golf,violated,,
";
    let record = tidy(text, &options());
    check(&record, &["known small t?-", "mt permute .t."]);
    let record = record.unwrap();
    assert_eq!(record.mutants[0].class, MutantClass::Comparison);
    assert_eq!(record.mutants[0].line, 4);
    assert_eq!(record.mutants[0].subject.as_str(), "a");
    assert_eq!(record.verdicts[0].data_set.as_str(), "golf");
}

#[test]
fn the_record_keeps_what_a_test_is_called() {
    let text = "mutant,test,killed\nm,テスト,1\nm,a(0),0\nm,a[0],0\nm,plain,0\n";
    check_texts(
        &tidy(text, &options()),
        &[
            ("a-0", "a(0)"),
            ("a-0-2", "a[0]"),
            ("u30c6u30b9u30c8", "テスト"),
        ],
    );
    // One text for a test of several data sets.
    let text = "mutant,test,killed,data_set\nm,a b,1,x\nm,a b,0,y\n";
    check_texts(&tidy(text, &options()), &[("a-b", "a b")]);
}

#[test]
fn the_smallest_tidy_matrix_has_three_columns() {
    let text = "mutant,test,killed\nm1,t1,1\nm1,t2,0\nm2,t1,false\nm2,t2,TRUE\n";
    let record = tidy(text, &options());
    check(&record, &["suite t1 .t.", "suite t2 ..t"]);
}

#[test]
fn words_of_a_tidy_matrix_may_be_in_capitals() {
    let text = "Mutant,Test,VERDICT,Class\nm1,t,Violated,Comparison\nOriginal,t,VIOLATED,\nm2,t,satisfied,\n";
    let record = tidy(text, &options());
    check(&record, &["suite t tt."]);
    assert_eq!(record.unwrap().mutants[0].class, MutantClass::Comparison);
}

#[test]
fn a_tidy_matrix_may_have_seeds() {
    let text = "mutant,test,killed,seed\nm1,t,1,1\nm1,t,0,2\noriginal,t,1,2\n";
    let record = tidy(text, &options()).unwrap();
    let shown: Vec<(&str, Option<u64>, bool)> = { record.verdicts.iter() }
        .map(|row| (row.variant.as_str(), row.seed, row.verdict.is_satisfied()))
        .collect();
    assert_eq!(
        shown,
        [
            ("original", Some(1), true),
            ("original", Some(2), false),
            ("//m1", Some(1), false),
            ("//m1", Some(2), true),
        ]
    );
}

#[test]
fn the_subject_of_the_options_may_be_named_or_left_out() {
    let text = "subject,mutant,test,killed\nprogram,1,t,1\n,2,t,0\n,original,t,0\n";
    check(&tidy(text, &options()), &["suite t .t."]);
}

#[test]
fn a_mutant_of_a_tidy_matrix_is_what_any_of_its_rows_says() {
    let text = "mutant,test,killed,class,line\nm,a,1,,\nm,b,1,arithmetic,4\nm,c,1,,4\n";
    let record = tidy(text, &options()).unwrap();
    let mutant = &record.mutants[0];
    assert_eq!((mutant.class, mutant.line), (MutantClass::Arithmetic, 4));
    let refuse = |rows: &str, problem: &str| {
        let text = format!("mutant,test,killed,class,line\n{rows}");
        let expected = format!("line 3 of the matrix cannot be used: {problem}");
        check_error(tidy(&text, &options()), &expected);
    };
    refuse(
        "m,a,1,arithmetic,\nm,b,1,comparison,\n",
        "it has `comparison` in `class`, and a row before it `arithmetic` for the same mutant",
    );
    refuse(
        "m,a,1,,3\nm,b,1,,4\n",
        "it has `4` in `line`, and a row before it `3` for the same mutant",
    );
    refuse("m,a,1,,3\nm,b,1,,x\n", "`x` in `line` is no number");
    refuse(
        "m,a,1,,3\nm,b,1,maths,\n",
        "`maths` in `class` is none of comparison, arithmetic, off-by-one, logical-connective, negated-condition, \
         statement-deletion, operand-replacement, constant-replacement, return-value, trap, range, other, placebo",
    );
}

#[test]
fn a_row_of_the_original_is_about_mutants_that_are_there() {
    let refuse = |rows: &str, problem: &str| {
        let text = format!("subject,mutant,test,killed,data_set,seed\n{rows}");
        let expected = format!("line 3 of the matrix cannot be used: {problem}");
        check_error(tidy(&text, &options()), &expected);
    };
    refuse(
        "a,m,t,1,,\n,original,t,0,,\n",
        "its `subject` is empty, and no mutant's is; give it there too",
    );
    refuse(
        "a,m,t,1,,\nb,original,t,0,,\n",
        "there is no mutant of the subject `b`",
    );
    let blank = "it leaves `data_set` or `seed` empty, and rows of mutants with this test do not; give it there too";
    refuse("a,m,t,1,iris,\na,original,t,1,,\n", blank);
    refuse("a,m,t,1,iris,3\na,original,t,1,iris,\n", blank);
    check_error(
        tidy(
            "mutant,test,killed,technique\nm,t,1,unit\noriginal,t,1,\n",
            &options(),
        ),
        "line 3 of the matrix cannot be used: mutants are judged with this test, but not by the technique `suite`; give \
         theirs there too",
    );
    // A test that failed on the original may have been left out afterwards.
    let text = "mutant,test,killed\nm,t,1\noriginal,other,1\n";
    check(&tidy(text, &options()), &["suite other t-", "suite t .t"]);
}

#[test]
fn mutants_that_cannot_be_told_apart_are_refused() {
    check_error(
        tidy(
            "mutant,test,killed,operator\ny/z,t,1,x\nz,t,0,x/y\n",
            &options(),
        ),
        "two mutants would both be `/x/y/z`; give each a name of its own",
    );
}

#[test]
fn a_tidy_matrix_that_contradicts_itself_is_refused() {
    let refuse = |text: &str| tidy(text, &options());
    for verdict_and_killed in ["satisfied,1", "violated,0", "inconclusive,true"] {
        let (verdict, _) = verdict_and_killed.split_once(',').unwrap();
        check_error(
            refuse(&format!(
                "mutant,test,verdict,killed\nm,t,{verdict_and_killed}\n"
            )),
            &format!(
                "line 2 of the matrix cannot be used: `{verdict}` in `verdict` contradicts `killed`"
            ),
        );
    }
    check_error(
        refuse("mutant,test,verdict,killed\nm,t,violated,perhaps\n"),
        "line 2 of the matrix cannot be used: `perhaps` in `killed` is none of 1, true, 0 and false",
    );
    check_error(
        refuse("mutant,test,killed\nm,t,\n"),
        "line 2 of the matrix cannot be used: it has neither a `verdict` nor `killed`",
    );
    check_error(
        refuse("mutant,test,killed,Killed\nm,t,1,0\n"),
        "line 1 of the matrix cannot be used: its heading has two columns `killed`",
    );
    check_error(
        refuse("mutant,killed\nm,1\n"),
        "the matrix has no column `property` or `test`; add it to the heading",
    );
    check_error(
        refuse("mutant,test,killed\nm,t,1\nm,t,0\n"),
        "line 3 of the matrix cannot be used: there is a row for this mutant and test already",
    );
    check_error(
        refuse("mutant,test,killed\nm,t,perhaps\n"),
        "line 2 of the matrix cannot be used: `perhaps` in `killed` is none of 1, true, 0 and false",
    );
    check_error(
        refuse("\u{feff}mutant,test,killed\r\nm,t,1\r\n\r\nm,u,perhaps\r\n"),
        "line 4 of the matrix cannot be used: `perhaps` in `killed` is none of 1, true, 0 and false",
    );
    check_error(
        refuse("mutant,test,killed\n,t,1\n"),
        "line 2 of the matrix cannot be used: it names no mutant",
    );
    check_error(
        refuse("mutant,test,killed\n"),
        "there is no mutant in the matrix, so there is nothing to analyse",
    );
    check_error(refuse("mutant,test,killed\nm,t\n"), "the matrix is not CSV");
}
