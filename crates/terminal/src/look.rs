//! Capabilities of the terminal: colors and Unicode.
//!
//! Pages are drawn with colors and Unicode. `Look::apply` then removes whatever the terminal lacks.
//! Each ASCII replacement has the same width, so the layout doesn't change.

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

/// Capabilities of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Whether to use colors.
    pub colour: bool,
    /// Whether to use characters beyond ASCII.
    pub unicode: bool,
}

impl Look {
    /// A terminal with colors and Unicode.
    pub const FULL: Self = Self { colour: true, unicode: true };

    /// Detects the capabilities: `NO_COLOR` turns colors off, and the locale decides about Unicode.
    #[must_use]
    pub fn of_environment() -> Self {
        Self::of_variables(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
    }

    fn of_variables(variable: impl Fn(&str) -> Option<String>) -> Self {
        let dumb = variable("TERM").is_some_and(|terminal| terminal == "dumb");
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(&variable);
        let utf8 = |locale: &String| {
            let locale = locale.to_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        };
        // Windows sets no locale variables, and its terminals show the characters used here.
        let unicode = locale.as_ref().map_or(cfg!(windows), utf8);
        Self { colour: variable("NO_COLOR").is_none() && !dumb, unicode }
    }

    /// Replaces colors and characters that the terminal lacks.
    pub(crate) fn apply(self, buffer: &mut Buffer) {
        for cell in &mut buffer.content {
            if !self.colour {
                // A highlighted background becomes reverse video.
                if cell.bg != Color::Reset {
                    cell.modifier.insert(Modifier::REVERSED);
                }
                (cell.fg, cell.bg) = (Color::Reset, Color::Reset);
            }
            if !self.unicode && !cell.symbol().is_ascii() {
                let plain = cell.symbol().chars().next().map_or(' ', plain_char);
                cell.set_char(plain);
            }
        }
    }

    /// Replaces the characters that the terminal lacks in a text.
    #[must_use]
    pub fn plain_text(self, text: &str) -> String {
        if self.unicode { text.to_owned() } else { text.chars().map(plain_char).collect() }
    }
}

/// Returns the ASCII replacement of a character, of the same width.
fn plain_char(symbol: char) -> char {
    match symbol {
        symbol if symbol.is_ascii() => symbol,
        '♣' => 'c',
        '♦' => 'd',
        '♥' => 'h',
        '♠' => 's',
        '─' | '–' | '—' | '·' => '-',
        '═' => '=',
        '│' | '┃' => '|',
        '║' => '#',
        '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' | '╭' | '╮' | '╰' | '╯' => {
            '+'
        }
        '╔' | '╗' | '╚' | '╝' => '#',
        '▮' | '█' | '▐' | '▒' => '#',
        '▶' | '›' | '→' => '>',
        '‹' | '←' => '<',
        '▲' | '↑' => '^',
        '▼' | '↓' => 'v',
        '▁' | '▂' => '_',
        '▃' | '▄' => '.',
        '▅' | '▆' => '=',
        '▇' => '#',
        '×' => 'x',
        '🟩' => '+',
        '🟥' => '-',
        '⬜' => '=',
        '…' => '.',
        '“' | '”' | '„' | '«' | '»' => '"',
        '’' | '‘' => '\'',
        'à' | 'á' => 'a',
        'è' | 'é' => 'e',
        'ì' | 'í' => 'i',
        'ò' | 'ó' => 'o',
        'ù' | 'ú' => 'u',
        'À' => 'A',
        'È' | 'É' => 'E',
        'Ì' => 'I',
        'Ò' => 'O',
        'Ù' => 'U',
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(variables: &[(&str, &str)]) -> Look {
        Look::of_variables(|name| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_decides() {
        assert_eq!(look(&[("LANG", "it_IT.UTF-8")]), Look::FULL);
        assert!(
            look(&[("LC_ALL", "C"), ("LANG", "it_IT.UTF-8")]).unicode == cfg!(windows) && look(&[]).colour
        );
        assert!(!look(&[("NO_COLOR", "1"), ("LANG", "C.utf8")]).colour);
        assert!(!look(&[("TERM", "dumb")]).colour);
    }

    #[test]
    fn plain_text_keeps_its_width() {
        let plain = Look { unicode: false, ..Look::FULL };
        assert_eq!(plain.plain_text("╔═7♦─╗ è “sì” «no» …"), "#=7d-# e \"si\" \"no\" .");
    }

    /// A character without a replacement would become a question mark.
    #[test]
    fn every_text_has_a_plain_character_form() {
        for language in i18n::Language::ALL {
            for file in ["rules.json", "common.json", "terminal.json"] {
                let path = format!("{}/../../text/{}/{file}", env!("CARGO_MANIFEST_DIR"), language.code());
                let text = std::fs::read_to_string(&path).unwrap();
                let strange: Vec<char> =
                    text.chars().filter(|symbol| plain_char(*symbol) == '?' && *symbol != '?').collect();
                assert!(strange.is_empty(), "{path}: {strange:?}");
            }
        }
    }
}
