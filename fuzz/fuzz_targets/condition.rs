//! Target for `fuzz::condition`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::condition::check(bytes));
