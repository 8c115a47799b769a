//! Names of players.

/// Maximum length in characters.
const NAME: usize = 24;

/// Returns a name that can be shown to others: without control and invisible characters, and at most 24
/// characters long. The result may be empty.
#[must_use]
pub fn plain_name(name: &str) -> String {
    let kept: String = name.chars().filter(|letter| is_plain(*letter)).take(NAME).collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns whether a character is visible. Joiners, which emoji and some scripts need, are kept.
fn is_plain(letter: char) -> bool {
    let odd = matches!(letter,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    !odd && !letter.is_control()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_and_cleaned() {
        for (given, kept) in [
            ("  Ada \n Lovelace ", "Ada Lovelace"),
            ("\u{202e}evil\u{0}", "evil"),
            ("", ""),
            ("\u{200b}\u{2066}", ""),
            ("Žofie 🂡", "Žofie 🂡"),
        ] {
            assert_eq!(plain_name(given), kept, "{given:?}");
        }
        assert_eq!(plain_name(&"x".repeat(100)).chars().count(), 24);
        assert_eq!(plain_name("<b>x</b>"), "<b>x</b>", "the page writes names as text");
    }
}
