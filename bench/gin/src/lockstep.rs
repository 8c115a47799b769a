//! One deal in both engines at once.

use crate::Failure;
use cards::{CardSet, Seat, parse_cards};
use games::gin_rummy::melds::{Meld, Melds};
use games::gin_rummy::{Action, State};
use gin_rummy::{Card, Hand, Player, Round, best_melds};
use gin_rummy_engine::{DrawAction, Layoff, Strategy, TurnAction, UpcardAction, View};

/// Converts a seat to the other engine's type.
pub(crate) fn player(seat: Seat) -> Player {
    if seat == Seat::new(0) { Player::One } else { Player::Two }
}

/// Converts a card from the other engine.
fn ours(card: Card) -> Result<cards::Card, Failure> {
    Ok(format!("{}{}", card.rank.letter(), card.suit.letter().to_ascii_lowercase()).parse()?)
}

/// Converts a card to the other engine's type.
fn theirs(card: cards::Card) -> Result<Card, Failure> {
    Ok(card.to_string().parse()?)
}

fn cards_of(hand: Hand) -> Result<CardSet, Failure> {
    hand.iter().map(ours).collect()
}

fn hand_of(cards: CardSet) -> Result<Hand, Failure> {
    cards.iter().map(theirs).collect()
}

/// Converts melds from the other engine.
fn melds_of(melds: gin_rummy::Melds) -> Result<Melds, Failure> {
    let mut found = Melds::EMPTY;
    for meld in melds.iter() {
        found.insert(Meld::of(cards_of(meld.cards())?).ok_or("no meld")?);
    }
    Ok(found)
}

/// Creates the same deal in the other engine.
pub(crate) fn round(state: &State) -> Result<Round, Failure> {
    let hands = [hand_of(state.hands[Seat::new(0)])?, hand_of(state.hands[Seat::new(1)])?];
    let stock = state.stock.as_slice().iter().map(|card| theirs(*card)).collect::<Result<_, _>>()?;
    let dealer = player(state.standing.dealer);
    let upcard = theirs(state.first_upcard)?;
    Ok(Round::from_deal(gin_rummy_engine::eaai_rules(), dealer, hands, upcard, stock)?)
}

/// Player of the other engine that performs our bot's choice, and notes the corresponding action
/// for our engine.
pub(crate) struct Scripted(pub(crate) Action, pub(crate) Result<Action, String>);

impl Scripted {
    /// Uses the melds of the other engine, so that both lay down the same.
    pub(crate) fn new(action: Action) -> Self {
        Self(action, Ok(action))
    }

    fn turn(&mut self, view: &View<'_>) -> Result<TurnAction, Failure> {
        let (Action::Discard(card) | Action::Knock(card, _) | Action::Gin(Some(card), _)) = self.0 else {
            return Err("no way to end a turn".into());
        };
        let discard = theirs(card)?;
        if let Action::Discard(_) = self.0 {
            return Ok(TurnAction::Discard(discard));
        }
        let melds = best_melds(view.hand() - discard.into());
        let named = Some(melds_of(melds)?);
        self.1 = Ok(match self.0 {
            Action::Knock(..) => Action::Knock(card, named),
            _ => Action::Gin(Some(card), named),
        });
        Ok(TurnAction::Knock { discard, melds })
    }

    fn lay_off(&self, view: &View<'_>) -> Result<Option<Layoff>, Failure> {
        let Action::LayOff { cards, meld } = self.0 else { return Ok(None) };
        let card = theirs(cards.first().ok_or("nothing laid off")?)?;
        let lies = hand_of(meld.cards())?;
        let meld = view.spread().position(|meld| meld.cards() == lies).ok_or("no such meld")?;
        Ok(Some(Layoff { card, meld }))
    }
}

impl Strategy for Scripted {
    fn offer_upcard(&mut self, _view: &View<'_>) -> UpcardAction {
        if self.0 == Action::Upcard { UpcardAction::Take } else { UpcardAction::Pass }
    }

    fn choose_draw(&mut self, _view: &View<'_>) -> DrawAction {
        if self.0 == Action::Upcard { DrawAction::TakeDiscard } else { DrawAction::Stock }
    }

    fn play_turn(&mut self, view: &View<'_>) -> TurnAction {
        self.turn(view).unwrap_or_else(|failure| {
            self.1 = Err(failure.to_string());
            TurnAction::BigGin(best_melds(view.hand()))
        })
    }

    fn choose_layoff(&mut self, view: &View<'_>) -> Option<Layoff> {
        self.lay_off(view).unwrap_or_else(|failure| {
            self.1 = Err(failure.to_string());
            None
        })
    }
}

/// Wrapper of a player that notes its actions in our notation.
pub(crate) struct Heard<'a> {
    pub(crate) player: &'a mut dyn Strategy,
    pub(crate) action: Result<Action, String>,
}

impl<'a> Heard<'a> {
    /// Draws from the stock unless asked, because after two passes nothing else is possible.
    pub(crate) fn new(player: &'a mut dyn Strategy) -> Self {
        Self { player, action: Ok(Action::Stock) }
    }

    fn note(&mut self, action: Result<Action, Failure>) {
        self.action = action.map_err(|failure| failure.to_string());
    }
}

fn ended(turn: TurnAction) -> Result<Action, Failure> {
    Ok(match turn {
        TurnAction::Discard(card) => Action::Discard(ours(card)?),
        TurnAction::Knock { discard, melds } => {
            let (card, named) = (ours(discard)?, Some(melds_of(melds)?));
            if melds.deadwood() == 0 { Action::Gin(Some(card), named) } else { Action::Knock(card, named) }
        }
        TurnAction::BigGin(melds) => Action::Gin(None, Some(melds_of(melds)?)),
    })
}

fn laid_off(layoff: Option<Layoff>, view: &View<'_>) -> Result<Action, Failure> {
    let Some(Layoff { card, meld }) = layoff else { return Ok(Action::Done(None)) };
    let lies = view.spread().nth(meld).ok_or("no such meld")?;
    let meld = Meld::of(cards_of(lies.cards())?).ok_or("no meld")?;
    Ok(Action::LayOff { cards: CardSet::only(ours(card)?), meld })
}

impl Strategy for Heard<'_> {
    fn offer_upcard(&mut self, view: &View<'_>) -> UpcardAction {
        let chosen = self.player.offer_upcard(view);
        self.note(Ok(if chosen == UpcardAction::Take { Action::Upcard } else { Action::Pass }));
        chosen
    }

    fn choose_draw(&mut self, view: &View<'_>) -> DrawAction {
        let chosen = self.player.choose_draw(view);
        self.note(Ok(if chosen == DrawAction::TakeDiscard { Action::Upcard } else { Action::Stock }));
        chosen
    }

    fn play_turn(&mut self, view: &View<'_>) -> TurnAction {
        let chosen = self.player.play_turn(view);
        self.note(ended(chosen));
        chosen
    }

    fn choose_layoff(&mut self, view: &View<'_>) -> Option<Layoff> {
        let chosen = self.player.choose_layoff(view);
        self.note(laid_off(chosen, view));
        chosen
    }
}

/// Checks that both engines write cards alike.
pub(crate) fn check_cards() -> Result<(), Failure> {
    for card in CardSet::FULL {
        if ours(theirs(card)?)? != card || parse_cards(&card.to_string())? != [card] {
            return Err(format!("{card} is another card there").into());
        }
    }
    Ok(())
}
