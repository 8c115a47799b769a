//! What a deal of two is worth at the end of a packet, as learned from deals that were played: `cargo xtask learn scopa`.
//!
//! The lead that the next to play can expect is the sweeps made, and a sum of tables, one for each thing that scores: each asks
//! how many packets are still to come and what its own score hangs on. So each can be learned by itself, as a mean.

use super::score::{COINS, DECISIVE_LEAD, SETTEBELLO, SEVENS, primiera};
use super::{Options, Scopa, best_primiera, bot};
use crate::fishing::{Known, SmallDeal};
use cards::{BySeat, CardSet, Rng, Seat, Seed, Viewer};
use engine::{Game, Observation, Setup, shuffled_deck};

/// How many packets may still be to come where there is one that has ended.
const STAGES: usize = 5;
/// Cards of a packet for two.
const PACKET: u8 = 6;

/// What scores, and how many cases each table tells apart.
const CARDS: usize = 41;
const COIN_PAIRS: usize = 11 * 11;
const SETTEBELLOS: usize = 4;
const PRIMIERAS: usize = 5 * 21;
const TABLES: usize = 11;
const SIZES: [usize; 5] = [CARDS, COIN_PAIRS, SETTEBELLOS, PRIMIERAS, TABLES];
const STAGE: usize = CARDS + COIN_PAIRS + SETTEBELLOS + PRIMIERAS + TABLES;

/// Thousandths of a point, two bytes each, the lower first: stage by stage, table by table.
static LEARNED: &[u8] = include_bytes!("value.bin");
const UNIT: f32 = 0.001;

/// What can be expected at the end of a packet, where the rules are those that were learned.
#[inline]
pub(super) fn at_end_of_packet(options: &Options, known: &Known, deal: &SmallDeal) -> Option<BySeat<f32>> {
    let leader = deal.turn().filter(|_| is_learned(options))?;
    let (piles, sweeps) = (deal.piles(known), deal.sweeps(known));
    let [mine, theirs] = [leader, leader.next(2)].map(|seat| known.rules.side(seat));
    let cases = cases(deal.stock(), deal.table(), [piles[mine], piles[theirs]])?;
    let lead = f32::from(sweeps[mine]) - f32::from(sweeps[theirs]) + learned(LEARNED, &cases);
    // As the end of a deal is worth.
    let lead = (lead / 2.0 / DECISIVE_LEAD).clamp(-1.0, 1.0);
    Some(BySeat::new(2, |seat| if seat == leader { lead } else { -lead }))
}

/// Whether what scores is what scored in the deals that were learned from.
fn is_learned(options: &Options) -> bool {
    let is_plain = !options.settanta && !options.re_bello && !options.napola && !options.napoleone;
    is_plain
        && options.seats == 2
        && !options.scopone
        && !options.scopone_scientifico
        && !options.asso_piglia_tutto
}

/// Where each table is to be looked up; the piles are that of the next to play and the other's.
#[inline]
fn cases(stock: u8, table: CardSet, [mine, theirs]: [CardSet; 2]) -> Option<[usize; 5]> {
    let stage = usize::from(stock / PACKET).checked_sub(1).filter(|stage| *stage < STAGES)?;
    let both = mine | theirs;
    let coins = |pile: CardSet| usize::from((pile & COINS).len());
    let settebello = match () {
        () if mine.contains(SETTEBELLO) => 0,
        () if theirs.contains(SETTEBELLO) => 1,
        () if table.contains(SETTEBELLO) => 2,
        () => 3,
    };
    let primiera_lead = ((primiera(mine).1 - primiera(theirs).1) / 3).clamp(-10, 10) + 10;
    let cases = [
        usize::from(20 + mine.len() - theirs.len().min(20 + mine.len())).min(CARDS - 1),
        11 * coins(mine) + coins(theirs),
        settebello,
        21 * usize::from((SEVENS - both).len()) + primiera_lead as usize,
        usize::from(table.len()).min(TABLES - 1),
    ];
    let mut at = stage * STAGE;
    let mut places = [0; 5];
    for ((place, case), size) in places.iter_mut().zip(cases).zip(SIZES) {
        *place = at + case;
        at += size;
    }
    Some(places)
}

#[inline]
fn learned(table: &[u8], cases: &[usize; 5]) -> f32 {
    let entry = |case: usize| i16::from_le_bytes([table[2 * case], table[2 * case + 1]]);
    UNIT * cases.iter().map(|case| f32::from(entry(*case))).sum::<f32>()
}

/// Plays so many deals and learns from them what is expected. The same deals and seed make the same table.
///
/// # Panics
///
/// When the game is not what it was: that is for a test to find.
#[must_use]
pub fn learn(deals: u64, seed: u64) -> Vec<u8> {
    let mut sums = vec![(0.0_f64, 0.0_f64); STAGES * STAGE];
    play(deals, seed, |sample| {
        for (case, gain) in sample.cases.iter().zip(sample.gains) {
            let (count, sum) = &mut sums[*case];
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
#[must_use]
pub fn squared_errors(deals: u64, seed: u64) -> (f64, f64) {
    let (mut by_table, mut by_sweeps, mut count) = (0.0, 0.0, 0.0_f64);
    play(deals, seed, |sample| {
        let still_to_come: f32 = sample.gains.iter().sum();
        by_table += f64::from(still_to_come - learned(LEARNED, &sample.cases)).powi(2);
        by_sweeps += f64::from(still_to_come).powi(2);
        count += 1.0;
    });
    (by_table / count.max(1.0), by_sweeps / count.max(1.0))
}

/// The end of a packet, and what each thing that scores brought the next to play.
struct Sample {
    cases: [usize; 5],
    gains: [f32; 5],
}

/// One play in so many is any: what is learned from rules of thumb alone knows nothing of what they avoid.
const ONE_IN: usize = 10;

fn play(deals: u64, seed: u64, mut learn: impl FnMut(&Sample)) {
    let options = Setup::<Options>::new(None, 2, std::collections::BTreeMap::new())
        .expect("the first preset is for two")
        .options;
    let mut bot = bot::bot("greedy").expect("every game has rules of thumb");
    let (decks, mut rng) = (Seed::from_number(seed), Rng::from_number(seed));
    let mut ends: Vec<(Seat, [usize; 5], f32)> = Vec::new();
    for n in 0..deals {
        let dealer = Seat::new((n % 2) as u8);
        let deck = shuffled_deck::<Scopa>(&options, &decks, n);
        let mut state = Scopa::deal(&options, &Scopa::initial_standing(&options, dealer), &deck, &mut drop);
        ends.clear();
        while let Some(seat) = Scopa::actors(&state).first() {
            let seen = Observation::<Scopa>::new(&state, Viewer::Seat(seat));
            let action = if rng.below(ONE_IN) == 0 {
                rng.pick(&seen.legal)
            } else {
                bot.choose(&seen, seat, &mut rng)
            };
            let stock = state.deal.stock.len();
            Scopa::apply(&mut state, seat, action, &mut drop);
            let packet_ended = state.deal.stock.len() < stock;
            if let Some(leader) = state.deal.turn.filter(|_| packet_ended) {
                let sides = [leader, leader.next(2)].map(|seat| state.deal.rules.side(seat));
                let piles = sides.map(|side| state.deal.piles[side]);
                let cases = cases(stock, state.deal.table, piles).expect("a packet was still to come");
                ends.push((leader, cases, sweeps_lead(&state, leader)));
            }
        }
        for (leader, cases, sweeps) in &ends {
            let gains = gains(&options, &state, *leader, *sweeps);
            learn(&Sample { cases: *cases, gains });
        }
    }
}

fn sweeps_lead(state: &super::State, leader: Seat) -> f32 {
    let mine = state.deal.rules.side(leader);
    state.deal.sweeping_sides().map(|side| if side == mine { 1.0 } else { -1.0 }).sum()
}

/// What the deal, which is over, brought `leader` more than the other, thing by thing; of sweeps only those still made.
fn gains(options: &Options, state: &super::State, leader: Seat, sweeps_before: f32) -> [f32; 5] {
    let sides = [leader, leader.next(2)].map(|seat| state.deal.rules.side(seat));
    let [mine, theirs] = sides.map(|side| state.deal.piles[side]);
    let more = |count: &dyn Fn(CardSet) -> u8| match count(mine).cmp(&count(theirs)) {
        std::cmp::Ordering::Less => -1.0,
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Greater => 1.0,
    };
    let best = best_primiera(options, &[mine, theirs])
        .map_or(0.0, |side| if side.index() == 0 { 1.0 } else { -1.0 });
    [
        more(&CardSet::len),
        more(&|pile| (pile & COINS).len()),
        more(&|pile| u8::from(pile.contains(SETTEBELLO))),
        best,
        sweeps_lead(state, leader) - sweeps_before,
    ]
}
