//! The arbiter agrees with the engine: positions out of random matches, laid out card by card, are ruled on as they
//! were played.

use arbiter::{Asked, Rules, Rulings, Value, Verdict};
use cards::{CardSet, Rng, Seat, Seed};
use engine::{Game, Match, OptionValue, Phase, Ruleset, Setup, shuffled_deck};
use games::bridge::Bridge;
use games::cassino::Cassino;
use games::gin_rummy::GinRummy;
use games::scopa::Scopa;
use games::speed::Speed;
use games::thirty_one::ThirtyOne;
use games::wall_street::WallStreet;
use std::collections::{BTreeMap, BTreeSet};

/// Plays `deals` random deals of a setup, and shows every state to `look`.
fn play<G: Game>(setup: &Setup<G::Options>, deals: u64, luck: u64, mut look: impl FnMut(&Match<G>)) {
    let mut game = Match::<G>::new(setup.clone(), Seat::new(0)).expect("a dealer of the table");
    let seed = Seed::from_number(luck);
    let mut rng = Rng::from_number(luck);
    let (mut actions, mut packs) = (Vec::new(), 0);
    while (game.record().deals.len() as u64) <= deals {
        match game.phase() {
            Phase::Over(_) => return,
            Phase::Between => {
                if game.record().deals.len() as u64 == deals {
                    return;
                }
                let deck = shuffled_deck::<G>(&setup.options, &seed, packs);
                packs += 1;
                game.deal(&deck, &mut drop).expect("a pack");
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
                    game.play(seat, action, &mut drop).expect("a legal action");
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
    Rules {
        game: G::ID.to_owned(),
        preset: Some(setup.preset.id.to_owned()),
        seats: Some(setup.options.seats()),
        options: setup.differs.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect(),
    }
}

fn ask<G: Game>(setup: &Setup<G::Options>, task: &str, laid: Vec<(&str, Value)>) -> Rulings {
    let laid = laid.into_iter().map(|(field, value)| (field.to_owned(), value)).collect();
    let asked = Asked { rules: rules::<G>(setup), task: task.to_owned(), laid };
    arbiter::rule(&asked).unwrap_or_else(|unclear| panic!("{asked:?}: {unclear}"))
}

fn text(cards: CardSet) -> Value {
    Value::Text(cards.to_string())
}

/// The actions the arbiter allows, or forbids.
fn actions(rulings: &Rulings, verdict: Verdict) -> BTreeSet<String> {
    let all = rulings.sections.iter().flat_map(|section| &section.rulings);
    all.filter(|ruling| ruling.verdict == verdict).filter_map(|ruling| ruling.action.clone()).collect()
}

fn legal<G: Game>(state: &G::State, but: &str) -> BTreeSet<String> {
    let mut legal = Vec::new();
    G::actors(state).iter().for_each(|seat| G::legal_actions(state, seat, &mut legal));
    legal.iter().map(ToString::to_string).filter(|action| action != but).collect()
}

/// Every ruling names a rule, and what is refused is refused by a rule too.
fn cites(rulings: &Rulings) {
    for ruling in rulings.sections.iter().flat_map(|section| &section.rulings) {
        assert!(!ruling.rules.is_empty(), "{ruling:?}");
        assert_eq!(ruling.refusal.is_some(), ruling.verdict == Verdict::MayNot);
    }
    assert!(rulings.sections.iter().flat_map(|section| &section.lines).all(|line| !line.rules.is_empty()));
}

/// What a card or action may not do, it may not do in the match either.
fn refuses<G: Game>(game: &Match<G>, rulings: &Rulings) {
    let (state, seat) = (game.state().expect("a deal"), game.actors().first().expect("somebody acts"));
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
            let laid = vec![("table", text(state.deal.table)), ("hand", text(state.deal.hands[seat]))];
            let rulings = ask::<Scopa>(&setup, "play", laid);
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
            let laid = vec![("table", text(state.deal.table)), ("hand", text(state.deal.hands[seat]))];
            let rulings = ask::<WallStreet>(&setup, "play", laid);
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

/// The lines of a counting, but for the cards that are shown with them.
fn lines(rulings: &Rulings) -> Vec<(&'static str, Vec<i32>)> {
    let lines = rulings.sections.iter().flat_map(|section| &section.lines);
    lines.map(|line| (line.line.category, line.line.points.clone())).collect()
}

fn counted<G: Game>(state: &G::State) -> Vec<(&'static str, Vec<i32>)> {
    G::count(state).into_iter().map(|line| (line.category, line.points)).collect()
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
            deal.sweeping_sides().for_each(|side| sweeps[usize::from(side)] += 1);
            let piles = deal.piles.as_slice().to_vec();
            let rulings = ask::<Scopa>(&setup, "count", pile_fields(piles, sweeps));
            assert_eq!(lines(&rulings), counted::<Scopa>(state), "{state:?}");
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
            state.deal.sweeping_sides().for_each(|side| sweeps[usize::from(side)] += 1);
            let rulings =
                ask::<WallStreet>(&setup, "count", pile_fields(state.deal.piles.as_slice().to_vec(), sweeps));
            assert_eq!(lines(&rulings), counted::<WallStreet>(state), "{state:?}");
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
            assert_eq!(lines(&rulings), counted::<Cassino>(state), "{state:?}");
            cites(&rulings);
        });
    }
}

#[test]
fn captures_and_builds_of_cassino_are_those_of_the_match() {
    for (n, setup) in setups::<Cassino>().into_iter().enumerate() {
        play::<Cassino>(&setup, 6, n as u64, |game| {
            let Some((state, seat)) = game.state().zip(game.actors().first()) else { return };
            let builds = state.builds.as_slice().iter().map(|build| arbiter::LaidBuild {
                cards: build.cards.to_string(),
                value: build.value,
                own: build.controller == seat,
            });
            let laid = vec![
                ("table", text(state.loose)),
                ("builds", Value::Builds(builds.collect())),
                ("hand", text(state.hands[seat])),
            ];
            let rulings = ask::<Cassino>(&setup, "play", laid);
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
                // The limit was set by the top of the pile when the turn began, which may have been taken since.
                KnockLimit::Floating => return,
                _ => state.first_upcard,
            };
            match (state.phase, game.actors().first()) {
                (Turn::Discard, Some(seat)) if !by_card || !state.hands[seat].contains(upcard) => {
                    let mut laid = vec![("hand", text(state.hands[seat]))];
                    if by_card {
                        laid.push(("upcard", Value::Text(upcard.to_string())));
                    }
                    laid.extend(state.just_taken.map(|card| ("taken", Value::Text(card.to_string()))));
                    let rulings = ask::<GinRummy>(&setup, "hand", laid);
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
                    let mut laid = vec![("knocker", text(down)), ("hand", text(before.hands[other]))];
                    if by_card {
                        laid.push(("upcard", Value::Text(upcard.to_string())));
                    }
                    let rulings = ask::<GinRummy>(&setup, "knock", laid);
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
                        _ => values.least(before.hands[other]),
                    };
                    let line = rulings
                        .sections
                        .iter()
                        .flat_map(|section| &section.lines)
                        .next()
                        .expect("a counting");
                    assert_eq!(line.line.amounts[0], Some(i32::from(best).into()), "{before:?}");
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
                let mut laid = vec![("hand", text(state.hands[seat]))];
                laid.extend(taken.map(|card| ("taken", Value::Text(card.to_string()))));
                let rulings = ask::<ThirtyOne>(&setup, "hand", laid);
                assert_eq!(actions(&rulings, Verdict::May), legal::<ThirtyOne>(state, ""), "{state:?}");
                refuses(game, &rulings);
                cites(&rulings);
            }
            // In the first deal everybody has all their lives, as in a situation.
            if game.results().len() != 1 || ThirtyOne::outcome(state).is_none() {
                return;
            }
            let mut laid: Vec<(&str, Value)> =
                state.hands.iter().map(|(seat, hand)| (HANDS[seat.index()], text(hand))).collect();
            laid.extend(state.knocker.map(|seat| ("knocker", Value::Text(format!("seat{seat}")))));
            let rulings = ask::<ThirtyOne>(&setup, "showdown", laid);
            assert_eq!(lines(&rulings), counted::<ThirtyOne>(state), "{state:?}");
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
            let laid = vec![
                ("trumps", Value::Text(STRAINS[playing.strain() as usize].to_owned())),
                ("trick", Value::Text(trick.join(" "))),
                ("hand", text(hand)),
            ];
            let rulings = ask::<Bridge>(&setup, "trick", laid);
            let cards: BTreeSet<String> = playing.playable(hand).iter().map(String::from).collect();
            assert_eq!(actions(&rulings, Verdict::May), cards, "{state:?}");
            refuses(game, &rulings);
            cites(&rulings);
            if let Some(last) = playing.last_trick() {
                let laid = vec![
                    ("trumps", Value::Text(STRAINS[playing.strain() as usize].to_owned())),
                    (
                        "trick",
                        Value::Text(last.cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")),
                    ),
                ];
                let rulings = ask::<Bridge>(&setup, "trick", laid);
                let winner = playing.winner(playing.complete() - 1);
                let card = last.by_hand().find(|(hand, _)| *hand == winner).expect("who won played").1;
                assert_eq!(rulings.sections[0].rulings[0].facts["card"], card.to_string());
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
            let honors = scored.entries.iter().any(|entry| entry.category == games::bridge::Category::Honors);
            let chicago = setup.options.mode == games::bridge::Mode::Chicago;
            // Honors are laid out card by card, and a chicago has part-scores carried over: neither is in this situation.
            if honors || chicago || game.phase() == Phase::Playing {
                return;
            }
            let declarer = games::bridge::Side::of(played.declarer);
            let vulnerable =
                match (scored.vulnerable[declarer as usize], scored.vulnerable[declarer.other() as usize]) {
                    (false, false) => "nobody",
                    (true, false) => "declarer",
                    (false, true) => "defenders",
                    (true, true) => "both",
                };
            let doubling = match played.contract.doubling {
                games::bridge::Doubling::Undoubled => "undoubled",
                games::bridge::Doubling::Doubled => "doubled",
                games::bridge::Doubling::Redoubled => "redoubled",
            };
            let laid = vec![
                ("level", Value::Number(played.contract.bid.level.odd_tricks().into())),
                ("strain", Value::Text(STRAINS[played.contract.bid.strain as usize].to_owned())),
                ("doubling", Value::Text(doubling.to_owned())),
                ("tricks", Value::Number(played.tricks.into())),
                ("vulnerable", Value::Text(vulnerable.to_owned())),
            ];
            let rulings = ask::<Bridge>(&setup, "contract", laid);
            let points = |line: &arbiter::Line| line.line.points.iter().sum::<i32>();
            let said: Vec<i32> = rulings.sections[0].lines.iter().map(points).collect();
            let were: Vec<i32> = scored.entries.iter().map(|entry| entry.points).collect();
            assert_eq!(said, were, "{scored:?}");
            cites(&rulings);
        });
    }
}

#[test]
fn what_cannot_be_a_situation_is_refused_in_words() {
    let asked = |json: &str| {
        arbiter::rule(&serde_json::from_str(json).expect("a question")).map_err(|why| why.code())
    };
    let twice = r#"{"game": "scopa", "task": "play", "laid": {"table": "7d", "hand": "7d"}}"#;
    assert_eq!(asked(twice), Err("twice"));
    let strange = r#"{"game": "scopa", "task": "play", "laid": {"table": "8d", "hand": "7d"}}"#;
    assert_eq!(asked(strange), Err("not-in-pack"));
    let elsewhere =
        r#"{"game": "scopa", "task": "play", "laid": {"table": "6d", "hand": "7d", "taken": "5d"}}"#;
    assert_eq!(asked(elsewhere), Err("elsewhere"));
    let empty = r#"{"game": "scopa", "task": "play"}"#;
    assert_eq!(asked(empty), Err("too-few"));
    let no_build = r#"{"game": "cassino", "task": "play",
        "laid": {"hand": "9d", "builds": [{"cards": "2d 3c", "value": 9}]}}"#;
    assert_eq!(asked(no_build), Err("no-build"));
    let auction = r#"{"game": "bridge", "task": "call", "laid": {"calls": "1S 1C"}}"#;
    assert_eq!(asked(auction), Err("auction"));
    let knock = r#"{"game": "gin-rummy", "task": "knock",
        "laid": {"knocker": "Kd Ks Qh Jc 9d 7h 5s 3c 2d Ah", "hand": "4d"}}"#;
    assert_eq!(asked(knock), Err("no-knock"));
    let eleven = r#"{"game": "gin-rummy", "task": "knock",
        "laid": {"knocker": "4c 4d 4h 5s 6s 7s 9c Tc Jc 2d Kd", "hand": "5d"}}"#;
    assert_eq!(asked(eleven), Err("too-many"));
    let sweeps = r#"{"game": "scopa", "task": "count", "laid": {"pile0": "7d 7c", "sweeps0": 2}}"#;
    assert_eq!(asked(sweeps), Err("too-many"));
    assert_eq!(asked(r#"{"game": "whist", "task": "play"}"#), Err("no-game"));
    assert_eq!(asked(r#"{"game": "scopa", "task": "dance"}"#), Err("no-task"));
    assert_eq!(asked(r#"{"game": "scopa", "task": "play", "laid": {"colour": 3}}"#), Err("strange"));
}

#[test]
fn a_disputed_play_gets_its_rule() {
    let asked =
        |json: &str| arbiter::rule(&serde_json::from_str(json).expect("a question")).expect("a situation");
    let rulings = asked(
        r#"{"game": "scopa", "task": "play", "laid": {"table": "3c 4h 7s", "hand": "7d", "card": "7d", "taken": "3c 4h"}}"#,
    );
    let refusal = rulings.sections[0].rulings[0].refusal.clone().expect("refused");
    assert_eq!((refusal.reason, refusal.rule), ("rank-first", "SC-R6"));
    let sweep = asked(r#"{"game": "scopa", "task": "play", "laid": {"table": "3c 4h", "hand": "7d"}}"#);
    assert_eq!(
        (sweep.sections[0].rulings[0].says, &sweep.sections[0].rulings[0].rules[..]),
        ("sweep", &["SC-R7", "SC-R9"][..])
    );
    let last =
        asked(r#"{"game": "scopa", "task": "play", "laid": {"table": "3c 4h", "hand": "7d", "last": true}}"#);
    assert_eq!(last.sections[0].rulings[0].says, "noSweep");
    let revoke = asked(
        r#"{"game": "bridge", "task": "trick", "laid": {"trumps": "hearts", "trick": "Ks 2s", "hand": "3s Ah"}}"#,
    );
    assert_eq!(actions(&revoke, Verdict::MayNot), BTreeSet::from(["Ah".to_owned()]));
    let primiera = asked(r#"{"game": "scopa", "task": "primiera", "laid": {"pile0": "7d 7c 6h As 2s"}}"#);
    assert_eq!(primiera.sections[0].rulings[0].facts["points"], "76");
}

#[test]
fn plays_and_late_plays_of_speed_are_those_of_the_match() {
    use games::speed::{Action, Place, Stage};
    for (n, setup) in speed_setups().into_iter().enumerate() {
        play::<Speed>(&setup, 2, n as u64, |game| {
            let Some(state) = game.state().filter(|state| state.stage == Stage::Play) else { return };
            let piles = state.centre.map(|stack| stack.discards);
            // The most that is laid out of a pile.
            let tail =
                |place: usize| &piles[place].as_slice()[piles[place].as_slice().len().saturating_sub(8)..];
            for seat in Seat::all(2) {
                let laid = || {
                    let tails = vec![("left", row(tail(0))), ("right", row(tail(1)))];
                    tails.into_iter().chain([("hand", text(state.hands[seat]))]).collect::<Vec<_>>()
                };
                let rulings = ask::<Speed>(&setup, "play", laid());
                let mut legal = Vec::new();
                Speed::legal_actions(state, seat, &mut legal);
                let can: BTreeSet<String> = legal.iter().map(ToString::to_string).collect();
                assert_eq!(actions(&rulings, Verdict::May), can, "{state:?}");
                assert_eq!(rulings.sections[0].rulings[0].says == "handCan", !can.is_empty());
                cites(&rulings);
                // A play aimed at the card under the top is judged as the match would have judged it.
                for place in Place::BOTH {
                    let Some(aimed) = tail(place.index()).iter().rev().nth(1).copied() else { continue };
                    let Some(card) = state.hands[seat].first() else { continue };
                    let pointed =
                        [("card", text(CardSet::only(card))), ("aimed", text(CardSet::only(aimed)))];
                    let rulings = ask::<Speed>(&setup, "play", laid().into_iter().chain(pointed).collect());
                    let ruling = &rulings.sections[0].rulings[place.index()];
                    let late = Action::Play { card, place, aimed: Some(aimed) };
                    assert_eq!(ruling.action, Some(late.to_string()));
                    let judged = Speed::validate(state, seat, late);
                    assert_eq!(ruling.verdict == Verdict::May, judged.is_ok(), "{late} in {state:?}");
                    let reason = judged.err().map(|illegal| engine::Illegality::code(&illegal));
                    assert_eq!(ruling.refusal.as_ref().map(|refusal| refusal.reason), reason);
                    cites(&rulings);
                }
            }
        });
    }
}

/// Every preset, and every option that a ruling rests on.
fn speed_setups() -> Vec<Setup<games::speed::Options>> {
    let reject = OptionValue::Word("reject".to_owned());
    let varied = [("doubles", OptionValue::Flag(true)), ("lateplay", reject)]
        .map(|(key, value)| varied::<Speed>("house", 2, key, value));
    setups::<Speed>().into_iter().chain(varied).collect()
}

fn row(cards: &[cards::Card]) -> Value {
    Value::Text(cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
}

/// A position of Speed as it is laid out: the tops, both hands, and what else is known of the centre.
fn centre_laid(
    hands: [CardSet; 2],
    tops: [cards::Card; 2],
    others: CardSet,
    whole: Option<[i32; 2]>,
) -> Vec<(&'static str, Value)> {
    let mut laid = vec![
        ("left", row(&tops[..1])),
        ("right", row(&tops[1..])),
        ("hand0", text(hands[0])),
        ("hand1", text(hands[1])),
        ("others", text(others)),
    ];
    if let Some(stocks) = whole {
        let stocks = stocks.map(Value::Number);
        laid.push(("whole", Value::Flag(true)));
        laid.extend(["stock0", "stock1"].into_iter().zip(stocks));
    }
    laid
}

/// The rulings on turning the next cards.
fn turning(rulings: &Rulings) -> Vec<&arbiter::Ruling> {
    let section = rulings.sections.iter().find(|section| section.about == "turning");
    section.expect("a ruling on turning").rulings.iter().collect()
}

#[test]
fn blocks_of_speed_are_those_of_the_match() {
    use games::speed::Stage;
    let mut blocks = 0;
    for (n, setup) in speed_setups().into_iter().enumerate() {
        play::<Speed>(&setup, 5, n as u64, |game| {
            let Some(state) = game.state() else { return };
            let [Some(left), Some(right)] = state.centre.map(|stack| stack.discards.top()) else { return };
            let blocked = match state.stage {
                Stage::Play => false,
                Stage::Blocked(_) => true,
                Stage::Start(_) | Stage::Shuffle(_) | Stage::Over(_) => return,
            };
            blocks += u32::from(blocked);
            let centre: CardSet = state
                .centre
                .iter()
                .flat_map(|stack| stack.discards.as_slice().iter().chain(stack.talon.as_slice()).copied())
                .collect();
            let others = centre - CardSet::only(left) - CardSet::only(right);
            let hands = [0, 1].map(|seat| state.hands[Seat::new(seat)]);
            let stocks = [0, 1].map(|seat| i32::from(state.stocks[Seat::new(seat)].len()));
            for (others, whole) in [(others, Some(stocks)), (others, None), (CardSet::EMPTY, None)] {
                let rulings =
                    ask::<Speed>(&setup, "blocked", centre_laid(hands, [left, right], others, whole));
                cites(&rulings);
                let expected = if blocked { Verdict::May } else { Verdict::MayNot };
                assert_eq!(turning(&rulings)[0].verdict, expected, "{state:?}");
                assert_eq!(turning(&rulings)[0].action.as_deref(), Some("flip"));
            }
        });
    }
    assert!(blocks > 0);
}

#[test]
fn stalemates_of_speed_are_told_from_blocks_as_far_as_the_centre_is_seen() {
    let setup = &setups::<Speed>()[0];
    let mut met = BTreeSet::new();
    for luck in 0..3000 {
        let mut rng = Rng::from_number(luck);
        let mut deck: Vec<cards::Card> = CardSet::FULL.into();
        rng.shuffle(&mut deck);
        let sizes = [2, 2].map(|most| 1 + rng.below(most));
        let (hands, rest) = deck.split_at(sizes[0] + sizes[1]);
        let hands = [&hands[..sizes[0]], &hands[sizes[0]..]];
        let (centre, unseen) = rest.split_at(2 + rng.below(20));
        let helps = |card: &cards::Card| {
            let ranks = |card: &cards::Card| card.rank() as i32;
            hands.iter().flat_map(|hand| hand.iter()).any(|held| {
                let apart = (ranks(held) - ranks(card)).rem_euclid(13);
                apart == 1 || apart == 12
            })
        };
        let of = |cards: &[cards::Card]| cards.iter().copied().collect::<CardSet>();
        let whole = rng.below(2) == 0;
        let laid =
            centre_laid(hands.map(of), [centre[0], centre[1]], of(&centre[2..]), whole.then_some([0, 0]));
        let rulings = ask::<Speed>(setup, "blocked", laid);
        let said: Vec<&str> = turning(&rulings).iter().map(|ruling| ruling.says).collect();
        let expected = match () {
            () if centre[..2].iter().any(helps) => vec!["flip"],
            () if centre.iter().any(helps) => vec!["flip", "helps"],
            () if !whole && unseen.iter().any(helps) => vec!["flip", "unless"],
            () if sizes[0] == sizes[1] => vec!["stalemate", "nobodyWins"],
            () => vec!["stalemate", "wins"],
        };
        assert_eq!(said, expected, "{hands:?} {centre:?}");
        if said[0] == "stalemate" {
            let points = [sizes[0] < sizes[1], sizes[1] < sizes[0]].map(i32::from).to_vec();
            assert_eq!(lines(&rulings), [("left", points)]);
        }
        let not_yet = turning(&rulings)[0].verdict == Verdict::MayNot;
        assert_eq!(not_yet, centre[..2].iter().any(helps));
        cites(&rulings);
        met.insert((said, not_yet));
    }
    assert_eq!(met.len(), 5, "every kind of position was met: {met:?}");
}
