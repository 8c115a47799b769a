//! Deal texts: each is a deal that survives a round trip, or refused with a message. Small deals
//! are solved, and rotating a deal rotates its table.

use dds::{Deal, Direction, Solver, Strain};
use std::cell::RefCell;

thread_local! {
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new());
}

/// Uses the bytes as text.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let deal: Deal = match text.parse() {
        Ok(deal) => deal,
        Err(error) => {
            let error: dds::ParseDealError = error;
            return assert!(!error.to_string().is_empty());
        }
    };
    assert_eq!(deal.to_string().parse(), Ok(deal));
    if deal.tricks() > 6 {
        return;
    }
    let [north, east, south, west] = deal.hands();
    let turned = Deal::new([west, north, east, south]).expect("the same hands");
    SOLVER.with_borrow_mut(|solver| {
        let (table, turned) = (solver.solve_all(&deal), solver.solve_all(&turned));
        for strain in Strain::ALL {
            for declarer in Direction::ALL {
                assert_eq!(table[strain][declarer], turned[strain][declarer.next()]);
            }
        }
    });
}
