//! Check of a deck of real cards.

use super::setup::{Showing, resolve};
use super::{Failure, print};
use clap::Args;
use i18n::Words;
use pads::decks::{self, Advice, Specification};
use std::fmt::Write as _;

/// Check a deck of real cards: what's missing, what's extra and what to do.
///
/// Name the cards in any order, such as 7d Ks "1 of coins" joker. Without cards, the command shows
/// what the game needs. The exit status is 1 if the deck isn't complete.
#[derive(Args)]
#[command(after_help = "Examples:\n  parlour deck scopa --count 40\n  parlour deck standard52 7d Ks Ah")]
pub(crate) struct Deck {
    /// Game, such as scopa, or deck: standard52, scopa40, wallstreet40, latin40, sharks-setA.
    game: String,
    /// Cards that are there.
    cards: Vec<String>,
    /// Number of cards, for a quick check.
    #[arg(long, conflicts_with = "cards")]
    count: Option<u16>,
    #[command(flatten)]
    showing: Showing,
}

impl Deck {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let known = resolve(&self.game, pads::ids());
        let deck = match known {
            Some(game) => pads::deck_of(game),
            None => decks::find(&self.game),
        }
        .map_err(|refused| Failure::Message(refused.to_string()))?;
        let game = known.unwrap_or(&self.game);
        let words = self.showing.words_for(game);
        // The pack may also have cards that do not belong to the game, such as eights.
        let words = Words { faces: words.faces.in_full_pack(), ..words };
        let (text, is_right) = match (self.count, self.cards.as_slice()) {
            (Some(count), _) => {
                let count = decks::fast_count(deck, count);
                (count_text(&words, &count), count.right)
            }
            (None, []) => (needs(game, &words, deck), true),
            (None, cards) => {
                let found = decks::read_ticks(&cards.join(" "))
                    .map_err(|refused| Failure::Message(refused.to_string()))?;
                let check = decks::check(deck, &found);
                let mut text = count_text(&words, &check.count);
                if check.right {
                    let _ = writeln!(text, "{}", words.say("deck.right", &[]));
                }
                for advice in &check.advice {
                    let _ = writeln!(text, "{}", advised(&words, advice));
                }
                (text, check.right)
            }
        };
        print(&text)?;
        if is_right { Ok(()) } else { Err(Failure::Printed) }
    }
}

fn needs(game: &str, words: &Words, deck: &Specification) -> String {
    let key = format!("game.{game}");
    let game = if words.knows(&key) { words.say(&key, &[]).into_owned() } else { game.to_owned() };
    let mut text =
        format!("{}\n", words.say("deck.needs", &[("game", &game), ("n", &deck.size().to_string())]));
    if let Some(ranks) = decks::strip(deck).filter(|ranks| !ranks.is_empty()) {
        let ranks: Vec<String> =
            ranks.iter().map(|rank| if *rank == 'T' { "10".to_owned() } else { rank.to_string() }).collect();
        let _ = writeln!(text, "{}", words.say("deck.strip", &[("ranks", &ranks.join(", "))]));
    }
    text
}

fn count_text(words: &Words, count: &decks::Count) -> String {
    let (given, expected) = (count.given.to_string(), count.expected.to_string());
    let key = if count.right { "deck.countedRight" } else { "deck.counted" };
    format!("{}\n", words.say(key, &[("given", &given), ("expected", &expected)]))
}

fn advised(words: &Words, advice: &Advice) -> String {
    let card = |code: &str| code.parse().map_or_else(|_| code.to_owned(), |card| words.card_in_short(card));
    let cards = |codes: &[String]| codes.iter().map(|code| card(code)).collect::<Vec<_>>().join(" ");
    let text = |key: &str, params: &[(&str, &str)]| words.say(key, params).into_owned();
    match advice {
        Advice::PutAside { cards: codes } => text("deck.advice.putAside", &[("cards", &cards(codes))]),
        Advice::PutBack { cards: codes } => text("deck.advice.putBack", &[("cards", &cards(codes))]),
        Advice::PutInBox { card: code, times } => {
            text("deck.advice.putInBox", &[("card", &card(code)), ("times", &times.to_string())])
        }
        Advice::Remove { card: code, times } => {
            text("deck.advice.remove", &[("card", &card(code)), ("times", &times.to_string())])
        }
        Advice::LookFor { card: code, times } => {
            text("deck.advice.lookFor", &[("card", &card(code)), ("times", &times.to_string())])
        }
        Advice::AnotherDeck => text("deck.advice.anotherDeck", &[]),
    }
}
