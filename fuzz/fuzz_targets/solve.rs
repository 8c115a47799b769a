//! Target for `fuzz::solve`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::solve::check(bytes));
