//! Settings of the server from a configuration file and from environment variables.
//!
//! Each flag of `parlour serve` is also a key of the file and a variable: `--bot-pause`, `bot-pause` and
//! `PARLOUR_BOT_PAUSE`. A flag on the command line is stronger than a variable, and a variable is stronger than the file.
//! The file also has the table `limits`, which has no flags.

use super::serve::Serve;
use super::{Failure, print};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Subcommand};
use serde::Deserialize;
use server::Limits;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};

/// Flag of the configuration file itself.
const CONFIG: &str = "config";

/// Check or print the settings of the server.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  parlour config check --config /etc/parlour.toml\n  parlour config show --port 8080"
)]
pub(crate) struct Config {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Check the file, the variables and the flags, without starting a server.
    ///
    /// Reads also the certificates and the data file, and writes nothing.
    Check(Box<CheckSettings>),
    /// Print all settings as a configuration file, with the source of each.
    Show(Box<Serve>),
}

/// Options of `config check`.
#[derive(Args)]
struct CheckSettings {
    /// Also connect to the database of --store.
    #[arg(long)]
    connect: bool,
    #[command(flatten)]
    serve: Serve,
}

impl CheckSettings {
    fn run(&self, limits: Limits) -> Result<(), Failure> {
        let settings = self.serve.settings(&server::NoPage, limits)?;
        let failure = |problem: &dyn fmt::Display| Failure::Message(problem.to_string());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| failure(&error))?;
        runtime.block_on(server::check_settings(&settings, self.connect)).map_err(|error| failure(&error))?;
        print(match self.connect && self.serve.has_database() {
            true => "The settings are valid, and the database answers.\n",
            false => "The settings are valid.\n",
        })
    }
}

impl Config {
    /// Runs the command. `matches` are all arguments, and `found` tells which of them were not on the command line.
    pub(crate) fn run(&self, command: &Command, matches: &ArgMatches, found: &Found) -> Result<(), Failure> {
        match &self.action {
            Action::Check(check) => check.run(found.limits()),
            Action::Show(serve) => {
                let matches = last_matches(matches);
                let settings = serve.settings(&server::NoPage, found.limits())?;
                let mut text = String::new();
                for flag in flags(command) {
                    text += &shown(flag, matches, &found.settings, &settings.data);
                }
                text += &shown_limits(&settings.limits, &found.file);
                print(&text)
            }
        }
    }
}

/// Content of a configuration file.
#[derive(Default)]
pub(crate) struct ConfigFile {
    path: Option<PathBuf>,
    settings: toml::Table,
    /// Limits of the server.
    limits: Limits,
    /// The limits as they stand in the file.
    given_limits: toml::Table,
}

impl ConfigFile {
    /// Reads a file. Without one, everything has its default.
    ///
    /// # Errors
    /// Returns a message if the file can't be read, is not TOML, or has an invalid limit.
    pub(crate) fn read(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(Self::default()) };
        let message = |problem: &dyn fmt::Display| {
            Failure::Message(format!("{}: {}", path.display(), problem.to_string().trim_end()))
        };
        let text = std::fs::read_to_string(path).map_err(|error| message(&error))?;
        /// Everything that is not a limit is a flag.
        #[derive(Deserialize)]
        struct Content {
            #[serde(default)]
            limits: Limits,
            #[serde(flatten)]
            settings: toml::Table,
        }
        let Content { limits, settings } = toml::from_str(&text).map_err(|error| message(&error))?;
        // Errors name a line only if the limits are parsed from the text, so they are parsed twice.
        let mut all: toml::Table = toml::from_str(&text).map_err(|error| message(&error))?;
        let given_limits = match all.remove("limits") {
            Some(toml::Value::Table(table)) => table,
            _ => toml::Table::new(),
        };
        Ok(Self { path: Some(path.to_owned()), settings, limits, given_limits })
    }

    /// Whether the file has a limit, even one with its default value.
    fn has_limit(&self, table: Option<&str>, name: &str) -> bool {
        match table {
            None => self.given_limits.contains_key(name),
            Some(table) => self.given_limits.get(table).is_some_and(|table| table.get(name).is_some()),
        }
    }
}

/// Everything that is not on the command line.
#[derive(Default)]
pub(crate) struct Found {
    settings: Vec<Setting>,
    file: ConfigFile,
}

impl Found {
    /// Returns the limits of the server.
    pub(crate) fn limits(&self) -> Limits {
        self.file.limits.clone()
    }

    /// Returns the arguments `given` on the command line and those of the settings.
    pub(crate) fn arguments(&self, given: &[OsString]) -> Vec<OsString> {
        let found = self.settings.iter().filter_map(|setting| setting.argument.clone());
        given.iter().cloned().chain(found).collect()
    }
}

/// Source of a setting.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Source {
    /// Environment variable with this name.
    Variable(String),
    File(PathBuf),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(name) => f.write_str(name),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

/// Setting that is not on the command line.
struct Setting {
    /// Name of the flag, without dashes.
    flag: String,
    source: Source,
    /// Argument that means the same, or `None` for a switch that is off.
    argument: Option<OsString>,
}

/// Returns the settings of the server that are not among the arguments `given` on the command line. Other commands than
/// `serve` and `config` have none.
///
/// # Errors
/// Returns a message if the file can't be read, or a setting is unknown or invalid.
pub(crate) fn settings(
    command: &Command,
    given: &[OsString],
    variable: impl Fn(&str) -> Option<OsString>,
) -> Result<Found, Failure> {
    // Errors are reported when everything is known.
    let Ok(matches) = command.clone().ignore_errors(true).try_get_matches_from(given) else {
        return Ok(Found::default());
    };
    if !matches!(matches.subcommand_name(), None | Some("serve" | "config")) {
        return Ok(Found::default());
    }
    let matches = last_matches(&matches);
    // Files such as compose.yaml set a variable that is not wanted to nothing.
    let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
    let is_given =
        |flag: &Arg| matches.value_source(flag.get_id().as_str()) == Some(ValueSource::CommandLine);
    let mut found = Vec::new();
    let mut path = matches.get_raw(CONFIG).and_then(|mut values| values.next()).map(PathBuf::from);
    if path.is_none()
        && let Some(value) = variable(&variable_name(CONFIG))
    {
        let mut argument = OsString::from("--config=");
        argument.push(&value);
        let source = Source::Variable(variable_name(CONFIG));
        found.push(Setting { flag: CONFIG.to_owned(), source, argument: Some(argument) });
        path = Some(value.into());
    }
    let mut config = ConfigFile::read(path.as_deref())?;
    let mut file = std::mem::take(&mut config.settings);
    for flag in flags(command) {
        let Some(name) = flag.get_long() else { continue };
        let in_file = file.remove(name);
        let name_of_variable = variable_name(name);
        let (source, value) = match (variable(&name_of_variable), in_file) {
            _ if is_given(flag) => continue,
            (Some(value), _) => (Source::Variable(name_of_variable), value),
            (None, Some(value)) => {
                let source = Source::File(path.clone().unwrap_or_default());
                let text = text(&value).ok_or_else(|| {
                    Failure::Message(format!("{source}: {name}: not a text, number or list"))
                })?;
                (source, text.into())
            }
            (None, None) => continue,
        };
        let argument = argument(flag, name, &value)
            .map_err(|problem| Failure::Message(format!("{source}: {name}: {problem}")))?;
        if let Some(argument) = &argument {
            check(command, &source, name, argument)?;
        }
        found.push(Setting { flag: name.to_owned(), source, argument });
    }
    if let Some(unknown) = file.keys().next() {
        let path = path.unwrap_or_default();
        return Err(Failure::Message(format!(
            "{}: unknown setting `{unknown}`; `parlour config show` lists all",
            path.display()
        )));
    }
    Ok(Found { settings: found, file: config })
}

/// Returns the flags of the server that can stand in a file or in a variable.
fn flags(command: &Command) -> impl Iterator<Item = &Arg> {
    command
        .get_arguments()
        .filter(|flag| !flag.is_hide_set())
        .filter(|flag| flag.get_long().is_some_and(|name| !matches!(name, CONFIG | "help" | "version")))
}

/// Returns the matches of the innermost subcommand.
fn last_matches(matches: &ArgMatches) -> &ArgMatches {
    matches.subcommand().map_or(matches, |(_, inner)| last_matches(inner))
}

fn variable_name(flag: &str) -> String {
    format!("PARLOUR_{}", flag.to_uppercase().replace('-', "_"))
}

/// Returns a value of the file as it would stand on the command line.
fn text(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Boolean(is_on) => Some(is_on.to_string()),
        toml::Value::Array(items) => {
            items.iter().map(text).collect::<Option<Vec<_>>>().map(|items| items.join(","))
        }
        toml::Value::Float(_) | toml::Value::Datetime(_) | toml::Value::Table(_) => None,
    }
}

/// Returns the argument that means the same as a value, or `None` for a switch that is off.
fn argument(flag: &Arg, name: &str, value: &OsStr) -> Result<Option<OsString>, &'static str> {
    if !matches!(flag.get_action(), ArgAction::SetTrue) {
        let mut argument = OsString::from(format!("--{name}="));
        argument.push(value);
        return Ok(Some(argument));
    }
    match value.to_str() {
        Some("true") => Ok(Some(format!("--{name}").into())),
        Some("false") => Ok(None),
        _ => Err("write true or false"),
    }
}

/// Parses an argument alone, so that an error can name the source of the value.
fn check(command: &Command, source: &Source, name: &str, argument: &OsStr) -> Result<(), Failure> {
    let alone = [OsStr::new("parlour"), argument];
    match command.clone().try_get_matches_from(alone) {
        // Relations between flags are checked when all are known.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidValue | ErrorKind::ValueValidation) => {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
            Err(Failure::Message(format!("{source}: {name}: {line}")))
        }
        _ => Ok(()),
    }
}

/// Formats a setting as a line of a configuration file. The default of `--data` depends on the user, so it is an argument.
fn shown(flag: &Arg, matches: &ArgMatches, settings: &[Setting], data: &Path) -> String {
    let id = flag.get_id().as_str();
    let name = flag.get_long().unwrap_or_default();
    let setting = settings.iter().find(|setting| setting.flag == name);
    let source = match (setting, matches.value_source(id)) {
        (Some(setting), _) => setting.source.to_string(),
        (None, Some(ValueSource::CommandLine)) => "command line".to_owned(),
        (None, _) => "default".to_owned(),
    };
    let values: Vec<String> = matches
        .get_raw(id)
        .map(|values| values.map(|value| value.to_string_lossy().into_owned()).collect())
        .unwrap_or_default();
    let value = match (flag.get_action(), &values[..]) {
        (ArgAction::SetTrue, _) => matches.get_flag(id).to_string(),
        (_, []) if name == "data" => quoted(&data.display().to_string()),
        (_, []) => return format!("# {name} is not set\n"),
        (ArgAction::Append, values) => {
            let quoted: Vec<String> = values.iter().map(|value| quoted(value)).collect();
            format!("[{}]", quoted.join(", "))
        }
        (_, [value, ..]) if value.parse::<u64>().is_ok() => value.clone(),
        (_, [value, ..]) => quoted(&without_password(value)),
    };
    // A default is a comment, so that a printed file can be used: some flags are only allowed beside others.
    let comment = if source == "default" { "# " } else { "" };
    format!("{comment}{name} = {value}  # {source}\n")
}

fn quoted(text: &str) -> String {
    // A text in JSON is a text in TOML.
    serde_json::Value::from(text).to_string()
}

/// Hides the password of a database, in a URL such as `postgres://user:password@host/database` or in text such as
/// `host=db user=parlour password=secret`.
pub(crate) fn without_password(text: &str) -> String {
    let Some((scheme, rest)) = text.split_once("://") else {
        return without_keyword(text, char::is_whitespace);
    };
    let (address, query) = match rest.split_once('?') {
        Some((address, query)) => (address, Some(query)),
        None => (rest, None),
    };
    let hidden = address.rsplit_once('@').and_then(|(login, host)| {
        let (user, _) = login.split_once(':')?;
        Some(format!("{user}:***@{host}"))
    });
    let address = hidden.unwrap_or_else(|| address.to_owned());
    let query = query.map(|query| format!("?{}", without_keyword(query, |c| c == '&'))).unwrap_or_default();
    format!("{scheme}://{address}{query}")
}

/// Hides the value after `password=`, up to a separator. A value in quotes may contain separators.
fn without_keyword(text: &str, is_separator: impl Fn(char) -> bool) -> String {
    const KEYWORD: &str = "password";
    let Some(at) = text.find(KEYWORD) else { return text.to_owned() };
    let (before, rest) = text.split_at(at + KEYWORD.len());
    let value = rest.trim_start().strip_prefix('=').map(str::trim_start);
    let Some(value) = value else { return format!("{before}{}", without_keyword(rest, is_separator)) };
    let (mut is_quoted, mut is_escaped) = (false, false);
    let end = value.find(|c| {
        let is_end = !is_quoted && !is_escaped && is_separator(c);
        is_quoted ^= c == '\'' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    });
    let after = end.map_or("", |end| &value[end..]);
    format!("{before}=***{}", without_keyword(after, is_separator))
}

/// Limit, as its key in a configuration file.
struct ShownLimit {
    /// Table below `limits`, if it is in one.
    table: Option<String>,
    name: String,
    value: String,
    default: String,
}

/// Returns all limits, in the order of a configuration file.
fn list_limits(limits: &Limits) -> Vec<ShownLimit> {
    let all = serde_json::to_value(limits).unwrap_or_default();
    let usual = serde_json::to_value(Limits::default()).unwrap_or_default();
    let mut list = Vec::new();
    for (name, value) in all.as_object().into_iter().flatten() {
        let default = &usual[name];
        match value.as_object() {
            Some(inner) if !inner.contains_key("burst") => {
                list.extend(inner.iter().map(|(key, value)| ShownLimit {
                    table: Some(name.clone()),
                    name: key.clone(),
                    value: limit_text(value),
                    default: limit_text(&default[key]),
                }));
            }
            _ => list.push(ShownLimit {
                table: None,
                name: name.clone(),
                value: limit_text(value),
                default: limit_text(default),
            }),
        }
    }
    // In TOML the keys of a table stand before its tables.
    list.sort_by(|a, b| a.table.cmp(&b.table));
    list
}

/// Formats a limit as in a configuration file.
fn limit_text(value: &serde_json::Value) -> String {
    let Some(rate) = value.as_object() else { return value.to_string() };
    let fields: Vec<String> = rate.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    format!("{{ {} }}", fields.join(", "))
}

/// Describes each limit that differs from its default.
pub(crate) fn changed_limits(limits: &Limits) -> Vec<String> {
    list_limits(limits)
        .into_iter()
        .filter(|limit| limit.value != limit.default)
        .map(|ShownLimit { table, name, value, default }| {
            let table = table.map(|table| format!("{table}.")).unwrap_or_default();
            format!("limit {table}{name} is {value}; the default is {default}")
        })
        .collect()
}

/// Formats the limits as tables of a configuration file, with the source of each.
fn shown_limits(limits: &Limits, file: &ConfigFile) -> String {
    let mut text = String::from("\n[limits]\n");
    let mut table = None;
    for limit in list_limits(limits) {
        if limit.table != table {
            table.clone_from(&limit.table);
            text += &format!("\n[limits.{}]\n", table.as_deref().unwrap_or_default());
        }
        let source = match &file.path {
            Some(path) if file.has_limit(limit.table.as_deref(), &limit.name) => path.display().to_string(),
            _ => "default".to_owned(),
        };
        text += &format!("{} = {}  # {source}\n", limit.name, limit.value);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Failure;
    use clap::CommandFactory;

    fn read(file: &str, variables: &[(&str, &str)], given: &[&str]) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("parlour.toml");
        std::fs::write(&path, file).unwrap();
        let mut arguments_given: Vec<OsString> = vec!["parlour".into()];
        arguments_given.extend(given.iter().map(OsString::from));
        let variable = |name: &str| {
            if name == "PARLOUR_CONFIG" {
                return Some(path.clone().into_os_string());
            }
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
        };
        let command = crate::Arguments::command();
        match settings(&command, &arguments_given, variable) {
            Ok(found) => {
                let all = found.arguments(&arguments_given);
                let all = all.into_iter().skip(1).map(|argument| argument.to_string_lossy().into_owned());
                Ok(all.filter(|argument| !argument.starts_with("--config")).collect())
            }
            Err(Failure::Message(text)) => Err(text.replace(&path.display().to_string(), "FILE")),
            Err(_) => Err(String::new()),
        }
    }

    #[test]
    fn flags_are_stronger_than_variables_and_variables_than_the_file() {
        let file = "port = 1\naddress = \"0.0.0.0\"\nhost = [\"a.example\", \"b.example\"]\nacme = true\n";
        let variables = [("PARLOUR_PORT", "2"), ("PARLOUR_BOT_PAUSE", "7")];
        assert_eq!(
            read(file, &variables, &["serve", "--address", "::1"]).unwrap(),
            [
                "serve",
                "--address",
                "::1",
                "--port=2",
                "--host=a.example,b.example",
                "--acme",
                "--bot-pause=7"
            ]
        );
        assert_eq!(
            read(file, &[("PARLOUR_ACME", "false")], &["--port", "3", "--host=c", "--address=::1"])
                .unwrap()
                .len(),
            4
        );
    }

    #[test]
    fn an_empty_variable_is_ignored() {
        assert_eq!(
            read("port = 1", &[("PARLOUR_PORT", ""), ("PARLOUR_STORE", "")], &[]).unwrap(),
            ["--port=1"]
        );
    }

    #[test]
    fn other_commands_ignore_the_file() {
        assert_eq!(read("port = 1", &[], &["health"]).unwrap(), ["health"]);
    }

    #[test]
    fn an_invalid_setting_names_its_source() {
        assert_eq!(
            read("prot = 1", &[], &[]).unwrap_err(),
            "FILE: unknown setting `prot`; `parlour config show` lists all"
        );
        let invalid = read("port = 70000", &[], &[]).unwrap_err();
        assert!(invalid.starts_with("FILE: port: invalid value '70000'"), "{invalid}");
        let invalid = read("", &[("PARLOUR_PORT", "x")], &[]).unwrap_err();
        assert!(invalid.starts_with("PARLOUR_PORT: port: invalid value 'x'"), "{invalid}");
        assert_eq!(read("acme = 1", &[], &[]).unwrap_err(), "FILE: acme: write true or false");
        assert_eq!(read("port = 1.5", &[], &[]).unwrap_err(), "FILE: port: not a text, number or list");
        assert!(read("port = ", &[], &[]).unwrap_err().starts_with("FILE: TOML parse error at line 1"));
        let unknown = read("[limits.tables]\nby-gest = 1", &[], &[]).unwrap_err();
        assert!(unknown.contains("unknown field `by-gest`") && unknown.contains("line 2"), "{unknown}");
    }

    #[test]
    fn limits_that_are_missing_have_their_defaults() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("parlour.toml");
        std::fs::write(
            &path,
            "[limits.tables]\nin-memory = 50000\nby-address = { burst = 500, per-second = 2 }\n",
        )
        .unwrap();
        let Ok(file) = ConfigFile::read(Some(&path)) else { panic!("the file is valid") };
        assert_eq!(file.limits.tables.by_address, server::Rate { burst: 500, per_second: 2.0 });
        assert_eq!(file.limits.tables.by_guest, Limits::default().tables.by_guest);
        let shown = shown_limits(&file.limits, &file);
        let source = path.display();
        let from_file = format!("\nby-address = {{ burst = 500, per-second = 2.0 }}  # {source}\n");
        assert!(shown.contains(&from_file), "{shown}");
        assert!(shown.contains(&format!("\nin-memory = 50000  # {source}\n")), "{shown}");
        assert!(shown.contains("\nhead-seconds = 10  # default\n"), "{shown}");
        assert_eq!(
            changed_limits(&file.limits),
            [
                "limit tables.by-address is { burst = 500, per-second = 2.0 }; the default is { burst = 60, per-second = 0.5 }"
            ]
        );
    }

    #[test]
    fn printed_settings_can_be_used_as_a_file() {
        let command = crate::Arguments::command();
        let given: Vec<OsString> = ["parlour", "--port=80", "--host=a,b"].map(OsString::from).into();
        let matches = command.clone().get_matches_from(&given);
        let text: String = flags(&command).map(|flag| shown(flag, &matches, &[], Path::new("x"))).collect();
        assert!(text.contains("\n# durable = \"standby\"  # default\n"), "{text}");
        assert!(text.contains("\n# data = \"x\"  # default\n"), "{text}");
        assert_eq!(read(&text, &[], &[]).unwrap(), ["--port=80", "--host=a,b"]);
    }

    #[test]
    fn passwords_are_hidden() {
        assert_eq!(without_password("postgres://p:s@ec:r@db/x"), "postgres://p:***@db/x");
        assert_eq!(without_password("postgres://p@db/x"), "postgres://p@db/x");
        assert_eq!(
            without_password("postgres://p@db/x?password=s&sslmode=require"),
            "postgres://p@db/x?password=***&sslmode=require"
        );
        assert_eq!(without_password("host=db password = s user=p"), "host=db password=*** user=p");
        assert_eq!(without_password(r"password='a \' b' host=db"), "password=*** host=db");
        assert_eq!(without_password("host=db"), "host=db");
    }

    #[test]
    fn the_documentation_lists_every_limit() {
        let text = include_str!("../../../docs/rate-limits.md");
        let keys = text
            .lines()
            .filter_map(|line| line.rsplit('|').nth(1))
            .flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>());
        let keys: std::collections::BTreeSet<String> = keys.filter(|key| *key != "limits").collect();
        let limits = serde_json::to_value(Limits::default()).unwrap();
        let mut known = std::collections::BTreeSet::new();
        for (table, value) in limits.as_object().unwrap() {
            let inner = value.as_object().unwrap();
            if inner.contains_key("burst") {
                known.insert(table.clone());
            } else {
                known.extend(inner.keys().map(|key| format!("{table}.{key}")));
            }
        }
        assert_eq!(keys, known);
    }
}
