//! What is not watched when the woven program does not compile.

use super::{Part, Watching};
use crate::blame::Blamed;
use crate::instruments::{self, FallBack, Standing};
use crate::settle::Settling;
use crate::sites::{FunctionId, Sites};

/// The reason while something else is looked at; nobody is told of it.
const LEFT_OUT: &str = "";

impl FallBack for Watching {
    fn leave_all_out(&self, sites: &Sites, standing: &mut Standing) {
        let unwatched = &mut standing.watching.unwatched;
        for (index, file) in sites.files.iter().enumerate() {
            let watchers = (0..file.functions.len()).map(Part::Watcher);
            let types = (0..file.found.watching.types.len()).map(Part::Type);
            let parts = watchers.chain(types);
            unwatched.extend(parts.map(|part| ((index, part), LEFT_OUT.to_owned())));
        }
        standing.watching.one_exit.extend(sites.function_ids());
    }

    /// Leaves out watchers, types and the exits of functions. None of them holds a mutant; what else
    /// is wrong is looked at without them.
    fn leave_out(&self, blamed: &Blamed, settling: &mut Settling<'_>) -> bool {
        let standing = &mut settling.standing.watching;
        let mut is_changed = false;
        for (&(file, part), message) in &blamed.parts {
            let instruments::Part::Watching(part) = part else {
                continue;
            };
            is_changed = true;
            if let Part::Exits(function) = part {
                standing.one_exit.insert(FunctionId { file, function });
            } else {
                standing.unwatched.insert((file, part), message.clone());
            }
        }
        is_changed
    }

    /// Stops telling exits apart, which must not cost a function a mutant.
    fn simplify(&self, id: FunctionId, sites: &Sites, standing: &mut Standing) -> bool {
        let found = &sites.files[id.file].found.watching;
        let watch = found.calls[id.function].as_ref();
        let has_exits = watch.is_ok_and(|watch| watch.n_exits > 1);
        found.points.is_some() && has_exits && standing.watching.one_exit.insert(id)
    }

    fn restore(&self, id: FunctionId, standing: &mut Standing) {
        standing.watching.one_exit.remove(&id);
    }
}
