//! Scenarios: each creates players of its own, attacks, and checks what the server may not allow.

use super::player::{Answer, Heard, Player, Socket};
use super::{Attack, Fact};
use crate::Result;
use cards::Rng;
use futures_util::future::join_all;
use protocol::ErrorKind;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// Pools of the lobby for two players.
const POOLS: [&str; 5] =
    ["scopa-2-quick", "wall-street-2-quick", "gin-rummy-2-quick", "scopa-2-normal", "speed-2"];

/// Time within which the sockets of a device that was signed out close, on one server.
const CLOSED: Duration = Duration::from_secs(10);

/// Time for which a scenario listens for a pairing. The server pairs each second.
const PAIRED: Duration = Duration::from_secs(4);

#[derive(Clone, Copy)]
pub(super) enum Scenario {
    Claims,
    Passwords,
    Codes,
    SignOuts,
    Deletions,
    Challenges,
    Guesses,
    Blocks,
    Friends,
    Seeks,
    Reports,
    Rulings,
}

/// Returns the number of answers with a 2xx status.
fn done(answers: &[Answer]) -> usize {
    answers.iter().filter(|answer| answer.is_done()).count()
}

impl Scenario {
    pub(super) const ALL: &[Self] = &[
        Self::Claims,
        Self::Passwords,
        Self::Codes,
        Self::SignOuts,
        Self::Deletions,
        Self::Challenges,
        Self::Guesses,
        Self::Blocks,
        Self::Friends,
        Self::Seeks,
        Self::Reports,
        Self::Rulings,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Claims => "claims",
            Self::Passwords => "passwords",
            Self::Codes => "codes",
            Self::SignOuts => "sign-outs",
            Self::Deletions => "deletions",
            Self::Challenges => "challenges",
            Self::Guesses => "guesses",
            Self::Blocks => "blocks",
            Self::Friends => "friends",
            Self::Seeks => "seeks",
            Self::Reports => "reports",
            Self::Rulings => "rulings",
        }
    }

    pub(super) async fn run(self, attack: &Arc<Attack>, rng: &mut Rng) -> Result<()> {
        match self {
            Self::Claims => claims(attack, rng).await,
            Self::Passwords => passwords(attack, rng).await,
            Self::Codes => codes(attack, rng).await,
            Self::SignOuts => sign_outs(attack, rng).await,
            Self::Deletions => deletions(attack, rng).await,
            Self::Challenges => challenges(attack, rng).await,
            Self::Guesses => guesses(attack, rng).await,
            Self::Blocks => blocks(attack, rng).await,
            Self::Friends => friends(attack, rng).await,
            Self::Seeks => seeks(attack, rng).await,
            Self::Reports => reports(attack, rng).await,
            Self::Rulings => rulings(attack, rng).await,
        }
    }
}

/// Sends requests at the same time. Those without an answer are left out.
async fn all_at_once(requests: impl IntoIterator<Item = (&Player, String, Value)>) -> Vec<Answer> {
    let requests =
        requests.into_iter().map(|(player, line, body)| async move { player.again(&line, &body).await.ok() });
    join_all(requests).await.into_iter().flatten().collect()
}

/// One address claims many names, many guests claim one, and guests claim names that look like one.
async fn claims(attack: &Arc<Attack>, rng: &mut Rng) -> Result<()> {
    let one = Player::guest(attack, rng);
    let guests: Vec<Player> = (0..7).map(|_| Player::guest(attack, rng).at_address_of(&one)).collect();
    let answers = all_at_once(
        guests.iter().map(|guest| (guest, "POST /api/account".to_owned(), guest.claim(&guest.name))),
    )
    .await;
    if done(&answers) > 3 {
        attack.find(&format!("{} accounts from one address", done(&answers)));
    }
    let name = Player::guest(attack, rng).name;
    let guests: Vec<Player> = (0..3).map(|_| Player::guest(attack, rng)).collect();
    let answers =
        all_at_once(guests.iter().map(|guest| (guest, "POST /api/account".to_owned(), guest.claim(&name))))
            .await;
    if done(&answers) > 1 {
        attack.find(&format!("{} accounts with one name", done(&answers)));
    }
    let victim = Player::account(attack, rng).await?;
    let alike = [
        victim.name.to_uppercase(),
        victim.name.to_lowercase(),
        victim.name.replace('a', "а"),
        victim.name.replace('e', "е"),
        format!("{}\u{200d}", victim.name),
        format!("{}\u{202e}", victim.name),
        victim.name.chars().map(|letter| char::from_u32(letter as u32 + 0xfee0).unwrap_or(letter)).collect(),
        format!(" {} ", victim.name),
    ];
    let guest = Player::guest(attack, rng);
    for name in &alike {
        if guest.again("POST /api/account", &guest.claim(name)).await?.is_done() {
            attack.find(&format!("{name:?} is accepted beside {:?}", victim.name));
        }
    }
    let place = "/account/name";
    let fact = Fact::Has {
        line: "GET /api/me".to_owned(),
        place,
        value: victim.name.clone().into(),
        player: Box::new(victim),
    };
    attack.keep("names", fact);
    Ok(())
}

/// Wrong passwords for one name from many addresses, and for many names from one address.
async fn passwords(attack: &Arc<Attack>, rng: &mut Rng) -> Result<()> {
    let victim = Player::account(attack, rng).await?;
    let begun = Instant::now();
    let allowed = |burst: f64, per_second: f64| burst + (begun.elapsed().as_secs_f64() * per_second).ceil();
    let mut tried = 0;
    let mut wrong = BTreeSet::new();
    for number in 0..10 {
        let thief = Player::guest(attack, rng);
        let answer = thief
            .ask("POST /api/session", &thief.sign_in(&victim.name, &format!("wrong word {number}")))
            .await?;
        match answer.kind {
            Some(ErrorKind::TooMany | ErrorKind::Busy) => {}
            Some(ErrorKind::Credentials) => {
                tried += 1;
                wrong.insert(format!("{} {}", answer.status, answer.body));
            }
            _ => attack.find(&format!("a wrong password: {answer:?}")),
        }
    }
    if f64::from(tried) > allowed(5.0, 5.0 / 900.0) {
        attack.find(&format!("{tried} passwords tried for one name"));
    }
    // The attack must not keep the player out.
    let home = victim.elsewhere();
    let answer = home.again("POST /api/session", &victim.sign_in_by_code(&victim.codes[0])).await?;
    if answer.status != 201 {
        attack.find(&format!("a code is refused after wrong passwords: {answer:?}"));
    }
    let thief = Player::guest(attack, rng);
    let mut tried = 0;
    for _ in 0..30 {
        let unknown = Player::guest(attack, rng).name;
        let answer = thief.ask("POST /api/session", &thief.sign_in(&unknown, "wrong word of mine")).await?;
        if answer.kind == Some(ErrorKind::Credentials) {
            tried += 1;
            wrong.insert(format!("{} {}", answer.status, answer.body));
        }
    }
    if f64::from(tried) > allowed(20.0, 20.0 / 3600.0) {
        attack.find(&format!("{tried} passwords tried from one address"));
    }
    if wrong.len() > 1 {
        attack.find(&format!("a wrong password and an unknown name are told apart: {wrong:?}"));
    }
    let value = json!(9);
    let (line, place) = ("GET /api/me".to_owned(), "/account/codesLeft");
    attack.keep("codes", Fact::Has { player: Box::new(victim.clone()), line, place, value });
    attack.keep("passwords", Fact::Password(Box::new(victim)));
    Ok(())
}

/// Recovery codes that are used twice, at the same time and later, and after they were replaced.
async fn codes(attack: &Arc<Attack>, rng: &mut Rng) -> Result<()> {
    let victim = Player::account(attack, rng).await?;
    let thieves: Vec<Player> = (0..4).map(|_| victim.elsewhere()).collect();
    let sign_in = || victim.sign_in_by_code(&victim.codes[0]);
    let answers =
        all_at_once(thieves.iter().map(|thief| (thief, "POST /api/session".to_owned(), sign_in()))).await;
    if done(&answers) > 1 {
        attack.find(&format!("a code was used {} times at once", done(&answers)));
    }
    for code in [&victim.codes[0], &"00000000000000000000".to_owned(), &String::new()] {
        let other = victim.elsewhere();
        let answer = other.again("POST /api/session", &victim.sign_in_by_code(code)).await?;
        if answer.is_done() && done(&answers) > 0 {
            attack.find(&format!("the code {code:?} is accepted"));
        }
    }
    let proof = json!({ "proof": { "kind": "code", "code": victim.codes[1] } });
    let renewed = victim.again("POST /api/me/codes", &proof).await?;
    if renewed.status == 201 {
        for code in &victim.codes[1..4] {
            let other = victim.elsewhere();
            if other.again("POST /api/session", &victim.sign_in_by_code(code)).await?.is_done() {
                attack.find("a replaced code is accepted");
            }
        }
        let (line, place) = ("GET /api/me".to_owned(), "/account/codesLeft");
        attack.keep("codes", Fact::Has { player: Box::new(victim), line, place, value: json!(10) });
    }
    Ok(())
}

/// Returns the player at a second device.
async fn second_device(player: &Player) -> Result<Player> {
    let elsewhere = player.elsewhere();
    let answer =
        elsewhere.again("POST /api/session", &player.sign_in(&player.name, &player.password())).await?;
    let token = answer.body["token"].as_str().ok_or_else(|| format!("no sign-in: {answer:?}"))?;
    Ok(elsewhere.with_token(token))
}

/// A device is signed out while it sends requests and looks for players.
async fn sign_outs(attack: &Arc<Attack>, rng: &mut Rng) -> Result<()> {
    let owner = Player::account(attack, rng).await?;
    let device = second_device(&owner).await?;
    let other = Player::account(attack, rng).await?;
    let mut socket = device.open().await?.ok_or("a device is refused")?;
    socket.seek("s", rng.pick(&POOLS), "x").await?;
    let (who, line) = match rng.below(4) {
        0 => (&device, "DELETE /api/session".to_owned()),
        1 => (&owner, "DELETE /api/me/devices".to_owned()),
        2 => {
            let devices = owner.ask("GET /api/me/devices", &Value::Null).await?;
            let devices = devices.body.as_array().cloned().unwrap_or_default();
            let second =
                devices.iter().find(|device| device["current"] == false).ok_or("no second device")?;
            (&owner, format!("DELETE /api/me/devices/{}", second["id"].as_str().unwrap_or_default()))
        }
        _ => (&device, "DELETE /api/me/devices".to_owned()),
    };
    let block = format!("PUT /api/ties/{}/block", other.name);
    let meanwhile = async {
        let busy = (0..8).map(|number| {
            let line = if number % 2 == 0 { "GET /api/me".to_owned() } else { block.clone() };
            (&device, line, Value::Null)
        });
        all_at_once(busy).await
    };
    let none = json!({});
    let (signed_out, _) = tokio::join!(who.ask(&line, &none), meanwhile);
    if !signed_out?.is_done() {
        return Err("a sign-out was refused".into());
    }
    for line in ["GET /api/me", "GET /api/me/export", "GET /api/ties", "GET /api/challenges", &*block] {
        let answer = device.ask(line, &Value::Null).await?;
        // Without the account, the token is that of a guest.
        let is_guest = answer.kind == Some(ErrorKind::AccountNeeded)
            || answer.status == 200 && answer.body == json!({ "account": null });
        if !is_guest {
            attack.find(&format!("{line} after a sign-out: {answer:?}"));
        }
    }
    // The first token is the account's id, and belongs to no guest.
    owner.ask("DELETE /api/session", &none).await?;
    let answer = owner.ask("GET /api/me", &Value::Null).await?;
    if answer.kind != Some(ErrorKind::SignedOut) && who.token == device.token {
        attack.find(&format!("the first token after a sign-out: {answer:?}"));
    }
    if !socket.is_closed_within(CLOSED).await {
        attack.find("a socket stays open after a sign-out");
    }
    attack.keep("sign-outs", Fact::SignedOut(Box::new(device)));
    Ok(())
}

/// An account is deleted while it is paired, sits down, accepts a challenge and changes its name.
async fn deletions(attack: &Arc<Attack>, rng: &mut Rng) -> Result<()> {
    let leaver = Player::account(attack, rng).await?;
    let other = Player::account(attack, rng).await?;
    let new = json!({ "pool": "scopa-2-quick", "rated": rng.below(2) == 0, "name": leaver.name });
    let challenge = other.ask("POST /api/challenges", &new).await?;
    let code = challenge.body["code"].as_str().ok_or("no challenge")?.to_owned();
    let table = json!({ "game": "scopa", "options": {}, "seats": 2, "chairs": ["me", "open"], "name": "x" });
    let table = other.ask("POST /api/tables", &table).await?;
    let table = table.body["table"].as_str().ok_or("no table")?.to_owned();
    let mut socket = leaver.open().await?.ok_or("an account is refused")?;
    let mut partner = other.open().await?.ok_or("an account is refused")?;
    let pool = rng.pick(&POOLS);
    socket.seek("s", pool, "x").await?;
    partner.seek("s", pool, "x").await?;
    sleep(Duration::from_millis(rng.below(1_300) as u64)).await;
    socket.say(&json!({ "type": "watch", "table": table })).await?;
    let moment = Duration::from_millis(rng.below(60) as u64);
    let (sit, accept) = (rng.below(2) == 0, rng.below(2) == 0);
    let meanwhile = async {
        sleep(moment).await;
        if sit {
            let sit = json!({ "type": "sit", "table": table, "seat": 1, "name": "x" });
            // The server may have closed the socket.
            let _ = socket.say(&sit).await;
        }
        if accept {
            let accept = json!({ "name": "x" });
            let _ = leaver.ask(&format!("POST /api/challenges/{code}/accept"), &accept).await;
        }
        let befriend = format!("PUT /api/ties/{}/friend", leaver.name);
        let report = json!({ "player": leaver.name, "reason": "stalled" });
        let _ = other.ask(&befriend, &Value::Null).await;
        let _ = other.ask("POST /api/reports", &report).await;
    };
    let proof = leaver.proof();
    let (deleted, ()) = tokio::join!(leaver.again("DELETE /api/me", &proof), meanwhile);
    let deleted = deleted?;
    if deleted.status != 204 {
        return Err(format!("a deletion was refused: {deleted:?}").into());
    }
    let answer = other.ask(&format!("GET /api/players/{}", leaver.name), &Value::Null).await?;
    if answer.status != 404 {
        attack.find(&format!("the profile of a deleted account: {answer:?}"));
    }
    if !socket.is_closed_within(CLOSED).await {
        attack.find("a socket stays open after a deletion");
    }
    attack.keep("deletions", Fact::Deleted(Box::new(leaver)));
    Ok(())
}

/// A challenge for one player is opened, accepted and withdrawn by others, and accepted many times at once.
async fn challenges(attack: &Arc<Attack>, rng: &mut Rng) -> Result<()> {
    let founder = Player::account(attack, rng).await?;
    let invited = Player::account(attack, rng).await?;
    let thief = Player::account(attack, rng).await?;
    let guest = Player::guest(attack, rng);
    let pool = rng.pick(&POOLS);
    let rated = pool != "speed-2" && rng.below(2) == 0;
    let named = json!({ "pool": pool, "rated": rated, "name": invited.name });
    let challenge = founder.ask("POST /api/challenges", &named).await?;
    let code = challenge.body["code"].as_str().ok_or("no challenge")?.to_owned();
    let name = json!({ "name": "x" });
    let (look, accept) = (format!("/api/challenges/{code}"), format!("POST /api/challenges/{code}/accept"));
    for stranger in [&thief, &guest] {
        for (line, body) in [
            (format!("GET {look}"), &Value::Null),
            (accept.clone(), &name),
            (format!("DELETE {look}"), &Value::Null),
        ] {
            let answer = stranger.ask(&line, body).await?;
            if answer.is_done() {
                attack.find(&format!("a stranger's {line}: {answer:?}"));
            }
        }
    }
    if founder.ask(&accept, &name).await?.is_done() {
        attack.find("a player accepted their own challenge");
    }
    let answers = all_at_once((0..4).map(|_| (&invited, accept.clone(), name.clone()))).await;
    let tables: BTreeSet<&str> = answers.iter().filter_map(|answer| answer.body["table"].as_str()).collect();
    if tables.len() != 1 {
        attack.find(&format!("a challenge accepted four times led to {} tables: {answers:?}", tables.len()));
    }
    if let Some(table) = tables.first() {
        let (line, place) = (format!("GET {look}"), "/table");
        let fact = Fact::Has { player: Box::new(invited.clone()), line, place, value: json!(table) };
        attack.keep("challenges", fact);
    }
    // An open challenge, which two players accept at the same time.
    let open = json!({ "pool": pool, "rated": rated });
    let challenge = founder.ask("POST /api/challenges", &open).await?;
    let code = challenge.body["code"].as_str().ok_or("no challenge")?.to_owned();
    let accept = format!("POST /api/challenges/{code}/accept");
    let both = [&invited, &thief, &guest].map(|player| (player, accept.clone(), name.clone()));
    let answers = all_at_once(both).await;
    if done(&answers) != 1 {
        attack.find(&format!("an open challenge was accepted {} times: {answers:?}", done(&answers)));
    }
    // A table that no player was told of could be won without the founder.
    let export = founder.ask("GET /api/me/export", &Value::Null).await?;
    if let Some(tables) = export.body["tables"].as_array()
        && tables.len() > 2
    {
        attack.find(&format!("two challenges led to {} tables", tables.len()));
    }
    let answers =
        all_at_once((0..25).map(|_| (&founder, "POST /api/challenges".to_owned(), open.clone()))).await;
    if done(&answers) > 18 {
        attack.find(&format!("{} challenges of a day beside two", done(&answers)));
    }
    Ok(())
}

/// Codes of challenges, names and tables are guessed.
async fn guesses(attack: &Arc<Attack>, rng: &mut Rng) -> Result<()> {
    let thief =
        if rng.below(2) == 0 { Player::account(attack, rng).await? } else { Player::guest(attack, rng) };
    let begun = Instant::now();
    let (mut answered, mut refusals) = (0_u32, BTreeSet::new());
    for number in 0..150 {
        let letters: String = (0..8).map(|_| rng.pick(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ") as char).collect();
        let line = match number % 3 {
            0 => format!("GET /api/challenges/{letters}"),
            1 => format!("POST /api/challenges/{letters}/accept"),
            _ => format!("DELETE /api/challenges/{letters}"),
        };
        let answer = thief.ask(&line, &json!({ "name": "x" })).await?;
        match answer.kind {
            None => attack.find(&format!("a guessed code: {answer:?}")),
            Some(ErrorKind::TooMany) => {}
            Some(_) => {
                answered += 1;
                refusals.insert(answer.body.to_string());
            }
        }
    }
    if f64::from(answered) > 100.0 + (begun.elapsed().as_secs_f64() + 1.0) * 20.0 {
        attack.find(&format!("{answered} codes guessed in {:?}", begun.elapsed()));
    }
    if refusals.len() > 1 {
        attack.find(&format!("unknown codes get several answers: {refusals:?}"));
    }
    Ok(())
}

/// Returns the table of the next pairing.
async fn paired(socket: &mut Socket, limit: Duration) -> Option<String> {
    match socket.until(limit, |notice| notice["type"] == "paired").await {
        Heard::Notice(paired) => paired["table"].as_str().map(str::to_owned),
        Heard::Nothing | Heard::Closed => None,
    }
}

/// A blocked player tries every way to the player who blocks.
async fn blocks(attack: &Arc<Attack>, rng: &mut Rng) -> Result<()> {
    let victim = Player::account(attack, rng).await?;
    let blocked = Player::account(attack, rng).await?;
    let open = json!({ "pool": "scopa-2-quick", "rated": false });
    let challenge = victim.ask("POST /api/challenges", &open).await?;
    let code = challenge.body["code"].as_str().ok_or("no challenge")?.to_owned();
    let mut theirs = blocked.open().await?.ok_or("an account is refused")?;
    theirs.say(&json!({ "type": "lobby", "on": true })).await?;
    let befriended = rng.below(2) == 0;
    if befriended {
        blocked.ask(&format!("PUT /api/ties/{}/friend", victim.name), &Value::Null).await?;
        victim.ask(&format!("PUT /api/ties/{}/friend", blocked.name), &Value::Null).await?;
    }
    let pool = rng.pick(&POOLS);
    let waits_already = rng.below(2) == 0;
    if waits_already {
        theirs.seek("b", pool, "x").await?;
    }
    let answer = victim.ask(&format!("PUT /api/ties/{}/block", blocked.name), &Value::Null).await?;
    if !answer.is_done() {
        return Err(format!("a block was refused: {answer:?}").into());
    }
    let name = json!({ "name": "x" });
    let challenge = json!({ "pool": "scopa-2-quick", "rated": false, "name": victim.name });
    for (line, body) in [
        (format!("PUT /api/ties/{}/friend", victim.name), &Value::Null),
        ("POST /api/challenges".to_owned(), &challenge),
        (format!("GET /api/challenges/{code}"), &Value::Null),
        (format!("POST /api/challenges/{code}/accept"), &name),
    ] {
        let answer = blocked.ask(&line, body).await?;
        if answer.kind != Some(ErrorKind::Unavailable) {
            attack.find(&format!("{line} of a blocked player: {answer:?}"));
        }
    }
    let ties = blocked.ask("GET /api/ties", &Value::Null).await?;
    if ties.body.to_string().contains(&victim.name) {
        attack.find(&format!("the ties of a blocked player: {ties:?}"));
    }
    // The block comes before both the seek of the victim and that of the blocked player, so they are never paired.
    let mut own = victim.open().await?.ok_or("an account is refused")?;
    own.seek("v", pool, "x").await?;
    if !waits_already {
        theirs.seek("b", pool, "x").await?;
    }
    let table = json!({ "game": "scopa", "options": {}, "seats": 2, "chairs": ["me", "open"], "name": "x" });
    let table = victim.ask("POST /api/tables", &table).await?;
    let table = table.body["table"].as_str().ok_or("no table")?.to_owned();
    theirs.say(&json!({ "type": "sit", "table": table, "seat": 1, "name": "x" })).await?;
    // A notice of the lobby that was sent before the seek can't have the name, and one after it must not.
    let shown = theirs
        .until(PAIRED, |notice| {
            let seats = &notice["info"]["you"];
            notice["type"] == "lobby" && notice.to_string().contains(&victim.name)
                || notice["table"] == json!(table) && seats.is_u64()
        })
        .await;
    if let Heard::Notice(notice) = shown {
        attack.find(&format!("a blocked player near the other: {notice}"));
    }
    theirs.seek("b", pool, "x").await?;
    own.seek("v", pool, "x").await?;
    let (first, second) = tokio::join!(paired(&mut own, PAIRED), paired(&mut theirs, PAIRED));
    if first.is_some() && first == second {
        attack.find(&format!("a blocked player was paired at {first:?}"));
    }
    let (line, place) = ("GET /api/ties".to_owned(), "/blocked/0");
    let value = json!(blocked.name);
    attack.keep("blocks", Fact::Has { player: Box::new(victim), line, place, value });
    Ok(())
}

/// Many requests to be friends, and two players who ask each other at the same time.
async fn friends(attack: &Arc<Attack>, rng: &mut Rng) -> Result<()> {
    let one = Player::account(attack, rng).await?;
    let other = Player::account(attack, rng).await?;
    let ask = |player: &Player| format!("PUT /api/ties/{}/friend", player.name);
    let both = [(&one, ask(&other), Value::Null), (&other, ask(&one), Value::Null)];
    let answers = all_at_once(both).await;
    let mut ties = Vec::new();
    for (player, friend) in [(&one, &other), (&other, &one)] {
        let answer = player.ask("GET /api/ties", &Value::Null).await?;
        ties.push(answer.body["friends"][0]["name"] == json!(friend.name));
    }
    if done(&answers) == 2 && ties != [true, true] {
        attack.find(&format!("two who asked each other at once: {ties:?}"));
    }
    if ties == [true, true] {
        let (line, place) = ("GET /api/ties".to_owned(), "/friends/0/name");
        let value = json!(other.name);
        attack.keep("friends", Fact::Has { player: Box::new(one.clone()), line, place, value });
    }
    let flood = Player::account(attack, rng).await?;
    let mut asked = 0;
    for name in attack.some_names(30, rng) {
        let answer = flood.ask(&format!("PUT /api/ties/{name}/friend"), &Value::Null).await?;
        asked += usize::from(answer.is_done());
    }
    let ties = flood.ask("GET /api/ties", &Value::Null).await?;
    let waiting = ties.body["asked"].as_array().map_or(0, Vec::len);
    if waiting > 20 || asked > 20 + ties.body["friends"].as_array().map_or(0, Vec::len) {
        attack.find(&format!("{asked} requests of a day, {waiting} of which wait"));
    }
    // A guest has no ties.
    let answer = Player::guest(attack, rng).ask(&ask(&one), &Value::Null).await?;
    if answer.kind != Some(ErrorKind::AccountNeeded) {
        attack.find(&format!("a guest's tie: {answer:?}"));
    }
    Ok(())
}

/// A guest floods the lobby with seeks under the name of an account.
async fn seeks(attack: &Arc<Attack>, rng: &mut Rng) -> Result<()> {
    let absent = Player::account(attack, rng).await?;
    attack.note_absent(&absent.name);
    let guest = Player::guest(attack, rng);
    let mut socket = guest.open().await?.ok_or("a guest is refused")?;
    socket.say(&json!({ "type": "lobby", "on": true })).await?;
    let names = [absent.name.clone(), absent.name.to_uppercase(), format!(" {}", absent.name)];
    let begun = Instant::now();
    let (mut accepted, mut at_once) = (BTreeSet::new(), BTreeSet::new());
    for number in 0..15 {
        let id = match rng.below(10) {
            0 => "x".repeat(60 + rng.below(10)),
            1 => String::new(),
            _ => number.to_string(),
        };
        let seek = json!({ "type": "seek", "id": id, "pool": rng.pick(&POOLS), "name": names[rng.below(3)] });
        socket.say(&seek).await?;
        let answered = |notice: &Value| {
            notice["id"] == json!(id)
                && ["seeking", "paired", "refused"].contains(&notice["type"].as_str().unwrap_or_default())
        };
        if let Heard::Notice(notice) = socket.until(Duration::from_secs(2), answered).await
            && notice["type"] != "refused"
        {
            accepted.insert(id.clone());
            at_once.insert(id.clone());
        }
        if rng.below(3) == 0 {
            at_once.remove(&id);
            socket.say(&json!({ "type": "unseek", "id": id })).await?;
        }
        sleep(Duration::from_millis(rng.below(200) as u64)).await;
    }
    if accepted.len() as f64 > 10.0 + (begun.elapsed().as_secs_f64() / 6.0).ceil() {
        attack.find(&format!("{} seeks in {:?}", accepted.len(), begun.elapsed()));
    }
    // Bots at a table for the guest alone, if they are offered.
    for id in at_once {
        socket.say(&json!({ "type": "fill", "id": id })).await?;
    }
    socket.until(Duration::from_secs(1), |_| false).await;
    Ok(())
}

/// Many reports about one player and about many, at the same time.
async fn reports(attack: &Arc<Attack>, rng: &mut Rng) -> Result<()> {
    let reporter = Player::account(attack, rng).await?;
    let about = Player::account(attack, rng).await?;
    let report = |name: &str| {
        let reason = ["stalled", "threw", "colluded", "name", "phrases"][name.len() % 5];
        json!({ "player": name, "reason": reason })
    };
    let line = || "POST /api/reports".to_owned();
    let answers = all_at_once((0..4).map(|_| (&reporter, line(), report(&about.name)))).await;
    if done(&answers) > 1 {
        attack.find(&format!("{} open reports about one player", done(&answers)));
    }
    let names = attack.some_names(14, rng);
    let many = all_at_once(names.iter().map(|name| (&reporter, line(), report(name)))).await;
    if done(&answers) + done(&many) > 10 {
        attack.find(&format!("{} reports of a day", done(&answers) + done(&many)));
    }
    for (who, body, kind) in [
        (&reporter, json!({ "player": reporter.name, "reason": "name" }), ErrorKind::Unavailable),
        (&Player::guest(attack, rng), report(&about.name), ErrorKind::AccountNeeded),
    ] {
        let answer = who.ask("POST /api/reports", &body).await?;
        if answer.kind != Some(kind) {
            attack.find(&format!("a report that must be {kind:?}: {answer:?}"));
        }
    }
    Ok(())
}

/// The operator bans a player who is connected, and the player tries to go on.
async fn rulings(attack: &Arc<Attack>, rng: &mut Rng) -> Result<()> {
    let player = Player::account(attack, rng).await?;
    let second = second_device(&player).await?;
    let mut socket = player.open().await?.ok_or("an account is refused")?;
    socket.seek("s", rng.pick(&POOLS), "x").await?;
    let secret = format!("{} is ruled", player.password());
    let order = server::admin::Order::Rule {
        name: player.name.clone(),
        kind: "ban".to_owned(),
        until: None,
        reason: secret.clone(),
    };
    let server::admin::Answer::Ruled { id } = attack.order(order).await? else {
        return Err("no ruling".into());
    };
    let reply = format!("POST /api/rulings/{id}/reply");
    let new = json!({ "pool": "scopa-2-quick", "rated": false });
    let name = Player::account(attack, rng).await?.name;
    for (line, body) in [
        ("POST /api/challenges".to_owned(), new),
        (format!("PUT /api/ties/{name}/friend"), Value::Null),
        ("POST /api/reports".to_owned(), json!({ "player": name, "reason": "name" })),
    ] {
        let answer = second.ask(&line, &body).await?;
        if answer.is_done() {
            attack.find(&format!("{line} of a banned player: {answer:?}"));
        }
    }
    if second.open().await?.is_some() || player.open().await?.is_some() {
        attack.find("a banned player opened a socket");
    }
    if !socket.is_closed_within(CLOSED).await {
        attack.find("the socket of a banned player stays open");
    }
    let stranger = Player::account(attack, rng).await?;
    let words = json!({ "reply": "It was not me." });
    if stranger.ask(&reply, &words).await?.is_done() {
        attack.find("a stranger replied to a ruling");
    }
    if player.ask(&reply, &json!({ "reply": "x".repeat(501) })).await?.is_done() {
        attack.find("a reply of 501 characters is accepted");
    }
    let answers = all_at_once((0..3).map(|_| (&player, reply.clone(), words.clone()))).await;
    if done(&answers) != 1 {
        attack.find(&format!("{} replies to one ruling", done(&answers)));
    }
    if rng.below(2) == 0 {
        attack.order(server::admin::Order::Lift { id }).await?;
        if player.open().await?.is_none() {
            attack.find("a player is refused after the end of a ban");
        }
    }
    let (line, place) = ("GET /api/me".to_owned(), "/account/rulings/0/reason");
    attack.keep("rulings", Fact::Has { player: Box::new(player), line, place, value: json!(secret) });
    Ok(())
}
