//! Speed: legal plays, late plays, blocks and stalemates.

use crate::Arbiter;
use crate::fishing::scoring;
use crate::form::{Field, Kind, Task, cards, flag, number, pointed};
use crate::placement::{InputError, Placement};
use crate::ruling::{Ruling, Section, Verdict};
use cards::{BySeat, Card, CardSet, Seat};
use engine::{Game, Ruleset};
use games::speed::{self, Action, DiscardPile, Ending, Options, Speed, Stage, State};

const ME: Seat = Seat::new(0);
const PILES: [&str; 2] = ["left", "right"];
const HANDS: [&str; 2] = ["hand0", "hand1"];
const STOCKS: [&str; 2] = ["stock0", "stock1"];
const HAND: u8 = speed::HAND as u8;
/// Maximum number of cards of a pile in a situation, to identify the target of a play.
const MAX_PILE: u8 = 8;
/// Cards per stock. (SP-R1)
const STOCK: i32 = 15;
/// Maximum number of cards outside hands.
const MAX_OTHERS: u8 = 48;

impl Arbiter for Speed {
    fn tasks(_options: &Options) -> Vec<Task> {
        let pile =
            |key| Field { key, kind: Kind::Cards { min: 1, max: MAX_PILE, within: None, ordered: true } };
        let play = vec![
            pile(PILES[0]),
            pile(PILES[1]),
            cards("hand", 1, HAND),
            pointed("card", 1, &["hand"]),
            pointed("target", 1, &PILES),
        ];
        let blocked = vec![
            cards(PILES[0], 1, 1),
            cards(PILES[1], 1, 1),
            cards(HANDS[0], 1, HAND),
            cards(HANDS[1], 1, HAND),
            cards("others", 0, MAX_OTHERS),
            flag("whole"),
            number(STOCKS[0], 0, STOCK),
            number(STOCKS[1], 0, STOCK),
        ];
        vec![Task { key: "play", fields: play }, Task { key: "blocked", fields: blocked }]
    }

    fn rule(options: &Options, task: &str, placement: &Placement<'_>) -> Result<Vec<Section>, InputError> {
        if task == "blocked" { blocked(options, placement) } else { Ok(plays(options, placement)) }
    }
}

fn plays(options: &Options, placement: &Placement<'_>) -> Vec<Section> {
    let hand = placement.set("hand");
    let state = State::one_hand(options, hand, PILES.map(|key| placement.list(key)));
    let target = placement.card("target");
    let judged = |card: Card| {
        let rulings = DiscardPile::BOTH.map(|pile| {
            let cards = placement.set(PILES[pile.index()]);
            judge(&state, card, pile, target.filter(|target| cards.contains(*target)))
        });
        Section { card: Some(card), ..Section::of("card", rulings.to_vec()) }
    };
    if let Some(card) = placement.card("card") {
        return vec![judged(card)];
    }
    // For the whole hand only legal plays are listed. The reason for an illegal one is given for a
    // single card.
    let mut sections = vec![Section::of("hand", vec![can_play(&state, ME, ["handCan", "handCannot"])])];
    sections.extend(hand.iter().map(judged).filter_map(|mut section| {
        section.rulings.retain(|ruling| ruling.verdict == Verdict::May);
        (!section.rulings.is_empty()).then_some(section)
    }));
    sections
}

fn judge(state: &State, card: Card, pile: DiscardPile, target: Option<Card>) -> Ruling {
    let action = Action::Play { card, pile, target };
    let top = state.centre[pile.index()].discards.top();
    let says = ["onLeft", "onRight"][pile.index()];
    let ruling = match Speed::validate(state, ME, action) {
        Ok(()) => {
            let same = top.is_some_and(|top| top.rank() == card.rank());
            let mut rules = vec![if same { "SP-O3" } else { "SP-R3" }];
            let late = target != top && target.is_some();
            rules.extend(late.then_some("SP-O2"));
            Ruling::may(if late { "late" } else { says }, &action, rules)
        }
        Err(illegal) => Ruling::may_not(says, &action, &illegal),
    };
    let top = top.map_or(CardSet::EMPTY, CardSet::only);
    ruling.param("card", &card).param("top", &top).with(CardSet::only(card)).with(top)
}

/// Returns the playable cards of a player, none of which must be played. (SP-S13)
fn can_play(state: &State, seat: Seat, [can, cannot]: [&'static str; 2]) -> Ruling {
    let mut legal = Vec::new();
    Speed::legal_actions(state, seat, &mut legal);
    let playable = legal.into_iter().filter_map(|action| match action {
        Action::Play { card, .. } => Some(card),
        Action::Flip => None,
    });
    let cards: CardSet = playable.collect();
    let ruling = if cards.is_empty() {
        Ruling::is(cannot, vec!["SP-R3"])
    } else {
        Ruling::is(can, vec!["SP-R3", "SP-S13"]).param("cards", &cards)
    };
    ruling.param("seat", &seat).with(cards)
}

fn blocked(options: &Options, placement: &Placement<'_>) -> Result<Vec<Section>, InputError> {
    let hands = BySeat::new(2, |seat| placement.set(HANDS[seat.index()]));
    let others = placement.set("others");
    let mut stocks = BySeat::filled(2, None);
    for (seat, hand) in hands.iter() {
        let field = STOCKS[seat.index()];
        let cards_named = placement.number(field).and_then(|cards| u8::try_from(cards).ok());
        // A hand that is not full has no stock left. (SP-S4)
        stocks[seat] = if hand.len() == HAND { cards_named } else { Some(0) };
        if hand.len() < HAND && cards_named.is_some_and(|cards| cards > 0) {
            return Err(InputError::TooMany { field, max: 0 });
        }
    }
    let state_with = |centre: CardSet| {
        let piles = PILES.map(|key| placement.list(key));
        State::situation(options, hands, piles, centre, stocks.map(|_, cards| cards.unwrap_or_default()))
    };
    let state = state_with(others);
    let tops = placement.set(PILES[0]) | placement.set(PILES[1]);
    let deck: CardSet = options.deck().into_iter().collect();
    let unseen = if placement.flag("whole") {
        CardSet::EMPTY
    } else {
        hands.iter().fold(deck - tops - others, |rest, (_, hand)| rest - hand)
    };
    let may_help = state.helpful_cards(unseen);

    // The game in which cards that were not given can still come up.
    let open = state_with(others | may_help);
    let players = Seat::all(2).map(|seat| can_play(&open, seat, ["canPlay", "cannotPlay"]));
    let mut sections = vec![Section::of("players", players.collect())];
    if matches!(open.stage, Stage::Over(Ending::Stalemate)) {
        sections.push(stalemate(&state, stocks));
        return Ok(sections);
    }
    let flip = Action::Flip;
    let mut turning = vec![match Speed::validate(&open, ME, flip) {
        Ok(()) => Ruling::may("flip", &flip, vec!["SP-R6", "SP-S5"]),
        Err(illegal) => Ruling::may_not("flip", &flip, &illegal),
    }];
    if matches!(open.stage, Stage::Blocked(_)) {
        let helps = state.helpful_cards(others);
        turning.push(if helps.is_empty() {
            Ruling::is("unless", vec!["SP-S8"]).param("ranks", &ranks(may_help)).with(may_help)
        } else {
            Ruling::is("helps", vec!["SP-S8"]).param("cards", &helps).with(helps)
        });
    }
    sections.push(Section::of("turning", turning));
    Ok(sections)
}

/// Returns the ranks of these cards, each once.
fn ranks(cards: CardSet) -> String {
    let mut ranks: Vec<String> = cards.iter().map(|card| card.rank().letter().to_string()).collect();
    ranks.dedup();
    ranks.join(" ")
}

/// Returns the result of a stalemate: fewer cards left win, if the numbers are known. (SP-S8)
fn stalemate(state: &State, stocks: BySeat<Option<u8>>) -> Section {
    let over = Ruling::is("stalemate", vec!["SP-S8"]);
    if stocks.as_slice().iter().any(Option::is_none) {
        return Section::of("turning", vec![over, Ruling::is("fewerWins", vec!["SP-S8"])]);
    }
    let lines = Speed::score_breakdown(state);
    let winner = lines.iter().flat_map(|line| line.points.iter()).find(|(_, points)| *points > 0);
    let rulings = vec![
        over,
        match winner {
            Some((side, _)) => Ruling::is("wins", vec!["SP-S8"]).param("seat", &side),
            None => Ruling::is("nobodyWins", vec!["SP-S8"]),
        },
    ];
    Section { about: "turning", rulings, ..scoring(lines) }
}
