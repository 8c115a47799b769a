//! How much is looked at in each game, and what is enough.

use house::SetupText;

/// How the puzzles of a game are found.
pub(crate) struct Plan {
    /// Its id.
    pub(crate) game: &'static str,
    /// How many play, deal by deal in turn.
    pub(crate) seats: &'static [u8],
    /// Who plays the deals; a decision in which they do as the rules of thumb say is none.
    pub(crate) player: &'static str,
    /// Who is asked besides, about what the appraisal found.
    pub(crate) adviser: &'static str,
    /// Who looks so little ahead that how often they find it says how hard it is.
    pub(crate) novice: &'static str,
    /// So many worlds are looked at, of which a bot that appraises itself knows nothing, and so often.
    pub(crate) worlds: u32,
    pub(crate) rounds: u64,
    /// By so many points the answer leads whatever is not as good.
    pub(crate) least: f64,
    /// So many deals are played.
    pub(crate) deals: u64,
}

const SEARCH: Plan = Plan {
    game: "",
    seats: &[2],
    player: "ismcts:300",
    adviser: "ismcts:4000",
    novice: "ismcts:30",
    worlds: 2_000,
    rounds: 1,
    least: 0.4,
    deals: 300,
};

/// Every game of the house.
pub(crate) const PLANS: &[Plan] = &[
    Plan { game: "scopa", seats: &[2, 2, 4], ..SEARCH },
    Plan { game: "wall-street", seats: &[2, 2, 3], ..SEARCH },
    Plan { game: "cassino", ..SEARCH },
    Plan { game: "gin-rummy", least: 2.0, deals: 150, ..SEARCH },
    Plan { game: "thirty-one", seats: &[2, 3, 4], least: 0.12, ..SEARCH },
    Plan { game: "speed", deals: 60_000, ..SEARCH },
    // Its bot appraises itself, over 40 layouts a time.
    Plan {
        game: "bridge",
        seats: &[4],
        player: "expert:8",
        adviser: "expert:200",
        novice: "expert:1",
        worlds: 40,
        rounds: 10,
        least: 150.0,
        deals: 120,
    },
    Plan { game: "sharks", seats: &[3, 4], player: "ismcts:200", least: 3.0, deals: 40, ..SEARCH },
];

/// How a game's puzzles are found.
pub(crate) fn find(game: &str) -> Result<&'static Plan, String> {
    PLANS.iter().find(|plan| plan.game == game).ok_or_else(|| format!("there is no game “{game}”"))
}

impl Plan {
    /// The setup of a deal: the preset that is offered first.
    pub(crate) fn setup(&self, deal: u64) -> SetupText {
        SetupText::first_preset(self.seats[deal as usize % self.seats.len()])
    }

    /// Whether nobody waits for anybody, so that there is no decision to look at.
    pub(crate) fn is_race(&self) -> bool {
        self.game == "speed"
    }
}
