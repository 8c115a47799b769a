//! What the games say, as a client reads it. The server only passes it on; these types are here so that the page's
//! types are made from Rust too, and a test reads every frame and event of whole matches back into them.

mod bridge;
mod cassino;
mod fishing;
mod gin_rummy;
mod speed;
mod thirty_one;

pub(super) use bridge::{
    BridgeEvent, BridgeMode, BridgeView, Claim, Forcing, RubberBonus, Said, Sheet, SheetDeal, SheetEntry,
    Span, Trick,
};
pub(super) use cassino::{Build, CassinoEvent, CassinoView};
pub(super) use fishing::{Capture, FishingEvent, FishingView};
pub(super) use gin_rummy::{GinAnswer, GinArrangement, GinEvent, GinGoing, GinKnock, GinPhase, GinView};
pub(super) use speed::{Place, SpeedEnding, SpeedEvent, SpeedView};
pub(super) use thirty_one::{Ending, ThirtyOneEvent, ThirtyOneView};

use engine::Half;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A seat, counted from 0 in the order of play.
#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(transparent)]
pub(super) struct Seat(u8);

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(untagged)]
pub(super) enum OptionValue {
    Flag(bool),
    // A half is a number like any other.
    #[ts(type = "number")]
    Number(Half),
    Word(String),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(transparent)]
pub(super) struct Options(
    #[ts(type = "Record<string, OptionValue>")] serde_json::Map<String, serde_json::Value>,
);

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(super) struct Game {
    id: String,
    seats: Vec<u8>,
    presets: Vec<Preset>,
    options: Vec<Option_>,
    stake: Option<Stake>,
    bots: Vec<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(super) struct Preset {
    id: String,
    source: Source,
    tables: Vec<SideTable>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(super) struct Source {
    title: String,
    at: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(super) struct SideTable {
    seats: u8,
    options: Options,
}

/// What is agreed where people play for stakes.
#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub(super) enum Stake {
    Point,
    Pot,
}

// Rust has an `Option` of its own.
#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "Option")]
#[serde(deny_unknown_fields)]
pub(super) struct Option_ {
    key: String,
    rule: String,
    display: bool,
    values: Values,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub(super) enum Values {
    OneOf(Vec<OptionValue>),
    Range([i32; 2]),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(super) struct Frame {
    version: u32,
    phase: Phase,
    // Which deal, from 0.
    deal: u32,
    dealer: Seat,
    actors: Vec<Seat>,
    legal: Vec<String>,
    // Null while players are missing.
    view: Option<View>,
    totals: Vec<i32>,
    // The side of each seat; partners share one.
    sides: Vec<u8>,
    // The last finished deal, in the phases counted and over.
    counted: Option<Counted>,
    // What the totals hold beyond the points of the deals.
    bonuses: Vec<CountLine>,
    winners: Vec<Seat>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub(super) enum Phase {
    Waiting,
    Playing,
    Counted,
    Over,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Counted {
    deal: u32,
    thrown_in: bool,
    points: Vec<i32>,
    lines: Vec<CountLine>,
}

/// One category; the lists are per side.
#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(super) struct CountLine {
    category: String,
    // Whole numbers, or with a half.
    #[ts(type = "Array<number | null>")]
    amounts: Vec<Option<Half>>,
    points: Vec<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    cards: Option<Vec<Vec<String>>>,
}

/// What one viewer knows: each family of games has its own, and the game of the table says which it is.
#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(untagged)]
pub(super) enum View {
    Fishing(FishingView),
    Bridge(BridgeView),
    Cassino(CassinoView),
    Gin(GinView),
    ThirtyOne(ThirtyOneView),
    Speed(SpeedView),
}

/// What somebody saw happen, in the order it happened.
#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(untagged)]
pub(super) enum Event {
    Fishing(FishingEvent),
    Bridge(BridgeEvent),
    Cassino(CassinoEvent),
    Gin(GinEvent),
    ThirtyOne(ThirtyOneEvent),
    Speed(SpeedEvent),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub(super) enum Holding {
    Open(Vec<String>),
    Closed(u8),
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::{Rng, Seat, Seed, Viewer};
    use house::{AnyMatch, SetupText};
    use serde_json::Value;
    use serde_json::value::RawValue;

    // Reads `said` into `T` and writes it again: nothing may be missing, nothing strange.
    fn check<T: Serialize + for<'de> Deserialize<'de>>(said: &str) {
        let read: T = serde_json::from_str(said).unwrap_or_else(|error| panic!("{error} in {said}"));
        let given: Value = serde_json::from_str(said).unwrap();
        assert_eq!(serde_json::to_value(read).unwrap(), given);
    }

    fn hear(game: &dyn AnyMatch, viewers: &[Viewer], stories: &[Box<RawValue>]) {
        stories.iter().for_each(|story| check::<Vec<Event>>(story.get()));
        viewers.iter().for_each(|viewer| check::<Frame>(game.frame(*viewer).get()));
    }

    #[test]
    fn what_the_games_say_is_what_clients_are_told_to_read() {
        check::<Vec<Game>>(&super::super::games());
        for game in house::CATALOG {
            for (number, seats) in game.info().seats.into_iter().enumerate() {
                let setup = game.info().presets.into_iter().find_map(|preset| {
                    let tables = preset.tables.iter().any(|table| table.seats == seats);
                    let preset = Some(preset.id.to_owned()).filter(|_| tables)?;
                    Some(SetupText { preset: Some(preset), options: Default::default(), seats })
                });
                let seed = Seed::from_number(number as u64);
                let mut rng = Rng::from_number(number as u64);
                let viewers: Vec<Viewer> = Viewer::all(seats).collect();
                let mut table = game.open(&setup.unwrap(), Seat::new(0)).unwrap();
                hear(&*table, &viewers, &[]);
                for _ in 0..3 {
                    if table.phase() != engine::Phase::Between {
                        break;
                    }
                    let stories = table.deal(&table.next_deck(&seed), &viewers).unwrap();
                    hear(&*table, &viewers, &stories);
                    while table.phase() == engine::Phase::Playing {
                        // Not always the same: some games would never end.
                        let legal = |seat| table.legal(seat).into_iter().map(move |action| (seat, action));
                        let legal: Vec<(Seat, String)> = table.actors().iter().flat_map(legal).collect();
                        let stories = match table.next_shuffle(&seed) {
                            Some(shuffle) => table.enter(&shuffle, &viewers).unwrap(),
                            None => {
                                let (seat, action) = &legal[rng.below(legal.len())];
                                table.play(*seat, action, &viewers).unwrap()
                            }
                        };
                        hear(&*table, &viewers, &stories);
                    }
                }
            }
        }
    }
}
