//! Notation of hands, calls, cards and directions.

use bridge::{Bid, Call};
use cards::{Card, CardSet, Rank, Suit};
use dds::{Direction, Strain};

/// Formats a hand: `S A T 9 5. H K 6 5. D Q J 8. C -.`
pub(crate) fn write_hand(hand: CardSet) -> String {
    let written = dds::write_hand(hand);
    let suits = written.split('.').zip(["S", "H", "D", "C"]).map(|(ranks, suit)| {
        let ranks = if ranks.is_empty() { "-" } else { ranks };
        let spaced: Vec<String> = ranks.chars().map(String::from).collect();
        format!("{suit} {}.", spaced.join(" "))
    });
    suits.collect::<Vec<_>>().join(" ")
}

/// Parses a hand with any spacing. Ten is `T` or `10`.
pub(crate) fn read_hand(text: &str) -> Option<CardSet> {
    let mut hand = CardSet::EMPTY;
    let mut suit = None;
    let text = text.to_ascii_uppercase().replace("10", "T");
    for sign in text.chars().filter(|sign| !sign.is_whitespace() && !matches!(sign, '.' | ',' | '-')) {
        if let Some(named) = suit_of(sign) {
            suit = Some(named);
            continue;
        }
        let card = Card::new(rank_of(sign)?, suit?);
        if hand.contains(card) {
            return None;
        }
        hand.insert(card);
    }
    suit.map(|_| hand)
}

/// Formats a card: `AS`.
pub(crate) fn write_card(card: Card) -> String {
    format!("{}{}", card.rank().letter(), card.suit().letter().to_ascii_uppercase())
}

/// Parses a card, rank or suit first: `AS`, `ck`, `h 10`.
pub(crate) fn read_card(text: &str) -> Option<Card> {
    let text = text.to_ascii_uppercase().replace("10", "T");
    let mut signs = text.chars().filter(|sign| !sign.is_whitespace());
    let (one, other) = (signs.next()?, signs.next()?);
    if signs.next().is_some() {
        return None;
    }
    let either = |suit, rank| Some(Card::new(rank_of(rank)?, suit_of(suit)?));
    either(other, one).or_else(|| either(one, other))
}

/// Formats a call: `bids 1NT`, `passes`.
pub(crate) fn write_call(call: Call) -> String {
    match call {
        Call::Pass => "passes".to_owned(),
        Call::Double => "doubles".to_owned(),
        Call::Redouble => "redoubles".to_owned(),
        Call::Bid(bid) => {
            // Records write notrump with one letter.
            let no_trump = if bid.strain == Strain::Notrump { "T" } else { "" };
            format!("bids {bid}{no_trump}")
        }
    }
}

/// Parses a call from the words after the name. Also returns the remaining words, such as an alert.
pub(crate) fn read_call<'a>(words: &[&'a str]) -> Option<(Call, Vec<&'a str>)> {
    let (first, rest) = words.split_first()?;
    let bare = |word: &str| word.trim_end_matches(['.', ',']).to_ascii_lowercase();
    let call = match bare(first).as_str() {
        "passes" | "pass" => Call::Pass,
        "doubles" | "double" | "dbl" => Call::Double,
        "redoubles" | "redouble" | "rdbl" => Call::Redouble,
        "bids" | "bid" => {
            let (bid, rest) = rest.split_first()?;
            return Some((Call::Bid(read_bid(&bare(bid))?), rest.to_vec()));
        }
        _ => return None,
    };
    Some((call, rest.to_vec()))
}

/// Parses a bid: `1nt`, `1n`, `4s`.
fn read_bid(text: &str) -> Option<Bid> {
    let (level, strain) = text.split_at_checked(1)?;
    Bid::new(level.parse().ok()?, strain.to_ascii_uppercase().parse().ok()?)
}

/// Parses a direction: `South's`, `south`, `S`.
pub(crate) fn read_place(word: &str) -> Option<Direction> {
    let word = word.trim_end_matches(['.', ',', ':']);
    let word = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word);
    let word = word.strip_suffix("'S").unwrap_or(word);
    word.parse().ok()
}

fn suit_of(sign: char) -> Option<Suit> {
    sign.encode_utf8(&mut [0; 4]).parse().ok()
}

fn rank_of(sign: char) -> Option<Rank> {
    sign.encode_utf8(&mut [0; 4]).parse().ok()
}
