//! WebAssembly module with the study of bridge deals and boards.

#![no_main]

wasm::module!(wasm::of_study);
