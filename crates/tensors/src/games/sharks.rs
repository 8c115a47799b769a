//! Encoding of Sharks of Wall Street.

use crate::columns::{from, places_after};
use crate::{Block, Columns, Each, Encode, Tokens};
use cards::{Seat, SeatSet};
use games::sharks::{
    Action, Capital, Choice, Counts, MAX_INVESTMENT, MAX_TOOL, MAX_VALUE, Phase, ROW, Share, Sharks, Target,
    View,
};

/// First token of each kind of word.
const VALUES: u8 = 10;
const TOOLS: u8 = VALUES + MAX_VALUE;
const ROWS: u8 = TOOLS + MAX_TOOL;
const PLAYERS: u8 = ROWS + ROW as u8;
const OWN: u8 = PLAYERS + MAX_SEATS;
const PORTFOLIOS: u8 = OWN + PLACES;

/// Maximum number of seats. (SH-R1)
const MAX_SEATS: u8 = 6;
/// Maximum number of encoded Investments per portfolio. Five end the game, at the latest with the
/// round (SH-O1).
const PLACES: u8 = 16;

const CAPITAL: usize = MAX_VALUE as usize;
const KINDS_OF_TOOLS: usize = MAX_TOOL as usize;
/// Kinds of Investments, preceded by the unknown ones.
const INVESTMENTS: usize = MAX_INVESTMENT as usize + 1;

/// Returns a block of counts of cards.
const fn counts(name: &'static str, len: usize, meaning: &'static str) -> Block {
    Block { max: 96, ..Block::flags(name, len, meaning) }
}

impl Encode for Sharks {
    const VERSION: u32 = 1;
    const LAYOUT: &'static [Block] = &[
        counts("capital", CAPITAL, "how many Capital cards of each value one holds, from 1 to 15"),
        counts("tools", KINDS_OF_TOOLS, "how many of each Tool one holds, from T01 on"),
        counts("capital held", 1, "how many Capital cards they hold").each(Each::Seat),
        counts("tools held", 1, "how many Tools they hold").each(Each::Seat),
        counts("shown", CAPITAL, "the Capital everybody knows to be in their hands").each(Each::Seat),
        counts("bids", CAPITAL, "the Capital they have bid").each(Each::Seat),
        counts("traced", KINDS_OF_TOOLS, "the Tools one knows them to hold").each(Each::Seat),
        Block::flags(
            "row",
            ROW * INVESTMENTS,
            "which Investment lies at each place of the row; the first column, that it is not known",
        ),
        Block::flags("row up", ROW, "whether it lies face up"),
        Block {
            max: 63,
            ..Block::flags(
                "row seen",
                ROW,
                "who has looked at it: 1 for oneself, 2 for the next, 4, 8, 16 and 32 for the others, added up",
            )
        },
        Block {
            max: MAX_INVESTMENT + 1,
            ..Block::flags(
                "portfolios",
                PLACES as usize,
                "their Investments: 0 for none, 1 for one that is not known, or else the number and one",
            )
            .each(Each::Seat)
        },
        Block::flags("portfolios up", PLACES as usize, "whether it lies face up").each(Each::Seat),
        Block {
            max: 63,
            ..Block::flags("portfolios seen", PLACES as usize, "who has looked at it, as in the row")
                .each(Each::Seat)
        },
        Block::number("values", 255, "what their Investments that lie face up are worth").each(Each::Seat),
        Block::flags(
            "out",
            INVESTMENTS,
            "the Investments that are out of the game; the first column, that one of them is not known",
        ),
        counts("capital discards", CAPITAL, "the Capital that was discarded"),
        counts("tool discards", KINDS_OF_TOOLS, "the Tools that were discarded"),
        counts("stocks", 3, "how many Capital cards, Tools and Investments are to come"),
        Block::flags(
            "stage",
            5,
            "to bid; to turn a card of the lot; to play a Tool; to react; to discard Capital",
        ),
        counts("give", 1, "how many Capital cards are to be discarded"),
        Block::flags("turn", 1, "whose turn it is; nobody's while several are asked").each(Each::Seat),
        Block::flags("starter", 1, "who starts the auction, or has won it").each(Each::Seat),
        Block::flags("highest", 1, "who has bid the most").each(Each::Seat),
        Block::flags("passed", 1, "who has passed in this auction").each(Each::Seat),
        Block::flags("acted", 1, "who has had the turn for a Tool").each(Each::Seat),
        Block::flags("answered", 1, "who has answered, while answers are sealed (SH-S11)").each(Each::Seat),
        Block::number("round", 255, "which round, from 1"),
        Block::flags("auction", 4, "which auction of the round, from 1; more than three are none"),
        Block::flags("played", KINDS_OF_TOOLS, "the Tool that was played and is not done with"),
        Block::flags("played by", 1, "who played it").each(Each::Seat),
        Block::flags("choice", 2, "which of its effects, if there is a choice"),
        Block {
            max: PORTFOLIOS + MAX_SEATS * PLACES,
            ..Block::flags(
                "targets",
                4,
                "what it aims at: 0 for nothing, or else the token and one, a seat counted from the one that looks",
            )
        },
        Block::flags("reaction", KINDS_OF_TOOLS, "the last reaction to it"),
        Block::flags("reaction by", 1, "whose").each(Each::Seat),
        Block::number("reactions", 16, "how many there were"),
    ];
    const TOKENS: &'static [&'static str] = &[
        "pass", "bid", "flip", "tool", "react", "noreact", "give", "pay", "a", "b", "1", "2", "3", "4", "5",
        "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "T01", "T02", "T03", "T04", "T05", "T06",
        "T07", "T08", "T09", "T10", "T11", "T12", "T13", "T14", "T15", "T16", "T17", "T18", "T19", "T20",
        "T21", "T22", "T23", "T24", "T25", "T26", "T27", "T28", "T29", "T30", "T31", "row.1", "row.2",
        "row.3", "row.4", "row.5", "row.6", "seat.0", "seat.1", "seat.2", "seat.3", "seat.4", "seat.5",
        "own.1", "own.2", "own.3", "own.4", "own.5", "own.6", "own.7", "own.8", "own.9", "own.10", "own.11",
        "own.12", "own.13", "own.14", "own.15", "own.16", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7",
        "0.8", "0.9", "0.10", "0.11", "0.12", "0.13", "0.14", "0.15", "0.16", "1.1", "1.2", "1.3", "1.4",
        "1.5", "1.6", "1.7", "1.8", "1.9", "1.10", "1.11", "1.12", "1.13", "1.14", "1.15", "1.16", "2.1",
        "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8", "2.9", "2.10", "2.11", "2.12", "2.13", "2.14",
        "2.15", "2.16", "3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "3.7", "3.8", "3.9", "3.10", "3.11",
        "3.12", "3.13", "3.14", "3.15", "3.16", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.7", "4.8",
        "4.9", "4.10", "4.11", "4.12", "4.13", "4.14", "4.15", "4.16", "5.1", "5.2", "5.3", "5.4", "5.5",
        "5.6", "5.7", "5.8", "5.9", "5.10", "5.11", "5.12", "5.13", "5.14", "5.15", "5.16",
    ];

    fn observe(view: &View, me: Seat, columns: &mut Columns<'_>) {
        let seats = columns.size().seats;
        let known = &view.known;
        let seen = |seen: SeatSet| seen.iter().map(|seat| 1 << places_after(seat, me, seats)).sum::<u8>();
        columns.block("capital");
        write_counts(&known.hands[me], columns);
        columns.block("tools");
        write_counts(&known.tools[me], columns);
        columns.block("capital held");
        from(me, seats).for_each(|seat| columns.number(known.hands[seat].len()));
        columns.block("tools held");
        from(me, seats).for_each(|seat| columns.number(known.tools[seat].len()));
        columns.block("shown");
        from(me, seats).for_each(|seat| write_counts(&view.shown[seat], columns));
        columns.block("bids");
        from(me, seats).for_each(|seat| write_counts(&view.bids[seat], columns));
        columns.block("traced");
        for seat in from(me, seats) {
            let traced = view.traced.iter().filter(|traced| traced.seat == seat).map(|traced| traced.tool);
            write_counts(&traced.collect::<Counts<{ KINDS_OF_TOOLS + 1 }>>(), columns);
        }
        columns.block("row");
        for share in &view.row {
            columns.one_of(share.map(|share| usize::from(share.investment)), INVESTMENTS);
        }
        columns.block("row up");
        view.row.iter().for_each(|share| columns.flag(share.is_some_and(|share| share.up)));
        columns.block("row seen");
        view.row.iter().for_each(|share| columns.number(share.map_or(0, |share| seen(share.seen))));
        let mut places = |name: &'static str, number: &dyn Fn(Share) -> u8| {
            columns.block(name);
            for seat in from(me, seats) {
                let mut shares = known.portfolio(seat);
                (0..PLACES).for_each(|_| columns.number(shares.next().map_or(0, number)));
            }
        };
        places("portfolios", &|share| share.investment + 1);
        places("portfolios up", &|share| u8::from(share.up));
        places("portfolios seen", &|share| seen(share.seen));
        columns.block("values");
        from(me, seats).for_each(|seat| columns.at_most(view.values[seat].max(0), 255));
        let out = view.discarded.iter().fold(0_u64, |out, share| out | 1 << share.investment);
        columns.block("out").bits(out, INVESTMENTS);
        columns.block("capital discards");
        write_counts(&view.capital_discards, columns);
        columns.block("tool discards");
        write_counts(&view.tool_discards, columns);
        columns.block("stocks");
        [view.capital_stock, view.tool_stock, view.investment_stock]
            .iter()
            .for_each(|cards| columns.number(*cards));
        columns.block("stage").one_of(stage(view.stage), 5);
        columns.block("give").number(view.give.unwrap_or_default());
        columns.block("turn").seat(view.turn, me);
        columns.block("starter").seat(Some(view.starter), me);
        columns.block("highest").seat(view.highest, me);
        columns.block("passed").seats(view.passed, me);
        columns.block("acted").seats(view.acted, me);
        columns.block("answered").seats(view.answered, me);
        columns.block("round").number(view.round);
        columns.block("auction").one_of(Some(usize::from(view.auction.clamp(1, 4)) - 1), 4);
        let played = view.played.as_ref();
        columns.block("played").one_of(played.map(|played| usize::from(played.tool) - 1), KINDS_OF_TOOLS);
        columns.block("played by").seat(played.map(|played| played.seat), me);
        columns
            .block("choice")
            .one_of(played.and_then(|played| played.choice).map(|choice| choice as usize), 2);
        let targets = known.played.map_or([Target::None; 4], |played| played.play.targets);
        let relative = |seat| Seat::new(places_after(seat, me, seats) as u8);
        columns.block("targets");
        for target in targets {
            let target = match target {
                Target::Player(seat) => Target::Player(relative(seat)),
                Target::Portfolio(seat, index) => Target::Portfolio(relative(seat), index),
                other => other,
            };
            columns.number(token_of(target).map_or(0, |token| token + 1));
        }
        let reaction = played.and_then(|played| played.chain.last());
        columns.block("reaction").one_of(reaction.map(|one| usize::from(one.tool) - 1), KINDS_OF_TOOLS);
        columns.block("reaction by").seat(reaction.map(|one| one.seat), me);
        columns.block("reactions").at_most(played.map_or(0, |played| played.chain.len()), 16);
    }

    fn say(action: Action, tokens: &mut Tokens<'_>) {
        match action {
            Action::Pass => tokens.token(0),
            Action::Bid(cards) => {
                tokens.token(1);
                say_capital(cards, tokens);
            }
            Action::Flip(index) => {
                tokens.token(2);
                tokens.token(VALUES + index - 1);
            }
            Action::Tool(play) => {
                tokens.token(3);
                tokens.token(TOOLS + play.tool - 1);
                match play.choice {
                    Some(Choice::First) => tokens.token(8),
                    Some(Choice::Second) => tokens.token(9),
                    None => {}
                }
                play.targets().filter_map(token_of).for_each(|token| tokens.token(token));
                if !play.pay.is_empty() {
                    tokens.token(7);
                    say_capital(play.pay, tokens);
                }
            }
            Action::React(tool) => {
                tokens.token(4);
                tokens.token(TOOLS + tool - 1);
            }
            Action::Let => tokens.token(5),
            Action::Give(cards) => {
                tokens.token(6);
                say_capital(cards, tokens);
            }
        }
    }
}

fn say_capital(cards: Capital, tokens: &mut Tokens<'_>) {
    cards.cards().rev().for_each(|value| tokens.token(VALUES + value - 1));
}

/// Returns the token of a target. Places beyond the last named one share its token.
fn token_of(target: Target) -> Option<u8> {
    let place = |index: u8| index.clamp(1, PLACES) - 1;
    match target {
        Target::None => None,
        Target::Own(index) => Some(OWN + place(index)),
        Target::Portfolio(seat, index) => Some(PORTFOLIOS + u8::from(seat) * PLACES + place(index)),
        Target::Row(index) => Some(ROWS + index - 1),
        Target::Player(seat) => Some(PLAYERS + u8::from(seat)),
    }
}

/// Writes the count of each known kind.
fn write_counts<const KINDS: usize>(counts: &Counts<KINDS>, columns: &mut Columns<'_>) {
    (1..KINDS as u8).for_each(|kind| columns.number(counts.of(kind)));
}

const fn stage(phase: Phase) -> Option<usize> {
    match phase {
        Phase::Bid => Some(0),
        Phase::Flip => Some(1),
        Phase::Tool => Some(2),
        Phase::React => Some(3),
        Phase::Give => Some(4),
        Phase::Shuffle | Phase::Over => None,
    }
}
