//! Player at a table of another program: a built-in bot that receives lines and answers with lines.

use crate::VERSION;
use crate::line::{ClientLine, ManagerLine, Named, Ready, UnknownLine};
use crate::position::{begin, seat};
use bridge::{Action, Bridge, Call, Play, View};
use cards::{Card, CardSet, Holding, Rng, Viewer};
use dds::{Direction, Vulnerability};
use engine::{Bot, Game, Observation};

/// Error of a player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClientError {
    /// The manager sent a line that is not part of the protocol.
    #[error(transparent)]
    Unknown(#[from] UnknownLine),
    /// The manager sent a line that is invalid now, or against the rules of bridge.
    #[error("“{0}” is impossible now")]
    Impossible(String),
    /// The manager gave another seat than requested.
    #[error("the manager gave seat {given} instead of {asked}")]
    Place {
        /// Seat that the client requested.
        asked: Direction,
        /// Seat that the manager gave.
        given: Direction,
    },
}

/// Event for which the client waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Waits {
    Seat,
    Teams,
    Board,
    Deal,
    Cards,
    Call,
    /// The client waits for dummy's hand.
    Dummy,
    /// The client waits for the request to lead.
    Lead,
    Card,
    Nothing,
}

/// Client that plays one seat with a bot.
pub struct Client {
    place: Direction,
    team: String,
    bot: Box<dyn Bot<Bridge>>,
    rng: Rng,
    waits: Waits,
    dealt: Option<(Direction, Vulnerability)>,
    view: Option<View>,
    boards: u32,
}

impl Client {
    /// Creates a player that will ask for a seat.
    #[must_use]
    pub fn new(place: Direction, team: &str, bot: Box<dyn Bot<Bridge>>, rng_seed: u64) -> Self {
        Self {
            place,
            team: team.to_owned(),
            bot,
            rng: Rng::from_number(rng_seed),
            waits: Waits::Seat,
            dealt: None,
            view: None,
            boards: 0,
        }
    }

    /// Returns the first line to send to the manager.
    #[must_use]
    pub fn begin(&self) -> String {
        let (team, place) = (self.team.clone(), Some(self.place));
        ClientLine::Connecting { team, place, version: Some(VERSION) }.to_string()
    }

    /// Returns whether the session is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.waits == Waits::Nothing
    }

    /// Returns the number of boards started.
    #[must_use]
    pub fn boards(&self) -> u32 {
        self.boards
    }

    /// Processes a line of the manager. Returns the answers.
    ///
    /// # Errors
    ///
    /// Returns [`ClientError::Unknown`] for a line outside the protocol, which may be ignored.
    /// Returns another error if the line is impossible; the session cannot continue then.
    pub fn heard(&mut self, line: &str) -> Result<Vec<String>, ClientError> {
        let impossible = || ClientError::Impossible(line.chars().take(100).collect());
        let said = ManagerLine::read(line)?;
        let answers = match said {
            ManagerLine::Timing(_) => Vec::new(),
            ManagerLine::End => {
                self.waits = Waits::Nothing;
                Vec::new()
            }
            // A new board may start at any time.
            ManagerLine::Start => {
                self.view = None;
                self.boards += 1;
                self.wait(Waits::Deal, Ready::Deal)
            }
            ManagerLine::Seated { place, .. } if self.waits == Waits::Seat => {
                if place != self.place {
                    return Err(ClientError::Place { asked: self.place, given: place });
                }
                self.wait(Waits::Teams, Ready::Teams)
            }
            ManagerLine::Teams(_) if self.waits == Waits::Teams => self.wait(Waits::Board, Ready::Start),
            ManagerLine::Deal { dealer, vulnerability, .. } if self.waits == Waits::Deal => {
                self.dealt = Some((dealer, vulnerability));
                self.wait(Waits::Cards, Ready::Cards)
            }
            ManagerLine::Cards(Named::Place(place), hand)
                if self.waits == Waits::Cards && place == self.place && hand.len() == 13 =>
            {
                let (dealer, vulnerability) = self.dealt.ok_or_else(impossible)?;
                self.view = Some(known(self.place, dealer, vulnerability, hand));
                self.go_on()
            }
            ManagerLine::Cards(_, hand) if self.waits == Waits::Dummy => {
                let view = self.view.as_mut().ok_or_else(impossible)?;
                let dummy = view.play.as_ref().ok_or_else(impossible)?.dummy();
                let is_new = hand.len() == 13 && (hand - view.unseen()).is_empty();
                if !is_new {
                    return Err(impossible());
                }
                view.hands[dummy as usize] = Holding::Open(hand);
                self.go_on()
            }
            ManagerLine::ToLead(_) if self.waits == Waits::Lead => self.play(),
            // The request is redundant if the player was due anyway.
            ManagerLine::ToLead(_) => Vec::new(),
            ManagerLine::Call(place, call, _) if self.waits == Waits::Call => {
                let view = self.view.as_mut().ok_or_else(impossible)?;
                if view.auction.caller() != Some(place) || !make(view, call) {
                    return Err(impossible());
                }
                self.go_on()
            }
            ManagerLine::Play(hand, card) if self.waits == Waits::Card => {
                let view = self.view.as_mut().ok_or_else(impossible)?;
                if !lay(view, hand, card) {
                    return Err(impossible());
                }
                self.go_on()
            }
            _ => return Err(impossible()),
        };
        Ok(answers)
    }

    fn wait(&mut self, waits: Waits, ready: Ready) -> Vec<String> {
        self.waits = waits;
        vec![ClientLine::Ready(self.place, ready).to_string()]
    }

    /// Makes all moves that are due, then asks for the next information.
    fn go_on(&mut self) -> Vec<String> {
        let mut said = Vec::new();
        loop {
            let Some(view) = &self.view else { return said };
            let Some(play) = &view.play else {
                match view.auction.caller() {
                    None => {
                        self.waits = Waits::Board;
                        return said;
                    }
                    Some(caller) if caller != self.place => {
                        said.extend(self.wait(Waits::Call, Ready::Call(caller)));
                        return said;
                    }
                    Some(_) => {
                        said.extend(self.call());
                        continue;
                    }
                }
            };
            if play.left() == 0 {
                self.waits = Waits::Board;
                return said;
            }
            let (hand, dummy) = (play.turn(), play.dummy());
            let is_hidden = matches!(view.hands[dummy as usize], Holding::Closed(_));
            let trick = play.complete() + 1;
            if play.has_begun() && is_hidden {
                said.extend(self.wait(Waits::Dummy, Ready::Dummy));
            } else if play.player_of(hand) != self.place {
                let named = if hand == dummy { Named::Dummy } else { Named::Place(hand) };
                said.extend(self.wait(Waits::Card, Ready::Card(named, trick)));
            } else if play.trick().cards.is_empty() {
                self.waits = Waits::Lead;
            } else {
                said.extend(self.play());
            }
            return said;
        }
    }

    fn call(&mut self) -> Option<String> {
        let action = self.choose()?;
        let Action::Call(call) = action else { return None };
        let made = self.view.as_mut().is_some_and(|view| make(view, call));
        made.then(|| ClientLine::Call(self.place, call, None).to_string())
    }

    /// Plays a card of its own hand or of dummy's.
    fn play(&mut self) -> Vec<String> {
        let Some(Action::Play(card)) = self.choose() else { return Vec::new() };
        let Some(view) = &mut self.view else { return Vec::new() };
        let Some(hand) = view.play.as_ref().map(Play::turn) else { return Vec::new() };
        if !lay(view, hand, card) {
            return Vec::new();
        }
        let mut said = vec![ClientLine::Play(hand, card).to_string()];
        said.extend(self.go_on());
        said
    }

    /// Returns the bot's choice for any deal that fits the view. The protocol has no claims.
    fn choose(&mut self) -> Option<Action> {
        let view = self.view.as_ref()?;
        let state = Bridge::determinize(view, &mut self.rng);
        let mut seen = Observation::<Bridge>::new(&state, Viewer::Seat(seat(self.place)));
        seen.legal.retain(|action| matches!(action, Action::Call(_) | Action::Play(_)));
        let chosen = self.bot.choose(&seen, seat(self.place), &mut self.rng);
        if seen.legal.contains(&chosen) { Some(chosen) } else { seen.legal.first().copied() }
    }
}

/// Returns the view of a player who knows only their own cards.
fn known(place: Direction, dealer: Direction, vulnerability: Vulnerability, hand: CardSet) -> View {
    let state = begin(dealer, vulnerability, [CardSet::EMPTY; 4]);
    let mut view = Bridge::view(&state, Viewer::Seat(seat(place)));
    view.hands = [Holding::Closed(13); 4];
    view.hands[place as usize] = Holding::Open(hand);
    // Pretends that a claim was refused, so that the bot considers none.
    view.claim_refused = true;
    view
}

/// Adds a call. Returns whether it was legal.
fn make(view: &mut View, call: Call) -> bool {
    if view.auction.make(call).is_err() {
        return false;
    }
    view.reading = Default::default();
    let contract = view.auction.contract().filter(|_| view.auction.is_over());
    view.play = contract
        .zip(view.auction.declarer(view.options.declarer))
        .map(|(contract, declarer)| Play::new(contract, declarer));
    true
}

/// Adds a card played from a hand. Returns whether it was possible.
fn lay(view: &mut View, hand: Direction, card: Card) -> bool {
    let unseen = view.unseen();
    let Some(play) = view.play.as_mut().filter(|play| play.left() > 0 && play.turn() == hand) else {
        return false;
    };
    match &mut view.hands[hand as usize] {
        Holding::Open(cards) if play.playable(*cards).contains(card) => {
            cards.remove(card);
        }
        Holding::Closed(count) if *count > 0 && unseen.contains(card) => *count -= 1,
        _ => return false,
    }
    play.lay(card);
    true
}
