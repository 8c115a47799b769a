//! Search state of Wall Street.

use super::{Action, Options, View, WallStreet, score, value};
use crate::fishing::value::expected;
use crate::fishing::{EndMode, Fishing, FishingGame, InformationSet, PacketEnd, Play, Rules};
use cards::{BySeat, BySide, CardSet, Seat};

/// Compact state with all points scored at the end.
pub(super) type SmallState = Fishing<WallStreet>;

impl FishingGame for WallStreet {
    fn information_set(view: &View) -> Option<(Options, InformationSet)> {
        let everything_counts = view.options.end_mode != EndMode::OrderedStop;
        let info = everything_counts.then(|| InformationSet::new(&view.deal, &view.options)).flatten();
        info.map(|info| (view.options, info))
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
