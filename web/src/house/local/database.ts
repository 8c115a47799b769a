// Where the tables of this browser are kept: its own database. What was kept is there after the tab is killed, and a line
// that another tab has written first cannot be written again.

/** What is kept of a table beside its lines; what else stands in it only the module knows. */
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
  /** Keeps tables, and lines of one of them from a number on: all of it or nothing. */
  write(kept: Kept[], table: string, from: number, lines: string[]): Promise<void>;
  /** Throws away what nobody has used for a year, as a server does. */
  tidy(): Promise<void>;
}

/** Another tab has written a line of this number. */
export class WrittenElsewhere extends Error {}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((found, failed) => {
    request.onsuccess = () => found(request.result);
    request.onerror = () => failed(request.error);
  });

/** In ms. */
const YEAR = 365 * 24 * 60 * 60 * 1000;

/** `onClosed` is told when the database can be used no more. */
const opening = (onClosed: () => void) => {
  const request = indexedDB.open("parlour-tables", 2);
  request.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      request.result.createObjectStore("tables", { keyPath: "id" });
      request.result.createObjectStore("lines");
    }
    // When a table was written to last, by its name.
    const used = request.result.createObjectStore("used");
    request.transaction!.objectStore("tables").getAllKeys().onsuccess = ({ target }) => {
      for (const table of (target as IDBRequest<IDBValidKey[]>).result) used.put(Date.now(), table);
    };
  };
  return done(request).then((database) => {
    // A newer page in another tab is not kept waiting.
    database.onversionchange = () => {
      database.close();
      onClosed();
    };
    // The browser closes it too: when what it keeps is cleared, or its disk fails.
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
  // Once it is closed or could not be opened, whoever asks next opens it anew.
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
      // On the disk, not only on its way there, before anybody is shown anything.
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
