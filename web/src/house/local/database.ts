// Where the tables of this browser are kept: its own database. What was kept is there after the tab is killed, and a line
// that another tab has written first cannot be written again.

/** What is kept of a table beside its lines; what else stands in it only the module knows. */
export interface Kept {
  id: string;
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
}

/** Another tab has written a line of this number. */
export class WrittenElsewhere extends Error {}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((found, failed) => {
    request.onsuccess = () => found(request.result);
    request.onerror = () => failed(request.error);
  });

const opening = () => {
  const request = indexedDB.open("parlour-tables", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("tables", { keyPath: "id" });
    request.result.createObjectStore("lines");
  };
  return done(request).then((database) => {
    // A newer page in another tab is not kept waiting.
    database.onversionchange = () => database.close();
    return database;
  });
};

const linesOf = (table: string) => IDBKeyRange.bound([table, 0], [table, Infinity]);

export function browserDatabase(): Database {
  let opened: Promise<IDBDatabase> | null = null;
  const database = () =>
    (opened ??= opening().catch((error: unknown) => {
      opened = null;
      throw error;
    }));
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
      const transaction = (await database()).transaction(["tables", "lines"], "readwrite");
      await Promise.all([done(transaction.objectStore("tables").delete(table)), done(transaction.objectStore("lines").delete(linesOf(table)))]);
    },
    async write(kept, table, from, lines) {
      // On the disk, not only on its way there, before anybody is shown anything.
      const transaction = (await database()).transaction(["tables", "lines"], "readwrite", { durability: "strict" });
      const written = new Promise<void>((found, failed) => {
        transaction.oncomplete = () => found();
        transaction.onabort = () => failed(transaction.error?.name === "ConstraintError" ? new WrittenElsewhere() : transaction.error);
      });
      for (const one of kept) transaction.objectStore("tables").put(one);
      lines.forEach((line, index) => transaction.objectStore("lines").add(line, [table, from + index]));
      return written;
    },
  };
}
