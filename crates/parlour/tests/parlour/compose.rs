//! `compose.yaml` and the files that it mounts.

use saphyr::{LoadableYamlNode, Yaml};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Settings of the profiles in the documentation, without the list of profiles.
fn documented() -> Vec<(String, String)> {
    let page = read("docs/installation.md");
    let block = page.split("```ini\n").find(|block| block.starts_with("COMPOSE_PROFILES=")).unwrap();
    let lines = block.split("```").next().unwrap().lines().skip(1);
    lines.map(|line| line.split_once('=').unwrap()).map(|(name, value)| (name.into(), value.into())).collect()
}

#[test]
fn every_mounted_file_exists_and_every_setting_is_one() {
    let text = read("compose.yaml");
    let compose = Yaml::load_from_str(&text).unwrap().remove(0);
    let services = compose["services"].as_mapping().unwrap();
    let mut profiles = Vec::new();
    for service in services.values() {
        for profile in service.as_mapping_get("profiles").and_then(Yaml::as_vec).into_iter().flatten() {
            profiles.push(profile.as_str().unwrap());
        }
        for volume in service.as_mapping_get("volumes").and_then(Yaml::as_vec).into_iter().flatten() {
            let source = volume.as_str().unwrap().split(':').next().unwrap();
            match source.strip_prefix("./") {
                Some(file) => assert!(root().join(file).is_file(), "{file}"),
                None if source.starts_with("${") => (),
                None => assert!(compose["volumes"].as_mapping_get(source).is_some(), "{source}"),
            }
        }
    }
    profiles.dedup();
    assert_eq!(profiles, ["postgres", "proxy", "monitoring"]);
    let page = read("docs/installation.md");
    assert!(profiles.iter().all(|profile| page.contains(&format!("| `{profile}` |"))));

    // Each variable of the server is a setting, and each documented one is used.
    let shown = Command::new(env!("CARGO_BIN_EXE_parlour")).args(["config", "show"]).output().unwrap();
    let shown = String::from_utf8(shown.stdout).unwrap();
    let environment = compose["services"]["parlour"]["environment"].as_mapping().unwrap();
    for name in environment.keys().filter_map(|name| name.as_str()?.strip_prefix("PARLOUR_")) {
        let key = name.to_lowercase().replace('_', "-");
        let is_key = |line: &str| line.trim_start_matches("# ").starts_with(&format!("{key} "));
        assert!(shown.lines().any(is_key), "{name}");
    }
    for (name, _) in documented() {
        assert!(text.contains(&format!("${{{name}:-")), "{name}");
    }
}

/// Runs `docker compose config` with a client that is there. It needs no running daemon.
fn compose_config(environment: &[(String, String)], profiles: &[&str]) -> Option<Output> {
    for client in [&["docker", "compose"][..], &["docker-compose"]] {
        let run = |arguments: &[&str]| {
            let mut command = Command::new(client[0]);
            command.args(&client[1..]).args(arguments).current_dir(root());
            command.envs(environment.iter().map(|(name, value)| (name, value))).output().ok()
        };
        if run(&["version"]).is_some_and(|output| output.status.success()) {
            let profiles: Vec<&str> = profiles.iter().flat_map(|profile| ["--profile", *profile]).collect();
            return run(&[&profiles[..], &["config"]].concat());
        }
    }
    None
}

#[test]
fn the_compose_client_accepts_every_profile() {
    for (environment, profiles) in [
        (Vec::new(), &[][..]),
        (documented(), &["postgres", "proxy", "monitoring"]),
        (documented(), &["monitoring"]),
    ] {
        let Some(output) = compose_config(&environment, profiles) else {
            return println!("skipped: no Docker Compose");
        };
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{profiles:?}: {said}");
        let whole = String::from_utf8_lossy(&output.stdout);
        let services = Yaml::load_from_str(&whole).unwrap().remove(0);
        // Old clients also print the services of other profiles.
        let expected = profiles.iter().flat_map(|profile| match *profile {
            "postgres" => &["database"][..],
            "proxy" => &["proxy"],
            _ => &["prometheus", "grafana"],
        });
        for service in expected.chain([&"parlour"]) {
            assert!(services["services"].as_mapping_get(service).is_some(), "{service}: {whole}");
        }
    }
}

/// Process that ends with the test.
#[cfg(unix)]
struct Running(std::process::Child);

#[cfg(unix)]
impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The server of the container, with the documented settings of the database profile.
#[cfg(all(unix, feature = "cluster"))]
#[test]
fn the_server_reaches_the_database_with_the_documented_settings() {
    let Some(mut here) = local_postgres::LocalPostgres::start() else {
        return println!("skipped: PostgreSQL or a user to run it is missing");
    };
    let port = here.listen().expect("it starts");
    let password = documented().into_iter().find(|(name, _)| name == "PGPASSWORD").unwrap().1;
    assert!(here.require_password(&password));
    assert!(here.ask("CREATE DATABASE parlour").is_some());
    let folder = tempfile::tempdir().unwrap();
    let check = |password: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
        command.args(["config", "check", "--connect", "--data"]).arg(folder.path());
        for (name, value) in documented() {
            match name.as_str() {
                "PARLOUR_STORE" => {
                    command.env(name, value.replace("database/", &format!("127.0.0.1:{port}/")))
                }
                "PARLOUR_DURABLE" => command.env(name, value),
                "PGPASSWORD" => command.env(name, password),
                _ => &mut command,
            };
        }
        command.output().unwrap()
    };
    let output = check(&password);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!check("another").status.success());
}

/// The proxy of the container passes WebSockets and addresses to a server with the documented settings.
#[cfg(unix)]
#[test]
fn players_come_through_the_proxy_of_the_documented_settings() {
    use crate::serving::{Player, create_table};
    use std::io::{BufRead, BufReader};
    use std::net::{TcpListener, TcpStream};
    use std::process::Stdio;

    if Command::new("caddy").arg("version").output().is_err() {
        return println!("skipped: Caddy is missing (Debian's package caddy)");
    }
    let folder = tempfile::tempdir().unwrap();
    let [port, outside] = [(); 2].map(|()| {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        free.local_addr().unwrap()
    });
    let mut server = Command::new(env!("CARGO_BIN_EXE_parlour"));
    server.args(["serve", "--log", "warn", "--port", &port.port().to_string(), "--data"]).arg(folder.path());
    for (name, value) in documented() {
        match name.as_str() {
            "PARLOUR_HOST" => server.env(name, value),
            "PARLOUR_TRUSTED_PROXY" => server.env(name, "127.0.0.1"),
            _ => &mut server,
        };
    }
    let log = folder.path().join("log");
    server.stdout(Stdio::piped()).stderr(std::fs::File::create(&log).unwrap());
    let mut server = Running(server.spawn().unwrap());
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut String::new()).unwrap();

    let compose = Yaml::load_from_str(&read("compose.yaml")).unwrap().remove(0);
    let command = compose["services"]["proxy"]["command"].as_vec().unwrap().to_owned();
    // Without a name Caddy asks no authority for a certificate.
    let command = command.iter().map(|word| match word.as_str().unwrap() {
        "${PARLOUR_HOST:-localhost}" => format!(":{}", outside.port()),
        "parlour:4880" => port.to_string(),
        word => word.to_owned(),
    });
    let command: Vec<String> = command.collect();
    let _proxy = Running(
        Command::new(&command[0])
            .args(&command[1..])
            .env("HOME", folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap(),
    );
    let is_open = || TcpStream::connect(outside).is_ok();
    let opens = (0..600).any(|_| {
        is_open() || {
            std::thread::sleep(std::time::Duration::from_millis(100));
            false
        }
    });
    assert!(opens, "Caddy does not listen");
    let table = create_table(&outside.to_string());
    let mut player = Player::connect(&outside.to_string(), &table, None);
    while player.receive().unwrap()["type"] != "table" {}
    let log = std::fs::read_to_string(log).unwrap();
    assert_eq!(log, "", "the proxy is not trusted");
}

/// The server of the container, with the documented settings of the monitoring profile.
#[cfg(unix)]
#[test]
fn prometheus_reads_the_metrics_of_the_documented_settings() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::process::Stdio;

    if Command::new("prometheus").arg("--version").output().is_err() {
        return println!("skipped: Prometheus is missing (Debian's package prometheus)");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    std::fs::write(file("metrics-token"), "0123456789abcdef0123456789\n").unwrap();
    let [metrics, port] = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap());
    let mut server = Command::new(env!("CARGO_BIN_EXE_parlour"));
    server.args(["serve", "--port", "0", "--log", "off", "--data"]).arg(file("data")).stdout(Stdio::piped());
    for (name, value) in documented() {
        match name.as_str() {
            "PARLOUR_METRICS" => server.env(name, value.replace("0.0.0.0:4881", &metrics.to_string())),
            "PARLOUR_METRICS_TOKEN_FILE" => server.env(name, file("metrics-token")),
            _ => &mut server,
        };
    }
    let mut server = Running(server.spawn().unwrap());
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut String::new()).unwrap();

    let configuration = read("packaging/monitoring/prometheus.yml");
    let configuration = configuration
        .replace("parlour:4881", &metrics.to_string())
        .replace("scrape_interval: 15s", "scrape_interval: 1s");
    std::fs::write(file("prometheus.yml"), configuration).unwrap();
    std::fs::write(file("alerts.yml"), read("packaging/monitoring/alerts.yml")).unwrap();
    let _prometheus = Running(
        Command::new("prometheus")
            .arg(format!("--config.file={}", file("prometheus.yml").display()))
            .arg(format!("--storage.tsdb.path={}", file("tsdb").display()))
            .arg(format!("--web.listen-address={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap(),
    );
    let ask = |path: &str| -> Option<String> {
        let mut stream = TcpStream::connect(port).ok()?;
        write!(stream, "GET {path} HTTP/1.0\r\nhost: {port}\r\n\r\n").ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        Some(answer)
    };
    let mut last = String::new();
    for _ in 0..600 {
        last = ask("/api/v1/query?query=parlour_build_info").unwrap_or_default();
        if last.contains("\"job\":\"parlour\"") {
            let rules = ask("/api/v1/rules").unwrap();
            return assert!(
                rules.contains("ParlourDown") && !rules.contains("\"health\":\"err\""),
                "{rules}"
            );
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    panic!("Prometheus has read nothing: {last}");
}
