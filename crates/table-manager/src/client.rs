//! A player at somebody's table, who is a bot of the house: it hears lines, and says lines.

use crate::VERSION;
use crate::line::{ClientLine, ManagerLine, Named, Ready, UnknownLine};
use crate::position::{begin, seat};
use cards::{Card, CardSet, Holding, Rng, Viewer};
use dds::{Direction, Vulnerability};
use engine::{Bot, Game, Observation};
use games::bridge::{Action, Bridge, Call, Play, View};

/// Why a player cannot go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClientError {
    /// The manager said something that is none of the protocol.
    #[error(transparent)]
    Unknown(#[from] UnknownLine),
    /// The manager said something that cannot be now, or by the rules of bridge.
    #[error("“{0}” cannot be now")]
    Impossible(String),
    /// It is another place than was asked for.
    #[error("{given} is no place for somebody who asked for {asked}")]
    Place {
        /// What was asked for.
        asked: Direction,
        /// What was given.
        given: Direction,
    },
}

/// What is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Waits {
    Seat,
    Teams,
    Board,
    Deal,
    Cards,
    Call,
    /// Dummy's hand.
    Dummy,
    /// That one is told to lead.
    Lead,
    Card,
    Nothing,
}

/// A player.
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
    /// Somebody who would sit there.
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

    /// The first line.
    #[must_use]
    pub fn begin(&self) -> String {
        let (team, place) = (self.team.clone(), Some(self.place));
        ClientLine::Connecting { team, place, version: Some(VERSION) }.to_string()
    }

    /// Whether the session is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.waits == Waits::Nothing
    }

    /// How many boards have begun.
    #[must_use]
    pub fn boards(&self) -> u32 {
        self.boards
    }

    /// Takes in a line. Returns what it says to that.
    ///
    /// # Errors
    ///
    /// When it is no line of the protocol, which may be passed over; or when it cannot be, and then the session cannot go on.
    pub fn heard(&mut self, line: &str) -> Result<Vec<String>, ClientError> {
        let impossible = || ClientError::Impossible(line.chars().take(100).collect());
        let said = ManagerLine::read(line)?;
        let answers = match said {
            ManagerLine::Timing(_) => Vec::new(),
            ManagerLine::End => {
                self.waits = Waits::Nothing;
                Vec::new()
            }
            // At any moment: a board begins anew.
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
            // To whoever was not waiting for it, since it had been their turn all the time.
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

    /// Does whatever is its own to do, and then says what it waits for.
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

    /// Plays a card of its own hand, or of dummy's.
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

    /// What the bot does in any deal that looks like this one. There are no claims here.
    fn choose(&mut self) -> Option<Action> {
        let view = self.view.as_ref()?;
        let state = Bridge::determinize(view, &mut self.rng);
        let mut seen = Observation::<Bridge>::new(&state, Viewer::Seat(seat(self.place)));
        seen.legal.retain(|action| matches!(action, Action::Call(_) | Action::Play(_)));
        let chosen = self.bot.choose(&seen, seat(self.place), &mut self.rng);
        if seen.legal.contains(&chosen) { Some(chosen) } else { seen.legal.first().copied() }
    }
}

/// What somebody knows who has seen their own cards.
fn known(place: Direction, dealer: Direction, vulnerability: Vulnerability, hand: CardSet) -> View {
    let state = begin(dealer, vulnerability, [CardSet::EMPTY; 4]);
    let mut view = Bridge::view(&state, Viewer::Seat(seat(place)));
    view.hands = [Holding::Closed(13); 4];
    view.hands[place as usize] = Holding::Open(hand);
    // As if a claim had been refused, so that none is thought of.
    view.claim_refused = true;
    view
}

/// Writes a call down. Returns whether it could be made.
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

/// Writes a card down that was played from a hand. Returns whether it can have been.
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
