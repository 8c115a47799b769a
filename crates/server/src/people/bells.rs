//! Bells: players with an account who want to hear when another player looks for players of a game.

use super::{People, Player};
use crate::request_error::RequestError;
use ::people::RulingKind;
use ::table::GuestId;
use catalog::POOLS;
use std::collections::BTreeSet;
use store::{BellChange, Bells, unix_time};

/// Hours of the player's day in which no bell rings: from 22 to 8.
const QUIET_FROM: u64 = 22;
const QUIET_UNTIL: u64 = 8;

/// Greatest offset of a clock from UTC, in minutes. Places reach from 12 hours behind to 14 ahead.
const FARTHEST: i32 = 14 * 60;

/// Returns the families that can have a bell: those of all pools.
pub(crate) fn bell_families() -> BTreeSet<String> {
    POOLS.iter().map(|pool| pool.family()).collect()
}

/// Returns whether it is night by a clock. `now` is in seconds since 1970, `clock` its offset from UTC in minutes.
fn is_night(now: u64, clock: i32) -> bool {
    let hour = now.saturating_add_signed(i64::from(clock) * 60) / 3600 % 24;
    !(QUIET_UNTIL..QUIET_FROM).contains(&hour)
}

impl People {
    /// Returns the bells of a player.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError::AccountNeeded`] if the player is a guest.
    pub(crate) async fn bells(&self, player: Player) -> Result<Bells, RequestError> {
        Ok(self.store.bells_of(self.account(player).await?.id).await?)
    }

    /// Replaces the bells of a player.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError`] if the player is a guest or banned, there is no such family, or no place has such a clock.
    pub(crate) async fn set_bells(
        &self,
        player: Player,
        families: Vec<String>,
        clock: i32,
    ) -> Result<(), RequestError> {
        let person = self.account(player).await?.id;
        self.refuse_ruled(person, RulingKind::Ban).await?;
        let known = bell_families();
        let families: BTreeSet<String> = families.into_iter().collect();
        if !families.is_subset(&known) {
            return Err(RequestError::options("families: unknown family"));
        }
        if !(-FARTHEST..=FARTHEST).contains(&clock) {
            return Err(RequestError::options("clock: at most 840 minutes from UTC"));
        }
        let bells = Bells { families: families.into_iter().collect(), clock };
        self.store.change_bell(BellChange::Set { person, bells }, unix_time()).await?;
        Ok(())
    }

    /// Returns the players who get a notice of a seek, and notes the notices: players with a bell who are not connected, where it
    /// is not night, who had less than two notices in 24 hours, and who may meet the seeker. `now` is in seconds since 1970.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError`] if bells or ties can't be read, or a notice can't be noted.
    pub(crate) async fn ring(
        &self,
        seeker: GuestId,
        family: String,
        now: u64,
        is_here: impl Fn(GuestId) -> bool,
    ) -> Result<Vec<GuestId>, RequestError> {
        let apart = self.player_ties(seeker).await?.apart;
        let mut rung = Vec::new();
        for bell in self.store.bells_for(family.clone(), now).await? {
            let person = bell.person;
            let is_wanted = person != seeker
                && !apart.contains(&person)
                && !is_here(person)
                && !is_night(now, bell.clock);
            if !is_wanted || self.is_ruled(person, RulingKind::Ban).await? {
                continue;
            }
            if self.store.change_bell(BellChange::Ring { person, family: family.clone() }, now).await? {
                rung.push(person);
            }
        }
        Ok(rung)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bell_is_quiet_from_22_to_8_by_the_clock_of_its_player() {
        let hour = |hour: u64| 20_000 * 86_400 + hour * 3_600;
        for (now, clock, quiet) in [
            (hour(8), 0, false),
            (hour(8) - 1, 0, true),
            (hour(22) - 1, 0, false),
            (hour(22), 0, true),
            (hour(0), 0, true),
            (hour(20), 120, true),
            (hour(20) - 1, 120, false),
            (hour(6), 120, false),
            (hour(0), -120, true),
            (hour(0) - 1, -120, false),
            (hour(10), -120, false),
            (hour(10) - 1, -120, true),
            (hour(2), 345, true),
            (hour(2) + 900, 345, false),
        ] {
            assert_eq!(is_night(now, clock), quiet, "{now} {clock}");
        }
    }

    #[test]
    fn each_family_is_offered_once() {
        let families = bell_families();
        assert!(families.contains("scopa-two") && families.len() < POOLS.len());
    }
}
