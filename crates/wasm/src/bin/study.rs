//! WebAssembly module for the analysis of bridge deals and boards.

#![no_main]

wasm::module!(wasm::of_bridge_analysis);
