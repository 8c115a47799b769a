//! What a viewer knows, and worlds drawn from it.

use super::action::{Action, Choice};
use super::counts::{Capital, Counts, Hand, Tools};
use super::event::{Event, Targets};
use super::list::List;
use super::score;
use super::sets::MAX_CAPITAL;
use super::state::{Answer, Owned, ROW, Reaction, Share, Stage, State, as_tool, of_tool};
use crate::sent::view;
use cards::{BySeat, Rng, Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

view! {
    "SharksView"
    unsent {
        /// The state as far as it is known: what is not known is kind 0. A bot plays from this.
        known: State,
    }
    sent {
        /// The name of the card set.
        set: Cow<'static, str>,
        /// Which round, from 1.
        round: u8,
        /// Which auction of the round, from 1.
        auction: u8,
        /// Who starts the auction, or has won it.
        starter: Seat,
        /// What the game is waiting for.
        stage: Phase,
        /// Whose turn it is; nobody's while several are asked.
        turn: Option<Seat>,
        /// How many Capital cards are to be discarded.
        give: Option<u8>,
        /// One's own Capital, and how many cards the others hold; every hand once the game is over. (SH-S19)
        hands: BySeat<Hand<Capital>> [inline],
        /// What everybody knows to be in the hands, from bids that were taken back.
        shown: BySeat<Capital>,
        /// One's own Tools, and how many the others hold; all once the game is over.
        tools: BySeat<Hand<Tools>> [inline],
        /// The Tools this viewer knows others to hold, because they were taken from him.
        traced: Vec<Traced>,
        /// The Investments still to be auctioned in this round, from left to right.
        row: [Option<Share>; ROW] [as = "Vec<Option<Share>>"],
        /// The Investments of the players.
        portfolios: Vec<Vec<Share>>,
        /// What those that lie face up are worth.
        values: BySeat<i32>,
        /// The Investments that are out of the game.
        discarded: Vec<Share>,
        /// What lies on the table as bids.
        bids: BySeat<Capital>,
        /// Who has bid the most.
        highest: Option<Seat>,
        /// Who has passed in this auction.
        passed: SeatSet,
        /// Who has had the turn for a Tool after this auction.
        acted: SeatSet,
        /// The Tool that was played and is not done with.
        played: Option<PlayedView>,
        /// Who has answered, while answers are sealed.
        answered: SeatSet,
        /// What this viewer has answered.
        answer: Option<Action>,
        /// Capital that can be drawn.
        capital_stock: u8,
        /// Capital that was discarded.
        capital_discards: Capital,
        /// Tools that can be drawn.
        tool_stock: u8,
        /// Tools that were discarded.
        tool_discards: Tools,
        /// Investments for the rounds to come.
        investment_stock: u8,
    }
}

/// What the game is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "SharksStage"))]
#[serde(rename_all = "camelCase")]
pub enum Phase {
    /// A bid.
    Bid,
    /// A card of the lot to turn.
    Flip,
    /// A Tool.
    Tool,
    /// Reactions to a Tool.
    React,
    /// Capital to discard.
    Give,
    /// A shuffle.
    Shuffle,
    /// Nothing: the game is over.
    Over,
}

/// A Tool that somebody is known to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "HeldTool"))]
pub struct Traced {
    /// Who holds it.
    pub seat: Seat,
    /// Which.
    #[serde(serialize_with = "as_tool", deserialize_with = "of_tool")]
    #[cfg_attr(feature = "wire", ts(type = "string"))]
    pub tool: u8,
}

/// A Tool that was played and is not done with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "PlayedTool"))]
pub struct PlayedView {
    /// By whom.
    pub seat: Seat,
    /// Which.
    #[serde(serialize_with = "as_tool", deserialize_with = "of_tool")]
    #[cfg_attr(feature = "wire", ts(type = "string"))]
    pub tool: u8,
    /// Which effect, if there is a choice.
    pub choice: Option<Choice>,
    /// What it aims at, in order, as actions write it.
    pub targets: Targets,
    /// What was paid.
    pub paid: Capital,
    /// The reactions, each to the one before it.
    #[cfg_attr(feature = "wire", ts(as = "Vec<Traced>"))]
    pub chain: Vec<Reaction>,
}

impl View {
    pub(super) fn new(state: &State, viewer: Viewer) -> Self {
        let known = state.seen_by(viewer);
        let seats = known.options.seats;
        let (stage, turn) = match known.stage {
            Stage::Bid(seat) => (Phase::Bid, Some(seat)),
            Stage::Flip(seat) => (Phase::Flip, Some(seat)),
            Stage::Tool(seat) => (Phase::Tool, Some(seat)),
            Stage::Give(seat, _) => (Phase::Give, Some(seat)),
            Stage::Window(_) => (Phase::React, None),
            Stage::Shuffle(_) | Stage::Busy => (Phase::Shuffle, None),
            Stage::Over => (Phase::Over, None),
        };
        let answers = match known.stage {
            Stage::Window(answers) => answers,
            _ => BySeat::filled(seats, Answer::NotAsked),
        };
        let has_answered = |answer| !matches!(answer, Answer::NotAsked | Answer::Waiting);
        let own_answer = answers.iter().find_map(|(_, answer)| match answer {
            Answer::Let => Some(Action::Let),
            Answer::React(tool) => Some(Action::React(tool)),
            Answer::NotAsked | Answer::Waiting | Answer::Sealed => None,
        });
        let up = |seat| {
            let up = known.portfolio(seat).filter(|share| share.up);
            up.map(|share| i32::from(known.options.set.investment(share.investment).value)).sum()
        };
        Self {
            set: Cow::Borrowed(known.options.set.id()),
            round: known.round,
            auction: known.auction + 1,
            starter: known.starter,
            stage,
            turn,
            give: if let Stage::Give(_, number) = known.stage { Some(number) } else { None },
            hands: known.hands.map(|_, hand| held(hand)),
            shown: known.shown,
            tools: known.tools.map(|_, hand| held(hand)),
            traced: known
                .poached
                .as_slice()
                .iter()
                .map(|one| Traced { seat: one.by, tool: one.tool })
                .collect(),
            row: known.row,
            portfolios: Seat::all(seats).map(|seat| known.portfolio(seat).collect()).collect(),
            values: match known.stage {
                Stage::Over => BySeat::new(seats, |seat| score::value(&known, seat)),
                _ => BySeat::new(seats, up),
            },
            discarded: known.discarded.as_slice().to_vec(),
            bids: known.bids,
            highest: known.highest,
            passed: known.passed,
            acted: known.acted,
            played: known.played.map(|played| PlayedView {
                seat: played.seat,
                tool: played.play.tool,
                choice: played.play.choice,
                targets: Targets(played.play.targets),
                paid: played.play.pay,
                chain: played.chain.as_slice().to_vec(),
            }),
            answered: answers
                .iter()
                .filter(|(_, answer)| has_answered(*answer))
                .map(|(seat, _)| seat)
                .collect(),
            answer: own_answer,
            capital_stock: known.capital_stock.len(),
            capital_discards: known.capital_discards,
            tool_stock: known.tool_stock.len(),
            tool_discards: known.tool_discards,
            investment_stock: known.investment_stock.len(),
            known,
        }
    }

    /// A state that looks like this: unknown cards are dealt at random where they may lie.
    pub(super) fn determinize(&self, rng: &mut Rng) -> State {
        let mut world = self.known;
        let seats = world.options.seats;
        let (mut capital, mut tools) = (unseen_capital(&world, rng), unseen_tools(&world, rng));
        for seat in Seat::all(seats) {
            world.hands[seat] = filled(world.hands[seat], &mut capital);
            world.tools[seat] = filled(world.tools[seat], &mut tools);
        }
        world.capital_stock = capital;
        world.tool_stock = tools.as_slice().iter().copied().collect();
        let mut investments = unseen_investments(&world, rng);
        for share in shares_of(&mut world).filter(|share| share.investment == 0) {
            share.investment = investments.pop().unwrap_or_default();
        }
        world.investment_stock = investments;
        if let Stage::Window(answers) = &mut world.stage {
            for seat in Seat::all(seats).filter(|seat| self.answered.contains(*seat)) {
                if answers[seat] == Answer::Sealed {
                    answers[seat] = some_answer(&self.known, world.tools[seat], rng);
                }
            }
        }
        world
    }
}

/// What somebody with these Tools may have answered.
fn some_answer(known: &State, tools: Tools, rng: &mut Rng) -> Answer {
    let reaction = tools.kinds().map(|(tool, _)| tool).find(|tool| known.options.set.is_reaction(*tool));
    reaction.filter(|_| rng.below(2) == 0).map_or(Answer::Let, Answer::React)
}

fn held<const KINDS: usize>(cards: Counts<KINDS>) -> Hand<Counts<KINDS>> {
    if cards.of(0) == 0 { Hand::Open(cards) } else { Hand::Closed(cards.len()) }
}

/// The hand with cards of the pile for those that are not known.
fn filled<const KINDS: usize, const N: usize>(hand: Counts<KINDS>, pile: &mut List<u8, N>) -> Counts<KINDS> {
    let mut known = hand.minus(Counts::unknown(hand.of(0)));
    (0..hand.of(0)).for_each(|_| pile.pop().into_iter().for_each(|card| known.add(card)));
    known
}

/// The Capital that lies in the stock or unseen in hands, in random order.
fn unseen_capital(known: &State, rng: &mut Rng) -> List<u8, MAX_CAPITAL> {
    let mut seen = known.capital_discards;
    for seat in Seat::all(known.options.seats) {
        seen = seen.plus(known.hands[seat]).plus(known.bids[seat]);
    }
    let mut unseen: List<u8, MAX_CAPITAL> = known.options.set.capital().minus(seen).cards().collect();
    rng.shuffle(unseen.as_mut_slice());
    unseen
}

/// The Tools that lie in the stock or unseen in hands, in random order.
fn unseen_tools(known: &State, rng: &mut Rng) -> List<u8, MAX_CAPITAL> {
    let hands = Seat::all(known.options.seats).map(|seat| known.tools[seat]);
    let seen = hands.fold(known.tool_discards, Tools::plus);
    let mut unseen: List<u8, MAX_CAPITAL> = known.options.set.copies().minus(seen).cards().collect();
    rng.shuffle(unseen.as_mut_slice());
    unseen
}

/// The Investments that lie in the stock or face down where this viewer has not looked, in random order.
fn unseen_investments<const N: usize>(known: &State, rng: &mut Rng) -> List<u8, N> {
    let seen = known.shares().fold(0_u64, |seen, share| seen | 1 << share.investment);
    let mut unseen: List<u8, N> =
        known.options.set.investments().filter(|number| seen >> number & 1 == 0).collect();
    rng.shuffle(unseen.as_mut_slice());
    unseen
}

/// Every Investment in play.
fn shares_of(state: &mut State) -> impl Iterator<Item = &mut Share> {
    let owned = state.owned.as_mut_slice().iter_mut().map(|Owned { share, .. }| share);
    state.row.iter_mut().flatten().chain(owned).chain(state.discarded.as_mut_slice())
}

/// What `viewer` is told of `event`: of other hands only how many cards, of face-down Investments only what they have
/// looked at. (SH-S7)
pub(super) fn redact(mut event: Event, viewer: Viewer) -> Event {
    match &mut event {
        Event::Dealt { seat, capital, tools } if !viewer.is(*seat) => {
            *capital = capital.close();
            *tools = tools.close();
        }
        Event::DrewCapital { seat, value } if !viewer.is(*seat) => *value = None,
        Event::DrewTool { seat, tool } if !viewer.is(*seat) => *tool = None,
        Event::TookTool { seat, from, tool } if !viewer.is(*seat) && !viewer.is(*from) => *tool = None,
        Event::RowLaid { row } => *row = row.map(|share| share.map(|share| share.hidden_from(viewer))),
        Event::Won { lot, .. } | Event::Unsold { lot } => {
            *lot = lot.map(|share| share.map(|share| share.hidden_from(viewer)));
        }
        Event::Exchanged { shares, .. } => *shares = shares.map(|share| share.hidden_from(viewer)),
        Event::DiscardedInvestment { share, .. }
        | Event::TookInvestment { share, .. }
        | Event::Looked { share, .. } => *share = share.hidden_from(viewer),
        _ => {}
    }
    event
}
