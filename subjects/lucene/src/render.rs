//! What is written about the hits of queries.

use std::fmt::Write;

use crate::documents::Document;
use crate::scorer::Match;

/// What a query found.
#[derive(Debug)]
pub struct Answer {
    /// What the query is called.
    pub id: String,
    /// The hits, the best first.
    pub hits: Vec<Match>,
}

/// A table of all hits, query by query in their order.
pub fn render_hits(answers: &[Answer], documents: &[Document]) -> String {
    let mut text = String::from("id,rank,doc,score\n");
    for answer in answers {
        for (rank, hit) in (1..).zip(&answer.hits) {
            let doc = cell(&documents[hit.document].name);
            let _ = writeln!(text, "{},{rank},{doc},{}", cell(&answer.id), hit.score);
        }
    }
    text
}

/// A table of all scores, the documents of a query in the order of their names.
///
/// It does not change with the order in which documents are added, as the order of ties does.
pub fn render_scores(answers: &[Answer], documents: &[Document]) -> String {
    let mut text = String::from("id,doc,score\n");
    for answer in answers {
        let mut lines = Vec::new();
        for hit in &answer.hits {
            lines.push((&documents[hit.document].name, hit.score));
        }
        lines.sort_by(|one, other| one.0.cmp(other.0).then(one.1.total_cmp(&other.1)));
        for (doc, score) in lines {
            let _ = writeln!(text, "{},{},{score}", cell(&answer.id), cell(doc));
        }
    }
    text
}

/// A line for each query: its hits in order, with `=` between those of one score.
pub fn render_order(answers: &[Answer], documents: &[Document]) -> String {
    let mut text = String::new();
    for answer in answers {
        let _ = write!(text, "{}:", answer.id);
        let mut before: Option<f32> = None;
        for hit in &answer.hits {
            if before == Some(hit.score) {
                text.push_str(" =");
            }
            let _ = write!(text, " {}", documents[hit.document].name);
            before = Some(hit.score);
        }
        text.push('\n');
    }
    text
}

/// A cell of a table, in quotes where it holds what separates cells.
fn cell(value: &str) -> String {
    if value.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", value.replace('"', "\"\""))
    } else {
        value.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> (Vec<Answer>, Vec<Document>) {
        let documents = ["b", "a,c", "d"].map(|name| Document {
            name: name.to_owned(),
            text: String::new(),
        });
        let hits =
            [(0, 0.75), (2, 0.75), (1, 0.25)].map(|(document, score)| Match { document, score });
        let answer = |id: &str, hits: &[Match]| Answer {
            id: id.to_owned(),
            hits: hits.to_vec(),
        };
        (
            vec![answer("Q1", &hits), answer("Q2", &[])],
            documents.into(),
        )
    }

    #[test]
    fn hits_have_ranks_and_scores() {
        let (answers, documents) = example();
        assert_eq!(
            render_hits(&answers, &documents),
            "id,rank,doc,score\nQ1,1,b,0.75\nQ1,2,d,0.75\nQ1,3,\"a,c\",0.25\n"
        );
    }

    #[test]
    fn scores_come_by_name() {
        let (answers, documents) = example();
        assert_eq!(
            render_scores(&answers, &documents),
            "id,doc,score\nQ1,\"a,c\",0.25\nQ1,b,0.75\nQ1,d,0.75\n"
        );
    }

    #[test]
    fn orders_tell_ties() {
        let (answers, documents) = example();
        assert_eq!(render_order(&answers, &documents), "Q1: b = d a,c\nQ2:\n");
    }
}
