//! C library of the double-dummy solver, compatible with DDS 2.
//!
//! Link `libdds_c` instead of `libdds`. `include/dds_c.h` declares the functions, with the names,
//! layouts and codes of DDS 2.9. Functions that this library lacks are missing from the header too,
//! so a program that needs them doesn't compile.
//!
//! The crate has no `unsafe` block. A pointer that may be null is taken as an optional reference.
//! As in any C library, the caller guarantees that it points to a whole structure. All structures
//! consist of integers, so every bit pattern is valid. Output structures are
//! [`MaybeUninit`](std::mem::MaybeUninit).

mod api;
mod deal;
pub mod layout;
mod par;
mod play;
mod solve;

pub use api::*;
