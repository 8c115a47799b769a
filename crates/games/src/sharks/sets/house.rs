//! The built-in set, generated from `house.toml`. `cargo xtask wire` writes the lines, and a test
//! fails if they are stale.

use super::Effect::*;
use super::Kind::{ChooseOne, Reaction, Single, TwoPart};
use super::Side::{Down, Up};
use super::{BTreeMap, Card, Effect, HOUSE_ID, Kind, MAX_BONUS, MAX_INVESTMENT, MAX_TOOL, Set, Tools};

/// Card, with its number and names.
enum Line {
    /// Capital: value and copies.
    Capital(u8, u8),
    /// Investment: number, value, bonus and names.
    Investment(u8, i8, [Option<Effect>; MAX_BONUS], Names),
    /// Tool: number, copies, cost, kind, effects and names.
    Tool(u8, u8, u8, Kind, [Option<Effect>; 2], Names),
}
use Line::*;

/// Names of a card, by language.
type Names = &'static [(&'static str, &'static str)];

#[rustfmt::skip]
const LINES: &[Line] = &[
    Capital(1, 10),
    Capital(2, 10),
    Capital(3, 10),
    Capital(4, 10),
    Capital(5, 8),
    Capital(6, 7),
    Capital(7, 6),
    Capital(8, 4),
    Capital(9, 3),
    Capital(10, 2),
    Investment(1, 12, [None, None, None], &[("en", "Northlight Orbital"), ("it", "Orbitale Luce del Nord")]),
    Investment(2, 11, [None, None, None], &[("en", "Halcyon Grid"), ("it", "Rete Alcione")]),
    Investment(3, 10, [None, None, None], &[("en", "Brightwater Desal"), ("it", "Dissalatori Acquachiara")]),
    Investment(4, 10, [None, None, None], &[("en", "Ferrovane Rail"), ("it", "Ferrovie Ferrovane")]),
    Investment(5, 9, [None, None, None], &[("en", "Cobalt & Daughters"), ("it", "Cobalto & Figlie")]),
    Investment(6, 9, [None, None, None], &[("en", "Quillon Pharma"), ("it", "Quillon Farmaceutica")]),
    Investment(7, 8, [None, None, None], &[("en", "Tidewrack Shipping"), ("it", "Navigazione Risacca")]),
    Investment(8, 8, [None, None, None], &[("en", "Saffron Skies"), ("it", "Cieli di Zafferano")]),
    Investment(9, 7, [None, None, None], &[("en", "Marrow Lane Foods"), ("it", "Alimentari Vicolo Zucca")]),
    Investment(10, 7, [None, None, None], &[("en", "Gablewright Homes"), ("it", "Case Gablewright")]),
    Investment(11, 6, [None, None, None], &[("en", "Pepperjack Studios"), ("it", "Studi Pepperjack")]),
    Investment(12, 6, [None, None, None], &[("en", "Ironmoth Textiles"), ("it", "Tessuti Falena di Ferro")]),
    Investment(13, 5, [None, None, None], &[("en", "Lumen & Loam Farms"), ("it", "Fattorie Lume e Terra")]),
    Investment(14, 5, [None, None, None], &[("en", "Wickerby Toys"), ("it", "Giocattoli Wickerby")]),
    Investment(15, 4, [None, None, None], &[("en", "Old Ferry Bank"), ("it", "Banca del Vecchio Traghetto")]),
    Investment(16, 4, [None, None, None], &[("en", "Sixpence Mutual"), ("it", "Mutua Sei Soldi")]),
    Investment(17, 3, [Some(DrawCapital(1)), None, None], &[("en", "Driftglass Optics"), ("it", "Ottica Vetro di Mare")]),
    Investment(18, 2, [Some(DrawTools(1)), None, None], &[("en", "Ribbon Street Press"), ("it", "Stampa Via del Nastro")]),
    Investment(19, -2, [Some(DrawCapital(2)), None, None], &[("en", "Velvet Kiosk Retail"), ("it", "Negozi Chiosco di Velluto")]),
    Investment(20, -3, [Some(DrawCapital(1)), Some(DrawTools(1)), None], &[("en", "Paper Lantern Media"), ("it", "Media Lanterna di Carta")]),
    Investment(21, -4, [Some(DrawCapital(3)), None, None], &[("en", "Slowcoach Motors"), ("it", "Automobili Lumaca")]),
    Investment(22, -5, [Some(DrawCapital(4)), None, None], &[("en", "Mirage Petroleum"), ("it", "Petroli Miraggio")]),
    Investment(23, -6, [Some(OthersDiscardCapital(1)), Some(DrawCapital(3)), None], &[("en", "Hollow Crown Holdings"), ("it", "Finanziaria Corona Vuota")]),
    Investment(24, -8, [None, None, None], &[("en", "Ponderosa Sinkhole Estates"), ("it", "Immobiliare Dolina")]),
    Tool(1, 4, 0, Reaction, [Some(Cancel), None], &[("en", "Connection in the Government"), ("it", "Amico al governo")]),
    Tool(2, 3, 0, Single, [Some(TurnOwn(Up)), None], &[("en", "Quiet Disclosure"), ("it", "Comunicato discreto")]),
    Tool(3, 3, 0, TwoPart, [Some(TurnOwn(Down)), Some(DrawCapital(2))], &[("en", "Off the Books"), ("it", "Fuori bilancio")]),
    Tool(4, 3, 1, TwoPart, [Some(TurnOwn(Down)), Some(TurnOwn(Up))], &[("en", "Restated Earnings"), ("it", "Utili rettificati")]),
    Tool(6, 3, 1, Single, [Some(TurnOther(Down)), None], &[("en", "Gag Order"), ("it", "Bavaglio")]),
    Tool(7, 3, 0, Single, [Some(DrawCapital(2)), None], &[("en", "Bridge Loan"), ("it", "Prestito ponte")]),
    Tool(8, 3, 1, Single, [Some(DrawCapital(3)), None], &[("en", "Leveraged Line"), ("it", "Linea a leva")]),
    Tool(9, 2, 1, TwoPart, [Some(DiscardOwn), Some(DrawCapital(3))], &[("en", "Fire Sale"), ("it", "Svendita")]),
    Tool(10, 2, 3, Single, [Some(TakeDown), None], &[("en", "Tender Offer"), ("it", "Offerta pubblica")]),
    Tool(11, 3, 1, Single, [Some(SwapDown), None], &[("en", "Paper Swap"), ("it", "Scambio di carte")]),
    Tool(12, 3, 0, TwoPart, [Some(Look), Some(DrawCapital(1))], &[("en", "Insider Whisper"), ("it", "Soffiata")]),
    Tool(13, 3, 0, ChooseOne, [Some(TurnRow(Up)), Some(TurnRow(Down))], &[("en", "Press Leak"), ("it", "Fuga di notizie")]),
    Tool(14, 2, 1, Single, [Some(ExchangeRow), None], &[("en", "Prospectus Shuffle"), ("it", "Prospetti scambiati")]),
    Tool(15, 3, 1, Single, [Some(OtherDiscardsCapital(2)), None], &[("en", "Margin Squeeze"), ("it", "Stretta sui margini")]),
    Tool(16, 2, 1, Single, [Some(TakeTool), None], &[("en", "Poached Analyst"), ("it", "Analista soffiato")]),
    Tool(17, 2, 2, Single, [Some(DrawTools(2)), None], &[("en", "War Chest"), ("it", "Tesoro di guerra")]),
    Tool(18, 2, 0, ChooseOne, [Some(DrawCapitalPerUp(1)), Some(DrawTools(1))], &[("en", "Dividend Clause"), ("it", "Clausola di dividendo")]),
];

/// Returns the set.
pub(super) fn set() -> Set {
    let mut set = Set {
        id: HOUSE_ID.to_owned(),
        capital: super::Capital::NONE,
        copies: Tools::NONE,
        investments: [None; MAX_INVESTMENT as usize + 1],
        tools: [None; MAX_TOOL as usize + 1],
        statistics: super::Statistics::default(),
        names: BTreeMap::new(),
    };
    let named = |names: Names| {
        names.iter().map(|(language, name)| ((*language).to_owned(), (*name).to_owned())).collect()
    };
    for line in LINES {
        match *line {
            Capital(value, copies) => (0..copies).for_each(|_| set.capital.add(value)),
            Investment(number, value, bonus, names) => {
                set.investments[usize::from(number)] = Some(super::Investment { value, bonus });
                set.names.insert(Card::Investment(number), named(names));
            }
            Tool(number, copies, cost, kind, effects, names) => {
                set.tools[usize::from(number)] = Some(super::Tool { cost, kind, effects });
                (0..copies).for_each(|_| set.copies.add(number));
                set.names.insert(Card::Tool(number), named(names));
            }
        }
    }
    set.with_statistics()
}
