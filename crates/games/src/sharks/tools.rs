//! The Tool Phase: legal plays of Tools, reactions and effects.

use super::action::{Choice, MAX_TARGETS, Play, Target};
use super::counts::{Capital, Tools};
use super::event::{Event, Location, Targets};
use super::illegal::Illegal;
use super::list::List;
use super::sets::{Effect, Kind, Side, Tool};
use super::state::{Answer, Played, Poached, Reaction, Share, Stage, State, Task};
use super::{Action, Card, options::CounterConnection};
use cards::{BySeat, Seat, SeatSet};

/// Targets of one effect.
type EffectTargets = [Target; 2];

const NOTHING: EffectTargets = [Target::None; 2];

fn all_targets(first: EffectTargets, second: EffectTargets) -> [Target; MAX_TARGETS] {
    let mut targets = [Target::None; MAX_TARGETS];
    let named = first.into_iter().chain(second).filter(|target| *target != Target::None);
    targets.iter_mut().zip(named).for_each(|(slot, target)| *slot = target);
    targets
}

/// Returns the number of targets of an effect.
const fn target_count(effect: Effect) -> usize {
    match effect {
        Effect::TurnOwn(_)
        | Effect::TurnOther(_)
        | Effect::DiscardOwn
        | Effect::TakeDown
        | Effect::Look
        | Effect::TurnRow(_)
        | Effect::OtherDiscardsCapital(_)
        | Effect::TakeTool => 1,
        Effect::SwapDown | Effect::ExchangeRow => 2,
        Effect::DrawCapital(_)
        | Effect::DrawTools(_)
        | Effect::DrawCapitalPerUp(_)
        | Effect::OthersDiscardCapital(_)
        | Effect::Cancel => 0,
    }
}

/// Calls `found` with all possible targets of an effect of `seat`. An effect without targets yields
/// one empty entry if it can be resolved.
#[inline]
fn for_each_targets(state: &State, seat: Seat, effect: Effect, found: &mut impl FnMut(EffectTargets)) {
    let mut one = |target| found([target, Target::None]);
    let down = |share: Share| !share.up;
    match effect {
        Effect::DrawCapital(_) | Effect::DrawTools(_) => found(NOTHING),
        Effect::DrawCapitalPerUp(_) if state.face_up(seat) > 0 => found(NOTHING),
        Effect::OthersDiscardCapital(_)
            if others(state, seat).any(|other| !state.hands[other].is_empty()) =>
        {
            found(NOTHING);
        }
        Effect::DrawCapitalPerUp(_) | Effect::OthersDiscardCapital(_) | Effect::Cancel => {}
        Effect::TurnOwn(side) => own(state, seat, |share| share.up != (side == Side::Up), one),
        Effect::DiscardOwn => own(state, seat, |_| true, one),
        Effect::TurnOther(side) => {
            others(state, seat)
                .for_each(|other| theirs(state, other, |share| share.up != (side == Side::Up), &mut one));
        }
        Effect::TakeDown => {
            let mine = state.investments(seat);
            let richer = others(state, seat).filter(|other| state.investments(*other) > mine);
            richer.for_each(|other| theirs(state, other, down, &mut one));
        }
        Effect::SwapDown => own(state, seat, down, |mine| {
            others(state, seat)
                .for_each(|other| theirs(state, other, down, &mut |other| found([mine, other])));
        }),
        Effect::Look => {
            row(state, down, &mut one);
            own(state, seat, down, &mut one);
            others(state, seat).for_each(|other| theirs(state, other, down, &mut one));
        }
        Effect::TurnRow(side) => row(state, |share| share.up != (side == Side::Up), one),
        Effect::ExchangeRow => {
            for (left, right) in (1..=6).flat_map(|left| (left + 1..=6).map(move |right| (left, right))) {
                let coming = |index: u8| state.row[usize::from(index - 1)].is_some();
                if lot_of(left) != lot_of(right) && coming(left) && coming(right) {
                    found([Target::Row(left), Target::Row(right)]);
                }
            }
        }
        Effect::OtherDiscardsCapital(_) => {
            others(state, seat)
                .filter(|other| !state.hands[*other].is_empty())
                .map(Target::Player)
                .for_each(one);
        }
        Effect::TakeTool => {
            others(state, seat)
                .filter(|other| !state.tools[*other].is_empty())
                .map(Target::Player)
                .for_each(one);
        }
    }
}

/// Returns the lot to which a position in the row belongs. (SH-R7)
const fn lot_of(index: u8) -> u8 {
    (index - 1) / 2
}

/// Returns the other players, from the next one on.
#[inline]
pub(super) fn others(state: &State, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
    let seats = state.options.seats;
    std::iter::successors(Some(seat.next(seats)), move |other| Some(other.next(seats)))
        .take(usize::from(seats) - 1)
}

fn own(state: &State, seat: Seat, is: impl Fn(Share) -> bool, mut found: impl FnMut(Target)) {
    let indices = (1..).zip(state.portfolio(seat));
    indices.filter(|(_, share)| is(*share)).for_each(|(index, _)| found(Target::Own(index)));
}

fn theirs(state: &State, other: Seat, is: impl Fn(Share) -> bool, found: &mut impl FnMut(Target)) {
    let indices = (1..).zip(state.portfolio(other));
    indices.filter(|(_, share)| is(*share)).for_each(|(index, _)| found(Target::Portfolio(other, index)));
}

fn row(state: &State, is: impl Fn(Share) -> bool, mut found: impl FnMut(Target)) {
    let indices = (1..).zip(state.row);
    let there = indices.filter_map(|(index, share)| share.filter(|share| is(*share)).map(|_| index));
    there.for_each(|index| found(Target::Row(index)));
}

/// Whether `effect` can have `targets` now.
fn may_target(state: &State, seat: Seat, effect: Effect, targets: EffectTargets) -> bool {
    let mut may = false;
    for_each_targets(state, seat, effect, &mut |possible| may |= possible == targets);
    may
}

fn can_be_resolved(state: &State, seat: Seat, effect: Effect) -> bool {
    let mut can = false;
    for_each_targets(state, seat, effect, &mut |_| can = true);
    can
}

/// Whether an effect may be chosen: drawing Tools requires one that can be drawn. (SH-R19)
fn may_choose(state: &State, effect: Effect) -> bool {
    !matches!(effect, Effect::DrawTools(_)) || !state.tool_stock.is_empty() || !state.tool_discards.is_empty()
}

/// Returns the state after the first effect, as far as it changes the targets of the second.
///
/// Bonuses are not included, because the card that brings one may be unknown. (SH-R18)
fn after_first(state: &State, seat: Seat, effect: Effect, targets: EffectTargets) -> State {
    let mut after = *state;
    let fewer = |hand: &mut Capital, number| *hand = Capital::unknown(hand.len().saturating_sub(number));
    match (effect, targets) {
        (Effect::OtherDiscardsCapital(number), [Target::Player(other), _]) => {
            fewer(&mut after.hands[other], number);
        }
        (Effect::OthersDiscardCapital(number), _) => {
            others(state, seat).for_each(|other| fewer(&mut after.hands[other], number));
        }
        (Effect::TakeTool, [Target::Player(other), _]) => {
            after.tools[other] = Tools::unknown(state.tools[other].len().saturating_sub(1));
        }
        _ => move_investments(&mut after, seat, effect, targets, &mut drop),
    }
    after
}

/// Adds every way in which `seat` may play a Tool, each paid with the lowest Capital. (SH-R16,
/// SH-S22)
#[inline]
pub(super) fn list_plays(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    for (number, _) in state.tools[seat].kinds() {
        let Some(tool) = state.options.set.tool(number) else { continue };
        if tool.cost > state.hands[seat].len() || tool.kind == Kind::Reaction {
            continue;
        }
        let pay = state.hands[seat].lowest(tool.cost);
        let mut add = |choice, first: EffectTargets, second: EffectTargets| {
            let targets = all_targets(first, second);
            actions.push(Action::Tool(Play { tool: number, choice, targets, pay }));
        };
        let [Some(first), second] = tool.effects else { continue };
        match (tool.kind, second) {
            (Kind::TwoPart, Some(second)) if target_count(second) > 0 => {
                for_each_targets(state, seat, first, &mut |targets| {
                    let after = after_first(state, seat, first, targets);
                    let mut alone = true;
                    for_each_targets(&after, seat, second, &mut |then| {
                        alone = false;
                        add(None, targets, then);
                    });
                    if alone {
                        add(None, targets, NOTHING); // SH-R18
                    }
                });
            }
            (Kind::ChooseOne, Some(second)) => {
                for (choice, effect) in [(Choice::First, first), (Choice::Second, second)] {
                    if may_choose(state, effect) {
                        for_each_targets(state, seat, effect, &mut |targets| {
                            add(Some(choice), targets, NOTHING);
                        });
                    }
                }
            }
            _ => for_each_targets(state, seat, first, &mut |targets| add(None, targets, NOTHING)),
        }
    }
}

/// Whether `play` is paid with the lowest Capital. Such a play represents all other payments.
/// (SH-S22)
pub(super) fn is_listed(state: &State, seat: Seat, play: &Play) -> bool {
    play.pay == state.hands[seat].lowest(play.pay.len())
}

pub(super) fn check_play(state: &State, seat: Seat, play: &Play) -> Result<(), Illegal> {
    let tool = Card::Tool(play.tool);
    if state.tools[seat].of(play.tool) == 0 {
        return Err(Illegal::ToolNotHeld { tool });
    }
    let Some(Tool { cost, kind, effects: [Some(first), second] }) = state.options.set.tool(play.tool) else {
        return Err(Illegal::ToolNotHeld { tool });
    };
    if kind == Kind::Reaction {
        return Err(Illegal::OnlyReaction { tool }); // SH-R20
    }
    if play.pay.len() != cost {
        return Err(Illegal::WrongCost { tool, cost }); // SH-R17
    }
    if let Some((value, _)) =
        play.pay.kinds().rev().find(|(value, paid)| state.hands[seat].of(*value) < *paid)
    {
        return Err(Illegal::CapitalNotHeld { value });
    }
    if (kind == Kind::ChooseOne) != play.choice.is_some() {
        return Err(if play.choice.is_some() {
            Illegal::NoChoice { tool }
        } else {
            Illegal::ChooseOne { tool }
        });
    }
    let effect = chosen(first, second, play.choice);
    let (targets, rest) = play.targets.split_at(target_count(effect));
    let targets = both(targets);
    if play.choice.is_some() && !may_choose(state, effect) || !may_target(state, seat, effect, targets) {
        return Err(match kind {
            Kind::TwoPart => Illegal::FirstNotResolvable { tool }, // SH-R18
            Kind::ChooseOne => Illegal::ChoiceNotResolvable { tool }, // SH-R19
            Kind::Single | Kind::Reaction => Illegal::NotResolvable { tool },
        });
    }
    // SH-R18: the second part is done as far as possible, so it has targets if there are any.
    let wanted = match second.filter(|second| kind == Kind::TwoPart && target_count(*second) > 0) {
        None => rest.iter().all(|target| *target == Target::None),
        Some(second) => {
            let after = after_first(state, seat, effect, targets);
            let then = both(rest);
            let nothing_more = rest.iter().skip(2).all(|target| *target == Target::None);
            let possible = can_be_resolved(&after, seat, second);
            nothing_more && if possible { may_target(&after, seat, second, then) } else { then == NOTHING }
        }
    };
    if wanted { Ok(()) } else { Err(Illegal::NotResolvable { tool }) }
}

/// Returns the play with exchanged Investments in canonical order: own first, then from the left.
/// (SH-S22)
pub(super) fn canonical(state: &State, mut play: Play) -> Play {
    let Some(Tool { kind, effects: [Some(first), second], .. }) = state.options.set.tool(play.tool) else {
        return play;
    };
    let then = second.filter(|_| kind == Kind::TwoPart);
    let mut from = 0;
    for effect in [Some(chosen(first, second, play.choice)), then].into_iter().flatten() {
        let targets = &mut play.targets[from..from + target_count(effect)];
        if !targets.contains(&Target::None) {
            targets.sort_unstable();
        }
        from += targets.len();
    }
    play
}

fn both(targets: &[Target]) -> EffectTargets {
    [0, 1].map(|index| targets.get(index).copied().unwrap_or_default())
}

fn chosen(first: Effect, second: Option<Effect>, choice: Option<Choice>) -> Effect {
    match choice {
        Some(Choice::Second) => second.unwrap_or(first),
        Some(Choice::First) | None => first,
    }
}

/// Lays the Tool down, pays for it and opens the reaction window.
#[inline]
pub(super) fn play(state: &mut State, seat: Seat, play: Play, emit: &mut impl FnMut(Event)) {
    lay_down(state, seat, play.tool);
    pay(state, seat, play.pay);
    state.acted.insert(seat); // SH-R16
    emit(Event::PlayedTool {
        seat,
        tool: play.tool,
        choice: play.choice,
        targets: Targets(play.targets),
        paid: play.pay,
    });
    state.played = Some(Played { seat, play, chain: List::default() });
    open_window(state, seat, emit);
}

/// Discards Capital from the hand.
#[inline]
pub(super) fn pay(state: &mut State, seat: Seat, cards: Capital) {
    state.hands[seat] = state.hands[seat].minus(cards);
    state.shown[seat] = state.shown[seat].minus(cards);
    state.capital_discards = state.capital_discards.plus(cards);
}

fn lay_down(state: &mut State, seat: Seat, tool: u8) {
    state.tools[seat].take(tool);
    state.tool_discards.add(tool);
    others(state, seat).for_each(|other| forget_one(state, other, seat, tool));
}

/// Removes one trace of `tool` that `loser` knows `holder` to have. (SH-S21)
pub(super) fn forget_one(state: &mut State, loser: Seat, holder: Seat, tool: u8) {
    let known = Poached { from: loser, by: holder, tool };
    if let Some(at) = state.poached.as_slice().iter().position(|one| *one == known) {
        state.poached.remove(at);
    }
}

/// Asks all seats except `but` for a reaction, regardless of their cards. (SH-S11, SH-S17)
fn open_window(state: &mut State, but: Seat, emit: &mut impl FnMut(Event)) {
    if !state.options.set.has_reactions() {
        return settle(state, emit);
    }
    let mut answers = BySeat::filled(state.options.seats, Answer::Waiting);
    answers[but] = Answer::NotAsked;
    state.stage = Stage::Window(answers);
}

/// Returns the seat whose answer counts first: the one after the last actor.
pub(super) fn first_asked(state: &State) -> Option<Seat> {
    let played = state.played.as_ref()?;
    let last = played.chain.as_slice().last().map_or(played.seat, |reaction| reaction.seat);
    Some(last.next(state.options.seats))
}

pub(super) fn check_reaction(state: &State, seat: Seat, number: u8) -> Result<(), Illegal> {
    let tool = Card::Tool(number);
    if state.tools[seat].of(number) == 0 {
        return Err(Illegal::ToolNotHeld { tool });
    }
    if state.options.set.is_reaction(number) { Ok(()) } else { Err(Illegal::NoReaction { tool }) }
}

pub(super) fn list_reactions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    actions.push(Action::Let);
    let held = state.tools[seat].kinds().map(|(number, _)| number);
    actions.extend(held.filter(|number| state.options.set.is_reaction(*number)).map(Action::React));
}

/// Stores a sealed answer, and reads the answers as far as they are complete. In order of play the
/// first reaction counts, and the others stay hidden.
#[inline]
pub(super) fn answer(
    state: &mut State,
    mut answers: BySeat<Answer>,
    seat: Seat,
    answer: Answer,
    emit: &mut impl FnMut(Event),
) {
    answers[seat] = answer;
    emit(Event::Answered { seat });
    let Some(first) = first_asked(state) else { return };
    let mut asked = first;
    for _ in 0..state.options.seats {
        match answers[asked] {
            Answer::Waiting | Answer::Sealed => {
                state.stage = Stage::Window(answers);
                return;
            }
            Answer::React(tool) => return react(state, asked, tool, emit),
            Answer::Let | Answer::NotAsked => asked = asked.next(state.options.seats),
        }
    }
    settle(state, emit);
}

fn react(state: &mut State, seat: Seat, tool: u8, emit: &mut impl FnMut(Event)) {
    lay_down(state, seat, tool);
    emit(Event::Reacted { seat, tool });
    if let Some(played) = &mut state.played {
        played.chain.push(Reaction { seat, tool });
    }
    match state.options.counter_connection {
        CounterConnection::Allowed => open_window(state, seat, emit), // SH-O7, SH-S11
        CounterConnection::No => settle(state, emit),
    }
}

/// Settles the Tool. Each reaction cancels the one before, so an odd number cancels the Tool.
/// (SH-S11)
fn settle(state: &mut State, emit: &mut impl FnMut(Event)) {
    let Some(Played { seat, play, chain }) = state.played else { return };
    let cancelled = chain.len() % 2 == 1;
    let reactions = chain.len();
    emit(Event::Settled { seat, tool: play.tool, cancelled, reactions });
    state.tasks.push(Task::ToolDone);
    // SH-S12: the payment is not refunded.
    if !cancelled {
        if state.options.set.tool(play.tool).is_some_and(|tool| tool.kind == Kind::TwoPart) {
            state.tasks.push(Task::Effect(1));
        }
        state.tasks.push(Task::Effect(0));
    }
}

/// Performs one effect of the Tool in progress.
pub(super) fn resolve(state: &mut State, part: u8, emit: &mut impl FnMut(Event)) {
    let Some(Played { seat, play, .. }) = state.played else { return };
    let Some(Tool { effects: [Some(first), second], .. }) = state.options.set.tool(play.tool) else { return };
    let (before, effect) = match (part, second) {
        (0, _) => (0, chosen(first, second, play.choice)),
        (_, Some(second)) => (target_count(first), second),
        (_, None) => return,
    };
    let targets = both(play.targets.get(before..before + target_count(effect)).unwrap_or_default());
    perform(state, seat, effect, targets, emit);
}

/// Performs an effect, or queues its tasks.
pub(super) fn perform(
    state: &mut State,
    seat: Seat,
    effect: Effect,
    targets: EffectTargets,
    emit: &mut impl FnMut(Event),
) {
    match (effect, targets) {
        (Effect::DrawCapital(number), _) => state.tasks.push(Task::DrawCapital(seat, number)),
        (Effect::DrawTools(number), _) => state.tasks.push(Task::DrawTools(seat, number)),
        (Effect::DrawCapitalPerUp(number), _) => {
            state.tasks.push(Task::DrawCapital(seat, number * state.face_up(seat)));
        }
        (Effect::OtherDiscardsCapital(number), [Target::Player(other), _]) => {
            state.tasks.push(Task::Give(other, number));
        }
        (Effect::OthersDiscardCapital(number), _) => {
            // The last task is performed first, so the seats are queued counter-clockwise. (SH-S23)
            let mut asked = SeatSet::all(state.options.seats) - SeatSet::only(seat);
            let mut other = seat;
            while let Some(before) = previous(state, asked, other) {
                state.tasks.push(Task::Give(before, number));
                asked.remove(before);
                other = before;
            }
        }
        (Effect::TakeTool, [Target::Player(other), _]) => state.tasks.push(Task::TakeTool(seat, other)),
        _ => move_investments(state, seat, effect, targets, emit),
    }
}

/// Returns the last seat of the set before `seat` in the order of play.
fn previous(state: &State, set: SeatSet, seat: Seat) -> Option<Seat> {
    let seats = state.options.seats;
    set.iter().max_by_key(|other| (u8::from(*other) + seats - 1 - u8::from(seat)) % seats)
}

/// Performs an effect that turns, moves or reveals Investments. Missing targets are skipped.
/// (SH-R18)
fn move_investments(
    state: &mut State,
    seat: Seat,
    effect: Effect,
    targets: EffectTargets,
    emit: &mut impl FnMut(Event),
) {
    let [target, other] = targets;
    let Some(share) = state.share_at(seat, target) else { return };
    let location = Location::of(seat, target);
    match effect {
        Effect::TurnOwn(side) | Effect::TurnOther(side) | Effect::TurnRow(side) => {
            turn(state, seat, target, side == Side::Up, emit);
        }
        Effect::DiscardOwn => {
            if let Some(at) = location.seat.and_then(|owner| state.owned_at(owner, location.index)) {
                state.owned.remove(at);
                state.discarded.push(share); // SH-S24
                emit(Event::DiscardedInvestment { seat, location, share });
            }
        }
        Effect::TakeDown => {
            if let Some(at) = location.seat.and_then(|owner| state.owned_at(owner, location.index)) {
                let mut taken = state.owned.remove(at);
                taken.seat = seat;
                taken.share = peeked(state, seat, taken.share);
                state.owned.push(taken);
                emit(Event::TookInvestment { seat, location, share: taken.share });
            }
        }
        Effect::SwapDown | Effect::ExchangeRow => {
            let Some(second) = state.share_at(seat, other) else { return };
            let shares = match other {
                Target::Portfolio(owner, _) => [peeked(state, seat, second), peeked(state, owner, share)],
                _ => [second, share],
            };
            for (target, share) in [target, other].into_iter().zip(shares) {
                if let Some(index) = state.share_at_mut(seat, target) {
                    *index = share;
                }
            }
            emit(Event::Exchanged { seat, locations: [location, Location::of(seat, other)], shares });
        }
        Effect::Look => {
            if let Some(share) = state.share_at_mut(seat, target) {
                share.seen.insert(seat);
                let share = *share;
                emit(Event::Looked { seat, location, share });
            }
        }
        _ => {}
    }
}

/// Returns the Investment for its new owner, who may look at it if the options allow. (SH-O5)
fn peeked(state: &State, seat: Seat, mut share: Share) -> Share {
    if state.options.owner_may_peek {
        share.seen.insert(seat);
    }
    share
}

/// Turns an Investment and queues its bonus if it is turned up in a portfolio. (SH-R21, SH-O6)
pub(super) fn turn(state: &mut State, seat: Seat, target: Target, up: bool, emit: &mut impl FnMut(Event)) {
    let location = Location::of(seat, target);
    let Some(share) = state.share_at_mut(seat, target) else { return };
    if share.up == up {
        return;
    }
    share.turn(up);
    let number = share.investment;
    let investment = Card::Investment(number);
    if !up {
        return emit(Event::TurnedDown { location, investment });
    }
    emit(Event::TurnedUp { location, investment });
    if let Some(owner) = location.seat.filter(|owner| *owner == seat || state.options.other_flips_bonus) {
        state.tasks.push(Task::Bonus(owner, number, 0));
    }
}
