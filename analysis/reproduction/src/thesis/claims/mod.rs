//! Claims of the thesis: one per file.

mod absent_term_wins;
mod assertions_beat_metamorphic;
mod attributes_help_martirank;
mod best_property;
mod complement;
mod cost_per_test;
mod functions_find_others;
mod functions_rescue_payl;
mod genetics_mask;
mod golf_is_weak;
mod levels_cross;
mod lost_invariants;
mod metamorphic_wins;
mod more_data_and_semantics;
mod multiplying_in_simulation;
mod partial_oracle_misses;
mod permute_and_negate;
mod permute_finds_off_by_ones;
mod permute_misses_payl;
mod permuting_finds_off_by_ones_inside;
mod random_programs;
mod replay_beats_profiles;
mod scaling_functions;
mod second_disagrees;
mod state_of_others;

use crate::claims::Claim;

/// Every claim of the thesis that a record can be asked about, by number.
pub(crate) const CLAIMS: [&Claim; 25] = [
    &metamorphic_wins::CLAIM,
    &complement::CLAIM,
    &assertions_beat_metamorphic::CLAIM,
    &partial_oracle_misses::CLAIM,
    &second_disagrees::CLAIM,
    &random_programs::CLAIM,
    &lost_invariants::CLAIM,
    &permute_and_negate::CLAIM,
    &best_property::CLAIM,
    &multiplying_in_simulation::CLAIM,
    &scaling_functions::CLAIM,
    &golf_is_weak::CLAIM,
    &attributes_help_martirank::CLAIM,
    &permute_finds_off_by_ones::CLAIM,
    &permute_misses_payl::CLAIM,
    &absent_term_wins::CLAIM,
    &genetics_mask::CLAIM,
    &more_data_and_semantics::CLAIM,
    &levels_cross::CLAIM,
    &functions_find_others::CLAIM,
    &functions_rescue_payl::CLAIM,
    &state_of_others::CLAIM,
    &replay_beats_profiles::CLAIM,
    &permuting_finds_off_by_ones_inside::CLAIM,
    &cost_per_test::CLAIM,
];

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_claim_names_studies_that_there_are() {
        let studies = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/studies");
        for claim in CLAIMS {
            assert!(!claim.studies.is_empty(), "claim {}", claim.number);
            for study in claim.studies {
                let manifest = studies.join(study).join("study.toml");
                assert!(manifest.is_file(), "claim {}: `{study}`", claim.number);
            }
        }
    }
}
