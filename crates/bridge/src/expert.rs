//! The `expert` bot: double-dummy simulation over layouts of the hidden hands.
//!
//! The layouts fit the auction and the play. The bot bids by the system unless a simulated call is
//! better, and plays the card with the best score.

use super::bidding::Hand;
use super::call_simulation;
use super::entry::Played;
use super::sampling::Sampler;
use super::{Action, Bridge, Play, Side, Standing, View, bot, direction, heuristics};
use bots::{ActionSamples, ranked};
use cards::{Card, CardSet, Rng, Seat};
use dds::{Deal, Direction, Lead, Position, Solver};
use engine::{Appraisal, Bot, Budget, Observation, Stop};
use std::iter;
use std::time::{Duration, Instant};

/// Default number of sampled deals per decision.
const LAYOUTS: u32 = 24;
/// Solver node budget per sampled deal. It suffices for nearly all.
const NODES: u64 = 25_000;
/// Number of nodes between two checks of the clock: about ten milliseconds.
const NODES_AT_ONCE: u64 = 10_000;
/// Time per node on a current machine, in nanoseconds.
const NANOSECONDS_A_NODE: u64 = 1_000;
/// Maximum number of sampled deals. More do not improve the decision.
const MAX_LAYOUTS: u32 = 200;
/// Maximum number of tricks to claim, so that longer endings are played.
const MAX_CLAIMED: u8 = 8;

/// Bot `expert`.
pub(super) struct Expert {
    /// Maximum number of sampled deals per decision.
    layouts: u32,
    /// Solver node budget per decision. It makes the play independent of the machine.
    nodes: u64,
    /// Time limit. With a limit the play depends on the speed of the machine.
    time: Option<Duration>,
    /// Flag that cancels the search.
    stop: Stop,
    /// Created on first use, because most calls need no solver.
    solver: Option<Solver>,
}

impl Default for Expert {
    fn default() -> Self {
        Self::new(Budget::Iterations(LAYOUTS))
    }
}

impl Expert {
    /// Returns a bot with this budget of time or layouts per decision.
    pub(super) fn new(budget: Budget) -> Self {
        match budget {
            Budget::Iterations(layouts) => {
                let layouts = layouts.min(MAX_LAYOUTS);
                Self {
                    layouts,
                    nodes: NODES * u64::from(layouts),
                    time: None,
                    stop: Stop::default(),
                    solver: None,
                }
            }
            Budget::Time(time) => Self {
                layouts: MAX_LAYOUTS,
                nodes: u64::MAX,
                time: Some(time),
                stop: Stop::default(),
                solver: None,
            },
        }
    }
}

impl Bot<Bridge> for Expert {
    fn choose(&mut self, seen: &Observation<Bridge>, seat: Seat, rng: &mut Rng) -> Action {
        if let [only] = seen.legal[..] {
            return only;
        }
        let view = &seen.view;
        let wish = match &view.play {
            None => Some(self.call(view, direction(seat), rng)),
            Some(_) if view.claim.is_some() => Some(self.answer(view, seat, rng)),
            Some(play) => self.play(view, play, rng),
        };
        wish.filter(|wish| seen.legal.contains(wish)).unwrap_or(seen.legal[0])
    }

    /// Ranks cards by their double-dummy scores. After a call comes the next-best call of the system, without a
    /// score.
    fn appraise(&mut self, seen: &Observation<Bridge>, seat: Seat, rng: &mut Rng) -> Vec<Appraisal<Action>> {
        let weighed = match &seen.view.play {
            Some(play) if seen.view.claim.is_none() => self.weigh(&seen.view, play, rng),
            _ => None,
        };
        weighed.unwrap_or_else(|| {
            let best = self.choose(seen, seat, rng);
            let other = alternative(&seen.view, seat, best).filter(|other| seen.legal.contains(other));
            let unranked = |action| Appraisal { action, worth: None };
            iter::once(best).chain(other).map(unranked).collect()
        })
    }

    fn expected_time(&self) -> Duration {
        let nodes = self.nodes.saturating_mul(NANOSECONDS_A_NODE);
        self.time.map_or(Duration::from_nanos(nodes), |time| time.min(Duration::from_nanos(nodes)))
    }

    fn set_deadline(&mut self, max: Duration) {
        self.time = Some(self.time.map_or(max, |time| time.min(max)));
    }

    fn set_stop(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }
}

/// Returns the next-best call of the system after this one.
fn alternative(view: &View, seat: Seat, best: Action) -> Option<Action> {
    let Action::Call(best) = best else { return None };
    let hand = Hand::new(view.hands[direction(seat) as usize].known());
    bot::reading(view).alternative(&hand, best).map(Action::Call)
}

/// Results of one card over all sampled deals.
#[derive(Clone, Copy)]
struct Prospect {
    card: Card,
    /// Sum of the scores.
    score: i64,
    /// Fewest further tricks over all sampled deals.
    fewest: u8,
}

impl Expert {
    /// Returns the call of the system, or a better one of the simulation.
    fn call(&mut self, view: &View, me: Direction, rng: &mut Rng) -> Action {
        let in_time = self.watch();
        let solver = self.solver.get_or_insert_default();
        let budget =
            call_simulation::Budget { layouts: self.layouts, nodes: self.nodes, solver, in_time: &in_time };
        Action::Call(call_simulation::resolve(view, &bot::reading(view), me, budget, rng))
    }

    /// Returns a function that tells whether there is time left, from now on.
    fn watch(&self) -> impl Fn() -> bool + use<> {
        // Without a limit the clock is never read, because a browser does not have it.
        let end = self.time.map(|time| Instant::now() + time);
        let stop = self.stop.clone();
        move || !stop.is_stopped() && end.is_none_or(|end| Instant::now() < end)
    }

    fn play(&mut self, view: &View, play: &Play, rng: &mut Rng) -> Option<Action> {
        let default = heuristics::card(view, play)?;
        let playable = play.playable(view.hands[play.turn() as usize].known());
        if playable.len() == 1 {
            return Some(Action::Play(default));
        }
        let side = Side::of(play.turn());
        let worth = Worth::new(view, play, side);
        let mut prospects: Vec<Prospect> =
            playable.iter().map(|card| Prospect { card, score: 0, fewest: u8::MAX }).collect();
        self.over_layouts(view, play, rng, |leads| {
            for lead in leads {
                if let Some(prospect) = prospects.iter_mut().find(|prospect| prospect.card == lead.card) {
                    prospect.score += i64::from(worth.of(lead.tricks));
                    prospect.fewest = prospect.fewest.min(lead.tricks);
                }
            }
        });
        // Ties go to the heuristic's card, then to the lowest card.
        let best = prospects.iter().max_by_key(|prospect| {
            (prospect.score, prospect.card == default, std::cmp::Reverse(heuristics::height(prospect.card)))
        })?;
        let all = play.left();
        if may_claim(view, play) && prospects.iter().all(|prospect| prospect.fewest == all) {
            return Some(Action::Claim(all));
        }
        Some(Action::Play(best.card))
    }

    /// Returns the cards by mean score, best first, or `None` if no layout was solved in time.
    fn weigh(&mut self, view: &View, play: &Play, rng: &mut Rng) -> Option<Vec<Appraisal<Action>>> {
        let playable = play.playable(view.hands[play.turn() as usize].known());
        let worth = Worth::new(view, play, Side::of(play.turn()));
        let mut tried: Vec<_> =
            playable.iter().map(|card| (card, ActionSamples::new(Action::Play(card)))).collect();
        let solved = self.over_layouts(view, play, rng, |leads| {
            for (card, tried) in &mut tried {
                if let Some(lead) = leads.iter().find(|lead| lead.card == *card) {
                    tried.add_lead(f64::from(worth.of(lead.tricks)));
                }
            }
        });
        (solved > 0).then(|| ranked(tried.into_iter().map(|(_, tried)| tried).collect()))
    }

    /// Answers a claim: it is accepted if it holds in every layout.
    fn answer(&mut self, view: &View, seat: Seat, rng: &mut Rng) -> Action {
        let (Some(play), Some(claim)) = (&view.play, view.claim) else { return Action::Refuse };
        let mine = Side::of(direction(seat));
        let left = play.left();
        let to_play = Side::of(play.turn());
        let mut max = 0;
        let solved = self.over_layouts(view, play, rng, |leads| {
            let best = leads.first().map_or(0, |lead| lead.tricks);
            max = max.max(if to_play == mine { best } else { left - best });
        });
        if claim.tricks == 0 || solved > 0 && max + claim.tricks <= left {
            Action::Accept
        } else {
            Action::Refuse
        }
    }

    /// Solves sampled deals within the budget and returns their number. Each calls `on_progress` with the
    /// results of the cards, best first.
    fn over_layouts(
        &mut self,
        view: &View,
        play: &Play,
        rng: &mut Rng,
        mut on_progress: impl FnMut(&[Lead]),
    ) -> u32 {
        let in_time = self.watch();
        let reading = bot::reading(view);
        let sampler = Sampler::new(view, &reading);
        let solver = self.solver.get_or_insert_default();
        let mut nodes = self.nodes;
        let mut solved = 0;
        for layout in 0..self.layouts {
            if !in_time() {
                break;
            }
            let Some(position) = position(play, sampler.draw(rng)) else { continue };
            // A hard layout may use at most the average budget of three.
            let mut allowed = (nodes / u64::from(self.layouts - layout)).saturating_mul(3).min(nodes);
            let before = solver.nodes();
            while allowed > 0 && in_time() {
                let at_once = allowed.min(NODES_AT_ONCE);
                allowed -= at_once;
                if let Some(leads) = solver.lead_table_within(&position, at_once) {
                    on_progress(&leads);
                    solved += 1;
                    break;
                }
            }
            nodes = nodes.saturating_sub(solver.nodes() - before);
        }
        solved
    }
}

/// Whether to claim: only declarer, at the start of a trick near the end, and not after a refused
/// claim.
fn may_claim(view: &View, play: &Play) -> bool {
    Side::of(play.turn()) == Side::of(play.declarer())
        && play.trick().cards.is_empty()
        && (2..=MAX_CLAIMED).contains(&play.left())
        && !view.faced[play.declarer() as usize]
}

/// Returns the solver's position with these hidden hands.
fn position(play: &Play, mut hands: [CardSet; 4]) -> Option<Position> {
    let trick = play.trick();
    for (hand, card) in trick.by_hand() {
        hands[hand as usize].insert(card);
    }
    let deal = Deal::new(hands).ok()?;
    let mut position = Position::new(&deal, play.strain(), trick.leader);
    trick.cards.iter().try_for_each(|card| position.play(*card)).ok()?;
    Some(position)
}

/// Scores by number of further tricks, for the side to play.
struct Worth {
    scores: [i32; 14],
}

impl Worth {
    fn new(view: &View, play: &Play, side: Side) -> Self {
        let declares = Side::of(play.declarer()) == side;
        let (taken, left) = (play.taken(side), play.left());
        let scores = std::array::from_fn(|more| {
            let mine = taken + (more as u8).min(left);
            let tricks = if declares { mine } else { super::play::TRICKS - mine };
            let score = score(view, &Played { contract: play.contract(), declarer: play.declarer(), tricks });
            if declares { score } else { -score }
        });
        Self { scores }
    }

    fn of(&self, tricks: u8) -> i32 {
        self.scores[usize::from(tricks.min(13))]
    }
}

/// Returns the score of a contract for declarer's side. A game or a part-score counts as at
/// duplicate, as its value for the rubber.
pub(super) fn score(view: &View, played: &Played) -> i32 {
    let side = Side::of(played.declarer);
    let standing: &Standing = &view.standing;
    let vulnerable = standing.vulnerable(&view.options);
    let entries = played.entries(&view.options, vulnerable);
    let (below, above) = entries.points(side);
    let (their_below, their_above) = entries.points(side.other());
    let before = standing.below[side as usize];
    let bonus = match below {
        0 => 0,
        _ if before + below < super::GAME => 50,
        _ if vulnerable[side as usize] => 500,
        _ => 300,
    };
    below + above - their_below - their_above + bonus
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ONE_SUIT_EACH, QUIET, deal, options, play, rubber};
    use super::*;
    use crate::State;
    use dds::Direction;
    use engine::Game;
    use serde_json::json;

    fn thorough() -> Expert {
        Expert { layouts: 20, nodes: 2_000_000, time: None, stop: Stop::default(), solver: None }
    }

    fn choice(state: &State, bot: &mut dyn Bot<Bridge>) -> String {
        let seat = Bridge::actors(state).first().unwrap();
        let seen = Observation::<Bridge>::new(state, cards::Viewer::Seat(seat));
        bot.choose(&seen, seat, &mut Rng::from_number(3)).to_string()
    }

    #[test]
    fn a_claim_that_is_right_in_every_layout_is_accepted_and_no_other() {
        let grand = play(deal(&rubber(), Direction::North, ONE_SUIT_EACH), "7S, P, P, P, Ah");
        assert_eq!(choice(&play(grand, "claim 13"), &mut thorough()), "accept");
        let quiet = play(deal(&rubber(), Direction::North, QUIET), "1N, P, P, P, 4s, 3s, 9s, As");
        assert_eq!(choice(&play(quiet.clone(), "claim 12"), &mut thorough()), "refuse");
        assert_eq!(choice(&play(quiet, "claim 0"), &mut thorough()), "accept");
    }

    /// The hint names the call of the system, and then another one.
    #[test]
    fn a_call_is_followed_by_an_alternative() {
        const STRONG: &str = "N:AQ5.K83.AJ74.Q96 KJ4.A72.Q853.K84 T832.QJ65.K2.753 976.T94.T96.AJT2";
        let state = deal(&rubber(), Direction::North, STRONG);
        let seat = Bridge::actors(&state).first().unwrap();
        let seen = Observation::<Bridge>::new(&state, cards::Viewer::Seat(seat));
        let calls: Vec<Action> =
            thorough().appraise(&seen, seat, &mut Rng::from_number(3)).iter().map(|one| one.action).collect();
        let [Action::Call(best), Action::Call(other)] = calls[..] else { panic!("{calls:?}") };
        assert_ne!(best, other);
        assert!(seen.view.meaning(best).points.min > seen.view.meaning(super::super::Call::Pass).points.min);
    }

    #[test]
    fn a_budget_of_nothing_still_plays_a_card() {
        let state = play(deal(&rubber(), Direction::North, QUIET), "1N, P, P, P");
        let mut hurried = Expert { layouts: 20, nodes: 1, time: None, stop: Stop::default(), solver: None };
        assert!(
            state.hands[Direction::East as usize].contains(choice(&state, &mut hurried).parse().unwrap())
        );
        let mut late = Expert { time: Some(Duration::ZERO), ..thorough() };
        assert!(state.hands[Direction::East as usize].contains(choice(&state, &mut late).parse().unwrap()));
    }

    #[test]
    fn a_bot_in_a_hurry_solves_nothing_that_it_has_no_time_for() {
        let state = play(deal(&rubber(), Direction::North, QUIET), "1N, P, P, P");
        let view = Bridge::view(&state, cards::Viewer::Seat(Direction::East.into()));
        let solved = |bot: &mut Expert| {
            bot.over_layouts(&view, &state.play.unwrap(), &mut Rng::from_number(1), drop_leads)
        };
        assert!(solved(&mut thorough()) > 0);
        let mut hurried = thorough();
        let named = hurried.expected_time();
        hurried.set_deadline(Duration::from_secs(60));
        assert_eq!(hurried.expected_time(), named, "a longer time changes nothing");
        hurried.set_deadline(Duration::ZERO);
        hurried.set_deadline(Duration::from_secs(1));
        assert_eq!((solved(&mut hurried), hurried.expected_time()), (0, Duration::ZERO));
    }

    fn drop_leads(_: &[Lead]) {}

    /// Experts gain over heuristic bots with the same cards, on twelve boards played twice.
    #[test]
    fn experts_gain_over_heuristic_bots() {
        let options = options(&json!({ "preset": "duplicate" }));
        let mut rng = Rng::from_number(5);
        let mut gain = 0;
        for board in 0..12 {
            let mut deck: Vec<Card> = CardSet::FULL.iter().collect();
            rng.shuffle(&mut deck);
            for experts in [Side::NorthSouth, Side::EastWest] {
                let dealer = Direction::North.after(board);
                let mut state = Bridge::deal(
                    &options,
                    &Bridge::initial_standing(&options, dealer.into()),
                    &deck,
                    &mut drop,
                );
                while let Some(seat) = Bridge::actors(&state).first() {
                    let seen = Observation::<Bridge>::new(&state, cards::Viewer::Seat(seat));
                    let mut expert =
                        Expert { layouts: 8, nodes: 40_000, time: None, stop: Stop::default(), solver: None };
                    let mut heuristic = Bridge::bot("heuristic").unwrap();
                    let bot: &mut dyn Bot<Bridge> =
                        if Side::of(direction(seat)) == experts { &mut expert } else { &mut *heuristic };
                    let action = bot.choose(&seen, seat, &mut rng);
                    Bridge::apply_quietly(&mut state, seat, action);
                }
                let points = Bridge::outcome(&state).unwrap().points;
                gain += points[Seat::new(experts as u8)] - points[Seat::new(1 - experts as u8)];
            }
        }
        assert!(gain > 0, "experts gain {gain}");
    }
}
