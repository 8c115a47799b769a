//! Deal, actors, legality, effects of actions, and the task loop.

use super::action::{Action, Target};
use super::counts::{Capital, Hand, Tools};
use super::event::Event;
use super::illegal::Illegal;
use super::list::{List, Stock};
use super::options::{FlipOneAlreadyUp, FullEnd, HandLimit};
use super::sets::MAX_BONUS;
use super::state::{Answer, Due, Poached, ROW, Share, Stage, State, Task};
use super::{Card, Options, Part, Standing, auction, score, sums, tools};
use cards::{BySeat, Seat, SeatSet};
use engine::Window;

/// Cards dealt to each player. (SH-R4)
const START_CAPITAL: usize = 6;
const START_TOOLS: usize = 3;
/// Rounds of a game, and auctions per round. (SH-R2)
const ROUNDS: u8 = 4;
const AUCTIONS: u8 = 3;
/// Number of Investments of one player that ends the game. (SH-R23)
pub const FULL_PORTFOLIO: u8 = 5;
/// Orientation of the cards of a row. (SH-R7)
const UP: [bool; ROW] = [true, false, true, false, false, false];
/// Positions of the third lot in the row, from 1.
const THIRD_LOT: [u8; 2] = [5, 6];

/// Upper bound on the actions of a game.
///
/// In each of twelve auctions every bid exceeds the last, and all Capital together has at most
/// value 1,440. Tools and answers are far fewer.
pub(super) const MAX_ACTIONS: u32 = 12 * (1_440 + 6 + 6 * 120);

/// Deals six Capital cards each, then three Tools each, one card at a time. (SH-R4)
pub(super) fn deal(
    options: &Options,
    standing: &Standing,
    deck: &[Card],
    emit: &mut impl FnMut(Event),
) -> State {
    let seats = options.seats;
    let part = |kind: fn(Card) -> Option<u8>| deck.iter().copied().filter_map(kind);
    let mut state = State {
        options: *options,
        dealer: standing.dealer,
        round: 1,
        auction: 0,
        starter: standing.dealer.next(seats), // SH-S18
        stage: Stage::Busy,
        tasks: List::default(),
        hands: BySeat::filled(seats, Capital::NONE),
        shown: BySeat::filled(seats, Capital::NONE),
        bids: BySeat::filled(seats, Capital::NONE),
        passed: SeatSet::EMPTY,
        highest: None,
        acted: SeatSet::EMPTY,
        tools: BySeat::filled(seats, Tools::NONE),
        poached: List::default(),
        row: [None; ROW],
        owned: List::default(),
        discarded: List::default(),
        capital_stock: stock(part(|card| if let Card::Capital(value) = card { Some(value) } else { None })),
        capital_discards: Capital::NONE,
        tool_stock: stock(part(|card| if let Card::Tool(tool) = card { Some(tool) } else { None })),
        tool_discards: Tools::NONE,
        investment_stock: stock(part(
            |card| if let Card::Investment(number) = card { Some(number) } else { None },
        )),
        played: None,
        owed: BySeat::filled(seats, 0),
    };
    let order =
        || std::iter::successors(Some(state.starter), |seat| Some(seat.next(seats))).take(usize::from(seats));
    for seat in (0..START_CAPITAL).flat_map(|_| order()) {
        state.capital_stock.pop().into_iter().for_each(|value| state.hands[seat].add(value));
    }
    for seat in (0..START_TOOLS).flat_map(|_| order()) {
        state.tool_stock.pop().into_iter().for_each(|tool| state.tools[seat].add(tool));
    }
    for seat in order() {
        let (capital, tools) = (Hand::Open(state.hands[seat]), Hand::Open(state.tools[seat]));
        emit(Event::Dealt { seat, capital, tools });
    }
    emit(Event::RoundBegan { round: 1 });
    state.tasks.push(Task::LayRow); // SH-R8
    work(&mut state, emit);
    state
}

/// Returns a stock from which the first of `cards` is drawn first.
fn stock<const N: usize>(cards: impl Iterator<Item = u8>) -> Stock<N> {
    cards.collect::<Stock<N>>().reversed()
}

#[inline]
pub(super) fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    match state.stage {
        Stage::Bid(turn) if turn == seat => {
            actions.push(Action::Pass);
            auction::list_bids(state, seat, actions);
        }
        Stage::Flip(turn) if turn == seat => {
            actions.extend(THIRD_LOT.into_iter().filter(|index| may_flip(state, *index)).map(Action::Flip));
        }
        Stage::Tool(turn) if turn == seat => {
            actions.push(Action::Pass);
            tools::list_plays(state, seat, actions);
        }
        Stage::Window(answers) if answers[seat] == Answer::Waiting => {
            tools::list_reactions(state, seat, actions);
        }
        Stage::Give(turn, number) if turn == seat => list_gifts(state.hands[seat], number, actions),
        _ => {}
    }
}

/// Whether this position of the third lot has a face-down card. (SH-R15)
fn may_flip(state: &State, index: u8) -> bool {
    THIRD_LOT.contains(&index) && state.row[usize::from(index - 1)].is_some_and(|share| !share.up)
}

/// Largest discard for which every choice is listed.
const MAX_GIFTS: u8 = 2;

/// Lists discards: all choices of one or two cards, and one choice per total for more. (SH-S22)
fn list_gifts(hand: Capital, number: u8, actions: &mut Vec<Action>) {
    if number > MAX_GIFTS {
        actions.extend(sums::exactly(hand, number).map(Action::Give));
        return;
    }
    for (value, _) in hand.kinds() {
        let one: Capital = [value].into_iter().collect();
        if number == 1 {
            actions.push(Action::Give(one));
            continue;
        }
        let left = hand.minus(one);
        let others = left.kinds().map(|(other, _)| other).filter(|other| *other >= value);
        actions.extend(others.map(|other| Action::Give(one.plus([other].into_iter().collect()))));
    }
}

/// Whether the action is listed where it is legal. See [`engine::Game::IS_LISTED`]. (SH-S22)
pub(super) fn is_listed(state: &State, seat: Seat, action: &Action) -> bool {
    match action {
        Action::Bid(cards) => auction::listed_bid(state, seat, cards.total()) == Some(*cards),
        Action::Tool(play) => tools::is_listed(state, seat, play),
        Action::Give(cards) => {
            let listed = || sums::exactly(state.hands[seat], cards.len());
            cards.len() <= MAX_GIFTS || listed().any(|listed| listed == *cards)
        }
        Action::Pass | Action::Flip(_) | Action::React(_) | Action::Let => true,
    }
}

pub(super) fn window(state: &State) -> Option<Window<Action>> {
    let Stage::Window(_) = state.stage else { return None };
    Some(Window { first: tools::first_asked(state)?, silent: Action::Let })
}

pub(super) fn validate(state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
    match (state.stage, action) {
        (Stage::Bid(_) | Stage::Tool(_), Action::Pass) | (Stage::Window(_), Action::Let) => Ok(()),
        (Stage::Bid(_), Action::Bid(cards)) => auction::check_bid(state, seat, cards),
        (Stage::Bid(_), _) => Err(Illegal::TimeToBid),
        (Stage::Flip(_), Action::Flip(index)) if may_flip(state, index) => Ok(()),
        (Stage::Flip(_), Action::Flip(_)) => Err(Illegal::WrongFlip),
        (Stage::Flip(_), _) => Err(Illegal::TimeToFlip),
        (Stage::Tool(_), Action::Tool(play)) => tools::check_play(state, seat, &play),
        (Stage::Tool(_), _) => Err(Illegal::TimeForATool),
        (Stage::Window(_), Action::React(tool)) => tools::check_reaction(state, seat, tool),
        (Stage::Window(_), _) => Err(Illegal::TimeToReact),
        (Stage::Give(_, number), Action::Give(cards)) => check_gift(state.hands[seat], number, cards),
        _ => Err(Illegal::TimeToGive),
    }
}

fn check_gift(hand: Capital, number: u8, cards: Capital) -> Result<(), Illegal> {
    if cards.len() != number {
        return Err(Illegal::GiveExactly { number });
    }
    match cards.kinds().rev().find(|(value, count)| hand.of(*value) < *count) {
        Some((value, _)) => Err(Illegal::CapitalNotHeld { value }),
        None => Ok(()),
    }
}

#[inline]
pub(super) fn apply(state: &mut State, seat: Seat, action: Action, emit: &mut impl FnMut(Event)) {
    let stage = std::mem::replace(&mut state.stage, Stage::Busy);
    match (stage, action) {
        (Stage::Bid(_), Action::Bid(cards)) => auction::bid(state, seat, cards, emit),
        (Stage::Bid(_), _) => auction::pass(state, seat, emit),
        (_, Action::Flip(index)) => {
            tools::turn(state, seat, Target::Row(index), true, emit);
            state.tasks.push(Task::Tools);
        }
        (_, Action::Tool(play)) => tools::play(state, seat, play, emit),
        (Stage::Window(answers), Action::React(tool)) => {
            tools::answer(state, answers, seat, Answer::React(tool), emit);
        }
        (Stage::Window(answers), _) => tools::answer(state, answers, seat, Answer::Let, emit),
        (_, Action::Give(cards)) => give(state, seat, cards, emit),
        _ => {
            state.acted.insert(seat);
            emit(Event::Passed { seat });
            state.tasks.push(Task::NextTool);
        }
    }
    work(state, emit);
}

/// Performs tasks until a seat has to act or a shuffle is due.
#[inline]
fn work(state: &mut State, emit: &mut impl FnMut(Event)) {
    while state.stage == Stage::Busy {
        match state.tasks.pop() {
            Some(task) => perform(state, task, emit),
            None => end(state, emit),
        }
    }
}

fn perform(state: &mut State, task: Task, emit: &mut impl FnMut(Event)) {
    match task {
        Task::Income(seat) => income(state, seat, emit),
        Task::Refill(seen) => refill(state, seen),
        Task::LayRow => lay_row(state, emit),
        Task::Auction => auction::begin(state, emit),
        Task::DrawCapital(seat, number) => draw_capital(state, seat, number, emit),
        Task::DrawTools(seat, number) => draw_tools(state, seat, number, emit),
        Task::Give(seat, number) => ask_gift(state, seat, number, emit),
        Task::TakeTool(by, from) => {
            if !state.tools[from].is_empty() {
                state.stage = Stage::Shuffle(Due::Hand { by, from });
            }
        }
        Task::Bonus(seat, investment, part) => bonus(state, seat, investment, part, emit),
        Task::Effect(part) => tools::resolve(state, part, emit),
        Task::Awarded if is_full(state, FullEnd::Immediate) => finish(state), // SH-R23, SH-S4
        Task::Awarded => begin_flip(state),
        Task::Tools => {
            state.acted = SeatSet::EMPTY;
            state.tasks.push(Task::NextTool);
        }
        Task::NextTool => next_tool(state),
        Task::ToolDone => {
            state.played = None;
            if is_full(state, FullEnd::Immediate) {
                finish(state); // SH-R23
            } else {
                state.tasks.push(Task::NextTool);
            }
        }
        Task::AuctionDone => next_auction(state, emit),
        Task::Reveal => reveal(state, emit),
    }
}

/// Whether a portfolio is full and the options end the game at this time. (SH-R23, SH-O1)
fn is_full(state: &State, when: FullEnd) -> bool {
    let full = |seat| state.investments(seat) >= FULL_PORTFOLIO;
    state.options.full_end == when && Seat::all(state.options.seats).any(full)
}

/// Asks the winner of the second auction to turn up a card of the third lot, if there is one.
/// (SH-R15, SH-S3)
fn begin_flip(state: &mut State) {
    state.tasks.push(Task::Tools);
    let down = THIRD_LOT.into_iter().filter(|index| may_flip(state, *index)).count();
    let flips = match (down, state.options.flip_one_already_up) {
        (1, FlipOneAlreadyUp::Nothing) | (0, _) => false, // SH-O2
        _ => true,
    };
    if state.auction == 1 && flips {
        state.tasks.pop();
        state.stage = Stage::Flip(state.starter);
    }
}

/// Asks the next seat for a Tool: clockwise from the winner's left, the winner last. (SH-R16)
fn next_tool(state: &mut State) {
    let left = SeatSet::all(state.options.seats) - state.acted;
    let after = |seat: Seat| left.next_after(seat, state.options.seats);
    match after(state.starter) {
        Some(seat) => state.stage = Stage::Tool(seat),
        None => state.tasks.push(Task::AuctionDone), // SH-R22
    }
}

fn next_auction(state: &mut State, emit: &mut impl FnMut(Event)) {
    state.auction += 1;
    if state.auction < AUCTIONS {
        state.tasks.push(Task::Auction);
    } else if is_full(state, FullEnd::EndOfRound) || state.round == ROUNDS {
        state.auction -= 1;
        finish(state); // SH-R24, SH-O1
    } else {
        state.round += 1;
        state.auction = 0;
        emit(Event::RoundBegan { round: state.round });
        state.tasks.push(Task::LayRow);
        state.tasks.push(Task::Refill(0));
        // SH-R5: four cards, and one more for each face-up Investment.
        state.owed = BySeat::new(state.options.seats, |seat| 4 + state.face_up(seat));
        state.tasks.push(Task::Income(state.starter)); // SH-S10
    }
}

/// Draws income one card per player in turn, so that a shortage is shared. (SH-S8)
fn income(state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
    let owed: SeatSet = state.owed.iter().filter(|(_, cards)| *cards > 0).map(|(seat, _)| seat).collect();
    let next = if owed.contains(seat) { Some(seat) } else { owed.next_after(seat, state.options.seats) };
    let Some(seat) = next else { return };
    if !may_hold_more(state, seat) {
        state.owed[seat] = 0;
        state.tasks.push(Task::Income(seat));
    } else if has_capital(state, Task::Income(seat)) {
        take_capital(state, seat, emit);
        state.owed[seat] -= 1;
        state.tasks.push(Task::Income(seat.next(state.options.seats)));
    } else if state.stage == Stage::Busy {
        state.owed = BySeat::filled(state.options.seats, 0);
    }
}

/// Refills every player's Tools to three. (SH-R6)
fn refill(state: &mut State, seen: u8) {
    let seats = state.options.seats;
    if seen == seats {
        return;
    }
    state.tasks.push(Task::Refill(seen + 1));
    let seat = (0..seen).fold(state.starter, |seat, _| seat.next(seats)); // SH-S10
    let missing = (START_TOOLS as u8).saturating_sub(state.tools[seat].len());
    state.tasks.push(Task::DrawTools(seat, missing));
}

/// Lays out six Investments. (SH-R7)
fn lay_row(state: &mut State, emit: &mut impl FnMut(Event)) {
    for (index, up) in UP.into_iter().enumerate() {
        state.row[index] = state.investment_stock.pop().map(|investment| Share::dealt(investment, up));
    }
    emit(Event::RowLaid { row: state.row });
    state.tasks.push(Task::Auction);
}

/// Whether a player may draw another Capital card. (SH-O8)
fn may_hold_more(state: &State, seat: Seat) -> bool {
    state.options.hand_limit == HandLimit::None || state.hands[seat].len() < 12
}

/// Whether Capital can be drawn now. If a shuffle is needed first, `task` is queued to continue
/// after it. (SH-S8)
fn has_capital(state: &mut State, task: Task) -> bool {
    let empty = state.capital_stock.is_empty();
    if empty && !state.capital_discards.is_empty() {
        state.tasks.push(task);
        state.stage = Stage::Shuffle(Due::Capital);
    }
    !empty
}

fn take_capital(state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
    let value = state.capital_stock.pop();
    value.into_iter().for_each(|value| state.hands[seat].add(value));
    emit(Event::DrewCapital { seat, value });
}

fn draw_capital(state: &mut State, seat: Seat, number: u8, emit: &mut impl FnMut(Event)) {
    for left in (1..=number).rev() {
        if !may_hold_more(state, seat) || !has_capital(state, Task::DrawCapital(seat, left)) {
            return;
        }
        take_capital(state, seat, emit);
    }
}

fn draw_tools(state: &mut State, seat: Seat, number: u8, emit: &mut impl FnMut(Event)) {
    for left in (1..=number).rev() {
        if state.tool_stock.is_empty() {
            if !state.tool_discards.is_empty() {
                state.tasks.push(Task::DrawTools(seat, left));
                state.stage = Stage::Shuffle(Due::Tools); // SH-S8
            }
            return;
        }
        let tool = state.tool_stock.pop();
        tool.into_iter().for_each(|tool| state.tools[seat].add(tool));
        emit(Event::DrewTool { seat, tool: tool.map(Card::Tool) });
    }
}

/// Asks for a discard. A player with no more cards than required has no choice.
fn ask_gift(state: &mut State, seat: Seat, number: u8, emit: &mut impl FnMut(Event)) {
    let hand = state.hands[seat];
    if hand.len() > number {
        state.stage = Stage::Give(seat, number);
    } else if !hand.is_empty() {
        give(state, seat, hand, emit);
    }
}

fn give(state: &mut State, seat: Seat, cards: Capital, emit: &mut impl FnMut(Event)) {
    tools::pay(state, seat, cards);
    emit(Event::Gave { seat, cards });
}

/// Performs one effect of a bonus and queues the next. (SH-R14, SH-R21)
fn bonus(state: &mut State, seat: Seat, investment: u8, part: u8, emit: &mut impl FnMut(Event)) {
    let effects = state.options.set.investment(investment).bonus;
    let Some(effect) = effects.get(usize::from(part)).copied().flatten() else { return };
    if part == 0 {
        emit(Event::Bonus { seat, investment: Card::Investment(investment) });
    }
    if usize::from(part) + 1 < MAX_BONUS {
        state.tasks.push(Task::Bonus(seat, investment, part + 1));
    }
    tools::perform(state, seat, effect, [Target::None; 2], emit);
}

/// Replaces all tasks by the final reveal.
fn finish(state: &mut State) {
    state.tasks = List::default();
    state.tasks.push(Task::Reveal);
}

/// Turns up the next face-down Investment, from the starter's portfolio on. (SH-R25)
fn reveal(state: &mut State, emit: &mut impl FnMut(Event)) {
    let seats = state.options.seats;
    let mut seat = state.starter;
    for _ in 0..seats {
        let down = (1..).zip(state.portfolio(seat)).find(|(_, share)| !share.up);
        if let Some((index, share)) = down {
            state.tasks.push(Task::Reveal);
            if let Some(share) = state.share_at_mut(seat, Target::Own(index)) {
                share.turn(true);
            }
            let investment = Card::Investment(share.investment);
            emit(Event::TurnedUp {
                location: super::event::Location { seat: Some(seat), index },
                investment,
            });
            if state.options.bonus_on_final_flip {
                state.tasks.push(Task::Bonus(seat, share.investment, 0)); // SH-O4
            }
            return;
        }
        seat = seat.next(seats);
    }
}

fn end(state: &mut State, emit: &mut impl FnMut(Event)) {
    state.stage = Stage::Over;
    emit(Event::Ended { detail: score::detail(state), capital: state.hands, tools: state.tools });
}

/// Returns the cards to shuffle: the discards of a deck, or the Tools from which one is taken.
/// (SH-S8, SH-S21)
pub(super) fn shuffle_due(state: &State) -> Option<Vec<Card>> {
    let Stage::Shuffle(due) = state.stage else { return None };
    Some(match due {
        Due::Capital => state.capital_discards.cards().map(Card::Capital).collect(),
        Due::Tools => state.tool_discards.cards().map(Card::Tool).collect(),
        Due::Hand { from, .. } => state.tools[from].cards().map(Card::Tool).collect(),
    })
}

pub(super) fn shuffle(state: &mut State, order: &[Card], emit: &mut impl FnMut(Event)) {
    let Stage::Shuffle(due) = std::mem::replace(&mut state.stage, Stage::Busy) else { return };
    let kinds = order.iter().map(|card| match card {
        Card::Capital(kind) | Card::Investment(kind) | Card::Tool(kind) => *kind,
    });
    let cards = order.len() as u8;
    match due {
        Due::Capital => {
            state.capital_stock = stock(kinds);
            state.capital_discards = Capital::NONE;
            emit(Event::Reshuffled { part: Part::Capital, cards });
        }
        Due::Tools => {
            state.tool_stock = stock(kinds);
            state.tool_discards = Tools::NONE;
            emit(Event::Reshuffled { part: Part::Tool, cards });
        }
        Due::Hand { by, from } => take_tool(state, by, from, kinds.take(1), emit),
    }
    work(state, emit);
}

/// Moves the first of the shuffled Tools to the taker. Only the two players know it. (SH-S21)
fn take_tool(
    state: &mut State,
    by: Seat,
    from: Seat,
    first: impl Iterator<Item = u8>,
    emit: &mut impl FnMut(Event),
) {
    for tool in first {
        state.tools[from].take(tool);
        state.tools[by].add(tool);
        // Third players no longer know whether their traced Tool is still there. The taker saw the
        // Tool, so the taker's own traces remain.
        tools::forget_one(state, by, from, tool);
        let still_known =
            state.poached.as_slice().iter().copied().filter(|one| one.by != from || one.from == by);
        state.poached = still_known.collect();
        if usize::from(state.poached.len()) == 16 {
            state.poached.remove(0);
        }
        state.poached.push(Poached { from, by, tool });
        emit(Event::TookTool { seat: by, from, tool: Some(Card::Tool(tool)) });
    }
}
