//! Cassino as numbers.

use crate::columns::{from, sides_from};
use crate::encode::tokens_after_cards;
use crate::{Block, Columns, Each, Encode, Tokens};
use cards::{CardSet, Seat};
use games::cassino::{Action, Announced, Brackets, Cassino, View};

/// What stands after the cards in the list of tokens.
const TAKES: u8 = 52;
const JOINS: u8 = 53;
const OPEN: u8 = 54;
const CLOSE: u8 = 55;
const MAKES: u8 = 56;
const SUM: u8 = 57;
const RANK: u8 = 58;
const RANKS: u8 = 59;
const SUMS: u8 = RANKS + 13;

/// The highest sum that can be announced.
const MAX_SUM: u8 = 14;

/// How many builds are shown. The rules set no limit; of more the rest is not seen.
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
        Block::cards("piles", "the cards the side has captured").each(Each::Side),
        Block::cards("sweeps", "the capturing cards of the side's sweeps").each(Each::Side),
        Block::cards("last card", "the card of the capture just made, if the last play was one"),
        Block::cards("last taken", "what it took"),
        Block::flags("last capturer", 1, "who captured last").each(Each::Seat),
        Block::number("held", 4, "how many cards they hold").each(Each::Seat),
        Block::number("stock", 52, "cards in the stock"),
        Block::flags("dealer", 1, "who dealt").each(Each::Seat),
        Block::number("score", 255, "the points before this deal; more are not counted").each(Each::Seat),
    ];
    const TOKENS: &'static [&'static str] = tokens_after_cards![
        "x", "+", "[", "]", "=", "sum", "rank", "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q",
        "K", "1", "10", "11", "12", "13", "14"
    ];

    fn observe(view: &View, me: Seat, columns: &mut Columns<'_>) {
        let (seats, sides) = (columns.size().seats, columns.size().sides);
        let mine = view.options.side(me);
        let builds = view.builds.as_slice();
        let builds = &builds[..builds.len().min(BUILDS)];
        let rest = BUILDS - builds.len();
        let last = view.last_capture;
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
        columns.block("piles");
        sides_from(mine, sides).for_each(|side| columns.cards(view.piles[side]));
        columns.block("sweeps");
        sides_from(mine, sides).for_each(|side| columns.cards(view.sweeps[side]));
        columns.block("last card").card(last.map(|capture| capture.card));
        columns.block("last taken").cards(last.map(|capture| capture.taken).unwrap_or_default());
        columns.block("last capturer").seat(view.last_capturer, me);
        columns.block("held");
        from(me, seats).for_each(|seat| columns.number(view.hands[seat].len()));
        columns.block("stock").number(view.stock);
        columns.block("dealer").seat(Some(view.dealer), me);
        columns.block("score");
        from(me, seats).for_each(|seat| columns.at_most(view.standing.totals[seat].max(0), 255));
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

/// Loose cards, and builds in brackets.
fn say_items(loose: CardSet, builds: Brackets, tokens: &mut Tokens<'_>) {
    tokens.cards(loose);
    for build in builds.iter() {
        tokens.token(OPEN);
        tokens.cards(build);
        tokens.token(CLOSE);
    }
}

/// The token of a number: from 2 to 9 it is that of a rank.
const fn number(value: u8) -> u8 {
    match value {
        0 | 1 => SUMS,
        2..=9 => RANKS + value - 1,
        _ => SUMS + value - 9,
    }
}
