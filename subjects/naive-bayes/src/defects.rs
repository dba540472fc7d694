//! What can be switched on: two defects that Murphy's thesis found in other programs.

/// Which defects the program has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Defects {
    /// An update counts the example's class and leaves the estimates of its attributes alone, as in
    /// Weka 3.5.8.
    pub has_stale_estimates: bool,
    /// Confidence is normalised by the share of equal training examples and not by their number, a
    /// defect like that of RapidMiner 4.1.
    pub normalizes_by_share: bool,
}
