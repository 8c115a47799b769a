// A database that was closed from outside is reopened on the next access.
import { afterEach, expect, test, vi } from "vitest";
import { browserDatabase } from "./database";

type Request = Partial<Pick<IDBRequest, "result" | "onsuccess">>;
/** Answers asynchronously, as a browser does. */
function answered(result: unknown): Request {
  const request: Request = { result };
  queueMicrotask(() => request.onsuccess?.call(request as IDBRequest, new Event("success")));
  return request;
}

/** Fake handle of an empty database. A closed handle starts no transaction. */
class Handle implements Partial<IDBDatabase> {
  #closed = false;
  onversionchange: IDBDatabase["onversionchange"] = null;
  onclose: IDBDatabase["onclose"] = null;
  close(): void {
    this.#closed = true;
  }
  transaction(): IDBTransaction {
    if (this.#closed) throw new DOMException("The database connection is closing.", "InvalidStateError");
    return { objectStore: () => ({ get: () => answered(undefined), getAll: () => answered([]) }) } as unknown as IDBTransaction;
  }
  /** Simulates another page that upgrades the database. */
  askToGiveWay(): void {
    this.onversionchange?.call(this as unknown as IDBDatabase, new Event("versionchange") as IDBVersionChangeEvent);
  }
  /** Simulates the browser closing the database, as when the user clears site data. */
  takeAway(): void {
    this.close();
    this.onclose?.call(this as unknown as IDBDatabase, new Event("close"));
  }
}

afterEach(() => vi.unstubAllGlobals());

test.each(["askToGiveWay", "takeAway"] as const)("a table can be read after the database was closed: %s", async (happens) => {
  const handles: Handle[] = [];
  vi.stubGlobal("indexedDB", { open: () => answered(handles[handles.push(new Handle()) - 1]) });
  vi.stubGlobal("IDBKeyRange", { bound: () => null });
  const database = browserDatabase();
  for (const _ of [1, 2]) expect(await database.read("local-a")).toBeNull();
  expect(handles).toHaveLength(1);
  handles[0]![happens]();
  for (const _ of [1, 2]) expect(await database.read("local-a")).toBeNull();
  expect(handles).toHaveLength(2);
  // A late event of the old handle must not close the new one.
  handles[0]![happens]();
  expect(await database.read("local-a")).toBeNull();
  expect(handles).toHaveLength(2);
});
