//! Process of a program: timed reads and writes of its pipes, and the end of the process with all
//! its children.

use crate::LONGEST;
use crate::failure::{Fault, last_line};
use crate::transcript::Transcript;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::str::FromStr;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Prefix of program names.
const PREFIX: &str = "exec:";
/// Environment variables that a program receives.
const KEPT: &[&str] = &["PATH", "HOME", "LANG", "TMPDIR", "SystemRoot"];
/// Maximum number of unread lines, after which the program must wait.
const WAITING: usize = 64;
/// Maximum bytes of standard error kept.
const KEPT_ERRORS: usize = 64 * 1024;
/// Timeout for the exit status and the standard error of a program that closed its output.
const LAST_BREATH: Duration = Duration::from_millis(200);

/// Exit status of a launcher that did not find the program. Shells, `env` and `nohup` use the same.
pub const NOT_FOUND: u8 = 127;
/// Exit status of a launcher that found the program and could not run it.
pub const NOT_EXECUTABLE: u8 = 126;

/// Program named among bots: `exec:./bot`, `exec:python3 bot.py --level 3`.
///
/// ```
/// use bot_protocol::Program;
/// let program: Program = "exec:./bot --level 3".parse()?;
/// assert_eq!(program.to_string(), "exec:./bot --level 3");
/// assert!("heuristic".parse::<Program>().is_err());
/// # Ok::<(), bot_protocol::ParseProgramError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Program and arguments, at least one word.
    words: Vec<OsString>,
    /// Command that starts the program, if it isn't started directly.
    launcher: Vec<OsString>,
    name: String,
    transcript: Option<Transcript>,
}

/// Error of a text that doesn't name a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected exec: and a command, such as exec:./bot or exec:python3 bot.py")]
pub struct ParseProgramError;

impl FromStr for Program {
    type Err = ParseProgramError;

    fn from_str(name: &str) -> Result<Self, ParseProgramError> {
        let command = name.strip_prefix(PREFIX).ok_or(ParseProgramError)?;
        let words: Vec<OsString> = command.split_whitespace().map(OsString::from).collect();
        if words.is_empty() {
            return Err(ParseProgramError);
        }
        Ok(Self { words, launcher: Vec::new(), name: name.to_owned(), transcript: None })
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Program {
    /// Creates a program with arguments.
    #[must_use]
    pub fn new(program: impl Into<OsString>, arguments: impl IntoIterator<Item = OsString>) -> Self {
        let words: Vec<OsString> = std::iter::once(program.into()).chain(arguments).collect();
        let shown: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
        let name = format!("{PREFIX}{}", shown.join(" "));
        Self { words, launcher: Vec::new(), name, transcript: None }
    }

    /// Returns whether a name means a program rather than a built-in bot.
    #[must_use]
    pub fn is_named(name: &str) -> bool {
        name.starts_with(PREFIX)
    }

    /// Logs what its processes say and hear.
    #[must_use]
    pub fn logged_to(self, transcript: Transcript) -> Self {
        Self { transcript: Some(transcript), ..self }
    }

    /// Starts the program through a launcher, which receives it as its last arguments.
    #[must_use]
    pub fn launched_by(self, launcher: Vec<OsString>) -> Self {
        Self { launcher, ..self }
    }

    /// Returns the command: without a shell, with a reduced environment, and in its own process
    /// group, so that its children end with it.
    fn command(&self) -> Command {
        let mut words = self.launcher.iter().chain(&self.words);
        let mut command = Command::new(words.next().map_or_else(OsString::new, OsString::clone));
        command.args(words).env_clear();
        command.envs(KEPT.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command
    }
}

/// Output of a program.
enum Out {
    Line(Vec<u8>),
    TooLong,
    End,
}

/// Running program. It is killed with its whole process group on drop.
pub(crate) struct Process {
    child: Child,
    input: ChildStdin,
    output: Receiver<Out>,
    errors: Arc<Mutex<VecDeque<u8>>>,
    /// Disconnected when the standard error was read to its end.
    errors_end: Receiver<()>,
    /// Whether the program has written a line so far.
    has_spoken: bool,
    /// Log, with the number of this process.
    transcript: Option<(Transcript, u64)>,
}

impl Process {
    /// Starts the bot program.
    pub(crate) fn start(program: &Program) -> Result<Self, Fault> {
        let not_started = |error: io::Error| Fault::NotStarted(error.to_string());
        let mut child = program.command().spawn().map_err(not_started)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(stdout), Some(stderr)) = pipes else {
            return Err(Fault::NotStarted("it has no pipes".to_owned()));
        };
        let transcript = program.transcript.clone().map(|transcript| {
            let number = transcript.start(&program.name);
            (transcript, number)
        });
        let (tell, output) = sync_channel(WAITING);
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&errors);
        let (end, errors_end) = sync_channel::<()>(0);
        let process = Self { child, input, output, errors, errors_end, has_spoken: false, transcript };
        never_block(&process.input).map_err(not_started)?;
        // These threads are never joined: a program that left its process group can keep the pipes
        // open.
        let named = |name: &str| thread::Builder::new().name(name.to_owned());
        named("bot output").spawn(move || read_lines(stdout, &tell)).map_err(not_started)?;
        named("bot errors").spawn(move || (keep_errors(stderr, &kept), drop(end))).map_err(not_started)?;
        Ok(process)
    }

    fn log(&self, sign: char, line: &[u8]) {
        if let Some((transcript, number)) = &self.transcript {
            transcript.write(*number, sign, line);
        }
    }

    /// Writes a line to the program. Gives up at `until` if the program doesn't read.
    pub(crate) fn say(&mut self, line: &str, until: Instant) -> Result<(), Unheard> {
        self.log('>', line.as_bytes());
        let mut rest = line.as_bytes();
        while !rest.is_empty() {
            match self.input.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock && Instant::now() < until => {
                    thread::sleep(Duration::from_millis(1));
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Err(Unheard::Late),
                Err(_) => return Err(self.ended()),
            }
        }
        Ok(())
    }

    /// Reads the program's next line. Gives up at `until`.
    pub(crate) fn hear(&mut self, until: Instant) -> Result<Vec<u8>, Unheard> {
        let left = until.saturating_duration_since(Instant::now());
        match self.output.recv_timeout(left) {
            Ok(Out::Line(line)) => {
                self.has_spoken = true;
                self.log('<', &line);
                Ok(line)
            }
            Ok(Out::TooLong) => {
                let problem = format!("a line of more than {LONGEST} bytes");
                Err(Unheard::Fault(Fault::Garbled { problem }))
            }
            Ok(Out::End) | Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
            Err(RecvTimeoutError::Timeout) => Err(Unheard::Late),
        }
    }

    /// Returns the fault of a program that ended or closed its output.
    ///
    /// A launcher starts the program, so a program that does not exist shows in the launcher's exit status.
    fn ended(&mut self) -> Unheard {
        let status = self.wait(LAST_BREATH);
        if status.is_some() {
            // The reason is often in the last line of its standard error.
            let _ = self.errors_end.recv_timeout(LAST_BREATH);
        }
        let is_of_launcher = |code| [NOT_FOUND, NOT_EXECUTABLE].map(i32::from).contains(&code);
        if !self.has_spoken && status.and_then(|status| status.code()).is_some_and(is_of_launcher) {
            let errors = self.errors();
            let reason = last_line(&errors).unwrap_or("no such program").to_owned();
            return Unheard::Fault(Fault::NotStarted(reason));
        }
        Unheard::Fault(Fault::Crashed { status: status.map(|status| status.to_string()) })
    }

    /// Waits for the exit, at most this long.
    pub(crate) fn wait(&mut self, most: Duration) -> Option<std::process::ExitStatus> {
        let until = Instant::now() + most;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// Returns the end of the standard error output.
    pub(crate) fn errors(&self) -> String {
        // Output written just before the exit may still be in the pipe.
        thread::sleep(Duration::from_millis(5));
        let Ok(kept) = self.errors.lock() else { return String::new() };
        String::from_utf8_lossy(&kept.iter().copied().collect::<Vec<u8>>()).into_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        #[cfg(unix)]
        {
            let group = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw);
            if let Some(group) = group {
                let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        if self.transcript.is_some() {
            let errors = self.errors();
            errors.lines().for_each(|line| self.log('!', line.as_bytes()));
        }
    }
}

/// Reason why the program sent no line.
pub(crate) enum Unheard {
    /// No line came before the timeout.
    Late,
    /// No line will follow, because the program failed.
    Fault(Fault),
}

#[cfg(unix)]
fn never_block(input: &ChildStdin) -> io::Result<()> {
    Ok(rustix::fs::fcntl_setfl(input, rustix::fs::OFlags::NONBLOCK)?)
}

/// Other systems have no such mode: a program that doesn't read can block there.
#[cfg(not(unix))]
fn never_block(_input: &ChildStdin) -> io::Result<()> {
    Ok(())
}

fn read_lines(output: ChildStdout, tell: &SyncSender<Out>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        // One more byte for the newline, and one to detect a line that is too long.
        let read = output.by_ref().take(LONGEST as u64 + 2).read_until(b'\n', &mut line);
        let ended = line.pop_if(|last| *last == b'\n').is_some();
        let out = match read {
            Ok(0) | Err(_) => Out::End,
            Ok(_) if line.len() > LONGEST => Out::TooLong,
            Ok(_) if ended || !line.is_empty() => Out::Line(line),
            Ok(_) => Out::End,
        };
        let is_last = !matches!(out, Out::Line(_));
        if tell.send(out).is_err() || is_last {
            return;
        }
    }
}

fn keep_errors(mut errors: impl Read, kept: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0; 4096];
    loop {
        match errors.read(&mut buffer) {
            Ok(0) => return,
            Ok(read) => {
                let Ok(mut kept) = kept.lock() else { return };
                kept.extend(&buffer[..read]);
                let excess = kept.len().saturating_sub(KEPT_ERRORS);
                kept.drain(..excess);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}
