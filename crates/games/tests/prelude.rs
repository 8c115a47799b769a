//! Tests that the prelude and a game can both be imported with `*`: a name in both does not compile.

#![deny(ambiguous_glob_imports)]

/// Uses every name of the prelude beside all names of a game.
macro_rules! beside {
    ($feature:literal, $module:ident, $game:ident, $seats:literal) => {
        #[cfg(feature = $feature)]
        mod $module {
            use games::prelude::*;
            use games::$module::*;

            fn options_seats<R: Ruleset>(options: &R) -> u8 {
                options.seats()
            }

            #[test]
            fn the_names_of_the_prelude_are_not_names_of_the_game() {
                let setup = Setup::new(None, $seats, Default::default()).expect("a preset");
                assert_eq!(options_seats(&setup.options), $seats);
                let deck = shuffled_deck::<$game>(&setup.options, &Seed::from_number(2), 0);
                let mut game = Match::<$game>::new(setup.clone(), Seat::new(0)).expect("a dealer");
                game.deal(&deck, &mut drop).expect("a deck");
                assert_eq!(game.phase(), engine::Phase::Playing);
                let state = game.state().expect("a deal");
                let seat = <$game as Game>::actors(state).first().expect("a seat to act");
                let seen = Observation::<$game>::new(state, Viewer::Seat(seat));
                let mut player: Box<dyn Bot<$game>> = bot("random").expect("a bot");
                let action = player.choose(&seen, seat, &mut Rng::from_number(1));
                assert!(seen.legal.contains(&action));
                let _ = arena::run::<$game>;
            }
        }
    };
}

beside!("cassino", cassino, Cassino, 2);
beside!("gin-rummy", gin_rummy, GinRummy, 2);
beside!("scopa", scopa, Scopa, 2);
beside!("sharks", sharks, Sharks, 3);
beside!("speed", speed, Speed, 2);
beside!("thirty-one", thirty_one, ThirtyOne, 2);
beside!("wall-street", wall_street, WallStreet, 2);
