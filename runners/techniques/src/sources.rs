//! Cases that run the subject on its data sets as they are.

use std::sync::Arc;

use killrate_model::{Case, DataSet, PropertyName, Request, TechniqueName};

use crate::Setting;

/// One case per data set of the study.
pub(crate) fn source_cases(
    setting: &Setting<'_>,
    technique: &TechniqueName,
    property: &PropertyName,
) -> Vec<Case> {
    let case = |data_set: &DataSet| Case {
        technique: technique.clone(),
        property: property.clone(),
        data_set: data_set.name.clone(),
        seed: None,
        requests: vec![Arc::new(Request::source(setting.interface, data_set))],
    };
    setting.data_sets.iter().map(case).collect()
}
