// Worker that runs the tables of this browser, so that the page stays responsive.
import type { TableCommand, TableNotice } from "../backend";
import { openedAlone, take, type Part } from "../offline";
import type { NewTable, ApiError } from "../wire";
import { browserDatabase } from "./database";
import { LocalTable, Refused, askTable, fresh, type OpenedHere } from "./table";

/** Numbered request of the page, or a table that it follows. */
export type Wanted = { number: number } & (
  | { do: "check" | "open"; table: NewTable }
  | { do: "record"; table: string }
  | { do: "replay"; table: string; deal: number }
  | { do: "carry"; table: string; seat: number }
  | { do: "forget"; table: string }
  | { do: "take"; part: Part; module: WebAssembly.Module }
  | { do: "join"; table: string }
  | { do: "send"; command: TableCommand }
  | { do: "leave" }
);
export type Told = { number: number } & ({ answer: unknown } | { refused: ApiError } | { failed: string } | { notice: TableNotice });

const database = browserDatabase();
const module = (game: string) => openedAlone(`play-${game}`);
const joined = new Map<number, { table: LocalTable; channel: BroadcastChannel }>();
const tell = (told: Told) => postMessage(told);

async function answer(wanted: Wanted): Promise<unknown> {
  if (wanted.do === "check") return askTable(await module(wanted.table.game), { do: "check", table: wanted.table });
  if (wanted.do === "open") {
    const { kept, seat } = askTable<OpenedHere>(await module(wanted.table.game), { do: "open", table: wanted.table, fresh: fresh() });
    await database.write([kept], kept.id, 0, []);
    // Runs in the background; a failure loses nothing.
    void database.tidy().catch(() => undefined);
    return { table: kept.id, seat };
  }
  if (wanted.do === "forget") return database.forget(wanted.table);
  if (wanted.do !== "record" && wanted.do !== "replay" && wanted.do !== "carry") return null;
  const found = await database.read(wanted.table);
  if (found === null) throw new Refused({ code: "no-table", message: "there is no such table in this browser" });
  const ask = await module(found.kept.table.game);
  if (wanted.do === "carry") return askTable<NewTable>(ask, { do: "carry", ...found, seat: wanted.seat });
  return wanted.do === "record" ? askTable<{ record: string }>(ask, { do: "record", ...found }).record : askTable(ask, { do: "replay", ...found, deal: wanted.deal });
}

function join(number: number, id: string): void {
  const channel = new BroadcastChannel(`parlour-${id}`);
  const table = new LocalTable(id, { module, database, tell: (notice) => tell({ number, notice }), wrote: () => channel.postMessage(null) });
  // Another tab has changed the table.
  channel.onmessage = () => void table.revive();
  joined.set(number, { table, channel });
  void table.revive();
}

addEventListener("message", ({ data }: MessageEvent<Wanted>) => {
  const { number } = data;
  const at = joined.get(number);
  if (data.do === "take") take(data.part, data.module);
  else if (data.do === "join") join(number, data.table);
  else if (data.do === "send") void at?.table.send(data.command);
  else if (data.do === "leave") {
    at?.table.close();
    at?.channel.close();
    joined.delete(number);
  } else
    answer(data).then(
      (answer) => tell({ number, answer }),
      (error: unknown) => tell(error instanceof Refused ? { number, refused: error.refused } : { number, failed: String(error) }),
    );
});
