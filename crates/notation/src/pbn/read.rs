//! From games to boards: what the tags say, and whether it can be so.

use super::scan::{Kind, MAX_TAGS, Tag, scan};
use super::sections::{self, ReadFailure, unfit};
use super::{MANDATORY, OWN};
use super::{calls, tricks};
use crate::board::{Board, Comment, Declarer, FinalContract, Given, Hands, TagComment, Tricks};
use crate::encoding::decode;
use crate::error::{LONGEST_INHERITED, Positions, Problem, ReadError, shorten};
use crate::{auction, play};
use cards::CardSet;
use dds::{DealError, Direction, ParseDealError, Strain, Vulnerability, read_hand};
use games::bridge::{Call, Contract, Doubling};
use std::collections::BTreeMap;

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
/// let boards = notation::pbn::read(file)?;
/// assert_eq!(boards[0].deal().map(|deal| deal.tricks()), Some(13));
///
/// // A file that is wrong is refused, with the place.
/// let error = notation::pbn::read(b"[Board \"1\"]\n[Dealer \"X\"]").unwrap_err();
/// assert!(error.to_string().contains('2'), "{error}");
/// # Ok::<(), notation::ReadError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Vec<Board>, ReadError> {
    read_each(bytes, usize::MAX)?.into_iter().map(|board| board.map_err(|refused| refused.error)).collect()
}

/// A board that was not read, while others of its file were.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedBoard {
    /// Its number, where that can be read.
    pub number: Option<u32>,
    /// Where it is wrong, and why.
    pub error: ReadError,
}

/// Reads a file board by board: one that contradicts itself is refused alone.
///
/// # Errors
///
/// Where it is wrong and why, when it cannot be parted into boards, or there is none in it, or more than `max`.
///
/// ```
/// let boards = notation::pbn::read_each(b"[Board \"1\"]\n[Dealer \"X\"]\n\n[Board \"2\"]", 100)?;
/// assert_eq!(boards[0].as_ref().unwrap_err().number, Some(1));
/// assert!(boards[1].is_ok());
/// # Ok::<(), notation::ReadError>(())
/// ```
pub fn read_each(bytes: &[u8], max: usize) -> Result<Vec<Result<Board, RefusedBoard>>, ReadError> {
    let text = decode(bytes);
    let mut positions = Positions::new(&text);
    let mut error = |(at, problem)| ReadError { position: positions.of(at), problem };
    let mut handed_on = HandedOn::default();
    let mut boards = Vec::new();
    for game in scan(&text)? {
        let Some(begin) = game.tags.first().map(|tag| tag.at) else { continue };
        if boards.len() == max {
            return Err(error((begin, Problem::TooManyBoards { max })));
        }
        let number = find(&game.tags, "Board").and_then(|tag| read_number(tag).ok());
        let mut read = handed_on
            .tags(game.tags)
            .and_then(|tags| read_board(&tags))
            .map_err(|failure| RefusedBoard { number, error: error(failure) });
        if let Ok(board) = &mut read {
            let first = boards.is_empty();
            let lead = game.comments.into_iter().filter(|comment| !(first && is_header(comment)));
            board.comments.splice(0..0, lead.map(|comment| TagComment { tag: None, comment }));
        }
        boards.push(read);
    }
    if boards.is_empty() { Err(error((0, Problem::Empty))) } else { Ok(boards) }
}

/// The lines that every file in export format begins with.
fn is_header(comment: &Comment) -> bool {
    matches!(comment, Comment::Escape(line) if line.trim() == "EXPORT" || line.trim_start().starts_with("PBN "))
}

/// The values that boards take over from the boards before them.
#[derive(Default)]
struct HandedOn {
    /// The latest value of each tag: what `#` stands for.
    latest: BTreeMap<String, String>,
    /// What holds for all boards that say nothing else: values that were given with `##`.
    standing: BTreeMap<String, String>,
}

impl HandedOn {
    /// The tags of a game with the values that they take over. A tag that was there before is left out.
    fn tags<'t>(&mut self, given: Vec<Tag<'t>>) -> Result<Vec<Tag<'t>>, ReadFailure> {
        let mut tags: Vec<Tag<'t>> = Vec::with_capacity(given.len());
        for mut tag in given {
            if tag.name != "Note" && tags.iter().any(|before| before.name == tag.name) {
                continue;
            }
            if tag.value.starts_with('#') {
                if OWN.contains(&tag.name.as_str()) {
                    return Err((tag.value_at, Problem::Inherited(tag.name.clone())));
                }
                let too_long = || (tag.value_at, Problem::TooLongToInherit { max: LONGEST_INHERITED });
                match tag.value.strip_prefix("##") {
                    Some(value) if value.len() > LONGEST_INHERITED => return Err(too_long()),
                    Some(value) => {
                        tag.value = value.to_owned();
                        self.standing.insert(tag.name.clone(), tag.value.clone());
                    }
                    None if tag.value == "#" => {
                        let latest = self.latest.get(&tag.name).map_or("", String::as_str);
                        if latest.len() > LONGEST_INHERITED {
                            return Err(too_long());
                        }
                        tag.value = latest.to_owned();
                    }
                    None => {}
                }
            } else if let Some(standing) = self.standing.get_mut(&tag.name) {
                // What is too long to be handed on holds for this board alone.
                if tag.value.len() <= LONGEST_INHERITED {
                    standing.clone_from(&tag.value);
                }
            }
            self.latest.insert(tag.name.clone(), tag.value.clone());
            tags.push(tag);
        }
        let at = tags.first().map_or(0, |tag| tag.at);
        for (name, value) in &self.standing {
            if find(&tags, name).is_none() {
                if tags.len() == MAX_TAGS {
                    return Err((at, Problem::TooManyTags { max: MAX_TAGS }));
                }
                let (name, value) = (name.clone(), value.clone());
                tags.push(Tag { name, value, at, value_at: at, comments: Vec::new(), data: Vec::new() });
            }
        }
        Ok(tags)
    }
}

fn find<'g, 't>(tags: &'g [Tag<'t>], name: &str) -> Option<&'g Tag<'t>> {
    tags.iter().find(|tag| tag.name == name)
}

/// A value that may be unknown or of no use here.
fn given<T>(
    tags: &[Tag<'_>],
    name: &str,
    read: impl FnOnce(&Tag<'_>) -> Result<T, ReadFailure>,
) -> Result<Given<T>, ReadFailure> {
    Ok(match find(tags, name) {
        None => Given::Unknown,
        Some(tag) => match tag.value.as_str() {
            "?" => Given::Unknown,
            "" => Given::Inapplicable,
            _ => Given::Known(read(tag)?),
        },
    })
}

fn text(tags: &[Tag<'_>], name: &str) -> Result<Given<String>, ReadFailure> {
    given(tags, name, |tag| Ok(tag.value.clone()))
}

fn read_board(tags: &[Tag<'_>]) -> Result<Board, ReadFailure> {
    let mut board = Board {
        event: text(tags, "Event")?,
        site: text(tags, "Site")?,
        date: text(tags, "Date")?,
        number: given(tags, "Board", read_number)?,
        players: [text(tags, "North")?, text(tags, "East")?, text(tags, "South")?, text(tags, "West")?],
        dealer: given(tags, "Dealer", |tag| sections::direction(tag, &tag.value))?,
        vulnerability: given(tags, "Vulnerable", read_vulnerability)?,
        hands: given(tags, "Deal", read_hands)?,
        scoring: text(tags, "Scoring")?,
        declarer: given(tags, "Declarer", read_declarer)?,
        contract: given(tags, "Contract", read_contract)?,
        ..Board::default()
    };
    let mut section = None;
    for (position, tag) in tags.iter().enumerate() {
        // The notes are numbered anew when they are written: what is said of one is said of its section.
        section = if tag.name == "Note" { section } else { Some(tag) };
        let about = section.unwrap_or(tag);
        board.comments.extend(tag.comments.iter().map(|comment| comment_on(about, comment)));
        let own_data = matches!(tag.name.as_str(), "Auction" | "Play");
        if MANDATORY.contains(&tag.name.as_str()) || tag.name == "Note" {
            forbid_data(tag)?;
        } else if own_data || tag.data.is_empty() {
            if !own_data {
                board.tags.push((tag.name.clone(), tag.value.clone()));
            }
        } else {
            board.sections.push(sections::read_section(tag)?);
            // The standard has no comments there; where they are all the same, they are kept with the tag.
            let comments = tag.data.iter().filter_map(|datum| match &datum.kind {
                Kind::Comment(comment) => Some(comment_on(tag, comment)),
                Kind::Word(_) | Kind::Text(_) => None,
            });
            board.comments.extend(comments);
        }
        match tag.name.as_str() {
            "Note" => drop(sections::read_note(tag)?),
            "Auction" => read_auction(&mut board, tag, &notes_of(tags, position)?)?,
            _ => {}
        }
    }
    // After the auction, wherever they stand: result and play need what it decides.
    let declarer = board.declarer.known().map(|declarer| declarer.direction);
    let result = given(tags, "Result", |tag| read_result(tag, declarer))?;
    if board.result == Given::Unknown {
        board.result = result;
    }
    if let Some(position) = tags.iter().position(|tag| tag.name == "Play") {
        read_play(&mut board, tags, position)?;
    }
    Ok(board)
}

fn comment_on(tag: &Tag<'_>, comment: &Comment) -> TagComment {
    TagComment { tag: Some(tag.name.clone()), comment: comment.clone() }
}

fn forbid_data(tag: &Tag<'_>) -> Result<(), ReadFailure> {
    let stray = tag.data.iter().find_map(|datum| match &datum.kind {
        Kind::Word(word) => Some((datum.at, Problem::Stray(shorten(word)))),
        Kind::Text(text) => Some((datum.at, Problem::Stray(shorten(text)))),
        Kind::Comment(_) => None,
    });
    stray.map_or(Ok(()), Err)
}

/// The notes behind a section, up to the next tag that is none.
fn notes_of(tags: &[Tag<'_>], section: usize) -> Result<Vec<(u16, String)>, ReadFailure> {
    tags[section + 1..].iter().take_while(|tag| tag.name == "Note").map(sections::read_note).collect()
}

fn read_auction(board: &mut Board, tag: &Tag<'_>, notes: &[(u16, String)]) -> Result<(), ReadFailure> {
    if tag.data.is_empty() && matches!(tag.value.as_str(), "" | "?") {
        return Ok(());
    }
    let (dealer, read) = calls::read_auction(tag, board.dealer.known().copied(), notes)?;
    board.dealer = Given::Known(dealer);
    let followed = auction::follow(dealer, &read.section)
        .map_err(|(call, problem)| (read.positions.get(call).copied().unwrap_or(tag.at), problem))?;
    if let Some(auction) = followed {
        auction::settle(board, &auction).map_err(|problem| (tag.at, problem))?;
    }
    keep_loose(board, tag, read.loose, &read.comments);
    board.auction = Some(read.section);
    Ok(())
}

fn read_play(board: &mut Board, tags: &[Tag<'_>], position: usize) -> Result<(), ReadFailure> {
    let tag = &tags[position];
    let leader = match board.contract.known() {
        Some(FinalContract::Ending(_)) => None,
        _ => board.leader(),
    };
    let no_cards =
        tag.data.iter().all(|datum| matches!(datum.kind, Kind::Word("*" | "+" | "-") | Kind::Comment(_)));
    let (strain, leader) = match (board.strain(), leader) {
        (Some(strain), leader) => (strain, leader),
        // Nobody led, as after four passes: there is a place for the play, and nothing in it.
        (None, _) if no_cards => (Strain::Notrump, Some(Direction::North)),
        (None, _) => return Err((tag.at, Problem::NoContract)),
    };
    let read = tricks::read_play(tag, leader, &notes_of(tags, position)?)?;
    let hands = board.hands.known().copied().unwrap_or_default();
    let outcome = read.section.follow(&hands, strain).map_err(|(row, column, problem)| {
        (read.positions.get(4 * row + column).copied().unwrap_or(tag.at), problem)
    })?;
    if board.strain().is_some() {
        play::settle(board, outcome).map_err(|problem| (tag.at, problem))?;
        keep_loose(board, tag, read.loose, &read.comments);
        board.play = Some(read.section);
    }
    Ok(())
}

/// Notes that nobody refers to stay as comments, and so do comments before the first call or card.
fn keep_loose(board: &mut Board, tag: &Tag<'_>, loose: Vec<(u16, String)>, comments: &[Comment]) {
    board.comments.extend(comments.iter().map(|comment| comment_on(tag, comment)));
    let notes = loose.into_iter().filter(|(_, text)| !text.is_empty());
    board.comments.extend(notes.map(|(number, text)| {
        let text = format!("{number}:{}", text.replace('}', ")"));
        comment_on(tag, &Comment::Braced(text))
    }));
}

fn read_number(tag: &Tag<'_>) -> Result<u32, ReadFailure> {
    let number = tag.value.trim().parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| unfit(tag, "a board is a number from 1"))
}

fn read_vulnerability(tag: &Tag<'_>) -> Result<Vulnerability, ReadFailure> {
    Ok(match tag.value.to_ascii_lowercase().as_str() {
        "none" | "love" | "-" => Vulnerability::None,
        "ns" => Vulnerability::NorthSouth,
        "ew" => Vulnerability::EastWest,
        "all" | "both" => Vulnerability::Both,
        _ => return Err(unfit(tag, "it is None, NS, EW or All")),
    })
}

/// Reads the hands; each problem is told at the hand it is found in.
fn read_hands(tag: &Tag<'_>) -> Result<Hands, ReadFailure> {
    let at = |problem: ParseDealError| (tag.value_at, Problem::Deal(problem));
    let (first, list) = tag.value.split_once(':').ok_or_else(|| at(ParseDealError::First))?;
    let first: Direction = first.trim().parse().map_err(|_| at(ParseDealError::First))?;
    let count = list.split_whitespace().count();
    if count != 4 {
        return Err(at(ParseDealError::Hands(count)));
    }
    let mut hands = Hands::default();
    let mut positions = [tag.value_at; 4];
    for (position, text) in list.split_whitespace().enumerate() {
        let direction = first.after(position);
        // Where the text of this hand lies in the value it is a part of.
        positions[direction as usize] = tag.value_at + (text.as_ptr() as usize - tag.value.as_ptr() as usize);
        if text == "-" {
            continue;
        }
        let hand = read_hand(direction, text).map_err(|error| {
            let sign = match &error {
                ParseDealError::Rank { sign, .. } => text.find(*sign).unwrap_or_default(),
                _ => 0,
            };
            (positions[direction as usize] + sign, Problem::Deal(error))
        })?;
        hands.0[direction as usize] = Some(hand);
    }
    check_hands(&hands).map_err(|(direction, problem)| (positions[direction as usize], problem))?;
    Ok(hands)
}

/// No card lies in two hands, and in a whole deal every hand has thirteen.
pub(crate) fn check_hands(hands: &Hands) -> Result<(), (Direction, Problem)> {
    let known =
        || Direction::ALL.into_iter().filter_map(|direction| Some((direction, hands.hand(direction)?)));
    for (first, held) in known() {
        for (second, other) in known().filter(|(second, _)| *second > first) {
            if let Some(card) = (held & other).first() {
                return Err((second, DealError::Twice { card, first, second }.into()));
            }
        }
    }
    let max = known().map(|(_, hand)| hand.len()).max().unwrap_or_default();
    let uneven = known().find(|(_, hand): &(Direction, CardSet)| max >= 13 && hand.len() != 13);
    match uneven {
        Some((direction, hand)) => Err((direction, Problem::HandSize { direction, cards: hand.len() })),
        None => Ok(()),
    }
}

fn read_declarer(tag: &Tag<'_>) -> Result<Declarer, ReadFailure> {
    let swapped = tag.value.starts_with('^');
    let direction = sections::direction(tag, tag.value.trim_start_matches('^'))?;
    Ok(Declarer { direction, swapped })
}

fn read_contract(tag: &Tag<'_>) -> Result<FinalContract, ReadFailure> {
    contract(&tag.value).ok_or_else(|| unfit(tag, "a contract is written like 3NT, 4SX, 5CXX or Pass"))
}

/// A contract as a tag has it.
fn contract(text: &str) -> Option<FinalContract> {
    let text = text.to_ascii_uppercase();
    if matches!(text.as_str(), "PASS" | "P" | "AP") {
        return Some(FinalContract::PassedOut);
    }
    if let Ok(strain) = text.parse::<Strain>() {
        return Some(FinalContract::Ending(strain));
    }
    let bid = text.trim_end_matches('X');
    let doubling = match text.len() - bid.len() {
        0 => Doubling::Undoubled,
        1 => Doubling::Doubled,
        2 => Doubling::Redoubled,
        _ => return None,
    };
    match bid.parse().ok()? {
        Call::Bid(bid) => Some(FinalContract::Contract(Contract { bid, doubling })),
        Call::Pass | Call::Double | Call::Redouble => None,
    }
}

/// The tricks of declarer's side, however they are counted: `9`, `NS 9`, `EW 4 NS 9`.
fn read_result(tag: &Tag<'_>, declarer: Option<Direction>) -> Result<Tricks, ReadFailure> {
    let wrong = || unfit(tag, "it is the number of declarer's tricks, from 0 to 13");
    let agreed_wrongly = tag.value.starts_with('^');
    let tricks = |word: &str| word.parse().ok().filter(|tricks| *tricks <= 13);
    let words: Vec<String> =
        tag.value.trim_start_matches('^').split_whitespace().map(str::to_ascii_uppercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let won: Option<u8> = match (words.as_slice(), declarer) {
        ([tricks_of], _) => tricks(tricks_of),
        ([side @ ("NS" | "EW"), count, rest @ ..], Some(declarer)) if matches!(rest.len(), 0 | 2) => {
            let own = (*side == "NS") == declarer.is_side_of(Direction::North);
            match rest {
                [_, others] => tricks(if own { count } else { others }),
                _ => tricks(count).map(|count: u8| if own { count } else { 13 - count }),
            }
        }
        _ => None,
    };
    Ok(Tricks { won: won.ok_or_else(wrong)?, agreed_wrongly })
}
