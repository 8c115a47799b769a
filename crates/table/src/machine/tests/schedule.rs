//! Tests of the table's own work.

use super::super::schedule::OVERRUN;
use super::*;

#[test]
fn bots_act_after_their_pause() {
    let mut driver = against_bot(record("scopa", 2));
    if let (ADA, action) = driver.turn() {
        driver.plays(ADA, 1, &action, "a");
    }
    assert_eq!(driver.turn().0, BEA);
    while driver.turn().0 == BEA {
        let version = driver.table.game.version();
        assert_eq!(driver.table.next_deadline(), Some(driver.now.at + pace().bot));
        driver.pass(pace().bot / 2);
        assert_eq!(driver.table.game.version(), version, "it is too early");
        driver.wait();
        assert_eq!(driver.table.game.version(), version + 1);
    }
    assert_eq!(driver.table.next_deadline(), None, "the table waits for a person");
}

#[test]
fn the_pause_of_a_bot_begins_when_the_previous_action_is_written() {
    let mut driver = against_bot(record("scopa", 2));
    driver.lets_bot_play();
    driver.store_time = Duration::from_secs(3);
    let acted_at = driver.now.at;
    driver.plays_on();
    assert_eq!(driver.now.at, acted_at + driver.store_time);
    assert_eq!(driver.table.next_deadline(), Some(driver.now.at + pace().bot));
}

#[test]
fn a_bot_that_failed_is_replaced() {
    let mut driver = against_bot(record("scopa", 2));
    while driver.turn().0 == ADA {
        let (from, action) = driver.turn();
        let play = Play {
            version: driver.table.game.version() as u64,
            action,
            typed: false,
            id: "a".to_owned(),
            received_at: driver.now.at,
        };
        let command = TableCommand::Play(Box::new(play));
        let input = Input::Command { from, guest: guest(from), delay: Duration::ZERO, command };
        let effects = driver.table.handle(driver.now, input);
        let Some(Wanted::Write(write)) = effects.wanted else { panic!("the action is written first") };
        driver.write(write);
        let effects = driver.table.resume(driver.now, Answer::Written(Ok(())));
        if let [job] = &effects.start[..] {
            let id = job.id;
            driver.handle(Input::BotMove(id, None));
            break;
        }
    }
    assert!(driver.events.contains(&Event::BotReplaced), "{:?}", driver.events);
    let version = driver.table.game.version();
    driver.wait();
    assert_eq!(driver.table.game.version(), version + 1);
}

#[test]
fn a_player_out_of_time_is_played_for() {
    let time_control = Some(TimeControl { delay: 10, bank: 5, increment: 0 });
    let mut driver = all_people(TableRecord { time_control, ..record("scopa", 2) });
    assert_eq!(driver.table.next_deadline(), Some(driver.now.at + Duration::from_secs(15)));
    driver.wait();
    assert_eq!(driver.table.game.version(), 2);
    assert!(driver.stored.clocks.is_some());
}

#[test]
fn a_bot_that_takes_too_long_is_replaced() {
    let mut driver = Driver::new(record("scopa", 2), vec![bot(), person(BEA)], Vec::new());
    driver.slow_bots = true;
    driver.says(BEA, TableCommand::Watch(None, None));
    if driver.turn().0 == BEA {
        driver.plays_on();
    }
    let (version, limit) = (driver.table.game.version(), pace().bot + OVERRUN);
    assert_eq!(driver.table.next_deadline(), Some(driver.now.at + limit));
    driver.wait();
    assert_eq!(driver.events.iter().filter(|event| **event == Event::BotLate).count(), 1);
    assert_eq!(driver.table.game.version(), version + 1, "a simple bot has chosen");
}

#[test]
fn an_unknown_bot_is_replaced() {
    let chairs = vec![person(ADA), bot_named("of another year")];
    let mut driver = Driver::new(record("scopa", 2), chairs, Vec::new());
    driver.says(ADA, TableCommand::Watch(None, None));
    if driver.turn().0 == ADA {
        driver.plays_on();
    }
    assert!(driver.events.iter().any(|event| matches!(event, Event::BotUnknown(_))));
    let version = driver.table.game.version();
    driver.wait();
    assert_eq!(driver.table.game.version(), version + 1);
}

#[test]
fn the_match_begins_when_all_players_are_there() {
    let mut driver = Driver::new(record("scopa", 2), vec![person(ADA), person(BEA)], Vec::new());
    driver.says(EVE, TableCommand::Watch(None, None));
    driver.says(ADA, TableCommand::Watch(None, None));
    driver.says(ADA, TableCommand::Continue);
    assert!(driver.table.waits.between.ready().is_empty(), "no score is shown");
    assert_eq!(driver.table.game.version(), 0, "Bea is missing");
    driver.says(BEA, TableCommand::Watch(None, None));
    assert_eq!(driver.table.game.version(), 1);
    // A match whose actions may take days begins without them.
    let time_control = Some(TimeControl { delay: TimeControl::DAY, bank: 0, increment: 0 });
    let record = TableRecord { time_control, ..record("scopa", 2) };
    let driver = Driver::new(record, vec![person(ADA), person(BEA)], Vec::new());
    assert_eq!(driver.table.game.version(), 1);
}

/// Plays until the score of the first deal is shown.
fn scored(record: TableRecord) -> Driver {
    let mut driver = all_people(record);
    while driver.table.game.phase() == Phase::Playing {
        driver.plays_on();
    }
    assert_eq!(driver.table.game.phase(), Phase::Between);
    driver
}

#[test]
fn the_next_deal_begins_when_all_are_ready_or_the_score_was_shown_long_enough() {
    let mut driver = scored(record("scopa", 2));
    assert_eq!(driver.table.next_deadline(), Some(driver.now.at + pace().scoring));
    let version = driver.table.game.version();
    driver.says(EVE, TableCommand::Continue);
    driver.says(ADA, TableCommand::Continue);
    assert_eq!(driver.table.game.version(), version, "Bea still reads");
    driver.told.clear();
    driver.says(ADA, TableCommand::Continue);
    assert!(driver.told.is_empty(), "known already: {:?}", driver.told);
    driver.says(BEA, TableCommand::Continue);
    assert_eq!((driver.table.game.version(), driver.table.game.deals()), (version + 1, 2));
    // In a deal it is a late click.
    driver.says(BEA, TableCommand::Continue);
    assert!(driver.table.waits.between.ready().is_empty());
    let mut driver = scored(record("scopa", 2));
    driver.says(ADA, TableCommand::Continue);
    driver.wait();
    assert_eq!(driver.table.game.deals(), 2);
    // Nothing is dealt to an empty table.
    let mut driver = scored(record("scopa", 2));
    driver.handle(Input::Disconnected(ADA));
    driver.handle(Input::Disconnected(BEA));
    assert_eq!((driver.table.next_deadline(), driver.table.game.deals()), (None, 1));
}

#[test]
fn a_deal_of_the_day_ends_after_its_deals() {
    let day = catalog::Day::of_second(1_000_000);
    let game = catalog::find("gin-rummy").expect("in the catalog");
    let record = TableRecord { opening: Some(Opening::of_the_day(day)), ..record("gin-rummy", 2) };
    let mut driver = against_bot(record);
    while driver.stored.ended.is_none() {
        match driver.table.game.phase() {
            Phase::Playing if driver.turn().0 == ADA => driver.plays_on(),
            Phase::Playing => driver.wait(),
            Phase::Between => driver.says(ADA, TableCommand::Continue),
            Phase::Over(_) => break,
        }
    }
    assert_eq!(driver.table.game.deals(), game.day().deals);
    assert_eq!(driver.stored.ended, Some(Ended::Agreement));
    assert_eq!(driver.table.next_deadline(), None);
}

#[test]
fn changes_of_ratings_are_told_to_all_and_to_whoever_comes_later() {
    let mut driver = all_people(from_pool("scopa"));
    driver.ratings = [(0, 1510, 10), (1, 1490, -10)]
        .map(|(seat, rating, change)| RatingChange {
            seat: Seat::new(seat),
            rating,
            change,
            provisional: false,
        })
        .to_vec();
    driver.says(BEA, TableCommand::Resign);
    for player in [ADA, BEA] {
        let Notice::Rated(rated) = driver.last(player) else { panic!("{:?}", driver.last(player)) };
        assert_eq!(rated.changes, driver.ratings);
    }
    driver.told.clear();
    driver.says(EVE, TableCommand::Watch(None, None));
    assert!(matches!(driver.last(EVE), Notice::Rated(_)));
    assert!(driver.told.iter().all(|(to, _)| *to == EVE), "the others know: {:?}", driver.told);
}

#[test]
fn a_bot_plays_on_for_a_player_who_left_a_larger_table() {
    let mut driver = all_people(timed(3));
    driver.says(BEA, TableCommand::Stand(Seat::new(1)));
    let decides_at = driver.now.at + Duration::from_secs(30);
    while driver.now.at < decides_at {
        assert!(matches!(driver.stored.chairs[1], StoredChair::Person { substitute: None, .. }));
        // Clocks of others may run out before.
        driver.wait();
    }
    assert!(matches!(driver.stored.chairs[1], StoredChair::Person { substitute: Some(_), left: true, .. }));
    assert_eq!(driver.stored.ended, None);
}

#[test]
fn bots_play_on_for_a_side_that_left_a_larger_table() {
    let mut driver = all_people(timed_game("bridge", 4));
    driver.says(BEA, TableCommand::Stand(Seat::new(1)));
    driver.says(DAN, TableCommand::Stand(Seat::new(3)));
    driver.pass(Duration::from_secs(30));
    let has_bot = |chair: &StoredChair| matches!(chair, StoredChair::Person { substitute: Some(_), .. });
    assert_eq!([0, 1, 2, 3].map(|seat| has_bot(&driver.stored.chairs[seat])), [false, true, false, true]);
    assert_eq!(driver.stored.ended, None);
}

#[test]
fn clocks_stop_while_nobody_is_there() {
    let mut driver = all_people(timed(2));
    assert_eq!(driver.running_clocks(), 1);
    let (waiting, other) = if driver.turn().0 == ADA { (ADA, BEA) } else { (BEA, ADA) };
    driver.handle(Input::Disconnected(waiting));
    assert_eq!(driver.running_clocks(), 1, "the other player waits");
    driver.handle(Input::Disconnected(other));
    assert_eq!((driver.running_clocks(), driver.table.next_deadline()), (0, None));
    assert!(driver.table.is_idle());
    assert_eq!(driver.table.absent_actors(), [guest(waiting)]);
    driver.says(other, TableCommand::Resign);
    assert!(driver.table.absent_actors().is_empty(), "the match is over");
}

#[test]
fn clocks_stop_while_answers_are_sealed_and_while_the_store_is_in_doubt() {
    assert_eq!(actions::window(&timed_game("sharks", 3)).running_clocks(), 0);
    let mut driver = all_people(timed(2));
    let (from, action) = driver.turn();
    driver.errors = vec![StorageError::Unknown];
    driver.plays(from, 1, &action, "a");
    assert_eq!(driver.running_clocks(), 0);
    driver.wait();
    assert_eq!(driver.running_clocks(), 1);
}

/// Returns a race before its players agree to begin.
fn race() -> Driver {
    let mut driver = all_people(record("speed", 2));
    for player in [ADA, BEA] {
        assert_eq!(driver.table.game.legal(driver.seat(player)), ["flip"], "both agree to begin");
    }
    driver.told.clear();
    driver
}

#[test]
fn the_last_agreement_of_a_race_starts_a_countdown() {
    let mut driver = race();
    driver.plays(ADA, 0, "flip", "a");
    assert!(!driver.told.iter().any(|(_, notice)| matches!(notice, Notice::Countdown(_))));
    let version = driver.table.game.version();
    driver.plays(BEA, 0, "flip", "b");
    for player in [ADA, BEA] {
        let Notice::Countdown(count) = driver.last(player) else { panic!("{:?}", driver.last(player)) };
        assert_eq!((count.seat, count.millis), (Seat::new(1), 1500));
    }
    assert_eq!(driver.table.game.version(), version, "not yet");
    assert!(!driver.table.is_idle());
    driver.plays(BEA, 0, "flip", "c");
    assert!(matches!(driver.last(BEA), Notice::Refused(_)), "it counts already");
    driver.pass(pace().count - Duration::from_millis(1));
    assert_eq!(driver.table.game.version(), version);
    driver.wait();
    assert_eq!(driver.table.game.version(), version + 1);
    assert!(matches!(driver.last(BEA), Notice::Played(played) if played.action == "flip"));
}

#[test]
fn a_countdown_that_stopped_may_begin_again_with_the_same_command() {
    let mut driver = race();
    driver.plays(ADA, 0, "flip", "a");
    driver.plays(BEA, 0, "flip", "b");
    // The table stops all work when it reads the store again.
    driver.errors = vec![StorageError::Unknown];
    driver.says(ADA, TableCommand::Stand(Seat::new(0)));
    driver.plays(BEA, 0, "flip", "b");
    driver.told.clear();
    driver.wait();
    assert!(matches!(driver.last(BEA), Notice::Countdown(_)), "{:?}", driver.last(BEA));
}

/// Plays a race until no player can do more than flip, which waits for their silence.
fn blocked_race() -> Driver {
    let mut driver = race();
    driver.plays(ADA, 0, "flip", "a");
    driver.plays(BEA, 0, "flip", "b");
    driver.wait();
    for number in 0.. {
        let playable = [ADA, BEA].into_iter().find_map(|player| {
            let legal = driver.table.game.legal(driver.seat(player));
            Some((player, legal.into_iter().find(|action| action != "flip")?))
        });
        let Some((player, action)) = playable else { break };
        driver.plays(player, 0, &action, &format!("play {number}"));
    }
    assert_eq!(driver.table.game.phase(), Phase::Playing);
    assert_eq!(driver.table.next_deadline(), Some(driver.now.at + pace().timeout));
    driver
}

#[test]
fn silent_players_of_a_blocked_race_flip_after_a_timeout() {
    let mut driver = blocked_race();
    let version = driver.table.game.version();
    driver.wait();
    assert_eq!(driver.table.game.version(), version + 1, "the first is silent");
    assert!(matches!(driver.last(ADA), Notice::Countdown(_)), "the last starts the countdown");
    driver.wait();
    assert_eq!(driver.table.game.version(), version + 2);
}

#[test]
fn a_flip_of_a_silent_player_that_was_not_written_is_tried_again_without_another_timeout() {
    let mut driver = blocked_race();
    let (version, silent_since) = (driver.table.game.version(), driver.now.at);
    driver.errors = vec![StorageError::Full];
    driver.wait();
    assert_eq!(driver.table.game.version(), version, "nothing was written");
    driver.wait();
    assert_eq!(driver.table.game.version(), version + 1);
    assert!(driver.now.at < silent_since + 2 * pace().timeout, "no second timeout");
}

#[test]
fn nothing_happens_by_itself_after_the_end() {
    let mut driver = against_bot(record("scopa", 2));
    if driver.turn().0 == ADA {
        driver.plays_on();
    }
    assert!(driver.table.is_bot_due(Seat::new(1)));
    driver.says(ADA, TableCommand::Resign);
    assert!(!driver.table.is_bot_due(Seat::new(1)));
    assert_eq!(driver.table.next_deadline(), None);
}

/// Plays a match of two people to its end.
fn played_out(record: TableRecord, refuses_results: bool) -> Driver {
    let mut driver = all_people(record);
    driver.refuses_results = refuses_results;
    loop {
        match driver.table.game.phase() {
            Phase::Playing => driver.plays_on(),
            Phase::Between => driver.are_ready(),
            Phase::Over(_) => return driver,
        }
    }
}

#[test]
fn the_result_of_a_match_is_written_at_its_end() {
    let driver = played_out(from_pool("scopa"), false);
    let [result] = &driver.results[..] else { panic!("{:?}", driver.results) };
    assert!(result.seats.iter().all(|seat| seat.outcome == SeatOutcome::Played && seat.weight == 1.0));
    assert!(driver.stored.finished);
    assert_eq!(driver.table.next_deadline(), None);
    // The ratings of a match of the lobby need its result.
    let mut driver = played_out(from_pool("scopa"), true);
    assert!(driver.events.iter().any(|event| matches!(event, Event::Failed(..))));
    driver.refuses_results = false;
    driver.wait();
    assert_eq!(driver.results.len(), 1);
    // That of a private match only saves work later.
    let mut driver = played_out(record("scopa", 2), true);
    driver.refuses_results = false;
    driver.wait();
    assert_eq!((driver.results.len(), driver.table.next_deadline()), (0, None));
}

#[test]
fn bots_race_while_a_player_is_there() {
    let mut driver = against_bot(record("speed", 2));
    driver.plays(ADA, 0, "flip", "a");
    assert!(driver.table.is_bot_due(Seat::new(1)));
    driver.handle(Input::Disconnected(ADA));
    assert_eq!(driver.table.next_deadline(), None, "no bot races at an empty table");
    driver.says(ADA, TableCommand::Watch(None, None));
    let by_bot = |(_, notice): &(_, Notice)| match notice {
        Notice::Played(played) => played.seat == Seat::new(1) && played.action != "flip",
        _ => false,
    };
    while !driver.told.iter().any(by_bot) {
        driver.wait();
    }
    driver.events.clear();
    driver.table.set_delays(|_| Some(Duration::from_millis(100)));
    while !driver.events.contains(&Event::PlayHeld) {
        assert!(driver.events.is_empty(), "{:?}", driver.events);
        driver.wait();
    }
}

#[test]
fn a_deal_that_was_passed_out_is_shown_for_a_shorter_time() {
    let mut driver = all_people(record("bridge", 4));
    for _ in 0..4 {
        driver.plays_now(driver.turn().0, "pass");
    }
    assert_eq!(driver.table.game.phase(), Phase::Between);
    assert_eq!(driver.table.next_deadline(), Some(driver.now.at + pace().thrown_in));
}

#[test]
fn a_void_deal_is_repeated_at_once_until_three_were_void() {
    let mut driver = all_people(record("scopa", 2));
    for again in [true, true, false] {
        driver.errors = vec![StorageError::Unknown];
        let (from, action) = driver.turn();
        driver.plays(from, driver.table.game.version() as u64, &action, "a");
        driver.append(Line::Void);
        driver.wait();
        let phase = driver.table.game.phase();
        assert_eq!(phase == Phase::Playing, again, "{phase:?}");
    }
    assert_eq!(driver.table.next_deadline(), None);
}

/// Creates a table of Ada and a bot that never finishes choosing its first action.
fn with_slow_bot(settings: TableSettings, game: &str, bot: &str) -> Driver {
    let record = TableRecord { dealer: 0, ..record(game, 2) };
    let mut driver = Driver::with_settings(settings, record, vec![person(ADA), bot_named(bot)], Vec::new());
    driver.slow_bots = true;
    driver.says(ADA, TableCommand::Watch(None, None));
    assert!(driver.table.is_bot_due(Seat::new(1)));
    driver
}

#[test]
fn a_bot_has_the_time_in_its_name_if_there_are_threads() {
    let driver = with_slow_bot(settings(), "scopa", "ismcts:900ms");
    let limit = Duration::from_millis(900) + OVERRUN;
    assert_eq!(driver.table.next_deadline(), Some(driver.now.at + limit));
    let settings = TableSettings { has_threads: false, ..settings() };
    let driver = with_slow_bot(settings, "scopa", "ismcts:900ms");
    assert_eq!(driver.table.next_deadline(), None, "the driver waits for the bot");
}

#[test]
fn a_bot_waits_for_its_reaction_time_in_a_race_unless_a_lone_player_wants_no_pauses() {
    let paused = |is_solo, bot| {
        let settings = TableSettings { is_solo, pace: Pace { bot, ..pace() }, ..settings() };
        let driver = with_slow_bot(settings, "speed", "waiter");
        driver.table.next_deadline().expect("the bot has a limit").since(driver.now.at + OVERRUN)
    };
    assert_eq!(paused(true, Duration::ZERO), Duration::ZERO);
    let reaction = paused(false, Duration::ZERO);
    assert!(reaction > Duration::ZERO);
    assert_eq!(paused(true, pace().bot), reaction, "the pause of games of turns is not added");
}

#[test]
fn an_empty_stock_is_shuffled_again_and_the_shuffle_is_written() {
    let mut driver = all_people(record("thirty-one", 2));
    let is_shuffle = |line: &Line| matches!(line, Line::Entry(Entry::Shuffle(_)));
    while !driver.stored.lines.iter().any(is_shuffle) {
        assert_eq!((driver.table.game.phase(), driver.table.game.deals()), (Phase::Playing, 1));
        let (from, first) = driver.turn();
        let legal = driver.table.game.legal(driver.seat(from));
        let action = if legal.iter().any(|action| action == "stock") { "stock".to_owned() } else { first };
        driver.plays_now(from, &action);
    }
}

/// Returns the seeds of random numbers that bots in the two seats would have.
fn seeds(driver: &Driver) -> [u64; 2] {
    [0, 1].map(|seat| driver.table.bot_rng_seed(Seat::new(seat)))
}

#[test]
fn random_numbers_of_bots_differ_by_version_and_by_seat() {
    let mut driver = Driver::two_people();
    let [ada, bea] = seeds(&driver);
    assert_ne!(ada, bea);
    driver.plays_on();
    assert!(seeds(&driver).iter().all(|seed| ![ada, bea].contains(seed)));
}

#[test]
fn random_numbers_of_bots_on_a_deal_of_the_day_follow_from_the_version() {
    let opening = Some(Opening::of_the_day(catalog::Day::of_second(1_000_000)));
    let driver = against_bot(TableRecord { opening, ..record("scopa", 2) });
    assert_eq!(seeds(&driver), [driver.table.game.version() as u64; 2]);
}

#[test]
fn a_clock_runs_longer_by_the_round_trip_of_its_player() {
    let mut driver = all_people(timed(2));
    let waiting = driver.turn().0;
    let limit = driver.table.next_deadline().expect("a clock runs");
    driver.table.set_delays(|id| Some(Duration::from_millis(if id == waiting { 50 } else { 75 })));
    assert_eq!(driver.table.next_deadline(), Some(limit + Duration::from_millis(100)));
}
