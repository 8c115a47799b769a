//! Terminal setup, and its restoration at exit, on an error and on a panic.

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use std::io::{self, Stdout};
use std::panic::{self, PanicHookInfo};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

type Hook = dyn Fn(&PanicHookInfo<'_>) + Send + Sync;

/// The terminal in full-screen mode. It is restored on drop, and before a panic is reported.
pub(crate) struct Guard {
    pub(crate) terminal: Terminal<CrosstermBackend<Stdout>>,
    _hooked: Hooked,
}

impl Guard {
    pub(crate) fn take_over() -> io::Result<Self> {
        let hooked = Hooked::set(give_back);
        enable_raw_mode()?;
        TAKEN.store(true, Ordering::SeqCst);
        // From here on, an error restores the terminal too.
        let taken = (|| {
            execute!(io::stdout(), EnterAlternateScreen)?;
            Terminal::new(CrosstermBackend::new(io::stdout()))
        })();
        match taken {
            Ok(terminal) => Ok(Self { terminal, _hooked: hooked }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        give_back();
    }
}

/// Whether the terminal is in full-screen mode. It is restored only once: a second time would move
/// the cursor into later output.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Restores the terminal. Tries every step and ignores errors, which can't be handled here.
fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = disable_raw_mode();
    let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
}

/// Panic hook that restores the terminal before the previous hook reports the panic. Removed on
/// drop.
struct Hooked {
    before: Arc<Hook>,
}

impl Hooked {
    fn set(give_back: impl Fn() + Send + Sync + 'static) -> Self {
        let before: Arc<Hook> = Arc::from(panic::take_hook());
        let ours = thread::current().id();
        let report = Arc::clone(&before);
        panic::set_hook(Box::new(move |panic| {
            // A panic in the bots' thread is reported as an error later. Until then, nothing may
            // write to the screen.
            if thread::current().id() == ours {
                give_back();
                report(panic);
            }
        }));
        Self { before }
    }
}

impl Drop for Hooked {
    fn drop(&mut self) {
        // The hook cannot be replaced during a panic. It does no harm if it stays.
        if !thread::panicking() {
            drop(panic::take_hook());
            let before = Arc::clone(&self.before);
            panic::set_hook(Box::new(move |panic| before(panic)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// A single test, because the process has only one panic hook.
    #[test]
    fn a_panic_gives_the_terminal_back_before_it_is_reported() {
        let calls = Arc::new(Mutex::new(Vec::new()));
        let record = |what: &'static str| {
            let calls = Arc::clone(&calls);
            move || calls.lock().unwrap().push(what)
        };
        let original = panic::take_hook();
        let (report, here) = (record("reported"), thread::current().id());
        panic::set_hook(Box::new(move |_| {
            if thread::current().id() == here {
                report();
            }
        }));

        let hooked = Hooked::set(record("given back"));
        let _ = panic::catch_unwind(|| panic!("at the table"));
        let at_the_table = calls.lock().unwrap().len();
        let elsewhere = thread::spawn(|| panic!("in a bot")).join();
        let in_a_bot = calls.lock().unwrap().len();
        drop(hooked);
        let _ = panic::catch_unwind(|| panic!("after the table"));

        // A failing assertion panics too, so the original hook must be back first.
        panic::set_hook(original);
        let calls = calls.lock().unwrap().clone();
        assert_eq!((calls, at_the_table), (vec!["given back", "reported", "reported"], 2));
        assert!(elsewhere.is_err() && in_a_bot == at_the_table);
    }
}
