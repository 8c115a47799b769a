// The store of finished matches. It uses IndexedDB, which holds thousands of them and does not block the
// page. If storage fails, only statistics are lost; nothing here throws.
// idb: turns the events of IndexedDB into promises, and gives its stores types.
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { news, readMatch, type KeptMatch } from "./match";

/** Maximum number of stored matches, one or two a day for seven years. The oldest are deleted. */
export const MOST = 5000;

interface Schema extends DBSchema {
  matches: { key: string; value: KeptMatch; indexes: { over: number } };
}
type Database = IDBPDatabase<Schema>;

const open = (): Promise<Database> =>
  openDB<Schema>("parlour", 1, {
    upgrade: (database) => void database.createObjectStore("matches", { keyPath: "table" }).createIndex("over", "over"),
    // Another tab may upgrade the database and must not wait for this one.
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  });

export class MatchStore {
  #opened: Promise<Database> | null = null;
  constructor(readonly open: () => Promise<IDBPDatabase<Schema>>) {}

  /**
   * Runs `work` with the database. Returns `otherwise` if it fails; the next attempt opens the database
   * again.
   */
  async #attempt<Answer>(otherwise: Answer, work: (database: Database) => Promise<Answer>): Promise<Answer> {
    try {
      return await work(await (this.#opened ??= this.open()));
    } catch {
      this.#opened = null;
      return otherwise;
    }
  }

  /** Returns all stored matches, or none if the store cannot be read. */
  all(): Promise<KeptMatch[]> {
    return this.#attempt<KeptMatch[]>([], async (database) => (await database.getAll("matches")).flatMap((kept: unknown) => readMatch(kept) ?? []));
  }

  /** Stores matches that are new or add something. Returns whether they are stored now. */
  keep(matches: readonly KeptMatch[]): Promise<boolean> {
    return this.#attempt(false, async (database) => {
      const writing = database.transaction("matches", "readwrite");
      const known = await Promise.all(matches.map(({ table }) => writing.store.get(table)));
      const changed = news(known.flatMap((kept: unknown) => readMatch(kept) ?? []), matches);
      // A failed write also fails the transaction, which is checked at the end, so its own error can be
      // ignored.
      for (const match of changed) writing.store.put(match).catch(() => undefined);
      let tooMany = (await writing.store.count()) - MOST;
      for (let oldest = tooMany > 0 ? await writing.store.index("over").openCursor() : null; oldest !== null && tooMany > 0; tooMany -= 1) {
        await oldest.delete();
        oldest = await oldest.continue();
      }
      await writing.done;
      return true;
    });
  }

  forget(table: string): Promise<boolean> {
    return this.#attempt(false, async (database) => {
      await database.delete("matches", table);
      return true;
    });
  }
}

export const store = new MatchStore(open);
