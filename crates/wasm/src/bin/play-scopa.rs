//! WebAssembly module with the rules and bots of Scopa.

#![no_main]

wasm::game!(games::scopa::Scopa);
