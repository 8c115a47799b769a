//! Sharks of Wall Street: bids, Tools, reactions and the end.

use super::{actions, ask, cites, lines, play, score_lines, setups, varied};
use arbiter::{Value, Verdict};
use cards::{Rng, Seat};
use engine::{Game, OptionValue, Setup};
use games::sharks::Sharks;
use std::collections::BTreeSet;

/// Returns the words of a field.
fn words(words: impl IntoIterator<Item = impl ToString>) -> Value {
    Value::Text(words.into_iter().map(|word| word.to_string()).collect::<Vec<_>>().join(" "))
}

fn of_capital(capital: games::sharks::Capital) -> Value {
    words(capital.cards())
}

/// Returns every number of seats, and every option that affects a ruling.
fn sharks_setups() -> Vec<Setup<games::sharks::Options>> {
    let varied = [("raise", "addOnly"), ("counterConnection", "no"), ("tieBreak", "shared")]
        .map(|(key, word)| varied::<Sharks>("house", 4, key, OptionValue::Word(word.to_owned())));
    setups::<Sharks>().into_iter().chain(varied).collect()
}

#[test]
fn bids_of_sharks_are_judged_as_in_the_match() {
    use games::sharks::{Action, Capital, Stage};
    let mut verdicts = BTreeSet::new();
    for (n, setup) in sharks_setups().into_iter().enumerate() {
        let mut rng = Rng::from_number(n as u64);
        play::<Sharks>(&setup, 1, n as u64, |game| {
            let Some(state) = game.state() else { return };
            let Stage::Bid(seat) = state.stage else { return };
            let highest = state.highest.map_or(Capital::NONE, |seat| state.bids[seat]);
            let (hand, own) = (state.hands[seat], state.bids[seat]);
            let placement = vec![
                ("hand", of_capital(hand)),
                ("lying", of_capital(own)),
                ("highest", of_capital(highest)),
            ];
            let mut legal = Vec::new();
            Sharks::legal_actions(state, seat, &mut legal);
            let totals = legal.iter().filter_map(|action| match action {
                Action::Bid(cards) => Some(cards.total()),
                _ => None,
            });
            let lowest = totals.min();
            let rulings = ask::<Sharks>(&setup, "bid", placement.clone());
            cites(&rulings);
            let ruling = &rulings.sections[0].rulings[0];
            assert_eq!(ruling.verdict == Verdict::May, lowest.is_some(), "{ruling:?} {state:?}");
            // If no bid is sufficient, all the Capital was tried.
            let all = hand.plus(own);
            if !all.is_empty() {
                assert_eq!(ruling.params["total"], lowest.unwrap_or(all.total()).to_string());
            }
            // A random part of the cards.
            let bid: Capital = all.cards().filter(|_| rng.below(2) == 0).collect();
            if bid.is_empty() {
                return;
            }
            let asked = placement.into_iter().chain([("bid", of_capital(bid))]).collect();
            let rulings = ask::<Sharks>(&setup, "bid", asked);
            cites(&rulings);
            let ruling = &rulings.sections[0].rulings[0];
            let judged = Sharks::validate(state, seat, Action::Bid(bid));
            let reason = judged.err().map(|illegal| engine::RuleViolation::code(&illegal));
            assert_eq!(ruling.refusal.as_ref().and_then(|refusal| refusal.reason), reason, "{bid} {state:?}");
            assert_eq!(ruling.action.as_deref(), Some(Action::Bid(bid).to_string().as_str()));
            verdicts.insert(reason);
        });
    }
    assert_eq!(verdicts, BTreeSet::from([None, Some("not-higher"), Some("only-add")]));
}

/// Renumbers the seats in an action relative to `first`.
fn renumbered_from(first: Seat, seats: u8, action: &str) -> String {
    let turned = |digit: &str| {
        Seat::all(seats).find(|seat| seat.to_string() == digit).map(|seat| {
            let apart = (usize::from(seats) + seat.index() - first.index()) % usize::from(seats);
            apart.to_string()
        })
    };
    let word = |word: &str| match word.split_once('.') {
        Some(("seat", seat)) => format!("seat.{}", turned(seat).expect("a seat")),
        Some((whose, index)) => turned(whose).map_or(word.to_owned(), |seat| format!("{seat}.{index}")),
        None => word.to_owned(),
    };
    action.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn tools_of_sharks_may_be_played_where_they_may_in_the_match() {
    use games::sharks::{Action, Card, Share, Stage};
    const PORTFOLIOS: [&str; 6] =
        ["portfolio0", "portfolio1", "portfolio2", "portfolio3", "portfolio4", "portfolio5"];
    let lies = |share: &Share| match share.up {
        true => Card::Investment(share.investment).to_string(),
        false => "down".to_owned(),
    };
    let (mut played, mut refused) = (BTreeSet::new(), BTreeSet::new());
    for (n, setup) in sharks_setups().into_iter().enumerate() {
        let seats = setup.options.seats;
        play::<Sharks>(&setup, 1, n as u64, |game| {
            let Some(state) = game.state() else { return };
            let Stage::Tool(first) = state.stage else { return };
            if state.tools[first].is_empty() {
                return;
            }
            // The player to act comes first.
            let order: Vec<Seat> = std::iter::successors(Some(first), |seat| Some(seat.next(seats)))
                .take(seats.into())
                .collect();
            let without = |nothing: &dyn Fn(Seat) -> bool| {
                words((1..order.len()).filter(|index| nothing(order[*index])))
            };
            let mut placement = vec![
                ("tools", words(state.tools[first].cards().map(Card::Tool))),
                ("hand", of_capital(state.hands[first])),
                ("row", words(state.row.iter().flatten().map(lies))),
                ("withoutCapital", without(&|seat| state.hands[seat].is_empty())),
                ("withoutTools", without(&|seat| state.tools[seat].is_empty())),
                ("toolsGone", Value::Flag(state.tool_stock.is_empty() && state.tool_discards.is_empty())),
            ];
            for (field, seat) in PORTFOLIOS.into_iter().zip(&order) {
                placement.push((field, words(state.portfolio(*seat).map(|share| lies(&share)))));
            }
            let rulings = ask::<Sharks>(&setup, "tool", placement.clone());
            cites(&rulings);
            let mut legal = Vec::new();
            Sharks::legal_actions(state, first, &mut legal);
            let legal: BTreeSet<String> = legal
                .iter()
                .filter(|action| **action != Action::Pass)
                .map(|action| renumbered_from(first, seats, &action.to_string()))
                .collect();
            let allowed = actions(&rulings, Verdict::May);
            let all = rulings.sections.iter().flat_map(|section| &section.rulings);
            let untold: usize =
                all.filter_map(|ruling| ruling.params.get("count")?.parse::<usize>().ok()).sum();
            assert!(allowed.is_subset(&legal), "{allowed:?} {legal:?}");
            assert_eq!(allowed.len() + untold, legal.len(), "{allowed:?} {legal:?} {state:?}");
            for text in actions(&rulings, Verdict::MayNot) {
                let action = Sharks::read_action(state, &text).expect("an action");
                assert!(Sharks::validate(state, first, action).is_err(), "{text}");
            }
            for ruling in rulings.sections.iter().flat_map(|section| &section.rulings) {
                refused.extend(ruling.refusal.as_ref().and_then(|refusal| refusal.reason));
                played.extend(ruling.action.as_ref().map(|_| ruling.says));
            }
            // Out of turn only a reaction can be played, in answer to a Tool.
            for (moment, reason) in [("auction", "time-to-bid"), ("window", "no-reaction")] {
                let placement =
                    placement.iter().cloned().chain([("moment", Value::Text(moment.to_owned()))]).collect();
                let rulings = ask::<Sharks>(&setup, "tool", placement);
                cites(&rulings);
                for (section, (tool, _)) in rulings.sections.iter().zip(state.tools[first].kinds()) {
                    let refusal = section.rulings[0].refusal.as_ref().and_then(|refusal| refusal.reason);
                    let may = moment == "window" && tool == 1;
                    assert_eq!(refusal, (!may).then_some(reason), "{section:?}");
                }
            }
        });
    }
    assert_eq!(played.len(), 4, "plain, aimed, and of two effects: {played:?}");
    assert!(
        refused.is_superset(&BTreeSet::from(["only-reaction", "wrong-cost", "not-resolvable"])),
        "{refused:?}"
    );
}

#[test]
fn what_stands_after_answers_is_what_stood_in_the_match() {
    use games::sharks::{Answer, Card, Stage};
    let mut longest = 0;
    for (n, setup) in sharks_setups().into_iter().enumerate() {
        let seats = setup.options.seats;
        let counter = setup.options.counter_connection == games::sharks::CounterConnection::Allowed;
        play::<Sharks>(&setup, 1, n as u64, |game| {
            let Some(state) = game.state() else { return };
            let (Some(played), Stage::Window(answers)) = (state.played, state.stage) else { return };
            let turned =
                |seat: Seat| (usize::from(seats) + seat.index() - played.seat.index()) % usize::from(seats);
            let chain: Vec<usize> =
                played.chain.as_slice().iter().map(|reaction| turned(reaction.seat)).collect();
            let placement = |chain: &[usize]| {
                vec![("played", words([Card::Tool(played.play.tool)])), ("answers", words(chain))]
            };
            let rulings = ask::<Sharks>(&setup, "answer", placement(&chain));
            cites(&rulings);
            // An odd number of answers cancels.
            let says = ["standsAlone", "cancelled", "stands", "cancelled", "stands"];
            assert_eq!(rulings.sections[0].rulings[0].says, says[chain.len()], "{state:?}");
            longest = longest.max(chain.len());
            if answers.iter().all(|(_, answer)| matches!(answer, Answer::Waiting | Answer::NotAsked)) {
                let asked = answers.iter().filter(|(_, answer)| *answer == Answer::Waiting);
                let mut asked: Vec<usize> = asked.map(|(seat, _)| turned(seat)).collect();
                asked.sort_unstable();
                let Value::Text(asked) = words(asked) else { return };
                assert_eq!(rulings.sections[1].rulings[0].params["players"], asked);
            }
            // If reactions cannot be answered, no seat is asked after the first.
            let after_one = ask::<Sharks>(&setup, "answer", placement(&[1]));
            assert_eq!(after_one.sections.len() > 1, counter);
        });
    }
    assert!(longest >= 2, "{longest}");
}

#[test]
fn portfolios_of_sharks_win_as_they_won_in_the_match() {
    use engine::Settlement;
    use games::sharks::Card;
    const FIELDS: [(&str, &str); 6] = [
        ("portfolio0", "capital0"),
        ("portfolio1", "capital1"),
        ("portfolio2", "capital2"),
        ("portfolio3", "capital3"),
        ("portfolio4", "capital4"),
        ("portfolio5", "capital5"),
    ];
    let mut over = 0;
    for (n, setup) in sharks_setups().into_iter().enumerate() {
        play::<Sharks>(&setup, 1, n as u64, |game| {
            let Some(state) = game.state().filter(|state| Sharks::outcome(state).is_some()) else { return };
            let mut placement = Vec::new();
            for (seat, (portfolio, capital)) in Seat::all(setup.options.seats).zip(FIELDS) {
                placement.push((
                    portfolio,
                    words(state.portfolio(seat).map(|share| Card::Investment(share.investment))),
                ));
                placement.push((capital, of_capital(state.hands[seat])));
            }
            let rulings = ask::<Sharks>(&setup, "end", placement);
            cites(&rulings);
            assert_eq!(lines(&rulings), score_lines::<Sharks>(state), "{state:?}");
            let Settlement::MatchOver(_, winners) = Sharks::settle(state) else { return };
            let won: BTreeSet<String> =
                rulings.sections[0].rulings.iter().map(|ruling| ruling.params["seat"].clone()).collect();
            assert_eq!(won, winners.iter().map(|seat| seat.to_string()).collect());
            let totals = Sharks::totals(game.standing());
            let best = totals.as_slice().iter().max();
            let tied = totals.as_slice().iter().filter(|total| Some(*total) == best).count() > 1;
            assert_eq!(rulings.sections[0].rulings[0].says == "wins", !tied);
            over += 1;
        });
    }
    assert!(over > 4);
    // With equal points and Capital the player with fewer Investments wins, unless ties are shared.
    let asked = |options: &str| {
        let json = format!(
            r#"{{"game": "sharks", "seats": 2, "options": {{{options}}}, "task": "end",
                "placement": {{"portfolio0": "I01", "portfolio1": "I03 I18", "capital0": "3", "capital1": "1 2"}}}}"#
        );
        let rulings = arbiter::rule(&serde_json::from_str(&json).expect("a question")).expect("an end");
        rulings.sections[0]
            .rulings
            .iter()
            .map(|ruling| (ruling.says, ruling.params["seat"].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(asked(""), [("winsTie", "0".to_owned())]);
    assert_eq!(asked(r#""tieBreak": "shared""#), [("shares", "0".to_owned()), ("shares", "1".to_owned())]);
}

#[test]
fn impossible_tables_of_sharks_are_refused() {
    let asked = |placement: &str, task: &str| {
        let json =
            format!(r#"{{"game": "sharks", "seats": 6, "task": "{task}", "placement": {{{placement}}}}}"#);
        arbiter::rule(&serde_json::from_str(&json).expect("a question")).map_err(|why| why.code())
    };
    assert_eq!(asked(r#""hand": "10 10", "highest": "10""#, "bid"), Err("no-more-of"));
    assert_eq!(asked(r#""hand": "10", "bid": "10 10""#, "bid"), Err("elsewhere"));
    assert_eq!(asked(r#""hand": "11""#, "bid"), Err("not-in-deck"));
    assert_eq!(asked(r#""portfolio0": "I01", "portfolio1": "I01""#, "end"), Err("twice"));
    assert_eq!(asked(r#""tools": "T07", "withoutTools": "0""#, "tool"), Err("unreadable"));
    assert_eq!(asked("", "tool"), Err("too-few"));
    assert_eq!(asked(r#""played": "T07", "answers": "0""#, "answer"), Err("answer"));
    assert_eq!(asked(r#""played": "T07", "answers": "1 1""#, "answer"), Err("answer"));
    assert!(asked(r#""played": "T07", "answers": "1 0 1""#, "answer").is_ok());
    let full = |field: &str| format!(r#""{field}": "down down down down down down""#);
    let fields: Vec<String> = (0..6).map(|seat| full(&format!("portfolio{seat}"))).collect();
    let crowded = format!(r#""tools": "T07", {}"#, fields.join(", "));
    assert!(matches!(asked(&crowded, "tool"), Err("too-many" | "no-more-of")));
}
