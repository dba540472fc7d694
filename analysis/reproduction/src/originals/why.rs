//! The page `docs/why.md` says what the numbers behind it give.

use std::path::Path;

use killrate_analysis::roles::METAMORPHIC;
use killrate_analysis::{Format, Published, Report, Table, render};

use super::kills::{Kills, Orders, Rule};
use super::{side_by_side, waterfall};
use crate::papers;
use crate::tidy::Line;

type Tables = fn(&Kills, &Kills, &Published) -> Vec<Table>;

const PAGE: &str = include_str!("../../../../docs/why.md");
const RULES: &str = "report datasets/records/thesis-1 --table rules --format csv";

/// The output of a command as the page has it; `None` where the page was not filled with it.
fn block<'a>(page: &'a str, command: &str) -> Option<&'a str> {
    let heading = format!("<!-- killrate {command} -->\n");
    assert_eq!(page.matches(&heading).count(), 1, "{command}");
    let (_, below) = page.split_once(&heading)?;
    let (block, _) = below.strip_prefix("```text\n")?.split_once("\n```\n")?;
    Some(block)
}

/// The tables as they are printed, below the name of the study and the policy.
fn printed(tables: Vec<Table>) -> String {
    let report = Report {
        study: String::new(),
        seed: None,
        policy: "",
        about_policy: String::new(),
        tables,
        question: "",
        headline: Vec::new(),
        left_out: Vec::new(),
        absent: Vec::new(),
    };
    let text = render(&report, Format::Text { is_coloured: false });
    below_heading(&text).trim_end().to_owned()
}

fn below_heading(text: &str) -> &str {
    text.split_once("\n\n").unwrap().1
}

#[test]
fn the_page_on_why_numbers_differ_follows_from_the_kills() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/published");
    let papers = papers(Some(&folder));
    let published = papers.read().unwrap();
    let originals = Kills::kept(&papers).unwrap().unwrap();
    let ours = block(PAGE, RULES).map(|rules| {
        let mut reader = csv::Reader::from_reader(rules.as_bytes());
        let lines: Vec<Line> = reader.deserialize().map(Result::unwrap).collect();
        Kills::of_lines(&lines).unwrap()
    });
    let of_tables: [(&str, Tables); 2] = [
        (
            "report datasets/records/thesis-1 --table originals",
            side_by_side::tables,
        ),
        (
            "report datasets/records/thesis-1 --table waterfall",
            waterfall::tables,
        ),
    ];
    for (command, tables) in of_tables {
        // A page that has the kills has what follows from them, and the other way round.
        let expected = ours
            .as_ref()
            .map(|ours| printed(tables(ours, &originals, &published)));
        let found = block(PAGE, command).map(|block| below_heading(block).to_owned());
        assert_eq!(found, expected, "{command}");
    }
}

#[test]
fn what_the_page_says_of_the_originals_is_so() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/published");
    let papers = papers(Some(&folder));
    let published = papers.read().unwrap();
    let originals = Kills::kept(&papers).unwrap().unwrap();
    for program in super::PROGRAMS {
        let pair = originals
            .get(program.original, Rule::NotPlainlyWrong, Orders::All)
            .unwrap();
        let rate = pair.metamorphic();
        let printed = published.by_technique(program.ours, METAMORPHIC).unwrap();
        // On Weka's SMO alone the techniques are in the thesis's order, and the thesis's rate is reached.
        let is_smo = program.original == "weka-smo";
        assert_eq!(
            rate.n > pair.partial_oracle().n,
            is_smo,
            "{}",
            program.original
        );
        assert_eq!(
            rate.percent() >= printed.percent(),
            is_smo,
            "{}",
            program.original
        );
    }
}
