//! Match records of the house and boards: a record of bridge is a row of boards, with less said about them.

use crate::board::{
    Board, CallMade, CallRow, CardPlayed, CardRows, Declarer, FinalContract, Given, Hands, Remarks, Stop,
    Tricks,
};
use crate::error::{Unwritable, WriteError};
use crate::watch;
use cards::{Card, CardSet, Seat};
use dds::{Direction, Vulnerability};
use engine::{CardSets, Match, OptionValue, Phase, Setup};
use games::bridge::{Action, Bridge, Call, DeclarerRule, Mode, Options, Side, State, direction};
use house::{AnyMatch, Notes, RecordPosition, RecordText, Rejected};
use std::collections::BTreeMap;

/// The most boards of a match.
const MAX: usize = 32;

/// The boards of a record, the last perhaps not finished.
///
/// # Errors
///
/// When it is no record of bridge, or is refused when it is replayed.
pub fn read(record: &RecordText) -> Result<Vec<Board>, Rejected> {
    if record.game != <Bridge as engine::Game>::ID {
        return Err(Rejected::new("unknown-game", "only records of bridge have boards"));
    }
    let setup = Setup::read(&record.setup(), &CardSets::NONE)?;
    let out_of_range = || engine::SetupError::Dealer { given: record.dealer, seats: 4 };
    let dealer = Seat::try_from(record.dealer).map_err(|_| out_of_range())?;
    let mut game = Match::<Bridge>::new(setup, dealer)?;
    let notes = record.notes();
    let mut boards = Vec::new();
    for (deal, text) in record.deals.iter().enumerate() {
        let at = |action| move |rejected: Rejected| rejected.at(RecordPosition { deal, action });
        AnyMatch::deal(&mut game, &text.deck, &[]).map_err(at(None))?;
        for (action, entry) in text.actions.iter().enumerate() {
            AnyMatch::enter(&mut game, entry, &[]).map_err(at(Some(action)))?;
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

/// The `position`-th board of a match, from 1.
fn board_of(position: usize, state: &State, notes: &Notes) -> Board {
    let dealer = state.standing.dealer;
    let vulnerability = match state.standing.vulnerable(&state.options) {
        [false, false] => Vulnerability::None,
        [true, false] => Vulnerability::NorthSouth,
        [false, true] => Vulnerability::EastWest,
        [true, true] => Vulnerability::Both,
    };
    // Boards of a record that begins in the middle of a tournament have lost their numbers.
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
    // By some sources the last bidder declares, which elsewhere is a mistake.
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

/// The record of boards that were played one after the other, beginning with a board on which nobody is vulnerable.
///
/// # Errors
///
/// Which board cannot be part of it, and why.
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
    let expected = Expected::new(boards);
    let mut game: Option<Match<Bridge>> = None;
    for (position, board) in boards.iter().enumerate() {
        let dealer = expected.check(position, board).map_err(at(position))?;
        let game = match &mut game {
            Some(game) => game,
            none => none.insert(open(boards.len(), dealer).map_err(|error| at(position)(refused(&error)))?),
        };
        play_board(game, board, dealer).map_err(at(position))?;
        if game.phase() == Phase::Playing && position + 1 < boards.len() {
            return Err(at(position)(Unwritable::Unfinished));
        }
    }
    let game = game.ok_or_else(|| at(0)(Unwritable::NoDeal))?;
    Ok(AnyMatch::record(&game).with_notes(notes_of(boards)))
}

/// The record of one board, as the last of a match: those before it are passed out.
///
/// # Errors
///
/// Why the rules of the house cannot follow it.
pub(crate) fn alone(board: &Board) -> Result<RecordText, Unwritable> {
    let dealer = watch::dealer(board);
    let vulnerability = board.vulnerability.known().copied().unwrap_or(Vulnerability::None);
    let position = watch::position(dealer, vulnerability);
    let count = usize::try_from(position).unwrap_or(1);
    let mut game = open(count, Direction::North).map_err(|error| refused(&error))?;
    let deck: Vec<Card> = CardSet::FULL.into();
    for number in 1..position {
        game.deal(&deck, &mut |_| ()).map_err(|error| refused(&error))?;
        for position in 0..4 {
            let caller = Board::dealer_of(number).after(position);
            let pass = Action::Call(Call::Pass);
            game.check(caller.into(), pass).map_err(|error| refused(&error))?.play(&mut |_| ());
        }
    }
    play_board(&mut game, board, dealer)?;
    Ok(AnyMatch::record(&game).with_notes(notes_of(std::slice::from_ref(board))))
}

fn refused(error: &impl ToString) -> Unwritable {
    Unwritable::Refused(error.to_string())
}

fn open(boards: usize, dealer: Direction) -> Result<Match<Bridge>, engine::SetupError> {
    let count = i32::try_from(boards).unwrap_or(i32::MAX);
    let options = BTreeMap::from([("boards".to_owned(), OptionValue::Number(count))]);
    let setup: Setup<Options> = Setup::new(Some("duplicate"), 4, options)?;
    Match::new(setup, dealer.into())
}

/// What each board has to be, by the first.
struct Expected {
    number: Option<u32>,
    dealer: Option<Direction>,
}

fn dealer_of(board: &Board) -> Option<Direction> {
    board.dealer.known().copied().or_else(|| board.number.known().map(|number| Board::dealer_of(*number)))
}

impl Expected {
    fn new(boards: &[Board]) -> Self {
        let first = boards.first();
        Self {
            number: first.and_then(|board| board.number.known().copied()),
            dealer: first.and_then(dealer_of),
        }
    }

    /// Whether the board can stand at this place; returns its dealer.
    fn check(&self, position: usize, board: &Board) -> Result<Direction, Unwritable> {
        let dealer = dealer_of(board).or_else(|| self.dealer.map(|first| first.after(position)));
        let dealer = dealer.ok_or(Unwritable::Position(position + 1))?;
        let entry = u32::try_from(position).unwrap_or(u32::MAX).saturating_add(1);
        if let Some(number) = board.number.known().copied() {
            let expected = self.number.map(|first| first.saturating_add(entry - 1)).unwrap_or(number);
            if expected != number {
                return Err(Unwritable::NotNext { given: number, expected });
            }
            let expected = Board::dealer_of(number);
            if expected != dealer {
                return Err(Unwritable::Dealer { number, expected, given: dealer });
            }
            if board.vulnerability.known().is_some_and(|sides| *sides != Board::vulnerability_of(number)) {
                return Err(Unwritable::Vulnerable(number));
            }
        }
        let by_number = || board.number.known().map(|number| Board::vulnerability_of(*number));
        let vulnerable = board.vulnerability.known().copied().or_else(by_number);
        let fits = vulnerable.is_none_or(|sides| sides == Board::vulnerability_of(entry))
            && self.dealer.is_none_or(|first| first.after(position) == dealer);
        if fits { Ok(dealer) } else { Err(Unwritable::Position(position + 1)) }
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
    // Whoever is to play claims what the result leaves them, and nobody objects.
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

/// The cards in the order in which they are dealt: one at a time from the dealer's left.
fn deck_of(hands: [CardSet; 4], dealer: Direction) -> Vec<Card> {
    let mut hands = hands.map(CardSet::into_iter);
    (1..=52).filter_map(|position| hands[dealer.after(position) as usize].next()).collect()
}

/// What the boards say of all of them: who plays, what, when.
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
