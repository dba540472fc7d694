//! Makes normal and anomalous network traffic for PAYL from a seed.
//!
//! `datasets/payl/README.md` tells how packets are made and lists the sets.

pub mod manifest;
pub mod service;
pub mod sets;
pub mod traffic;
