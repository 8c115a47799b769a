//! Accounts, ties, reports and rulings of the store.

use super::{Disk, Store};
use crate::LoadError;
use crate::accounts::{Account, AccountChange, CodeHash, Device, Outcome, Sat, Which};
use crate::identity::TokenHash;
use crate::moderation::{ModerationChange, Reports, Rulings, StoredReport, StoredRuling};
use crate::passkeys::{StoredPasskey, WhichPasskeys};
use crate::ties::{TieOutcome, Tied};
use crate::writer::Change;
use people::{TieChange, TokenOwner};
use table::{GuestId, StorageError};

impl Store {
    /// Changes an account.
    ///
    /// # Errors
    ///
    /// Returns [`StorageError`] if the change is not stored, or the outcome is unknown.
    pub async fn change_account(&self, change: AccountChange, at: u64) -> Result<Outcome, StorageError> {
        self.change(Change::Account(Box::new(change), at)).await.map(Outcome::of)
    }

    /// Changes reports or rulings.
    ///
    /// # Errors
    ///
    /// Returns [`StorageError`] if the change is not stored, or the outcome is unknown.
    pub async fn change_moderation(
        &self,
        change: ModerationChange,
        at: u64,
    ) -> Result<Outcome, StorageError> {
        self.change(Change::Moderation(Box::new(change), at)).await.map(Outcome::of)
    }

    /// Returns the newest reports of a selection, the newest first.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn reports(&self, which: Reports) -> Result<Vec<StoredReport>, LoadError> {
        on_disk!(self, disk => disk.reports(which).await)
    }

    /// Returns the newest rulings of a selection, the newest first.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn rulings(&self, which: Rulings) -> Result<Vec<StoredRuling>, LoadError> {
        on_disk!(self, disk => disk.rulings(which).await)
    }

    /// Returns those among some people who are banned at a time.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn banned(&self, people: Vec<GuestId>, at: u64) -> Result<Vec<GuestId>, LoadError> {
        on_disk!(self, disk => disk.banned(people, at).await)
    }

    /// Changes a tie of an account to another.
    ///
    /// # Errors
    ///
    /// Returns [`StorageError`] if the change is not stored, or the outcome is unknown.
    pub async fn change_tie(
        &self,
        account: GuestId,
        other: GuestId,
        change: TieChange,
        at: u64,
    ) -> Result<TieOutcome, StorageError> {
        self.change(Change::Tie { accounts: [account, other], change, at }).await.map(TieOutcome::of)
    }

    /// Returns the ties of an account to others and of others to it, in the order of their names.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn ties(&self, account: GuestId) -> Result<Vec<Tied>, LoadError> {
        on_disk!(self, disk => disk.ties(account).await)
    }

    /// Replaces a person on chairs of tables by a name and an id without a token. In a shared database the tables
    /// lose their owners, which could otherwise write the chairs again.
    ///
    /// # Errors
    ///
    /// Returns [`StorageError`] if the change is not stored, or the outcome is unknown.
    pub async fn forget_person(&self, person: GuestId, tables: &[Sat]) -> Result<(), StorageError> {
        let tables = tables.iter().map(|sat| sat.number).collect();
        self.change(Change::ForgetPerson { person, tables }).await.map(drop)
    }

    /// Returns the owners of tokens, in their order.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn owners(&self, tokens: Vec<TokenHash>) -> Result<Vec<TokenOwner<GuestId>>, LoadError> {
        on_disk!(self, disk => disk.owners(tokens).await)
    }

    /// Returns an account, if it exists.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn account(&self, which: Which) -> Result<Option<Account>, LoadError> {
        on_disk!(self, disk => disk.account(which).await)
    }

    /// Returns the names of accounts, in their order. An account that does not exist has none.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn names(&self, ids: Vec<GuestId>) -> Result<Vec<Option<String>>, LoadError> {
        on_disk!(self, disk => disk.names(ids).await)
    }

    /// Returns whether an account has an unused recovery code, and uses none.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn has_code(&self, account: GuestId, code: CodeHash) -> Result<bool, LoadError> {
        on_disk!(self, disk => disk.has_code(account, code).await)
    }

    /// Returns the accounts of players whom others don't see.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn hidden_accounts(&self) -> Result<Vec<GuestId>, LoadError> {
        on_disk!(self, disk => disk.hidden_accounts().await)
    }

    /// Returns the passkeys of an account, or the one with a credential.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn passkeys(&self, which: WhichPasskeys) -> Result<Vec<StoredPasskey>, LoadError> {
        on_disk!(self, disk => disk.passkeys(which).await)
    }

    /// Returns the devices of an account, the last used first.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn devices(&self, account: GuestId) -> Result<Vec<Device>, LoadError> {
        on_disk!(self, disk => disk.devices(account).await)
    }

    /// Returns some of the accounts that were not used since a time.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn unused_accounts(&self, since: u64) -> Result<Vec<GuestId>, LoadError> {
        on_disk!(self, disk => disk.unused_accounts(since).await)
    }

    /// Returns the tables at which a guest has a chair, the newest first.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn tables_of(&self, guest: GuestId) -> Result<Vec<Sat>, LoadError> {
        on_disk!(self, disk => disk.tables_of(guest).await)
    }
}
