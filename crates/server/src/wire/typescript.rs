//! The wire types as the page reads them, in `web/src/wire.ts`.

use super::spoken::{
    BridgeEvent, BridgeMode, BridgeView, Build, CapitalHand, Capture, CardKind, CardSet, CassinoEvent,
    CassinoView, Choice, Claim, CountLine, Counted, Effect, Ending, Event, FishingEvent, FishingView,
    Forcing, Frame, Game, GinAnswer, GinArrangement, GinEvent, GinGoing, GinKnock, GinPhase, GinView,
    HeldTool, Holding, Option_, OptionValue, Options, Phase, Place, PlayedTool, Preset, RubberBonus, Said,
    Seat, Share, SharePlace, SharksDetail, SharksEvent, SharksStage, SharksView, Sheet, SheetDeal,
    SheetEntry, SideTable, Source, Span, SpeedEnding, SpeedEvent, SpeedView, Stake, ThirtyOneEvent,
    ThirtyOneView, ToolHand, Trick, Values, View,
};
use super::{
    BoardFile, BoardListed, CardTricks, CardsQuestion, Chair, Command, NewChair, NewTable, Notice, Opened,
    ParContract, ParScore, PlayCost, Position, Question, Refused, Replay, Resolved, SharedPad, Step,
    TableInfo, Tricks,
};
use std::path::Path;
use ts_rs::{Config, TS};

const HEADER: &str = "\
// What the page and the server say to each other; docs/protocol.md explains it.
// Made from the types in crates/server/src/wire: to change it, change those and run
//     cargo xtask wire
";

fn wire_ts() -> String {
    let config = Config::new();
    let mut text = HEADER.to_owned();
    macro_rules! write {
        ($($name:ty),+ $(,)?) => { $(
            text.push('\n');
            if let Some(docs) = <$name as TS>::docs() {
                text.push_str(docs.trim_end());
                text.push('\n');
            }
            let declared = <$name as TS>::decl(&config);
            // One form of a message a line, and no comma before a brace.
            let declared = declared.replace("} | {", "}\n  | {").replace(", }", " }");
            text.push_str("export ");
            text.push_str(declared.trim_end());
            text.push('\n');
        )+ };
    }
    write! {
        Seat, OptionValue, Options, Game, Preset, Source, SideTable, Option_, Values, Stake, CardSet, CardKind, Effect,
        NewTable, NewChair, Opened, Resolved, TableInfo<'static>, Chair,
        Frame, Phase, Counted, CountLine, View, Event, Holding, FishingView, Capture, FishingEvent,
        BridgeView, BridgeMode, Said, Forcing, Span, Trick, Claim, Sheet, SheetDeal, SheetEntry, RubberBonus, BridgeEvent,
        CassinoView, Build, CassinoEvent,
        GinView, GinPhase, GinKnock, GinGoing, GinArrangement, GinAnswer, GinEvent,
        ThirtyOneView, Ending, ThirtyOneEvent,
        SpeedView, SpeedEnding, Place, SpeedEvent,
        SharksView, SharksStage, CapitalHand, ToolHand, Share, HeldTool, PlayedTool, Choice, SharePlace, SharksEvent, SharksDetail,
        Replay<'static>, Step, SharedPad<'static>,
        Question, CardsQuestion, Tricks, ParScore, ParContract, PlayCost, Position, CardTricks, BoardFile, BoardListed,
        Command, Notice<'static>, Refused<'static>,
    }
    text
}

#[test]
fn wire_ts_is_what_the_types_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire.ts");
    let made = wire_ts();
    if std::env::var("PARLOUR_WRITE_WIRE").is_ok() {
        std::fs::write(&path, &made).expect("the page has a folder");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == made,
        "web/src/wire.ts is not what the types in crates/server/src/wire say; \
         run: cargo xtask wire"
    );
}

/// The games, their presets and options, one a line: the page shows the rule book without asking the server.
fn games_json() -> Option<String> {
    let games: Result<Vec<String>, _> =
        house::CATALOG.iter().map(|game| serde_json::to_string(&game.info())).collect();
    Some(format!("[\n{}\n]\n", games.ok()?.join(",\n")))
}

#[test]
fn the_rule_book_of_the_page_knows_the_games_of_the_house() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/book/games.json");
    let made = games_json().expect("games can be written as JSON");
    if std::env::var("PARLOUR_WRITE_WIRE").is_ok() {
        std::fs::write(&path, &made).expect("the page has a folder");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == made, "web/src/book/games.json is not what crates/house says; run: cargo xtask wire");
}
