//! Search parameters of each game.

use catalog::SetupText;

/// Parameters of the search for puzzles of a game.
pub(crate) struct Plan {
    /// The game's id.
    pub(crate) game: &'static str,
    /// Numbers of seats, used in turn.
    pub(crate) seats: &'static [u8],
    /// Bot that plays the deals. Decisions in which it agrees with the heuristic bot are skipped.
    pub(crate) player: &'static str,
    /// Stronger bot that must agree with the answer.
    pub(crate) adviser: &'static str,
    /// Weak bot. Its success rate is the puzzle's ease.
    pub(crate) novice: &'static str,
    /// Determinizations of an appraisal.
    pub(crate) determinizations: u32,
    /// Number of appraisals to average.
    pub(crate) rounds: u64,
    /// Minimum lead of the answer over the best wrong action, in points.
    pub(crate) least: f64,
    /// Number of deals to play.
    pub(crate) deals: u64,
}

const SEARCH: Plan = Plan {
    game: "",
    seats: &[2],
    player: "ismcts:300",
    adviser: "ismcts:4000",
    novice: "ismcts:30",
    determinizations: 2_000,
    rounds: 1,
    least: 0.4,
    deals: 300,
};

/// Plans of all games.
pub(crate) const PLANS: &[Plan] = &[
    Plan { game: "scopa", seats: &[2, 2, 4], ..SEARCH },
    Plan { game: "wall-street", seats: &[2, 2, 3], ..SEARCH },
    Plan { game: "cassino", ..SEARCH },
    Plan { game: "gin-rummy", least: 2.0, deals: 150, ..SEARCH },
    Plan { game: "thirty-one", seats: &[2, 3, 4], least: 0.12, ..SEARCH },
    Plan { game: "speed", deals: 20_000, ..SEARCH },
    // The bot of bridge appraises with its own solver, over 40 layouts at a time.
    Plan {
        game: "bridge",
        seats: &[4],
        player: "expert:8",
        adviser: "expert:200",
        novice: "expert:1",
        determinizations: 40,
        rounds: 10,
        least: 150.0,
        deals: 120,
    },
    Plan { game: "sharks", seats: &[3, 4], player: "ismcts:200", least: 3.0, deals: 40, ..SEARCH },
];

/// Returns the plan of a game.
pub(crate) fn find(game: &str) -> Result<&'static Plan, String> {
    PLANS.iter().find(|plan| plan.game == game).ok_or_else(|| format!("there is no game “{game}”"))
}

impl Plan {
    /// Returns the setup of a deal: the first preset.
    pub(crate) fn setup(&self, deal: u64) -> SetupText {
        SetupText::first_preset(self.seats[deal as usize % self.seats.len()])
    }

    /// Returns whether the game is a race, which has no turns to appraise.
    pub(crate) fn is_race(&self) -> bool {
        self.game == "speed"
    }
}
