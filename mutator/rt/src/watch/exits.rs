//! By which exit a watched call returns.
//!
//! The body of a watched function tells, and whoever watches the call asks as soon as the body has
//! returned. There is one slot for each thread, and it is that of the innermost call whose exits are
//! told apart: a call sets it aside when it starts and brings it back when it ends, also by a panic.
//! So whatever a body calls, and whatever is dropped between telling and returning, leaves it as it
//! was.

use std::cell::Cell;

use crate::settled;

/// No other exit was told than the end of the body.
const END: u32 = 0;
/// The body that runs next is to tell.
const AWAITED: u32 = u32::MAX;

thread_local! {
    static SLOT: Cell<u32> = const { Cell::new(END) };
}

/// Whether the body that asks this first of all is to tell by which exit it is left.
///
/// The same body also runs in calls that nobody watches, perhaps within one that somebody does.
#[inline]
pub fn is_awaited() -> bool {
    // While nothing is watched, no thread's slot is looked at.
    settled::first() == 0 && SLOT.get() == AWAITED && {
        SLOT.set(END);
        true
    }
}

/// Tells that the body is left by this exit, if it is left before another one is told; 0 stands for
/// the end of the body. Gives back the value.
#[inline]
pub fn leaving<T>(is_awaited: bool, exit: u32, value: T) -> T {
    if is_awaited {
        SLOT.set(exit);
    }
    value
}

/// The slot as it was before a call; brought back when the call is over.
#[derive(Debug)]
pub(super) struct Aside(u32);

impl Aside {
    /// Waits for the body that runs next.
    pub(super) fn wait() -> Self {
        Self(SLOT.replace(AWAITED))
    }

    /// The exit that the body told, if any but its end.
    pub(super) fn told(self) -> Option<u32> {
        let told = SLOT.get();
        (told != END && told != AWAITED).then_some(told)
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        SLOT.set(self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A body that tells this exit, when it is awaited, after it has run what is inside.
    fn body(exit: u32, inside: impl FnOnce()) {
        // As `is_awaited` does in a program that is watched.
        let is_awaited = SLOT.get() == AWAITED && {
            SLOT.set(END);
            true
        };
        inside();
        leaving(is_awaited, exit, ());
    }

    fn watched(exit: u32, inside: impl FnOnce()) -> Option<u32> {
        let aside = Aside::wait();
        body(exit, inside);
        aside.told()
    }

    #[test]
    fn every_call_is_told_its_own_exit() {
        assert_eq!(watched(2, || ()), Some(2));
        assert_eq!(watched(END, || ()), None);
        let inner =
            |expected: Option<u32>, exit| move || assert_eq!(watched(exit, || ()), expected);
        assert_eq!(watched(END, inner(Some(3), 3)), None);
        assert_eq!(watched(1, inner(None, END)), Some(1));
        // One that is not watched itself tells nobody.
        assert_eq!(watched(END, || body(7, || ())), None);
        body(5, || ());
        assert_eq!(SLOT.get(), END);
    }

    #[test]
    fn what_runs_between_telling_and_returning_changes_nothing() {
        let aside = Aside::wait();
        body(4, || ());
        assert_eq!(watched(END, || ()), None);
        body(9, || ());
        assert_eq!(aside.told(), Some(4));
    }

    #[test]
    fn a_panic_brings_the_slot_back() {
        let panicking = || {
            let ended =
                std::panic::catch_unwind(|| watched(6, || std::panic::resume_unwind(Box::new(()))));
            assert!(ended.is_err());
        };
        assert_eq!(watched(END, panicking), None);
        assert_eq!(watched(2, panicking), Some(2));
        assert_eq!(SLOT.get(), END);
    }
}
