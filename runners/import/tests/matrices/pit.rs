//! Reports of PIT.

use killrate_import::pit;
use killrate_model::MutantClass;

use crate::{check, check_error, check_score, check_texts, classes, ids, options, reasons};

const PIT: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<mutations partial="true">
<mutation detected='true' status='KILLED' numberOfTestsRun='2'>
  <sourceFile>Stack.java</sourceFile><mutatedClass>demo.Stack</mutatedClass>
  <mutatedMethod>&lt;init&gt;</mutatedMethod><methodDescription>()V</methodDescription>
  <lineNumber>9</lineNumber>
  <mutator>org.pitest.mutationtest.engine.gregor.mutators.MathMutator</mutator>
  <indexes><index>4</index></indexes><blocks><block>0</block></blocks>
  <killingTests>demo.Test.push(demo.Test)|demo.Test.pop(demo.Test)</killingTests>
  <succeedingTests>demo.Test.size(demo.Test)</succeedingTests>
  <description>Replaced integer addition with subtraction</description>
</mutation>
<mutation detected='false' status='NO_COVERAGE' numberOfTestsRun='0'>
  <sourceFile>Stack.java</sourceFile><mutatedClass>demo.Stack</mutatedClass>
  <mutatedMethod>peek</mutatedMethod><methodDescription>()I</methodDescription><lineNumber>30</lineNumber>
  <mutator>org.pitest.mutationtest.engine.gregor.mutators.returns.PrimitiveReturnsMutator</mutator>
  <indexes><index>5</index></indexes><blocks><block>1</block></blocks>
  <killingTests/><succeedingTests/><description>replaced int return with 0</description>
</mutation>
<mutation detected='true' status='TIMED_OUT' numberOfTestsRun='1'>
  <sourceFile>Stack.java</sourceFile><mutatedClass>demo.Stack</mutatedClass>
  <mutatedMethod>pop</mutatedMethod><methodDescription>()I</methodDescription><lineNumber>22</lineNumber>
  <mutator>org.pitest.mutationtest.engine.gregor.mutators.NegateConditionalsMutator</mutator>
  <indexes><index>6</index></indexes><blocks><block>2</block></blocks>
  <killingTests></killingTests><succeedingTests></succeedingTests>
  <description>negated conditional</description>
</mutation>
</mutations>
"#;

#[test]
fn a_report_of_pit_has_its_own_score_and_a_time_out_falls_to_the_floor_too() {
    let record = pit(PIT, &options());
    check(
        &record,
        &[
            "implicit ends-normally ..nl",
            "suite demo.Test.pop-demo.Test .tn-",
            "suite demo.Test.push-demo.Test .tn-",
            "suite demo.Test.size-demo.Test ..n-",
            "suite unnamed-test ..nl",
        ],
    );
    // PIT: killed and timed out, of these and the one without coverage.
    check_score(&record, 2, 3);
    let record = record.unwrap();
    assert_eq!(record.mutants[0].function, "demo.Stack.<init>");
    let expected = [
        MutantClass::Arithmetic,
        MutantClass::ReturnValue,
        MutantClass::NegatedCondition,
    ];
    assert_eq!(classes(&record), expected);
}

/// A report of PIT with a mutation of each of these statuses, killers and tests that succeed.
fn pit_of(mutations: &[(&str, &str, &str)]) -> String {
    let mutation = |(place, (status, killing, succeeding)): (usize, &(&str, &str, &str))| {
        format!(
            "<mutation status='{status}'><sourceFile>A.java</sourceFile><mutatedClass>A</mutatedClass>\
             <mutatedMethod>m</mutatedMethod><methodDescription>()V</methodDescription>\
             <lineNumber>{}</lineNumber><mutator>x.MathMutator</mutator>\
             <indexes><index>{place}</index></indexes><blocks><block>0</block></blocks>\
             <killingTests>{killing}</killingTests><succeedingTests>{succeeding}</succeedingTests>\
             <description>d</description></mutation>\n",
            place + 1
        )
    };
    let mutations: String = mutations.iter().enumerate().map(mutation).collect();
    format!("<mutations>\n{mutations}</mutations>\n")
}

#[test]
fn every_status_of_pit_counts_as_pit_counts_it() {
    let text = pit_of(&[
        ("KILLED", "a", "b"),
        ("SURVIVED", "", "a|b"),
        ("NO_COVERAGE", "", ""),
        ("TIMED_OUT", "", ""),
        ("TIMED_OUT", "b", "a"),
        ("MEMORY_ERROR", "", ""),
        ("RUN_ERROR", "", "a"),
        ("NON_VIABLE", "", ""),
        ("NOT_STARTED", "", ""),
        ("STARTED", "", ""),
    ]);
    let record = pit(&text, &options());
    check(
        &record,
        &[
            "implicit ends-normally ...nl.lc---",
            "suite a .t.n-.-.---",
            "suite b ...n-l-----",
            "suite unnamed-test ...nl.lc---",
        ],
    );
    check_score(&record, 5, 7);
    assert_eq!(
        reasons(&record.unwrap()),
        [
            "not viable, PIT says",
            "never run, PIT says",
            "begun but not finished, PIT says",
        ]
    );
}

#[test]
fn a_test_that_is_called_as_the_unnamed_ones_keeps_its_verdicts() {
    let text = pit_of(&[
        ("KILLED", "unnamed-test", ""),
        ("SURVIVED", "", "unnamed-test"),
        ("TIMED_OUT", "", ""),
    ]);
    check(
        &pit(&text, &options()),
        &[
            "implicit ends-normally ...l",
            "suite unnamed-test .t.-",
            "suite unnamed-test-2 ...l",
        ],
    );
    check_texts(
        &pit(&text, &options()),
        &[("unnamed-test-2", "tests that the tool does not name")],
    );
}

/// As PIT writes it today: a line per mutation, JUnit's own identities of tests, which hold
/// brackets, and the tests that cover a mutation.
const PIT_TODAY: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<mutations partial=\"true\">\n\
    <mutation detected='true' status='KILLED' numberOfTestsRun='3'><sourceFile>Cart.java</sourceFile>\
    <mutatedClass>shop.Cart</mutatedClass><mutatedMethod>total</mutatedMethod>\
    <methodDescription>(Ljava/util/List;)D</methodDescription><lineNumber>31</lineNumber>\
    <mutator>org.pitest.mutationtest.engine.gregor.mutators.ConditionalsBoundaryMutator</mutator>\
    <indexes><index>5</index></indexes><blocks><block>1</block></blocks>\
    <killingTests>shop.CartTest.[engine:junit-jupiter]/[class:shop.CartTest]/[nested-class:Totals]/[method:empty()]|\
    shop.CartTest.[engine:junit-jupiter]/[class:shop.CartTest]/[test-template:many(int, java.lang.String)]/[test-template-invocation:#1]</killingTests>\
    <succeedingTests>shop.CartTest.[engine:junit-jupiter]/[class:shop.CartTest]/[test-template:many(int, java.lang.String)]/[test-template-invocation:#2]</succeedingTests>\
    <coveringTests>shop.CartTest.[engine:junit-jupiter]/[class:shop.CartTest]/[nested-class:Totals]/[method:empty()]</coveringTests>\
    <description>changed conditional boundary &#60;= &amp; more</description></mutation>\n\
    <mutation detected='false' status='NON_VIABLE' numberOfTestsRun='0'><sourceFile>Cart.java</sourceFile>\
    <mutatedClass>shop.Cart</mutatedClass><mutatedMethod>&#60;init&#62;</mutatedMethod>\
    <methodDescription>()V</methodDescription><lineNumber>9</lineNumber><mutator>x.VoidMethodCallMutator</mutator>\
    <index>2</index><block>0</block><killingTests/><succeedingTests/><coveringTests/>\
    <description>removed call</description></mutation>\n</mutations>\n";

#[test]
fn tests_with_the_identities_of_junit_five_are_told_apart() {
    let record = pit(PIT_TODAY, &options());
    let prefix = "suite shop.CartTest.-engine-junit-jupiter-/-class-shop.CartTest-/";
    let many = "-test-template-many-int--java.lang.String--/-test-template-invocation--";
    check(
        &record,
        &[
            &format!("{prefix}-nested-class-Totals-/-method-empty .t-"),
            &format!("{prefix}{many}1 .t-"),
            &format!("{prefix}{many}2 ..-"),
        ],
    );
    let record = record.unwrap();
    assert_eq!(
        record.mutants[0].after,
        "changed conditional boundary <= & more"
    );
    assert_eq!(record.mutants[1].function, "shop.Cart.<init>");
    assert_eq!(classes(&record)[0], MutantClass::Comparison);
}

#[test]
fn a_mutant_of_pit_is_known_again_in_another_report() {
    let of_now = pit(PIT_TODAY, &options()).unwrap();
    assert_eq!(
        ids(&of_now),
        [
            "Cart.java::shop.Cart.total/org.pitest.mutationtest.engine.gregor.mutators.ConditionalsBoundaryMutator\
             /(Ljava/util/List;)D/5/1",
            "Cart.java::shop.Cart.<init>/x.VoidMethodCallMutator/()V/2/0",
        ]
    );
    let of_one = pit_of(&[("SURVIVED", "", "a"), ("KILLED", "a", "")]);
    let id = |rest: &str| format!("A.java::A.m/x.MathMutator/()V/{rest}");
    let check_ids = |text: &str, expected: [String; 2]| {
        assert_eq!(ids(&pit(text, &options()).unwrap()), expected);
    };
    check_ids(&of_one, [id("0/0"), id("1/0")]);
    let both = of_one.replace("<index>1</index>", "<index>1</index><index>7</index>");
    check_ids(&both, [id("0/0"), id("1,7/0")]);
    let repeated = of_one.replace("<index>1</index>", "<index>0</index>");
    check_ids(&repeated, [id("0/0"), id("0/0#2")]);
    let without = of_one.replace("index>", "other>");
    check_ids(&without, [id("line 1"), id("line 2")]);
}

/// A report as PIT writes it without `fullMutationMatrix`: one killer, and no test that succeeds.
fn by_default(mutations: &[(&str, &str)]) -> String {
    let all: Vec<(&str, &str, &str)> = mutations
        .iter()
        .map(|(status, killer)| (*status, *killer, ""))
        .collect();
    pit_of(&all)
        .replace("killingTests", "killingTest")
        .replace("<succeedingTests></succeedingTests>", "")
}

#[test]
fn a_report_of_pit_as_it_is_by_default_has_first_killers_alone() {
    let text = by_default(&[
        ("KILLED", "a"),
        ("KILLED", "b"),
        ("SURVIVED", ""),
        ("NO_COVERAGE", ""),
        ("TIMED_OUT", ""),
    ]);
    let record = pit(&text, &options());
    check(
        &record,
        &[
            "implicit ends-normally ....nl",
            "suite a .t-.n-",
            "suite b .-t.n-",
            "suite unnamed-test ....nl",
        ],
    );
    check_score(&record, 3, 5);
    assert!(!record.unwrap().provenance.is_full_matrix());
    let full = pit(&pit_of(&[("KILLED", "a", "b")]), &options()).unwrap();
    assert!(full.provenance.is_full_matrix());
}

#[test]
fn a_report_of_pit_in_which_no_test_kills_has_one_test_without_a_name() {
    let record = pit(
        &by_default(&[("SURVIVED", ""), ("NO_COVERAGE", "")]),
        &options(),
    );
    check(&record, &["suite unnamed-test ..n"]);
    assert!(record.unwrap().provenance.is_full_matrix());
}

#[test]
fn a_report_of_pit_with_half_a_matrix_is_refused() {
    let text = PIT.replace("<succeedingTests/>", "");
    check_error(
        pit(&text, &options()),
        "the report has no matrix: mutation 2 has no `succeedingTests`, and others have; run the tool again so \
         that every test runs on every mutant",
    );
    check_error(
        pit("<mutations></mutations>", &options()),
        "there is no mutant in the matrix, so there is nothing to analyse",
    );
    check_error(
        pit("<mutations>\n<mutation></mutations>", &options()),
        "line 2 of the report is not XML; write the report again",
    );
}

#[test]
fn a_report_of_pit_that_is_not_whole_is_refused() {
    let whole = pit_of(&[("KILLED", "a", ""), ("SURVIVED", "", "a")]);
    let refuse = |end: &str, line: u64| {
        let (text, _) = whole.rsplit_once(end).unwrap();
        let expected = format!(
            "line {line} of the report cannot be used: it ends before `</mutations>`; write the report again, whole"
        );
        check_error(pit(text, &options()), &expected);
    };
    refuse("</mutations>", 4);
    refuse("<mutation status", 3);
    refuse("</mutation>", 3);
    refuse("<description>", 3);
    check_error(
        pit(&format!("{whole}{whole}"), &options()),
        "line 5 of the report cannot be used: there is something after `</mutations>`; write the report again, alone",
    );
    check_error(
        pit(
            &whole.replace("status='KILLED'", "status='KILLED' status='SURVIVED'"),
            &options(),
        ),
        "line 2 of the report is not XML; write the report again",
    );
    check_error(
        pit("", &options()),
        "line 1 of the report cannot be used: it ends before `</mutations>`; write the report again, whole",
    );
    check_error(
        pit("<testsuite></testsuite>", &options()),
        "line 1 of the report cannot be used: it begins with `testsuite`, not `mutations`; is it the right file?",
    );
    check_error(
        pit(&whole.replace("d</desc", "&d;</desc"), &options()),
        "line 2 of the report cannot be used: XML has no `&d;`",
    );
}

#[test]
fn a_mutation_that_contradicts_itself_is_refused_by_line() {
    let refuse = |mutation: (&str, &str, &str), problem: &str| {
        let text = pit_of(&[("KILLED", "a", "b"), mutation]);
        let expected = format!(
            "line 3 of the report cannot be used: {problem}; run PIT again with `fullMutationMatrix`"
        );
        check_error(pit(&text, &options()), &expected);
    };
    refuse(("EXPLODED", "a", ""), "PIT has no status `EXPLODED`");
    refuse(("killed", "a", ""), "PIT has no status `killed`");
    refuse(("", "a", ""), "PIT has no status ``");
    refuse(
        ("KILLED", "", "a"),
        "it is `KILLED`, and no killing test is named",
    );
    refuse(
        ("SURVIVED", "a", "b"),
        "it is `SURVIVED`, and a killing test is named",
    );
    refuse(
        ("SURVIVED", "", ""),
        "it is `SURVIVED`, and no test is named",
    );
    refuse(
        ("NO_COVERAGE", "a", ""),
        "it is `NO_COVERAGE`, and a killing test is named",
    );
    refuse(
        ("KILLED", "a|b", "b|c"),
        "a test is named as killing and as succeeding",
    );
    let covered = pit_of(&[("NO_COVERAGE", "", "")]).replace(
        "<description>",
        "<coveringTests>a</coveringTests><description>",
    );
    check_error(
        pit(&covered, &options()),
        "line 2 of the report cannot be used: it is `NO_COVERAGE`, and a covering test is named; run PIT again with \
         `fullMutationMatrix`",
    );
    refuse(
        ("NO_COVERAGE", "", "a"),
        "it is `NO_COVERAGE`, and a succeeding test is named",
    );
}

#[test]
fn text_of_pit_may_be_in_sections_of_characters() {
    let text = pit_of(&[("KILLED", "<![CDATA[a<T>]]>", "<![CDATA[b & c]]>|d")]);
    check(
        &pit(&text, &options()),
        &["suite a-T .t", "suite b---c ..", "suite d .."],
    );
}
