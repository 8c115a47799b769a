//! A match of which the file has lost a part: it was set back to an earlier day, or a damaged log ended early, which no
//! database can notice. Whoever was at the table shows the receipt of what they have seen, and until everybody there wants to
//! go on from what is left, nobody plays: not the bots either.

use super::Table;
use crate::chain;
use crate::receipt::Receipt;
use crate::refusal::Refusal;
use cards::SeatSet;
use std::cmp::Ordering;

impl Table {
    /// How far the match has come, for whoever sees it.
    pub(super) fn receipt(&self) -> Receipt {
        chain::receipt(&self.record.seed, self.game.version(), self.link)
    }

    /// Compares what somebody has seen with what the file knows.
    pub(super) async fn look_back(&mut self, receipt: Option<Receipt>) -> Result<(), Refusal> {
        self.look_again(receipt).await?;
        // When the match is over its seed is told, and anybody can write a receipt. Before the first deal there is nothing to
        // lose, and the opening changes what the chain begins with.
        let Some(receipt) = receipt.filter(|receipt| {
            receipt.version > 0 && chain::is_genuine(*receipt, &self.record.seed) && !self.is_over()
        }) else {
            return Ok(());
        };
        let (known, seen) = (self.game.version(), receipt.version as usize);
        let link = match seen.cmp(&known) {
            Ordering::Greater => None,
            Ordering::Equal => Some(self.link),
            Ordering::Less => match self.lobby.store.link(&self.tenure, seen).await? {
                // What an older server wrote has none, and is believed.
                None => return Ok(()),
                link => link,
            },
        };
        if link.is_some_and(|link| chain::is_of(receipt, link)) || self.lost >= Some(receipt.version) {
            return Ok(());
        }
        tracing::error!(
            table = self.record.id.in_log(),
            known,
            seen,
            "somebody has seen another course of this match: the data file has lost a part of it"
        );
        self.lost = Some(receipt.version);
        self.ready = SeatSet::EMPTY;
        self.rest();
        self.notify_table();
        Ok(())
    }

    /// Asks the file what it knows, if somebody has seen more than is known here: another server may have had the table since it was
    /// taken here. Before the first deal a receipt cannot be told from an invention, so that is believed of one, and of no other.
    async fn look_again(&mut self, receipt: Option<Receipt>) -> Result<(), Refusal> {
        let is_ahead = |receipt: &Receipt| receipt.version as usize > self.game.version() && !self.is_over();
        let Some(receipt) = receipt.filter(is_ahead) else { return Ok(()) };
        let is_new = self.lost < Some(receipt.version) && chain::is_genuine(receipt, &self.record.seed);
        if is_new || self.game.version() == 0 && !self.has_looked_again {
            self.has_looked_again = true;
            let known = self.game.version();
            self.read_again().await?;
            if self.game.version() > known {
                self.notify_table();
            }
        }
        Ok(())
    }

    /// Goes on from what is left, once everybody with a chair who is here wants to.
    pub(super) fn accept_loss(&mut self) {
        if self.lost.is_some() && self.here().iter().all(|seat| self.ready.contains(seat)) {
            self.lost = None;
            self.ready = SeatSet::EMPTY;
            self.notify_table();
        }
    }
}
