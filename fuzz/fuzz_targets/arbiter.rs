//! Target for `fuzz::arbiter`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::arbiter::check(bytes));
