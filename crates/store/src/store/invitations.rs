//! Challenges and bells of the store.

use super::{Disk, Store};
use crate::LoadError;
use crate::bells::{Bell, BellChange, Bells};
use crate::challenges::{ChallengeChange, StoredChallenge};
use crate::writer::Change;
use people::ChallengeCode;
use table::{GuestId, StorageError};

impl Store {
    /// Changes a challenge, and returns whether the change had an effect.
    ///
    /// # Errors
    ///
    /// Returns [`StorageError`] if the change is not stored, or the outcome is unknown.
    pub async fn change_challenge(&self, change: ChallengeChange, at: u64) -> Result<bool, StorageError> {
        self.change(Change::Challenge(change, at)).await.map(|changed| changed > 0)
    }

    /// Changes bells, and returns whether the change had an effect.
    ///
    /// # Errors
    ///
    /// Returns [`StorageError`] if the change is not stored, or the outcome is unknown.
    pub async fn change_bell(&self, change: BellChange, at: u64) -> Result<bool, StorageError> {
        self.change(Change::Bell(change, at)).await.map(|changed| changed > 0)
    }

    /// Returns the bells of a player.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn bells_of(&self, person: GuestId) -> Result<Bells, LoadError> {
        on_disk!(self, disk => disk.bells_of(person).await)
    }

    /// Returns at most 1,000 bells of a family, without those that rang twice in the 24 hours before a time.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn bells_for(&self, family: String, at: u64) -> Result<Vec<Bell>, LoadError> {
        on_disk!(self, disk => disk.bells_for(family, at).await)
    }

    /// Returns a challenge that has not expired at a time, if there is one.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn challenge(
        &self,
        code: ChallengeCode,
        at: u64,
    ) -> Result<Option<StoredChallenge>, LoadError> {
        on_disk!(self, disk => disk.challenge(code, at).await)
    }

    /// Returns at most 100 challenges by and for a player that are not accepted and have not expired at a time, the oldest
    /// first.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn challenges_of(&self, player: GuestId, at: u64) -> Result<Vec<StoredChallenge>, LoadError> {
        on_disk!(self, disk => disk.challenges_of(player, at).await)
    }
}
