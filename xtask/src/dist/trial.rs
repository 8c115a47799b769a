//! Tests of the packages in minimal environments: the server starts, a deal is played, and data
//! survives upgrades.

use crate::{output, run};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Game that the trial plays.
const GAME: &str = "scopa";

/// Tests the archive in an empty folder with an empty environment.
pub(super) fn archive(archive: &Path, name: &str) -> Result<(), String> {
    let folder = archive.with_file_name("trial");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    run(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(&folder))?;
    let program = folder.join(name).join(super::PROGRAM);
    let parlour = || {
        let mut parlour = Command::new(&program);
        parlour.env_clear().current_dir(&folder);
        parlour
    };
    // Checks that the page contains its WebAssembly modules.
    run(parlour().args(["export", "page"]).stdout(Stdio::null()))?;
    let offline = format!("page/play-{GAME}.wasm");
    if !folder.join(&offline).exists() {
        return Err(format!("the page of the archive lacks its WebAssembly modules: no {offline}"));
    }
    let server = TestServer::open(parlour().args(["serve", "--port", "0", "--data", "data"]))?;
    run(parlour().args(["health", &server.address]).stdout(Stdio::null()))?;
    server.play_deal()?;
    server.close()?;
    let _ = fs::remove_dir_all(&folder);
    println!("{}: unpacked, started and played a deal", archive.display());
    Ok(())
}

/// Tests the Debian package in a minimal Debian: installation, a start as in the unit by an
/// unprivileged user, upgrade and purge.
pub(super) fn debian_package(target: &Path, package: &Path, newer: &Path) -> Result<(), String> {
    let Some(root) = Root::find_or_make(&target.join("debian"))? else { return Ok(()) };
    root.run(&["dpkg", "--purge", "parlour"])?;
    root.install(package)?;
    for path in ["usr/bin/parlour", "usr/share/man/man1/parlour-serve.1.gz", "etc/default/parlour"] {
        root.expect(path, true)?;
    }
    let enabled = "etc/systemd/system/multi-user.target.wants/parlour.service";
    fs::symlink_metadata(root.folder.join(enabled)).map_err(|error| format!("{enabled}: {error}"))?;

    // Like systemd: a state folder, no other rights, and the unprivileged user `nobody`.
    let unit = root.read("usr/lib/systemd/system/parlour.service")?;
    let start =
        unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).ok_or("the unit starts nothing")?;
    let start: Vec<&str> = start.split(' ').filter(|word| *word != "$PARLOUR_OPTIONS").collect();
    root.run(&["install", "-d", "-m", "0700", "-o", "nobody", "-g", "nogroup", "/var/lib/parlour"])?;
    let server = TestServer::open(root.command(Some("65534:65534"), &start).args(["--port", "0"]))?;
    root.run(&["/usr/bin/parlour", "health", &server.address])?;
    server.play_deal()?;
    server.close()?;
    let check = ["/usr/bin/parlour", "check", "--data", "/var/lib/parlour"];
    let before = output(&mut root.command(Some("65534:65534"), &check))?;

    fs::write(root.folder.join("etc/default/parlour"), "PARLOUR_OPTIONS=\"--log warn\"\n")
        .map_err(|error| error.to_string())?;
    root.install(newer)?;
    if !root.read("etc/default/parlour")?.contains("--log warn") {
        return Err("the upgrade overwrote the configuration".to_owned());
    }
    let server = TestServer::open(root.command(Some("65534:65534"), &start).args(["--port", "0"]))?;
    server.play_deal()?;
    server.close()?;
    let after = output(&mut root.command(Some("65534:65534"), &check))?;
    if before == after || before.contains(" 0 tables") {
        return Err(format!("expected one table before the upgrade and two after: {before}{after}"));
    }

    // As `systemctl enable parlour-backup.timer` does it.
    let timer = "etc/systemd/system/timers.target.wants/parlour-backup.timer";
    root.run(&["mkdir", "-p", "/etc/systemd/system/timers.target.wants"])?;
    root.run(&["ln", "-sf", "/lib/systemd/system/parlour-backup.timer", &format!("/{timer}")])?;
    root.run(&["dpkg", "--remove", "parlour"])?;
    root.expect("usr/bin/parlour", false)?;
    root.expect("var/lib/parlour/parlour.sqlite", true)?;
    root.run(&["dpkg", "--purge", "parlour"])?;
    root.expect("var/lib/parlour", false)?;
    root.expect("etc/default/parlour", false)?;
    if fs::symlink_metadata(root.folder.join(timer)).is_ok() {
        return Err(format!("{timer} is still there"));
    }
    println!(
        "{}: installed, started, upgraded and purged, with a deal played before and after the upgrade",
        package.display()
    );
    Ok(())
}

/// Tests the container's command in a folder with only the C library, as in the last stage of its
/// file, and as its user. No container engine is needed.
pub(super) fn image(target: &Path, containerfile: &str, program: &Path) -> Result<(), String> {
    if !is_root() || output(Command::new("ldd").arg(program)).is_err() {
        println!("skipped: the container's command (needs root and the GNU C library)");
        return Ok(());
    }
    let root = Root { folder: target.join("image") };
    let _ = fs::remove_dir_all(&root.folder);
    let install = |from: &Path, to: &Path| run(Command::new("install").arg("-D").arg(from).arg(to));
    install(program, &root.folder.join("usr/bin/parlour"))?;
    for library in
        output(Command::new("ldd").arg(program))?.split_whitespace().filter(|word| word.starts_with('/'))
    {
        install(Path::new(library), &root.folder.join(library.trim_start_matches('/')))?;
    }
    let user = said(containerfile, "USER")?;
    let (owner, group) = user.split_once(':').ok_or("USER must name a user and a group")?;
    let data = root.folder.join(said(containerfile, "VOLUME")?.trim_start_matches('/'));
    run(Command::new("install").args(["-d", "-o", owner, "-g", group]).arg(data))?;
    let words = |instruction| -> Result<Vec<String>, String> {
        serde_json::from_str(&said(containerfile, instruction)?)
            .map_err(|error| format!("{instruction}: {error}"))
    };
    let start = [words("ENTRYPOINT")?, words("CMD")?].concat();
    let start: Vec<&str> = start.iter().map(String::as_str).collect();
    let server = TestServer::open(root.command(Some(&user), &start).args(["--port", "0"]))?;
    let health: Vec<String> = words("HEALTHCHECK")?;
    let health: Vec<&str> = health.iter().map(String::as_str).collect();
    run(root.command(Some(&user), &health).arg(&server.address).stdout(Stdio::null()))?;
    server.play_deal()?;
    server.close()?;
    println!("the container's command: started with only the C library and played a deal");
    Ok(())
}

/// Returns the argument of an instruction in a container file. For a health check, the command.
fn said(containerfile: &str, instruction: &str) -> Result<String, String> {
    let last_stage = containerfile.rsplit("\nFROM ").next().unwrap_or_default();
    let line = last_stage.lines().find_map(|line| line.strip_prefix(instruction)?.strip_prefix(' '));
    let line = line.ok_or_else(|| format!("the Containerfile has no {instruction} in its last stage"))?;
    Ok(line.rsplit("CMD ").next().unwrap_or_default().to_owned())
}

fn is_root() -> bool {
    output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

/// Root folder of a minimal Debian.
struct Root {
    folder: PathBuf,
}

impl Root {
    /// Returns the folder of an earlier run, or creates one. `None` if that is impossible.
    fn find_or_make(folder: &Path) -> Result<Option<Self>, String> {
        let root = Self { folder: folder.to_owned() };
        let made = folder.join("made");
        if made.exists() {
            return Ok(Some(root));
        }
        crate::debian::install(&["debootstrap"]);
        if !is_root() || Command::new("debootstrap").arg("--version").output().is_err() {
            println!("skipped: the Debian package (needs debootstrap and root)");
            return Ok(None);
        }
        // Programs built here need a C library at least as new.
        let about = fs::read_to_string("/etc/os-release").unwrap_or_default();
        let release =
            about.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME=")).unwrap_or("stable");
        let _ = fs::remove_dir_all(folder);
        run(Command::new("debootstrap")
            .args(["--variant=minbase", release])
            .arg(folder)
            .stdout(Stdio::null()))?;
        fs::write(made, "").map_err(|error| error.to_string())?;
        Ok(Some(root))
    }

    fn command(&self, user: Option<&str>, words: &[&str]) -> Command {
        let mut command = Command::new("chroot");
        command.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        command.args(user.map(|user| format!("--userspec={user}")));
        command.arg(&self.folder).args(words);
        command
    }

    fn run(&self, words: &[&str]) -> Result<(), String> {
        output(&mut self.command(None, words)).map(drop)
    }

    fn install(&self, package: &Path) -> Result<(), String> {
        let inside = self.folder.join("parlour.deb");
        fs::copy(package, &inside).map_err(|error| format!("{}: {error}", inside.display()))?;
        self.run(&["dpkg", "--install", "/parlour.deb"])
    }

    fn read(&self, path: &str) -> Result<String, String> {
        fs::read_to_string(self.folder.join(path)).map_err(|error| format!("{path}: {error}"))
    }

    fn expect(&self, path: &str, there: bool) -> Result<(), String> {
        if self.folder.join(path).exists() == there {
            return Ok(());
        }
        Err(if there { format!("{path} is missing") } else { format!("{path} is still there") })
    }
}

/// Running server. It is stopped on drop.
struct TestServer {
    child: Child,
    address: String,
}

impl TestServer {
    fn open(command: &mut Command) -> Result<Self, String> {
        let shown = format!("{command:?}");
        let failed = |error: std::io::Error| format!("{shown}: {error}");
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().map_err(failed)?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            BufReader::new(out).read_line(&mut line).map_err(failed)?;
        }
        let address = line.trim().strip_prefix("Parlour is open at http://").map(str::to_owned);
        let server = Self { address: address.unwrap_or_default(), child };
        if server.address.is_empty() { Err(format!("{shown} doesn't start: {line}")) } else { Ok(server) }
    }

    /// Plays a deal with two players over WebSockets.
    fn play_deal(&self) -> Result<(), String> {
        run(Command::new(crate::build_program("loadtest")?).args(["deal", &self.address, GAME]))
    }

    /// Stops the server gracefully. Windows has no such signal.
    fn close(mut self) -> Result<(), String> {
        if cfg!(windows) {
            return Ok(());
        }
        run(Command::new("kill").args(["-TERM", &self.child.id().to_string()]))?;
        let status = self.child.wait().map_err(|error| error.to_string())?;
        if status.success() { Ok(()) } else { Err(format!("the server exited with {status}")) }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        // Fails if it was stopped before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::said;

    #[test]
    fn the_last_stage_says_what_is_started() {
        let file = "FROM a AS b\nCMD [\"x\"]\nFROM c\nUSER 1:2\nHEALTHCHECK --timeout=5s CMD [\"p\", \"health\"]\nCMD [\"serve\"]\n";
        assert_eq!(said(file, "USER"), Ok("1:2".to_owned()));
        assert_eq!(said(file, "HEALTHCHECK"), Ok("[\"p\", \"health\"]".to_owned()));
        assert_eq!(said(file, "CMD"), Ok("[\"serve\"]".to_owned()));
        assert!(said(file, "VOLUME").is_err());
    }
}
