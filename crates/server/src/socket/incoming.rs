//! Messages of a guest as they arrive: their rate, and their form.

use super::{End, Flow};
use crate::limits::Bucket;
use crate::request_error::RequestError;
use crate::settings::Rate;
use crate::table::TableRegistry;
use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes, close_code};
use protocol::{Command, LONGEST};

/// Number of messages over the rate limit, without recovery, after which a socket is closed.
const ABUSE: u32 = 100;

/// Rate limiter of a socket's messages. It counts the messages over the limit.
pub(super) struct MessageLimiter {
    rate: Rate,
    bucket: Bucket,
    over: u32,
}

impl MessageLimiter {
    pub(super) fn new(registry: &TableRegistry) -> Self {
        let rate = registry.settings.limits.connections.messages;
        Self { rate, bucket: Bucket::new(rate, std::time::Instant::now()), over: 0 }
    }

    pub(super) fn count_message(&mut self) -> Flow<Result<(), RequestError>> {
        if self.bucket.take(self.rate, std::time::Instant::now()) {
            self.over = self.over.saturating_sub(1);
            return Ok(Ok(()));
        }
        self.over += 1;
        if self.over > ABUSE {
            return Err(End::Closed(close_code::POLICY, "too many messages"));
        }
        Ok(Err(RequestError::TooMany))
    }
}

pub(super) fn read(text: &str) -> Result<Command, RequestError> {
    Ok(Command::decode(text.as_bytes())?)
}

/// Returns the id of the command in a message, for its refusal. Without it, a client that has sent several commands could not know
/// which of them is lost.
pub(super) fn command_id(text: &str) -> Option<String> {
    read(text).ok()?.id().map(str::to_owned)
}

pub(super) enum Received {
    Text(Utf8Bytes),
    Pong(Bytes),
    Nothing,
    /// A message that is not performed, with the id of its command if it has one.
    Refused(RequestError, Option<String>),
}

/// Classifies a message. Binary messages are refused. A message that is too long or incomplete ends the
/// socket; the error contains the refusal to send first, and the end.
pub(super) fn on_message(
    received: Option<Result<Message, axum::Error>>,
    limiter: &mut MessageLimiter,
    is_relayed: bool,
) -> Result<Received, (Option<RequestError>, End)> {
    let message = match received {
        None | Some(Ok(Message::Close(_))) => return Err((None, End::Gone)),
        Some(Err(error)) => return Err(unreadable_frame(error)),
        Some(Ok(message)) => message,
    };
    if let Err(error) = limiter.count_message().map_err(|end| (None, end))? {
        // `ABUSE` limits how many such messages are read.
        let id = match &message {
            Message::Text(text) if text.len() <= LONGEST => command_id(text),
            _ => None,
        };
        return Ok(Received::Refused(error, id));
    }
    match message {
        Message::Text(text) if text.len() <= LONGEST => Ok(Received::Text(text)),
        Message::Text(_) => Err(too_large()),
        // Another server relays the answer to a ping in this form.
        Message::Binary(answer) if is_relayed => Ok(Received::Pong(answer)),
        Message::Binary(_) => {
            let error = "a message must be JSON in one text frame, not binary".into();
            Ok(Received::Refused(RequestError::Unreadable(error), None))
        }
        Message::Pong(answer) => Ok(Received::Pong(answer)),
        Message::Ping(_) | Message::Close(_) => Ok(Received::Nothing),
    }
}

fn too_large() -> (Option<RequestError>, End) {
    (Some(RequestError::TooLarge), End::Closed(close_code::SIZE, "longer than 64 KiB"))
}

/// Returns the refusal and the end for an incomplete message.
fn unreadable_frame(error: axum::Error) -> (Option<RequestError>, End) {
    match error.into_inner().downcast_ref::<tungstenite::Error>() {
        Some(tungstenite::Error::Capacity(_)) => too_large(),
        Some(tungstenite::Error::Utf8(_)) => (
            Some(RequestError::Unreadable("the message is not UTF-8".into())),
            End::Closed(close_code::INVALID, "not UTF-8"),
        ),
        _ => (None, End::Gone),
    }
}
