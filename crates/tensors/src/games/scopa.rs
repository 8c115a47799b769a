//! Encoding of Scopa's observations and actions.

use super::fishing;
use crate::encode::tokens_after_cards;
use crate::{Block, Columns, Encode, Tokens};
use cards::Seat;
use games::scopa::{Action, Scopa, View};

const CLAIM: u8 = 53;

impl Encode for Scopa {
    const VERSION: u32 = 1;
    const LAYOUT: &'static [Block] = fishing::LAYOUT;
    const TOKENS: &'static [&'static str] = tokens_after_cards!["x", "claim"];

    fn observe(view: &View, me: Seat, columns: &mut Columns<'_>) {
        fishing::observe(&view.deal, &view.standing.totals, me, columns);
    }

    fn say(action: Action, tokens: &mut Tokens<'_>) {
        match action {
            Action::Play(play) => fishing::say(play, tokens),
            Action::Claim => tokens.token(CLAIM),
        }
    }

    fn is_claim(action: Action) -> bool {
        action == Action::Claim
    }
}
