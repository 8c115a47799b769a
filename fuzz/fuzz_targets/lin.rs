//! Target for `fuzz::lin`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::lin::check(bytes));
