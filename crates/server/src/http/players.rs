//! Routes of players' profiles, which everybody can read.

use super::app::AppState;
use super::request::people;
use super::response::{Answer, json, write};
use crate::request_error::RequestError;
use ::table::TableId;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use protocol::{FamilyRating, PlayerMatch, Profile};
use serde::Deserialize;
use std::sync::Arc;
use store::{Account, Before, PlayedMatch, StoredRating, unix_time};

/// Number of matches of a profile, and of each further request.
const SHOWN: u32 = 20;

/// Number of matches from which the share of finished ones is shown.
const ENOUGH: usize = 5;

/// Percentage of finished matches from which it is not shown.
const RELIABLE: usize = 90;

pub(super) async fn look(
    State(app): State<Arc<AppState>>,
    name: Result<Path<String>, PathRejection>,
) -> Answer {
    let account = account(&app, name).await?;
    let store = &app.registry.store;
    let played = store.played(account.id, Before::all(), SHOWN).await?;
    let profile = Profile {
        ratings: shown_ratings(&store.ratings(account.id).await?),
        finished: share_finished(&played),
        matches: played.into_iter().map(shown_match).collect(),
        name: account.name,
        since: account.made,
    };
    Ok(json(write(&profile)))
}

#[derive(Deserialize)]
pub(super) struct From {
    /// Time and id of the last match that the client has.
    before: Option<String>,
}

pub(super) async fn matches(
    State(app): State<Arc<AppState>>,
    name: Result<Path<String>, PathRejection>,
    from: Result<Query<From>, QueryRejection>,
) -> Answer {
    let unreadable = || {
        RequestError::Unreadable(
            "“before” must be the end and the id of a match, such as 1764000000.ID".into(),
        )
    };
    let Query(from) = from.map_err(|_| unreadable())?;
    let before = match from.before {
        None => Before::all(),
        Some(before) => {
            let (finished, id) = before.split_once('.').ok_or_else(unreadable)?;
            let id: TableId = id.parse().map_err(|_| unreadable())?;
            let finished = finished.parse::<u32>().map_err(|_| unreadable())?.into();
            Before { finished, id: id.to_string() }
        }
    };
    let account = account(&app, name).await?;
    let played = app.registry.store.played(account.id, before, SHOWN).await?;
    Ok(json(write(&played.into_iter().map(shown_match).collect::<Vec<_>>())))
}

/// Returns the account with a name, or with one that looks like it.
async fn account(app: &AppState, name: Result<Path<String>, PathRejection>) -> Result<Account, RequestError> {
    let people = people(app)?;
    let Path(name) = name.map_err(|_| RequestError::NoPlayer)?;
    people.named(&name).await
}

/// Returns ratings as players see them, at this time.
pub(super) fn shown_ratings(ratings: &[(String, StoredRating)]) -> Vec<FamilyRating> {
    let now = unix_time();
    let shown = |(family, stored): &(String, StoredRating)| {
        let rating = stored.now(now);
        FamilyRating {
            family: family.clone(),
            rating: rating.rounded(),
            provisional: rating.is_provisional(),
            matches: stored.matches,
        }
    };
    ratings.iter().map(shown).collect()
}

/// Returns the percentage of finished matches, if it is low.
fn share_finished(played: &[PlayedMatch]) -> Option<u8> {
    let finished = played.iter().filter(|one| one.is_finished()).count();
    let is_low = played.len() >= ENOUGH && finished * 100 < played.len() * RELIABLE;
    is_low.then(|| u8::try_from(finished * 100 / played.len()).unwrap_or_default())
}

/// Returns a match as everybody may see it: matches of the lobby are public when they are over.
pub(super) fn shown_match(played: PlayedMatch) -> PlayerMatch {
    let PlayedMatch { id, family, finished, place, outcome, change, has_record, others, .. } = played;
    let [partners, opponents] = others;
    PlayerMatch {
        id,
        replay: has_record,
        family,
        finished,
        place,
        outcome,
        rating: change.map(|change| change.rating),
        change: change.map(|change| change.change),
        partners,
        opponents,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_of_finished_matches_is_shown_if_it_is_low() {
        let played = |outcome: &str| PlayedMatch {
            id: String::new(),
            family: String::new(),
            finished: 0,
            place: 1,
            outcome: outcome.to_owned(),
            weight: 0.0,
            change: None,
            has_record: false,
            others: Default::default(),
        };
        let share = |finished: usize, left: usize| {
            let all = std::iter::repeat_n("played", finished).chain(std::iter::repeat_n("left", left));
            share_finished(&all.map(played).collect::<Vec<_>>())
        };
        assert_eq!([share(1, 3), share(0, 0), share(5, 0), share(18, 2)], [None; 4]);
        assert_eq!([share(4, 1), share(17, 3), share(0, 20)], [Some(80), Some(85), Some(0)]);
    }
}
