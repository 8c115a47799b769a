//! Target for `fuzz::replay`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::replay::check(bytes));
