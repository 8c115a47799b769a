//! Search state of Scopa.

use super::{Action, Options, Scopa, View, score, value};
use crate::fishing::value::expected;
use crate::fishing::{EndMode, Fishing, FishingGame, InformationSet, PacketEnd, Play, Rules};
use cards::{BySeat, BySide, CardSet, Seat};

/// Compact state without claims and with all points scored at the end.
pub(super) type SmallState = Fishing<Scopa>;

impl FishingGame for Scopa {
    fn information_set(view: &View) -> Option<(Options, InformationSet)> {
        let options = view.options;
        let is_plain = !options.claim_out && options.end_mode != EndMode::OrderedStop;
        is_plain.then(|| InformationSet::new(&view.deal, &view.options)).flatten().map(|info| (options, info))
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
