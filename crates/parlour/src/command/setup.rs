//! Arguments that several commands share: game, rules, language.

use catalog::{AnyGame, Catalog, Rejection, SetupText};
use clap::Args;
use engine::OptionValue;
use i18n::{Faces, Language, Words};

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
    /// Show the cards as a Latin deck: coins, cups, swords, batons.
    #[arg(long)]
    latin: bool,
}

impl Showing {
    pub(crate) fn words(&self) -> Words {
        Words::new(self.language(), self.faces())
    }

    pub(crate) fn language(&self) -> Language {
        self.language.unwrap_or_else(Language::of_environment)
    }

    pub(crate) fn faces(&self) -> Faces {
        if self.latin { Faces::Latin } else { Faces::French }
    }

    /// Returns the cards for exercises. Those of Scopa name coins, cups, swords and batons in their texts.
    pub(crate) fn faces_of_exercises(&self, game: &str) -> Faces {
        if game == "scopa" { Faces::Latin } else { self.faces() }
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
