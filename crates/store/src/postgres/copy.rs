//! All data of a database at once, for a migration.

use super::{PostgresStore, Session, Trouble, json};
use crate::bells::{self, INSERT_BELL};
use crate::challenges::{ALL, INSERT_CHALLENGE};
use crate::heartbeat::DEAD;
use crate::matches::{INSERT_CHANGE, INSERT_MATCH};
use crate::migration::{
    ALL_REPORTS, ALL_RULINGS, AccountCopy, AccountsCopy, COPY_REPORT, COPY_RULING, LogCopy, MatchCopy,
    MatchesCopy, MigrateError, ModerationCopy, OriginCopy, PadCopy, SetupCopy, SubscriptionCopy, TableCopy,
    parse_id,
};
use crate::passkeys;
use crate::reader::pool_origin;
use crate::ties::INSERT_TIE;
use std::collections::HashMap;
use table::TableId;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

impl From<Trouble> for MigrateError {
    fn from(trouble: Trouble) -> Self {
        Self::Source(trouble.to_string())
    }
}

#[expect(clippy::needless_pass_by_value, reason = "an argument of map_err")]
fn unwritable(trouble: Trouble) -> MigrateError {
    MigrateError::Destination(trouble.to_string())
}

impl PostgresStore {
    /// Whether a running server is a member of the cluster. The row of a killed one stays, but it does not change.
    pub(crate) async fn is_in_use(&self) -> Result<bool, MigrateError> {
        let sql = "SELECT node, beat FROM nodes";
        let read = |rows: Vec<Row>| -> HashMap<i64, i64> {
            rows.iter().map(|row| (row.get(0), row.get(1))).collect()
        };
        let before = read(self.sessions.query(sql, &[]).await?);
        if before.is_empty() {
            return Ok(false);
        }
        tokio::time::sleep(DEAD).await;
        let after = read(self.sessions.query(sql, &[]).await?);
        Ok(after.iter().any(|(node, beat)| before.get(node) != Some(beat)))
    }

    pub(crate) async fn copied_ids(&self) -> Result<Vec<TableId>, MigrateError> {
        let rows = self.sessions.query("SELECT id FROM tables ORDER BY number", &[]).await?;
        rows.iter().map(|row| parse_id(row.get(0))).collect()
    }

    pub(crate) async fn copied_table(&self, id: TableId) -> Result<TableCopy, MigrateError> {
        let missing = || MigrateError::Source(format!("table {} is missing", id.in_log()));
        let stored = self.read(id).await?.ok_or_else(missing)?;
        let sql = "SELECT game, options, seats, dealer, seed, chairs, created, touched, finished, stake, next, ended,
                       time_control, founder, opening, family, rated, audience FROM tables WHERE id = $1";
        let rows = self.sessions.query(sql, &[&id.to_string()]).await?;
        let row = rows.first().ok_or_else(missing)?;
        let mut copy = TableCopy {
            id,
            setup: SetupCopy {
                game: row.get(0),
                options: row.get(1),
                seats: row.get(2),
                dealer: row.get(3),
                seed: row.get(4),
                opening: row.get(14),
            },
            chairs: row.get(5),
            created: row.get(6),
            touched: row.get(7),
            finished: row.get(8),
            stake: row.get(9),
            next: row.get(10),
            ended: row.get(11),
            time_control: row.get(12),
            // The newest clocks may stand with a line.
            clocks: stored.clocks.as_ref().map(json),
            origin: OriginCopy {
                founder: row.get(13),
                pool: pool_origin(row.get(15), row.get(16)),
                audience: row.get(17),
            },
            lines: Vec::new(),
            link: stored.link,
        };
        copy.add_lines(&stored);
        Ok(copy)
    }

    pub(crate) async fn copied_pads(&self) -> Result<Vec<PadCopy>, MigrateError> {
        let mut pads = Vec::new();
        let sql = "SELECT number, id, touched FROM pads ORDER BY number";
        for pad in self.sessions.query(sql, &[]).await? {
            let sql = "SELECT id, text FROM operations WHERE pad = $1";
            let operations = self.sessions.query(sql, &[&pad.get::<_, i64>(0)]).await?;
            let operations = operations.iter().map(|row| (row.get(0), row.get(1))).collect();
            pads.push(PadCopy { id: pad.get(1), touched: pad.get(2), operations });
        }
        Ok(pads)
    }

    pub(crate) async fn copied_subscriptions(&self) -> Result<Vec<SubscriptionCopy>, MigrateError> {
        let rows = self.sessions.query("SELECT endpoint, guest, touched FROM subscriptions", &[]).await?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect())
    }

    pub(crate) async fn copied_accounts(&self) -> Result<AccountsCopy, MigrateError> {
        let sql = "SELECT id, name, folded, password, visible, made, renamed, seen FROM accounts";
        let accounts = self.sessions.query(sql, &[]).await?;
        let account = |row: &Row| AccountCopy {
            id: row.get(0),
            name: row.get(1),
            folded: row.get(2),
            password: row.get(3),
            visible: row.get(4),
            made: row.get(5),
            renamed: row.get(6),
            seen: row.get(7),
        };
        let locked = self.sessions.query("SELECT folded, until FROM locked_names", &[]).await?;
        let sql = "SELECT token, account, label, made, seen FROM devices";
        let devices = self.sessions.query(sql, &[]).await?;
        let codes = self.sessions.query("SELECT hash, account, used FROM recovery", &[]).await?;
        let challenges = self.sessions.query(ALL, &[]).await?;
        let bells = self.sessions.query(bells::ALL, &[]).await?;
        let passkeys = self.sessions.query(passkeys::ALL, &[]).await?;
        let ties = self.sessions.query("SELECT account, other, kind, at FROM ties", &[]).await?;
        Ok(AccountsCopy {
            accounts: accounts.iter().map(account).collect(),
            locked: locked.iter().map(|row| (row.get(0), row.get(1))).collect(),
            devices: devices
                .iter()
                .map(|row| (row.get(0), row.get(1), row.get(2), row.get(3), row.get(4)))
                .collect(),
            codes: codes.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect(),
            passkeys: passkeys.iter().map(super::passkeys::row).collect(),
            ties: ties.iter().map(|row| (row.get(0), row.get(1), row.get(2), row.get(3))).collect(),
            challenges: challenges.iter().map(super::challenges::row).collect(),
            bells: bells.iter().map(super::bells::row).collect(),
        })
    }

    pub(crate) async fn copied_matches(&self) -> Result<MatchesCopy, MigrateError> {
        let sql = "SELECT id, seat, person, family, finished, side, place, outcome, weight FROM matches";
        let matches = self.sessions.query(sql, &[]).await?;
        let seat = |row: &Row| MatchCopy {
            id: row.get(0),
            seat: row.get(1),
            person: row.get(2),
            family: row.get(3),
            finished: row.get(4),
            side: row.get(5),
            place: row.get(6),
            outcome: row.get(7),
            weight: row.get(8),
        };
        let sql = "SELECT person, family, mean, deviation, matches, at FROM ratings";
        let ratings = self.sessions.query(sql, &[]).await?;
        let rating = |row: &Row| (row.get(0), row.get(1), row.get(2), row.get(3), row.get(4), row.get(5));
        let sql = "SELECT id, seat, person, family, at, weight, mean0, deviation0, mean1, deviation1
                   FROM rating_log ORDER BY step";
        let log = self.sessions.query(sql, &[]).await?;
        let logged = |row: &Row| LogCopy {
            id: row.get(0),
            seat: row.get(1),
            person: row.get(2),
            family: row.get(3),
            at: row.get(4),
            weight: row.get(5),
            values: [row.get(6), row.get(7), row.get(8), row.get(9)],
        };
        Ok(MatchesCopy {
            matches: matches.iter().map(seat).collect(),
            ratings: ratings.iter().map(rating).collect(),
            log: log.iter().map(logged).collect(),
        })
    }

    pub(crate) async fn copied_moderation(&self) -> Result<ModerationCopy, MigrateError> {
        let reports = self.sessions.query(ALL_REPORTS, &[]).await?;
        let report = |row: &Row| {
            let (id, reporter, about, table) = (row.get(0), row.get(1), row.get(2), row.get(3));
            (id, reporter, about, table, row.get(4), row.get(5), row.get(6), row.get(7))
        };
        let rulings = self.sessions.query(ALL_RULINGS, &[]).await?;
        let ruling = |row: &Row| {
            let (id, person, kind) = (row.get(0), row.get(1), row.get(2));
            (id, person, kind, row.get(3), row.get(4), row.get(5), row.get(6))
        };
        Ok(ModerationCopy {
            reports: reports.iter().map(report).collect(),
            rulings: rulings.iter().map(ruling).collect(),
        })
    }

    /// Begins to write into this database, in one transaction.
    pub(crate) async fn begin_copy(&self) -> Result<Copy, MigrateError> {
        let session = self.sessions.connect().await.map_err(unwritable)?;
        session.query("BEGIN", &[]).await.map_err(unwritable)?;
        // No server adds anything meanwhile.
        session.query("LOCK TABLE tables, pads IN EXCLUSIVE MODE", &[]).await.map_err(unwritable)?;
        let sql = "SELECT (SELECT count(*) FROM tables) + (SELECT count(*) FROM pads)";
        let rows = session.query(sql, &[]).await.map_err(unwritable)?;
        match rows.first().map_or(0, |row| row.get(0)) {
            0 => Ok(Copy { session }),
            found => Err(MigrateError::NotEmpty(found)),
        }
    }
}

/// Copy into a database that is not committed yet.
pub(crate) struct Copy {
    session: Session,
}

impl Copy {
    pub(crate) async fn add_table(&self, table: &TableCopy) -> Result<(), MigrateError> {
        let TableCopy { lines, .. } = table;
        let sequences: Vec<i32> = (0..lines.len() as i32).collect();
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        let links: Vec<&[u8]> = lines.iter().map(|line| line.link.0.as_slice()).collect();
        let spent: Vec<Option<i64>> = lines.iter().map(|line| line.spent.map(i64::from)).collect();
        let commands: Vec<Option<&[u8]>> =
            lines.iter().map(|line| line.command.as_ref().map(<[u8; 16]>::as_slice)).collect();
        let sql = "WITH t AS (
                INSERT INTO tables (id, game, options, seats, dealer, seed, chairs, created, touched, finished, stake, next, ended,
                    time_control, clocks, founder, opening, family, rated, audience)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $23, $24, $25) RETURNING number)
            INSERT INTO entries (number, sequence, epoch, text, link, spent, command)
            SELECT number, l.sequence, 0, l.text, l.link, l.spent, l.command
            FROM t, unnest($18::int[], $19::text[], $20::bytea[], $21::bigint[], $22::bytea[])
                AS l(sequence, text, link, spent, command)";
        let id = table.id.to_string();
        let family = table.origin.pool.as_ref().map(|pool| &pool.family);
        let is_rated = table.origin.pool.as_ref().is_some_and(|pool| pool.is_rated);
        let values: [&(dyn ToSql + Sync); 25] = [
            &id,
            &table.setup.game,
            &table.setup.options,
            &table.setup.seats,
            &table.setup.dealer,
            &table.setup.seed,
            &table.chairs,
            &table.created,
            &table.touched,
            &table.finished,
            &table.stake,
            &table.next,
            &table.ended,
            &table.time_control,
            &table.clocks,
            &table.origin.founder,
            &table.setup.opening,
            &sequences,
            &texts,
            &links,
            &spent,
            &commands,
            &family,
            &is_rated,
            &table.origin.audience,
        ];
        self.session.query(sql, &values).await.map(drop).map_err(unwritable)
    }

    pub(crate) async fn add_pad(&self, pad: &PadCopy) -> Result<(), MigrateError> {
        let (ids, texts): (Vec<&str>, Vec<&str>) =
            pad.operations.iter().map(|(id, text)| (id.as_str(), text.as_str())).unzip();
        let sql = "WITH pad AS (INSERT INTO pads (id, touched) VALUES ($1, $2) RETURNING number)
            INSERT INTO operations (pad, id, text)
            SELECT number, o.id, o.text FROM pad, unnest($3::text[], $4::text[]) AS o(id, text)";
        let added = self.session.query(sql, &[&pad.id, &pad.touched, &ids, &texts]).await;
        added.map(drop).map_err(unwritable)
    }

    pub(crate) async fn add_subscriptions(
        &self,
        subscriptions: &[SubscriptionCopy],
    ) -> Result<(), MigrateError> {
        // Subscriptions of an earlier attempt are older.
        let sql = "INSERT INTO subscriptions (endpoint, guest, touched) VALUES ($1, $2, $3)
                   ON CONFLICT (endpoint) DO UPDATE SET guest = excluded.guest, touched = excluded.touched";
        for (endpoint, guest, touched) in subscriptions {
            self.session.query(sql, &[endpoint, guest, touched]).await.map_err(unwritable)?;
        }
        Ok(())
    }

    pub(crate) async fn add_accounts(&self, copy: &AccountsCopy) -> Result<(), MigrateError> {
        let sql = "INSERT INTO accounts (id, name, folded, password, visible, made, renamed, seen)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        for AccountCopy { id, name, folded, password, visible, made, renamed, seen } in &copy.accounts {
            let values: [&(dyn ToSql + Sync); 8] = [id, name, folded, password, visible, made, renamed, seen];
            self.session.query(sql, &values).await.map_err(unwritable)?;
        }
        for (folded, until) in &copy.locked {
            let sql = "INSERT INTO locked_names (folded, until) VALUES ($1, $2)";
            self.session.query(sql, &[folded, until]).await.map_err(unwritable)?;
        }
        for (token, account, label, made, seen) in &copy.devices {
            let sql = "INSERT INTO devices (token, account, label, made, seen) VALUES ($1, $2, $3, $4, $5)";
            self.session.query(sql, &[token, account, label, made, seen]).await.map_err(unwritable)?;
        }
        for (hash, account, used) in &copy.codes {
            let sql = "INSERT INTO recovery (hash, account, used) VALUES ($1, $2, $3)";
            self.session.query(sql, &[hash, account, used]).await.map_err(unwritable)?;
        }
        for (credential, account, label, key, made) in &copy.passkeys {
            let values: [&(dyn ToSql + Sync); 5] = [credential, account, label, key, made];
            self.session.query(passkeys::INSERT_PASSKEY, &values).await.map_err(unwritable)?;
        }
        for (account, other, kind, at) in &copy.ties {
            self.session.query(INSERT_TIE, &[account, other, kind, at]).await.map_err(unwritable)?;
        }
        for (code, founder, invited, pool, rated, expires, table) in &copy.challenges {
            let values: [&(dyn ToSql + Sync); 7] = [code, founder, invited, pool, rated, expires, table];
            self.session.query(INSERT_CHALLENGE, &values).await.map_err(unwritable)?;
        }
        for (person, family, clock, rung, rung_before) in &copy.bells {
            let values: [&(dyn ToSql + Sync); 5] = [person, family, clock, rung, rung_before];
            self.session.query(INSERT_BELL, &values).await.map_err(unwritable)?;
        }
        Ok(())
    }

    pub(crate) async fn add_matches(&self, copy: &MatchesCopy) -> Result<(), MigrateError> {
        for MatchCopy { id, seat, person, family, finished, side, place, outcome, weight } in &copy.matches {
            let values: [&(dyn ToSql + Sync); 9] =
                [id, seat, person, family, finished, side, place, outcome, weight];
            self.session.query(INSERT_MATCH, &values).await.map_err(unwritable)?;
        }
        let sql = "INSERT INTO ratings (person, family, mean, deviation, matches, at) VALUES ($1, $2, $3, $4, $5, $6)";
        for (person, family, mean, deviation, matches, at) in &copy.ratings {
            let values: [&(dyn ToSql + Sync); 6] = [person, family, mean, deviation, matches, at];
            self.session.query(sql, &values).await.map_err(unwritable)?;
        }
        for LogCopy { id, seat, person, family, at, weight, values } in &copy.log {
            let [mean0, deviation0, mean1, deviation1] = values;
            let values: [&(dyn ToSql + Sync); 10] =
                [id, seat, person, family, at, weight, mean0, deviation0, mean1, deviation1];
            self.session.query(INSERT_CHANGE, &values).await.map_err(unwritable)?;
        }
        Ok(())
    }

    pub(crate) async fn add_moderation(&self, copy: &ModerationCopy) -> Result<(), MigrateError> {
        // The database refuses given numbers otherwise.
        let with_number = |sql: &str| sql.replace(") VALUES", ") OVERRIDING SYSTEM VALUE VALUES");
        let sql = with_number(COPY_REPORT);
        for (id, reporter, about, table, reason, phrases, at, closed) in &copy.reports {
            let values: [&(dyn ToSql + Sync); 8] = [id, reporter, about, table, reason, phrases, at, closed];
            self.session.query(&sql, &values).await.map_err(unwritable)?;
        }
        let sql = with_number(COPY_RULING);
        for (id, person, kind, until, reason, reply, at) in &copy.rulings {
            let values: [&(dyn ToSql + Sync); 7] = [id, person, kind, until, reason, reply, at];
            self.session.query(&sql, &values).await.map_err(unwritable)?;
        }
        for sql in [
            "SELECT setval(pg_get_serial_sequence('reports', 'id'), max(id)) FROM reports",
            "SELECT setval(pg_get_serial_sequence('rulings', 'id'), max(id)) FROM rulings",
        ] {
            self.session.query(sql, &[]).await.map_err(unwritable)?;
        }
        Ok(())
    }

    pub(crate) async fn commit(self) -> Result<(), MigrateError> {
        self.session.query("COMMIT", &[]).await.map(drop).map_err(unwritable)
    }
}
