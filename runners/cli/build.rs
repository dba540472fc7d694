//! How the binary is linked.

#[expect(
    clippy::disallowed_methods,
    reason = "Cargo tells a build script the target by variables"
)]
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |variable: &str, value: &str| std::env::var(variable).as_deref() == Ok(value);
    // With polars in it, a binary that may lie anywhere in memory has half a million addresses that
    // are put right at every start: most of what `mt deploy` delays a program by. At a fixed place
    // there are none.
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
