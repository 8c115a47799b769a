//! Types that exist only in TypeScript: options by key, and the views and events of all games.

use engine::{Game, OptionValue};
use std::path::PathBuf;
use ts_rs::{Config, TS, TypeVisitor};

/// Options by key.
#[derive(TS)]
#[ts(type = "Record<string, OptionValue>")]
pub struct Options(pub OptionValue);

macro_rules! any_of {
    ($name:ident, $docs:literal: $($sent:ty),+) => {
        #[doc = $docs]
        pub struct $name;

        impl TS for $name {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn docs() -> Option<String> {
                Some(concat!("/**\n * ", $docs, "\n */\n").to_owned())
            }
            fn name(_: &Config) -> String {
                stringify!($name).to_owned()
            }
            fn inline(config: &Config) -> String {
                let mut names = vec![$(<$sent as TS>::name(config)),+];
                names.dedup();
                names.join(" | ")
            }
            fn decl(config: &Config) -> String {
                format!("type {} = {};", Self::name(config), Self::inline(config))
            }
            fn output_path() -> Option<PathBuf> {
                Some(concat!(stringify!($name), ".ts").into())
            }
            fn visit_dependencies(visitor: &mut impl TypeVisitor) {
                $(visitor.visit::<$sent>();)+
            }
        }
    };
}

macro_rules! any_game {
    ($($game:ty),+ $(,)?) => {
        any_of!(View, "View of any game. The table's game decides which.": $(<$game as Game>::View),+);
        any_of!(Event, "Event of any game, in the order of play.": $(<$game as Game>::Event),+);

        /// Returns the names of a game's view and event types.
        #[must_use]
        pub fn names(game: &str, config: &Config) -> Option<[String; 2]> {
            match game {
                $(<$game as Game>::ID => {
                    Some([<$game as Game>::View::name(config), <$game as Game>::Event::name(config)])
                })+
                _ => None,
            }
        }
    };
}
crate::for_each_game!(any_game);
