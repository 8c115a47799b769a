//! State of the terminal client, and its transitions.
//!
//! | module | contents |
//! |---|---|
//! | `step` | keys, the time and results, turned into changes and effects |
//! | `local` | matches against bots |
//! | `join` | matches on a server |
//! | `learn` | exercises |
//! | `daily` | deal of the day |
//! | `log` | log of the events |
//! | `timers` | the time, and what happens later |
//! | `record_file` | file to which the match is saved |

pub(crate) mod daily;
pub(crate) mod join;
mod learn;
mod local;
mod log;
mod record_file;
mod step;
mod timers;

pub(crate) use daily::{DayOver, lines_to_share};
pub(crate) use learn::others_turn;
pub(crate) use step::{may_review, step};

use self::log::Log;
use self::record_file::RecordFile;
use self::timers::Timers;
use crate::cast::{Cast, strength};
use crate::games::{EmptyTable, Layout, Scene};
use crate::local::Local;
use crate::remote::Remote;
use crate::scores::Scores;
use crate::table::Table;
use crate::{Error, Look, Settings, files};
use cards::Seat;
use catalog::{Appraised, DayResult, Snapshot, SnapshotPhase, WireValue};
use i18n::Words;
use protocol::Command;
use protocol::client::Heard;
use std::path::PathBuf;
use std::time::Duration;

/// State of the terminal client. Only [`step()`] changes it.
pub(crate) struct State {
    pub(crate) settings: Settings,
    pub(crate) words: Words,
    pub(crate) layout: Box<dyn Layout>,
    pub(crate) table: Table,
    /// Latest snapshot of the user's seat.
    pub(crate) snapshot: Snapshot,
    pub(crate) scene: Box<dyn Scene>,
    pub(crate) cast: Cast,
    pub(crate) log: Log,
    pub(crate) screen: Screen,
    pub(crate) timers: Timers,
    /// Scores of the deals that are shown as finished.
    pub(crate) scores: Scores,
    /// Results of the bots with the cards of the day, once they have played.
    pub(crate) field: Option<Vec<DayResult>>,
    /// Number of matches played at this table.
    pub(crate) round: u8,
    pub(crate) record_file: RecordFile,
}

/// Parts of the screen that the user's keys change.
#[derive(Default)]
pub(crate) struct Screen {
    pub(crate) view: View,
    /// Dialog over the view.
    pub(crate) over: Option<Overlay>,
    /// Index of the selected card in the hand.
    pub(crate) chosen: usize,
    pub(crate) message: Option<Message>,
}

/// Content of the main area.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) enum View {
    /// Table, to select a card.
    #[default]
    Table,
    /// Table, to select one of several actions of the card.
    Ways { actions: Vec<String>, chosen: usize },
    /// Scoring of the finished deal.
    Scoring { scroll: u16 },
    /// Result of the match.
    Result { scroll: u16 },
}

/// Dialog over the view. It receives the keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Overlay {
    Help {
        scroll: u16,
    },
    Score {
        scroll: u16,
    },
    /// Review of the scored deal. The text is `None` until it is ready.
    Review {
        text: Option<String>,
        scroll: u16,
    },
    /// Line in which the player types a command.
    Command {
        line: String,
    },
    /// Question whether to leave.
    Quit,
    /// File name for the record.
    Save {
        name: String,
        then_leave: bool,
    },
}

/// Message below the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Message {
    pub(crate) text: String,
    pub(crate) refused: bool,
}

/// Input of the core.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Input {
    Key(ratatui::crossterm::event::KeyEvent),
    /// Time since the table was opened.
    Tick(Duration),
    /// Action that a bot has chosen in this job.
    Answer {
        job: u64,
        action: String,
    },
    /// Review of the deal scored at this version, or an error message.
    Reviewed {
        version: usize,
        text: String,
    },
    /// Appraised actions for this version, best first.
    Hint {
        version: usize,
        choices: Vec<Appraised>,
    },
    /// Results of the bots with the cards of the day.
    Field(Vec<DayResult>),
    /// Result of writing the record.
    Saved(Result<PathBuf, String>),
    /// Event of a remote table.
    Heard(Heard),
}

/// Job for the worker thread. It returns an input.
pub(crate) type Thought = Box<dyn FnOnce() -> Input + Send>;

/// Effect to perform outside the core.
pub(crate) enum Effect {
    /// Run a job and feed its result back.
    Think(Thought),
    /// Write a record, then feed back [`Input::Saved`].
    Save { path: PathBuf, text: String },
    /// Send a command to the server.
    Say(Command),
    /// Leave the card table.
    Leave,
}

impl State {
    /// Opens a table: a new one, or that of the record file.
    pub(crate) fn open(settings: Settings) -> Result<(Self, Vec<Effect>), Error> {
        let written = settings.record.as_deref().map(files::read).transpose()?.flatten();
        match written {
            Some(record) => {
                if record.game != settings.game {
                    let path = settings.record.clone().unwrap_or_default();
                    return Err(Error::OtherGame { path, found: record.game, asked: settings.game });
                }
                let (table, events) = Table::go_on(&settings, record)?;
                Self::at(settings, table, 0, &events)
            }
            None => {
                let table = Table::open(&settings, 0)?;
                Self::at(settings, table, 0, &[])
            }
        }
    }

    /// Opens `table`, whose current deal has had these `events`.
    pub(crate) fn at(
        settings: Settings,
        table: Table,
        round: u8,
        events: &[WireValue],
    ) -> Result<(Self, Vec<Effect>), Error> {
        let layout = table.layout()?;
        let words = settings.words();
        let snapshot = table.snapshot();
        let scene = scene(&*layout, &snapshot, table.me());
        let names = Seat::all(table.seats()).map(|seat| table.name(seat).unwrap_or_default().to_owned());
        let bots = Seat::all(table.seats()).map(|seat| strength(table.bot(seat).unwrap_or_default(), words));
        let cast = Cast {
            game: settings.game.clone(),
            me: table.me(),
            names: names.collect(),
            bots: bots.collect(),
            sides: snapshot.sides,
        };
        let mut state = Self {
            scores: table.scores(),
            record_file: RecordFile::new(settings.record.clone(), snapshot.version > 0),
            settings,
            words,
            layout,
            table,
            snapshot,
            scene,
            cast,
            log: Log::default(),
            screen: Screen::default(),
            timers: Timers::default(),
            field: None,
            round,
        };
        state.name_people();
        let mut effects = Vec::new();
        if state.snapshot.phase != SnapshotPhase::Waiting {
            state.log_deal();
            state.log_events(events);
            effects = state.settle_view(true);
        }
        effects.extend(local::start(&mut state)?);
        Ok((state, effects))
    }

    /// Updates the names of players at a remote table, where players come and go.
    pub(crate) fn name_people(&mut self) {
        if let Some(remote) = self.table.remote() {
            (self.cast.names, self.cast.bots) = remote.people(self.words);
        }
    }

    /// Logs the start of a deal.
    pub(crate) fn log_deal(&mut self) {
        let (deal, dealer) = ((self.snapshot.deal + 1).to_string(), self.snapshot.dealer);
        let key = match (self.layout.has_dealer(), dealer == self.cast.me) {
            (false, _) => "log.deal",
            (true, true) => "log.deal.you",
            (true, false) => "log.deal.other",
        };
        let params = [("n", deal.as_str()), ("name", self.cast.name(dealer))];
        let text = self.words.say(key, &params).into_owned();
        self.log.start_deal(text);
    }

    /// Adds lines about the events to the log.
    pub(crate) fn log_events(&mut self, events: &[WireValue]) {
        for events in events {
            self.log.add(self.layout.log_lines(events, &self.cast, self.words));
        }
        self.log.show_end();
    }

    /// Returns to an earlier place of the deal, which had these `events`.
    pub(crate) fn go_back(&mut self, events: &[WireValue]) -> Result<Vec<Effect>, Error> {
        self.log.remove_deal();
        self.refresh();
        self.log_deal();
        self.log_events(events);
        self.follow()
    }

    /// Rebuilds the view of the table.
    pub(crate) fn refresh(&mut self) {
        self.snapshot = self.table.snapshot();
        self.scene = scene(&*self.layout, &self.snapshot, self.cast.me);
        let last = self.scene.hand().len().saturating_sub(1);
        self.screen.chosen = self.screen.chosen.min(last);
    }

    /// Continues after a change of the match: shows it, and saves it.
    pub(crate) fn follow(&mut self) -> Result<Vec<Effect>, Error> {
        self.refresh();
        let file = self.record_file.change();
        let mut effects = self.settle_view(false);
        if let Some(path) = file {
            effects.push(Effect::Save { path, text: self.record_text() });
        }
        Ok(effects)
    }

    /// Shows the turn, or the step after the deal. `at_once` skips the delay after the last play.
    fn settle_view(&mut self, at_once: bool) -> Vec<Effect> {
        match self.snapshot.phase {
            SnapshotPhase::Waiting => Vec::new(),
            SnapshotPhase::Playing => {
                self.wait_for_record();
                Vec::new()
            }
            SnapshotPhase::Scored | SnapshotPhase::Over => {
                self.scores = self.table.scores();
                if self.table.coach().is_some() {
                    // The player reads the coach's remark first.
                    return Vec::new();
                }
                let look = if at_once { Duration::ZERO } else { 2 * self.settings.pause };
                self.timers.schedule_scoring(look);
                if look.is_zero() {
                    self.show_scoring();
                }
                self.wait_for_field()
            }
        }
    }

    /// Shows the scoring of the finished deal.
    pub(crate) fn show_scoring(&mut self) {
        self.timers.stop_scoring();
        self.screen.message = None;
        self.screen.view = View::Scoring { scroll: 0 };
    }

    pub(crate) fn my_turn(&self) -> bool {
        let looks_on = self.table.remote().is_some_and(Remote::looks_on);
        self.snapshot.actors.contains(self.cast.me) && !looks_on
    }

    /// Returns whether this program records the match, so that it can be saved.
    pub(crate) fn has_record(&self) -> bool {
        self.table.coach().is_none() && self.table.remote().is_none()
    }

    /// Returns whether a timed event is due soon, so that the clock must be updated.
    pub(crate) fn is_restless(&self) -> bool {
        self.table.local().is_some_and(Local::is_restless)
            || self.table.remote().is_some()
            || self.timers.record().is_some()
            || self.timers.awaits_scoring()
    }

    pub(crate) fn record_text(&self) -> String {
        self.table.record(&self.words.say("you", &[]))
    }

    /// Returns the action that Enter would do now, if it is unambiguous.
    pub(crate) fn action(&self) -> Option<&str> {
        if let View::Ways { actions, chosen } = &self.screen.view {
            return actions.get(*chosen).map(String::as_str);
        }
        match self.ways(self.screen.chosen)[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Returns the actions of the card at `index` in the hand.
    pub(crate) fn ways(&self, index: usize) -> Vec<&str> {
        self.layout.ways(&self.snapshot.legal, self.scene.hand().get(index).copied())
    }

    /// Returns the capabilities of the terminal.
    pub(crate) const fn look(&self) -> Look {
        self.settings.look
    }
}

/// Returns the scene of the table, empty before the first deal.
fn scene(layout: &dyn Layout, snapshot: &Snapshot, me: Seat) -> Box<dyn Scene> {
    layout.scene(snapshot, me).unwrap_or_else(|| Box::new(EmptyTable))
}
