//! Tables of docs/bots.md, generated from the arena reports in docs/bots.

use serde::Deserialize;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

const PAGE: &str = "docs/bots.md";
const REPORTS: &str = "docs/bots";
/// End mark of a table. It starts with `<!-- arena: scopa -->`.
const END: &str = "<!-- end -->";
const BEGIN: &str = "<!-- arena: ";

/// Part of a report (docs/arena.md) that the page shows.
#[derive(Deserialize)]
struct Report {
    format: String,
    command: String,
    round: String,
    ended: String,
    bots: Vec<Bot>,
    pairings: Vec<Pairing>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Bot {
    bot: String,
    spelling: String,
    elo: Option<Estimate>,
    milliseconds_per_move: f64,
    longest_milliseconds: f64,
}

#[derive(Deserialize)]
struct Pairing {
    bot: String,
    against: String,
    rounds: u64,
    wins: Estimate,
    lead: Estimate,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Estimate {
    mean: f64,
    half_width95: Option<f64>,
}

/// Updates the tables of bots in the documentation.
pub(crate) fn write(root: &Path) -> Result<(), String> {
    let path = root.join(PAGE);
    fs::write(&path, written(root, &read(&path)?)?).map_err(|error| format!("{}: {error}", path.display()))
}

/// Checks that the page matches the reports.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let page = read(&root.join(PAGE))?;
    if written(root, &page)? == page {
        Ok(())
    } else {
        Err(format!("{PAGE}: the tables differ from the reports in {REPORTS}; run cargo xtask bots"))
    }
}

/// Returns the page with updated tables. Every report needs a table, and every table a report.
fn written(root: &Path, page: &str) -> Result<String, String> {
    let mut reports: Vec<PathBuf> = fs::read_dir(root.join(REPORTS))
        .map_err(|error| format!("{REPORTS}: {error}"))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    let mut parts = page.split(BEGIN);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) =
            part.split_once(" -->").ok_or_else(|| format!("{PAGE}: “{BEGIN}” without “-->”"))?;
        let (_, rest) = rest.split_once(END).ok_or_else(|| format!("{PAGE}: {name} has no “{END}”"))?;
        let path = root.join(REPORTS).join(format!("{name}.json"));
        let report: Report =
            serde_json::from_str(&read(&path)?).map_err(|error| format!("{REPORTS}/{name}.json: {error}"))?;
        let has_picture = path.with_extension("svg").exists();
        let _ = write!(text, "{BEGIN}{name} -->\n{}{END}{rest}", table(name, &report, has_picture)?);
        reports.retain(|other| *other != path);
    }
    match &reports[..] {
        [] => Ok(text),
        [untold, ..] => Err(format!("{PAGE}: no table for {}", untold.display())),
    }
}

fn table(name: &str, report: &Report, has_picture: bool) -> Result<String, String> {
    if report.format != "parlour-arena/1" {
        return Err(format!("{REPORTS}/{name}.json: unknown format {}", report.format));
    }
    if report.ended == "stopped" {
        return Err(format!(
            "{REPORTS}/{name}.json: the run was stopped, so its command would not repeat it"
        ));
    }
    let mut text = format!("`{}`\n\n", report.command);
    if has_picture {
        let _ = writeln!(text, "![Elo ratings and shares of wins](bots/{name}.svg)\n");
    }
    text += "| bot | Elo | a move | longest |\n|---|---|---|---|\n";
    for bot in &report.bots {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} |",
            named(bot),
            bot.elo.as_ref().map_or_else(|| "–".to_owned(), rating),
            time(bot.milliseconds_per_move),
            time(bot.longest_milliseconds)
        );
    }
    let (round, rounds) = match report.round.as_str() {
        "match" => ("match", "matches"),
        _ => ("deal", "deals"),
    };
    let _ = writeln!(
        text,
        "\n| bot | against | won | lead, points a {round} | {rounds} |\n|---|---|---|---|---|"
    );
    for pairing in &report.pairings {
        let percent = Estimate {
            mean: 100.0 * pairing.wins.mean,
            half_width95: pairing.wins.half_width95.map(|w| 100.0 * w),
        };
        let _ = writeln!(
            text,
            "| `{}` | `{}` | {} % | {} | {} |",
            pairing.bot,
            pairing.against,
            figure(&percent, 1, false),
            figure(&pairing.lead, 2, true),
            pairing.rounds
        );
    }
    Ok(text)
}

/// Formats a level with its bot.
fn named(bot: &Bot) -> String {
    if bot.bot == bot.spelling {
        format!("`{}`", bot.bot)
    } else {
        format!("{}: `{}`", bot.bot, bot.spelling)
    }
}

fn rating(elo: &Estimate) -> String {
    if elo.half_width95 == Some(0.0) { "0".to_owned() } else { figure(elo, 0, true) }
}

fn figure(estimate: &Estimate, digits: usize, signed: bool) -> String {
    let mean = estimate.mean;
    let mean = if signed { format!("{mean:+.digits$}") } else { format!("{mean:.digits$}") };
    let half = estimate.half_width95.map_or_else(|| "–".to_owned(), |half| format!("{half:.digits$}"));
    format!("{} ± {half}", mean.replace('-', "−"))
}

/// Formats a time with two digits.
fn time(milliseconds: f64) -> String {
    match milliseconds {
        ..0.000_95 => format!("{:.2} µs", 1000.0 * milliseconds),
        ..0.0095 => format!("{:.1} µs", 1000.0 * milliseconds),
        ..0.95 => format!("{:.0} µs", 1000.0 * milliseconds),
        ..9.5 => format!("{milliseconds:.1} ms"),
        _ => format!("{milliseconds:.0} ms"),
    }
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}
