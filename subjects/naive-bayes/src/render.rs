//! What is written.

use std::fmt::Write;

use crate::data::{Kind, Schema};
use crate::model::{Estimator, Model};

/// The model as text: each class with its share, and below it what is known of its attributes.
pub fn render_model(schema: &Schema, model: &Model) -> String {
    let precisions = model.precisions();
    let mut text = String::new();
    for (class, name) in schema.classes.iter().enumerate() {
        let _ = writeln!(text, "class {name}: {:.6}", model.prior(class));
        let estimators = model.estimators(class).iter().zip(&precisions);
        for (attribute, (estimator, precision)) in schema.attributes.iter().zip(estimators) {
            let _ = write!(text, "  {}:", attribute.name);
            match (estimator, &attribute.kind) {
                (Estimator::Normal(estimator), _) => {
                    let (mean, deviation) = (estimator.mean(), estimator.deviation(*precision));
                    let _ = write!(text, " mean {mean:.6} deviation {deviation:.6}");
                }
                (Estimator::Nominal(estimator), Kind::Nominal(texts)) => {
                    for (value, probability) in texts.iter().zip(estimator.probabilities()) {
                        let _ = write!(text, " {value} {probability:.6}");
                    }
                }
                (Estimator::Nominal(_), Kind::Numeric) => {
                    unreachable!("an estimator is of its attribute's kind")
                }
            }
            text.push('\n');
        }
    }
    text
}
