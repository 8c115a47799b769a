//! Accounts: who a token means, claims, sign-ins, and the changes of an account.
//!
//! | module | contents |
//! |---|---|
//! | `tokens` | the owners of tokens, with a cache |
//! | `passwords` | Argon2id |
//! | `passkeys`, `ceremonies` | passkeys, and the state of their ceremonies |
//! | `leaderboards` | rankings, with a cache |
//! | `moderation` | reports, rulings, and what rulings forbid |
//! | `ties` | friends, mutes and blocks |
//! | `presence` | players who appear offline, with a cache |
//! | `challenges` | invitations to a match by a link |
//! | `bells` | players who want to hear of a seek |
//! | `watching` | the matches that everybody may watch |

mod bells;
#[cfg(feature = "passkeys")]
mod ceremonies;
#[cfg(not(feature = "passkeys"))]
#[path = "no_ceremonies.rs"]
mod ceremonies;
mod challenges;
mod conduct;
mod leaderboards;
mod moderation;
mod passkeys;
mod passwords;
mod presence;
#[cfg(test)]
mod tests;
mod ties;
mod tokens;
mod watching;

pub(crate) use bells::bell_families;
pub(crate) use challenges::{SeenChallenge, Setup, setups};
pub(crate) use conduct::pause_minutes;
pub(crate) use passkeys::Registered;
pub(crate) use ties::PlayerTies;
pub(crate) use tokens::OpenToken;

use crate::limits::Buckets;
use crate::network::Network;
use crate::request_error::RequestError;
use crate::settings::PeopleLimits;
use ::people::{
    CODES, Leaderboard, PlayerName, RecoveryCode, RulingKind, TokenOwner, check_password, folded,
};
use ::table::{GuestId, StoredChair, plain_name};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ceremonies::Ceremonies;
use hmac_sha256::Hash as Sha256;
use leaderboards::Leaderboards;
use moderation::Standings;
use passwords::Passwords;
use presence::HiddenPlayers;
use protocol::AccountProof;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{
    Account, AccountChange, ChallengeChange, CodeHash, Device, FirstProof, LoadError, Outcome, Proof, Store,
    TokenHash, Which, unix_time,
};
pub(crate) use tokens::FRESH;
use tokens::{Tokens, player_of};
use watching::MatchRatings;

const DAY: u64 = 24 * 60 * 60;

/// Time between two changes of a name.
const BETWEEN_NAMES: u64 = 90 * DAY;

/// Time for which a name that was given up is locked.
const LOCKED: u64 = 365 * DAY;

/// Time after which an unused account is deleted: 24 months.
const UNUSED: u64 = 730 * DAY;

/// Time for which the name of a deleted account is remembered. A request that has read it must have ended by then.
const IN_FLIGHT: Duration = Duration::from_secs(60);

/// Length of a guest's name that looks like the name of an account, before “(guest)”. Together they fit on a chair.
const ALIKE: usize = 16;

/// Player with a token, as requests need it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Player {
    /// Id on chairs: that of the account, or of the guest.
    pub(crate) id: GuestId,
    pub(crate) token: TokenHash,
    pub(crate) has_account: bool,
}

/// Requests that were counted against the limits of accounts.
struct Rates {
    accounts_by_address: Buckets<Network>,
    sign_ins_by_name: Buckets<CodeHash>,
    sign_ins_by_address: Buckets<Network>,
    passkeys_by_address: Buckets<Network>,
    exports: Buckets<GuestId>,
    friend_requests: Buckets<GuestId>,
    challenges: Buckets<GuestId>,
}

impl Rates {
    fn new(limits: &PeopleLimits) -> Self {
        Self {
            accounts_by_address: Buckets::new(limits.by_address),
            sign_ins_by_name: Buckets::new(limits.sign_ins_by_name),
            sign_ins_by_address: Buckets::new(limits.sign_ins_by_address),
            passkeys_by_address: Buckets::new(limits.passkeys_by_address),
            exports: Buckets::new(limits.exports),
            friend_requests: Buckets::new(limits.friend_requests),
            challenges: Buckets::new(limits.challenges),
        }
    }
}

/// Accounts of a server.
pub(crate) struct People {
    store: Store,
    tokens: Tokens,
    leaderboards: Leaderboards,
    hidden_players: HiddenPlayers,
    match_ratings: MatchRatings,
    standings: Standings,
    passwords: Passwords,
    ceremonies: Ceremonies,
    rates: Rates,
    networks: challenges::Networks,
    /// Accounts that were deleted lately, with their names.
    // Held for look-ups, never across an await.
    deleted: Mutex<HashMap<GuestId, (String, Instant)>>,
    /// Number of changed ties. Ties that were read before the last change may be old.
    changed_ties: AtomicU64,
}

/// Account with new recovery codes.
pub(crate) type WithCodes = (String, Vec<RecoveryCode>);

impl People {
    /// `names` are the configured host names of the server.
    pub(crate) fn new(store: Store, limits: &PeopleLimits, names: &[String]) -> Arc<Self> {
        Arc::new(Self {
            tokens: Tokens::new(store.clone()),
            leaderboards: Leaderboards::new(store.clone()),
            hidden_players: HiddenPlayers::new(store.clone()),
            match_ratings: MatchRatings::new(store.clone()),
            standings: Standings::new(store.clone()),
            store,
            passwords: Passwords::new(limits),
            ceremonies: Ceremonies::new(names),
            rates: Rates::new(limits),
            networks: challenges::Networks::default(),
            deleted: Mutex::default(),
            changed_ties: AtomicU64::new(0),
        })
    }

    /// Closes the sockets of devices that were signed out on other servers, and of players who were banned there.
    pub(crate) async fn check_devices(&self) {
        if !self.store.is_shared() {
            return;
        }
        let checked = async {
            self.tokens.check_open().await?;
            self.check_bans().await
        };
        if let Err(error) = checked.await {
            tracing::debug!(%error, "the devices of accounts could not be read");
        }
    }

    /// Deletes some of the accounts that were not used for 24 months, expired locks of names, and old reports and rulings. Returns the ids of
    /// the accounts, whose chairs still have their names.
    pub(crate) async fn expire(&self) -> Result<Vec<GuestId>, RequestError> {
        let now = unix_time();
        self.store.change_account(AccountChange::Unlock, now).await?;
        self.expire_moderation(now).await?;
        self.store.change_challenge(ChallengeChange::Expire, now).await?;
        let since = now.saturating_sub(UNUSED);
        let mut deleted = Vec::new();
        for account in self.store.unused_accounts(since).await? {
            self.delete_proven(account, Proof::Disuse(since)).await?;
            deleted.push(account);
        }
        Ok(deleted)
    }

    /// Returns the player whom a token means.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError::NoHello`] if it is no token, and [`RequestError::SignedOut`] if the device was signed out.
    pub(crate) async fn player(&self, token: &str) -> Result<Player, RequestError> {
        let token = TokenHash::of_token(token).map_err(|_| RequestError::NoHello)?;
        let owner = self.tokens.owner(token).await?;
        let has_account = matches!(owner, TokenOwner::Account(_));
        Ok(Player { id: player_of(token, owner)?, token, has_account })
    }

    /// Returns the player at a new socket, and the place of the socket among those of the token.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`player`](Self::player), and [`RequestError::Restricted`] if the player is banned.
    pub(crate) async fn welcome(&self, token: &str) -> Result<(GuestId, OpenToken), RequestError> {
        let open = self.tokens.open(TokenHash::of_token(token).map_err(|_| RequestError::NoHello)?);
        let player = self.player(token).await?.id;
        open.note(player);
        // After the note, so that a ban at this moment finds the socket.
        self.refuse_ruled(player, RulingKind::Ban).await?;
        Ok((player, open))
    }

    /// Returns the name for a player's chair; an account has its own, and a guest none that looks like one.
    pub(crate) async fn chair_name(&self, player: GuestId, name: String) -> Result<String, RequestError> {
        if let Some(account) = self.store.account(Which::Id(player)).await? {
            return Ok(account.name);
        }
        let shown = plain_name(&name);
        let is_alike = self.store.account(Which::Folded(folded(&shown))).await?.is_some();
        Ok(if is_alike { format!("{} (guest)", shown.chars().take(ALIKE).collect::<String>()) } else { name })
    }

    /// Makes an account of a guest.
    pub(crate) async fn claim(
        &self,
        player: Player,
        name: &str,
        password: String,
        label: &str,
        address: Option<IpAddr>,
    ) -> Result<WithCodes, RequestError> {
        let name: PlayerName = self.free_name(player, name).await?;
        check_password(&password, &name)?;
        self.count_account(address)?;
        let password = self.passwords.hash(password, address).await?;
        self.claim_with(player, &name, FirstProof::Password(password), label).await
    }

    /// Returns the name that a guest claims, if no account has it now. Nothing is counted, because a player may have to try
    /// several names.
    async fn free_name(&self, player: Player, name: &str) -> Result<PlayerName, RequestError> {
        if player.has_account {
            return Err(RequestError::HasAccount);
        }
        let name: PlayerName = name.parse()?;
        match self.store.account(Which::Folded(name.folded().to_owned())).await? {
            Some(_) => Err(RequestError::NameTaken),
            None => Ok(name),
        }
    }

    /// Counts a new account.
    fn count_account(&self, address: Option<IpAddr>) -> Result<(), RequestError> {
        let may = self.rates.accounts_by_address.take_of_address(address, Instant::now());
        if may { Ok(()) } else { Err(RequestError::TooMany) }
    }

    /// Stores the account of a guest.
    async fn claim_with(
        &self,
        player: Player,
        name: &PlayerName,
        proof: FirstProof,
        label: &str,
    ) -> Result<WithCodes, RequestError> {
        let (codes, hashes) = new_codes()?;
        let claim = AccountChange::Claim {
            account: player.id,
            name: name.as_str().to_owned(),
            folded: name.folded().to_owned(),
            proof,
            codes: hashes,
            label: plain_name(label),
        };
        let outcome = self.store.change_account(claim, unix_time()).await?;
        self.tokens.forget();
        refuse(outcome)?;
        Ok((name.to_string(), codes))
    }

    /// Adds a device to an account, and returns its token and the account.
    pub(crate) async fn sign_in(
        &self,
        name: &str,
        proof: AccountProof,
        label: &str,
        address: Option<IpAddr>,
    ) -> Result<(String, Account), RequestError> {
        let key = name.parse::<PlayerName>().map(|name| name.folded().to_owned());
        let key = key.unwrap_or_else(|_| name.chars().take(40).collect());
        let account = self.store.account(Which::Folded(key.clone())).await?;
        let proof = self.prove(None, account.as_ref(), &key, proof, address).await?;
        let account = account.ok_or(RequestError::Credentials)?;
        self.add_device(account, proof, label).await
    }

    /// Adds a device to an account with a checked proof, and returns its token and the account.
    async fn add_device(
        &self,
        account: Account,
        proof: Proof,
        label: &str,
    ) -> Result<(String, Account), RequestError> {
        if let Err(banned) = self.refuse_ruled(account.id, RulingKind::Ban).await {
            // A refused sign-in uses no code, and only the player learns of the ban.
            let is_proven = match proof {
                Proof::Code(code) => self.store.has_code(account.id, code).await?,
                _ => true,
            };
            return Err(if is_proven { banned } else { RequestError::Credentials });
        }
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        let token = URL_SAFE_NO_PAD.encode(bytes);
        let hash = TokenHash::of_token(&token).map_err(|_| RequestError::Busy)?;
        let is_code = matches!(proof, Proof::Code(_));
        let change =
            AccountChange::SignIn { account: account.id, proof, token: hash, label: plain_name(label) };
        refuse(self.store.change_account(change, unix_time()).await?)?;
        Ok((token, Account { codes: account.codes - u32::from(is_code && account.codes > 0), ..account }))
    }

    /// Checks a proof as far as the store does not. A wrong password, an unknown name and a malformed code get the same
    /// answer, after the same work.
    ///
    /// Recovery codes are limited by address alone: 80 bits can't be guessed, and an attacker who tries passwords must not
    /// keep the player out. A passkey was counted when its ceremony began, which was for `token`. Without a token it proves
    /// nothing: a sign-in with a passkey names no account.
    async fn prove(
        &self,
        token: Option<TokenHash>,
        account: Option<&Account>,
        key: &str,
        proof: AccountProof,
        address: Option<IpAddr>,
    ) -> Result<Proof, RequestError> {
        let now = Instant::now();
        let is_passkey = matches!(proof, AccountProof::Passkey { .. });
        if !is_passkey && !self.rates.sign_ins_by_address.take_of_address(address, now) {
            return Err(RequestError::TooMany);
        }
        match proof {
            AccountProof::Passkey { credential } => {
                let (owner, proof) =
                    self.check_passkey(token.ok_or(RequestError::Passkey)?, &credential).await?;
                let is_theirs = account.is_some_and(|account| account.id == owner);
                if is_theirs { Ok(proof) } else { Err(RequestError::Passkey) }
            }
            AccountProof::Password { password } => {
                if !self.rates.sign_ins_by_name.take(Sha256::hash(key.as_bytes()), now) {
                    return Err(RequestError::TooMany);
                }
                let stored = account.and_then(|account| account.password.clone());
                match self.passwords.is_right(password, stored.as_deref(), address).await? {
                    true => stored.map(Proof::Password).ok_or(RequestError::Credentials),
                    false => Err(RequestError::Credentials),
                }
            }
            AccountProof::Code { code } => {
                let code: RecoveryCode = code.parse().map_err(|_| RequestError::Credentials)?;
                Ok(Proof::Code(hash_code(code)))
            }
        }
    }

    /// Returns the account with a name, or with one that looks like it. A text that is no name is as unknown as a name
    /// without an account.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError::NoPlayer`] if there is none.
    pub(crate) async fn named(&self, name: &str) -> Result<Account, RequestError> {
        let name: PlayerName = name.parse().map_err(|_| RequestError::NoPlayer)?;
        let account = self.store.account(Which::Folded(name.folded().to_owned())).await?;
        account.ok_or(RequestError::NoPlayer)
    }

    /// Returns the account of a player.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError::AccountNeeded`] if the player is a guest.
    pub(crate) async fn account(&self, player: Player) -> Result<Account, RequestError> {
        if !player.has_account {
            return Err(RequestError::AccountNeeded);
        }
        self.store.account(Which::Id(player.id)).await?.ok_or(RequestError::AccountNeeded)
    }

    /// Returns the account of a player, with the proof for a change.
    async fn proven(
        &self,
        player: Player,
        proof: AccountProof,
        address: Option<IpAddr>,
    ) -> Result<(Account, Proof), RequestError> {
        let account = self.account(player).await?;
        let key = folded(&account.name);
        let proof = self.prove(Some(player.token), Some(&account), &key, proof, address).await?;
        Ok((account, proof))
    }

    /// Signs out this device, another or all.
    pub(crate) async fn sign_out(
        &self,
        player: Player,
        token: Option<TokenHash>,
    ) -> Result<(), RequestError> {
        if !player.has_account {
            return Err(RequestError::AccountNeeded);
        }
        let change = AccountChange::SignOut { account: player.id, token };
        let signed_out = self.store.change_account(change, unix_time()).await;
        // Even if the outcome is unknown.
        self.tokens.sign_out(player.id, token);
        refuse(signed_out?)
    }

    /// Returns the devices of a player's account, the last used first.
    pub(crate) async fn devices(&self, player: Player) -> Result<Vec<Device>, RequestError> {
        let account = self.account(player).await?;
        Ok(self.store.devices(account.id).await?)
    }

    /// Changes the name.
    pub(crate) async fn rename(&self, player: Player, name: &str) -> Result<(), RequestError> {
        let account = self.account(player).await?;
        let name: PlayerName = name.parse()?;
        let now = unix_time();
        let change = AccountChange::Rename {
            account: account.id,
            name: name.as_str().to_owned(),
            folded: name.folded().to_owned(),
            renamed_before: now.saturating_sub(BETWEEN_NAMES),
            locked_until: now + LOCKED,
        };
        refuse(self.store.change_account(change, now).await?)
    }

    /// Changes the password.
    pub(crate) async fn change_password(
        &self,
        player: Player,
        password: String,
        proof: AccountProof,
        address: Option<IpAddr>,
    ) -> Result<(), RequestError> {
        let name = self.account(player).await?.name.parse()?;
        check_password(&password, &name)?;
        let (account, proof) = self.proven(player, proof, address).await?;
        let password = self.passwords.hash(password, address).await?;
        let change = AccountChange::Password { account: account.id, proof, password };
        refuse(self.store.change_account(change, unix_time()).await?)
    }

    /// Replaces the recovery codes.
    pub(crate) async fn renew_codes(
        &self,
        player: Player,
        proof: AccountProof,
        address: Option<IpAddr>,
    ) -> Result<WithCodes, RequestError> {
        let (account, proof) = self.proven(player, proof, address).await?;
        let (codes, hashes) = new_codes()?;
        let change = AccountChange::Codes { account: account.id, proof, codes: hashes };
        refuse(self.store.change_account(change, unix_time()).await?)?;
        Ok((account.name, codes))
    }

    /// Deletes an account, and returns its id. The caller then removes the person from the chairs of tables.
    pub(crate) async fn delete(
        &self,
        player: Player,
        proof: AccountProof,
        address: Option<IpAddr>,
    ) -> Result<GuestId, RequestError> {
        let (account, proof) = self.proven(player, proof, address).await?;
        self.delete_proven(account.id, proof).await?;
        let mut deleted = self.deleted();
        deleted.retain(|_, (_, at)| at.elapsed() < IN_FLIGHT);
        deleted.insert(account.id, (account.name, Instant::now()));
        Ok(account.id)
    }

    fn deleted(&self) -> MutexGuard<'_, HashMap<GuestId, (String, Instant)>> {
        self.deleted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the accounts among the players on chairs that were deleted after a request had read their names. The
    /// caller removes the names, which the deletion could not find yet.
    pub(crate) fn deleted_on(&self, chairs: &[StoredChair]) -> Vec<GuestId> {
        let deleted = self.deleted();
        let is_deleted = |chair: &StoredChair| match chair {
            StoredChair::Person { guest, name, .. } => {
                deleted.get(guest).filter(|(deleted, _)| deleted == name).map(|_| *guest)
            }
            _ => None,
        };
        chairs.iter().filter_map(is_deleted).collect()
    }

    async fn delete_proven(&self, account: GuestId, proof: Proof) -> Result<(), RequestError> {
        let deleted =
            self.store.change_account(AccountChange::Delete { account, proof }, unix_time()).await?;
        refuse(deleted)?;
        self.changed_ties.fetch_add(1, Ordering::SeqCst);
        // The guest may claim an account again.
        self.hidden_players.note(account, Some(true));
        self.tokens.sign_out(account, None);
        Ok(())
    }

    /// Returns the ranking of a family, which may be a few seconds old.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the ratings can't be read.
    pub(crate) async fn leaderboard(&self, family: String) -> Result<Arc<Leaderboard<GuestId>>, LoadError> {
        self.leaderboards.of(family).await
    }

    /// Counts an export.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError::TooMany`] if the account had one within a day.
    pub(crate) fn count_export(&self, player: Player) -> Result<(), RequestError> {
        if self.rates.exports.take(player.id, Instant::now()) { Ok(()) } else { Err(RequestError::TooMany) }
    }
}

/// Returns the time from which a name can be changed.
pub(crate) fn rename_from(account: &Account) -> Option<u64> {
    account.renamed.map(|renamed| renamed + BETWEEN_NAMES).filter(|from| *from > unix_time())
}

/// Draws new recovery codes, and hashes them.
fn new_codes() -> Result<(Vec<RecoveryCode>, Vec<CodeHash>), RequestError> {
    let mut codes = Vec::new();
    for _ in 0..CODES {
        let mut bytes = [0; 10];
        getrandom::fill(&mut bytes)?;
        codes.push(RecoveryCode::from_bytes(bytes));
    }
    let hashes = codes.iter().copied().map(hash_code).collect();
    Ok((codes, hashes))
}

fn hash_code(code: RecoveryCode) -> CodeHash {
    Sha256::hash(&code.to_bytes())
}

fn refuse(outcome: Outcome) -> Result<(), RequestError> {
    match outcome {
        Outcome::Done => Ok(()),
        Outcome::Refused => Err(RequestError::Credentials),
        Outcome::Taken => Err(RequestError::NameTaken),
        Outcome::Locked => Err(RequestError::NameLocked),
        Outcome::TooSoon => Err(RequestError::NameTooSoon),
        Outcome::Full => Err(RequestError::PasskeysFull),
        Outcome::LastProof => Err(RequestError::LastPasskey),
    }
}
