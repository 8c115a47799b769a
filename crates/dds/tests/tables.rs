//! Comparison with tables of two other solvers, and with deals that can be counted by hand.

use cards::Rng;
use dds::{Deal, Direction, Position, Solver, Strain, Table};
use proptest::prelude::*;

/// Parses a table of twenty numbers: clubs first, in each strain North first.
fn table_of(numbers: &str) -> Table {
    let mut numbers = numbers.split_whitespace().map(|number| number.parse().expect("a number of tricks"));
    let mut tricks = [[0; 4]; 5];
    for cell in tricks.as_flattened_mut() {
        *cell = numbers.next().expect("twenty numbers");
    }
    Table::new(tricks)
}

/// Compares with `tables.txt`: deals from a fixed seed, freak deals among them, with the tables
/// that `dds-bridge` and `pons-dds` computed (`bench/dds` compares).
#[test]
fn tables_that_other_solvers_agree_on() {
    let known: Vec<(Deal, Table)> = include_str!("tables.txt")
        .lines()
        .map(|line| {
            let (deal, table) = line.split_once('|').expect("a deal and its table");
            (deal.parse().expect("a deal"), table_of(table))
        })
        .collect();
    assert!(known.len() >= 24);
    let deals: Vec<Deal> = known.iter().map(|(deal, _)| *deal).collect();
    let tables = dds::solve_many(&deals, |_| {});
    for ((deal, expected), table) in known.iter().zip(&tables) {
        assert_eq!(table, expected, "{deal}");
    }
}

#[test]
fn a_suit_in_each_hand_wins_everything_as_trumps_and_loses_everything_without() {
    let deal: Deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432".parse().unwrap();
    let table = Solver::new().solve_all(&deal);
    assert_eq!(table, Table::new([[0, 13, 0, 13], [13, 0, 13, 0], [0, 13, 0, 13], [13, 0, 13, 0], [0; 4]]));
}

#[test]
fn all_honours_in_one_hand_take_everything() {
    let deal: Deal = "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 654.8765.876.876 32.432.5432.5432".parse().unwrap();
    let table = Solver::new().solve_all(&deal);
    for strain in Strain::ALL {
        for declarer in Direction::ALL {
            let norths = declarer.is_side_of(Direction::North);
            let tricks = table[strain][declarer];
            // Three small cards ruff nothing in a hand that must follow suit; only the lengths of
            // East and West may.
            assert!(if norths { tricks >= 12 } else { tricks <= 1 }, "{strain} by {declarer}: {tricks}");
        }
    }
    assert_eq!(table[Strain::Notrump][Direction::North], 13);
}

#[test]
fn a_suit_that_blocks_gives_only_the_tricks_that_an_entry_can_reach() {
    // North has A K, South Q J T and no other entry, so the third round is out of reach.
    let blocked: Deal = "N:AK.2.2. 32.3.5. QJT..4. 54.AK..".parse().unwrap();
    assert_eq!(Solver::new().solve(&blocked, Strain::Notrump, Direction::North), 2);
    // With a small card beside the honours, the suit runs.
    let running: Deal = "N:A2.2.2. 43.3.5. KQJ..4. 65.AK..".parse().unwrap();
    assert_eq!(Solver::new().solve(&running, Strain::Notrump, Direction::North), 3);
}

#[test]
fn no_cards_take_no_tricks() {
    let deal: Deal = "N:... ... ... ...".parse().unwrap();
    assert_eq!(Solver::new().solve_all(&deal), Table::default());
}

/// Rotates the hands by one place: every declarer's tricks rotate with the cards. The search order
/// differs and the sides are swapped, so a proof that depends on too few cards shows up.
#[test]
fn turning_the_table_turns_the_answers() {
    let mut rng = Rng::from_number(11);
    let mut solver = Solver::new();
    for tricks in [[5; 1000].as_slice(), &[6; 300], &[7; 60], &[8; 10]].concat() {
        let deal = random_deal(&mut rng, tricks);
        let [north, east, south, west] = deal.hands();
        let turned = Deal::new([west, north, east, south]).unwrap();
        let (table, turned) = (solver.solve_all(&deal), solver.solve_all(&turned));
        for strain in Strain::ALL {
            for declarer in Direction::ALL {
                assert_eq!(table[strain][declarer], turned[strain][declarer.next()]);
            }
        }
    }
}

#[test]
fn the_best_card_is_worth_what_the_deal_is_and_costs_nothing() {
    let mut rng = Rng::from_number(12);
    let mut solver = Solver::new();
    for round in 0..4 {
        let deal = random_deal(&mut rng, 9);
        let (strain, leader) = (Strain::ALL[round % 5], Direction::ALL[round % 4]);
        let mut position = Position::new(&deal, strain, leader);
        let mut play = Vec::new();
        let tricks = solver.solve(&deal, strain, leader);
        while position.tricks_left() > 0 {
            let best = solver.lead_table(&position)[0].card;
            position.play(best).unwrap();
            play.push(best);
        }
        assert_eq!(position.taken(leader), tricks);
        let analysis = solver.analyse(&Position::new(&deal, strain, leader), &play).unwrap();
        assert!(analysis.iter().all(|played| played.cost() == 0));
    }
}

fn random_deal(rng: &mut Rng, tricks: usize) -> Deal {
    let mut cards: Vec<cards::Card> = (0..52).filter_map(cards::Card::from_index).collect();
    rng.shuffle(&mut cards);
    let mut hands = [cards::CardSet::EMPTY; 4];
    for (index, &card) in cards.iter().take(4 * tricks).enumerate() {
        hands[index % 4].insert(card);
    }
    Deal::new(hands).expect("each card was dealt once")
}

#[test]
fn bad_deals_say_what_is_wrong() {
    let sentence = |text: &str| text.parse::<Deal>().unwrap_err().to_string();
    assert_eq!(
        sentence("AK.. 2.. 3.. 4.."),
        "a deal must begin with the letter of its first hand and a colon, such as “N:”"
    );
    assert_eq!(sentence("N:A.. 2.. 3.."), "a deal needs four hands separated by spaces, not 3");
    assert_eq!(sentence("N:A... 2... 3... 4...."), "West's hand “4....” has more than four suits");
    assert_eq!(sentence("E:A... 1... 3... 4..."), "“1” in South's hand is not a rank; use AKQJT98765432");
    assert_eq!(sentence("N:A... 2... 33... 4..."), "South holds 3s twice");
    assert_eq!(sentence("N:A... 2... 3... A..."), "As is both in North's hand and in West's");
    assert_eq!(
        sentence("N:A... 2... 34... 5..."),
        "South holds 2 cards and North 1; all four hands must be equally long"
    );
}

proptest! {
    #[test]
    fn any_text_is_a_deal_or_a_sentence(text in "([NESW]:)?([AKQJT2-9x10. ]{0,16}[ .]){0,6}") {
        match text.parse::<Deal>() {
            Ok(deal) => prop_assert_eq!(deal.to_string().parse::<Deal>(), Ok(deal)),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn a_deal_reads_back_as_written(seed: u64, tricks in 0_usize..=13) {
        let deal = random_deal(&mut Rng::from_number(seed), tricks);
        prop_assert_eq!(deal.to_string().parse::<Deal>(), Ok(deal));
    }
}
