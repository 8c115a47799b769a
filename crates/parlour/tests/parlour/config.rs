//! `parlour config`: settings that a server would not start with are found before it starts.

use crate::commands::{folder, text};
use std::path::Path;
use std::process::{Command, Output};

/// Runs `parlour config ACTION` with a data folder, and nothing of the tester's environment.
fn config(action: &str, data: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    command.args(["config", action, "--data"]).arg(data).args(arguments);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("PARLOUR_") {
            command.env_remove(name);
        }
    }
    command.output().unwrap()
}

#[test]
fn a_check_finds_what_would_stop_the_server() {
    let folder = folder();
    let data = folder.path();
    let file = |name: &str, content: &str| {
        let path = data.join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (pem, token) = (file("a.pem", "no certificate"), file("token", "0123456789abcdef"));
    let short = file("short", "x");
    let builds = |feature: bool, part: &str, otherwise: &str| match feature {
        true => otherwise.to_owned(),
        false => format!("this build has no {part}"),
    };
    let tls = |said: &str| builds(cfg!(feature = "tls"), "TLS", said);
    let push = |said: &str| builds(cfg!(feature = "push"), "web push", said);
    let database = |said: &str| builds(cfg!(feature = "cluster"), "PostgreSQL", said);
    let nowhere = "postgres://parlour@127.0.0.1:1/parlour";
    for (arguments, said) in [
        (&["--metrics", "0.0.0.0:4881"][..], "metrics at 0.0.0.0:4881 need a token".to_owned()),
        (
            &["--metrics", "0.0.0.0:4881", "--metrics-token-file", &short],
            "a token has at least 16".to_owned(),
        ),
        (&["--metrics", "0.0.0.0:4881", "--metrics-token-file", &token], String::new()),
        (&["--cert", "nowhere.pem", "--key", &pem], tls("nowhere.pem cannot be read")),
        (&["--cert", &pem, "--key", &pem], tls("there is no certificate in")),
        (&["--acme", "--host", "cards.example", "--acme-root", "nowhere.pem"], tls("nowhere.pem")),
        (&["--push-contact", "you@cards.example"], "invalid contact you@cards.example".to_owned()),
        (
            &["--push-contact", "mailto:you@cards.example", "--push-service", "x"],
            "invalid push service x".to_owned(),
        ),
        (&["--store", nowhere], database("")),
        (&["--store", nowhere, "--connect"], database("the database can't be used: ")),
        (&["--store", "postgres://db/x?sslmode=maybe"], database("unknown sslmode \"maybe\"")),
        (
            &["--store", nowhere, "--archive", "a"],
            match cfg!(feature = "archive") {
                true => String::new(),
                false if cfg!(feature = "cluster") => "this build has no archive".to_owned(),
                false => database(""),
            },
        ),
    ] {
        let output = config("check", data, arguments);
        let error = text(&output.stderr);
        assert_eq!(output.status.success(), said.is_empty(), "{arguments:?}: {error}");
        assert!(error.contains(&said), "{arguments:?}: {error}");
        if said.is_empty() {
            assert_eq!(text(&output.stdout), "The settings are valid.\n");
        }
    }
    if cfg!(feature = "push") {
        let output = config("check", data, &["--push-contact", "mailto:you@cards.example"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(!data.join("push.pk8").exists(), "a check writes nothing");
        file("push.pk8", "no key");
        let output = config("check", data, &["--push-contact", "mailto:you@cards.example"]);
        assert!(text(&output.stderr).contains(&push("push.pk8 can't be used")), "{}", text(&output.stderr));
    }
    assert!(!data.join("parlour.sqlite").exists(), "a check writes nothing");
    file("parlour.sqlite", &"another program ".repeat(10));
    let output = config("check", data, &[]);
    assert!(text(&output.stderr).contains("is not a data file of Parlour"), "{}", text(&output.stderr));
    let output = config("check", &data.join("missing"), &[]);
    assert!(output.status.success() && !data.join("missing").exists());
}

#[test]
fn every_setting_is_shown_with_its_source() {
    let folder = folder();
    let path = folder.path().join("parlour.toml");
    std::fs::write(&path, "bot-pause = 700\n[limits.bots]\nqueued = 10000\n").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["config", "show", "--port", "81", "--config", path.to_str().unwrap()])
        .env("PARLOUR_COUNTDOWN", "900")
        .output()
        .unwrap();
    let shown = text(&output.stdout);
    let path = path.display();
    for line in [
        "port = 81  # command line".to_owned(),
        "countdown = 900  # PARLOUR_COUNTDOWN".to_owned(),
        format!("bot-pause = 700  # {path}"),
        "# address = \"127.0.0.1\"  # default".to_owned(),
        // The default value, but chosen.
        format!("queued = 10000  # {path}"),
        "threads = 0  # default".to_owned(),
    ] {
        assert!(shown.lines().any(|shown| shown == line), "{line}: {shown}");
    }
}
