//! State of the terminal client, and its transitions.
//!
//! | module | contents |
//! |---|---|
//! | `step` | keys, the time and results, turned into changes and effects |
//! | `local` | matches against bots |
//! | `join` | matches on a server |
//! | `learn` | exercises |
//! | `daily` | deal of the day |

pub(crate) mod daily;
pub(crate) mod join;
mod learn;
mod local;
mod step;

pub(crate) use daily::{DayOver, lines_to_share};
pub(crate) use learn::others_turn;
pub(crate) use step::{may_review, step};

use crate::cast::{Cast, strength};
use crate::games::{EmptyTable, Layout, LogLine, Scene, Weight};
use crate::local::Local;
use crate::remote::Remote;
use crate::table::Table;
use crate::{Error, Look, Settings, files};
use cards::{BySeat, Seat};
use catalog::{Appraised, DayResult, DealScore, Snapshot, SnapshotPhase, WireValue};
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
    /// Log, oldest line first.
    pub(crate) log: Vec<LogLine>,
    /// Number of lines the log is scrolled back.
    pub(crate) log_back: usize,
    /// Index of the first log line of the last action.
    pub(crate) last_play: usize,
    pub(crate) view: View,
    /// Dialog over the view.
    pub(crate) over: Option<Overlay>,
    /// Index of the selected card in the hand.
    pub(crate) chosen: usize,
    pub(crate) message: Option<Message>,
    /// Time since the table was opened.
    pub(crate) clock: Duration,
    /// End of the countdown before an action.
    pub(crate) count_until: Option<Duration>,
    /// Time of the next step in an exercise.
    pub(crate) goes_on_at: Option<Duration>,
    /// Time at which the scoring of the finished deal is shown.
    pub(crate) scoring_at: Option<Duration>,
    /// Points of each finished deal, by seat.
    pub(crate) deals: Vec<BySeat<i32>>,
    /// Score of the last deal.
    pub(crate) deal_score: Option<DealScore>,
    /// Results of the bots with the cards of the day, once they have played.
    pub(crate) field: Option<Vec<DayResult>>,
    /// Number of matches played at this table.
    pub(crate) round: u8,
    /// File to which the record is saved.
    pub(crate) record: Option<PathBuf>,
    /// File that contains the match as it is now. `None` after an unsaved change.
    pub(crate) saved: Option<PathBuf>,
    /// Whether the player leaves as soon as the match is saved.
    pub(crate) leaves_once_saved: bool,
}

/// Content of the main area.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum View {
    /// Table, to select a card.
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
        let layout = table.layout().ok_or_else(|| Error::UnknownGame(settings.game.clone()))?;
        let words = Words::new(settings.language, settings.faces);
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
        let record = settings.record.clone();
        let mut state = Self {
            deals: table.points_of_deals(),
            deal_score: table.deal_score(),
            saved: record.clone().filter(|_| snapshot.version > 0),
            record,
            leaves_once_saved: false,
            settings,
            words,
            layout,
            table,
            snapshot,
            scene,
            cast,
            log: Vec::new(),
            log_back: 0,
            last_play: 0,
            view: View::Table,
            over: None,
            chosen: 0,
            message: None,
            clock: Duration::ZERO,
            count_until: None,
            goes_on_at: None,
            scoring_at: None,
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
        self.log.push(LogLine { text, weight: Weight::Heading });
    }

    /// Adds lines about the events to the log.
    pub(crate) fn log_events(&mut self, events: &[WireValue]) {
        for events in events {
            let lines = self.layout.log_lines(events, &self.cast, self.words);
            if !lines.is_empty() {
                self.last_play = self.log.len();
                self.log.extend(lines);
            }
        }
        self.log_back = 0;
    }

    /// Returns to an earlier place of the deal, which had these `events`.
    pub(crate) fn go_back(&mut self, events: &[WireValue]) -> Result<Vec<Effect>, Error> {
        let begun = self.log.iter().rposition(|line| line.weight == Weight::Heading);
        self.log.truncate(begun.unwrap_or(0));
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
        self.chosen = self.chosen.min(last);
    }

    /// Continues after a change of the match: shows it, and saves it.
    pub(crate) fn follow(&mut self) -> Result<Vec<Effect>, Error> {
        self.refresh();
        // The saved file is outdated now. Writing the record file sets this again.
        self.saved = None;
        let mut effects = self.settle_view(false);
        if let Some(path) = self.record.clone() {
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
                self.deals = self.table.points_of_deals();
                self.deal_score = self.table.deal_score();
                if self.table.coach().is_some() {
                    // The player reads the coach's remark first.
                    return Vec::new();
                }
                let look = if at_once { Duration::ZERO } else { 2 * self.settings.pause };
                self.scoring_at = Some(self.clock + look);
                if look.is_zero() {
                    self.show_scoring();
                }
                self.wait_for_field()
            }
        }
    }

    /// Shows the scoring of the finished deal.
    pub(crate) fn show_scoring(&mut self) {
        self.scoring_at = None;
        self.message = None;
        self.view = View::Scoring { scroll: 0 };
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
            || self.goes_on_at.is_some()
            || self.scoring_at.is_some()
    }

    pub(crate) fn record_text(&self) -> String {
        self.table.record(&self.words.say("you", &[]))
    }

    /// Returns the action that Enter would do now, if it is unambiguous.
    pub(crate) fn action(&self) -> Option<&str> {
        if let View::Ways { actions, chosen } = &self.view {
            return actions.get(*chosen).map(String::as_str);
        }
        match self.ways(self.chosen)[..] {
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
