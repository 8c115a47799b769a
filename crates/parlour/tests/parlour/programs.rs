//! Bot programs on the command line: in contests, in `bot-check`, and at a table of a server.

#![cfg(unix)]

use serde_json::{Value, json};
use server::{BotLimits, Limits, NoPage, Pace, Server};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn parlour(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_parlour")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn bot() -> String {
    format!("exec:sh {}/../../examples/bots/bot.sh", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_program_plays_in_a_simulation_and_the_same_again() {
    let command =
        ["simulate", "scopa", "--seats", &format!("{},heuristic", bot()), "--deals", "20", "--json"];
    let scores = || {
        let output = parlour(&command);
        assert!(output.status.success(), "{}", text(&output.stderr));
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["scores"].clone()
    };
    let once = scores();
    assert_eq!((&once[0]["bot"], &once[0]["failures"]), (&json!(bot()), &json!(0)));
    assert_eq!(once, scores());
}

#[test]
fn a_log_has_what_was_said_with_every_process() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log").to_str().unwrap().to_owned();
    let bots = format!("heuristic,{}", bot());
    for command in [["arena", "scopa", "--bots"], ["simulate", "scopa", "--seats"]] {
        let output =
            parlour(&[&command[..], &[&bots, "--deals", "20", "--threads", "1", "--log", &log]].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let logged = std::fs::read_to_string(&log).unwrap();
        let lines: Vec<Vec<&str>> = logged.lines().map(|line| line.splitn(4, ' ').collect()).collect();
        assert!(lines.iter().all(|line| line[0].parse::<f64>().is_ok()), "{logged}");
        assert_eq!(
            lines[0][1..],
            ["1", "=", &*bot()],
            "the first process only shows that the program starts"
        );
        let of_second: Vec<&[&str]> =
            lines.iter().filter(|line| line[1] == "2").map(|line| &line[2..]).collect();
        let said = |sign: &str, kind: &str| {
            let kind = format!("\"type\":\"{kind}\"");
            of_second
                .iter()
                .filter(|line| line[0] == sign && line[1].replace(": ", ":").contains(&kind))
                .count()
        };
        assert_eq!((said(">", "match"), said("<", "ready")), (20, 20));
        assert!(said(">", "go") > 20 && said(">", "go") == said("<", "bestaction"), "{logged}");
    }
    let unwritable = parlour(&["simulate", "scopa", "--seats", &bots, "--log", "/nowhere/at/all"]);
    assert_eq!(unwritable.status.code(), Some(1));
    assert!(text(&unwritable.stderr).contains("/nowhere/at/all"));
}

#[test]
fn a_contest_whose_program_cannot_play_does_not_begin() {
    let folder = tempfile::tempdir().unwrap();
    let deaf = folder.path().join("deaf.sh");
    std::fs::write(&deaf, "read line\necho no reason >&2\nexit 3\n").unwrap();
    let other = folder.path().join("other.sh");
    let hello = r#"{"type":"hello","protocol":1,"name":"other","games":["bridge"]}"#;
    std::fs::write(&other, format!("read line\necho '{hello}'\nread line\n")).unwrap();
    let report = folder.path().join("report.json");
    for (bot, fault) in [
        (
            "exec:./nonexist".to_owned(),
            "not-started: it couldn't be started: can't start ./nonexist: No such",
        ),
        (format!("exec:{}", folder.path().display()), "not-started: it couldn't be started: "),
        (format!("exec:sh {}", deaf.display()), "crashed: it exited: exit status: 3 (no reason)"),
        (format!("exec:sh {}", other.display()), "unwilling: it doesn't play scopa"),
    ] {
        let seats = format!("{bot},greedy");
        let simulate = ["simulate", "scopa", "--seats", &seats, "--deals", "100", "--json"];
        let arena =
            ["arena", "scopa", "--bots", &seats, "--deals", "100", "--json", report.to_str().unwrap()];
        for command in
            [&simulate[..], &arena[..], &[&simulate[..], &["--seed", "2", "--forgive"]].concat()[..]]
        {
            let output = parlour(command);
            assert_eq!(output.status.code(), Some(1), "{command:?}");
            assert_eq!(text(&output.stdout), "", "{command:?}");
            let message = text(&output.stderr);
            assert!(message.starts_with(&format!("{bot}: {fault}")), "{command:?}: {message}");
        }
    }
    assert!(!report.exists());
}

/// A program that can be started once: after that its launcher does not find it.
#[test]
fn a_contest_without_a_round_has_no_result() {
    let folder = tempfile::tempdir().unwrap();
    let [once, mark, report] = ["once.sh", "mark", "report.json"].map(|file| folder.path().join(file));
    let example = &bot()["exec:sh ".len()..];
    let script = format!("[ -e {0} ] && exit 127\ntouch {0}\nexec sh {example}\n", mark.display());
    std::fs::write(&once, script).unwrap();
    let seats = format!("exec:sh {},greedy", once.display());
    let contest = |command: &[&str]| {
        let _ = std::fs::remove_file(&mark);
        let output = parlour(&[command, &["--deals", "100"]].concat());
        assert_eq!(output.status.code(), Some(1));
        text(&output.stdout)
    };
    let told = contest(&["simulate", "scopa", "--seats", &seats, "--json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(
        (&told["deals"], &told["scores"][0]["faults"][0]["fault"]),
        (&json!(0), &json!("not-started"))
    );
    for score in told["scores"].as_array().unwrap() {
        assert_eq!((&score["winRate"], &score["points"]), (&Value::Null, &Value::Null));
    }
    let told = contest(&["simulate", "scopa", "--seats", &seats]);
    assert!(told.starts_with("no results: none of the deals was played"), "{told}");
    let told = contest(&["arena", "scopa", "--bots", &seats, "--json", report.to_str().unwrap()]);
    assert!(!told.contains("0.0 ±"), "{told}");
    let report: Value = serde_json::from_str(&std::fs::read_to_string(report).unwrap()).unwrap();
    assert_eq!((&report["bots"][0]["wins"], &report["pairings"][0]["wins"]), (&Value::Null, &Value::Null));
}

#[test]
fn a_contest_in_which_a_program_fails_is_marked() {
    let folder = tempfile::tempdir().unwrap();
    let deaf = folder.path().join("deaf.sh");
    let hello = r#"{"type":"hello","protocol":1,"name":"deaf"}"#;
    std::fs::write(&deaf, format!("read line\necho '{hello}'\nread line\necho exit_3 >&2\nexit 3\n"))
        .unwrap();
    let [report, picture] =
        ["report.json", "picture.svg"].map(|file| folder.path().join(file).to_str().unwrap().to_owned());
    let bots = format!("heuristic,exec:sh {},{}", deaf.display(), bot());
    let output =
        parlour(&["arena", "scopa", "--bots", &bots, "--deals", "100", "--json", &report, "--svg", &picture]);
    assert_eq!(output.status.code(), Some(1));
    let shown = text(&output.stdout);
    assert!(shown.contains("ended by a failing program"), "{shown}");
    assert!(shown.contains("3 failures in a row ended the contest"), "{shown}");
    let report: Value = serde_json::from_str(&std::fs::read_to_string(report).unwrap()).unwrap();
    assert_eq!(report["ended"], "failed");
    assert_eq!(report["command"], format!("parlour arena scopa --bots '{bots}' --deals 100"));
    assert_eq!(report["bots"][0]["failures"], 0);
    assert_eq!(report["bots"][1]["faults"][0]["fault"], "crashed");
    assert!(report["bots"][1]["faults"][0]["errors"].as_str().unwrap().contains("exit_3"));
    assert!(std::fs::read_to_string(picture).unwrap().contains("FAILED in"));
}

#[test]
fn a_program_plays_a_race() {
    let output = parlour(&["simulate", "speed", "--seats", &format!("{},waiter", bot()), "--deals", "2"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn a_program_is_limited() {
    let told = parlour(&["run-limited", "--", "sh", "-c", "ulimit -n; ulimit -c"]);
    assert_eq!(text(&told.stdout), "256\n0\n");
    let missing = parlour(&["run-limited", "--", "./no-such-program"]);
    assert!(text(&missing.stderr).contains("can't start ./no-such-program"));
}

#[test]
fn a_check_says_ok_or_why_not() {
    let output = parlour(&["bot-check", &bot(), "--deals", "1"]);
    assert!(output.status.success(), "{}", text(&output.stdout));
    let shown = text(&output.stdout);
    assert!(shown.lines().count() >= 12 && shown.lines().all(|line| line.starts_with("ok ")), "{shown}");
    let output = parlour(&["bot-check", "exec:cat"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).starts_with("FAILS introduces itself"), "{}", text(&output.stdout));
    let output = parlour(&["bot-check", "exec:./nonexist"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stdout).contains(": not-started: it couldn't be started: can't start ./nonexist"),
        "{}",
        text(&output.stdout)
    );
}

/// The example in shell, which always chooses the first legal action.
#[test]
fn a_check_fails_a_program_that_insists_on_what_was_refused() {
    let folder = tempfile::tempdir().unwrap();
    let stubborn = folder.path().join("stubborn.sh");
    let example = std::fs::read_to_string(&bot()["exec:sh ".len()..]).unwrap();
    let insists = example.replace(r#""${legal##*'"'}""#, r#""${legal%%'"'*}""#);
    assert_ne!(insists, example);
    std::fs::write(&stubborn, insists).unwrap();
    let output = parlour(&["bot-check", &format!("exec:sh {}", stubborn.display()), "--deals", "1"]);
    assert_eq!(output.status.code(), Some(1));
    let shown = text(&output.stdout);
    let line = shown.lines().find(|line| line.contains("after a refusal")).unwrap();
    assert!(line.starts_with("FAILS ") && line.contains("illegal: it chose “"), "{line}");
}

/// `heuristic` decides from its view alone, so it plays the same through the protocol.
#[test]
fn a_built_in_bot_plays_the_same_over_the_protocol() {
    let engine = format!("exec:{} engine --bot heuristic", env!("CARGO_BIN_EXE_parlour"));
    for game in ["scopa", "wall-street", "cassino"] {
        let points = |first: &str| {
            let seats = format!("{first},random");
            let command = ["simulate", game, "--seats", &seats, "--deals", "40", "--json", "--threads", "1"];
            let output = parlour(&command);
            assert!(output.status.success(), "{}", text(&output.stdout));
            let report: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert!(report["scores"][0]["failures"] == 0, "{report:#}");
            report["scores"][0]["points"]["mean"].as_f64().unwrap()
        };
        let random = points("random");
        assert!(points(&engine) > random, "{game}: not better than {random}");
    }
    let output = parlour(&["bot-check", &engine, "--deals", "3"]);
    assert!(output.status.success(), "{}", text(&output.stdout));
}

/// Plays `bridge-player` against `bridge-table` over a local connection.
#[test]
fn bridge_players_come_to_a_bridge_table() {
    let folder = tempfile::tempdir().unwrap();
    let [boards, output] = ["../boards.pbn", "played.pbn"].map(|file| folder.path().join(file));
    let deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3";
    let board = |number: u32| {
        format!("[Board \"{number}\"]\n[Dealer \"N\"]\n[Vulnerable \"None\"]\n[Deal \"{deal}\"]\n\n")
    };
    std::fs::write(&boards, [1, 2, 3].map(board).concat()).unwrap();
    let mut table = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["bridge-table", "--port", "0", "--seats", "tcp,heuristic,tcp,heuristic", "--boards"])
        .arg(&boards)
        .arg("-o")
        .arg(&output)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut shown = BufReader::new(table.stdout.take().unwrap()).lines();
    let first = shown.next().unwrap().unwrap();
    let port = first.rsplit(' ').next().unwrap();
    let players = ["North", "South"].map(|seat| {
        let arguments = ["bridge-player", "--port", port, "--seat", seat, "--bot", "heuristic"];
        Command::new(env!("CARGO_BIN_EXE_parlour")).args(arguments).stdout(Stdio::piped()).spawn().unwrap()
    });
    for player in players {
        assert_eq!(text(&player.wait_with_output().unwrap().stdout), "3 boards\n");
    }
    assert!(table.wait().unwrap().success());
    let lines: Vec<String> = shown.map(Result::unwrap).collect();
    assert!(lines.iter().filter(|line| line.starts_with("board ")).count() == 3, "{lines:?}");
    let played = std::fs::read_to_string(output).unwrap();
    assert!(played.contains("[North \"Parlour\"]") && played.contains("[Auction \"N\"]"), "{played}");
}

/// The table has sixteen connections. Silent ones are closed after the timeout, so that players can connect.
#[test]
fn silent_connections_keep_no_player_from_a_bridge_table() {
    let folder = tempfile::tempdir().unwrap();
    let boards = folder.path().join("boards.pbn");
    let deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3";
    std::fs::write(
        &boards,
        format!("[Board \"1\"]\n[Dealer \"N\"]\n[Vulnerable \"None\"]\n[Deal \"{deal}\"]\n"),
    )
    .unwrap();
    let mut table = Running(
        Command::new(env!("CARGO_BIN_EXE_parlour"))
            .args(["bridge-table", "--port", "0", "--timeout", "10", "--boards"])
            .arg(&boards)
            .args(["--seats", "tcp,heuristic,heuristic,heuristic"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap(),
    );
    let mut shown = BufReader::new(table.0.stdout.take().unwrap()).lines();
    let first = shown.next().unwrap().unwrap();
    let port = first.rsplit(' ').next().unwrap();
    let address = format!("127.0.0.1:{port}");
    // One of them sends half a line.
    let mut half = TcpStream::connect(&address).unwrap();
    half.write_all(b"Connecting").unwrap();
    let silent = (1..16).map(|_| TcpStream::connect(&address).unwrap());
    for mut connection in std::iter::once(half).chain(silent).collect::<Vec<_>>() {
        connection.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let read = connection.read_to_end(&mut Vec::new());
        assert_eq!(read.map_err(|error| error.kind()), Ok(0), "the table closes it");
    }
    let player = parlour(&["bridge-player", "--port", port, "--seat", "North", "--bot", "heuristic"]);
    assert_eq!(text(&player.stdout), "1 boards\n", "{}", text(&player.stderr));
    assert!(shown.map(Result::unwrap).any(|line| line.starts_with("board ")));
    assert!(table.0.wait().unwrap().success());
}

/// Program that ends with the test, also if the test fails.
struct Running(std::process::Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Creates a table on a new server. The user with this data folder has the first seat.
fn create_table(server: &str, folder: &Path, chairs: &Value) -> String {
    let origin = format!("http://{server}");
    let token = protocol::client::token(folder, &origin).unwrap();
    let body =
        json!({ "game": "scopa", "options": { "target": 3 }, "seats": 2, "chairs": chairs, "name": "Ada" });
    let body = body.to_string();
    let mut stream = TcpStream::connect(server).unwrap();
    write!(
        stream,
        "POST /api/tables HTTP/1.1\r\nhost: {server}\r\nauthorization: Bearer {token}\r\nconnection: close\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let opened: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    format!("{origin}/table/{}", opened["table"].as_str().unwrap())
}

#[test]
fn two_programs_play_a_match_at_a_table_of_a_server() {
    let folder = tempfile::tempdir().unwrap();
    let of = |name: &str| folder.path().join(name);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let settings = server::Settings {
        pace: Pace {
            bot: Duration::ZERO,
            window: Duration::from_millis(20),
            scoring: Duration::from_secs(30),
            thrown_in: Duration::ZERO,
            count: Duration::ZERO,
            timeout: Duration::from_secs(1),
            absence: Duration::from_secs(60),
            idle: Duration::from_millis(50),
        },
        limits: Limits { bots: BotLimits { threads: 1, ..BotLimits::default() }, ..Limits::none() },
        ..server::Settings::new(of("server"), ([127, 0, 0, 1], 0).into(), NoPage)
    };
    let server = runtime.block_on(Server::bind(settings)).unwrap();
    let address = server.address().to_string();
    runtime.spawn(server.run(std::future::pending()));
    let table = create_table(&address, &of("ada"), &json!(["me", "open"]));
    let play = |name: &str| {
        let data = of(name);
        let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
        command.args(["bot", &bot(), "--table", &table, "--data", data.to_str().unwrap()]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let results = ["ada", "guest"].map(play).map(|child| child.wait_with_output().unwrap());
    let mut said = results.map(|output| {
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    });
    said.sort();
    assert!(said[0].starts_with("lost: [") && said[1].starts_with("won: ["), "{said:?}");
}
