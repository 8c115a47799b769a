//! WebAssembly module with the rules and bots of Speed.

#![no_main]

wasm::game!(games::speed::Speed);
