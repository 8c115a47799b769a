//! Entries that players at a table would count from the cards of a finished deal.

use bridge::{Action as Bridge, Call};
use cards::{BySeat, Card, CardSet, Rank, Rng, Seat, Side, Suit};
use engine::Game;
use games::gin_rummy::{GinRummy, Going};
use games::thirty_one::{Ending, Stage, ThirtyOne};
use games::{cassino, gin_rummy, scopa, sharks, speed, wall_street};
use serde_json::{Value, json};

/// Game whose deals are counted by players.
pub(crate) trait Counted: Game {
    /// Returns the entry of a finished deal of match `number`, or `None` for a misdeal.
    fn entry(state: &Self::State, number: u64) -> Option<Value>;

    /// Chooses an action: at random by default, if matches end that way.
    fn choose(
        state: &Self::State,
        seat: Seat,
        actions: &mut Vec<Self::Action>,
        rng: &mut Rng,
    ) -> Self::Action {
        engine::playout_action::<Self>(state, seat, actions, rng)
    }
}

fn of_suit(pile: CardSet, suit: Suit) -> usize {
    pile.iter().filter(|card| card.suit() == suit).count()
}

fn of_rank(pile: CardSet, rank: Rank) -> usize {
    pile.iter().filter(|card| card.rank() == rank).count()
}

fn owner(piles: &[CardSet], card: Card) -> Option<usize> {
    piles.iter().position(|pile| pile.contains(card))
}

fn each(piles: &[CardSet], count: impl Fn(CardSet) -> usize) -> Vec<usize> {
    piles.iter().map(|pile| count(*pile)).collect()
}

/// Returns how often each side is in a row.
fn tallied(sides: usize, row: &[usize]) -> Vec<usize> {
    (0..sides).map(|side| row.iter().filter(|one| **one == side).count()).collect()
}

/// Returns the best card of each suit as letters.
fn primiera(pile: CardSet) -> String {
    let best = |suit: Suit| {
        let ranks = ["7", "6", "A", "5", "4", "3", "2", "J", "Q", "K"];
        ranks.into_iter().find(|rank| {
            let letter = rank.chars().next().unwrap();
            pile.iter().any(|card| card.suit() == suit && card.rank().letter() == letter)
        })
    };
    Suit::ALL.into_iter().filter_map(best).collect()
}

impl Counted for scopa::Scopa {
    fn entry(state: &Self::State, number: u64) -> Option<Value> {
        let lines = scopa::Scopa::score_breakdown(state);
        if lines.is_empty() {
            return None; // a misdeal
        }
        let sides: usize = if state.options.teams { 2 } else { state.options.seats.into() };
        let piles = state.deal.piles.as_slice().to_vec();
        let card = |rank| owner(&piles, Card::new(rank, Suit::Diamonds));
        let sweeps: Vec<usize> = state.deal.sweeping_sides().map(Side::index).collect();
        let has_point = |category: &str| {
            lines
                .iter()
                .find(|line| line.category == category)?
                .points
                .as_slice()
                .iter()
                .position(|points| *points > 0)
        };
        let run = |pile: CardSet| {
            let ranks = [1, 2, 3, 4, 5, 6, 7, 11, 12, 13].map(|number| Rank::ALL[number - 1]);
            let run =
                ranks.into_iter().take_while(|rank| pile.contains(Card::new(*rank, Suit::Diamonds))).count();
            if run >= 3 { run } else { 0 }
        };
        let mut entry = json!({
            "cards": each(&piles, |pile| pile.len().into()),
            "coins": each(&piles, |pile| of_suit(pile, Suit::Diamonds)),
            "settebello": card(Rank::Seven),
            "sweeps": tallied(sides, &sweeps),
        });
        if state.options.re_bello {
            entry["reBello"] = json!(card(Rank::King));
        }
        if state.options.napola {
            entry["napola"] = json!(each(&piles, run));
        }
        if state.options.settanta {
            entry["settanta"] = json!(has_point("settanta"));
        } else if state.claim.is_none() {
            entry["primieraCards"] = json!(piles.iter().map(|pile| primiera(*pile)).collect::<Vec<_>>());
        } else {
            entry["primiera"] = json!(has_point("primiera"));
        }
        if state.options.end_mode != games::fishing::EndMode::Total || number.is_multiple_of(2) {
            entry["sweepOrder"] = json!(sweeps);
        }
        if let Some(claim) = state.claim {
            entry["claim"] = json!(claim.seat);
            entry["claimRight"] = json!(claim.right);
        }
        Some(entry)
    }
}

impl Counted for wall_street::WallStreet {
    fn entry(state: &Self::State, _number: u64) -> Option<Value> {
        if state.deal.thrown_in {
            return None;
        }
        let seats = usize::from(state.options.seats);
        let piles = state.deal.piles.as_slice().to_vec();
        let kings = |pile| of_rank(pile, Rank::King);
        let preferred = |pile: CardSet| {
            of_suit(pile, Suit::Diamonds) - usize::from(pile.contains(Card::new(Rank::King, Suit::Diamonds)))
        };
        let takeovers: Vec<usize> = state.deal.sweeping_sides().map(Side::index).collect();
        Some(json!({
            "investors": each(&piles, kings),
            "preferred": each(&piles, preferred),
            "common": each(&piles, |pile| usize::from(pile.len()) - kings(pile) - preferred(pile)),
            "takeovers": tallied(seats, &takeovers),
            "takeoverOrder": takeovers,
        }))
    }
}

impl Counted for cassino::Cassino {
    fn entry(state: &Self::State, number: u64) -> Option<Value> {
        let sides = usize::from(state.options.sides());
        let piles = state.piles.as_slice().to_vec();
        let owners = |cards: Vec<Card>| -> Vec<usize> {
            cards.into_iter().filter_map(|card| owner(&piles, card)).collect()
        };
        let aces = owners(
            [Suit::Spades, Suit::Clubs, Suit::Hearts, Suit::Diamonds]
                .map(|suit| Card::new(Rank::Ace, suit))
                .to_vec(),
        );
        let spades = owners(Rank::ALL.map(|rank| Card::new(rank, Suit::Spades)).to_vec());
        let sweeps = owners(state.sweeps.as_slice().to_vec());
        let mut entry = json!({
            "cards": each(&piles, |pile| pile.len().into()),
            "spades": tallied(sides, &spades),
            "aces": tallied(sides, &aces),
            "bigCassino": owner(&piles, Card::new(Rank::Ten, Suit::Diamonds)),
            "littleCassino": owner(&piles, Card::new(Rank::Two, Suit::Spades)),
            "sweeps": tallied(sides, &sweeps),
        });
        let each_spade = state.options.spade == cassino::Spade::EachSpade;
        if each_spade {
            entry["jackOfSpades"] = json!(owner(&piles, Card::new(Rank::Jack, Suit::Spades)));
        }
        if state.options.end_mode == cassino::EndMode::CountOut || number.is_multiple_of(2) {
            entry["aceOrder"] = json!(aces);
            entry["sweepOrder"] = json!(sweeps);
            if each_spade {
                entry["spadeOrder"] = json!(spades);
            }
        }
        Some(entry)
    }
}

impl Counted for GinRummy {
    fn entry(state: &Self::State, _number: u64) -> Option<Value> {
        let Some(knock) = state.knock else { return Some(json!({ "going": "draw" })) };
        let options = state.options();
        let mut entry = json!({
            "going": match knock.going {
                Going::Knock => "knock",
                Going::Gin => "gin",
                Going::BigGin => "bigGin",
            },
            "by": knock.seat,
            "deadwood": GinRummy::detail(state).deadwood,
        });
        if options.spades_double || options.knock_limit == gin_rummy::KnockLimit::Oklahoma {
            entry["upcard"] = json!(state.first_upcard.to_string());
        }
        Some(entry)
    }
}

impl Counted for ThirtyOne {
    fn entry(state: &Self::State, number: u64) -> Option<Value> {
        let Stage::Over(showdown) = state.stage else { return None };
        let detail = ThirtyOne::detail(state);
        let mut entry = json!({
            "ended": match showdown.ending {
                Ending::Knock => "knock",
                Ending::Blitz => "blitz",
                Ending::Showdown => "showdown",
            },
            "knocker": state.knocker,
        });
        // The losers are entered only if no loss was waived.
        if number.is_multiple_of(2) || showdown.spared {
            entry["values"] = json!(detail.values);
        } else {
            entry["losers"] = json!(
                Seat::all(state.options.seats).filter(|seat| detail.lost[*seat] > 0).collect::<Vec<_>>()
            );
            entry["blitz"] = json!(showdown.blitz);
        }
        Some(entry)
    }
}

impl Counted for bridge::Bridge {
    /// Chooses low contracts, sometimes doubled, and claims their results, so that rubbers end.
    fn choose(state: &bridge::State, seat: Seat, actions: &mut Vec<Bridge>, rng: &mut Rng) -> Bridge {
        bridge::Bridge::legal_actions(state, seat, actions);
        if state.play.is_none() {
            let passes = rng.below(10) < 6 || actions.len() == 1;
            let low = 1 + rng.below(7.min(actions.len() - 1).max(1));
            let calls: Vec<Bridge> =
                actions.iter().copied().filter(|action| *action != Bridge::Call(Call::Pass)).collect();
            return if passes { Bridge::Call(Call::Pass) } else { calls[(low - 1).min(calls.len() - 1)] };
        }
        if actions.contains(&Bridge::Accept) {
            return Bridge::Accept;
        }
        let claims: Vec<Bridge> =
            actions.iter().copied().filter(|action| matches!(action, Bridge::Claim(_))).collect();
        if claims.is_empty() {
            rng.pick(actions)
        } else {
            claims[claims.len() / 2 + rng.below(claims.len().div_ceil(2))]
        }
    }

    fn entry(state: &Self::State, _number: u64) -> Option<Value> {
        let Some(play) = &state.play else { return Some(json!({ "kind": "passedOut" })) };
        let detail = bridge::Bridge::detail(state);
        let mut entry = json!({
            "kind": "played",
            "contract": play.contract().to_string(),
            "declarer": detail.declarer,
            "tricks": detail.tricks,
        });
        let hands = BySeat::new(4, |seat| state.dealt()[seat.index()]);
        let found = hands.iter().find_map(|(seat, hand)| Some((seat, bridge::honors(hand, play.strain())?)));
        let has_honors = state.options.honors && state.options.mode != bridge::Mode::Duplicate;
        if let Some((seat, (_, points))) = found.filter(|_| has_honors) {
            entry["honors"] = json!(points);
            entry["honorsSeat"] = json!(seat);
        }
        Some(entry)
    }
}

impl Counted for speed::Speed {
    fn entry(state: &Self::State, _number: u64) -> Option<Value> {
        let speed::Stage::Over(ending) = state.stage else { return None };
        let left = speed::Speed::detail(state).left;
        Some(match ending {
            speed::Ending::Out => {
                json!({ "ended": "out", "by": left.as_slice().iter().position(|cards| *cards == 0) })
            }
            speed::Ending::Stalemate => json!({ "ended": "stalemate", "left": left }),
        })
    }
}

impl Counted for sharks::Sharks {
    /// Enters values, ids or only sums, and the Capital left only if it may matter.
    fn entry(state: &Self::State, number: u64) -> Option<Value> {
        let seats = || Seat::all(state.options.seats);
        let values = |seat| -> Vec<i8> {
            state.portfolio(seat).map(|share| state.options.set.investment(share.investment).value).collect()
        };
        let sums: Vec<i32> = seats().map(|seat| values(seat).into_iter().map(i32::from).sum()).collect();
        let best = sums.iter().max()?;
        let leads = |seat: Seat| &sums[seat.index()] == best;
        let mut entry = match number % 3 {
            0 => json!({ "portfolio": seats().map(values).collect::<Vec<_>>() }),
            1 => {
                let ids = |seat| -> Vec<String> {
                    state
                        .portfolio(seat)
                        .map(|share| sharks::Card::Investment(share.investment).to_string())
                        .collect()
                };
                json!({ "portfolio": seats().map(ids).collect::<Vec<_>>() })
            }
            _ => json!({ "worth": sums }),
        };
        if seats().filter(|seat| leads(*seat)).count() > 1 {
            let of_leaders = |count: &dyn Fn(Seat) -> u16| -> Vec<Option<u16>> {
                seats().map(|seat| leads(seat).then(|| count(seat))).collect()
            };
            entry["capital"] = json!(of_leaders(&|seat| state.hands[seat].total()));
            if number % 3 == 2 {
                entry["investments"] = json!(of_leaders(&|seat| state.investments(seat).into()));
            }
        }
        Some(entry)
    }
}
