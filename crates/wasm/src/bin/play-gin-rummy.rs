//! WebAssembly module with the rules and bots of Gin Rummy.

#![no_main]

wasm::game!(games::gin_rummy::GinRummy);
