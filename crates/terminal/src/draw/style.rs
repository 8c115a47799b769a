//! Text styles. Each also has an equivalent without colors.

use cards::Suit;
use ratatui::style::{Color, Modifier, Style};

/// Style of normal text.
pub(crate) const PLAIN: Style = Style::new();
/// Style of important text.
pub(crate) const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);
/// Style of secondary text.
pub(crate) const QUIET: Style = Style::new().add_modifier(Modifier::DIM);
/// Style of the player whose turn it is, and of the selection.
pub(crate) const TURN: Style = Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD);
/// Style of a sweep or a win.
pub(crate) const GLAD: Style = Style::new().fg(Color::Green).add_modifier(Modifier::BOLD);
/// Style of an error.
pub(crate) const REFUSED: Style = Style::new().fg(Color::Red).add_modifier(Modifier::BOLD);
/// Style of the line that lists the keys.
pub(crate) const KEYS: Style = Style::new().add_modifier(Modifier::DIM);

/// Returns the color of a suit. The symbol always stands beside it.
pub(crate) const fn of_suit(suit: Suit) -> Style {
    let colour = match suit {
        Suit::Clubs => Color::Green,
        Suit::Diamonds => Color::Yellow,
        Suit::Hearts => Color::Red,
        Suit::Spades => Color::Reset,
    };
    Style::new().fg(colour).add_modifier(Modifier::BOLD)
}

/// Returns the color of a suit symbol.
pub(crate) fn of_symbol(symbol: char) -> Option<Style> {
    let suit = match symbol {
        '♣' => Suit::Clubs,
        '♦' => Suit::Diamonds,
        '♥' => Suit::Hearts,
        '♠' => Suit::Spades,
        _ => return None,
    };
    Some(of_suit(suit))
}
