//! How reports look.

use killrate_analysis::{Format, ReportOptions, Selection, report};
use killrate_model::Rng;
use killrate_record::Record;
use killrate_reproduction::papers;

use crate::fixture::{record, written};
use crate::made::{made, record_of};

fn rendered(record: &Record, tables: Selection, format: Format) -> String {
    let (_parent, folder, published) = written(record);
    let options = ReportOptions {
        policy: papers(None).policy("thesis").unwrap(),
        tables,
        format,
    };
    report(&[&folder], &papers(Some(&published)), &options).unwrap()
}

fn one(kind: &str) -> Selection {
    Selection::One(papers(None).table(kind).unwrap())
}

const TEXT: Format = Format::Text { is_coloured: false };

#[test]
fn the_report_reads_as_expected() {
    let text = rendered(&record(), Selection::Main, TEXT);
    assert_eq!(text, include_str!("expected/thesis.txt"));
}

#[test]
fn the_answer_alone_says_what_the_whole_report_ends_with() {
    let text = rendered(&record(), Selection::Answer, TEXT);
    let question = "\nWhich technique killed most mutants?\n";
    let policy = "\nPolicy `thesis`: a mutant counts if ";
    let answer = |text: &str| -> String {
        let (_, answer) = text.split_once(question).unwrap();
        let (answer, _) = answer.split_once("  More tables").unwrap();
        answer.to_owned()
    };
    let heading = "hand-made, seed 7\n\nWhich technique killed most mutants?\n";
    assert!(text.starts_with(heading), "{text}");
    assert_eq!(text.matches(question).count(), 1);
    let whole = rendered(&record(), Selection::Main, TEXT);
    // What counts is said before the first table, and after an answer without tables.
    assert_eq!(whole.find(policy), whole.find('\n'));
    let (answer_alone, policy_below) = text.split_once("  Policy `thesis`: ").unwrap();
    assert!(
        policy_below.starts_with("a mutant counts if "),
        "{policy_below}"
    );
    assert_eq!(
        answer(&format!("{answer_alone}  More tables")),
        answer(&whole)
    );
    assert!(
        text.contains("More tables, by adding `--table NAME`: main, all, funnel, "),
        "{text}"
    );
}

#[test]
fn the_page_reads_as_expected() {
    let text = rendered(&record(), Selection::Main, Format::Markdown);
    assert_eq!(text, include_str!("expected/thesis.md"));
}

#[test]
fn no_line_is_wider_than_a_hundred_columns() {
    let mut record = record();
    for row in &mut record.skipped {
        row.reason = "a reason that goes on and on ".repeat(9);
    }
    let text = rendered(&record, Selection::All, TEXT);
    let widest = text
        .lines()
        .max_by_key(|line| line.chars().count())
        .unwrap();
    assert!(widest.chars().count() <= 100, "{widest}");
    // Nothing is cut: what is too long for its column goes on below.
    let n_told = text
        .split_whitespace()
        .filter(|word| *word == "goes")
        .count();
    assert_eq!(n_told, 9, "{text}");
}

#[test]
fn columns_that_do_not_fit_go_below() {
    let mut record = record();
    let extra: Vec<_> = record
        .verdicts
        .iter()
        .filter(|row| row.data_set.as_str() == "iris" && row.property.as_str() == "add")
        .flat_map(|row| {
            (0..8).map(|number| killrate_record::VerdictRow {
                data_set: crate::fixture::name(&format!("quite-long-{number}")),
                ..row.clone()
            })
        })
        .collect();
    record.verdicts.extend(extra);
    let text = rendered(&record, one("data-sets"), TEXT);
    let headings: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("  class"))
        .collect();
    assert_eq!(
        headings[..2],
        [
            "  class                 golf        iris  quite-long-0  quite-long-1  quite-long-2  quite-long-3",
            "  class            quite-long-4  quite-long-5  quite-long-6  quite-long-7",
        ]
    );
}

#[test]
fn colour_changes_nothing_but_the_look() {
    let coloured = rendered(
        &record(),
        Selection::All,
        Format::Text { is_coloured: true },
    );
    let plain = ["\u{1b}[1m", "\u{1b}[2m", "\u{1b}[0m"]
        .iter()
        .fold(coloured.clone(), |text, code| text.replace(code, ""));
    let trimmed: Vec<&str> = plain.lines().map(str::trim_end).collect();
    assert_eq!(
        trimmed.join("\n") + "\n",
        rendered(&record(), Selection::All, TEXT)
    );
    assert!(coloured.contains("\u{1b}[1mc45: Mutants by class\u{1b}[0m"));
}

#[test]
fn a_table_without_rows_says_so() {
    let mut record = record();
    record.skipped.clear();
    let text = rendered(&record, one("skipped"), TEXT);
    assert_eq!(
        text.lines().last(),
        Some("There is nothing of this kind in the record.")
    );
}

#[test]
fn a_single_table_is_plain_csv_with_every_part_of_a_rate() {
    assert_eq!(
        rendered(&record(), one("techniques"), Format::Csv),
        "subject,technique,role,killed_n,killed_of,killed_percent,killed_low,killed_high,\
         killed_published_n,killed_published_of,killed_points,only\n\
         c45,reference,ceiling,6,6,100.0000,60.9666,100.0000,,,,\n\
         c45,metamorphic,,4,6,66.6667,29.9993,90.3229,,,,1\n\
         c45,the thesis's,,4,6,66.6667,29.9993,90.3229,26,28,-26.1905,\n\
         c45,ISSTA'09's,,2,6,33.3333,9.6771,70.0007,,,,\n\
         c45,partial-oracle,,4,6,66.6667,29.9993,90.3229,22,28,-11.9048,1\n\
         c45,implicit,floor,0,6,0.0000,0.0000,39.0334,,,,\n"
    );
}

#[test]
fn the_heading_of_a_table_does_not_depend_on_its_rows() {
    let heading = |record: &Record| {
        let text = rendered(record, one("flips"), Format::Csv);
        (
            text.lines().next().unwrap().to_owned(),
            text.lines().count(),
        )
    };
    // In one record a technique is ahead among all and behind in a class, in the other nowhere.
    let of = |metamorphic, partial_oracle| {
        record_of(&[made(
            "c45",
            "4c 2a",
            [
                ("metamorphic", "permute", "iris", metamorphic),
                ("partial-oracle", "known-output", "small", partial_oracle),
            ],
        )])
    };
    let (empty, n_empty) = heading(&of("6V", "6."));
    let (filled, n_filled) = heading(&of("4V 2.", "4. 2V"));
    assert_eq!(empty, filled);
    assert!(n_empty == 1 && n_filled > 1, "{n_empty} {n_filled}");
}

#[test]
fn several_tables_in_csv_are_told_apart() {
    let text = rendered(&record(), one("data-sets"), Format::Csv);
    let headings: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
    assert_eq!(
        headings,
        [
            "# data-sets: c45: Kills per data set and class, the thesis's properties",
            "# data-sets: c45: Kills per data set and class, ISSTA'09's properties",
        ]
    );
}

#[test]
fn json_has_the_same_numbers() {
    let text = rendered(&record(), one("techniques"), Format::Json);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let table = &json["tables"][0];
    assert_eq!(
        (&json["policy"], &table["subject"]),
        (&"thesis".into(), &"c45".into())
    );
    let row = &table["rows"][4];
    let killed = &row["killed"];
    assert_eq!(
        (&row["technique"], &row["only"]),
        (&"partial-oracle".into(), &1.into())
    );
    assert_eq!(
        killed["published"],
        serde_json::json!({ "n": 22, "of": 28 })
    );
    assert_eq!(
        (&killed["measured"]["n"], &killed["measured"]["of"]),
        (&4.into(), &6.into())
    );
    let ends = ["low", "high"].map(|end| killed["measured"][end].as_f64().unwrap());
    assert_eq!(
        ends.map(|end| format!("{end:.9}")),
        ["29.999331514", "90.322858889"]
    );
    assert_eq!(table["rows"][0]["only"], serde_json::Value::Null);
}

#[test]
fn rows_in_any_order_give_the_same_report() {
    let mut shuffled = record();
    let mut rng = Rng::new(5);
    rng.shuffle(&mut shuffled.mutants);
    rng.shuffle(&mut shuffled.verdicts);
    rng.shuffle(&mut shuffled.reach);
    for format in [
        TEXT,
        Format::Csv,
        Format::Json,
        Format::Markdown,
        Format::Latex,
    ] {
        let reports = [&record(), &shuffled].map(|record| rendered(record, Selection::All, format));
        assert_eq!(reports[0], reports[1]);
    }
}
