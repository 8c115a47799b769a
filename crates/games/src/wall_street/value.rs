//! What scores, and what it hangs on at the end of a packet: what `cargo xtask learn wall-street` learns a table of.

use super::options::VALUES;
use super::score::{DECISIVE_LEAD, common, investors, preferred};
use super::{Options, State, WallStreet};
use crate::fishing::{Learned, PacketEnd, value};
use cards::{CardSet, Seat};

/// What scores: most investors, most preferred and most common stock, and takeovers.
pub(super) const TABLES: usize = 4;
const INVESTORS: usize = 5;
const PREFERRED: usize = 10;
/// Common stock by which one may lead, up to where it decides; and how much of it on the table is told apart.
const COMMON_LEADS: usize = 31;
const COMMON_ON_TABLE: usize = 6;
/// How many preferred on the table are told apart.
const PREFERRED_ON_TABLE: usize = 3;
/// What a table comes to that one card may take, or how many cards lie there.
const TO_TAKE: usize = 11;
/// How many cards of a value may be to come.
const OF_A_VALUE: usize = 9;
const ON_TABLE: usize = 12;

impl Learned<TABLES> for WallStreet {
    const STAGES: usize = 5;
    const SIZES: [usize; TABLES] = [
        INVESTORS * INVESTORS * INVESTORS,
        PREFERRED * PREFERRED * PREFERRED_ON_TABLE,
        COMMON_LEADS * COMMON_ON_TABLE,
        TO_TAKE * OF_A_VALUE + ON_TABLE,
    ];
    const LEARNED: &'static [u8] = include_bytes!("value.bin");
    const DECISIVE_LEAD: f32 = DECISIVE_LEAD;

    #[inline]
    fn is_learned(options: &Options) -> bool {
        options.seats == 2
    }

    fn packet_end(state: &State, next: Seat) -> Option<PacketEnd> {
        PacketEnd::of(&state.deal, next)
    }

    #[inline]
    fn cases(end: &PacketEnd) -> [usize; TABLES] {
        let on_table = |cards: CardSet| usize::from(cards.len());
        let [my_investors, their_investors] = end.count(investors(CardSet::FULL));
        let [my_preferred, their_preferred] = end.count(preferred(CardSet::FULL));
        let [my_common, their_common] = end.count(common(CardSet::FULL));
        let most = COMMON_LEADS / 2;
        let sum = VALUES.sum(end.table) as usize;
        let takeovers = if (1..TO_TAKE).contains(&sum) {
            // The cards not seen, any of which may take it all.
            let takers = VALUES.exactly(sum as u8) - end.table - end.piles[0] - end.piles[1];
            OF_A_VALUE * sum + usize::from(takers.len())
        } else {
            TO_TAKE * OF_A_VALUE + on_table(end.table).min(ON_TABLE - 1)
        };
        [
            INVESTORS * (INVESTORS * my_investors + their_investors) + on_table(investors(end.table)),
            PREFERRED_ON_TABLE * (PREFERRED * my_preferred + their_preferred)
                + on_table(preferred(end.table)).min(PREFERRED_ON_TABLE - 1),
            COMMON_ON_TABLE * ((most + my_common).saturating_sub(their_common)).min(COMMON_LEADS - 1)
                + on_table(common(end.table)).min(COMMON_ON_TABLE - 1),
            takeovers,
        ]
    }

    fn leads(_options: &Options, end: &PacketEnd) -> [f32; TABLES] {
        let all = CardSet::FULL;
        let [investors, preferred, common] =
            [investors(all), preferred(all), common(all)].map(|cards| end.more(cards));
        [investors, preferred, common, end.sweeps_lead()]
    }
}

/// Plays so many deals and learns from them what is expected. The same deals and seed make the same table.
///
/// # Panics
///
/// When the game is not what it was: that is for a test to find.
#[must_use]
pub fn learn(deals: u64, seed: u64) -> Vec<u8> {
    value::learn::<WallStreet, TABLES>(deals, seed)
}

/// The mean squared error of the lead at the end, as it is expected after each packet of so many deals: by the table in use, and
/// by the takeovers made alone.
#[must_use]
pub fn squared_errors(deals: u64, seed: u64) -> (f64, f64) {
    value::squared_errors::<WallStreet, TABLES>(deals, seed)
}
