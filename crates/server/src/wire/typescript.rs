//! The wire types as the page reads them, in `web/src/wire.ts`.

use super::spoken::{
    BridgeEvent, BridgeMode, BridgeView, Build, Capture, CassinoEvent, CassinoView, Claim, CountLine,
    Counted, Ending, Event, FishingEvent, FishingView, Forcing, Frame, Game, GinAnswer, GinArrangement,
    GinEvent, GinGoing, GinKnock, GinPhase, GinView, Holding, Option_, OptionValue, Options, Phase, Place,
    Preset, RubberBonus, Said, Seat, Sheet, SheetDeal, SheetEntry, SideTable, Source, Span, SpeedEnding,
    SpeedEvent, SpeedView, Stake, ThirtyOneEvent, ThirtyOneView, Trick, Values, View,
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
        Seat, OptionValue, Options, Game, Preset, Source, SideTable, Option_, Values, Stake,
        NewTable, NewChair, Opened, Resolved, TableInfo<'static>, Chair,
        Frame, Phase, Counted, CountLine, View, Event, Holding, FishingView, Capture, FishingEvent,
        BridgeView, BridgeMode, Said, Forcing, Span, Trick, Claim, Sheet, SheetDeal, SheetEntry, RubberBonus, BridgeEvent,
        CassinoView, Build, CassinoEvent,
        GinView, GinPhase, GinKnock, GinGoing, GinArrangement, GinAnswer, GinEvent,
        ThirtyOneView, Ending, ThirtyOneEvent,
        SpeedView, SpeedEnding, Place, SpeedEvent,
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
