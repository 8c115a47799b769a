//! WebAssembly module with the rules and bots of Sharks of Wall Street.

#![no_main]

wasm::game!(games::sharks::Sharks);
