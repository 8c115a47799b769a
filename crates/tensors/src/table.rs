//! Documentation of the numbers, as in `docs/tensors.md`.

use crate::row::SAID;
use crate::{Block, Each, Encode, Range, Size};
use cards::Seed;
use std::fmt::Write;

/// Block of an observation, with the position of its columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// Name of the block.
    pub name: &'static str,
    /// First column of the block.
    pub start: usize,
    /// Number of columns of the block.
    pub len: usize,
    /// Maximum value of a column.
    pub max: u8,
    /// Meaning of the columns.
    pub meaning: &'static str,
}

impl Placed {
    pub(crate) fn all<G: Encode>(size: Size, tokens: bool) -> Vec<Self> {
        let said = said::<G>();
        let mut start = 0;
        let blocks = G::LAYOUT.iter().chain(tokens.then_some(&said));
        blocks
            .map(|block| {
                let len = block.columns(size);
                start += len;
                Self { name: block.name, start: start - len, len, max: block.max, meaning: block.meaning }
            })
            .collect()
    }
}

/// Returns the block that token mode adds to an observation.
fn said<G: Encode>() -> Block {
    Block {
        name: "said",
        each: Each::Once,
        len: SAID,
        max: G::TOKENS.len() as u8,
        meaning: "the tokens said last of an action that is not complete, filled up with the one that ends an action",
    }
}

/// Documentation of the numbers of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// [`Game::ID`](engine::Game::ID).
    pub game: &'static str,
    /// Version of the encoding.
    pub version: u32,
    /// Blocks of an observation.
    pub layout: &'static [Block],
    /// Words from which actions are composed.
    pub tokens: &'static [&'static str],
    /// Ranges of action numbers. Empty if the game has none.
    pub flat: &'static [Range],
}

impl Table {
    /// Returns the documentation of a game's numbers.
    #[must_use]
    pub const fn of<G: Encode>() -> Self {
        Self { game: G::ID, version: G::VERSION, layout: G::LAYOUT, tokens: G::TOKENS, flat: G::FLAT }
    }

    /// Returns the name: `parlour/gin-rummy-v1`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("parlour/{}-v{}", self.game, self.version)
    }

    /// Returns the first 16 digits of the SHA-256 of the text that [`write_tables`] writes below
    /// the name.
    #[must_use]
    pub fn hash(&self) -> String {
        String::from(Seed::of_text(&self.text()))[..16].to_owned()
    }

    /// Returns the documentation of the numbers as a Markdown section for `docs/tensors.md`.
    fn text(&self) -> String {
        let mut text = "| columns | block | for | greatest | meaning |\n|---|---|---|---|---|\n".to_owned();
        for block in self.layout {
            let each = match block.each {
                Each::Once => "",
                Each::Seat => "each seat",
                Each::Other => "each other seat",
                Each::Side => "each side",
            };
            let Block { name, len, max, meaning, .. } = block;
            let _ = writeln!(text, "| {len} | {name} | {each} | {max} | {meaning} |");
        }
        text.push_str("\nTokens: ");
        let words: Vec<String> =
            self.tokens.iter().enumerate().map(|(number, word)| format!("{number} `{word}`")).collect();
        let _ = writeln!(text, "{}, {} ends an action.", words.join(", "), self.tokens.len());
        if !self.flat.is_empty() {
            text.push_str("\n| flat | action | meaning |\n|---|---|---|\n");
            let mut first = 0;
            for Range { name, len, meaning } in self.flat {
                let last = first + len - 1;
                let numbers = if *len == 1 { first.to_string() } else { format!("{first}–{last}") };
                let _ = writeln!(text, "| {numbers} | {name} | {meaning} |");
                first += len;
            }
        }
        text
    }
}

/// Returns the documentation of the numbers of all games with tensors, in the order in which games are offered.
#[must_use]
pub fn tables() -> Vec<Table> {
    macro_rules! tables {
        ($($game:ty),+ $(,)?) => { vec![$(Table::of::<$game>()),+] };
    }
    crate::for_each_game!(tables)
}

/// Introduction of `docs/tensors.md`.
const ABOUT: &str = include_str!("about.md");

/// Returns the text of `docs/tensors.md`.
#[must_use]
pub fn write_tables() -> String {
    let mut page = ABOUT.to_owned();
    for table in tables() {
        let _ = write!(page, "\n## `{}`\n\nTable `{}`.\n\n{}", table.name(), table.hash(), table.text());
    }
    page
}
