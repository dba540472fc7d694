//! Laws between a result and its argument, such as `√x² = x` or `|x|² = x²`.

use super::{f, pieces, x};
use crate::search::Search;
use crate::{CallError, Class, Relation};

/// Searches for them; they come first, because they make other kinds redundant.
pub(crate) fn search(search: &mut Search<'_, '_>) -> Result<Vec<Relation>, CallError> {
    for piece in pieces(search.core[0]) {
        let relations = search.propose(Class::RawArgument, &[f(x()), x()], &[piece], 1..=4)?;
        if !relations.is_empty() {
            return Ok(relations);
        }
    }
    Ok(Vec::new())
}
