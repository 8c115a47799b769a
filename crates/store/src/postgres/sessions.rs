//! Connections to the database, and the outcomes of statements.

use super::tls::DatabaseTlsError;
use super::{LoadError, OpenError};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use table::StorageError;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{Semaphore, SemaphorePermit, watch};
use tokio_postgres::config::Config;
use tokio_postgres::error::{Severity, SqlState};
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Connection, Error, Row, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

/// Maximum number of concurrent statements other than appends, each on its own connection. A default
/// installation allows a hundred connections. A burst of requests must not use them up, or no server could
/// renew its heartbeat.
const ASKED_AT_ONCE: usize = 16;

/// Timeout of connecting to the database.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Timeout of a statement.
pub(super) const STATEMENT_TIMEOUT: Duration = Duration::from_secs(10);

/// Failure of a statement.
#[derive(Debug, thiserror::Error)]
pub(super) enum Trouble {
    /// The database refused the statement, and nothing was changed.
    #[error("the database refused: {}", .0.message())]
    Refused(Box<tokio_postgres::error::DbError>),
    /// The connection broke during the statement, so the outcome is unknown.
    #[error("{0}")]
    Broken(String),
    /// The database cannot be reached, so nothing was sent.
    #[error("{0}")]
    Unreachable(String),
    /// The connection can't be encrypted as required, so nothing was sent.
    #[error(transparent)]
    Insecure(DatabaseTlsError),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        match error.as_db_error() {
            // An ordinary error ends the statement, and each statement is a transaction. A more severe one
            // may come after the commit.
            Some(refused) if refused.parsed_severity() == Some(Severity::Error) => {
                Self::Refused(Box::new(refused.clone()))
            }
            _ => Self::Broken(error.to_string()),
        }
    }
}

impl From<Trouble> for StorageError {
    fn from(trouble: Trouble) -> Self {
        tracing::error!(%trouble, "the database failed");
        match trouble {
            Trouble::Refused(refused) if *refused.code() == SqlState::DISK_FULL => Self::Full,
            Trouble::Refused(refused) if *refused.code() == SqlState::READ_ONLY_SQL_TRANSACTION => {
                Self::ReadOnly
            }
            Trouble::Refused(_) | Trouble::Unreachable(_) | Trouble::Insecure(_) => Self::Failed,
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
        match trouble {
            Trouble::Insecure(error) => Self::DatabaseTls(error),
            _ => Self::Database(trouble.to_string()),
        }
    }
}

/// Connection to the database.
pub(super) struct Session {
    pub(super) client: Client,
    tls: MakeRustlsConnect,
    /// Statements that are already prepared on this connection, by text.
    prepared: Mutex<HashMap<String, Statement>>,
    /// Whether the database has sent a warning, such as that it no longer waits for a standby.
    warned: Arc<AtomicBool>,
    /// Whether a statement may still be in progress.
    is_asked: AtomicBool,
}

impl Drop for Session {
    /// Asks the database to cancel the running statement. The database does not notice that its client is
    /// gone. A statement that waits for a standby or a lock would keep its connection.
    fn drop(&mut self) {
        if self.is_asked.load(Ordering::SeqCst)
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let (cancel, tls) = (self.client.cancel_token(), self.tls.clone());
            runtime.spawn(async move {
                // If the database is unreachable, its connection is lost too.
                let _ = tokio::time::timeout(CONNECT_TIMEOUT, cancel.cancel_query(tls)).await;
            });
        }
    }
}

impl Session {
    /// Runs a statement, and returns its rows once they are as durable as the database makes them.
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
        let rows = tokio::time::timeout(STATEMENT_TIMEOUT, rows).await;
        let rows = rows.map_err(|_| Trouble::Broken("the database does not answer".to_owned()))??;
        // The warning means that the transaction may be committed only here.
        if self.warned.swap(false, Ordering::SeqCst) {
            return Err(Trouble::Broken("the database warned that a commit may be lost".to_owned()));
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

/// Serves a connection in a task that ends with the client or the connection. Returns a flag that
/// is set when the database sends a warning, which arrives before the end of its statement.
fn serve<S, T>(mut connection: Connection<S, T>) -> Arc<AtomicBool>
where
    Connection<S, T>: Send + 'static,
    S: AsyncRead + AsyncWrite + Unpin,
    T: AsyncRead + AsyncWrite + Unpin,
{
    let warned = Arc::new(AtomicBool::new(false));
    let warns = Arc::clone(&warned);
    tokio::spawn(async move {
        while let Some(Ok(message)) = std::future::poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notice(notice) = message {
                tracing::warn!(notice = notice.message(), "the database warns");
                warns.store(true, Ordering::SeqCst);
            }
        }
    });
    warned
}

/// Connection during a transaction.
pub(super) struct Lent<'a> {
    pub(super) session: Session,
    _permit: Option<SemaphorePermit<'a>>,
}

/// Pool of connections for everything but appends.
pub(super) struct Sessions {
    pub(super) config: Config,
    tls: MakeRustlsConnect,
    /// Limit on the number of concurrent statements.
    permits: Semaphore,
    // Held for a push or a pop, never across an await.
    idle: Mutex<Vec<Session>>,
    /// Notifies running statements that the database does not answer.
    silence: watch::Sender<()>,
}

impl Sessions {
    pub(super) fn new(config: Config, tls: MakeRustlsConnect) -> Self {
        Self {
            config,
            tls,
            permits: Semaphore::new(ASKED_AT_ONCE),
            idle: Mutex::default(),
            silence: watch::Sender::default(),
        }
    }

    /// Abandons all running statements and connections, because the database does not answer. Further
    /// heartbeats on them might arrive without an answer, and make others believe that this server works. A
    /// later connection is a new one.
    pub(super) fn give_up(&self) {
        self.idle().clear();
        self.silence.send_replace(());
    }

    /// Waits for the future, unless the database is found not to answer.
    pub(super) async fn unless_silent<T>(
        &self,
        asking: impl Future<Output = Result<T, Trouble>>,
    ) -> Result<T, Trouble> {
        let mut silence = self.silence.subscribe();
        tokio::select! {
            biased;
            asked = asking => asked,
            // The sender is in `self`.
            _ = silence.changed() => Err(Trouble::Broken("the database does not answer".to_owned())),
        }
    }

    pub(super) async fn connect(&self) -> Result<Session, Trouble> {
        let unreachable = |error: Error| {
            if let Some(error) = DatabaseTlsError::of(&error) {
                return Trouble::Insecure(error);
            }
            // The outer message is only “error connecting to server”.
            let reason =
                std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
            Trouble::Unreachable(reason)
        };
        let connecting = async {
            let (client, connection) = self.config.connect(self.tls.clone()).await?;
            let warned = serve(connection);
            let settings =
                "SET synchronous_commit = on; SET lock_timeout = '500ms'; SET client_min_messages = warning";
            client.batch_execute(settings).await?;
            Ok((client, warned))
        };
        let connecting = tokio::time::timeout(CONNECT_TIMEOUT, connecting).await;
        let connecting =
            connecting.map_err(|_| Trouble::Unreachable("the database does not answer".to_owned()))?;
        let (client, warned) = connecting.map_err(unreachable)?;
        Ok(Session {
            client,
            tls: self.tls.clone(),
            prepared: Mutex::default(),
            warned,
            is_asked: AtomicBool::new(false),
        })
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Session>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the caller's own connection, and replaces a closed one.
    pub(super) async fn open<'a>(&self, own: &'a mut Option<Session>) -> Result<&'a mut Session, Trouble> {
        let session = match own.take().filter(|session| !session.client.is_closed()) {
            Some(session) => session,
            None => self.connect().await?,
        };
        Ok(own.insert(session))
    }

    /// Runs one statement.
    pub(super) async fn query(&self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Trouble> {
        self.unless_silent(self.query_once(sql, values)).await
    }

    /// Begins a transaction of several statements. If its connection is dropped before [`end`](Self::end), the database rolls
    /// the transaction back.
    pub(super) async fn begin(&self) -> Result<Lent<'_>, Trouble> {
        // The semaphore is never closed.
        let permit = self.permits.acquire().await;
        let lent = Lent { session: self.one().await?, _permit: permit.ok() };
        lent.session.query("BEGIN", &[]).await?;
        Ok(lent)
    }

    /// Ends a transaction, and returns its result. It is committed if it succeeded and `is_kept` accepts the result.
    pub(super) async fn end<T>(
        &self,
        lent: Lent<'_>,
        done: Result<T, Trouble>,
        is_kept: impl Fn(&T) -> bool,
    ) -> Result<T, Trouble> {
        let end = if done.as_ref().is_ok_and(is_kept) { "COMMIT" } else { "ROLLBACK" };
        let ended = lent.session.query(end, &[]).await;
        // A connection in an unknown state is not used again.
        if !lent.session.is_asked.load(Ordering::SeqCst) {
            self.idle().push(lent.session);
        }
        done.and_then(|done| ended.map(|_| done))
    }

    /// Returns an idle connection, or a new one.
    async fn one(&self) -> Result<Session, Trouble> {
        // A closed connection has broken since.
        let kept = std::iter::from_fn(|| self.idle().pop()).find(|session| !session.client.is_closed());
        match kept {
            Some(session) => Ok(session),
            None => self.connect().await,
        }
    }

    async fn query_once(&self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Trouble> {
        // The semaphore is never closed.
        let _permit = self.permits.acquire().await;
        let session = self.one().await?;
        let rows = session.query(sql, values).await;
        // A connection in an unknown state is not used again.
        if !session.is_asked.load(Ordering::SeqCst) {
            self.idle().push(session);
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::super::sessions;
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    /// Lets a client in without a password, and answers no statement.
    async fn fall_silent(listener: TcpListener) -> std::io::Result<()> {
        let (mut stream, _) = listener.accept().await?;
        let mut received = [0; 1024];
        let _startup = stream.read(&mut received).await?;
        // `AuthenticationOk` and `ReadyForQuery`.
        stream.write_all(b"R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I").await?;
        let _statement = stream.read(&mut received).await?;
        // The timeout passes as soon as all tasks wait.
        tokio::time::pause();
        std::future::pending().await
    }

    #[tokio::test]
    async fn a_database_that_falls_silent_after_the_login_is_unreachable() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        tokio::spawn(fall_silent(listener));
        let address = format!("host=127.0.0.1 port={port} user=parlour dbname=postgres sslmode=disable");
        let sessions = sessions(&address).expect("an address");
        let limit = tokio::time::timeout(2 * CONNECT_TIMEOUT, sessions.connect());
        let connected = limit.await.expect("it ends");
        assert!(matches!(connected, Err(Trouble::Unreachable(_))));
    }
}
