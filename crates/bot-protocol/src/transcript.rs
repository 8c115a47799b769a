//! Log of all lines that programs and the arena exchange.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Log that several processes share. A line has the seconds since the start, the number of the process, a sign and the
/// text: `=` the name of a started program, `>` a message to it, `<` a line of it, `!` a line of its standard error.
#[derive(Clone)]
pub struct Transcript(Arc<Mutex<Inner>>);

struct Inner {
    output: Box<dyn Write + Send>,
    begun: Instant,
    processes: u64,
    error: Option<io::Error>,
}

impl Transcript {
    /// Creates a log that is written to `output`.
    #[must_use]
    pub fn new(output: impl Write + Send + 'static) -> Self {
        let (output, begun) = (Box::new(output), Instant::now());
        Self(Arc::new(Mutex::new(Inner { output, begun, processes: 0, error: None })))
    }

    /// Returns the first error of writing, and forgets it.
    #[must_use]
    pub fn take_error(&self) -> Option<io::Error> {
        self.0.lock().ok()?.error.take()
    }

    /// Logs the start of a program. Returns the number of the process.
    pub(crate) fn start(&self, name: &str) -> u64 {
        let number = self.0.lock().map_or(0, |mut inner| {
            inner.processes += 1;
            inner.processes
        });
        self.write(number, '=', name.as_bytes());
        number
    }

    /// Logs a line. Later lines are dropped after an error, because a contest is worth more than its log.
    pub(crate) fn write(&self, process: u64, sign: char, line: &[u8]) {
        let Ok(mut inner) = self.0.lock() else { return };
        if inner.error.is_some() {
            return;
        }
        let seconds = inner.begun.elapsed().as_secs_f64();
        let text = String::from_utf8_lossy(line);
        let text = text.trim_end_matches(['\r', '\n']);
        let mut write = || {
            writeln!(inner.output, "{seconds:.3} {process} {sign} {text}")?;
            inner.output.flush()
        };
        let written = write();
        inner.error = written.err();
    }
}

/// Two clones of one log are equal.
impl PartialEq for Transcript {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Transcript {}

impl fmt::Debug for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Transcript")
    }
}
