//! What the rest of the runtime asks of [`checks`](crate::checks), in programs without properties.

pub(crate) fn is_testing() -> bool {
    false
}

pub(crate) fn run_dry() {}

#[cfg(unix)]
pub(crate) fn flush() {}

#[cfg(unix)]
pub(crate) fn is_child() -> bool {
    false
}

#[cfg(unix)]
pub(crate) fn exit_of_child() {}

pub(crate) fn report() -> Vec<u8> {
    Vec::new()
}
