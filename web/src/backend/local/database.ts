// The database of the tables in this browser. It survives a killed tab. Line numbers are unique, so that two
// tabs cannot both write the same line.

/** Stored state of a card table, apart from its match lines. Only the module knows the other fields. */
export interface Kept {
  id: string;
  table: { game: string };
}

export interface KeptTable {
  kept: Kept;
  lines: string[];
}

export interface Database {
  read(table: string): Promise<KeptTable | null>;
  forget(table: string): Promise<void>;
  /** Stores tables, and lines of one table from a number on, in one transaction. */
  write(kept: Kept[], table: string, from: number, lines: string[]): Promise<void>;
  /** Deletes the tables that were not used for a year, as a server does. */
  tidy(): Promise<void>;
}

/** Another tab has written a match line with this number. */
export class WrittenElsewhere extends Error {}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((found, failed) => {
    request.onsuccess = () => found(request.result);
    request.onerror = () => failed(request.error);
  });

/** Length of a year in milliseconds. */
const YEAR = 365 * 24 * 60 * 60 * 1000;

/** Opens the database. `onClosed` is called when it can no longer be used. */
const opening = (onClosed: () => void) => {
  const request = indexedDB.open("parlour-tables", 2);
  request.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      request.result.createObjectStore("tables", { keyPath: "id" });
      request.result.createObjectStore("lines");
    }
    // Time of the last write to each table.
    const used = request.result.createObjectStore("used");
    request.transaction!.objectStore("tables").getAllKeys().onsuccess = ({ target }) => {
      for (const table of (target as IDBRequest<IDBValidKey[]>).result) used.put(Date.now(), table);
    };
  };
  return done(request).then((database) => {
    // Closes at once, so that a newer page in another tab can upgrade.
    database.onversionchange = () => {
      database.close();
      onClosed();
    };
    // The browser closes it if the user clears site data, or if the disk fails.
    database.onclose = onClosed;
    return database;
  });
};

const ALL = ["tables", "lines", "used"];
const linesOf = (table: string) => IDBKeyRange.bound([table, 0], [table, Infinity]);

const forgotten = (transaction: IDBTransaction, table: string) =>
  Promise.all([done(transaction.objectStore("tables").delete(table)), done(transaction.objectStore("lines").delete(linesOf(table))), done(transaction.objectStore("used").delete(table))]);

export function browserDatabase(): Database {
  let opened: Promise<IDBDatabase> | null = null;
  // After it was closed, or failed to open, the next access opens it again.
  const open = () => {
    const forget = () => {
      if (opened === mine) opened = null;
    };
    const mine = opening(forget);
    mine.catch(forget);
    return mine;
  };
  const database = () => (opened ??= open());
  return {
    async read(table) {
      const transaction = (await database()).transaction(["tables", "lines"]);
      const [kept, lines] = await Promise.all([
        done(transaction.objectStore("tables").get(table) as IDBRequest<Kept | undefined>),
        done(transaction.objectStore("lines").getAll(linesOf(table)) as IDBRequest<string[]>),
      ]);
      return kept === undefined ? null : { kept, lines };
    },
    async forget(table) {
      await forgotten((await database()).transaction(ALL, "readwrite"), table);
    },
    async tidy() {
      const transaction = (await database()).transaction(ALL, "readwrite");
      const used = transaction.objectStore("used");
      const [tables, times] = await Promise.all([done(used.getAllKeys()), done(used.getAll() as IDBRequest<number[]>)]);
      await Promise.all(tables.filter((_, index) => times[index]! < Date.now() - YEAR).map((table) => forgotten(transaction, table as string)));
    },
    async write(kept, table, from, lines) {
      // Waits for the disk, because players see an action only once it is stored.
      const transaction = (await database()).transaction(ALL, "readwrite", { durability: "strict" });
      const written = new Promise<void>((found, failed) => {
        transaction.oncomplete = () => found();
        transaction.onabort = () => failed(transaction.error?.name === "ConstraintError" ? new WrittenElsewhere() : transaction.error);
      });
      for (const one of kept) transaction.objectStore("tables").put(one);
      for (const name of [table, ...kept.map(({ id }) => id)]) transaction.objectStore("used").put(Date.now(), name);
      lines.forEach((line, index) => transaction.objectStore("lines").add(line, [table, from + index]));
      return written;
    },
  };
}
