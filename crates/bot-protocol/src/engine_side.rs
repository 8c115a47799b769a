//! The bot's end of the protocol, for a bot in Rust: lines in, lines out.

use crate::LONGEST;
use crate::message::{ActionText, BotHello, BotMessage, Go, HouseMessage, MatchMessage};
use engine::Stop as StopThinking;
use std::io::{self, BufRead, ErrorKind, Read as _, Write};
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// A bot that speaks the protocol.
pub trait Engine {
    /// Who it is.
    fn hello(&self) -> BotHello;

    /// Which seat it plays from now on.
    ///
    /// # Errors
    ///
    /// Why it cannot; then it ends.
    fn sit_down(&mut self, told: &MatchMessage) -> io::Result<()>;

    /// What it does in this position. Once `stop` says so it answers with whatever it has.
    ///
    /// # Errors
    ///
    /// Why it cannot; then it ends.
    fn choose(&mut self, go: &Go, stop: &StopThinking) -> io::Result<ActionText>;

    /// What it does in the position it was asked about last, since what it chose cannot be done.
    ///
    /// # Errors
    ///
    /// Why it knows nothing better; then it ends.
    fn choose_again(&mut self, message: &str) -> io::Result<ActionText> {
        Err(io::Error::other(format!("refused: {message}")))
    }
}

/// What the reader hands to whoever thinks.
enum Read {
    Message(HouseMessage),
    /// A turn, and who says that its time is up.
    Turn(Go, StopThinking),
    Wrong(io::Error),
}

/// Answers a house until it says `quit` or nothing more. It reads while the engine thinks, so that it can be told to stop.
///
/// # Errors
///
/// When the house says what is no message, nothing can be written, or the engine cannot go on.
pub fn serve(
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    engine: &mut impl Engine,
) -> io::Result<()> {
    let (tell, told) = channel();
    thread::Builder::new().name("house".to_owned()).spawn(move || read(input, &tell))?;
    let mut turn = 0;
    while let Ok(message) = told.recv() {
        let answer = match message {
            Read::Wrong(error) => return Err(error),
            Read::Turn(go, stop) => {
                turn = go.id;
                BotMessage::BestAction { id: turn, action: engine.choose(&go, &stop)? }
            }
            Read::Message(HouseMessage::Hello(_)) => BotMessage::Hello(engine.hello()),
            Read::Message(HouseMessage::Match(told)) => {
                engine.sit_down(&told)?;
                BotMessage::Ready {}
            }
            Read::Message(HouseMessage::Refused(refused)) if refused.id == turn => {
                BotMessage::BestAction { id: turn, action: engine.choose_again(&refused.message)? }
            }
            Read::Message(HouseMessage::Ping {}) => BotMessage::Pong {},
            Read::Message(HouseMessage::Quit(_)) => return Ok(()),
            Read::Message(_) => continue,
        };
        output.write_all(answer.line().as_bytes())?;
        output.flush()?;
    }
    Ok(())
}

fn read(mut input: impl BufRead, tell: &Sender<Read>) {
    let mut thinking: Option<(u64, StopThinking)> = None;
    loop {
        let mut line = Vec::new();
        let read = match input.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut line) {
            Ok(0) => return,
            Ok(_) => HouseMessage::read(&line).map_err(|error| io::Error::new(ErrorKind::InvalidData, error)),
            Err(error) => Err(error),
        };
        let read = match read {
            Ok(HouseMessage::Stop(stop)) => {
                if let Some((_, thinking)) = thinking.take_if(|(id, _)| *id == stop.id) {
                    thinking.stop();
                }
                continue;
            }
            Ok(HouseMessage::Go(go)) => {
                let stop = StopThinking::default();
                thinking = Some((go.id, stop.clone()));
                Read::Turn(go, stop)
            }
            Ok(message) => Read::Message(message),
            Err(error) => Read::Wrong(error),
        };
        let is_last = matches!(read, Read::Wrong(_));
        if tell.send(read).is_err() || is_last {
            return;
        }
    }
}
