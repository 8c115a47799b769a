//! What is converted is sent as it was before.

use crate::to_frame;
use cards::{Rng, Seat, Seed, Viewer};
use engine::Phase;
use house::{AnyMatch, SetupText};

fn check(game: &dyn AnyMatch) {
    for viewer in Viewer::all(game.seats()) {
        let frame = game.frame(viewer);
        let converted = to_frame(frame.clone());
        let text = serde_json::to_string(&converted).expect("it has string keys");
        assert_eq!(text, frame.to_json().get());
        assert_eq!(serde_json::from_str::<protocol::Frame>(&text).expect("it is a frame"), converted);
    }
}

/// Plays two deals of every game by chance. Frames with a view, a score and the end of a deal are among them.
#[test]
fn a_frame_is_written_as_the_games_write_it_and_read_again() {
    for game in house::CATALOG.games() {
        let seats = game.info().day.seats;
        let setup =
            SetupText { preset: Some(game.info().day.preset.to_owned()), ..SetupText::first_preset(seats) };
        let mut table = game.open(&setup, Seat::new(0)).expect("it can be played");
        let (seed, mut rng) = (Seed::from_number(1), Rng::from_number(1));
        check(&*table);
        for _ in 0..2 {
            if table.phase() != Phase::Between {
                break;
            }
            table.deal(&table.next_deck(&seed), &[]).expect("it is a deck");
            while table.phase() == Phase::Playing {
                check(&*table);
                if let Some(shuffle) = table.next_shuffle(&seed) {
                    table.enter(&shuffle, &[]).expect("it is a shuffle");
                    continue;
                }
                let legal = |seat| table.legal(seat).into_iter().map(move |action| (seat, action));
                let legal: Vec<(Seat, String)> = table.actors().iter().flat_map(legal).collect();
                let (seat, action) = &legal[rng.below(legal.len())];
                table.play(*seat, action, &[]).expect("it is legal");
            }
            check(&*table);
        }
    }
}
