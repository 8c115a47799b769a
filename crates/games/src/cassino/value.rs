//! Value table of Cassino at the end of a packet, learned by `cargo xtask learn cassino`.

use super::options::{KeepCapturer, Royal, Spade};
use super::score::{ACES, BIG_CASSINO, DECISIVE_LEAD, LITTLE_CASSINO, MAX_CARDS, SPADES};
use super::{Cassino, Options, State, Values};
use crate::fishing::value::packets;
use crate::fishing::{Learned, PacketEnd, value};
use cards::{Card, CardSet, Seat};

/// Number of tables: most cards, most spades, big and little cassino, aces, sweeps.
pub(super) const TABLES: usize = 6;
/// Cards of a packet for two.
pub(super) const PACKET: u8 = 8;

/// Number of distinguished leads in cards.
const CARD_LEADS: usize = 41;
const ON_TABLE: usize = 9;
/// Number of spades that is a majority.
const MOST_SPADES: usize = 7;
const SPADES_ON_TABLE: usize = 4;
/// Cases of a card: captured by one or the other, on the table, or unseen.
const PLACES: usize = 4;
const ACES_EACH: usize = 5;
const ACES_ON_TABLE: usize = 3;
/// Number of distinguished counts of unseen cards that could sweep.
///
/// The cases are: no card; one card, by the unseen cards of its rank; several cards that add up to
/// a value, by the unseen cards of that value; any others.
const OF_A_RANK: usize = 5;
const SWEEPS: usize = 1 + 2 * OF_A_RANK + ON_TABLE;

impl Learned<TABLES> for Cassino {
    const STAGES: usize = 5;
    const SIZES: [usize; TABLES] = [
        CARD_LEADS * ON_TABLE,
        (MOST_SPADES + 1) * (MOST_SPADES + 1) * SPADES_ON_TABLE,
        PLACES,
        PLACES,
        ACES_EACH * ACES_EACH * ACES_ON_TABLE,
        SWEEPS,
    ];
    const LEARNED: &'static [u8] = include_bytes!("value.bin");
    const DECISIVE_LEAD: f32 = DECISIVE_LEAD;

    #[inline]
    fn is_learned(options: &Options) -> bool {
        options.seats == 2
            && options.royal == Royal::Off
            && options.spade == Spade::Off
            && options.sweeps == 1
            && options.keep_capturer == KeepCapturer::Required
    }

    fn packet_end(state: &State, next: Seat) -> Option<PacketEnd> {
        let sides = [next, next.next(2)].map(|seat| state.side(seat));
        let sweeps = |side| state.sweeping_sides().filter(|other| *other == side).count() as u8;
        let held = state.hands.iter().fold(0, |cards, (_, hand)| cards + hand.len());
        Some(PacketEnd {
            to_come: packets(state.stock.len() + held, PACKET)?,
            table: state.loose,
            piles: sides.map(|side| state.piles[side]),
            sweeps: sides.map(sweeps),
        })
    }

    #[inline]
    fn cases(end: &PacketEnd) -> [usize; TABLES] {
        let on_table = |cards: CardSet| usize::from((end.table & cards).len());
        let place = |card: Card| match () {
            () if end.piles[0].contains(card) => 0,
            () if end.piles[1].contains(card) => 1,
            () if end.table.contains(card) => 2,
            () => 3,
        };
        let [my_cards, their_cards] = end.count(CardSet::FULL);
        let [my_spades, their_spades] = end.count(SPADES).map(|spades| spades.min(MOST_SPADES));
        let [my_aces, their_aces] = end.count(ACES);
        let lying = on_table(CardSet::FULL).min(ON_TABLE - 1);
        [
            ON_TABLE * (CARD_LEADS / 2 + my_cards).saturating_sub(their_cards).min(CARD_LEADS - 1) + lying,
            SPADES_ON_TABLE * ((MOST_SPADES + 1) * my_spades + their_spades)
                + on_table(SPADES).min(SPADES_ON_TABLE - 1),
            place(BIG_CASSINO),
            place(LITTLE_CASSINO),
            ACES_ON_TABLE * (ACES_EACH * my_aces + their_aces) + on_table(ACES).min(ACES_ON_TABLE - 1),
            sweep_case(end, lying),
        ]
    }

    fn leads(_options: &Options, end: &PacketEnd) -> [f32; TABLES] {
        let [my_aces, their_aces] = end.count(ACES);
        [
            MAX_CARDS as f32 * end.more(CardSet::FULL),
            end.more(SPADES),
            2.0 * end.more(CardSet::only(BIG_CASSINO)),
            end.more(CardSet::only(LITTLE_CASSINO)),
            my_aces as f32 - their_aces as f32,
            end.sweeps_lead(),
        ]
    }
}

/// Returns the case of the table with regard to a sweep.
#[inline]
fn sweep_case(end: &PacketEnd, lying: usize) -> usize {
    let values = &super::values::PLAIN;
    let Some(card) = end.table.first() else { return 0 };
    let unseen = |cards: CardSet| usize::from((cards - end.table - end.piles[0] - end.piles[1]).len());
    if lying == 1 {
        return 1 + unseen(CardSet::of_rank_of(card));
    }
    let sum = values.sum(end.table);
    let adds = values.up_to(Values::MAX).contains_all(end.table);
    match u8::try_from(sum) {
        Ok(sum @ 1..=10) if adds => 1 + OF_A_RANK + unseen(values.singles(sum)),
        _ => 1 + 2 * OF_A_RANK + lying,
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
    value::learn::<Cassino, TABLES>(deals, seed)
}

/// Returns the mean squared errors of the predicted final lead after each packet of `deals` deals:
/// by the table, and by the sweeps alone.
#[must_use]
pub fn squared_errors(deals: u64, seed: u64) -> (f64, f64) {
    value::squared_errors::<Cassino, TABLES>(deals, seed)
}
