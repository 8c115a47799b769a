//! What a deal of two is worth at the end of a packet, as learned from deals that were played: `cargo xtask learn GAME`.
//!
//! The lead that the next to play can expect is the sweeps made, and a sum of tables, one for each thing that scores: each asks
//! how many packets are still to come and what its own score hangs on. So each can be learned by itself, as a mean.

use super::deal::Deal;
use super::rules::LATER_PACKET;
use cards::{BySeat, CardSet, Rng, Seat, Seed, Viewer};
use engine::{Game, Observation, Setup, shuffled_deck};
use std::cmp::Ordering;

/// A deal of two when a packet has ended. Of two, the first is whoever plays next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PacketEnd {
    /// How many packets are still to come.
    pub(crate) to_come: u8,
    /// The cards on the table.
    pub(crate) table: CardSet,
    /// What each has captured.
    pub(crate) piles: [CardSet; 2],
    /// How many sweeps each has made.
    pub(crate) sweeps: [u8; 2],
}

impl PacketEnd {
    /// A deal at the end of a packet, or right after the next was dealt, when it is the turn of `next`.
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

    /// Who has more of `cards`: 1 is the next to play, -1 the other.
    #[inline]
    pub(crate) fn more(&self, cards: CardSet) -> f32 {
        let [mine, theirs] = self.count(cards);
        match mine.cmp(&theirs) {
            Ordering::Less => -1.0,
            Ordering::Equal => 0.0,
            Ordering::Greater => 1.0,
        }
    }

    /// How many of `cards` each has.
    #[inline]
    pub(crate) fn count(&self, cards: CardSet) -> [usize; 2] {
        self.piles.map(|pile| usize::from((pile & cards).len()))
    }

    /// By how many sweeps the next to play leads.
    #[inline]
    pub(crate) fn sweeps_lead(&self) -> f32 {
        f32::from(self.sweeps[0]) - f32::from(self.sweeps[1])
    }
}

/// How many packets so many cards are, if they are whole ones.
#[inline]
pub(crate) fn packets(cards: u8, packet: u8) -> Option<u8> {
    cards.is_multiple_of(packet).then_some(cards / packet)
}

/// A game that has learned so many tables: what it tells of itself.
pub(crate) trait Learned<const TABLES: usize>: Game {
    /// How many packets may still to come be where one has ended.
    const STAGES: usize;
    /// How many cases each table tells apart.
    const SIZES: [usize; TABLES];
    /// Thousandths of a point, two bytes each, the lower first: stage by stage, table by table.
    const LEARNED: &'static [u8];
    /// A lead of so many points in one deal is as good as any: for the search.
    const DECISIVE_LEAD: f32;

    /// Whether what scores is what scored in the deals that were learned from.
    fn is_learned(options: &Self::Options) -> bool;
    /// A deal at the end of a packet, or right after the next was dealt, when it is the turn of `next`.
    fn packet_end(state: &Self::State, next: Seat) -> Option<PacketEnd>;
    /// Where in each table the end of a packet is looked up.
    fn cases(end: &PacketEnd) -> [usize; TABLES];
    /// What each thing has brought the next to play more than the other, now that the deal is over: at last the sweeps.
    fn leads(options: &Self::Options, end: &PacketEnd) -> [f32; TABLES];
}

const UNIT: f32 = 0.001;

/// What both can expect at the end of a packet, after which it is the turn of `next`, where the rules are those that were
/// learned.
#[inline]
pub(crate) fn expected<G: Learned<N>, const N: usize>(
    options: &G::Options,
    next: Seat,
    end: &PacketEnd,
) -> Option<BySeat<f32>> {
    let places = G::is_learned(options).then(|| places::<G, N>(end)).flatten()?;
    let lead = end.sweeps_lead() + learned::<G, N>(&places);
    // As the end of a deal is worth.
    let lead = (lead / 2.0 / G::DECISIVE_LEAD).clamp(-1.0, 1.0);
    Some(BySeat::new(2, |seat| if seat == next { lead } else { -lead }))
}

/// Which entry of all there are is meant by the case of each table.
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

/// Plays so many deals and learns from them what is expected. The same deals and seed make the same table.
pub(crate) fn learn<G: Learned<N>, const N: usize>(deals: u64, seed: u64) -> Vec<u8> {
    let mut sums = vec![(0.0_f64, 0.0_f64); G::STAGES * entries_of_stage::<G, N>()];
    play::<G, N>(deals, seed, |sample| {
        for (place, gain) in sample.places.iter().zip(sample.gains) {
            let (count, sum) = &mut sums[*place];
            *count += 1.0;
            *sum += f64::from(gain);
        }
    });
    // What was seen seldom is believed little.
    const DOUBT: f64 = 4.0;
    let entry = |(count, sum): &(f64, f64)| (sum / (count + DOUBT) / f64::from(UNIT)).round() as i16;
    sums.iter().flat_map(|sum| entry(sum).to_le_bytes()).collect()
}

/// The mean squared error of the lead at the end, as it is expected after each packet of so many deals: by the table in use, and
/// by the sweeps made alone.
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

/// The end of a packet, and what each thing that scores brought the next to play.
struct Sample<const N: usize> {
    places: [usize; N],
    gains: [f32; N],
}

/// One play in so many is any: what is learned from rules of thumb alone knows nothing of what they avoid.
const ONE_IN: usize = 10;

fn play<G: Learned<N>, const N: usize>(deals: u64, seed: u64, mut learn: impl FnMut(&Sample<N>)) {
    let setup = Setup::<G::Options>::new(None, 2, std::collections::BTreeMap::new());
    let options = setup.expect("the first preset is for two").options;
    let mut bot = G::bot("greedy").expect("every game has rules of thumb");
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
            let action = if rng.below(ONE_IN) == 0 {
                rng.pick(&seen.legal)
            } else {
                bot.choose(&seen, seat, &mut rng)
            };
            G::apply(&mut state, seat, action, &mut drop);
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
