//! Value table of Scopa at the end of a packet, learned by `cargo xtask learn scopa`.

use super::score::{COINS, DECISIVE_LEAD, SETTEBELLO, SEVENS, primiera};
use super::{Options, Scopa, State, best_primiera};
use crate::fishing::{Learned, PacketEnd, value};
use cards::{CardSet, Seat};

/// Number of tables: most cards, most coins, the settebello, the primiera, sweeps.
pub(super) const TABLES: usize = 5;
/// Number of distinguished leads in cards.
const CARDS: usize = 41;
const COINS_EACH: usize = 11;
/// Cases of the settebello: captured by one or the other, on the table, or unseen.
const SETTEBELLOS: usize = 4;
const SEVENS_LEFT: usize = 5;
const PRIMIERA_LEADS: usize = 21;
/// Number of distinguished numbers of cards on the table.
const ON_TABLE: usize = 11;

impl Learned<TABLES> for Scopa {
    const STAGES: usize = 5;
    const SIZES: [usize; TABLES] =
        [CARDS, COINS_EACH * COINS_EACH, SETTEBELLOS, SEVENS_LEFT * PRIMIERA_LEADS, ON_TABLE];
    const LEARNED: &'static [u8] = include_bytes!("value.bin");
    const DECISIVE_LEAD: f32 = DECISIVE_LEAD;

    #[inline]
    fn is_learned(options: &Options) -> bool {
        let is_plain = !options.settanta && !options.re_bello && !options.napola && !options.napoleone;
        is_plain
            && options.seats == 2
            && !options.scopone
            && !options.scopone_scientifico
            && !options.asso_piglia_tutto
    }

    fn packet_end(state: &State, next: Seat) -> Option<PacketEnd> {
        PacketEnd::of(&state.deal, next)
    }

    #[inline]
    fn cases(end: &PacketEnd) -> [usize; TABLES] {
        let [mine, theirs] = end.piles;
        let [my_coins, their_coins] = end.count(COINS);
        let settebello = match () {
            () if mine.contains(SETTEBELLO) => 0,
            () if theirs.contains(SETTEBELLO) => 1,
            () if end.table.contains(SETTEBELLO) => 2,
            () => 3,
        };
        let sevens_left = (SEVENS - (mine | theirs)).len();
        let primiera_lead = ((primiera(mine).1 - primiera(theirs).1) / 3).clamp(-10, 10) + 10;
        [
            usize::from((20 + mine.len()).saturating_sub(theirs.len())).min(CARDS - 1),
            COINS_EACH * my_coins + their_coins,
            settebello,
            PRIMIERA_LEADS * usize::from(sevens_left) + primiera_lead as usize,
            usize::from(end.table.len()).min(ON_TABLE - 1),
        ]
    }

    fn leads(options: &Options, end: &PacketEnd) -> [f32; TABLES] {
        let primiera = match best_primiera(options, &end.piles) {
            Some(side) if side.index() == 0 => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        };
        let settebello = CardSet::only(SETTEBELLO);
        [end.more(CardSet::FULL), end.more(COINS), end.more(settebello), primiera, end.sweeps_lead()]
    }
}

/// Plays `deals` deals and learns the table of expected results. The same arguments give the same
/// table.
///
/// # Panics
///
/// Panics if the game's first preset is not for two, or if it has no heuristic bot.
#[must_use]
pub fn learn(deals: u64, seed: u64) -> Vec<u8> {
    value::learn::<Scopa, TABLES>(deals, seed)
}

/// Returns the mean squared errors of the predicted final lead after each packet of `deals` deals:
/// by the table, and by the sweeps alone.
#[must_use]
pub fn squared_errors(deals: u64, seed: u64) -> (f64, f64) {
    value::squared_errors::<Scopa, TABLES>(deals, seed)
}
