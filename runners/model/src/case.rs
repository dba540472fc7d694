//! What one judgement needs.

use std::sync::Arc;

use crate::{DataSetName, PropertyName, Request, TechniqueName};

/// The requests one judgement needs, and what it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Who judges.
    pub technique: TechniqueName,
    /// By which property.
    pub property: PropertyName,
    /// On which data set.
    pub data_set: DataSetName,
    /// The seed of the random choices made while planning; `None` where there were none.
    pub seed: Option<u64>,
    /// The requests that are known before anything has run, in the order in which the technique asks
    /// for them; what it sees may make some of them needless and others needed.
    pub requests: Vec<Arc<Request>>,
}
