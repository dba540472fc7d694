//! The list of all instruments.

use std::collections::BTreeSet;

use super::{Instrument, batches, checks, fuel, mutants, watching};
use crate::sites::FunctionId;

/// Makes of one list what goes over all instruments and what has something of each, so that none can
/// be in one and missing in another.
///
/// Of its module, an instrument is a type without values, and has `Found`, what it found in one file,
/// `Standing`, what it left out since, and `Part`, a stretch of text that it splices at or wove.
macro_rules! instruments {
    ($($module:ident: $Instrument:ident),+ $(,)?) => {
        /// Every instrument.
        pub(crate) const ALL: &[&dyn Instrument] = &[$(&$module::$Instrument),+];

        /// What the instruments found in one file.
        #[derive(Debug, Default)]
        #[expect(dead_code, reason = "some instruments keep nothing there")]
        pub(crate) struct Found {
            $(pub $module: $module::Found,)+
        }

        /// What is left of what was found while the compiler is being asked.
        #[derive(Debug, Clone, Default)]
        #[expect(dead_code, reason = "some instruments leave nothing out")]
        pub(crate) struct Standing {
            /// Functions that are left as written: nothing can be woven into them.
            pub unwoven: BTreeSet<FunctionId>,
            $(pub $module: $module::Standing,)+
        }

        /// A stretch of text that an instrument splices at or wove.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        #[expect(dead_code, reason = "some instruments splice at nothing")]
        pub(crate) enum Part {
            $($Instrument($module::Part),)+
        }

        impl Part {
            /// Whose it is.
            pub(crate) fn instrument(self) -> &'static dyn Instrument {
                match self {
                    $(Self::$Instrument(_) => &$module::$Instrument,)+
                }
            }
        }
    };
}

// The order is that in which they write at the entry of a function: a batch begins before anything is
// done for one input, and the fuel of a function is burnt before its tests begin, or a test of a call that has none left would run. What does not compile is left out
// in this order too: watching first, which holds no mutant, and mutants last.
instruments! {
    batches: Batches,
    fuel: Fuel,
    checks: Checks,
    watching: Watching,
    mutants: Mutants,
}
