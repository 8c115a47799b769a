//! WebAssembly module with the rules and bots of Thirty-One.

#![no_main]

wasm::game!(games::thirty_one::ThirtyOne);
