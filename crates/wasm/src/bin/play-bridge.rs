//! WebAssembly module with the rules and bots of Contract Bridge.

#![no_main]

wasm::game!(bridge::Bridge);
