//! The module of Bridge.

#![cfg_attr(target_arch = "wasm32", no_main)]

play_module::game!(games::bridge::Bridge);
