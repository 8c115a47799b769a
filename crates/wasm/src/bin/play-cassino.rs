//! WebAssembly module with the rules and bots of Cassino.

#![no_main]

wasm::game!(games::cassino::Cassino);
