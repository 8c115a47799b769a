//! Laws of a game, checked by random play. The first test of each game calls this.

use crate::{
    Bot, CardSets, Entry, Game, Match, Observation, OptionValue, Phase, Ruleset, Setup, playout_action,
    shuffle, shuffle_due, shuffled_deck,
};
use cards::{Rng, Seat, Seed, Viewer};
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Plays `deals` random deals under `setup` and checks every law at every step.
///
/// 1. Cards are conserved, in true states and in determinizations.
/// 2. A seat may act, a shuffle is due, or the deal is over. Only actors have legal actions, and
///    each of them has one; in a race at least one of them has.
/// 3. Listing the legal actions and validating an action agree, over every action ever legal.
///    Exception: [`Game::IS_LISTED`]. In a window of sealed answers every actor may stay silent.
/// 4. No two legal actions have the same notation, and each parses back.
/// 5. The same action in the same state has the same effect, with or without a listener.
/// 6. Every deal ends within [`Game::MAX_ACTIONS`].
/// 7. Returns sum to zero and lie in −1..=1; the score lines add up to the points.
/// 8. Options survive serialization.
/// 9. A view contains every card that its viewer was just told.
/// 10. A view is the same in each of its determinizations: same view, same actors, same legal
///     actions.
/// 11. Determinizations vary: unknown facts differ between draws.
/// 12. A viewer sees only what follows from the events they received.
/// 13. A record replays to the same state, and nothing follows the end.
/// 14. Every bot of the game chooses a legal action, and the same one in every determinization of
///     its view. Playout actions are legal. A [random action](Game::random_action) equals the one
///     picked from the list.
///
/// # Panics
///
/// Panics if a law is broken.
pub fn check_laws<G: Game>(setup: &Setup<G::Options>, deals: u64) {
    check_laws_of::<G>(setup, deals, |_| true);
}

/// Checks the laws like [`check_laws`], but plays only actions that `prefers` accepts when a seat
/// has one. Play then reaches states that random play does not.
///
/// # Panics
///
/// Panics if a law is broken.
pub fn check_laws_of<G: Game>(setup: &Setup<G::Options>, deals: u64, prefers: fn(&G::Action) -> bool) {
    check_options::<G>(setup);
    let options = &setup.options;
    for n in 0..deals {
        check_deal::<G>(setup, n, prefers);
        Viewer::all(options.seats()).for_each(|viewer| check_secrets::<G>(setup, n, viewer, prefers));
    }
    check_replay::<G>(setup, deals, prefers);
}

fn check_options<G: Game>(setup: &Setup<G::Options>) {
    let options = &setup.options;
    assert_eq!(options.check(), Ok(()));
    let every: BTreeMap<String, OptionValue> =
        G::Options::FIELDS.iter().map(|field| (field.key.to_owned(), (field.get)(options))).collect();
    for field in G::Options::FIELDS {
        assert!(
            (field.values)(&CardSets::NONE).contain(&every[field.key]),
            "{}: its value is not among its values",
            field.key
        );
    }
    let again = Setup::<G::Options>::new(Some(setup.preset.id), options.seats(), every);
    assert_eq!(again.as_ref(), Ok(setup), "options survive being written down, repeats dropped");
}

/// Checks one deal from the shuffle to the score.
fn check_deal<G: Game>(setup: &Setup<G::Options>, n: u64, prefers: fn(&G::Action) -> bool) {
    let options = &setup.options;
    let mut rng = Rng::from_number(n);
    let mut events = Vec::new();
    let mut state = first_deal::<G>(options, n, &mut |event| events.push(event));
    let mut once_legal = BTreeSet::new();
    let mut steps = 0;
    let mut events_seen: Vec<Vec<Value>> =
        Viewer::all(options.seats()).map(|viewer| event_log::<G>(&events, viewer)).collect();
    if G::outcome(&state).is_none() {
        Viewer::all(options.seats())
            .for_each(|viewer| check_determinizations_vary::<G>(&state, viewer, &mut rng));
    }
    loop {
        assert_conserved::<G>(options, &state, "true");
        check_actions::<G>(options, &state, &mut once_legal);
        for (viewer, events_seen) in Viewer::all(options.seats()).zip(&events_seen) {
            check_view::<G>(options, &state, events_seen, viewer, &mut rng);
        }
        check_random_action::<G>(&state, &rng);
        if steps % 5 == 0 {
            check_bots::<G>(&state, &mut rng);
            check_playout::<G>(&state, &mut rng);
        }
        if let Some(order) = shuffled::<G>(&state, &mut rng) {
            events.clear();
            shuffle::<G>(&mut state, &order, &mut |event| events.push(event));
            events_seen =
                Viewer::all(options.seats()).map(|viewer| event_log::<G>(&events, viewer)).collect();
            continue;
        }
        let Some((seat, action)) = any_choice::<G>(&state, prefers, &mut rng) else { break };
        let mut again = state.clone();
        G::apply_quietly(&mut again, seat, action);
        events.clear();
        G::apply(&mut state, seat, action, &mut |event| events.push(event));
        assert_eq!(again, state, "{action}: the same action does the same with and without events");
        events_seen = Viewer::all(options.seats()).map(|viewer| event_log::<G>(&events, viewer)).collect();
        steps += 1;
        assert!(steps <= G::MAX_ACTIONS, "a deal ends");
    }
    check_outcome::<G>(setup, &state);
}

fn check_outcome<G: Game>(setup: &Setup<G::Options>, state: &G::State) {
    let outcome = G::outcome(state).expect("no seat may act, so the deal is over");
    let returns = outcome.returns.as_slice();
    assert!(returns.iter().sum::<f32>().abs() < 1e-4, "returns sum to zero: {returns:?}");
    assert!(returns.iter().all(|r| r.abs() <= 1.0), "returns are in range: {returns:?}");
    let sides = G::sides(setup);
    for (seat, side) in sides.iter() {
        let sum: i32 = G::score_breakdown(state).iter().map(|line| line.points[side]).sum();
        let thrown_in = G::score_breakdown(state).is_empty();
        assert!(thrown_in || sum == outcome.points[seat], "the counting adds up to the points");
    }
}

fn assert_conserved<G: Game>(options: &G::Options, state: &G::State, kind: &str) {
    let (mut found, mut expected) = (Vec::new(), options.deck());
    G::audit(state, &mut |card| found.push(card));
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected, "cards are neither made nor lost in {kind} states");
}

/// Checks that actors, and only they, have legal actions until the end, and that listing and
/// validating agree.
fn check_actions<G: Game>(options: &G::Options, state: &G::State, once_legal: &mut BTreeSet<G::Action>) {
    let actors = G::actors(state);
    let waiting = G::outcome(state).is_some() || shuffle_due::<G>(state).is_some();
    assert_eq!(actors.is_empty(), waiting, "a seat may act, a reshuffle is due, or the deal is over");
    assert!(waiting || first_able_seat::<G>(state).is_some(), "one of the actors has a legal action");
    if let Some((seat, action)) = G::RACE.and_then(|race| (race.timeout_action)(state)) {
        assert!(legal::<G>(state, seat).contains(&action), "what is overdue is legal");
    }
    if let Some(window) = G::SEALED.and_then(|sealed| (sealed.window)(state)) {
        for seat in actors.iter() {
            assert_eq!(
                G::validate(state, seat, window.silent),
                Ok(()),
                "the default answer is legal for every asked seat"
            );
        }
    }
    for seat in Seat::all(options.seats()) {
        let legal = legal::<G>(state, seat);
        assert!(legal.is_empty() || actors.contains(seat), "only actors may act");
        assert!(G::RACE.is_some() || !legal.is_empty() || !actors.contains(seat), "actors may act");
        once_legal.extend(&legal);
        for &action in once_legal.iter().filter(|_| actors.contains(seat)) {
            let valid = G::validate(state, seat, action).is_ok();
            // An unlisted action can be legal; a listed one represents it.
            let listed = valid && G::IS_LISTED.is_none_or(|is_listed| is_listed(state, seat, action));
            assert_eq!(
                listed,
                legal.contains(&action),
                "{action}: two ways to ask, one answer, in {state:?}"
            );
        }
        let written: BTreeSet<String> = legal.iter().map(ToString::to_string).collect();
        assert_eq!(written.len(), legal.len(), "no two legal actions are written alike");
        for action in legal {
            assert_eq!(G::read_action(state, &action.to_string()), Ok(action), "{action} reads back");
        }
    }
}

/// Checks that a view contains every card just told, and is the same in a determinization.
fn check_view<G: Game>(
    options: &G::Options,
    state: &G::State,
    events_seen: &[Value],
    viewer: Viewer,
    rng: &mut Rng,
) {
    let seen = Observation::<G>::new(state, viewer);
    let in_view = cards_in::<G>(&wire(&seen.view));
    for event in events_seen {
        let forgotten: Vec<_> = cards_in::<G>(event).difference(&in_view).copied().collect();
        assert!(forgotten.is_empty(), "{viewer:?} was told {event}, but the view lacks {forgotten:?}");
    }
    let drawn = G::determinize(&seen.view, rng);
    assert_conserved::<G>(options, &drawn, "drawn");
    assert_eq!(
        Observation::<G>::new(&drawn, viewer),
        seen,
        "a view looks the same in drawn determinizations"
    );
}

/// Checks that determinizations differ: the same play leads to other events.
fn check_determinizations_vary<G: Game>(state: &G::State, viewer: Viewer, rng: &mut Rng) {
    let view = G::view(state, viewer);
    let mut rollout = || {
        let mut determinization = G::determinize(&view, rng);
        let mut events = Vec::new();
        loop {
            while let Some(order) = shuffle_due::<G>(&determinization) {
                shuffle::<G>(&mut determinization, &order, &mut drop);
            }
            let Some(seat) = first_able_seat::<G>(&determinization) else { return events };
            let action = *legal::<G>(&determinization, seat).first().expect("a legal action");
            G::apply(&mut determinization, seat, action, &mut |event| events.push(wire(&event)));
        }
    };
    let first = rollout();
    assert!((0..20).any(|_| rollout() != first), "every determinization drawn for {viewer:?} is the same");
}

/// Checks that a viewer sees only what follows from the events they received.
///
/// Two deals run side by side. They differ in the places of two cards, or in all cards after one,
/// and in future chance. The other seats may also act differently if the viewer cannot tell. As
/// long as the viewer receives the same events in both, the view, the actors and the legal actions
/// must be equal.
fn check_secrets<G: Game>(
    setup: &Setup<G::Options>,
    n: u64,
    viewer: Viewer,
    prefers: fn(&G::Action) -> bool,
) {
    let options = &setup.options;
    let mut rng = Rng::from_number(n ^ 0x5EC2_E700);
    let standing = G::initial_standing(options, Seat::default());
    let deck = shuffled_deck::<G>(options, &Seed::from_number(n), 1);
    let mut other = deck.clone();
    let index = rng.below(deck.len());
    if n.is_multiple_of(2) {
        other.swap(index, rng.below(deck.len()));
    } else {
        // Randomizes everything still to come, so that a leak of any of it shows.
        rng.shuffle(&mut other[index..]);
    }
    let deal = |deck: &[G::Card]| {
        let mut events = Vec::new();
        let state = G::deal(options, &standing, deck, &mut |event| events.push(event));
        (state, event_log::<G>(&events, viewer))
    };
    let ((mut left, left_story), (mut right, right_story)) = (deal(&deck), deal(&other));
    let mut same_events = left_story == right_story;
    while same_events {
        let seen = [&left, &right].map(|state| Observation::<G>::new(state, viewer));
        assert_eq!(seen[0], seen[1], "{viewer:?} sees what it was not told");
        let bytes = [0, 1].map(|determinization: usize| wire(&seen[determinization].view).to_string());
        assert_eq!(bytes[0], bytes[1], "{viewer:?} is sent what it was not told");
        if let Some(order) = shuffled::<G>(&left, &mut rng) {
            let events_seen = shuffle_events_for::<G>(&mut left, &order, viewer);
            let Some(order) = shuffled::<G>(&right, &mut rng) else { panic!("a shuffle is due to one only") };
            same_events = events_seen == shuffle_events_for::<G>(&mut right, &order, viewer);
            continue;
        }
        let Some((seat, action)) = any_choice::<G>(&left, prefers, &mut rng) else { break };
        let events_seen = events_for::<G>(&mut left, seat, action, viewer);
        let answers = if viewer.is(seat) { vec![action] } else { legal::<G>(&right, seat) };
        let answer = matching_successor::<G>(&right, seat, &answers, viewer, &events_seen, &mut rng);
        same_events = answer.is_some();
        right = answer.unwrap_or(right);
    }
}

/// Returns the successor after one of `answers` for which `viewer` receives the same events, if
/// there is one.
fn matching_successor<G: Game>(
    state: &G::State,
    seat: Seat,
    answers: &[G::Action],
    viewer: Viewer,
    events_seen: &[Value],
    rng: &mut Rng,
) -> Option<G::State> {
    let first = rng.below(answers.len().max(1));
    answers.iter().cycle().skip(first).take(answers.len()).find_map(|&answer| {
        let mut next = state.clone();
        (events_for::<G>(&mut next, seat, answer, viewer) == events_seen).then_some(next)
    })
}

/// Checks that every bot chooses a legal action, and the same one in a determinization of its view.
fn check_bots<G: Game>(state: &G::State, rng: &mut Rng) {
    let Some(seat) = first_able_seat::<G>(state) else { return };
    let seen = Observation::<G>::new(state, Viewer::Seat(seat));
    let drawn = Observation::<G>::new(&G::determinize(&seen.view, rng), Viewer::Seat(seat));
    let rng_seed = rng.bits();
    for name in G::BOTS {
        let choose = |seen: &Observation<G>| {
            // Uses the smallest budget, because the laws need thousands of answers.
            let quick = G::bot(&format!("{name}:1"));
            let mut bot: Box<dyn Bot<G>> = quick.or_else(|| G::bot(name)).expect("a game knows its own bots");
            bot.choose(seen, seat, &mut Rng::from_number(rng_seed))
        };
        let choice = choose(&seen);
        assert!(seen.legal.contains(&choice), "{name} chooses {choice}, which is not legal");
        assert_eq!(choose(&drawn), choice, "{name} knows more than it sees");
        if let Some(race) = G::RACE {
            let target = (race.with_target)(&seen.view, choice);
            assert_eq!(G::validate(state, seat, target), Ok(()), "{target} is aimed at what is there");
            assert_eq!((race.canonical)(target), choice, "{target}: a record leaves out what it is aimed at");
            assert_eq!(G::read_action(state, &target.to_string()), Ok(target), "{target} reads back");
        }
    }
}

/// Checks that the playout policy chooses legal actions.
fn check_playout<G: Game>(state: &G::State, rng: &mut Rng) {
    for seat in G::actors(state).iter() {
        let legal = legal::<G>(state, seat);
        if !legal.is_empty() {
            let choice = playout_action::<G>(state, seat, &mut Vec::new(), rng);
            assert!(legal.contains(&choice), "a playout does {choice}, which is not legal");
        }
    }
}

/// Checks that drawing an action and picking it from the list agree.
fn check_random_action<G: Game>(state: &G::State, rng: &Rng) {
    for seat in G::actors(state).iter() {
        let legal = legal::<G>(state, seat);
        if !legal.is_empty() {
            let (mut picks, mut draws) = (rng.clone(), rng.clone());
            let drawn = G::random_action(state, seat, &mut Vec::new(), &mut draws);
            assert_eq!(drawn, picks.pick(&legal), "an action is drawn as it is picked from the list");
            assert_eq!(draws.bits(), picks.bits(), "an action is drawn by the same chance as it is picked");
        }
    }
}

/// Returns the events that `viewer` receives, serialized.
fn event_log<G: Game>(events: &[G::Event], viewer: Viewer) -> Vec<Value> {
    events.iter().filter_map(|event| G::redact(event, viewer)).map(|event| wire(&event)).collect()
}

fn events_for<G: Game>(state: &mut G::State, seat: Seat, action: G::Action, viewer: Viewer) -> Vec<Value> {
    let mut events = Vec::new();
    G::apply(state, seat, action, &mut |event| events.push(event));
    event_log::<G>(&events, viewer)
}

fn shuffle_events_for<G: Game>(state: &mut G::State, order: &[G::Card], viewer: Viewer) -> Vec<Value> {
    let mut events = Vec::new();
    shuffle::<G>(state, order, &mut |event| events.push(event));
    event_log::<G>(&events, viewer)
}

fn first_deal<G: Game>(options: &G::Options, n: u64, emit: &mut dyn FnMut(G::Event)) -> G::State {
    let dealer = Seat::new((n % u64::from(options.seats())) as u8);
    let deck = shuffled_deck::<G>(options, &Seed::from_number(n), 0);
    G::deal(options, &G::initial_standing(options, dealer), &deck, emit)
}

fn shuffled<G: Game>(state: &G::State, rng: &mut Rng) -> Option<Vec<G::Card>> {
    let mut order = shuffle_due::<G>(state)?;
    rng.shuffle(&mut order);
    Some(order)
}

/// Returns a random choice, among the preferred ones if there are any.
fn any_choice<G: Game>(
    state: &G::State,
    prefers: fn(&G::Action) -> bool,
    rng: &mut Rng,
) -> Option<(Seat, G::Action)> {
    let seats = G::actors(state).iter();
    let mut choices: Vec<_> = seats
        .flat_map(|seat| legal::<G>(state, seat).into_iter().map(move |action| (seat, action)))
        .collect();
    if choices.iter().any(|(_, action)| prefers(action)) {
        choices.retain(|(_, action)| prefers(action));
    }
    (!choices.is_empty()).then(|| rng.pick(&choices))
}

/// Checks that options, decks and actions determine the match.
fn check_replay<G: Game>(setup: &Setup<G::Options>, n: u64, prefers: fn(&G::Action) -> bool) {
    let mut rng = Rng::from_number(n);
    let seed = Seed::from_number(n);
    let mut game = Match::<G>::new(setup.clone(), Seat::default()).expect("seat 0 is at every table");
    // Random play may never score; a dozen deals are enough for this check.
    while game.phase() == Phase::Between && game.results().len() < 12 {
        let deck = shuffled_deck::<G>(&setup.options, &seed, game.results().len() as u64);
        game.deal(&deck, &mut drop).expect("a complete deck, between deals");
        while game.phase() == Phase::Playing {
            let state = game.state().expect("playing");
            // Later deals begin from other standings, in which seats may be out.
            for viewer in Viewer::all(setup.options.seats()) {
                check_view::<G>(&setup.options, state, &[], viewer, &mut rng);
            }
            let entry = match shuffled::<G>(state, &mut rng) {
                Some(order) => Entry::Shuffle(order),
                None => {
                    let choice = any_choice::<G>(state, prefers, &mut rng);
                    choice.map(|(seat, a)| Entry::Action(seat, a)).expect("playing")
                }
            };
            game.enter(entry, &mut drop).unwrap_or_else(|error| panic!("{error}"));
        }
        let again = Match::replay(game.record().clone()).unwrap_or_else(|error| panic!("{}", error.error));
        assert_eq!(again.state(), game.state(), "a replay ends where the match ended");
        assert_eq!((again.standing(), again.phase()), (game.standing(), game.phase()));
        let last = game.record().deals.iter().flat_map(|deal| &deal.entries).next_back().cloned();
        if let Some(entry) = last {
            assert!(game.enter(entry, &mut drop).is_err(), "nothing follows the end of a deal");
        }
    }
    check_totals::<G>(&game);
}

/// Checks that totals are the initial totals plus the deals' points and the bonuses, and that
/// payments sum to zero.
fn check_totals<G: Game>(game: &Match<G>) {
    assert!(!G::IS_ONE_DEAL || game.results().len() <= 1, "a match is one deal");
    let setup = &game.record().setup;
    let bonuses = G::BONUSES.map_or(Vec::new(), |bonuses| bonuses(game.standing()));
    let start = G::totals(&G::initial_standing(&setup.options, Seat::default()));
    let sides = G::sides(setup);
    for (seat, total) in game.totals().iter() {
        let points: i32 = game.results().iter().map(|deal| deal.outcome.points[seat]).sum();
        let bonus: i32 = bonuses.iter().map(|line| line.points[sides[seat]]).sum();
        assert_eq!(start[seat] + points + bonus, total, "totals add up");
    }
    if let Some(payments) = G::STAKES.and_then(|stakes| (stakes.payments)(game.standing(), 5)) {
        assert_eq!(payments.as_slice().iter().sum::<i64>(), 0, "payments sum to zero: {payments:?}");
    }
}

/// Returns the first seat with a legal action.
fn first_able_seat<G: Game>(state: &G::State) -> Option<Seat> {
    G::actors(state).iter().find(|seat| !legal::<G>(state, *seat).is_empty())
}

fn legal<G: Game>(state: &G::State, seat: Seat) -> Vec<G::Action> {
    let mut actions = Vec::new();
    G::legal_actions(state, seat, &mut actions);
    actions
}

fn wire<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).expect("serializes")
}

/// Returns every card named in `wire`.
fn cards_in<G: Game>(wire: &Value) -> BTreeSet<G::Card> {
    match wire {
        Value::String(text) => text.parse().into_iter().collect(),
        Value::Array(items) => items.iter().flat_map(cards_in::<G>).collect(),
        Value::Object(fields) => fields.values().flat_map(cards_in::<G>).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => BTreeSet::new(),
    }
}
