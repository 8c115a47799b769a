//! A deal as a search plays it.

use super::{Action, Options, Scopa, View, score, value};
use crate::fishing::value::expected;
use crate::fishing::{EndMode, Fished, Fishing, Known, PacketEnd, Play, Rules};
use cards::{BySeat, BySide, CardSet, Seat};

/// A deal without its words: no claims, and everything is counted at the end.
pub(super) type SmallState = Fishing<Scopa>;

impl Fished for Scopa {
    fn known(view: &View) -> Option<(Options, Known)> {
        let options = view.options;
        let is_plain = !options.claim_out && options.end_mode != EndMode::OrderedStop;
        is_plain.then(|| Known::new(&view.deal, &view.options)).flatten().map(|known| (options, known))
    }
    #[inline]
    fn returns(
        options: &Options,
        rules: &Rules,
        piles: &BySide<CardSet>,
        sweeps: &BySide<u8>,
    ) -> BySeat<f32> {
        score::returns(options, rules, piles, sweeps)
    }
    #[inline]
    fn value(options: &Options, next: Seat, end: &PacketEnd) -> Option<BySeat<f32>> {
        expected::<Scopa, { value::TABLES }>(options, next, end)
    }
    fn action(play: Play) -> Action {
        Action::Play(play)
    }
}
