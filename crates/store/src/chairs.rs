//! Stored form of chairs.

use crate::RandomId;
use table::{GuestId, StoredChair, TableId};

/// Name on the chairs of a deleted account.
pub const DELETED: &str = "somebody";

/// Returns chairs as text.
pub(crate) fn write_chairs(chairs: &[StoredChair]) -> String {
    serde_json::to_string(chairs).expect("chairs have string keys")
}

/// Returns chairs without the name and id of a guest, or `None` if the guest has no chair. The new id has no token.
pub(crate) fn without_person(chairs: &str, person: GuestId) -> Option<String> {
    let mut chairs: Vec<StoredChair> = serde_json::from_str(chairs).ok()?;
    let mut is_changed = false;
    for chair in &mut chairs {
        if let StoredChair::Person { guest, name, .. } = chair
            && *guest == person
        {
            let random = TableId::random().map(|id| hmac_sha256::Hash::hash(id.to_string().as_bytes()));
            // If the system has no randomness, all such chairs share an id. It has no token either.
            *guest = GuestId::from_bytes(random.unwrap_or([0xff; 32]));
            *name = DELETED.to_owned();
            is_changed = true;
        }
    }
    is_changed.then(|| write_chairs(&chairs))
}
