//! Target for `fuzz::deal`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::deal::check(bytes));
