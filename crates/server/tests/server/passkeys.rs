//! Passkeys, as a browser with an authenticator uses them.

use crate::support::{Client, TestServer, eventually, http, post, quick, token};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};
use server::{PeopleLimits, Settings};
use sha2::{Digest, Sha256};
use std::net::SocketAddr;

const PASSWORD: &str = "three blind mice";

/// Bits of an authenticator's answer: the player was present and proved to be there, and the key is new.
const PRESENT: u8 = 0x05;
const NEW_KEY: u8 = 0x40;

/// Authenticator with one passkey: an ES256 key, and the user handle of its account.
struct Authenticator {
    key: EcdsaKeyPair,
    credential: Vec<u8>,
    user: Value,
    counter: u32,
    /// Origin of the page that the browser tells.
    origin: String,
}

impl Authenticator {
    /// Makes a passkey for the options of a server. Returns it with the answer of the browser.
    fn register(options: &Value, origin: &str) -> (Self, Value) {
        assert_eq!(options["authenticatorSelection"]["residentKey"], "required", "{options}");
        assert_eq!(options["authenticatorSelection"]["userVerification"], "required", "{options}");
        let random = SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, pkcs8.as_ref(), &random).unwrap();
        let credential = Sha256::digest(key.public_key()).to_vec();
        let user = options["user"]["id"].clone();
        let passkey = Self { key, credential, user, counter: 1, origin: origin.to_owned() };
        let mut data = passkey.data(PRESENT | NEW_KEY, &options["rp"]["id"]);
        data.extend([0; 16]);
        data.extend([0, passkey.credential.len() as u8]);
        data.extend(&passkey.credential);
        // The key as CBOR: kind 2, algorithm -7, curve 1, both coordinates.
        let (x, y) = passkey.key.public_key().as_ref()[1..].split_at(32);
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(x);
        data.extend([0x22, 0x58, 0x20]);
        data.extend(y);
        let mut object = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        object.push(data.len() as u8);
        object.extend(data);
        let client_data = passkey.client_data("webauthn.create", options);
        let response = json!({
            "attestationObject": URL_SAFE_NO_PAD.encode(object),
            "clientDataJSON": URL_SAFE_NO_PAD.encode(client_data),
            "transports": ["internal"],
        });
        let made = passkey.answer(&response);
        (passkey, made)
    }

    fn data(&self, flags: u8, party: &Value) -> Vec<u8> {
        let mut data = Sha256::digest(party.as_str().unwrap()).to_vec();
        data.push(flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    fn client_data(&self, kind: &str, options: &Value) -> String {
        let (challenge, origin) = (&options["challenge"], &self.origin);
        json!({ "type": kind, "challenge": challenge, "origin": origin, "crossOrigin": false }).to_string()
    }

    fn answer(&self, response: &Value) -> Value {
        let id = URL_SAFE_NO_PAD.encode(&self.credential);
        json!({
            "id": id, "rawId": id, "type": "public-key", "authenticatorAttachment": "platform",
            "clientExtensionResults": {}, "response": response,
        })
    }

    /// Signs for the options of a server. Returns the answer of the browser.
    fn sign(&mut self, options: &Value) -> Value {
        assert_eq!(options["userVerification"], "required", "{options}");
        self.counter += 1;
        let data = self.data(PRESENT, &options["rpId"]);
        let client_data = self.client_data("webauthn.get", options);
        let signed = [&data[..], &Sha256::digest(&client_data)].concat();
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        self.answer(&json!({
            "authenticatorData": URL_SAFE_NO_PAD.encode(data),
            "clientDataJSON": URL_SAFE_NO_PAD.encode(client_data),
            "signature": URL_SAFE_NO_PAD.encode(signature),
            "userHandle": self.user,
        }))
    }
}

/// Page of a server at the name of this machine.
#[derive(Clone, Copy)]
struct Browser(SocketAddr);

impl Browser {
    fn origin(self) -> String {
        format!("http://localhost:{}", self.0.port())
    }

    /// Sends a request of the page with a token. The address in the request line overrides the host header.
    async fn ask(self, method: &str, path: &str, token: &str, body: &Value) -> (u16, Value) {
        let origin = self.origin();
        let request =
            format!("{method} {origin}{path} HTTP/1.1\r\norigin: {origin}\r\nauthorization: Bearer {token}");
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (status, _, body) = http(self.0, &request, &body).await;
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }

    async fn options(self, path: &str, token: &str, body: &Value) -> Value {
        let (status, begun) = self.ask("POST", path, token, body).await;
        assert_eq!(status, 200, "{begun}");
        begun["options"].clone()
    }

    /// Returns the options of a registration, and a passkey for them.
    async fn register(self, token: &str, begin: &Value) -> (Authenticator, Value) {
        let options = self.options("/api/passkeys/begin", token, begin).await;
        Authenticator::register(&options, &self.origin())
    }

    async fn finish(self, token: &str, body: Value) -> (u16, Value) {
        self.ask("POST", "/api/passkeys/finish", token, &body).await
    }

    /// Claims a name with a passkey. Returns it, and the recovery codes.
    async fn claim(self, token: &str, name: &str) -> (Authenticator, Vec<String>) {
        let (passkey, credential) = self.register(token, &json!({ "name": name })).await;
        let (status, claimed) =
            self.finish(token, json!({ "credential": credential, "device": "Laptop" })).await;
        assert_eq!((status, &claimed["name"]), (201, &json!(name)), "{claimed}");
        let codes = claimed["codes"].as_array().unwrap();
        (passkey, codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect())
    }

    /// Returns a signature by a passkey for a new ceremony of a token.
    async fn signed(self, token: &str, passkey: &mut Authenticator) -> Value {
        let options = self.options("/api/session/passkey/begin", token, &Value::Null).await;
        passkey.sign(&options)
    }

    async fn sign_in(self, token: &str, credential: &Value) -> (u16, Value) {
        let body = json!({ "credential": credential, "device": "Phone" });
        self.ask("POST", "/api/session/passkey/finish", token, &body).await
    }

    async fn passkeys(self, token: &str) -> Vec<Value> {
        let (status, found) = self.ask("GET", "/api/me/passkeys", token, &Value::Null).await;
        assert_eq!(status, 200, "{found}");
        found.as_array().unwrap().clone()
    }
}

fn proof(credential: &Value) -> Value {
    json!({ "kind": "passkey", "credential": credential })
}

#[tokio::test]
async fn a_name_is_claimed_and_used_with_a_passkey() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let browser = Browser(server.address);
    let (first, other) = (token(0), token(1));
    let (_, me) = browser.ask("GET", "/api/me", &first, &Value::Null).await;
    assert_eq!(me, json!({ "account": null, "passkeys": "localhost" }));
    let (mut passkey, codes) = browser.claim(&first, "Augusta").await;
    assert_eq!(codes.len(), 10);
    let (_, me) = browser.ask("GET", "/api/me", &first, &Value::Null).await;
    assert_eq!((&me["account"]["name"], &me["account"]["password"]), (&json!("Augusta"), &json!(false)));
    // Any token may begin a sign-in, even that of another guest, and no name is sent.
    let signed = browser.signed(&other, &mut passkey).await;
    let (status, signed_in) = browser.sign_in(&other, &signed).await;
    assert_eq!((status, &signed_in["name"], &signed_in["codesLeft"]), (201, &json!("Augusta"), &json!(10)));
    let phone = signed_in["token"].as_str().unwrap();
    let (_, devices) = browser.ask("GET", "/api/me/devices", phone, &Value::Null).await;
    let labels: Vec<&Value> = devices.as_array().unwrap().iter().map(|device| &device["label"]).collect();
    assert!(labels.contains(&&json!("Phone")) && labels.contains(&&json!("Laptop")), "{devices}");
    // A device that signed in with a passkey is signed out with the others.
    let mut client = Client::dial(server.address).await;
    client.say(json!({ "type": "hello", "token": phone, "protocol": protocol::PROTOCOL })).await;
    assert_eq!(client.receive().await["type"], "hello");
    assert_eq!(browser.ask("DELETE", "/api/me/devices", &first, &Value::Null).await.0, 204);
    while client.try_receive().await.is_some() {}
    // The token of the claim is signed out. It still begins a sign-in.
    let signed = browser.signed(&first, &mut passkey).await;
    assert_eq!(browser.sign_in(&first, &signed).await.0, 201);
    server.close().await;
}

/// PE-T5: a ceremony that is finished twice is refused, as is one of another guest.
#[tokio::test]
async fn a_ceremony_counts_once_and_for_its_guest() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let browser = Browser(server.address);
    let (_, credential) = browser.register(&token(0), &json!({ "name": "Ada" })).await;
    let finish = json!({ "credential": credential });
    let (status, error) = browser.finish(&token(1), finish.clone()).await;
    assert_eq!((status, &error["code"], &error["reason"]), (410, &json!("gone"), &json!("ceremony")));
    assert_eq!(browser.finish(&token(0), finish.clone()).await.0, 201);
    let (status, error) = browser.finish(&token(0), finish).await;
    assert_eq!((status, &error["code"]), (410, &json!("gone")), "{error}");
    let (mut passkey, _) = browser.claim(&token(2), "Bob").await;
    let signed = browser.signed(&token(3), &mut passkey).await;
    assert_eq!(browser.sign_in(&token(4), &signed).await.0, 410);
    assert_eq!(browser.sign_in(&token(3), &signed).await.0, 201);
    assert_eq!(browser.sign_in(&token(3), &signed).await.0, 410);
    // A refused answer ends the ceremony too.
    let options = browser.options("/api/session/passkey/begin", &token(3), &Value::Null).await;
    let mut wrong = passkey.sign(&options);
    wrong["response"]["signature"] = json!("AAAA");
    assert_eq!(browser.sign_in(&token(3), &wrong).await.0, 401);
    assert_eq!(browser.sign_in(&token(3), &passkey.sign(&options)).await.0, 410);
    // A signature for an earlier ceremony does not fit a new one.
    let old = browser.signed(&token(5), &mut passkey).await;
    browser.options("/api/session/passkey/begin", &token(5), &Value::Null).await;
    assert_eq!(browser.sign_in(&token(5), &old).await.0, 401);
    server.close().await;
}

/// PE-T2: an unknown passkey, a wrong signature and another account's user handle get the same answer.
#[tokio::test]
async fn no_answer_tells_whether_a_passkey_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let browser = Browser(server.address);
    let (mut passkey, _) = browser.claim(&token(0), "Ada").await;
    let (other, _) = browser.claim(&token(1), "Bob").await;
    let (mut unknown, _) = browser.register(&token(2), &json!({ "name": "Eve" })).await;
    let mut bodies = Vec::new();
    bodies.push(browser.sign_in(&token(9), &browser.signed(&token(9), &mut unknown).await).await);
    let mut signed = browser.signed(&token(9), &mut passkey).await;
    signed["response"]["signature"] = json!("MEUCIQDAAAAA");
    bodies.push(browser.sign_in(&token(9), &signed).await);
    let mut signed = browser.signed(&token(9), &mut passkey).await;
    signed["response"]["userHandle"] = other.user.clone();
    bodies.push(browser.sign_in(&token(9), &signed).await);
    let mut signed = browser.signed(&token(9), &mut passkey).await;
    signed["response"]["userHandle"] = Value::Null;
    bodies.push(browser.sign_in(&token(9), &signed).await);
    // The page of another site.
    passkey.origin = "https://evil.example".to_owned();
    bodies.push(browser.sign_in(&token(9), &browser.signed(&token(9), &mut passkey).await).await);
    passkey.origin = browser.origin();
    // A copy of the authenticator with an older counter.
    passkey.counter = 0;
    bodies.push(browser.sign_in(&token(9), &browser.signed(&token(9), &mut passkey).await).await);
    for body in &bodies {
        assert_eq!(
            (body.0, &body.1["code"], &body.1["reason"]),
            (401, &json!("credentials"), &json!("passkey"))
        );
        assert_eq!(body, &bodies[0]);
    }
    passkey.counter = 10;
    let signed = browser.signed(&token(9), &mut passkey).await;
    assert_eq!(browser.sign_in(&token(9), &signed).await.0, 201);
    server.close().await;
}

#[tokio::test]
async fn a_passkey_of_another_site_or_without_a_check_of_the_player_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let browser = Browser(server.address);
    let name = json!({ "name": "Ada" });
    let options = browser.options("/api/passkeys/begin", &token(0), &name).await;
    let (_, foreign) = Authenticator::register(&options, "https://evil.example");
    assert_eq!(browser.finish(&token(0), json!({ "credential": foreign })).await.0, 401);
    let (_, mut absent) = browser.register(&token(0), &name).await;
    let object = absent["response"]["attestationObject"].as_str().unwrap();
    let mut object = URL_SAFE_NO_PAD.decode(object).unwrap();
    // The flags follow the hash of the host name.
    let flags = object.iter().position(|byte| *byte == PRESENT | NEW_KEY).unwrap();
    object[flags] = 0x01 | NEW_KEY;
    absent["response"]["attestationObject"] = json!(URL_SAFE_NO_PAD.encode(object));
    assert_eq!(browser.finish(&token(0), json!({ "credential": absent })).await.0, 401);
    // An address is no host name, and has no passkeys.
    let (_, me) = crate::support::get(server.address, "/api/me").await;
    assert_eq!(me["code"], "no-hello");
    let (status, error) = post(server.address, "/api/passkeys/begin", 0, &name).await;
    assert_eq!((status, &error["reason"]), (409, &json!("no-passkeys")), "{error}");
    let (_, me) = browser.ask("GET", "/api/me", &token(0), &Value::Null).await;
    assert_eq!(me["account"], Value::Null);
    server.close().await;
}

#[tokio::test]
async fn passkeys_are_added_and_removed_with_a_proof() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let browser = Browser(server.address);
    let me = token(0);
    let (mut first, codes) = browser.claim(&me, "Ada").await;
    let none = json!({});
    // Without a proof, with that of another account, or with a wrong one, nothing is added.
    let (mut bobs, _) = browser.claim(&token(1), "Bob").await;
    let signed = browser.signed(&me, &mut bobs).await;
    for proof in [Value::Null, proof(&signed), json!({ "kind": "password", "password": PASSWORD })] {
        let (_, credential) = browser.register(&me, &none).await;
        let (status, error) = browser.finish(&me, json!({ "credential": credential, "proof": proof })).await;
        assert_eq!((status, &error["code"]), (401, &json!("credentials")), "{error}");
    }
    assert_eq!(browser.passkeys(&me).await.len(), 1);
    // The only one stays.
    let path =
        |passkey: &Authenticator| format!("/api/me/passkeys/{}", URL_SAFE_NO_PAD.encode(&passkey.credential));
    let signed = browser.signed(&me, &mut first).await;
    let (status, error) =
        browser.ask("DELETE", &path(&first), &me, &json!({ "proof": proof(&signed) })).await;
    assert_eq!((status, &error["reason"]), (409, &json!("last-passkey")), "{error}");
    let options = browser.options("/api/passkeys/begin", &me, &none).await;
    assert_eq!(options["excludeCredentials"][0]["id"], URL_SAFE_NO_PAD.encode(&first.credential));
    let (mut second, credential) = Authenticator::register(&options, &browser.origin());
    let signed = browser.signed(&me, &mut first).await;
    let added = json!({ "credential": credential, "device": "Key", "proof": proof(&signed) });
    assert_eq!(browser.finish(&me, added).await.0, 204);
    // Both may be of the same second.
    let mut labels: Vec<String> =
        browser.passkeys(&me).await.iter().map(|one| one["label"].as_str().unwrap().to_owned()).collect();
    labels.sort();
    assert_eq!(labels, ["Key", "Laptop"]);
    let (_, exported) = browser.ask("GET", "/api/me/export", &me, &Value::Null).await;
    assert_eq!(exported["passkeys"].as_array().unwrap().len(), 2, "{exported}");
    // The new one proves the removal of the old one, which then is not accepted.
    let signed = browser.signed(&me, &mut second).await;
    let removed = browser.ask("DELETE", &path(&first), &me, &json!({ "proof": proof(&signed) })).await;
    assert_eq!(removed.0, 204);
    let signed = browser.signed(&token(2), &mut first).await;
    assert_eq!(browser.sign_in(&token(2), &signed).await.0, 401);
    // With a password the last one may go. Then it is added again with a code.
    let signed = browser.signed(&me, &mut second).await;
    let password = json!({ "password": PASSWORD, "proof": proof(&signed) });
    let (status, changed) = browser.ask("PATCH", "/api/me", &me, &password).await;
    assert_eq!((status, &changed["account"]["password"]), (200, &json!(true)), "{changed}");
    let proof_by_password = json!({ "proof": { "kind": "password", "password": PASSWORD } });
    assert_eq!(browser.ask("DELETE", &path(&second), &me, &proof_by_password).await.0, 204);
    assert!(browser.passkeys(&me).await.is_empty());
    for (code, status) in [(&codes[0], 204), (&codes[0], 401), (&codes[1], 204)] {
        let (_, credential) = browser.register(&me, &none).await;
        let proof = json!({ "kind": "code", "code": code });
        assert_eq!(browser.finish(&me, json!({ "credential": credential, "proof": proof })).await.0, status);
    }
    server.close().await;
}

#[tokio::test]
async fn a_passkey_proves_the_end_of_the_account_and_goes_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let browser = Browser(server.address);
    let (mut passkey, _) = browser.claim(&token(0), "Canary").await;
    let codes = json!({ "proof": proof(&browser.signed(&token(0), &mut passkey).await) });
    assert_eq!(browser.ask("POST", "/api/me/codes", &token(0), &codes).await.0, 201);
    assert_eq!(browser.ask("DELETE", "/api/me", &token(0), &codes).await.0, 410, "used already");
    let end = json!({ "proof": proof(&browser.signed(&token(0), &mut passkey).await) });
    assert_eq!(browser.ask("DELETE", "/api/me", &token(0), &end).await.0, 204);
    let signed = browser.signed(&token(1), &mut passkey).await;
    assert_eq!(browser.sign_in(&token(1), &signed).await.0, 401);
    server.close().await;
    let file = rusqlite::Connection::open(folder.path().join("parlour.sqlite")).unwrap();
    let left: i64 = file.query_row("SELECT count(*) FROM passkeys", [], |row| row.get(0)).unwrap();
    assert_eq!(left, 0);
}

#[cfg(unix)]
#[tokio::test]
async fn a_banned_player_is_told_so_only_with_the_passkey() {
    use server::admin::{Answer, Order};
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let browser = Browser(server.address);
    let (mut passkey, _) = browser.claim(&token(0), "Mallory").await;
    let (name, kind, reason) = ("Mallory".to_owned(), "ban".to_owned(), "insults".to_owned());
    let ruled = crate::admin::order(folder.path(), Order::Rule { name, kind, until: None, reason }).await;
    assert!(matches!(ruled, Answer::Ruled { .. }), "{ruled:?}");
    let banned = eventually("the ban is known", async || {
        let signed = browser.signed(&token(1), &mut passkey).await;
        let (status, error) = browser.sign_in(&token(1), &signed).await;
        (status == 403).then_some(error)
    });
    assert_eq!(banned.await["code"], "banned");
    let mut signed = browser.signed(&token(1), &mut passkey).await;
    signed["response"]["signature"] = json!("AAAA");
    assert_eq!(browser.sign_in(&token(1), &signed).await.1["code"], "credentials");
    server.close().await;
}

/// A flood of ceremonies from one network is refused, and hinders neither other networks nor passwords.
#[tokio::test]
async fn a_network_begins_a_limited_number_of_ceremonies() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = Settings { proxies: vec!["127.0.0.1/32".parse().unwrap()], ..quick(folder.path()) };
    settings.limits.people = PeopleLimits { concurrent: 2, queued: 20, ..PeopleLimits::default() };
    let server = TestServer::open(settings).await;
    let browser = Browser(server.address);
    let origin = browser.origin();
    let ask = async |path: &str, from: &str, body: &str| {
        let request = format!(
            "POST {origin}{path} HTTP/1.1\r\norigin: {origin}\r\nx-forwarded-for: {from}\r\n\
             authorization: Bearer {}",
            token(0)
        );
        http(server.address, &request, body).await.0
    };
    let mut begun = 0;
    for number in 0..40 {
        // Both kinds of ceremony share the limit, and addresses of one /64 are one network.
        let (path, body) = match number % 2 {
            0 => ("/api/session/passkey/begin", ""),
            _ => ("/api/passkeys/begin", r#"{"name":"Ada"}"#),
        };
        let status = ask(path, &format!("2001:db8::{number:x}"), body).await;
        assert!(status == 200 || status == 429, "{status}");
        begun += u32::from(status == 200);
    }
    assert!((30..40).contains(&begun), "{begun}");
    assert_eq!(ask("/api/session/passkey/begin", "203.0.113.1", "").await, 200);
    let password = json!({ "name": "Ada", "proof": { "kind": "password", "password": PASSWORD } });
    assert_eq!(ask("/api/session", "2001:db8::1", &password.to_string()).await, 401);
    server.close().await;
}
