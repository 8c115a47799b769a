//! Challenges: a link by which an account invites another player to a match for two, in a pool's setup or with other rules.

use super::{People, Player, pause_minutes};
use crate::network::{Network, household};
use crate::request_error::{LobbyError, RequestError};
use ::people::{CHALLENGE_LIFETIME, ChallengeCode, RulingKind};
use ::table::{GuestId, TableId};
use catalog::{POOLS, Pool, PoolPace};
use protocol::{Audience, NewTable};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use store::{ChallengeChange, StoredChallenge, Which, unix_time};

/// Attempts to draw a code that is free.
const DRAWS: usize = 4;

/// Maximum number of remembered networks of founders. At the maximum, those of the oldest challenges are dropped.
const REMEMBERED: usize = 50_000;

/// Networks from which open challenges came, with their ends. They are in memory only, so after a restart the match of an
/// older challenge is unrated.
#[derive(Default)]
pub(super) struct Networks(Mutex<HashMap<ChallengeCode, (Network, u64)>>);

impl Networks {
    fn note(&self, challenge: &StoredChallenge, address: Option<IpAddr>, now: u64) {
        let Some(address) = address else { return };
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, (_, expires)| *expires > now);
        if known.len() >= REMEMBERED
            && let Some(oldest) = known.iter().min_by_key(|(_, (_, expires))| *expires).map(|(code, _)| *code)
        {
            known.remove(&oldest);
        }
        known.insert(challenge.code, (household(address), challenge.expires));
    }

    /// Returns whether a challenge is known to come from another network than an address.
    fn is_elsewhere(&self, code: ChallengeCode, address: Option<IpAddr>) -> bool {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        address.zip(known.get(&code)).is_some_and(|(address, (network, _))| household(address) != *network)
    }
}

/// Returns the pools for two players, which are the usual setups of challenges.
pub(crate) fn setups() -> impl Iterator<Item = &'static Pool> {
    POOLS.iter().filter(|pool| pool.most == 2)
}

/// Setup of a challenge.
#[derive(Clone, Debug)]
pub(crate) enum Setup {
    /// Pool for two players.
    Pool(&'static Pool),
    /// Other rules: a table for two players, the first of whom challenges. It has been checked.
    Rules(Box<NewTable>),
}

impl Setup {
    /// Returns the setup of a pool.
    ///
    /// # Errors
    ///
    /// Returns [`LobbyError::NoPool`] if there is no such pool for two players.
    pub(crate) fn of_pool(id: &str) -> Result<Self, LobbyError> {
        setups().find(|pool| pool.id == id).map(Self::Pool).ok_or(LobbyError::NoPool)
    }

    /// Returns the stored form: the id of a pool, or the table as JSON. No id is a JSON object.
    fn to_text(&self) -> String {
        match self {
            Self::Pool(pool) => pool.id.to_owned(),
            Self::Rules(table) => serde_json::to_string(table).expect("options have string keys"),
        }
    }

    /// Reads the stored form. Returns `None` if this version has no such pool.
    fn read(text: &str) -> Option<Self> {
        match text.starts_with('{') {
            true => serde_json::from_str(text).ok().map(Self::Rules),
            false => Self::of_pool(text).ok(),
        }
    }

    pub(crate) fn game(&self) -> &str {
        match self {
            Self::Pool(pool) => pool.game,
            Self::Rules(table) => &table.game,
        }
    }

    /// Returns the family of the ratings that a match can change, or `None` if it changes none. Ratings compare matches with
    /// clocks that run on, by the rules of a preset, in a game that has pools of two.
    pub(crate) fn family(&self) -> Option<String> {
        match self {
            Self::Pool(pool) => (pool.pace != PoolPace::Untimed).then(|| pool.family()),
            Self::Rules(table) => {
                let is_timed = table.time_control.is_some_and(|control| !control.is_correspondence());
                let is_preset = table.options.keys().all(|key| key == "preset");
                let is_comparable = is_timed && is_preset && table.audience == Audience::Link;
                let mut pools = setups().filter(|pool| pool.pace != PoolPace::Untimed);
                let pool = pools.find(|pool| pool.game == table.game);
                pool.filter(|_| is_comparable).map(|pool| pool.family())
            }
        }
    }
}

/// Challenge with what its viewers see.
pub(crate) struct SeenChallenge {
    pub(crate) stored: StoredChallenge,
    pub(crate) setup: Setup,
    /// Name of the founder.
    pub(crate) from: String,
    /// Name of the only player who can accept.
    pub(crate) to: Option<String>,
}

impl People {
    /// Stores a challenge.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError::Apart`] if the invited player and the founder may not meet, and
    /// [`RequestError::Restricted`] if a ruling keeps the founder from it.
    pub(crate) async fn challenge(
        &self,
        player: Player,
        (setup, is_rated): (Setup, bool),
        name: Option<&str>,
        address: Option<IpAddr>,
    ) -> Result<SeenChallenge, RequestError> {
        let account = self.account(player).await?;
        self.refuse_ruled(account.id, RulingKind::Ban).await?;
        if is_rated {
            if setup.family().is_none() {
                return Err(RequestError::options(
                    "rated: a match changes ratings only with a clock, the rules of a preset, and spectators",
                ));
            }
            self.check_conduct(account.id).await?;
        }
        let invited = match name {
            Some(name) => Some(self.named(name).await?),
            None => None,
        };
        if let Some(invited) = &invited {
            if invited.id == account.id {
                return Err(RequestError::OwnName);
            }
            self.check_apart(account.id, invited.id).await?;
        }
        if !self.rates.challenges.take(account.id, Instant::now()) {
            return Err(RequestError::TooMany);
        }
        let now = unix_time();
        for _ in 0..DRAWS {
            let mut bytes = [0; 5];
            getrandom::fill(&mut bytes)?;
            let stored = StoredChallenge {
                code: ChallengeCode::from_bytes(bytes),
                founder: account.id,
                invited: invited.as_ref().map(|invited| invited.id),
                setup: setup.to_text(),
                is_rated,
                expires: now + CHALLENGE_LIFETIME,
                table: None,
            };
            if self.store.change_challenge(ChallengeChange::Create(Box::new(stored.clone())), now).await? {
                self.networks.note(&stored, address, now);
                let to = invited.map(|invited| invited.name);
                return Ok(SeenChallenge { stored, setup, from: account.name, to });
            }
        }
        Err(RequestError::Busy)
    }

    /// Returns a challenge for a player who has its link.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError::NoChallenge`] if there is none, and [`RequestError::Apart`] if it is for another player, or if
    /// the founder and the player may not meet.
    pub(crate) async fn seen_challenge(
        &self,
        player: GuestId,
        code: &str,
    ) -> Result<SeenChallenge, RequestError> {
        let code: ChallengeCode = code.parse().map_err(|_| RequestError::NoChallenge)?;
        let stored = self.store.challenge(code, unix_time()).await?.ok_or(RequestError::NoChallenge)?;
        self.refuse_ruled(player, RulingKind::Ban).await?;
        if self.is_ruled(stored.founder, RulingKind::Ban).await? {
            return Err(RequestError::NoChallenge);
        }
        let is_invited = stored.invited.is_none_or(|invited| invited == player);
        if stored.founder != player {
            if stored.table.is_some() && !is_invited {
                return Err(RequestError::NoChallenge);
            }
            if !is_invited {
                return Err(RequestError::Apart);
            }
            self.check_apart(player, stored.founder).await?;
        }
        self.seen(stored).await?.ok_or(RequestError::NoChallenge)
    }

    /// Returns an open challenge for its invited player, if that player hears of it: a friend of the founder who can accept it.
    /// Other players are challenged by the link only. The ties are read again, because another server may have changed them.
    pub(crate) async fn challenge_for_friend(
        &self,
        stored: &StoredChallenge,
    ) -> Result<Option<(GuestId, SeenChallenge)>, RequestError> {
        let Some(invited) = stored.invited.filter(|_| stored.table.is_none()) else { return Ok(None) };
        // A block ends a friendship.
        let friends = self.player_ties(invited).await?.friends;
        if !friends.iter().any(|(friend, _)| *friend == stored.founder) {
            return Ok(None);
        }
        for player in [invited, stored.founder] {
            if self.is_ruled(player, RulingKind::Ban).await? {
                return Ok(None);
            }
        }
        Ok(self.seen(stored.clone()).await?.map(|seen| (invited, seen)))
    }

    /// Returns the open challenges by and for a player.
    pub(crate) async fn open_challenges(&self, player: GuestId) -> Result<Vec<SeenChallenge>, RequestError> {
        let apart = self.player_ties(player).await?.apart;
        let mut seen = Vec::new();
        for stored in self.store.challenges_of(player, unix_time()).await? {
            let is_hidden =
                apart.contains(&stored.founder) || stored.invited.is_some_and(|one| apart.contains(&one));
            if !is_hidden {
                seen.extend(self.seen(stored).await?);
            }
        }
        Ok(seen)
    }

    /// Adds the names of the players. Returns `None` if the founder has no account any more, or if this version has no such
    /// setup.
    async fn seen(&self, stored: StoredChallenge) -> Result<Option<SeenChallenge>, RequestError> {
        let from = self.store.account(Which::Id(stored.founder)).await?;
        let invited = match stored.invited {
            Some(invited) => self.store.account(Which::Id(invited)).await?,
            None => None,
        };
        let setup = Setup::read(&stored.setup);
        let seen = from.zip(setup).map(|(from, setup)| SeenChallenge {
            stored,
            setup,
            from: from.name,
            to: invited.map(|invited| invited.name),
        });
        Ok(seen)
    }

    /// Returns whether the match of a challenge changes ratings: both players have accounts, come from two networks, and are
    /// not kept from it by a ruling.
    ///
    /// # Errors
    ///
    /// Returns [`LobbyError::Paused`] if the match would be rated, and the player who accepts left too many matches.
    pub(crate) async fn is_rated(
        &self,
        challenge: &SeenChallenge,
        player: Player,
        address: Option<IpAddr>,
    ) -> Result<bool, RequestError> {
        let founder = challenge.stored.founder;
        let mut is_rated = challenge.stored.is_rated
            && player.has_account
            && self.networks.is_elsewhere(challenge.stored.code, address);
        for (ruled, kind) in
            [(founder, RulingKind::Pause), (founder, RulingKind::Unrated), (player.id, RulingKind::Unrated)]
        {
            is_rated = is_rated && !self.is_ruled(ruled, kind).await?;
        }
        if is_rated {
            self.check_conduct(player.id).await?;
        }
        Ok(is_rated)
    }

    /// Notes the new table of an accepted challenge. Returns the table of the challenge, which is another one if the player
    /// accepted twice at the same time.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError::NoChallenge`] if another player has accepted.
    pub(crate) async fn accept_challenge(
        &self,
        code: ChallengeCode,
        player: GuestId,
        table: TableId,
    ) -> Result<TableId, RequestError> {
        let now = unix_time();
        let accept = ChallengeChange::Accept { code, player, table };
        if self.store.change_challenge(accept, now).await? {
            return Ok(table);
        }
        let stored = self.store.challenge(code, now).await?.filter(|one| one.invited == Some(player));
        stored.and_then(|stored| stored.table).ok_or(RequestError::NoChallenge)
    }

    /// Withdraws or declines a challenge.
    pub(crate) async fn delete_challenge(&self, player: Player, code: &str) -> Result<(), RequestError> {
        let code: ChallengeCode = code.parse().map_err(|_| RequestError::NoChallenge)?;
        let delete = ChallengeChange::Delete { code, player: player.id };
        match self.store.change_challenge(delete, unix_time()).await? {
            true => Ok(()),
            false => Err(RequestError::NoChallenge),
        }
    }

    async fn check_apart(&self, player: GuestId, other: GuestId) -> Result<(), RequestError> {
        match self.player_ties(player).await?.apart.contains(&other) {
            true => Err(RequestError::Apart),
            false => Ok(()),
        }
    }

    async fn check_conduct(&self, player: GuestId) -> Result<(), RequestError> {
        self.refuse_ruled(player, RulingKind::Pause).await?;
        match pause_minutes(&self.store, player, false).await? {
            0 => Ok(()),
            minutes => Err(LobbyError::Paused(minutes).into()),
        }
    }
}
