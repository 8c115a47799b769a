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

/// Expands `$each!` with the types of the games with tensors, in the order in which they are offered.
///
/// A new encoding needs a line here. The caller needs the crates of the games.
///
/// ```
/// macro_rules! columns {
///     ($($game:ty),+ $(,)?) => { [$(<$game as tensors::Encode>::LAYOUT.len()),+] };
/// }
/// assert!(tensors::for_each_game!(columns).iter().all(|blocks| *blocks > 0));
/// ```
#[macro_export]
macro_rules! for_each_game {
    ($each:ident) => {
        $each! {
            ::games::scopa::Scopa,
            ::games::wall_street::WallStreet,
            ::bridge::Bridge,
            ::games::cassino::Cassino,
            ::games::gin_rummy::GinRummy,
            ::games::thirty_one::ThirtyOne,
            ::games::speed::Speed,
            ::games::sharks::Sharks,
        }
    };
}
