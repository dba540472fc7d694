//! A naive Bayes classifier that can be updated, with two published defects to be switched on.

pub mod confidence;
pub mod data;
pub mod defects;
pub mod error;
pub mod model;
pub mod nominal_estimator;
pub mod normal_estimator;
pub mod options;
pub mod render;
pub mod sheet;
