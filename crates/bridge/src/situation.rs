//! Situations built from given cards, for the arbiter.

use super::bidding::SharedReading;
use super::{
    Auction, Bid, Call, ChicagoVulnerable, Contract, Doubling, Entries, Mode, Options, Play, Played, Scored,
    Side, Standing, State, board_vulnerable,
};
use cards::{Card, CardSet};
use dds::{Direction, Strain};

impl State {
    /// Returns a deal in a trick in which the cards of `trick` have been played. The hand to play
    /// holds `hand`, and South leads.
    #[must_use]
    pub fn situation(options: &Options, strain: Strain, trick: &[Card], hand: CardSet) -> Self {
        let declarer = Direction::East;
        let mut auction = Auction::new(declarer);
        let bid = Bid::new(1, strain);
        // A bid and three passes complete an auction, for any bid.
        for call in bid.map(Call::Bid).into_iter().chain([Call::Pass; 3]) {
            let _ = auction.make(call);
        }
        let contract = bid.map(|bid| Contract { bid, doubling: Doubling::Undoubled });
        let mut play = contract.map(|contract| Play::new(contract, declarer));
        let mut hands = [CardSet::EMPTY; 4];
        if let Some(play) = &mut play {
            for card in trick.iter().take(3) {
                play.lay(*card);
            }
            hands[play.turn() as usize] = hand;
            for card in trick.iter().skip(3) {
                play.lay(*card);
            }
        }
        Self {
            options: *options,
            standing: Standing::new(declarer),
            hands,
            auction,
            play,
            claim: None,
            claim_refused: false,
            faced: [false; 4],
            over: false,
            reading: SharedReading::default(),
        }
    }
}

impl Standing {
    /// Returns a standing with this vulnerability and no part-scores. If the mode has no such
    /// standing, it is the nearest one.
    #[must_use]
    pub fn situation(options: &Options, vulnerable: [bool; 2]) -> Self {
        let mut standing = Self::new(Direction::North);
        let deal = |played| Scored { vulnerable: [false; 2], played, entries: Entries::NONE, game: 1 };
        let some = Bid::new(1, Strain::Clubs).map(|bid| Played {
            contract: Contract { bid, doubling: Doubling::Undoubled },
            declarer: Direction::North,
            tricks: 7,
        });
        let played = match options.mode {
            Mode::Rubber => {
                standing.games = vulnerable.map(u8::from);
                return standing;
            }
            Mode::Duplicate => (1..=4).find(|board| board_vulnerable(*board) == vulnerable).unwrap_or(1) - 1,
            Mode::Chicago => match vulnerable {
                [false, false] => 0,
                [true, true] => 3,
                [north_south, _] => {
                    let dealers = options.chicago_vulnerable == ChicagoVulnerable::Dealer;
                    let side = if north_south == dealers { Side::NorthSouth } else { Side::EastWest };
                    standing.dealer =
                        if side == Side::NorthSouth { Direction::North } else { Direction::East };
                    1
                }
            },
        };
        standing.sheet = std::sync::Arc::new(vec![deal(some); played]);
        standing
    }
}
