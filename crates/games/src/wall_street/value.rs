//! Value table of Wall Street at the end of a packet, learned by `cargo xtask learn wall-street`.

use super::options::VALUES;
use super::score::{DECISIVE_LEAD, common, investors, preferred};
use super::{Options, State, WallStreet};
use crate::fishing::{Learned, PacketEnd, value};
use cards::{CardSet, Seat};

/// Number of tables: most investors, most preferred and most common stock, takeovers.
pub(super) const TABLES: usize = 4;
const INVESTORS: usize = 5;
const PREFERRED: usize = 10;
/// Number of distinguished leads in common stock.
const COMMON_LEADS: usize = 31;
const COMMON_ON_TABLE: usize = 6;
/// Number of distinguished counts of preferred stock on the table.
const PREFERRED_ON_TABLE: usize = 3;
/// Number of distinguished table sums that one card may take.
const TO_TAKE: usize = 11;
/// Number of distinguished counts of unseen cards of a value.
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
            // Unseen cards that could take the whole table.
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

/// Plays `deals` deals and learns the table of expected results. The same arguments give the same
/// table.
///
/// # Panics
///
/// Panics if the game's first preset is not for two, or if it has no heuristic bot.
#[must_use]
pub fn learn(deals: u64, seed: u64) -> Vec<u8> {
    value::learn::<WallStreet, TABLES>(deals, seed)
}

/// Returns the mean squared errors of the predicted final lead after each packet of `deals` deals:
/// by the table, and by the takeovers alone.
#[must_use]
pub fn squared_errors(deals: u64, seed: u64) -> (f64, f64) {
    value::squared_errors::<WallStreet, TABLES>(deals, seed)
}
