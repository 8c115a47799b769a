//! Transfer of text between the page and a module: four bytes at a time, by value.
//!
//! There are no pointers in either direction, so a wrong length cannot reach other memory. A page of text takes
//! a few thousand calls, which last some microseconds.

use std::cell::RefCell;

thread_local! {
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Maximum length of a question, in bytes. A longer one is cut off and fails as JSON.
const MAX_QUESTION: usize = 8 << 20;

/// Exports the three functions that the page calls, for a module that answers with this function.
#[macro_export]
macro_rules! module {
    ($answer:expr) => {
        /// Appends the lowest `count` bytes of `bytes` to the question, lowest first.
        #[unsafe(no_mangle)]
        pub extern "C" fn add_to_question(bytes: u32, count: u32) {
            $crate::exchange::add_to_question(bytes, count);
        }

        /// Answers the question and clears it. Returns the length of the answer in bytes.
        #[unsafe(no_mangle)]
        pub extern "C" fn answer() -> u32 {
            $crate::exchange::answer($answer)
        }

        /// Returns four bytes of the answer from `index` on, the first one lowest. Bytes beyond the end are 0.
        #[unsafe(no_mangle)]
        pub extern "C" fn answer_at(index: u32) -> u32 {
            $crate::exchange::answer_at(index)
        }
    };
}

/// Exports the functions of a module that plays this game.
#[macro_export]
macro_rules! game {
    ($game:ty) => {
        static CATALOG: std::sync::LazyLock<catalog::Catalog> =
            std::sync::LazyLock::new(catalog::Catalog::of::<$game>);

        wasm::module!(|question: &str| wasm::of_play(&CATALOG, question));
    };
}

/// Appends the lowest `count` bytes of `bytes` to the question, lowest first.
pub fn add_to_question(bytes: u32, count: u32) {
    QUESTION.with_borrow_mut(|question| {
        if question.len() < MAX_QUESTION {
            question.extend(bytes.to_le_bytes().into_iter().take(count as usize));
        }
    });
}

/// Answers the question and clears it. Returns the length of the answer in bytes.
pub fn answer(of: impl FnOnce(&str) -> String) -> u32 {
    let question = QUESTION.take();
    let answer = of(&String::from_utf8_lossy(&question)).into_bytes();
    let length = u32::try_from(answer.len()).unwrap_or(0);
    ANSWER.replace(answer);
    length
}

/// Returns four bytes of the answer from `index` on, the first one lowest. Bytes beyond the end are 0.
#[must_use]
pub fn answer_at(index: u32) -> u32 {
    ANSWER.with_borrow(|answer| {
        let mut bytes = [0; 4];
        for (byte, given) in bytes.iter_mut().zip(answer.iter().skip(index as usize)) {
            *byte = *given;
        }
        u32::from_le_bytes(bytes)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_goes_in_and_its_answer_comes_out_whole() {
        let question = r#"{"about":"nothing of the kind: è"}"#;
        for bytes in question.as_bytes().chunks(4) {
            let mut four = [0; 4];
            four[..bytes.len()].copy_from_slice(bytes);
            add_to_question(u32::from_le_bytes(four), u32::try_from(bytes.len()).expect("at most four"));
        }
        let length = answer(crate::of_arbiter);
        let got: Vec<u8> = (0..length).step_by(4).flat_map(|index| answer_at(index).to_le_bytes()).collect();
        assert_eq!(String::from_utf8_lossy(&got[..length as usize]), crate::of_arbiter(question));
        assert_eq!(answer_at(length + 7), 0);
    }
}
