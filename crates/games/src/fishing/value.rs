//! Learned values for two players at the end of a packet: `cargo xtask learn GAME`.
//!
//! The expected lead of the next player is the lead in sweeps plus a sum of tables, one per scoring
//! category. The key of each table is the number of packets to come and the category's own state.
//! Each table is therefore learned separately, as a mean.

use super::deal::Deal;
use super::rules::LATER_PACKET;
use cards::{BySeat, CardSet, Rng, Seat, Seed, Viewer};
use engine::{Game, Observation, Setup, shuffled_deck};
use std::cmp::Ordering;

/// Deal of two players at the end of a packet. In pairs, the first entry is the next player's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PacketEnd {
    /// Number of packets to come.
    pub(crate) to_come: u8,
    /// The cards on the table.
    pub(crate) table: CardSet,
    /// Captured cards of each player.
    pub(crate) piles: [CardSet; 2],
    /// Number of sweeps of each player.
    pub(crate) sweeps: [u8; 2],
}

impl PacketEnd {
    /// Returns the deal at the end of a packet, or right after the next was dealt, with `next` to
    /// play.
    #[cfg_attr(not(feature = "_fishing-search"), allow(dead_code))] // Cassino has its own.
    pub(crate) fn of(deal: &Deal, next: Seat) -> Option<Self> {
        let sides = [next, next.next(2)].map(|seat| deal.rules.side(seat));
        let sweeps = |side| deal.sweeping_sides().filter(|other| *other == side).count() as u8;
        let held = deal.hands.iter().fold(0, |cards, (_, hand)| cards + hand.len());
        Some(Self {
            to_come: packets(deal.stock.len() + held, 2 * LATER_PACKET)?,
            table: deal.table,
            piles: sides.map(|side| deal.piles[side]),
            sweeps: sides.map(sweeps),
        })
    }

    /// Returns 1 if the next player has more of `cards`, -1 if the other has, otherwise 0.
    #[inline]
    pub(crate) fn more(&self, cards: CardSet) -> f32 {
        let [mine, theirs] = self.count(cards);
        match mine.cmp(&theirs) {
            Ordering::Less => -1.0,
            Ordering::Equal => 0.0,
            Ordering::Greater => 1.0,
        }
    }

    /// Returns the number of `cards` that each player has.
    #[inline]
    pub(crate) fn count(&self, cards: CardSet) -> [usize; 2] {
        self.piles.map(|pile| usize::from((pile & cards).len()))
    }

    /// Returns the next player's lead in sweeps.
    #[inline]
    pub(crate) fn sweeps_lead(&self) -> f32 {
        f32::from(self.sweeps[0]) - f32::from(self.sweeps[1])
    }
}

/// Returns the number of packets in this many cards, if they form whole packets.
#[inline]
pub(crate) fn packets(cards: u8, packet: u8) -> Option<u8> {
    cards.is_multiple_of(packet).then_some(cards / packet)
}

/// Game whose bots use learned tables of expected values.
pub(crate) trait Learned<const TABLES: usize>: Game {
    /// Number of possible values of the packets to come.
    const STAGES: usize;
    /// Number of cases of each table of values.
    const SIZES: [usize; TABLES];
    /// Table entries in thousandths of a point, two bytes each, little-endian: stage by stage,
    /// table by table.
    const LEARNED: &'static [u8];
    /// Lead in one deal that a search treats as maximal.
    const DECISIVE_LEAD: f32;

    /// Returns whether the scoring equals that of the learned deals.
    fn is_learned(options: &Self::Options) -> bool;
    /// Returns the deal at the end of a packet, or right after the next was dealt, with `next` to
    /// play.
    fn packet_end(state: &Self::State, next: Seat) -> Option<PacketEnd>;
    /// Returns the case in each table of values.
    fn cases(end: &PacketEnd) -> [usize; TABLES];
    /// Returns the next player's lead in each category after the deal; the last one is the sweeps.
    fn leads(options: &Self::Options, end: &PacketEnd) -> [f32; TABLES];
}

const UNIT: f32 = 0.001;

/// Returns the expected values at the end of a packet before `next` plays, if the learned tables
/// support the rules.
#[inline]
pub(crate) fn expected<G: Learned<N>, const N: usize>(
    options: &G::Options,
    next: Seat,
    end: &PacketEnd,
) -> Option<BySeat<f32>> {
    let places = G::is_learned(options).then(|| places::<G, N>(end)).flatten()?;
    let lead = end.sweeps_lead() + learned::<G, N>(&places);
    // Scaled like the value of a finished deal.
    let lead = (lead / 2.0 / G::DECISIVE_LEAD).clamp(-1.0, 1.0);
    Some(BySeat::new(2, |seat| if seat == next { lead } else { -lead }))
}

/// Returns the index in each table of values.
#[inline]
fn places<G: Learned<N>, const N: usize>(end: &PacketEnd) -> Option<[usize; N]> {
    let stage = usize::from(end.to_come).checked_sub(1).filter(|stage| *stage < G::STAGES)?;
    let mut at = stage * entries_of_stage::<G, N>();
    let mut places = G::cases(end);
    for (place, size) in places.iter_mut().zip(G::SIZES) {
        debug_assert!(*place < size, "case {place} of {size}");
        *place += at;
        at += size;
    }
    Some(places)
}

#[inline]
fn entries_of_stage<G: Learned<N>, const N: usize>() -> usize {
    G::SIZES.iter().sum()
}

#[inline]
fn learned<G: Learned<N>, const N: usize>(places: &[usize; N]) -> f32 {
    let entry = |place: usize| i16::from_le_bytes([G::LEARNED[2 * place], G::LEARNED[2 * place + 1]]);
    UNIT * places.iter().map(|place| f32::from(entry(*place))).sum::<f32>()
}

/// Plays `deals` deals and learns the table of expected results. The same arguments give the same
/// table.
pub(crate) fn learn<G: Learned<N>, const N: usize>(deals: u64, seed: u64) -> Vec<u8> {
    let mut sums = vec![(0.0_f64, 0.0_f64); G::STAGES * entries_of_stage::<G, N>()];
    play::<G, N>(deals, seed, |sample| {
        for (place, gain) in sample.places.iter().zip(sample.gains) {
            let (count, sum) = &mut sums[*place];
            *count += 1.0;
            *sum += f64::from(gain);
        }
    });
    // Rarely seen cases are shrunk toward zero.
    const PRIOR_WEIGHT: f64 = 4.0;
    let entry = |(count, sum): &(f64, f64)| (sum / (count + PRIOR_WEIGHT) / f64::from(UNIT)).round() as i16;
    sums.iter().flat_map(|sum| entry(sum).to_le_bytes()).collect()
}

/// Returns the mean squared errors of the predicted final lead after each packet of `deals` deals:
/// by the table, and by the sweeps alone.
pub(crate) fn squared_errors<G: Learned<N>, const N: usize>(deals: u64, seed: u64) -> (f64, f64) {
    let (mut by_table, mut by_sweeps, mut count) = (0.0, 0.0, 0.0_f64);
    play::<G, N>(deals, seed, |sample| {
        let still_to_come: f32 = sample.gains.iter().sum();
        by_table += f64::from(still_to_come - learned::<G, N>(&sample.places)).powi(2);
        by_sweeps += f64::from(still_to_come).powi(2);
        count += 1.0;
    });
    (by_table / count.max(1.0), by_sweeps / count.max(1.0))
}

/// End of a packet, with the next player's gain in each category.
struct Sample<const N: usize> {
    places: [usize; N],
    gains: [f32; N],
}

/// One play in this many is random: deals by heuristics alone would not cover what heuristics
/// avoid.
const RANDOM_PLAY_ONE_IN: usize = 10;

fn play<G: Learned<N>, const N: usize>(deals: u64, seed: u64, mut learn: impl FnMut(&Sample<N>)) {
    let setup = Setup::<G::Options>::new(None, 2, std::collections::BTreeMap::new());
    let options = setup.expect("the first preset is for two").options;
    let mut bot = G::bot("heuristic").expect("every game has rules of thumb");
    let (decks, mut rng) = (Seed::from_number(seed), Rng::from_number(seed));
    let mut ends: Vec<(Seat, PacketEnd)> = Vec::new();
    for n in 0..deals {
        let dealer = Seat::new((n % 2) as u8);
        let deck = shuffled_deck::<G>(&options, &decks, n);
        let mut state = G::deal(&options, &G::initial_standing(&options, dealer), &deck, &mut drop);
        ends.clear();
        while let Some(seat) = G::actors(&state).first() {
            ends.extend(G::packet_end(&state, seat).map(|end| (seat, end)));
            let seen = Observation::<G>::new(&state, Viewer::Seat(seat));
            let action = if rng.below(RANDOM_PLAY_ONE_IN) == 0 {
                rng.pick(&seen.legal)
            } else {
                bot.choose(&seen, seat, &mut rng)
            };
            G::apply_quietly(&mut state, seat, action);
        }
        for (seat, end) in &ends {
            let over = G::packet_end(&state, *seat);
            if let (Some(places), Some(over)) = (places::<G, N>(end), over) {
                let mut gains = G::leads(&options, &over);
                if let Some(sweeps) = gains.last_mut() {
                    *sweeps -= end.sweeps_lead();
                }
                learn(&Sample { places, gains });
            }
        }
    }
}
