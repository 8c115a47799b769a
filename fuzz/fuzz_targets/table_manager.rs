//! Target for `fuzz::table_manager`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::table_manager::check(bytes));
