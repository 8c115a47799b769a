//! Target for `fuzz::bot_line`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::bot_line::check(bytes));
