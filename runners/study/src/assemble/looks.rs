//! What a person sees of an output at once, and how good it is by the labels of the data.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::{Blob, Looks, Shows};
use killrate_statistics::{Context, Metric, Pairing, Ranking, profile};

/// What an output looks like, and its quality where something tells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Impression {
    pub(super) looks: Looks,
    pub(super) quality: Option<f64>,
}

impl Impression {
    fn without_quality(looks: Looks) -> Self {
        Self {
            looks,
            quality: None,
        }
    }
}

/// The rows that an output shows something of.
#[derive(Debug, Clone)]
pub(super) struct Rows {
    /// What it shows of them.
    pub(super) shows: Shows,
    /// The label of each; `None` where it is not known.
    pub(super) labels: Vec<Option<String>>,
}

/// What a person sees of an output, given the rows that it shows something of if anybody says.
pub(super) fn impression(output: Option<&Blob>, rows: Option<&Rows>) -> Impression {
    let Some(output) = output else {
        return Impression::without_quality(Looks::Missing);
    };
    if output.is_blank() {
        return Impression::without_quality(Looks::Empty);
    }
    let Some(Rows { shows, labels }) = rows else {
        return Impression::without_quality(Looks::Plausible);
    };
    let text = output.to_text();
    match shows {
        Shows::Classes => of_classes(&text, labels),
        Shows::Ranks => of_ranks(&text, labels),
        Shows::Alerts => of_alerts(&text, labels.len()),
    }
}

fn of_classes(text: &str, labels: &[Option<String>]) -> Impression {
    let classes: Vec<&str> = text.lines().map(str::trim).collect();
    if classes.len() != labels.len() {
        return Impression::without_quality(Looks::NotAPermutation);
    }
    let known: Vec<bool> = { classes.iter().zip(labels) }
        .filter_map(|(class, label)| Some(class == label.as_ref()?))
        .collect();
    let n_right = known.iter().filter(|&&is_right| is_right).count();
    Impression {
        looks: constant_or_plausible(&classes),
        quality: (!known.is_empty()).then(|| n_right as f64 / known.len() as f64),
    }
}

fn of_alerts(text: &str, n_rows: usize) -> Impression {
    // What comes after the first word, such as a distance, differs from row to row even where all of
    // them come to the same.
    let alerts: Vec<&str> = text
        .lines()
        .map(|line| line.split_whitespace().next().unwrap_or_default())
        .collect();
    Impression::without_quality(if alerts.len() == n_rows {
        constant_or_plausible(&alerts)
    } else {
        Looks::NotAPermutation
    })
}

fn of_ranks(text: &str, labels: &[Option<String>]) -> Impression {
    let in_file: Vec<String> = (0..labels.len()).map(|row| row.to_string()).collect();
    let ranking = Ranking::parse(text).ok().filter(|ranking| {
        let ranked: BTreeSet<&str> = ranking.elements().collect();
        // No element comes twice in a ranking, so as many elements as rows are all rows.
        ranking.n_elements() == in_file.len()
            && in_file.iter().all(|row| ranked.contains(row.as_str()))
    });
    let Some(ranking) = ranking else {
        return Impression::without_quality(Looks::NotAPermutation);
    };
    let n_places = text.lines().filter(|line| !line.trim().is_empty()).count();
    let looks = if in_file.len() < 2 {
        Looks::Plausible
    } else if n_places == 1 {
        Looks::Constant
    } else if n_places == in_file.len() && ranking.elements().eq(&in_file) {
        Looks::FileOrder
    } else {
        Looks::Plausible
    };
    Impression {
        looks,
        quality: area(text, in_file, labels),
    }
}

/// The same of everything is no sign where there is but one row.
fn constant_or_plausible(lines: &[&str]) -> Looks {
    let is_constant = lines.len() > 1 && lines.iter().all(|line| *line == lines[0]);
    if is_constant {
        Looks::Constant
    } else {
        Looks::Plausible
    }
}

/// The area under the curve: the share of pairs of a positive and a negative row in which the positive
/// comes first, one place counting half; `None` where labels are not 0 and 1, or all the same.
fn area(text: &str, rows: Vec<String>, labels: &[Option<String>]) -> Option<f64> {
    let mut positives = BTreeMap::new();
    for (row, label) in rows.into_iter().zip(labels) {
        match label.as_deref() {
            Some("1") => positives.insert(row, true),
            Some("0") => positives.insert(row, false),
            Some(_) => return None,
            None => continue,
        };
    }
    let metric = Metric::from_name("quality").expect("it is in the list of metrics");
    let context = Context {
        positives,
        share: 1.0,
    };
    let values = profile(metric, Pairing::First, &[text], &context);
    // A ranking was read already, so only labels that are all the same are refused here.
    values.ok().map(|values| values[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows with these labels, `?` standing for none.
    fn rows(shows: Shows, labels: &str) -> Rows {
        let label = |text: &str| (text != "?").then(|| text.to_owned());
        Rows {
            shows,
            labels: labels.split(' ').map(label).collect(),
        }
    }

    #[track_caller]
    fn check(shows: Shows, labels: &str, output: &str, looks: Looks, quality: Option<f64>) {
        let output = Blob::new(output.as_bytes());
        let found = impression(Some(&output), Some(&rows(shows, labels)));
        assert_eq!(found, Impression { looks, quality });
    }

    fn check_classes(labels: &str, output: &str, looks: Looks, quality: Option<f64>) {
        check(Shows::Classes, labels, output, looks, quality);
    }

    fn check_ranks(labels: &str, output: &str, looks: Looks, quality: Option<f64>) {
        check(Shows::Ranks, labels, output, looks, quality);
    }

    #[test]
    fn what_is_not_there_or_blank_is_so_whatever_it_should_show() {
        let all = [None, Some(rows(Shows::Classes, "yes no"))];
        for rows in all.iter().map(Option::as_ref) {
            let of = |output: Option<&str>| {
                impression(output.map(|text| Blob::new(text.as_bytes())).as_ref(), rows)
            };
            assert_eq!(of(None), Impression::without_quality(Looks::Missing));
            assert_eq!(of(Some(" \n")), Impression::without_quality(Looks::Empty));
            assert_eq!(of(Some("")), Impression::without_quality(Looks::Empty));
        }
    }

    #[test]
    fn an_output_that_does_not_say_what_it_shows_is_plausible() {
        let output = Blob::new(b"a\na\n".as_slice());
        let found = impression(Some(&output), None);
        assert_eq!(found, Impression::without_quality(Looks::Plausible));
    }

    #[test]
    fn the_quality_of_classes_is_the_share_of_right_ones() {
        check_classes("a b a", "a\nb\na\n", Looks::Plausible, Some(1.0));
        check_classes("a b a", "b\na\na\n", Looks::Plausible, Some(1.0 / 3.0));
        check_classes("a b a", "b\na\nb\r\n", Looks::Plausible, Some(0.0));
    }

    #[test]
    fn rows_without_a_label_do_not_count() {
        check_classes("a ? b ?", "a\nb\na\na\n", Looks::Plausible, Some(0.5));
        check_classes("? ?", "a\nb\n", Looks::Plausible, None);
    }

    #[test]
    fn one_class_for_all_rows_is_constant_and_has_a_quality() {
        check_classes("a b a b", "a\na\na\na\n", Looks::Constant, Some(0.5));
        // With one row nobody could tell.
        check_classes("a", "a\n", Looks::Plausible, Some(1.0));
    }

    #[test]
    fn classes_of_more_or_fewer_rows_have_no_quality() {
        check_classes("a b a", "a\nb\n", Looks::NotAPermutation, None);
        check_classes("a b", "a\nb\na\n", Looks::NotAPermutation, None);
        check_classes("a b", "a\na\na\n", Looks::NotAPermutation, None);
    }

    #[test]
    fn the_quality_of_ranks_is_the_share_of_pairs_in_order() {
        // Rows 1 and 3 are the positives: both before both others.
        check_ranks("0 1 0 1", "3\n1\n0\n2\n", Looks::Plausible, Some(1.0));
        check_ranks("0 1 0 1", "2\n0\n1\n3\n", Looks::Plausible, Some(0.0));
        // Row 3 wins twice, row 1 once.
        check_ranks("0 1 0 1", "3\n0\n1\n2\n", Looks::Plausible, Some(0.75));
    }

    #[test]
    fn rows_at_one_place_win_half() {
        // Row 1 ties with row 0 and beats row 2, row 3 beats both.
        check_ranks("0 1 0 1", "3\n1 0\n2\n", Looks::Plausible, Some(3.5 / 4.0));
        check_ranks("0 1 0 1", "0 1 2 3\n", Looks::Constant, Some(0.5));
    }

    #[test]
    fn the_order_of_the_file_is_seen_and_has_a_quality() {
        check_ranks("0 1 0 1", "0\n1\n2\n3\n", Looks::FileOrder, Some(0.25));
        check_ranks("0 1 0 1", "3\n2\n1\n0\n", Looks::Plausible, Some(0.75));
        // Rows in the order of the file that share places are ranked by something.
        check_ranks("0 1 0 1", "0 1\n2 3\n", Looks::Plausible, Some(0.5));
        check_ranks("1", "0\n", Looks::Plausible, None);
    }

    #[test]
    fn ranks_that_are_not_all_rows_once_have_no_quality() {
        for output in [
            "0\n1\n",
            "0\n1\n1\n",
            "0\n1\n3\n",
            "0\n1\n2\n3\n",
            "a\nb\nc\n",
        ] {
            check_ranks("0 1 0", output, Looks::NotAPermutation, None);
        }
    }

    #[test]
    fn ranks_have_no_quality_unless_labels_are_both_0_and_1() {
        check_ranks("0 0 0", "1\n0\n2\n", Looks::Plausible, None);
        check_ranks("0 1 2", "1\n0\n2\n", Looks::Plausible, None);
        check_ranks("? ? ?", "1\n0\n2\n", Looks::Plausible, None);
        // The row without a label plays no part.
        check_ranks("0 1 ?", "2\n1\n0\n", Looks::Plausible, Some(1.0));
    }

    #[test]
    fn alerts_are_told_apart_by_their_first_words() {
        let check = |output, looks| check(Shows::Alerts, "? ? ?", output, looks, None);
        check("ok 1.5\nanomalous 9\nok 2\n", Looks::Plausible);
        check("ok 1.5\nok 9\nok 2\n", Looks::Constant);
        check("ok 1.5\nok 9\n", Looks::NotAPermutation);
    }
}
