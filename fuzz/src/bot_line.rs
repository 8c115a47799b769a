//! Lines of programs, and of houses to programs: they are messages, which are written and read back as they were, or a sentence.

use bot_protocol::{BotMessage, HouseMessage};

/// Takes the bytes as a line, from either side.
pub fn check(bytes: &[u8]) {
    match BotMessage::read(bytes) {
        Ok(BotMessage::Other) => {}
        Ok(message) => assert_eq!(BotMessage::read(message.line().as_bytes()), Ok(message)),
        Err(unreadable) => {
            let told = unreadable.to_string();
            // It is shown in a report, whatever the program has said.
            assert!(!told.is_empty() && told.chars().count() < 300 && !told.contains('\n'), "{told}");
        }
    }
    match HouseMessage::read(bytes) {
        Ok(HouseMessage::Other) | Err(_) => {}
        Ok(message) => {
            let line = message.line();
            let again = HouseMessage::read(line.as_bytes()).map(|again| again.line());
            assert_eq!(again, Ok(line));
        }
    }
}
