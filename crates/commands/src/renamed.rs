//! Old names of commands and flags. They are still read, with a warning, until release 0.3.

use std::ffi::OsString;

/// Command, old flag and new flag. The parser knows the old flag as an alias.
const FLAGS: &[(&str, &str, &str)] = &[
    ("archive", "--keep", "--retention-days"),
    ("bridge-table", "--patience", "--timeout"),
    ("review", "--worlds", "--determinizations"),
    ("serve", "--count", "--countdown"),
    ("serve", "--keep", "--retention-days"),
    ("serve", "--name", "--host"),
    ("serve", "--proxy", "--trusted-proxy"),
    ("serve", "--window", "--response-window"),
];

/// Old and new commands. The parser knows the old one as an alias.
const COMMANDS: &[(&str, &str)] = &[("site", "export")];

/// Returns a warning for each old name among the arguments of `command`.
pub(crate) fn warnings(command: &str, arguments: &[OsString]) -> Vec<String> {
    let is_given = |old: &str| {
        arguments.iter().any(|argument| {
            let flag = argument.to_str().and_then(|text| text.split('=').next());
            flag == Some(old)
        })
    };
    let commands = COMMANDS.iter().copied().filter(|(old, new)| {
        *new == command
            && arguments
                .iter()
                .find(|argument| *argument == old || *argument == new)
                .is_some_and(|first| first == old)
    });
    let flags = FLAGS.iter().filter(|(of, old, _)| *of == command && is_given(old));
    commands
        .chain(flags.map(|(_, old, new)| (*old, *new)))
        .map(|(old, new)| format!("warning: {old} is now {new}; the old name stops working in release 0.3"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(command: &str, arguments: &[&str]) -> Vec<String> {
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        warnings(command, &arguments)
    }

    #[test]
    fn old_names_are_reported_for_their_command_only() {
        assert_eq!(
            of("serve", &["--name", "cards.example", "--keep=7"]),
            [
                "warning: --keep is now --retention-days; the old name stops working in release 0.3",
                "warning: --name is now --host; the old name stops working in release 0.3",
            ]
        );
        assert_eq!(of("export", &["site", "public"]).len(), 1);
        assert!(of("export", &["export", "site"]).is_empty());
        assert!(of("join", &["join", "--name", "Ada"]).is_empty());
        assert!(of("serve", &["--host", "cards.example", "--retention-days", "7"]).is_empty());
    }
}
