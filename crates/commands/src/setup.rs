//! Arguments that several commands share: game, rules, language.

use catalog::{AnyGame, Catalog, Rejection, SetupText};
use clap::Args;
use engine::OptionValue;
use i18n::{Faces, Language, Words};
use std::sync::Arc;
use terminal::Settings;

/// Rules of a match.
#[derive(Args)]
pub(crate) struct Rules {
    /// Preset, such as classic. Defaults to the game's first.
    #[arg(long)]
    preset: Option<String>,
    /// Option that differs from the preset, such as target=21. May be repeated.
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = read_option)]
    options: Vec<(String, OptionValue)>,
}

impl Rules {
    /// Returns the setup with this number of seats.
    pub(crate) fn setup(&self, seats: u8) -> SetupText {
        SetupText {
            preset: self.preset.clone(),
            options: self.options.iter().cloned().collect(),
            seats: Some(seats),
        }
    }
}

/// Language and cards.
#[derive(Args)]
pub(crate) struct Showing {
    /// Language, en or it. Defaults to the language of the environment.
    #[arg(long)]
    language: Option<Language>,
    /// Show the cards as a Latin deck: coins, cups, swords, batons. The default for Scopa.
    #[arg(long)]
    latin: bool,
    /// Show the cards as a French deck: clubs, diamonds, hearts, spades. The default for all other
    /// games.
    #[arg(long, conflicts_with = "latin")]
    french: bool,
}

impl Showing {
    /// Returns the texts for output without a game.
    pub(crate) fn words(&self) -> Words {
        Words::new(self.language(), self.faces().unwrap_or_default())
    }

    /// Returns the texts for a game.
    pub(crate) fn words_for(&self, game: &str) -> Words {
        Words::for_game(self.language(), self.faces(), game)
    }

    fn language(&self) -> Language {
        self.language.unwrap_or_else(Language::of_environment)
    }

    /// Returns the settings of a match in the terminal.
    pub(crate) fn settings(&self, game: &str, setup: SetupText, catalog: &Arc<Catalog>) -> Settings {
        Settings {
            catalog: Arc::clone(catalog),
            language: self.language(),
            faces: self.faces(),
            ..Settings::new(game, setup)
        }
    }

    /// Returns the chosen card design. `None` means the usual one of the game.
    fn faces(&self) -> Option<Faces> {
        match (self.latin, self.french) {
            (true, _) => Some(Faces::Latin),
            (false, true) => Some(Faces::French),
            (false, false) => None,
        }
    }
}

fn read_option(text: &str) -> Result<(String, OptionValue), String> {
    let (key, value) =
        text.split_once('=').ok_or("expected an option, an equals sign and a value, such as target=21")?;
    let value = match value {
        "true" => OptionValue::Flag(true),
        "false" => OptionValue::Flag(false),
        word => match (word.parse(), word.parse()) {
            (Ok(number), _) => OptionValue::Number(number),
            (_, Ok(half)) => OptionValue::Half(half),
            _ => OptionValue::Word(word.to_owned()),
        },
    };
    Ok((key.to_owned(), value))
}

/// Returns the id that equals `given`, or else the only one that begins with it.
pub(crate) fn resolve<'a>(given: &str, ids: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let beginning: Vec<&str> = ids.filter(|id| !given.is_empty() && id.starts_with(given)).collect();
    let only = if let [only] = *beginning { Some(only) } else { None };
    beginning.into_iter().find(|id| *id == given).or(only)
}

/// Finds a game by its id or the beginning of it.
pub(crate) fn find_game<'c>(catalog: &'c Catalog, id: &str) -> Result<&'c dyn AnyGame, Rejection> {
    let ids = catalog.games().map(|game| game.id());
    resolve(id, ids).and_then(|id| catalog.find(id)).ok_or_else(|| {
        let known: Vec<&str> = catalog.games().map(|game| game.id()).collect();
        let guess = engine::command::nearest(id, known.iter().copied()).map_or_else(
            || format!("; known: {}", known.join(", ")),
            |near| format!("; did you mean “{near}”?"),
        );
        let message = format!("unknown game “{id}”{guess}");
        Rejection::new("unknown-game", message)
    })
}

#[cfg(test)]
mod tests {
    use super::Showing;
    use catalog::{CardSets, Catalog, SetupText};
    use clap::{Args, Command, FromArgMatches};
    use i18n::Faces::{self, French, Latin, Latin40};
    use std::sync::Arc;

    fn parse(flags: &[&str]) -> Result<Showing, clap::Error> {
        let arguments = [&["play"], flags].concat();
        let matches = Showing::augment_args(Command::new("play")).try_get_matches_from(arguments)?;
        Showing::from_arg_matches(&matches)
    }

    #[test]
    fn flags_choose_the_cards_and_without_one_the_game_does() {
        let catalog = Arc::new(Catalog::new(CardSets::NONE));
        let check = |flags: &[&str], chosen: Option<Faces>, scopa: Faces, cassino: Faces| {
            let showing = parse(flags).unwrap();
            assert_eq!(showing.settings("scopa", SetupText::default(), &catalog).faces, chosen, "{flags:?}");
            assert_eq!(showing.words_for("scopa").faces, scopa, "{flags:?}");
            assert_eq!(showing.words_for("cassino").faces, cassino, "{flags:?}");
        };
        check(&[], None, Latin40, French);
        check(&["--latin"], Some(Latin), Latin40, Latin);
        check(&["--french"], Some(French), French, French);
        assert!(parse(&["--french", "--latin"]).is_err());
    }
}
