//! How many deals a second.
fn main() {}
