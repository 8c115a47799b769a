//! Accounts of the model: the same operations on plain maps.

use crate::accounts::{
    Account, AccountChange, CodeHash, Device, FirstProof, MAX_DEVICES, Outcome, Proof, Which, lock_key,
};
use crate::identity::TokenHash;
use crate::passkeys::{MAX_PASSKEYS, NewPasskey, StoredPasskey, WhichPasskeys};
use people::{TokenOwner, owner_of_token};
use std::collections::BTreeMap;
use table::GuestId;

#[derive(Default)]
pub(super) struct People {
    /// Accounts by id, with their folded names.
    accounts: BTreeMap<String, (Account, String)>,
    locked: BTreeMap<String, u64>,
    devices: BTreeMap<TokenHash, (GuestId, Device)>,
    /// Codes with their account, and whether they are used.
    codes: BTreeMap<CodeHash, (GuestId, bool)>,
    /// Passkeys by credential.
    passkeys: BTreeMap<Vec<u8>, StoredPasskey>,
}

impl People {
    fn get(&mut self, id: GuestId) -> Option<&mut (Account, String)> {
        self.accounts.get_mut(&String::from(id))
    }

    /// Returns whether an account has this id.
    pub(super) fn has(&self, id: &str) -> bool {
        self.accounts.contains_key(id)
    }

    /// Returns the name of an account.
    pub(super) fn name(&self, id: &str) -> Option<String> {
        self.accounts.get(id).map(|(account, _)| account.name.clone())
    }

    pub(super) fn owner(&self, token: TokenHash) -> TokenOwner<GuestId> {
        let device = self.devices.get(&token).map(|(account, _)| *account);
        owner_of_token(device, self.accounts.contains_key(&String::from(token.guest())))
    }

    pub(super) fn account(&self, which: &Which) -> Option<Account> {
        let is_it = |(account, folded): &&(Account, String)| match which {
            Which::Id(id) => account.id == *id,
            Which::Folded(key) => folded == key,
        };
        let (account, _) = self.accounts.values().find(is_it)?;
        let left = self.codes.values().filter(|(owner, used)| *owner == account.id && !used);
        Some(Account { codes: left.count() as u32, ..account.clone() })
    }

    pub(super) fn devices(&self, account: GuestId) -> Vec<Device> {
        let own = self.devices.values().filter(|(owner, _)| *owner == account);
        let mut devices: Vec<Device> = own.map(|(_, device)| device.clone()).collect();
        devices.sort_by_key(|device| (std::cmp::Reverse((device.seen, device.made)), device.token));
        devices
    }

    pub(super) fn passkeys(&self, which: &WhichPasskeys) -> Vec<StoredPasskey> {
        let is_it = |passkey: &&StoredPasskey| match which {
            WhichPasskeys::Account(account) => passkey.account == *account,
            WhichPasskeys::Credential(credential) => passkey.credential == *credential,
        };
        let mut found: Vec<StoredPasskey> = self.passkeys.values().filter(is_it).cloned().collect();
        found.sort_by_key(|passkey| passkey.made);
        found
    }

    fn add_passkey(&mut self, account: GuestId, passkey: &NewPasskey, made: u64) {
        let NewPasskey { credential, label, key } = passkey.clone();
        let passkey = StoredPasskey { account, credential, label, key, made };
        self.passkeys.insert(passkey.credential.clone(), passkey);
    }

    pub(super) fn has_code(&self, account: GuestId, code: &CodeHash) -> bool {
        self.codes.get(code) == Some(&(account, false))
    }

    pub(super) fn hidden(&self) -> Vec<GuestId> {
        let hidden = self.accounts.values().filter(|(account, _)| !account.visible);
        hidden.map(|(account, _)| account.id).collect()
    }

    pub(super) fn unused(&self, since: u64) -> Vec<GuestId> {
        self.accounts
            .values()
            .filter(|(account, _)| account.seen < since)
            .map(|(account, _)| account.id)
            .collect()
    }

    fn is_proven(&mut self, id: GuestId, proof: &Proof) -> bool {
        let Some((account, _)) = self.get(id) else { return false };
        match proof {
            Proof::Password(password) => account.password.as_ref() == Some(password),
            Proof::Disuse(since) => account.seen < *since,
            Proof::Code(code) => match self.codes.get_mut(code) {
                Some((owner, used)) if *owner == id => !std::mem::replace(used, true),
                _ => false,
            },
            Proof::Passkey { credential, before, after } => match self.passkeys.get_mut(credential) {
                Some(passkey) if passkey.account == id && passkey.key == *before => {
                    passkey.key.clone_from(after);
                    true
                }
                _ => false,
            },
        }
    }

    fn unavailable(&self, id: GuestId, folded: &str, now: u64) -> Option<Outcome> {
        if self.accounts.values().any(|(account, key)| key == folded && account.id != id) {
            return Some(Outcome::Taken);
        }
        self.locked.get(&lock_key(folded)).is_some_and(|until| *until > now).then_some(Outcome::Locked)
    }

    pub(super) fn change(&mut self, change: &AccountChange, at: u64) -> Outcome {
        match change {
            AccountChange::Claim { account: id, name, folded, proof, codes, label } => {
                if self.get(*id).is_some() || self.devices.contains_key(&TokenHash(id.to_bytes())) {
                    return Outcome::Refused;
                }
                if let FirstProof::Passkey(NewPasskey { credential, .. }) = proof
                    && self.passkeys.contains_key(credential)
                {
                    return Outcome::Refused;
                }
                if let Some(refused) = self.unavailable(*id, folded, at) {
                    return refused;
                }
                let name = name.clone();
                let password = match proof {
                    FirstProof::Password(password) => Some(password.clone()),
                    FirstProof::Passkey(passkey) => {
                        self.add_passkey(*id, passkey, at);
                        None
                    }
                };
                let account = Account {
                    id: *id,
                    name,
                    password,
                    made: at,
                    renamed: None,
                    seen: at,
                    codes: 0,
                    visible: true,
                };
                self.accounts.insert(String::from(*id), (account, folded.clone()));
                let token = TokenHash(id.to_bytes());
                self.devices.insert(token, (*id, Device { token, label: label.clone(), made: at, seen: at }));
                self.codes.extend(codes.iter().map(|code| (*code, (*id, false))));
            }
            AccountChange::SignIn { account, proof, token, label } => {
                if !self.is_proven(*account, proof) {
                    return Outcome::Refused;
                }
                let device = Device { token: *token, label: label.clone(), made: at, seen: at };
                let others = self.devices(*account);
                self.devices.insert(*token, (*account, device));
                for other in others.into_iter().skip(MAX_DEVICES as usize - 1) {
                    self.devices.remove(&other.token);
                }
            }
            AccountChange::SignOut { account, token } => {
                self.devices.retain(|known, (owner, _)| {
                    *owner != *account || token.is_some_and(|token| token != *known)
                });
            }
            AccountChange::Rename { account: id, name, folded, renamed_before, locked_until } => {
                let Some((account, old)) = self.get(*id) else { return Outcome::Refused };
                if account.renamed.is_some_and(|renamed| renamed > *renamed_before) {
                    return Outcome::TooSoon;
                }
                let old = old.clone();
                if old != *folded {
                    if let Some(refused) = self.unavailable(*id, folded, at) {
                        return refused;
                    }
                    self.locked.insert(lock_key(&old), *locked_until);
                }
                if let Some((account, key)) = self.get(*id) {
                    (account.name, account.renamed, *key) = (name.clone(), Some(at), folded.clone());
                }
            }
            AccountChange::Visible { account, visible } => match self.get(*account) {
                Some((account, _)) => account.visible = *visible,
                None => return Outcome::Refused,
            },
            AccountChange::Password { account, proof, password } => {
                if !self.is_proven(*account, proof) {
                    return Outcome::Refused;
                }
                if let Some((account, _)) = self.get(*account) {
                    account.password = Some(password.clone());
                }
            }
            AccountChange::Codes { account, proof, codes } => {
                if !self.is_proven(*account, proof) {
                    return Outcome::Refused;
                }
                self.codes.retain(|_, (owner, _)| owner != account);
                self.codes.extend(codes.iter().map(|code| (*code, (*account, false))));
            }
            AccountChange::AddPasskey { account, proof, passkey } => {
                let own = self.passkeys(&WhichPasskeys::Account(*account));
                if own.len() as i64 >= MAX_PASSKEYS {
                    return Outcome::Full;
                }
                if self.passkeys.contains_key(&passkey.credential) || !self.is_proven(*account, proof) {
                    return Outcome::Refused;
                }
                self.add_passkey(*account, passkey, at);
            }
            AccountChange::RemovePasskey { account, proof, credential } => {
                let own = self.passkeys(&WhichPasskeys::Account(*account));
                if !own.iter().any(|passkey| passkey.credential == *credential) {
                    return Outcome::Refused;
                }
                let has_password = self.get(*account).is_some_and(|(account, _)| account.password.is_some());
                if own.len() == 1 && !has_password {
                    return Outcome::LastProof;
                }
                if !self.is_proven(*account, proof) {
                    return Outcome::Refused;
                }
                self.passkeys.remove(credential);
            }
            AccountChange::Delete { account, proof } => {
                if !self.is_proven(*account, proof) {
                    return Outcome::Refused;
                }
                self.accounts.remove(&String::from(*account));
                self.devices.retain(|_, (owner, _)| owner != account);
                self.codes.retain(|_, (owner, _)| owner != account);
                self.passkeys.retain(|_, passkey| passkey.account != *account);
            }
            AccountChange::See { token } => {
                if let Some((owner, device)) = self.devices.get_mut(token) {
                    device.seen = at;
                    let owner = *owner;
                    if let Some((account, _)) = self.get(owner) {
                        account.seen = at;
                    }
                }
            }
            AccountChange::Unlock => self.locked.retain(|_, until| *until > at),
        }
        Outcome::Done
    }
}
