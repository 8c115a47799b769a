//! Passkeys: claims and sign-ins with them, and the passkeys of an account.

use super::ceremonies::SignInCeremony;
use super::{People, Player, WithCodes, refuse};
use crate::request_error::RequestError;
use ::people::PlayerName;
use ::table::{GuestId, plain_name};
use protocol::AccountProof;
use serde_json::Value;
use std::net::IpAddr;
use std::time::Instant;
use store::{
    Account, AccountChange, FirstProof, NewPasskey, Proof, StoredPasskey, TokenHash, Which, WhichPasskeys,
    unix_time,
};

/// Account that a finished ceremony is for.
pub(crate) enum Registered {
    /// A new one, with its recovery codes.
    Claimed(WithCodes),
    /// The one that is signed in.
    Added,
}

impl People {
    /// Returns the host name for which a page at a host can use passkeys. Returns `None` if there is none.
    pub(crate) fn passkey_host(&self, host: Option<&str>) -> Option<&str> {
        self.ceremonies.shown_host(host)
    }

    fn count_ceremony(&self, address: Option<IpAddr>) -> Result<(), RequestError> {
        let may = self.rates.passkeys_by_address.take_of_address(address, Instant::now());
        if may { Ok(()) } else { Err(RequestError::TooMany) }
    }

    /// Begins the registration of a passkey, and returns the options for the browser. A guest claims a name with it.
    pub(crate) async fn begin_passkey(
        &self,
        player: Player,
        name: Option<&str>,
        host: Option<&str>,
        address: Option<IpAddr>,
    ) -> Result<Value, RequestError> {
        let (claimed, shown, passkeys) = match name {
            Some(name) => {
                let name = self.free_name(player, name).await?;
                (Some(name.clone()), name.to_string(), Vec::new())
            }
            None => (None, self.account(player).await?.name, self.passkeys(player).await?),
        };
        self.count_ceremony(address)?;
        let known = passkeys.into_iter().map(|passkey| passkey.credential).collect();
        self.ceremonies.begin_registration(player, claimed, &shown, known, host)
    }

    /// Finishes the registration of a passkey. An account that gets another one needs a proof.
    pub(crate) async fn finish_passkey(
        &self,
        player: Player,
        credential: &Value,
        proof: Option<AccountProof>,
        label: &str,
        address: Option<IpAddr>,
    ) -> Result<Registered, RequestError> {
        let (claimed, credential, key) = self.ceremonies.finish_registration(player, credential)?;
        let passkey = NewPasskey { credential, label: plain_name(label), key };
        match claimed {
            Some(name) => {
                self.claim_with_passkey(player, &name, passkey, address).await.map(Registered::Claimed)
            }
            None => {
                let proof = proof.ok_or(RequestError::Credentials)?;
                let (account, proof) = self.proven(player, proof, address).await?;
                let change = AccountChange::AddPasskey { account: account.id, proof, passkey };
                refuse(self.store.change_account(change, unix_time()).await?)?;
                Ok(Registered::Added)
            }
        }
    }

    async fn claim_with_passkey(
        &self,
        player: Player,
        name: &PlayerName,
        passkey: NewPasskey,
        address: Option<IpAddr>,
    ) -> Result<WithCodes, RequestError> {
        if player.has_account {
            return Err(RequestError::HasAccount);
        }
        self.count_account(address)?;
        let label = passkey.label.clone();
        self.claim_with(player, name, FirstProof::Passkey(passkey), &label).await
    }

    /// Begins a sign-in or a proof with a passkey, and returns the options for the browser.
    pub(crate) fn begin_passkey_use(
        &self,
        token: TokenHash,
        host: Option<&str>,
        address: Option<IpAddr>,
    ) -> Result<Value, RequestError> {
        self.count_ceremony(address)?;
        self.ceremonies.begin_sign_in(token, host)
    }

    /// Adds a device to the account of a passkey, and returns its token and the account.
    pub(crate) async fn sign_in_with_passkey(
        &self,
        token: TokenHash,
        credential: &Value,
        label: &str,
    ) -> Result<(String, Account), RequestError> {
        let (owner, proof) = self.check_passkey(token, credential).await?;
        let account = self.store.account(Which::Id(owner)).await?.ok_or(RequestError::Passkey)?;
        match self.add_device(account, proof, label).await {
            // The passkey was removed, or used elsewhere, meanwhile.
            Err(RequestError::Credentials) => Err(RequestError::Passkey),
            done => done,
        }
    }

    /// Checks a signature by a passkey for the ceremony of a token, which ends. Returns the account of the passkey, and the proof
    /// for the store. An unknown passkey and a wrong signature get the same answer.
    pub(super) async fn check_passkey(
        &self,
        token: TokenHash,
        credential: &Value,
    ) -> Result<(GuestId, Proof), RequestError> {
        let ceremony: SignInCeremony = self.ceremonies.finish_sign_in(token, credential)?;
        let id = ceremony.credential();
        let found = self.store.passkeys(WhichPasskeys::Credential(id.clone())).await?.pop();
        let StoredPasskey { account, key, .. } = found.ok_or(RequestError::Passkey)?;
        let after = ceremony.check(account, &key)?;
        Ok((account, Proof::Passkey { credential: id, before: key, after }))
    }

    /// Returns the passkeys of a player's account, the oldest first.
    pub(crate) async fn passkeys(&self, player: Player) -> Result<Vec<StoredPasskey>, RequestError> {
        let account = self.account(player).await?;
        Ok(self.store.passkeys(WhichPasskeys::Account(account.id)).await?)
    }

    /// Removes a passkey.
    pub(crate) async fn remove_passkey(
        &self,
        player: Player,
        credential: Vec<u8>,
        proof: AccountProof,
        address: Option<IpAddr>,
    ) -> Result<(), RequestError> {
        let (account, proof) = self.proven(player, proof, address).await?;
        let change = AccountChange::RemovePasskey { account: account.id, proof, credential };
        refuse(self.store.change_account(change, unix_time()).await?)
    }
}
