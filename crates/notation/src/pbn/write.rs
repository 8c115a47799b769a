//! PBN writer: the export format, which has a single form for each board.

use super::TABLES;
use crate::board::{
    Board, CallRow, CardRows, Cell, Comment, Declarer, FinalContract, Given, Hands, Irregularity, Remarks,
    Section, SideTricks, Stop, Tricks,
};
use crate::encoding::encode;
use bridge::{Call, Contract, Doubling};
use cards::Card;
use dds::{Direction, Strain, Vulnerability, write_hand};
use std::fmt::Write as _;

/// Writes boards in export format.
///
/// The fifteen mandatory tags come first, then all others in alphabetical order, the auction, the
/// play, and sections in alphabetical order. Lines end with CR LF. Characters beyond ISO 8859-1
/// make the file UTF-8.
///
/// ```
/// use notation::{Board, Given, pbn};
/// let board = Board { number: Given::Known(7), dealer: Given::Known(Board::dealer_of(7)), ..Board::default() };
/// let file = String::from_utf8(pbn::write(&[board]))?;
/// assert!(file.contains("[Board \"7\"]") && file.contains("[Dealer \"S\"]"));
/// # Ok::<(), std::string::FromUtf8Error>(())
/// ```
#[must_use]
pub fn write(boards: &[Board]) -> Vec<u8> {
    let mut text = String::from("% PBN 2.1\n% EXPORT\n");
    for (position, board) in boards.iter().enumerate() {
        if position > 0 {
            text.push('\n');
        }
        write_board(&mut text, board);
    }
    encode(&text.replace('\n', "\r\n"))
}

fn write_board(text: &mut String, board: &Board) {
    comments_on(text, board, None);
    let dealer = board.dealer.known().copied().unwrap_or(Direction::North);
    let letter = |direction: &Direction| direction.letter().to_string();
    let player = |direction: Direction| written(&board.players[direction as usize], Clone::clone);
    let mandatory = [
        written(&board.event, Clone::clone),
        written(&board.site, Clone::clone),
        written(&board.date, Clone::clone),
        written(&board.number, ToString::to_string),
        player(Direction::West),
        player(Direction::North),
        player(Direction::East),
        player(Direction::South),
        written(&board.dealer, letter),
        written(&board.vulnerability, |sides| vulnerability(*sides).to_owned()),
        written(&board.hands, |hands| write_hands(hands, dealer)),
        written(&board.scoring, Clone::clone),
        written(&board.declarer, write_declarer),
        written(&board.contract, |contract| write_contract(*contract)),
        match (&board.result, &board.tricks_by_side) {
            (Given::Unknown, Some(sides)) => write_side_tricks(sides),
            (result, _) => written(result, write_result),
        },
    ];
    for (name, value) in super::MANDATORY.into_iter().zip(&mandatory) {
        write_tag(text, board, name, value);
    }
    let mut tags: Vec<&(String, String)> = board.tags.iter().collect();
    tags.sort();
    for (name, value) in tags {
        write_tag(text, board, name, value);
    }
    if let Some(auction) = &board.auction {
        write_tag(text, board, "Auction", &letter(&dealer));
        write_auction(text, auction);
    }
    if let Some(play) = &board.play {
        write_tag(text, board, "Play", &letter(&play.leader));
        write_play(text, play, board.strain());
    }
    let mut sections: Vec<&Section> = board.sections.iter().collect();
    sections.sort_by(|one, other| one.name.cmp(&other.name));
    for section in sections {
        write_tag(text, board, &section.name, &section.value);
        write_section(text, section);
    }
}

fn written<T>(value: &Given<T>, write: impl FnOnce(&T) -> String) -> String {
    match value {
        Given::Known(value) => write(value),
        Given::Unknown => "?".to_owned(),
        Given::Inapplicable => String::new(),
    }
}

fn write_tag(text: &mut String, board: &Board, name: &str, value: &str) {
    let _ = writeln!(text, "[{name} \"{}\"]", escape(value));
    comments_on(text, board, Some(name));
}

/// Escapes a value. A backslash is doubled only if it would be ambiguous: columns of tables have
/// single ones.
fn escape(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    let mut signs = value.chars().peekable();
    while let Some(sign) = signs.next() {
        match (sign, signs.peek()) {
            ('"', _) => escaped.push_str("\\\""),
            ('\\', None | Some('"' | '\\')) => escaped.push_str("\\\\"),
            (sign, _) if sign.is_control() => escaped.push(' '),
            (sign, _) => escaped.push(sign),
        }
    }
    escaped
}

fn comments_on(text: &mut String, board: &Board, tag: Option<&str>) {
    for comment in board.comments.iter().filter(|comment| comment.tag.as_deref() == tag) {
        write_comment(text, &comment.comment);
        text.push('\n');
    }
}

fn write_comment(text: &mut String, comment: &Comment) {
    let line = |line: &str| line.replace(['\n', '\r'], " ");
    let _ = match comment {
        Comment::Braced(inside) => write!(text, "{{{}}}", inside.replace('}', ")").replace('\r', "")),
        Comment::Line(rest) => write!(text, ";{}", line(rest)),
        Comment::Escape(rest) => write!(text, "%{}", line(rest)),
    };
}

const fn vulnerability(sides: Vulnerability) -> &'static str {
    match sides {
        Vulnerability::None => "None",
        Vulnerability::NorthSouth => "NS",
        Vulnerability::EastWest => "EW",
        Vulnerability::Both => "All",
    }
}

fn write_hands(hands: &Hands, dealer: Direction) -> String {
    let hands =
        [0, 1, 2, 3].map(|position| hands.hand(dealer.after(position)).map_or("-".to_owned(), write_hand));
    format!("{}:{}", dealer.letter(), hands.join(" "))
}

fn write_declarer(declarer: &Declarer) -> String {
    format!("{}{}", if declarer.swapped { "^" } else { "" }, declarer.direction.letter())
}

/// Writes a contract. PBN writes no trump as `NT`, records as `N`.
fn write_contract(contract: FinalContract) -> String {
    let letters = |strain: Strain| match strain.trumps() {
        None => "NT".to_owned(),
        Some(suit) => suit.letter().to_ascii_uppercase().to_string(),
    };
    match contract {
        FinalContract::PassedOut => "Pass".to_owned(),
        FinalContract::Ending(strain) => letters(strain),
        FinalContract::Contract(Contract { bid, doubling }) => {
            let risk = "X".repeat(doubling as usize);
            format!("{}{}{risk}", bid.level.odd_tricks(), letters(bid.strain))
        }
    }
}

fn write_result(result: &Tricks) -> String {
    format!("{}{}", if result.agreed_wrongly { "^" } else { "" }, result.won)
}

/// Writes `NS 9 EW 4`, or one side of it.
fn write_side_tricks(sides: &SideTricks) -> String {
    let sides_of = [("NS", sides.north_south), ("EW", sides.east_west)];
    let written = sides_of.into_iter().filter_map(|(side, won)| Some(format!("{side} {}", won?)));
    let caret = if sides.agreed_wrongly { "^" } else { "" };
    format!("{caret}{}", written.collect::<Vec<_>>().join(" "))
}

/// Writer of a section's calls or cards, four per line, and their notes.
struct Lines<'t, 'n> {
    text: &'t mut String,
    /// Number of items in the current line.
    in_line: usize,
    notes: Vec<&'n str>,
}

impl<'t, 'n> Lines<'t, 'n> {
    fn new(text: &'t mut String) -> Self {
        Self { text, in_line: 0, notes: Vec::new() }
    }

    fn add(&mut self, item: &str) {
        if self.in_line == 4 {
            self.end_line();
            self.in_line = 0;
        }
        self.space();
        self.text.push_str(item);
        self.in_line += 1;
    }

    fn remark(&mut self, remarks: &'n Remarks) {
        if remarks.has_note() {
            let note = remarks.note.as_deref().unwrap_or_default();
            let position = self.notes.iter().position(|known| *known == note).unwrap_or_else(|| {
                self.notes.push(note);
                self.notes.len() - 1
            });
            let _ = write!(self.text, " ={}=", position + 1);
        }
        for glyph in &remarks.glyphs {
            let _ = write!(self.text, " ${glyph}");
        }
        for comment in &remarks.comments {
            let braced = matches!(comment, Comment::Braced(_));
            if matches!(comment, Comment::Escape(_)) {
                self.end_line();
            }
            self.space();
            write_comment(self.text, comment);
            if !braced {
                self.end_line();
            }
        }
    }

    fn space(&mut self) {
        if !self.text.ends_with('\n') {
            self.text.push(' ');
        }
    }

    fn end_line(&mut self) {
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    /// Ends the section: its last line, the mark of an early end, and the notes.
    fn finish(mut self, stop: Option<Stop>) {
        self.end_line();
        if stop == Some(Stop::Ended) {
            self.text.push_str("*\n");
        }
        for (position, note) in self.notes.iter().enumerate() {
            let _ = writeln!(self.text, "[Note \"{}:{}\"]", position + 1, escape(note));
        }
    }
}

fn write_auction(text: &mut String, auction: &CallRow) {
    let mut lines = Lines::new(text);
    for made in &auction.calls {
        let irregular = if made.insufficient { "^I " } else { "" };
        lines.add(&format!("{irregular}{}", made.call.map_or("^S".to_owned(), write_call)));
        lines.remark(&made.remarks);
    }
    if auction.stop == Some(Stop::Continues) {
        lines.add("+");
    }
    lines.finish(auction.stop);
}

fn write_call(call: Call) -> String {
    match call {
        Call::Pass => "Pass".to_owned(),
        Call::Double => "X".to_owned(),
        Call::Redouble => "XX".to_owned(),
        Call::Bid(bid) => {
            write_contract(FinalContract::Contract(Contract { bid, doubling: Doubling::Undoubled }))
        }
    }
}

fn write_play(text: &mut String, play: &CardRows, strain: Option<Strain>) {
    let next = (play.stop == Some(Stop::Continues)).then(|| play.next(strain));
    let mut lines = Lines::new(text);
    let rows = play.tricks.len().max(next.map_or(0, |(row, _)| row + 1));
    for row in 0..rows {
        for position in 0..4 {
            match play.tricks.get(row).and_then(|trick| trick[position].as_ref()) {
                None => lines.add(if next == Some((row, position)) { "+" } else { "-" }),
                Some(played) => {
                    let irregular = match played.irregularity {
                        None => "",
                        Some(Irregularity::Revoke) => "^R ",
                        Some(Irregularity::LedOutOfTurn) => "^L ",
                    };
                    lines.add(&format!("{irregular}{}", write_card(played.card)));
                    lines.remark(&played.remarks);
                }
            }
        }
    }
    lines.finish(play.stop);
}

/// Writes a card, suit first: `SA`.
pub(crate) fn write_card(card: Card) -> String {
    format!("{}{}", card.suit().letter().to_ascii_uppercase(), card.rank().letter())
}

fn write_section(text: &mut String, section: &Section) {
    let is_table = TABLES.contains(&section.name.as_str());
    let columns: Vec<&str> = if is_table { section.value.split(';').collect() } else { Vec::new() };
    for row in &section.rows {
        let cells = row.iter().enumerate().map(|(position, cell)| {
            let written = write_cell(cell);
            let Some((_, width)) = columns.get(position).and_then(|column| column.rsplit_once('\\')) else {
                return written;
            };
            let digits = width.trim_end_matches(['L', 'R']);
            let width = digits.parse::<usize>().unwrap_or_default().min(LINE);
            if columns[position].ends_with('R') {
                format!("{written:>width$}")
            } else {
                format!("{written:width$}")
            }
        });
        let line = cells.collect::<Vec<_>>().join(" ");
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

/// Maximum line length of PBN.
const LINE: usize = 255;

fn write_cell(cell: &Cell) -> String {
    let quote = |text: &str| format!("\"{}\"", escape(text));
    match cell {
        Cell::Text(text) => quote(text),
        Cell::Word(word) => {
            let forbidden =
                |sign: char| sign.is_whitespace() || "[]{};\"%".contains(sign) || !sign.is_ascii();
            if word.is_empty() || word.contains(forbidden) { quote(word) } else { word.clone() }
        }
    }
}
