//! Ratings as a picture: a row for each bot, strongest on top, with its rating, its interval and
//! its win rate against every other bot.

use super::report::{Report, grouped, rating, time};
use bots::arena::{Entrant, Schedule};
use std::fmt::Write as _;

const MARGIN: f64 = 24.0;
const ROW: f64 = 40.0;
const CELL: f64 = 52.0;
/// Top of the first row.
const TOP: f64 = 128.0;
const CHART: f64 = 300.0;
/// Maximum width of a letter in a name, and width of the rating column.
const LETTER: f64 = 8.6;
const FIGURES: f64 = 96.0;

/// Colors for light and dark mode.
const STYLE: &str = "\
text{font:14px system-ui,-apple-system,'Segoe UI',Roboto,'Liberation Sans',sans-serif;fill:#23302a}\
.title{font-size:20px;font-weight:600}.quiet{fill:#68756e;font-size:12.5px}.name{font-weight:600}\
.figures{font-variant-numeric:tabular-nums}.end{text-anchor:end}.middle{text-anchor:middle}\
.paper{fill:#fbfaf6}.band{fill:#23302a;opacity:.035}.line{stroke:#23302a;stroke-opacity:.14}\
.zero{stroke:#23302a;stroke-opacity:.45}.whisker{stroke:#2d7a55;stroke-width:2;stroke-linecap:round}\
.dot{fill:#2d7a55}.wins{fill:#2d7a55}.loses{fill:#b4572b}.none{fill:#23302a;opacity:.05}\
@media(prefers-color-scheme:dark){text{fill:#e6ece8}.quiet{fill:#9aa8a0}.paper{fill:#161c19}.band{fill:#fff;opacity:.04}\
.line{stroke:#fff;stroke-opacity:.14}.zero{stroke:#fff;stroke-opacity:.5}.whisker{stroke:#63c08f}.dot{fill:#63c08f}\
.wins{fill:#4fae7d}.loses{fill:#d97a48}.none{fill:#fff;opacity:.06}}";

/// Draws a report as SVG.
pub(super) fn draw(report: &Report<'_>) -> String {
    let entrants = &report.standings.entrants;
    // Rated bots by strength, then bots that have not played.
    let mut order: Vec<usize> = (0..entrants.len()).collect();
    let strength = |bot: usize| entrants[bot].elo.map_or(f64::NEG_INFINITY, |elo| elo.0);
    order.sort_by(|a, b| strength(*b).total_cmp(&strength(*a)).then(b.cmp(a)));

    let longest = entrants.iter().map(|entrant| entrant.bot.chars().count()).max().unwrap_or(0);
    let chart = MARGIN + 20.0 + LETTER * longest as f64 + 20.0;
    let figures = chart + CHART + 12.0;
    let cells = figures + FIGURES + 20.0;
    let times = cells + CELL * entrants.len() as f64 + 16.0;
    let width = times + 64.0 + MARGIN;
    let bottom = TOP + ROW * entrants.len() as f64;
    let height = bottom + 44.0;

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" role=\"img\" aria-label=\"{}\">\n<style>{STYLE}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\" rx=\"10\"/>\n",
        escaped(&alt_text(report, &order))
    );
    let mut text = |x: f64, y: f64, class: &str, content: &str| {
        let _ =
            writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\">{}</text>", escaped(content));
    };
    text(MARGIN, 40.0, "title", &heading(report));
    text(MARGIN, 62.0, "quiet", &below_heading(report));
    let heads = TOP - 14.0;
    text(chart, heads, "quiet", &format!("Elo over {}", entrants[0].bot));
    text(times + 64.0, heads, "quiet end", "per move");
    for (column, bot) in order.iter().enumerate() {
        let x = cells + CELL * (column as f64 + 0.5);
        text(x, heads, "quiet middle", &place(&order, *bot));
    }
    text(cells, heads - 18.0, "quiet", "won against, %");

    let scale = Scale::new(entrants, chart, CHART);
    for tick in scale.ticks() {
        let x = scale.x(tick);
        let class = if tick == 0.0 { "zero" } else { "line" };
        let _ = writeln!(
            svg,
            "<line class=\"{class}\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP:.1}\" y2=\"{bottom:.1}\"/>\
             <text class=\"quiet middle figures\" x=\"{x:.1}\" y=\"{:.1}\">{tick:.0}</text>",
            bottom + 20.0
        );
    }
    for (row, bot) in order.iter().enumerate() {
        let top = TOP + ROW * row as f64;
        if row % 2 == 0 {
            let wide = width - 2.0 * MARGIN + 16.0;
            let left = MARGIN - 8.0;
            let _ = writeln!(
                svg,
                "<rect class=\"band\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{ROW:.1}\" rx=\"6\"/>"
            );
        }
        let entrant = &entrants[*bot];
        let base = top + ROW / 2.0 + 5.0;
        let _ = writeln!(
            svg,
            "<text class=\"quiet figures\" x=\"{MARGIN:.1}\" y=\"{base:.1}\">{}</text>\
             <text class=\"name\" x=\"{:.1}\" y=\"{base:.1}\">{}</text>\
             <text class=\"figures end\" x=\"{:.1}\" y=\"{base:.1}\">{}</text>\
             <text class=\"quiet figures end\" x=\"{:.1}\" y=\"{base:.1}\">{}</text>",
            place(&order, *bot),
            MARGIN + 20.0,
            escaped(&entrant.bot),
            figures + FIGURES,
            rating(entrant),
            times + 64.0,
            time(entrant.mean_time)
        );
        if let Some((elo, half_width)) = entrant.elo {
            let (x, y) = (scale.x(elo), top + ROW / 2.0);
            let half_width = half_width.unwrap_or_default();
            let (from, to) = (scale.x(elo - half_width), scale.x(elo + half_width));
            let _ = writeln!(
                svg,
                "<line class=\"whisker\" x1=\"{from:.1}\" x2=\"{to:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>"
            );
        }
        for (column, other) in order.iter().enumerate() {
            svg.push_str(&cell(report, *bot, *other, cells + CELL * column as f64, top));
        }
    }
    svg.push_str("</svg>\n");
    svg
}

fn heading(report: &Report<'_>) -> String {
    let words = i18n::Words::new(i18n::Language::English, i18n::Faces::French);
    let game = words.say(&format!("game.{}", report.game.id()), &[]).into_owned();
    let more = report.setup.seats.filter(|seats| *seats != 2);
    match more {
        None => game,
        Some(seats) => format!("{game}, {seats} players"),
    }
}

fn below_heading(report: &Report<'_>) -> String {
    let met = match report.tournament.schedule {
        Schedule::Ladder => "each against the next",
        Schedule::RoundRobin => "every pair",
    };
    let rounds = format!("{} {}", grouped(report.total()), report.rounds());
    let failed =
        report.standings.entrants.iter().map(|entrant| (&entrant.bot, report.field.failures(&entrant.bot)));
    let failed: Vec<String> = failed
        .filter(|(_, failures)| *failures > 0)
        .map(|(bot, failures)| format!("; {bot} FAILED in {}", grouped(failures)))
        .collect();
    let failed = failed.concat();
    format!("{rounds}, {met}, every deck from every seat; bars and ± are 95 % intervals{failed}")
}

/// Describes the picture for screen readers.
fn alt_text(report: &Report<'_>, order: &[usize]) -> String {
    let entrants = &report.standings.entrants;
    let rated: Vec<String> =
        order.iter().map(|bot| format!("{} {}", entrants[*bot].bot, rating(&entrants[*bot]))).collect();
    format!("{}: Elo over {}: {}", heading(report), entrants[0].bot, rated.join(", "))
}

fn place(order: &[usize], bot: usize) -> String {
    order.iter().position(|other| *other == bot).map_or(String::new(), |place| (place + 1).to_string())
}

/// Draws the win rate of `bot` against `other`.
fn cell(report: &Report<'_>, bot: usize, other: usize, x: f64, y: f64) -> String {
    let wins = report.standings.pairings.iter().find_map(|pairing| match pairing.bots {
        _ if pairing.rounds == 0 => None,
        [earlier, later] if (later, earlier) == (bot, other) => Some(pairing.wins.0),
        [earlier, later] if (earlier, later) == (bot, other) => Some(1.0 - pairing.wins.0),
        _ => None,
    });
    let size = |inset: f64| (x + inset, y + inset, CELL - 2.0 * inset, ROW - 2.0 * inset);
    let (left, top, wide, high) = size(2.0);
    let frame = format!("x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" rx=\"5\"");
    match wins {
        None if bot == other => format!("<rect class=\"none\" {frame}/>\n"),
        None => String::new(),
        Some(wins) => {
            let class = if wins >= 0.5 { "wins" } else { "loses" };
            let opacity = 0.08 + 0.72 * (2.0 * (wins - 0.5).abs());
            format!(
                "<rect class=\"{class}\" opacity=\"{opacity:.2}\" {frame}/>\
                 <text class=\"middle figures\" x=\"{:.1}\" y=\"{:.1}\">{:.1}</text>\n",
                x + CELL / 2.0,
                y + ROW / 2.0 + 5.0,
                100.0 * wins
            )
        }
    }
}

/// Horizontal scale of the ratings.
struct Scale {
    least: f64,
    most: f64,
    step: f64,
    left: f64,
    wide: f64,
}

impl Scale {
    fn new(entrants: &[Entrant], left: f64, wide: f64) -> Self {
        let ends = entrants.iter().filter_map(|entrant| entrant.elo).flat_map(|(elo, half_width)| {
            let half_width = half_width.unwrap_or_default();
            [elo - half_width, elo + half_width]
        });
        let (least, most) =
            ends.fold((0.0, 0.0), |(least, most): (f64, f64), end| (least.min(end), most.max(end)));
        let steps = [10.0, 20.0, 50.0, 100.0, 200.0, 500.0];
        let step = steps.into_iter().find(|step| (most - least) / step <= 6.0).unwrap_or(1000.0);
        // Margin for a dot at either end.
        let room = 0.03 * (most - least).max(step);
        Self { least: least - room, most: most + room, step, left, wide }
    }

    fn x(&self, elo: f64) -> f64 {
        self.left + self.wide * (elo - self.least) / (self.most - self.least)
    }

    fn ticks(&self) -> impl Iterator<Item = f64> {
        let (first, last) = ((self.least / self.step).ceil() as i32, (self.most / self.step).floor() as i32);
        let step = self.step;
        (first..=last).map(move |tick| f64::from(tick) * step)
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
