//! Detects unusual network payloads by their byte frequencies, after PAYL.
//!
//! `README.md` tells the algorithm in words and maps the functions of the original to ours.

pub mod detect;
pub mod error;
pub mod frequency;
pub mod length_model;
pub mod length_probability;
pub mod options;
pub mod packet;
pub mod render;
pub mod tcp_model;
