//! What is said of deals and boards of bridge as a module of WebAssembly, which the page loads when the server cannot be asked.

offline::module!(offline::of_study);
