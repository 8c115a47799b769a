//! Text styles. Each also has an equivalent without colors.

use cards::Suit;
use ratatui::style::{Color, Modifier, Style};

/// Normal text.
pub(crate) const PLAIN: Style = Style::new();
/// Important text.
pub(crate) const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);
/// Secondary text.
pub(crate) const QUIET: Style = Style::new().add_modifier(Modifier::DIM);
/// Player whose turn it is, and selection.
pub(crate) const TURN: Style = Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD);
/// Sweep or win.
pub(crate) const GLAD: Style = Style::new().fg(Color::Green).add_modifier(Modifier::BOLD);
/// Error.
pub(crate) const REFUSED: Style = Style::new().fg(Color::Red).add_modifier(Modifier::BOLD);
/// Line of keys.
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
