//! Results of a tournament, as a table and as JSON.

use crate::programs::Field;
use bots::arena::{Ending, Entrant, Estimate, Pairing, Schedule, Sprt, Standings, Tournament};
use catalog::{AnyGame, SetupText};
use engine::OptionValue;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

/// Format name of the JSON report; see docs/arena.md.
const FORMAT: &str = "parlour-arena/1";

/// Command that repeats a tournament.
pub(super) struct Command<'a> {
    pub(super) game: &'a dyn AnyGame,
    pub(super) setup: &'a SetupText,
    /// Options that differ from the preset.
    pub(super) differing: &'a BTreeMap<&'static str, OptionValue>,
    pub(super) tournament: &'a Tournament,
    /// File of the decks.
    pub(super) decks: Option<&'a Path>,
}

/// Tournament and its results.
pub(super) struct Report<'a> {
    pub(super) command: Command<'a>,
    pub(super) standings: &'a Standings,
    /// The bots that are external programs.
    pub(super) field: &'a Field,
}

impl<'a> std::ops::Deref for Report<'a> {
    type Target = Command<'a>;

    fn deref(&self) -> &Command<'a> {
        &self.command
    }
}

impl Command<'_> {
    /// Returns "deal" or "match".
    pub(super) fn round(&self) -> &'static str {
        if self.tournament.matches { "match" } else { "deal" }
    }

    pub(super) fn rounds(&self) -> &'static str {
        if self.tournament.matches { "matches" } else { "deals" }
    }

    /// Returns the command without the limits, which may differ when a tournament continues.
    pub(super) fn without_limits(&self) -> String {
        self.write(false)
    }

    /// Returns the command. Threads are left out, because they change nothing but the time.
    fn write(&self, with_limits: bool) -> String {
        let tournament = self.tournament;
        let bots = tournament.bots.join(",");
        // A program with arguments must stay one word for the shell.
        let bots = if bots.contains(' ') { format!("'{bots}'") } else { bots };
        let mut command = format!("parlour arena {} --bots {bots}", self.game.id());
        let mut add = |argument: &str, value: Option<String>| {
            if let Some(value) = value {
                let _ = write!(command, " --{argument} {value}");
            }
        };
        add("preset", self.setup.preset.clone());
        for (key, value) in self.differing.iter().filter(|(key, _)| **key != "seats") {
            add("option", Some(format!("{key}={}", written(value))));
        }
        add("players", self.setup.seats.filter(|seats| *seats != 2).map(|seats| seats.to_string()));
        if with_limits {
            add(self.rounds(), Some(tournament.limits.rounds.to_string()));
            add("within", tournament.limits.within.map(|within| short(100.0 * within)));
            if let Some(Sprt { elo: [first, second], alpha, beta }) = tournament.limits.sprt {
                add("sprt", Some(format!("{first},{second}")));
                let rate = |rate: f64| Some(rate).filter(|rate| *rate != 0.05).map(|rate| rate.to_string());
                add("alpha", rate(alpha));
                add("beta", rate(beta));
            }
            add("time", tournament.limits.time.map(|time| format!("{}s", time.as_secs_f64())));
        }
        add("decks", self.decks.filter(|_| with_limits).map(|path| path.display().to_string()));
        add("seed", Some(tournament.seed).filter(|seed| *seed != 1).map(|seed| seed.to_string()));
        if tournament.schedule == Schedule::Ladder {
            command.push_str(" --ladder");
        }
        if !with_limits && tournament.matches {
            command.push_str(" --matches");
        }
        command
    }
}

impl Report<'_> {
    pub(super) fn names(&self, pairing: &Pairing) -> [&str; 2] {
        pairing.bots.map(|bot| self.standings.entrants[bot].bot.as_str())
    }

    pub(super) fn total(&self) -> u64 {
        self.standings.pairings.iter().map(|pairing| pairing.rounds).sum()
    }

    /// Formats the table: first every bot, then every pairing.
    pub(super) fn table(&self) -> String {
        let (tournament, standings) = (self.tournament, self.standings);
        let wide =
            standings.entrants.iter().map(|entrant| entrant.bot.chars().count()).max().unwrap_or(0).max(3);
        let points = format!("points per {}", self.round());
        let mut text = format!(
            "{:wide$}  {:>13}  {:>16}  {points:>18}  {:>10}  {:>10}\n",
            "bot", "Elo", "won", "per move", "longest"
        );
        for entrant in &standings.entrants {
            let _ = writeln!(
                text,
                "{:wide$}  {:>13}  {:>16}  {:>18}  {:>10}  {:>10}",
                entrant.bot,
                rating(entrant),
                played(entrant.rounds, percent, entrant.wins),
                played(entrant.rounds, signed, entrant.points),
                time(entrant.mean_time),
                time(entrant.longest_time)
            );
        }
        text.push('\n');
        for pairing in &standings.pairings {
            let [earlier, later] = self.names(pairing);
            let _ = writeln!(
                text,
                "{later:>wide$} – {earlier:wide$}  {:>16} won  {:>16} points per {}  in {} {}",
                played(pairing.rounds, percent, pairing.wins),
                played(pairing.rounds, signed, pairing.lead),
                self.round(),
                grouped(pairing.rounds),
                self.rounds(),
            );
        }
        for pairing in &standings.pairings {
            let [earlier, later] = self.names(pairing);
            if let (Some(test), Some(result)) = (tournament.limits.sprt, &pairing.sprt) {
                let decision = result.accepted.map_or_else(
                    || "undecided".to_owned(),
                    |accepted| format!("accepted: Elo {}", with_sign(test.elo[accepted], 1)),
                );
                let [low, high] = result.bounds.map(|bound| with_sign(bound, 2));
                let _ = writeln!(
                    text,
                    "{later:>wide$} – {earlier:wide$}  {decision}; log likelihood ratio {} between {low} and {high}",
                    with_sign(result.llr, 2),
                );
            }
        }
        let ending = match standings.ending {
            Ending::Complete => "",
            Ending::Time => "time limit reached; ",
            Ending::Stopped if self.field.is_over() => "ended by a failing program; ",
            Ending::Stopped => "stopped; ",
        };
        let rate = self.total() as f64 / standings.seconds.max(1e-9);
        let _ = writeln!(
            text,
            "\n{ending}{} {} in {:.1} s: {rate:.0} a second; ± is 95 %",
            grouped(self.total()),
            self.rounds(),
            standings.seconds
        );
        text + &self.field.describe()
    }

    /// Returns the JSON report, described in docs/arena.md.
    pub(super) fn json(&self) -> Value {
        let (tournament, standings) = (self.tournament, self.standings);
        let entrants = standings.entrants.iter().map(|entrant| {
            json!({
                "bot": entrant.bot,
                "spelling": self.game.spelling(&entrant.bot),
                "rounds": entrant.rounds,
                "elo": entrant.elo.map(estimate),
                "points": played(entrant.rounds, estimate, entrant.points),
                "wins": played(entrant.rounds, estimate, entrant.wins),
                "moves": entrant.moves,
                "millisecondsPerMove": milliseconds(entrant.mean_time),
                "longestMilliseconds": milliseconds(entrant.longest_time),
                "failures": self.field.failures(&entrant.bot),
                "faults": self.field.json(&entrant.bot),
            })
        });
        let pairings = standings.pairings.iter().map(|pairing| {
            let [earlier, later] = self.names(pairing);
            json!({
                "bot": later,
                "against": earlier,
                "rounds": pairing.rounds,
                "wins": played(pairing.rounds, estimate, pairing.wins),
                "lead": played(pairing.rounds, estimate, pairing.lead),
                "points": played(pairing.rounds, estimate, pairing.points[1]),
                "pointsAgainst": played(pairing.rounds, estimate, pairing.points[0]),
                "sprt": pairing.sprt.as_ref().map(|result| json!({
                    "llr": rounded(result.llr),
                    "bounds": result.bounds.map(rounded),
                    "accepted": result.accepted.map(|accepted| format!("elo{accepted}")),
                    "decks": result.decks.iter().map(|(share, decks)| json!([rounded(*share), decks])).collect::<Vec<_>>(),
                })),
            })
        });
        json!({
            "format": FORMAT,
            "command": self.command.write(true),
            "parlour": env!("CARGO_PKG_VERSION"),
            "game": self.game.id(),
            "preset": self.setup.preset,
            "options": self.differing,
            "seats": self.setup.seats,
            "seed": tournament.seed,
            "round": self.round(),
            "schedule": match tournament.schedule {
                Schedule::Ladder => "ladder",
                Schedule::RoundRobin => "round-robin",
            },
            "limits": {
                "rounds": tournament.limits.rounds,
                "within": tournament.limits.within,
                "sprt": tournament.limits.sprt.map(|Sprt { elo, alpha, beta }| json!({
                    "elo0": elo[0], "elo1": elo[1], "alpha": alpha, "beta": beta,
                })),
                "seconds": tournament.limits.time.map(|time| time.as_secs_f64()),
            },
            "ended": match standings.ending {
                Ending::Complete => "complete",
                Ending::Time => "time",
                Ending::Stopped if self.field.is_over() => "failed",
                Ending::Stopped => "stopped",
            },
            "bots": entrants.collect::<Vec<_>>(),
            "pairings": pairings.collect::<Vec<_>>(),
            "seconds": rounded(standings.seconds),
        })
    }
}

fn written(value: &OptionValue) -> String {
    match value {
        OptionValue::Word(word) => word.clone(),
        other => serde_json::to_string(other).unwrap_or_default(),
    }
}

/// Rounds to six digits, which are more precise than any interval.
fn rounded(number: f64) -> f64 {
    format!("{number:.5e}").parse().unwrap_or(number)
}

fn estimate((mean, half_width): Estimate) -> Value {
    json!({ "mean": rounded(mean), "halfWidth95": half_width.map(rounded) })
}

/// Writes an estimate, or `–` and `null` if it is of no rounds.
fn played<T: NoResult>(rounds: u64, write: impl Fn(Estimate) -> T, estimate: Estimate) -> T {
    if rounds == 0 { T::no_result() } else { write(estimate) }
}

trait NoResult {
    fn no_result() -> Self;
}

impl NoResult for String {
    fn no_result() -> Self {
        "–".to_owned()
    }
}

impl NoResult for Value {
    fn no_result() -> Self {
        Self::Null
    }
}

fn milliseconds(time: Duration) -> f64 {
    rounded(time.as_secs_f64() * 1000.0)
}

/// Formats a number without trailing zeros: `2`, `0.5`.
fn short(number: f64) -> String {
    let text = format!("{number:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Formats a count: `12,400`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a rating: `+191 ± 19`. The first bot, the reference, is `0`.
pub(super) fn rating(entrant: &Entrant) -> String {
    match entrant.elo {
        None => "–".to_owned(),
        Some((_, Some(0.0))) => "0".to_owned(),
        Some((mean, half_width)) => {
            format!("{} ± {}", with_sign(mean, 0), half(half_width, 0))
        }
    }
}

/// Formats a percentage: `76.2 ± 1.1 %`.
pub(super) fn percent((mean, half_width): Estimate) -> String {
    format!("{:.1} ± {} %", 100.0 * mean, half(half_width.map(|half_width| 100.0 * half_width), 1))
}

fn signed((mean, half_width): Estimate) -> String {
    format!("{} ± {}", with_sign(mean, 2), half(half_width, 2))
}

/// Formats a number with its sign, and zero without one.
fn with_sign(number: f64, digits: usize) -> String {
    let text = format!("{number:+.digits$}");
    if text.trim_matches(['-', '+', '0', '.']).is_empty() {
        text[1..].to_owned()
    } else {
        text.replace('-', "−")
    }
}

fn half(width: Option<f64>, digits: usize) -> String {
    width.map_or_else(|| "–".to_owned(), |width| format!("{width:.digits$}"))
}

/// Formats a duration with two digits: `12 ms`, `2.2 µs`.
pub(super) fn time(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    match micros {
        0.0 => "–".to_owned(),
        ..0.095 => format!("{micros:.3} µs"),
        ..0.95 => format!("{micros:.2} µs"),
        ..9.5 => format!("{micros:.1} µs"),
        ..950.0 => format!("{micros:.0} µs"),
        ..9500.0 => format!("{:.1} ms", micros / 1e3),
        ..9.5e6 => format!("{:.0} ms", micros / 1e3),
        _ => format!("{:.0} s", micros / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_as_people_read_them() {
        assert_eq!(
            (grouped(7), grouped(1234), grouped(1_234_567)),
            ("7".into(), "1,234".into(), "1,234,567".into())
        );
        assert_eq!(percent((0.7617, Some(0.011))), "76.2 ± 1.1 %");
        assert_eq!(signed((-1.236, None)), "−1.24 ± –");
        assert_eq!(signed((-0.001, Some(0.5))), "0.00 ± 0.50");
        assert_eq!(short(2.0) + " " + &short(0.5), "2 0.5");
        let times = [9, 850, 1_240, 12_400, 12_000_000].map(|micros| time(Duration::from_micros(micros)));
        assert_eq!(times, ["9.0 µs", "850 µs", "1.2 ms", "12 ms", "12 s"]);
    }
}
