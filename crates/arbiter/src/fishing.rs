//! Tasks shared by Scopa and Wall Street: plays on a given table, and the score of captured piles.

use crate::form::{Field, Task, cards, flag, number, pointed};
use crate::placement::{InputError, Placement};
use crate::ruling::{Ruling, Section};
use cards::{BySide, Card, CardSet, Seat, Side};
use engine::{Game, Ruleset, ScoreLine};
use games::fishing::{Deal, Event, Play};

/// Rule ids cited for a play, which differ by game.
pub(crate) struct Cited {
    /// Rule id for a capture of equal cards, of a sum, or of everything with an ace.
    pub(crate) capture: fn(&Deal, Card, CardSet) -> &'static str,
    /// Rule id for laying a card.
    pub(crate) lay: fn(&Deal) -> &'static str,
    /// Rule id for a capture of all table cards.
    pub(crate) sweep: fn(Card) -> &'static str,
    /// Rule id for a capture of all table cards with the last card.
    pub(crate) last: &'static str,
}

/// Maximum number of cards in a hand and on the table.
const MAX_HAND: u8 = 10;
const MAX_TABLE: u8 = 40;

pub(crate) const PILES: [&str; 4] = ["pile0", "pile1", "pile2", "pile3"];
pub(crate) const SWEEPS: [&str; 4] = ["sweeps0", "sweeps1", "sweeps2", "sweeps3"];

/// Returns the task of legal plays.
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

/// Returns the task of scoring captured piles. The last side gets the remaining cards unless its
/// pile is given.
pub(crate) fn count_task(sides: u8, deck: u8) -> Task {
    let fields = (0..usize::from(sides))
        .flat_map(|side| -> [Field; 2] { [cards(PILES[side], 0, deck), number(SWEEPS[side], 0, 20)] });
    Task { key: "count", fields: fields.collect() }
}

/// Returns the piles and sweeps of a scoring task.
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
        // A sweep has at least two cards, including the capturing one.
        let max = piles[side].len() / 2;
        let made = u8::try_from(placement.number(field).unwrap_or_default()).unwrap_or_default();
        if made > max {
            return Err(InputError::TooMany { field, max });
        }
        sweeps[side] = made;
    }
    Ok((piles, sweeps))
}

/// Returns a section with score lines.
pub(crate) fn scoring(lines: Vec<ScoreLine>) -> Section {
    Section { about: "counting", lines, ..Section::default() }
}

/// Returns the rulings on all plays in the situation, or on the play in question.
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

/// Returns the deck of these rules.
pub(crate) fn deck<O: Ruleset<Card = Card>>(options: &O) -> CardSet {
    options.deck().into_iter().collect()
}
