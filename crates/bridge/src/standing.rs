//! State between deals: games, part-scores, vulnerability, and the score sheet.

use super::entry::{Category, Entries, Entry, GAME, Played, duplicate_bonus, game_points};
use super::{ChicagoVulnerable, Mode, Options, Side};
use dds::Direction;
use std::sync::Arc;

/// Number of deals in a chicago.
const CHICAGO_DEALS: usize = 4;

/// Score of the match between deals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Dealer of the next deal, or of the deal in progress.
    pub dealer: Direction,
    /// Games won by each side.
    pub games: [u8; 2],
    /// Points of each side below the line in the current game.
    pub below: [i32; 2],
    /// Totals of each side, including the bonus for the rubber.
    pub totals: [i32; 2],
    /// The bonus for the rubber, once it is won. (BR-R12)
    pub rubber: Option<(Side, i32)>,
    /// All deals so far, including passed-out ones. Shared, so that copies are cheap.
    pub sheet: Arc<Vec<Scored>>,
}

/// Deal on the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scored {
    /// Vulnerability of each side.
    pub vulnerable: [bool; 2],
    /// The played contract. `None` if the deal was passed out.
    pub played: Option<Played>,
    /// Entries of the deal.
    pub entries: Entries,
    /// Number of the game in the rubber, from 1.
    pub game: u8,
}

/// Honors in one hand. (BR-R10)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Honors {
    /// Side that receives the points.
    pub side: Side,
    /// Number of honors.
    pub amount: u8,
    /// Points for the honors.
    pub points: i32,
}

/// Next step of the match after a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Another deal follows.
    Deal,
    /// The match is over.
    Over,
}

impl Standing {
    /// Returns the standing before the first deal.
    #[must_use]
    pub fn new(dealer: Direction) -> Self {
        Self { dealer, games: [0; 2], below: [0; 2], totals: [0; 2], rubber: None, sheet: Arc::default() }
    }

    /// Returns the number of deals that count. In a chicago passed-out deals do not.
    fn deals_played(&self, options: &Options) -> usize {
        let counts = |deal: &&Scored| options.mode != Mode::Chicago || deal.played.is_some();
        self.sheet.iter().filter(counts).count()
    }

    /// Returns the vulnerability of each side in the next deal, or the deal in progress.
    #[must_use]
    pub fn vulnerable(&self, options: &Options) -> [bool; 2] {
        let dealer = Side::of(self.dealer);
        match options.mode {
            Mode::Rubber => self.games.map(|games| games > 0), // BR-R8, BR-S7
            Mode::Chicago => match (self.deals_played(options), options.chicago_vulnerable) {
                (0, _) => [false; 2],
                (1 | 2, ChicagoVulnerable::Dealer) => Side::ALL.map(|side| side == dealer),
                (1 | 2, ChicagoVulnerable::NonDealer) => Side::ALL.map(|side| side != dealer),
                _ => [true; 2],
            },
            Mode::Duplicate => board_vulnerable(self.sheet.len() + 1),
        }
    }

    /// Returns the scored deal, played or passed out, with honors if there are any.
    #[must_use]
    pub fn score(&self, options: &Options, played: Option<Played>, honors: Option<Honors>) -> Scored {
        let vulnerable = self.vulnerable(options);
        let mut entries = played.map_or(Entries::NONE, |played| played.entries(options, vulnerable));
        if let Some(Honors { side, amount, points }) = honors.filter(|_| options.has_honors()) {
            entries.write(Entry { category: Category::Honors, side, amount, points });
        }
        if let Some(declarer) = played.map(|played| Side::of(played.declarer))
            && let Some(bonus) = self.game_bonus(options, declarer, entries.points(declarer).0)
        {
            entries.write(bonus);
        }
        Scored { vulnerable, played, entries, game: 1 + self.games[0] + self.games[1] }
    }

    /// Returns the bonus for a game or a part-score, in modes without rubbers.
    fn game_bonus(&self, options: &Options, side: Side, tricks: i32) -> Option<Entry> {
        let vulnerable = self.vulnerable(options)[side as usize];
        let (category, points) = match options.mode {
            Mode::Duplicate => duplicate_bonus(tricks, vulnerable)?,
            Mode::Chicago if tricks == 0 => return None,
            Mode::Chicago if self.below[side as usize] + tricks >= GAME => {
                (Category::Game, game_points(vulnerable))
            }
            Mode::Chicago if self.deals_played(options) + 1 == CHICAGO_DEALS => (Category::PartScore, 100),
            Mode::Chicago | Mode::Rubber => return None,
        };
        Some(Entry { category, side, amount: 1, points })
    }

    /// Adds a deal to the sheet and returns the next standing.
    #[must_use]
    pub fn after(&self, options: &Options, deal: &Scored) -> (Self, Next) {
        let mut next = self.clone();
        Arc::make_mut(&mut next.sheet).push(*deal);
        for side in Side::ALL {
            let (below, above) = deal.entries.points(side);
            next.totals[side as usize] += below + above;
            next.below[side as usize] += below;
        }
        let winner = Side::ALL.into_iter().find(|side| next.below[*side as usize] >= GAME);
        match (options.mode, winner) {
            (Mode::Duplicate, _) => next.below = [0; 2],
            (Mode::Rubber | Mode::Chicago, Some(winner)) => {
                next.below = [0; 2]; // BR-S8: no part-score crosses into the next game
                next.games[winner as usize] += 1;
            }
            (Mode::Rubber | Mode::Chicago, None) => {}
        }
        let again = options.mode == Mode::Chicago && deal.played.is_none();
        if !again {
            next.dealer = self.dealer.next(); // BR-S3
        }
        let over = match options.mode {
            Mode::Rubber => next.win_rubber(),
            Mode::Chicago => next.deals_played(options) >= CHICAGO_DEALS,
            Mode::Duplicate => next.sheet.len() as i32 >= options.boards,
        };
        (next, if over { Next::Over } else { Next::Deal })
    }

    /// Adds the bonus for the rubber if a side has two games. It is larger if the other side has
    /// none. (BR-R12, BR-S11)
    fn win_rubber(&mut self) -> bool {
        let Some(winner) = Side::ALL.into_iter().find(|side| self.games[*side as usize] == 2) else {
            return false;
        };
        let bonus = if self.games[winner.other() as usize] == 0 { 700 } else { 500 };
        self.rubber = Some((winner, bonus));
        self.totals[winner as usize] += bonus;
        true
    }

    /// Returns the bonuses of each side if the rubber is abandoned now: 300 for the only game, and
    /// a bonus for the only part-score.
    ///
    /// Only score pads use it; replays do not. (BR-S12, BR-O5)
    #[must_use]
    pub fn unfinished(&self, options: &Options) -> [i32; 2] {
        let only = |has: [bool; 2], points: i32| {
            if has[0] == has[1] { [0; 2] } else { has.map(|has| if has { points } else { 0 }) }
        };
        if self.rubber.is_some() {
            return [0; 2];
        }
        let games = if self.games == [1, 1] { [0; 2] } else { only(self.games.map(|games| games == 1), 300) };
        let part_scores = only(self.below.map(|below| below > 0), options.unfinished_part_score);
        [games[0] + part_scores[0], games[1] + part_scores[1]]
    }

    /// Returns the lead of North and South in hundreds, with fifty rounded up. (BR-S17)
    #[must_use]
    pub const fn back_score(&self) -> i32 {
        let lead = self.totals[0] - self.totals[1];
        (lead.abs() + 50) / 100 * lead.signum()
    }
}

impl Options {
    fn has_honors(&self) -> bool {
        self.honors && self.mode != Mode::Duplicate
    }
}

/// Returns the vulnerability of each side on a board, counted from 1. It repeats after sixteen
/// boards.
///
/// ```
/// use bridge::board_vulnerable;
/// assert_eq!([1, 2, 3, 4].map(board_vulnerable), [[false, false], [true, false], [false, true], [true, true]]);
/// assert_eq!(board_vulnerable(17), board_vulnerable(1));
/// ```
#[must_use]
pub const fn board_vulnerable(board: usize) -> [bool; 2] {
    const NONE: [bool; 2] = [false, false];
    const NS: [bool; 2] = [true, false];
    const EW: [bool; 2] = [false, true];
    const BOTH: [bool; 2] = [true, true];
    const BOARDS: [[bool; 2]; 16] =
        [NONE, NS, EW, BOTH, NS, EW, BOTH, NONE, EW, BOTH, NONE, NS, BOTH, NONE, NS, EW];
    BOARDS[(board + 15) % 16]
}
