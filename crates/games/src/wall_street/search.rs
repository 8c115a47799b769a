//! A deal as a search plays it.

use super::{Action, Options, View, WallStreet, score, value};
use crate::fishing::value::expected;
use crate::fishing::{EndMode, Fished, Fishing, Known, PacketEnd, Play, Rules};
use cards::{BySeat, BySide, CardSet, Seat};

/// A deal without its words: everything is counted at the end.
pub(super) type SmallState = Fishing<WallStreet>;

impl Fished for WallStreet {
    fn known(view: &View) -> Option<(Options, Known)> {
        let everything_counts = view.options.end_mode != EndMode::OrderedStop;
        let known = everything_counts.then(|| Known::new(&view.deal, &view.options)).flatten();
        known.map(|known| (view.options, known))
    }
    #[inline]
    fn returns(
        _options: &Options,
        rules: &Rules,
        piles: &BySide<CardSet>,
        takeovers: &BySide<u8>,
    ) -> BySeat<f32> {
        score::returns(rules, piles, takeovers)
    }
    #[inline]
    fn value(options: &Options, next: Seat, end: &PacketEnd) -> Option<BySeat<f32>> {
        expected::<WallStreet, { value::TABLES }>(options, next, end)
    }
    fn action(play: Play) -> Action {
        play
    }
}
