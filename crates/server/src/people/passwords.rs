//! Password hashes: Argon2id on a few threads.

use crate::request_error::RequestError;
use crate::settings::PeopleLimits;
use crate::work_queue::WorkQueue;
use argon2::{Algorithm, Argon2, Block, Params, Version};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use people::MAX_PASSWORD;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Cost of a hash: memory in KiB, and passes over it. It takes one thread.
const MEMORY: u32 = 19 * 1024;
const PASSES: u32 = 2;

/// Hashes passwords, a few at a time.
pub(super) struct Passwords {
    queue: WorkQueue,
    /// Memory for hashes that are not computed now, at most one for each hash at once. It is kept, because allocators of
    /// many threads would each keep what they freed.
    // Held for a push or a pop.
    idle: Arc<Mutex<Vec<Vec<Block>>>>,
    /// Number of hashes so far.
    runs: Arc<AtomicU64>,
}

impl Passwords {
    pub(super) fn new(limits: &PeopleLimits) -> Self {
        let queue = WorkQueue::new(limits.concurrent, limits.queued);
        Self { queue, idle: Arc::default(), runs: Arc::default() }
    }

    /// Returns a hash of a new password, with its salt and cost.
    pub(super) async fn hash(
        &self,
        password: String,
        address: Option<IpAddr>,
    ) -> Result<String, RequestError> {
        let mut salt = [0; 16];
        getrandom::fill(&mut salt)?;
        let hash = self.run(password, salt, MEMORY, PASSES, address).await?;
        let [salt, hash] = [&salt[..], &hash[..]].map(|bytes| STANDARD_NO_PAD.encode(bytes));
        Ok(format!("$argon2id$v=19$m={MEMORY},t={PASSES},p=1${salt}${hash}"))
    }

    /// Returns whether a password has a stored hash. Without a stored hash it takes as long, and is wrong.
    pub(super) async fn is_right(
        &self,
        password: String,
        stored: Option<&str>,
        address: Option<IpAddr>,
    ) -> Result<bool, RequestError> {
        let parsed = stored.and_then(parse);
        let (memory, passes, salt, expected) = parsed.unwrap_or((MEMORY, PASSES, [0; 16], [0; 32]));
        let hash = self.run(password, salt, memory, passes, address).await?;
        // Hashes of both are compared, so that the time taken does not reveal how much is right.
        let is_same = hmac_sha256::Hash::hash(&hash) == hmac_sha256::Hash::hash(&expected);
        Ok(is_same && parsed.is_some())
    }

    async fn run(
        &self,
        password: String,
        salt: [u8; 16],
        memory: u32,
        passes: u32,
        address: Option<IpAddr>,
    ) -> Result<[u8; 32], RequestError> {
        let (runs, idle) = (Arc::clone(&self.runs), Arc::clone(&self.idle));
        let work = move || {
            runs.fetch_add(1, Ordering::Relaxed);
            let mut hash = [0; 32];
            let params = Params::new(memory, passes, 1, Some(hash.len())).ok()?;
            // A longer password can't be right, but costs as much.
            let password = &password.as_bytes()[..password.len().min(MAX_PASSWORD + 1)];
            let count = params.block_count();
            let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
            let mut blocks = idle.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
            blocks.resize(count, Block::default());
            let hashed = argon2.hash_password_into_with_memory(password, &salt, &mut hash, &mut blocks);
            idle.lock().unwrap_or_else(PoisonError::into_inner).push(blocks);
            hashed.is_ok().then_some(hash)
        };
        self.queue.run(self.queue.enter(address)?, work).await?.ok_or(RequestError::Busy)
    }

    /// Returns the number of hashes so far.
    #[cfg(test)]
    pub(super) fn runs(&self) -> u64 {
        self.runs.load(Ordering::Relaxed)
    }
}

/// Parses a stored hash: memory, passes, salt and hash.
fn parse(stored: &str) -> Option<(u32, u32, [u8; 16], [u8; 32])> {
    let rest = stored.strip_prefix("$argon2id$v=19$m=")?;
    let (memory, rest) = rest.split_once(",t=")?;
    let (passes, rest) = rest.split_once(",p=1$")?;
    let (salt, hash) = rest.split_once('$')?;
    let bytes = |text: &str| STANDARD_NO_PAD.decode(text).ok();
    Some((
        memory.parse().ok()?,
        passes.parse().ok()?,
        bytes(salt)?.try_into().ok()?,
        bytes(hash)?.try_into().ok()?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_recognized_by_its_hash_alone() {
        let passwords = Passwords::new(&PeopleLimits::default());
        let stored = passwords.hash("three blind mice".to_owned(), None).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        let is_right = async |password: &str, stored: Option<&str>| {
            passwords.is_right(password.to_owned(), stored, None).await.unwrap()
        };
        assert!(is_right("three blind mice", Some(&stored)).await);
        assert!(!is_right("three blind mouse", Some(&stored)).await);
        assert!(!is_right("three blind mice", None).await);
        assert!(!is_right("three blind mice", Some("$argon2id$broken")).await);
        assert_ne!(
            passwords.hash("three blind mice".to_owned(), None).await.unwrap(),
            stored,
            "another salt"
        );
        assert_eq!(passwords.runs(), 6);
        // The memory of one hash after the other is the same.
        assert_eq!(passwords.idle.lock().expect("no thread panicked").len(), 1);
    }
}
