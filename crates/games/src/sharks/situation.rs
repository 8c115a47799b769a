//! Situations built from given cards, for the arbiter.

use super::action::{Action, Play, Target};
use super::state::{Answer, Owned, ROW, Share, Stage};
use super::{Capital, Event, List, Options, Sharks, State, Tools, rules};
use cards::{BySeat, Seat, SeatSet};
use engine::{Game, Ruleset};

/// Investment on the table: its number, or `None` if it is face down.
pub type PlacedInvestment = Option<u8>;

/// The acting seat of a situation.
const FIRST: Seat = Seat::new(0);

/// Hand size of the other players. It only has to exceed what both parts of a Tool can take.
const LARGE_HAND: u8 = 20;

/// Table at the time a Tool is played by the first seat.
#[derive(Clone, Debug)]
pub struct Table {
    /// Capital of the first seat.
    pub hand: Capital,
    /// Tools of the first seat.
    pub tools: Tools,
    /// Investments of each portfolio, by seat.
    pub portfolios: Vec<Vec<PlacedInvestment>>,
    /// Investments still to be auctioned in this round, from the left. If there are fewer than six, the
    /// first ones of the row were already auctioned.
    pub row: Vec<PlacedInvestment>,
    /// Other seats that have no Capital.
    pub without_capital: SeatSet,
    /// Other seats that have no Tools.
    pub without_tools: SeatSet,
    /// Whether no Tools are left to draw.
    pub tools_gone: bool,
}

/// Result of a Tool and the answers to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answered {
    /// Seats that may answer next.
    pub asked: SeatSet,
    /// Whether the Tool is cancelled if no seat answers.
    pub cancelled: bool,
}

impl State {
    /// Returns a bidding situation: the first seat must bid with `hand` and its `own` bid. Another
    /// seat has bid `highest`, unless it is empty.
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

    /// Returns the turn of the first seat in the Tool Phase.
    #[must_use]
    pub fn tool_phase(options: &Options, table: &Table) -> Self {
        let mut state = Self::bare(options);
        for other in Seat::all(options.seats) {
            if !table.without_capital.contains(other) {
                state.hands[other] = Capital::unknown(LARGE_HAND);
            }
            if !table.without_tools.contains(other) {
                state.tools[other] = Tools::unknown(LARGE_HAND);
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

    /// Returns the reaction window of the first seat, with `tools`, after a Tool of another seat.
    /// (SH-S11)
    #[must_use]
    pub fn window(options: &Options, tools: Tools) -> Self {
        let mut state = Self::bare(options);
        state.tools[FIRST] = tools;
        state.stage = Stage::Window(BySeat::filled(options.seats, Answer::Waiting));
        state
    }

    /// Returns the result if the first seat plays `tool` and `seats` answer with `reaction`, each
    /// to the one before.
    ///
    /// # Errors
    ///
    /// Returns the index of the first impossible answer: its seat is not asked.
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

    /// Returns the end of a game with these face-up Investments and the Capital left in the hands.
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

    /// Returns the seats that are asked for a reaction.
    fn asked(&self) -> SeatSet {
        if matches!(self.stage, Stage::Window(_)) { self.actors() } else { SeatSet::EMPTY }
    }

    /// Plays a Tool of the first seat without targets or payment, and without checking it.
    fn play_bare(&mut self, tool: u8, emit: &mut impl FnMut(Event)) {
        self.tools[FIRST].add(tool);
        self.stage = Stage::Tool(FIRST);
        let play = Play { tool, choice: None, targets: [Target::None; 4], pay: Capital::NONE };
        Sharks::apply(self, FIRST, Action::Tool(play), emit);
    }

    fn own(&mut self, seat: Seat, portfolio: &[PlacedInvestment]) {
        portfolio.iter().for_each(|placed| self.owned.push(Owned { seat, share: share(*placed) }));
    }

    /// Returns a game with an empty row and empty hands.
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
