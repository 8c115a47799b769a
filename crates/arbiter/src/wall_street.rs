//! Wall Street: captures, and the score of funds.

use crate::Arbiter;
use crate::fishing::{self, Cited};
use crate::form::Task;
use crate::placement::{InputError, Placement};
use crate::ruling::Section;
use cards::CardSet;
use engine::Game;
use games::fishing::CaptureObligation;
use games::wall_street::{Options, State, WallStreet};

const CITED: Cited = Cited {
    capture: |_, card, taken| if CardSet::of_rank_of(card).contains_all(taken) { "WS-R8" } else { "WS-R9" },
    lay: |deal| match deal.rules.obligation {
        CaptureObligation::Card => "WS-R10",
        CaptureObligation::None | CaptureObligation::Hand => "WS-O4",
    },
    sweep: |_| "WS-R15",
    last: "WS-R15",
};

impl Arbiter for WallStreet {
    fn tasks(options: &Options) -> Vec<Task> {
        vec![fishing::play_task(), fishing::count_task(options.seats, 40)]
    }

    fn rule(options: &Options, task: &str, placement: &Placement<'_>) -> Result<Vec<Section>, InputError> {
        if task == "count" {
            let (piles, sweeps) = fishing::piles(options.seats, fishing::deck(options), placement)?;
            let state = State::captured(options, piles, sweeps);
            return Ok(vec![fishing::scoring(Self::score_breakdown(&state))]);
        }
        let state =
            State::situation(options, placement.set("table"), placement.set("hand"), placement.flag("last"));
        Ok(fishing::plays::<Self>(&state, &state.deal, |play| play, Some, &CITED, placement))
    }
}
