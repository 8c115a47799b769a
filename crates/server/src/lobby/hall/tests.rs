#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed, and says where")]

use super::*;

/// Hall with a clock that only the test moves.
struct Evening {
    hall: Hall,
    /// Families whose bells have rung.
    rung: Vec<String>,
    now: Duration,
    online: usize,
}

fn guest(number: u8) -> GuestId {
    let token: String = std::iter::repeat_n(char::from(b'A' + number), 42).chain(['A']).collect();
    GuestId::of_token(&token).unwrap()
}

/// Returns so many connected players. Of those whom the tests know, all but the fifth are connected.
fn online(count: usize) -> Online<'static> {
    Online { count, is_here: &|player| player != guest(5) }
}

/// Description of an effect.
fn shown(effect: &Effect) -> String {
    match effect {
        Effect::Tell(socket, Notice::Seeking(seeking)) => {
            let bots = if seeking.bots { " bots" } else { "" };
            format!("{socket} {} waits {} of {}{bots}", seeking.id, seeking.waited / 1000, seeking.waiting)
        }
        Effect::Tell(socket, Notice::Paired(paired)) => format!("{socket} {} at {}", paired.id, paired.seat),
        Effect::Tell(socket, notice) => format!("{socket} {notice:?}"),
        Effect::Show(sockets, lobby) => {
            let waiting: u32 = lobby.pools.iter().map(|pool| pool.waiting).sum();
            let friends: String = lobby.friends.iter().map(|friend| format!(" {friend}")).collect();
            format!("show {sockets:?} {} {waiting} {}{friends}", lobby.online, lobby.seeks.len())
        }
        Effect::End(socket, id) => format!("{socket} {id} ends"),
        Effect::Ring(_, pool) => format!("ring {}", pool.family()),
        Effect::Start(start) => {
            let names: Vec<&str> = start.players.iter().map(|player| &*player.name).collect();
            format!("start {} {}", start.pool.id, names.join(" "))
        }
    }
}

impl Evening {
    fn new() -> Self {
        Self { hall: Hall::new(), rung: Vec::new(), now: Duration::ZERO, online: 10 }
    }

    /// A guest looks for players at the socket of the same number.
    fn seek(&mut self, player: u8, id: &str, pool: &str) -> Result<Vec<String>, LobbyError> {
        self.seek_rated(player, id, pool, Rating::NEW)
    }

    fn seek_rated(
        &mut self,
        player: u8,
        id: &str,
        pool: &str,
        rating: Rating,
    ) -> Result<Vec<String>, LobbyError> {
        let name = char::from(b'A' + player).to_string();
        let who = (guest(player), player.into());
        let effects = self.hall.seek(who, (id.to_owned(), pool, &name, rating), self.online, self.now)?;
        Ok(effects.iter().map(shown).collect())
    }

    /// Waits a number of seconds, and returns the effects of the ticks.
    fn wait(&mut self, seconds: u64) -> Vec<String> {
        let mut all = Vec::new();
        for _ in 0..seconds {
            self.now += Duration::from_secs(1);
            for effect in self.hall.tick(online(self.online), self.now) {
                if let Effect::Ring(_, pool) = effect {
                    self.rung.push(pool.family());
                    continue;
                }
                all.push(shown(&effect));
                if let Effect::Start(start) = effect {
                    let told = self.hall.started(&start, TableId::from_bytes([7; 16]), self.now);
                    all.extend(told.iter().map(shown));
                }
            }
        }
        all
    }
}

const SCOPA: &str = "scopa-2-quick";

#[test]
fn two_seekers_get_one_table_and_different_seats() {
    let mut evening = Evening::new();
    assert_eq!(evening.seek(0, "a", SCOPA).unwrap(), ["0 a waits 0 of 1"]);
    assert_eq!(evening.wait(3), [""; 0], "nothing changes");
    assert_eq!(evening.seek(1, "b", SCOPA).unwrap(), ["1 b waits 0 of 2"]);
    assert_eq!(evening.wait(1), ["start scopa-2-quick A B", "0 a at 0", "1 b at 1"]);
    assert_eq!(evening.hall.seekers(), 0);
    // A client that missed the answer asks again by the same id.
    assert_eq!(evening.seek(1, "b", SCOPA).unwrap(), ["1 b at 1"]);
    evening.wait(60);
    assert_eq!(evening.seek(1, "b", SCOPA).unwrap(), ["1 b waits 0 of 1"], "a new seek");
}

#[test]
fn a_seek_rings_once_unless_it_is_paired_at_once() {
    let mut evening = Evening::new();
    evening.seek(0, "a", SCOPA).unwrap();
    assert!(evening.rung.is_empty());
    evening.wait(1);
    assert_eq!(evening.rung, ["scopa-two"]);
    evening.wait(30);
    // A repeated seek is no new one.
    evening.seek(0, "a", SCOPA).unwrap();
    evening.wait(1);
    assert_eq!(evening.rung, ["scopa-two"]);
    evening.seek(1, "b", SCOPA).unwrap();
    evening.seek(2, "c", "cassino-2-quick").unwrap();
    evening.wait(1);
    assert_eq!(evening.rung, ["scopa-two", "cassino-two"], "the second player of Scopa was paired");
}

#[test]
fn the_longest_waiting_player_gets_the_opponent_of_the_nearest_rating() {
    let mut evening = Evening::new();
    for (player, mean) in [(0, 1500.0), (1, 1590.0), (2, 1480.0), (3, 1900.0)] {
        evening.seek_rated(player, "a", SCOPA, Rating::new(mean, 100.0).unwrap()).unwrap();
    }
    assert_eq!(evening.wait(1)[0], "start scopa-2-quick A C");
}

#[test]
fn a_seek_outlives_its_socket_by_five_seconds_and_is_not_paired_meanwhile() {
    let mut evening = Evening::new();
    evening.seek(0, "a", SCOPA).unwrap();
    evening.hall.close(0, evening.now);
    evening.seek(1, "b", SCOPA).unwrap();
    assert_eq!(evening.wait(4), [""; 0], "the first player is not there");
    // The same guest at another socket.
    let again =
        evening.hall.seek((guest(0), 7), ("a".to_owned(), SCOPA, "A", Rating::NEW), 10, evening.now).unwrap();
    assert_eq!(again.iter().map(shown).collect::<Vec<_>>(), ["7 a waits 4 of 2"]);
    assert_eq!(evening.wait(1), ["start scopa-2-quick A B", "7 a at 0", "1 b at 1"]);

    evening.seek(2, "c", SCOPA).unwrap();
    evening.hall.close(2, evening.now);
    evening.wait(5);
    assert_eq!(evening.hall.seekers(), 0);
}

#[test]
fn a_player_who_gets_a_table_leaves_the_other_pools() {
    let mut evening = Evening::new();
    evening.seek(0, "a", SCOPA).unwrap();
    evening.seek(0, "bridge", "bridge-4-quick").unwrap();
    evening.seek(1, "b", SCOPA).unwrap();
    let effects = evening.wait(1);
    assert_eq!(effects, ["0 bridge ends", "start scopa-2-quick A B", "0 a at 0", "1 b at 1"]);
    assert_eq!(evening.hall.seekers(), 0);
}

#[test]
fn a_guest_never_plays_against_themselves() {
    let mut evening = Evening::new();
    evening.seek(0, "a", SCOPA).unwrap();
    assert_eq!(evening.seek(0, "b", SCOPA), Err(LobbyError::TooMany));
    assert_eq!(evening.wait(30), ["0 a waits 20 of 1 bots"]);
}

/// PE-T8, without the chair of a bot.
#[test]
fn bots_are_offered_after_twenty_seconds_or_if_nobody_else_is_there() {
    let mut evening = Evening::new();
    evening.seek(0, "a", SCOPA).unwrap();
    assert!(matches!(evening.hall.fill(guest(0), "a", 2, evening.now), Err(LobbyError::TooEarly)));
    assert!(matches!(evening.hall.fill(guest(1), "a", 2, evening.now), Err(LobbyError::NoSeek)));
    assert_eq!(evening.wait(19), [""; 0]);
    assert_eq!(evening.wait(1), ["0 a waits 20 of 1 bots"]);
    let effects = evening.hall.fill(guest(0), "a", 2, evening.now).unwrap();
    assert_eq!(effects.iter().map(shown).collect::<Vec<_>>(), ["start scopa-2-quick A"]);
    assert_eq!(evening.hall.unseek(guest(0), "a"), Err(LobbyError::NoSeek));
    evening.online = 1;
    assert_eq!(evening.seek(0, "alone", SCOPA).unwrap(), ["0 alone waits 0 of 1 bots"]);
    assert_eq!(evening.hall.unseek(guest(0), "alone"), Ok(()));
    assert_eq!(evening.hall.seekers(), 0);
}

#[test]
fn a_hostile_guest_gets_three_seeks_and_changes_nothing_else() {
    let mut evening = Evening::new();
    let refused = (0..1000).filter(|number| {
        let pool = POOLS[number % POOLS.len()].id;
        evening.seek(0, &format!("seek {number}"), pool).is_err()
    });
    assert_eq!(refused.count(), 997);
    assert_eq!(evening.seek(1, "b", "poker"), Err(LobbyError::NoPool));
    assert_eq!(evening.seek(1, &"b".repeat(65), SCOPA), Err(LobbyError::LongId));
    assert_eq!(evening.hall.seekers(), 3);
    let id = "a".to_owned();
    evening
        .hall
        .seek((guest(1), 1), (id, "speed-2", "\u{202e} Eve \u{0}", Rating::NEW), 10, evening.now)
        .unwrap();
    let state = evening.hall.state(online(10), None);
    assert!(state.seeks.iter().any(|seek| seek.name == "Eve"), "{:?}", state.seeks);
}

#[test]
fn the_state_is_sent_at_once_then_at_most_each_second_and_only_if_it_changed() {
    let mut evening = Evening::new();
    let on = |evening: &mut Evening, is_on| {
        let effects = evening.hall.subscribe((guest(0), 0), is_on, online(evening.online), evening.now);
        effects.iter().map(shown).collect::<Vec<_>>()
    };
    assert_eq!(on(&mut evening, true), ["show [0] 10 0 0"]);
    evening.wait(1);
    assert_eq!(evening.wait(5), [""; 0]);
    // Subscribing again and again gets no more than one a second.
    assert_eq!(on(&mut evening, true), ["show [0] 10 0 0"]);
    for is_on in [false, true, true] {
        assert_eq!(on(&mut evening, is_on), [""; 0]);
    }
    assert_eq!(evening.wait(5), ["show [0] 10 0 0"]);
    evening.seek(1, "b", SCOPA).unwrap();
    assert_eq!(evening.wait(5), ["show [0] 10 1 1"]);
    assert_eq!(on(&mut evening, false), [""; 0]);
    evening.online = 11;
    assert_eq!(evening.wait(1), [""; 0]);
}

#[test]
fn a_new_subscriber_hears_of_a_change_that_is_taken_back_before_the_next_tick() {
    let mut evening = Evening::new();
    evening.wait(1);
    evening.seek(1, "b", SCOPA).unwrap();
    let effects = evening.hall.subscribe((guest(0), 0), true, online(10), evening.now);
    assert_eq!(effects.iter().map(shown).collect::<Vec<_>>(), ["show [0] 10 1 1"]);
    evening.hall.unseek(guest(1), "b").unwrap();
    assert_eq!(evening.wait(1), ["show [0] 10 0 0"]);
}

#[test]
fn a_notice_lists_at_most_200_players() {
    let mut evening = Evening::new();
    for number in 0..250u16 {
        // No tick pairs them.
        let guest = GuestId::of_token(&format!("{number:03}{}", "A".repeat(40))).unwrap();
        let who = (guest, number.into());
        evening.hall.seek(who, ("a".to_owned(), SCOPA, "x", Rating::NEW), 300, evening.now).unwrap();
    }
    assert_eq!(evening.hall.state(online(300), None).seeks.len(), 200);
}

#[test]
fn a_slow_reader_gets_everything_again() {
    let mut evening = Evening::new();
    evening.hall.subscribe((guest(0), 0), true, online(10), evening.now);
    evening.seek(0, "a", SCOPA).unwrap();
    evening.wait(2);
    let effects = evening.hall.repeat(0, guest(0), 10, evening.now);
    assert_eq!(effects.iter().map(shown).collect::<Vec<_>>(), ["0 a waits 2 of 1"]);
    assert_eq!(evening.wait(1), ["show [0] 10 1 1"]);
    evening.seek(1, "b", SCOPA).unwrap();
    evening.wait(1);
    let effects = evening.hall.repeat(0, guest(0), 10, evening.now);
    assert_eq!(effects.iter().map(shown).collect::<Vec<_>>(), ["0 a at 0"]);
}

/// Returns ties to friends and to players who are apart, by their numbers.
fn ties(friends: &[u8], apart: &[u8]) -> PlayerTies {
    let name = |number: &u8| (guest(*number), char::from(b'A' + number).to_string());
    PlayerTies {
        friends: friends.iter().map(name).collect(),
        apart: apart.iter().map(|number| guest(*number)).collect(),
    }
}

/// PE-T9: the same whether the seeker blocks the other or is blocked, and in both orders of arrival.
#[test]
fn players_are_not_paired_and_not_shown_if_one_blocks_the_other() {
    for (first, second) in [(0, 1), (1, 0)] {
        let mut evening = Evening::new();
        for player in [0, 1] {
            evening.hall.learn(guest(player), ties(&[], &[1 - player]));
        }
        evening.seek(first, "a", SCOPA).unwrap();
        assert_eq!(evening.seek(second, "b", SCOPA).unwrap(), [format!("{second} b waits 0 of 1")]);
        assert_eq!(evening.wait(15), [""; 0]);
        for viewer in [0, 1] {
            let state = evening.hall.state(online(10), Some(guest(viewer)));
            let names: Vec<&str> = state.seeks.iter().map(|seek| &*seek.name).collect();
            assert_eq!(names, [char::from(b'A' + viewer).to_string()], "each sees only their own seek");
            let waiting: u32 = state.pools.iter().map(|pool| pool.waiting).sum();
            assert_eq!(waiting, 1);
        }
        assert_eq!(evening.hall.state(online(10), Some(guest(2))).seeks.len(), 2, "others see both");
        // A third player is paired with the one who came first.
        evening.seek(2, "c", SCOPA).unwrap();
        let started = evening.wait(1).remove(0);
        assert_eq!(started, format!("start scopa-2-quick {} C", char::from(b'A' + first)));
    }
}

#[test]
fn one_known_side_of_a_block_is_enough() {
    for known in [0, 1] {
        let mut evening = Evening::new();
        evening.hall.learn(guest(known), ties(&[], &[1 - known]));
        evening.seek(0, "a", SCOPA).unwrap();
        evening.seek(1, "b", SCOPA).unwrap();
        let told = evening.wait(15);
        assert!(!told.iter().any(|told| told.starts_with("start")), "{told:?}");
    }
}

#[test]
fn a_match_with_a_player_who_is_apart_is_not_listed() {
    let mut evening = Evening::new();
    let table = |name: &str| protocol::LobbyTable {
        table: name.to_owned(),
        game: "scopa".to_owned(),
        preset: "classic".to_owned(),
        name: name.to_owned(),
        seats: 4,
        people: 2,
    };
    evening.hall.list(vec![(vec![guest(2), guest(1)], table("mixed")), (vec![guest(2)], table("other"))]);
    evening.hall.learn(guest(0), ties(&[], &[1]));
    let seen = |viewer| {
        let state = evening.hall.state(online(10), Some(guest(viewer)));
        state.tables.into_iter().map(|table| table.name).collect::<Vec<_>>()
    };
    assert_eq!(seen(0), ["other"]);
    assert_eq!(seen(3), ["mixed", "other"]);
}

#[test]
fn friends_see_each_other_and_a_hidden_change_sends_nothing() {
    let mut evening = Evening::new();
    let on = |evening: &mut Evening, player: u8| {
        let who = (guest(player), player.into());
        let effects = evening.hall.subscribe(who, true, online(evening.online), evening.now);
        effects.iter().map(shown).collect::<Vec<_>>()
    };
    evening.hall.learn(guest(0), ties(&[1, 5], &[2]));
    assert_eq!(on(&mut evening, 0), ["show [0] 10 0 0 B"], "the other friend is not connected");
    evening.wait(2);
    evening.seek(2, "c", SCOPA).unwrap();
    assert_eq!(evening.wait(3), [""; 0], "a notice would tell that a hidden player came");
    evening.seek(3, "d", "speed-2").unwrap();
    assert_eq!(evening.wait(3), ["show [0] 10 1 1 B"]);
    // A new friend, and the end of the block.
    evening.hall.learn(guest(0), ties(&[1, 3], &[]));
    assert_eq!(evening.wait(3), ["show [0] 10 2 2 B D"]);
    evening.hall.learn(guest(0), PlayerTies::default());
    assert_eq!(evening.wait(3), ["show [0] 10 2 2"]);
    // A deleted account has no friends.
    evening.hall.learn(guest(0), ties(&[1], &[2]));
    evening.wait(2);
    evening.hall.forget_player(guest(1));
    assert_eq!(evening.wait(2), ["show [0] 10 1 1"]);
    // A deleted account looks for no others, and its name is not shown.
    let seekers = evening.hall.seekers();
    evening.seek(5, "deleted", "scopa-2-quick").unwrap();
    evening.hall.forget_player(guest(5));
    assert_eq!(evening.hall.seekers(), seekers);
    // Ties of players who have left are dropped.
    evening.hall.close(0, evening.now);
    evening.wait(1);
    assert!(evening.hall.ties.is_empty());
}
