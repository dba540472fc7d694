//! The report as a web page.

use std::collections::BTreeMap;

use killrate_analysis::{PageContext, page};
use killrate_model::{Evidence, MutantStatus, OperatorName, Rng, Verdict};
use killrate_record::{PropertyProvenance, Record, VariantId};
use killrate_reproduction::papers;
use serde_json::Value;

use crate::fixture::{name, record, written};
use crate::made::{made, record_of};

pub(crate) fn page_of(record: &Record, policy: &str, context: &PageContext) -> String {
    let (_parent, folder, published) = written(record);
    let policy = papers(None).policy(policy).unwrap();
    page(&[&folder], &papers(Some(&published)), policy, context).unwrap()
}

fn plain_page() -> String {
    page_of(&record(), "thesis", &PageContext::default())
}

/// The text between two texts, without what stands before the first.
fn between<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = page
        .split_once(start)
        .unwrap_or_else(|| panic!("no `{start}`"));
    rest.split_once(end)
        .unwrap_or_else(|| panic!("no `{end}`"))
        .0
}

/// What the scripts of the page read.
fn data(page: &str) -> Value {
    serde_json::from_str(between(page, "id=\"data\">", "</script>")).unwrap()
}

/// What a reader sees of a piece of the page; words are apart by one space.
fn seen(html: &str) -> String {
    let mut text = String::new();
    let mut is_tag = false;
    for letter in html.chars() {
        match letter {
            '<' => is_tag = true,
            '>' => {
                is_tag = false;
                text.push(' ');
            }
            _ if !is_tag => text.push(letter),
            _ => {}
        }
    }
    let text = text
        .replace("&amp;", "&")
        .replace("&lt;", "<")
        .replace("&gt;", ">");
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// The first table of a kind on the page, as a reader sees it.
fn table(page: &str, name: &str) -> String {
    seen(between(
        page,
        &format!("data-table=\"{name}\">"),
        "</details>",
    ))
}

#[test]
fn the_page_asks_for_nothing_from_anywhere() {
    let page = plain_page();
    for address in [
        "http:", "https:", "src=", "@import", "url(", "<link", "<iframe",
    ] {
        assert!(!page.contains(address), "the page has `{address}`");
    }
    assert!(page.contains("content=\"default-src 'none'; "));
}

#[test]
fn inputs_are_said_to_be_the_same_only_where_they_are() {
    let page = plain_page();
    let setup = seen(between(&page, "<section id=\"setup\">", "</section>"));
    for told in [
        "Every technique judged mutants on the same data sets, but for the partial oracle, which has small inputs \
         of its own whose right output is known.",
        "14 mutants on golf, iris ; known cases: golf-1",
    ] {
        assert!(setup.contains(told), "`{told}` is not in {setup}");
    }
}

#[test]
fn the_answer_is_the_tables() {
    let page = plain_page();
    let answer = seen(between(&page, "<div class=\"answer\">", "<details"));
    assert_eq!(
        answer,
        "67 % of mutants killed by metamorphic 4/6, 95 % interval 30–90 % \
         metamorphic and partial-oracle found equally many mutants on c45. \
         partial-oracle killed 67 % (4/6, 30–90 %) ; 1 fell to metamorphic and not to partial-oracle, \
         1 the other way round: it may be chance (p = 1.000) ."
    );
    assert_eq!(
        table(&page, "overlap"),
        "c45: Overlap of techniques overlap Do the techniques find the same mutants? \
         metamorphic partial-oracle mutants · · 1 ● · 1 · ● 1 ● ● 3"
    );
    let techniques = table(&page, "techniques");
    assert!(
        techniques.contains(
            "reference ceiling 6/6 100 % 61–100 % – metamorphic 4/6 67 % 30–90 % 1 the thesis's \
             4/6 67 % 30–90 % published 26/28 93 %"
        ),
        "{techniques}"
    );
}

#[test]
fn the_chart_of_techniques_has_the_numbers_of_the_table() {
    let page = plain_page();
    let chart = seen(between(&page, "<section id=\"techniques\">", "</section>"));
    let rows = [
        "reference ceiling 100 % 6/6, 61–100 %",
        "metamorphic 67 % 4/6, 30–90 %",
        "the thesis's 67 % 4/6, 30–90 % published 93 %",
        "partial-oracle 67 % 4/6, 30–90 % published 79 %",
        "implicit floor 0 % 0/6, 0–39 %",
    ];
    for row in rows {
        assert!(chart.contains(row), "`{row}` is not in {chart}");
    }
}

#[test]
fn the_funnel_has_the_numbers_of_the_table() {
    let page = plain_page();
    let funnel = seen(between(&page, "<section id=\"funnel\">", "</section>"));
    assert!(
        funnel.ends_with(
            "made 14 100 % chosen by the policy 13 93 % compiled 12 86 % reached: the change is evaluated \
             11 79 % infected: its value differs 10 71 % propagated: an output differs 9 64 % counted by \
             the policy 6 43 % killed by metamorphic 4 29 % killed by partial-oracle 4 29 %"
        ),
        "{funnel}"
    );
}

#[test]
fn the_curve_is_the_mean_over_all_choices_of_properties() {
    // Of five properties, four kill c1, one c2, two a1, three o1, none c3 and a2: ten kills.
    let page = plain_page();
    let curve = seen(between(&page, "<section id=\"curve\">", "</section>"));
    assert!(
        curve.contains("One property kills 2.0 of 6 mutants on average, all 5 together 4."),
        "{curve}"
    );
}

/// The columns of the page's data, and what each came to for a mutant of the fixture.
#[track_caller]
fn check_cells(data: &Value, mutant: &str, expected: &str) {
    let id = format!("src/tree.rs::split/{mutant}/1");
    let rows = data["mutants"].as_array().unwrap();
    let row = rows.iter().find(|row| row[2] == id).unwrap();
    assert_eq!(row[14], expected, "{mutant}");
}

#[test]
fn every_cell_says_why_a_mutant_survived() {
    let data = data(&plain_page());
    let columns: Vec<&str> = data["columns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| column[1].as_str().unwrap())
        .collect();
    assert_eq!(
        columns,
        [
            "permute",
            "multiply",
            "add",
            "negate",
            "permute-model",
            "known-output",
            "ends-normally",
            "same-output"
        ]
    );
    // Killed; where it was not, the output differs and the relation holds.
    check_cells(&data, "c1", "kbkkkkbk");
    // Iris does not infect it, golf does; negate on golf is unsound, so its alarm is no kill.
    check_cells(&data, "c3", "bnbnbnbk");
    check_cells(&data, "a2", "bbbbbkbk");
    check_cells(&data, "o2", "rrrrrrrr");
    // Golf infects it, and no output differs.
    check_cells(&data, "o4", "mnmnmnmm");
    // It crashes on iris; the reference does not judge the small set of the partial oracle.
    check_cells(&data, "a3", "iiiiipvv");
    check_cells(&data, "c4", "--------");
    // The policy does not count it, so what is violated is no kill.
    check_cells(&data, "c5", "vbbvbvbv");
}

#[test]
fn a_mutant_has_its_verdicts_and_its_evidence() {
    let data = data(&plain_page());
    let text = |place: &Value| &data["texts"][place.as_u64().unwrap() as usize];
    let rows = data["mutants"].as_array().unwrap();
    let row = rows.iter().find(|row| row[1] == 8).unwrap();
    assert_eq!((&row[9], &row[10]), (&"a < b".into(), &"a >= b".into()));
    // Chosen, compiled, reached, infected, propagated.
    assert_eq!(
        (&row[11], text(&row[12])),
        (&"yyyyy".into(), &"crashes".into())
    );
    // permute and permute-model on golf and iris, multiply on iris, and so on.
    assert_eq!(row[15], "miimiuimipmvmv");
    let evidence: BTreeMap<u64, &Value> = row[16]
        .as_array()
        .unwrap()
        .iter()
        .map(|told| (told[0].as_u64().unwrap(), text(&told[1])))
        .collect();
    assert_eq!(evidence[&1], "the follow-up run ended by exit code 101");
    assert_eq!(evidence[&11], "exit code 101");
    assert_eq!(
        data["subjects"][0]["cases"][1],
        serde_json::json!([0, "iris", 7])
    );
}

/// What a mutant of the fixture is told of a case, by the case's place.
fn evidence(data: &Value, mutant: &str) -> BTreeMap<u64, String> {
    let id = format!("src/tree.rs::split/{mutant}/1");
    let rows = data["mutants"].as_array().unwrap();
    let row = rows.iter().find(|row| row[2] == id).unwrap();
    let told = row[16].as_array().unwrap().iter();
    told.map(|told| {
        let text = &data["texts"][told[1].as_u64().unwrap() as usize];
        (told[0].as_u64().unwrap(), text.as_str().unwrap().to_owned())
    })
    .collect()
}

#[test]
fn evidence_is_of_a_case_that_came_to_what_its_property_came_to() {
    let data = data(&plain_page());
    // The one alarm on c3 is that of negate on golf, an unsound pair: its row says not infected.
    check_cells(&data, "c3", "bnbnbnbk");
    let reference = [(12, "line 1 differs".to_owned())];
    assert_eq!(evidence(&data, "c3"), reference.into());
    // Here negate kills on iris, the case after the unsound one.
    assert_eq!(evidence(&data, "c1")[&6], "row 3: `yes`, not `no`");
    assert!(!evidence(&data, "c1").contains_key(&5));
}

/// What would run, load or break out if anything were taken for markup.
const HOSTILE: &str = "</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>\"'&`";

#[test]
fn nothing_in_a_record_is_markup() {
    let mut record = record();
    for row in &mut record.mutants {
        row.before = HOSTILE.into();
        row.after = HOSTILE.into();
        row.function = HOSTILE.into();
        row.file = HOSTILE.into();
        row.operator = OperatorName(HOSTILE.into());
        if let MutantStatus::Withdrawn { reason } = &mut row.status {
            *reason = HOSTILE.into();
        }
    }
    for row in &mut record.verdicts {
        if let Verdict::Violated(Evidence { detail, .. }) = &mut row.verdict {
            *detail = HOSTILE.into();
        }
    }
    for row in &mut record.skipped {
        row.reason = HOSTILE.into();
    }
    record.provenance.toolchain = HOSTILE.into();
    record.provenance.sandbox = HOSTILE.into();
    record.provenance.tool_version = HOSTILE.into();
    record.provenance.properties.push(PropertyProvenance {
        subject: name("c45"),
        technique: name("metamorphic"),
        name: name("permute"),
        text: HOSTILE.into(),
    });
    let context = PageContext {
        title: Some(HOSTILE.into()),
        question: Some(HOSTILE.into()),
        sources: [(
            "c45".to_owned(),
            [(HOSTILE.to_owned(), HOSTILE.to_owned())].into(),
        )]
        .into(),
        elements: None,
    };
    let page = page_of(&record, "thesis", &context);
    assert!(!page.contains("<script>alert"), "a script got out");
    assert!(!page.contains("<img"), "an element got out");
    assert!(!page.contains("<!--"), "a comment got out");
    // It is all there, as text.
    assert!(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)"));
    let data = data(&page);
    assert_eq!(data["mutants"][0][9], HOSTILE);
    assert_eq!(data["sources"]["c45"][HOSTILE], HOSTILE);
}

#[test]
fn rows_in_any_order_give_the_same_page() {
    let mut shuffled = record();
    let mut rng = Rng::new(5);
    rng.shuffle(&mut shuffled.mutants);
    rng.shuffle(&mut shuffled.verdicts);
    rng.shuffle(&mut shuffled.reach);
    let context = PageContext::default();
    assert_eq!(plain_page(), page_of(&shuffled, "thesis", &context));
}

#[test]
fn sources_are_embedded_only_where_a_mutant_is() {
    let files = [
        ("src/tree.rs", "fn split() {}\n"),
        ("src/other.rs", "unused"),
    ];
    let files = files.map(|(file, text)| (file.to_owned(), text.to_owned()));
    let context = PageContext {
        sources: [("c45".to_owned(), files.into())].into(),
        ..PageContext::default()
    };
    let page = page_of(&record(), "thesis", &context);
    assert_eq!(
        data(&page)["sources"],
        serde_json::json!({ "c45": { "src/tree.rs": "fn split() {}\n" } })
    );
    assert!(page.contains("id=\"source-view\""));
    assert!(!plain_page().contains("id=\"source-view\""));
}

#[test]
fn a_component_that_is_given_shows_the_sources() {
    let files: BTreeMap<String, String> =
        [("src/tree.rs".to_owned(), "fn split() {}".to_owned())].into();
    let context = PageContext {
        sources: [("c45".to_owned(), files)].into(),
        elements: Some("customElements.define('mutation-test-report-app', A)".into()),
        ..PageContext::default()
    };
    let page = page_of(&record(), "thesis", &context);
    assert!(page.contains("<div id=\"elements\">"));
    assert!(page.contains("customElements.define('mutation-test-report-app', A)"));
    assert!(!page.contains("id=\"source-view\""));
}

#[test]
fn subjects_stand_together_and_by_themselves() {
    let record = record_of(&[
        made(
            "c45",
            "3c 2a 1o",
            [
                ("metamorphic", "permute", "iris", "3V 3."),
                ("partial-oracle", "known-output", "golf-1", "1V 5."),
            ],
        ),
        made(
            "svm",
            "1c 3o",
            [
                ("metamorphic", "permute", "iris", "2V 2."),
                ("partial-oracle", "known-output", "golf-1", "2. 2V"),
                ("assertions", "invariants", "iris", "4V"),
            ],
        ),
    ]);
    let page = page_of(&record, "thesis", &PageContext::default());
    // Assertions did not judge both, so they are not ranked over all.
    let answer = seen(between(&page, "<div class=\"answer\">", "<details"));
    assert!(
        answer.starts_with(
            "50 % of mutants killed by metamorphic 5/10, 95 % interval 24–76 % metamorphic found most \
             mutants over all subjects, but the lead may be chance . partial-oracle killed 30 %"
        ),
        "{answer}"
    );
    let chart = seen(between(&page, "<section id=\"techniques\">", "</section>"));
    for row in ["All subjects together", "assertions 100 % 4/4, 51–100 %"] {
        assert!(chart.contains(row), "`{row}` is not in {chart}");
    }
}

#[test]
fn the_answer_says_no_more_than_all_comparisons_do() {
    // 8 to nothing is more than chance, 16 to 8 of others is not; who is not ranked killed most.
    let record = record_of(&[made(
        "own",
        "20c",
        [
            ("a", "p", "iris", "16V 4."),
            ("b", "p", "iris", "8V 12."),
            ("c", "p", "iris", "12. 8V"),
            ("pseudo-oracle", "p", "iris", "17V 3."),
        ],
    )]);
    let page = page_of(&record, "thesis", &PageContext::default());
    let answer = seen(between(&page, "<p class=\"answer-lead\">", "</p>"));
    assert_eq!(
        answer,
        "a found most mutants of those that are ranked on own, but the lead over c may be chance ."
    );
    // Three mutants each, but not the same ones: their shares are not subtracted.
    let record = record_of(&[made(
        "own",
        "4c",
        [
            ("a", "p", "iris", "2V 1. 1-"),
            ("b", "p", "iris", "1- 2. 1V"),
        ],
    )]);
    let page = page_of(&record, "thesis", &PageContext::default());
    let rivals = seen(between(&page, "<ul class=\"rivals\">", "</ul>"));
    assert!(
        rivals.starts_with("b killed 33 % (1/3, 6–79 %) ; 1 fell"),
        "{rivals}"
    );
}

#[test]
fn a_tolerance_that_swallowed_a_mutant_is_told_from_a_blind_relation() {
    let mut record = record_of(&[made(
        "c45",
        "4c",
        [
            ("metamorphic", "exact", "study", "1V 3."),
            ("metamorphic", "close", "study", "1V 1~ 2."),
            ("metamorphic", "needs-it", "study", "1V 1~ 2."),
        ],
    )]);
    // The original itself needs the tolerance of one property, which so hides nothing of its own.
    let of_original = record
        .verdicts
        .iter_mut()
        .find(|row| row.variant == VariantId::Original && row.property.as_str() == "needs-it");
    of_original.unwrap().verdict = Verdict::SatisfiedByTolerance;
    let page = page_of(&record, "thesis", &PageContext::default());
    let data = data(&page);
    let columns: Vec<&str> = { data["columns"].as_array().unwrap().iter() }
        .map(|column| column[1].as_str().unwrap())
        .collect();
    let shown = ["close", "exact", "needs-it", "ends-normally", "same-output"];
    assert_eq!(columns, shown);
    let cells: Vec<&str> = { data["mutants"].as_array().unwrap().iter() }
        .map(|row| row[14].as_str().unwrap())
        .collect();
    assert_eq!(cells, ["kkkbk", "tbbbk", "bbbbk", "bbbbk"]);
    assert!(page.contains("A tolerance swallowed it"));
}

#[test]
fn a_record_without_a_usable_mutant_still_has_a_page() {
    let mut record = record();
    for row in &mut record.verdicts {
        row.verdict = Verdict::Satisfied;
    }
    let page = page_of(&record, "thesis", &PageContext::default());
    assert!(page.contains("Nothing to compare: no ranked technique judged a usable mutant."));
}

#[test]
fn the_policy_decides_what_is_counted() {
    let page = page_of(&record(), "strict", &PageContext::default());
    let data = data(&page);
    // A run that ends abnormally kills under this policy.
    check_cells(&data, "a3", "kkkkkpkk");
    let chart = seen(between(&page, "<section id=\"techniques\">", "</section>"));
    assert!(chart.contains("implicit floor 23 % 3/13"), "{chart}");
}
