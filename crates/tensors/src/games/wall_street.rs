//! Encoding of Wall Street.

use super::fishing;
use crate::encode::tokens_after_cards;
use crate::{Block, Columns, Encode, Tokens};
use cards::Seat;
use games::wall_street::{Action, View, WallStreet};

impl Encode for WallStreet {
    const VERSION: u32 = 1;
    const LAYOUT: &'static [Block] = fishing::LAYOUT;
    const TOKENS: &'static [&'static str] = tokens_after_cards!["x"];

    fn observe(view: &View, me: Seat, columns: &mut Columns<'_>) {
        fishing::observe(&view.deal, &view.standing.totals, me, columns);
    }

    fn say(action: Action, tokens: &mut Tokens<'_>) {
        fishing::say(action, tokens);
    }
}
