//! The table: seats players, deals, relays messages to ready players, and keeps the score.

use crate::line::{ClientLine, ManagerLine, Named, Ready};
use crate::position::{begin, seat, to_act};
use bridge::{Action, Bridge, Play, Side, State};
use cards::{Rng, Viewer};
use dds::{Deal, Direction, Vulnerability};
use engine::{Bot, Game, Observation, RuleViolation};
use notation::{
    Board, CallMade, CallRow, CardPlayed, CardRows, Declarer, FinalContract, Given, Hands, Remarks, Tricks,
};
use std::collections::VecDeque;
use std::time::Duration;

/// Player of a hand.
pub enum Chair {
    /// Program that connects and asks for the seat.
    Program,
    /// Built-in bot, with its name.
    Bot(Box<dyn Bot<Bridge>>, String),
}

/// Output for a connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// A line for a connection, without its end.
    Line(usize, String),
    /// Request to close the connection.
    Close(usize),
}

/// Player whose program is connected.
struct Player {
    connection: usize,
    team: String,
    /// Message that the player is ready, and which the manager has not answered yet.
    waits: Option<Ready>,
    /// Number of calls and cards sent.
    calls: usize,
    cards: usize,
    /// Whether dummy's hand was sent.
    knows_dummy: bool,
    /// Number of requests to lead.
    leads: u8,
    /// Whether the player was ready for a start.
    has_started: bool,
}

struct Seated {
    chair: Chair,
    player: Option<Player>,
}

/// Board that is being played.
struct Current {
    board: Board,
    state: State,
    dealt: Deal,
    alerts: Vec<Option<String>>,
    /// Thinking time of each side.
    took: [Duration; 2],
}

/// Bridge table with four seats, run by the manager of the protocol.
pub struct Manager {
    seats: [Seated; 4],
    to_play: VecDeque<Board>,
    current: Option<Current>,
    played: Vec<Board>,
    took: [Duration; 2],
    /// Time of the last action.
    since: Duration,
    timeout: Duration,
    is_over: bool,
    tells_time: bool,
    rng: Rng,
    said: Vec<Said>,
    told: Vec<String>,
}

impl Manager {
    /// Creates a table for these boards. Each needs number, dealer, vulnerability and hands. A
    /// player who is due and silent for `timeout` spoils the board.
    #[must_use]
    pub fn new(chairs: [Chair; 4], boards: Vec<Board>, timeout: Duration, rng_seed: u64) -> Self {
        Self {
            seats: chairs.map(|chair| Seated { chair, player: None }),
            to_play: boards.into(),
            current: None,
            played: Vec::new(),
            took: [Duration::ZERO; 2],
            since: Duration::ZERO,
            timeout,
            is_over: false,
            tells_time: false,
            rng: Rng::from_number(rng_seed),
            said: Vec::new(),
            told: Vec::new(),
        }
    }

    /// Sends the time used by both sides after each board. Not every program expects that.
    #[must_use]
    pub fn telling_time(self) -> Self {
        Self { tells_time: true, ..self }
    }

    /// Returns whether all boards were played.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns the finished boards. Spoiled ones have no result.
    #[must_use]
    pub fn played(&self) -> &[Board] {
        &self.played
    }

    /// Returns the output since the last call.
    pub fn take_said(&mut self) -> Vec<Said> {
        std::mem::take(&mut self.said)
    }

    /// Returns messages for the operator since the last call.
    pub fn take_told(&mut self) -> Vec<String> {
        std::mem::take(&mut self.told)
    }

    /// Starts the session if no program has to connect.
    pub fn start(&mut self, now: Duration) {
        self.serve(now);
    }

    /// Processes a line that a connection received.
    pub fn heard(&mut self, connection: usize, line: &str, now: Duration) {
        if line.trim().is_empty() {
            return;
        }
        let Ok(line) = ClientLine::read(line) else {
            return self.refuse(connection, "unknown line", now);
        };
        let place = self.place_of(connection);
        match (line, place) {
            (ClientLine::Connecting { team, place, .. }, None) => self.seat(connection, &team, place),
            (ClientLine::Ready(_, ready), Some(place)) => {
                if let Some(player) = &mut self.seats[place as usize].player {
                    player.waits = Some(ready);
                    player.has_started |= ready == Ready::Start;
                }
            }
            (ClientLine::Call(of, call, alert), Some(place)) if of == place => {
                self.act(place, Action::Call(call), alert, now);
            }
            (ClientLine::Play(hand, card), Some(place)) if self.plays(place, hand) => {
                self.act(place, Action::Play(card), None, now);
            }
            _ => return self.refuse(connection, "you can't send that now", now),
        }
        self.serve(now);
    }

    /// Handles the end of a connection. The board is spoiled, and the player may reconnect.
    pub fn lost(&mut self, connection: usize, now: Duration) {
        let Some(place) = self.place_of(connection) else { return };
        self.seats[place as usize].player = None;
        if !self.is_over {
            self.told.push(format!("{place} disconnected"));
            self.spoil(&format!("{place} disconnected"), now);
        }
    }

    /// Advances the time. A player who has been silent for too long spoils the board.
    pub fn tick(&mut self, now: Duration) {
        let Some(current) = &self.current else { return };
        if now.saturating_sub(self.since) > self.timeout && self.is_full() {
            let late = to_act(&current.state).map_or("a player".to_owned(), |place| place.to_string());
            self.spoil(&format!("{late} timed out"), now);
            self.serve(now);
        }
    }

    fn players(&self) -> impl Iterator<Item = &Player> {
        self.seats.iter().filter_map(|seat| seat.player.as_ref())
    }

    fn place_of(&self, connection: usize) -> Option<Direction> {
        let sits = |place: &Direction| {
            self.seats[*place as usize].player.as_ref().is_some_and(|player| player.connection == connection)
        };
        Direction::ALL.into_iter().find(sits)
    }

    fn is_full(&self) -> bool {
        self.seats.iter().all(|seat| matches!(seat.chair, Chair::Bot(..)) || seat.player.is_some())
    }

    fn say(&mut self, connection: usize, line: &ManagerLine) {
        self.said.push(Said::Line(connection, line.to_string()));
    }

    /// Returns the name of a player's team.
    fn team(&self, place: Direction) -> Option<&str> {
        let seated = &self.seats[place as usize];
        match (&seated.chair, &seated.player) {
            (Chair::Bot(_, name), _) => Some(name),
            (Chair::Program, Some(player)) => Some(&player.team),
            (Chair::Program, None) => None,
        }
    }

    fn seat(&mut self, connection: usize, team: &str, asked: Option<Direction>) {
        let is_free = |place: &Direction| {
            let seated = &self.seats[*place as usize];
            matches!(seated.chair, Chair::Program) && seated.player.is_none()
        };
        let found = Direction::ALL
            .into_iter()
            .filter(|place| asked.is_none_or(|asked| asked == *place))
            .find(is_free);
        let Some(place) = found else {
            self.said.push(Said::Line(connection, "No such seat is free".to_owned()));
            return self.said.push(Said::Close(connection));
        };
        let partner = &self.seats[place.partner() as usize].player;
        if partner.as_ref().is_some_and(|partner| !partner.team.eq_ignore_ascii_case(team)) {
            self.said.push(Said::Line(connection, "Partners must use the same team".to_owned()));
            return self.said.push(Said::Close(connection));
        }
        self.told.push(format!("{place} is “{team}”"));
        self.say(connection, &ManagerLine::Seated { place, team: team.to_owned() });
        self.seats[place as usize].player = Some(Player {
            connection,
            team: team.to_owned(),
            waits: None,
            calls: 0,
            cards: 0,
            knows_dummy: false,
            leads: 0,
            has_started: false,
        });
    }

    /// Refuses a message. During a board this also spoils the board.
    fn refuse(&mut self, connection: usize, why: &str, now: Duration) {
        self.said.push(Said::Line(connection, format!("Refused : {why}")));
        match self.place_of(connection) {
            Some(place) => {
                self.spoil(&format!("{place}: {why}"), now);
                self.serve(now);
            }
            None => self.said.push(Said::Close(connection)),
        }
    }

    /// Returns whether a player plays the cards of this hand: their own, or dummy's.
    fn plays(&self, place: Direction, hand: Direction) -> bool {
        let play = self.current.as_ref().and_then(|current| current.state.play.as_ref());
        play.is_some_and(|play| play.turn() == hand && play.player_of(hand) == place)
    }

    /// Performs a player's action if the rules allow it.
    fn act(&mut self, place: Direction, action: Action, alert: Option<String>, now: Duration) {
        let Some(current) = &mut self.current else { return };
        let refused = match to_act(&current.state) {
            Some(actor) if actor == place => Bridge::validate(&current.state, seat(place), action)
                .err()
                .map(|illegal| format!("{illegal} ({})", illegal.rule())),
            _ => Some("it isn't their turn".to_owned()),
        };
        if let Some(why) = refused {
            let connection = self.seats[place as usize].player.as_ref().map(|player| player.connection);
            self.said.extend(connection.map(|connection| Said::Line(connection, format!("Refused : {why}"))));
            return self.spoil(&format!("{place}: {action}: {why}"), now);
        }
        current.took[Side::of(place) as usize] += now.saturating_sub(self.since);
        self.since = now;
        let played = current.state.play.as_ref().map_or(0, |play| play.cards().len());
        Bridge::apply_quietly(&mut current.state, seat(place), action);
        if let Some(player) = &mut self.seats[place as usize].player {
            match action {
                Action::Call(_) => player.calls += 1,
                _ => player.cards = played + 1,
            }
        }
        if matches!(action, Action::Call(_)) {
            current.alerts.push(alert);
        }
    }

    /// Sends all information that players are ready for, lets the bots act and finishes boards,
    /// until nothing is left to do.
    fn serve(&mut self, now: Duration) {
        loop {
            for place in Direction::ALL {
                self.tell(place);
            }
            let is_over = self.current.as_ref().is_some_and(|current| current.state.over);
            if is_over && self.all_know() {
                self.finish(now);
            } else if self.current.is_none() && !self.is_over && self.all_wait_for_a_board() {
                self.next_board(now);
            } else if !self.think(now) {
                return;
            }
        }
    }

    /// Lets a bot act if it is due.
    fn think(&mut self, now: Duration) -> bool {
        let Some(current) = &mut self.current else { return false };
        let Some(place) = to_act(&current.state) else { return false };
        let Chair::Bot(bot, _) = &mut self.seats[place as usize].chair else { return false };
        // Pretends that a claim was refused, because the protocol has no claims.
        current.state.claim_refused = true;
        let mut seen = Observation::<Bridge>::new(&current.state, Viewer::Seat(seat(place)));
        seen.legal.retain(|action| matches!(action, Action::Call(_) | Action::Play(_)));
        let chosen = bot.choose(&seen, seat(place), &mut self.rng);
        let action = if seen.legal.contains(&chosen) { Some(chosen) } else { seen.legal.first().copied() };
        let Some(action) = action else { return false };
        self.act(place, action, None, now);
        true
    }

    /// Sends the information a player is ready for, once it exists.
    fn tell(&mut self, place: Direction) {
        let teams = Direction::ALL.map(|place| self.team(place).map(str::to_owned));
        let Some(player) = &mut self.seats[place as usize].player else { return };
        let state = self.current.as_ref().map(|current| &current.state);
        let play = state.and_then(|state| state.play.as_ref());
        let calls = state.map_or(0, |state| state.auction.len());
        let line = match (player.waits, &self.current) {
            (Some(Ready::Teams), _) => match teams {
                [Some(north), Some(east), Some(_), Some(_)] => Some(ManagerLine::Teams([north, east])),
                _ => None,
            },
            (Some(Ready::Deal), Some(current)) => Some(deal_line(&current.board)),
            (Some(Ready::Cards), Some(current)) => {
                Some(ManagerLine::Cards(Named::Place(place), current.dealt.hand(place)))
            }
            (Some(Ready::Call(_)), Some(current)) => {
                current.state.auction.calls().nth(player.calls).map(|(of, call)| {
                    let alert = current.alerts.get(player.calls).cloned().flatten();
                    player.calls += 1;
                    ManagerLine::Call(of, call, alert)
                })
            }
            (Some(Ready::Card(named, _)), Some(_)) => play.and_then(|play| {
                // Dummy need not ask for the cards of its own hand.
                while play.dummy() == place
                    && named != Named::Dummy
                    && named != Named::Place(place)
                    && play.by_hand().nth(player.cards).is_some_and(|(hand, _)| hand == place)
                {
                    player.cards += 1;
                }
                let (hand, card) = play.by_hand().nth(player.cards)?;
                player.cards += 1;
                Some(ManagerLine::Play(hand, card))
            }),
            (Some(Ready::Dummy), Some(current)) => play.filter(|play| play.has_begun()).map(|play| {
                player.knows_dummy = true;
                let dealt = current.dealt.hand(play.dummy());
                ManagerLine::Cards(Named::Dummy, dealt)
            }),
            _ => None,
        };
        let lead = play.filter(|play| play.left() > 0).and_then(|play| lead(place, player, play, calls));
        if line.is_some() {
            player.waits = None;
        }
        let connection = player.connection;
        for line in line.into_iter().chain(lead) {
            self.say(connection, &line);
        }
    }

    /// Returns whether all players have received everything about a finished board.
    fn all_know(&self) -> bool {
        let Some(current) = &self.current else { return true };
        let calls = current.state.auction.len();
        Direction::ALL.into_iter().all(|place| {
            let Some(player) = &self.seats[place as usize].player else { return true };
            let cards = current.state.play.as_ref().map_or(0, |play| {
                // Dummy knows the last card of its own hand.
                let open = play.by_hand().skip(player.cards);
                open.filter(|(hand, _)| !(play.dummy() == place && *hand == place)).count()
            });
            player.calls == calls && cards == 0
        })
    }

    /// Returns whether all players are ready for a board.
    fn all_wait_for_a_board(&self) -> bool {
        self.is_full() && self.players().all(|player| player.has_started)
    }

    fn next_board(&mut self, now: Duration) {
        let Some(board) = self.to_play.pop_front() else {
            self.is_over = true;
            let connections: Vec<usize> = self.players().map(|player| player.connection).collect();
            for connection in connections {
                self.say(connection, &ManagerLine::End);
                self.said.push(Said::Close(connection));
            }
            return;
        };
        let dealer = board.dealer.known().copied();
        let (Some(dealer), Some(dealt)) = (dealer, board.deal()) else {
            self.told.push("skipped a board without dealer or hands".to_owned());
            return self.next_board(now);
        };
        let vulnerability = board.vulnerability.known().copied().unwrap_or(Vulnerability::None);
        let state = begin(dealer, vulnerability, dealt.hands());
        self.since = now;
        self.current = Some(Current { board, state, dealt, alerts: Vec::new(), took: [Duration::ZERO; 2] });
        let mut connections = Vec::new();
        for player in self.seats.iter_mut().filter_map(|seat| seat.player.as_mut()) {
            (player.waits, player.calls, player.cards) = (None, 0, 0);
            (player.knows_dummy, player.leads) = (false, 0);
            connections.push(player.connection);
        }
        for connection in connections {
            self.say(connection, &ManagerLine::Start);
        }
    }

    /// Finishes a completed board.
    fn finish(&mut self, now: Duration) {
        let Some(current) = self.current.take() else { return };
        for side in Side::ALL {
            self.took[side as usize] += current.took[side as usize];
        }
        if self.tells_time {
            let line = ManagerLine::Timing(timing(current.took, self.took));
            let connections: Vec<usize> = self.players().map(|player| player.connection).collect();
            connections.into_iter().for_each(|connection| self.say(connection, &line));
        }
        let board = self.written(current);
        self.told.push(result(&board));
        self.played.push(board);
        if self.is_full() {
            self.next_board(now);
        }
    }

    /// Ends a board without a result and starts the next. Its calls and cards are kept.
    fn spoil(&mut self, why: &str, now: Duration) {
        let Some(current) = self.current.take() else { return };
        let mut board = self.written(current);
        board.tags.push(("Spoiled".to_owned(), why.to_owned()));
        self.told.push(format!("board {}: spoiled: {why}", number(&board)));
        self.played.push(board);
        if self.is_full() {
            self.next_board(now);
        }
    }

    /// Returns the record of a board.
    fn written(&self, current: Current) -> Board {
        let Current { mut board, state, dealt, alerts, .. } = current;
        board.hands = Given::Known(Hands::from(dealt));
        board.players = Direction::ALL.map(|place| Given::from(self.team(place).map(str::to_owned)));
        let calls = state.auction.calls().zip(alerts).map(|((_, call), alert)| CallMade {
            call: Some(call),
            insufficient: false,
            remarks: Remarks { alerted: alert.is_some(), note: alert, ..Remarks::default() },
        });
        board.auction = Some(CallRow { calls: calls.collect(), stop: None });
        if let Some(play) = &state.play {
            let row = |trick: bridge::Trick<'_>| {
                // Each row starts with the opening leader's card.
                let first = play.declarer().next();
                let mut row: [Option<CardPlayed>; 4] = Default::default();
                for (hand, card) in trick.by_hand() {
                    let column = (hand as usize + 4 - first as usize) % 4;
                    row[column] = Some(CardPlayed { card, irregularity: None, remarks: Remarks::default() });
                }
                row
            };
            let tricks = play.tricks().filter(|trick| !trick.cards.is_empty()).map(row).collect();
            board.play = Some(CardRows { leader: play.declarer().next(), tricks, stop: None });
            board.contract = Given::Known(FinalContract::Contract(play.contract()));
            board.declarer = Given::Known(Declarer { direction: play.declarer(), swapped: false });
            board.result = if state.over {
                Given::Known(Tricks { won: play.taken(Side::of(play.declarer())), agreed_wrongly: false })
            } else {
                Given::Unknown
            };
        } else if state.over {
            board.contract = Given::Known(FinalContract::PassedOut);
        }
        board
    }
}

/// Returns the request to lead, once the leader has received everything before it.
fn lead(place: Direction, player: &mut Player, play: &Play, calls: usize) -> Option<ManagerLine> {
    let hand = play.turn();
    let trick = play.complete();
    let knows_played = (player.calls, player.cards) == (calls, play.cards().len());
    let knows_all = knows_played && (!play.has_begun() || player.knows_dummy || play.dummy() == place);
    let leads = play.trick().cards.is_empty() && play.player_of(hand) == place && player.leads <= trick;
    if !knows_all || !leads {
        return None;
    }
    player.leads = trick + 1;
    Some(ManagerLine::ToLead(if hand == play.dummy() { Named::Dummy } else { Named::Place(hand) }))
}

fn deal_line(board: &Board) -> ManagerLine {
    ManagerLine::Deal {
        number: number(board),
        dealer: board.dealer.known().copied().unwrap_or(Direction::North),
        vulnerability: board.vulnerability.known().copied().unwrap_or(Vulnerability::None),
    }
}

fn number(board: &Board) -> u32 {
    board.number.known().copied().unwrap_or(1)
}

/// Formats `Timing - N/S : this board  [1:15],  total  [0:11:23].  E/W : …`.
fn timing(board: [Duration; 2], total: [Duration; 2]) -> String {
    let side = |name: &str, side: usize| {
        let (this, all) = (board[side].as_secs(), total[side].as_secs());
        let (hours, minutes, seconds) = (all / 3600, all / 60 % 60, all % 60);
        format!(
            "{name} : this board  [{}:{:02}],  total  [{hours}:{minutes:02}:{seconds:02}].",
            this / 60,
            this % 60
        )
    };
    format!("Timing - {}  {}", side("N/S", 0), side("E/W", 1))
}

/// Describes the result of a board briefly.
fn result(board: &Board) -> String {
    let number = number(board);
    match (board.contract.known(), board.declarer.known(), board.result.known()) {
        (Some(FinalContract::Contract(contract)), Some(declarer), Some(tricks)) => {
            format!("board {number}: {contract} by {}, {} tricks", declarer.direction, tricks.won)
        }
        _ => format!("board {number}: passed out"),
    }
}
