//! All elements of a sequence are elements of another.

use killrate_watch::{Claim, Role, Shape};

use super::{ENOUGH, Template};
use crate::evidence::Evidence;

/// All elements of a sequence are elements of another.
pub(super) const TEMPLATE: Template = Template {
    name: "subset",
    rule: "at least eight rows of short sequences that are not empty; not for permutations, which say more",
    claims,
};

fn claims(evidence: &Evidence, shape: &Shape) -> Vec<Claim> {
    let equal: Vec<[u32; 2]> = evidence
        .pairs
        .equal()
        .filter(|&(left, _)| shape.columns[left].role == Role::Bag)
        .filter_map(|(left, right)| {
            Some([
                shape.columns[left].sequence?,
                shape.columns[right].sequence?,
            ])
        })
        .collect();
    let is_permutation = |inner: usize, outer: usize| {
        // Equal columns are listed with the earlier one first.
        let pair = [inner.min(outer) as u32, inner.max(outer) as u32];
        equal.contains(&pair)
    };
    let subsets = evidence.elements.subsets().iter();
    subsets
        .filter(|subset| u64::from(subset.n_rows) >= ENOUGH)
        .filter(|subset| !is_permutation(subset.inner, subset.outer))
        .map(|subset| Claim::Subset(subset.inner, subset.outer))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::templates::testing::check;

    #[test]
    fn a_sequence_without_its_last_element_is_a_subset() {
        let rows: Vec<Vec<f64>> = (0..9)
            .map(|n| vec![f64::from(n), f64::from(n + 1)])
            .collect();
        let run: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
        check(
            &super::TEMPLATE,
            &["a[]", "d[]"],
            &[&run],
            &["d[] is a subset of a[]"],
        );
        check(&super::TEMPLATE, &["a[]", "d[]"], &[&run[..7]], &[]);
        check(&super::TEMPLATE, &["a[]", "r[]"], &[&run], &[]);
    }
}
