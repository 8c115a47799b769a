//! Encoding of Cassino's observations and actions.

use super::captures::{self, Captures};
use crate::columns::from;
use crate::encode::tokens_after_cards;
use crate::{Block, Columns, Each, Encode, Tokens};
use cards::{CardSet, Seat};
use games::cassino::{Action, Announced, Brackets, Cassino, View};

/// First token of each kind of word after the cards.
const TAKES: u8 = 52;
const JOINS: u8 = 53;
const OPEN: u8 = 54;
const CLOSE: u8 = 55;
const MAKES: u8 = 56;
const SUM: u8 = 57;
const RANK: u8 = 58;
const RANKS: u8 = 59;
const SUMS: u8 = RANKS + 13;

/// Highest sum that can be announced.
const MAX_SUM: u8 = 14;

/// Maximum number of encoded builds. The rules have no limit; further builds are not encoded.
const BUILDS: usize = 12;

impl Encode for Cassino {
    const VERSION: u32 = 1;
    const LAYOUT: &'static [Block] = &[
        Block::cards("hand", "one's own cards"),
        Block::cards("loose", "the table cards that are in no build"),
        Block::flags(
            "builds",
            BUILDS * 52,
            "the cards of each build, in the order of their lowest cards (CA-R11)",
        ),
        Block { max: MAX_SUM, ..Block::flags("values", BUILDS, "the value of each build") },
        Block::flags("multiple", BUILDS, "whether the build is made of two groups or more"),
        Block::flags("controlled", BUILDS, "which builds they set, extended or raised last").each(Each::Seat),
        captures::PILES,
        captures::SWEEPS,
        captures::LAST_CARD,
        captures::LAST_TAKEN,
        captures::LAST_CAPTURER,
        captures::held(4),
        captures::stock(52),
        captures::DEALER,
        captures::SCORE,
    ];
    const TOKENS: &'static [&'static str] = tokens_after_cards![
        "x", "+", "[", "]", "=", "sum", "rank", "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q",
        "K", "1", "10", "11", "12", "13", "14"
    ];

    fn observe(view: &View, me: Seat, columns: &mut Columns<'_>) {
        let seats = columns.size().seats;
        let builds = view.builds.as_slice();
        let builds = &builds[..builds.len().min(BUILDS)];
        let rest = BUILDS - builds.len();
        columns.block("hand").cards(view.hands[me].known());
        columns.block("loose").cards(view.loose);
        columns.block("builds");
        builds.iter().for_each(|build| columns.cards(build.cards));
        columns.nothing(rest * 52);
        columns.block("values");
        builds.iter().for_each(|build| columns.at_most(build.value, MAX_SUM));
        columns.nothing(rest);
        columns.block("multiple");
        builds.iter().for_each(|build| columns.flag(build.multiple));
        columns.nothing(rest);
        columns.block("controlled");
        for seat in from(me, seats) {
            builds.iter().for_each(|build| columns.flag(build.controller == seat));
            columns.nothing(rest);
        }
        let captures = Captures {
            piles: &view.piles,
            sweeps: &view.sweeps,
            last: view.last_capture.map(|capture| (capture.card, capture.taken)),
            last_capturer: view.last_capturer,
            hands: &view.hands,
            stock: view.stock,
            dealer: view.dealer,
        };
        captures.write(me, view.options.side(me), columns);
        captures::write_score(&view.standing.totals, me, columns);
    }

    fn say(action: Action, tokens: &mut Tokens<'_>) {
        tokens.card(action.card());
        match action {
            Action::Trail(_) => {}
            Action::Capture { loose, builds, .. } => {
                tokens.token(TAKES);
                say_items(loose, builds, tokens);
            }
            Action::Build { loose, builds, announced, .. } => {
                tokens.token(JOINS);
                say_items(loose, builds, tokens);
                tokens.token(MAKES);
                match announced {
                    Announced::Sum(value) => {
                        tokens.token(SUM);
                        tokens.token(number(value));
                    }
                    Announced::Rank(rank) => {
                        tokens.token(RANK);
                        tokens.token(RANKS + rank as u8);
                    }
                }
            }
        }
    }
}

/// Writes loose cards, and builds in brackets.
fn say_items(loose: CardSet, builds: Brackets, tokens: &mut Tokens<'_>) {
    tokens.cards(loose);
    for build in builds.iter() {
        tokens.token(OPEN);
        tokens.cards(build);
        tokens.token(CLOSE);
    }
}

/// Returns the token of a number. From 2 to 9 it equals that of a rank.
const fn number(value: u8) -> u8 {
    match value {
        0 | 1 => SUMS,
        2..=9 => RANKS + value - 1,
        _ => SUMS + value - 9,
    }
}
