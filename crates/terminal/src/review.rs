//! Review of a record as text: the course of each deal, and the costliest decisions.

use crate::cast::Cast;
use crate::event_log::{cast, standing};
use crate::games::{Layout, layout};
use crate::{Error, Look};
use cards::Viewer;
use catalog::{Catalog, Decision, Effort, LineWorth, Place, RecordText};
use i18n::Words;
use std::fmt::Write;

/// Maximum number of decisions shown per deal.
const MAX_TOLD: usize = 5;

/// Reviews a record: the course of each deal and its costliest decisions. Each decision is judged
/// by the information its player had. `progress` receives the number of reviewed entries and of all
/// entries.
///
/// # Errors
///
/// Returns an error if the record is rejected, with its place, or if the game is a race.
pub fn review(
    record: &RecordText,
    catalog: &Catalog,
    effort: Effort,
    words: Words,
    look: Look,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<String, Error> {
    Ok(look.plain_text(&review_from(0, record, catalog, effort, words, progress)?))
}

/// Reviews a record from deal `first` on, with all characters.
pub(crate) fn review_from(
    first: usize,
    record: &RecordText,
    catalog: &Catalog,
    effort: Effort,
    words: Words,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<String, Error> {
    let game = record.replay(catalog).into_match()?;
    let layout = layout(&*game)?;
    let cast = cast(record, game.snapshot(Viewer::Public).sides, words);
    let entries: usize = record.deals.iter().map(|deal| deal.actions.len()).sum();
    let before = |place: Place| {
        record.deals.iter().take(place.deal).map(|deal| deal.actions.len()).sum::<usize>() + place.entry
    };
    let mut decisions = Vec::new();
    for decision in record.review(catalog, Place { deal: first, entry: 0 }, effort)? {
        progress(before(decision.place) + 1, entries);
        decisions.push(decision);
    }
    let mut text = String::new();
    for deal in first..record.deals.len() {
        let of_deal: Vec<&Decision> =
            decisions.iter().filter(|decision| decision.place.deal == deal).collect();
        let heading = words.say("record.line.deal", &[("n", &(deal + 1).to_string())]).into_owned();
        let _ = writeln!(text, "{}{heading}", if deal == first { "" } else { "\n" });
        curve(&mut text, &of_deal, &cast, words);
        let mut costly: Vec<&&Decision> = of_deal.iter().filter(|decision| decision.cost > 0.0).collect();
        costly.sort_by(|a, b| b.cost.total_cmp(&a.cost));
        costly.truncate(MAX_TOLD);
        costly.iter().for_each(|decision| tell(&mut text, decision, &*layout, &cast, words));
        if costly.is_empty() {
            let _ = writeln!(text, "  {}", words.say("review.fine", &[]));
        }
        if let Some(score) = game.score_of_deal(deal) {
            let _ = writeln!(text, "  = {}", standing(&cast, &score.points, words));
        }
    }
    Ok(text)
}

/// Formats the cost of a decision and the better alternative.
fn tell(text: &mut String, decision: &Decision, layout: &dyn Layout, cast: &Cast, words: Words) {
    let Some(better) = decision.choices.first() else { return };
    let params = [
        ("n", &*(decision.place.entry + 1).to_string()),
        ("name", &cast.names[decision.seat.index()]),
        ("played", &layout.describe(&decision.played.action, words)),
        ("cost", &points(decision.cost)),
        ("better", &layout.describe(&better.action, words)),
    ];
    let _ = writeln!(text, "  {}", words.say("review.decision", &params));
    let reasons = reasons(&decision.why, cast, words);
    if !reasons.is_empty() {
        let _ = writeln!(text, "      {reasons}");
    }
}

/// Formats the categories in which an action is better: `Settebello +0.4, Primiera +0.3`.
pub(crate) fn reasons(why: &[LineWorth], cast: &Cast, words: Words) -> String {
    let reason = |LineWorth { category, lead }: &LineWorth| {
        format!("{} +{}", words.of_game("count", &cast.game, category), points(*lead))
    };
    why.iter().map(reason).collect::<Vec<_>>().join(", ")
}

fn points(points: f64) -> String {
    format!("{points:.1}")
}

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Formats the expected lead of the first side from decision to decision. The middle is an even
/// position.
fn curve(text: &mut String, decisions: &[&Decision], cast: &Cast, words: Words) {
    let first = cast.sides.iter().next().map(|(_, side)| side);
    let are_two = cast.sides.iter().all(|(_, side)| side.index() < 2);
    let leads: Vec<f64> = decisions
        .iter()
        .filter_map(|decision| {
            let lead = decision.played.lead()?;
            match Some(cast.sides[decision.seat]) == first {
                true => Some(lead),
                false => are_two.then_some(-lead),
            }
        })
        .collect();
    let most = leads.iter().fold(1.0_f64, |most, lead| most.max(lead.abs()));
    let bar = |lead: &f64| BARS[(((lead / most + 1.0) * 3.5).round() as usize).min(BARS.len() - 1)];
    let Some(side) = first.filter(|_| leads.len() > 1) else { return };
    let params = [
        ("name", &*cast.side(side, words)),
        ("curve", &leads.iter().map(bar).collect::<String>()),
        ("most", &points(most)),
    ];
    let _ = writeln!(text, "  {}", words.say("review.curve", &params));
}
