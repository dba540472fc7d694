//! Whether a relation holds beyond the points from which it was read, and how exactly.

use crate::search::Search;
use crate::{CallError, Check, Checks, Relation, Tolerance, check, points};

/// Points after which a relation that is none has been given up.
const FEW: usize = 150;
/// Points on which every relation is calibrated when it is found.
const SOME: usize = 1000;

/// The least share of points on which a relation must say something.
const LEAST_DEFINED: f64 = 0.2;

impl Search<'_, '_> {
    /// The relation with its tolerance and checks, if it is true and says something: first where it was
    /// read, then as far as the function lives.
    pub(crate) fn verified(&mut self, relation: Relation) -> Result<Option<Relation>, CallError> {
        let Some(few) = self.calibrated(relation, FEW)? else {
            return Ok(None);
        };
        if super::generic::holds_for_any_function(&few, &mut self.rng)?
            || self.is_saturated(&few)?
        {
            return Ok(None);
        }
        let wide = self.widened(&few);
        if let Some(wide) = wide
            && let Some(some) = self.calibrated(wide, SOME)?
        {
            return Ok(Some(some));
        }
        self.calibrated(few, SOME)
    }

    /// The same relation on all of the home, where it was read from all of the core.
    fn widened(&self, relation: &Relation) -> Option<Relation> {
        let is_core = |range| self.core.contains(range);
        if self.core == self.home || !relation.domain.ranges.iter().all(is_core) {
            return None;
        }
        let mut wide = relation.clone();
        for range in &mut wide.domain.ranges {
            let at = self.core.iter().position(|core| core == range)?;
            *range = self.home[at];
        }
        Some(wide)
    }

    /// The relation with the tolerance that the original needs on fresh points of several kinds; `None`
    /// when it needs too much or is hardly ever defined.
    pub(crate) fn calibrated(
        &mut self,
        mut relation: Relation,
        n: usize,
    ) -> Result<Option<Relation>, CallError> {
        let points = points(&relation.domain, n, &mut self.rng);
        let needs = check(&relation, self.functions, &points, Tolerance::LEAST / 2.0)?;
        let mut checks = Checks {
            n_points: n,
            ..Checks::default()
        };
        let mut greatest = 0.0_f64;
        for need in needs {
            match need {
                Check::Undefined => {}
                Check::Undecided => {
                    checks.n_defined += 1;
                    checks.n_undecided += 1;
                }
                Check::Needs(need) => {
                    checks.n_defined += 1;
                    greatest = greatest.max(need);
                }
            }
        }
        let n_decided = checks.n_defined - checks.n_undecided;
        // A comparison with a number that is none must not pass.
        let exact = greatest <= Tolerance::GREATEST / 2.0;
        if !exact || (n_decided as f64) < LEAST_DEFINED * n as f64 {
            return Ok(None);
        }
        relation.tolerance.factor = (2.0 * greatest).max(Tolerance::LEAST);
        relation.checks = checks;
        Ok(Some(relation))
    }
}
