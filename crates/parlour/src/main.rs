//! A house for card games: server, terminal and records in one program.

fn main() {
    println!("{} games", house::CATALOG.len());
}
