//! Situations laid out with real cards, for the arbiter.

use super::action::{Action, Play, Target};
use super::state::{Answer, Owned, ROW, Share, Stage};
use super::{Capital, Event, List, Options, Sharks, State, Tools, rules};
use cards::{BySeat, Seat, SeatSet};
use engine::{Game, Ruleset};

/// An Investment as it lies on the table: its number, or nothing if it lies face down.
pub type PlacedInvestment = Option<u8>;

/// Whose turn it is, in situations.
const FIRST: Seat = Seat::new(0);

/// What the others hold matters only as far as they hold something: more than both parts of a Tool can take.
const PLENTY: u8 = 20;

/// What lies there when a Tool is to be played. The first seat plays it.
#[derive(Clone, Debug)]
pub struct Table {
    /// What the first seat can pay with.
    pub hand: Capital,
    /// What it holds.
    pub tools: Tools,
    /// What lies before everybody, seat by seat.
    pub portfolios: Vec<Vec<PlacedInvestment>>,
    /// What is still to be auctioned in this round, from the left; the places that are empty are those before it.
    pub row: Vec<PlacedInvestment>,
    /// Who of the others has no Capital.
    pub without_capital: SeatSet,
    /// Who of the others has no Tools.
    pub without_tools: SeatSet,
    /// Whether no Tool can be drawn any more.
    pub tools_gone: bool,
}

/// What became of a Tool and of the answers to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answered {
    /// Who may answer next.
    pub asked: SeatSet,
    /// Whether the Tool is cancelled, if nobody does.
    pub cancelled: bool,
}

impl State {
    /// The bidding: the first seat is to bid, with these cards in hand and those of its own bid on the table; another
    /// has bid `highest`, if that is anything.
    #[must_use]
    pub fn bidding(options: &Options, hand: Capital, own: Capital, highest: Capital) -> Self {
        let other = FIRST.next(options.seats);
        let mut state = Self::bare(options);
        state.hands[FIRST] = hand;
        state.bids[FIRST] = own;
        state.bids[other] = highest;
        state.highest = (!highest.is_empty()).then_some(other);
        state.stage = Stage::Bid(FIRST);
        state
    }

    /// The first seat's turn in the Tool Phase.
    #[must_use]
    pub fn tool_phase(options: &Options, table: &Table) -> Self {
        let mut state = Self::bare(options);
        for other in Seat::all(options.seats) {
            if !table.without_capital.contains(other) {
                state.hands[other] = Capital::unknown(PLENTY);
            }
            if !table.without_tools.contains(other) {
                state.tools[other] = Tools::unknown(PLENTY);
            }
        }
        state.hands[FIRST] = table.hand;
        state.tools[FIRST] = table.tools;
        for (seat, portfolio) in Seat::all(options.seats).zip(&table.portfolios) {
            state.own(seat, portfolio);
        }
        for (index, placed) in state.row.iter_mut().rev().zip(table.row.iter().rev()) {
            *index = Some(share(*placed));
        }
        if table.tools_gone {
            state.tool_stock = List::default();
        }
        state.stage = Stage::Tool(FIRST);
        state
    }

    /// Another has played a Tool, and the first seat, who holds these, is asked like everybody. (SH-S11)
    #[must_use]
    pub fn window(options: &Options, tools: Tools) -> Self {
        let mut state = Self::bare(options);
        state.tools[FIRST] = tools;
        state.stage = Stage::Window(BySeat::filled(options.seats, Answer::Waiting));
        state
    }

    /// The first seat plays this Tool, and these seats answer, each the one before, with `reaction`.
    ///
    /// # Errors
    ///
    /// The place, from 0, of an answer that cannot be: nobody answers themselves, or where nobody is asked any more.
    pub fn answers(options: &Options, tool: u8, reaction: u8, seats: &[Seat]) -> Result<Answered, usize> {
        let mut state = Self::bare(options);
        let mut cancelled = None;
        let mut note = |event| {
            if let Event::Settled { cancelled: settled, .. } = event {
                cancelled = Some(settled);
            }
        };
        state.play_bare(tool, &mut note);
        for (index, seat) in seats.iter().copied().enumerate() {
            let asked = state.asked();
            if !asked.contains(seat) {
                return Err(index);
            }
            state.tools[seat].add(reaction);
            for other in (asked - SeatSet::only(seat)).iter() {
                Sharks::apply(&mut state, other, Action::Let, &mut note);
            }
            Sharks::apply(&mut state, seat, Action::React(reaction), &mut note);
        }
        let asked = state.asked();
        for seat in asked.iter() {
            Sharks::apply(&mut state, seat, Action::Let, &mut note);
        }
        Ok(Answered { asked, cancelled: cancelled.unwrap_or_default() })
    }

    /// The end: everybody's Investments, turned up, and the Capital left in the hands.
    #[must_use]
    pub fn ended(options: &Options, portfolios: &[Vec<PlacedInvestment>], hands: BySeat<Capital>) -> Self {
        let mut state = Self::bare(options);
        state.hands = hands;
        for (seat, portfolio) in Seat::all(options.seats).zip(portfolios) {
            state.own(seat, portfolio);
        }
        state.stage = Stage::Over;
        state
    }

    /// Who is asked whether they react.
    fn asked(&self) -> SeatSet {
        if matches!(self.stage, Stage::Window(_)) { self.actors() } else { SeatSet::EMPTY }
    }

    /// The first seat plays a Tool that aims at nothing and costs nothing: what it does is not asked.
    fn play_bare(&mut self, tool: u8, emit: &mut impl FnMut(Event)) {
        self.tools[FIRST].add(tool);
        self.stage = Stage::Tool(FIRST);
        let play = Play { tool, choice: None, targets: [Target::None; 4], pay: Capital::NONE };
        Sharks::apply(self, FIRST, Action::Tool(play), emit);
    }

    fn own(&mut self, seat: Seat, portfolio: &[PlacedInvestment]) {
        portfolio.iter().for_each(|placed| self.owned.push(Owned { seat, share: share(*placed) }));
    }

    /// A table with nothing on it and nothing in the hands.
    fn bare(options: &Options) -> Self {
        let seats = options.seats;
        let open = Sharks::initial_standing(options, Seat::new(seats - 1));
        let dealt = rules::deal(options, &open, &options.deck(), &mut drop);
        let (hands, tools) = (BySeat::filled(seats, Capital::NONE), BySeat::filled(seats, Tools::NONE));
        Self { hands, tools, row: [None; ROW], ..dealt }
    }
}

fn share(placed: PlacedInvestment) -> Share {
    Share::dealt(placed.unwrap_or_default(), placed.is_some())
}
