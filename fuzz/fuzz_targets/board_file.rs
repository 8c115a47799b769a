//! Target for `fuzz::board_file`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::board_file::check(bytes));
