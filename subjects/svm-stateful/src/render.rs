//! The classifiers as text.

use crate::smo::Smo;

/// One paragraph per pair of classes: their names, the weight of every column, the threshold.
pub fn render_model(smo: &Smo, classes: &[String], columns: &[String]) -> String {
    let mut text = String::new();
    for pair in &smo.pairs {
        text.push_str(&format!(
            "{} | {}\n",
            classes[pair.first], classes[pair.second]
        ));
        for column in 0..columns.len() {
            let weight = render_number(pair.classifier.weights[column]);
            text.push_str(&format!("  {weight} * {}\n", columns[column]));
        }
        let threshold = render_number(pair.classifier.threshold);
        text.push_str(&format!("  > {threshold}\n"));
    }
    text
}

/// Six decimals, of which the optimisation's tolerance leaves every one certain.
fn render_number(number: f64) -> String {
    let text = format!("{number:.6}");
    // A small negative number would print as zero with a sign that means nothing.
    if text == "-0.000000" {
        "0.000000".to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::TrainingPoints;
    use crate::smo::build_classifier;

    #[test]
    fn a_model_is_a_paragraph_per_pair() {
        let smo = build_classifier(&TrainingPoints {
            points: vec![vec![0.0, 3.0], vec![2.0, 3.0]],
            classes: vec![0, 1],
            n_classes: 2,
        });
        let classes = ["no".to_owned(), "yes".to_owned()];
        let columns = ["x".to_owned(), "w=on".to_owned()];
        assert_eq!(
            render_model(&smo, &classes, &columns),
            "no | yes\n  1.000000 * x\n  0.000000 * w=on\n  > 1.000000\n"
        );
    }

    #[test]
    fn zero_has_no_sign() {
        assert_eq!(render_number(-0.0000001), "0.000000");
        assert_eq!(render_number(-0.000001), "-0.000001");
        assert_eq!(render_number(0.1234567), "0.123457");
    }
}
