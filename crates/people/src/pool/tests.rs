#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed, and says where")]

use super::*;
use proptest::prelude::*;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::{BTreeMap, BTreeSet};

const TWO: Seating = Seating::Single { least: 2, most: 2 };
const THREE_TO_FIVE: Seating = Seating::Single { least: 3, most: 5 };

/// Players who pause, and pairs of players of whom the first blocks the second.
#[derive(Default)]
struct Given {
    paused: BTreeSet<u32>,
    blocks: BTreeSet<(u32, u32)>,
}

impl Limits<u32> for Given {
    fn is_paused(&self, player: &u32) -> bool {
        self.paused.contains(player)
    }

    fn are_apart(&self, one: &u32, other: &u32) -> bool {
        self.blocks.contains(&(*one, *other))
    }
}

impl Given {
    /// Returns whether two players may be at one table: neither blocks the other, and each accepts the other's rating.
    fn allows(&self, one: &Seeker<u32>, other: &Seeker<u32>) -> bool {
        !self.blocks.contains(&(one.key, other.key))
            && !self.blocks.contains(&(other.key, one.key))
            && one.accepts.contains(&other.rating)
            && other.accepts.contains(&one.rating)
    }
}

fn second(number: u64) -> Duration {
    Duration::from_secs(number)
}

/// Pool with players who all came at the start, by their ratings.
fn pool(seating: Seating, ratings: &[i32]) -> Pool<u32> {
    let mut pool = Pool::new(seating);
    for (key, rating) in (0..).zip(ratings) {
        pool.join(vec![Seeker::new(key, *rating)], Duration::ZERO).unwrap();
    }
    pool
}

/// Returns the second in which the first table starts.
fn first_table(mut pool: Pool<u32>) -> Option<(u64, Vec<u32>)> {
    (0..120).find_map(|now| {
        let table = pool.pair(second(now), &Given::default()).into_iter().next()?;
        Some((now, table))
    })
}

/// PE-T7
#[test]
fn two_players_far_apart_are_paired_within_12_seconds_if_only_they_wait() {
    let (at, table) = first_table(pool(TWO, &[1000, 2000])).unwrap();
    assert!((10..=12).contains(&at), "{at}");
    assert_eq!(table, [0, 1]);
    // With six waiting players, the rating limit stays.
    let six = pool(TWO, &[1000, 2000, 3000, 4000, 5000, 6000]);
    assert_eq!(first_table(six), None);
}

#[test]
fn the_longest_waiting_plays_with_the_nearest() {
    assert_eq!(first_table(pool(TWO, &[1500, 1590, 1450, 1520])).unwrap(), (0, vec![0, 3]));
    // 12 points a second: 150 points are allowed after five.
    assert_eq!(first_table(pool(TWO, &[1500, 1650])).unwrap(), (5, vec![0, 1]));
}

#[test]
fn a_table_that_is_not_full_starts_after_ten_seconds() {
    assert_eq!(first_table(pool(THREE_TO_FIVE, &[1500; 5])).unwrap().0, 0);
    assert_eq!(first_table(pool(THREE_TO_FIVE, &[1500; 4])).unwrap(), (10, vec![0, 1, 2, 3]));
    assert_eq!(first_table(pool(THREE_TO_FIVE, &[1500; 2])), None);
}

#[test]
fn partners_stay_together_and_sides_are_even() {
    let four = |parties: &[&[i32]]| {
        let (mut pool, mut key) = (Pool::new(Seating::Partners), 0);
        for party in parties {
            let players = party.iter().map(|rating| {
                key += 1;
                Seeker::new(key - 1, *rating)
            });
            pool.join(players.collect(), Duration::ZERO).unwrap();
        }
        first_table(pool).unwrap().1
    };
    // The strongest plays with the weakest: 1590 + 1410 against 1510 + 1490.
    assert_eq!(four(&[&[1590], &[1510], &[1490], &[1410]]), [0, 1, 3, 2]);
    assert_eq!(four(&[&[1590, 1510], &[1490], &[1410]]), [0, 2, 1, 3]);
    assert_eq!(four(&[&[1490], &[1590, 1510], &[1410]]), [0, 1, 3, 2]);
    assert_eq!(four(&[&[1590, 1510], &[1490, 1410]]), [0, 2, 1, 3]);
}

#[test]
fn a_block_in_the_middle_does_not_hold_up_a_table() {
    // The two nearest to the first player may not meet, but each of them may meet the third.
    let blocks = [(1, 2)].into();
    let limits = Given { blocks, ..Given::default() };
    let mut pool = pool(Seating::Single { least: 3, most: 3 }, &[1500, 1501, 1502, 1590]);
    assert_eq!(pool.pair(second(0), &limits), [[0, 1, 3]]);
    assert_eq!(pool.players().collect::<Vec<_>>(), [&2]);
}

#[test]
fn wrong_parties_are_refused() {
    let mut pool = pool(TWO, &[1500]);
    let one = |key| Seeker::new(key, 1500);
    assert_eq!(pool.join(vec![one(0)], second(1)), Err(PoolError::Waiting));
    assert_eq!(pool.join(vec![one(1), one(2)], second(1)), Err(PoolError::Size(2)));
    assert_eq!(pool.join(Vec::new(), second(1)), Err(PoolError::Size(0)));
    let mut partners = Pool::new(Seating::Partners);
    assert_eq!(partners.join(vec![one(1), one(1)], second(1)), Err(PoolError::Waiting));
    partners.join(vec![one(1), one(2)], second(1)).unwrap();
    assert!(partners.leave(&2), "with the partner");
    assert_eq!(partners.waiting(), 0);
    assert!(!partners.leave(&2));
}

/// Pool under test with everything the test knows about its players.
struct Model {
    rng: Xoshiro256PlusPlus,
    seating: Seating,
    pool: Pool<u32>,
    given: Given,
    /// Waiting parties, with their time.
    waiting: BTreeMap<u32, (Vec<Seeker<u32>>, u64)>,
    seeks: u32,
    paired: u32,
}

impl Model {
    fn below(&mut self, end: u64) -> u64 {
        self.rng.next_u64() % end
    }

    fn seeker(&mut self) -> Seeker<u32> {
        self.seeks += 1;
        let key = self.seeks;
        let rating = 800 + self.below(1400) as i32;
        let mut seeker = Seeker::new(key, rating);
        if self.below(6) == 0 {
            seeker.accepts = rating - 150..=rating + 150;
        }
        for other in key.saturating_sub(40)..key {
            if self.below(8) == 0 {
                let block = if self.below(2) == 0 { (key, other) } else { (other, key) };
                self.given.blocks.insert(block);
            }
        }
        seeker
    }

    fn step(&mut self, now: u64) {
        for _ in 0..self.below(3) {
            let mut players = vec![self.seeker()];
            if self.seating == Seating::Partners && self.below(4) == 0 {
                players.push(self.seeker());
            }
            self.waiting.insert(players[0].key, (players.clone(), now));
            self.pool.join(players, second(now)).unwrap();
        }
        let keys: Vec<u32> = self.waiting.keys().copied().collect();
        for key in keys {
            match self.below(60) {
                0 => {
                    assert!(self.pool.leave(&key));
                    self.waiting.remove(&key);
                }
                1 => drop(self.given.paused.insert(key)),
                2..12 => drop(self.given.paused.remove(&key)),
                _ => {}
            }
        }
        let tables = self.pool.pair(second(now), &self.given);
        for table in tables {
            self.check_table(&table, now);
        }
        assert_eq!(
            self.pool.waiting(),
            self.waiting.values().map(|(players, _)| players.len()).sum::<usize>()
        );
        self.check_nobody_waits_in_vain(now);
    }

    /// Removes the parties of a table, and checks its limits.
    fn check_table(&mut self, table: &[u32], now: u64) {
        assert!(self.seating.players().contains(&table.len()));
        let few = self.waiting.values().map(|(players, _)| players.len()).sum::<usize>() < 6;
        let parties = self
            .waiting
            .extract_if(.., |_, (players, _)| players.iter().any(|player| table.contains(&player.key)));
        let parties: Vec<_> = parties.map(|(_, party)| party).collect();
        assert_eq!(parties.iter().map(|(players, _)| players.len()).sum::<usize>(), table.len());
        self.paired += table.len() as u32;
        for (index, (mine, _)) in parties.iter().enumerate() {
            assert!(mine.iter().all(|player| !self.given.paused.contains(&player.key)), "paused");
            let others = parties[..index].iter().flat_map(|(players, _)| players);
            for (one, other) in others.flat_map(|other| mine.iter().map(move |one| (one, other))) {
                assert!(self.given.allows(one, other), "{one:?} {other:?}");
            }
            if let [one, partner] = &mine[..] {
                let seat = |key| table.iter().position(|other| *other == key).unwrap();
                assert_eq!(seat(one.key) % 2, seat(partner.key) % 2, "partners");
            }
        }
        assert!(are_near(&parties.iter().collect::<Vec<_>>(), now, few), "{parties:?} at {now}");
    }

    /// Checks that no table can start with a player who has waited 60 seconds.
    fn check_nobody_waits_in_vain(&self, now: u64) {
        let able: Vec<_> = self.waiting.values().collect();
        let able: Vec<_> = able
            .into_iter()
            .filter(|(players, _)| players.iter().all(|player| !self.given.paused.contains(&player.key)))
            .collect();
        let few = self.waiting.values().map(|(players, _)| players.len()).sum::<usize>() < 6;
        for (index, first) in able.iter().enumerate().filter(|(_, (_, since))| now - since >= 60) {
            let others: Vec<_> = able
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != index)
                .map(|(_, party)| *party)
                .collect();
            let table = self.some_table(vec![first], &others, now, few);
            assert!(table.is_none(), "at {now}, these wait: {table:?}");
        }
    }

    /// Returns a smallest table of a party and some others by brute force.
    fn some_table<'a>(
        &self,
        chosen: Vec<&'a (Vec<Seeker<u32>>, u64)>,
        others: &[&'a (Vec<Seeker<u32>>, u64)],
        now: u64,
        few: bool,
    ) -> Option<Vec<&'a (Vec<Seeker<u32>>, u64)>> {
        let players: usize = chosen.iter().map(|(players, _)| players.len()).sum();
        let least = *self.seating.players().start();
        if players >= least {
            return (players == least && are_near(&chosen, now, few)).then_some(chosen);
        }
        others.iter().enumerate().find_map(|(place, party)| {
            let meets = |one: &Seeker<u32>| {
                chosen.iter().flat_map(|(players, _)| players).all(|other| self.given.allows(one, other))
            };
            let more = chosen.iter().copied().chain([*party]).collect();
            party.0.iter().all(meets).then(|| self.some_table(more, &others[place + 1..], now, few))?
        })
    }
}

/// Returns whether all parties are within the rating limit of the longest waiting one.
fn are_near(parties: &[&(Vec<Seeker<u32>>, u64)], now: u64, few: bool) -> bool {
    let mean = |players: &[Seeker<u32>]| {
        players.iter().map(|player| player.rating).sum::<i32>() / players.len() as i32
    };
    let since = parties.iter().map(|(_, since)| *since).min().unwrap();
    let waited = now - since;
    let limit = if few && waited >= 10 { i32::MAX } else { (100 + 12 * waited as i32).min(400) };
    // Parties that came in the same second have no order: each of them may count as the longest waiting.
    parties
        .iter()
        .filter(|(_, other)| *other == since)
        .any(|(first, _)| parties.iter().all(|(players, _)| (mean(first) - mean(players)).abs() <= limit))
}

/// PE-T6
#[test]
fn ten_thousand_seeks_keep_the_limits_and_nobody_waits_beside_a_pairable_player() {
    for (seed, seating) in [TWO, THREE_TO_FIVE, Seating::Partners].into_iter().enumerate() {
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed as u64);
        let (pool, given, waiting) = (Pool::new(seating), Given::default(), BTreeMap::new());
        let mut model = Model { rng, seating, pool, given, waiting, seeks: 0, paired: 0 };
        let mut now = 0;
        while model.seeks < 10_000 {
            model.step(now);
            now += 1;
        }
        assert!(model.paired > 5_000, "{seating:?}: {}", model.paired);
    }
}

proptest! {
    /// Without limits and with equal ratings, at most one table's players less one keep waiting.
    #[test]
    fn equal_players_do_not_wait(count in 0u32..30, partners: bool) {
        let seating = if partners { Seating::Partners } else { TWO };
        let mut pool = pool(seating, &vec![1500; count as usize]);
        let size = *seating.players().end();
        let tables = pool.pair(Duration::ZERO, &Given::default());
        prop_assert_eq!(tables.len(), count as usize / size);
        prop_assert_eq!(pool.waiting(), count as usize % size);
    }
}
