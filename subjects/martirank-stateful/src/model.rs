//! What training finds out, and its file.

use crate::error::InputError;
use crate::segments::WHOLE;
use crate::sort::Direction;
use std::fs;

/// How to sort a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The attribute, counted from 0.
    pub attribute: usize,
    /// The direction of the sort.
    pub direction: Direction,
}

/// A part of the ranking, from the end of the part before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The share of the ranking up to its end, in ten-thousandths.
    pub share: usize,
    /// How it is sorted.
    pub rule: Rule,
}

/// The segments of every round, first round first.
///
/// A round has at least one segment, shares never fall, and the last one is the whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// The rounds in the order in which they are applied.
    pub rounds: Vec<Vec<Segment>>,
}

impl Model {
    /// Reads a model file.
    pub fn read(path: &str) -> Result<Model, InputError> {
        let text = fs::read_to_string(path).map_err(|cause| InputError::Read {
            path: path.to_owned(),
            cause,
        })?;
        Model::parse(path, &text)
    }

    /// Takes the text of a model file apart.
    pub fn parse(path: &str, text: &str) -> Result<Model, InputError> {
        let mut model = Model::default();
        for line in text.lines() {
            let round = parse_round(line).map_err(|reason| InputError::Line {
                path: path.to_owned(),
                line: model.rounds.len() + 1,
                reason,
            })?;
            model.rounds.push(round);
        }
        if model.rounds.is_empty() {
            return Err(InputError::Table {
                path: path.to_owned(),
                reason: "it is empty; give one line per round".to_owned(),
            });
        }
        Ok(model)
    }

    /// The text of the model file: one line per round.
    pub fn render(&self) -> String {
        let mut text = String::new();
        for round in &self.rounds {
            for index in 0..round.len() {
                if index > 0 {
                    text.push(';');
                }
                text.push_str(&render_segment(&round[index]));
            }
            text.push('\n');
        }
        text
    }

    /// The attributes that some segment is sorted by, as often as they are used.
    pub fn attributes(&self) -> Vec<usize> {
        let mut attributes = Vec::new();
        for round in &self.rounds {
            for segment in round {
                attributes.push(segment.rule.attribute);
            }
        }
        attributes
    }
}

fn render_segment(segment: &Segment) -> String {
    let whole = segment.share / WHOLE;
    let decimals = segment.share % WHOLE;
    let letter = match segment.rule.direction {
        Direction::Ascending => 'a',
        Direction::Descending => 'd',
    };
    format!("{whole}.{decimals:04},{},{letter}", segment.rule.attribute)
}

fn parse_round(line: &str) -> Result<Vec<Segment>, String> {
    let mut round: Vec<Segment> = Vec::new();
    let mut share_before = 0;
    for text in line.split(';') {
        let segment = parse_segment(text).ok_or_else(|| {
            format!("`{text}` is no segment; write it like `0.4000,32,a` or `1.0000,12,d`")
        })?;
        if segment.share < share_before {
            return Err(format!(
                "the share of `{text}` is less than that before it; write cumulative shares"
            ));
        }
        share_before = segment.share;
        round.push(segment);
    }
    if share_before != WHOLE {
        return Err("its last share is not the whole; end it with `1.0000`".to_owned());
    }
    Ok(round)
}

fn parse_segment(text: &str) -> Option<Segment> {
    let mut parts = text.split(',');
    let share = parse_share(parts.next()?)?;
    let attribute = parts.next()?.parse().ok()?;
    let direction = match parts.next()? {
        "a" => Direction::Ascending,
        "d" => Direction::Descending,
        _ => return None,
    };
    if parts.next().is_some() {
        return None;
    }
    Some(Segment {
        share,
        rule: Rule {
            attribute,
            direction,
        },
    })
}

/// Exactly one digit before the point and four after it, at most the whole.
fn parse_share(text: &str) -> Option<usize> {
    let (whole, decimals) = text.split_once('.')?;
    if whole.len() != 1 || decimals.len() != 4 {
        return None;
    }
    let whole: usize = whole.parse().ok()?;
    let decimals: usize = decimals.parse().ok()?;
    let share = whole * WHOLE + decimals;
    if share > WHOLE { None } else { Some(share) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(share: usize, attribute: usize, direction: Direction) -> Segment {
        Segment {
            share,
            rule: Rule {
                attribute,
                direction,
            },
        }
    }

    #[track_caller]
    fn check_refused(text: &str, expected: &str) {
        let error = Model::parse("m", text).expect_err("it is no model");
        assert_eq!(error.to_string(), format!("cannot use `m`{expected}"));
    }

    #[test]
    fn a_model_is_written_and_read_as_in_the_thesis() {
        let text = "1.0000,61,d\n0.4000,32,a;1.0000,12,d\n";
        let model = Model {
            rounds: vec![
                vec![segment(10_000, 61, Direction::Descending)],
                vec![
                    segment(4_000, 32, Direction::Ascending),
                    segment(10_000, 12, Direction::Descending),
                ],
            ],
        };
        assert_eq!(model.render(), text);
        assert_eq!(Model::parse("m", text).ok(), Some(model));
    }

    #[test]
    fn small_shares_keep_their_zeros() {
        let model = Model {
            rounds: vec![vec![segment(25, 3, Direction::Ascending)]],
        };
        assert_eq!(model.render(), "0.0025,3,a\n");
    }

    #[test]
    fn the_attributes_of_all_segments_are_listed() {
        let model = Model::parse("m", "1.0000,6,d\n0.4000,3,a;1.0000,6,d\n");
        assert_eq!(model.expect("it is a model").attributes(), [6, 3, 6]);
    }

    #[test]
    fn an_empty_model_is_refused() {
        check_refused("", "\n  because it is empty; give one line per round");
    }

    #[test]
    fn a_malformed_segment_is_refused_with_its_line() {
        let malformed = [
            "1.0000,1",
            "1.0000,1,d,2",
            "1.0000,-1,d",
            "1.0000,1,x",
            "1.000,1,a",
            "1,1,a",
            "1.0001,1,a",
            "",
        ];
        for text in malformed {
            check_refused(
                &format!("1.0000,1,a\n{text}\n"),
                &format!(
                    ", line 2\n  because `{text}` is no segment; \
                     write it like `0.4000,32,a` or `1.0000,12,d`"
                ),
            );
        }
    }

    #[test]
    fn a_falling_share_is_refused() {
        check_refused(
            "0.5000,1,a;0.4000,2,a;1.0000,3,a\n",
            ", line 1\n  because the share of `0.4000,2,a` is less than that before it; \
             write cumulative shares",
        );
    }

    #[test]
    fn a_round_that_ends_early_is_refused() {
        check_refused(
            "0.5000,1,a\n",
            ", line 1\n  because its last share is not the whole; end it with `1.0000`",
        );
    }
}
