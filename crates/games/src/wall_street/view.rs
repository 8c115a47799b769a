//! Views of Wall Street and their determinizations.

use super::{Event, Options, Standing, State, WallStreet};
use crate::{FromWire, fishing};
use cards::{BySeat, Rng, Seat, Viewer};
use serde::Serialize;

/// Knowledge of one viewer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// Rules of the match.
    #[serde(skip)]
    pub options: Options,
    /// The score before this deal, and the seats that play in it.
    #[serde(skip)]
    pub standing: Standing,
    /// Cards of the deal, as the viewer sees them.
    #[serde(flatten)]
    pub deal: fishing::View,
}

#[cfg(feature = "wire")]
cards::typescript_as!(View, fishing::View);

impl FromWire for WallStreet {
    type WireView = fishing::WireView;

    fn view_of(
        wire: &fishing::WireView,
        options: &Options,
        dealer: Seat,
        totals: BySeat<i32>,
    ) -> Option<View> {
        let deal = fishing::View::from_wire(wire, options.fishing())?;
        let standing = Standing { dealer, playing: deal.playing, totals };
        (totals.seats() == options.seats).then_some(View { options: *options, standing, deal })
    }
}

impl View {
    pub(super) fn new(state: &State, viewer: Viewer) -> Self {
        let State { options, standing, deal } = state;
        Self { options: *options, standing: *standing, deal: fishing::View::new(deal, viewer) }
    }

    pub(super) fn determinize(&self, rng: &mut Rng) -> State {
        let Self { options, standing, deal } = self;
        State { options: *options, standing: *standing, deal: deal.determinize(rng) }
    }
}

pub(super) fn redact(event: Event, viewer: Viewer) -> Event {
    fishing::redact(event, viewer)
}
