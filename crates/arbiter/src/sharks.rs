//! Sharks of Wall Street: sufficient bids, playable Tools and their targets, the effect of
//! reactions, and the winner.

use crate::Arbiter;
use crate::fishing::scoring;
use crate::form::{Field, Kind, Task, choice, flag};
use crate::placement::{InputError, Placement};
use crate::ruling::{Ruling, Section};
use cards::{BySeat, Seat, SeatSet};
use engine::{CardInfo, Game, Settlement};
use games::sharks::sets::Kind as Manner;
use games::sharks::situation::{Answered, Table};
use games::sharks::{
    Action, Capital, Card, Choice, MAX_SHARES, Options, Play, ROW, Share, Sharks, Stage, State, Target,
    TieBreak,
};

const ME: Seat = Seat::new(0);
const PORTFOLIOS: [&str; 6] =
    ["portfolio0", "portfolio1", "portfolio2", "portfolio3", "portfolio4", "portfolio5"];
const CAPITAL: [&str; 6] = ["capital0", "capital1", "capital2", "capital3", "capital4", "capital5"];
/// Times at which a Tool could be played.
const MOMENTS: [&str; 3] = ["toolPhase", "auction", "window"];
/// Id of a face-down Investment, whose kind does not matter.
const DOWN: &str = "down";
/// Maximum number of Capital cards in a situation.
const MAX_CAPITAL: u8 = 60;
/// Maximum number of Investments in a portfolio. (SH-S5)
const MAX_PORTFOLIO: u8 = 6;
/// Maximum number of Tools in a situation.
const MAX_TOOLS: u8 = 8;
/// Maximum number of rulings on one Tool.
const MAX_WAYS: usize = 12;

/// Returns the cards of one of the three decks.
fn deck(options: &Options, part: &str) -> Vec<CardInfo> {
    options.set.info().cards.into_iter().filter(|card| card.part == part).collect()
}

const fn placement(key: &'static str, of: Vec<CardInfo>, min: u8, max: u8) -> Field {
    Field { key, kind: Kind::SetCards { of, min, max, within: None } }
}

impl Arbiter for Sharks {
    fn tasks(options: &Options) -> Vec<Task> {
        let seats = usize::from(options.seats);
        let capital = |key| placement(key, deck(options, "capital"), 0, MAX_CAPITAL);
        let face_up = deck(options, "investment");
        // Investments on the table can be face down.
        let face_down = CardInfo {
            id: DOWN.to_owned(),
            part: "investment",
            copies: MAX_SHARES as u8,
            names: Default::default(),
            value: None,
            cost: None,
            kind: None,
            effects: Vec::new(),
        };
        let on_table: Vec<CardInfo> = std::iter::once(face_down).chain(face_up.iter().cloned()).collect();
        let (reactions, tools): (Vec<CardInfo>, Vec<CardInfo>) =
            deck(options, "tool").into_iter().partition(|card| card.kind == Some(Manner::Reaction.key()));
        let all_tools: Vec<CardInfo> = reactions.iter().chain(&tools).cloned().collect();
        let max_answers = reactions.iter().map(|card| card.copies).sum::<u8>().min(MAX_TOOLS);

        let bid = vec![
            capital("hand"),
            capital("lying"),
            capital("highest"),
            Field {
                key: "bid",
                kind: Kind::SetCards {
                    of: Vec::new(),
                    min: 0,
                    max: MAX_CAPITAL,
                    within: Some(&["hand", "lying"]),
                },
            },
        ];
        let others = |key| Field { key, kind: Kind::Seats { first: 1, seats: options.seats, row: None } };
        let mut tool = vec![
            choice("moment", &MOMENTS),
            placement("tools", all_tools.clone(), 1, MAX_TOOLS),
            capital("hand"),
        ];
        let before = PORTFOLIOS[..seats].iter().map(|key| placement(key, on_table.clone(), 0, MAX_PORTFOLIO));
        tool.extend(before);
        tool.extend([
            placement("row", on_table.clone(), 0, ROW as u8),
            others("withoutCapital"),
            others("withoutTools"),
            flag("toolsGone"),
        ]);
        let answer = vec![
            placement("played", tools, 1, 1),
            Field {
                key: "answers",
                kind: Kind::Seats { first: 0, seats: options.seats, row: Some(max_answers) },
            },
            placement("answer", all_tools, 0, 1),
        ];
        let end = (0..seats).flat_map(|seat| {
            [placement(PORTFOLIOS[seat], face_up.clone(), 0, MAX_PORTFOLIO), capital(CAPITAL[seat])]
        });
        vec![
            Task { key: "bid", fields: bid },
            Task { key: "tool", fields: tool },
            Task { key: "answer", fields: answer },
            Task { key: "end", fields: end.collect() },
        ]
    }

    fn rule(options: &Options, task: &str, placement: &Placement<'_>) -> Result<Vec<Section>, InputError> {
        match task {
            "bid" => Ok(vec![bid(options, placement)]),
            "tool" => tool(options, placement),
            "answer" => answer(options, placement),
            _ => end(options, placement),
        }
    }
}

/// Returns the number of a card from its id.
fn number(id: &str) -> Option<u8> {
    match id.parse().ok()? {
        Card::Capital(number) | Card::Investment(number) | Card::Tool(number) => Some(number),
    }
}

fn capital(placement: &Placement<'_>, key: &str) -> Capital {
    placement.kinds(key).iter().filter_map(|id| number(id)).collect()
}

fn bid(options: &Options, placement: &Placement<'_>) -> Section {
    let (hand, own, highest) =
        (capital(placement, "hand"), capital(placement, "lying"), capital(placement, "highest"));
    let state = State::bidding(options, hand, own, highest);
    let judge = |says: &'static str, cards: Capital| {
        let action = Action::Bid(cards);
        let ruling = match Sharks::validate(&state, ME, action) {
            Ok(()) => Ruling::may(says, &action, vec!["SH-R9", "SH-R10"]),
            Err(illegal) => Ruling::may_not("bid", &action, &illegal),
        };
        ruling.param("bid", &cards).param("total", &cards.total()).param("highest", &highest.total())
    };
    let asked = capital(placement, "bid");
    if !asked.is_empty() {
        return Section::of("bid", vec![judge("bid", asked)]);
    }
    let mut legal = Vec::new();
    Sharks::legal_actions(&state, ME, &mut legal);
    let bids = legal.iter().filter_map(|action| match action {
        Action::Bid(cards) => Some(*cards),
        _ => None,
    });
    let all = hand.plus(own);
    let ruling = match bids.min_by_key(Capital::total) {
        Some(cards) => judge("lowestTotal", cards),
        None if all.is_empty() => Ruling::is("noCapital", vec!["SH-S14"]),
        // Even all the Capital is insufficient.
        None => judge("onlyAll", all),
    };
    Section::of("bid", vec![ruling])
}

/// Returns the Investments of a field. `None` is face down.
fn investments(placement: &Placement<'_>, key: &str) -> Vec<Option<u8>> {
    placement.kinds(key).iter().map(|id| number(id)).collect()
}

/// Returns all portfolios. Together with `row` they may not exceed the Investments in play.
fn portfolios(
    options: &Options,
    placement: &Placement<'_>,
    row: usize,
) -> Result<Vec<Vec<Option<u8>>>, InputError> {
    let keys = &PORTFOLIOS[..usize::from(options.seats)];
    let portfolios: Vec<Vec<Option<u8>>> = keys.iter().map(|key| investments(placement, key)).collect();
    let there = row + portfolios.iter().map(Vec::len).sum::<usize>();
    let last = keys.iter().zip(&portfolios).rev().find(|(_, portfolio)| !portfolio.is_empty());
    match last {
        Some((field, _)) if there > MAX_SHARES => Err(InputError::TooMany { field, max: MAX_SHARES as u8 }),
        _ => Ok(portfolios),
    }
}

fn tool(options: &Options, placement: &Placement<'_>) -> Result<Vec<Section>, InputError> {
    let seats = |key| placement.seats(key).iter().copied().collect::<SeatSet>();
    let row = investments(placement, "row");
    let table = Table {
        hand: capital(placement, "hand"),
        tools: placement.kinds("tools").iter().filter_map(|id| number(id)).collect(),
        portfolios: portfolios(options, placement, row.len())?,
        row,
        without_capital: seats("withoutCapital"),
        without_tools: seats("withoutTools"),
        tools_gone: placement.flag("toolsGone"),
    };
    let state = match placement.text("moment") {
        "auction" => State { stage: Stage::Bid(ME), ..State::tool_phase(options, &table) },
        "window" => State::window(options, table.tools),
        _ => State::tool_phase(options, &table),
    };
    let mut legal = Vec::new();
    if state.stage == Stage::Tool(ME) {
        Sharks::legal_actions(&state, ME, &mut legal);
    }
    let section = |(number, _): (u8, u8)| {
        let plays: Vec<Play> = legal
            .iter()
            .filter_map(|action| match action {
                Action::Tool(play) if play.tool == number => Some(*play),
                _ => None,
            })
            .collect();
        let mut rulings: Vec<Ruling> =
            plays.iter().take(MAX_WAYS).map(|play| allowed(&state, play)).collect();
        if plays.len() > MAX_WAYS {
            let more = plays.len() - MAX_WAYS;
            rulings.push(Ruling::is("more", vec!["SH-R16"]).param("count", &more));
        }
        if plays.is_empty() {
            rulings.push(unplayable(&state, number));
        }
        let cost = options.set.tool(number).map_or(0, |tool| tool.cost);
        if !plays.is_empty() && cost > 0 {
            let says = if cost == 1 { "costsOne" } else { "costs" };
            rulings.push(Ruling::is(says, vec!["SH-R17"]).param("cost", &cost));
        }
        Section { kind: Some(Card::Tool(number).to_string()), ..Section::of("tool", rulings) }
    };
    Ok(table.tools.kinds().map(section).collect())
}

/// Returns a ruling that allows a play, with its effect and targets.
fn allowed(state: &State, play: &Play) -> Ruling {
    let mut rules = vec!["SH-R16"];
    rules.extend(state.options.set.tool(play.tool).and_then(|tool| match tool.kind {
        Manner::TwoPart => Some("SH-R18"),
        Manner::ChooseOne => Some("SH-R19"),
        Manner::Single | Manner::Reaction => None,
    }));
    let targets: Vec<String> = play.targets().map(|target| target_text(state, target)).collect();
    let says = match (play.choice, targets.is_empty()) {
        (None, true) => "tool",
        (None, false) => "toolOn",
        (Some(_), true) => "toolFor",
        (Some(_), false) => "toolForOn",
    };
    let ruling = Ruling::may(says, &Action::Tool(*play), rules).param("targets", &targets.join(" "));
    match play.choice {
        // Index of the chosen effect, from 0.
        Some(choice) => ruling
            .param("effect", &format!("{}:{}", Card::Tool(play.tool), u8::from(choice == Choice::Second))),
        None => ruling,
    }
}

/// Returns a target with the Investment there: `1.2:I05`, `row.3:down`, `seat.2`.
fn target_text(state: &State, target: Target) -> String {
    let share = match target {
        Target::Own(index) => state.portfolio(ME).nth(usize::from(index) - 1),
        Target::Portfolio(seat, index) => state.portfolio(seat).nth(usize::from(index) - 1),
        Target::Row(index) => state.row[usize::from(index) - 1],
        Target::Player(_) | Target::None => return target.to_string(),
    };
    match share {
        Some(Share { investment, up: true, .. }) => format!("{target}:{}", Card::Investment(investment)),
        _ => format!("{target}:{DOWN}"),
    }
}

/// Returns the reason why a Tool cannot be played, from an attempt without targets.
fn unplayable(state: &State, tool: u8) -> Ruling {
    if matches!(state.stage, Stage::Window(_)) {
        let action = Action::React(tool);
        return match Sharks::validate(state, ME, action) {
            Ok(()) => Ruling::may("mayAnswer", &action, vec!["SH-R20", "SH-S11"]),
            Err(illegal) => Ruling::may_not("answer", &action, &illegal),
        };
    }
    let known = state.options.set.tool(tool);
    let choice = known.filter(|known| known.kind == Manner::ChooseOne).map(|_| Choice::First);
    let pay = state.hands[ME].lowest(known.map_or(0, |known| known.cost));
    let play = Play { tool, choice, targets: [Target::None; 4], pay };
    match Sharks::validate(state, ME, Action::Tool(play)) {
        Ok(()) => Ruling::may("tool", &Action::Tool(play), vec!["SH-R16"]),
        Err(illegal) => Ruling::may_not("tool", &Action::Tool(play), &illegal),
    }
}

fn answer(options: &Options, placement: &Placement<'_>) -> Result<Vec<Section>, InputError> {
    let id = |key| placement.kinds(key).first().and_then(|id| number(id));
    let reactions =
        || options.set.copies().kinds().map(|(tool, _)| tool).filter(|tool| is_reaction(options, *tool));
    let (Some(played), reaction) = (id("played"), reactions().next()) else {
        return Err(InputError::TooFew { field: "played", min: 1 });
    };
    let seats = placement.seats("answers");
    let impossible = |index: usize| InputError::Answer { number: index + 1 };
    let Answered { asked, cancelled } =
        State::answers(options, played, reaction.unwrap_or_default(), seats).map_err(impossible)?;

    let says = match (cancelled, seats.len()) {
        (true, _) => "cancelled",
        (false, 0) => "standsAlone",
        (false, _) => "stands",
    };
    let rules = if cancelled { vec!["SH-S11", "SH-S12"] } else { vec!["SH-S11"] };
    let mut stands = Section::of("stands", vec![Ruling::is(says, rules)]);
    stands.rulings.extend(seats.iter().skip(1).enumerate().map(|(index, seat)| {
        Ruling::is("against", vec!["SH-S11"]).param("seat", seat).param("other", &seats[index])
    }));
    if asked.is_empty() {
        let rule = if options.set.has_reactions() { "SH-O7" } else { "SH-R20" };
        stands.rulings.push(Ruling::is("noMoreAnswers", vec![rule]));
        return Ok(vec![stands]);
    }
    let asked_seats = asked.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(" ");
    let asked_tools = id("answer").map_or_else(|| reactions().collect(), |tool| vec![tool]);
    let judge = |tool: u8| {
        let action = Action::React(tool);
        let window = State::window(options, [tool].into_iter().collect());
        let ruling = match Sharks::validate(&window, ME, action) {
            Ok(()) => {
                Ruling::may("answers", &action, vec!["SH-R20", "SH-S11"]).param("players", &asked_seats)
            }
            Err(illegal) => Ruling::may_not("answers", &action, &illegal),
        };
        ruling.param("tool", &Card::Tool(tool))
    };
    Ok(vec![stands, Section::of("mayAnswer", asked_tools.into_iter().map(judge).collect())])
}

fn is_reaction(options: &Options, tool: u8) -> bool {
    options.set.tool(tool).is_some_and(|tool| tool.kind == Manner::Reaction)
}

fn end(options: &Options, placement: &Placement<'_>) -> Result<Vec<Section>, InputError> {
    let portfolios = portfolios(options, placement, 0)?;
    let hands = BySeat::new(options.seats, |seat| capital(placement, CAPITAL[seat.index()]));
    let state = State::ended(options, &portfolios, hands);
    let detail = Sharks::detail(&state);
    let best = detail.value.as_slice().iter().max();
    let tied = detail.value.as_slice().iter().filter(|value| Some(*value) == best).count() > 1;
    let mut rulings = Vec::new();
    if let Settlement::MatchOver(_, winners) = Sharks::settle(&state) {
        let (says, rules) = match (tied, options.tie_break) {
            (false, _) => ("wins", vec!["SH-R3", "SH-R25"]),
            (true, TieBreak::CapitalThenFewer) if winners.len() == 1 => ("winsTie", vec!["SH-S13", "SH-O9"]),
            (true, TieBreak::CapitalThenFewer) => ("shares", vec!["SH-S13", "SH-O9"]),
            (true, TieBreak::Shared) => ("shares", vec!["SH-O9"]),
        };
        rulings.extend(winners.iter().map(|seat| Ruling::is(says, rules.clone()).param("seat", &seat)));
    }
    Ok(vec![Section { rulings, ..scoring(Sharks::score_breakdown(&state)) }])
}
