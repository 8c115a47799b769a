//! The few styles of the table. Each says something that is also said without colour.

use cards::Suit;
use ratatui::style::{Color, Modifier, Style};

/// Nothing special.
pub(crate) const PLAIN: Style = Style::new();
/// What matters.
pub(crate) const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);
/// What need not be read every time.
pub(crate) const QUIET: Style = Style::new().add_modifier(Modifier::DIM);
/// Whose turn it is, and what is chosen.
pub(crate) const TURN: Style = Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD);
/// A sweep, a win.
pub(crate) const GLAD: Style = Style::new().fg(Color::Green).add_modifier(Modifier::BOLD);
/// What was refused.
pub(crate) const REFUSED: Style = Style::new().fg(Color::Red).add_modifier(Modifier::BOLD);
/// A line of keys.
pub(crate) const KEYS: Style = Style::new().add_modifier(Modifier::DIM);

/// The colour of a suit: four of them, and the symbol is always there too.
pub(crate) const fn of_suit(suit: Suit) -> Style {
    let colour = match suit {
        Suit::Clubs => Color::Green,
        Suit::Diamonds => Color::Yellow,
        Suit::Hearts => Color::Red,
        Suit::Spades => Color::Reset,
    };
    Style::new().fg(colour).add_modifier(Modifier::BOLD)
}

/// The colour of the suit that this symbol stands for.
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
