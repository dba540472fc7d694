//! Between which shares the true one lies while some mutants may be equivalent.

/// The share of killed mutants if none of the undecided ones is equivalent, and if all of them are.
///
/// An undecided mutant is one that nothing tells from the original: it may be a mutant that no input
/// can reveal, which belongs in no denominator, or one that these inputs did not reveal. `None` when
/// nothing was judged; the upper end is `None` when every mutant is undecided.
///
/// The mutation score over non-equivalent mutants is that of R. A. DeMillo, R. J. Lipton and
/// F. G. Sayward, "Hints on test data selection", Computer 11(4) (1978), 34–41; its two ends over
/// what may be equivalent are ours.
///
/// # Panics
/// When more mutants are killed and undecided than there are.
pub fn brackets(n_killed: u64, n_undecided: u64, n_judged: u64) -> Option<(f64, Option<f64>)> {
    let n_decided = n_judged
        .checked_sub(n_undecided)
        .filter(|&n_decided| n_killed <= n_decided)
        .expect("a killed mutant is not undecided, and both are among the judged");
    let share = |of: u64| (of > 0).then(|| n_killed as f64 / of as f64);
    Some((share(n_judged)?, share(n_decided)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The matrix multiplication of P. Wu, "Iterative metamorphic testing", COMPSAC 2005: of 1419
    /// mutants 99 were equivalent and four more survived, a score of 0.9970.
    #[test]
    fn the_upper_end_is_wus_score_when_all_undecided_are_equivalent() {
        let (low, high) = brackets(1316, 99, 1419).unwrap();
        assert_eq!(format!("{low:.4} {:.4}", high.unwrap()), "0.9274 0.9970");
    }

    #[test]
    fn without_undecided_mutants_the_ends_meet() {
        assert_eq!(brackets(3, 0, 4), Some((0.75, Some(0.75))));
        assert_eq!(brackets(0, 4, 4), Some((0.0, None)));
        assert_eq!(brackets(0, 0, 0), None);
    }
}
