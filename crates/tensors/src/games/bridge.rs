//! Encoding of Contract Bridge.

use crate::encode::tokens_after_cards;
use crate::{Block, Columns, Each, Encode, Range, Tokens};
use bridge::{Action, Bid, Bridge, Call, Doubling, Play, Side, TRICKS, View, direction};
use cards::{Card, CardSet, Seat};
use dds::{Direction, Strain};

/// First number of each kind of action.
const CARDS: u16 = 3 + Bid::COUNT as u16;
const CLAIMS: u16 = CARDS + 52;
const ACCEPT: u16 = CLAIMS + TRICKS as u16 + 1;
const REFUSE: u16 = ACCEPT + 1;

/// First token of each kind of word after the cards.
const CALLS: u8 = 52;
const CLAIM: u8 = CALLS + 3 + Bid::COUNT;
const TRICKS_CLAIMED: u8 = CLAIM + 1;
const ACCEPTED: u8 = TRICKS_CLAIMED + TRICKS + 1;
const REFUSED: u8 = ACCEPTED + 1;

const BIDS: usize = Bid::COUNT as usize;

impl Encode for Bridge {
    const VERSION: u32 = 1;
    const LAYOUT: &'static [Block] = &[
        Block::cards(
            "hands",
            "what they still hold, of the hands one sees: one's own, dummy's, those of who claimed",
        )
        .each(Each::Seat),
        Block::cards("played", "what they have played").each(Each::Seat),
        Block::cards("trick", "what they have played to the trick on the table").each(Each::Seat),
        Block::flags("opening passes", 1, "who passed before anybody bid").each(Each::Seat),
        Block::flags("bids", BIDS, "the bids they made, from 1C to 7N").each(Each::Seat),
        Block::flags("doubles", BIDS, "the bids they doubled").each(Each::Seat),
        Block::flags("redoubles", BIDS, "the bids they redoubled, their own or their partner's")
            .each(Each::Seat),
        Block::flags(
            "passes",
            3,
            "how many passes there were since the last call that was none: one, two, three",
        ),
        Block::flags("phase", 3, "the auction; the play; a claim is to be answered"),
        Block::flags("level", 7, "the odd tricks of the contract, or of the last bid"),
        Block::flags("strain", 5, "its strain: clubs, diamonds, hearts, spades, no trump"),
        Block::flags("doubling", 2, "whether it is doubled; redoubled"),
        Block::flags("declarer", 1, "who plays it").each(Each::Seat),
        Block::flags("turn", 1, "from whose hand is played").each(Each::Seat),
        Block::number("tricks", TRICKS, "the tricks the side has taken").each(Each::Side),
        Block::flags("claimant", 1, "who claims (BR-S15)").each(Each::Seat),
        Block::number("claimed", TRICKS, "how many of the tricks that are left"),
        Block::flags("claim refused", 1, "whether a claim was refused since the last card"),
        Block::flags("vulnerable", 1, "whether the side is vulnerable").each(Each::Side),
        Block::flags("dealer", 1, "who dealt").each(Each::Seat),
        Block::number("games", 2, "the games the side has won").each(Each::Side),
        Block::number("below", 100, "what the side has below the line").each(Each::Side),
    ];
    const TOKENS: &'static [&'static str] = tokens_after_cards![
        "P", "X", "XX", "1C", "1D", "1H", "1S", "1N", "2C", "2D", "2H", "2S", "2N", "3C", "3D", "3H", "3S",
        "3N", "4C", "4D", "4H", "4S", "4N", "5C", "5D", "5H", "5S", "5N", "6C", "6D", "6H", "6S", "6N", "7C",
        "7D", "7H", "7S", "7N", "claim", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12",
        "13", "accept", "refuse"
    ];
    const FLAT: &'static [Range] = &[
        Range::new("pass", 1, "pass"),
        Range::new("double", 1, "double"),
        Range::new("redouble", 1, "redouble"),
        Range::new(
            "bid",
            Bid::COUNT as u16,
            "bid, from 1C to 7N: five for each level, clubs first, no trump last",
        ),
        Range::new("card", 52, "play the card of this place in canonical order, for declarer dummy's too"),
        Range::new("claim", TRICKS as u16 + 1, "claim none to thirteen of the tricks that are left (BR-S15)"),
        Range::new("accept", 1, "agree to a claim"),
        Range::new("refuse", 1, "play on"),
    ];

    fn observe(view: &View, me: Seat, columns: &mut Columns<'_>) {
        let me = direction(me);
        let hands: [Direction; 4] = std::array::from_fn(|places| me.after(places));
        let places = |hand: Direction| (hand as usize + 4 - me as usize) % 4;
        let sides = [Side::of(me), Side::of(me).other()];
        let play = view.play.as_ref();
        columns.block("hands");
        hands.iter().for_each(|hand| columns.cards(view.hands[*hand as usize].known()));
        let (mut played, mut trick) = ([CardSet::EMPTY; 4], [CardSet::EMPTY; 4]);
        for (hand, card) in play.into_iter().flat_map(Play::by_hand) {
            played[places(hand)].insert(card);
        }
        for (hand, card) in play.into_iter().flat_map(|play| play.trick().by_hand()) {
            trick[places(hand)].insert(card);
        }
        columns.block("played");
        played.iter().for_each(|cards| columns.cards(*cards));
        columns.block("trick");
        trick.iter().for_each(|cards| columns.cards(*cards));
        let calls = Calls::of(view, places);
        columns.block("opening passes");
        calls.passed.iter().for_each(|passed| columns.flag(*passed));
        for (name, marks) in ["bids", "doubles", "redoubles"].into_iter().zip(&calls.marks) {
            columns.block(name);
            marks.iter().for_each(|bits| columns.bits(*bits, BIDS));
        }
        columns.block("passes").one_of(calls.passes.checked_sub(1), 3);
        let phase = match (play, view.claim) {
            (None, _) => 0,
            (Some(_), None) => 1,
            (Some(_), Some(_)) => 2,
        };
        columns.block("phase").one_of(Some(phase), 3);
        let contract = view.auction.contract();
        let bid = view.auction.last_bid().map(|(bid, _)| bid);
        columns.block("level").one_of(bid.map(|bid| usize::from(bid.level.odd_tricks()) - 1), 7);
        columns.block("strain").one_of(bid.map(|bid| bid.strain as usize), Strain::ALL.len());
        let doubling = contract.map_or(view.auction.doubling(), |contract| contract.doubling);
        let doubling = match doubling {
            Doubling::Undoubled => None,
            Doubling::Doubled => Some(0),
            Doubling::Redoubled => Some(1),
        };
        columns.block("doubling").one_of(doubling, 2);
        columns.block("declarer").one_of(play.map(|play| places(play.declarer())), 4);
        let turn = play.map(Play::turn).or_else(|| view.auction.caller());
        columns.block("turn").one_of(turn.map(places), 4);
        columns.block("tricks");
        sides.iter().for_each(|side| columns.number(play.map_or(0, |play| play.taken(*side))));
        columns.block("claimant").one_of(view.claim.map(|claim| places(claim.by)), 4);
        columns.block("claimed").number(view.claim.map_or(0, |claim| claim.tricks));
        columns.block("claim refused").flag(view.claim_refused);
        let vulnerable = view.standing.vulnerable(&view.options);
        columns.block("vulnerable");
        sides.iter().for_each(|side| columns.flag(vulnerable[*side as usize]));
        columns.block("dealer").one_of(Some(places(view.standing.dealer)), 4);
        columns.block("games");
        sides.iter().for_each(|side| columns.at_most(view.standing.games[*side as usize], 2));
        columns.block("below");
        sides.iter().for_each(|side| columns.at_most(view.standing.below[*side as usize].max(0), 100));
    }

    fn say(action: Action, tokens: &mut Tokens<'_>) {
        match action {
            Action::Call(call) => tokens.token(CALLS + number_of(call)),
            Action::Play(card) => tokens.card(card),
            Action::Claim(tricks) => {
                tokens.token(CLAIM);
                tokens.token(TRICKS_CLAIMED + tricks);
            }
            Action::Accept => tokens.token(ACCEPTED),
            Action::Refuse => tokens.token(REFUSED),
        }
    }

    #[inline]
    fn flat(action: Action) -> u16 {
        match action {
            Action::Call(call) => u16::from(number_of(call)),
            Action::Play(card) => CARDS + u16::from(card.index()),
            Action::Claim(tricks) => CLAIMS + u16::from(tricks),
            Action::Accept => ACCEPT,
            Action::Refuse => REFUSE,
        }
    }

    fn from_flat(number: u16, _view: &View) -> Option<Action> {
        Some(match number {
            0 => Action::Call(Call::Pass),
            1 => Action::Call(Call::Double),
            2 => Action::Call(Call::Redouble),
            3..CARDS => Action::Call(Call::Bid(Bid::all().nth(usize::from(number - 3))?)),
            CARDS..CLAIMS => Action::Play(Card::from_index(u8::try_from(number - CARDS).ok()?)?),
            CLAIMS..ACCEPT => Action::Claim(u8::try_from(number - CLAIMS).ok()?),
            ACCEPT => Action::Accept,
            REFUSE => Action::Refuse,
            _ => return None,
        })
    }

    fn is_claim(action: Action) -> bool {
        matches!(action, Action::Claim(_))
    }
}

/// Returns the number of a call: 0 for a pass, 1 for a double, 2 for a redouble, then the bids.
const fn number_of(call: Call) -> u8 {
    match call {
        Call::Pass => 0,
        Call::Double => 1,
        Call::Redouble => 2,
        Call::Bid(bid) => 3 + bid.index(),
    }
}

/// Calls of the auction by hand, from the observing one.
struct Calls {
    passed: [bool; 4],
    /// Bids, doubles and redoubles, one bit per bid.
    marks: [[u64; 4]; 3],
    passes: usize,
}

impl Calls {
    fn of(view: &View, places: impl Fn(Direction) -> usize) -> Self {
        let mut calls = Self { passed: [false; 4], marks: [[0; 4]; 3], passes: 0 };
        let mut last: Option<Bid> = None;
        for (hand, call) in view.auction.calls() {
            let hand = places(hand);
            calls.passes += 1;
            let kind = match call {
                Call::Pass => {
                    calls.passed[hand] |= last.is_none();
                    continue;
                }
                Call::Bid(bid) => {
                    last = Some(bid);
                    0
                }
                Call::Double => 1,
                Call::Redouble => 2,
            };
            calls.passes = 0;
            if let Some(bid) = last {
                calls.marks[kind][hand] |= 1 << bid.index();
            }
        }
        calls
    }
}
