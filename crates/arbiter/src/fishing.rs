//! What Scopa and Wall Street share: plays on a laid-out table, and the counting of what was captured.

use crate::form::{Field, Task, cards, flag, number, pointed};
use crate::placement::{InputError, Placement};
use crate::ruling::{Ruling, Section};
use cards::{BySide, Card, CardSet, Seat, Side};
use engine::{Game, Ruleset, ScoreLine};
use games::fishing::{Deal, Event, Play};

/// The rules a play rests on, which each game has under numbers of its own.
pub(crate) struct Cited {
    /// Taking cards of one's rank, a sum, or everything with an ace.
    pub(crate) capture: fn(&Deal, Card, CardSet) -> &'static str,
    /// Laying a card.
    pub(crate) lay: fn(&Deal) -> &'static str,
    /// Taking everything on the table.
    pub(crate) sweep: fn(Card) -> &'static str,
    /// Taking everything with the last card.
    pub(crate) last: &'static str,
}

/// No hand and no table of these games holds more.
const MAX_HAND: u8 = 10;
const MAX_TABLE: u8 = 40;

pub(crate) const PILES: [&str; 4] = ["pile0", "pile1", "pile2", "pile3"];
pub(crate) const SWEEPS: [&str; 4] = ["sweeps0", "sweeps1", "sweeps2", "sweeps3"];

/// What may be played.
pub(crate) fn play_task() -> Task {
    Task {
        key: "play",
        fields: vec![
            cards("table", 0, MAX_TABLE),
            cards("hand", 1, MAX_HAND),
            pointed("card", 1, &["hand"]),
            pointed("taken", MAX_TABLE, &["table"]),
            flag("last"),
        ],
    }
}

/// What each side has captured. The last side has what nobody else has, unless its pile is laid out too.
pub(crate) fn count_task(sides: u8, deck: u8) -> Task {
    let fields = (0..usize::from(sides))
        .flat_map(|side| -> [Field; 2] { [cards(PILES[side], 0, deck), number(SWEEPS[side], 0, 20)] });
    Task { key: "count", fields: fields.collect() }
}

/// The piles and sweeps of a counting.
pub(crate) fn piles(
    sides: u8,
    deck: CardSet,
    placement: &Placement<'_>,
) -> Result<(BySide<CardSet>, BySide<u8>), InputError> {
    let mut piles = BySide::new(sides, |side| placement.set(PILES[side.index()]));
    let last = Side::new(sides - 1);
    if piles[last].is_empty() {
        piles[last] = piles.iter().fold(deck, |rest, (_, pile)| rest - pile);
    }
    let mut sweeps = BySide::filled(sides, 0);
    for side in Side::all(sides) {
        let field = SWEEPS[side.index()];
        // A sweep takes two cards at least, with the one that makes it.
        let max = piles[side].len() / 2;
        let made = u8::try_from(placement.number(field).unwrap_or_default()).unwrap_or_default();
        if made > max {
            return Err(InputError::TooMany { field, max });
        }
        sweeps[side] = made;
    }
    Ok((piles, sweeps))
}

/// A counting.
pub(crate) fn counting(lines: Vec<ScoreLine>) -> Section {
    Section { about: "counting", lines, ..Section::default() }
}

/// What may be played in the situation, or whether one play may be made.
pub(crate) fn plays<G: Game>(
    state: &G::State,
    deal: &Deal,
    action: fn(Play) -> G::Action,
    play_of: fn(G::Action) -> Option<Play>,
    cited: &Cited,
    placement: &Placement<'_>,
) -> Vec<Section> {
    let seat = Seat::new(0);
    let judge = |play: Play| match G::validate(state, seat, action(play)) {
        Ok(()) => allowed(deal, play, cited),
        Err(illegal) => refused(play, &illegal),
    };
    if let Some(card) = placement.card("card") {
        let taken = placement.set("taken");
        let asked = if taken.is_empty() { Play::lay(card) } else { Play::take(card, taken) };
        return vec![Section { card: Some(card), ..Section::of("asked", vec![judge(asked)]) }];
    }
    let mut legal = Vec::new();
    G::legal_actions(state, seat, &mut legal);
    let plays: Vec<Play> = legal.into_iter().filter_map(play_of).collect();
    let of_card = |card: Card| {
        let own = plays.iter().filter(|play| play.card() == card).copied();
        let mut rulings: Vec<Ruling> = own.clone().map(judge).collect();
        if own.clone().all(|play| play.taken().is_some()) {
            rulings.push(judge(Play::lay(card)));
        }
        Section { card: Some(card), ..Section::of("card", rulings) }
    };
    deal.hands[seat].iter().map(of_card).collect()
}

fn allowed(deal: &Deal, play: Play, cited: &Cited) -> Ruling {
    let card = play.card();
    let Some(taken) = play.taken() else {
        return Ruling::may("lay", &play, vec![(cited.lay)(deal)])
            .param("card", &card)
            .with(CardSet::only(card));
    };
    let mut after = *deal;
    let mut swept = false;
    after.play(Seat::new(0), play, &mut |event| {
        swept |= matches!(event, Event::Captured { sweep: true, .. });
    });
    let mut rules = vec![(cited.capture)(deal, card, taken)];
    let everything = taken == deal.table && !taken.is_empty();
    let says = match (taken.is_empty(), swept, everything && deal.stock.is_empty()) {
        (true, ..) => "captureItself",
        (_, true, _) => {
            rules.push((cited.sweep)(card));
            "sweep"
        }
        (_, false, true) => {
            rules.push(cited.last);
            "noSweep"
        }
        _ => "capture",
    };
    let ruling = Ruling::may(says, &play, rules).param("card", &card).param("taken", &taken);
    ruling.with(CardSet::only(card)).with(taken)
}

fn refused(play: Play, illegal: &impl engine::RuleViolation) -> Ruling {
    let (says, taken) = play.taken().map_or(("lay", CardSet::EMPTY), |taken| ("capture", taken));
    let ruling = Ruling::may_not(says, &play, illegal).param("card", &play.card());
    let ruling = if taken.is_empty() { ruling } else { ruling.param("taken", &taken) };
    ruling.with(CardSet::only(play.card())).with(taken)
}

/// The deck of these rules.
pub(crate) fn deck<O: Ruleset<Card = Card>>(options: &O) -> CardSet {
    options.deck().into_iter().collect()
}
