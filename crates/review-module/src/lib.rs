//! Looking at a match once more as a module of WebAssembly, which the page loads when somebody asks for it.

offline::module!(offline::of_review);
