//! The `parlour` program: the commands, with the browser page.

use std::process::ExitCode;

#[cfg(feature = "page")]
use page::Embedded as Page;
#[cfg(not(feature = "page"))]
use server::NoPage as Page;

fn main() -> ExitCode {
    commands::main(&Page)
}
