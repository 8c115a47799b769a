//! Scopa: captures, and the score of piles.

use crate::Arbiter;
use crate::fishing::{self, Cited};
use crate::form::{Task, cards};
use crate::placement::{InputError, Placement};
use crate::ruling::{Ruling, Section};
use cards::{BySide, Card, CardSet, Rank};
use engine::Game;
use games::fishing::{CaptureObligation, Deal, Sums};
use games::scopa::{Action, Options, Scopa, State};

const CITED: Cited = Cited {
    capture,
    lay: |deal| match deal.rules.obligation {
        CaptureObligation::Card => "SC-R8",
        CaptureObligation::None | CaptureObligation::Hand => "SC-O4",
    },
    sweep: |card| if card.rank() == Rank::Ace { "SC-V3" } else { "SC-R9" },
    last: "SC-O6",
};

fn capture(deal: &Deal, card: Card, taken: CardSet) -> &'static str {
    let matching = &deal.rules.matching;
    let same_rank = CardSet::of_rank_of(card).contains_all(taken);
    match matching.sums {
        _ if card.rank() == Rank::Ace && matching.ace.is_some() => "SC-V3",
        Sums::Fifteen => "SC-V7",
        _ if same_rank && matching.all_of_rank => "SC-O3",
        _ if same_rank => "SC-R6",
        Sums::TableSum => "SC-R7",
        Sums::HandPlusTable | Sums::Both => "SC-O1",
    }
}

/// Maximum number of cards in a pile.
const DECK: u8 = 40;

impl Arbiter for Scopa {
    fn tasks(options: &Options) -> Vec<Task> {
        vec![
            fishing::play_task(),
            fishing::count_task(options.sides(), DECK),
            Task { key: "primiera", fields: vec![cards("pile0", 1, DECK)] },
        ]
    }

    fn rule(options: &Options, task: &str, placement: &Placement<'_>) -> Result<Vec<Section>, InputError> {
        let sides = options.sides();
        let deck = fishing::deck(options);
        match task {
            "play" => {
                let state = State::situation(
                    options,
                    placement.set("table"),
                    placement.set("hand"),
                    placement.flag("last"),
                );
                let play_of = |action| match action {
                    Action::Play(play) => Some(play),
                    Action::Claim => None,
                };
                Ok(fishing::plays::<Self>(&state, &state.deal, Action::Play, play_of, &CITED, placement))
            }
            "count" => {
                let (piles, sweeps) = fishing::piles(sides, deck, placement)?;
                let state = State::captured(options, piles, sweeps);
                Ok(vec![fishing::scoring(Self::score_breakdown(&state))])
            }
            _ => Ok(vec![primiera(options, placement.set("pile0"), sides)]),
        }
    }
}

/// Returns the primiera of one pile, independent of the others. (SC-R12)
fn primiera(options: &Options, pile: CardSet, sides: u8) -> Section {
    // The settanta option would replace the primiera.
    let options = Options { settanta: false, ..*options };
    let mut piles = BySide::filled(sides, CardSet::EMPTY);
    piles[cards::Side::new(0)] = pile;
    let lines = Scopa::score_breakdown(&State::captured(&options, piles, BySide::filled(sides, 0)));
    let line = lines.into_iter().find(|line| line.category == "primiera");
    let amount = line.as_ref().and_then(|line| line.amounts[cards::Side::new(0)]);
    let names =
        line.and_then(|line| line.cards).and_then(|cards| cards.into_iter().next()).unwrap_or_default();
    let best: CardSet = names.iter().filter_map(|name| name.parse::<Card>().ok()).collect();
    let ruling = match amount {
        Some(amount) => Ruling::is("primiera", vec!["SC-R12"]).param("points", &amount),
        None => Ruling::is("noPrimiera", vec!["SC-O5", "SC-R12"]),
    };
    Section::of("worth", vec![ruling.with(best)])
}
