//! Fuel, which every loop and every function that may call itself burns.

pub(crate) mod leaving;
