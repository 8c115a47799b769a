//! The module of Thirty-One.

#![cfg_attr(target_arch = "wasm32", no_main)]

play_module::game!(games::thirty_one::ThirtyOne);
