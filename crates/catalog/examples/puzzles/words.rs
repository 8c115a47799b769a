//! Texts of puzzles, in English and Italian, derived from the appraisal.

use cards::{Seat, Viewer};
use catalog::{AnyMatch, LineWorth};
use serde_json::Value;
use std::error::Error;

/// Minimum weight of a named reason, relative to the main one.
const WEIGHTY: f64 = 0.3;

/// Text in English and Italian.
type Both = [&'static str; 2];

/// Subject of a puzzle.
pub(crate) struct Subject {
    game: &'static str,
    /// Kind of answer.
    kind: Kind,
    /// Score category in which the answer is most ahead.
    category: Option<&'static str>,
}

/// Kind of answer.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    /// A capture of the whole table.
    Sweep,
    Capture,
    Build,
    /// A card is laid.
    Lay,
    /// A card in the play of bridge.
    Card {
        contract: String,
        defends: bool,
    },
    /// Another action, by its first word.
    Word(String),
    /// An action, by its first word, if it or the tempting action is a knock.
    KnockOr(String),
}

impl Subject {
    pub(crate) fn new(
        id: &'static str,
        game: &dyn AnyMatch,
        seat: Seat,
        answer: &str,
        tempting: &str,
        reasons: &[LineWorth],
    ) -> Result<Self, Box<dyn Error>> {
        let view: Value = serde_json::from_str(game.view(Viewer::Seat(seat)).get())?;
        let word = answer.split(' ').next().unwrap_or_default().to_owned();
        let kind = match id {
            "scopa" | "wall-street" | "cassino" => match answer.split_once(" x ") {
                Some((_, taken)) if is_whole_table(&view, taken) => Kind::Sweep,
                Some(_) => Kind::Capture,
                None if answer.contains(" = ") => Kind::Build,
                None => Kind::Lay,
            },
            "bridge" => Kind::Card {
                contract: view["contract"].as_str().unwrap_or_default().to_owned(),
                defends: view["declarer"].as_u64() != Some(seat.index() as u64),
            },
            _ if [answer, tempting].iter().any(|action| action.starts_with("knock")) => Kind::KnockOr(word),
            _ => Kind::Word(word),
        };
        Ok(Self { game: id, kind, category: reasons.first().map(|reason| reason.category) })
    }

    /// Returns the theme.
    pub(crate) fn theme(&self) -> String {
        match &self.kind {
            Kind::Card { contract, defends } => {
                format!("{} {}", contract.get(1..2).unwrap_or_default(), defends)
            }
            kind => format!("{kind:?} {}", self.category.unwrap_or_default()),
        }
    }

    /// Returns the title, which states the task.
    pub(crate) fn title(&self) -> [String; 2] {
        let both = |[english, italian]: Both| [english.to_owned(), italian.to_owned()];
        match &self.kind {
            Kind::Card { contract, defends } => {
                let [english, italian] = contract_words(contract);
                if *defends {
                    [format!("Beat {english}"), format!("Batti {italian}")]
                } else {
                    [format!("Make {english}"), format!("Mantieni {italian}")]
                }
            }
            Kind::KnockOr(_) if self.game == "gin-rummy" => {
                both(["Knock or play on?", "Bussare o continuare?"])
            }
            Kind::KnockOr(_) => both(["Knock or draw?", "Bussare o pescare?"]),
            Kind::Word(word) => both(match word.as_str() {
                "discard" => ["Which card do you discard?", "Quale carta scarti?"],
                "knock" | "gin" | "layoff" | "done" => ["How do you go out?", "Come chiudi?"],
                "stock" | "upcard" => ["Stock or upcard?", "Mazzo o carta scoperta?"],
                "bid" | "pass" if self.game == "sharks" => ["Bid or pass?", "Offrire o passare?"],
                "tool" => ["Which Tool do you play?", "Quale Strumento giochi?"],
                "react" | "noreact" => ["React, or let it happen?", "Reagire o lasciar fare?"],
                "flip" => ["Which card do you turn up?", "Quale carta scopri?"],
                "give" => ["Which Capital do you give?", "Quale Capitale scarti?"],
                _ => ["What do you do?", "Che cosa fai?"],
            }),
            Kind::Sweep | Kind::Capture | Kind::Build | Kind::Lay => both(match (self.game, self.category) {
                ("scopa", Some("sweeps")) => ["Mind the scope", "Occhio alle scope"],
                ("cassino", Some("sweeps")) => ["Mind the sweeps", "Occhio alle spazzate"],
                (_, Some("settebello")) => ["Mind the settebello", "Occhio al settebello"],
                (_, Some("primiera")) => ["Mind the primiera", "Occhio alla primiera"],
                (_, Some("coins")) => ["Mind the coins", "Occhio ai denari"],
                (_, Some("cards")) => ["Mind the number of cards", "Occhio al numero di carte"],
                (_, Some("takeovers")) => ["Mind the takeovers", "Occhio alle scalate"],
                (_, Some("preferred")) => ["Mind the preferred stock", "Occhio alle azioni privilegiate"],
                (_, Some("common")) => ["Mind the common stock", "Occhio alle azioni ordinarie"],
                (_, Some("investors")) => ["Mind the investors", "Occhio agli investitori"],
                (_, Some("spades")) => ["Mind the spades", "Occhio alle picche"],
                (_, Some("aces")) => ["Mind the aces", "Occhio agli assi"],
                (_, Some("bigCassino")) => ["Mind Big Cassino", "Occhio al Cassino grande"],
                (_, Some("littleCassino")) => ["Mind Little Cassino", "Occhio al Cassino piccolo"],
                _ => ["What do you play?", "Che cosa giochi?"],
            }),
        }
    }

    /// Returns the explanation of the answer: its lead over the best wrong action.
    pub(crate) fn reason(
        &self,
        margin: f64,
        has_equals: bool,
        determinizations: u32,
        reasons: &[LineWorth],
    ) -> [String; 2] {
        let headline = self.headline();
        let [points, punti] = self.points(margin);
        let [because, perché] = self.because(reasons);
        let [than, di] = if has_equals {
            ["anything that is not as good", "qualunque scelta che non sia altrettanto buona"]
        } else {
            ["anything else", "qualunque altra scelta"]
        };
        let [over, su] = if matches!(self.kind, Kind::Card { .. }) {
            [
                format!(
                    "Solved with open hands, over {determinizations} deals that fit the bidding and the play, it is worth"
                ),
                format!(
                    "A mani scoperte, su {determinizations} distribuzioni compatibili con la licita e il gioco, vale in media"
                ),
            ]
        } else {
            [
                format!("Over {determinizations} deals that fit what you know, it is worth"),
                format!("Su {determinizations} mani compatibili con quello che sai, vale in media"),
            ]
        };
        let english = format!("{over} {points} more than {than} on average{because}.");
        let italian = format!("{su} {punti} più di {di}{perché}.");
        [join(headline[0], &english), join(headline[1], &italian)]
    }

    /// Returns the text for the tempting action: its cost.
    pub(crate) fn temptation(&self, behind: f64, reasons: &[LineWorth]) -> [String; 2] {
        let [points, punti] = self.points(behind);
        let [because, perché] = self.because(reasons);
        let english = format!("That is what a rule of thumb says, and it costs {points}{because}.");
        let italian = format!("È quello che si farebbe a occhio, e costa {punti}{perché}.");
        [english, italian]
    }

    fn headline(&self) -> Both {
        match (&self.kind, self.game, self.category) {
            (Kind::Sweep, "scopa", _) => ["A scopa!", "È scopa!"],
            (Kind::Sweep, "wall-street", _) => ["A takeover!", "È una scalata!"],
            (Kind::Sweep, _, _) => ["A sweep!", "È una spazzata!"],
            (Kind::Lay, _, Some("sweeps" | "takeovers")) => [
                "Look at what the next player could clear off the table.",
                "Guarda che cosa chi gioca dopo potrebbe portar via dal tavolo.",
            ],
            (Kind::Capture, _, Some("sweeps" | "takeovers")) => [
                "Look at what stays on the table for the next player.",
                "Guarda che cosa resta sul tavolo per chi gioca dopo.",
            ],
            (Kind::Card { defends: true, .. }, _, _) => {
                ["This card beats the contract more often.", "Questa carta batte più spesso il contratto."]
            }
            (Kind::Card { .. }, _, _) => [
                "This card makes the contract more often.",
                "Con questa carta il contratto si mantiene più spesso.",
            ],
            (Kind::KnockOr(word), _, _) if word == "knock" => ["Knock.", "Bussa."],
            (Kind::KnockOr(_), _, _) => ["Do not knock yet.", "Non bussare ancora."],
            (_, _, Some("settebello")) => ["The settebello decides.", "Decide il settebello."],
            (_, _, Some("primiera")) => ["The primiera decides.", "Decide la primiera."],
            (Kind::Word(word), "sharks", _) => match word.as_str() {
                "pass" => ["This time it pays to hold back.", "Questa volta conviene non esporsi."],
                "bid" => ["This is worth a bid.", "Qui vale la pena offrire."],
                "tool" => ["This is the moment for that Tool.", "È il momento di questo Strumento."],
                "react" => ["This Tool has to be answered.", "A questo Strumento bisogna rispondere."],
                "noreact" => ["Keep your reaction for later.", "Tieni la reazione per dopo."],
                _ => ["", ""],
            },
            _ => ["", ""],
        }
    }

    fn points(&self, points: f64) -> [String; 2] {
        let digits = if points >= 10.0 {
            0
        } else if points >= 0.3 {
            1
        } else {
            2
        };
        let [english, italian] =
            if self.game == "thirty-one" { ["lives", "vite"] } else { ["points", "punti"] };
        let number = format!("{points:.digits$}");
        [format!("{number} {english}"), format!("{} {italian}", number.replace('.', ","))]
    }

    /// Returns the main categories of a lead, if the game has several.
    fn because(&self, reasons: &[LineWorth]) -> [String; 2] {
        let most = reasons.first().map_or(0.0, |reason| reason.lead);
        let weighty = reasons.iter().filter(|reason| reason.lead >= most * WEIGHTY);
        let named = weighty.filter_map(|reason| category(self.game, reason.category));
        let (english, italian): (Vec<&str>, Vec<&str>) =
            named.map(|[english, italian]| (english, italian)).unzip();
        if english.is_empty() {
            return [String::new(), String::new()];
        }
        [
            format!(", above all because of {}", english.join(" and ")),
            format!(", soprattutto per {}", italian.join(" e ")),
        ]
    }
}

fn join(headline: &str, sentence: &str) -> String {
    if headline.is_empty() { sentence.to_owned() } else { format!("{headline} {sentence}") }
}

/// Returns the name of a score category in a sentence. `None` for games with one category.
fn category(game: &str, category: &str) -> Option<Both> {
    Some(match (game, category) {
        ("scopa", "sweeps") => ["the scope", "le scope"],
        ("cassino", "sweeps") => ["the sweeps", "le spazzate"],
        ("scopa" | "cassino", "cards") => ["the number of cards", "il numero di carte"],
        (_, "coins") => ["the coins", "i denari"],
        (_, "settebello") => ["the settebello", "il settebello"],
        (_, "primiera") => ["the primiera", "la primiera"],
        (_, "spades") => ["the spades", "le picche"],
        (_, "aces") => ["the aces", "gli assi"],
        (_, "bigCassino") => ["Big Cassino", "il Cassino grande"],
        (_, "littleCassino") => ["Little Cassino", "il Cassino piccolo"],
        (_, "investors") => ["the investors", "gli investitori"],
        (_, "preferred") => ["the preferred stock", "le azioni privilegiate"],
        (_, "common") => ["the common stock", "le azioni ordinarie"],
        (_, "takeovers") => ["the takeovers", "le scalate"],
        (_, "deadwood") => ["the deadwood", "i punti in mano"],
        (_, "gin") => ["gin", "il gin"],
        (_, "undercut") => ["the undercut", "la contro-bussata"],
        _ => return None,
    })
}

/// Returns whether a capture takes the whole table.
fn is_whole_table(view: &Value, taken: &str) -> bool {
    let cards = |value: &Value| value.as_array().map(Vec::len);
    let loose = cards(&view["table"]).or_else(|| cards(&view["loose"]));
    let builds = cards(&view["builds"]).unwrap_or(0);
    // Cards outside of brackets are loose cards.
    let taken_loose = taken.split('[').map(|part| part.split_once(']').map_or(part, |(_, rest)| rest));
    let taken_loose: usize = taken_loose.map(|part| part.split_whitespace().count()).sum();
    loose.is_some_and(|loose| loose == taken_loose) && builds == taken.matches('[').count()
}

/// Returns a contract in words: `4S` is four spades.
fn contract_words(contract: &str) -> [String; 2] {
    let level = contract.bytes().next().map_or(0, |level| usize::from(level.wrapping_sub(b'1'))).min(6);
    let english = ["one", "two", "three", "four", "five", "six", "seven"][level];
    let italian = ["uno", "due", "tre", "quattro", "cinque", "sei", "sette"][level];
    let [strain, seme] = match contract.as_bytes().get(1) {
        Some(b'C') => ["clubs", "fiori"],
        Some(b'D') => ["diamonds", "quadri"],
        Some(b'H') => ["hearts", "cuori"],
        Some(b'S') => ["spades", "picche"],
        _ => ["no trump", "senza atout"],
    };
    let strain = if level == 0 { strain.trim_end_matches('s') } else { strain };
    let [doubled, contrato] = match contract.get(2..) {
        Some("X") => [" doubled", " contrato"],
        Some("XX") => [" redoubled", " surcontrato"],
        _ => ["", ""],
    };
    [format!("{english} {strain}{doubled}"), format!("{italian} {seme}{contrato}")]
}
