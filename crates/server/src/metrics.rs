//! Metrics for Prometheus. All of them are defined here.
//!
//! A label's value is a `'static` string, never text from outside. A metric therefore can't contain a card, a
//! seed, a table, a guest or an address; the type [`Word`] guarantees it.

use crate::process_metrics::Process;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Metric, Registry};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use store::{Observer, Sizes};

/// Content type of the metrics.
pub(crate) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Label and its value.
type Word = [(&'static str, &'static str); 1];

/// Counter for each value of a label.
type ByWord = Family<Word, Counter>;

/// Metrics of one server. Events are counted when they happen; gauges are read at the request, from a
/// [`Sample`].
pub(crate) struct Metrics {
    registry: Registry,
    store: StoreMetrics,
    request_durations: Histogram,
    command_durations: Histogram,
    requests: ByWord,
    refusals: ByWord,
    pub(crate) turned_away: Counter,
    pub(crate) late_thoughts: Counter,
    pub(crate) moves_in_place: Counter,
    pub(crate) plays_held: Counter,
    sockets: Gauge,
    pub(crate) lobby: LobbyMetrics,
    /// End of the certificate's validity, in seconds since 1970, or 0 without a certificate.
    pub(crate) certificate_expiry: Gauge,
    sampled: SampledGauges,
}

/// Metrics of the writes.
struct StoreMetrics {
    changes: Histogram,
    commits: Histogram,
    failed: ByWord,
}

impl StoreMetrics {
    fn new(all: &mut Registry) -> Self {
        let changes = Histogram::new(exponential_buckets(1.0, 4.0, 6));
        // From 0.1 ms to 3 s.
        let commits = Histogram::new(exponential_buckets(0.0001, 2.0, 16));
        let failed = ByWord::default();
        // Prometheus sees no increase in a counter that begins with the first failure, and would not alert.
        for kind in store::failure_labels() {
            let _ = failed.get_or_create(&[("kind", kind)]);
        }
        Self {
            changes: add(all, "transaction_changes", "Changes saved by one transaction", changes),
            commits: add(all, "commit_seconds", "Time until a transaction was on disk", commits),
            failed: add(all, "saves_failed", "Changes that were not saved, by error", failed),
        }
    }
}

/// Metrics of the lobby.
pub(crate) struct LobbyMetrics {
    pub(crate) seekers: Gauge,
    pub(crate) pairings: Counter,
    pub(crate) waits: Histogram,
}

impl LobbyMetrics {
    fn new(all: &mut Registry) -> Self {
        // From 1 s to 17 minutes.
        let waits = Histogram::new(exponential_buckets(1.0, 2.0, 11));
        Self {
            seekers: add(all, "lobby_seekers", "Players who look for others in the lobby", Gauge::default()),
            pairings: add(all, "lobby_pairings", "Tables that the lobby created", Counter::default()),
            waits: add(all, "lobby_wait_seconds", "Time until a player in the lobby got a table", waits),
        }
    }
}

/// Gauges that are set from a [`Sample`] when the metrics are requested.
struct SampledGauges {
    tables: Gauge,
    pads: Gauge,
    thoughts: Gauge,
    damaged: Gauge,
    data: Gauge,
    log: Gauge,
}

impl SampledGauges {
    fn new(all: &mut Registry) -> Self {
        let mut gauge = |name: &str, meaning: &str| add(all, name, meaning, Gauge::default());
        Self {
            tables: gauge("tables", "Tables in memory"),
            pads: gauge("pads", "Shared score pads in memory"),
            thoughts: gauge("thoughts_waiting", "Bots that wait for a thread to think on"),
            damaged: gauge("data_damaged", "1 if the data file was found damaged"),
            data: gauge("data_bytes", "Size of the data file"),
            log: gauge("data_log_bytes", "Size of the log beside the data file"),
        }
    }

    fn set(&self, sample: &Sample) {
        let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        self.tables.set(number(sample.tables as u64));
        self.pads.set(number(sample.pads as u64));
        self.thoughts.set(number(sample.thoughts as u64));
        self.damaged.set(sample.is_damaged.into());
        self.data.set(number(sample.sizes.file));
        self.log.set(number(sample.sizes.log));
    }
}

/// Gauges, read when the metrics are requested.
pub(crate) struct Sample {
    pub(crate) tables: usize,
    pub(crate) pads: usize,
    pub(crate) thoughts: usize,
    pub(crate) is_damaged: bool,
    pub(crate) sizes: Sizes,
}

impl Metrics {
    pub(crate) fn new() -> Arc<Self> {
        let mut registry = Registry::default();
        registry.register_collector(Box::new(Process::new()));
        let all = registry.sub_registry_with_prefix("parlour");
        let version = [("version", env!("CARGO_PKG_VERSION"))];
        all.register("build", "Version of the program", Info::new(version));
        Arc::new(Self {
            store: StoreMetrics::new(all),
            request_durations: add(
                all,
                "request_seconds",
                "Time until an HTTP request was answered, without WebSockets",
                Histogram::new(exponential_buckets(0.001, 4.0, 8)),
            ),
            command_durations: add(
                all,
                "command_seconds",
                "Time until a command of a player was written, and told to the table",
                Histogram::new(exponential_buckets(0.0005, 2.0, 14)),
            ),
            requests: add(
                all,
                "requests",
                "HTTP requests answered, by the class of their status",
                ByWord::default(),
            ),
            refusals: add(all, "refusals", "Requests and commands refused, by code", ByWord::default()),
            turned_away: add(
                all,
                "turned_away",
                "Connections closed at the connection limit",
                Counter::default(),
            ),
            late_thoughts: add(all, "late_thoughts", "Bots that took too long", Counter::default()),
            moves_in_place: add(
                all,
                "moves_in_place",
                "Moves chosen by the heuristic because a bot was late or failed",
                Counter::default(),
            ),
            plays_held: add(
                all,
                "plays_held",
                "Plays in a race that waited for a player with a longer delay",
                Counter::default(),
            ),
            sockets: add(all, "sockets", "WebSockets open", Gauge::default()),
            lobby: LobbyMetrics::new(all),
            certificate_expiry: add(
                all,
                "certificate_expiry_timestamp_seconds",
                "End of the certificate's validity, or 0 without a certificate",
                Gauge::default(),
            ),
            sampled: SampledGauges::new(all),
            registry,
        })
    }

    /// Records a command of a player, and its duration with the write.
    pub(crate) fn note_command(&self, took: Duration) {
        self.command_durations.observe(took.as_secs_f64());
    }

    /// Counts an answered request. A WebSocket is answered when it is opened, so its duration says nothing.
    pub(crate) fn note_request(&self, status: u16, took: Duration) {
        if status >= 200 {
            self.request_durations.observe(took.as_secs_f64());
        }
        let class = match status {
            ..200 => "1xx",
            200..300 => "2xx",
            300..400 => "3xx",
            400..500 => "4xx",
            500.. => "5xx",
        };
        self.requests.get_or_create(&[("status", class)]).inc();
    }

    pub(crate) fn note_error(&self, code: &'static str) {
        self.refusals.get_or_create(&[("code", code)]).inc();
    }

    /// Counts a socket as open until the returned guard is dropped.
    pub(crate) fn open_socket(&self) -> OpenSocket {
        self.sockets.inc();
        OpenSocket(self.sockets.clone())
    }

    /// Returns all metrics in the OpenMetrics format.
    ///
    /// # Errors
    ///
    /// Never, as long as text can be written to a string.
    pub(crate) fn write(&self, sample: &Sample) -> Result<String, fmt::Error> {
        self.sampled.set(sample);
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

impl Observer for Metrics {
    fn committed(&self, changes: usize, took: Duration) {
        self.store.changes.observe(changes as f64);
        self.store.commits.observe(took.as_secs_f64());
    }

    fn not_saved(&self, label: &'static str) {
        self.store.failed.get_or_create(&[("kind", label)]).inc();
    }
}

fn add<M: Metric + Clone>(all: &mut Registry, name: &str, meaning: &str, metric: M) -> M {
    all.register(name, meaning, metric.clone());
    metric
}

/// Guard that counts a socket.
pub(crate) struct OpenSocket(Gauge);

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.0.dec();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Returns the names of all metrics as Prometheus sees them, after at least one of each event.
    fn exposed() -> BTreeSet<String> {
        let metrics = Metrics::new();
        metrics.not_saved("full");
        metrics.note_request(200, Duration::ZERO);
        metrics.note_error("too-many");
        let sample = Sample { tables: 0, pads: 0, thoughts: 0, is_damaged: false, sizes: Sizes::default() };
        let text = metrics.write(&sample).unwrap();
        let kinds = text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '));
        kinds
            .flat_map(|(name, kind)| match kind {
                "counter" => vec![format!("{name}_total")],
                "info" => vec![format!("{name}_info")],
                "histogram" => ["bucket", "sum", "count"].map(|part| format!("{name}_{part}")).into(),
                _ => vec![name.to_owned()],
            })
            .collect()
    }

    /// The increase by the first failure is visible only if the counter was 0 before.
    #[test]
    fn failed_saves_are_counted_from_the_start() {
        let sample = Sample { tables: 0, pads: 0, thoughts: 0, is_damaged: false, sizes: Sizes::default() };
        let text = Metrics::new().write(&sample).unwrap();
        let page = include_str!("../../../docs/metrics.md");
        let (_, kinds) = page.split_once("| `kind` of a failed save |").unwrap();
        let kinds: Vec<&str> =
            kinds.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
        assert_eq!(kinds.len(), store::failure_labels().len());
        for kind in kinds {
            assert!(
                text.contains(&format!("parlour_saves_failed_total{{kind=\"{kind}\"}} 0\n")),
                "{kind}: {text}"
            );
        }
    }

    /// Returns the metrics in an expression of PromQL.
    fn named(expression: &str) -> impl Iterator<Item = &str> {
        expression
            .split(|character: char| !character.is_ascii_alphanumeric() && character != '_')
            .filter(|word| word.starts_with("parlour_") || word.starts_with("process_") || *word == "up")
    }

    fn check_expression(expression: &str) {
        let exposed = exposed();
        assert!(named(expression).next().is_some(), "no metric of the server: {expression}");
        for name in named(expression) {
            // Prometheus itself adds `up`.
            assert!(name == "up" || exposed.contains(name), "the server has no {name}: {expression}");
        }
    }

    fn check_queries(value: &serde_json::Value, found: &mut usize) {
        if let Some(expression) = value["expr"].as_str() {
            check_expression(expression);
            *found += 1;
        }
        let fields = value.as_object().into_iter().flat_map(serde_json::Map::values);
        for inner in value.as_array().into_iter().flatten().chain(fields) {
            check_queries(inner, found);
        }
    }

    #[test]
    fn the_dashboard_asks_for_metrics_that_exist() {
        let dashboard = include_str!("../../../packaging/monitoring/dashboard.json");
        let dashboard: serde_json::Value = serde_json::from_str(dashboard).unwrap();
        let mut found = 0;
        check_queries(&dashboard, &mut found);
        assert!(found > 20, "{found}");
        // The lists of servers come from a metric too.
        for variable in dashboard["templating"]["list"].as_array().unwrap() {
            if let Some(query) = variable["query"]["query"].as_str() {
                check_expression(query);
            }
        }
    }

    #[test]
    fn the_alerts_ask_for_metrics_that_exist_and_are_explained() {
        let rules = include_str!("../../../packaging/monitoring/alerts.yml");
        let keys = |key: &str| {
            let found =
                rules.lines().filter_map(|line| line.trim_start_matches([' ', '-']).strip_prefix(key));
            found.map(str::trim).collect::<BTreeSet<_>>()
        };
        keys("expr:").into_iter().for_each(check_expression);
        let page = include_str!("../../../docs/alerts.md");
        let explained = page.lines().filter_map(|line| line.strip_prefix("| `Parlour")?.split_once('`'));
        let explained: Vec<String> = explained.map(|(name, _)| format!("Parlour{name}")).collect();
        assert_eq!(explained.iter().map(String::as_str).collect::<BTreeSet<_>>(), keys("alert:"));
        assert!(!explained.is_empty());
    }

    #[test]
    fn the_documentation_lists_every_metric() {
        let page = include_str!("../../../docs/metrics.md");
        let mut listed = BTreeSet::new();
        for line in page.lines().filter(|line| line.starts_with("| `p")) {
            let mut cells = line.split('|').skip(1);
            let (names, kind) = (cells.next().unwrap(), cells.next().unwrap().trim());
            for name in names.split('`').skip(1).step_by(2) {
                let name = name.split('{').next().unwrap();
                match kind {
                    "histogram" => {
                        listed.extend(["bucket", "sum", "count"].map(|part| format!("{name}_{part}")));
                    }
                    _ => drop(listed.insert(name.to_owned())),
                }
            }
        }
        assert_eq!(listed, exposed());
    }

    #[test]
    fn prometheus_accepts_the_alerts_and_they_fire() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/monitoring");
        for arguments in [&["check", "rules", "alerts.yml"][..], &["test", "rules", "alerts-test.yml"]] {
            let output = std::process::Command::new("promtool").args(arguments).current_dir(&folder).output();
            let output = match output {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                    return println!("skipped: promtool is missing (Debian's package prometheus)");
                }
                output => output.unwrap(),
            };
            let said = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
            assert!(output.status.success(), "{arguments:?}: {said:?}");
        }
    }
}
