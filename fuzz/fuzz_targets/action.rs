//! Target for `fuzz::action`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::action::check(bytes));
