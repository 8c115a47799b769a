//! Target for `fuzz::pads`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::pads::check(bytes));
