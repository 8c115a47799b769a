//! LIN parser: from commands to boards.

use super::ORDER;
use super::scan::{Command, scan};
use crate::address;
use crate::board::{
    Board, CallMade, CallRow, CardPlayed, CardRows, Comment, Declarer, FinalContract, Given, Hands, Remarks,
    Stop, TagComment, Tricks,
};
use crate::encoding::decode;
use crate::error::{LONGEST_INHERITED, Positions, Problem, ReadError, shorten};
use crate::file::{BoardFile, Fault, MAX_FAULTS, MAX_STRAYS, Part, ReadBoard};
use crate::format::Notation;
use crate::pbn::{check_hands, read_card};
use crate::{auction, play};
use bridge::{Call, Contract, Doubling, ParseCallError};
use cards::{Card, CardSet, Suit};
use dds::{Direction, ParseDealError, Vulnerability};

/// Parts required to know the contract.
const DECIDERS: &[Part] = &[Part::Dealer, Part::Auction];

/// Problem with its byte offset.
type ReadFailure = (usize, Problem);

/// Reads a file. The address of a hand viewer and percent-encoded LIN are accepted too.
///
/// # Errors
///
/// Returns the first problem of the file, with its position.
///
/// ```
/// let file = br#"
/// [Board "1"] [Dealer "N"] [Vulnerable "None"]
/// [Deal "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"]
/// [Declarer "W"] [Contract "1S"]
/// [Auction "N"]
/// Pass Pass 1C 1S AP
/// "#;
/// let lin = notation::lin::write(&notation::pbn::read(file)?)?;
/// let boards = notation::lin::read(lin.as_bytes())?;
/// assert_eq!(boards[0].leader(), Some(dds::Direction::North));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Vec<Board>, ReadError> {
    read_each(bytes, usize::MAX)?.all_sound()
}

/// Reads a file board by board and returns the sound parts of each board and the faults.
///
/// # Errors
///
/// Returns the first problem if the file has no board, and [`Problem::TooManyBoards`] if it has
/// more than `max`.
///
/// ```
/// let read = notation::lin::read_each(b"st||md|3,,,|mb|1C|mb|1C|st||md|4,,,|mb|p|", 100)?;
/// assert_eq!(read.boards[0].faults[0].part, notation::Part::Auction);
/// assert!(read.boards[1].is_sound());
/// # Ok::<(), notation::ReadError>(())
/// ```
pub fn read_each(bytes: &[u8], max: usize) -> Result<BoardFile, ReadError> {
    let (text, encoding) = decode(bytes);
    let mut resolved = address::resolve(&text);
    let mut file = File { strays: std::mem::take(&mut resolved.faults), ..File::default() };
    let as_written = matches!(resolved.text, std::borrow::Cow::Borrowed(_));
    for command in scan(&resolved.text) {
        match command {
            Ok(command) => {
                if let Err((part, failure)) = file.execute(&command) {
                    file.fault(part, failure);
                }
            }
            // A bar may be missing, so the affected part is unknown.
            Err(failure) => file.fault(Part::Unknown, failure),
        }
        if file.done.len() > max {
            break;
        }
    }
    file.finish();
    let mut positions = Positions::new(&text);
    let mut error = |(at, problem)| ReadError { position: positions.of(resolved.original(at)), problem };
    if let Some(draft) = file.done.get(max) {
        return Err(error((draft.at, Problem::TooManyBoards { max })));
    }
    let strays = std::mem::take(&mut file.strays);
    let boards = file.boards().map(|(board, mut faults)| {
        faults.sort_by_key(|(_, (at, _))| *at);
        let faults = faults.into_iter().map(|(part, failure)| Fault { part, error: error(failure) });
        ReadBoard { board, faults: faults.collect() }
    });
    let boards = boards.collect();
    let mut positions = Positions::new(&text);
    // The faults of addresses come first in the list, regardless of their position.
    let mut strays: Vec<ReadError> = strays
        .into_iter()
        .map(|(at, problem)| ReadError { position: positions.of(resolved.original(at)), problem })
        .collect();
    strays.sort_by_key(|error| error.position);
    BoardFile { notation: Notation::Lin, encoding, as_written, boards, strays }.with_boards(&text)
}

/// State of the parser: information about all boards, and the boards so far.
#[derive(Default)]
struct File {
    /// Fields of `vg`: event, stage, scoring, teams.
    header: Vec<String>,
    /// Results of the boards, alternating between the rooms: `rs`.
    results: Vec<String>,
    /// Numbers of the boards, from `bn`.
    numbers: Vec<u32>,
    /// Players in LIN order, followed by those of the closed room in a match of two rooms.
    names: Vec<String>,
    /// Comments before a board begins.
    texts: Vec<String>,
    draft: Option<Draft>,
    done: Vec<Draft>,
    /// Faults that belong to no board.
    strays: Vec<ReadFailure>,
    /// Whether commands before a deal were reported since the last board.
    reported_before_deal: bool,
}

/// Board under construction.
#[derive(Default)]
struct Draft {
    board: Board,
    /// Offset of the board's deal.
    at: usize,
    faults: Vec<(Part, ReadFailure)>,
    /// Room letter, and position of the board in the file: `o1`.
    position: Option<(char, Option<u32>)>,
    has_deal: bool,
    calls: Vec<CallMade>,
    call_offsets: Vec<usize>,
    cards: Vec<CardPlayed>,
    card_offsets: Vec<usize>,
    claim: Option<(usize, u8)>,
}

/// Fault that affects a part of a board.
type PartFailure = (Part, ReadFailure);

impl File {
    /// Returns the board for a command that needs one.
    fn draft(&mut self, command: &Command<'_>) -> Result<&mut Draft, PartFailure> {
        let named = format!("{}|{}|", command.name, shorten(command.value));
        self.draft
            .as_mut()
            .filter(|draft| draft.has_deal)
            .ok_or((Part::Unknown, (command.at, Problem::BeforeDeal(named))))
    }

    fn fault(&mut self, part: Part, failure: ReadFailure) {
        match &mut self.draft {
            Some(draft) if draft.has_deal => draft.fault(part, failure),
            _ if self.strays.len() >= MAX_STRAYS => {}
            // Several calls before a deal count as one fault.
            _ if matches!(failure.1, Problem::BeforeDeal(_)) && self.reported_before_deal => {}
            _ => {
                self.reported_before_deal |= matches!(failure.1, Problem::BeforeDeal(_));
                self.strays.push(failure);
            }
        }
    }

    fn execute(&mut self, command: &Command<'_>) -> Result<(), PartFailure> {
        let value = command.value;
        // These commands begin a new board if there is one already.
        let has_deal = self.draft.as_ref().is_some_and(|draft| draft.has_deal);
        if command.name == "qx" || has_deal && matches!(command.name.as_str(), "pn" | "st" | "md" | "vg") {
            self.finish();
        }
        if matches!(command.name.as_str(), "vg" | "pn")
            && command.value.split(',').any(|text| text.len() > LONGEST_INHERITED)
        {
            let too_long = Problem::TooLongToInherit { max: LONGEST_INHERITED };
            return Err((Part::Unknown, (command.value_at, too_long)));
        }
        let of = |part| move |failure| (part, failure);
        match command.name.as_str() {
            "vg" => self.header = list(value),
            "rs" => self.results = list(value),
            "bn" => self.numbers = list(value).iter().filter_map(|number| number.parse().ok()).collect(),
            "pn" => self.names = list(value),
            "qx" => self.draft = Some(Draft { position: read_position(value), ..Draft::default() }),
            "md" => self.read_deal(command),
            "sv" => {
                let draft = self.draft.get_or_insert_default();
                match read_vulnerability(command) {
                    Ok(sides) => draft.board.vulnerability = sides,
                    Err(failure) => draft.fault(Part::Vulnerability, failure),
                }
            }
            "ah" => self.draft.get_or_insert_default().name(value),
            "mb" => self.draft(command)?.call(command).map_err(of(Part::Auction))?,
            "an" => self.draft(command)?.explain(value),
            "pc" => self.draft(command)?.play(command).map_err(of(Part::Play))?,
            "up" => self.draft(command)?.take_back(command).map_err(of(Part::Play))?,
            "mc" => self.draft(command)?.claim(command).map_err(of(Part::Result))?,
            "nt" => match &mut self.draft {
                Some(draft) if draft.has_deal => draft.comment(value),
                _ => self.texts.push(value.to_owned()),
            },
            // Commands that only affect the display.
            _ => {}
        }
        Ok(())
    }

    fn read_deal(&mut self, command: &Command<'_>) {
        let mut draft = self.draft.take().unwrap_or_default();
        draft.at = command.at;
        draft.has_deal = true;
        self.reported_before_deal = false;
        match read_dealer(command) {
            Ok(dealer) => draft.board.dealer = dealer,
            Err(failure) => draft.fault(Part::Dealer, failure),
        }
        match read_deal(command) {
            Ok(hands) => draft.board.hands = hands,
            Err(failure) => draft.fault(Part::Deal, failure),
        }
        for text in self.texts.drain(..) {
            draft.comment(&text);
        }
        self.draft = Some(draft);
    }

    /// Finishes the current board.
    fn finish(&mut self) {
        let Some(mut draft) = self.draft.take() else { return };
        if !draft.has_deal {
            let left = MAX_STRAYS.saturating_sub(self.strays.len());
            self.strays.extend(draft.faults.drain(..).map(|(_, failure)| failure).take(left));
            return;
        }
        let mut board = std::mem::take(&mut draft.board);
        let (room, position) = draft.position.unwrap_or(('o', None));
        if board.number == Given::Unknown {
            let listed =
                position.and_then(|position| self.numbers.get(position.checked_sub(1)? as usize).copied());
            board.number = listed.or(position).filter(|number| *number > 0).into();
        }
        let names = self.names.get(if room == 'c' { 4.. } else { 0.. }).filter(|names| !names.is_empty());
        for (direction, name) in ORDER.into_iter().zip(names.unwrap_or(&self.names)) {
            board.players[direction as usize] = Some(name.clone()).filter(|name| !name.is_empty()).into();
        }
        self.describe(&mut board);
        // A single board without a position is the first of the list.
        let listed = if draft.position.is_none() { Some(self.first()) } else { position };
        draft.settle(&mut board, self.result_of(room, listed));
        draft.board = board;
        self.done.push(draft);
    }

    /// Applies the header to a board.
    fn describe(&self, board: &mut Board) {
        let field = |position: usize| self.header.get(position).filter(|field| !field.is_empty()).cloned();
        board.event = field(0).into();
        let scoring = match field(2).as_deref() {
            Some("I") => Some("IMP"),
            Some("P") => Some("MP"),
            Some("B") => Some("BAM"),
            _ => None,
        };
        board.scoring = scoring.map(str::to_owned).into();
        for (name, position) in [("HomeTeam", 5), ("Stage", 1), ("VisitTeam", 7)] {
            board.tags.extend(field(position).map(|value| (name.to_owned(), value)));
        }
    }

    /// Returns the number of the first board.
    fn first(&self) -> u32 {
        self.header.get(3).and_then(|first| first.parse().ok()).unwrap_or(1)
    }

    /// Returns the entry of a board in the list of results.
    fn result_of(
        &self,
        room: char,
        position: Option<u32>,
    ) -> Option<(FinalContract, Option<(Direction, u8)>)> {
        let board = position?.checked_sub(self.first())? as usize;
        read_result(self.results.get(2 * board + usize::from(room == 'c'))?)
    }

    /// Returns the boards with their faults. In a match of two rooms each board gets its room as a
    /// tag.
    fn boards(self) -> impl Iterator<Item = (Board, Vec<PartFailure>)> {
        let closed = |draft: &Draft| draft.position.is_some_and(|(room, _)| room == 'c');
        let two_rooms = self.done.iter().any(closed);
        self.done.into_iter().map(move |mut draft| {
            if two_rooms {
                let room = if closed(&draft) { "Closed" } else { "Open" };
                draft.board.tags.push(("Room".to_owned(), room.to_owned()));
            }
            draft.board.tags.sort();
            (draft.board, draft.faults)
        })
    }
}

impl Draft {
    fn fault(&mut self, part: Part, failure: ReadFailure) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push((part, failure));
        }
    }

    /// Returns whether one of these parts has a fault.
    fn is_spoiled(&self, parts: &[Part]) -> bool {
        self.faults.iter().any(|(part, _)| parts.contains(part))
    }

    /// Adds a fault, unless it only follows from one of these parts that was already dropped.
    fn fault_unless(&mut self, parts: &[Part], part: Part, failure: ReadFailure) {
        let follows = matches!(failure.1, Problem::NoContract | Problem::NoDealer) && self.is_spoiled(parts);
        if !follows {
            self.fault(part, failure);
        }
    }

    fn name(&mut self, value: &str) {
        let number =
            value.to_ascii_lowercase().trim().strip_prefix("board").and_then(|rest| rest.trim().parse().ok());
        match number {
            // Programs write 0 for a board without a number.
            Some(0) => {}
            Some(number) => self.board.number = Given::Known(number),
            None if value.trim().is_empty() => {}
            None => self.board.tags.push(("Description".to_owned(), value.trim().to_owned())),
        }
    }

    /// Parses one call, or several in a row: `-1Dp1S`.
    fn call(&mut self, command: &Command<'_>) -> Result<(), ReadFailure> {
        if self.is_spoiled(&[Part::Auction]) {
            return Ok(());
        }
        let mut rest = command.value.trim();
        while !rest.is_empty() {
            let at = command.value_at + (rest.as_ptr() as usize - command.value.as_ptr() as usize);
            let lower = rest.to_ascii_lowercase();
            let length = match lower.as_bytes() {
                [b'!' | b'-' | b' ', ..] => 1,
                [b'1'..=b'9', b'n', b't', ..] => 3,
                [b'1'..=b'9', ..] => 2,
                [b'x', b'x', ..] => 2,
                _ => ["pass", "dbl", "rdbl"]
                    .iter()
                    .find(|word| lower.starts_with(**word))
                    .map_or(1, |word| word.len()),
            };
            let word = rest.get(..length).unwrap_or(rest);
            rest = &rest[word.len()..];
            match (word, self.calls.last_mut()) {
                ("!", Some(last)) => last.remarks.alerted = true,
                // A turn before the dealer's, in a row that begins with another hand.
                ("-" | " ", _) => {}
                (word, _) => {
                    let call: Call =
                        word.parse().map_err(|error: ParseCallError| (at, Problem::NoCall(error)))?;
                    let remarks = Remarks::default();
                    self.calls.push(CallMade { call: Some(call), insufficient: false, remarks });
                    self.call_offsets.push(at);
                }
            }
        }
        Ok(())
    }

    fn explain(&mut self, value: &str) {
        match self.calls.last_mut() {
            Some(last) if !value.is_empty() => last.remarks.note = Some(one_line(value)),
            Some(_) => {}
            None => self.comment(value),
        }
    }

    fn play(&mut self, command: &Command<'_>) -> Result<(), ReadFailure> {
        if self.is_spoiled(&[Part::Play]) {
            return Ok(());
        }
        let word = command.value.trim();
        let card = read_card(word).ok_or_else(|| (command.value_at, Problem::NoCard(shorten(word))))?;
        self.cards.push(CardPlayed { card, irregularity: None, remarks: Remarks::default() });
        self.card_offsets.push(command.value_at);
        Ok(())
    }

    /// Removes cards that were shown and taken back.
    fn take_back(&mut self, command: &Command<'_>) -> Result<(), ReadFailure> {
        let cards: usize = match command.value.trim() {
            "" => 1,
            number => number.parse().map_err(|_| unfit(command, "it is the number of cards to take back"))?,
        };
        let left = self.cards.len().saturating_sub(cards);
        self.cards.truncate(left);
        self.card_offsets.truncate(left);
        Ok(())
    }

    fn claim(&mut self, command: &Command<'_>) -> Result<(), ReadFailure> {
        let tricks = command.value.trim().parse().ok().filter(|tricks| *tricks <= 13);
        let tricks =
            tricks.ok_or_else(|| unfit(command, "it is the number of declarer's tricks, from 0 to 13"))?;
        self.claim = Some((command.value_at, tricks));
        Ok(())
    }

    /// Adds a comment to the last card or call.
    fn comment(&mut self, value: &str) {
        let text = value.replace("\r\n", "\n").replace('\r', "\n").replace('}', ")");
        let comment = Comment::Braced(text);
        let remarks = match (self.cards.last_mut(), self.calls.last_mut()) {
            (Some(card), _) => &mut card.remarks,
            (None, Some(call)) => &mut call.remarks,
            (None, None) => return self.board.comments.push(TagComment { tag: None, comment }),
        };
        remarks.comments.push(comment);
    }

    /// Moves calls, cards and claim into the board. A part with a fault is dropped.
    fn settle(&mut self, board: &mut Board, listed: Option<(FinalContract, Option<(Direction, u8)>)>) {
        if let Err(failure) = self.settle_auction(board) {
            self.fault_unless(&[Part::Dealer], Part::Auction, failure);
        }
        if board.contract == Given::Unknown
            && let Some((contract, played)) = listed
        {
            board.contract = Given::Known(contract);
            board.declarer = played.map_or(Given::Inapplicable, |(direction, _)| {
                Given::Known(Declarer { direction, swapped: false })
            });
        }
        if let Some((at, won)) = self.claim {
            match board.declarer.known() {
                Some(_) => board.result = Given::Known(Tricks { won, agreed_wrongly: false }),
                None => self.fault_unless(DECIDERS, Part::Result, (at, Problem::NoContract)),
            }
        }
        let outcome = self.settle_play(board).unwrap_or_else(|failure| {
            self.fault_unless(DECIDERS, Part::Play, failure);
            None
        });
        match (board.declarer.known(), listed) {
            (None, _) if board.contract.known() == Some(&FinalContract::PassedOut) => {
                board.result = Given::Inapplicable;
            }
            (Some(declarer), Some((_, Some((listed, won)))))
                if board.result == Given::Unknown && listed == declarer.direction =>
            {
                board.result = Given::Known(Tricks { won, agreed_wrongly: false });
                // The play takes precedence over the list of results.
                if outcome.is_some_and(|outcome| play::settle(board, outcome).is_err()) {
                    board.result = Given::Unknown;
                }
            }
            _ => {}
        }
    }

    fn settle_auction(&mut self, board: &mut Board) -> Result<(), ReadFailure> {
        let Some(first) = self.call_offsets.first().copied().filter(|_| !self.is_spoiled(&[Part::Auction]))
        else {
            return Ok(());
        };
        let row = CallRow { calls: std::mem::take(&mut self.calls), stop: None };
        let dealer = *board.dealer.known().ok_or((first, Problem::NoDealer))?;
        let followed =
            auction::follow(dealer, &row).map_err(|(call, problem)| (self.call_offsets[call], problem))?;
        if let Some(auction) = followed {
            auction::settle(board, &auction)
                .map_err(|problem| (first, auction::with_hint(board, dealer, &row, problem)))?;
        }
        board.auction = Some(row);
        Ok(())
    }

    fn settle_play(&mut self, board: &mut Board) -> Result<Option<play::Outcome>, ReadFailure> {
        if self.cards.is_empty() || self.is_spoiled(&[Part::Play]) {
            return Ok(None);
        }
        let (Some(strain), Some(leader)) = (board.strain(), board.leader()) else {
            return Err((self.card_offsets[0], Problem::NoContract));
        };
        if let Some(card) = self.cards.get(52) {
            return Err((self.card_offsets[52], Problem::PlayOver(card.card)));
        }
        let cards = std::mem::take(&mut self.cards);
        let mut rows = CardRows::of_cards(leader, strain, cards.iter().cloned());
        let hands = board.hands.known().copied().unwrap_or_default();
        let outcome = rows.follow(&hands, strain).map_err(|(row, position, problem)| {
            let card =
                rows.order(strain).iter().position(|found| *found == (row, position)).unwrap_or_default();
            let led_by = |leader| Some(CardRows::of_cards(leader, strain, cards.iter().cloned()));
            (self.card_offsets[card], play::with_hint(board, led_by, problem))
        })?;
        let at = self.claim.map_or(self.card_offsets[0], |(at, _)| at);
        play::settle(board, outcome).map_err(|problem| (at, problem))?;
        rows.stop = self.claim.filter(|_| outcome.finished < 13).map(|_| Stop::Ended);
        board.play = Some(rows);
        Ok(Some(outcome))
    }
}

fn unfit(command: &Command<'_>, expected: &'static str) -> ReadFailure {
    let (tag, value) = (command.name.clone(), shorten(command.value));
    (command.value_at, Problem::Value { tag, value, expected })
}

fn list(value: &str) -> Vec<String> {
    value.split(',').map(|field| one_line(field.trim())).collect()
}

/// Replaces line ends and tabs, which tags and notes cannot contain.
fn one_line(value: &str) -> String {
    value.replace(['\n', '\r', '\t'], " ")
}

/// Parses `o12` or `c3`, ignoring anything after a comma.
fn read_position(value: &str) -> Option<(char, Option<u32>)> {
    let value = value.split(',').next()?.trim();
    let room = value.chars().next()?.to_ascii_lowercase();
    Some((room, value.trim_start_matches(|sign: char| sign.is_alphabetic()).parse().ok()))
}

fn read_vulnerability(command: &Command<'_>) -> Result<Given<Vulnerability>, ReadFailure> {
    Ok(match command.value.trim().to_ascii_lowercase().as_str() {
        "" => Given::Unknown,
        "o" | "0" | "-" => Given::Known(Vulnerability::None),
        "n" => Given::Known(Vulnerability::NorthSouth),
        "e" => Given::Known(Vulnerability::EastWest),
        "b" => Given::Known(Vulnerability::Both),
        _ => return Err(unfit(command, "it is o for none, n, e, or b for both")),
    })
}

/// Parses the dealer from the digit before the hands.
fn read_dealer(command: &Command<'_>) -> Result<Given<Direction>, ReadFailure> {
    match command.value.chars().next() {
        None | Some('0') => Ok(Given::Unknown),
        Some(number @ '1'..='4') => Ok(Given::Known(ORDER[number as usize - '1' as usize])),
        Some(_) => Err(unfit(command, "the dealer is 1 for South, 2 West, 3 North or 4 East")),
    }
}

/// Parses the hands after the dealer's digit, beginning with South. A missing fourth hand gets the
/// remaining cards.
fn read_deal(command: &Command<'_>) -> Result<Given<Hands>, ReadFailure> {
    let value = command.value.trim_end();
    let mut hands = Hands::default();
    let mut positions = [command.value_at; 4];
    let mut at = command.value_at + 1;
    let list = value.get(1..).unwrap_or_default();
    let hands_given = list.trim_end_matches(',').split(',').count();
    if hands_given > 4 {
        return Err((command.value_at, ParseDealError::Hands(hands_given).into()));
    }
    for (direction, text) in ORDER.into_iter().zip(list.split(',')) {
        positions[direction as usize] = at;
        let hand = read_hand(direction, text).map_err(|(sign, error)| (at + sign, error.into()))?;
        hands.0[direction as usize] = Some(hand).filter(|hand| !hand.is_empty());
        at += text.len() + 1;
    }
    let known = hands.0.into_iter().flatten();
    let (count, held) = known.fold((0, CardSet::EMPTY), |(count, held), hand| (count + 1, held | hand));
    if count == 3 && held.len() == 39 && hands.0.iter().flatten().all(|hand| hand.len() == 13) {
        let all: CardSet = (0..Card::COUNT).filter_map(Card::from_index).collect();
        for hand in hands.0.iter_mut().filter(|hand| hand.is_none()) {
            *hand = Some(all - held);
        }
    }
    check_hands(&hands).map_err(|(direction, problem)| (positions[direction as usize], problem))?;
    Ok(if count == 0 { Given::Unknown } else { Given::Known(hands) })
}

/// Parses a hand with suit letters before the cards: `SAKHT98DC54`. A problem has its offset in the
/// text.
fn read_hand(direction: Direction, text: &str) -> Result<CardSet, (usize, ParseDealError)> {
    let mut hand = CardSet::EMPTY;
    let mut suit: Option<Suit> = None;
    let mut signs = text.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        let letter = Suit::ALL.into_iter().find(|suit| suit.letter() == sign.to_ascii_lowercase());
        if letter.is_some() {
            suit = letter;
            continue;
        }
        if sign.is_whitespace() {
            continue;
        }
        let ten = sign == '1' && signs.next_if(|(_, next)| *next == '0').is_some();
        let rank = if ten { 'T' } else { sign };
        let card = suit.and_then(|suit| format!("{rank}{}", suit.letter()).parse::<Card>().ok());
        let card = card.ok_or((at, ParseDealError::Rank { direction, sign }))?;
        if hand.contains(card) {
            return Err((at, ParseDealError::Repeated { direction, card }));
        }
        hand.insert(card);
    }
    Ok(hand)
}

/// Parses an entry of the list of results: `4HN+1`, `3NxW-2`, `PASS`. Returns `None` for anything
/// else.
fn read_result(entry: &str) -> Option<(FinalContract, Option<(Direction, u8)>)> {
    let entry = entry.trim().to_ascii_uppercase();
    if matches!(entry.as_str(), "P" | "PASS" | "AP") {
        return Some((FinalContract::PassedOut, None));
    }
    let end = entry.find(['=', '+', '-'])?;
    let (contract, over) = entry.split_at(end);
    let over: i8 = if over == "=" { 0 } else { over.parse().ok()? };
    let doubling = match contract.matches('X').count() {
        0 => Doubling::Undoubled,
        1 => Doubling::Doubled,
        2 => Doubling::Redoubled,
        _ => return None,
    };
    let contract = contract.replace('X', "");
    let declarer: Direction = contract.get(contract.len().checked_sub(1)?..)?.parse().ok()?;
    let Ok(Call::Bid(bid)) = contract[..contract.len() - 1].parse() else { return None };
    let won = u8::try_from(i8::try_from(bid.level.tricks()).ok()?.checked_add(over)?)
        .ok()
        .filter(|won| *won <= 13)?;
    Some((FinalContract::Contract(Contract { bid, doubling }), Some((declarer, won))))
}
