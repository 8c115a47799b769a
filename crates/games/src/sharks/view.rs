//! Views of Sharks and their determinizations.

use super::action::{Action, Choice};
use super::counts::{Capital, Counts, Hand, Tools};
use super::event::{Event, Targets};
use super::list::List;
use super::score;
use super::sets::MAX_CAPITAL;
use super::state::{Answer, Owned, ROW, Reaction, Share, Stage, State, as_tool, of_tool};
use crate::wire_view::view;
use cards::{BySeat, Rng, Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

view! {
    "SharksView"
    unsent {
        /// The state as far as it is known, with kind 0 for unknown cards. Bots decide from it.
        known: State,
    }
    sent {
        /// Id of the card set.
        set: Cow<'static, str>,
        /// Number of the round, from 1.
        round: u8,
        /// Number of the auction in the round, from 1.
        auction: u8,
        /// The first bidder of the auction, or its winner afterwards.
        starter: Seat,
        /// Phase of the game.
        stage: Phase,
        /// The seat to act. `None` while several are asked.
        turn: Option<Seat>,
        /// Number of Capital cards to discard.
        give: Option<u8>,
        /// The viewer's own Capital, and the number of cards in the other hands. At the end all
        /// hands. (SH-S19)
        hands: BySeat<Hand<Capital>> [inline],
        /// Capital known to be in the hands, from bids taken back.
        shown: BySeat<Capital>,
        /// The viewer's own Tools, and the number of the others'. At the end all Tools.
        tools: BySeat<Hand<Tools>> [inline],
        /// Tools known to be in other hands, because they were taken from this viewer.
        traced: Vec<Traced>,
        /// Investments still to be auctioned in this round, from left to right.
        row: [Option<Share>; ROW] [as = "Vec<Option<Share>>"],
        /// Investments of the players.
        portfolios: Vec<Vec<Share>>,
        /// Value of the face-up Investments of each seat.
        values: BySeat<i32>,
        /// Discarded Investments, as the viewer knows them.
        discarded: Vec<Share>,
        /// The bids on the table.
        bids: BySeat<Capital>,
        /// Seat with the highest bid.
        highest: Option<Seat>,
        /// Seats that passed in this auction.
        passed: SeatSet,
        /// Seats that had their turn in the Tool Phase.
        acted: SeatSet,
        /// The Tool in progress.
        played: Option<PlayedView>,
        /// Seats that have answered in the reaction window.
        answered: SeatSet,
        /// The viewer's own sealed answer.
        answer: Option<Action>,
        /// Number of Capital cards in the stock.
        capital_stock: u8,
        /// Discarded Capital, which is public.
        capital_discards: Capital,
        /// Number of Tools in the stock.
        tool_stock: u8,
        /// Discarded Tools, which are public.
        tool_discards: Tools,
        /// Number of Investments in the stock.
        investment_stock: u8,
    }
}

/// Phase of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "SharksStage"))]
#[serde(rename_all = "camelCase")]
pub enum Phase {
    /// A bid is due.
    Bid,
    /// A flip of a card of the third lot is due.
    Flip,
    /// A Tool may be played.
    Tool,
    /// Reactions to a Tool are due.
    React,
    /// A discard of Capital is due.
    Give,
    /// A shuffle is due.
    Shuffle,
    /// The game is over.
    Over,
}

/// Tool known to be in another hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "HeldTool"))]
pub struct Traced {
    /// Seat that holds the Tool.
    pub seat: Seat,
    /// Tool whose holder is known.
    #[serde(serialize_with = "as_tool", deserialize_with = "of_tool")]
    #[cfg_attr(feature = "wire", ts(type = "string"))]
    pub tool: u8,
}

/// Tool in progress.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "PlayedTool"))]
pub struct PlayedView {
    /// Seat that played the Tool.
    pub seat: Seat,
    /// Tool that was played.
    #[serde(serialize_with = "as_tool", deserialize_with = "of_tool")]
    #[cfg_attr(feature = "wire", ts(type = "string"))]
    pub tool: u8,
    /// The chosen effect, if there is a choice.
    pub choice: Option<Choice>,
    /// Targets of the Tool's effects, in order.
    pub targets: Targets,
    /// Capital paid for the Tool.
    pub paid: Capital,
    /// The reactions, each to the one before.
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

    /// Returns a random state that agrees with this view.
    pub(super) fn determinize(&self, rng: &mut Rng) -> State {
        let mut sample = self.known;
        let seats = sample.options.seats;
        let (mut capital, mut tools) = (unseen_capital(&sample, rng), unseen_tools(&sample, rng));
        for seat in Seat::all(seats) {
            sample.hands[seat] = filled(sample.hands[seat], &mut capital);
            sample.tools[seat] = filled(sample.tools[seat], &mut tools);
        }
        sample.capital_stock = capital;
        sample.tool_stock = tools.as_slice().iter().copied().collect();
        let mut investments = unseen_investments(&sample, rng);
        for share in shares_of(&mut sample).filter(|share| share.investment == 0) {
            share.investment = investments.pop().unwrap_or_default();
        }
        sample.investment_stock = investments;
        if let Stage::Window(answers) = &mut sample.stage {
            for seat in Seat::all(seats).filter(|seat| self.answered.contains(*seat)) {
                if answers[seat] == Answer::Sealed {
                    answers[seat] = some_answer(&self.known, sample.tools[seat], rng);
                }
            }
        }
        sample
    }
}

/// Returns a possible answer of a player with these Tools.
fn some_answer(known: &State, tools: Tools, rng: &mut Rng) -> Answer {
    let reaction = tools.kinds().map(|(tool, _)| tool).find(|tool| known.options.set.is_reaction(*tool));
    reaction.filter(|_| rng.below(2) == 0).map_or(Answer::Let, Answer::React)
}

fn held<const KINDS: usize>(cards: Counts<KINDS>) -> Hand<Counts<KINDS>> {
    if cards.of(0) == 0 { Hand::Open(cards) } else { Hand::Closed(cards.len()) }
}

/// Returns the hand with cards of the pile in place of the unknown ones.
fn filled<const KINDS: usize, const N: usize>(hand: Counts<KINDS>, pile: &mut List<u8, N>) -> Counts<KINDS> {
    let mut known = hand.minus(Counts::unknown(hand.of(0)));
    (0..hand.of(0)).for_each(|_| pile.pop().into_iter().for_each(|card| known.add(card)));
    known
}

/// Returns the Capital in the stock or hidden in hands, in random order.
fn unseen_capital(known: &State, rng: &mut Rng) -> List<u8, MAX_CAPITAL> {
    let mut seen = known.capital_discards;
    for seat in Seat::all(known.options.seats) {
        seen = seen.plus(known.hands[seat]).plus(known.bids[seat]);
    }
    let mut unseen: List<u8, MAX_CAPITAL> = known.options.set.capital().minus(seen).cards().collect();
    rng.shuffle(unseen.as_mut_slice());
    unseen
}

/// Returns the Tools in the stock or hidden in hands, in random order.
fn unseen_tools(known: &State, rng: &mut Rng) -> List<u8, MAX_CAPITAL> {
    let hands = Seat::all(known.options.seats).map(|seat| known.tools[seat]);
    let seen = hands.fold(known.tool_discards, Tools::plus);
    let mut unseen: List<u8, MAX_CAPITAL> = known.options.set.copies().minus(seen).cards().collect();
    rng.shuffle(unseen.as_mut_slice());
    unseen
}

/// Returns the Investments in the stock, or face down and unknown to this viewer, in random order.
fn unseen_investments<const N: usize>(known: &State, rng: &mut Rng) -> List<u8, N> {
    let seen = known.shares().fold(0_u64, |seen, share| seen | 1 << share.investment);
    let mut unseen: List<u8, N> =
        known.options.set.investments().filter(|number| seen >> number & 1 == 0).collect();
    rng.shuffle(unseen.as_mut_slice());
    unseen
}

/// Returns all Investments in play, mutably.
fn shares_of(state: &mut State) -> impl Iterator<Item = &mut Share> {
    let owned = state.owned.as_mut_slice().iter_mut().map(|Owned { share, .. }| share);
    state.row.iter_mut().flatten().chain(owned).chain(state.discarded.as_mut_slice())
}

/// Hides the cards that `viewer` may not see: other hands, and face-down Investments that the
/// viewer has not looked at. (SH-S7)
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
