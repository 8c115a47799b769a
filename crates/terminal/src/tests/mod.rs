//! Tests of the whole table without a terminal.

mod daily;
mod event_log;
mod keys;
mod learn;
mod pictures;
mod review;
mod score;

use crate::state::{Effect, Input, State, View, step};
use crate::table::Table;
use crate::{Look, Settings};
use cards::{Rng, Seat, Seed, Viewer};
use catalog::{AnyMatch, RecordText, SetupText, WireValue};
use engine::{OptionValue, Phase};
use i18n::Language;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

/// Returns settings that are independent of the environment.
fn settings(game: &str, seats: u8) -> Settings {
    Settings {
        catalog: Arc::new(catalog::Catalog::new(catalog::CardSets::NONE)),
        game: game.to_owned(),
        setup: SetupText::first_preset(seats),
        bots: Vec::new(),
        language: Language::English,
        faces: None,
        seed: Some(Seed::from_number(4)),
        record: None,
        pause: Duration::ZERO,
        look: Look::FULL,
    }
}

fn with_option(mut settings: Settings, key: &str, value: OptionValue) -> Settings {
    settings.setup.options.insert(key.to_owned(), value);
    settings
}

/// Client with bots that answer at once and files in memory.
struct Sitting {
    state: State,
    saved: BTreeMap<String, String>,
    /// Simulated error of every write.
    save_problem: Option<&'static str>,
    left: bool,
}

impl Sitting {
    fn open(settings: Settings) -> Self {
        let (state, effects) = State::open(settings).unwrap();
        Self::with(state, effects)
    }

    /// Continues a record.
    fn go_on(settings: Settings, record: RecordText) -> Self {
        let (table, events) = Table::go_on(&settings, record).unwrap();
        let (state, effects) = State::at(settings, table, 0, &events).unwrap();
        Self::with(state, effects)
    }

    fn with(state: State, effects: Vec<Effect>) -> Self {
        let mut sitting = Self { state, saved: BTreeMap::new(), save_problem: None, left: false };
        sitting.carry_out(effects);
        sitting
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            let input = match effect {
                Effect::Leave => {
                    self.left = true;
                    continue;
                }
                Effect::Say(_) => panic!("a local match sends nothing"),
                Effect::Think(thought) => thought(),
                Effect::Save { path, text } => Input::Saved(match self.save_problem {
                    Some(problem) => Err(problem.to_owned()),
                    None => {
                        self.saved.insert(path.display().to_string(), text);
                        Ok(path)
                    }
                }),
            };
            effects.extend(step(&mut self.state, input).unwrap());
        }
    }

    fn take_in(&mut self, input: Input) {
        let effects = step(&mut self.state, input).unwrap();
        self.carry_out(effects);
    }

    fn press(&mut self, code: KeyCode) {
        self.take_in(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    /// Presses every key of a race repeatedly, to the end.
    fn race_to_the_end(&mut self) {
        for n in 0..20_000 {
            if matches!(self.state.screen.view, View::Result { .. }) {
                return;
            }
            self.press(KeyCode::Char(char::from(b'1' + n as u8 % 5)));
            self.press([KeyCode::Char('f'), KeyCode::Right, KeyCode::Enter][n % 3]);
            self.tick(10 * n as u64);
        }
    }

    fn enter(&mut self) {
        self.press(KeyCode::Enter);
    }

    fn typed(&mut self, line: &str) {
        self.press(KeyCode::Char(':'));
        line.chars().for_each(|symbol| self.press(KeyCode::Char(symbol)));
        self.enter();
    }

    fn tick(&mut self, milliseconds: u64) {
        self.take_in(Input::Tick(Duration::from_millis(milliseconds)));
    }

    fn picture(&self, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal
            .draw(|frame| {
                crate::screen::screen(&self.state, frame.buffer_mut());
            })
            .unwrap();
        let buffer = terminal.backend().buffer();
        let row = |y| {
            let row: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
            row.trim_end().to_owned() + "\n"
        };
        (0..height).map(row).collect()
    }

    fn record(&self) -> RecordText {
        catalog::read_record(&self.state.record_text()).unwrap()
    }

    /// Presses Enter until the match is over.
    fn play_to_the_end(&mut self) {
        for _ in 0..4000 {
            if matches!(self.state.screen.view, View::Result { .. }) {
                return;
            }
            self.enter();
        }
        panic!("no match takes so long");
    }
}

/// Returns the deck that starts with these cards, followed by the others in order.
fn deck(game: &str, seats: u8, first: &str) -> String {
    let game = catalog::find(game).unwrap().open(&SetupText::first_preset(seats), Seat::new(0)).unwrap();
    let deck = game.next_deck(&Seed::from_number(1));
    let first: Vec<&str> = first.split(' ').collect();
    assert!(first.iter().all(|card| deck.contains(card)), "{first:?} are cards of the deck");
    let rest = deck.split(' ').filter(|card| !first.contains(card));
    first.iter().copied().chain(rest).collect::<Vec<_>>().join(" ")
}

/// Returns a record with this deck. Seat 0 is dealt its first, third and fifth card.
fn stacked(game: &str, seats: u8, first: &str) -> RecordText {
    let mut table =
        catalog::find(game).unwrap().open(&SetupText::first_preset(seats), Seat::new(seats - 1)).unwrap();
    table.deal(&deck(game, seats, first), &[]).unwrap();
    table.record()
}

/// Returns a match in which all players choose their first legal action, as long as `enough` is
/// false.
fn played(settings: &Settings, enough: impl Fn(&dyn catalog::AnyMatch) -> bool) -> RecordText {
    let game = catalog::find(&settings.game).unwrap();
    let mut table = game.open(&settings.setup, Seat::new(settings.setup.seats.unwrap() - 1)).unwrap();
    while !enough(&*table) {
        match table.phase() {
            Phase::Playing => {
                // In a race a player may have no legal action.
                let first = |seat| Some((seat, table.legal(seat).into_iter().next()?));
                let (seat, action) = table.actors().iter().find_map(first).unwrap();
                table.play(seat, &action, &[]).unwrap();
            }
            _ => {
                let deck = table.next_deck(&Seed::from_number(4));
                table.deal(&deck, &[]).unwrap();
            }
        }
    }
    table.record()
}

/// Performs the next step of a match, at random where a player can choose. Returns the events for
/// these viewers, or `None` after this many deals.
pub(crate) fn play_at_random(
    played: &mut dyn AnyMatch,
    deals: usize,
    seed: &Seed,
    rng: &mut Rng,
    viewers: &[Viewer],
) -> Option<Vec<WireValue>> {
    let events = match (played.phase(), played.next_shuffle(seed)) {
        (Phase::Over(_), _) => return None,
        (Phase::Between, _) if played.deals() >= deals => return None,
        (Phase::Between, _) => played.deal(&played.next_deck(seed), viewers),
        (Phase::Playing, Some(shuffle)) => played.enter(&shuffle, viewers),
        (Phase::Playing, None) => {
            let can = |seat: &Seat| !played.legal(*seat).is_empty();
            let seat = played.actors().iter().find(can).unwrap();
            let legal = played.legal(seat);
            played.play(seat, &legal[rng.below(legal.len())], viewers)
        }
    };
    Some(events.unwrap())
}
