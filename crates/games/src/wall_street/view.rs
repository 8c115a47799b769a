//! What a viewer knows, and worlds drawn from it.

use super::{Event, Options, Standing, State};
use crate::fishing;
use cards::{Rng, Viewer};
use serde::Serialize;

/// What one viewer knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// The rules.
    #[serde(skip)]
    pub options: Options,
    /// The score before this deal, and who plays in it.
    #[serde(skip)]
    pub standing: Standing,
    /// The cards.
    #[serde(flatten)]
    pub deal: fishing::View,
}

#[cfg(feature = "wire")]
cards::typescript_as!(View, fishing::View);

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
