//! Changes of a match that leave it readable: values that are valid elsewhere, and actions, decks and deals at other
//! places. A second opinion on the matches that the server accepts.

use cards::{Rng, Seat, Seed};
use catalog::{AnyGame, AnyMatch, Entry, SetupText};
use engine::{Phase, Values};
use protocol::NewTable;
use serde_json::{Value, json};

/// Makes one change to a request for a table that continues a match of `game`.
pub(super) fn change(request: &mut Value, game: &dyn AnyGame, rng: &mut Rng) {
    match rng.below(24) {
        0 => request["begun"]["dealer"] = json!(rng.below(usize::from(game.info().seats[0]) + 1)),
        1 | 2 => change_option(request, game, rng),
        3 => change_seats(request, game, rng),
        4 => {
            let games: Vec<&str> = catalog::CATALOG.games().map(AnyGame::id).collect();
            request["game"] = json!(rng.pick(&games));
        }
        5 => request["name"] = json!(rng.pick(&["Ada", "", " ", "Ève", "A B", "0", "me", "{}"])),
        6 => {
            let bots = game.info().bots;
            let chair = match rng.below(3) {
                0 => json!("open"),
                1 => json!("me"),
                _ => json!({ "bot": rng.pick(&bots) }),
            };
            let chairs = request["chairs"].as_array_mut().filter(|chairs| !chairs.is_empty());
            chairs.into_iter().for_each(|chairs| {
                let place = rng.below(chairs.len());
                chairs[place] = chair.clone();
            });
        }
        7 => {
            let field = rng.pick(&["stake", "day", "timeControl", "protocol", "version"]);
            request[field] = match field {
                "day" => json!("2026-11-23"),
                "timeControl" => json!({ "delay": 20, "bank": 60, "increment": 0 }),
                _ => json!(1 + rng.below(4)),
            };
        }
        8..=10 => change_deck(&mut request["begun"]["deals"], rng),
        11..=14 => change_deals(&mut request["begun"]["deals"], rng),
        _ => change_entries(&mut request["begun"]["deals"], rng),
    }
}

/// Sets an option, or the preset, to a value that is allowed.
fn change_option(request: &mut Value, game: &dyn AnyGame, rng: &mut Rng) {
    let info = game.info();
    if rng.below(4) == 0 {
        let preset = &info.presets[rng.below(info.presets.len())];
        request["options"]["preset"] = json!(preset.id);
    } else if !info.options.is_empty() {
        let option = &info.options[rng.below(info.options.len())];
        request["options"][option.key] = match &option.values {
            Values::OneOf(values) => json!(values[rng.below(values.len())]),
            Values::Range(min, max) => json!(i64::from(*min) + rng.below((max - min + 1) as usize) as i64),
        };
    }
}

/// Changes the number of seats, mostly with the chairs for it.
fn change_seats(request: &mut Value, game: &dyn AnyGame, rng: &mut Rng) {
    let info = game.info();
    let seats = info.seats[rng.below(info.seats.len())];
    request["seats"] = json!(seats);
    if rng.below(4) > 0
        && let Some(chairs) = request["chairs"].as_array_mut()
    {
        chairs.resize(usize::from(seats), json!({ "bot": info.bots[0] }));
    }
}

fn list(value: &mut Value) -> Option<&mut Vec<Value>> {
    value.as_array_mut().filter(|items| !items.is_empty())
}

/// Changes cards of a deck: two change places, one is there twice, one is missing, or the deck is that of another deal.
fn change_deck(deals: &mut Value, rng: &mut Rng) {
    let Some(deals) = list(deals) else { return };
    let (place, other) = (rng.below(deals.len()), rng.below(deals.len()));
    if rng.below(5) == 0 {
        deals[place]["deck"] = deals[other]["deck"].clone();
        return;
    }
    let deck = deals[place]["deck"].as_str().unwrap_or_default().to_owned();
    let mut cards: Vec<&str> = deck.split(' ').collect();
    let (one, two) = (rng.below(cards.len()), rng.below(cards.len()));
    match rng.below(6) {
        0..=2 => cards.swap(one, two),
        3 => cards[one] = cards[two],
        4 => drop(cards.remove(one)),
        _ => cards.insert(one, cards[two]),
    }
    deals[place]["deck"] = json!(cards.join(" "));
}

/// Repeats, drops, swaps, cuts, splits or joins deals.
fn change_deals(deals: &mut Value, rng: &mut Rng) {
    let Some(deals) = list(deals) else { return };
    let (place, other) = (rng.below(deals.len()), rng.below(deals.len()));
    match rng.below(7) {
        0 => deals.insert(other, deals[place].clone()),
        1 => deals.push(deals[place].clone()),
        2 => drop(deals.remove(place)),
        3 => deals.swap(place, other),
        4 => deals.truncate(place + 1),
        5 => {
            // The second half of a deal becomes a deal of its own.
            let mut second = deals[place].clone();
            let Some(entries) = list(&mut deals[place]["entries"]) else { return };
            second["entries"] = entries.split_off(rng.below(entries.len())).into();
            deals.insert(place + 1, second);
        }
        _ if place + 1 < deals.len() => {
            let next = deals.remove(place + 1);
            let more = next["entries"].as_array().cloned().unwrap_or_default();
            deals[place]["entries"]
                .as_array_mut()
                .into_iter()
                .for_each(|entries| entries.extend(more.clone()));
        }
        _ => {}
    }
}

/// Swaps, repeats, drops, moves or cuts actions of a deal, or gives one to another seat.
fn change_entries(deals: &mut Value, rng: &mut Rng) {
    let Some(deals) = list(deals) else { return };
    let (deal, source) = (rng.below(deals.len()), rng.below(deals.len()));
    let foreign =
        list(&mut deals[source]["entries"]).map(|entries| entries[rng.below(entries.len())].clone());
    let Some(entries) = list(&mut deals[deal]["entries"]) else { return };
    let (place, other) = (rng.below(entries.len()), rng.below(entries.len()));
    match rng.below(10) {
        0 => entries.swap(place, other),
        1 if place + 1 < entries.len() => entries.swap(place, place + 1),
        2 => entries.insert(other, entries[place].clone()),
        3 => drop(entries.remove(place)),
        4 => entries.truncate(place),
        5 => drop(entries.drain(..place)),
        6 => {
            let action = entries[place].as_str().unwrap_or_default();
            let rest = action.split_once(' ').map_or(action, |(_, rest)| rest);
            entries[place] = json!(format!("{} {rest}", rng.below(5)));
        }
        7 => {
            // Other spellings of the same action.
            let action = entries[place].as_str().unwrap_or_default().to_owned();
            entries[place] = json!(match rng.below(6) {
                0 => action.to_uppercase(),
                1 => action.to_lowercase(),
                2 => action.replace('T', "10"),
                3 => format!("{action} "),
                4 => action.replace(' ', "  "),
                _ => format!("0{action}"),
            });
        }
        8 => {
            // Two cards, or two words, change places.
            let action = entries[place].as_str().unwrap_or_default().to_owned();
            let mut words: Vec<&str> = action.split(' ').collect();
            let (one, two) = (rng.below(words.len()), rng.below(words.len()));
            words.swap(one, two);
            entries[place] = json!(words.join(" "));
        }
        _ => foreign.into_iter().for_each(|foreign| entries[place] = foreign),
    }
}

/// Checks an accepted match with other functions than the server: each deck has the cards of the game, each seat may
/// act, and its action is one that the game lists. Returns why the match is false.
pub(super) fn objection(new: &NewTable) -> Option<String> {
    let begun = new.begun.as_ref()?;
    let Some(game) = catalog::find(&new.game) else { return Some("there is no such game".into()) };
    let mut table = match game.open(&SetupText::from_options(&new.options, new.seats), begun.dealer) {
        Ok(table) => table,
        Err(error) => return Some(error.to_string()),
    };
    let sorted = |cards: &str| {
        let mut cards: Vec<String> = cards.split([' ', ':', ';']).map(str::to_owned).collect();
        cards.sort();
        cards
    };
    let seed = Seed::from_number(1);
    for (number, deal) in begun.deals.iter().enumerate() {
        if table.phase() != Phase::Between {
            return Some(format!("deal {number} begins before the end of the deal before"));
        }
        if sorted(&deal.deck) != sorted(&table.next_deck(&seed)) {
            return Some(format!("the deck of deal {number} has other cards"));
        }
        if let Err(error) = table.deal(&deal.deck, &[]) {
            return Some(format!("deal {number}: {error}"));
        }
        for (place, entry) in deal.entries.iter().enumerate() {
            let wrong = |why: &str| Some(format!("deal {number}, entry {place} “{entry}”: {why}"));
            let Ok(entry) = entry.parse::<Entry>() else { return wrong("neither an action nor a shuffle") };
            let objection = match &entry {
                Entry::Shuffle(cards) => match table.next_shuffle(&seed) {
                    Some(Entry::Shuffle(due)) => (sorted(&due) != sorted(cards)).then_some("other cards"),
                    _ => Some("no shuffle is due"),
                },
                Entry::Action { seat, action } => illegal(&mut *table, *seat, action),
            };
            if let Some(objection) = objection {
                return wrong(objection);
            }
            if let Err(error) = table.enter(&entry, &[]) {
                return wrong(&error.to_string());
            }
        }
    }
    matches!(table.phase(), Phase::Over(_)).then(|| "the match is over".into())
}

fn illegal(table: &mut dyn AnyMatch, seat: Seat, action: &str) -> Option<&'static str> {
    if seat.index() >= usize::from(table.seats()) {
        return Some("no seat of the table");
    }
    if !table.actors().contains(seat) {
        return Some("not this seat's turn");
    }
    // An action may be spelled in several ways.
    let Ok(checked) = table.check(seat, action) else { return Some("not legal") };
    (!table.legal(seat).contains(&checked.action)).then_some("not among the listed actions")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a game with a request for a table that continues a match of one deal and one action.
    fn begun() -> (&'static dyn AnyGame, Value) {
        let game = catalog::find("scopa").expect("a game");
        let mut table = game.open(&SetupText::first_preset(2), Seat::new(0)).expect("the first preset");
        let deck = table.next_deck(&Seed::from_number(7));
        table.deal(&deck, &[]).expect("a deck");
        let seat = table.actors().first().expect("a seat may act");
        let action = table.legal(seat).remove(0);
        let request = json!({
            "game": "scopa", "options": {}, "seats": 2, "name": "Eve", "chairs": ["me", { "bot": "random" }],
            "begun": { "dealer": 0, "deals": [{ "deck": deck, "entries": [format!("{seat} {action}")] }] },
        });
        (game, request)
    }

    fn objects(request: &Value) -> bool {
        let new: NewTable = protocol::decode(request.to_string().as_bytes()).expect("a request");
        objection(&new).is_some()
    }

    #[test]
    fn a_false_match_is_objected_to() {
        let (_, request) = begun();
        assert!(!objects(&request));
        let with = |change: &dyn Fn(&mut Value)| {
            let mut changed = request.clone();
            change(&mut changed["begun"]["deals"][0]);
            objects(&changed)
        };
        assert!(with(&|deal| deal["deck"] = json!("7d")));
        assert!(with(&|deal| deal["entries"][0] = json!("7 7d")));
        assert!(with(&|deal| deal["entries"][0] = json!("0 flip")));
        assert!(with(&|deal| deal["entries"][0] = json!("1 flip")));
        assert!(with(&|deal| deal["entries"] = json!(["~ shuffle 7d"])));
    }

    #[test]
    fn changed_requests_differ_and_most_stay_readable() {
        let (game, request) = begun();
        let changed = |seed| {
            let mut changed = request.clone();
            change(&mut changed, game, &mut Rng::from_number(seed));
            changed.to_string()
        };
        let all: Vec<String> = (0..400).map(changed).collect();
        let readable =
            all.iter().filter(|text| protocol::decode::<NewTable>(text.as_bytes()).is_ok()).count();
        let unchanged = request.to_string();
        let different = all.iter().filter(|text| **text != unchanged).count();
        assert!(readable > 250 && different > 200, "{readable} readable, {different} different");
        assert_eq!(changed(7), changed(7));
    }
}
