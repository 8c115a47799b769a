//! The module of Speed.

#![cfg_attr(target_arch = "wasm32", no_main)]

play_module::game!(games::speed::Speed);
