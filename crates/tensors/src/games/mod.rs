//! Encodings of the games, one module each.

mod bridge;
mod captures;
mod cassino;
mod fishing;
mod gin_rummy;
mod scopa;
mod sharks;
mod speed;
mod thirty_one;
mod wall_street;
