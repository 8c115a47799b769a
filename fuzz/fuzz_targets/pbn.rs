//! Target for `fuzz::pbn`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::pbn::check(bytes));
