//! Names the shared library on Linux.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Programs that were linked with DDS look for this name.
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libdds.so.0");
    }
}
