//! Views of Scopa and their determinizations.

use super::{Claim, Event, Options, Scopa, Standing, State};
use crate::{FromWire, fishing};
use cards::{BySeat, Rng, Seat, Viewer};
use serde::Serialize;

/// Knowledge of one viewer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// Rules of the match.
    #[serde(skip)]
    pub options: Options,
    /// The score before this deal.
    #[serde(skip)]
    pub standing: Standing,
    /// Cards of the deal, as the viewer sees them.
    #[serde(flatten)]
    pub deal: fishing::View,
    /// The claim that ended the deal, if any.
    #[serde(skip)]
    pub claim: Option<Claim>,
}

#[cfg(feature = "wire")]
cards::typescript_as!(View, fishing::View);

impl FromWire for Scopa {
    type WireView = fishing::WireView;

    fn view_of(
        wire: &fishing::WireView,
        options: &Options,
        dealer: Seat,
        totals: BySeat<i32>,
    ) -> Option<View> {
        let deal = fishing::View::from_wire(wire, options.fishing())?;
        let standing = Standing { dealer, totals };
        // A claim ends the deal, so there is none during a deal.
        (totals.seats() == options.seats).then_some(View { options: *options, standing, deal, claim: None })
    }
}

impl View {
    pub(super) fn new(state: &State, viewer: Viewer) -> Self {
        let State { options, standing, deal, claim } = state;
        Self { options: *options, standing: *standing, deal: fishing::View::new(deal, viewer), claim: *claim }
    }

    pub(super) fn determinize(&self, rng: &mut Rng) -> State {
        let Self { options, standing, deal, claim } = self;
        State { options: *options, standing: *standing, deal: deal.determinize(rng), claim: *claim }
    }
}

pub(super) fn redact(event: Event, viewer: Viewer) -> Event {
    match event {
        Event::Deal(event) => Event::Deal(fishing::redact(event, viewer)),
        Event::Claim(_) => event,
    }
}
