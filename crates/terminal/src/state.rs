//! Everything the table in the terminal is in the middle of.

use crate::games::{EmptyTable, Layout, LogLine, Scene, Weight};
use crate::join::{Command, Heard};
use crate::screen::{Cast, strength};
use crate::table::Table;
use crate::{Error, Look, Settings, files};
use cards::{BySeat, Seat};
use house::{Appraised, DayResult, DealScore, Frame, FramePhase, Sent};
use std::path::PathBuf;
use std::time::Duration;
use words::Words;

/// Everything the table in the terminal is in the middle of. Changed by [`step`](crate::step::step) alone.
pub(crate) struct State {
    pub(crate) settings: Settings,
    pub(crate) words: Words,
    pub(crate) layout: Box<dyn Layout>,
    pub(crate) table: Table,
    /// What one's own seat knows now.
    pub(crate) frame: Frame,
    pub(crate) scene: Box<dyn Scene>,
    pub(crate) cast: Cast,
    /// What happened, oldest first.
    pub(crate) log: Vec<LogLine>,
    /// How many lines the log is scrolled back.
    pub(crate) log_back: usize,
    /// Where the last action in the log begins.
    pub(crate) last_play: usize,
    pub(crate) view: View,
    /// What lies over the view.
    pub(crate) over: Option<Overlay>,
    /// The place of the chosen card in the hand.
    pub(crate) chosen: usize,
    pub(crate) message: Option<Message>,
    /// The time since the table was opened.
    pub(crate) clock: Duration,
    /// The bot whose turn it is; in a race, the one that is about to act.
    pub(crate) waiting: Option<Waiting>,
    /// What is done when the table has counted to three.
    pub(crate) count: Option<Count>,
    /// When something is done for whoever is silent.
    pub(crate) timeout_action: Option<Duration>,
    /// When the record of an exercise goes on.
    pub(crate) goes_on_at: Option<Duration>,
    /// When the counting of the deal that has just ended is shown.
    pub(crate) counting_at: Option<Duration>,
    /// The points of each finished deal, by seat.
    pub(crate) deals: Vec<BySeat<i32>>,
    /// The last counting.
    pub(crate) deal_score: Option<DealScore>,
    /// How the house's bots did with the cards of the day, once they have played them.
    pub(crate) field: Option<Vec<DayResult>>,
    /// How many matches have been played at this table.
    pub(crate) round: u8,
    /// Where the match is written down.
    pub(crate) record: Option<PathBuf>,
    /// Where it was written as it stands now; nowhere, once it has gone on without being written.
    pub(crate) saved: Option<PathBuf>,
    /// Whether the player leaves as soon as the match is saved.
    pub(crate) leaves_once_saved: bool,
}

/// What the middle of the screen shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum View {
    /// The table; one chooses a card.
    Table,
    /// The table; one chooses what the chosen card is to do, of several actions.
    Ways { actions: Vec<String>, chosen: usize },
    /// The counting of the deal that is over.
    Counting { scroll: u16 },
    /// The result of the match.
    Result { scroll: u16 },
}

/// What lies over the view and takes the keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Overlay {
    Help {
        scroll: u16,
    },
    Score {
        scroll: u16,
    },
    /// The deal that was counted looked at once more; nothing before that is done.
    Review {
        text: Option<String>,
        scroll: u16,
    },
    /// A command that is being typed.
    Command {
        line: String,
    },
    /// Whether to leave.
    Quit,
    /// The name of a file to save the record in.
    Save {
        name: String,
        then_leave: bool,
    },
}

/// A sentence below the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Message {
    pub(crate) text: String,
    pub(crate) refused: bool,
}

/// A bot that is to act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Waiting {
    pub(crate) seat: Seat,
    pub(crate) since: Duration,
    /// How long it takes, at least.
    pub(crate) pause: Duration,
    /// The version it has looked at.
    pub(crate) version: usize,
    pub(crate) answer: Option<String>,
}

/// An action that is done on a common count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Count {
    pub(crate) seat: Seat,
    pub(crate) action: String,
    /// When.
    pub(crate) at: Duration,
}

/// What came in.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Input {
    Key(ratatui::crossterm::event::KeyEvent),
    /// The time since the table was opened.
    Tick(Duration),
    /// What a bot chose in the position of this version.
    Answer {
        version: usize,
        action: String,
    },
    /// What every decision of the deal that was counted at this version was worth, as text, or why that cannot be told.
    Reviewed {
        version: usize,
        text: String,
    },
    /// What could be done in the position of this version, best first.
    Hint {
        version: usize,
        choices: Vec<Appraised>,
    },
    /// How the house's bots did with the cards of the day.
    Field(Vec<DayResult>),
    /// The record was written, or not, and why.
    Saved(Result<PathBuf, String>),
    /// Of a table elsewhere something was heard.
    Heard(Heard),
}

/// Somebody who thinks outside, and what comes in when they have.
pub(crate) type Thought = Box<dyn FnOnce() -> Input + Send>;

/// What is to be done outside.
pub(crate) enum Effect {
    /// Think, and answer with what comes of it.
    Think(Thought),
    /// Write a record, and answer with [`Input::Saved`].
    Save { path: PathBuf, text: String },
    /// Say something to the house of a table elsewhere.
    Say(Command),
    /// Leave the table.
    Leave,
}

impl State {
    /// Sits down at the table: a new one, or that of the record file.
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

    /// Sits down at `table`, where `events` have happened in this deal.
    pub(crate) fn at(
        settings: Settings,
        table: Table,
        round: u8,
        events: &[Sent],
    ) -> Result<(Self, Vec<Effect>), Error> {
        let layout = table.layout().ok_or_else(|| Error::UnknownGame(settings.game.clone()))?;
        let words = Words::new(settings.language, settings.faces);
        let frame = table.frame();
        let scene = scene(&*layout, &frame, table.me());
        let names = Seat::all(table.seats()).map(|seat| table.name(seat).unwrap_or_default().to_owned());
        let bots = Seat::all(table.seats()).map(|seat| strength(table.bot(seat).unwrap_or_default(), words));
        let cast = Cast {
            game: settings.game.clone(),
            me: table.me(),
            names: names.collect(),
            bots: bots.collect(),
            sides: frame.sides,
        };
        let record = settings.record.clone();
        let mut state = Self {
            deals: table.points_of_deals(),
            deal_score: table.deal_score(),
            saved: record.clone().filter(|_| frame.version > 0),
            record,
            leaves_once_saved: false,
            settings,
            words,
            layout,
            table,
            frame,
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
            waiting: None,
            count: None,
            timeout_action: None,
            goes_on_at: None,
            counting_at: None,
            field: None,
            round,
        };
        state.name_people();
        let effects = match state.frame.phase {
            FramePhase::Waiting if state.table.remote().is_some() => Vec::new(),
            FramePhase::Waiting => state.deal()?,
            _ => {
                state.log_deal();
                state.log_events(events);
                state.settle_view(true)?
            }
        };
        Ok((state, effects))
    }

    /// Learns who sits where at a table elsewhere, where people come and go.
    pub(crate) fn name_people(&mut self) {
        if let Some(remote) = self.table.remote() {
            (self.cast.names, self.cast.bots) = remote.people(self.words);
        }
    }

    /// Deals the next deal.
    pub(crate) fn deal(&mut self) -> Result<Vec<Effect>, Error> {
        let events = self.table.deal()?;
        self.view = View::Table;
        self.chosen = 0;
        self.message = None;
        self.refresh();
        self.log_deal();
        self.log_events(&events);
        self.follow()
    }

    /// Tells in the log that a deal begins.
    pub(crate) fn log_deal(&mut self) {
        let (deal, dealer) = ((self.frame.deal + 1).to_string(), self.frame.dealer);
        let key = match (self.layout.has_dealer(), dealer == self.cast.me) {
            (false, _) => "log.deal",
            (true, true) => "log.deal.you",
            (true, false) => "log.deal.other",
        };
        let params = [("n", deal.as_str()), ("name", self.cast.name(dealer))];
        let text = self.words.say(key, &params).into_owned();
        self.log.push(LogLine { text, weight: Weight::Heading });
    }

    /// Tells in the log what has just happened.
    pub(crate) fn log_events(&mut self, events: &[Sent]) {
        for events in events {
            let lines = self.layout.log_lines(events, &self.cast, self.words);
            if !lines.is_empty() {
                self.last_play = self.log.len();
                self.log.extend(lines);
            }
        }
        self.log_back = 0;
    }

    /// Goes on from an earlier place of the deal, until which `events` have happened.
    pub(crate) fn go_back(&mut self, events: &[Sent]) -> Result<Vec<Effect>, Error> {
        let begun = self.log.iter().rposition(|line| line.weight == Weight::Heading);
        self.log.truncate(begun.unwrap_or(0));
        self.refresh();
        self.log_deal();
        self.log_events(events);
        self.follow()
    }

    /// Looks at the table anew.
    pub(crate) fn refresh(&mut self) {
        self.frame = self.table.frame();
        self.scene = scene(&*self.layout, &self.frame, self.cast.me);
        let last = self.scene.hand().len().saturating_sub(1);
        self.chosen = self.chosen.min(last);
    }

    /// What follows from the match having moved on: writing it down, and whoever is next.
    pub(crate) fn follow(&mut self) -> Result<Vec<Effect>, Error> {
        self.refresh();
        // What was saved before is no longer all of the match; the record file says so anew when it has it.
        self.saved = None;
        // In a race a bot that has begun to react goes on; what it saw may be over when it acts.
        if !self.table.races() || self.frame.phase != FramePhase::Playing {
            self.waiting = None;
        }
        let mut effects = self.settle_view(false)?;
        if let Some(path) = self.record.clone() {
            effects.push(Effect::Save { path, text: self.record_text() });
        }
        Ok(effects)
    }

    /// Whose turn it is, or what comes after the deal; `at_once` without looking at the last play for a while.
    fn settle_view(&mut self, at_once: bool) -> Result<Vec<Effect>, Error> {
        match self.frame.phase {
            FramePhase::Waiting => Ok(Vec::new()),
            FramePhase::Playing => self.wait_for_bot(),
            FramePhase::Scored | FramePhase::Over => {
                self.deals = self.table.points_of_deals();
                self.deal_score = self.table.deal_score();
                if self.table.coach().is_some() {
                    // What the coach says of it is read before.
                    return Ok(Vec::new());
                }
                let look = if at_once { Duration::ZERO } else { 2 * self.settings.pause };
                self.counting_at = Some(self.clock + look);
                if look.is_zero() {
                    self.show_counting();
                }
                Ok(self.wait_for_field())
            }
        }
    }

    /// Lets the bot think that is to act; in a race, one that sees something to do.
    pub(crate) fn wait_for_bot(&mut self) -> Result<Vec<Effect>, Error> {
        if self.table.remote().is_some() {
            // Everybody is waited for there, bots too.
            return Ok(Vec::new());
        }
        if self.table.coach().is_some() {
            self.wait_for_record();
            return Ok(Vec::new());
        }
        if let Some(silence) = self.table.nothing_to_say() {
            // Who is asked with everybody else and has but one answer need not give it.
            let (since, version) = (self.clock, self.frame.version);
            self.waiting = Some(Waiting {
                seat: self.cast.me,
                since,
                pause: Duration::ZERO,
                version,
                answer: Some(silence),
            });
            return Ok(Vec::new());
        }
        let (seat, pause) = if self.table.races() {
            let other = self.frame.actors.iter().find(|seat| *seat != self.cast.me && self.waiting.is_none());
            let Some((seat, pause)) = other.and_then(|seat| Some((seat, self.table.reaction(seat)?))) else {
                return Ok(Vec::new());
            };
            // Where nothing pauses bots do not either.
            (seat, if self.settings.pause.is_zero() { Duration::ZERO } else { pause })
        } else {
            let Some(seat) = self.frame.actors.first().filter(|_| !self.my_turn()) else {
                return Ok(Vec::new());
            };
            (seat, self.settings.pause)
        };
        let version = self.frame.version;
        self.waiting = Some(Waiting { seat, since: self.clock, pause, version, answer: None });
        let pending_move = self.table.pending_move(seat)?;
        let thought = Box::new(move || Input::Answer { version, action: pending_move() });
        Ok(vec![Effect::Think(thought)])
    }

    /// Turns to the counting of the deal that is over.
    pub(crate) fn show_counting(&mut self) {
        self.counting_at = None;
        self.message = None;
        self.view = View::Counting { scroll: 0 };
    }

    pub(crate) fn my_turn(&self) -> bool {
        let looks_on = self.table.remote().is_some_and(crate::join::Remote::looks_on);
        self.frame.actors.contains(self.cast.me) && !looks_on
    }

    /// Whether the match is written down here, and can be saved.
    pub(crate) fn has_record(&self) -> bool {
        self.table.coach().is_none() && self.table.remote().is_none()
    }

    /// Whether something happens by itself soon, so that the clock is looked at.
    pub(crate) fn is_restless(&self) -> bool {
        self.waiting.is_some()
            || self.table.remote().is_some()
            || self.goes_on_at.is_some()
            || self.counting_at.is_some()
            || self.count.is_some()
            || self.table.timeout_action().is_some()
    }

    pub(crate) fn record_text(&self) -> String {
        self.table.record(&self.words.say("you", &[]))
    }

    /// The action that Enter would do now, if it is clear which.
    pub(crate) fn action(&self) -> Option<&str> {
        if let View::Ways { actions, chosen } = &self.view {
            return actions.get(*chosen).map(String::as_str);
        }
        match self.ways(self.chosen)[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// What the card at `index` in the hand can do.
    pub(crate) fn ways(&self, index: usize) -> Vec<&str> {
        self.layout.ways(&self.frame.legal, self.scene.hand().get(index).copied())
    }

    /// What the terminal can show.
    pub(crate) const fn look(&self) -> Look {
        self.settings.look
    }
}

/// What lies on the table, or that nothing does.
fn scene(layout: &dyn Layout, frame: &Frame, me: Seat) -> Box<dyn Scene> {
    layout.scene(frame, me).unwrap_or_else(|| Box::new(EmptyTable))
}
