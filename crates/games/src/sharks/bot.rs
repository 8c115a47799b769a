//! The game's own rules of thumb: what a lot is worth, how much to bid for it, which Tool is worth its price.

use super::action::{Choice, Play, Target};
use super::search::Searched;
use super::sets::{Effect, Kind, Side, Tool};
use super::state::{Played, Share, Stage, State};
use super::{Action, Sharks, auction, rules};
use bots::Ismcts;
use cards::{Rng, Seat, Viewer};
use engine::{Bot, Observation};

pub(super) const BOTS: &[&str] = &["greedy"];

pub(super) fn bot(name: &str) -> Option<Box<dyn Bot<Sharks>>> {
    match name {
        "greedy" => Some(Box::new(Greedy)),
        name => Ismcts::<Searched>::named(name),
    }
}

/// Bids up to what a lot should cost, plays the Tool that gains most, and keeps its reactions for what would hurt.
struct Greedy;

impl Bot<Sharks> for Greedy {
    fn choose(&mut self, seen: &Observation<Sharks>, seat: Seat, rng: &mut Rng) -> Action {
        choose(&PLAIN, &seen.view.known, seat, &seen.legal, rng)
    }
}

/// What a search plays on with: whatever [`choose`] says, without listing every bid.
pub(super) fn playout_action(
    judgement: &Judgement,
    state: &State,
    seat: Seat,
    actions: &mut Vec<Action>,
    rng: &mut Rng,
) -> Action {
    if matches!(state.stage, Stage::Bid(_)) {
        let (from, to) = PlayerKnowledge::new(judgement, state, seat).bids();
        if let Some(bid) = auction::bid_between(state, seat, from, to) {
            return bid;
        }
    }
    actions.clear();
    rules::legal_actions(state, seat, actions);
    match actions[..] {
        // What a state is worth takes longer to judge than to list what can be done.
        [only] => only,
        _ => choose(judgement, state, seat, actions, rng),
    }
}

/// One of the `legal` actions, chosen by what `seat` sees.
pub(super) fn choose(
    judgement: &Judgement,
    state: &State,
    seat: Seat,
    legal: &[Action],
    rng: &mut Rng,
) -> Action {
    let sight = PlayerKnowledge::new(judgement, state, seat);
    let chosen = match state.stage {
        Stage::Bid(_) => sight.bid(legal),
        Stage::Tool(_) => sight.tool(legal, rng),
        Stage::Window(_) => sight.answer(legal),
        Stage::Give(..) => legal.iter().copied().min_by_key(|action| given(*action)),
        Stage::Flip(_) => sight.flip(legal),
        Stage::Shuffle(_) | Stage::Over | Stage::Busy => None,
    };
    chosen.unwrap_or(legal[0])
}

/// What a gift costs: its value, and of equal ones the one with fewer low cards left.
fn given(action: Action) -> u16 {
    if let Action::Give(cards) = action { cards.total() } else { 0 }
}

/// What somebody thinks of prices and worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judgement {
    /// What a lot of two costs in an auction of average cards, by the number of players from two.
    price: [f32; 5],
    /// How much of the hand is bid for an average lot, by the number of players from two.
    share: [f32; 5],
    /// The most of the hand that is bid for what a lot should cost.
    reserve: f32,
    /// How much of what a lot costs follows the square root of its worth: less for dear lots, more for cheap ones.
    root: f32,
    /// A reaction is kept for what costs its holder so much.
    worth_cancelling: f32,
    /// What it is worth to turn or to exchange a card of the row.
    row: f32,
}

/// The rules of thumb: judgement, not the outcome of a search.
pub(super) const PLAIN: Judgement = Judgement {
    price: [13.0, 17.0, 20.0, 22.0, 24.0],
    share: [0.45, 0.55, 0.65, 0.7, 0.75],
    reserve: 0.9,
    root: 0.0,
    worth_cancelling: 2.5,
    row: 0.5,
};

/// What wins more against them between two, found by trial: `docs/bot-strength.md`. Of more players it knows no better.
pub(super) const SHREWD: Judgement = Judgement {
    price: [11.0, 17.0, 20.0, 22.0, 24.0],
    share: [0.4, 0.55, 0.65, 0.7, 0.75],
    reserve: 1.0,
    root: 0.55,
    worth_cancelling: 2.1,
    row: 0.7,
};

/// What a lot of two average Investments is worth.
const LOT: f32 = 8.2;

/// A bid begins at this part of what the lot may cost: whoever begins lower only takes longer.
const OPENING: f32 = 0.4;

/// A Tool in the hand, unknown, is worth so much in points.
const TOOL: f32 = 1.2;

/// A Tool must gain so much to be played: it may be worth more later.
const WORTH_PLAYING: f32 = 0.4;

/// What one seat makes of what it sees.
struct PlayerKnowledge<'a> {
    judgement: &'a Judgement,
    state: &'a State,
    seat: Seat,
    /// What an Investment is worth that is not known.
    unknown: f32,
    /// What one of value in Capital is worth, in points.
    rate: f32,
    /// What a Capital card is worth, in points.
    card: f32,
}

impl<'a> PlayerKnowledge<'a> {
    fn new(judgement: &'a Judgement, state: &'a State, seat: Seat) -> Self {
        let set = state.options.set;
        let rate = rate(judgement, state);
        let (mut count, mut value) = (set.investment_count(), set.investment_total());
        for share in state.shares() {
            let number = share.hidden_from(Viewer::Seat(seat)).investment;
            if number > 0 {
                count -= 1.0;
                value -= f32::from(set.investment(number).value);
            }
        }
        let unknown = if count > 0.0 { value / count } else { 0.0 };
        Self { judgement, state, seat, unknown, rate, card: rate * set.capital_mean() }
    }

    /// What the bonus of an Investment brings that is not known.
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

    /// Rounds that are still to begin, if nobody ends the game before.
    fn rounds_left(&self) -> f32 {
        let max = Seat::all(self.state.options.seats).map(|seat| self.state.investments(seat)).max();
        let likely = if max.unwrap_or(0) >= 3 { 1 } else { 2 };
        f32::from((4 - self.state.round).min(likely))
    }

    /// What the bonus of an Investment is worth.
    fn bonus(&self, number: u8) -> f32 {
        let effects = self.state.options.set.investment(number).bonus;
        effects.into_iter().flatten().map(|effect| self.plain(effect)).sum()
    }

    /// What an effect is worth that aims at nothing.
    fn plain(&self, effect: Effect) -> f32 {
        match effect {
            Effect::DrawCapital(number) => f32::from(number) * self.card,
            Effect::DrawTools(number) => f32::from(number) * TOOL,
            Effect::DrawCapitalPerUp(number) => f32::from(number * self.state.face_up(self.seat)) * self.card,
            // What all others lose together is worth as much as one of them has more.
            Effect::OthersDiscardCapital(number) => f32::from(number) * self.card * 0.4,
            _ => 0.0,
        }
    }

    /// What an Investment counts, as far as this seat can tell.
    fn value(&self, share: Share) -> f32 {
        match share.hidden_from(Viewer::Seat(self.seat)).investment {
            0 => self.unknown,
            number => f32::from(self.state.options.set.investment(number).value),
        }
    }

    fn portfolio(&self, seat: Seat) -> f32 {
        self.state.portfolio(seat).map(|share| self.value(share)).sum()
    }

    /// The most valuable portfolio of the others.
    fn rival(&self) -> f32 {
        let others = Seat::all(self.state.options.seats).filter(|other| *other != self.seat);
        others.map(|other| self.portfolio(other)).fold(f32::NEG_INFINITY, f32::max)
    }

    /// What the lot brings: its value, the bonuses of what is up, the income of what is up, and what can be turned up.
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

    /// How much Capital the lot may cost.
    fn limit(&self) -> f32 {
        let state = self.state;
        let purse = f32::from(state.hands[self.seat].plus(state.bids[self.seat]).total());
        let lot = self.lot();
        let own = self.portfolio(self.seat);
        let ends_for = |seat| state.investments(seat) >= 3;
        if ends_for(self.seat) {
            // Winning it ends the game: that is good for whoever is ahead then.
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
        let Judgement { price, share, reserve, root, .. } = self.judgement;
        let size = lot / LOT;
        let size = size + root * (size.sqrt() - size);
        let share = share[self.seats() - 2] * size;
        let fair = price[self.seats() - 2] * size;
        // As much as it should cost, or what the hand allows; who holds much can afford more than that.
        purse.min((share * purse).max(fair.min(purse * reserve)))
    }

    /// What a bid should come to at least, and at most.
    fn bids(&self) -> (f32, f32) {
        let limit = self.limit();
        let highest = f32::from(auction::highest_bid(self.state));
        ((limit * OPENING).max(highest + 1.0), limit)
    }

    /// The lowest bid that counts, as long as the lot is worth it.
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

    /// A card this seat does not know: it learns something.
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

    /// The Tool that gains most, if one gains enough.
    fn tool(&self, legal: &[Action], rng: &mut Rng) -> Option<Action> {
        let mut best = (WORTH_PLAYING, Action::Pass);
        for action in legal {
            let Action::Tool(play) = action else { continue };
            // A little chance, so that equal aims are not always the first.
            let gain = self.gain(self.seat, play) + (rng.below(100) as f32) * 0.001;
            if gain > best.0 {
                best = (gain, *action);
            }
        }
        Some(best.1)
    }

    /// What a play brings `actor`, and through him this seat: its own gain, or what it suffers with the sign turned.
    fn gain(&self, actor: Seat, play: &Play) -> f32 {
        let mut targets = play.targets();
        let mut gain = 0.0;
        let turned_twice = play.targets[0] == play.targets[1];
        for (part, effect) in self.effects(play).enumerate() {
            gain += self.effect(actor, effect, &mut targets, part == 1 && turned_twice);
        }
        gain - f32::from(play.pay.total()) * self.rate
    }

    /// What a play does.
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
                // Turned down only to be turned up again, it brings no more income than before.
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
            Effect::TurnRow(_) | Effect::ExchangeRow => self.judgement.row,
            Effect::OtherDiscardsCapital(number) => {
                let richest = targets.next().map_or(0.0, |target| match target {
                    Target::Player(other) => f32::from(self.state.hands[other].len()) * 0.05,
                    _ => 0.0,
                });
                f32::from(number) * self.card * 0.6 / others.sqrt() + richest
            }
            Effect::TakeTool => TOOL * (1.0 + 1.0 / others),
            plain => self.plain(plain),
        }
    }

    /// What taking an Investment brings; it may end the game, with one Investment less for whoever held it.
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

    /// Reacts to what hurts, and to what cancels a Tool of its own that gains enough.
    fn answer(&self, legal: &[Action]) -> Option<Action> {
        let reaction = legal.iter().copied().find(|action| matches!(action, Action::React(_)))?;
        let Some(Played { seat, play, chain }) = &self.state.played else { return Some(Action::Let) };
        let cancelled = chain.len() % 2 == 1;
        let matters = if *seat == self.seat {
            cancelled && self.gain(*seat, play) > self.judgement.worth_cancelling
        } else {
            !cancelled && self.harm(*seat, play) > self.judgement.worth_cancelling
        };
        Some(if matters { reaction } else { Action::Let })
    }

    /// What a play of another costs this seat.
    fn harm(&self, actor: Seat, play: &Play) -> f32 {
        let targets_me = play.targets().any(|target| match target {
            Target::Portfolio(owner, _) | Target::Player(owner) => owner == self.seat,
            Target::None | Target::Own(_) | Target::Row(_) => false,
        });
        let gain = self.gain(actor, play);
        // Whatever helps another helps against all; what is taken from this seat hurts it most.
        // Only what is taken makes one more: to turn one or to exchange it ends nothing.
        let takes = self.effects(play).any(|effect| effect == Effect::TakeDown);
        let target = play.targets().find(|target| matches!(target, Target::Portfolio(..)));
        let taken = target.filter(|_| takes && self.state.investments(actor) == 4);
        let others = self.seats() as f32 - 1.0;
        if let Some(target) = taken {
            let value = self.state.share_at(actor, target).map_or(self.unknown, |share| self.value(share));
            let lost = if targets_me { value } else { 0.0 };
            let loses = self.portfolio(actor) + value > self.portfolio(self.seat) - lost;
            // Where the end of the game is ours, let it come.
            if loses { 20.0 } else { -20.0 }
        } else if targets_me {
            gain.max(0.0) + self.card
        } else {
            gain / others
        }
    }
}

/// What one of value in Capital is worth in points: nothing, when nothing can be bought any more.
fn rate(judgement: &Judgement, state: &State) -> f32 {
    let last = state.round == 4 && state.auction == 2 && !matches!(state.stage, Stage::Bid(_));
    if last { 0.01 } else { LOT / judgement.price[usize::from(state.options.seats) - 2] * 0.8 }
}
