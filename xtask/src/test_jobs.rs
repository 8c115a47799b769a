//! Runs test programs and other test commands side by side: one more than there are CPU cores, because tests wait for
//! sockets, disks and pages about as long as they compute. `cargo test` runs one program after another.

use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Message of Cargo about a compiled target. Other messages lack the fields.
#[derive(Deserialize)]
struct Artifact {
    manifest_path: PathBuf,
    target: Target,
    profile: Profile,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

/// Test program, or another command with tests.
pub(crate) struct Job {
    name: String,
    command: Command,
    /// Size of the program in bytes. Larger programs start first, because they tend to run longer.
    size: u64,
}

impl Job {
    /// Creates a job that starts before all test programs.
    pub(crate) fn first(name: &str, command: Command) -> Self {
        Self { name: name.to_owned(), command, size: u64::MAX }
    }

    /// Returns the job of a test program with its ignored tests in place of the others.
    pub(crate) fn ignored(mut self) -> Self {
        self.command.arg("--ignored");
        self
    }
}

/// Compiles the tests with a command of Cargo and returns the test programs.
///
/// # Errors
/// Returns a message if the compilation fails.
pub(crate) fn compile(compile: &mut Command) -> Result<Vec<Job>, String> {
    let shown = format!("{compile:?}");
    let output = compile
        .args(["--no-run", "--message-format", "json-render-diagnostics"])
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("{shown}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{shown}: {}", output.status));
    }
    let jobs: Vec<Job> = String::from_utf8_lossy(&output.stdout).lines().filter_map(job).collect();
    if jobs.is_empty() {
        return Err(format!("{shown}: compiled no test program"));
    }
    Ok(jobs)
}

/// Returns the job of a message of Cargo, if the message is about a test program.
fn job(line: &str) -> Option<Job> {
    let artifact: Artifact = serde_json::from_str(line).ok()?;
    let executable = artifact.executable.filter(|_| artifact.profile.test)?;
    let package = artifact.manifest_path.parent()?;
    let folder = package.file_name()?.to_string_lossy();
    let kind = artifact.target.kind.first()?;
    let mut command = Command::new(&executable);
    // As Cargo runs tests. Tests of servers wait for the disk most of the time, so more of them run at once.
    command.current_dir(package).env("RUST_TEST_THREADS", (2 * cores()).to_string());
    let size = executable.metadata().map_or(0, |metadata| metadata.len());
    Some(Job { name: format!("{folder}: {kind} {}", artifact.target.name), command, size })
}

/// Runs the jobs. Prints one line for each, and the whole output of those that fail. The folder `log` receives the output
/// of all jobs.
///
/// # Errors
/// Returns the names of the jobs that failed, or a message if `log` can't be created.
pub(crate) fn run(mut jobs: Vec<Job>, log: &Path) -> Result<(), String> {
    jobs.sort_by_key(|job| std::cmp::Reverse(job.size));
    let (total, done) = (jobs.len(), AtomicUsize::new(0));
    let waiting = Mutex::new(jobs.into_iter());
    let failures = Mutex::new(Vec::<(String, String)>::new());
    let tests = AtomicUsize::new(0);
    let threads = cores() + 1;
    std::fs::create_dir_all(log).map_err(|error| format!("{}: {error}", log.display()))?;
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(job) = next(&waiting) {
                    let name = job.name.clone();
                    let begun = Instant::now();
                    let result = run_one(job);
                    let number = done.fetch_add(1, Ordering::Relaxed) + 1;
                    let (word, text) = match &result {
                        Ok(text) => ("good", text),
                        Err(text) => ("FAILED", text),
                    };
                    let passed = passed(text);
                    tests.fetch_add(passed, Ordering::Relaxed);
                    print(number, total, word, passed, begun.elapsed(), &name);
                    let file = name.replace([':', ' ', '/'], "-").replace("--", "-");
                    // The result counts, also without its copy.
                    let _ = std::fs::write(log.join(format!("{file}.txt")), text);
                    if let Err(text) = result
                        && let Ok(mut failures) = failures.lock()
                    {
                        failures.push((name, text));
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    if failures.is_empty() {
        println!("{} Rust tests passed", tests.into_inner());
        return Ok(());
    }
    for (name, text) in &failures {
        println!("\n---- {name}\n{text}");
    }
    let names: Vec<&str> = failures.iter().map(|(name, _)| name.as_str()).collect();
    Err(format!("failed: {}", names.join(", ")))
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn next(waiting: &Mutex<std::vec::IntoIter<Job>>) -> Option<Job> {
    waiting.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next()
}

fn print(number: usize, total: usize, word: &str, passed: usize, time: Duration, name: &str) {
    let tests = if passed == 0 { String::new() } else { format!("{passed} tests") };
    println!("{number:>3}/{total} {word:<6} {:>6.1} s  {tests:>10}  {name}", time.as_secs_f32());
}

/// Runs one job. Returns its output, as an error if the job fails.
fn run_one(mut job: Job) -> Result<String, String> {
    let output = job.command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    let text =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.success() { Ok(text) } else { Err(format!("{text}\n{}", output.status)) }
}

/// Returns the number of passed tests in the output of test programs.
fn passed(text: &str) -> usize {
    text.lines()
        .filter_map(|line| line.strip_prefix("test result: "))
        .filter_map(|line| line.split_once(". ")?.1.split_once(" passed")?.0.parse::<usize>().ok())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(name: &str, script: &str) -> Job {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Job::first(name, command)
    }

    #[test]
    fn passed_tests_are_counted_in_all_results() {
        let text = "running 2 tests\ntest result: ok. 2 passed; 0 failed; 1 ignored\n\ntest result: ok. 11 passed; 0 failed";
        assert_eq!(passed(text), 13);
        assert_eq!(passed("no tests"), 0);
    }

    #[test]
    fn messages_other_than_test_programs_are_skipped() {
        assert!(job(r#"{"reason":"build-finished","success":true}"#).is_none());
        let message = |test: bool, executable: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/p/crates/cards/Cargo.toml",
                "target":{{"name":"cards","kind":["lib"]}},"profile":{{"test":{test}}},"executable":{executable}}}"#
            )
        };
        assert!(job(&message(false, r#""/t/cards""#)).is_none());
        assert!(job(&message(true, "null")).is_none());
        let job = job(&message(true, r#""/t/cards""#)).expect("a test program");
        assert_eq!(job.name, "cards: lib cards");
        assert_eq!(job.command.get_current_dir(), Some(Path::new("/p/crates/cards")));
    }

    #[cfg(unix)]
    #[test]
    fn ignored_tests_are_asked_for_by_the_argument() {
        assert_eq!(run_one(shell("arguments", "echo $0").ignored()).expect("it succeeds"), "--ignored\n");
    }

    #[cfg(unix)]
    #[test]
    fn a_failed_job_fails_the_run_and_the_others_still_run() {
        let folder = std::env::temp_dir().join(format!("xtask-test-jobs-{}", std::process::id()));
        let error = run(vec![shell("bad", "echo broken; exit 3"), shell("good", "echo fine")], &folder)
            .expect_err("one job failed");
        assert_eq!(error, "failed: bad");
        let text = |name| std::fs::read_to_string(folder.join(name)).expect("a log");
        assert!(text("bad.txt").starts_with("broken\n"));
        assert_eq!(text("good.txt"), "fine\n");
        std::fs::remove_dir_all(&folder).expect("the folder exists");
    }
}
