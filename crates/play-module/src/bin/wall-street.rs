//! The module of Wall Street.

#![cfg_attr(target_arch = "wasm32", no_main)]

play_module::game!(games::wall_street::WallStreet);
