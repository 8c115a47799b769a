//! The module of Gin Rummy.

#![cfg_attr(target_arch = "wasm32", no_main)]

play_module::game!(games::gin_rummy::GinRummy);
