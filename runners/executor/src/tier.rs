//! How well programs are confined.

use std::fmt;

/// How well programs are confined; part of the identity of every execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// A process group that is killed at the end, and limits. A program can leave the group, read
    /// and write wherever the user can, use the network, and connect to any socket.
    ProcessGroup,
    /// Rules of the kernel besides, and a runner that ends whatever has left the group: a program
    /// can write to its run folder only, can read the system's files and its own only, and has neither
    /// TCP nor Unix sockets; there is no size of a folder, and no network of its own.
    Landlock,
    /// Namespaces besides: whatever a program starts ends with it, it can write to its run folder
    /// only, nothing is there besides the system's files and its own, so that neither files nor sockets
    /// of others can be found, it has an empty `/tmp` and `/dev/shm` of its own, and no network. The rules of the
    /// kernel say the same once more, where the kernel has them.
    Full,
}

impl Tier {
    /// Every tier, the best first.
    pub const ALL: [Self; 3] = [Self::Full, Self::Landlock, Self::ProcessGroup];

    /// What it cannot prevent or takes away besides; nothing to tell of the best.
    pub fn caveat(self) -> Option<&'static str> {
        match self {
            Self::ProcessGroup => Some(
                "programs can read and write all files, connect to all sockets and use the network, as you can",
            ),
            Self::Landlock => Some(
                "folders have no size of their own, and programs cannot use Unix sockets even among themselves",
            ),
            Self::Full => None,
        }
    }

    /// Its name in the record.
    pub fn name(self) -> &'static str {
        match self {
            Self::ProcessGroup => "process-group",
            Self::Landlock => "landlock",
            Self::Full => "full",
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
