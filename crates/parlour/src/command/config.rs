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
    Check(Box<Serve>),
    /// Print all settings as a configuration file, with the source of each.
    Show(Box<Serve>),
}

impl Config {
    /// Runs the command. `matches` are all arguments, and `sources` tells which of them were not on the command line.
    pub(crate) fn run(
        &self,
        command: &Command,
        matches: &ArgMatches,
        sources: &[Setting],
    ) -> Result<(), Failure> {
        match &self.action {
            Action::Check(serve) => {
                serve.settings()?;
                print("The settings are valid.\n")
            }
            Action::Show(serve) => {
                let matches = last_matches(matches);
                let mut text = String::new();
                for flag in flags(command) {
                    text += &shown(flag, matches, sources);
                }
                text += &shown_limits(&serve.settings()?.limits);
                print(&text)
            }
        }
    }
}

/// Content of a configuration file.
#[derive(Default)]
pub(crate) struct ConfigFile {
    settings: toml::Table,
    /// Limits of the server.
    pub(crate) limits: Limits,
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
        Ok(Self { settings, limits })
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
pub(crate) struct Setting {
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
) -> Result<Vec<Setting>, Failure> {
    // Errors are reported when everything is known.
    let Ok(matches) = command.clone().ignore_errors(true).try_get_matches_from(given) else {
        return Ok(Vec::new());
    };
    if !matches!(matches.subcommand_name(), None | Some("serve" | "config")) {
        return Ok(Vec::new());
    }
    let matches = last_matches(&matches);
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
    let ConfigFile { settings: mut file, .. } = ConfigFile::read(path.as_deref())?;
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
    Ok(found)
}

/// Returns the arguments `given` on the command line and those of the settings.
pub(crate) fn arguments(given: &[OsString], settings: &[Setting]) -> Vec<OsString> {
    given.iter().cloned().chain(settings.iter().filter_map(|setting| setting.argument.clone())).collect()
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

/// Formats a setting as a line of a configuration file.
fn shown(flag: &Arg, matches: &ArgMatches, settings: &[Setting]) -> String {
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

/// Hides the password of a URL such as `postgres://user:password@host/database`.
fn without_password(text: &str) -> String {
    let hidden = || {
        let (scheme, rest) = text.split_once("://")?;
        let (login, host) = rest.rsplit_once('@')?;
        let (user, _) = login.split_once(':')?;
        Some(format!("{scheme}://{user}:***@{host}"))
    };
    hidden().unwrap_or_else(|| text.to_owned())
}

/// Formats the limits as tables of a configuration file.
fn shown_limits(limits: &Limits) -> String {
    let all = serde_json::to_value(limits).unwrap_or_default();
    let usual = serde_json::to_value(Limits::default()).unwrap_or_default();
    let mut text = String::new();
    let mut tables = String::new();
    for (name, value) in all.as_object().into_iter().flatten() {
        if value.get("burst").is_some() {
            text += &shown_limit(name, value, usual.get(name));
            continue;
        }
        tables += &format!("\n[limits.{name}]\n");
        for (inner, value) in value.as_object().into_iter().flatten() {
            tables += &shown_limit(inner, value, usual.get(name).and_then(|usual| usual.get(inner)));
        }
    }
    format!("\n[limits]\n{text}{tables}")
}

fn shown_limit(name: &str, value: &serde_json::Value, usual: Option<&serde_json::Value>) -> String {
    let source = if usual == Some(value) { "default" } else { "file" };
    let text = match value.as_object() {
        Some(rate) => {
            let fields: Vec<String> = rate.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        None => value.to_string(),
    };
    format!("{name} = {text}  # {source}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Failure;
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
            Ok(settings) => {
                let all = arguments(&arguments_given, &settings);
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
        std::fs::write(&path, "[limits.tables]\nby-address = { burst = 500, per-second = 2 }\n").unwrap();
        let Ok(file) = ConfigFile::read(Some(&path)) else { panic!("the file is valid") };
        assert_eq!(file.limits.tables.by_address, server::Rate { burst: 500, per_second: 2.0 });
        assert_eq!(file.limits.tables.by_guest, Limits::default().tables.by_guest);
        let shown = shown_limits(&file.limits);
        assert!(shown.contains("\nby-address = { burst = 500, per-second = 2.0 }  # file\n"), "{shown}");
        assert!(shown.contains("\nhead-seconds = 10  # default\n"), "{shown}");
    }

    #[test]
    fn printed_settings_can_be_used_as_a_file() {
        let command = crate::Arguments::command();
        let given: Vec<OsString> = ["parlour", "--port=80", "--host=a,b"].map(OsString::from).into();
        let matches = command.clone().get_matches_from(&given);
        let text: String = flags(&command).map(|flag| shown(flag, &matches, &[])).collect();
        assert!(text.contains("\n# durable = \"standby\"  # default\n"), "{text}");
        assert_eq!(read(&text, &[], &[]).unwrap(), ["--port=80", "--host=a,b"]);
    }

    #[test]
    fn passwords_are_hidden() {
        assert_eq!(without_password("postgres://p:s@ec:r@db/x"), "postgres://p:***@db/x");
        assert_eq!(without_password("postgres://p@db/x"), "postgres://p@db/x");
    }

    #[test]
    fn the_documentation_lists_every_limit() {
        let text = include_str!("../../../../docs/rate-limits.md");
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
