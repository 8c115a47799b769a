//! From commands to boards.

use super::ORDER;
use super::scan::{Command, scan};
use crate::board::{
    Board, CallMade, CallRow, CardPlayed, CardRows, Comment, Declarer, FinalContract, Given, Hands, Remarks,
    Stop, TagComment, Tricks,
};
use crate::encoding::decode;
use crate::error::{LONGEST_INHERITED, Position, Problem, ReadError, shorten};
use crate::pbn::{check_hands, read_card};
use crate::{auction, play};
use cards::{Card, CardSet, Suit};
use dds::{Direction, ParseDealError, Vulnerability};
use games::bridge::{Call, Contract, Doubling, ParseCallError};

/// A problem and where it is.
type ReadFailure = (usize, Problem);

/// Reads a file.
///
/// # Errors
///
/// Where it is wrong, and why. Nothing of it is given then.
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
    let text = decode(bytes);
    let mut file = File::default();
    let read = scan(&text)?.iter().try_for_each(|command| file.execute(command)).and_then(|()| file.finish());
    let boards = read
        .and_then(|()| file.boards())
        .map_err(|(at, problem)| ReadError { position: Position::of(&text, at), problem })?;
    if boards.is_empty() {
        let position = Position { line: 1, column: 1 };
        return Err(ReadError { position, problem: Problem::Empty });
    }
    Ok(boards)
}

/// What the file says of all its boards, and those it has told so far.
#[derive(Default)]
struct File {
    /// The event, its stage, the scoring, and the teams: the fields of `vg`.
    header: Vec<String>,
    /// The results of the boards, each room's in turn: `rs`.
    results: Vec<String>,
    /// The numbers of the boards: `bn`.
    numbers: Vec<u32>,
    /// The players in the order of LIN; in a match of two rooms, those of the closed room behind.
    names: Vec<String>,
    /// What is said before a board begins.
    texts: Vec<String>,
    draft: Option<Draft>,
    done: Vec<(Draft, Board)>,
}

/// A board that is being told.
#[derive(Default)]
struct Draft {
    board: Board,
    /// The room's letter and the place in the file: `o1`.
    position: Option<(char, Option<u32>)>,
    has_deal: bool,
    calls: Vec<CallMade>,
    call_offsets: Vec<usize>,
    cards: Vec<CardPlayed>,
    card_offsets: Vec<usize>,
    claim: Option<(usize, u8)>,
}

impl File {
    /// The board of a command that needs one.
    fn draft(&mut self, command: &Command<'_>) -> Result<&mut Draft, ReadFailure> {
        let named = format!("{}|{}|", command.name, shorten(command.value));
        self.draft.as_mut().filter(|draft| draft.has_deal).ok_or((command.at, Problem::BeforeDeal(named)))
    }

    fn execute(&mut self, command: &Command<'_>) -> Result<(), ReadFailure> {
        let value = command.value;
        // These begin a new board when there is one already.
        let has_deal = self.draft.as_ref().is_some_and(|draft| draft.has_deal);
        if command.name == "qx" || has_deal && matches!(command.name.as_str(), "pn" | "st" | "md" | "vg") {
            self.finish()?;
        }
        if matches!(command.name.as_str(), "vg" | "pn")
            && command.value.split(',').any(|text| text.len() > LONGEST_INHERITED)
        {
            return Err((command.value_at, Problem::TooLongToInherit { max: LONGEST_INHERITED }));
        }
        match command.name.as_str() {
            "vg" => self.header = list(value),
            "rs" => self.results = list(value),
            "bn" => self.numbers = list(value).iter().filter_map(|number| number.parse().ok()).collect(),
            "pn" => self.names = list(value),
            "qx" => self.draft = Some(Draft { position: read_position(value), ..Draft::default() }),
            "md" => self.read_deal(command)?,
            "sv" => {
                let sides = read_vulnerability(command)?;
                self.draft.get_or_insert_default().board.vulnerability = sides;
            }
            "ah" => self.draft.get_or_insert_default().name(value),
            "mb" => self.draft(command)?.call(command)?,
            "an" => self.draft(command)?.explain(value),
            "pc" => self.draft(command)?.play(command)?,
            "up" => self.draft(command)?.take_back(command)?,
            "mc" => self.draft(command)?.claim(command)?,
            "nt" => match &mut self.draft {
                Some(draft) if draft.has_deal => draft.comment(value),
                _ => self.texts.push(value.to_owned()),
            },
            // What only moves the screen.
            _ => {}
        }
        Ok(())
    }

    fn read_deal(&mut self, command: &Command<'_>) -> Result<(), ReadFailure> {
        let mut draft = self.draft.take().unwrap_or_default();
        (draft.board.dealer, draft.board.hands) = read_deal(command)?;
        draft.has_deal = true;
        for text in self.texts.drain(..) {
            draft.comment(&text);
        }
        self.draft = Some(draft);
        Ok(())
    }

    /// Ends the board that is being told.
    fn finish(&mut self) -> Result<(), ReadFailure> {
        let Some(mut draft) = self.draft.take().filter(|draft| draft.has_deal) else { return Ok(()) };
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
        // A board that is alone in its file needs no place in it.
        let listed = if draft.position.is_none() { Some(self.first()) } else { position };
        draft.settle(&mut board, self.result_of(room, listed))?;
        self.done.push((draft, board));
        Ok(())
    }

    /// What the header says of every board.
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

    /// The number of the first board.
    fn first(&self) -> u32 {
        self.header.get(3).and_then(|first| first.parse().ok()).unwrap_or(1)
    }

    /// What the list of results says of a board.
    fn result_of(
        &self,
        room: char,
        position: Option<u32>,
    ) -> Option<(FinalContract, Option<(Direction, u8)>)> {
        let board = position?.checked_sub(self.first())? as usize;
        read_result(self.results.get(2 * board + usize::from(room == 'c'))?)
    }

    /// The boards; in a match of two rooms each has its room.
    fn boards(&mut self) -> Result<Vec<Board>, ReadFailure> {
        let closed = |(draft, _): &(Draft, Board)| draft.position.is_some_and(|(room, _)| room == 'c');
        let two_rooms = self.done.iter().any(closed);
        let boards = self.done.drain(..).map(|(draft, mut board)| {
            if two_rooms {
                let room =
                    if draft.position.is_some_and(|(room, _)| room == 'c') { "Closed" } else { "Open" };
                board.tags.push(("Room".to_owned(), room.to_owned()));
            }
            board.tags.sort();
            board
        });
        Ok(boards.collect())
    }
}

impl Draft {
    fn name(&mut self, value: &str) {
        let number =
            value.to_ascii_lowercase().trim().strip_prefix("board").and_then(|rest| rest.trim().parse().ok());
        match number.filter(|number| *number > 0) {
            Some(number) => self.board.number = Given::Known(number),
            None if value.trim().is_empty() => {}
            None => self.board.tags.push(("Description".to_owned(), value.trim().to_owned())),
        }
    }

    /// One call, or several in a row: `-1Dp1S`.
    fn call(&mut self, command: &Command<'_>) -> Result<(), ReadFailure> {
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
        let word = command.value.trim();
        let card = read_card(word).ok_or_else(|| (command.value_at, Problem::NoCard(shorten(word))))?;
        self.cards.push(CardPlayed { card, irregularity: None, remarks: Remarks::default() });
        self.card_offsets.push(command.value_at);
        Ok(())
    }

    /// Cards that were shown and taken back.
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

    /// A text, where it is said.
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

    /// What calls, cards and claim come to.
    fn settle(
        &mut self,
        board: &mut Board,
        listed: Option<(FinalContract, Option<(Direction, u8)>)>,
    ) -> Result<(), ReadFailure> {
        if !self.calls.is_empty() {
            let row = CallRow { calls: std::mem::take(&mut self.calls), stop: None };
            let dealer = *board.dealer.known().ok_or((self.call_offsets[0], Problem::NoDealer))?;
            let followed = auction::follow(dealer, &row)
                .map_err(|(call, problem)| (self.call_offsets[call], problem))?;
            if let Some(auction) = followed {
                auction::settle(board, &auction).map_err(|problem| (self.call_offsets[0], problem))?;
            }
            board.auction = Some(row);
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
            if board.declarer.known().is_none() {
                return Err((at, Problem::NoContract));
            }
            board.result = Given::Known(Tricks { won, agreed_wrongly: false });
        }
        if !self.cards.is_empty() {
            self.settle_play(board)?;
        }
        match (board.declarer.known(), listed) {
            (None, _) if board.contract.known() == Some(&FinalContract::PassedOut) => {
                board.result = Given::Inapplicable;
            }
            (Some(declarer), Some((_, Some((listed, won)))))
                if board.result == Given::Unknown && listed == declarer.direction =>
            {
                board.result = Given::Known(Tricks { won, agreed_wrongly: false });
            }
            _ => {}
        }
        Ok(())
    }

    fn settle_play(&mut self, board: &mut Board) -> Result<(), ReadFailure> {
        let (Some(strain), Some(leader)) = (board.strain(), board.leader()) else {
            return Err((self.card_offsets[0], Problem::NoContract));
        };
        if let Some(card) = self.cards.get(52) {
            return Err((self.card_offsets[52], Problem::PlayOver(card.card)));
        }
        let mut rows = CardRows::of_cards(leader, strain, std::mem::take(&mut self.cards));
        let hands = board.hands.known().copied().unwrap_or_default();
        let outcome = rows.follow(&hands, strain).map_err(|(row, position, problem)| {
            let card =
                rows.order(strain).iter().position(|found| *found == (row, position)).unwrap_or_default();
            (self.card_offsets[card], problem)
        })?;
        let at = self.claim.map_or(self.card_offsets[0], |(at, _)| at);
        play::settle(board, outcome).map_err(|problem| (at, problem))?;
        rows.stop = self.claim.filter(|_| outcome.finished < 13).map(|_| Stop::Ended);
        board.play = Some(rows);
        Ok(())
    }
}

fn unfit(command: &Command<'_>, expected: &'static str) -> ReadFailure {
    let (tag, value) = (command.name.clone(), shorten(command.value));
    (command.value_at, Problem::Value { tag, value, expected })
}

fn list(value: &str) -> Vec<String> {
    value.split(',').map(|field| one_line(field.trim())).collect()
}

/// Tags and notes have no lines.
fn one_line(value: &str) -> String {
    value.replace(['\n', '\r', '\t'], " ")
}

/// `o12`, `c3`, or with more behind a comma.
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
        _ => return Err(unfit(command, "it is o for nobody, n, e, or b for both")),
    })
}

/// The dealer's number, then the hands from South on. A fourth hand that is not there has the cards that are left.
fn read_deal(command: &Command<'_>) -> Result<(Given<Direction>, Given<Hands>), ReadFailure> {
    let value = command.value.trim_end();
    let dealer = match value.chars().next() {
        None | Some('0') => Given::Unknown,
        Some(number @ '1'..='4') => Given::Known(ORDER[number as usize - '1' as usize]),
        Some(_) => return Err(unfit(command, "the dealer is 1 for South, 2 West, 3 North or 4 East")),
    };
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
    Ok((dealer, if count == 0 { Given::Unknown } else { Given::Known(hands) }))
}

/// Suits by their letters, each before its cards: `SAKHT98DC54`. A problem has its place in the text.
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

/// An entry of a list of results: `4HN+1`, `3NxW-2`, `PASS`; none when it is something else.
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
