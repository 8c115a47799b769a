//! Contract Bridge: legal calls, legal cards and winners of tricks, and contract scores.
//! Irregularities are in `slips.rs`.

use crate::Arbiter;
use crate::form::{Field, Kind, Task, cards, choice, number};
use crate::placement::{InputError, Placement};
use crate::ruling::{Ruling, Section};
use crate::slips;
use bridge::{
    Action, Auction, Bid, Bridge, Call, Contract, Doubling, Honors, Illegal, Options, Played, Side, Standing,
    State, count_entries, honors,
};
use cards::{CardSet, Seat};
use dds::{Direction, Strain};
use engine::Game;

const STRAINS: [&str; 5] = ["notrump", "spades", "hearts", "diamonds", "clubs"];
const DOUBLINGS: [&str; 3] = ["undoubled", "doubled", "redoubled"];
const VULNERABLE: [&str; 4] = ["nobody", "declarer", "defenders", "both"];
const SIDES: [&str; 2] = ["declarer", "defenders"];

fn strain(word: &str) -> Strain {
    match word {
        "spades" => Strain::Spades,
        "hearts" => Strain::Hearts,
        "diamonds" => Strain::Diamonds,
        "clubs" => Strain::Clubs,
        _ => Strain::Notrump,
    }
}

impl Arbiter for Bridge {
    fn tasks(_options: &Options) -> Vec<Task> {
        let trick = Field { key: "trick", kind: Kind::Cards { min: 0, max: 4, within: None, ordered: true } };
        let mut tasks = vec![
            Task {
                key: "call",
                fields: vec![
                    Field { key: "calls", kind: Kind::Calls },
                    Field { key: "call", kind: Kind::Call },
                ],
            },
            Task { key: "trick", fields: vec![choice("trumps", &STRAINS), trick, cards("hand", 0, 13)] },
            Task {
                key: "contract",
                fields: vec![
                    number("level", 1, 7),
                    choice("strain", &STRAINS),
                    choice("doubling", &DOUBLINGS),
                    number("tricks", 0, 13),
                    choice("vulnerable", &VULNERABLE),
                    cards("honors", 0, 13),
                    choice("honorsOf", &SIDES),
                ],
            },
        ];
        tasks.extend(slips::tasks());
        tasks
    }

    fn rule(options: &Options, task: &str, placement: &Placement<'_>) -> Result<Vec<Section>, InputError> {
        match task {
            "call" => auction(options, placement),
            "trick" => Ok(trick(options, placement)),
            slip if slips::SLIPS.contains(&slip) => slips::rule(slip, placement),
            _ => contract(options, placement),
        }
    }
}

fn read_calls(text: &str) -> Result<Vec<Call>, InputError> {
    let unreadable = |_| InputError::Unreadable { field: "calls" };
    text.split_whitespace().map(|word| word.parse().map_err(unreadable)).collect()
}

fn auction(options: &Options, placement: &Placement<'_>) -> Result<Vec<Section>, InputError> {
    // The first caller does not matter, because partners are always two calls apart.
    let mut auction = Auction::new(Direction::North);
    for (number, call) in read_calls(placement.text("calls"))?.into_iter().enumerate() {
        let because = |error: Illegal| InputError::Auction { number: number + 1, because: error.to_string() };
        auction.make(call).map_err(because)?;
    }
    if auction.is_over() {
        return Ok(vec![Section::of("auction", vec![closed(options, &auction)])]);
    }
    let judge = |call: Call| match auction.check(call) {
        Ok(()) => {
            let rules = match call {
                Call::Pass => vec!["BR-R4"],
                Call::Bid(_) => vec!["BR-R2"],
                Call::Double | Call::Redouble => vec!["BR-R3", "BR-S5"],
            };
            Ruling::may("call", &call, rules).param("call", &call)
        }
        Err(error) => Ruling::may_not("call", &call, &error).param("call", &call),
    };
    if let Some(call) = read_calls(placement.text("call"))?.first() {
        return Ok(vec![Section::of("asked", vec![judge(*call)])]);
    }
    let mut rulings = Vec::new();
    let lowest = Bid::all().find(|bid| auction.check(Call::Bid(*bid)).is_ok());
    rulings.extend(lowest.map(|bid| Ruling { says: "lowestBid", ..judge(Call::Bid(bid)) }));
    rulings.extend([Call::Double, Call::Redouble].map(judge));
    Ok(vec![Section::of("auction", rulings)])
}

fn closed(options: &Options, auction: &Auction) -> Ruling {
    match (auction.contract(), auction.declarer(options.declarer)) {
        (Some(contract), Some(declarer)) => Ruling::is("contract", vec!["BR-R4", "BR-O1"])
            .param("contract", &contract)
            .param("caller", &(1 + Seat::from(declarer).index())),
        _ => Ruling::is("passedOut", vec!["BR-S1"]),
    }
}

fn trick(options: &Options, placement: &Placement<'_>) -> Vec<Section> {
    let played = placement.list("trick");
    let state = State::situation(options, strain(placement.text("trumps")), played, placement.set("hand"));
    let Some(play) = &state.play else { return Vec::new() };
    let mut sections = Vec::new();
    let on_table = if played.len() == 4 { play.last_trick() } else { Some(play.trick()) };
    if let Some(trick) = on_table.filter(|trick| !trick.cards.is_empty()) {
        let best = trick.by_hand().find(|(hand, _)| *hand == play.winning_hand());
        if let Some((_, card)) = best {
            let says = if played.len() == 4 { "winsTrick" } else { "winsSoFar" };
            let ruling = Ruling::is(says, vec!["BR-R6"]).param("card", &card).with(CardSet::only(card));
            sections.push(Section::of("trick", vec![ruling]));
        }
    }
    if played.len() < 4 {
        let turn: Seat = play.turn().into();
        let judge = |card| match Bridge::validate(&state, turn, Action::Play(card)) {
            Ok(()) => Ruling::may("play", &Action::Play(card), vec!["BR-R6"]),
            Err(illegal) => Ruling::may_not("play", &Action::Play(card), &illegal),
        };
        let rulings = placement
            .set("hand")
            .iter()
            .map(|card| judge(card).param("card", &card).with(CardSet::only(card)));
        let rulings: Vec<Ruling> = rulings.collect();
        if !rulings.is_empty() {
            sections.push(Section::of("hand", rulings));
        }
    }
    sections
}

fn contract(options: &Options, placement: &Placement<'_>) -> Result<Vec<Section>, InputError> {
    let missing = |field| InputError::TooFew { field, min: 1 };
    let level =
        placement.number("level").and_then(|level| u8::try_from(level).ok()).ok_or(missing("level"))?;
    let tricks =
        placement.number("tricks").and_then(|tricks| u8::try_from(tricks).ok()).ok_or(missing("tricks"))?;
    let strain = strain(placement.text("strain"));
    let bid = Bid::new(level, strain).ok_or(missing("level"))?;
    let doubling = match placement.text("doubling") {
        "doubled" => Doubling::Doubled,
        "redoubled" => Doubling::Redoubled,
        _ => Doubling::Undoubled,
    };
    let vulnerable = match placement.text("vulnerable") {
        "declarer" => [true, false],
        "defenders" => [false, true],
        "both" => [true, true],
        _ => [false, false],
    };
    let played = Played { contract: Contract { bid, doubling }, declarer: Direction::North, tricks };
    let side = if placement.text("honorsOf") == "defenders" { Side::EastWest } else { Side::NorthSouth };
    let held =
        honors(placement.set("honors"), strain).map(|(amount, points)| Honors { side, amount, points });
    let standing = Standing::situation(options, vulnerable);
    let scored = standing.score(options, Some(played), held);
    let margin = played.margin();
    let (says, rules) = match margin {
        ..0 => ("down", vec!["BR-R13"]),
        0 => ("made", vec!["BR-R7"]),
        _ => ("madeOver", vec!["BR-R7", "BR-R9"]),
    };
    let (winner, points) =
        if margin < 0 { (Side::EastWest, margin.abs()) } else { (Side::NorthSouth, margin) };
    let (below, above) = scored.entries.points(winner);
    let ruling = Ruling::is(says, rules)
        .param("contract", &played.contract)
        .param("tricks", &points)
        .param("points", &(below + above));
    Ok(vec![Section {
        lines: count_entries(&scored.entries),
        columns: SIDES.to_vec(),
        ..Section::of("counting", vec![ruling])
    }])
}
