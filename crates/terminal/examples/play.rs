//! Match for development: `cargo run -p terminal --example play -- scopa 4 it latin fast`.

use catalog::SetupText;
use i18n::Faces;
use std::process::ExitCode;
use terminal::Settings;

fn main() -> ExitCode {
    let mut settings = Settings::new("scopa", SetupText::first_preset(2));
    for word in std::env::args().skip(1) {
        match (word.as_str(), word.parse::<u8>()) {
            (_, Ok(seats)) => settings.setup.seats = Some(seats),
            ("latin", _) => settings.faces = Some(Faces::Latin),
            ("fast", _) => settings.pause = std::time::Duration::ZERO,
            (game, _) if catalog::find(game).is_some() => settings.game = game.to_owned(),
            (file, _) if file.ends_with(".json") => settings.record = Some(file.into()),
            (other, _) if other.starts_with("seed") => {
                let number = other.trim_start_matches("seed").parse().unwrap_or_default();
                settings.seed = Some(cards::Seed::from_number(number));
            }
            (other, _) if other.starts_with("target") => {
                let target = other.trim_start_matches("target").parse().unwrap_or(11);
                settings.setup.options.insert("target".to_owned(), engine::OptionValue::Number(target));
            }
            (flag, _) if flag.starts_with('+') => {
                settings.setup.options.insert(flag[1..].to_owned(), engine::OptionValue::Flag(true));
            }
            (language, _) if language.parse::<i18n::Language>().is_ok() => {
                settings.language = language.parse().unwrap_or_default();
            }
            (bot, _) => settings.bots.push(bot.to_owned()),
        }
    }
    match terminal::play(settings) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
