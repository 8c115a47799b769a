//! PBN parser: from games to boards.

use super::scan::{Games, Kind, MAX_TAGS, Tag, part_of, scan};
use super::sections::{self, ReadFailure, unfit};
use super::{MANDATORY, OWN};
use super::{calls, deal_list, tricks};
use crate::board::{Board, Comment, Declarer, FinalContract, Given, Hands, SideTricks, TagComment, Tricks};
use crate::encoding::decode;
use crate::error::{LONGEST_INHERITED, Positions, Problem, ReadError, shorten};
use crate::file::{BoardFile, Fault, MAX_FAULTS, Part, ReadBoard};
use crate::format::Notation;
use crate::{auction, play};
use bridge::{Call, Contract, Doubling};
use cards::CardSet;
use dds::{DealError, Direction, ParseDealError, Strain, Vulnerability, read_hand};
use std::collections::BTreeMap;

/// Reads a file. A list of deals, one per line, is accepted too.
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
/// let boards = notation::pbn::read(file)?;
/// assert_eq!(boards[0].deal().map(|deal| deal.tricks()), Some(13));
///
/// // An invalid file is refused, with the position.
/// let error = notation::pbn::read(b"[Board \"1\"]\n[Dealer \"X\"]").unwrap_err();
/// assert!(error.to_string().contains('2'), "{error}");
/// # Ok::<(), notation::ReadError>(())
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
/// let read = notation::pbn::read_each(b"[Board \"1\"]\n[Dealer \"X\"]\n\n[Board \"2\"]", 100)?;
/// assert_eq!(read.boards[0].board.number.known(), Some(&1));
/// assert_eq!(read.boards[0].faults.len(), 1);
/// assert!(read.boards[1].is_sound());
/// # Ok::<(), notation::ReadError>(())
/// ```
pub fn read_each(bytes: &[u8], max: usize) -> Result<BoardFile, ReadError> {
    let (text, encoding) = decode(bytes);
    let is_list = deal_list::is_list(&text);
    let Games { games, strays } = if is_list { Games::default() } else { scan(&text) };
    let mut positions = Positions::new(&text);
    let mut error = |(at, problem)| ReadError { position: positions.of(at), problem };
    let mut boards = Vec::new();
    let mut push = |begin: usize, (board, mut faults): (Board, Faults)| {
        if boards.len() == max {
            return Err(error((begin, Problem::TooManyBoards { max })));
        }
        faults.sort_by_key(|(_, (at, _))| *at);
        faults.truncate(MAX_FAULTS);
        let faults =
            faults.into_iter().map(|(part, failure)| Fault { part, error: error(failure) }).collect();
        boards.push(ReadBoard { board, faults });
        Ok(())
    };
    if is_list {
        for (at, line) in deal_list::lines(&text) {
            push(at, deal_list::read(at, line))?;
        }
    }
    let mut inherited = Inherited::default();
    for (index, game) in games.into_iter().enumerate() {
        let mut faults: Faults = game.faults;
        let begin = game.tags.first().map(|tag| tag.at);
        let Some(begin) = begin.or_else(|| Some(faults.first()?.1.0)) else { continue };
        let tags = inherited.tags(game.tags, &mut faults);
        let mut board = read_board(&tags, &mut faults);
        let lead = game.comments.into_iter().filter(|comment| index > 0 || !is_header(comment));
        board.comments.splice(0..0, lead.map(|comment| TagComment { tag: None, comment }));
        push(begin, (board, faults))?;
    }
    let mut positions = Positions::new(&text);
    let strays =
        strays.into_iter().map(|(at, problem)| ReadError { position: positions.of(at), problem }).collect();
    BoardFile { notation: Notation::Pbn, encoding, as_written: !is_list, boards, strays }.with_boards(&text)
}

/// Faults of a board, each with the affected part.
pub(super) type Faults = Vec<(Part, ReadFailure)>;

/// Returns whether a comment is one of the header lines of the export format.
fn is_header(comment: &Comment) -> bool {
    matches!(comment, Comment::Escape(line) if line.trim() == "EXPORT" || line.trim_start().starts_with("PBN "))
}

/// Values that boards inherit from earlier boards.
#[derive(Default)]
struct Inherited {
    /// Latest value of each tag, for `#`.
    latest: BTreeMap<String, String>,
    /// Default values for all later boards, from `##`.
    standing: BTreeMap<String, String>,
}

impl Inherited {
    /// Returns the tags of a game with inherited values. A second tag of the same name is dropped, as the standard
    /// says (3.4). Lines below it would be lost, so they are a fault.
    fn tags<'t>(&mut self, given: Vec<Tag<'t>>, faults: &mut Faults) -> Vec<Tag<'t>> {
        let mut tags: Vec<Tag<'t>> = Vec::with_capacity(given.len());
        for mut tag in given {
            if tag.name != "Note" && tags.iter().any(|before| before.name == tag.name) {
                if tag.data.iter().any(|datum| !matches!(datum.kind, Kind::Comment(_))) {
                    faults.push((part_of(&tag.name), (tag.at, Problem::Repeated(tag.name.clone()))));
                }
                continue;
            }
            if tag.value.starts_with('#') {
                let part = part_of(&tag.name);
                if OWN.contains(&tag.name.as_str()) {
                    faults.push((part, (tag.value_at, Problem::Inherited(tag.name.clone()))));
                    continue;
                }
                let too_long = (tag.value_at, Problem::TooLongToInherit { max: LONGEST_INHERITED });
                match tag.value.strip_prefix("##") {
                    Some(value) if value.len() > LONGEST_INHERITED => {
                        faults.push((part, too_long));
                        continue;
                    }
                    Some(value) => {
                        tag.value = value.to_owned();
                        self.standing.insert(tag.name.clone(), tag.value.clone());
                    }
                    None if tag.value == "#" => {
                        let latest = self.latest.get(&tag.name).map_or("", String::as_str);
                        if latest.len() > LONGEST_INHERITED {
                            faults.push((part, too_long));
                            continue;
                        }
                        tag.value = latest.to_owned();
                    }
                    None => {}
                }
            } else if let Some(standing) = self.standing.get_mut(&tag.name) {
                // A value too long to be inherited applies to this board only.
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
                    faults.push((Part::Unknown, (at, Problem::TooManyTags { max: MAX_TAGS })));
                    break;
                }
                let (name, value) = (name.clone(), value.clone());
                tags.push(Tag { name, value, at, value_at: at, comments: Vec::new(), data: Vec::new() });
            }
        }
        tags
    }
}

fn find<'g, 't>(tags: &'g [Tag<'t>], name: &str) -> Option<&'g Tag<'t>> {
    tags.iter().find(|tag| tag.name == name)
}

/// Returns the value of a tag, which may be unknown or inapplicable. An invalid value is a fault,
/// and unknown.
fn given<T>(
    tags: &[Tag<'_>],
    name: &str,
    faults: &mut Faults,
    read: impl FnOnce(&Tag<'_>) -> Result<Given<T>, ReadFailure>,
) -> Given<T> {
    let Some(tag) = find(tags, name) else { return Given::Unknown };
    match tag.value.as_str() {
        "?" => Given::Unknown,
        "" => Given::Inapplicable,
        _ => read(tag).unwrap_or_else(|failure| {
            faults.push((part_of(name), failure));
            Given::Unknown
        }),
    }
}

/// Returns the same for a tag whose valid values are always known.
fn known<T>(
    tags: &[Tag<'_>],
    name: &str,
    faults: &mut Faults,
    read: impl FnOnce(&Tag<'_>) -> Result<T, ReadFailure>,
) -> Given<T> {
    given(tags, name, faults, |tag| read(tag).map(Given::Known))
}

fn text(tags: &[Tag<'_>], name: &str) -> Given<String> {
    known(tags, name, &mut Vec::new(), |tag| Ok(tag.value.clone()))
}

/// Reads the tags of a game. A part with a fault is dropped from the board.
fn read_board(tags: &[Tag<'_>], faults: &mut Faults) -> Board {
    let mut board = Board {
        event: text(tags, "Event"),
        site: text(tags, "Site"),
        date: text(tags, "Date"),
        number: given(tags, "Board", faults, read_number),
        players: ["North", "East", "South", "West"].map(|name| text(tags, name)),
        dealer: known(tags, "Dealer", faults, |tag| sections::direction(tag, &tag.value)),
        vulnerability: known(tags, "Vulnerable", faults, read_vulnerability),
        hands: known(tags, "Deal", faults, read_hands),
        scoring: text(tags, "Scoring"),
        declarer: known(tags, "Declarer", faults, read_declarer),
        contract: known(tags, "Contract", faults, read_contract),
        ..Board::default()
    };
    let mut section = None;
    for tag in tags {
        // Notes are renumbered when written, so a comment on a note belongs to its section.
        section = if tag.name == "Note" { section } else { Some(tag) };
        let about = section.unwrap_or(tag);
        board.comments.extend(tag.comments.iter().map(|comment| comment_on(about, comment)));
        let part = part_of(&tag.name);
        let own_data = matches!(tag.name.as_str(), "Auction" | "Play");
        if MANDATORY.contains(&tag.name.as_str()) || tag.name == "Note" {
            faults.extend(stray_data(tag).map(|failure| (Part::Other, failure)));
        } else if own_data || tag.data.is_empty() {
            if !own_data {
                board.tags.push((tag.name.clone(), tag.value.clone()));
            }
        } else {
            match sections::read_section(tag) {
                Ok(section) => board.sections.push(section),
                Err(failure) => faults.push((part, failure)),
            }
            // The standard allows no comments there; existing ones are kept with the tag.
            let comments = tag.data.iter().filter_map(|datum| match &datum.kind {
                Kind::Comment(comment) => Some(comment_on(tag, comment)),
                Kind::Word(_) | Kind::Text(_) => None,
            });
            board.comments.extend(comments);
        }
        if tag.name == "Note" {
            faults.extend(sections::read_note(tag).err().map(|failure| (Part::Other, failure)));
        }
    }
    // The auction comes before result and play, regardless of the tag order, because both depend on
    // it.
    if let Some(position) = tags.iter().position(|tag| tag.name == "Auction")
        && let Err(failure) = read_auction(&mut board, &tags[position], &notes_of(tags, position))
    {
        faults.push((Part::Auction, failure));
    }
    read_result(&mut board, tags, faults);
    if let Some(position) = tags.iter().position(|tag| tag.name == "Play")
        && let Err(failure) = read_play(&mut board, tags, position)
    {
        // A dropped contract has been reported already.
        let is_known = faults.iter().any(|(part, _)| matches!(part, Part::Auction | Part::Contract));
        if !(is_known && failure.1 == Problem::NoContract) {
            faults.push((Part::Play, failure));
        }
    }
    board
}

fn comment_on(tag: &Tag<'_>, comment: &Comment) -> TagComment {
    TagComment { tag: Some(tag.name.clone()), comment: comment.clone() }
}

/// Returns the first datum below a tag that can have none.
fn stray_data(tag: &Tag<'_>) -> Option<ReadFailure> {
    tag.data.iter().find_map(|datum| match &datum.kind {
        Kind::Word(word) => Some((datum.at, Problem::Stray(shorten(word)))),
        Kind::Text(text) => Some((datum.at, Problem::Stray(shorten(text)))),
        Kind::Comment(_) => None,
    })
}

/// Returns the valid notes directly after a section.
fn notes_of(tags: &[Tag<'_>], section: usize) -> Vec<(u16, String)> {
    let notes = tags[section + 1..].iter().take_while(|tag| tag.name == "Note");
    notes.filter_map(|tag| sections::read_note(tag).ok()).collect()
}

/// Reads the auction into the board, or leaves the board unchanged.
fn read_auction(board: &mut Board, tag: &Tag<'_>, notes: &[(u16, String)]) -> Result<(), ReadFailure> {
    if tag.data.is_empty() && matches!(tag.value.as_str(), "" | "?") {
        return Ok(());
    }
    let (dealer, read) = calls::read_auction(tag, board.dealer.known().copied(), notes)?;
    let followed = auction::follow(dealer, &read.section)
        .map_err(|(call, problem)| (read.positions.get(call).copied().unwrap_or(tag.at), problem))?;
    if let Some(auction) = followed {
        auction::settle(board, &auction)
            .map_err(|problem| (tag.at, auction::with_hint(board, dealer, &read.section, problem)))?;
    }
    board.dealer = Given::Known(dealer);
    keep_unreferenced(board, tag, read.unreferenced, &read.comments);
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
        // Without a lead, as after four passes, the section exists but is empty.
        (None, _) if no_cards => (Strain::Notrump, Some(Direction::North)),
        (None, _) => return Err((tag.at, Problem::NoContract)),
    };
    let read = tricks::read_play(tag, leader, &notes_of(tags, position))?;
    let hands = board.hands.known().copied().unwrap_or_default();
    let outcome = read.section.follow(&hands, strain).map_err(|(row, column, problem)| {
        let named: Option<Direction> = tag.value.parse().ok();
        let led_by = |leader| named.is_none_or(|named| named == leader).then(|| read.section.led_by(leader));
        let problem = play::with_hint(board, led_by, problem);
        (read.positions.get(4 * row + column).copied().unwrap_or(tag.at), problem)
    })?;
    if board.strain().is_some() {
        play::settle(board, outcome).map_err(|problem| (tag.at, problem))?;
        keep_unreferenced(board, tag, read.unreferenced, &read.comments);
        board.play = Some(read.section);
    }
    Ok(())
}

/// Keeps unreferenced notes, and comments before the first call or card, as comments.
fn keep_unreferenced(
    board: &mut Board,
    tag: &Tag<'_>,
    unreferenced: Vec<(u16, String)>,
    comments: &[Comment],
) {
    board.comments.extend(comments.iter().map(|comment| comment_on(tag, comment)));
    let notes = unreferenced.into_iter().filter(|(_, text)| !text.is_empty());
    board.comments.extend(notes.map(|(number, text)| {
        let text = format!("{number}:{}", text.replace('}', ")"));
        comment_on(tag, &Comment::Braced(text))
    }));
}

/// Parses the board number. Programs write 0 for a board without a number.
fn read_number(tag: &Tag<'_>) -> Result<Given<u32>, ReadFailure> {
    match tag.value.trim().parse() {
        Ok(0) => Ok(Given::Unknown),
        Ok(number) => Ok(Given::Known(number)),
        Err(_) => Err(unfit(tag, "a board is a number from 1")),
    }
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

/// Parses the hands. Each problem is reported at its hand.
pub(super) fn read_hands(tag: &Tag<'_>) -> Result<Hands, ReadFailure> {
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
        // Offset of this hand within the tag's value.
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

/// Checks that no card is in two hands, and that every hand of a whole deal has thirteen cards.
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

/// Parses the contract of a tag.
pub(crate) fn contract(text: &str) -> Option<FinalContract> {
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

/// Reads the result: the tricks of declarer's side, or of one or both sides by name.
fn read_result(board: &mut Board, tags: &[Tag<'_>], faults: &mut Faults) {
    let declarer = board.declarer.known().map(|declarer| declarer.direction);
    let all = board.deal().map_or(13, |deal| deal.tricks());
    let mut by_side = None;
    let result = given(tags, "Result", faults, |tag| {
        Ok(match result_of(tag, all)? {
            ResultTag::Declarer(tricks) => Given::Known(tricks),
            ResultTag::Sides(sides) => match declarer.map(|declarer| sides.of(declarer, all)) {
                Some(tricks) => Given::Known(tricks),
                None => {
                    by_side = Some(sides);
                    Given::Unknown
                }
            },
        })
    });
    if board.contract.known() == Some(&FinalContract::PassedOut) {
        let won = |tricks: &Tricks| tricks.won > 0;
        let won = result.known().is_some_and(won) || by_side.is_some();
        if let (true, Some(tag)) = (won, find(tags, "Result")) {
            faults.push((Part::Result, unfit(tag, "all four players passed, so there are no tricks")));
        }
        board.result = Given::Inapplicable;
        return;
    }
    board.result = result;
    board.tricks_by_side = by_side;
}

/// Content of a `Result` tag.
enum ResultTag {
    Declarer(Tricks),
    Sides(SideTricks),
}

/// Parses `9`, `NS 9` or `EW 4 NS 9`, each with or without `^` (PBN 2.1, 3.4.15). `all` is the
/// number of tricks of the deal.
fn result_of(tag: &Tag<'_>, all: u8) -> Result<ResultTag, ReadFailure> {
    let wrong = || unfit(tag, "it is the number of declarer's tricks, from 0 to 13, or one like NS 9 EW 4");
    let agreed_wrongly = tag.value.starts_with('^');
    let tricks = |word: &str| word.parse().ok().filter(|tricks: &u8| *tricks <= 13).ok_or_else(wrong);
    let text = tag.value.trim_start_matches('^').to_ascii_uppercase();
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut sides = SideTricks { north_south: None, east_west: None, agreed_wrongly };
    let pairs = match words.as_slice() {
        [won] => return Ok(ResultTag::Declarer(Tricks { won: tricks(won)?, agreed_wrongly })),
        [_, _] | [_, _, _, _] => words.chunks(2),
        _ => return Err(wrong()),
    };
    for pair in pairs {
        let [side, count] = pair else { return Err(wrong()) };
        let of_side = match *side {
            "NS" => &mut sides.north_south,
            "EW" => &mut sides.east_west,
            _ => return Err(wrong()),
        };
        if of_side.replace(tricks(count)?).is_some() {
            return Err(unfit(tag, "it names the same side twice"));
        }
    }
    match (sides.north_south, sides.east_west) {
        // Tricks played before an end position may be included.
        (Some(one), Some(other)) if one + other != all && one + other != 13 => {
            let (value, sum) = (shorten(&tag.value), one + other);
            Err((tag.value_at, Problem::TrickSum { value, all, sum }))
        }
        _ => Ok(ResultTag::Sides(sides)),
    }
}
