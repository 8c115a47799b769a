//! A match that a house elsewhere plays: what it has told of it, and nothing else.

use super::house_error;
use super::wire::Reader;
use crate::games::layout;
use crate::screen::strength;
use crate::{Error, Settings};
use cards::{BySeat, Seat, SeatSet};
use house::{AnyMatch, DealScore, Frame, Sent, SetupText};
use protocol::{Chair, Ended, PlayerClock, notice};
use std::time::Duration;
use words::Words;

/// A longer name is not drawn.
const LONGEST_NAME: usize = 40;

/// A match that a house elsewhere plays.
pub(crate) struct Remote {
    /// The table's id.
    pub(super) table: String,
    /// A match by the same rules before its first deal: it knows what does not change.
    rules: Box<dyn AnyMatch>,
    pub(super) reader: Reader,
    pub(super) frame: Frame,
    pub(super) chairs: Vec<Chair>,
    /// Who is ready for the next deal.
    pub(super) ready: SeatSet,
    /// Where one sits; nowhere, if one looks on.
    pub(super) seat: Option<Seat>,
    pub(super) clocks: Vec<PlayerClock>,
    /// When the clocks said that.
    pub(super) clocks_at: Duration,
    pub(super) ended: Option<Ended>,
    /// Whether one has said that one is ready for the next deal. The house has not heard it yet, or has forgotten it, if it does not name
    /// one's seat among those who are.
    pub(super) goes_on: bool,
    /// Whether the house knows less of the match than somebody has seen.
    pub(super) lost: bool,
    pub(super) connected: bool,
    /// Until when the table counts to what everybody has agreed to.
    pub(super) counting: Option<Duration>,
    /// The points of the deals that were seen to end, one after the other.
    deals: Vec<BySeat<i32>>,
    /// The last deal that was.
    deal_score: Option<DealScore>,
    /// What begins the ids of this run, so that no other run has the same.
    run: String,
    commands: u64,
    /// The id of the command whose answer is waited for.
    pub(super) asked: Option<String>,
}

impl Remote {
    /// The table a house tells of. Returns also what has happened in its deal.
    pub(super) fn new(
        table: &str,
        told: &notice::Table,
        settings: &Settings,
        clock: Duration,
    ) -> Result<(Self, Vec<Sent>), Error> {
        let info = &told.info;
        let game = settings.catalog.find(&info.game);
        let game = game.ok_or_else(|| Error::UnknownGame(info.game.clone()))?;
        let setup = SetupText {
            preset: Some(info.preset.clone()),
            options: info.options.clone(),
            seats: Some(info.seats),
        };
        let rules = game.open(&setup, Seat::new(0))?;
        let seats = rules.seats();
        let is_seat = |seat: Option<Seat>| seat.is_none_or(|seat| seat.index() < usize::from(seats));
        if info.seats != seats || info.chairs.len() != usize::from(seats) || !is_seat(info.you) {
            return Err(house_error("the chairs are not those of the rules"));
        }
        let words = Words::new(settings.language, settings.faces);
        let reader = Reader { game: game.id(), sides: rules.sides(), words };
        let frame = reader.frame(&told.frame)?;
        let happened = told.log.iter().filter(|happened| happened.deal == frame.deal);
        let events = happened.map(|happened| reader.events(&happened.events)).collect::<Result<_, _>>()?;
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes).map_err(Error::Entropy)?;
        let mut remote = Self {
            table: table.to_owned(),
            rules,
            reader,
            chairs: info.chairs.clone(),
            ready: info.ready,
            seat: info.you,
            clocks: info.clocks.clone(),
            clocks_at: clock,
            ended: info.ended,
            goes_on: false,
            lost: info.lost.is_some(),
            connected: true,
            counting: None,
            deals: Vec::new(),
            deal_score: None,
            run: format!("{:016x}", u64::from_le_bytes(bytes)),
            commands: 0,
            asked: None,
            frame,
        };
        remote.note_score();
        Ok((remote, events))
    }

    /// Goes on with what was known before the connection broke: the deals that were seen, and the ids that were used.
    pub(super) fn go_on_from(&mut self, before: &Self) {
        let mut deals = before.deals.clone();
        if self.frame.totals.as_slice().len() == before.frame.totals.as_slice().len() {
            let last = before.deal_score.as_ref().map(|score| score.deal);
            if let Some(score) = &self.deal_score
                && last.is_some_and(|last| score.deal == last + 1)
            {
                deals.push(score.points);
            } else if let Some(score) = &self.deal_score
                && last != Some(score.deal)
            {
                deals = vec![score.points];
            }
            self.deals = deals;
        }
        if self.deal_score.is_none() {
            self.deal_score.clone_from(&before.deal_score);
        }
        (self.run, self.commands) = (before.run.clone(), before.commands);
        self.asked.clone_from(&before.asked);
        self.goes_on = before.goes_on && self.is_where(before);
    }

    /// Whether the match has come as far as it had then.
    pub(super) fn is_where(&self, before: &Self) -> bool {
        self.frame.version == before.frame.version && self.frame.phase == before.frame.phase
    }

    /// Whether the house waits for one to be ready who is. What is lost they have to agree to by themselves, each time.
    pub(super) fn is_ready_unheard(&self) -> bool {
        self.goes_on && !self.lost && self.seat.is_some_and(|seat| !self.ready.contains(seat))
    }

    /// The frame there is now.
    pub(super) fn move_on(&mut self, frame: Frame) {
        self.frame = frame;
        self.counting = None;
        self.goes_on = false;
        self.note_score();
    }

    fn note_score(&mut self) {
        let Some(score) = &self.frame.deal_score else { return };
        match &self.deal_score {
            Some(last) if last.deal == score.deal => {
                self.deals.pop();
            }
            // Somebody who was away has not seen every deal: what is counted is counted from here.
            Some(last) if last.deal + 1 != score.deal => self.deals.clear(),
            _ => {}
        }
        self.deals.push(score.points);
        self.deal_score = Some(score.clone());
    }

    pub(super) fn take_chairs(&mut self, told: notice::Chairs) -> Result<(), Error> {
        if told.chairs.len() != self.chairs.len() {
            return Err(house_error("the chairs are not those of the table"));
        }
        (self.chairs, self.ready) = (told.chairs, told.ready);
        Ok(())
    }

    /// The id of the next command.
    pub(super) fn next_id(&mut self) -> String {
        self.commands += 1;
        format!("{}-{}", self.run, self.commands)
    }

    pub(crate) fn rules(&self) -> &dyn AnyMatch {
        &*self.rules
    }

    pub(crate) fn frame(&self) -> Frame {
        self.frame.clone()
    }

    /// Where one sits, or from where one looks on.
    pub(crate) fn me(&self) -> Seat {
        self.seat.unwrap_or_else(|| layout(&*self.rules).map_or(Seat::new(0), |layout| layout.own_seat()))
    }

    pub(crate) fn looks_on(&self) -> bool {
        self.seat.is_none()
    }

    pub(crate) fn points_of_deals(&self) -> Vec<BySeat<i32>> {
        self.deals.clone()
    }

    pub(crate) fn deal_score(&self) -> Option<DealScore> {
        self.deal_score.clone()
    }

    /// What each seat is called, and how well a bot plays or what else is to be known of a person. One's own is empty.
    pub(crate) fn people(&self, words: Words) -> (Vec<String>, Vec<String>) {
        let seated = Seat::all(self.rules.seats()).zip(&self.chairs);
        seated.map(|(seat, chair)| self.person(seat, chair, words)).unzip()
    }

    fn person(&self, seat: Seat, chair: &Chair, words: Words) -> (String, String) {
        if self.seat == Some(seat) {
            return (String::new(), String::new());
        }
        let say = |key: &str| words.say(key, &[]).into_owned();
        let named = |name: &str| {
            let name: String = name.chars().filter(|sign| !sign.is_control()).take(LONGEST_NAME).collect();
            if name.trim().is_empty() {
                words.say("record.line.seat", &[("n", &(seat.index() + 1).to_string())]).into_owned()
            } else {
                name
            }
        };
        match chair {
            Chair::Open => (say("join.open"), String::new()),
            Chair::Bot { bot, name } => (named(name), strength(bot, words)),
            Chair::Person { name, stand_in: Some(bot), .. } => (named(name), strength(bot, words)),
            Chair::Person { name, left: true, .. } => (named(name), say("join.left")),
            Chair::Person { name, here: false, .. } => (named(name), say("join.away")),
            Chair::Person { name, .. } => (named(name), String::new()),
        }
    }
}
