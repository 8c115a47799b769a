//! C library of the double-dummy solver, compatible with DDS 2.
//!
//! `include/dds_c.h` declares the functions, with the names, layouts and codes of DDS 2.9. The README
//! describes how a program uses this library in place of DDS.
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
