//! WebAssembly module with the verification of shuffles.

#![no_main]

wasm::module!(wasm::of_records);
