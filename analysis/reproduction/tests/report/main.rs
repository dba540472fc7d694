//! Reports of a record whose matrix was worked out by hand.

#![expect(
    clippy::unwrap_used,
    reason = "in a test a panic is the report; clippy knows only functions marked as tests"
)]

mod across;
mod alone;
mod answers;
mod audit;
mod browser;
mod choices;
mod claims;
mod damage;
mod diff;
mod errors;
mod fixture;
mod formats;
mod functions;
mod headline;
mod judgement;
mod large;
mod looks;
mod made;
mod new_property;
mod originals;
mod overhead;
mod page;
mod policies;
mod readme;
mod rounds;
mod study_2;
mod tables;
mod together;
mod versions;
