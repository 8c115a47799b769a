//! Simulation of alternative calls.
//!
//! Each candidate call is followed by the calls of the system, and the contract is solved double
//! dummy. This is done over layouts of the hidden hands that fit the auction.

use super::bidding::{Forcing, Hand, Reading};
use super::entry::Played;
use super::expert::score;
use super::sampling::Sampler;
use super::score::imps;
use super::{Auction, Bid, Call, Side, View};
use cards::{Rng, Suit};
use dds::{Deal, Direction, Solver, Strain};

/// Maximum number of calls compared with that of the system.
const MAX_CALLS: usize = 6;
/// Minimum number of sampled deals before a call is dropped or preferred.
const MIN_LAYOUTS: u32 = 8;
/// Maximum number of sampled deals per decision. It is small, because the evaluation of a call takes longer
/// than that of a card.
const MAX_LAYOUTS: u32 = 24;
/// Minimum mean gain, in IMPs, of a call that is preferred to the system's call. Partner expects the
/// system, and real play is not double dummy.
const MIN_GAIN: f64 = 0.75;
/// Minimum mean gain of a preferred call, in standard errors.
const MIN_ERRORS: f64 = 1.5;
/// Standard errors added to the mean when a call is dropped for staying below the margin.
const DROP_ERRORS: f64 = 2.0;
/// Solver node budget per contract and sampled deal. It suffices for nearly all contracts.
const NODES: u64 = 200_000;
/// Combined points from which a game and a small slam are considered.
const GAME_POINTS: u8 = 22;
const SLAM_POINTS: u8 = 29;

/// Budget of a decision.
pub(super) struct Budget<'a> {
    pub layouts: u32,
    /// Solver node budget for all sampled deals.
    pub nodes: u64,
    pub solver: &'a mut Solver,
    /// Returns whether there is time for another sampled deal.
    pub in_time: &'a dyn Fn() -> bool,
}

/// Returns the call of the system, or a candidate that is significantly better.
pub(super) fn resolve(
    view: &View,
    reading: &Reading,
    me: Direction,
    budget: Budget<'_>,
    rng: &mut Rng,
) -> Call {
    let hand = Hand::new(view.hands[me as usize].known());
    let system = reading.choose(&hand);
    let others = candidates(view, reading, me, &hand, system);
    if others.is_empty() || budget.layouts < MIN_LAYOUTS {
        return system;
    }
    let Budget { layouts, nodes, solver, in_time } = budget;
    let sampler = Sampler::new(view, reading);
    let mut tried: Vec<Gain> = others.into_iter().map(Gain::new).collect();
    let spent = solver.nodes();
    for layout in 1..=layouts.min(MAX_LAYOUTS) {
        if tried.is_empty() || solver.nodes() - spent > nodes || !in_time() {
            break;
        }
        let hands = sampler.draw(rng);
        let Ok(deal) = Deal::new(hands) else { continue };
        let mut table =
            Table { view, reading, me, deal, hands: hands.map(Hand::new), solver, solved: Vec::new() };
        let Some(by_system) = table.score(system) else { continue };
        for gain in &mut tried {
            if let Some(score) = table.score(gain.call) {
                gain.add(f64::from(imps(score - by_system)));
            }
        }
        if layout >= MIN_LAYOUTS {
            tried.retain(|gain| gain.mean() + DROP_ERRORS * gain.error() > MIN_GAIN);
        }
    }
    let better = tried.into_iter().filter(Gain::is_better);
    better.max_by(|one, other| one.mean().total_cmp(&other.mean())).map_or(system, |gain| gain.call)
}

/// Returns the candidate calls besides that of the system.
///
/// There are none before partner has bid, when partner asks a question, or when the system's call
/// answers a convention.
fn candidates(view: &View, reading: &Reading, me: Direction, hand: &Hand, system: Call) -> Vec<Call> {
    let auction = &view.auction;
    let mut calls = Vec::new();
    let partners = reading.calls().iter().filter(|made| made.caller == me.partner());
    let Some(last) =
        partners.clone().next_back().filter(|_| partners.clone().any(|made| made.call != Call::Pass))
    else {
        return calls;
    };
    let Some((bid, bidder)) = auction.last_bid() else { return calls };
    if last.meaning.kind.asks() || reading.meaning(system).kind.answers() {
        return calls;
    }
    let mut add = |call: Call| {
        if call != system && calls.len() < MAX_CALLS && !calls.contains(&call) && auction.check(call).is_ok()
        {
            calls.push(call);
        }
    };
    if last.meaning.forcing <= Forcing::Invites {
        add(Call::Pass);
    }
    if Side::of(bidder) != Side::of(me) {
        add(Call::Double);
    }
    let known = reading.known(me.partner());
    let points = hand.points() + known.likely();
    let fit = |suit: &Suit| hand.length(*suit) + known.length(*suit).min;
    let best = Suit::ALL.into_iter().filter(|suit| fit(suit) >= 8).max_by_key(fit);
    for strain in best.map(Strain::from).into_iter().chain([Strain::Notrump]) {
        let Some(lowest) = Bid::above(Some(bid)).find(|bid| bid.strain == strain) else { continue };
        let lowest = lowest.level.odd_tricks();
        let game = match strain {
            Strain::Notrump => 3,
            Strain::Hearts | Strain::Spades => 4,
            Strain::Clubs | Strain::Diamonds => 5,
        };
        let levels = [
            (lowest, strain != Strain::Notrump && lowest <= 4),
            (game, points >= GAME_POINTS),
            (6, points >= SLAM_POINTS),
        ];
        for (level, _) in
            levels.into_iter().filter(|(level, is_considered)| *is_considered && *level >= lowest)
        {
            Bid::new(level, strain).map(Call::Bid).into_iter().for_each(&mut add);
        }
    }
    calls
}

/// Gain of a call over that of the system, in IMPs.
struct Gain {
    call: Call,
    layouts: u32,
    sum: f64,
    squares: f64,
}

impl Gain {
    const fn new(call: Call) -> Self {
        Self { call, layouts: 0, sum: 0.0, squares: 0.0 }
    }

    fn add(&mut self, gain: f64) {
        self.layouts += 1;
        self.sum += gain;
        self.squares += gain * gain;
    }

    fn mean(&self) -> f64 {
        self.sum / f64::from(self.layouts)
    }

    /// Returns the standard error of the mean.
    fn error(&self) -> f64 {
        let (layouts, mean) = (f64::from(self.layouts), self.mean());
        ((self.squares / layouts - mean * mean).max(0.0) / layouts).sqrt()
    }

    fn is_better(&self) -> bool {
        self.layouts >= MIN_LAYOUTS && self.mean() > MIN_GAIN && self.mean() > MIN_ERRORS * self.error()
    }
}

/// One sampled deal and its solved contracts.
struct Table<'a> {
    view: &'a View,
    reading: &'a Reading,
    me: Direction,
    deal: Deal,
    hands: [Hand; 4],
    solver: &'a mut Solver,
    /// Tricks of declarer by strain and declarer.
    solved: Vec<((Strain, Direction), u8)>,
}

impl Table<'_> {
    /// Returns the score of the own side after `call`, or `None` if the node budget is exceeded.
    fn score(&mut self, call: Call) -> Option<i32> {
        let auction = self.complete(call);
        let declarer = auction.declarer(self.view.options.declarer);
        let Some((contract, declarer)) = auction.contract().zip(declarer) else { return Some(0) };
        let tricks = self.tricks(contract.bid.strain, declarer)?;
        let score = score(self.view, &Played { contract, declarer, tricks });
        Some(if Side::of(declarer) == Side::of(self.me) { score } else { -score })
    }

    /// Completes the auction by the system.
    fn complete(&self, call: Call) -> Auction {
        let (mut auction, mut reading) = (self.view.auction, self.reading.clone());
        let mut next = call;
        loop {
            // An illegal call of the system becomes a pass.
            if auction.make(next).is_err() {
                next = Call::Pass;
                continue;
            }
            let Some(caller) = auction.caller() else { return auction };
            reading.read(next);
            next = reading.choose(&self.hands[caller as usize]);
        }
    }

    fn tricks(&mut self, strain: Strain, declarer: Direction) -> Option<u8> {
        let of = (strain, declarer);
        if let Some((_, tricks)) = self.solved.iter().find(|(solved, _)| *solved == of) {
            return Some(*tricks);
        }
        let tricks = 13 - self.solver.solve_within(&self.deal, strain, declarer.next(), NODES)?;
        self.solved.push((of, tricks));
        Some(tricks)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{QUIET, deal, play, rubber};
    use super::super::{Bridge, State, bot};
    use super::*;
    use cards::Viewer;
    use engine::Game;

    fn seen(state: &State) -> (View, Direction) {
        let caller = state.auction.caller().unwrap();
        (Bridge::view(state, Viewer::Seat(caller.into())), caller)
    }

    /// Returns the candidate calls as text.
    fn candidate_texts(calls: &str) -> Vec<String> {
        let (view, me) = seen(&play(deal(&rubber(), Direction::North, QUIET), calls));
        let reading = bot::reading(&view);
        let hand = Hand::new(view.hands[me as usize].known());
        let others = candidates(&view, &reading, me, &hand, reading.choose(&hand));
        others.iter().map(Call::to_string).collect()
    }

    #[test]
    fn there_is_no_doubt_before_partner_has_spoken_or_where_partner_asks() {
        assert_eq!(candidate_texts("P"), [""; 0], "no bid so far");
        assert_eq!(candidate_texts("1N"), [""; 0], "partner has said nothing");
        assert_eq!(candidate_texts("1N, P, 2C, P"), [""; 0], "partner asks for a major");
        assert_eq!(candidate_texts("1N, P"), [""; 0], "the system asks");
        assert!(candidate_texts("1N, P, 2C, P, 2S, P").contains(&"P".to_owned()), "partner has answered");
    }

    #[test]
    fn a_call_has_to_gain_more_than_luck_explains() {
        let gain = |gains: &[f64]| {
            let mut gain = Gain::new(Call::Pass);
            gains.iter().for_each(|one| gain.add(*one));
            gain.is_better()
        };
        assert!(gain(&[2.0; 8]));
        assert!(!gain(&[2.0; 7]), "too few layouts");
        assert!(!gain(&[0.5; 8]), "too little");
        assert!(!gain(&[13.0, -11.0, 12.0, -10.0, 12.0, -11.0, 12.0, 1.0]), "luck");
    }

    /// The system bids game on its points. In most layouts the diamonds make nine tricks, and
    /// notrump makes fewer.
    #[test]
    fn what_does_better_in_the_layouts_is_called_and_with_few_layouts_the_system() {
        let cards = "N:AJ83.A842..AT532 T9.KJ3.KJ862.K98 Q7652.975.73.J76 K4.QT6.AQT954.Q4";
        let state = play(deal(&rubber(), Direction::North, cards), "1C, 1D, P, 2C, P, 2N, P");
        let (view, west) = seen(&state);
        let reading = bot::reading(&view);
        let mut solver = Solver::new();
        let mut call = |layouts, nodes, is_in_time: bool| {
            let budget = Budget { layouts, nodes, solver: &mut solver, in_time: &|| is_in_time };
            resolve(&view, &reading, west, budget, &mut Rng::from_number(1)).to_string()
        };
        assert_eq!(bot::call(&view, west).to_string(), "3N");
        assert_eq!(call(12, u64::MAX, true), "3D");
        assert_eq!(call(MIN_LAYOUTS - 1, u64::MAX, true), "3N", "few layouts tell nothing");
        assert_eq!(call(12, 0, true), "3N", "nothing may be spent");
        assert_eq!(call(12, u64::MAX, false), "3N", "there is no time");
        let (deal, hands) = (Deal::new(state.hands).unwrap(), state.hands.map(Hand::new));
        let (view, reading, solver) = (&view, &reading, &mut solver);
        let mut table = Table { view, reading, me: west, deal, hands, solver, solved: Vec::new() };
        let mut scored = |call: &str| table.score(call.parse().unwrap());
        assert_eq!((scored("3D"), scored("3N")), (Some(110), Some(-150)));
    }
}
