//! A value is always an element of a sequence.

use killrate_watch::{Claim, Shape};

use super::{ENOUGH, Template};
use crate::evidence::Evidence;

/// A value is always an element of a sequence.
pub(super) const TEMPLATE: Template = Template {
    name: "member",
    rule: "an element in at least eight rows, and a value that varies",
    claims,
};

fn claims(evidence: &Evidence, shape: &Shape) -> Vec<Claim> {
    let members = evidence.elements.members().iter();
    members
        .filter(|member| u64::from(member.n_rows) >= ENOUGH)
        .filter(|member| {
            evidence.columns.vary(&[member.inner]) && member.inner < shape.columns.len()
        })
        .map(|member| Claim::Member(member.inner, member.outer))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::templates::testing::check;

    #[test]
    fn a_value_that_is_always_an_element() {
        let rows: Vec<Vec<f64>> = (0..9).map(|n| vec![f64::from(n), 5.0]).collect();
        let run: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
        check(
            &super::TEMPLATE,
            &["first xs[]", "xs[]"],
            &[&run],
            &["first xs[] is in xs[]"],
        );
        check(&super::TEMPLATE, &["first xs[]", "xs[]"], &[&run[..7]], &[]);
        check(&super::TEMPLATE, &["len xs[]", "xs[]"], &[&run], &[]);
    }
}
