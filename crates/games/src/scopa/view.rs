//! What a viewer knows, and worlds drawn from it.

use super::{Claim, Event, Options, Standing, State};
use crate::fishing;
use cards::{Rng, Viewer};
use serde::Serialize;

/// What one viewer knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// The rules.
    #[serde(skip)]
    pub options: Options,
    /// The score before this deal.
    #[serde(skip)]
    pub standing: Standing,
    /// The cards.
    #[serde(flatten)]
    pub deal: fishing::View,
    /// Whether somebody ended the deal by claiming to have reached the target.
    #[serde(skip)]
    pub claim: Option<Claim>,
}

#[cfg(feature = "wire")]
cards::typescript_as!(View, fishing::View);

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
