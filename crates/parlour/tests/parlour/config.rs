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
        (&["--metrics", "4881"], "expected an address and a port".to_owned()),
        (
            &["--metrics", "unix:metrics.sock"],
            if cfg!(unix) { "needs an absolute path" } else { "no Unix sockets on this system" }.to_owned(),
        ),
        #[cfg(unix)]
        (&["--metrics", &format!("unix:/{}", "x".repeat(200))], "too long for a Unix socket".to_owned()),
        #[cfg(unix)]
        (&["--metrics", "unix:/nowhere/metrics.sock"], "no file can be created in /nowhere: ".to_owned()),
        #[cfg(unix)]
        (&["--metrics", &format!("unix:{pem}")], "a file that is not a socket".to_owned()),
        #[cfg(unix)]
        (&["--metrics", &format!("unix:{pem}.sock")], String::new()),
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

/// Address of metrics that other machines can't reach.
const METRICS: &str = if cfg!(unix) { "unix:/run/parlour/metrics.sock" } else { "127.0.0.1:4881" };

#[test]
fn every_setting_is_shown_with_its_source() {
    let folder = folder();
    let path = folder.path().join("parlour.toml");
    std::fs::write(&path, "bot-pause = 700\n[limits.bots]\nqueued = 10000\n").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["config", "show", "--port", "81", "--config", path.to_str().unwrap()])
        .env("PARLOUR_COUNTDOWN", "900")
        .env("PARLOUR_METRICS", METRICS)
        .output()
        .unwrap();
    let shown = text(&output.stdout);
    let path = path.display();
    for line in [
        "port = 81  # command line".to_owned(),
        "countdown = 900  # PARLOUR_COUNTDOWN".to_owned(),
        format!("bot-pause = 700  # {path}"),
        "# address = \"127.0.0.1\"  # default".to_owned(),
        format!("metrics = \"{METRICS}\"  # PARLOUR_METRICS"),
        // The default value, but chosen.
        format!("queued = 10000  # {path}"),
        "threads = 0  # default".to_owned(),
    ] {
        assert!(shown.lines().any(|shown| shown == line), "{line}: {shown}");
    }
}

#[test]
fn a_check_finds_a_data_folder_that_cannot_be_written() {
    let folder = folder();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let mut unusable = vec![file.clone(), file.join("data")];
    if cfg!(target_os = "linux") {
        unusable.extend(["/proc/x", "/sys/x/y", "/proc"].map(std::path::PathBuf::from));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("nowhere", &link).unwrap();
        unusable.push(link);
        let locked = folder.path().join("locked");
        std::fs::create_dir(&locked).unwrap();
        std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o500)).unwrap();
        // Root may write everywhere.
        if std::fs::write(locked.join("tried"), "").is_err() {
            unusable.extend([locked.join("data"), locked]);
        }
    }
    for data in unusable {
        let mut settings = vec![&[][..]];
        if cfg!(feature = "cluster") {
            settings.push(&["--store", "postgres://parlour@127.0.0.1:1/parlour"]);
        }
        for arguments in settings {
            let output = config("check", &data, arguments);
            let error = text(&output.stderr);
            let said = format!("the data folder {} can't be used: ", data.display());
            assert!(!output.status.success() && error.starts_with(&said), "{}: {error}", data.display());
        }
    }
    let missing = folder.path().join("not/there");
    assert!(config("check", &missing, &[]).status.success());
    assert!(!folder.path().join("not").exists(), "a check writes nothing");
}

#[cfg(feature = "cluster")]
#[test]
fn the_password_of_a_database_stays_in_the_file() {
    use std::io::{BufRead as _, BufReader};
    let Some(mut here) = local_postgres::LocalPostgres::start() else {
        return println!("skipped: PostgreSQL or a user to run it is missing");
    };
    let port = here.listen().expect("it starts");
    assert!(here.require_password("secret word"));
    let folder = folder();
    let file = folder.path().join("parlour.toml");
    let configure = |password: &str| {
        let url = format!("postgres://parlour:{password}@127.0.0.1:{port}/postgres");
        std::fs::write(&file, format!("store = \"{url}\"\ndurable = \"one\"\nport = 0\n")).unwrap();
    };
    let file_argument = file.to_str().unwrap();
    let arguments = ["--config", file_argument];
    let data = folder.path().join("data");

    configure("wrong");
    let output = config("check", &data, &[&arguments[..], &["--connect"]].concat());
    let error = text(&output.stderr);
    assert!(!output.status.success() && error.contains("password authentication failed"), "{error}");
    configure("secret%20word");
    let output = config("check", &data, &[&arguments[..], &["--connect"]].concat());
    let said = text(&output.stdout);
    assert_eq!(said, "The settings are valid, and the database answers.\n", "{}", text(&output.stderr));
    let shown = config("show", &data, &arguments);
    assert!(text(&shown.stdout).contains(":***@127.0.0.1"), "{}", text(&shown.stdout));

    let mut server = Command::new(env!("CARGO_BIN_EXE_parlour"));
    server.arg("serve").args(arguments).arg("--data").arg(&data);
    let mut server = server
        .stdout(std::process::Stdio::piped())
        .stderr(std::fs::File::create(folder.path().join("log")).unwrap())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let command = std::fs::read(format!("/proc/{}/cmdline", server.id())).unwrap_or_default();
    server.kill().unwrap();
    server.wait().unwrap();
    let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(line.starts_with("Parlour is open"), "{line}{log}");
    assert!(log.contains(":***@127.0.0.1"), "{log}");
    for shown in [log, String::from_utf8_lossy(&command).into_owned(), text(&shown.stdout)] {
        assert!(!shown.contains("secret"), "{shown}");
    }
}
