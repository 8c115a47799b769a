//! Lines of the bot protocol, in both directions: each is a message that survives a round trip, or
//! refused with a message.

use bot_protocol::{BotMessage, ServerMessage};

/// Uses the bytes as a line of either side.
pub fn check(bytes: &[u8]) {
    match BotMessage::read(bytes) {
        Ok(BotMessage::Other) => {}
        Ok(message) => assert_eq!(BotMessage::read(message.line().as_bytes()), Ok(message)),
        Err(unreadable) => {
            let told = unreadable.to_string();
            // The message appears in reports, whatever the program sent.
            assert!(!told.is_empty() && told.chars().count() < 300 && !told.contains('\n'), "{told}");
        }
    }
    match ServerMessage::read(bytes) {
        Ok(ServerMessage::Other) | Err(_) => {}
        Ok(message) => {
            let line = message.line();
            let again = ServerMessage::read(line.as_bytes()).map(|again| again.line());
            assert_eq!(again, Ok(line));
        }
    }
}
