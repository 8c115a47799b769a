//! WebAssembly module with the rules and bots of Wall Street.

#![no_main]

wasm::game!(games::wall_street::WallStreet);
