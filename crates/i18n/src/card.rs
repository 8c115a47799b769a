//! Names of cards: `7♦`, or “seven of coins”.

use crate::Words;
use cards::{Card, Rank, Suit};

/// Card design. It changes only names and pictures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Faces {
    /// Clubs, diamonds, hearts and spades.
    #[default]
    French,
    /// Batons, coins, cups and swords, with the index F, C and R on page, knight and king.
    Latin,
    /// Latin cards of a deck of forty: page, knight and king have the index 8, 9 and 10.
    Latin40,
}

impl Faces {
    /// Returns the usual card design of a game. It is the same on the page (`web/src/games/index.ts`).
    #[must_use]
    pub fn of_game(game: &str) -> Self {
        // The rules and lessons of Scopa name coins, cups, swords and batons. Its page, knight and king count
        // 8, 9 and 10, which its deck does not have.
        if game == "scopa" { Self::Latin40 } else { Self::French }
    }

    /// Returns the card design for a game: the `chosen` one, or the usual one of the game. Latin cards have the
    /// index that suits the deck of the game.
    #[must_use]
    pub fn for_game(chosen: Option<Self>, game: &str) -> Self {
        let usual = Self::of_game(game);
        match chosen {
            Some(Self::French) => Self::French,
            Some(chosen) if usual == Self::French => chosen,
            _ => usual,
        }
    }

    /// Returns the card design for a full pack, in which 8, 9 and 10 are other cards.
    #[must_use]
    pub const fn in_full_pack(self) -> Self {
        match self {
            Self::Latin40 => Self::Latin,
            faces => faces,
        }
    }

    /// Returns whether the suits are coins, cups, swords and batons.
    #[must_use]
    pub const fn is_latin(self) -> bool {
        !matches!(self, Self::French)
    }
}

impl Words {
    /// Returns a card for a sentence: `7♦`, `10♥`, or the name of a Latin card.
    #[must_use]
    pub fn card(&self, card: Card) -> String {
        match self.faces {
            Faces::French => self.card_in_short(card),
            Faces::Latin | Faces::Latin40 => self.card_in_full(card),
        }
    }

    /// Returns cards for a sentence.
    #[must_use]
    pub fn cards(&self, cards: impl IntoIterator<Item = Card>) -> String {
        let cards: Vec<String> = cards.into_iter().map(|card| self.card(card)).collect();
        cards.join(self.between_cards())
    }

    /// Returns cards in the shortest form.
    #[must_use]
    pub fn cards_in_short(&self, cards: impl IntoIterator<Item = Card>) -> String {
        let cards: Vec<String> = cards.into_iter().map(|card| self.card_in_short(card)).collect();
        cards.join(self.between_cards())
    }

    /// Returns the separator of listed cards: a space between symbols, a comma between names.
    const fn between_cards(&self) -> &'static str {
        match self.faces {
            Faces::French => " ",
            Faces::Latin | Faces::Latin40 => ", ",
        }
    }

    /// Returns a card in the shortest form: `7♦`, or `7 coin`.
    #[must_use]
    pub fn card_in_short(&self, card: Card) -> String {
        match self.faces {
            Faces::French => format!("{}{}", self.index(card.rank()), self.suit_in_short(card.suit())),
            Faces::Latin | Faces::Latin40 => {
                format!("{} {}", self.index(card.rank()), self.suit_in_short(card.suit()))
            }
        }
    }

    /// Returns the full name of a card: “seven of diamonds”, “page of cups”.
    #[must_use]
    pub fn card_in_full(&self, card: Card) -> String {
        let rank = self.rank(card.rank());
        self.say("card.of", &[("rank", &rank), ("suit", &self.suit(card.suit()))]).into_owned()
    }

    /// Returns the corner index of a card: `Q`, `10`. The knight of a Latin deck has a `C`, or a `9` in a deck of
    /// forty.
    #[must_use]
    pub fn index(&self, rank: Rank) -> String {
        let faces = match self.faces {
            Faces::French => "french",
            Faces::Latin => "italian",
            Faces::Latin40 => "italian40",
        };
        let key = format!("index.{faces}.{}", rank.letter());
        if self.knows(&key) { self.say(&key, &[]).into_owned() } else { rank.letter().to_string() }
    }

    /// Returns the name of a rank.
    #[must_use]
    pub fn rank(&self, rank: Rank) -> String {
        self.of_faces("rank", rank.letter())
    }

    /// Returns the name of a suit.
    #[must_use]
    pub fn suit(&self, suit: Suit) -> String {
        self.of_faces("suit", suit.letter())
    }

    /// Returns a suit in the shortest form: `♦`, or `coin`.
    #[must_use]
    pub fn suit_in_short(&self, suit: Suit) -> String {
        match (self.faces, suit) {
            (Faces::French, Suit::Clubs) => "♣".to_owned(),
            (Faces::French, Suit::Diamonds) => "♦".to_owned(),
            (Faces::French, Suit::Hearts) => "♥".to_owned(),
            (Faces::French, Suit::Spades) => "♠".to_owned(),
            (Faces::Latin | Faces::Latin40, suit) => {
                self.say(&format!("suit.latin.short.{}", suit.letter()), &[]).into_owned()
            }
        }
    }

    /// Returns the text for the design. Latin cards have own texts for some keys and the common
    /// ones for the rest.
    fn of_faces(&self, what: &str, letter: char) -> String {
        let own = format!("{what}.latin.{letter}");
        if self.faces.is_latin() && self.knows(&own) {
            return self.say(&own, &[]).into_owned();
        }
        self.say(&format!("{what}.{letter}"), &[]).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn games_have_the_cards_of_the_page() {
        let page = include_str!("../../../web/src/games/index.ts");
        let faces = |line: &str| {
            let (game, rest) = line.trim().split_once(": { faces: \"")?;
            Some((game.trim_matches('"').to_owned(), rest.split_once('"')?.0.to_owned()))
        };
        let of_page: Vec<(String, String)> = page.lines().filter_map(faces).collect();
        assert!(of_page.contains(&("scopa".to_owned(), "italian40".to_owned())), "{of_page:?}");
        for (game, faces) in of_page {
            let expected = if faces == "italian40" { Faces::Latin40 } else { Faces::French };
            assert_eq!(Faces::of_game(&game), expected, "{game}");
        }
    }

    #[test]
    fn chosen_latin_cards_have_the_index_of_the_deck() {
        let faces = |chosen, game| Faces::for_game(chosen, game);
        assert_eq!(faces(None, "scopa"), Faces::Latin40);
        assert_eq!(faces(Some(Faces::Latin), "scopa"), Faces::Latin40);
        assert_eq!(faces(Some(Faces::French), "scopa"), Faces::French);
        assert_eq!(faces(None, "cassino"), Faces::French);
        assert_eq!(faces(Some(Faces::Latin), "cassino"), Faces::Latin);
        assert_eq!(Faces::Latin40.in_full_pack(), Faces::Latin);
        assert_eq!(Faces::French.in_full_pack(), Faces::French);
    }

    #[test]
    fn cards_are_said_in_both_languages_and_with_both_faces() {
        let names = |language, faces, card: &str| {
            let words = Words::new(language, faces);
            let card = card.parse().unwrap();
            (words.card_in_short(card), words.card_in_full(card))
        };
        let expect = |short: &str, full: &str| (short.to_owned(), full.to_owned());
        assert_eq!(names(Language::English, Faces::French, "Th"), expect("10♥", "ten of hearts"));
        assert_eq!(names(Language::Italian, Faces::French, "Qs"), expect("Q♠", "donna di picche"));
        assert_eq!(names(Language::English, Faces::Latin, "Qd"), expect("C coin", "knight of coins"));
        assert_eq!(names(Language::Italian, Faces::Latin, "Ac"), expect("1 bas", "asso di bastoni"));
        assert_eq!(names(Language::English, Faces::Latin40, "Jd"), expect("8 coin", "page of coins"));
        assert_eq!(names(Language::English, Faces::Latin40, "Qd"), expect("9 coin", "knight of coins"));
        assert_eq!(names(Language::Italian, Faces::Latin40, "Kh"), expect("10 cop", "re di coppe"));
        assert_eq!(names(Language::Italian, Faces::Latin40, "Ac"), expect("1 bas", "asso di bastoni"));
    }
}
