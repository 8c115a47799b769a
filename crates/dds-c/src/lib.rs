//! The double-dummy solver with the functions and structures that programs for DDS 2 already call.
//!
//! Link `libdds_c` in place of `libdds`: `include/dds_c.h` declares what is here, and its names, layouts and codes are
//! those of DDS 2.9. What is left out is left out of the header too, so a program that needs it does not build.
//!
//! There is no `unsafe` block. C gives pointers, and each is taken as an optional reference, which is what a pointer that may
//! be null is; that it points to a whole structure is the caller's word, as in any C library. All structures are numbers, so
//! that every pattern of bits is one. What is only written is [`MaybeUninit`](std::mem::MaybeUninit).

mod api;
mod deal;
pub mod layout;
mod solve;

pub use api::*;
