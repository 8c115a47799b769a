//! Pictures of hand records, as clubs print them.

use crate::board::Board;
use cards::{CardSet, Rank};
use dds::{Direction, Par, Strain, Table, Vulnerability, write_hand};
use std::fmt::Write as _;

/// Size of the cell of a board, in pixels.
const CELL: (u32, u32) = (300, 270);
/// Boards side by side.
const COLUMNS: usize = 3;
/// Height of a line of text, in pixels.
const LINE: u32 = 17;
/// Sign and color of each suit, in the order of written hands.
const SUITS: [(&str, &str); 4] = [("♠", BLACK), ("♥", RED), ("♦", RED), ("♣", BLACK)];
const BLACK: &str = "#1b1b1b";
const RED: &str = "#b3261e";

/// Board of a hand record.
#[derive(Clone, Debug)]
pub struct HandRecord<'b> {
    /// Board with its number, dealer, vulnerability and hands.
    pub board: &'b Board,
    /// Double-dummy table and par, if they are to be shown.
    pub solved: Option<(Table, Par)>,
}

/// Draws hand records as an SVG picture, three boards side by side. Unknown hands stay empty.
///
/// ```
/// use notation::{Board, HandRecord, hand_records_svg};
/// let deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3".parse()?;
/// let board = Board::numbered(1, deal);
/// let svg = hand_records_svg(&[HandRecord { board: &board, solved: None }]);
/// assert!(svg.starts_with("<svg ") && svg.contains("Q J 6"));
/// # Ok::<(), dds::ParseDealError>(())
/// ```
#[must_use]
pub fn hand_records_svg(records: &[HandRecord<'_>]) -> String {
    let columns = records.len().clamp(1, COLUMNS);
    let rows = records.len().div_ceil(COLUMNS).max(1);
    let (width, height) = (columns as u32 * CELL.0, rows as u32 * CELL.1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"14\" role=\"img\">\n<title>Hand records</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for (place, record) in records.iter().enumerate() {
        let (x, y) = ((place % COLUMNS) as u32 * CELL.0, (place / COLUMNS) as u32 * CELL.1);
        let _ = writeln!(svg, "<g transform=\"translate({x} {y})\">");
        draw(record, &mut svg);
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

fn text(svg: &mut String, x: u32, y: u32, more: &str, content: &str) {
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\"{more}>{content}</text>");
}

fn draw(record: &HandRecord<'_>, svg: &mut String) {
    let board = record.board;
    let (width, height) = (CELL.0 - 1, CELL.1 - 1);
    let _ = writeln!(
        svg,
        "<rect x=\".5\" y=\".5\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#bbb\"/>"
    );
    if let Some(number) = board.number.known() {
        text(svg, 12, 26, " font-size=\"20\" font-weight=\"700\"", &number.to_string());
    }
    if let Some(dealer) = board.dealer.known() {
        text(svg, 12, 46, "", &format!("Dealer {}", dealer.letter()));
    }
    if let Some(vulnerability) = board.vulnerability.known() {
        text(svg, 12, 46 + LINE, "", vulnerable(*vulnerability));
    }
    let places = [(115, 20), (205, 95), (115, 170), (12, 95)];
    let hands = board.hands.known().copied().unwrap_or_default();
    for (direction, (x, y)) in Direction::ALL.into_iter().zip(places) {
        let Some(hand) = hands.hand(direction) else { continue };
        for (line, ((sign, color), held)) in (0..).zip(SUITS.into_iter().zip(write_hand(hand).split('.'))) {
            let cards = format!("<tspan fill=\"{color}\">{sign}</tspan> {}", ranks(held));
            text(svg, x, y + line * LINE, "", &cards);
        }
    }
    points(hands.0, svg);
    if let Some((table, par)) = &record.solved {
        draw_table(table, par, svg);
    }
}

const fn vulnerable(vulnerability: Vulnerability) -> &'static str {
    match vulnerability {
        Vulnerability::None => "Vul none",
        Vulnerability::NorthSouth => "Vul N-S",
        Vulnerability::EastWest => "Vul E-W",
        Vulnerability::Both => "Vul both",
    }
}

/// Returns the ranks of a suit as clubs print them. A void is a dash.
fn ranks(held: &str) -> String {
    let rank = |letter: char| if letter == 'T' { "10".to_owned() } else { letter.to_string() };
    let ranks: Vec<String> = held.chars().map(rank).collect();
    if ranks.is_empty() { "–".to_owned() } else { ranks.join(" ") }
}

/// Draws the high-card points of the hands in the middle of the bottom left.
fn points(hands: [Option<CardSet>; 4], svg: &mut String) {
    let points = hands.map(|hand| {
        hand.map(|hand| {
            let count = |rank| u32::from((hand & CardSet::of_rank(rank)).len());
            4 * count(Rank::Ace) + 3 * count(Rank::King) + 2 * count(Rank::Queen) + count(Rank::Jack)
        })
    });
    let small = " font-size=\"12\" fill=\"#555\" text-anchor=\"middle\"";
    for ((x, y), points) in [(40, 190), (64, 207), (40, 224), (16, 207)].into_iter().zip(points) {
        if let Some(points) = points {
            text(svg, x, y, small, &points.to_string());
        }
    }
}

/// Draws the tricks of each declarer at the bottom right, and par below.
fn draw_table(table: &Table, par: &Par, svg: &mut String) {
    let small = " font-size=\"11\" fill=\"#333\" text-anchor=\"middle\"";
    let column = |place: u32| 222 + 15 * place;
    for (place, strain) in (0..).zip(Strain::ALL.into_iter().rev()) {
        let name = if strain == Strain::Notrump { "NT".to_owned() } else { strain.to_string() };
        text(svg, column(place), 188, small, &name);
    }
    let declarers = [Direction::North, Direction::South, Direction::East, Direction::West];
    for (row, declarer) in (0..).zip(declarers) {
        let y = 201 + 13 * row;
        text(svg, 207, y, small, &declarer.letter().to_string());
        for (place, strain) in (0..).zip(Strain::ALL.into_iter().rev()) {
            text(svg, column(place), y, small, &table[strain][declarer].to_string());
        }
    }
    let contracts: Vec<String> = par.contracts.iter().take(2).map(ToString::to_string).collect();
    let line = match contracts.is_empty() {
        true => "par 0".to_owned(),
        false => format!("par {:+} {}", par.score, contracts.join(", ")),
    };
    text(svg, CELL.0 - 10, CELL.1 - 8, " font-size=\"11\" fill=\"#333\" text-anchor=\"end\"", &line);
}

#[cfg(test)]
mod tests {
    use super::*;
    use dds::{Solver, par};

    const DEAL: &str = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3";

    #[test]
    fn a_picture_has_the_hands_points_and_tricks_of_each_board() {
        let deal = DEAL.parse().unwrap();
        let boards = [1, 2, 3, 4].map(|number| Board::numbered(number, deal));
        let table = Solver::new().solve_all(&deal);
        let found = par(&table, Direction::North, Vulnerability::None);
        let records =
            boards.each_ref().map(|board| HandRecord { board, solved: Some((table, found.clone())) });
        let svg = hand_records_svg(&records);
        assert!(svg.contains("viewBox=\"0 0 900 540\""), "three boards side by side, and one below");
        assert_eq!(svg.matches("</tspan> A 10 9 4 2<").count(), 4);
        for once in ["Dealer N", "Dealer W", "Vul none", "Vul both"] {
            assert_eq!(svg.matches(once).count(), 1, "{once}");
        }
        // West's 14 points, and par.
        assert!(
            svg.contains(
                "<text x=\"16\" y=\"207\" font-size=\"12\" fill=\"#555\" text-anchor=\"middle\">14<"
            )
        );
        assert!(svg.contains(&format!(">par {:+} ", found.score)));
        assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
    }

    #[test]
    fn unknown_hands_and_parts_stay_empty() {
        let empty = Board::default();
        let svg = hand_records_svg(&[HandRecord { board: &empty, solved: None }]);
        assert!(!svg.contains("tspan") && !svg.contains("Dealer"), "{svg}");
        assert!(hand_records_svg(&[]).starts_with("<svg "));
    }
}
