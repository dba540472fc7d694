//! Reading with a library that panics on some damaged files.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use crate::table::TableError;

thread_local! {
    static IS_READING: Cell<bool> = const { Cell::new(false) };
}

/// What `read` gives; an error when the Parquet library panics in it.
///
/// The library takes lengths in a file's pages for granted, so some damaged files make it panic. That
/// is no fault of the harness, and nothing is to be said of it besides the error.
pub(crate) fn guarded<T>(read: impl FnOnce() -> Result<T, TableError>) -> Result<T, TableError> {
    static IS_QUIET: Once = Once::new();
    IS_QUIET.call_once(|| {
        let before = take_hook();
        // Panics of other threads meanwhile are told as ever.
        set_hook(Box::new(move |panic| {
            if !IS_READING.get() {
                before(panic);
            }
        }));
    });
    let was_reading = IS_READING.replace(true);
    let outcome = catch_unwind(AssertUnwindSafe(read));
    IS_READING.set(was_reading);
    outcome.unwrap_or_else(|_| Err(TableError::Unreadable))
}
