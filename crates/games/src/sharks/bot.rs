//! Bots of Sharks, and the heuristics for prices, bids and Tools.

use super::action::{Choice, Play, Target};
use super::search::Searched;
use super::sets::{Effect, Kind, Side, Tool};
use super::state::{Played, Share, Stage, State};
use super::{Action, Sharks, auction, rules};
use bots::Ismcts;
use cards::{Rng, Seat, Viewer};
use engine::{Bot, Observation};

pub(super) const BOTS: &[&str] = &["heuristic"];

pub(super) fn bot(name: &str) -> Option<Box<dyn Bot<Sharks>>> {
    match name {
        "heuristic" => Some(Box::new(Heuristic)),
        name => Ismcts::<Searched>::named(name),
    }
}

/// Bot that bids up to a fair price, plays the Tool with the highest gain, and saves reactions for
/// harmful Tools.
struct Heuristic;

impl Bot<Sharks> for Heuristic {
    fn choose(&mut self, seen: &Observation<Sharks>, seat: Seat, rng: &mut Rng) -> Action {
        choose(&DEFAULT_PARAMETERS, &seen.view.known, seat, &seen.legal, rng)
    }
}

/// Returns the playout action of `seat`: that of [`choose`], without a list of all bids.
pub(super) fn playout_action(
    parameters: &Parameters,
    state: &State,
    seat: Seat,
    actions: &mut Vec<Action>,
    rng: &mut Rng,
) -> Action {
    if matches!(state.stage, Stage::Bid(_)) {
        let (from, to) = PlayerKnowledge::new(parameters, state, seat).bids();
        if let Some(bid) = auction::bid_between(state, seat, from, to) {
            return bid;
        }
    }
    actions.clear();
    rules::legal_actions(state, seat, actions);
    match actions[..] {
        // The evaluation of a state takes longer than the list of its actions.
        [only] => only,
        _ => choose(parameters, state, seat, actions, rng),
    }
}

/// Returns one of the `legal` actions, based on the knowledge of `seat`.
pub(super) fn choose(
    parameters: &Parameters,
    state: &State,
    seat: Seat,
    legal: &[Action],
    rng: &mut Rng,
) -> Action {
    let knowledge = PlayerKnowledge::new(parameters, state, seat);
    let chosen = match state.stage {
        Stage::Bid(_) => knowledge.bid(legal),
        Stage::Tool(_) => knowledge.tool(legal, rng),
        Stage::Window(_) => knowledge.answer(legal),
        Stage::Give(..) => legal.iter().copied().min_by_key(|action| discard_cost(*action)),
        Stage::Flip(_) => knowledge.flip(legal),
        Stage::Shuffle(_) | Stage::Over | Stage::Busy => None,
    };
    chosen.unwrap_or(legal[0])
}

/// Returns the cost of a discard: its total value.
fn discard_cost(action: Action) -> u16 {
    if let Action::Give(cards) = action { cards.total() } else { 0 }
}

/// Parameters of the evaluation of prices and values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameters {
    /// Price of a lot of two in an auction of average cards, by the number of players from two.
    price: [f32; 5],
    /// Fraction of the hand bid for an average lot, by the number of players from two.
    share: [f32; 5],
    /// Maximum fraction of the hand bid up to the fair price.
    reserve: f32,
    /// Weight of the square root of the lot's value in its price. It lowers the price of valuable
    /// lots and raises that of cheap ones.
    root: f32,
    /// Minimum harm that triggers a reaction.
    min_harm: f32,
    /// Value of turning or exchanging a card of the row.
    row: f32,
}

/// Default parameters, set by parameters.
pub(super) const DEFAULT_PARAMETERS: Parameters = Parameters {
    price: [13.0, 17.0, 20.0, 22.0, 24.0],
    share: [0.45, 0.55, 0.65, 0.7, 0.75],
    reserve: 0.9,
    root: 0.0,
    min_harm: 2.5,
    row: 0.5,
};

/// Parameters that win more against [`DEFAULT_PARAMETERS`] with two players, found by trial: `docs/bot-strength.md`. For
/// more players they are the same.
pub(super) const TWO_PLAYER_PARAMETERS: Parameters = Parameters {
    price: [11.0, 17.0, 20.0, 22.0, 24.0],
    share: [0.4, 0.55, 0.65, 0.7, 0.75],
    reserve: 1.0,
    root: 0.55,
    min_harm: 2.1,
    row: 0.7,
};

/// Value of a lot of two average Investments.
const AVERAGE_LOT_VALUE: f32 = 8.2;

/// Fraction of the price limit for an opening bid. Lower openings only take longer.
const OPENING_FRACTION: f32 = 0.4;

/// Value of an unknown Tool in hand, in points.
const TOOL_VALUE: f32 = 1.2;

/// Minimum gain of a Tool that is played, since it may be more valuable later.
const MIN_TOOL_GAIN: f32 = 0.4;

/// Evaluation of a state from the knowledge of one seat.
struct PlayerKnowledge<'a> {
    parameters: &'a Parameters,
    state: &'a State,
    seat: Seat,
    /// Value of an unknown Investment.
    unknown: f32,
    /// Points per unit of Capital value.
    rate: f32,
    /// Value of a Capital card in points.
    card: f32,
}

impl<'a> PlayerKnowledge<'a> {
    fn new(parameters: &'a Parameters, state: &'a State, seat: Seat) -> Self {
        let set = state.options.set;
        let rate = rate(parameters, state);
        let (mut count, mut value) = (set.investment_count(), set.investment_total());
        for share in state.shares() {
            let number = share.hidden_from(Viewer::Seat(seat)).investment;
            if number > 0 {
                count -= 1.0;
                value -= f32::from(set.investment(number).value);
            }
        }
        let unknown = if count > 0.0 { value / count } else { 0.0 };
        Self { parameters, state, seat, unknown, rate, card: rate * set.capital_mean() }
    }

    /// Returns the mean value of the bonus of an unknown Investment.
    fn unknown_bonus(&self) -> f32 {
        let known = self.state.shares().map(|share| share.hidden_from(Viewer::Seat(self.seat)).investment);
        let known = known.fold(0_u64, |known, number| known | 1 << number);
        let hidden = self.state.options.set.investments().filter(|number| known >> number & 1 == 0);
        let (count, bonus) =
            hidden.fold((0.0_f32, 0.0), |(count, bonus), number| (count + 1.0, bonus + self.bonus(number)));
        bonus / count.max(1.0)
    }

    fn seats(&self) -> usize {
        usize::from(self.state.options.seats)
    }

    /// Returns the estimated number of game rounds still to begin.
    fn rounds_left(&self) -> f32 {
        let max = Seat::all(self.state.options.seats).map(|seat| self.state.investments(seat)).max();
        let likely = if max.unwrap_or(0) >= 3 { 1 } else { 2 };
        f32::from((4 - self.state.round).min(likely))
    }

    /// Returns the value of the bonus of an Investment.
    fn bonus(&self, number: u8) -> f32 {
        let effects = self.state.options.set.investment(number).bonus;
        effects.into_iter().flatten().map(|effect| self.plain(effect)).sum()
    }

    /// Returns the value of an effect without targets.
    fn plain(&self, effect: Effect) -> f32 {
        match effect {
            Effect::DrawCapital(number) => f32::from(number) * self.card,
            Effect::DrawTools(number) => f32::from(number) * TOOL_VALUE,
            Effect::DrawCapitalPerUp(number) => f32::from(number * self.state.face_up(self.seat)) * self.card,
            // The loss of all others together counts as much as the same loss of one rival would.
            Effect::OthersDiscardCapital(number) => f32::from(number) * self.card * 0.4,
            _ => 0.0,
        }
    }

    /// Returns the value of an Investment, as far as this seat knows.
    fn value(&self, share: Share) -> f32 {
        match share.hidden_from(Viewer::Seat(self.seat)).investment {
            0 => self.unknown,
            number => f32::from(self.state.options.set.investment(number).value),
        }
    }

    fn portfolio(&self, seat: Seat) -> f32 {
        self.state.portfolio(seat).map(|share| self.value(share)).sum()
    }

    /// Returns the value of the best portfolio of another player.
    fn rival(&self) -> f32 {
        let others = Seat::all(self.state.options.seats).filter(|other| *other != self.seat);
        others.map(|other| self.portfolio(other)).fold(f32::NEG_INFINITY, f32::max)
    }

    /// Returns the value of the lot: its cards, the bonuses and income of face-up cards, and the
    /// option to turn up the others.
    fn lot(&self) -> f32 {
        let first = 2 * usize::from(self.state.auction);
        let cards = self.state.row.get(first..first + 2).unwrap_or_default().iter().flatten();
        let income = self.rounds_left() * self.card;
        cards
            .map(|share| {
                let bonus = if share.up { self.bonus(share.investment) + income } else { 0.3 };
                self.value(*share) + bonus
            })
            .sum()
    }

    /// Returns the maximum Capital to bid for the lot.
    fn limit(&self) -> f32 {
        let state = self.state;
        let purse = f32::from(state.hands[self.seat].plus(state.bids[self.seat]).total());
        let lot = self.lot();
        let own = self.portfolio(self.seat);
        let ends_for = |seat| state.investments(seat) >= 3;
        if ends_for(self.seat) {
            // Winning it ends the game, which is good only for the leader.
            return if own + lot > self.rival() { purse } else { 0.0 };
        }
        let last = state.round == 4 && state.auction == 2;
        let rival = state.highest.filter(|rival| ends_for(*rival));
        if rival.is_some_and(|rival| self.portfolio(rival) + lot > own) {
            return purse;
        }
        if lot <= 0.0 {
            return 0.0;
        }
        if last {
            return purse;
        }
        let Parameters { price, share, reserve, root, .. } = self.parameters;
        let size = lot / AVERAGE_LOT_VALUE;
        let size = size + root * (size.sqrt() - size);
        let share = share[self.seats() - 2] * size;
        let fair = price[self.seats() - 2] * size;
        // The fair price or the planned fraction of the hand, whichever is higher. A large hand can
        // afford more than the price.
        purse.min((share * purse).max(fair.min(purse * reserve)))
    }

    /// Returns the range of totals to bid.
    fn bids(&self) -> (f32, f32) {
        let limit = self.limit();
        let highest = f32::from(auction::highest_bid(self.state));
        ((limit * OPENING_FRACTION).max(highest + 1.0), limit)
    }

    /// Returns the lowest bid in the range, or a pass.
    fn bid(&self, legal: &[Action]) -> Option<Action> {
        let (from, limit) = self.bids();
        let bids = legal.iter().filter_map(|action| match action {
            Action::Bid(cards) => Some((f32::from(cards.total()), *action)),
            _ => None,
        });
        let affordable = bids.filter(|(total, _)| *total <= limit);
        let worse = |(total, _): &(f32, Action)| if *total >= from { *total } else { 1000.0 - total };
        affordable
            .min_by(|a, b| worse(a).total_cmp(&worse(b)))
            .map(|(_, action)| action)
            .or(Some(Action::Pass))
    }

    /// Returns a legal action that turns over a card unknown to this seat. `None` if there is none.
    fn flip(&self, legal: &[Action]) -> Option<Action> {
        let known = |action: &Action| match action {
            Action::Flip(index) => {
                let share = self.state.row[usize::from(*index) - 1];
                share.is_some_and(|share| share.hidden_from(Viewer::Seat(self.seat)).investment > 0)
            }
            _ => false,
        };
        legal.iter().copied().min_by_key(known)
    }

    /// Returns the Tool with the highest gain, or a pass.
    fn tool(&self, legal: &[Action], rng: &mut Rng) -> Option<Action> {
        let mut best = (MIN_TOOL_GAIN, Action::Pass);
        for action in legal {
            let Action::Tool(play) = action else { continue };
            // A small random term varies the choice among equal targets.
            let gain = self.gain(self.seat, play) + (rng.below(100) as f32) * 0.001;
            if gain > best.0 {
                best = (gain, *action);
            }
        }
        Some(best.1)
    }

    /// Returns the gain of `actor` from a play, with Capital valued from the view of this seat.
    fn gain(&self, actor: Seat, play: &Play) -> f32 {
        let mut targets = play.targets();
        let mut gain = 0.0;
        let turned_twice = play.targets[0] == play.targets[1];
        for (part, effect) in self.effects(play).enumerate() {
            gain += self.effect(actor, effect, &mut targets, part == 1 && turned_twice);
        }
        gain - f32::from(play.pay.total()) * self.rate
    }

    /// Returns the effects of a play.
    fn effects(&self, play: &Play) -> impl Iterator<Item = Effect> + use<> {
        let chosen = match (self.state.options.set.tool(play.tool), play.choice) {
            (None, _) => [None, None],
            (Some(Tool { effects, .. }), Some(Choice::Second)) => [effects[1], None],
            (Some(Tool { kind: Kind::TwoPart, effects, .. }), None) => effects,
            (Some(Tool { effects, .. }), _) => [effects[0], None],
        };
        chosen.into_iter().flatten()
    }

    fn effect(
        &self,
        actor: Seat,
        effect: Effect,
        targets: &mut impl Iterator<Item = Target>,
        again: bool,
    ) -> f32 {
        let mut share = || {
            let target = targets.next()?;
            self.state.share_at(actor, target)
        };
        let income = self.rounds_left() * self.card;
        let others = self.seats() as f32 - 1.0;
        match effect {
            Effect::TurnOwn(Side::Up) => share().map_or(0.0, |share| {
                let number = share.hidden_from(Viewer::Seat(self.seat)).investment;
                let bonus = if number == 0 { self.unknown_bonus() } else { self.bonus(number) };
                // A card turned down only to be turned up again adds no income.
                bonus + if again { income } else { income * 0.9 }
            }),
            Effect::TurnOwn(Side::Down) => share().map_or(0.0, |_| -income),
            Effect::TurnOther(_) => share().map_or(0.0, |_| income / others + 0.2),
            Effect::DiscardOwn => share().map_or(0.0, |share| -self.value(share)),
            Effect::TakeDown => {
                let target = targets.next();
                target.map_or(0.0, |target| self.taken(actor, target))
            }
            Effect::SwapDown => {
                let (mine, theirs) = (share(), share());
                mine.zip(theirs).map_or(0.0, |(mine, theirs)| self.value(theirs) - self.value(mine))
            }
            Effect::Look => 0.5,
            Effect::TurnRow(_) | Effect::ExchangeRow => self.parameters.row,
            Effect::OtherDiscardsCapital(number) => {
                let richest = targets.next().map_or(0.0, |target| match target {
                    Target::Player(other) => f32::from(self.state.hands[other].len()) * 0.05,
                    _ => 0.0,
                });
                f32::from(number) * self.card * 0.6 / others.sqrt() + richest
            }
            Effect::TakeTool => TOOL_VALUE * (1.0 + 1.0 / others),
            plain => self.plain(plain),
        }
    }

    /// Returns the gain from taking an Investment. It may end the game, and its owner has one
    /// Investment less then.
    fn taken(&self, actor: Seat, target: Target) -> f32 {
        let Some(share) = self.state.share_at(actor, target) else { return 0.0 };
        let value = self.value(share);
        if actor == self.seat && self.state.investments(actor) == 4 {
            let after = |seat: Seat| match target {
                Target::Portfolio(owner, _) if owner == seat => self.portfolio(seat) - value,
                _ => self.portfolio(seat),
            };
            let others = Seat::all(self.state.options.seats).filter(|other| *other != actor);
            let rival = others.map(after).fold(f32::NEG_INFINITY, f32::max);
            return if self.portfolio(actor) + value > rival { 20.0 } else { -20.0 };
        }
        value
    }

    /// Reacts to harmful Tools, and to the cancellation of the seat's own Tool.
    fn answer(&self, legal: &[Action]) -> Option<Action> {
        let reaction = legal.iter().copied().find(|action| matches!(action, Action::React(_)))?;
        let Some(Played { seat, play, chain }) = &self.state.played else { return Some(Action::Let) };
        let cancelled = chain.len() % 2 == 1;
        let matters = if *seat == self.seat {
            cancelled && self.gain(*seat, play) > self.parameters.min_harm
        } else {
            !cancelled && self.harm(*seat, play) > self.parameters.min_harm
        };
        Some(if matters { reaction } else { Action::Let })
    }

    /// Returns the cost for this seat of another player's play.
    fn harm(&self, actor: Seat, play: &Play) -> f32 {
        let targets_me = play.targets().any(|target| match target {
            Target::Portfolio(owner, _) | Target::Player(owner) => owner == self.seat,
            Target::None | Target::Own(_) | Target::Row(_) => false,
        });
        let gain = self.gain(actor, play);
        // A gain of another player is shared by all opponents; a loss of this seat is its own. Only
        // a taken Investment increases a portfolio. Turning or exchanging one cannot end the game.
        let takes = self.effects(play).any(|effect| effect == Effect::TakeDown);
        let target = play.targets().find(|target| matches!(target, Target::Portfolio(..)));
        let taken = target.filter(|_| takes && self.state.investments(actor) == 4);
        let others = self.seats() as f32 - 1.0;
        if let Some(target) = taken {
            let value = self.state.share_at(actor, target).map_or(self.unknown, |share| self.value(share));
            let lost = if targets_me { value } else { 0.0 };
            let loses = self.portfolio(actor) + value > self.portfolio(self.seat) - lost;
            // An end of the game that this seat wins is welcome.
            if loses { 20.0 } else { -20.0 }
        } else if targets_me {
            gain.max(0.0) + self.card
        } else {
            gain / others
        }
    }
}

/// Returns the points per unit of Capital value. It is close to zero when nothing is left to buy.
fn rate(parameters: &Parameters, state: &State) -> f32 {
    let last = state.round == 4 && state.auction == 2 && !matches!(state.stage, Stage::Bid(_));
    if last { 0.01 } else { AVERAGE_LOT_VALUE / parameters.price[usize::from(state.options.seats) - 2] * 0.8 }
}
