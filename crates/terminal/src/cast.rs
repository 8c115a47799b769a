//! Players of a match: seats, names and sides.

use cards::{BySeat, Seat, Side};
use i18n::Words;

/// Players of a match: seats, names and sides.
#[derive(Clone, Debug)]
pub(crate) struct Cast {
    /// Id of the game.
    pub(crate) game: String,
    /// Seat of the user.
    pub(crate) me: Seat,
    /// Name of each seat. The user's is empty.
    pub(crate) names: Vec<String>,
    /// Strength of the bot in each seat, in words. Empty for a person.
    pub(crate) bots: Vec<String>,
    /// Side of each seat.
    pub(crate) sides: BySeat<Side>,
}

/// Returns the strength of a bot in words.
pub(crate) fn strength(bot: &str, words: Words) -> String {
    let key = format!("bot.{bot}");
    match bot.split_once(':') {
        _ if words.knows(&key) => words.say(&key, &[]).into_owned(),
        Some(("noisy" | "careless", number)) => words.say("bot.overlooks", &[("n", number)]).into_owned(),
        Some((_, budget)) if budget.ends_with("ms") => {
            words.say("bot.thinks", &[("n", budget.trim_end_matches("ms"))]).into_owned()
        }
        Some((_, budget)) => words.say("bot.trials", &[("n", budget)]).into_owned(),
        None => bot.to_owned(),
    }
}

impl Cast {
    pub(crate) fn seats(&self) -> u16 {
        self.names.len() as u16
    }

    /// Returns every seat, the user's last.
    pub(crate) fn own_last(&self) -> impl Iterator<Item = Seat> {
        let me = self.me;
        Seat::all(self.seats() as u8).filter(move |seat| *seat != me).chain([me])
    }

    /// Returns the name of another player.
    pub(crate) fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("", String::as_str)
    }

    /// Returns the name of any player. The user is “you”.
    pub(crate) fn player(&self, seat: Seat, words: Words) -> String {
        match self.name(seat) {
            "" => words.say("you", &[]).into_owned(),
            name => name.to_owned(),
        }
    }

    /// Returns the name of a player. If `width` allows, adds whether it is the user's partner, and
    /// the bot's strength.
    pub(crate) fn title(&self, seat: Seat, width: usize, words: Words) -> String {
        let mut title = self.player(seat, words);
        if self.name(seat).is_empty() {
            return title;
        }
        let partner = self.sides[seat] == self.sides[self.me];
        let partner = if partner { words.say("players.partner", &[]) } else { "".into() };
        let bot = self.bots.get(seat.index()).map_or("", String::as_str);
        for more in [&*partner, bot].into_iter().filter(|more| !more.is_empty()) {
            if title.chars().count() + 3 + more.chars().count() <= width {
                title = format!("{title} · {more}");
            }
        }
        title
    }

    /// Returns the sentence of `key` about an action of `seat`, in the second person for the user.
    pub(crate) fn sentence(&self, words: Words, seat: Seat, key: &str, params: &[(&str, &str)]) -> String {
        let name = self.name(seat);
        let mut params = params.to_vec();
        params.push(("name", name));
        // A record has no “you”.
        let who = if name.is_empty() { "you" } else { "other" };
        words.say(&format!("{key}.{who}"), &params).into_owned()
    }

    /// Returns the sides that score.
    pub(crate) fn all_sides(&self) -> impl Iterator<Item = Side> {
        Side::all(self.sides.by_side(&self.sides).sides())
    }

    /// Returns the seats of a side.
    pub(crate) fn members(&self, side: Side) -> Vec<Seat> {
        self.sides.iter().filter(|(_, other)| *other == side).map(|(seat, _)| seat).collect()
    }

    /// Returns the name of a side: the names of its players.
    pub(crate) fn side(&self, side: Side, words: Words) -> String {
        self.together(&self.members(side), words)
    }

    /// Returns the names of several players.
    pub(crate) fn together(&self, seats: &[Seat], words: Words) -> String {
        let names: Vec<String> = seats.iter().map(|seat| self.player(*seat, words)).collect();
        listed(&names, words)
    }
}

/// Joins names: “Ada, Bruno and Carla”.
pub(crate) fn listed(names: &[String], words: Words) -> String {
    match names.split_last() {
        Some((last, first)) if !first.is_empty() => {
            words.say("and", &[("first", &first.join(", ")), ("last", last)]).into_owned()
        }
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use i18n::{Faces, Language};

    #[test]
    fn listed_bots_have_names_and_others_descriptions() {
        for language in [Language::English, Language::Italian] {
            let words = Words::new(language, Faces::French);
            for game in catalog::CATALOG.games() {
                for bot in game.info().bots {
                    assert_ne!(strength(bot, words), bot, "{} in {language:?}", game.id());
                }
            }
            let described =
                ["greedy", "careless:30", "ismcts:20ms", "ismcts:500"].map(|bot| strength(bot, words));
            assert!(
                described[1].contains("30") && described[2].contains("20") && described[3].contains("500")
            );
            assert!(!described[0].contains("greedy"), "{described:?}");
        }
    }
}
