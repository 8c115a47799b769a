//! Divergence: the store has lost a part of the match. It was restored from a backup, or a damaged log ended
//! early, which no database can notice. The players' receipts prove what they have seen. The match stops,
//! also for bots, until all connected players agree to continue from the stored state.

use super::agenda::{AfterReload, Continuation, Watch};
use super::{Outcome, Table};
use crate::effects::{Event, Wanted};
use crate::error::TableError;
use crate::link::{self, Link};
use crate::receipt::Receipt;
use std::cmp::Ordering;

impl Table {
    /// Returns the receipt of the current version.
    pub(super) fn receipt(&self) -> Option<Receipt> {
        self.journal.receipt(self.game.version())
    }

    /// Reads the store again if a receipt shows that the match went further, because another server may have
    /// owned the table meanwhile. Before the first deal a genuine receipt can't be told from a forged one, so
    /// the store is then read only once.
    pub(super) fn look_again(&mut self, watch: Watch) {
        let is_ahead = |receipt: &Receipt| receipt.version as usize > self.game.version() && !self.is_over();
        let looks = watch.receipt.filter(is_ahead).is_some_and(|receipt| {
            let is_new = self.journal.diverged() < Some(receipt.version) && self.journal.is_genuine(receipt);
            is_new || self.game.version() == 0 && self.journal.may_look_again()
        });
        if looks {
            self.journal.note_look();
            let known = self.game.version();
            self.reload(AfterReload::Receipt(Box::new(watch), known));
        } else {
            self.look_back(watch);
        }
    }

    /// Compares a receipt with the match.
    pub(super) fn look_back(&mut self, watch: Watch) {
        // After the match the seed is public, and anyone can write a receipt. Before the first deal there is
        // nothing to lose, and the seed exchange changes the first link.
        let matters =
            |receipt: &Receipt| receipt.version > 0 && self.journal.is_genuine(*receipt) && !self.is_over();
        let Some(receipt) = watch.receipt.filter(matters) else { return self.watch(watch, Ok(())) };
        match (receipt.version as usize).cmp(&self.game.version()) {
            Ordering::Greater => self.compare(watch, receipt, None),
            Ordering::Equal => self.compare(watch, receipt, self.journal.link()),
            Ordering::Less => {
                let wanted = Wanted::Link(receipt.version as usize);
                self.want(wanted, Continuation::Link(Box::new(watch)));
            }
        }
    }

    /// Compares a receipt with the link of its version.
    pub(super) fn compare_link(&mut self, watch: Watch, link: Result<Option<Link>, TableError>) {
        match (link, watch.receipt) {
            (Err(error), _) => self.watch(watch, Err(error)),
            // An older server wrote no link. The receipt is then not checked.
            (Ok(None), _) | (_, None) => self.watch(watch, Ok(())),
            (Ok(link), Some(receipt)) => self.compare(watch, receipt, link),
        }
    }

    fn compare(&mut self, watch: Watch, receipt: Receipt, link: Option<Link>) {
        let is_same = link.is_some_and(|link| link::is_of(receipt, link));
        if !is_same && self.journal.diverged() < Some(receipt.version) {
            let (known, seen) = (self.game.version(), receipt.version as usize);
            self.event(Event::Diverged { known, seen });
            self.journal.set_diverged(Some(receipt.version));
            self.waits.between.forget_ready();
            self.rest();
            self.tell_table();
        }
        self.watch(watch, Ok(()));
    }

    /// Subscribes a guest whose receipt was checked.
    pub(super) fn watch(&mut self, watch: Watch, looked: Outcome) {
        let Watch { sender, nonce, .. } = watch;
        self.note_commitment(sender.from, nonce.as_deref());
        self.add_subscriber(&sender);
        if let Err(error) = looked {
            self.refuse(&sender, error);
        }
    }

    /// Continues from the stored state, once all connected players agree.
    pub(super) fn accept_divergence(&mut self) {
        if self.journal.diverged().is_some() && self.waits.between.are_ready(self.connected()) {
            self.journal.set_diverged(None);
            self.waits.between.forget_ready();
            self.tell_table();
        }
    }
}
