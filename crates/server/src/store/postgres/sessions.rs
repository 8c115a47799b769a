//! Connections to the database, and what becomes of a statement on one of them.

use super::{LoadError, OpenError, StorageError};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, watch};
use tokio_postgres::config::Config;
use tokio_postgres::error::{Severity, SqlState};
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Error, NoTls, Row, Statement};

/// How many statements are under way at once for everything else, each on a connection of its own. A database takes a hundred
/// connections as it is installed: a crowd that comes at once must not use them up, for then no server could say that it runs.
const ASKED_AT_ONCE: usize = 16;

/// How long to wait for the database before it is not there.
pub(super) const CONNECTING: Duration = Duration::from_secs(5);

/// A statement without an answer for so long has none any more.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// Why a statement gave no result.
#[derive(Debug, thiserror::Error)]
pub(super) enum Trouble {
    /// It changed nothing, for certain.
    #[error("it refused: {}", .0.message())]
    Refused(Box<tokio_postgres::error::DbError>),
    /// Nobody knows what it did.
    #[error("{0}")]
    Broken(String),
    /// There is no connection, so nothing was asked.
    #[error("{0}")]
    Unreachable(String),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        match error.as_db_error() {
            // What is only an error ends a statement, and each of ours is a transaction. What is worse may come after it.
            Some(refused) if refused.parsed_severity() == Some(Severity::Error) => {
                Self::Refused(Box::new(refused.clone()))
            }
            _ => Self::Broken(error.to_string()),
        }
    }
}

impl From<Trouble> for StorageError {
    fn from(trouble: Trouble) -> Self {
        tracing::error!(%trouble, "the database");
        match trouble {
            Trouble::Refused(refused) if *refused.code() == SqlState::DISK_FULL => Self::Full,
            Trouble::Refused(refused) if *refused.code() == SqlState::READ_ONLY_SQL_TRANSACTION => {
                Self::ReadOnly
            }
            Trouble::Refused(_) | Trouble::Unreachable(_) => Self::Failed,
            Trouble::Broken(_) => Self::Unknown,
        }
    }
}

impl From<Trouble> for LoadError {
    fn from(trouble: Trouble) -> Self {
        Self::Unreachable(trouble.to_string())
    }
}

impl From<Trouble> for OpenError {
    fn from(trouble: Trouble) -> Self {
        Self::Database(trouble.to_string())
    }
}

/// A connection.
pub(super) struct Session {
    pub(super) client: Client,
    /// What was asked before, so that the database need not read it again.
    prepared: Mutex<HashMap<String, Statement>>,
    /// Whether the database has warned of anything: that it does not wait for a standby any more, for one.
    warned: Arc<AtomicBool>,
    /// Whether a statement is under way, as far as anybody knows.
    is_asked: AtomicBool,
}

impl Drop for Session {
    /// Ends what is under way, as far as the database can be told: it does not look whether anybody still waits for a statement, and
    /// one that waits for a standby or a lock would keep its connection meanwhile.
    fn drop(&mut self) {
        if self.is_asked.load(Ordering::SeqCst)
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let cancel = self.client.cancel_token();
            runtime.spawn(async move {
                // In vain if it is not there; then its connection is gone too, or will be.
                let _ = tokio::time::timeout(CONNECTING, cancel.cancel_query(NoTls)).await;
            });
        }
    }
}

impl Session {
    /// What a statement returns, once it is as durable as the database makes it.
    pub(super) async fn query(&self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Trouble> {
        self.is_asked.store(true, Ordering::SeqCst);
        let rows = self.answer(sql, values).await;
        let is_answered = matches!(rows, Ok(_) | Err(Trouble::Refused(_)));
        self.is_asked.store(!is_answered, Ordering::SeqCst);
        rows
    }

    async fn answer(&self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Trouble> {
        let rows = async {
            let statement = self.prepare(sql).await?;
            self.client.query(&statement, values).await
        };
        let rows = tokio::time::timeout(PATIENCE, rows).await;
        let rows = rows.map_err(|_| Trouble::Broken("it does not answer".to_owned()))??;
        // It says so of a transaction that is committed here and perhaps nowhere else.
        if self.warned.swap(false, Ordering::SeqCst) {
            return Err(Trouble::Broken("it has warned that what was written may be lost".to_owned()));
        }
        Ok(rows)
    }
}

impl Session {
    fn prepared(&self) -> MutexGuard<'_, HashMap<String, Statement>> {
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn prepare(&self, sql: &str) -> Result<Statement, Error> {
        let known = self.prepared().get(sql).cloned();
        if let Some(statement) = known {
            return Ok(statement);
        }
        let statement = self.client.prepare(sql).await?;
        self.prepared().insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

/// Connections for everything but lines.
pub(super) struct Sessions {
    pub(super) config: Config,
    /// One for each that may be asked.
    permits: Semaphore,
    // Held for a push or a pop, never across an await.
    idle: Mutex<Vec<Session>>,
    /// Told of when the database was found not to answer.
    silence: watch::Sender<()>,
}

impl Sessions {
    pub(super) fn new(config: Config) -> Self {
        Self {
            config,
            permits: Semaphore::new(ASKED_AT_ONCE),
            idle: Mutex::default(),
            silence: watch::Sender::default(),
        }
    }

    /// Gives up what is under way and every connection there is: the database does not answer. What would still be said on them might
    /// be heard and never answered, so that others think this server well; and when there is a way again it is not on them.
    pub(super) fn give_up(&self) {
        self.idle().clear();
        self.silence.send_replace(());
    }

    /// Waits for this, unless the database is found not to answer meanwhile.
    pub(super) async fn unless_silent<T>(
        &self,
        asking: impl Future<Output = Result<T, Trouble>>,
    ) -> Result<T, Trouble> {
        let mut silence = self.silence.subscribe();
        tokio::select! {
            biased;
            asked = asking => asked,
            // The sender is in `self`.
            _ = silence.changed() => Err(Trouble::Broken("it does not answer".to_owned())),
        }
    }

    pub(super) async fn connect(&self) -> Result<Session, Trouble> {
        let unreachable = |error: Error| {
            // The sentence of the error itself is “error connecting to server”.
            let reason =
                std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
            Trouble::Unreachable(reason)
        };
        let connecting = tokio::time::timeout(CONNECTING, self.config.connect(NoTls)).await;
        let connecting = connecting.map_err(|_| Trouble::Unreachable("it does not answer".to_owned()))?;
        let (client, mut connection) = connecting.map_err(unreachable)?;
        let warned = Arc::new(AtomicBool::new(false));
        let warns = Arc::clone(&warned);
        // It ends with the client, or when the connection breaks; a warning comes before the end of the statement it is about.
        tokio::spawn(async move {
            while let Some(Ok(message)) =
                std::future::poll_fn(|context| connection.poll_message(context)).await
            {
                if let AsyncMessage::Notice(notice) = message {
                    tracing::warn!(notice = notice.message(), "the database warns");
                    warns.store(true, Ordering::SeqCst);
                }
            }
        });
        let settings =
            "SET synchronous_commit = on; SET lock_timeout = '500ms'; SET client_min_messages = warning";
        client.batch_execute(settings).await.map_err(unreachable)?;
        Ok(Session { client, prepared: Mutex::default(), warned, is_asked: AtomicBool::new(false) })
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Session>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection of one's own, which is made anew if it has ended.
    pub(super) async fn open<'a>(&self, own: &'a mut Option<Session>) -> Result<&'a mut Session, Trouble> {
        let session = match own.take().filter(|session| !session.client.is_closed()) {
            Some(session) => session,
            None => self.connect().await?,
        };
        Ok(own.insert(session))
    }

    /// Has one statement done.
    pub(super) async fn query(&self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Trouble> {
        self.unless_silent(self.query_once(sql, values)).await
    }

    async fn query_once(&self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Trouble> {
        // Nobody closes it.
        let _permit = self.permits.acquire().await;
        // One that is closed has broken since.
        let kept = std::iter::from_fn(|| self.idle().pop()).find(|session| !session.client.is_closed());
        let session = match kept {
            Some(session) => session,
            None => self.connect().await?,
        };
        let rows = session.query(sql, values).await;
        // One of which nobody knows what it does is not used again.
        if !session.is_asked.load(Ordering::SeqCst) {
            self.idle().push(session);
        }
        rows
    }
}
