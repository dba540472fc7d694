//! What is left out of the text that burns fuel.

use super::Fuel;
use crate::instruments::FallBack;

// A loop without fuel could hang a study, so there is nothing between all fuel of a function and none.
impl FallBack for Fuel {}
