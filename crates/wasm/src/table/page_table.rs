//! What the page keeps of a table beside its lines.

use ::table::{
    Chairs, FirstDealer, GuestId, Opening, Stage, StoredChair, StoredTable, TableId, TableRecord,
    TableRefusal, begun_deals, check_new_table, day_of,
};
use cards::{BySeat, Seat, Seed};
use engine::{Budget, OptionValue, SetupText};
use house::{AnyGame, AnyMatch, Catalog, Day, Line, Rejected, bot_name};
use protocol::{BegunElsewhere, Chair, Ended, NewChair, NewTable, Resolved};
use serde::{Deserialize, Serialize};

/// What the page keeps of a table beside its lines.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Kept {
    id: String,
    table: NewTable,
    seed: Seed,
    /// Who deals first; drawn, if nobody is named.
    dealer: Option<Seat>,
    /// In seconds since 1970.
    created: u64,
    /// Whether the person asked for a hint.
    hinted: bool,
    ended: Option<Ended>,
    /// Where it is played again.
    next: Option<String>,
}

/// What the options of a table come to, if it can be kept in a page.
pub(super) fn resolve(catalog: &Catalog, table: &NewTable, now: u64) -> Result<Resolved, Rejected> {
    let resolved = check_new_table(table, catalog, now / 1000)?;
    let refused = |message: &str| Err(Rejected::new("options", message));
    if table.begun.is_some() {
        return refused("begun: a match that was begun in this page is here already");
    }
    if table.chairs.contains(&NewChair::Open) {
        return refused(
            "chairs: nobody else finds the way to a table in this page, so bots take the other chairs",
        );
    }
    if table.time_control.is_some() {
        return refused("timeControl: at a table in this page nobody waits for you");
    }
    let by_time = |chair: &NewChair| {
        let NewChair::Bot(bot) = chair else { return false };
        let spelling = catalog.find(&table.game).map_or(&**bot, |game| game.spelling(bot));
        matches!(bots::budget(spelling), Some(Budget::Time(_)))
    };
    if table.chairs.iter().any(by_time) {
        return refused("bot: in this page a bot is told how many worlds to look at, not for how long");
    }
    Ok(resolved)
}

impl Kept {
    pub(super) fn new(
        catalog: &Catalog,
        table: NewTable,
        id: String,
        seed: Seed,
        now: u64,
    ) -> Result<Self, TableRefusal> {
        resolve(catalog, &table, now)?;
        let seed = day_of(&table)?.map_or(seed, |day| house::day_seed(&table.game, &day));
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
        // With what differs and no more, so that the same rules are always written alike.
        let options = new.begin(catalog)?.setup().into_options();
        Ok(Self { table: NewTable { options, ..new.table }, ..new })
    }

    /// Returns the match for a table of a server where another player may take the chair in `seat`. It has no stake, because
    /// nobody but this player saw how it was dealt.
    pub(super) fn to_carry(&self, lines: Vec<String>, seat: Seat) -> Result<NewTable, TableRefusal> {
        if self.ended.is_some() {
            return Err(TableRefusal::Ended);
        }
        if self.bot(seat).is_none() {
            return Err(TableRefusal::options(format!("chairs: no bot sits in seat {seat}")));
        }
        let mut table = self.table.clone();
        if let Some(chair) = table.chairs.get_mut(seat.index()) {
            *chair = NewChair::Open;
        }
        let deals = begun_deals(lines.into_iter().map(Line::from_text))
            .map_err(|error| TableRefusal::options(error.to_string()))?;
        Ok(NewTable { begun: Some(BegunElsewhere { dealer: self.dealer(), deals }), stake: None, ..table })
    }

    /// The table at which the same is played again; the next seat deals first.
    pub(super) fn again(&self, id: String, seed: Seed, now: u64) -> Self {
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

    /// The preset, as it is written.
    pub(super) fn preset(&self) -> &str {
        match self.table.options.get("preset") {
            Some(OptionValue::Word(preset)) => preset,
            _ => "",
        }
    }

    pub(super) fn seed(&self) -> Seed {
        self.seed
    }

    /// What the match is dealt from. Nobody but the page adds anything to it, so there are no nonces.
    pub(super) fn key(&self) -> Seed {
        match self.table.day {
            Some(_) => self.seed,
            None => self.seed.with_nonces(&vec![None; usize::from(self.table.seats)]),
        }
    }

    pub(super) fn created(&self) -> u64 {
        self.created
    }

    /// Who deals first.
    pub(super) fn dealer(&self) -> Seat {
        self.dealer.unwrap_or_else(|| self.key().first_dealer(self.table.seats))
    }

    pub(super) fn is_dealer_drawn(&self) -> bool {
        self.dealer.is_none()
    }

    /// Where the person sits.
    pub(super) fn seat(&self) -> Seat {
        let is_own = |(_, chair): &(Seat, &NewChair)| **chair == NewChair::Me;
        Seat::all(self.table.seats)
            .zip(&self.table.chairs)
            .find(is_own)
            .map_or(Seat::new(0), |(seat, _)| seat)
    }

    /// The bot in a seat.
    pub(super) fn bot(&self, seat: Seat) -> Option<&str> {
        match self.table.chairs.get(seat.index())? {
            NewChair::Bot(bot) => Some(bot),
            NewChair::Me | NewChair::Open => None,
        }
    }

    /// Checks what a page keeps, since anybody can write it.
    pub(super) fn check(&self) -> Result<(), TableRefusal> {
        match self.table.chairs.len() == usize::from(self.table.seats) {
            true => Ok(()),
            false => Err(TableRefusal::options("chairs: there are more or fewer than seats")),
        }
    }

    /// The match before its first deal.
    ///
    /// # Errors
    ///
    /// When these games know no such match: what a page keeps anybody can write.
    pub(super) fn begin(&self, catalog: &Catalog) -> Result<Box<dyn AnyMatch>, TableRefusal> {
        self.check()?;
        let game = self.game(catalog).ok_or(TableRefusal::NoTable)?;
        let setup = SetupText::from_options(&self.table.options, self.table.seats);
        Ok(game.open(&setup, self.dealer())?)
    }

    fn game<'c>(&self, catalog: &'c Catalog) -> Option<&'c dyn AnyGame> {
        catalog.find(&self.table.game)
    }

    /// The table as a store has it.
    pub(super) fn stored(&self, lines: Vec<Line>) -> StoredTable {
        let stage = match self.day() {
            Some(day) => Stage::OfTheDay { day },
            None => Stage::Done { nonces: vec![None; usize::from(self.table.seats)] },
        };
        let dealer = if self.is_dealer_drawn() { FirstDealer::Drawn } else { FirstDealer::Kept };
        let record = TableRecord {
            // The table has no address.
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
            NewChair::Bot(bot) => {
                StoredChair::Bot { bot: bot.clone(), name: bot_name(first, seat).to_owned() }
            }
            NewChair::Me | NewChair::Open => StoredChair::Person {
                guest: GuestId::LOCAL,
                name: self.table.name.clone(),
                substitute: None,
                left: false,
                hinted: self.hinted,
            },
        };
        Seat::all(self.table.seats).zip(&self.table.chairs).map(chair).collect()
    }

    /// The chairs as they are told.
    pub(super) fn chairs(&self) -> Vec<Chair> {
        Chairs::stored(self.stored_chairs()).occupants(|_| None)
    }

    /// The day of which it is the deal, if it is one.
    fn day(&self) -> Option<Day> {
        self.table.day.as_deref().and_then(|day| day.parse().ok())
    }

    /// What each seat is paid, if the match is played for something and over.
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

    /// Notes the person's name, and whether they asked for a hint.
    pub(super) fn set_person(&mut self, chairs: &[StoredChair]) {
        for chair in chairs {
            if let StoredChair::Person { name, hinted, .. } = chair {
                self.table.name.clone_from(name);
                self.hinted = *hinted;
            }
        }
    }

    /// Notes how the match ended before its end.
    pub(super) fn set_ended(&mut self, ended: Ended) {
        self.ended = Some(ended);
    }

    /// Notes the table of the rematch.
    pub(super) fn set_next(&mut self, next: String) {
        self.next = Some(next);
    }
}
