//! `compose.yaml`, that of `packaging/cluster`, and the files that they mount. No container engine is needed: the services
//! whose programs are there run as processes, with other addresses.

#[cfg(unix)]
use crate::serving::{Player, create_table};
use saphyr::{LoadableYamlNode, Yaml};
#[cfg(unix)]
use serde_json::{Value, json};
use std::fs::File;
#[cfg(unix)]
use std::io::{BufRead, BufReader, Read};
use std::io::{Seek, Write};
#[cfg(unix)]
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
#[cfg(unix)]
use std::time::Duration;

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
fn compose_config(file: &str, environment: &[(String, String)], profiles: &[&str]) -> Option<Output> {
    for client in [&["docker", "compose"][..], &["docker-compose"]] {
        let run = |arguments: &[&str], input: Option<File>| {
            let mut command = Command::new(client[0]);
            command.args(&client[1..]).args(arguments).current_dir(root());
            command.stdin(input.map_or_else(Stdio::null, Stdio::from));
            command.envs(environment.iter().map(|(name, value)| (name, value))).output().ok()
        };
        let Some(version) = run(&["version"], None).filter(|output| output.status.success()) else {
            continue;
        };
        let mut text = read(file);
        if String::from_utf8_lossy(&version.stdout).starts_with("docker-compose version 1.") {
            // A project has no name there.
            text = text
                .lines()
                .filter(|line| !line.starts_with("name: "))
                .map(|line| format!("{line}\n"))
                .collect();
        }
        let mut input = tempfile::tempfile().unwrap();
        input.write_all(text.as_bytes()).unwrap();
        input.rewind().unwrap();
        let folder = Path::new(file).parent().unwrap().display().to_string();
        let folder = format!("--project-directory={}", if folder.is_empty() { "." } else { &folder });
        let profiles: Vec<&str> = profiles.iter().flat_map(|profile| ["--profile", *profile]).collect();
        return run(&[&["--file", "-", &folder], &profiles[..], &["config"]].concat(), Some(input));
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
        let Some(output) = compose_config("compose.yaml", &environment, profiles) else {
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

#[test]
fn the_compose_client_accepts_the_cluster() {
    let Some(output) = compose_config("packaging/cluster/compose.yaml", &[], &[]) else {
        return println!("skipped: no Docker Compose");
    };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let whole = String::from_utf8_lossy(&output.stdout);
    let services = Yaml::load_from_str(&whole).unwrap().remove(0);
    for service in ["database", "parlour", "balancer"] {
        assert!(services["services"].as_mapping_get(service).is_some(), "{service}: {whole}");
    }
}

#[test]
fn grafana_finds_the_dashboard_and_prometheus() {
    let text = read("compose.yaml");
    let compose = Yaml::load_from_str(&text).unwrap().remove(0);
    let source = read("packaging/monitoring/grafana/datasource.yml");
    let source = Yaml::load_from_str(&source).unwrap().remove(0);
    let url = source["datasources"].as_vec().unwrap()[0]["url"].as_str().unwrap();
    let host = url.strip_prefix("http://").unwrap().strip_suffix(":9090").unwrap();
    assert!(compose["services"].as_mapping_get(host).is_some(), "{url}");
    let provider = read("packaging/monitoring/grafana/dashboards.yml");
    let provider = Yaml::load_from_str(&provider).unwrap().remove(0);
    let folder = provider["providers"].as_vec().unwrap()[0]["options"]["path"].as_str().unwrap();
    let mounts = compose["services"]["grafana"]["volumes"].as_vec().unwrap();
    let is_mounted = |mount: &Yaml| {
        let parts: Vec<&str> = mount.as_str().unwrap().split(':').collect();
        parts[0].ends_with("/dashboard.json") && Path::new(parts[1]).parent() == Some(Path::new(folder))
    };
    assert!(mounts.iter().any(is_mounted), "{folder}");
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

/// Starts a server, and waits until it is open. Returns its address, too.
#[cfg(unix)]
fn open(command: &mut Command) -> (Running, String) {
    let mut server = Running(command.stdout(Stdio::piped()).spawn().unwrap());
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("Parlour is open at http://").unwrap_or_else(|| panic!("{line}"));
    (server, address.to_owned())
}

/// Polls another program until it has what is wanted, for a minute at most.
#[cfg(unix)]
fn until<T>(wanted: &str, look: impl Fn() -> Option<T>) -> T {
    let again = || {
        std::thread::sleep(Duration::from_millis(100));
        look()
    };
    look()
        .or_else(|| (0..600).find_map(|_| again()))
        .unwrap_or_else(|| panic!("it never comes to this: {wanted}"))
}

/// Sends a request, and returns the status and the body of the answer.
#[cfg(unix)]
fn get(address: &str, path: &str) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(address).ok()?;
    write!(stream, "GET {path} HTTP/1.0\r\nhost: {address}\r\n\r\n").ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    Some((head.split(' ').nth(1)?.parse().ok()?, body.to_owned()))
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
    use std::net::TcpListener;

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
    server.stderr(File::create(&log).unwrap());
    let (_server, _) = open(&mut server);

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
    until("Caddy listens", || TcpStream::connect(outside).ok());
    let table = create_table(&outside.to_string());
    let mut player = Player::connect(&outside.to_string(), &table, None);
    while player.receive().unwrap()["type"] != "table" {}
    let log = std::fs::read_to_string(log).unwrap();
    assert_eq!(log, "", "the proxy is not trusted");
}

/// The server of the container, with the documented settings of the monitoring profile. Each query of the dashboard has a
/// result after a few moves.
#[cfg(unix)]
#[test]
fn prometheus_reads_what_the_alerts_and_the_dashboard_show() {
    use std::net::TcpListener;

    if Command::new("prometheus").arg("--version").output().is_err() {
        return println!("skipped: Prometheus is missing (Debian's package prometheus)");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    std::fs::write(file("metrics-token"), "0123456789abcdef0123456789\n").unwrap();
    let [metrics, port] = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap());
    let mut server = Command::new(env!("CARGO_BIN_EXE_parlour"));
    server.args(["serve", "--port", "0", "--bot-pause", "0", "--log", "off", "--data"]).arg(file("data"));
    for (name, value) in documented() {
        match name.as_str() {
            "PARLOUR_METRICS" => server.env(name, value.replace("0.0.0.0:4881", &metrics.to_string())),
            "PARLOUR_METRICS_TOKEN_FILE" => server.env(name, file("metrics-token")),
            _ => &mut server,
        };
    }
    let (_server, address) = open(&mut server);

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
    let port = port.to_string();
    let prometheus =
        |path: &str| get(&port, path).and_then(|(_, body)| serde_json::from_str::<Value>(&body).ok());
    let query = |expression: &str| prometheus(&format!("/api/v1/query?query={}", encoded(expression)));
    // A rate exists from the second time on that a metric was read, so this must be read before it is counted.
    until("Prometheus has read the server", || {
        query("parlour_build_info")?["data"]["result"].as_array()?.first().cloned()
    });
    let rules = prometheus("/api/v1/rules").unwrap().to_string();
    assert!(rules.contains("ParlourDown") && !rules.contains("\"health\":\"err\""), "{rules}");

    let table = create_table(&address);
    let mut player = Player::connect(&address, &table, None);
    let mut answered = 0;
    while answered < 3 {
        let snapshot = player.receive().unwrap()["snapshot"].take();
        if snapshot.is_object() {
            player.answer(&snapshot);
            answered += 1;
        }
    }
    assert_eq!(get(&address, "/api/nowhere").unwrap().0, 404, "a refusal to count");

    let dashboard: Value = serde_json::from_str(&read("packaging/monitoring/dashboard.json")).unwrap();
    for variable in dashboard["templating"]["list"].as_array().unwrap() {
        let Some(values) = variable["query"]["query"].as_str() else { continue };
        let values = values.replace("$job", "parlour");
        let (metric, label) = values
            .strip_prefix("label_values(")
            .unwrap()
            .strip_suffix(')')
            .unwrap()
            .rsplit_once(", ")
            .unwrap();
        let found = prometheus(&format!("/api/v1/label/{label}/values?match[]={}", encoded(metric))).unwrap();
        let expected = if label == "job" { "parlour".to_owned() } else { metrics.to_string() };
        assert_eq!(found["data"], json!([expected]), "{values}");
    }
    let mut queries = Vec::new();
    find_queries(&dashboard, &mut queries);
    assert!(queries.len() > 20, "{queries:?}");
    for (expression, legend) in queries {
        let asked = expression
            .replace("$job", "parlour")
            .replace("$instance", ".*")
            .replace("$__rate_interval", "30s");
        let found = || {
            let answer = query(&asked)?;
            assert_eq!(answer["status"], "success", "{expression}: {answer}");
            answer["data"]["result"].as_array()?.first().cloned()
        };
        if expression.contains("parlour_certificate_") {
            assert_eq!(found(), None, "the server has no certificate");
            continue;
        }
        let series = until(&expression, found);
        for label in legend.split("{{").skip(1).filter_map(|rest| rest.split("}}").next()) {
            assert!(series["metric"][label].is_string(), "{expression} has no {label}: {series}");
        }
    }
}

/// Encodes a text for the query of a URL.
#[cfg(unix)]
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// Finds the queries of a dashboard, and how their series are named.
#[cfg(unix)]
fn find_queries(part: &Value, found: &mut Vec<(String, String)>) {
    if let Some(expression) = part["expr"].as_str() {
        found.push((expression.to_owned(), part["legendFormat"].as_str().unwrap_or_default().to_owned()));
    }
    let fields = part.as_object().into_iter().flat_map(serde_json::Map::values);
    part.as_array().into_iter().flatten().chain(fields).for_each(|inner| find_queries(inner, found));
}

/// Returns the configuration of the cluster's load balancer, at another address and with these servers.
#[cfg(all(unix, feature = "cluster"))]
fn balancer(listens_at: &str, servers: &[&str]) -> String {
    let text = read("packaging/cluster/haproxy.cfg");
    let template = text.lines().find(|line| line.trim_start().starts_with("server-template ")).unwrap();
    let servers =
        servers.iter().zip(1..).map(|(address, number)| format!("    server parlour{number} {address}\n"));
    text.replace(template, &servers.collect::<String>()).replace("bind :4880", &format!("bind {listens_at}"))
}

/// The database, two servers and the load balancer of packaging/cluster. When a server stops, its players come to the other
/// one and continue.
#[cfg(all(unix, feature = "cluster"))]
#[test]
fn players_of_the_cluster_continue_when_a_server_stops() {
    use std::net::TcpListener;

    if Command::new("haproxy").arg("-v").output().is_err() {
        return println!("skipped: HAProxy is missing (Debian's package haproxy)");
    }
    let mut check = Command::new("haproxy");
    let checked =
        check.args(["-c", "-f", "packaging/cluster/haproxy.cfg"]).current_dir(root()).output().unwrap();
    let said = String::from_utf8_lossy(&checked.stderr);
    assert!(checked.status.success() && !said.contains("WARNING"), "{said}");

    let Some(mut database) = local_postgres::LocalPostgres::start() else {
        return println!("skipped: PostgreSQL or a user to run it is missing");
    };
    let database_port = database.listen().expect("it starts");
    let compose = read("packaging/cluster/compose.yaml");
    let compose = Yaml::load_from_str(&compose).unwrap().remove(0);
    let service = &compose["services"]["parlour"];
    let password = service["environment"]["PGPASSWORD"].as_str().unwrap();
    assert!(database.require_password(password));
    assert!(database.ask("CREATE DATABASE parlour").is_some());
    let folder = tempfile::tempdir().unwrap();
    let [outside, first, second] = [(); 3].map(|()| {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        free.local_addr().unwrap().to_string()
    });
    let start = |address: &str| {
        let port = address.rsplit(':').next().unwrap();
        let data = folder.path().join(port).display().to_string();
        let mut server = Command::new(env!("CARGO_BIN_EXE_parlour"));
        for argument in service["command"].as_vec().unwrap() {
            let argument = argument.as_str().unwrap();
            server.arg(match argument.split('=').next().unwrap() {
                "--address" => "--address=127.0.0.1".to_owned(),
                "--store" => argument.replace("@database/", &format!("@127.0.0.1:{database_port}/")),
                "--peers" => "--peers=127.0.0.1:0".to_owned(),
                "--trusted-proxy" => "--trusted-proxy=127.0.0.1".to_owned(),
                "--data" => format!("--data={data}"),
                _ => argument.to_owned(),
            });
        }
        server.args(["--port", port, "--bot-pause", "0", "--log", "off"]).env("PGPASSWORD", password);
        open(&mut server).0
    };
    let file = folder.path().join("haproxy.cfg");
    std::fs::write(&file, balancer(&outside, &[&first, &second])).unwrap();
    let mut balancer = Command::new("haproxy");
    balancer.arg("-f").arg(&file).stdout(Stdio::null()).stderr(Stdio::null());
    let _balancer = Running(balancer.spawn().unwrap());
    let until_ready = || {
        until("a server is ready", || get(&outside, "/api/ready").filter(|(status, _)| *status == 200));
    };
    let play = |table: &str, from: u64| {
        let mut player = Player::connect(&outside, table, None);
        let mut version = from;
        while version < from + 4 {
            let snapshot = player.receive().unwrap()["snapshot"].take();
            let Some(now) = snapshot["version"].as_u64() else { continue };
            assert!(now >= version, "a move that was shown is lost: {now} after {version}");
            version = now;
            player.answer(&snapshot);
        }
        (player, version)
    };

    let mut old = start(&first);
    until_ready();
    let table = create_table(&outside);
    let (mut player, version) = play(&table, 0);
    let _new = start(&second);
    let asked = Command::new("kill").args(["-TERM", &old.0.id().to_string()]).status().unwrap();
    assert!(asked.success());
    // It tells its players to leave, or the load balancer ends their connections.
    while player.receive_or_end().is_some() {}
    assert!(old.0.wait().unwrap().success());
    until_ready();
    play(&table, version);
}
