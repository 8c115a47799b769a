//! Conversion between boards and match records, which hold fewer details.

use crate::board::{
    Board, CallMade, CallRow, CardPlayed, CardRows, Declarer, FinalContract, Given, Hands, Remarks, Stop,
    Tricks,
};
use crate::error::{Unwritable, WriteError};
use crate::watch;
use bridge::{Action, Bridge, Call, DeclarerRule, Mode, Options, Side, State, direction};
use cards::{Card, CardSet, Seat};
use catalog::{AnyMatch, DealText, Notes, RecordPosition, RecordText, Rejection};
use dds::{Direction, Vulnerability};
use engine::{CardSets, Match, OptionValue, Phase, Setup};
use std::collections::BTreeMap;

/// Maximum number of boards in a match.
const MAX: usize = 32;

/// Returns the boards of a record; the last may be unfinished. Filler boards are omitted.
///
/// # Errors
///
/// Returns [`Rejection`] if the record is not of bridge, or does not replay.
pub fn read(record: &RecordText) -> Result<Vec<Board>, Rejection> {
    if record.game != <Bridge as engine::Game>::ID {
        return Err(Rejection::new("unknown-game", "only records of bridge have boards"));
    }
    let setup = Setup::read(&record.setup(), &CardSets::NONE)?;
    let out_of_range = || engine::SetupError::Dealer { given: record.dealer, seats: 4 };
    let dealer = Seat::try_from(record.dealer).map_err(|_| out_of_range())?;
    let mut game = Match::<Bridge>::new(setup, dealer)?;
    let notes = record.notes();
    let mut boards = Vec::new();
    for (deal, text) in record.deals.iter().enumerate() {
        let at = |action| move |rejection: Rejection| rejection.at(RecordPosition { deal, action });
        AnyMatch::deal(&mut game, &text.deck, &[]).map_err(at(None))?;
        for (action, entry) in text.actions.iter().enumerate() {
            let entered = entry.parse().and_then(|entry| AnyMatch::enter(&mut game, &entry, &[]));
            entered.map_err(at(Some(action)))?;
        }
        if is_filler(text) {
            continue;
        }
        boards.extend(game.state().map(|state| board_of(deal + 1, state, &notes)));
        if let (Some(result), Some(board), Mode::Duplicate) =
            (game.results().get(deal), boards.last_mut(), game.record().setup.options.mode)
        {
            let points = |direction: Direction| result.outcome.points[Seat::from(direction)];
            let score = points(Direction::North) - points(Direction::East);
            board.tags.push(("Score".to_owned(), format!("NS {score}")));
        }
    }
    Ok(boards)
}

/// Returns whether a deal of a record is filler: an unshuffled deck, passed out.
///
/// The place of a board determines its dealer and vulnerability, so [`write()`] fills the places of
/// missing boards.
#[must_use]
pub fn is_filler(deal: &DealText) -> bool {
    let mut cards = deal.deck.split_whitespace();
    let unshuffled = CardSet::FULL.iter().all(|card| cards.next() == Some(card.to_string().as_str()));
    let passes = deal.actions.iter().filter(|action| action.ends_with(" P")).count();
    unshuffled && (passes, deal.actions.len()) == (4, 4)
}

/// Returns the `position`-th board of a match, from 1.
fn board_of(position: usize, state: &State, notes: &Notes) -> Board {
    let dealer = state.standing.dealer;
    let vulnerability = match state.standing.vulnerable(&state.options) {
        [false, false] => Vulnerability::None,
        [true, false] => Vulnerability::NorthSouth,
        [false, true] => Vulnerability::EastWest,
        [true, true] => Vulnerability::Both,
    };
    // A record that begins in the middle of a tournament does not know its board numbers.
    let number = u32::try_from(position)
        .ok()
        .filter(|number| state.options.mode != Mode::Duplicate || Board::dealer_of(*number) == dealer);
    let name = |direction: Direction| notes.players.get(direction as usize).filter(|name| !name.is_empty());
    let mut board = Board {
        event: notes.event.clone().into(),
        date: notes.date.as_deref().map(|date| date.replace('-', ".")).into(),
        number: number.into(),
        players: Direction::ALL.map(|direction| name(direction).cloned().into()),
        dealer: Given::Known(dealer),
        vulnerability: Given::Known(vulnerability),
        hands: Given::Known(Hands(state.dealt().map(Some))),
        ..Board::default()
    };
    if !state.auction.is_empty() {
        let calls = state.auction.calls().map(|(_, call)| CallMade {
            call: Some(call),
            insufficient: false,
            remarks: Remarks::default(),
        });
        board.auction = Some(CallRow { calls: calls.collect(), stop: None });
    }
    if state.auction.is_passed_out() {
        board.contract = Given::Known(FinalContract::PassedOut);
        board.declarer = Given::Inapplicable;
        board.result = Given::Inapplicable;
    }
    let Some(play) = &state.play else { return board };
    // Under some rules the last bidder declares, which other sources treat as a mistake.
    let swapped = state.auction.declarer(DeclarerRule::FirstToName) != Some(play.declarer());
    board.contract = Given::Known(FinalContract::Contract(play.contract()));
    board.declarer = Given::Known(Declarer { direction: play.declarer(), swapped });
    let won = play.taken(Side::of(play.declarer()));
    board.result = state.over.then_some(Tricks { won, agreed_wrongly: false }).into();
    if play.has_begun() {
        let cards = play.cards().iter().map(|card| CardPlayed {
            card: *card,
            irregularity: None,
            remarks: Remarks::default(),
        });
        let mut rows = CardRows::of_cards(play.declarer().next(), play.strain(), cards);
        let claimed = state.over && play.left() > 0;
        rows.stop = claimed.then_some(Stop::Ended);
        board.play = Some(rows);
    }
    board
}

/// Writes boards as a record with the preset `duplicate`, each at the place of its number. Gaps are
/// filled.
///
/// # Errors
///
/// Returns [`WriteError`] for the first board that cannot be part of a record.
///
/// ```
/// let file = br#"
/// [Board "1"] [Dealer "N"] [Vulnerable "None"]
/// [Deal "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"]
/// [Declarer "W"] [Contract "1S"]
/// [Auction "N"]
/// Pass Pass 1C 1S AP
/// "#;
/// let record = notation::record::write(&notation::pbn::read(file)?)?;
/// assert_eq!((record.game.as_str(), record.deals.len()), ("bridge", 1));
/// let boards = notation::record::read(&record)?;
/// assert_eq!(boards[0].declarer.known().map(|declarer| declarer.direction), Some(dds::Direction::West));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(boards: &[Board]) -> Result<RecordText, WriteError> {
    let at = |position: usize| move |why| WriteError { board: position + 1, why };
    if boards.len() > MAX {
        return Err(at(MAX)(Unwritable::TooMany(MAX)));
    }
    let places = places(boards).map_err(|(position, why)| at(position)(why))?;
    let (Some(count), Some(first)) = (places.last(), boards.first()) else {
        return Err(at(0)(Unwritable::NoDeal));
    };
    let dealer = if fits_any_dealer(boards) { watch::dealer(first) } else { Direction::North };
    let mut game = open(*count, dealer).map_err(|error| at(0)(refused(&error)))?;
    let mut next = 1;
    for (position, (board, place)) in boards.iter().zip(&places).enumerate() {
        fill(&mut game, next..*place).map_err(at(position))?;
        next = place + 1;
        let dealer = if position == 0 && fits_any_dealer(boards) { dealer } else { Board::dealer_of(*place) };
        play_board(&mut game, board, dealer).map_err(at(position))?;
        if game.phase() == Phase::Playing && position + 1 < boards.len() {
            return Err(at(position)(Unwritable::Unfinished));
        }
    }
    Ok(AnyMatch::record(&game).with_notes(notes_of(boards)))
}

/// Writes the record of a single board, as the last deal of a match.
///
/// # Errors
///
/// Returns the part of the board that the rules refuse.
pub(crate) fn single_board(board: &Board) -> Result<RecordText, Unwritable> {
    let dealer = watch::dealer(board);
    let vulnerability = board.vulnerability.known().copied().unwrap_or(Vulnerability::None);
    let place = watch::position(dealer, vulnerability);
    let mut game = open(place, Direction::North).map_err(|error| refused(&error))?;
    fill(&mut game, 1..place)?;
    play_board(&mut game, board, dealer)?;
    Ok(AnyMatch::record(&game).with_notes(notes_of(std::slice::from_ref(board))))
}

/// Passes out these places of a match, each with an unshuffled deck.
fn fill(game: &mut Match<Bridge>, places: std::ops::Range<u32>) -> Result<(), Unwritable> {
    let deck: Vec<Card> = CardSet::FULL.into();
    for place in places {
        game.deal(&deck, &mut |_| ()).map_err(|error| refused(&error))?;
        for position in 0..4 {
            let caller = Board::dealer_of(place).after(position);
            let pass = Action::Call(Call::Pass);
            game.check(caller.into(), pass).map_err(|error| refused(&error))?.play(&mut |_| ());
        }
    }
    Ok(())
}

fn refused(error: &impl ToString) -> Unwritable {
    Unwritable::Refused(error.to_string())
}

fn open(boards: u32, dealer: Direction) -> Result<Match<Bridge>, engine::SetupError> {
    let count = i32::try_from(boards).unwrap_or(i32::MAX);
    let options = BTreeMap::from([("boards".to_owned(), OptionValue::Number(count))]);
    let setup: Setup<Options> = Setup::new(Some("duplicate"), 4, options)?;
    Match::new(setup, dealer.into())
}

/// Returns whether there is a single board that can be the first one with any dealer.
fn fits_any_dealer(boards: &[Board]) -> bool {
    let free = |board: &Board| {
        board.number.known().is_none()
            && matches!(board.vulnerability.known(), None | Some(Vulnerability::None))
    };
    matches!(boards, [board] if free(board))
}

/// Returns the place of each board in a match, from 1.
fn places(boards: &[Board]) -> Result<Vec<u32>, (usize, Unwritable)> {
    if fits_any_dealer(boards) {
        return Ok(vec![1]);
    }
    let numbers = || boards.iter().filter_map(|board| board.number.known().copied());
    let most = u32::try_from(MAX).unwrap_or(u32::MAX);
    // Dealer and vulnerability repeat after sixteen boards.
    let shift = match (numbers().next(), numbers().max()) {
        (Some(first), Some(last)) if last > most => (first - 1) / 16 * 16,
        _ => 0,
    };
    let mut places: Vec<u32> = Vec::with_capacity(boards.len());
    for (position, board) in boards.iter().enumerate() {
        let next = places.last().map_or(1, |last| last + 1);
        let place = match board.number.known().copied() {
            Some(number) => {
                check_standard(board, number).map_err(|why| (position, why))?;
                let not_next = Unwritable::NotNext { given: number, expected: next.saturating_add(shift) };
                number.checked_sub(shift).filter(|place| *place >= next).ok_or((position, not_next))?
            }
            // Every dealer has every vulnerability within sixteen places.
            None => (next..next + 16).find(|place| fits(board, *place)).unwrap_or(next),
        };
        if place > most {
            return Err((position, Unwritable::TooMany(MAX)));
        }
        places.push(place);
    }
    Ok(places)
}

fn fits(board: &Board, place: u32) -> bool {
    board.dealer.known().is_none_or(|dealer| *dealer == Board::dealer_of(place))
        && board.vulnerability.known().is_none_or(|sides| *sides == Board::vulnerability_of(place))
}

/// Checks that dealer and vulnerability match the number.
fn check_standard(board: &Board, number: u32) -> Result<(), Unwritable> {
    let expected = Board::dealer_of(number);
    match (board.dealer.known().copied(), board.vulnerability.known().copied()) {
        (Some(given), _) if given != expected => Err(Unwritable::Dealer { number, expected, given }),
        (_, Some(sides)) if sides != Board::vulnerability_of(number) => Err(Unwritable::Vulnerable(number)),
        _ => Ok(()),
    }
}

fn play_board(game: &mut Match<Bridge>, board: &Board, dealer: Direction) -> Result<(), Unwritable> {
    let deal = board.deal().filter(|deal| deal.tricks() == 13).ok_or(Unwritable::NoDeal)?;
    if board.declarer.known().is_some_and(|declarer| declarer.swapped) {
        return Err(Unwritable::Irregular);
    }
    game.deal(&deck_of(deal.hands(), dealer), &mut |_| ()).map_err(|error| refused(&error))?;
    let act = |game: &mut Match<Bridge>, by: Direction, action| {
        game.check(by.into(), action).map_err(|error| refused(&error))?.play(&mut |_| ());
        Ok(())
    };
    for (position, made) in board.auction.iter().flat_map(|row| &row.calls).enumerate() {
        let call = made.call.filter(|_| !made.insufficient).ok_or(Unwritable::Irregular)?;
        act(game, dealer.after(position), Action::Call(call))?;
    }
    let bridge_play = |game: &Match<Bridge>| game.state().and_then(|state| state.play);
    let result = board.result.known();
    let Some(play) = bridge_play(game) else {
        let has_contract = board.play.is_some() || result.is_some() || board.contract.known().is_some();
        return if has_contract && game.phase() == Phase::Playing {
            Err(Unwritable::NoContract)
        } else {
            Ok(())
        };
    };
    if let Some(rows) = &board.play {
        let cards = rows.in_order(play.strain());
        if cards.len() < rows.tricks.iter().flatten().flatten().count() {
            return Err(Unwritable::UnknownCard);
        }
        for (_, card) in cards {
            if card.irregularity.is_some() {
                return Err(Unwritable::Irregular);
            }
            let Some(play) = bridge_play(game) else { break };
            act(game, play.player_of(play.turn()), Action::Play(card.card))?;
        }
    }
    let (Some(result), Some(play)) = (result, bridge_play(game)) else { return Ok(()) };
    let taken = play.taken(Side::of(play.declarer()));
    if game.phase() != Phase::Playing {
        return if taken == result.won { Ok(()) } else { Err(Unwritable::Irregular) };
    }
    if !play.has_begun() {
        return Err(Unwritable::NoLead);
    }
    // The player to act claims the tricks that the result leaves, and the others accept.
    let more = result.won.checked_sub(taken).filter(|more| *more <= play.left());
    let more = more.ok_or(Unwritable::Result(result.won))?;
    let claimant = play.player_of(play.turn());
    let claimed = if claimant.is_side_of(play.declarer()) { more } else { play.left() - more };
    act(game, claimant, Action::Claim(claimed))?;
    while let Some(seat) = game.actors().first().filter(|_| game.phase() == Phase::Playing) {
        act(game, direction(seat), Action::Accept)?;
    }
    Ok(())
}

/// Returns the cards in dealing order: one at a time from the dealer's left.
fn deck_of(hands: [CardSet; 4], dealer: Direction) -> Vec<Card> {
    let mut hands = hands.map(CardSet::into_iter);
    (1..=52).filter_map(|position| hands[dealer.after(position) as usize].next()).collect()
}

/// Returns the notes common to all boards: players, event, date.
fn notes_of(boards: &[Board]) -> Notes {
    let players: Vec<String> = Direction::ALL
        .map(|direction| {
            let names = boards.iter().find_map(|board| board.players[direction as usize].known());
            names.cloned().unwrap_or_default()
        })
        .into();
    let date = boards.iter().find_map(|board| board.date.known());
    Notes {
        players: if players.iter().all(String::is_empty) { Vec::new() } else { players },
        event: boards.iter().find_map(|board| board.event.known()).cloned(),
        date: date.map(|date| date.replace('.', "-")),
        ..Notes::default()
    }
}
