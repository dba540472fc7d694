//! What could be wrong with the conclusions.

use maud::{Markup, html};

use super::{Material, Section};
use crate::page::html_table::with_code;

pub(super) const THREATS: Section = Section {
    id: "threats",
    short: "Threats",
    title: "What could be wrong with it?",
    body,
};

/// The page that is kept as honest as the code; the list below is a section of it.
const README: &str = include_str!("../../../README.md");
const HEADING: &str = "## Known biases";

fn body(material: &Material<'_>) -> Option<Markup> {
    Some(html! {
        p class="lead" { "Threats to validity, as the analysis states them for every study." }
        ul class="threats" {
            @for threat in threats(README).into_iter().chain(threats(material.findings.papers.readme)) {
                li { (with_code(&threat)) }
            }
        }
    })
}

/// The items of the list under the heading, each as one text.
fn threats(readme: &str) -> Vec<String> {
    let section = readme
        .split(HEADING)
        .nth(1)
        .unwrap_or_default()
        .split("\n## ")
        .next()
        .unwrap_or_default();
    let mut threats: Vec<String> = Vec::new();
    for line in section.lines() {
        match (line.strip_prefix("- "), threats.last_mut()) {
            (Some(text), _) => threats.push(text.to_owned()),
            (None, Some(last)) if line.starts_with("  ") => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => {}
        }
    }
    threats
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_may_have_several_lines() {
        let readme =
            "# A\n\n## Known biases\n\n- One.\n  Still one.\n- Two `x`.\n\n## Next\n\n- No.\n";
        assert_eq!(threats(readme), ["One. Still one.", "Two `x`."]);
    }

    #[test]
    fn the_page_of_the_analysis_lists_its_biases() {
        let threats = threats(README);
        assert!(
            threats
                .iter()
                .any(|threat| threat.starts_with("The mutants of one program are not independent")),
            "{threats:?}"
        );
    }
}
