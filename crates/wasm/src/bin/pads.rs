//! WebAssembly module with score pads and the deck checker.

#![no_main]

wasm::module!(wasm::of_pads);
