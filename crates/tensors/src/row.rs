//! Row of a batch: a match that restarts at its end.

use crate::{Actions, BatchOptions, Columns, Encode, Episode, Reward, Shape, Size, Tokens};
use cards::{Rng, Seat, Viewer};
use engine::{
    DealRecord, Entry, ParseActionError, PlayError, Record, Rejection, Ruleset, Settlement, Setup, shuffle,
    shuffle_due,
};

/// Number of last tokens in an observation.
pub(crate) const SAID: usize = 24;

/// Data shared by all rows.
#[derive(Clone)]
pub(crate) struct Plan<G: Encode> {
    pub(crate) setup: Setup<G::Options>,
    pub(crate) options: BatchOptions,
    pub(crate) shape: Shape,
    pub(crate) size: Size,
    /// The cards, in canonical order.
    pub(crate) deck: Vec<G::Card>,
}

/// Buffers of one row.
pub(crate) struct RowBuffers<'a> {
    pub(crate) observation: &'a mut [u8],
    pub(crate) mask: &'a mut [u8],
    pub(crate) player: &'a mut u8,
    pub(crate) rewards: &'a mut [f32],
    pub(crate) terminated: &'a mut bool,
    pub(crate) legal_tokens: &'a mut [u8],
}

/// Match, with the actions of the seat to act.
#[derive(Clone)]
pub(crate) struct Row<G: Encode> {
    /// Seed of the decks, together with the number of earlier decks.
    seed: u64,
    decks: u64,
    shuffler: Rng,
    sampler: Rng,
    record: Vec<DealRecord<G>>,
    dealer: Seat,
    standing: G::Standing,
    state: G::State,
    /// The seat to act.
    seat: Seat,
    listed: Vec<G::Action>,
    /// Flat mode: the number of each listed action.
    numbers: Vec<u16>,
    /// Other modes: the tokens of all listed actions, and the end of each.
    tokens: Vec<u8>,
    ends: Vec<usize>,
    /// Tokens said of an action, and the listed actions that begin with them.
    said: Vec<u8>,
    left: Vec<usize>,
    /// Input for the next step, as found by [`check`](Self::check).
    next: Next,
}

/// Checked input of a row, which the step will play.
#[derive(Clone, Copy)]
enum Next {
    /// Plays the listed action with this index.
    Play(usize),
    /// Adds this token to an incomplete action.
    Say(u8),
}

impl<G: Encode> Row<G> {
    pub(crate) fn new(plan: &Plan<G>, seed: u64, index: u64) -> Self {
        let seed = Rng::from_number(Rng::from_number(seed).bits() ^ index).bits();
        let standing = G::initial_standing(&plan.setup.options, Seat::default());
        let mut row = Self {
            seed,
            decks: 0,
            shuffler: Rng::from_number(seed),
            sampler: Rng::from_number(!seed),
            record: Vec::new(),
            dealer: Seat::default(),
            // A placeholder, replaced by the deal below, because there is no empty state.
            state: G::deal(&plan.setup.options, &standing, &plan.deck, &mut drop),
            standing,
            seat: Seat::default(),
            listed: Vec::new(),
            numbers: Vec::new(),
            tokens: Vec::new(),
            ends: Vec::new(),
            said: Vec::new(),
            left: Vec::new(),
            next: Next::Play(0),
        };
        row.begin(plan);
        row.advance(plan, &mut []);
        row
    }

    /// Starts an episode with this deck, given as positions in the canonical deck. Reshuffles and later decks follow
    /// from it.
    pub(crate) fn begin_with(&mut self, plan: &Plan<G>, order: &[usize], dealer: Seat) {
        self.seed = order.iter().fold(0, |seed, index| Rng::from_number(seed ^ *index as u64).bits());
        self.decks = 0;
        self.shuffler = Rng::from_number(self.seed);
        self.sampler = Rng::from_number(!self.seed);
        let options = &plan.setup.options;
        let deck = order.iter().filter_map(|index| plan.deck.get(*index).copied()).collect();
        self.dealer = dealer;
        self.standing = G::initial_standing(options, dealer);
        self.record = vec![DealRecord { deck, entries: Vec::new() }];
        self.state = G::deal(options, &self.standing, &self.record[0].deck, &mut drop);
        self.seat = G::dealer(&self.standing);
        self.decks = 1;
        self.advance(plan, &mut []);
    }

    /// Starts an episode of the row.
    fn begin(&mut self, plan: &Plan<G>) {
        self.deal(plan, true);
    }

    /// Deals from the next deck. The cards and the first dealer depend only on the number of the
    /// deck.
    fn deal(&mut self, plan: &Plan<G>, first: bool) {
        self.shuffler = Rng::from_number(self.seed ^ self.decks);
        self.decks += 1;
        let options = &plan.setup.options;
        if first {
            self.dealer = Seat::new(self.shuffler.below(usize::from(options.seats())) as u8);
            self.standing = G::initial_standing(options, self.dealer);
            self.record.truncate(1);
        }
        if !first || self.record.is_empty() {
            self.record.push(DealRecord { deck: Vec::new(), entries: Vec::new() });
        }
        let Some(deal) = self.record.last_mut() else { return };
        deal.entries.clear();
        deal.deck.clone_from(&plan.deck);
        self.shuffler.shuffle(&mut deal.deck);
        self.state = G::deal(options, &self.standing, &deal.deck, &mut drop);
        // In a race the seat after the dealer is asked first.
        self.seat = G::dealer(&self.standing);
    }

    /// Advances to the next decision and adds rewards. Returns whether an episode ended.
    fn advance(&mut self, plan: &Plan<G>, rewards: &mut [f32]) -> bool {
        let mut terminated = false;
        loop {
            while let Some(mut order) = shuffle_due::<G>(&self.state) {
                self.shuffler.shuffle(&mut order);
                shuffle::<G>(&mut self.state, &order, &mut drop);
                self.push_entry(Entry::Shuffle(order));
            }
            let Some(outcome) = G::outcome(&self.state) else { break };
            for (reward, (seat, points)) in rewards.iter_mut().zip(outcome.points.iter()) {
                *reward += match plan.options.reward {
                    Reward::Returns => outcome.returns[seat],
                    Reward::Points => points as f32,
                };
            }
            match (plan.options.episode, G::settle(&self.state)) {
                (Episode::Match, Settlement::NextDeal(standing)) => {
                    self.standing = standing;
                    self.deal(plan, false);
                }
                _ => {
                    terminated = true;
                    self.begin(plan);
                }
            }
        }
        self.list(plan);
        terminated
    }

    /// Finds the seat to act, and lists its actions.
    fn list(&mut self, plan: &Plan<G>) {
        let (state, listed) = (&self.state, &mut self.listed);
        let actors = G::actors(state);
        let mut may_act = |seat| {
            listed.clear();
            G::legal_actions(state, seat, listed);
            if !plan.options.claims {
                listed.retain(|action| !G::is_claim(*action));
            }
            !listed.is_empty()
        };
        let seats = plan.size.seats;
        let mut seat = if G::RACE.is_some() {
            // In a race seats alternate, from the one after the last actor.
            actors.next_after(self.seat, seats)
        } else if let Some(window) = G::SEALED.and_then(|sealed| (sealed.window)(state)) {
            if actors.contains(window.first) {
                Some(window.first)
            } else {
                actors.next_after(window.first, seats)
            }
        } else {
            actors.first()
        };
        for _ in 0..seats {
            let Some(actor) = seat else { break };
            if may_act(actor) {
                self.seat = actor;
                break;
            }
            seat = actors.next_after(actor, seats);
        }
        debug_assert!(!self.listed.is_empty(), "an actor has a listed action");
        self.said.clear();
        self.numbers.clear();
        self.tokens.clear();
        self.ends.clear();
        if plan.options.actions == Actions::Flat {
            self.numbers.extend(self.listed.iter().map(|action| G::flat(*action)));
            return;
        }
        for action in &self.listed {
            G::say(*action, &mut Tokens::new(&mut self.tokens));
            self.ends.push(self.tokens.len());
        }
        self.left.clear();
        self.left.extend(0..self.listed.len());
    }

    /// Returns the tokens of a listed action.
    fn tokens_of(&self, index: usize) -> &[u8] {
        let begin = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.tokens[begin..self.ends[index]]
    }

    /// Returns the token that follows the said ones in a listed action.
    fn token_after(&self, index: usize) -> u8 {
        self.tokens_of(index).get(self.said.len()).copied().unwrap_or(end::<G>())
    }

    /// Finds the step for a number, or the reason why it is illegal.
    pub(crate) fn check(&mut self, plan: &Plan<G>, action: i32) -> Result<(), Box<Rejection>> {
        let next = match plan.options.actions {
            Actions::Flat => {
                let number = self.numbers.iter().position(|number| i32::from(*number) == action);
                number.map(Next::Play)
            }
            Actions::List { .. } => {
                usize::try_from(action).ok().filter(|index| *index < self.listed.len()).map(Next::Play)
            }
            Actions::Tokens => {
                let token = u8::try_from(action).ok();
                let mut fitting = self.left.iter().filter(|index| Some(self.token_after(**index)) == token);
                match (fitting.next(), fitting.next(), token) {
                    (Some(only), None, _) => Some(Next::Play(*only)),
                    (Some(_), Some(_), Some(token)) => Some(Next::Say(token)),
                    _ => None,
                }
            }
        };
        self.next = next.ok_or_else(|| Box::new(self.rejection(plan, action)))?;
        Ok(())
    }

    /// Returns the reason why a number is illegal.
    fn rejection(&self, plan: &Plan<G>, number: i32) -> Rejection {
        let unreadable =
            |sentence: String| PlayError::<G::Illegal>::Unreadable(ParseActionError(sentence)).into();
        let meant = match plan.options.actions {
            Actions::Flat => u16::try_from(number)
                .ok()
                .and_then(|number| G::from_flat(number, &G::view(&self.state, Viewer::Seat(self.seat)))),
            Actions::List { .. } => None,
            Actions::Tokens => {
                let mut said = self.said.clone();
                said.extend(u8::try_from(number).ok().filter(|token| *token != end::<G>()));
                said.iter()
                    .all(|token| usize::from(*token) < G::TOKENS.len())
                    .then(|| text::<G>(&said))
                    .and_then(|text| G::read_action(&self.state, &text).ok())
            }
        };
        match meant.map(|action| (action, G::validate(&self.state, self.seat, action))) {
            Some((_, Err(illegal))) => Rejection::illegal(&illegal),
            Some((action, Ok(()))) => unreadable(format!("“{action}” is not listed here")),
            None => unreadable(match plan.options.actions {
                Actions::Flat => "the number is not an action here".to_owned(),
                Actions::List { .. } => {
                    format!("the number is not in the list of {} actions", self.listed.len())
                }
                Actions::Tokens => {
                    format!("no listed action continues like this after “{}”", text::<G>(&self.said))
                }
            }),
        }
    }

    /// Performs the step that [`check`](Self::check) found, and writes the row.
    pub(crate) fn step(&mut self, plan: &Plan<G>, out: RowBuffers<'_>) -> Result<(), [usize; 2]> {
        out.rewards.fill(0.0);
        *out.terminated = false;
        match self.next {
            Next::Say(token) => {
                let (tokens, ends, at) = (&self.tokens, &self.ends, self.said.len());
                self.left.retain(|index| {
                    let begin = index.checked_sub(1).map_or(0, |before| ends[before]);
                    tokens[begin..ends[*index]].get(at) == Some(&token)
                });
                self.said.push(token);
            }
            Next::Play(index) => {
                let (seat, action) = (self.seat, self.listed[index]);
                self.push_entry(Entry::Action(seat, action));
                G::apply_quietly(&mut self.state, seat, action);
                *out.terminated = self.advance(plan, out.rewards);
            }
        }
        self.show(plan, out)
    }

    /// Writes the observation of a seat. Only the seat to act sees the tokens said so far.
    pub(crate) fn observe(&self, plan: &Plan<G>, seat: Seat, observation: &mut [u8]) {
        observation.fill(0);
        let (seen, said) = observation.split_at_mut(plan.shape.said_from);
        let view = G::view(&self.state, Viewer::Seat(seat));
        let mut columns = Columns::new(seen, G::LAYOUT, plan.size);
        G::observe(&view, seat, &mut columns);
        debug_assert!(columns.is_complete(), "every block is written");
        if plan.options.actions == Actions::Tokens {
            said.fill(end::<G>());
            let own = if seat == self.seat { self.said.as_slice() } else { &[] };
            let last = &own[own.len().saturating_sub(SAID)..];
            said[..last.len()].copy_from_slice(last);
        }
    }

    /// Writes the row. If the list is too short, it returns the number of actions and the tokens of
    /// the longest one.
    pub(crate) fn show(&self, plan: &Plan<G>, out: RowBuffers<'_>) -> Result<(), [usize; 2]> {
        let RowBuffers { observation, mask, player, legal_tokens, .. } = out;
        *player = u8::from(self.seat);
        mask.fill(0);
        self.observe(plan, self.seat, observation);
        match plan.options.actions {
            Actions::Flat => self.numbers.iter().for_each(|number| mask[usize::from(*number)] = 1),
            Actions::Tokens => {
                for index in &self.left {
                    mask[usize::from(self.token_after(*index))] = 1;
                }
            }
            Actions::List { actions, tokens } => {
                let longest =
                    (0..self.listed.len()).map(|index| self.tokens_of(index).len()).max().unwrap_or_default();
                if self.listed.len() > actions || longest > tokens {
                    return Err([self.listed.len(), longest]);
                }
                mask[..self.listed.len()].fill(1);
                legal_tokens.fill(end::<G>());
                for (index, out) in (0..self.listed.len()).zip(legal_tokens.chunks_exact_mut(tokens)) {
                    let said = self.tokens_of(index);
                    out[..said.len()].copy_from_slice(said);
                }
            }
        }
        Ok(())
    }

    /// Returns the next number of a random action, with the remaining actions equally likely.
    pub(crate) fn sample(&mut self, plan: &Plan<G>) -> i32 {
        match plan.options.actions {
            Actions::Flat => i32::from(self.sampler.pick(&self.numbers)),
            Actions::List { .. } => self.sampler.below(self.listed.len()) as i32,
            Actions::Tokens => {
                let index = self.sampler.pick(&self.left);
                i32::from(self.token_after(index))
            }
        }
    }

    /// Returns the next number for a listed action. `None` if it is not listed, or if other tokens
    /// were said.
    pub(crate) fn number(&self, plan: &Plan<G>, action: G::Action) -> Option<i32> {
        let index = self.listed.iter().position(|listed| *listed == action)?;
        match plan.options.actions {
            Actions::Flat => self.numbers.get(index).map(|number| i32::from(*number)),
            Actions::List { .. } => i32::try_from(index).ok(),
            Actions::Tokens => self.left.contains(&index).then(|| i32::from(self.token_after(index))),
        }
    }

    /// Returns a legal number as text: its action, or its token.
    pub(crate) fn text(&self, plan: &Plan<G>, number: i32) -> Option<String> {
        let listed = |index: usize| self.listed.get(index).map(ToString::to_string);
        match plan.options.actions {
            Actions::Flat => listed(self.numbers.iter().position(|listed| i32::from(*listed) == number)?),
            Actions::List { .. } => listed(usize::try_from(number).ok()?),
            Actions::Tokens => {
                let token = u8::try_from(number).ok()?;
                self.left.iter().find(|index| self.token_after(**index) == token)?;
                Some(G::TOKENS.get(usize::from(token)).map_or("end", |word| word).to_owned())
            }
        }
    }

    fn push_entry(&mut self, entry: Entry<G>) {
        if let Some(deal) = self.record.last_mut() {
            deal.entries.push(entry);
        }
    }

    pub(crate) fn record(&self, plan: &Plan<G>) -> Record<G> {
        Record { setup: plan.setup.clone(), dealer: self.dealer, deals: self.record.clone() }
    }

    pub(crate) const fn state(&self) -> &G::State {
        &self.state
    }

    pub(crate) const fn seat(&self) -> Seat {
        self.seat
    }

    pub(crate) fn listed(&self) -> &[G::Action] {
        &self.listed
    }
}

/// Returns the end token.
pub(crate) const fn end<G: Encode>() -> u8 {
    G::TOKENS.len() as u8
}

/// Returns tokens as text, as in a record.
pub(crate) fn text<G: Encode>(tokens: &[u8]) -> String {
    let words: Vec<&str> = tokens.iter().map(|token| G::TOKENS[usize::from(*token)]).collect();
    words.join(" ").replace("[ ", "[").replace(" ]", "]")
}
