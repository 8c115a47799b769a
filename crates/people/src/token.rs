//! The rule by which a token means a player.

/// Player whom a token means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TokenOwner<Account> {
    /// The account of the device that has the token.
    Account(Account),
    /// A guest, whose id is the hash of the token.
    Guest,
    /// No player: the device was signed out.
    SignedOut,
}

/// Returns the player whom a token means. `device` is the account of the device with the token's hash, and
/// `is_account` tells whether the hash is the id of an account.
///
/// An account has the id of the guest who claimed it. Without the second question, that guest's token would
/// mean the account for ever, even after its device was signed out.
///
/// ```
/// use people::{TokenOwner, owner_of_token};
/// assert_eq!(owner_of_token(Some("Ada"), true), TokenOwner::Account("Ada"));
/// assert_eq!(owner_of_token(None::<&str>, true), TokenOwner::SignedOut);
/// assert_eq!(owner_of_token(None::<&str>, false), TokenOwner::Guest);
/// ```
#[must_use]
pub fn owner_of_token<Account>(device: Option<Account>, is_account: bool) -> TokenOwner<Account> {
    match device {
        Some(account) => TokenOwner::Account(account),
        None if is_account => TokenOwner::SignedOut,
        None => TokenOwner::Guest,
    }
}
