//! The rules and bots of a game as a module of WebAssembly, which the page loads when somebody plays the game, learns it, or looks at a match
//! of it once more. Each is a program in `bin`, called like its game: whoever plays one game waits for no other.

/// Makes a program the module of this game. On a machine of one's own it does nothing.
#[macro_export]
macro_rules! game {
    ($game:ty) => {
        #[cfg(target_arch = "wasm32")]
        static CATALOG: std::sync::LazyLock<house::Catalog> =
            std::sync::LazyLock::new(house::Catalog::of::<$game>);

        #[cfg(target_arch = "wasm32")]
        offline::module!(|question: &str| offline::of_play(&CATALOG, question));

        #[cfg(not(target_arch = "wasm32"))]
        fn main() {}
    };
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_game_has_its_module() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bin");
        for game in house::CATALOG.games() {
            let file = folder.join(game.id()).with_extension("rs");
            assert!(file.exists(), "there is no {}", file.display());
        }
    }
}
