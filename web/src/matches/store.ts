// Where finished matches are kept. In IndexedDB: some thousand of them with every deal are more than localStorage holds, and
// it is read without holding up the page. A browser that keeps nothing, or is full, loses statistics and no more: nothing
// here throws.
// idb: turns the events of IndexedDB into promises, and gives its stores types.
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { news, readMatch, type KeptMatch } from "./match";

/** So many are kept, a match or two a day for seven years; the oldest go. */
export const MOST = 5000;

interface Schema extends DBSchema {
  matches: { key: string; value: KeptMatch; indexes: { over: number } };
}
type Database = IDBPDatabase<Schema>;

const open = (): Promise<Database> =>
  openDB<Schema>("parlour", 1, {
    upgrade: (database) => void database.createObjectStore("matches", { keyPath: "table" }).createIndex("over", "over"),
    // Another tab may bring a newer version: it must not wait for this one.
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  });

export class MatchStore {
  #opened: Promise<Database> | null = null;
  constructor(readonly open: () => Promise<IDBPDatabase<Schema>>) {}

  /** Does something with the database; `otherwise` where that fails, and the next attempt opens it anew. */
  async #attempt<Answer>(otherwise: Answer, work: (database: Database) => Promise<Answer>): Promise<Answer> {
    try {
      return await work(await (this.#opened ??= this.open()));
    } catch {
      this.#opened = null;
      return otherwise;
    }
  }

  /** Every match that was kept; none where nothing can be read. */
  all(): Promise<KeptMatch[]> {
    return this.#attempt<KeptMatch[]>([], async (database) => (await database.getAll("matches")).flatMap((kept: unknown) => readMatch(kept) ?? []));
  }

  /** Keeps those that are new, or say more than what is known. Says whether they are kept now. */
  keep(matches: readonly KeptMatch[]): Promise<boolean> {
    return this.#attempt(false, async (database) => {
      const writing = database.transaction("matches", "readwrite");
      const known = await Promise.all(matches.map(({ table }) => writing.store.get(table)));
      const changed = news(known.flatMap((kept: unknown) => readMatch(kept) ?? []), matches);
      // A write that fails fails the transaction too, which is asked at the end; its own refusal needs no second hearing.
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
