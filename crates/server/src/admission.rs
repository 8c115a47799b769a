//! Answers of the accounts about the player at a socket: the hello, names for chairs, and rulings.

use crate::people::OpenToken;
use crate::request_error::RequestError;
use crate::table::{Request, TableRegistry};
use ::table::{GuestId, TableCommand};
use people::RulingKind;
use protocol::{Command, Notice, notice};

/// Returns the player with a token and, with accounts, the place of the socket among those of the token.
pub(crate) async fn welcome(
    registry: &TableRegistry,
    token: &str,
) -> Result<(GuestId, Option<OpenToken>), RequestError> {
    match &registry.people {
        Some(people) => people.welcome(token).await.map(|(player, open)| (player, Some(open))),
        None => Ok((GuestId::of_token(token).map_err(|_| RequestError::NoHello)?, None)),
    }
}

/// Returns the notice of the newest ruling that a player sees. If the rulings can't be read now, the player sees it later.
pub(crate) async fn ruled(registry: &TableRegistry, player: GuestId) -> Option<Notice> {
    let rulings = registry.people.as_ref()?.shown_rulings(player).await.ok()?;
    Some(Notice::Ruled(notice::Ruled { id: rulings.first()?.id }))
}

/// Gives a player who sits down the name that the player may have, and the players whom the player may not meet.
pub(crate) async fn named(registry: &TableRegistry, request: Request) -> Result<Request, RequestError> {
    let Request::Command(connection, TableCommand::Sit(mut sit)) = request else { return Ok(request) };
    sit.name = registry.chair_name(connection.guest, sit.name).await?;
    sit.apart = registry.apart(connection.guest).await?.into_iter().collect();
    Ok(Request::Command(connection, TableCommand::Sit(sit)))
}

/// Gives a player who looks for others the name that the player may have.
pub(crate) async fn named_in_lobby(
    registry: &TableRegistry,
    guest: GuestId,
    command: Command,
) -> Result<Command, RequestError> {
    let Command::Seek { id, pool, name } = command else { return Ok(command) };
    let name = registry.chair_name(guest, name).await?;
    Ok(Command::Seek { id, pool, name })
}

/// Refuses the phrases of a muted player.
pub(crate) async fn check_mute(registry: &TableRegistry, guest: GuestId) -> Result<(), RequestError> {
    match &registry.people {
        Some(people) => people.refuse_ruled(guest, RulingKind::Mute).await,
        None => Ok(()),
    }
}
