//! The bot's side of the protocol, for bots in Rust.

use crate::LONGEST;
use crate::message::{ActionText, BotHello, BotMessage, Go, MatchMessage, ServerMessage};
use engine::Stop as StopThinking;
use std::io::{self, BufRead, ErrorKind, Read as _, Write};
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// Bot that speaks the protocol.
pub trait Engine {
    /// Returns the introduction.
    fn hello(&self) -> BotHello;

    /// Sets the seat to play from now on.
    ///
    /// # Errors
    ///
    /// Returns an error if the bot cannot play this; the bot then exits.
    fn sit_down(&mut self, told: &MatchMessage) -> io::Result<()>;

    /// Chooses an action. When `stop` is set, answers with the best action found so far.
    ///
    /// # Errors
    ///
    /// Returns an error if the bot cannot choose; the bot then exits.
    fn choose(&mut self, go: &Go, stop: &StopThinking) -> io::Result<ActionText>;

    /// Chooses another action for the last position, because the first was refused.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no other action; the bot then exits.
    fn choose_again(&mut self, message: &str) -> io::Result<ActionText> {
        Err(io::Error::other(format!("refused: {message}")))
    }
}

/// Message from the reading thread to the thinking thread.
enum Read {
    Message(ServerMessage),
    /// Turn, with the flag that ends its time.
    Turn(Go, StopThinking),
    Wrong(io::Error),
}

/// Answers a server until `quit` or the end of the input. Reads while the engine thinks, so that
/// `stop` works.
///
/// # Errors
///
/// Returns an error if the server sends an invalid message, writing fails, or the engine fails.
pub fn serve(
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    engine: &mut impl Engine,
) -> io::Result<()> {
    let (tell, told) = channel();
    thread::Builder::new().name("input".to_owned()).spawn(move || read(input, &tell))?;
    let mut turn = 0;
    while let Ok(message) = told.recv() {
        let answer = match message {
            Read::Wrong(error) => return Err(error),
            Read::Turn(go, stop) => {
                turn = go.id;
                BotMessage::BestAction { id: turn, action: engine.choose(&go, &stop)? }
            }
            Read::Message(ServerMessage::Hello(_)) => BotMessage::Hello(engine.hello()),
            Read::Message(ServerMessage::Match(told)) => {
                engine.sit_down(&told)?;
                BotMessage::Ready {}
            }
            Read::Message(ServerMessage::Refused(refused)) if refused.id == turn => {
                BotMessage::BestAction { id: turn, action: engine.choose_again(&refused.message)? }
            }
            Read::Message(ServerMessage::Ping {}) => BotMessage::Pong {},
            Read::Message(ServerMessage::Quit(_)) => return Ok(()),
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
            Ok(_) => {
                ServerMessage::read(&line).map_err(|error| io::Error::new(ErrorKind::InvalidData, error))
            }
            Err(error) => Err(error),
        };
        let read = match read {
            Ok(ServerMessage::Stop(stop)) => {
                if let Some((_, thinking)) = thinking.take_if(|(id, _)| *id == stop.id) {
                    thinking.stop();
                }
                continue;
            }
            Ok(ServerMessage::Go(go)) => {
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
