//! The real binary, end to end, over small projects in temporary folders.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod alone;
mod assertions;
mod bad_input;
#[cfg(feature = "analysis")]
mod bench_property;
mod daikon;
#[cfg(feature = "analysis")]
mod diff;
mod exits;
#[cfg(feature = "analysis")]
mod export_statuses;
mod foreign_text;
mod hand_checked;
mod help;
mod import;
mod infer;
mod init;
mod messages;
mod mt;
mod mt_chains;
mod mt_deploy;
mod mt_descriptor;
mod mt_numbers;
mod mt_other;
mod mt_placebo;
mod mt_script;
mod mt_sweep;
mod originals;
mod outputs;
mod own_tests;
mod placebos;
#[cfg(feature = "analysis")]
mod policies;
mod random_programs;
mod records;
mod repeatable;
mod same_code;
mod shards;
mod shown;
mod slow;
mod slurm;
mod support;
mod tier;
mod together;
mod two_at_once;
mod verbs;
mod worked_examples;
