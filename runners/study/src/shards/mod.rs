//! A study in parts: each shard judges some of the mutants, and a merge makes the record of all.

mod folder;
mod frozen;
mod parts;
mod shard;

pub use folder::{ShardError, ShardFolder};
pub use frozen::{FrozenPlan, FrozenSubject, freeze};
pub use parts::{merge, run_shard};
pub use shard::{MOST_SHARDS, ParseShardError, ParseShardsError, Shard, parse_shards};
