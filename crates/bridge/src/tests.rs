//! Tests of the laws, then one test per number of the rule book, and an independent computation of
//! every result.

use super::standing::Next;
use super::{
    Action, Auction, Bid, Bridge, Call, Category, Contract, DeclarerRule, Doubling, Entries, Event, Honors,
    Illegal, Mode, Options, Played, Scored, Side, Standing, State, board_vulnerable, direction, honors,
};
use cards::{Card, CardSet, Holding, Rng, Seat, SeatSet, Seed, Viewer};
use dds::{Deal, Direction, Strain};
use engine::command::check_lines;
use engine::{
    Game, OptionValue, Outcome, RuleViolation, Ruleset, Settlement, Setup, check_laws, perft, shuffled_deck,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

use Direction::{East, North, South, West};
use Side::{EastWest, NorthSouth};

// --- Setting up -----------------------------------------------------------------------------------------------------

/// Returns the rules of `options`, written as in a record.
fn setup(options: &Value) -> Setup<Options> {
    let given: BTreeMap<String, OptionValue> = serde_json::from_value(options.clone()).unwrap();
    let others = given.into_iter().filter(|(key, _)| key != "preset").collect();
    Setup::new(options["preset"].as_str(), 4, others).unwrap_or_else(|error| panic!("{error}"))
}

pub(super) fn options(options: &Value) -> Options {
    setup(options).options
}

pub(super) fn rubber() -> Options {
    options(&json!({}))
}

/// Every suit in one hand: spades North, hearts East, diamonds South, clubs West.
pub(super) const ONE_SUIT_EACH: &str =
    "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432";

/// Deal in which every hand is balanced or nearly so.
pub(super) const QUIET: &str = "N:AQ52.K83.J74.Q96 KJ4.A72.Q853.K84 T83.QJ65.AK2.753 976.T94.T96.AJT2";

/// Returns a deal of these hands, spades first, clockwise from North.
pub(super) fn deal(options: &Options, dealer: Direction, hands: &str) -> State {
    let hands = hands.parse::<Deal>().unwrap_or_else(|error| panic!("{error}")).hands();
    let mut left = hands.map(|hand| hand.iter());
    let deck: Vec<Card> = (0..52).filter_map(|index| left[dealer.after(index + 1) as usize].next()).collect();
    Bridge::deal(options, &Bridge::initial_standing(options, dealer.into()), &deck, &mut drop)
}

/// Applies `actions`, each by the first seat to act.
pub(super) fn play(mut state: State, actions: &str) -> State {
    for text in actions.split(',').map(str::trim).filter(|text| !text.is_empty()) {
        let seat = Bridge::actors(&state).first().expect("the deal goes on");
        let action = Bridge::read_action(&state, text).expect("an action");
        assert_eq!(Bridge::validate(&state, seat, action), Ok(()), "{text}");
        Bridge::apply_quietly(&mut state, seat, action);
    }
    state
}

/// Applies the calls, then plays the lowest legal card of each hand.
fn play_out(state: State, calls: &str) -> State {
    let mut state = play(state, calls);
    while let Some(seat) = Bridge::actors(&state).first() {
        let card = legal(&state, seat).into_iter().find(|action| matches!(action, Action::Play(_)));
        Bridge::apply_quietly(&mut state, seat, card.expect("a card can always be played"));
    }
    state
}

fn legal(state: &State, seat: Seat) -> Vec<Action> {
    let mut actions = Vec::new();
    Bridge::legal_actions(state, seat, &mut actions);
    actions
}

fn forbidden(state: &State, text: &str) -> Illegal {
    let seat = Bridge::actors(state).first().expect("the deal goes on");
    let action = Bridge::read_action(state, text).expect("an action");
    Bridge::validate(state, seat, action).expect_err("it is forbidden")
}

fn seat(direction: Direction) -> SeatSet {
    SeatSet::only(direction.into())
}

fn contract(text: &str) -> Contract {
    let bid = text.trim_end_matches('X');
    let doubling = [Doubling::Undoubled, Doubling::Doubled, Doubling::Redoubled][text.len() - bid.len()];
    let Ok(Call::Bid(bid)) = bid.parse() else { panic!("{text} is no contract") };
    Contract { bid, doubling }
}

fn played(text: &str, declarer: Direction, tricks: u8) -> Played {
    Played { contract: contract(text), declarer, tricks }
}

/// Returns the points of a contract: declarer's below the line and above it, and the defenders'.
fn worth_by(options: &Options, text: &str, vulnerable: [bool; 2], tricks: u8) -> (i32, i32, i32) {
    let entries = played(text, North, tricks).entries(options, vulnerable);
    let (below, above) = entries.points(NorthSouth);
    let (none, defenders) = entries.points(EastWest);
    assert_eq!(none, 0, "defenders have nothing below the line");
    (below, above, defenders)
}

fn worth(text: &str, vulnerable: bool, tricks: u8) -> (i32, i32, i32) {
    worth_by(&rubber(), text, [vulnerable, false], tricks)
}

/// Match on paper, with deals entered as on a score sheet.
struct Pad {
    options: Options,
    standing: Standing,
    last: Option<Scored>,
    next: Next,
}

impl Pad {
    fn new(given: &Value) -> Self {
        Self { options: options(given), standing: Standing::new(North), last: None, next: Next::Deal }
    }

    fn enter(&mut self, played: Option<Played>, honors: Option<(Side, u8, i32)>) -> &mut Self {
        assert_eq!(self.next, Next::Deal, "the match is over");
        let honors = honors.map(|(side, amount, points)| Honors { side, amount, points });
        let scored = self.standing.score(&self.options, played, honors);
        (self.standing, self.next) = self.standing.after(&self.options, &scored);
        self.last = Some(scored);
        self
    }

    fn play(&mut self, text: &str, declarer: Direction, tricks: u8) -> &mut Self {
        self.enter(Some(played(text, declarer, tricks)), None)
    }

    /// Returns the points of the last deal: of each side below and above the line.
    fn last(&self) -> [(i32, i32); 2] {
        let scored = self.last.expect("a deal was entered");
        Side::ALL.map(|side| scored.entries.points(side))
    }
}

// --- The laws -------------------------------------------------------------------------------------------------------

#[test]
fn keeps_the_laws() {
    for preset in Options::PRESETS {
        check_laws::<Bridge>(&setup(&json!({ "preset": preset.id })), 12);
    }
}

/// Covers every value of every option at least once.
#[test]
fn keeps_the_laws_whatever_the_options() {
    let tables = [
        json!({ "declarer": "lastBidder", "redoubleInsult": 50, "honors": false }),
        json!({ "preset": "denexa", "undertrickVul": "declarer", "nvFourthUndertrick": 200 }),
        json!({ "preset": "chicago", "chicagoVul": "nonDealer", "unfinishedPartscore": 50 }),
        json!({ "preset": "chicago", "slamNeedsBid": false, "undertrickVul": "defenders" }),
        json!({ "preset": "duplicate", "boards": 3, "slamNeedsBid": false }),
    ];
    tables.iter().for_each(|options| check_laws::<Bridge>(&setup(options), 8));
}

#[test]
fn tells_hands_to_their_owners_only_until_they_lie_open() {
    let redacted =
        |seat: Seat, hand| Bridge::redact(&Event::Dealt { seat, hand }, Viewer::Seat(Seat::new(0)));
    let thirteen = Holding::Open(CardSet::from_bits(0x1FFF));
    for other in Seat::all(4) {
        let expected = if other == Seat::new(0) { thirteen } else { Holding::Closed(13) };
        assert!(
            matches!(redacted(other, thirteen), Some(Event::Dealt { hand, .. }) if hand == expected),
            "{other}"
        );
    }
    let public = Bridge::redact(&Event::Dealt { seat: Seat::new(2), hand: thirteen }, Viewer::Public);
    assert!(matches!(public, Some(Event::Dealt { hand: Holding::Closed(13), .. })));
    let card: Card = "As".parse().unwrap();
    let seat = Seat::new(1);
    let open = [
        Event::Called { seat, call: Call::Double },
        Event::Contracted { contract: contract("3NX"), declarer: seat },
        Event::PassedOut,
        Event::Played { seat, card },
        Event::Faced { seat, cards: CardSet::only(card) },
        Event::TrickWon { seat, cards: CardSet::only(card) },
        Event::Claimed { seat, tricks: 3 },
        Event::Answered { seat, accepts: false },
    ];
    for event in open {
        for viewer in Viewer::all(4) {
            assert_eq!(Bridge::redact(&event, viewer), Some(event), "everybody hears {event:?}");
        }
    }
}

#[test]
fn dummy_lies_open_after_the_lead_and_the_other_hands_do_not() {
    let open = |state: &State, viewer| {
        let view = Bridge::view(state, viewer);
        Direction::ALL.map(|hand| matches!(view.hands[hand as usize], Holding::Open(_)))
    };
    let east = Viewer::Seat(East.into());
    let auction = play(deal(&rubber(), North, QUIET), "1S, P, P, P");
    assert_eq!(open(&auction, east), [false, true, false, false], "before the lead only one's own");
    let lead = play(auction, "Ah");
    assert_eq!(open(&lead, east), [false, true, true, false], "then dummy's too");
    assert_eq!(open(&lead, Viewer::Seat(South.into())), [false, false, true, false], "dummy sees no more");
    assert_eq!(open(&lead, Viewer::Public), [false, false, true, false]);
    let claimed = play(lead, "5h, 4h, 3h, 2h, 6h, 9h, claim 5");
    assert_eq!(Bridge::actors(&claimed), [East, West].map(Seat::from).into_iter().collect::<SeatSet>());
    assert_eq!(open(&claimed, east), [true, true, true, false], "who claims faces the cards");
    let refused = play(claimed.clone(), "refuse");
    assert_eq!(open(&refused, east), [true, true, true, false], "and they stay open (BR-S15)");
    let agreed = play(claimed, "accept, accept");
    assert_eq!(open(&agreed, east), [true; 4], "in the end everybody sees everything");
}

#[test]
fn a_spectator_and_each_seat_are_told_of_every_card_once_it_is_seen() {
    let mut state = play(deal(&rubber(), North, QUIET), "1S, P, P, P");
    let mut events = Vec::new();
    let lead = Bridge::read_action(&state, "Ah").unwrap();
    Bridge::apply(&mut state, East.into(), lead, &mut |event| events.push(event));
    let dummy = state.hands[South as usize];
    let expected = [
        Event::Played { seat: East.into(), card: "Ah".parse().unwrap() },
        Event::Faced { seat: South.into(), cards: dummy },
    ];
    assert_eq!(events, expected);
}

// --- A second way to compute ----------------------------------------------------------------------------------------

/// Scores from the tables of the Laws instead of formulas.
mod by_table {
    use super::{Contract, Doubling, Strain};

    const MINOR: [i32; 7] = [20, 40, 60, 80, 100, 120, 140];
    const MAJOR: [i32; 7] = [30, 60, 90, 120, 150, 180, 210];
    const NOTRUMP: [i32; 7] = [40, 70, 100, 130, 160, 190, 220];
    const DOWN_DOUBLED: [i32; 13] =
        [100, 300, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500];
    const DOWN_DOUBLED_VULNERABLE: [i32; 13] =
        [200, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500, 3800];

    /// Returns the points below the line, above it, and of the defenders.
    pub(super) fn worth(contract: Contract, vulnerable: bool, tricks: u8) -> (i32, i32, i32) {
        let level = contract.bid.level.odd_tricks();
        let doubling = contract.doubling as usize;
        let down = (i32::from(level) + 6 - i32::from(tricks)).max(0) as usize;
        if down > 0 {
            let plain = if vulnerable { 100 * down as i32 } else { 50 * down as i32 };
            let doubled = if vulnerable { DOWN_DOUBLED_VULNERABLE } else { DOWN_DOUBLED }[down - 1];
            return (0, 0, [plain, doubled, 2 * doubled][doubling]);
        }
        let row = match contract.bid.strain {
            Strain::Clubs | Strain::Diamonds => MINOR,
            Strain::Hearts | Strain::Spades => MAJOR,
            Strain::Notrump => NOTRUMP,
        };
        let below = row[usize::from(level) - 1] * [1, 2, 4][doubling];
        let plain = if matches!(contract.bid.strain, Strain::Clubs | Strain::Diamonds) { 20 } else { 30 };
        let over = [[plain, 100, 200], [plain, 200, 400]][usize::from(vulnerable)][doubling];
        let slam = [[0, 0, 0, 0, 0, 500, 1000], [0, 0, 0, 0, 0, 750, 1500]][usize::from(vulnerable)];
        let above =
            over * i32::from(tricks - level - 6) + slam[usize::from(level) - 1] + [0, 50, 100][doubling];
        (below, above, 0)
    }

    /// Returns the declaring side's points at duplicate; negative if the contract failed.
    pub(super) fn duplicate(contract: Contract, vulnerable: bool, tricks: u8) -> i32 {
        let (below, above, defenders) = worth(contract, vulnerable, tricks);
        let bonus = match below {
            0 => 0,
            1..100 => 50,
            _ if vulnerable => 500,
            _ => 300,
        };
        below + above + bonus - defenders
    }

    pub(super) fn every_contract() -> impl Iterator<Item = Contract> {
        let doublings = [Doubling::Undoubled, Doubling::Doubled, Doubling::Redoubled];
        super::Bid::all().flat_map(move |bid| doublings.map(|doubling| Contract { bid, doubling }))
    }
}

#[test]
fn every_contract_with_every_result_scores_as_the_tables_say() {
    let duplicate = options(&json!({ "preset": "duplicate" }));
    for contract in by_table::every_contract() {
        for (vulnerable, tricks) in [false, true].into_iter().flat_map(|v| (0..=13).map(move |t| (v, t))) {
            let shown = contract.to_string();
            assert_eq!(
                worth(&shown, vulnerable, tricks),
                by_table::worth(contract, vulnerable, tricks),
                "{shown} with {tricks} tricks, vulnerable {vulnerable}"
            );
            // On board 1 neither side is vulnerable, on board 4 both are.
            let mut standing = Standing::new(North);
            for _ in 0..if vulnerable { 3 } else { 0 } {
                let passed = standing.score(&duplicate, None, None);
                standing = standing.after(&duplicate, &passed).0;
            }
            let scored = standing.score(&duplicate, Some(Played { contract, declarer: West, tricks }), None);
            let points =
                Side::ALL.map(|side| scored.entries.points(side)).map(|(below, above)| below + above);
            assert_eq!(points[1] - points[0], by_table::duplicate(contract, vulnerable, tricks), "{shown}");
            if contract.doubling != Doubling::Redoubled {
                let bid = contract.bid;
                let solver = dds::Contract {
                    level: bid.level.odd_tricks(),
                    strain: bid.strain,
                    doubled: contract.doubling == Doubling::Doubled,
                };
                assert_eq!(
                    points[1] - points[0],
                    solver.score(vulnerable, tricks),
                    "the solver scores alike"
                );
            }
        }
    }
}

/// Auction computed from its list of calls alone, from the beginning each time.
mod by_list {
    use super::{Bid, Call, Direction};

    fn side(index: usize) -> usize {
        index % 2
    }

    pub(super) fn is_over(calls: &[Call]) -> bool {
        let passes = calls.iter().rev().take_while(|call| **call == Call::Pass).count();
        passes >= 4 || (passes == 3 && calls.len() > 3)
    }

    pub(super) fn is_legal(calls: &[Call], call: Call) -> bool {
        let mine = side(calls.len());
        let last = calls.iter().enumerate().rev().find(|(_, call)| **call != Call::Pass);
        let last_bid =
            calls.iter().filter_map(|call| if let Call::Bid(bid) = call { Some(*bid) } else { None }).max();
        let theirs = |index: usize| side(index) != mine;
        !is_over(calls)
            && match call {
                Call::Pass => true,
                Call::Bid(bid) => last_bid.is_none_or(|last| bid > last),
                Call::Double => {
                    last.is_some_and(|(index, call)| matches!(call, Call::Bid(_)) && theirs(index))
                }
                Call::Redouble => last.is_some_and(|(index, call)| *call == Call::Double && theirs(index)),
            }
    }

    pub(super) fn every_call() -> Vec<Call> {
        let bids = Bid::all().map(Call::Bid);
        [Call::Pass, Call::Double, Call::Redouble].into_iter().chain(bids).collect()
    }

    /// Returns the first player of the last bidder's side who named its strain.
    pub(super) fn declarer(dealer: Direction, calls: &[Call]) -> Option<Direction> {
        let bids = || {
            calls.iter().enumerate().filter_map(|(index, call)| match call {
                Call::Bid(bid) => Some((index, *bid)),
                _ => None,
            })
        };
        let (last_index, last) = bids().next_back()?;
        let (first, _) =
            bids().find(|(index, bid)| side(*index) == side(last_index) && bid.strain == last.strain)?;
        Some(dealer.after(first))
    }

    /// Returns the number of auctions of this length that begin with these calls.
    pub(super) fn count(calls: &mut Vec<Call>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut found = 0;
        for call in every_call() {
            if is_legal(calls, call) {
                calls.push(call);
                found += count(calls, depth - 1);
                calls.pop();
            }
        }
        found
    }
}

#[test]
fn random_auctions_go_as_their_lists_say() {
    let mut rng = Rng::from_number(31);
    for number in 0..400 {
        let dealer = Direction::ALL[number % 4];
        let mut auction = Auction::new(dealer);
        let mut calls = Vec::new();
        while !by_list::is_over(&calls) {
            let expected: Vec<Call> =
                by_list::every_call().into_iter().filter(|call| by_list::is_legal(&calls, *call)).collect();
            let mut listed = Vec::new();
            auction.legal_calls(|call| listed.push(call));
            assert_eq!(listed, expected, "after {auction:?}");
            // Mostly low calls, because otherwise every auction would reach the seven level at
            // once.
            let call = expected[rng.below(expected.len()).min(rng.below(expected.len()))];
            auction.make(call).unwrap();
            calls.push(call);
        }
        assert!(auction.is_over());
        assert_eq!(auction.declarer(DeclarerRule::FirstToName), by_list::declarer(dealer, &calls));
    }
}

#[test]
fn auctions_are_as_many_as_their_lists_say() {
    let state = deal(&rubber(), North, QUIET);
    for depth in 0..=3 {
        assert_eq!(perft::<Bridge>(&state, depth), by_list::count(&mut Vec::new(), depth), "depth {depth}");
    }
    let late = "6H, X, XX, P, P";
    let mut calls: Vec<Call> = late.split(", ").map(|call| call.parse().unwrap()).collect();
    let bid_out = play(state, late);
    assert_eq!(perft::<Bridge>(&bid_out, 3) > 0, by_list::count(&mut calls, 3) > 0);
}

/// Compares random play with the solver's position, which is an independent implementation.
#[test]
fn random_play_goes_as_at_the_solvers_table() {
    let options = rubber();
    let mut rng = Rng::from_number(4);
    for number in 0..60 {
        let deck = shuffled_deck::<Bridge>(&options, &Seed::from_number(number), 0);
        let mut state =
            Bridge::deal(&options, &Bridge::initial_standing(&options, Seat::new(0)), &deck, &mut drop);
        let strain = Strain::ALL[number as usize % 5];
        let bid = Call::Bid(Bid::new(1, strain).unwrap());
        let deal = Deal::new(state.hands).unwrap();
        state = play(state, &format!("{bid}, P, P, P"));
        let mut table = dds::Position::new(&deal, strain, East);
        while let Some(seat) = Bridge::actors(&state).first() {
            let mine = state.play.unwrap();
            assert_eq!(mine.turn(), table.to_play());
            let cards: CardSet = legal(&state, seat)
                .iter()
                .filter_map(|action| if let Action::Play(card) = action { Some(*card) } else { None })
                .collect();
            assert_eq!(cards, table.playable());
            let card = rng.pick(&cards.iter().collect::<Vec<_>>());
            table.play(card).unwrap();
            Bridge::apply_quietly(&mut state, seat, Action::Play(card));
        }
        let mine = state.play.unwrap();
        assert_eq!(mine.taken(NorthSouth), table.taken(North));
        assert_eq!(mine.taken(EastWest), table.taken(East));
    }
}

#[test]
fn worlds_drawn_from_a_view_hold_no_suit_a_hand_has_shown_to_lack() {
    let state = play(deal(&rubber(), North, ONE_SUIT_EACH), "1C, P, P, P, Ah, 2d, 2c, 2s");
    let view = Bridge::view(&state, Viewer::Seat(East.into()));
    let mut rng = Rng::from_number(2);
    for _ in 0..50 {
        let sample = Bridge::determinize(&view, &mut rng);
        let hearts = CardSet::of_suit(cards::Suit::Hearts);
        assert!([North, West].iter().all(|hand| (sample.hands[*hand as usize] & hearts).is_empty()));
    }
}

// --- The rule book --------------------------------------------------------------------------------------------------

#[test]
fn br_t01_four_passes_pass_the_deal_out() {
    let opened = play(deal(&rubber(), North, QUIET), "P, P, P, 1C");
    assert_eq!(Bridge::actors(&opened), seat(North), "the auction goes on");
    let passed = play(deal(&rubber(), North, QUIET), "P, P, P, P");
    assert!(Bridge::actors(&passed).is_empty());
    let Settlement::NextDeal(standing) = Bridge::settle(&passed) else {
        panic!("a passed-out deal ends nothing")
    };
    assert_eq!((standing.dealer, standing.totals), (East, [0, 0]));
    assert!(Bridge::score_breakdown(&passed).is_empty());
    let detail = serde_json::to_value(Bridge::detail(&passed)).unwrap();
    let expected = json!({
        "contract": null, "declarer": null, "tricks": null, "below": [0, 0], "above": [0, 0], "passedOut": true,
    });
    assert_eq!(detail, expected);
}

#[test]
fn br_t02_the_first_to_name_the_strain_declares() {
    let state = play(deal(&rubber(), North, QUIET), "1S, P, 4S, P, P, P");
    let table = state.play.unwrap();
    assert_eq!((table.declarer(), table.dummy(), table.turn()), (North, South, East));
    assert_eq!(Bridge::actors(&state), seat(East));
    let literal = options(&json!({ "declarer": "lastBidder" }));
    let table = play(deal(&literal, North, QUIET), "1S, P, 4S, P, P, P").play.unwrap();
    assert_eq!((table.declarer(), table.turn()), (South, West));
}

#[test]
fn br_t03_a_bid_ends_a_double() {
    let state = play(deal(&rubber(), North, QUIET), "1H, X, 1S");
    assert_eq!(forbidden(&state, "XX").rule(), "BR-S5");
    let doubled = play(state, "X");
    assert_eq!(legal(&doubled, North.into())[1], Action::Call(Call::Redouble));
}

#[test]
fn br_t04_a_partner_cannot_be_doubled() {
    let state = play(deal(&rubber(), North, QUIET), "1H, P");
    assert_eq!(forbidden(&state, "X").rule(), "BR-S5");
    let doubled = play(state, "P, X, P");
    assert_eq!(forbidden(&doubled, "XX").rule(), "BR-S5", "East cannot redouble West's double");
}

#[test]
fn br_t05_three_no_trumps_are_a_game() {
    assert_eq!(worth("3N", false, 9), (100, 0, 0));
    let mut pad = Pad::new(&json!({}));
    pad.play("3N", North, 9);
    assert_eq!(pad.standing.games, [1, 0]);
}

#[test]
fn br_t06_two_hearts_doubled_with_an_overtrick() {
    assert_eq!(worth("2HX", false, 9), (120, 150, 0));
}

#[test]
fn br_t07_one_no_trump_redoubled_with_two_overtricks() {
    assert_eq!(worth("1NXX", true, 9), (160, 900, 0));
}

#[test]
fn br_t08_redoubled_clubs() {
    assert_eq!(worth("1CXX", false, 7), (80, 100, 0));
    assert_eq!(worth("2CXX", false, 8), (160, 100, 0));
    let game = |text, tricks| {
        let mut pad = Pad::new(&json!({}));
        pad.play(text, North, tricks).standing.games
    };
    assert_eq!((game("1CXX", 7), game("2CXX", 8)), ([0, 0], [1, 0]));
    let mild = options(&json!({ "redoubleInsult": 50 }));
    assert_eq!(worth_by(&mild, "1CXX", [false; 2], 7), (80, 50, 0));
}

#[test]
fn br_t09_a_vulnerable_small_slam() {
    assert_eq!(worth("6S", true, 12), (180, 750, 0));
}

#[test]
fn br_t10_a_slam_that_was_not_bid() {
    assert_eq!(worth("4S", false, 12), (120, 60, 0));
    let taken = options(&json!({ "slamNeedsBid": false }));
    assert_eq!(worth_by(&taken, "4S", [false; 2], 12), (120, 560, 0));
    assert_eq!(worth_by(&taken, "6S", [false; 2], 13), (180, 1030, 0), "what was taken counts");
    assert_eq!(worth_by(&taken, "7S", [false; 2], 12), (0, 0, 50), "but only in a contract that was made");
}

#[test]
fn br_t11_six_diamonds_doubled_with_an_overtrick() {
    assert_eq!(worth("6DX", false, 13), (240, 650, 0));
}

#[test]
fn br_t12_the_most_there_is() {
    assert_eq!(worth("7NXX", true, 13), (880, 1600, 0));
}

#[test]
fn br_t13_three_down() {
    assert_eq!(worth("5DX", false, 8), (0, 0, 500));
    assert_eq!(worth("5DX", true, 8), (0, 0, 800));
    assert_eq!(worth("5DXX", true, 8), (0, 0, 1600));
    let old = options(&json!({ "nvFourthUndertrick": 200 }));
    assert_eq!(worth_by(&old, "5DX", [false; 2], 7), (0, 0, 700), "the fourth undertrick before 1987");
    assert_eq!(worth("5DX", false, 7), (0, 0, 800), "and since");
}

#[test]
fn br_t14_a_grand_slam_one_down_is_no_small_slam() {
    assert_eq!(worth("7CX", true, 12), (0, 0, 200));
}

#[test]
fn br_t15_the_least_there_is() {
    assert_eq!(worth("7NXX", true, 0), (0, 0, 7600));
}

#[test]
fn br_t16_undertricks_are_priced_by_declarers_vulnerability() {
    assert_eq!(worth_by(&rubber(), "3S", [false, true], 7), (0, 0, 100));
    let literal = options(&json!({ "undertrickVul": "defenders" }));
    assert_eq!(worth_by(&literal, "3S", [false, true], 7), (0, 0, 200));
}

#[test]
fn br_t17_part_scores_add_up_to_a_game() {
    let mut pad = Pad::new(&json!({}));
    assert_eq!(pad.play("2C", North, 8).standing.games, [0, 0]);
    assert_eq!(pad.play("2H", South, 8).standing.games, [1, 0]);
    assert_eq!(pad.standing.totals, [100, 0]);
}

#[test]
fn br_t18_a_part_score_does_not_cross_the_line() {
    let mut pad = Pad::new(&json!({}));
    pad.play("2H", North, 8).play("3N", East, 9);
    assert_eq!((pad.standing.below, pad.standing.games), ([0, 0], [0, 1]));
    assert_eq!(pad.play("2C", North, 8).standing.games, [0, 1], "60 and 40 are in different games");
    assert_eq!(pad.standing.totals, [100, 100], "but all of it counts");
}

#[test]
fn br_t19_a_slam_is_scored_by_the_vulnerability_before_the_deal() {
    let mut pad = Pad::new(&json!({}));
    assert_eq!(pad.play("6S", North, 12).last()[0], (180, 500));
    assert_eq!(pad.standing.vulnerable(&pad.options), [true, false]);
}

/// South has all five honors in hearts.
const HONORS_SOUTH: &str = "N:7652.43.8653.T98 AK4.8752.AK9.K43 83.AKQJT.742.765 QJT9.96.QJT.AQJ2";

#[test]
fn br_t20_dummys_honors_count_though_the_contract_fails() {
    let state = play_out(deal(&rubber(), North, HONORS_SOUTH), "P, P, 4H, P, P, P");
    let detail = Bridge::detail(&state);
    assert!(detail.tricks.unwrap() < 10);
    assert_eq!(detail.above[0], 150, "declarer's side has its honors");
    let mut state =
        play(deal(&rubber(), North, HONORS_SOUTH), "1H, P, 4H, P, P, P, As, claim 9, accept, accept");
    state.standing.games = [0, 0];
    assert_eq!(state.play.unwrap().dummy(), South);
    let detail = Bridge::detail(&state);
    assert_eq!(
        (detail.above, detail.below),
        ([150, 50], [0, 0]),
        "dummy holds them, and the contract is one down"
    );
    state.standing.games = [1, 0];
    assert_eq!(Bridge::detail(&state).above, [150, 100]);
}

#[test]
fn br_t21_a_defender_holds_four_aces() {
    let aces = "N:KQ52.K83.J74.Q96 AJ4.A72.A853.A84 T83.QJ65.KQ2.753 976.T94.T96.KJT2";
    let state = play(deal(&rubber(), North, aces), "3N, P, P, P, As, claim 8, accept, accept");
    assert_eq!(Bridge::detail(&state).above, [0, 50 + 150]);
    let without = options(&json!({ "honors": false }));
    let state = play(deal(&without, North, aces), "3N, P, P, P, As, claim 8, accept, accept");
    assert_eq!(Bridge::detail(&state).above, [0, 50]);
}

#[test]
fn br_t22_honors_are_in_one_hand() {
    let hand = |text: &str| -> CardSet { cards::parse_cards(text).unwrap().into_iter().collect() };
    assert_eq!(honors(hand("As Ah Ad Kc Qc Jc Tc"), Strain::Notrump), None);
    assert_eq!(honors(hand("As Ah Ad Ac"), Strain::Notrump), Some((4, 150)));
    assert_eq!(honors(hand("As Ah Ad Ac"), Strain::Spades), None, "aces count without trumps only");
    assert_eq!(honors(hand("As Ks Qs Js 2h"), Strain::Spades), Some((4, 100)));
    assert_eq!(honors(hand("As Ks Qs Js Ts"), Strain::Spades), Some((5, 150)));
    assert_eq!(honors(hand("As Ks Qs Js Ts"), Strain::Hearts), None);
    assert_eq!(honors(hand("As Ks Qs"), Strain::Spades), None, "three of five, two with partner");
}

/// Returns the rubber of BR-T23 up to its fifth deal.
fn five_deals() -> Pad {
    let mut pad = Pad::new(&json!({}));
    pad.play("2H", North, 9)
        .play("3N", East, 9)
        .play("4SX", South, 10)
        .play("5D", West, 9)
        .play("1N", East, 8);
    pad
}

#[test]
fn br_t23_a_whole_rubber() {
    let mut pad = five_deals();
    pad.enter(Some(played("6C", North, 12)), Some((NorthSouth, 4, 100)));
    assert_eq!(pad.next, Next::Over);
    assert_eq!(pad.standing.rubber, Some((NorthSouth, 500)));
    assert_eq!(pad.standing.totals, [2050, 170]);
    assert_eq!(pad.standing.back_score(), 19);
}

#[test]
fn br_t24_a_rubber_given_up_with_a_game_each() {
    let pad = five_deals();
    assert_eq!(pad.next, Next::Deal);
    let [north_south, east_west] = pad.standing.unfinished(&pad.options);
    assert_eq!((north_south, east_west), (0, 100));
    assert_eq!([pad.standing.totals[0] + north_south, pad.standing.totals[1] + east_west], [580, 270]);
    let old = options(&json!({ "unfinishedPartscore": 50 }));
    assert_eq!(pad.standing.unfinished(&old), [0, 50]);
}

#[test]
fn br_t25_a_rubber_given_up_with_one_game_and_two_part_scores() {
    let mut pad = Pad::new(&json!({}));
    pad.play("3N", North, 9).play("2H", East, 8).play("2C", North, 8);
    assert_eq!(pad.standing.unfinished(&pad.options), [300, 0]);
}

#[test]
fn br_t26_the_bonus_goes_to_the_side_with_two_games_before_anybody_compares() {
    let mut pad = Pad::new(&json!({}));
    pad.play("3N", North, 9).play("7NX", North, 3);
    assert_eq!(pad.standing.totals, [100, 2900]);
    pad.play("3N", South, 9);
    assert_eq!(pad.standing.rubber, Some((NorthSouth, 700)));
    assert_eq!(pad.standing.totals, [900, 2900]);
    let mut state = deal(&pad.options, North, ONE_SUIT_EACH);
    state.standing = {
        let mut pad = Pad::new(&json!({}));
        pad.play("3N", North, 9).play("7NX", North, 3).standing.clone()
    };
    let over = play_out(state, "7S, P, P, P");
    let Settlement::MatchOver(standing, winners) = Bridge::settle(&over) else {
        panic!("two games are a rubber")
    };
    assert_eq!(standing.rubber, Some((NorthSouth, 700)));
    assert_eq!(standing.totals, [100 + 210 + 1500 + 150 + 700, 2900]);
    assert_eq!(winners, EastWest.seats(), "the other side wins the rubber");
    let bonus = &super::score::bonuses(&standing)[0];
    assert_eq!((bonus.category, bonus.points.as_slice()), ("rubber", &[700, 0][..]));
}

#[test]
fn br_t27_who_cannot_follow_plays_anything() {
    let state = play(deal(&rubber(), North, ONE_SUIT_EACH), "P, P, P, 1H, P, P, P, As");
    // East is dummy to West's one heart, and has no spade.
    let east: CardSet = legal(&state, West.into())
        .iter()
        .filter_map(|action| if let Action::Play(card) = action { Some(*card) } else { None })
        .collect();
    assert_eq!(east, state.hands[East as usize]);
    assert_eq!(east.len(), 13);
}

#[test]
fn br_t28_who_can_follow_must() {
    let state = play(deal(&rubber(), North, QUIET), "1S, P, P, P, Ks, 3s");
    let illegal = forbidden(&state, "Th");
    assert_eq!((illegal.rule(), illegal.code()), ("BR-R6", "must-follow"));
    assert_eq!(illegal.to_string(), "Th does not follow suit: West has 6s 7s 9s");
    assert_eq!(forbidden(&state, "As").rule(), "BR-R5", "West does not hold it");
}

#[test]
fn br_t29_chicago_counts_games_at_once() {
    let mut pad = Pad::new(&json!({ "preset": "chicago" }));
    pad.play("1N", North, 6).play("2H", East, 8);
    assert_eq!(pad.standing.below, [0, 60]);
    let mut other =
        Pad { options: pad.options, standing: pad.standing.clone(), last: None, next: Next::Deal };
    pad.play("2C", East, 8);
    assert_eq!(pad.last()[1], (40, 300), "East and West are not vulnerable on the third deal");
    assert_eq!(pad.standing.below, [0, 0]);
    other.play("3N", North, 9);
    assert_eq!(other.last()[0], (100, 500));
    assert_eq!(other.standing.below, [0, 0], "the part-score is wiped");
}

#[test]
fn br_t30_a_part_score_on_the_fourth_deal_of_a_chicago() {
    let mut pad = Pad::new(&json!({ "preset": "chicago" }));
    (0..3).for_each(|_| {
        pad.play("1N", North, 6);
    });
    pad.play("2S", South, 8);
    assert_eq!(pad.last()[0], (60, 100));
    assert_eq!(pad.next, Next::Over);
}

#[test]
fn br_t31_a_duplicate_board() {
    let mut pad = Pad::new(&json!({ "preset": "duplicate" }));
    pad.enter(None, None);
    assert_eq!((pad.standing.dealer, pad.standing.vulnerable(&pad.options)), (East, [true, false]));
    let mut other =
        Pad { options: pad.options, standing: pad.standing.clone(), last: None, next: Next::Deal };
    assert_eq!(pad.play("4S", North, 10).last()[0], (120, 500));
    assert_eq!(other.play("1N", East, 8).last()[1], (40, 80));
}

// --- Claims (BR-S15) ------------------------------------------------------------------------------------------------

fn claimed(answers: &str) -> State {
    play(deal(&rubber(), North, QUIET), &format!("1S, P, P, P, Ah, 5h, 4h, 3h, 2h, 6h, {answers}"))
}

#[test]
fn a_claim_is_of_the_tricks_that_are_not_complete() {
    let state = claimed("");
    let claims: Vec<Action> = (0..=12).map(Action::Claim).collect();
    let listed: Vec<Action> =
        legal(&state, West.into()).into_iter().filter(|action| matches!(action, Action::Claim(_))).collect();
    assert_eq!(listed, claims, "in the middle of the second trick twelve are not complete");
    assert_eq!(forbidden(&state, "claim 13").code(), "too-many-claimed");
    assert_eq!(forbidden(&state, "accept").code(), "no-claim");
    let unled = play(deal(&rubber(), North, QUIET), "1S, P, P, P");
    assert_eq!(forbidden(&unled, "claim 5").code(), "too-early-to-claim");
    assert!(legal(&unled, East.into()).iter().all(|action| matches!(action, Action::Play(_))));
}

#[test]
fn a_defenders_claim_is_answered_by_declarer_and_the_other_defender() {
    let state = claimed("claim 4");
    assert_eq!(Bridge::actors(&state), [North, East].map(Seat::from).into_iter().collect::<SeatSet>());
    assert_eq!(forbidden(&state, "2d").code(), "claim-waits");
    let agreed = play(state.clone(), "accept, accept");
    let detail = Bridge::detail(&agreed);
    assert_eq!(detail.tricks, Some(13 - 1 - 4), "East won the first trick, and West claimed four");
    let refused = play(state, "accept, refuse");
    assert_eq!(Bridge::actors(&refused), seat(West), "the claimant is to play");
    assert_eq!(forbidden(&refused, "claim 4").code(), "claim-refused");
    let later = play(refused, "9h");
    assert!(legal(&later, North.into()).contains(&Action::Claim(0)), "after a card one may claim again");
}

#[test]
fn declarer_claims_on_dummys_turn_and_both_defenders_answer() {
    let state = play(deal(&rubber(), North, QUIET), "1S, P, P, P, Ah, claim 7");
    assert_eq!(Bridge::actors(&state), [East, West].map(Seat::from).into_iter().collect::<SeatSet>());
    assert!(state.faced[North as usize]);
    let agreed = play(state, "accept, accept");
    assert_eq!(Bridge::detail(&agreed).tricks, Some(7));
    let outcome: Outcome = Bridge::outcome(&agreed).unwrap();
    assert_eq!(outcome.points.as_slice(), [30, 0, 30, 0]);
}

// --- The rest of a match --------------------------------------------------------------------------------------------

#[test]
fn records_read_calls_in_the_auction_and_cards_afterwards() {
    let auction = deal(&rubber(), North, QUIET);
    let read = |state: &State, text: &str| Bridge::read_action(state, text).map(|action| action.to_string());
    assert_eq!(read(&auction, "2S").unwrap(), "2S");
    assert_eq!(read(&auction, "2s").unwrap(), "2S");
    let table = play(auction.clone(), "1S, P, P, P");
    assert_eq!(read(&table, "2S").unwrap(), "2s");
    assert_eq!(forbidden(&table, "P").rule(), "BR-R4");
    assert_eq!(forbidden(&auction, "Ks").rule(), "BR-R4");
    for nonsense in ["", "8Z", "claim", "claim x", "claim 04", "claim  4", "claim -1", "honors", "accept 3"] {
        assert!(read(&table, nonsense).is_err(), "{nonsense}");
    }
}

#[test]
fn the_auction_refuses_what_does_not_outbid() {
    let state = play(deal(&rubber(), North, QUIET), "2N");
    let illegal = forbidden(&state, "2S");
    assert_eq!((illegal.rule(), illegal.code()), ("BR-R2", "insufficient"));
    assert_eq!(illegal.params(), [("bid", "2♠".to_owned()), ("last", "2NT".to_owned())]);
}

#[test]
fn a_passed_out_chicago_deal_does_not_count_and_the_same_dealer_deals_again() {
    let mut pad = Pad::new(&json!({ "preset": "chicago" }));
    pad.play("1N", North, 7).enter(None, None);
    assert_eq!((pad.standing.dealer, pad.next), (East, Next::Deal));
    assert_eq!(pad.standing.vulnerable(&pad.options), [false, true], "it is still the second deal");
    pad.play("1N", North, 6).play("1N", North, 6);
    assert_eq!(pad.next, Next::Deal);
    pad.enter(None, None).play("1N", North, 6);
    assert_eq!(pad.next, Next::Over);
    let mut others = Pad::new(&json!({ "preset": "chicago", "chicagoVul": "nonDealer" }));
    others.play("1N", North, 6);
    assert_eq!(others.standing.vulnerable(&others.options), [true, false]);
    others.play("1N", North, 6).play("1N", North, 6);
    assert_eq!(others.standing.vulnerable(&others.options), [true, true]);
}

#[test]
fn boards_have_the_vulnerability_of_their_number() {
    let letters = |board: usize| match board_vulnerable(board) {
        [false, false] => '-',
        [true, false] => 'n',
        [false, true] => 'e',
        [true, true] => 'b',
    };
    assert_eq!((1..=16).map(letters).collect::<String>(), "-nebneb-eb-nb-ne");
    assert!((1..=16).all(|board| letters(board) == letters(board + 16)));
}

#[test]
fn a_set_of_boards_ends_after_as_many_as_were_agreed_and_honors_do_not_count() {
    let boards = options(&json!({ "preset": "duplicate", "boards": 2 }));
    let mut state = deal(&boards, North, HONORS_SOUTH);
    state = play(state, "1H, P, 4H, P, P, P, As, claim 9, accept, accept");
    assert_eq!(Bridge::detail(&state).above, [0, 50]);
    let mut pad = Pad::new(&json!({ "preset": "duplicate", "boards": 2 }));
    assert_eq!(pad.play("1N", North, 7).next, Next::Deal);
    assert_eq!(pad.standing.below, [0, 0], "no part-score is carried to the next board");
    assert_eq!(pad.enter(None, None).next, Next::Over, "a passed-out board counts");
    assert_eq!(pad.standing.totals, [90, 0]);
}

/// HandKnowledge results of a set of boards, each ended by a claim.
#[test]
fn a_set_of_boards_scores_as_the_tables_say() {
    let boards = options(&json!({ "preset": "duplicate", "boards": 8 }));
    let results = [
        ("1S, P, 2S, P, P, P", "2S", 9),
        ("3N, P, P, P", "3N", 9),
        ("1H, P, P, P", "1H", 5),
        ("4S, X, P, P, P", "4SX", 8),
        ("6C, P, P, P", "6C", 12),
        ("5D, X, XX, P, P, P", "5DXX", 11),
        ("7N, P, P, P", "7N", 13),
        ("2H, P, P, P", "2H", 8),
    ];
    let mut standing = Standing::new(North);
    let mut expected = [0, 0];
    for (board, (calls, shown, tricks)) in results.into_iter().enumerate() {
        let dealer = standing.dealer;
        let mut state = deal(&boards, dealer, QUIET);
        state.standing = standing;
        state = play(state, calls);
        let table = state.play.unwrap();
        assert_eq!(table.contract().to_string(), shown);
        let card = legal(&state, Bridge::actors(&state).first().unwrap())[0];
        state = play(state, &format!("{card}, claim {tricks}, accept, accept"));
        let side = Side::of(table.declarer());
        let points = by_table::duplicate(contract(shown), board_vulnerable(board + 1)[side as usize], tricks);
        expected[if points > 0 { side } else { side.other() } as usize] += points.abs();
        standing = match Bridge::settle(&state) {
            Settlement::NextDeal(standing) => standing,
            Settlement::MatchOver(standing, _) => standing,
        };
        assert_eq!(standing.totals, expected, "after board {}", board + 1);
    }
    assert_eq!(standing.sheet.len(), 8);
}

#[test]
fn the_sheet_a_client_is_sent_has_every_entry_in_its_game() {
    let mut state = deal(&rubber(), North, HONORS_SOUTH);
    state.standing = {
        let mut pad = Pad::new(&json!({}));
        pad.play("3N", East, 10).standing.clone()
    };
    let state = play(state, "1H, P, 4H, P, P, P, As, claim 9, accept, accept");
    let view = serde_json::to_value(Bridge::view(&state, Viewer::Public)).unwrap();
    let expected = json!({
        "games": [0, 1], "partScores": [0, 0], "totals": [150, 180], "rubber": null,
        "deals": [
            {
                "game": 1, "vulnerable": [false, false], "contract": "3N", "declarer": 1, "tricks": 10,
                "entries": [
                    { "category": "tricks", "side": 1, "below": true, "amount": 3, "points": 100 },
                    { "category": "overtricks", "side": 1, "below": false, "amount": 1, "points": 30 },
                ],
            },
            {
                "game": 2, "vulnerable": [false, true], "contract": "4H", "declarer": 0, "tricks": 9,
                "entries": [
                    { "category": "undertricks", "side": 1, "below": false, "amount": 1, "points": 50 },
                    { "category": "honors", "side": 0, "below": false, "amount": 5, "points": 150 },
                ],
            },
        ],
    });
    assert_eq!(view["sheet"], expected);
    assert_eq!(view["vulnerable"], json!([false, true]));
}

#[test]
fn the_last_trick_is_seen_until_the_next_one_is_led() {
    let sent = |state: &State| serde_json::to_value(Bridge::view(state, Viewer::Seat(South.into()))).unwrap();
    let state = play(deal(&rubber(), North, QUIET), "1S, P, P, P, Ah, 5h, 4h, 3h");
    let view = sent(&state);
    assert_eq!(view["lastTrick"], json!({ "leader": 1, "cards": ["Ah", "5h", "4h", "3h"], "winner": 1 }));
    assert_eq!(view["trick"], json!({ "leader": 1, "cards": [], "winner": null }));
    assert_eq!((&view["tricks"], &view["turn"], &view["needed"]), (&json!([0, 1]), &json!(1), &json!(7)));
    let view = sent(&play(state, "2h"));
    assert_eq!((&view["lastTrick"], &view["trick"]["cards"]), (&Value::Null, &json!(["2h"])));
    assert_eq!((&view["declarer"], &view["dummy"]), (&json!(0), &json!(2)));
}

#[test]
fn the_categories_of_the_sheet_have_names_of_their_own() {
    let all = [
        Category::Tricks,
        Category::Overtricks,
        Category::Slam,
        Category::Insult,
        Category::Undertricks,
        Category::Honors,
        Category::Game,
        Category::PartScore,
    ];
    let names: std::collections::BTreeSet<&str> = all.iter().map(|category| category.name()).collect();
    assert_eq!(names.len(), all.len());
    assert_eq!(Entries::NONE.iter().count(), 0);
    assert_eq!(options(&json!({ "preset": "chicago" })).mode, Mode::Chicago);
    assert!(Seat::all(4).all(|seat| Seat::from(direction(seat)) == seat));
}

#[test]
fn typed_commands() {
    check_lines::<Bridge>(
        &["1N", "2S", "P", "X"],
        &[
            ("1nt", "1N"),
            ("1 NT", "1N"),
            ("bid 1sa", "1N"),
            ("2s", "2S"),
            ("2♠", "2S"),
            ("2 spades", "2S"),
            ("1 cuori", "1H"),
            ("Pass", "P"),
            ("passo", "P"),
            ("dbl", "X"),
            ("x", "X"),
            ("xx", "XX"),
            ("8z", "words 8z"),
            ("As", "words As"),
            ("1é", "words 1é"),
            ("", "words "),
        ],
    );
    check_lines::<Bridge>(
        &["2s", "Th", "claim 5"],
        &[
            ("2s", "2s"),
            ("2 of spades", "2s"),
            ("play 10h", "Th"),
            ("play 10 h", "Th"),
            ("claim 5", "claim 5"),
            ("claim 05", "claim 5"),
            ("richiedo 5", "claim 5"),
            ("claim", "words claim"),
            ("claim x", "words claim x"),
            ("accept", "accept"),
            ("rifiuto", "refuse"),
            ("hello", "card hello"),
            ("play", "words play"),
        ],
    );
}
