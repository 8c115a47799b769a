// Local tables: notices follow storage, and a table resumes from what is stored.
import { expect, test } from "vitest";
import type { TableNotice } from "../backend";
import type { Ask } from "../offline";
import { WrittenElsewhere, type Database, type KeptTable } from "./database";
import { LocalTable, type Went } from "./table";

const ID = "local-table";
const NOTHING: Went = { keep: [], lines: [], notices: [], wake: null };

/** Fake module: adds a line for every play command, and fails on demand. */
class FakeModule {
  lines: string[] = [];
  asked: string[] = [];
  breaks = 0;
  readonly ask = ((question: { what: { do: string; lines?: string[]; broken?: boolean; command?: { type: string } } }): Went => {
    const { what } = question;
    this.asked.push(what.do === "revive" ? `revive${what.broken === true ? " broken" : ""}` : (what.command?.type ?? what.do));
    if (what.do === "revive") {
      this.lines = [...(what.lines ?? [])];
      return NOTHING;
    }
    if (what.command?.type === "watch") return { ...NOTHING, notices: [{ type: "table", log: this.lines.length } as unknown as TableNotice] };
    if (this.breaks > 0) {
      this.breaks -= 1;
      throw new WebAssembly.RuntimeError("unreachable");
    }
    this.lines.push(`line ${this.lines.length}`);
    return { ...NOTHING, lines: this.lines.slice(-1), notices: [{ type: "played" } as TableNotice] };
  }) as unknown as Ask;
}

class FakeDatabase implements Database {
  readonly found: KeptTable = { kept: { id: ID, table: { game: "scopa" } }, lines: [] };
  fails: Error | null = null;
  forget = () => Promise.resolve();
  tidy = () => Promise.resolve();
  read = () => Promise.resolve(structuredClone(this.found));
  write(_: unknown, table: string, from: number, lines: string[]): Promise<void> {
    if (this.fails !== null) return Promise.reject(this.fails);
    expect([table, from]).toEqual([ID, this.found.lines.length]);
    this.found.lines.push(...lines);
    return Promise.resolve();
  }
}

function opened() {
  const [module, database, told] = [new FakeModule(), new FakeDatabase(), [] as string[]];
  let wrote = 0;
  const tell = (notice: TableNotice) => void told.push(notice.type === "refused" ? notice.code : notice.type === "played" ? `played, ${database.found.lines.length} kept` : notice.type);
  const table = new LocalTable(ID, { module: () => Promise.resolve(module.ask), database, tell, wrote: () => (wrote += 1) });
  return { module, database, told, table, wrote: () => wrote };
}
const play = (table: LocalTable) => table.send({ type: "play", version: 1, action: "7d", id: "a" });

test("notices follow storage, and other tabs are told", async () => {
  const { table, told, wrote } = opened();
  await table.revive();
  await play(table);
  expect(told).toEqual(["table", "played, 1 kept"]);
  expect(wrote()).toBe(1);
  table.close();
  await play(table);
  expect(told).toHaveLength(2);
});

test("an action that cannot be stored is refused", async () => {
  const { table, told, database, module } = opened();
  await table.revive();
  database.fails = new DOMException("full", "QuotaExceededError");
  await play(table);
  expect(told).toEqual(["table", "table", "not-saved"]);
  expect(module.lines).toEqual([]);
  database.fails = null;
  await play(table);
  expect(told.at(-1)).toBe("played, 1 kept");
});

test("a tab that was too late continues from the stored state", async () => {
  const { table, told, database } = opened();
  await table.revive();
  database.found.lines.push("theirs");
  database.fails = new WrittenElsewhere();
  await play(table);
  expect(told).toEqual(["table", "table"]);
  database.fails = null;
  await play(table);
  expect(database.found.lines).toEqual(["theirs", "line 1"]);
});

test("a failing module is replaced, then the deal is voided, then the table is abandoned", async () => {
  const { table, told, module } = opened();
  await table.revive();
  module.asked = [];
  module.breaks = 1;
  await play(table);
  expect(module.asked).toEqual(["play", "revive", "watch"]);
  module.breaks = 1;
  module.asked = [];
  await play(table);
  expect(module.asked).toEqual(["play", "revive broken", "watch"]);
  await play(table);
  expect(told.at(-1)).toBe("played, 1 kept");
  module.breaks = 9;
  for (let again = 0; again < 5; again++) await play(table);
  expect(told.at(-1)).toBe("damaged");
});
