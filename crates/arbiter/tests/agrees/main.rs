//! Agreement of the arbiter with the engine: positions of random matches are entered card by card,
//! and the rulings must equal the play.

mod sharks;
mod slips;
mod speed;

use arbiter::{Asked, Rules, Rulings, Value, Verdict};
use bridge::Bridge;
use cards::{BySide, CardSet, Rng, Seat, Seed, Side};
use catalog::{AnyGame, CATALOG};
use engine::{Game, Match, OptionValue, Phase, Ruleset, Setup, shuffled_deck};
use games::cassino::Cassino;
use games::gin_rummy::GinRummy;
use games::scopa::Scopa;
use games::thirty_one::ThirtyOne;
use games::wall_street::WallStreet;
use std::collections::{BTreeMap, BTreeSet};

/// Games whose arbiter is still to be written.
const MISSING: [&str; 0] = [];

/// Plays random deals of a setup, and passes every state to `look`.
fn play<G: Game>(setup: &Setup<G::Options>, deals: u64, rng_seed: u64, mut look: impl FnMut(&Match<G>)) {
    let mut game = Match::<G>::new(setup.clone(), Seat::new(0)).expect("a dealer of the table");
    let seed = Seed::from_number(rng_seed);
    let mut rng = Rng::from_number(rng_seed);
    let (mut actions, mut decks) = (Vec::new(), 0);
    while (game.record().deals.len() as u64) <= deals {
        match game.phase() {
            Phase::Over(_) => return,
            Phase::Between => {
                if game.record().deals.len() as u64 == deals {
                    return;
                }
                let deck = shuffled_deck::<G>(&setup.options, &seed, decks);
                decks += 1;
                game.deal(&deck, &mut drop).expect("a deck");
            }
            Phase::Playing => match game.shuffle_due() {
                Some(order) => game.shuffle(&order, &mut drop).expect("what is due"),
                None => {
                    let state = game.state().expect("a deal is being played");
                    actions.clear();
                    for seat in game.actors().iter() {
                        let mut own = Vec::new();
                        G::legal_actions(state, seat, &mut own);
                        actions.extend(own.into_iter().map(|action| (seat, action)));
                    }
                    let (seat, action) = rng.pick(&actions);
                    game.check(seat, action).expect("a legal action").play(&mut drop);
                }
            },
        }
        look(&game);
    }
}

fn setups<G: Game>() -> Vec<Setup<G::Options>> {
    let presets = G::Options::PRESETS.iter();
    let tables = presets.flat_map(|preset| preset.seats.iter().map(move |seats| (preset.id, *seats)));
    tables.map(|(id, seats)| Setup::new(Some(id), seats, BTreeMap::new()).expect("a preset")).collect()
}

fn varied<G: Game>(preset: &str, seats: u8, key: &str, value: OptionValue) -> Setup<G::Options> {
    Setup::new(Some(preset), seats, BTreeMap::from([(key.to_owned(), value)])).expect("playable")
}

fn rules<G: Game>(setup: &Setup<G::Options>) -> Rules {
    Rules { game: G::ID.to_owned(), setup: setup.text() }
}

fn ask<G: Game>(setup: &Setup<G::Options>, task: &str, placement: Vec<(&str, Value)>) -> Rulings {
    let placement = placement.into_iter().map(|(field, value)| (field.to_owned(), value)).collect();
    let asked = Asked { rules: rules::<G>(setup), task: task.to_owned(), placement };
    arbiter::rule(&asked).unwrap_or_else(|unclear| panic!("{asked:?}: {unclear}"))
}

fn text(cards: CardSet) -> Value {
    Value::Text(cards.to_string())
}

/// Returns the actions with this verdict.
fn actions(rulings: &Rulings, verdict: Verdict) -> BTreeSet<String> {
    let all = rulings.sections.iter().flat_map(|section| &section.rulings);
    all.filter(|ruling| ruling.verdict == verdict).filter_map(|ruling| ruling.action.clone()).collect()
}

fn legal<G: Game>(state: &G::State, but: &str) -> BTreeSet<String> {
    let mut legal = Vec::new();
    G::actors(state).iter().for_each(|seat| G::legal_actions(state, seat, &mut legal));
    legal.iter().map(ToString::to_string).filter(|action| action != but).collect()
}

/// Checks that every ruling and every rejection cites a rule.
fn cites(rulings: &Rulings) {
    for ruling in rulings.sections.iter().flat_map(|section| &section.rulings) {
        assert!(!ruling.rules.is_empty(), "{ruling:?}");
        assert_eq!(ruling.refusal.is_some(), ruling.verdict == Verdict::MayNot);
    }
    assert!(rulings.sections.iter().flat_map(|section| &section.lines).all(|line| !line.rules.is_empty()));
}

/// Checks that forbidden actions are illegal in the match too.
fn refuses<G: Game>(game: &Match<G>, rulings: &Rulings) {
    let (state, seat) = (game.state().expect("a deal"), game.actors().first().expect("a seat acts"));
    for text in actions(rulings, Verdict::MayNot) {
        let action = G::read_action(state, &text).expect("an action");
        assert!(G::validate(state, seat, action).is_err(), "{text}");
    }
}

#[test]
fn captures_of_scopa_are_those_of_the_match() {
    let variants = [("assoPigliaTutto", true), ("quindici", true), ("claimOut", true)];
    let variants = variants.map(|(key, flag)| varied::<Scopa>("classic", 2, key, OptionValue::Flag(flag)));
    let words = [
        ("captureObligation", "hand"),
        ("captureObligation", "none"),
        ("sumMode", "both"),
        ("matchCount", "all"),
    ];
    let words =
        words.map(|(key, word)| varied::<Scopa>("classic", 2, key, OptionValue::Word(word.to_owned())));
    for (n, setup) in setups::<Scopa>().into_iter().chain(variants).chain(words).enumerate() {
        play::<Scopa>(&setup, 8, n as u64, |game| {
            let Some((state, seat)) = game.state().zip(game.actors().first()) else { return };
            let placement = vec![("table", text(state.deal.table)), ("hand", text(state.deal.hands[seat]))];
            let rulings = ask::<Scopa>(&setup, "play", placement);
            assert_eq!(actions(&rulings, Verdict::May), legal::<Scopa>(state, "claim"), "{state:?}");
            refuses(game, &rulings);
            cites(&rulings);
        });
    }
}

#[test]
fn captures_of_wall_street_are_those_of_the_match() {
    for (n, setup) in setups::<WallStreet>().into_iter().enumerate() {
        play::<WallStreet>(&setup, 8, n as u64, |game| {
            let Some((state, seat)) = game.state().zip(game.actors().first()) else { return };
            let placement = vec![("table", text(state.deal.table)), ("hand", text(state.deal.hands[seat]))];
            let rulings = ask::<WallStreet>(&setup, "play", placement);
            assert_eq!(actions(&rulings, Verdict::May), legal::<WallStreet>(state, ""), "{state:?}");
            refuses(game, &rulings);
            cites(&rulings);
        });
    }
}

fn pile_fields(piles: Vec<CardSet>, sweeps: Vec<u8>) -> Vec<(&'static str, Value)> {
    const PILES: [&str; 4] = ["pile0", "pile1", "pile2", "pile3"];
    const SWEEPS: [&str; 4] = ["sweeps0", "sweeps1", "sweeps2", "sweeps3"];
    let piles = PILES.into_iter().zip(piles).map(|(field, pile)| (field, text(pile)));
    piles
        .chain(SWEEPS.into_iter().zip(sweeps).map(|(field, sweeps)| (field, Value::Number(sweeps.into()))))
        .collect()
}

/// Returns the score lines without their cards.
fn lines(rulings: &Rulings) -> Vec<(&'static str, BySide<i32>)> {
    let lines = rulings.sections.iter().flat_map(|section| &section.lines);
    lines.map(|line| (line.category, line.points)).collect()
}

fn score_lines<G: Game>(state: &G::State) -> Vec<(&'static str, BySide<i32>)> {
    G::score_breakdown(state).into_iter().map(|line| (line.category, line.points)).collect()
}

#[test]
fn captured_cards_count_what_they_counted_in_the_match() {
    let flags = ["napola", "reBello", "settanta"]
        .map(|key| varied::<Scopa>("classic", 2, key, OptionValue::Flag(true)));
    for (n, setup) in setups::<Scopa>().into_iter().chain(flags).enumerate() {
        play::<Scopa>(&setup, 20, n as u64, |game| {
            let Some(state) = game.state().filter(|state| Scopa::outcome(state).is_some()) else { return };
            let stopped = setup.preset.id == "denexa"
                && Scopa::totals(game.standing()).as_slice().iter().any(|t| *t >= 11);
            if state.deal.thrown_in || state.deal.last_capturer.is_none() || stopped {
                return;
            }
            let deal = &state.deal;
            let mut sweeps = vec![0; usize::from(deal.rules.sides())];
            deal.sweeping_sides().for_each(|side| sweeps[side.index()] += 1);
            let piles = deal.piles.as_slice().to_vec();
            let rulings = ask::<Scopa>(&setup, "count", pile_fields(piles, sweeps));
            assert_eq!(lines(&rulings), score_lines::<Scopa>(state), "{state:?}");
            cites(&rulings);
        });
    }
    for (n, setup) in setups::<WallStreet>().into_iter().enumerate() {
        play::<WallStreet>(&setup, 6, n as u64, |game| {
            let Some(state) = game.state().filter(|state| WallStreet::outcome(state).is_some()) else {
                return;
            };
            let everybody = state.deal.playing.len() == setup.options.seats;
            if state.deal.thrown_in || state.deal.last_capturer.is_none() || !everybody {
                return;
            }
            let mut sweeps = vec![0; usize::from(setup.options.seats)];
            state.deal.sweeping_sides().for_each(|side| sweeps[side.index()] += 1);
            let rulings =
                ask::<WallStreet>(&setup, "count", pile_fields(state.deal.piles.as_slice().to_vec(), sweeps));
            assert_eq!(lines(&rulings), score_lines::<WallStreet>(state), "{state:?}");
        });
    }
    for (n, setup) in setups::<Cassino>().into_iter().enumerate() {
        play::<Cassino>(&setup, 3, n as u64, |game| {
            let Some(state) = game.state().filter(|state| Cassino::outcome(state).is_some()) else { return };
            if state.last_capturer.is_none() {
                return;
            }
            let mut sweeps = vec![0; usize::from(setup.options.sides())];
            for card in state.sweeps.as_slice() {
                let side = state.piles.iter().find(|(_, pile)| pile.contains(*card)).expect("in a pile").0;
                sweeps[side.index()] += 1;
            }
            let rulings =
                ask::<Cassino>(&setup, "count", pile_fields(state.piles.as_slice().to_vec(), sweeps));
            assert_eq!(lines(&rulings), score_lines::<Cassino>(state), "{state:?}");
            cites(&rulings);
        });
    }
}

#[test]
fn captures_and_builds_of_cassino_are_those_of_the_match() {
    for (n, setup) in setups::<Cassino>().into_iter().enumerate() {
        play::<Cassino>(&setup, 6, n as u64, |game| {
            let Some((state, seat)) = game.state().zip(game.actors().first()) else { return };
            let builds = state.builds.as_slice().iter().map(|build| arbiter::PlacedBuild {
                cards: build.cards.to_string(),
                value: build.value,
                own: build.controller == seat,
            });
            let placement = vec![
                ("table", text(state.loose)),
                ("builds", Value::Builds(builds.collect())),
                ("hand", text(state.hands[seat])),
            ];
            let rulings = ask::<Cassino>(&setup, "play", placement);
            let legal = legal::<Cassino>(state, "");
            let allowed = actions(&rulings, Verdict::May);
            let shortened =
                rulings.sections.iter().flat_map(|section| &section.rulings).any(|one| one.says == "more");
            assert!(
                allowed.is_subset(&legal) && (shortened || allowed == legal),
                "{state:?}: {allowed:?} {legal:?}"
            );
            refuses(game, &rulings);
            cites(&rulings);
        });
    }
}

#[test]
fn hands_and_knocks_of_gin_rummy_are_those_of_the_match() {
    use games::gin_rummy::{Going, KnockLimit, Phase as Turn, melds};
    for (n, setup) in setups::<GinRummy>().into_iter().enumerate() {
        let mut knocked: Option<games::gin_rummy::State> = None;
        play::<GinRummy>(&setup, 60, n as u64, |game| {
            let Some(state) = game.state() else { return };
            let by_card = setup.options.knock_limit != KnockLimit::Fixed10 || setup.options.spades_double;
            let upcard = match setup.options.knock_limit {
                // The limit comes from the top of the pile at the start of the turn, which may have
                // been taken since.
                KnockLimit::Floating => return,
                _ => state.first_upcard,
            };
            match (state.phase, game.actors().first()) {
                (Turn::Discard, Some(seat)) if !by_card || !state.hands[seat].contains(upcard) => {
                    let mut placement = vec![("hand", text(state.hands[seat]))];
                    if by_card {
                        placement.push(("upcard", Value::Text(upcard.to_string())));
                    }
                    placement.extend(state.just_taken.map(|card| ("taken", Value::Text(card.to_string()))));
                    let rulings = ask::<GinRummy>(&setup, "hand", placement);
                    let out = |action: &String| action.starts_with("knock") || action.starts_with("gin");
                    let legal: BTreeSet<String> =
                        legal::<GinRummy>(state, "").into_iter().filter(out).collect();
                    let allowed: BTreeSet<String> =
                        actions(&rulings, Verdict::May).into_iter().filter(out).collect();
                    assert_eq!(allowed, legal, "{state:?}");
                    refuses(game, &rulings);
                    cites(&rulings);
                }
                (Turn::LayOff, Some(_)) if knocked.is_none() => knocked = Some(*state),
                (Turn::Over, _) => {
                    let Some(before) = knocked.take() else { return };
                    let knock = before.knock.expect("after a knock");
                    let (knocker, other) = (knock.seat, knock.seat.next(2));
                    let down = before.melds[knocker].cards() | before.hands[knocker];
                    if by_card && (down | before.hands[other]).contains(upcard)
                        || knock.going == Going::BigGin
                    {
                        return;
                    }
                    let mut placement = vec![("knocker", text(down)), ("hand", text(before.hands[other]))];
                    if by_card {
                        placement.push(("upcard", Value::Text(upcard.to_string())));
                    }
                    let rulings = ask::<GinRummy>(&setup, "knock", placement);
                    let values = setup.options.deadwood();
                    if melds::best(down, down, values).melds != before.melds[knocker] {
                        return;
                    }
                    let best = match knock.going {
                        Going::Knock => {
                            melds::best_answer(before.hands[other], &before.melds[knocker], values).deadwood
                        }
                        _ if setup.options.layoff_on_gin => {
                            melds::best_answer(before.hands[other], &before.melds[knocker], values).deadwood
                        }
                        _ => values.min(before.hands[other]),
                    };
                    let line = rulings
                        .sections
                        .iter()
                        .flat_map(|section| &section.lines)
                        .next()
                        .expect("a counting");
                    assert_eq!(line.amounts[Side::new(0)], Some(i32::from(best).into()), "{before:?}");
                    cites(&rulings);
                }
                _ => {}
            }
        });
    }
}

#[test]
fn showdowns_of_thirty_one_cost_what_they_cost_in_the_match() {
    const HANDS: [&str; 9] =
        ["hand0", "hand1", "hand2", "hand3", "hand4", "hand5", "hand6", "hand7", "hand8"];
    for (n, setup) in setups::<ThirtyOne>().into_iter().enumerate() {
        play::<ThirtyOne>(&setup, 3, n as u64, |game| {
            let Some(state) = game.state() else { return };
            if let (games::thirty_one::Stage::Discard { seat, taken }, Some(_)) =
                (state.stage, game.actors().first())
            {
                let mut placement = vec![("hand", text(state.hands[seat]))];
                placement.extend(taken.map(|card| ("taken", Value::Text(card.to_string()))));
                let rulings = ask::<ThirtyOne>(&setup, "hand", placement);
                assert_eq!(actions(&rulings, Verdict::May), legal::<ThirtyOne>(state, ""), "{state:?}");
                refuses(game, &rulings);
                cites(&rulings);
            }
            // In the first deal all players have all their lives, as in a situation.
            if game.results().len() != 1 || ThirtyOne::outcome(state).is_none() {
                return;
            }
            let mut placement: Vec<(&str, Value)> =
                state.hands.iter().map(|(seat, hand)| (HANDS[seat.index()], text(hand))).collect();
            placement.extend(state.knocker.map(|seat| ("knocker", Value::Text(format!("seat{seat}")))));
            let rulings = ask::<ThirtyOne>(&setup, "showdown", placement);
            assert_eq!(lines(&rulings), score_lines::<ThirtyOne>(state), "{state:?}");
            cites(&rulings);
        });
    }
}

#[test]
fn calls_and_tricks_of_bridge_are_those_of_the_match() {
    const STRAINS: [&str; 5] = ["clubs", "diamonds", "hearts", "spades", "notrump"];
    for (n, setup) in setups::<Bridge>().into_iter().enumerate() {
        play::<Bridge>(&setup, 3, n as u64, |game| {
            let Some((state, _)) = game.state().zip(game.actors().first()) else { return };
            let Some(playing) = &state.play else {
                let calls: Vec<String> = state.auction.calls().map(|(_, call)| call.to_string()).collect();
                let calls = Value::Text(calls.join(" "));
                let rulings = ask::<Bridge>(&setup, "call", vec![("calls", calls.clone())]);
                cites(&rulings);
                for call in ["P", "X", "XX", "1C", "3N", "7S", "7N"] {
                    let asked = vec![("calls", calls.clone()), ("call", Value::Text(call.to_owned()))];
                    let may = !actions(&ask::<Bridge>(&setup, "call", asked), Verdict::May).is_empty();
                    assert_eq!(
                        may,
                        state.auction.check(call.parse().expect("a call")).is_ok(),
                        "{state:?} {call}"
                    );
                }
                return;
            };
            if state.claim.is_some() {
                return;
            }
            let trick: Vec<String> = playing.trick().cards.iter().map(ToString::to_string).collect();
            let hand = state.hands[playing.turn() as usize];
            let placement = vec![
                ("trumps", Value::Text(STRAINS[playing.strain() as usize].to_owned())),
                ("trick", Value::Text(trick.join(" "))),
                ("hand", text(hand)),
            ];
            let rulings = ask::<Bridge>(&setup, "trick", placement);
            let cards: BTreeSet<String> = playing.playable(hand).iter().map(String::from).collect();
            assert_eq!(actions(&rulings, Verdict::May), cards, "{state:?}");
            refuses(game, &rulings);
            cites(&rulings);
            if let Some(last) = playing.last_trick() {
                let placement = vec![
                    ("trumps", Value::Text(STRAINS[playing.strain() as usize].to_owned())),
                    (
                        "trick",
                        Value::Text(last.cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")),
                    ),
                ];
                let rulings = ask::<Bridge>(&setup, "trick", placement);
                let winner = playing.winner(playing.complete() - 1);
                let card = last.by_hand().find(|(hand, _)| *hand == winner).expect("who won played").1;
                assert_eq!(rulings.sections[0].rulings[0].params["card"], card.to_string());
            }
        });
    }
}

#[test]
fn contracts_score_what_they_scored_in_the_match() {
    const STRAINS: [&str; 5] = ["clubs", "diamonds", "hearts", "spades", "notrump"];
    for (n, setup) in setups::<Bridge>().into_iter().enumerate() {
        play::<Bridge>(&setup, 12, n as u64, |game| {
            let Some(scored) = game.standing().sheet.last() else { return };
            let Some(played) = scored.played else { return };
            let honors = scored.entries.iter().any(|entry| entry.category == bridge::Category::Honors);
            let chicago = setup.options.mode == bridge::Mode::Chicago;
            // Honors are given card by card, and a chicago carries part-scores over. Neither is in
            // this situation.
            if honors || chicago || game.phase() == Phase::Playing {
                return;
            }
            let declarer = bridge::Side::of(played.declarer);
            let vulnerable =
                match (scored.vulnerable[declarer as usize], scored.vulnerable[declarer.other() as usize]) {
                    (false, false) => "nobody",
                    (true, false) => "declarer",
                    (false, true) => "defenders",
                    (true, true) => "both",
                };
            let doubling = match played.contract.doubling {
                bridge::Doubling::Undoubled => "undoubled",
                bridge::Doubling::Doubled => "doubled",
                bridge::Doubling::Redoubled => "redoubled",
            };
            let placement = vec![
                ("level", Value::Number(played.contract.bid.level.odd_tricks().into())),
                ("strain", Value::Text(STRAINS[played.contract.bid.strain as usize].to_owned())),
                ("doubling", Value::Text(doubling.to_owned())),
                ("tricks", Value::Number(played.tricks.into())),
                ("vulnerable", Value::Text(vulnerable.to_owned())),
            ];
            let rulings = ask::<Bridge>(&setup, "contract", placement);
            let points = |line: &engine::ScoreLine| line.points.as_slice().iter().sum::<i32>();
            let points_ruled: Vec<i32> = rulings.sections[0].lines.iter().map(points).collect();
            let were: Vec<i32> = scored.entries.iter().map(|entry| entry.points).collect();
            assert_eq!(points_ruled, were, "{scored:?}");
            cites(&rulings);
        });
    }
}

#[test]
fn impossible_situations_are_refused() {
    let asked = |json: &str| {
        arbiter::rule(&serde_json::from_str(json).expect("a question")).map_err(|why| why.code())
    };
    let twice = r#"{"game": "scopa", "task": "play", "placement": {"table": "7d", "hand": "7d"}}"#;
    assert_eq!(asked(twice), Err("twice"));
    let strange = r#"{"game": "scopa", "task": "play", "placement": {"table": "8d", "hand": "7d"}}"#;
    assert_eq!(asked(strange), Err("not-in-deck"));
    let elsewhere =
        r#"{"game": "scopa", "task": "play", "placement": {"table": "6d", "hand": "7d", "taken": "5d"}}"#;
    assert_eq!(asked(elsewhere), Err("elsewhere"));
    let empty = r#"{"game": "scopa", "task": "play"}"#;
    assert_eq!(asked(empty), Err("too-few"));
    let no_build = r#"{"game": "cassino", "task": "play",
        "placement": {"hand": "9d", "builds": [{"cards": "2d 3c", "value": 9}]}}"#;
    assert_eq!(asked(no_build), Err("no-build"));
    let auction = r#"{"game": "bridge", "task": "call", "placement": {"calls": "1S 1C"}}"#;
    assert_eq!(asked(auction), Err("auction"));
    let knock = r#"{"game": "gin-rummy", "task": "knock",
        "placement": {"knocker": "Kd Ks Qh Jc 9d 7h 5s 3c 2d Ah", "hand": "4d"}}"#;
    assert_eq!(asked(knock), Err("no-knock"));
    let eleven = r#"{"game": "gin-rummy", "task": "knock",
        "placement": {"knocker": "4c 4d 4h 5s 6s 7s 9c Tc Jc 2d Kd", "hand": "5d"}}"#;
    assert_eq!(asked(eleven), Err("too-many"));
    let sweeps = r#"{"game": "scopa", "task": "count", "placement": {"pile0": "7d 7c", "sweeps0": 2}}"#;
    assert_eq!(asked(sweeps), Err("too-many"));
    assert_eq!(asked(r#"{"game": "whist", "task": "play"}"#), Err("no-game"));
    assert_eq!(asked(r#"{"game": "scopa", "task": "dance"}"#), Err("no-task"));
    assert_eq!(asked(r#"{"game": "scopa", "task": "play", "placement": {"colour": 3}}"#), Err("strange"));
}

#[test]
fn a_disputed_play_gets_its_rule() {
    let asked =
        |json: &str| arbiter::rule(&serde_json::from_str(json).expect("a question")).expect("a situation");
    let rulings = asked(
        r#"{"game": "scopa", "task": "play", "placement": {"table": "3c 4h 7s", "hand": "7d", "card": "7d", "taken": "3c 4h"}}"#,
    );
    let refusal = rulings.sections[0].rulings[0].refusal.clone().expect("refused");
    assert_eq!((refusal.reason, refusal.rule), (Some("rank-first"), Some("SC-R6")));
    let sweep = asked(r#"{"game": "scopa", "task": "play", "placement": {"table": "3c 4h", "hand": "7d"}}"#);
    assert_eq!(
        (sweep.sections[0].rulings[0].says, &sweep.sections[0].rulings[0].rules[..]),
        ("sweep", &["SC-R7", "SC-R9"][..])
    );
    let last = asked(
        r#"{"game": "scopa", "task": "play", "placement": {"table": "3c 4h", "hand": "7d", "last": true}}"#,
    );
    assert_eq!(last.sections[0].rulings[0].says, "noSweep");
    let revoke = asked(
        r#"{"game": "bridge", "task": "trick", "placement": {"trumps": "hearts", "trick": "Ks 2s", "hand": "3s Ah"}}"#,
    );
    assert_eq!(actions(&revoke, Verdict::MayNot), BTreeSet::from(["Ah".to_owned()]));
    let primiera =
        asked(r#"{"game": "scopa", "task": "primiera", "placement": {"pile0": "7d 7c 6h As 2s"}}"#);
    assert_eq!(primiera.sections[0].rulings[0].params["points"], "76");
}

#[test]
fn every_arbiter_has_something_to_ask_and_a_test() {
    for game in arbiter::games() {
        let module = game.replace('-', "_");
        assert!(include_str!("main.rs").contains(&module), "no test lays out positions of {game}");
        let rules = Rules { game: (*game).to_owned(), ..Rules::default() };
        assert!(!arbiter::form(&rules).expect("a form").tasks.is_empty(), "{game}");
    }
}

#[test]
fn every_game_has_an_arbiter_unless_it_is_listed_as_missing() {
    let ids: Vec<&str> = arbiter::games().collect();
    let (expected, missing): (Vec<&str>, Vec<&str>) =
        CATALOG.games().map(AnyGame::id).partition(|id| ids.contains(id));
    assert_eq!(missing, MISSING, "games without an arbiter");
    assert_eq!(ids, expected, "each once, in the order of the catalog");
}
