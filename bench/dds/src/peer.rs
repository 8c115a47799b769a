//! Solver in a process of its own, with measured CPU time and memory.

use crate::question::Question;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Command of a solver.
#[derive(Clone)]
pub struct Peer {
    pub name: String,
    program: String,
    arguments: Vec<String>,
}

impl Peer {
    /// Returns a built-in solver.
    pub fn built_in(name: &str) -> Result<Self, Failure> {
        let program = std::env::current_exe()?.to_string_lossy().into_owned();
        Ok(Self { name: name.to_owned(), program, arguments: vec![format!("answer={name}")] })
    }

    /// Returns an external program that answers [questions](crate::question).
    pub fn program(name: &str, program: &str) -> Self {
        Self { name: name.to_owned(), program: program.to_owned(), arguments: Vec::new() }
    }

    pub fn start(&self) -> Result<Running, Failure> {
        let mut command = Command::new(&self.program);
        let mut child = command.args(&self.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let questions = child.stdin.take().ok_or("no way to ask")?;
        let answers = BufReader::new(child.stdout.take().ok_or("no way to hear")?);
        Ok(Running { name: self.name.clone(), child, questions, answers })
    }
}

/// Running solver.
pub struct Running {
    name: String,
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Running {
    /// Returns the answer and the CPU time it took.
    pub fn ask(&mut self, question: &Question) -> Result<(Vec<u8>, Duration), Failure> {
        let before = self.processor_time();
        writeln!(self.questions, "{question}")?;
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        let answer: Result<Vec<u8>, _> = line.split_whitespace().map(str::parse).collect();
        let answer = answer.map_err(|_| format!("{} says “{}” to {question}", self.name, line.trim()))?;
        Ok((answer, self.processor_time().saturating_sub(before)))
    }

    /// Returns the CPU time of the first thread, which is all for single-threaded solvers. The
    /// kernel updates it when the thread sleeps, so this waits for that.
    fn processor_time(&self) -> Duration {
        let of_process = |file: &str| std::fs::read_to_string(format!("/proc/{}/{file}", self.child.id()));
        while of_process("stat")
            .is_ok_and(|text| text.rsplit(')').next().is_some_and(|rest| rest.starts_with(" R")))
        {
            std::thread::yield_now();
        }
        let text = of_process("schedstat").unwrap_or_default();
        Duration::from_nanos(text.split_whitespace().next().and_then(|time| time.parse().ok()).unwrap_or(0))
    }

    /// Returns the peak memory in megabytes.
    pub fn peak_memory(&self) -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        peak.and_then(|peak| peak.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
