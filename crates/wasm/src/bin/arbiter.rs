//! WebAssembly module with the arbiter.

#![no_main]

wasm::module!(wasm::of_arbiter);
