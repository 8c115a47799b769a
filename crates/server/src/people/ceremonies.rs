//! Ceremonies of passkeys (WebAuthn), and their state between both parts.
//!
//! A ceremony belongs to the token that began it, is kept in memory for five minutes, and ends with the first answer, right or
//! wrong. Another server knows nothing of it. A token has one ceremony of each kind, and all tokens have a limited number, of
//! which the oldest goes first: players take seconds to answer.

use super::Player;
use crate::request_error::RequestError;
use ::people::PlayerName;
use ::table::GuestId;
use hmac_sha256::Hash as Sha256;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::TokenHash;
use tokio::time::Instant;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, Passkey, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, Url, Uuid, WebauthnError,
};
use webauthn_rs::{Webauthn, WebauthnBuilder};

/// Time after which a ceremony has expired. Browsers get the same timeout.
const LASTS: Duration = Duration::from_secs(5 * 60);

/// Maximum number of ceremonies. Each takes one or two kilobytes, and up to ten for an account with large credentials.
const MAX_CEREMONIES: usize = 4_096;

/// Name that a browser takes for this machine, and for which it needs no TLS.
const LOCAL: &str = "localhost";

/// State of the ceremonies.
pub(super) struct Ceremonies {
    /// Relying parties, one for each host name: a passkey works only at the name at which it was made. The local one is last.
    parties: Vec<Party>,
    // Held for look-ups, and at the maximum size for one pass over all ceremonies.
    begun: Mutex<HashMap<(TokenHash, Kind), Begun>>,
}

struct Party {
    host: String,
    webauthn: Webauthn,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Registration,
    SignIn,
}

/// Ceremony whose first part is done.
struct Begun {
    at: Instant,
    /// Index of the relying party.
    party: usize,
    state: State,
}

enum State {
    Registration {
        /// Guest or account for which the passkey is.
        player: GuestId,
        /// Name that a guest claims.
        claimed: Option<PlayerName>,
        state: Box<PasskeyRegistration>,
    },
    SignIn(Box<DiscoverableAuthentication>),
}

/// Ceremony that has a signature.
pub(super) struct SignInCeremony {
    webauthn: Webauthn,
    state: DiscoverableAuthentication,
    signed: PublicKeyCredential,
    user: Uuid,
}

/// Returns the relying party of a host name. An IP address is none.
fn party(host: &str) -> Option<Party> {
    let scheme = if host == LOCAL { "http" } else { "https" };
    let origin = Url::parse(&format!("{scheme}://{host}")).ok()?;
    // The check of the request's origin has the port already.
    let builder = WebauthnBuilder::new(host, &origin).ok()?.timeout(LASTS).allow_any_port(true);
    let builder = match Url::parse(&format!("https://{host}")) {
        Ok(encrypted) if host == LOCAL => builder.append_allowed_origin(&encrypted),
        _ => builder,
    };
    Some(Party { host: host.to_owned(), webauthn: builder.build().ok()? })
}

/// Returns the user handle of an account: a hash, because authenticators show it to other programs.
fn user_of(account: GuestId) -> Uuid {
    let mut hash = Sha256::new();
    hash.update(b"parlour-passkey/1");
    hash.update(account.to_bytes());
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash.finalize()[..16]);
    Uuid::from_bytes(bytes)
}

/// The reasons of the library name parts of the protocol, and tell an attacker which part was wrong.
fn refused(error: &WebauthnError) -> RequestError {
    tracing::debug!(%error, "a passkey was refused");
    RequestError::Passkey
}

fn read<T: serde::de::DeserializeOwned>(credential: &Value) -> Result<T, RequestError> {
    T::deserialize(credential).map_err(|_| RequestError::Passkey)
}

impl Ceremonies {
    pub(super) fn new(names: &[String]) -> Self {
        let names = names.iter().map(|name| name.to_ascii_lowercase()).filter(|name| name != LOCAL);
        let parties = names.chain([LOCAL.to_owned()]).filter_map(|name| party(&name)).collect();
        Self { parties, begun: Mutex::default() }
    }

    fn party(&self, host: Option<&str>) -> Option<(usize, &Party)> {
        let host = host?;
        self.parties.iter().enumerate().find(|(_, party)| party.host.eq_ignore_ascii_case(host))
    }

    /// Returns the host name for which a page at a host can use passkeys. A proxy may have replaced the host, so a host without a
    /// relying party gets the first name, and the page compares.
    pub(super) fn shown_host(&self, host: Option<&str>) -> Option<&str> {
        let known = self.party(host).map(|(_, party)| party);
        let first = self.parties.first().filter(|party| party.host != LOCAL);
        Some(known.or(first)?.host.as_str())
    }

    fn begun(&self) -> MutexGuard<'_, HashMap<(TokenHash, Kind), Begun>> {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, token: TokenHash, kind: Kind, party: usize, state: State) {
        let now = Instant::now();
        let mut begun = self.begun();
        if begun.len() >= MAX_CEREMONIES {
            begun.retain(|_, begun| now - begun.at < LASTS);
        }
        if begun.len() >= MAX_CEREMONIES
            && let Some(oldest) = begun.iter().min_by_key(|(_, begun)| begun.at).map(|(key, _)| *key)
        {
            begun.remove(&oldest);
        }
        begun.insert((token, kind), Begun { at: now, party, state });
    }

    /// Ends a ceremony, and returns its relying party and state.
    fn take(&self, token: TokenHash, kind: Kind) -> Result<(&Webauthn, State), RequestError> {
        let begun = self.begun().remove(&(token, kind)).filter(|begun| begun.at.elapsed() < LASTS);
        let Begun { party, state, .. } = begun.ok_or(RequestError::NoCeremony)?;
        Ok((&self.parties[party].webauthn, state))
    }

    /// Begins the registration of a passkey for a player, with the name that an authenticator shows and the passkeys that the
    /// account has. Returns the options for the browser.
    pub(super) fn begin_registration(
        &self,
        player: Player,
        claimed: Option<PlayerName>,
        shown: &str,
        known: Vec<Vec<u8>>,
        host: Option<&str>,
    ) -> Result<Value, RequestError> {
        let (index, Party { webauthn, .. }) = self.party(host).ok_or(RequestError::NoPasskeys)?;
        let (options, state) = webauthn
            .start_passkey_registration(user_of(player.id), shown, shown, Some(known))
            .map_err(|error| refused(&error))?;
        let mut options = json!(options.public_key);
        // A sign-in names no account, so the authenticator must know it.
        options["authenticatorSelection"]["residentKey"] = json!("required");
        options["authenticatorSelection"]["requireResidentKey"] = json!(true);
        let state = State::Registration { player: player.id, claimed, state: Box::new(state) };
        self.keep(player.token, Kind::Registration, index, state);
        Ok(options)
    }

    /// Finishes the registration of a passkey. Returns the name that the guest claims, the credential and its key.
    pub(super) fn finish_registration(
        &self,
        player: Player,
        credential: &Value,
    ) -> Result<(Option<PlayerName>, Vec<u8>, String), RequestError> {
        let (webauthn, state) = self.take(player.token, Kind::Registration)?;
        let State::Registration { player: begun_by, claimed, state } = state else {
            return Err(RequestError::NoCeremony);
        };
        if begun_by != player.id {
            return Err(RequestError::NoCeremony);
        }
        let made: RegisterPublicKeyCredential = read(credential)?;
        let passkey = webauthn.finish_passkey_registration(&made, &state).map_err(|error| refused(&error))?;
        Ok((claimed, passkey.cred_id().to_vec(), text(&passkey)?))
    }

    /// Begins a sign-in with a passkey. Returns the options for the browser.
    pub(super) fn begin_sign_in(&self, token: TokenHash, host: Option<&str>) -> Result<Value, RequestError> {
        let (index, Party { webauthn, .. }) = self.party(host).ok_or(RequestError::NoPasskeys)?;
        let (options, state) =
            webauthn.start_discoverable_authentication().map_err(|error| refused(&error))?;
        self.keep(token, Kind::SignIn, index, State::SignIn(Box::new(state)));
        Ok(json!(options.public_key))
    }

    /// Ends the ceremony of a sign-in. The signature is not checked yet.
    pub(super) fn finish_sign_in(
        &self,
        token: TokenHash,
        credential: &Value,
    ) -> Result<SignInCeremony, RequestError> {
        let (webauthn, state) = self.take(token, Kind::SignIn)?;
        let State::SignIn(state) = state else { return Err(RequestError::NoCeremony) };
        let signed: PublicKeyCredential = read(credential)?;
        let user = webauthn.identify_discoverable_authentication(&signed).map_err(|error| refused(&error))?.0;
        Ok(SignInCeremony { webauthn: webauthn.clone(), state: *state, signed, user })
    }
}

fn text(passkey: &Passkey) -> Result<String, RequestError> {
    serde_json::to_string(passkey).map_err(|_| RequestError::Passkey)
}

impl SignInCeremony {
    /// Returns the id of the credential, as the client names it.
    pub(super) fn credential(&self) -> Vec<u8> {
        self.signed.raw_id.clone()
    }

    /// Checks the signature and the counter against the stored key of an account. Returns the key with the new counter.
    pub(super) fn check(self, account: GuestId, key: &str) -> Result<String, RequestError> {
        if self.user != user_of(account) {
            return Err(RequestError::Passkey);
        }
        let mut passkey: Passkey = serde_json::from_str(key).map_err(|_| RequestError::Damaged)?;
        let checked = self
            .webauthn
            .finish_discoverable_authentication_v2(&self.signed, self.state, &passkey)
            .map_err(|error| refused(&error))?;
        match passkey.update_credential(&checked) {
            Some(true) => text(&passkey),
            Some(false) => Ok(key.to_owned()),
            None => Err(RequestError::Passkey),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(number: u64) -> TokenHash {
        TokenHash(Sha256::hash(&number.to_be_bytes()))
    }

    fn is_begun(ceremonies: &Ceremonies, number: u64) -> bool {
        match ceremonies.finish_sign_in(token(number), &json!({})) {
            Err(RequestError::NoCeremony) => false,
            Err(RequestError::Passkey) => true,
            _ => panic!("nothing is signed"),
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_ceremony_ends_after_five_minutes_and_with_the_first_answer() {
        let ceremonies = Ceremonies::new(&[]);
        for number in 0..3 {
            ceremonies.begin_sign_in(token(number), Some("localhost")).unwrap();
        }
        assert!(!is_begun(&ceremonies, 3), "another token");
        tokio::time::advance(LASTS - Duration::from_secs(1)).await;
        assert!(is_begun(&ceremonies, 0));
        assert!(!is_begun(&ceremonies, 0), "a second answer");
        tokio::time::advance(Duration::from_secs(1)).await;
        assert!(!is_begun(&ceremonies, 1), "too late");
        // Begun again, it is another one.
        ceremonies.begin_sign_in(token(1), Some("localhost")).unwrap();
        assert!(is_begun(&ceremonies, 1));
    }

    #[tokio::test(start_paused = true)]
    async fn a_flood_of_ceremonies_takes_bounded_memory_and_spares_the_newest() {
        let ceremonies = Ceremonies::new(&[]);
        let begin = |number| ceremonies.begin_sign_in(token(number), Some("localhost")).unwrap();
        for number in 0..MAX_CEREMONIES as u64 {
            begin(number);
            tokio::time::advance(Duration::from_millis(1)).await;
        }
        for number in 0..10 {
            // A token that begins again takes no second place.
            begin(100_000);
            begin(200_000 + number);
        }
        assert_eq!(ceremonies.begun().len(), MAX_CEREMONIES);
        assert!(!is_begun(&ceremonies, 0), "the oldest is gone");
        assert!(is_begun(&ceremonies, MAX_CEREMONIES as u64 - 1));
        assert!(is_begun(&ceremonies, 100_000));
    }

    #[test]
    fn only_host_names_are_relying_parties() {
        let ceremonies =
            Ceremonies::new(&["10.0.0.1".to_owned(), "Cards.Example".to_owned(), "::1".to_owned()]);
        let host = |host| ceremonies.shown_host(Some(host));
        assert_eq!(
            [host("cards.example"), host("10.0.0.1"), host("localhost")],
            [Some("cards.example"), Some("cards.example"), Some("localhost")]
        );
        for refused in [Some("10.0.0.1"), Some("evil.example"), Some("a.cards.example"), None] {
            let begun = ceremonies.begin_sign_in(token(1), refused);
            assert!(matches!(begun, Err(RequestError::NoPasskeys)), "{refused:?}");
        }
        let local = Ceremonies::new(&[]);
        assert_eq!([local.shown_host(Some("192.0.2.1")), local.shown_host(None)], [None, None]);
        assert_eq!(local.shown_host(Some("localhost")), Some("localhost"));
    }
}
