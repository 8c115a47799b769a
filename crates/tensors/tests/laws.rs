//! Tests of every encoding and batch by random play, for all games, presets and numbers of seats.

use cards::{Rng, Seat, Viewer};
use catalog::{AnyGame, CATALOG, SetupText};
use engine::{CardSets, Game, Match, Ruleset, Setup, Values};
use std::collections::BTreeSet;
use tensors::{
    Actions, Arrays, Batch, BatchError, BatchOptions, Columns, Encode, Episode, Reward, Shape, Size, Tokens,
};

/// Games whose tensors are still to be written.
const MISSING: [&str; 0] = [];

/// Property to check for any game.
trait Law {
    fn check<G: Encode>();
}

/// Checks a property for all games with tensors in parallel.
fn for_every_game<L: Law>() {
    macro_rules! each {
        ($($game:ty),+ $(,)?) => {
            std::thread::scope(|scope| { $(scope.spawn(L::check::<$game>);)+ })
        };
    }
    tensors::for_each_game!(each);
}

/// Defines a test of a property for every game.
macro_rules! law {
    ($test:ident, $law:ident) => {
        #[test]
        fn $test() {
            struct Checked;
            impl Law for Checked {
                fn check<G: Encode>() {
                    $law::<G>();
                }
            }
            for_every_game::<Checked>();
        }
    };
}

/// Returns every preset with its fewest and its most seats.
fn setups<G: Game>() -> Vec<Setup<G::Options>> {
    let mut setups = Vec::new();
    for preset in G::Options::PRESETS {
        let seats: BTreeSet<u8> =
            preset.seats.iter().min().into_iter().chain(preset.seats.iter().max()).copied().collect();
        for seats in seats {
            setups.push(
                Setup::new(Some(preset.id), seats, Default::default()).expect("a preset can be played"),
            );
        }
    }
    setups
}

/// Returns the first preset with every option value, one at a time, because some actions exist only
/// under one option.
fn variations<G: Game>() -> Vec<Setup<G::Options>> {
    let preset = &G::Options::PRESETS[0];
    let each = G::Options::FIELDS.iter().flat_map(|field| {
        let values = match (field.values)(&CardSets::NONE) {
            Values::OneOf(values) => values,
            Values::Range(least, most) => vec![least.into(), most.into()],
        };
        values.into_iter().map(|value| (field.key.to_owned(), value))
    });
    // Some values require another option.
    each.filter_map(|option| Setup::new(Some(preset.id), preset.seats[0], [option].into()).ok()).collect()
}

/// Returns the action encodings of a game.
fn ways<G: Encode>() -> Vec<Actions> {
    let flat = (!G::FLAT.is_empty()).then_some(Actions::Flat);
    flat.into_iter().chain([Actions::Tokens, LIST]).collect()
}

const LIST: Actions = Actions::List { actions: 4096, tokens: 64 };

fn reset<G: Encode>(setup: &Setup<G::Options>, options: &BatchOptions) -> (Batch<G>, Arrays, Vec<i32>) {
    let mut batch = Batch::<G>::new(setup.clone(), options).expect("a batch");
    let mut arrays = Arrays::new(batch.shape());
    batch.reset(5, arrays.buffers()).expect("there is room");
    (batch, arrays, vec![0; options.rows])
}

fn step<G: Encode>(batch: &mut Batch<G>, arrays: &mut Arrays, actions: &mut [i32]) {
    batch.sample_actions(actions).expect("dealt");
    batch.step(actions, arrays.buffers()).unwrap_or_else(|error| panic!("{}: {error}", G::ID));
}

fn observed<G: Encode>(view: &G::View, seat: Seat, size: Size) -> Vec<u8> {
    let mut bytes = vec![0; G::LAYOUT.iter().map(|block| block.columns(size)).sum()];
    let mut columns = Columns::new(&mut bytes, G::LAYOUT, size);
    G::observe(view, seat, &mut columns);
    assert!(columns.is_complete(), "{}: every block is written", G::ID);
    bytes
}

fn said<G: Encode>(action: G::Action) -> Vec<u8> {
    let mut tokens = Vec::new();
    G::say(action, &mut Tokens::new(&mut tokens));
    tokens
}

/// The observation depends only on the view of the seat to act: determinizations with equal views
/// give equal bytes.
fn observations_follow_from_views<G: Encode>() {
    let mut rng = Rng::from_number(3);
    for setup in setups::<G>() {
        let size = Size::of::<G>(&setup);
        let options = BatchOptions { rows: 3, actions: Actions::Tokens, ..BatchOptions::default() };
        let (mut batch, mut arrays, mut actions) = reset::<G>(&setup, &options);
        let layout = batch.layout();
        for _ in 0..150 {
            step(&mut batch, &mut arrays, &mut actions);
            for (row, bytes) in arrays.observations.chunks_exact(batch.shape().observation).enumerate() {
                let (state, seat, _) = batch.state(row).expect("dealt");
                assert_eq!(arrays.current_player[row], u8::from(seat));
                let view = G::view(state, Viewer::Seat(seat));
                let seen = observed::<G>(&view, seat, size);
                assert_eq!(seen, bytes[..seen.len()], "{}", G::ID);
                let sample = G::determinize(&view, &mut rng);
                let alike = observed::<G>(&G::view(&sample, Viewer::Seat(seat)), seat, size);
                assert_eq!(seen, alike, "{}: what looks alike is the same", G::ID);
                for block in &layout {
                    let max = bytes[block.start..][..block.len].iter().max();
                    assert!(
                        max <= Some(&block.max),
                        "{} {}: {max:?} is more than {}",
                        G::ID,
                        block.name,
                        block.max
                    );
                }
            }
        }
    }
}

law!(what_looks_alike_is_the_same_and_within_its_greatest_values, observations_follow_from_views);

/// The observation includes private knowledge: determinizations with equal public views differ in
/// it.
fn own_knowledge_is_seen<G: Encode>() {
    let mut rng = Rng::from_number(11);
    for setup in setups::<G>() {
        let size = Size::of::<G>(&setup);
        let options = BatchOptions { rows: 3, actions: Actions::Tokens, ..BatchOptions::default() };
        let (mut batch, mut arrays, mut actions) = reset::<G>(&setup, &options);
        let mut differed = 0;
        for _ in 0..60 {
            for row in 0..options.rows {
                let (state, seat, _) = batch.state(row).expect("dealt");
                let sample = G::determinize(&G::view(state, Viewer::Public), &mut rng);
                let [one, other] = [state, &sample].map(|state| G::view(state, Viewer::Seat(seat)));
                if one != other {
                    differed += 1;
                    let [seen, else_seen] = [&one, &other].map(|view| observed::<G>(view, seat, size));
                    assert_ne!(seen, else_seen, "{}: {one:?} is seen like {other:?}", G::ID);
                }
            }
            step(&mut batch, &mut arrays, &mut actions);
        }
        assert!(differed > 100, "{}: hands are secret", G::ID);
    }
}

law!(what_a_seat_alone_knows_is_in_its_numbers, own_knowledge_is_seen);

/// Tokens read back as the action of a record, and so do flat numbers. The mask shows the listed
/// actions.
fn actions_read_back<G: Encode>() {
    assert!(G::TOKENS.len() < 255, "{}: the token that ends an action is a byte", G::ID);
    let words: BTreeSet<&str> = G::TOKENS.iter().copied().collect();
    assert_eq!(words.len(), G::TOKENS.len(), "{}: no word stands twice", G::ID);
    let tried = setups::<G>().into_iter().map(|setup| (setup, 120));
    for (setup, steps) in tried.chain(variations::<G>().into_iter().map(|setup| (setup, 20))) {
        for actions in ways::<G>() {
            let options = BatchOptions { rows: 3, actions, ..BatchOptions::default() };
            let (mut batch, mut arrays, mut chosen) = reset::<G>(&setup, &options);
            for _ in 0..steps {
                for (row, mask) in arrays.action_mask.chunks_exact(batch.shape().actions).enumerate() {
                    check_mask(&batch, row, mask, actions, &arrays);
                }
                step(&mut batch, &mut arrays, &mut chosen);
            }
        }
    }
}

fn check_mask<G: Encode>(batch: &Batch<G>, row: usize, mask: &[u8], actions: Actions, arrays: &Arrays) {
    let (state, seat, listed) = batch.state(row).expect("dealt");
    let mut legal = Vec::new();
    G::legal_actions(state, seat, &mut legal);
    assert_eq!(legal, listed, "what is listed is what the engine lists");
    let shown: BTreeSet<usize> = (0..mask.len()).filter(|number| mask[*number] == 1).collect();
    assert!(!shown.is_empty(), "a mask is never empty");
    match actions {
        Actions::Flat => {
            let view = G::view(state, Viewer::Seat(seat));
            let numbers: BTreeSet<usize> =
                listed.iter().map(|action| usize::from(G::flat(*action))).collect();
            assert_eq!(numbers, shown);
            assert_eq!(numbers.len(), listed.len(), "{}: {listed:?} have numbers of their own", G::ID);
            for action in listed {
                assert_eq!(
                    G::from_flat(G::flat(*action), &view),
                    Some(*action),
                    "{}: {action} reads back",
                    G::ID
                );
            }
        }
        Actions::Tokens => {
            for action in listed {
                let words: Vec<&str> =
                    said::<G>(*action).iter().map(|token| G::TOKENS[usize::from(*token)]).collect();
                let text = words.join(" ").replace("[ ", "[").replace(" ]", "]");
                assert_eq!(text, action.to_string(), "{}: an action is said as it is written", G::ID);
                assert_eq!(G::read_action(state, &text), Ok(*action));
            }
            let width = batch.shape().observation;
            let end = G::TOKENS.len() as u8;
            let prefix = &arrays.observations[row * width..][width - 24..width];
            let prefix: Vec<u8> = prefix.iter().copied().take_while(|token| *token != end).collect();
            if prefix.len() < 24 {
                let going_on =
                    listed.iter().map(|action| said::<G>(*action)).filter(|said| said.starts_with(&prefix));
                let next: BTreeSet<usize> = going_on
                    .map(|said| usize::from(said.get(prefix.len()).copied().unwrap_or(end)))
                    .collect();
                assert_eq!(next, shown, "{}: what can be said next", G::ID);
            }
        }
        Actions::List { actions, tokens } => {
            assert_eq!(shown, (0..listed.len()).collect());
            let texts = arrays.legal_tokens[row * actions * tokens..].chunks_exact(tokens);
            for (action, text) in listed.iter().zip(texts) {
                let said = said::<G>(*action);
                assert_eq!(said, text[..said.len()]);
                assert!(text[said.len()..].iter().all(|token| usize::from(*token) == G::TOKENS.len()));
            }
        }
    }
}

law!(an_action_has_words_and_a_number_of_its_own, actions_read_back);

/// Equal seeds and actions give equal bytes for any number of threads, and a row does not depend on
/// the number of other rows.
fn threads_change_nothing<G: Encode>() {
    let setup = setups::<G>().pop().expect("a preset");
    for actions in ways::<G>().into_iter().take(2) {
        let all = BatchOptions { rows: 23, actions, ..BatchOptions::default() };
        let (mut one, mut one_arrays, mut one_actions) = reset::<G>(&setup, &all);
        let (mut seven, mut seven_arrays, mut seven_actions) =
            reset::<G>(&setup, &BatchOptions { threads: 7, ..all.clone() });
        let (mut few, mut few_arrays, mut few_actions) = reset::<G>(&setup, &BatchOptions { rows: 2, ..all });
        for _ in 0..200 {
            step(&mut one, &mut one_arrays, &mut one_actions);
            step(&mut seven, &mut seven_arrays, &mut seven_actions);
            step(&mut few, &mut few_arrays, &mut few_actions);
            assert_eq!(one_actions, seven_actions);
            assert_eq!(one_arrays, seven_arrays, "{}", G::ID);
            assert_eq!(few_arrays.observations, one_arrays.observations[..few_arrays.observations.len()]);
            assert_eq!(few_arrays.rewards, one_arrays.rewards[..few_arrays.rewards.len()]);
        }
    }
}

law!(threads_and_other_rows_change_nothing, threads_change_nothing);

/// The rewards of a row equal the results of its record.
fn records_replay_to_rewards<G: Encode>() {
    for setup in setups::<G>() {
        for (episode, reward) in [(Episode::Deal, Reward::Returns), (Episode::Match, Reward::Points)] {
            let options = BatchOptions { rows: 2, actions: LIST, episode, reward, ..BatchOptions::default() };
            let (mut batch, mut arrays, mut actions) = reset::<G>(&setup, &options);
            for _ in 0..250 {
                batch.sample_actions(&mut actions).expect("dealt");
                let before: Vec<_> = (0..2)
                    .map(|row| {
                        let (_, seat, listed) = batch.state(row).expect("dealt");
                        (batch.record(row).expect("dealt"), seat, listed[actions[row] as usize])
                    })
                    .collect();
                batch.step(&actions, arrays.buffers()).expect("legal");
                for (row, (record, seat, action)) in before.into_iter().enumerate() {
                    let mut game =
                        Match::<G>::replay(record).unwrap_or_else(|error| panic!("{}", error.error));
                    let deals = game.results().len();
                    game.check(seat, action).expect("legal").play(&mut drop);
                    let paid = &arrays.rewards[row * batch.shape().seats..][..batch.shape().seats];
                    let is_over = match episode {
                        Episode::Deal => game.results().len() > deals,
                        Episode::Match => matches!(game.phase(), engine::Phase::Over(_)),
                    };
                    assert_eq!(arrays.terminations[row], is_over, "{}", G::ID);
                    let expected: Vec<f32> = match game.results().get(deals) {
                        None => vec![0.0; paid.len()],
                        Some(result) if reward == Reward::Returns => {
                            result.outcome.returns.as_slice().to_vec()
                        }
                        Some(result) => {
                            result.outcome.points.as_slice().iter().map(|points| *points as f32).collect()
                        }
                    };
                    // In a match the next deal may be over as dealt, and is then rewarded at once.
                    if episode == Episode::Deal || G::ID != "thirty-one" {
                        assert_eq!(paid, expected, "{}: paid what the record comes to", G::ID);
                    }
                }
            }
        }
    }
}

law!(a_record_replays_to_what_was_paid, records_replay_to_rewards);

/// Numbers outside the mask are rejected, and nothing changes.
fn illegal_actions_are_refused<G: Encode>() {
    let setup = setups::<G>().pop().expect("a preset");
    for actions in ways::<G>() {
        let options = BatchOptions { rows: 3, actions, ..BatchOptions::default() };
        let (mut batch, mut arrays, mut chosen) = reset::<G>(&setup, &options);
        for _ in 0..40 {
            batch.sample_actions(&mut chosen).expect("dealt");
            let before = arrays.clone();
            let Shape { actions: count, .. } = *batch.shape();
            let is_shown = |number: i32| {
                let number = usize::try_from(number).ok();
                number.and_then(|number| before.action_mask[2 * count..].get(number)) == Some(&1)
            };
            for number in (-1..=count.min(300) as i32).filter(|number| !is_shown(*number)) {
                let wrong = [chosen[0], chosen[1], number];
                let refused = batch.step(&wrong, arrays.buffers());
                assert!(
                    matches!(&refused, Err(BatchError::Illegal { row: 2, action, .. }) if *action == number),
                    "{}: {refused:?}",
                    G::ID
                );
                assert_eq!(arrays, before, "nothing has moved");
            }
            batch.step(&chosen, arrays.buffers()).expect("what was legal still is");
        }
    }
}

law!(what_is_not_in_the_mask_is_refused_and_nothing_moves, illegal_actions_are_refused);

#[test]
fn a_refusal_says_which_rule() {
    use games::gin_rummy::GinRummy;
    let setup = setups::<GinRummy>().remove(0);
    let (mut batch, mut arrays, _) = reset::<GinRummy>(&setup, &BatchOptions::default());
    // A discard before the draw.
    let Err(BatchError::Illegal { row: 0, action: 4, rejection }) = batch.step(&[4], arrays.buffers()) else {
        panic!("it is refused")
    };
    assert!(rejection.rule.is_some_and(|rule| rule.starts_with("GR-")), "{rejection:?}");
}

#[test]
fn arrays_of_another_length_are_refused() {
    use games::thirty_one::ThirtyOne;
    let setup = setups::<ThirtyOne>().remove(0);
    let (mut batch, mut arrays, _) =
        reset::<ThirtyOne>(&setup, &BatchOptions { rows: 2, ..BatchOptions::default() });
    assert!(matches!(
        batch.step(&[0], arrays.buffers()),
        Err(BatchError::Length { array: "actions", given: 1, expected: 2 })
    ));
    arrays.rewards.pop();
    let refused = batch.reset(1, arrays.buffers());
    assert!(
        matches!(refused, Err(BatchError::Length { array: "rewards", given: 3, expected: 4 })),
        "{refused:?}"
    );
}

#[test]
fn a_list_without_room_is_an_error_and_no_cut() {
    use bridge::Bridge;
    let options =
        BatchOptions { actions: Actions::List { actions: 3, tokens: 1 }, ..BatchOptions::default() };
    let mut batch = Batch::<Bridge>::new(setups::<Bridge>().remove(0), &options).expect("a batch");
    let mut arrays = Arrays::new(batch.shape());
    let refused = batch.reset(1, arrays.buffers());
    assert_eq!(refused, Err(BatchError::TooMany { row: 0, actions: 36, tokens: 1 }));
    assert_eq!(batch.step(&[0], arrays.buffers()), Err(BatchError::NotReset));
}

#[test]
fn without_claims_a_deal_of_bridge_is_played_to_its_end() {
    use bridge::{Action, Bridge};
    let options = BatchOptions { claims: false, ..BatchOptions::default() };
    let (mut batch, mut arrays, mut actions) = reset::<Bridge>(&setups::<Bridge>()[0], &options);
    for _ in 0..500 {
        let (_, _, listed) = batch.state(0).expect("dealt");
        assert!(listed.iter().all(|action| !matches!(action, Action::Claim(_))));
        step(&mut batch, &mut arrays, &mut actions);
    }
}

#[test]
fn every_table_is_written_down_and_changes_with_its_version_only() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tensors.md");
    let page = tensors::write_tables();
    let written = std::fs::read_to_string(path).unwrap_or_default();
    for table in tensors::tables() {
        let heading = format!("## `{}`\n\nTable `", table.name());
        if let Some((_, after)) = written.split_once(&heading) {
            assert!(after.starts_with(&table.hash()), "{} has changed: count its VERSION on", table.name());
        }
    }
    if std::env::var_os("PARLOUR_WRITE_WIRE").is_some() {
        std::fs::write(path, &page).expect("docs/tensors.md can be written");
    } else {
        assert_eq!(written, page, "docs/tensors.md is out of date: run `cargo xtask wire`");
    }
}

#[test]
fn every_game_has_tensors_unless_it_is_listed_as_missing() {
    let ids: Vec<&str> = tensors::tables().iter().map(|table| table.game).collect();
    let (expected, missing): (Vec<&str>, Vec<&str>) =
        CATALOG.games().map(AnyGame::id).partition(|id| ids.contains(id));
    assert_eq!(missing, MISSING, "games without tensors");
    assert_eq!(ids, expected, "each once, in the order of the catalog");
}

#[test]
fn a_batch_of_a_game_without_tensors_is_refused_by_name() {
    let opened = tensors::open(&CATALOG, "whist", &SetupText::first_preset(2), &BatchOptions::default());
    let Err(rejection) = opened else { panic!("it has no tensors") };
    assert_eq!(rejection.code, "no-tensors");
    let sentence = "there are no tensors for “whist”, only for scopa, ";
    assert!(rejection.message.starts_with(sentence), "{}", rejection.message);
}
