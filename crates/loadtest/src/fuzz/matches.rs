//! Mutated matches from browsers. Each gets an error of the protocol, or a table that plays on.

use super::Findings;
use super::mutation::mutate;
use super::plausible::{change, objection};
use crate::Result;
use crate::client::{Client, token};
use crate::hostile::exchange;
use cards::{Rng, Seat, Seed};
use catalog::{AnyGame, SetupText};
use engine::Phase;
use protocol::{ApiError, Command, ErrorKind, NewChair, NewTable, Notice, Opened, decode};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Number of clients that post at the same time, each from an address of its own.
const CLIENTS: u64 = 4;

/// Timeout for everything that is done with one match.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Table that the server created, with its host and its latest version.
pub(super) struct Accepted {
    number: u64,
    table: String,
    version: u64,
}

/// Results of all matches.
#[derive(Default)]
pub(super) struct Results {
    pub(super) accepted: Vec<Accepted>,
    /// Number of refusals, by code.
    pub(super) refused: BTreeMap<&'static str, u64>,
    pub(super) slowest: Duration,
}

/// Returns the guest who posts a match.
fn guest(number: u64) -> usize {
    1_000_000 + number as usize
}

/// Posts `count` matches, and plays an action at each table that was created.
pub(super) async fn post(server: SocketAddr, seed: u64, count: u64, findings: &Findings) -> Result<Results> {
    let results = Arc::new(Mutex::new(Results::default()));
    let mut clients = tokio::task::JoinSet::new();
    for client in 0..CLIENTS {
        let (results, findings) = (Arc::clone(&results), findings.clone());
        clients.spawn(async move {
            for number in (client..count).step_by(CLIENTS as usize) {
                let mut rng = Rng::from_number(seed.wrapping_add(number));
                let request = mutated_match(&mut rng).to_string();
                let started = Instant::now();
                let outcome = tokio::time::timeout(TIMEOUT, post_one(server, client, number, &request)).await;
                let outcome = outcome.unwrap_or_else(|_| Err("no answer in time".into()));
                let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                results.slowest = results.slowest.max(started.elapsed());
                match outcome {
                    Ok(Ok(accepted)) => results.accepted.push(accepted),
                    Ok(Err(kind)) => *results.refused.entry(kind.code()).or_default() += 1,
                    Err(error) => findings.add(format!("match {number}: {error}: {}", shorten(&request))),
                }
            }
        });
    }
    while let Some(ended) = clients.join_next().await {
        ended?;
    }
    let results = Arc::into_inner(results).ok_or("a client is still posting")?;
    Ok(results.into_inner().unwrap_or_else(PoisonError::into_inner))
}

fn shorten(text: &str) -> String {
    text.chars().take(2_000).collect()
}

async fn post_one(
    server: SocketAddr,
    client: u64,
    number: u64,
    request: &str,
) -> Result<std::result::Result<Accepted, ErrorKind>> {
    let from = Ipv4Addr::new(127, 0, 0, 2 + client as u8);
    let (status, body) =
        exchange(server, from, &token(guest(number)), "POST /api/tables", request.as_bytes()).await?;
    if status != 201 {
        return refusal(status, &body).map(Err);
    }
    let Opened { table, .. } = decode(body.as_bytes())?;
    // The server must not accept a request that the protocol cannot decode.
    let new: NewTable =
        decode(request.as_bytes()).map_err(|error| format!("accepted in spite of {error}"))?;
    let (mut host, mut version, action) = watch(server, number, &table).await?;
    if new.begun.is_some() && version == 0 {
        return Err("the match was dropped".into());
    }
    if let Some(objection) = objection(&new) {
        return Err(format!("accepted a false match: {objection}").into());
    }
    if new.chairs.contains(&NewChair::Open) && new.begun.is_some() {
        look_at_open_table(server, number, &table).await?;
    }
    if let Some(action) = action {
        let play = Command::Play { table: table.clone(), version, action, id: "m".to_owned() };
        host.say(&play).await?;
        // A bot may be faster in a race, so a refusal is as good as the play.
        loop {
            match Notice::decode(&host.receive().await?)? {
                Notice::Played(played) => version = played.snapshot.version,
                Notice::Accepted(accepted) => version = accepted.version,
                Notice::Refused(refused) if refused.error.kind != ErrorKind::Unknown => {}
                _ => continue,
            }
            break;
        }
    }
    Ok(Ok(Accepted { number, table, version }))
}

/// Decodes a refusal.
pub(super) fn refusal(status: u16, body: &str) -> Result<ErrorKind> {
    let error: ApiError =
        serde_json::from_str(body).map_err(|_| format!("status {status} without an error: {body}"))?;
    let kind = error.kind;
    if status >= 500 || kind == ErrorKind::Unknown || error.message.is_empty() {
        return Err(format!("status {status}, {}: {}", kind.code(), error.message).into());
    }
    Ok(kind)
}

/// Opens a table as its host. Returns the version and an action of the host, if there is one.
async fn watch(server: SocketAddr, number: u64, table: &str) -> Result<(Client, u64, Option<String>)> {
    let mut host = Client::hello(server, guest(number)).await?;
    host.say(&Command::watch(table, None)).await?;
    let told = host.until(|notice| matches!(notice, Notice::Table(_))).await?;
    let Notice::Table(told) = told else { return Err("no table".into()) };
    if told.info.you.is_none() {
        return Err("the host has no seat".into());
    }
    let snapshot = told.snapshot;
    Ok((host, snapshot.version, snapshot.legal.first().cloned()))
}

/// Checks that a table with an open chair shows a stranger neither a view nor a log.
async fn look_at_open_table(server: SocketAddr, number: u64, table: &str) -> Result<()> {
    let mut stranger = Client::hello(server, guest(number + 1_000_000_000)).await?;
    stranger.say(&Command::watch(table, None)).await?;
    loop {
        let text = stranger.receive().await?;
        let told: Value = serde_json::from_str(&text)?;
        if told["type"] != "table" {
            continue;
        }
        let hidden = told["snapshot"]["view"].is_null() && told["log"].as_array().is_none_or(Vec::is_empty);
        return if hidden { Ok(()) } else { Err(format!("a stranger was shown {}", shorten(&text)).into()) };
    }
}

/// Opens each table again, at a server that has read them from the disk. None may have lost a line.
pub(super) async fn reopen(server: SocketAddr, accepted: &[Accepted], findings: &Findings) {
    for Accepted { number, table, version } in accepted {
        let opened = tokio::time::timeout(TIMEOUT, watch(server, *number, table)).await;
        match opened.unwrap_or_else(|_| Err("no answer in time".into())) {
            Ok((_, now, _)) if now >= *version => {}
            Ok((_, now, _)) => {
                findings.add(format!("match {number}: version {version} was told, now it is {now}"));
            }
            Err(error) => findings.add(format!("match {number} after a restart: {error}")),
        }
    }
}

/// Returns a request for a table that continues a match, with up to three changes. Half of the requests get only
/// changes that leave them readable.
fn mutated_match(rng: &mut Rng) -> Value {
    let games: Vec<&dyn AnyGame> = catalog::CATALOG.games().collect();
    let game = rng.pick(&games);
    let seats = game.info().seats[0];
    let most = 1 + rng.below(80);
    let mut chairs = vec![json!({ "bot": game.info().bots[0] }); usize::from(seats)];
    (chairs[0], chairs[1]) = (json!("me"), json!("open"));
    if rng.below(2) == 0 {
        chairs[1] = json!({ "bot": game.info().bots[0] });
    }
    let mut request = json!({
        "game": game.id(), "options": {}, "seats": seats, "name": "Eve", "chairs": chairs,
        "begun": { "dealer": 0, "deals": played(game, rng, most) },
    });
    if rng.below(2) == 0 {
        (0..rng.below(3)).for_each(|_| change(&mut request, game, rng));
        return request;
    }
    for _ in 0..rng.below(4) {
        // Changes elsewhere are rarer, since most of them are refused at once.
        let is_anywhere = rng.below(4) == 0;
        match request.get_mut("begun") {
            Some(begun) if !is_anywhere => mutate(begun, rng),
            _ => mutate(&mut request, rng),
        }
    }
    request
}

/// Plays random actions, as many as `most`, and returns the deals as a browser sends them.
fn played(game: &dyn AnyGame, rng: &mut Rng, most: usize) -> Value {
    let seats = game.info().seats[0];
    let mut table =
        game.open(&SetupText::first_preset(seats), Seat::new(0)).expect("the first preset can be played");
    let seed = Seed::from_number(rng.below(1 << 20) as u64);
    let mut deals: Vec<(String, Vec<String>)> = Vec::new();
    for _ in 0..most {
        match table.phase() {
            Phase::Over(_) => break,
            Phase::Between => {
                let deck = table.next_deck(&seed);
                table.deal(&deck, &[]).expect("it is the next deck");
                deals.push((deck, Vec::new()));
            }
            Phase::Playing => {
                let entry = match table.next_shuffle(&seed) {
                    Some(shuffle) => {
                        table.enter(&shuffle, &[]).expect("it is the next shuffle");
                        shuffle.to_string()
                    }
                    None => {
                        let legal = |seat| table.legal(seat).into_iter().map(move |action| (seat, action));
                        let legal: Vec<(Seat, String)> = table.actors().iter().flat_map(legal).collect();
                        let (seat, action) = &legal[rng.below(legal.len())];
                        table.play(*seat, action, &[]).expect("it is legal");
                        format!("{seat} {action}")
                    }
                };
                deals.last_mut().expect("a deal is played").1.push(entry);
            }
        }
    }
    deals.into_iter().map(|(deck, entries)| json!({ "deck": deck, "entries": entries })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_matches_stay_readable_and_many_do_not() {
        let request = |seed| mutated_match(&mut Rng::from_number(seed)).to_string();
        let readable = (0..200).filter(|seed| decode::<NewTable>(request(*seed).as_bytes()).is_ok()).count();
        assert!((60..190).contains(&readable), "{readable} of 200");
        assert_eq!(request(7), request(7));
    }

    #[test]
    fn an_error_of_the_server_is_no_refusal() {
        let sound = r#"{"code":"options","message":"scopa has no option “x”"}"#;
        assert!(refusal(400, sound).is_ok());
        assert!(refusal(500, sound).is_err());
        for unsound in ["", "{}", r#"{"code":"no such code","message":"x"}"#] {
            assert!(refusal(400, unsound).is_err(), "{unsound}");
        }
    }
}
