//! Data that the page stores for a table, apart from its log lines.

use ::table::{
    Chairs, FirstDealer, GuestId, Opening, Stage, StoredChair, StoredTable, TableError, TableId, TableRecord,
    begun_deals, check_new_table, day_of,
};
use cards::{BySeat, Seat, Seed};
use catalog::{AnyGame, AnyMatch, Catalog, Day, Line, Rejection, bot_name};
use engine::{Budget, OptionValue, SetupText};
use protocol::{BegunElsewhere, Chair, Ended, NewChair, NewTable, Resolved};
use serde::{Deserialize, Serialize};

/// Data that the page stores for a table, apart from its log lines.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PageTable {
    id: String,
    table: NewTable,
    seed: Seed,
    /// First dealer. `None` if the seed draws it.
    dealer: Option<Seat>,
    /// Time of creation, in seconds since 1970.
    created: u64,
    /// Whether the player asked for a hint.
    hinted: bool,
    ended: Option<Ended>,
    /// Table of the rematch.
    next: Option<String>,
}

/// Resolves the options of a new table.
///
/// # Errors
///
/// Returns [`Rejection`] if the request is invalid, or if a page cannot run such a table.
pub(super) fn resolve(catalog: &Catalog, table: &NewTable, now: u64) -> Result<Resolved, Rejection> {
    let resolved = check_new_table(table, catalog, now / 1000)?;
    let refused = |message: &str| Err(Rejection::new("options", message));
    if table.begun.is_some() {
        return refused("begun: a table in this page cannot continue a match of a browser");
    }
    if table.chairs.iter().any(|chair| matches!(chair, NewChair::Open | NewChair::OpenBot(_))) {
        return refused("chairs: other players can't join a table in this page; give their chairs to bots");
    }
    if table.time_control.is_some() {
        return refused("timeControl: a table in this page has no time control");
    }
    let by_time = |chair: &NewChair| {
        let NewChair::Bot(bot) = chair else { return false };
        let spelling = catalog.find(&table.game).map_or(&**bot, |game| game.spelling(bot));
        matches!(bots::budget(spelling), Some(Budget::Time(_)))
    };
    if table.chairs.iter().any(by_time) {
        return refused("bot: a bot in this page needs a budget in determinizations, not in time");
    }
    Ok(resolved)
}

impl PageTable {
    pub(super) fn new(
        catalog: &Catalog,
        table: NewTable,
        id: String,
        seed: Seed,
        now: u64,
    ) -> Result<Self, TableError> {
        resolve(catalog, &table, now)?;
        let seed = day_of(&table)?.map_or(seed, |day| catalog::day_seed(&table.game, &day));
        let new = Self {
            id,
            table,
            seed,
            dealer: None,
            created: now / 1000,
            hinted: false,
            ended: None,
            next: None,
        };
        // Only the differences from the preset, so that the same rules always have the same text.
        let options = new.begin(catalog)?.setup().into_options();
        Ok(Self { table: NewTable { options, ..new.table }, ..new })
    }

    /// Returns the request that moves the match to a server, where another player can take the chair in
    /// `seat`. The moved match has no stake, because only this player's browser knows how it was dealt.
    pub(super) fn to_carry(&self, lines: Vec<Line>, seat: Seat) -> Result<NewTable, TableError> {
        if self.ended.is_some() {
            return Err(TableError::Ended);
        }
        if self.bot(seat).is_none() {
            return Err(TableError::options(format!("chairs: there is no bot in seat {seat}")));
        }
        let mut table = self.table.clone();
        if let Some(chair) = table.chairs.get_mut(seat.index()) {
            *chair = NewChair::Open;
        }
        let deals = begun_deals(lines).map_err(|error| TableError::options(error.to_string()))?;
        Ok(NewTable { begun: Some(BegunElsewhere { dealer: self.dealer(), deals }), stake: None, ..table })
    }

    /// Returns the table of a rematch. The next seat deals first.
    pub(super) fn rematch(&self, id: String, seed: Seed, now: u64) -> Self {
        let dealer = Some(self.dealer().next(self.table.seats));
        let table = NewTable { day: None, ..self.table.clone() };
        Self { id, table, seed, dealer, created: now / 1000, hinted: false, ended: None, next: None }
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn table(&self) -> &NewTable {
        &self.table
    }

    /// Returns the preset's id.
    pub(super) fn preset(&self) -> &str {
        match self.table.options.get("preset") {
            Some(OptionValue::Word(preset)) => preset,
            _ => "",
        }
    }

    pub(super) fn seed(&self) -> Seed {
        self.seed
    }

    /// Returns the seed of the decks. There are no other players, so it has no nonces.
    pub(super) fn key(&self) -> Seed {
        match self.table.day {
            Some(_) => self.seed,
            None => self.seed.with_nonces(&vec![None; usize::from(self.table.seats)]),
        }
    }

    pub(super) fn created(&self) -> u64 {
        self.created
    }

    /// Returns the first dealer.
    pub(super) fn dealer(&self) -> Seat {
        self.dealer.unwrap_or_else(|| self.key().first_dealer(self.table.seats))
    }

    pub(super) fn is_dealer_drawn(&self) -> bool {
        self.dealer.is_none()
    }

    /// Returns the player's seat.
    pub(super) fn seat(&self) -> Seat {
        let is_own = |(_, chair): &(Seat, &NewChair)| **chair == NewChair::Me;
        Seat::all(self.table.seats)
            .zip(&self.table.chairs)
            .find(is_own)
            .map_or(Seat::new(0), |(seat, _)| seat)
    }

    /// Returns the bot in a seat.
    pub(super) fn bot(&self, seat: Seat) -> Option<&str> {
        match self.table.chairs.get(seat.index())? {
            NewChair::Bot(bot) | NewChair::OpenBot(bot) => Some(bot),
            NewChair::Me | NewChair::Open => None,
        }
    }

    /// Checks the number of chairs, because the user can edit the page's storage.
    pub(super) fn check(&self) -> Result<(), TableError> {
        match self.table.chairs.len() == usize::from(self.table.seats) {
            true => Ok(()),
            false => Err(TableError::options("chairs: there are more or fewer than seats")),
        }
    }

    /// Creates the match before its first deal.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] if the stored data describes no valid match.
    pub(super) fn begin(&self, catalog: &Catalog) -> Result<Box<dyn AnyMatch>, TableError> {
        self.check()?;
        let game = self.game(catalog).ok_or(TableError::NoTable)?;
        let setup = SetupText::from_options(&self.table.options, self.table.seats);
        Ok(game.open(&setup, self.dealer())?)
    }

    fn game<'c>(&self, catalog: &'c Catalog) -> Option<&'c dyn AnyGame> {
        catalog.find(&self.table.game)
    }

    /// Converts the data to a stored table of the table crate.
    pub(super) fn stored(&self, lines: Vec<Line>) -> StoredTable {
        let stage = match self.day() {
            Some(day) => Stage::OfTheDay { day },
            None => Stage::Done { nonces: vec![None; usize::from(self.table.seats)] },
        };
        let dealer = if self.is_dealer_drawn() { FirstDealer::Drawn } else { FirstDealer::Kept };
        let record = TableRecord {
            // The id is an address on a server, which this table lacks.
            id: TableId::from_bytes([0; 16]),
            game: self.table.game.clone(),
            options: self.table.options.clone(),
            seats: self.table.seats,
            dealer: self.dealer().into(),
            stake: self.table.stake,
            time_control: None,
            host: Some(GuestId::LOCAL),
            seed: self.seed,
            opening: Some(Opening { restarts: 0, dealer, stage }),
            created: self.created,
            pool: None,
            players_only: false,
        };
        StoredTable {
            record,
            chairs: self.stored_chairs(),
            commands: vec![None; lines.len()],
            lines,
            clocks: None,
            link: None,
            finished: false,
            ended: self.ended,
            next: self.next.clone(),
        }
    }

    fn stored_chairs(&self) -> Vec<StoredChair> {
        let first = self.seed.bot_rng_seed(0, self.seat());
        let chair = |(seat, chair): (Seat, &NewChair)| match chair {
            NewChair::Bot(bot) | NewChair::OpenBot(bot) => {
                StoredChair::Bot { bot: bot.clone(), name: bot_name(first, seat).to_owned(), open: false }
            }
            NewChair::Me | NewChair::Open => StoredChair::Person {
                guest: GuestId::LOCAL,
                name: self.table.name.clone(),
                substitute: None,
                left: false,
                hinted: self.hinted,
                missed: Default::default(),
            },
        };
        Seat::all(self.table.seats).zip(&self.table.chairs).map(chair).collect()
    }

    /// Returns the chairs as clients receive them.
    pub(super) fn chairs(&self) -> Vec<Chair> {
        Chairs::stored(self.stored_chairs()).occupants(|_| None)
    }

    /// Returns the day, if this is the deal of a day.
    fn day(&self) -> Option<Day> {
        self.table.day.as_deref().and_then(|day| day.parse().ok())
    }

    /// Returns the payment to each seat, if the match is over and has a stake.
    pub(super) fn payments(&self, game: &dyn AnyMatch) -> Option<BySeat<i64>> {
        self.table.stake.and_then(|stake| game.payments(stake))
    }

    pub(super) fn hinted(&self) -> bool {
        self.hinted
    }

    pub(super) fn ended(&self) -> Option<Ended> {
        self.ended
    }

    pub(super) fn next(&self) -> Option<&str> {
        self.next.as_deref()
    }

    /// Stores the player's name, and whether the player asked for a hint.
    pub(super) fn set_player(&mut self, chairs: &[StoredChair]) {
        for chair in chairs {
            if let StoredChair::Person { name, hinted, .. } = chair {
                self.table.name.clone_from(name);
                self.hinted = *hinted;
            }
        }
    }

    /// Stores the way the match ended before it was played to its end.
    pub(super) fn set_ended(&mut self, ended: Ended) {
        self.ended = Some(ended);
    }

    /// Stores the table of the rematch.
    pub(super) fn set_next(&mut self, next: String) {
        self.next = Some(next);
    }
}
