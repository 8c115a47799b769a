//! The rules and bots of every game as a module of WebAssembly, which the page loads when somebody learns, or looks at a match once more.

offline::module!(offline::of_play);
