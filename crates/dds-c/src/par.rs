//! Par in the structures and texts of DDS.

use crate::deal::Fault;
use crate::layout::{
    AllParResults, ContractType, MAXNOOFTABLES, MOST_PAR_CONTRACTS, ParResults, ParResultsDealer,
    ParResultsMaster, ParTextResults, TableResults,
};
use dds::{Direction, ParContract, Table, Vulnerability, par};
use std::cmp::Reverse;
use std::ffi::{c_char, c_int};

/// Contracts of one side in one strain that score par.
struct StrainContracts {
    lowest: ParContract,
    highest_level: u8,
    /// Whether both hands of the side can declare.
    both_hands: bool,
}

impl StrainContracts {
    /// Groups the contracts by strain, notrump first, then spades to clubs.
    fn of(contracts: &[ParContract]) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for &one in contracts {
            let other = all.iter_mut().find(|other| {
                other.lowest.contract.strain == one.contract.strain
                    && other.lowest.declarer.is_side_of(one.declarer)
            });
            if let Some(other) = other {
                other.highest_level = one.contract.level;
                other.both_hands |= other.lowest.declarer != one.declarer;
            } else {
                all.push(Self { lowest: one, highest_level: one.contract.level, both_hands: false });
            }
        }
        all.sort_by_key(|contracts| Reverse(contracts.lowest.contract.strain));
        all
    }

    fn declarers(&self) -> String {
        let declarer = self.lowest.declarer;
        let partner = self.both_hands.then(|| declarer.partner().letter());
        [declarer.letter()].into_iter().chain(partner).collect()
    }

    fn strain(&self) -> &'static str {
        ["C", "D", "H", "S", "N"][self.lowest.contract.strain as usize]
    }

    /// Returns overtricks of the lowest contract, or undertricks as a negative number.
    fn overtricks(&self) -> i32 {
        i32::from(self.lowest.tricks) - 6 - i32::from(self.lowest.contract.level)
    }

    /// Writes all levels, as `Par` does: `NS 23S`, `W 5Cx`.
    fn with_all_levels(&self) -> String {
        let levels: String =
            (self.lowest.contract.level..=self.highest_level).map(|level| level.to_string()).collect();
        let doubled = if self.lowest.contract.doubled { "x" } else { "" };
        format!("{} {levels}{}{doubled}", self.declarers(), self.strain())
    }

    /// Writes the lowest contract with its result, as `DealerPar` does: `2S-NS+1`, `5C*-W-2`.
    fn with_result(&self) -> String {
        let doubled = if self.lowest.contract.doubled { "*" } else { "" };
        let result = match self.overtricks() {
            0 => String::new(),
            overtricks => format!("{overtricks:+}"),
        };
        format!("{}{}{doubled}-{}{result}", self.lowest.contract.level, self.strain(), self.declarers())
    }

    /// Returns the numbers of the lowest contract, as in `DealerParBin`.
    fn numbers(&self) -> ContractType {
        let overtricks = self.overtricks();
        ContractType {
            under_tricks: (-overtricks).max(0),
            over_tricks: overtricks.max(0),
            level: self.lowest.contract.level.into(),
            // Notrump is 0, and clubs are 4.
            denom: 4 - self.lowest.contract.strain as c_int,
            seats: if self.both_hands {
                4 + self.lowest.declarer as c_int % 2
            } else {
                self.lowest.declarer as c_int
            },
        }
    }
}

/// Returns the vulnerability with a number of DDS.
pub(crate) fn vulnerability(number: c_int) -> Result<Vulnerability, Fault> {
    match number {
        0 => Ok(Vulnerability::None),
        1 => Ok(Vulnerability::Both),
        2 => Ok(Vulnerability::NorthSouth),
        3 => Ok(Vulnerability::EastWest),
        _ => Err(Fault::Unknown),
    }
}

/// Par for one first bidder.
pub(crate) struct View {
    score: i32,
    contracts: Vec<StrainContracts>,
}

impl View {
    fn of(table: &Table, dealer: Direction, vulnerability: Vulnerability) -> Self {
        let par = par(table, dealer, vulnerability);
        let contracts = StrainContracts::of(&par.unbeaten_contracts(table, vulnerability));
        Self { score: par.score, contracts }
    }

    /// Returns par for each side as the first bidder, with the scores of that side.
    fn of_sides(table: &Table, vulnerability: Vulnerability) -> [Self; 2] {
        let mut views =
            [Direction::North, Direction::East].map(|dealer| Self::of(table, dealer, vulnerability));
        views[1].score = -views[1].score;
        views
    }
}

/// Returns text that ends with a zero.
pub(crate) fn text<const LENGTH: usize>(content: &str) -> [c_char; LENGTH] {
    let mut text = [0; LENGTH];
    for (output, byte) in text.iter_mut().take(LENGTH - 1).zip(content.bytes()) {
        *output = byte as c_char;
    }
    text
}

pub(crate) fn par_results(table: &TableResults, vulnerable: c_int) -> Result<ParResults, Fault> {
    let sides = View::of_sides(&table.read()?, vulnerability(vulnerable)?);
    let mut results = ParResults::default();
    for (n, (side, view)) in ["NS", "EW"].into_iter().zip(&sides).enumerate() {
        let contracts: Vec<String> = view.contracts.iter().map(StrainContracts::with_all_levels).collect();
        results.par_score[n] = text(&format!("{side} {}", view.score));
        results.par_contracts_string[n] = text(&format!("{side}:{}", contracts.join(",")));
    }
    Ok(results)
}

/// Computes par of several tables.
pub(crate) fn all_par_results(tables: &[TableResults], vulnerable: c_int) -> Result<AllParResults, Fault> {
    let mut all = AllParResults { presults: [ParResults::default(); MAXNOOFTABLES] };
    for (output, table) in all.presults.iter_mut().zip(tables) {
        *output = par_results(table, vulnerable)?;
    }
    Ok(all)
}

impl From<&View> for ParResultsDealer {
    fn from(view: &View) -> Self {
        let mut contracts: Vec<String> = view.contracts.iter().map(StrainContracts::with_result).collect();
        if contracts.is_empty() {
            contracts.push("pass".to_owned());
        }
        contracts.truncate(MOST_PAR_CONTRACTS);
        let mut results = Self { number: contracts.len() as c_int, score: view.score, ..Self::default() };
        for (output, contract) in results.contracts.iter_mut().zip(&contracts) {
            *output = text(contract);
        }
        results
    }
}

impl From<&View> for ParResultsMaster {
    fn from(view: &View) -> Self {
        let mut contracts: Vec<ContractType> = view.contracts.iter().map(StrainContracts::numbers).collect();
        if contracts.is_empty() {
            // DDS counts a passed-out deal as one contract at level 0.
            contracts.push(ContractType::default());
        }
        contracts.truncate(MOST_PAR_CONTRACTS);
        let mut results = Self { number: contracts.len() as c_int, score: view.score, ..Self::default() };
        for (output, contract) in results.contracts.iter_mut().zip(contracts) {
            *output = contract;
        }
        results
    }
}

fn dealer_view(table: &TableResults, dealer: c_int, vulnerable: c_int) -> Result<View, Fault> {
    let dealer = usize::try_from(dealer).ok().and_then(|dealer| Direction::ALL.get(dealer));
    Ok(View::of(&table.read()?, *dealer.ok_or(Fault::Unknown)?, vulnerability(vulnerable)?))
}

/// Computes par for a dealer as text, with the score of North and South.
pub(crate) fn dealer_par(
    table: &TableResults,
    dealer: c_int,
    vulnerable: c_int,
) -> Result<ParResultsDealer, Fault> {
    let mut view = dealer_view(table, dealer, vulnerable)?;
    // Only this function of DDS has another order: the highest contract first, or the lowest strain
    // if the contracts fail.
    view.contracts.sort_by_key(|contracts| {
        let ParContract { contract, .. } = contracts.lowest;
        let level = if contract.doubled { 0 } else { contracts.highest_level };
        let strain = contract.strain as i8;
        (Reverse(level), if contract.doubled { strain } else { -strain })
    });
    Ok(ParResultsDealer::from(&view))
}

/// Computes par for a dealer in numbers, with the score of North and South.
pub(crate) fn dealer_par_numbers(
    table: &TableResults,
    dealer: c_int,
    vulnerable: c_int,
) -> Result<ParResultsMaster, Fault> {
    Ok(ParResultsMaster::from(&dealer_view(table, dealer, vulnerable)?))
}

/// Computes par for each side as the first bidder, with the scores of that side.
pub(crate) fn sides_par<T: for<'a> From<&'a View>>(
    table: &TableResults,
    vulnerable: c_int,
) -> Result<[T; 2], Fault> {
    Ok(View::of_sides(&table.read()?, vulnerability(vulnerable)?).each_ref().map(T::from))
}

/// Returns the name with a number, if there is one.
fn named(names: &[&'static str], number: c_int) -> Result<&'static str, Fault> {
    usize::try_from(number).ok().and_then(|number| names.get(number).copied()).ok_or(Fault::Unknown)
}

impl ContractType {
    fn as_text(&self, notrump: &'static str) -> Result<String, Fault> {
        let declarers = named(&["N", "E", "S", "W", "NS", "EW"], self.seats)?;
        let strain = named(&[notrump, "S", "H", "D", "C"], self.denom)?;
        let result = match *self {
            Self { under_tricks: undertricks @ 1.., .. } => format!("x-{undertricks}"),
            Self { over_tricks: overtricks @ 1.., .. } => format!("+{overtricks}"),
            Self { .. } => String::new(),
        };
        Ok(format!("{declarers} {}{strain}{result}", self.level))
    }
}

impl ParResultsMaster {
    /// Returns `Par 110: NS 2S NS 2H`, or `Par 0` if the deal is passed out.
    fn as_text(&self, notrump: &'static str) -> Result<String, Fault> {
        let number = usize::try_from(self.number).map_err(|_| Fault::Unknown)?;
        let contracts = self.contracts.get(..number).ok_or(Fault::Unknown)?;
        let contracts: Vec<String> = contracts
            .iter()
            .filter(|contract| contract.level != 0)
            .map(|contract| contract.as_text(notrump))
            .collect::<Result<_, _>>()?;
        let colon = if contracts.is_empty() { "" } else { ": " };
        Ok(format!("Par {}{colon}{}", self.score, contracts.join(" ")))
    }
}

/// Writes par for a dealer as one text, with `N` for notrump.
pub(crate) fn dealer_text(par: &ParResultsMaster) -> Result<String, Fault> {
    par.as_text("N")
}

/// Writes par for each side as one text, with `NT` for notrump.
pub(crate) fn sides_text(pars: &[ParResultsMaster; 2]) -> Result<ParTextResults, Fault> {
    let [north_south, east_west] = pars;
    let contracts = |par: &ParResultsMaster| (par.number, par.contracts);
    Ok(ParTextResults {
        par_text: [text(&north_south.as_text("NT")?), text(&east_west.as_text("NT")?)],
        equal: north_south.score.checked_neg() == Some(east_west.score)
            && contracts(north_south) == contracts(east_west),
    })
}
