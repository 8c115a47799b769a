//! Reading of one whole hand.

use cards::{Card, CardSet};
use dds::{Direction, ParseDealError, read_hand};

/// Text that is not a hand of thirteen cards.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseHandError {
    /// The hand has more than four suits.
    #[error("“{0}” is not a hand; write spades, hearts, diamonds and clubs, such as AKQ52.K9.Q84.K76")]
    Suits(String),
    /// A character is not a rank.
    #[error("“{0}” is not a rank; use AKQJT98765432, and dots between the suits, such as AKQ52.K9.Q84.K76")]
    Rank(char),
    /// A card occurs twice.
    #[error("{0} is there twice")]
    Repeated(Card),
    /// The number of cards is wrong.
    #[error("a hand has 13 cards, and here are {0}")]
    Count(u8),
}

/// Reads a hand of thirteen cards in PBN notation: spades, hearts, diamonds and clubs with dots between them.
///
/// ```
/// use bridge_deals::parse_hand;
/// assert_eq!(parse_hand("AKQ52.K9.Q84.K76")?.len(), 13);
/// let error = parse_hand("AKQ52.K9.Q84.K7").unwrap_err();
/// assert_eq!(error.to_string(), "a hand has 13 cards, and here are 12");
/// # Ok::<(), bridge_deals::ParseHandError>(())
/// ```
///
/// # Errors
///
/// Returns [`ParseHandError`] if the text is not such a hand.
pub fn parse_hand(text: &str) -> Result<CardSet, ParseHandError> {
    let text = text.trim();
    let short = || text.chars().take(40).collect();
    // The direction names the hand in errors of a deal. This hand has none.
    let hand = read_hand(Direction::North, text).map_err(|error| match error {
        ParseDealError::Rank { sign, .. } => ParseHandError::Rank(sign),
        ParseDealError::Repeated { card, .. } => ParseHandError::Repeated(card),
        _ => ParseHandError::Suits(short()),
    })?;
    if hand.len() == 13 { Ok(hand) } else { Err(ParseHandError::Count(hand.len())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_hand_is_refused_with_the_reason() {
        for (text, error) in [
            ("AKQ52.K9.Q84.K76.2", ParseHandError::Suits("AKQ52.K9.Q84.K76.2".to_owned())),
            ("AKQ52 K9 Q84 K76", ParseHandError::Rank(' ')),
            ("AKX52.K9.Q84.K76", ParseHandError::Rank('X')),
            ("AKA52.K9.Q84.K76", ParseHandError::Repeated("As".parse().unwrap())),
            ("AKQ52.K9.Q84.", ParseHandError::Count(10)),
            ("", ParseHandError::Count(0)),
        ] {
            assert_eq!(parse_hand(text), Err(error), "{text}");
        }
        assert_eq!(parse_hand(" AKQJ1098765432.-.-.- ").map(|hand| hand.len()), Ok(13));
    }
}
